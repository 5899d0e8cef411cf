/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/** Allocation that aborts instead of returning NULL. */
#ifndef COAL_UTIL_ALLOC_H
#define COAL_UTIL_ALLOC_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Writes "out of memory" to stderr and aborts. */
#if defined(__GNUC__)
__attribute__((noreturn))
#endif
void coal_out_of_memory(void);
/** `bytes` bytes, not zeroed; free() them. */
void *coal_alloc(size_t bytes);
/** Like realloc(). */
void *coal_realloc(void *p, size_t bytes);
/** A copy of s; free() it. */
char *coal_strdup(const char *s);

#ifdef __cplusplus
}
#endif
#endif
