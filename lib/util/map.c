/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "map.h"

#include <stdlib.h>
#include <string.h>

#include "alloc.h"
#include "hash.h"

/* The slot that holds the key, or the free one where it belongs (linear probing). */
static coal_map_slot *probe(const coal_map *map, uint64_t hash, const void *key, coal_map_equal equal,
                            const void *context) {
  for (size_t mask = map->capacity - 1, i = (size_t)hash & mask;; i = (i + 1) & mask) {
    coal_map_slot *slot = &map->slots[i];
    if (!slot->key || (slot->hash == hash && equal(context, slot->key, key))) return slot;
  }
}

static bool is_never_equal(const void *context, const void *a, const void *b) {
  (void)context, (void)a, (void)b;
  return false;
}

static void grow(coal_map *map) {
  coal_map larger = {NULL, map->n, map->capacity ? map->capacity * 2 : 64};
  larger.slots = coal_alloc(larger.capacity * sizeof *larger.slots);
  memset(larger.slots, 0, larger.capacity * sizeof *larger.slots);
  for (size_t i = 0; i < map->capacity; i++)
    if (map->slots[i].key) *probe(&larger, map->slots[i].hash, NULL, is_never_equal, NULL) = map->slots[i];
  free(map->slots);
  *map = larger;
}

void *coal_map_at(const coal_map *map, uint64_t hash, const void *key, coal_map_equal equal, const void *context) {
  return map->capacity ? probe(map, hash, key, equal, context)->value : NULL;
}

coal_map_slot *coal_map_slot_for(coal_map *map, uint64_t hash, const void *key, coal_map_equal equal,
                                 const void *context) {
  if (2 * map->n >= map->capacity) grow(map);
  coal_map_slot *slot = probe(map, hash, key, equal, context);
  if (!slot->key) map->n++;
  slot->hash = hash;
  return slot;
}

static bool is_same_text(const void *context, const void *a, const void *b) {
  (void)context;
  return strcmp(a, b) == 0;
}

void *coal_map_get(const coal_map *map, const char *key) {
  return coal_map_at(map, coal_hash_text(COAL_HASH_START, key), key, is_same_text, NULL);
}

void coal_map_put(coal_map *map, const char *key, void *value) {
  coal_map_slot *slot = coal_map_slot_for(map, coal_hash_text(COAL_HASH_START, key), key, is_same_text, NULL);
  slot->key = key;
  slot->value = value;
}

void coal_map_free(coal_map *map) {
  free(map->slots);
  *map = (coal_map){NULL, 0, 0};
}
