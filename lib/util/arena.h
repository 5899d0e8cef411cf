/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/** Memory that is freed all at once. Not thread-safe: one arena, one thread at a time. */
#ifndef COAL_UTIL_ARENA_H
#define COAL_UTIL_ARENA_H

#include <stdarg.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { COAL_ARENA_UNIT = 16 }; /* alignment in bytes of every allocation */

/** An arena; use the functions below. The members are for coal_arena_take. */
typedef struct coal_arena {
  char *next, *end;
  size_t bytes; /* of its blocks */
  struct coal_arena_block *blocks;
} coal_arena;

/** A new, empty arena; yours. Aborts without memory, as every function here: a partial analysis would be
 *  wrong. */
coal_arena *coal_arena_new(void);
/** Frees the arena and all it handed out. NULL is fine. */
void coal_arena_free(coal_arena *a);
/** Forgets everything handed out but keeps one block for reuse. */
void coal_arena_reset(coal_arena *a);
/** The bytes that it holds, handed out or not. */
size_t coal_arena_bytes(const coal_arena *a);
/** `bytes` zeroed bytes, aligned for any type; they die with the arena. */
void *coal_arena_alloc(coal_arena *a, size_t bytes);
/** A new block that has room; for coal_arena_take. */
void *coal_arena_take_more(coal_arena *a, size_t bytes);
/** The same, not zeroed. */
static inline void *coal_arena_take(coal_arena *a, size_t bytes) {
  size_t left = (size_t)(a->end - a->next); /* a multiple of the unit */
  if (bytes - 1 >= left)
    return coal_arena_take_more(a, bytes); /* true for 0 bytes: every call returns a different pointer */
  char *p = a->next;
  a->next += (bytes + COAL_ARENA_UNIT - 1) / COAL_ARENA_UNIT * COAL_ARENA_UNIT;
  return p;
}
/** A copy of n bytes. n = 0 gives a valid pointer. */
void *coal_arena_copy(coal_arena *a, const void *from, size_t bytes);
/** A NUL-terminated copy of the first n characters of s. */
char *coal_arena_string(coal_arena *a, const char *s, size_t n);
/** printf into the arena. */
char *coal_arena_format(coal_arena *a, const char *format, ...)
#if defined(__GNUC__)
    __attribute__((format(printf, 2, 3)))
#endif
    ;
char *coal_arena_vformat(coal_arena *a, const char *format, va_list args);

#define COAL_ARENA_NEW(arena, type) ((type *)coal_arena_alloc((arena), sizeof(type)))
#define COAL_ARENA_ARRAY(arena, type, n) ((type *)coal_arena_alloc((arena), sizeof(type) * (n)))

#ifdef __cplusplus
}
#endif
#endif
