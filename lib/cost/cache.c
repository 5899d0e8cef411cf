/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "cache.h"

#include <string.h>

#include "util/vec.h"

/* Lines are in a list from newest to oldest and in chains by key; both name them by number + 1, 0 being none. */
struct coal_cache {
  size_t capacity, n, room;
  coal_cache_line *lines;
  uint32_t *heads, newest, oldest;
  size_t n_heads;
};

static size_t head_of(const coal_cache *c, uint64_t key) {
  return (size_t)((key * UINT64_C(0x9E3779B97F4A7C15)) >> 32) & (c->n_heads - 1);
}

static void rehash(coal_cache *c) {
  free(c->heads);
  c->heads = coal_alloc(c->n_heads * sizeof *c->heads);
  memset(c->heads, 0, c->n_heads * sizeof *c->heads);
  for (uint32_t i = 0; i < c->n; i++) {
    uint32_t *head = &c->heads[head_of(c, c->lines[i].key)];
    c->lines[i].next = *head;
    *head = i + 1;
  }
}

coal_cache *coal_cache_new(size_t lines) {
  coal_cache *c = coal_alloc(sizeof *c);
  memset(c, 0, sizeof *c);
  c->capacity = lines ? lines : 1;
  c->n_heads = 1024;
  rehash(c);
  return c;
}

void coal_cache_free(coal_cache *c) {
  if (!c) return;
  free(c->lines);
  free(c->heads);
  free(c);
}

static void unlink_line(coal_cache *c, uint32_t i) {
  coal_cache_line *l = &c->lines[i - 1];
  *(l->newer ? &c->lines[l->newer - 1].older : &c->newest) = l->older;
  *(l->older ? &c->lines[l->older - 1].newer : &c->oldest) = l->newer;
}

static void link_newest(coal_cache *c, uint32_t i) {
  coal_cache_line *l = &c->lines[i - 1];
  l->newer = 0;
  l->older = c->newest;
  *(c->newest ? &c->lines[c->newest - 1].newer : &c->oldest) = i;
  c->newest = i;
}

coal_cache_line *coal_cache_find(coal_cache *c, uint64_t key) {
  for (uint32_t i = c->heads[head_of(c, key)]; i; i = c->lines[i - 1].next) {
    if (c->lines[i - 1].key != key) continue;
    if (c->newest != i) {
      unlink_line(c, i);
      link_newest(c, i);
    }
    return &c->lines[i - 1];
  }
  return NULL;
}

static void grow(coal_cache *c) {
  c->room = c->room ? c->room * 2 : 1024;
  if (c->room > c->capacity) c->room = c->capacity;
  c->lines = coal_realloc(c->lines, c->room * sizeof *c->lines);
  if (c->room > c->n_heads) {
    while (c->n_heads < c->room) c->n_heads *= 2;
    rehash(c);
  }
}

static void forget(coal_cache *c, uint32_t i) {
  uint32_t *at = &c->heads[head_of(c, c->lines[i - 1].key)];
  while (*at != i) at = &c->lines[*at - 1].next;
  *at = c->lines[i - 1].next;
  unlink_line(c, i);
}

coal_cache_line *coal_cache_insert(coal_cache *c, uint64_t key) {
  uint32_t i;
  if (c->n == c->room && c->n < c->capacity) grow(c);
  if (c->n < c->room) {
    i = (uint32_t)++c->n;
  } else {
    i = c->oldest;
    forget(c, i);
  }
  coal_cache_line *l = &c->lines[i - 1];
  uint32_t *head = &c->heads[head_of(c, key)];
  *l = (coal_cache_line){.key = key, .next = *head};
  *head = i;
  link_newest(c, i);
  return l;
}
