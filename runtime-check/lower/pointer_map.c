/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "state.h"

#include <stdlib.h>
#include <string.h>

/** Slot of the key, or the empty one where it belongs. Capacity is a power of two. */
static size_t probe(const coal_lower_map *m, const void *key) {
  size_t at = (size_t)((uint64_t)(uintptr_t)key * UINT64_C(0x9e3779b97f4a7c15) >> 20) & (m->capacity - 1);
  while (m->keys[at] && m->keys[at] != key) at = (at + 1) & (m->capacity - 1);
  return at;
}

uint64_t *coal_lower_map_find(const coal_lower_map *m, const void *key) {
  if (!m->capacity) return NULL;
  size_t at = probe(m, key);
  return m->keys[at] ? &m->values[at] : NULL;
}

static void grow(coal_lower_map *m) {
  coal_lower_map old = *m;
  m->capacity = old.capacity ? old.capacity * 2 : 64;
  m->keys = coal_alloc(m->capacity * sizeof *m->keys);
  m->values = coal_alloc(m->capacity * sizeof *m->values);
  memset(m->keys, 0, m->capacity * sizeof *m->keys);
  for (size_t i = 0; i < old.capacity; i++) {
    if (!old.keys[i]) continue;
    size_t at = probe(m, old.keys[i]);
    m->keys[at] = old.keys[i];
    m->values[at] = old.values[i];
  }
  free(old.keys);
  free(old.values);
}

void coal_lower_map_put(coal_lower_map *m, const void *key, uint64_t value) {
  if (m->n * 4 >= m->capacity * 3) grow(m);
  size_t at = probe(m, key);
  if (!m->keys[at]) {
    m->keys[at] = key;
    m->n++;
  }
  m->values[at] = value;
}

void coal_lower_map_free(coal_lower_map *m) {
  free(m->keys);
  free(m->values);
  memset(m, 0, sizeof *m);
}
