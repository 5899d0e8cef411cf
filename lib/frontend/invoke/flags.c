/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "flags.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "flag_table.h"
#include "frontend/frontend.h"
#include "response.h"
#include "util/alloc.h"
#include "util/path.h"

static bool starts_with(const char *s, const char *prefix) { return strncmp(s, prefix, strlen(prefix)) == 0; }

/* One translation of a command line. */
typedef struct flag_reader {
  coal_arena *arena;
  const coal_flags_request *request;
  coal_strings *out, *unknown;
  bool is_nvcc;    /* lists are taken apart */
  const char *cwd; /* "" if it cannot be had */
} flag_reader;

/* One flag: `value` NULL when it has none. */
typedef struct flag {
  const coal_flag_row *row;
  const char *word, *value;
  size_t n_words;
} flag;

static void read_words(flag_reader *r, const char *const *words, size_t n);

/* ---- paths --------------------------------------------------------------------------------------------- */

/* An -include is searched in the directory first, then on the include path. */
static const char *translated_path(flag_reader *r, const coal_flag_row *row, const char *path) {
  const char *directory = r->request->directory;
  if (!directory || path[0] == '=') return path;
  const char *translated = coal_path_from_here(r->arena, r->cwd, directory, path);
  const bool may_be_elsewhere = strcmp(row->clang, "-include") == 0 || strcmp(row->clang, "-imacros") == 0;
  return may_be_elsewhere && access(translated, R_OK) != 0 ? path : translated;
}

static void push_path(flag_reader *r, const flag *f, const char *value) {
  const char *path = translated_path(r, f->row, value), *name = f->row->clang;
  if (name[strlen(name) - 1] == '=') {
    coal_vec_push(r->out, coal_arena_format(r->arena, "%s%s", name, path));
  } else {
    coal_vec_push(r->out, name);
    coal_vec_push(r->out, path);
  }
}

/* ---- one flag ------------------------------------------------------------------------------------------ */

/* The next part of nvcc's list. Commas separate, except in double quotes or after a backslash. */
static const char *next_part(coal_arena *arena, const char **list) {
  char *part = coal_arena_alloc(arena, strlen(*list) + 1), *to = part;
  const char *p = *list;
  bool quoted = false;
  for (; *p && (*p != ',' || quoted); p++) {
    if (*p == '"') quoted = !quoted;
    if (*p == '\\' && p[1] == ',') p++;
    *to++ = *p;
  }
  *list = p + (*p == ',');
  return part;
}

static void push_one(flag_reader *r, const flag *f, const char *value) {
  if (!*value) return;
  if (f->row->action == COAL_FLAG_PATH)
    push_path(r, f, value);
  else
    coal_vec_push(r->out, coal_arena_format(r->arena, "%s%s", f->row->clang, value));
}

static void push_list(flag_reader *r, const flag *f) {
  /* No macro's name has a comma in it, whatever the compiler is. */
  const bool is_list = r->is_nvcc || (f->row->action == COAL_FLAG_MACRO && strchr(f->value, ',') &&
                                      strcspn(f->value, ",") < strcspn(f->value, "=("));
  if (!is_list) {
    push_one(r, f, f->value);
    return;
  }
  for (const char *list = f->value; *list;) push_one(r, f, next_part(r->arena, &list));
}

static bool is_standard(const char *name) {
  static const char *const known[] = {"98", "03", "0x", "11", "1y", "14", "1z",
                                      "17", "2a", "20", "2b", "23", "2c", "26"};
  const size_t skip = starts_with(name, "c++") ? 3 : starts_with(name, "gnu++") ? 5 : 0;
  for (size_t i = 0; skip && i < sizeof known / sizeof *known; i++)
    if (strcmp(name + skip, known[i]) == 0) return true;
  return false;
}

/* Flags for the host compiler, separated by commas or blanks: -Xcompiler "-DA -DB". */
static void forward(flag_reader *r, const char *value) {
  coal_strings words = {0};
  while (*value) {
    size_t n;
    const char *const *parts = coal_flags_split(r->arena, next_part(r->arena, &value), &n);
    for (size_t i = 0; i < n; i++) coal_vec_push(&words, parts[i]);
  }
  flag_reader behind = *r;
  behind.is_nvcc = false;
  read_words(&behind, words.items, words.n);
  coal_vec_free(&words);
}

/* `-Xclang -include -Xclang X` is an -include; a few words are Clang's own whitelist; plugins and the rest are not for
 * the analysis. Returns how many words were used. */
static size_t take_xclang(flag_reader *r, const char *const *words, size_t n) {
  const bool joined = words[0][strlen("-Xclang")] == '=';
  const char *word = joined ? words[0] + strlen("-Xclang=") : n > 1 ? words[1] : "";
  const size_t used = joined || n < 2 ? 1 : 2;
  const bool has_value = used == 2 && n >= 4 && strcmp(words[2], "-Xclang") == 0;
  if (starts_with(word, "-fcuda-") || strcmp(word, "-fdeclspec") == 0) {
    coal_vec_push(r->out, "-Xclang");
    coal_vec_push(r->out, word);
  } else if (strcmp(word, "-include") == 0 && has_value) {
    const char *both[] = {word, words[3]};
    read_words(r, both, 2);
    return 4;
  }
  const bool is_pair = strcmp(word, "-load") == 0 || starts_with(word, "-plugin") || starts_with(word, "-add-plugin") ||
                       strcmp(word, "-include-pch") == 0 || strcmp(word, "-mllvm") == 0;
  return is_pair && has_value ? 4 : used;
}

