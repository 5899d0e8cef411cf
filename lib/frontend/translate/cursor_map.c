/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "cursor_map.h"

#include <stdlib.h>
#include <string.h>

#include "util/alloc.h"

/* The slot of the key, or the free one where it would go. */
static coal_cursor_slot *find(const coal_libclang *c, const coal_cursor_map *map, CXCursor key) {
  size_t mask = map->capacity - 1;
  for (size_t i = c->hashCursor(key) * 2654435761u & mask;; i = (i + 1) & mask) {
    coal_cursor_slot *slot = &map->slots[i];
    if (!slot->value || c->equalCursors(slot->key, key)) return slot;
  }
}

void *coal_cursor_map_get(const coal_libclang *c, const coal_cursor_map *map, CXCursor key) {
  return map->capacity ? find(c, map, key)->value : NULL;
}

static void grow(const coal_libclang *c, coal_cursor_map *map) {
  coal_cursor_map bigger = {.capacity = map->capacity ? map->capacity * 2 : 64, .n = map->n};
  size_t bytes = bigger.capacity * sizeof *bigger.slots;
  bigger.slots = coal_alloc(bytes);
  memset(bigger.slots, 0, bytes);
  for (size_t i = 0; i < map->capacity; i++)
    if (map->slots[i].value) *find(c, &bigger, map->slots[i].key) = map->slots[i];
  free(map->slots);
  *map = bigger;
}

void coal_cursor_map_put(const coal_libclang *c, coal_cursor_map *map, CXCursor key, void *value) {
  if (map->n * 2 >= map->capacity) grow(c, map);
  coal_cursor_slot *slot = find(c, map, key);
  if (!slot->value) map->n++;
  slot->key = key;
  slot->value = value;
}

void coal_cursor_map_free(coal_cursor_map *map) {
  free(map->slots);
  memset(map, 0, sizeof *map);
}
