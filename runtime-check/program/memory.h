/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/**
 * The device's memory. Addresses are host addresses; every access is looked up here first, so that a wrong one
 * gives a message and not a crash. Shared memory lies below 4 GiB, so that PTX's 32-bit shared addresses equal the
 * generic ones. Regions are kept sorted by address; `coal_vm_memory_find` is a binary search.
 */
#ifndef COAL_RUN_MEMORY_H
#define COAL_RUN_MEMORY_H

#include <coalcheck/model.h>

#include "util/arena.h"

/** What a made-up buffer holds before the kernel writes to it. */
typedef enum coal_vm_content {
  COAL_CONTENT_PLAIN, /* what was written: zeros at first */
  COAL_CONTENT_RAMP,  /* element k is k, in the type of the first access to its page */
  COAL_CONTENT_RANDOM /* uniform in [0, 1) or [0, n), seeded */
} coal_vm_content;

typedef struct coal_vm_region {
  uint64_t base, bytes;
  coal_space space; /* GLOBAL or CONSTANT */
  const char *name; /* for messages: "in"; NULL: an allocation without a name */
  bool grows;       /* its size was made up: only the reservation bounds it */
  bool is_host;     /* ordinary host memory that the device may see */
  coal_vm_content content;
  uint64_t seed, modulus;
  uint8_t *touched;      /* a bit a page of content other than PLAIN: it is filled */
  uint64_t extent_bytes; /* made-up buffers: highest byte accessed so far + 1 */
  uint8_t element,
      element_bytes; /* made-up buffers: coal_vm_element and width of the first access; 0 bytes: none yet */
} coal_vm_region;

#define COAL_PAGE_BYTES 4096u
#define COAL_SHARED_SLOT_BYTES (256u * 1024u) /* shared memory a resident block */
/** The end of each slot, reserved for the system (PTX ISA, %reserved_smem_offset); used by cooperative groups. */
#define COAL_SHARED_RESERVED_BYTES 1024u
#define COAL_SHARED_SLOTS 256u

typedef struct coal_vm_memory coal_vm_memory;

/** NULL when the address space cannot be reserved. */
coal_vm_memory *coal_vm_memory_new(void);
void coal_vm_memory_free(coal_vm_memory *m);

/** Zeroed device memory on a 256-byte boundary (cudaMalloc's alignment). `name` is copied, may be NULL. 0: none left.
 */
uint64_t coal_vm_memory_alloc(coal_vm_memory *m, uint64_t bytes, coal_space space, const char *name);
/** A buffer of unknown size: up to `reserve_bytes`, pages are made on first access. */
uint64_t coal_vm_memory_reserve(coal_vm_memory *m, uint64_t reserve_bytes, const char *name);
/** Makes host memory accessible to the device. */
void coal_vm_memory_add_host(coal_vm_memory *m, void *at, uint64_t bytes);
/** Frees an allocation. False when none starts there. */
bool coal_vm_memory_release(coal_vm_memory *m, uint64_t address);
/** The region that holds the address, or NULL. */
coal_vm_region *coal_vm_memory_find(const coal_vm_memory *m, uint64_t address);
/** The region nearest to the address (for messages) and the signed distance in bytes from its nearer end. */
coal_vm_region *coal_vm_memory_nearest(const coal_vm_memory *m, uint64_t address, int64_t *distance_bytes);

/** Start of shared memory of resident slot `i`. */
uint64_t coal_vm_memory_shared(const coal_vm_memory *m, unsigned slot);
/** Start of a zeroed-on-demand window of `bytes` for threads' local memory; later calls may move it. 0: too large. */
uint64_t coal_vm_memory_local(coal_vm_memory *m, uint64_t bytes);
bool coal_vm_memory_is_shared(const coal_vm_memory *m, uint64_t address);
bool coal_vm_memory_is_local(const coal_vm_memory *m, uint64_t address);

/** The type of a made-up buffer's elements, from the first access to its page. */
typedef enum coal_vm_element { COAL_ELEMENT_INT, COAL_ELEMENT_FLOAT, COAL_ELEMENT_POINTER } coal_vm_element;
/** Fills the pages of [address, address + bytes) that were not accessed yet; width: of an element, in bytes. */
void coal_vm_memory_touch(coal_vm_memory *m, coal_vm_region *r, uint64_t address, uint64_t bytes,
                          coal_vm_element element, unsigned width);

#endif
