/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "str.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "alloc.h"

static void reserve(coal_str *s, size_t more) {
  if (s->n + more + 1 <= s->capacity) return;
  size_t capacity = s->capacity ? s->capacity * 2 : 64;
  while (capacity < s->n + more + 1) capacity *= 2;
  s->data = coal_realloc(s->data, capacity);
  s->capacity = capacity;
}

void coal_str_add_n(coal_str *s, const char *text, size_t n) {
  reserve(s, n);
  memcpy(s->data + s->n, text, n);
  s->n += n;
  s->data[s->n] = '\0';
}

void coal_str_add(coal_str *s, const char *text) { coal_str_add_n(s, text, strlen(text)); }

void coal_str_addf(coal_str *s, const char *format, ...) {
  va_list args, again;
  va_start(args, format);
  va_copy(again, args);
  int n = vsnprintf(NULL, 0, format, args);
  va_end(args);
  if (n > 0) {
    reserve(s, (size_t)n);
    vsnprintf(s->data + s->n, (size_t)n + 1, format, again);
    s->n += (size_t)n;
  }
  va_end(again);
}

void coal_str_free(coal_str *s) {
  free(s->data);
  s->data = NULL;
  s->n = s->capacity = 0;
}
