/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "file.h"

#include <errno.h>

#include "str.h"

char *coal_stream_read(FILE *in, size_t *n_bytes) {
  char buffer[1 << 16];
  coal_str s = {0};
  size_t n;
  coal_str_add(&s, ""); /* an empty file has a text, too */
  while ((n = fread(buffer, 1, sizeof buffer, in)) > 0) coal_str_add_n(&s, buffer, n);
  if (ferror(in)) coal_str_free(&s);
  if (n_bytes) *n_bytes = s.n;
  return s.data;
}

char *coal_file_read(const char *path, size_t *n_bytes) {
  FILE *f = fopen(path, "rb");
  if (!f) return NULL;
  char *text = coal_stream_read(f, n_bytes);
  int error = errno;
  fclose(f);
  errno = error;
  return text;
}
