/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "map.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "util/alloc.h"

/* FNV-1a, 64 bits. */
static uint64_t hash(const char *key) {
  uint64_t h = 14695981039346656037u;
  for (; *key; key++) h = (h ^ (unsigned char)*key) * 1099511628211u;
  return h;
}

/* The slot that holds the key or the free one where it belongs (linear probing). */
static coal_map_slot *find(const coal_map *map, const char *key) {
  size_t mask = map->capacity - 1;
  size_t i = (size_t)hash(key) & mask;
  while (map->slots[i].key && strcmp(map->slots[i].key, key) != 0) i = (i + 1) & mask;
  return &map->slots[i];
}

void *coal_map_get(const coal_map *map, const char *key) { return map->capacity ? find(map, key)->value : NULL; }

static void grow(coal_map *map) {
  coal_map larger = {NULL, map->n, map->capacity ? map->capacity * 2 : 64};
  larger.slots = coal_alloc(larger.capacity * sizeof *larger.slots);
  memset(larger.slots, 0, larger.capacity * sizeof *larger.slots);
  for (size_t i = 0; i < map->capacity; i++)
    if (map->slots[i].key) *find(&larger, map->slots[i].key) = map->slots[i];
  free(map->slots);
  *map = larger;
}

void coal_map_put(coal_map *map, const char *key, void *value) {
  if (2 * map->n >= map->capacity) grow(map);
  coal_map_slot *slot = find(map, key);
  slot->key = key;
  slot->value = value;
  map->n++;
}

void coal_map_free(coal_map *map) {
  free(map->slots);
  *map = (coal_map){NULL, 0, 0};
}
