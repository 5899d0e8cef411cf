/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#define _GNU_SOURCE /* MAP_32BIT, MAP_NORESERVE */
#include "memory.h"

#include "lanes.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "util/vec.h"

#define SHARED_BYTES ((uint64_t)COAL_SHARED_SLOT_BYTES * COAL_SHARED_SLOTS)
#define GUARD_BYTES 4096u
#define POINTEE_BYTES (UINT64_C(1) << 28) /* of one element of a made-up array of pointers */

struct coal_vm_memory {
  uint64_t shared, local, local_bytes;
  COAL_VEC(coal_vm_region *) regions; /* sorted by base */
  uint64_t total_bytes;
};

static void *map(uint64_t bytes, int more) {
  void *p = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | more, -1, 0);
  return p == MAP_FAILED ? NULL : p;
}

coal_vm_memory *coal_vm_memory_new(void) {
  coal_vm_memory *m = coal_alloc(sizeof *m);
  memset(m, 0, sizeof *m);
  m->shared = (uint64_t)(uintptr_t)map(SHARED_BYTES, MAP_32BIT);
  if (!m->shared) {
    free(m);
    return NULL;
  }
  return m;
}

static void region_free(coal_vm_region *r) {
  if (!r->is_host) munmap((void *)(uintptr_t)r->base, r->bytes + GUARD_BYTES);
  free(r->touched);
  free((char *)(uintptr_t)r->name);
  free(r);
}

void coal_vm_memory_free(coal_vm_memory *m) {
  if (!m) return;
  for (size_t i = 0; i < m->regions.n; i++) region_free(m->regions.items[i]);
  coal_vec_free(&m->regions);
  munmap((void *)(uintptr_t)m->shared, SHARED_BYTES);
  if (m->local) munmap((void *)(uintptr_t)m->local, m->local_bytes);
  free(m);
}

/** Index of the first region whose base lies above the address. */
static size_t upper(const coal_vm_memory *m, uint64_t address) {
  size_t lo = 0, hi = m->regions.n;
  while (lo < hi) {
    size_t mid = (lo + hi) / 2;
    if (m->regions.items[mid]->base <= address)
      lo = mid + 1;
    else
      hi = mid;
  }
  return lo;
}

static coal_vm_region *add(coal_vm_memory *m, uint64_t base, uint64_t bytes, coal_space space, const char *name) {
  coal_vm_region *r = coal_alloc(sizeof *r);
  memset(r, 0, sizeof *r);
  r->base = base;
  r->bytes = bytes;
  r->space = space;
  r->name = name ? coal_strdup(name) : NULL;
  size_t at = upper(m, base);
  coal_vec_push(&m->regions, r);
  memmove(m->regions.items + at + 1, m->regions.items + at, (m->regions.n - 1 - at) * sizeof r);
  m->regions.items[at] = r;
  return r;
}

uint64_t coal_vm_memory_alloc(coal_vm_memory *m, uint64_t bytes, coal_space space, const char *name) {
  if (bytes > UINT64_C(1) << 40) return 0;
  uint64_t base = (uint64_t)(uintptr_t)map(bytes + GUARD_BYTES, 0);
  if (!base) return 0;
  m->total_bytes += bytes;
  add(m, base, bytes, space, name);
  return base;
}

uint64_t coal_vm_memory_reserve(coal_vm_memory *m, uint64_t reserve_bytes, const char *name) {
  uint64_t base = (uint64_t)(uintptr_t)map(reserve_bytes + GUARD_BYTES, 0);
  if (!base) return 0;
  coal_vm_region *r = add(m, base, reserve_bytes, COAL_SPACE_GLOBAL, name);
  r->grows = true;
  return base;
}

void coal_vm_memory_add_host(coal_vm_memory *m, void *at, uint64_t bytes) {
  add(m, (uint64_t)(uintptr_t)at, bytes, COAL_SPACE_GLOBAL, NULL)->is_host = true;
}

bool coal_vm_memory_release(coal_vm_memory *m, uint64_t address) {
  size_t i = upper(m, address);
  if (!i || m->regions.items[i - 1]->base != address) return false;
  region_free(m->regions.items[i - 1]);
  memmove(m->regions.items + i - 1, m->regions.items + i, (m->regions.n - i) * sizeof *m->regions.items);
  m->regions.n--;
  return true;
}

coal_vm_region *coal_vm_memory_find(const coal_vm_memory *m, uint64_t address) {
  size_t i = upper(m, address);
  if (!i) return NULL;
  coal_vm_region *r = m->regions.items[i - 1];
  return address - r->base < r->bytes ? r : NULL;
}

