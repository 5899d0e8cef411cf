/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/** A growing string. */
#ifndef COAL_UTIL_STR_H
#define COAL_UTIL_STR_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Zero-initialise; `data` is NULL until something was added, else NUL-terminated and yours: free() it. */
typedef struct coal_str {
  char *data;
  size_t n, capacity;
} coal_str;

void coal_str_add(coal_str *s, const char *text);
void coal_str_add_n(coal_str *s, const char *text, size_t n);
/** printf at the end. */
void coal_str_addf(coal_str *s, const char *format, ...)
#if defined(__GNUC__)
    __attribute__((format(printf, 2, 3)))
#endif
    ;
/** Frees and empties it. */
void coal_str_free(coal_str *s);

#ifdef __cplusplus
}
#endif
#endif
