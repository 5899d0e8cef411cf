/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/**
 * Extended regular expressions in linear time: a project's settings may hold any expression, and must not hold up a run.
 *
 * What POSIX calls extended (`. [a-z] [[:alpha:]] ( ) | * + ? {m,n} ^ $ \`), with \w, \W, \s and \S; bytes, not characters.
 * There are no back references. An expression is at most COAL_REGEX_STEPS_MAX steps long with its repetitions written out.
 */
#ifndef COAL_UTIL_REGEX_H
#define COAL_UTIL_REGEX_H

#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { COAL_REGEX_STEPS_MAX = 4096 };

typedef struct coal_regex coal_regex;

/** Yours: coal_regex_free. NULL and `*why` (static) when it is none. */
coal_regex *coal_regex_new(const char *expression, const char **why);
void coal_regex_free(coal_regex *r);
/** True if it matches some part of the text; at most length × steps of work. */
bool coal_regex_finds(const coal_regex *r, const char *text);

#ifdef __cplusplus
}
#endif
#endif
