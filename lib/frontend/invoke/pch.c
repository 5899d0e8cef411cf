/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "pch.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <time.h>
#include <unistd.h>

#include "frontend/cuda_headers/table.h"
#include "util/alloc.h"
#include "util/file.h"
#include "util/hash.h"
#include "util/path.h"
#include "util/reading.h"
#include "util/str.h"

/* The name under which the includes are compiled. */
#define PREFIX_FILE COAL_VIRTUAL_ROOT "/prefix.cu"

/* A use is noted in the file's time when the last one is so old. Temporary files of crashed runs go after a day. */
enum { TOUCH_SECONDS = 600, TEMPORARY_SECONDS = 86400, KEY_DIGITS = 32 };

struct coal_pch_cache {
  char *folder;
  uint64_t bytes_max;
  pthread_mutex_t lock; /* one is made at a time */
  unsigned made;
};

coal_pch_cache *coal_pch_cache_new(const char *folder, uint64_t bytes_max) {
  coal_pch_cache *c = coal_alloc(sizeof *c);
  *c = (coal_pch_cache){.folder = coal_strdup(folder), .bytes_max = bytes_max};
  pthread_mutex_init(&c->lock, NULL);
  return c;
}

void coal_pch_cache_free(coal_pch_cache *c) {
  if (!c) return;
  pthread_mutex_destroy(&c->lock);
  free(c->folder);
  free(c);
}

/* ---- the key ------------------------------------------------------------------------------------------- */

/* Two FNV-1a hashes of 64 bits that start differently. */
typedef struct key {
  uint64_t a, b;
} key;

static void add_bytes(key *k, const char *bytes, size_t n) {
  k->a = coal_hash_bytes(k->a, bytes, n);
  k->b = coal_hash_bytes(k->b, bytes, n);
}

/* With its NUL, so that "ab","c" differs from "a","bc". */
static void add_text(key *k, const char *text) { add_bytes(k, text, strlen(text) + 1); }

static void add_file_time(key *k, const char *path) {
  struct stat s;
  char text[64] = "none";
  if (stat(path, &s) == 0) snprintf(text, sizeof text, "%lld %lld", (long long)s.st_mtime, (long long)s.st_size);
  add_text(k, text);
}

/* Relative folders mean something else elsewhere. */
static bool has_relative(const coal_pch_request *r) {
  for (size_t i = 0; i + 1 < r->n_command; i++)
    if (strncmp(r->command[i], "-i", 2) == 0 || strcmp(r->command[i], "-I") == 0)
      if (r->command[i + 1][0] != '/') return true;
  return false;
}

static key key_of(coal_arena *arena, const coal_pch_request *r) {
  key k = {COAL_HASH_START, UINT64_C(0x9e3779b97f4a7c15)};
  add_text(&k, "1");
  add_text(&k, r->clang->version);
  add_text(&k, r->clang->path);
  add_file_time(&k, r->clang->path);
  add_text(&k, r->stamp);
  for (size_t i = 0; i < r->n_command; i++) add_text(&k, r->command[i]);
  if (has_relative(r)) add_text(&k, coal_path_cwd(arena));
  add_text(&k, r->includes);
  for (unsigned i = 0; i < r->n_files; i++) {
    add_text(&k, r->files[i].Filename);
    add_bytes(&k, r->files[i].Contents, r->files[i].Length);
  }
  return k;
}

/* ---- the folder ---------------------------------------------------------------------------------------- */

/* Creates the folder and its parents, accessible to the user only. */
static bool make_folder(const char *folder) {
  char *path = coal_strdup(folder);
  for (char *p = path + 1; *p; p++) {
    if (*p != '/') continue;
    *p = '\0';
    mkdir(path, 0700);
    *p = '/';
  }
  const bool good = mkdir(path, 0700) == 0 || errno == EEXIST;
  free(path);
  return good && access(folder, W_OK | X_OK) == 0;
}

typedef struct cached {
  char *path;
  uint64_t bytes;
  struct timespec used;
} cached;

static int oldest_first(const void *x, const void *y) {
  const struct timespec *a = &((const cached *)x)->used, *b = &((const cached *)y)->used;
  if (a->tv_sec != b->tv_sec) return a->tv_sec < b->tv_sec ? -1 : 1;
  return (a->tv_nsec > b->tv_nsec) - (a->tv_nsec < b->tv_nsec);
}

/* The key in a name that the cache gives: 32 digits. Behind them: ".pch", ".no", ".pch.PID.N.tmp". NULL: another's
 * file. */
