/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/**
 * A hash table of pointers, with open addressing. Keys of any type:
 *
 *   coal_map_slot *s = coal_map_slot_for(&map, hash, &key, equal, context);
 *   if (!s->key) s->key = copy_of(key); // new: the caller gives it a key that outlives the map
 *   s->value = value;
 *
 * and strings, with coal_map_get and coal_map_put.
 */
#ifndef COAL_UTIL_MAP_H
#define COAL_UTIL_MAP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct coal_map_slot {
  const void *key; /* NULL: free */
  void *value;
  uint64_t hash;
} coal_map_slot;

/** Zero-initialise. Keys are borrowed and must outlive the map. */
typedef struct coal_map {
  coal_map_slot *slots;
  size_t n, capacity; /* capacity: a power of two or 0 */
} coal_map;

typedef bool (*coal_map_equal)(const void *context, const void *a, const void *b);

/** The value of the key, or NULL. */
void *coal_map_at(const coal_map *map, uint64_t hash, const void *key, coal_map_equal equal, const void *context);
/** The key's slot, valid until the next call. A new one has no key yet: the caller must set it. */
coal_map_slot *coal_map_slot_for(coal_map *map, uint64_t hash, const void *key, coal_map_equal equal,
                                 const void *context);
/** Keys that are strings: the value, or NULL. */
void *coal_map_get(const coal_map *map, const char *key);
/** Adds a string that is not there yet, or gives it another value. */
void coal_map_put(coal_map *map, const char *key, void *value);
/** Frees the table, not its keys and values. */
void coal_map_free(coal_map *map);

#endif
