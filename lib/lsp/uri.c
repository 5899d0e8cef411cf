/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "uri.h"

#include <ctype.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

#include "util/alloc.h"
#include "util/str.h"

static int hex(char ch) {
  if (ch >= '0' && ch <= '9') return ch - '0';
  int lower = tolower((unsigned char)ch);
  return lower >= 'a' && lower <= 'f' ? lower - 'a' + 10 : -1;
}

char *coal_uri_path(const char *uri) {
  if (strncasecmp(uri, "file:", 5) != 0) return NULL;
  const char *p = uri + 5;
  if (p[0] == '/' && p[1] == '/') p += 2 + strcspn(p + 2, "/"); /* a host is passed over: "localhost" or nothing */
  if (*p != '/') return NULL;
  coal_str path = {0};
  for (; *p && *p != '?' && *p != '#'; p++) {
    int high = *p == '%' ? hex(p[1]) : -1, low = high >= 0 ? hex(p[2]) : -1;
    char ch = low >= 0 ? (char)(high * 16 + low) : *p;
    if (ch == '\0') break;
    coal_str_add_n(&path, &ch, 1);
    if (low >= 0) p += 2;
  }
  return path.data;
}

char *coal_path_uri(const char *path) {
  static const char plain[] = "-._~/";
  coal_str uri = {0};
  coal_str_add(&uri, "file://");
  for (; *path; path++) {
    if (isalnum((unsigned char)*path) || strchr(plain, *path))
      coal_str_add_n(&uri, path, 1);
    else
      coal_str_addf(&uri, "%%%02X", (unsigned char)*path);
  }
  return uri.data;
}

char *coal_absolute_path(const char *path) {
  char folder[PATH_MAX];
  if (path[0] == '/' || !getcwd(folder, sizeof folder)) return coal_strdup(path);
  while (strncmp(path, "./", 2) == 0) path += 2;
  coal_str s = {0};
  coal_str_addf(&s, "%s/%s", folder, path);
  return s.data;
}
