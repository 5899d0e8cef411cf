/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/** A hash table from strings to pointers. */
#ifndef COAL_IR_MAP_H
#define COAL_IR_MAP_H

#include <stddef.h>

typedef struct coal_map_slot {
  const char *key; /* NULL: free */
  void *value;
} coal_map_slot;

/** Zero-initialise. Keys are borrowed and must outlive the map. */
typedef struct coal_map {
  coal_map_slot *slots;
  size_t n, capacity; /* capacity: a power of two or 0 */
} coal_map;

/** The value of that key, or NULL. */
void *coal_map_get(const coal_map *map, const char *key);
/** Adds a key that is not there yet. */
void coal_map_put(coal_map *map, const char *key, void *value);
void coal_map_free(coal_map *map);

#endif