static const char *behind_key(const char *name) {
  const size_t n = strspn(name, "0123456789abcdef");
  return n == KEY_DIGITS ? name + n : NULL;
}

static bool is_temporary(const char *end) {
  const char *p = end + strlen(".pch.");
  if (strncmp(end, ".pch.", strlen(".pch.")) != 0 || !strspn(p, "0123456789")) return false;
  p += strspn(p, "0123456789");
  return *p == '.' && strspn(p + 1, "0123456789") && strcmp(p + 1 + strspn(p + 1, "0123456789"), ".tmp") == 0;
}

/* Deletes a temporary file that was left; the others of the cache's own go to `out`. */
static void look_at(const coal_pch_cache *c, const char *name, time_t now, cached *out) {
  struct stat s;
  const char *end = behind_key(name);
  if (!end) return;
  coal_str path = {0};
  coal_str_addf(&path, "%s/%s", c->folder, name);
  if (coal_file_is_own(path.data) && lstat(path.data, &s) == 0) {
    if (is_temporary(end) && now - s.st_mtime > TEMPORARY_SECONDS) unlink(path.data);
    if (strcmp(end, ".pch") == 0 || strcmp(end, ".no") == 0) {
      *out = (cached){path.data, (uint64_t)s.st_size, s.st_mtim};
      return;
    }
  }
  coal_str_free(&path);
}

/* Deletes what was not used for longest until the rest fits. */
static void bound(const coal_pch_cache *c) {
  DIR *dir = opendir(c->folder);
  if (!dir) return;
  COAL_VEC(cached) list = {0};
  uint64_t total = 0;
  const time_t now = time(NULL);
  const struct dirent *e;
  while ((e = readdir(dir))) {
    cached one = {0};
    look_at(c, e->d_name, now, &one);
    if (!one.path) continue;
    total += one.bytes;
    coal_vec_push(&list, one);
  }
  closedir(dir);
  if (list.n) qsort(list.items, list.n, sizeof *list.items, oldest_first);
  for (size_t i = 0; i < list.n; i++) {
    if (total > c->bytes_max && i + 1 < list.n) {
      unlink(list.items[i].path);
      total -= list.items[i].bytes;
    }
    free(list.items[i].path);
  }
  coal_vec_free(&list);
}

static void note_use(const char *path) {
  struct stat s;
  if (stat(path, &s) == 0 && time(NULL) - s.st_mtime > TOUCH_SECONDS) utimensat(AT_FDCWD, path, NULL, 0);
}

/* ---- making -------------------------------------------------------------------------------------------- */

static bool has_errors(const coal_libclang *c, CXTranslationUnit tu) {
  bool found = false;
  for (unsigned i = 0; i < c->getNumDiagnostics(tu) && !found; i++) {
    CXDiagnostic d = c->getDiagnostic(tu, i);
    found = c->getDiagnosticSeverity(d) >= CXDiagnostic_Error;
    c->disposeDiagnostic(d);
  }
  return found;
}

/* Clang aborts where it cannot write all of a precompiled header, so there must be room for a large one. */
static bool has_room(const char *folder) {
  const uint64_t wanted = UINT64_C(128) << 20;
  struct statvfs disk;
  struct rlimit limit;
  if (statvfs(folder, &disk) || (uint64_t)disk.f_bavail * disk.f_frsize < wanted) return false;
  return getrlimit(RLIMIT_FSIZE, &limit) || limit.rlim_cur == RLIM_INFINITY || limit.rlim_cur >= wanted;
}

static bool compile(const coal_pch_request *r, const char *to) {
  const coal_libclang *c = r->clang;
  coal_strings command = {0};
  COAL_VEC(struct CXUnsavedFile) files = {0};
  for (size_t i = 0; i < r->n_command; i++) coal_vec_push(&command, r->command[i]);
  for (unsigned i = 0; i < r->n_files; i++) coal_vec_push(&files, r->files[i]);
  struct CXUnsavedFile prefix = {PREFIX_FILE, r->includes, (unsigned long)strlen(r->includes)};
  coal_vec_push(&files, prefix);
  CXIndex index = c->createIndex(0, 0);
  CXTranslationUnit tu = NULL;
  const unsigned options = CXTranslationUnit_Incomplete | CXTranslationUnit_ForSerialization;
  coal_reading_begin();
  bool good = c->parseTranslationUnit2(index, PREFIX_FILE, command.items, (int)command.n, files.items,
                                       (unsigned)files.n, options, &tu) == CXError_Success;
  coal_reading_end();
  good = good && !has_errors(c, tu) && c->saveTranslationUnit(tu, to, 0) == CXSaveError_None;
  if (tu) c->disposeTranslationUnit(tu);
  c->disposeIndex(index);
  coal_vec_free(&command);
  coal_vec_free(&files);
  return good;
}

