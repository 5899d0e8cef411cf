/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "path.h"

#include <limits.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

const char *coal_path_cwd(coal_arena *arena) {
  char cwd[PATH_MAX];
  return getcwd(cwd, sizeof cwd) ? coal_arena_string(arena, cwd, strlen(cwd)) : "";
}

/** An absolute path without "." and "..". With symbolic links in the path it may name a different file. */
static char *simplified(coal_arena *arena, const char *path) {
  char *out = coal_arena_alloc(arena, strlen(path) + 2);
  size_t n = 0;
  for (const char *p = path; *p;) {
    while (*p == '/') p++;
    const size_t length = strcspn(p, "/");
    if (length == 2 && p[0] == '.' && p[1] == '.') {
      while (n && out[--n] != '/') continue;
    } else if (length && !(length == 1 && p[0] == '.')) {
      out[n++] = '/';
      memcpy(out + n, p, length);
      n += length;
    }
    p += length;
  }
  if (!n) out[n++] = '/';
  out[n] = '\0';
  return out;
}

const char *coal_path_absolute(coal_arena *arena, const char *cwd, const char *path) {
  return simplified(arena, path[0] == '/' ? path : coal_arena_format(arena, "%s/%s", cwd, path));
}

bool coal_path_is_same_file(const char *a, const char *b) {
  struct stat s, t;
  return stat(a, &s) == 0 && stat(b, &t) == 0 && s.st_dev == t.st_dev && s.st_ino == t.st_ino;
}

const char *coal_path_from_here(coal_arena *arena, const char *cwd, const char *directory, const char *path) {
  if (path[0] != '/' && !directory) return path;
  const char *full = path[0] == '/' ? path : coal_arena_format(arena, "%s/%s", directory, path);
  if (full[0] != '/') full = coal_arena_format(arena, "%s/%s", cwd, full);
  const char *simple = simplified(arena, full);
  if (strcmp(simple, full) != 0 && !coal_path_is_same_file(simple, full)) return full;
  const size_t n = strlen(cwd);
  if (n <= 1 || strncmp(simple, cwd, n) != 0 || (simple[n] && simple[n] != '/')) return simple;
  return simple[n] ? simple + n + 1 : ".";
}

const char *coal_path_base(const char *path) {
  const char *slash = strrchr(path, '/');
  return slash ? slash + 1 : path;
}

const char *coal_path_folder(coal_arena *arena, const char *path) {
  const size_t n = (size_t)(coal_path_base(path) - path);
  if (n == 0) return ".";
  return coal_arena_string(arena, path, n > 1 ? n - 1 : 1);
}

bool coal_path_ends_in(const char *path, const char *end) {
  const size_t n = strlen(path), m = strlen(end);
  return n >= m && strcmp(path + n - m, end) == 0;
}

bool coal_path_is_folder(const char *path) {
  struct stat s;
  return stat(path, &s) == 0 && S_ISDIR(s.st_mode);
}

bool coal_path_is_file(const char *path) {
  struct stat s;
  return stat(path, &s) == 0 && !S_ISDIR(s.st_mode);
}

bool coal_path_is_regular(const char *path) {
  struct stat s;
  return stat(path, &s) == 0 && S_ISREG(s.st_mode);
}
