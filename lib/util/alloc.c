/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "alloc.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void coal_out_of_memory(void) {
  fputs("coalcheck: out of memory\n", stderr);
  abort();
}

void *coal_alloc(size_t bytes) {
  void *p = malloc(bytes ? bytes : 1);
  if (!p) coal_out_of_memory();
  return p;
}

void *coal_realloc(void *p, size_t bytes) {
  void *q = realloc(p, bytes ? bytes : 1);
  if (!q) coal_out_of_memory();
  return q;
}

char *coal_strdup(const char *s) {
  size_t n = strlen(s) + 1;
  return memcpy(coal_alloc(n), s, n);
}