static void push_define(flag_reader *r, const flag *f) {
  if (!f->value || strcmp(f->value, "false") != 0)
    coal_vec_push(r->out, coal_arena_format(r->arena, "-D%s", f->row->clang));
}

/* nvcc: `-Werror all-warnings,reorder`; Clang: `-Werror`. */
static bool is_werror_kind(const char *word) {
  static const char *const kinds[] = {"all-warnings",
                                      "cross-execution-space-call",
                                      "reorder",
                                      "deprecated-declarations",
                                      "default-stream-launch",
                                      "ext-lambda-captures-this",
                                      "missing-launch-bounds"};
  for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
    if (starts_with(word, kinds[i])) return true;
  return false;
}

static void act(flag_reader *r, const flag *f) {
  switch (f->row->action) {
    case COAL_FLAG_KEEP:
      coal_vec_push(r->out, f->word);
      if (f->n_words > 1) coal_vec_push(r->out, f->value);
      return;
    case COAL_FLAG_PATH:
    case COAL_FLAG_MACRO: push_list(r, f); return;
    case COAL_FLAG_DEFINE: push_define(r, f); return;
    case COAL_FLAG_STD:
      if (is_standard(f->value)) coal_vec_push(r->out, coal_arena_format(r->arena, "-std=%s", f->value));
      return;
    case COAL_FLAG_FORWARD: forward(r, f->value); return;
    case COAL_FLAG_DROP:
    case COAL_FLAG_XCLANG:
    case COAL_FLAG_WERROR: return;
  }
}

static void push_unknown(flag_reader *r, const char *word) {
  if (!r->unknown) return;
  for (size_t i = 0; i < r->unknown->n; i++)
    if (strcmp(r->unknown->items[i], word) == 0) return;
  coal_vec_push(r->unknown, word);
}

/* Takes one flag; returns how many words it had. */
static size_t take(flag_reader *r, const char *const *words, size_t n) {
  flag f = {.word = words[0], .n_words = 1};
  unsigned form = 0;
  const bool is_input = f.word[0] != '-' || !f.word[1];
  if (is_input && f.word[0] != '@') return 1;
  f.row = is_input ? NULL : coal_flag_find(f.word, &form, &f.value);
  if (!f.row) return push_unknown(r, f.word), 1;
  if (f.row->action == COAL_FLAG_XCLANG) return take_xclang(r, words, n);
  if (f.row->action == COAL_FLAG_WERROR) return n > 1 && is_werror_kind(words[1]) ? 2 : 1;
  if (form == COAL_FLAG_NEXT) {
    if (n < 2) return 1;
    f.value = words[1];
    f.n_words = 2;
  }
  act(r, &f);
  return f.n_words;
}

static void read_words(flag_reader *r, const char *const *words, size_t n) {
  for (size_t i = 0; i < n;) i += take(r, words + i, n - i);
}

bool coal_flags_are_nvcc(const char *const *flags, size_t n) {
  for (size_t i = 0; i < n; i++) {
    unsigned form;
    const char *value;
    const coal_flag_row *row = flags[i][0] == '-' ? coal_flag_find(flags[i], &form, &value) : NULL;
    if (row && row->only_nvcc) return true;
  }
  return false;
}

/* ---- the whole vector ---------------------------------------------------------------------------------- */

static bool has_standard(const coal_strings *flags) {
  for (size_t i = 0; i < flags->n; i++)
    if (starts_with(flags->items[i], "-std=")) return true;
  return false;
}

static void push_all(coal_strings *out, const char *const *list) {
  for (; *list; list++) coal_vec_push(out, *list);
}

/* -nocudalib (no device library is needed to parse) keeps the driver from passing the toolkit's version on, without
 * which launches go through a function that is gone. A version newer than Clang knows counts as none. */
static void add_toolkit(coal_arena *arena, const coal_flags_request *r, coal_strings *out) {
  unsigned version = r->toolkit_version > 123 ? 123 : r->toolkit_version;
  coal_vec_push(out, coal_arena_format(arena, "--cuda-path=%s", r->toolkit));
  coal_vec_push(out, "-nocudalib");
  coal_vec_push(out, "-Xclang");
  coal_vec_push(out, coal_arena_format(arena, "-target-sdk-version=%u.%u", version / 10, version % 10));
  coal_vec_push(out, "-include");
  coal_vec_push(out, COAL_VIRTUAL_ROOT "/include/coalcheck/attribute_values.h");
  if (!r->has_cccl) return;
  coal_vec_push(out, "-isystem");
  coal_vec_push(out, coal_arena_format(arena, "%s/include/cccl", r->toolkit));
}

