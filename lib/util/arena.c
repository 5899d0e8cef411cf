/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "arena.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "alloc.h"

typedef struct coal_arena_block {
  struct coal_arena_block *next;
  size_t bytes;
  max_align_t data[];
} arena_block;

_Static_assert(COAL_ARENA_UNIT % _Alignof(max_align_t) == 0, "what is handed out suits any type");

enum { BLOCK_BYTES = 64 * 1024 };

static void add_block(coal_arena *a, size_t bytes) {
  arena_block *b = coal_alloc(sizeof(arena_block) + bytes);
  b->next = a->blocks;
  b->bytes = bytes;
  a->bytes += bytes;
  a->blocks = b;
  a->next = (char *)b->data;
  a->end = a->next + bytes;
}

coal_arena *coal_arena_new(void) {
  coal_arena *a = coal_alloc(sizeof *a);
  a->blocks = NULL;
  a->bytes = 0;
  add_block(a, BLOCK_BYTES);
  return a;
}

static void free_blocks(arena_block *b) {
  while (b) {
    arena_block *next = b->next;
    free(b);
    b = next;
  }
}

void coal_arena_free(coal_arena *a) {
  if (!a) return;
  free_blocks(a->blocks);
  free(a);
}

void coal_arena_reset(coal_arena *a) {
  free_blocks(a->blocks->next);
  a->blocks->next = NULL;
  a->bytes = a->blocks->bytes;
  a->next = (char *)a->blocks->data;
}

size_t coal_arena_bytes(const coal_arena *a) { return a->bytes; }

void *coal_arena_take_more(coal_arena *a, size_t bytes) {
  if (bytes > SIZE_MAX - 2 * COAL_ARENA_UNIT) coal_out_of_memory();
  size_t rounded = (bytes + COAL_ARENA_UNIT - 1) / COAL_ARENA_UNIT * COAL_ARENA_UNIT;
  if (rounded == 0) rounded = COAL_ARENA_UNIT;
  if (rounded > (size_t)(a->end - a->next)) add_block(a, rounded > BLOCK_BYTES ? rounded : BLOCK_BYTES);
  char *p = a->next;
  a->next += rounded;
  return p;
}

void *coal_arena_alloc(coal_arena *a, size_t bytes) {
  void *p = coal_arena_take(a, bytes);
  memset(p, 0, bytes);
  return p;
}

void *coal_arena_copy(coal_arena *a, const void *from, size_t bytes) {
  void *p = coal_arena_take(a, bytes);
  if (bytes) memcpy(p, from, bytes);
  return p;
}

char *coal_arena_string(coal_arena *a, const char *s, size_t n) {
  char *p = coal_arena_alloc(a, n + 1);
  memcpy(p, s, n);
  return p;
}

char *coal_arena_vformat(coal_arena *a, const char *format, va_list args) {
  va_list again;
  va_copy(again, args);
  int n = vsnprintf(NULL, 0, format, again);
  va_end(again);
  if (n < 0) return coal_arena_string(a, "", 0);
  char *p = coal_arena_alloc(a, (size_t)n + 1);
  vsnprintf(p, (size_t)n + 1, format, args);
  return p;
}

char *coal_arena_format(coal_arena *a, const char *format, ...) {
  va_list args;
  va_start(args, format);
  char *p = coal_arena_vformat(a, format, args);
  va_end(args);
  return p;
}