coal_vm_region *coal_vm_memory_nearest(const coal_vm_memory *m, uint64_t address, int64_t *distance_bytes) {
  size_t i = upper(m, address);
  coal_vm_region *below = i ? m->regions.items[i - 1] : NULL;
  coal_vm_region *above = i < m->regions.n ? m->regions.items[i] : NULL;
  uint64_t past = below ? address - (below->base + below->bytes) : UINT64_MAX;
  uint64_t before = above ? above->base - address : UINT64_MAX;
  if (below && address - below->base < below->bytes) past = 0;
  if (below && past <= before) {
    *distance_bytes = (int64_t)past;
    return below;
  }
  *distance_bytes = -(int64_t)before;
  return above;
}

uint64_t coal_vm_memory_shared(const coal_vm_memory *m, unsigned slot) {
  return m->shared + (uint64_t)slot * COAL_SHARED_SLOT_BYTES;
}

uint64_t coal_vm_memory_local(coal_vm_memory *m, uint64_t bytes) {
  if (bytes <= m->local_bytes) return m->local;
  if (m->local) munmap((void *)(uintptr_t)m->local, m->local_bytes);
  m->local = (uint64_t)(uintptr_t)map(bytes, 0);
  m->local_bytes = m->local ? bytes : 0;
  return m->local;
}

bool coal_vm_memory_is_shared(const coal_vm_memory *m, uint64_t address) { return address - m->shared < SHARED_BYTES; }

bool coal_vm_memory_is_local(const coal_vm_memory *m, uint64_t address) { return address - m->local < m->local_bytes; }

/* ---- contents ------------------------------------------------------------------------------------------ */

/** splitmix64 of the element's index. */
static uint64_t random_bits(uint64_t seed, uint64_t k) {
  uint64_t z = (seed + k + 1) * UINT64_C(0x9e3779b97f4a7c15);
  z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
  z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
  return z ^ (z >> 31);
}

static void put_float(uint8_t *at, double value, unsigned width) {
  if (width == 8) memcpy(at, &value, 8);
  float single = (float)value;
  uint16_t half = coal_vm_float_to_half(single);
  if (width == 4) memcpy(at, &single, 4);
  if (width == 2) memcpy(at, &half, 2);
}

static void fill_element(coal_vm_memory *m, coal_vm_region *r, uint64_t k, coal_vm_element element, unsigned width) {
  uint8_t *at = (uint8_t *)(uintptr_t)(r->base + k * width);
  bool random = r->content == COAL_CONTENT_RANDOM;
  uint64_t bits = random ? random_bits(r->seed, k) : k;
  if (element == COAL_ELEMENT_FLOAT) {
    put_float(at, random ? (double)(bits >> 11) * 0x1p-53 : (double)k, width);
    return;
  }
  if (element == COAL_ELEMENT_POINTER) {
    uint64_t pointee = 0;
    if (k < 4096) pointee = coal_vm_memory_reserve(m, POINTEE_BYTES, r->name);
    memcpy(at, &pointee, 8);
    return;
  }
  if (random)
    bits %= r->modulus ? r->modulus : 1024;
  else if (r->modulus)
    bits %= r->modulus;
  if (width == 1 && !r->modulus) bits &= 0x7f;
  if (width == 2 && !r->modulus) bits &= 0x7fff;
  memcpy(at, &bits, width);
}

void coal_vm_memory_touch(coal_vm_memory *m, coal_vm_region *r, uint64_t address, uint64_t bytes,
                          coal_vm_element element, unsigned width) {
  uint64_t end = address + bytes - r->base;
  if (end > r->extent_bytes) r->extent_bytes = end;
  if (!r->element_bytes) {
    r->element = (uint8_t)element;
    r->element_bytes = (uint8_t)width;
  }
  if (r->content == COAL_CONTENT_PLAIN) return;
  if (!r->touched) {
    size_t n = (size_t)(r->bytes / COAL_PAGE_BYTES / 8 + 1);
    r->touched = coal_alloc(n);
    memset(r->touched, 0, n);
  }
  if (width != 1 && width != 2 && width != 4) width = 8;
  for (uint64_t page = (address - r->base) / COAL_PAGE_BYTES; page * COAL_PAGE_BYTES < end; page++) {
    if (r->touched[page / 8] >> (page % 8) & 1) continue;
    r->touched[page / 8] = (uint8_t)(r->touched[page / 8] | 1u << (page % 8));
    uint64_t per_page = COAL_PAGE_BYTES / width;
    for (uint64_t k = page * per_page; k < (page + 1) * per_page && (k + 1) * width <= r->bytes; k++)
      fill_element(m, r, k, element, width);
  }
}
