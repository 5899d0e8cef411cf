/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Where a CUDA toolkit is, and which Clang can read it. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "frontend/frontend.h"
#include "util/alloc.h"
#include "util/file.h"
#include "util/str.h"

enum { HEADER_BYTES_MAX = 64 << 20 };

/* The N of `#define CUDA_VERSION N` (1000 × major + 10 × minor) in cuda.h as 10 × version; 0 if it is not there. */
static unsigned version_in(const char *header) {
  static const char definition[] = "#define CUDA_VERSION ";
  char *text = coal_file_read(header, HEADER_BYTES_MAX, NULL, NULL);
  const char *found = text ? strstr(text, definition) : NULL;
  const unsigned long value = found ? strtoul(found + sizeof definition - 1, NULL, 10) : 0;
  free(text);
  return (unsigned)(value / 100 + value % 100 / 10);
}

static bool is_toolkit(const char *folder, unsigned *version) {
  coal_str header = {0};
  coal_str_addf(&header, "%s/include/cuda_runtime.h", folder);
  bool found = access(header.data, R_OK) == 0;
  coal_str_free(&header);
  if (!found) return false;
  coal_str_addf(&header, "%s/include/cuda.h", folder);
  if (version) *version = version_in(header.data);
  coal_str_free(&header);
  return true;
}

int coal_toolkit_find(const char *hint, char **path, unsigned *version) {
  const char *places[] = {hint,
                          hint ? NULL : getenv("CUDA_PATH"),
                          hint ? NULL : getenv("CUDA_HOME"),
                          hint ? NULL : "/usr/local/cuda",
                          hint ? NULL : "/opt/cuda",
                          hint ? NULL : "/usr/lib/cuda",
                          hint ? NULL : "/usr"};
  for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
    if (!places[i] || !*places[i] || !is_toolkit(places[i], version)) continue;
    *path = coal_strdup(places[i]);
    return 0;
  }
  return -1;
}

/* Tried out: 22 reads 13.0, 19 does not (the headers that its wrapper includes are gone). */
bool coal_toolkit_suits(unsigned clang_major, unsigned version) { return version < 130 || clang_major >= 22; }
