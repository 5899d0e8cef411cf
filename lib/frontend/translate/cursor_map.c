/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "cursor_map.h"

#include <stdlib.h>

#include "util/alloc.h"
#include "util/hash.h"

static bool is_same_cursor(const void *libclang, const void *a, const void *b) {
  const coal_libclang *c = libclang;
  return c->equalCursors(*(const CXCursor *)a, *(const CXCursor *)b);
}

static uint64_t hash(const coal_libclang *c, CXCursor key) {
  return coal_hash_number(COAL_HASH_START, c->hashCursor(key));
}

void *coal_cursor_map_get(const coal_libclang *c, const coal_cursor_map *map, CXCursor key) {
  return coal_map_at(map, hash(c, key), &key, is_same_cursor, c);
}

void coal_cursor_map_put(const coal_libclang *c, coal_cursor_map *map, CXCursor key, void *value) {
  coal_map_slot *slot = coal_map_slot_for(map, hash(c, key), &key, is_same_cursor, c);
  if (!slot->key) {
    CXCursor *copy = coal_alloc(sizeof *copy);
    *copy = key;
    slot->key = copy;
  }
  slot->value = value;
}

void coal_cursor_map_free(coal_cursor_map *map) {
  for (size_t i = 0; i < map->capacity; i++) free((void *)map->slots[i].key);
  coal_map_free(map);
}
