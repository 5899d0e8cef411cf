/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "arena.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "alloc.h"

typedef struct block {
  struct block *next;
  size_t capacity, used;
  max_align_t data[];
} block;

struct coal_arena {
  block *head;
};

enum { BLOCK_BYTES = 64 * 1024 };

static block *block_new(size_t bytes, block *next) {
  block *b = coal_alloc(sizeof(block) + bytes);
  b->next = next;
  b->capacity = bytes;
  b->used = 0;
  return b;
}

coal_arena *coal_arena_new(void) {
  coal_arena *a = coal_alloc(sizeof *a);
  a->head = block_new(BLOCK_BYTES, NULL);
  return a;
}

static void free_blocks(block *b) {
  while (b) {
    block *next = b->next;
    free(b);
    b = next;
  }
}

void coal_arena_free(coal_arena *a) {
  if (!a) return;
  free_blocks(a->head);
  free(a);
}

void coal_arena_reset(coal_arena *a) {
  free_blocks(a->head->next);
  a->head->next = NULL;
  a->head->used = 0;
}

/* What is there is not cleared. */
static inline void *take(coal_arena *a, size_t bytes) {
  const size_t unit = sizeof(max_align_t);
  if (bytes > SIZE_MAX - unit) coal_out_of_memory();
  size_t rounded = (bytes + unit - 1) / unit * unit;
  if (rounded == 0) rounded = unit;
  if (a->head->capacity - a->head->used < rounded)
    a->head = block_new(rounded > BLOCK_BYTES ? rounded : BLOCK_BYTES, a->head);
  void *p = (char *)a->head->data + a->head->used;
  a->head->used += rounded;
  return p;
}

void *coal_arena_alloc(coal_arena *a, size_t bytes) {
  void *p = take(a, bytes);
  memset(p, 0, bytes);
  return p;
}

void *coal_arena_copy(coal_arena *a, const void *from, size_t bytes) {
  void *p = take(a, bytes);
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
