/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/**
 * The machine that executes warp programs: memory, modules, launches, measurements, faults.
 *
 * Blocks are executed one after another (as many at once as wait for each other: grid barriers, spinning); the warps
 * of a block take turns at barriers; the lanes of a warp run in lockstep and are split where they diverge. Of the
 * parts of a warp, the one at the earliest instruction goes first, so that parts converge as early as possible: the
 * order of the hardware's reconvergence.
 */
#ifndef COAL_RUN_DEVICE_H
#define COAL_RUN_DEVICE_H

#include "lower/lower.h"
#include "program/memory.h"
#include "program/program.h"
#include "record.h"

typedef enum coal_exec_fault_kind {
  COAL_FAULT_NONE,
  COAL_FAULT_OUT_OF_BOUNDS, /* next to an allocation: reported, reads give 0, writes are dropped */
  COAL_FAULT_WILD,          /* far from every allocation: the launch ends */
  COAL_FAULT_MISALIGNED,    /* the GPU would stop; reported, and execution continues */
  COAL_FAULT_UNINITIALISED, /* an address made from a value that was never set: the launch ends */
  COAL_FAULT_READ_ONLY,     /* store to constant memory */
  COAL_FAULT_DEADLOCK,
  COAL_FAULT_TIMEOUT,
  COAL_FAULT_ASSERT,
  COAL_FAULT_TRAP,
  COAL_FAULT_STACK,
  COAL_FAULT_RESOURCES,
  COAL_FAULT_MEMORY,     /* the host has no more memory */
  COAL_FAULT_UNSUPPORTED /* the executor cannot do it: the launch ends, unless skips_unsupported */
} coal_exec_fault_kind;

/** A fault of a kernel. */
typedef struct coal_exec_fault {
  coal_exec_fault_kind kind;
  bool is_fatal;
  const coal_vm_code *kernel;
  const coal_vm_where *where; /* NULL: not known */
  bool has_thread;
  uint32_t block[3], thread[3];
  const char *message; /* "stores 4 bytes 16 bytes past the end of out (1024 bytes)" */
} coal_exec_fault;

typedef struct coal_exec_device {
  coal_arena *arena;
  coal_vm_memory *memory;
  coal_exec_record *record;
  const coal_target *target;
  COAL_VEC(coal_vm_program *) programs;
  COAL_VEC(coal_exec_fault) faults;
  COAL_VEC(uint64_t) heap; /* the kernels' own malloc */
  COAL_VEC(coal_lower_width) widths;
  double deadline_seconds; /* monotonic; 0: none */
  uint64_t launches, clock;
  uint64_t shared_extent_bytes; /* of the last launch: highest byte of shared memory accessed + 1 */
  /** What cannot be executed is reported and skipped, and its result is not set: for callers that compare addresses,
   *  not results. */
  bool skips_unsupported;
  void (*print)(void *context, const char *text, size_t n); /* device printf */
  void *print_context;
} coal_exec_device;

typedef struct coal_exec_launch_config {
  uint32_t grid[3], block[3];
  uint64_t dynamic_shared_bytes;
  const void *params; /* coal_vm_code.param_bytes bytes, laid out as coal_vm_param says */
} coal_exec_launch_config;

/** NULL when memory cannot be had. Device printf goes to stdout until `print` is set. */
coal_exec_device *coal_exec_device_new(const coal_target *target);
void coal_exec_device_free(coal_exec_device *d);
/** Reads widths for modules loaded from now on: lines "BASENAME LINE load|store BYTES KERNEL", where KERNEL is
 *  a mangled name, or - for any. False: unreadable. */
bool coal_exec_device_read_widths(coal_exec_device *d, const char *path);
/** Lowers a module and keeps it. As coal_lower. */
int coal_exec_device_load(coal_exec_device *d, const char *bitcode, size_t n_bytes, coal_lower_optimise optimise,
                          coal_vm_program **out, char **error);
/** Time limit from now on; 0 = none. */
void coal_exec_device_limit(coal_exec_device *d, double seconds);
/** Runs the kernel. True unless a fatal fault ended it. */
bool coal_exec_device_launch(coal_exec_device *d, const coal_vm_program *p, const coal_vm_code *kernel,
                             const coal_exec_launch_config *config);
/** Dynamic shared memory that a block of the kernel can have at most. */
uint64_t coal_exec_device_shared_left(const coal_exec_device *d, const coal_vm_code *kernel);
/** "out-of-bounds", "deadlock" …; static. */
const char *coal_exec_fault_name(coal_exec_fault_kind k);
/** One line of text: "k.cu:12: error: …". Yours to free. */
char *coal_exec_fault_text(const coal_exec_fault *f);

#endif
