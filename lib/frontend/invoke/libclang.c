/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#define _GNU_SOURCE
#include "libclang.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "util/alloc.h"
#include "util/str.h"

enum { OLDEST_MAJOR = 17, NEWEST_MAJOR = 40 };

static bool exists(const char *path) { return access(path, R_OK) == 0; }

static bool is_folder(const char *path) {
  struct stat s;
  return stat(path, &s) == 0 && S_ISDIR(s.st_mode);
}

/* The first symbol that is missing, or NULL. */
static const char *fill_table(coal_libclang *c) {
  void *symbol;
#define F(name)                              \
  symbol = dlsym(c->handle, "clang_" #name); \
  if (!symbol) return "clang_" #name;        \
  memcpy(&c->name, &symbol, sizeof symbol);
  COAL_LIBCLANG_FUNCTIONS(F)
#undef F
#define F(name)                              \
  symbol = dlsym(c->handle, "clang_" #name); \
  memcpy(&c->name, &symbol, sizeof symbol);
  F(Cursor_getGCCAssemblyTemplate)
  F(Cursor_getGCCAssemblyNumOutputs)
  F(Cursor_getGCCAssemblyNumInputs)
  F(Cursor_getGCCAssemblyOutput)
  F(Cursor_getGCCAssemblyInput)
  F(getOffsetOfBase)
  F(visitCXXMethods)
  F(visitCXXBaseClasses)
#undef F
  return NULL;
}

/* The 22 of "Debian clang version 22.1.8 (…)"; 0 if there is none. */
static unsigned major_of(const char *version) {
  const char *word = strstr(version, "version ");
  return word ? (unsigned)strtoul(word + strlen("version "), NULL, 10) : 0;
}

/* The pattern with `@` replaced by the folder and `#` by the major. */
static char *expand(const char *pattern, const char *folder, unsigned major) {
  coal_str path = {0};
  for (const char *p = pattern; *p; p++) {
    if (*p == '@')
      coal_str_add(&path, folder);
    else if (*p == '#')
      coal_str_addf(&path, "%u", major);
    else
      coal_str_add_n(&path, p, 1);
  }
  return path.data;
}

/* The folder of the loaded library, links resolved. */
static char *library_folder(const coal_libclang *c) {
  Dl_info info;
  void *symbol = dlsym(c->handle, "clang_createIndex");
  const char *file = symbol && dladdr(symbol, &info) && info.dli_fname ? info.dli_fname : c->path;
  char *resolved = realpath(file, NULL);
  char *folder = resolved ? resolved : coal_strdup(file);
  char *slash = strrchr(folder, '/');
  if (slash) *slash = '\0';
  return folder;
}

/* Clang's builtin headers: next to the library, or else in the standard folders. */
static char *find_resource_dir(const coal_libclang *c) {
  static const char *const patterns[] = {"@/clang/#",
                                         "@/../lib/clang/#",
                                         "@/../../lib/clang/#",
                                         "/usr/lib/llvm-#/lib/clang/#",
                                         "/usr/lib64/llvm#/lib/clang/#",
                                         "/usr/lib/clang/#",
                                         "/usr/lib64/clang/#"};
  char *folder = library_folder(c), *found = NULL;
  for (size_t i = 0; i < sizeof patterns / sizeof *patterns && !found; i++) {
    char *candidate = expand(patterns[i], folder, c->major);
    coal_str header = {0};
    coal_str_addf(&header, "%s/include/stddef.h", candidate);
    if (exists(header.data)) found = realpath(candidate, NULL);
    coal_str_free(&header);
    free(candidate);
  }
  free(folder);
  return found;
}

/* Loads exactly this file or loader name. On failure says why in `tried`. */
static coal_libclang *load(const char *name, coal_str *tried) {
  void *handle = dlopen(name, RTLD_NOW | RTLD_LOCAL);
  if (!handle) return NULL;
  coal_libclang *c = coal_alloc(sizeof *c);
  memset(c, 0, sizeof *c);
  c->handle = handle;
  c->path = coal_strdup(name);
  const char *missing = fill_table(c);
  if (missing) {
    coal_str_addf(tried, "%s is too old (no %s); ", name, missing);
    coal_libclang_close(c);
    return NULL;
  }
  CXString version = c->getClangVersion();
  c->version = coal_strdup(c->getCString(version));
  c->disposeString(version);
  c->major = major_of(c->version);
  c->resource_dir = find_resource_dir(c);
  return c;
}

static coal_libclang *load_from_folder(const char *folder, unsigned major, coal_str *tried) {
  static const char *const patterns[] = {"@/libclang.so.1", "@/libclang-#.so.1", "@/libclang-#.so.#", "@/libclang.so.#",
                                         "@/libclang.so"};
  for (size_t i = 0; i < sizeof patterns / sizeof *patterns; i++) {
    char *path = expand(patterns[i], folder, major);
    coal_libclang *c = exists(path) ? load(path, tried) : NULL;
    free(path);
    if (c) return c;
  }
  return NULL;
}

static coal_libclang *load_path(const char *path, coal_str *tried) {
  if (!is_folder(path)) return load(path, tried);
  for (unsigned major = NEWEST_MAJOR; major >= OLDEST_MAJOR; major--) {
    coal_libclang *c = load_from_folder(path, major, tried);
    if (c) return c;
  }
  return NULL;
}

static coal_libclang *load_major(unsigned major, coal_str *tried) {
  static const char *const folders[] = {"/usr/lib/llvm-#/lib", "/usr/lib64/llvm#/lib", "/usr/local/llvm-#/lib",
                                        "/opt/llvm-#/lib"};
  static const char *const names[] = {"libclang-#.so.1", "libclang-#.so.#", "libclang.so.#"};
  coal_libclang *c = NULL;
  for (size_t i = 0; i < sizeof folders / sizeof *folders && !c; i++) {
    char *folder = expand(folders[i], "", major);
    if (is_folder(folder)) c = load_from_folder(folder, major, tried);
    free(folder);
  }
  for (size_t i = 0; i < sizeof names / sizeof *names && !c; i++) {
    char *name = expand(names[i], "", major);
    c = load(name, tried);
    free(name);
  }
  return c;
}

/* The newest major wins, wherever it lies. */
static coal_libclang *load_newest(coal_str *tried) {
  for (unsigned major = NEWEST_MAJOR; major >= OLDEST_MAJOR; major--) {
    coal_libclang *c = load_major(major, tried);
    if (c) return c;
  }
  coal_libclang *c = load("libclang.so.1", tried);
  return c ? c : load("libclang.so", tried);
}

int coal_libclang_open(const char *path, coal_libclang **out, char **error) {
  coal_str tried = {0};
  if (!path || !*path) path = getenv("COALCHECK_LIBCLANG");
  bool is_given = path && *path;
  *out = is_given ? load_path(path, &tried) : load_newest(&tried);
  if (*out) {
    coal_str_free(&tried);
    return 0;
  }
  coal_str message = {0};
  if (is_given)
    coal_str_addf(&message, "cannot load libclang from '%s'", path);
  else
    coal_str_add(&message, "libclang not found");
  if (tried.n) coal_str_addf(&message, " (%.*s)", (int)(tried.n - 2), tried.data);
  const char *reason = !tried.n && is_given ? dlerror() : NULL;
  if (reason) coal_str_addf(&message, " (%s)", reason);
  coal_str_addf(&message,
                ": install libclang %d or newer (Debian: apt-get install libclang1-19), or name one with "
                "--libclang=PATH or COALCHECK_LIBCLANG",
                OLDEST_MAJOR);
  coal_str_free(&tried);
  *error = message.data;
  return -1;
}

void coal_libclang_close(coal_libclang *c) {
  if (!c) return;
  if (c->handle) dlclose(c->handle);
  free(c->path);
  free(c->version);
  free(c->resource_dir);
  free(c);
}