/* The virtual --cuda-path keeps Clang from looking at a toolkit of the machine; the version makes launches go through
 * __cudaPushCallConfiguration, the feature allows the builtins of newer GPUs. The machine's own C library and Clang's
 * own headers come first. */
static void add_embedded(coal_strings *out) {
  static const char *const fixed[] = {"--cuda-path=" COAL_VIRTUAL_ROOT,
                                      "-nocudainc",
                                      "-nocudalib",
                                      "-Xclang",
                                      "-target-sdk-version=12.3",
                                      "-Xclang",
                                      "-target-feature",
                                      "-Xclang",
                                      "+ptx78",
                                      "-isystem",
                                      COAL_VIRTUAL_ROOT "/include",
                                      "-include",
                                      COAL_VIRTUAL_ROOT "/include/coalcheck/cuda_builtin.h",
                                      "-idirafter",
                                      COAL_VIRTUAL_ROOT "/std",
                                      "-idirafter",
                                      COAL_VIRTUAL_ROOT "/builtin",
                                      NULL};
  push_all(out, fixed);
}

void coal_flags_build(coal_arena *arena, const coal_flags_request *r, coal_strings *out, coal_strings *unknown) {
  static const char *const always[] = {
      "-x", "cuda",    "--cuda-device-only",          "-fgpu-rdc", "-ferror-limit=0",
      "-w", "-Xclang", "-fpch-instantiate-templates", NULL}; /* as said to parse_once */
  push_all(out, always);
  coal_vec_push(out, coal_arena_format(arena, "--cuda-gpu-arch=%s", r->arch));
  if (r->resource_dir) coal_vec_push(out, coal_arena_format(arena, "-resource-dir=%s", r->resource_dir));
  if (r->toolkit)
    add_toolkit(arena, r, out);
  else
    add_embedded(out);
  flag_reader in = {.arena = arena,
                    .request = r,
                    .out = out,
                    .unknown = unknown,
                    .is_nvcc = r->is_nvcc || coal_flags_are_nvcc(r->user, r->n_user),
                    .cwd = coal_path_cwd(arena)};
  read_words(&in, r->user, r->n_user);
  if (!has_standard(out)) coal_vec_push(out, coal_arena_format(arena, "-std=%s", r->standard ? r->standard : "c++17"));
  for (size_t i = 0; i < r->n_later; i++) {
    coal_vec_push(out, "-idirafter");
    coal_vec_push(out, r->later[i]);
  }
  for (size_t i = 0; i < r->n_own; i++)
    coal_vec_push(out, coal_arena_format(arena, "--no-system-header-prefix=%s", r->own[i]));
  coal_vec_push(out, "-idirafter");
  coal_vec_push(out, COAL_VIRTUAL_ROOT "/" COAL_STAND_INS);
}

const char *coal_flags_cuda_path(const char *const *flags, size_t n) {
  for (size_t i = 0; i < n; i++) {
    if (starts_with(flags[i], "--cuda-path=")) return flags[i] + strlen("--cuda-path=");
    if (strcmp(flags[i], "--cuda-path") == 0 && i + 1 < n) return flags[i + 1];
  }
  return NULL;
}

/* "sm_80" out of "sm_80,compute_80", "arch=compute_80,code=sm_80", "compute_80", "80", "native"; NULL if it names none.
 */
static char *arch_in(const char *value) {
  for (const char *p = value; *p; p++) {
    size_t skip = starts_with(p, "sm_") ? 3 : starts_with(p, "compute_") ? 8 : 0;
    bool is_number = p == value && isdigit((unsigned char)*p);
    if (!skip && !is_number) continue;
    size_t digits = strspn(p + skip, "0123456789");
    if (!digits) continue;
    if (strchr("af", p[skip + digits]) && p[skip + digits]) digits++;
    char *arch = coal_alloc(digits + sizeof "sm_");
    memcpy(arch, "sm_", 3);
    memcpy(arch + 3, p + skip, digits);
    arch[3 + digits] = '\0';
    return arch;
  }
  return NULL;
}

static bool is_one_of(const char *s, size_t n, const char *const *list) {
  for (; *list; list++)
    if (strlen(*list) == n && strncmp(s, *list, n) == 0) return true;
  return false;
}

char *coal_flags_arch(const char *const *flags, size_t n) {
  static const char *const names[] = {"--cuda-gpu-arch", "--offload-arch",  "-arch", "--gpu-architecture",
                                      "-gencode",        "--generate-code", NULL};
  for (size_t i = 0; i < n; i++) {
    const char *equals = strchr(flags[i], '=');
    const size_t length = equals ? (size_t)(equals - flags[i]) : strlen(flags[i]);
    if (!is_one_of(flags[i], length, names)) continue;
    const char *value = equals ? equals + 1 : i + 1 < n ? flags[i + 1] : "";
    char *arch = arch_in(value);
    if (arch) return arch;
  }
  return NULL;
}
