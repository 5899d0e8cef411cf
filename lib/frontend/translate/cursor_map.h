/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/** A hash table from libclang cursors to pointers. USRs will not do: two lambdas of one function share theirs. */
#ifndef COAL_FRONTEND_CURSOR_MAP_H
#define COAL_FRONTEND_CURSOR_MAP_H

#include "frontend/invoke/libclang.h"
#include "util/map.h"

/** Zero-initialise. */
typedef coal_map coal_cursor_map;

void *coal_cursor_map_get(const coal_libclang *c, const coal_cursor_map *map, CXCursor key);
/** value must not be NULL. Replaces. */
void coal_cursor_map_put(const coal_libclang *c, coal_cursor_map *map, CXCursor key, void *value);
void coal_cursor_map_free(coal_cursor_map *map);

#endif