static void make(coal_pch_cache *c, coal_arena *arena, const coal_pch_request *r, const char *path, const char *no) {
  if (!make_folder(c->folder) || !has_room(c->folder)) return;
  const char *temporary = coal_arena_format(arena, "%s.%ld.%u.tmp", path, (long)getpid(), c->made++);
  if (compile(r, temporary) && rename(temporary, path) == 0) {
    bound(c);
    return;
  }
  unlink(temporary);
  const int marker = open(no, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
  if (marker >= 0) close(marker);
}

/* The name belongs to something that is not our file (a pipe, a link, another user's file); it is left alone. */
static bool is_taken(const char *path) {
  struct stat s;
  return lstat(path, &s) == 0 && !coal_file_is_own(path);
}

const char *coal_pch_get(coal_pch_cache *c, coal_arena *arena, const coal_pch_request *r) {
  const key k = key_of(arena, r);
  const char *base = coal_arena_format(arena, "%s/%016" PRIx64 "%016" PRIx64, c->folder, k.a, k.b);
  const char *path = coal_arena_format(arena, "%s.pch", base), *no = coal_arena_format(arena, "%s.no", base);
  if (is_taken(path)) return NULL;
  if (!coal_file_is_own(path)) {
    pthread_mutex_lock(&c->lock);
    if (!coal_file_is_own(path) && access(no, F_OK) != 0) make(c, arena, r, path, no);
    pthread_mutex_unlock(&c->lock);
  }
  if (!coal_file_is_own(path) || access(path, R_OK) != 0) return NULL;
  note_use(path);
  return path;
}

void coal_pch_drop(const char *path) { unlink(path); }

/* ---- includes of the source ---------------------------------------------------------------------------- */

/* Behind blanks, line ends and comments. */
static const char *skip_comments(const char *p) {
  for (;;) {
    while (*p == ' ' || (*p >= '\t' && *p <= '\r')) p++;
    if (p[0] == '/' && p[1] == '/') {
      p += strcspn(p, "\n");
    } else if (p[0] == '/' && p[1] == '*') {
      const char *end = strstr(p + 2, "*/");
      if (!end) return p;
      p = end + 2;
    } else {
      return p;
    }
  }
}

/* The name in `#include <name>`, and the end of the line; NULL if p is not such a line. */
static const char *take_include(coal_arena *arena, const char **p) {
  const char *q = *p;
  if (*q++ != '#') return NULL;
  while (*q == ' ' || *q == '\t') q++;
  if (strncmp(q, "include", strlen("include")) != 0) return NULL;
  q += strlen("include");
  while (*q == ' ' || *q == '\t') q++;
  if (*q != '<') return NULL;
  const size_t n = strcspn(q + 1, ">\n");
  if (q[1 + n] != '>') return NULL;
  *p = q + n + 2;
  return coal_arena_string(arena, q + 1, n);
}

/* True if a folder of the user's holds the header. */
static bool is_users(coal_arena *arena, const char *name, const coal_strings *command, const char *toolkit) {
  for (size_t i = 0; i + 1 < command->n; i++) {
    const char *flag = command->items[i], *folder = command->items[i + 1];
    const bool is_folder =
        strcmp(flag, "-I") == 0 || strcmp(flag, "-isystem") == 0 || strcmp(flag, "-cxx-isystem") == 0;
    if (!is_folder || strncmp(folder, COAL_VIRTUAL_ROOT, strlen(COAL_VIRTUAL_ROOT)) == 0) continue;
    if (toolkit && strncmp(folder, toolkit, strlen(toolkit)) == 0) continue;
    if (access(coal_arena_format(arena, "%s/%s", folder, name), F_OK) == 0) return true;
  }
  return false;
}

const char *coal_pch_includes(coal_arena *arena, const char *source, const coal_strings *command, const char *toolkit) {
  coal_str out = {0};
  for (const char *p = skip_comments(source);; p = skip_comments(p)) {
    const char *name = take_include(arena, &p);
    if (!name || is_users(arena, name, command, toolkit)) break;
    coal_str_addf(&out, "#include <%s>\n", name);
  }
  const char *text = coal_arena_string(arena, out.n ? out.data : "", out.n);
  coal_str_free(&out);
  return text;
}
