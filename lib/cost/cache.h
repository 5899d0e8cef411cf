/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/** A cache of lines with valid sectors, least recently used out first. Fully associative. */
#ifndef COAL_COST_CACHE_H
#define COAL_COST_CACHE_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct coal_cache coal_cache;

typedef struct coal_cache_line {
  uint64_t key;
  uint32_t sectors; /* valid ones, bit 0 the first */
  double ready;     /* when the last sector on its way arrives */
  uint32_t newer, older, next;
} coal_cache_line;

/** Of at most that many lines. Yours. */
coal_cache *coal_cache_new(size_t lines);
void coal_cache_free(coal_cache *c);
/** The line of that key, now the newest; NULL: not there. Valid until the next insertion. */
coal_cache_line *coal_cache_find(coal_cache *c, uint64_t key);
/** A new line without valid sectors; the oldest goes where all are taken. */
coal_cache_line *coal_cache_insert(coal_cache *c, uint64_t key);

#ifdef __cplusplus
}
#endif
#endif
