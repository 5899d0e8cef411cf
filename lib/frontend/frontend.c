/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "frontend.h"

#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "cuda_headers/table.h"
#include "frontend/invoke/flags.h"
#include "frontend/invoke/pch.h"
#include "frontend/invoke/response.h"
#include "frontend/source/diagnose.h"
#include "frontend/source/guess.h"
#include "frontend/source/split_launch.h"
#include "frontend/translate/translate.h"
#include "util/alloc.h"
#include "util/file.h"
#include "util/reading.h"
#include "util/str.h"

struct coal_frontend {
  coal_libclang *clang;
  coal_pch_cache *cache; /* NULL: none */
};

/* What a result owns. */
typedef struct memory {
  coal_arena *arena;
  coal_strings words; /* the user's flags, response files opened */
  coal_strings command, unknown;
  coal_guess guess;
  coal_strings instances; /* the user's, then the supposed ones */
  COAL_VEC(coal_supposition) suppositions;
  coal_strings stand_ins;
} memory;

/* One try: with the toolkit or with the embedded headers. */
typedef struct attempt {
  const coal_frontend *f;
  const coal_parse_options *o;
  memory *memory;
  const char *path; /* of the file as libclang opens it */
  coal_touched source;
  const char *arch;
  const char *toolkit;      /* NULL: embedded */
  unsigned toolkit_version; /* × 10 */
  bool is_plain;            /* without a precompiled header, whatever there is */
  const char *pch;          /* read instead of the headers; NULL: none */
  CXIndex index;
  CXTranslationUnit tu;
  coal_diagnosis diagnosis;
  const char *text; /* of the source, without touches */
  size_t n_text;
} attempt;

int coal_frontend_open(const char *path, coal_frontend **out, char **error) {
  coal_libclang *clang = NULL;
  if (coal_libclang_open(path, &clang, error)) return -1;
  *out = coal_alloc(sizeof **out);
  **out = (coal_frontend){.clang = clang};
  return 0;
}

void coal_frontend_close(coal_frontend *f) {
  if (!f) return;
  coal_libclang_close(f->clang);
  coal_pch_cache_free(f->cache);
  free(f);
}

void coal_frontend_use_cache(coal_frontend *f, const char *folder, uint64_t bytes_max) {
  coal_pch_cache_free(f->cache);
  f->cache = coal_pch_cache_new(folder, bytes_max);
}

const char *coal_frontend_library(const coal_frontend *f) { return f->clang->path; }
const char *coal_frontend_version(const coal_frontend *f) { return f->clang->version; }
unsigned coal_frontend_major(const coal_frontend *f) { return f->clang->major; }
const char *coal_frontend_resource_dir(const coal_frontend *f) { return f->clang->resource_dir; }

/* ---- the source ---------------------------------------------------------------------------------------- */

static int fail(char **error, const char *file, const char *reason) {
  coal_str text = {0};
  coal_str_addf(&text, "%s: %s", file, reason);
  *error = text.data;
  return -1;
}

/* A source larger than this is none. */
enum { SOURCE_BYTES_MAX = 64 << 20 };

static int read_file(coal_arena *arena, const char *name, const char *path, const char **text, size_t *n,
                     char **error) {
  const char *why = NULL;
  char *read = coal_file_read(path, SOURCE_BYTES_MAX, n, &why);
  if (!read) return fail(error, name, why);
  *text = coal_arena_string(arena, read, *n);
  free(read);
  return 0;
}

static void touch_source(attempt *a) {
  a->source =
      coal_instantiate(a->memory->arena, a->text, a->n_text, a->memory->instances.items, a->memory->instances.n);
}

static int load_source(attempt *a, char **error) {
  const char *text = a->o->contents;
  size_t n = a->o->n_contents;
  if (!text && read_file(a->memory->arena, a->o->file, a->path, &text, &n, error)) return -1;
  if (memchr(text, '\0', n)) return fail(error, a->o->file, "is not a text file");
  a->text = coal_split_launch_join(a->memory->arena, text, n);
  a->n_text = n;
  for (size_t i = 0; i < a->o->n_instances; i++) coal_vec_push(&a->memory->instances, a->o->instances[i]);
  touch_source(a);
  return 0;
}

/* ---- parsing ------------------------------------------------------------------------------------------- */

static bool has_cccl(coal_arena *arena, const char *toolkit) {
  struct stat s;
  return toolkit && stat(coal_arena_format(arena, "%s/include/cccl/cuda", toolkit), &s) == 0 && S_ISDIR(s.st_mode);
}

static struct CXUnsavedFile unsaved(const char *path, const char *text, size_t n) {
  struct CXUnsavedFile file = {path, text, (unsigned long)n};
  return file;
}

typedef COAL_VEC(struct CXUnsavedFile) unsaved_list;

/* Either all embedded headers or the stand-ins and two: the one that takes the place of Clang's __clang_cuda_builtin_vars.h (the members of
 * threadIdx there are properties, which have no name in the AST), and the one that shows the values of attributes. */
static void add_headers(const attempt *a, unsaved_list *list) {
  coal_arena *arena = a->memory->arena;
  for (size_t i = 0; i < coal_cuda_headers_count; i++) {
    const coal_cuda_header *e = &coal_cuda_headers[i];
    const bool stands_in = strncmp(e->path, COAL_STAND_INS "/", strlen(COAL_STAND_INS "/")) == 0;
    if (!a->toolkit || stands_in || strcmp(e->path, "include/coalcheck/attribute_values.h") == 0)
      coal_vec_push(list, unsaved(coal_arena_format(arena, COAL_VIRTUAL_ROOT "/%s", e->path), e->text, e->n_bytes));
    else if (strcmp(e->path, "include/coalcheck/builtin_vars.h") == 0 && a->f->clang->resource_dir)
      coal_vec_push(
          list, unsaved(coal_arena_format(arena, "%s/include/__clang_cuda_builtin_vars.h", a->f->clang->resource_dir),
                        e->text, e->n_bytes));
  }
}

/* The source and unsaved buffers. */
static void add_sources(const attempt *a, unsaved_list *list) {
  coal_vec_push(list, unsaved(a->path, a->source.text, a->source.n));
  for (size_t i = 0; i < a->o->n_overlays; i++) {
    const coal_overlay *o = &a->o->overlays[i];
    if (strcmp(o->path, a->path) != 0) coal_vec_push(list, unsaved(o->path, o->text, o->n_bytes));
  }
}

static void build_command(attempt *a) {
  coal_flags_request request = {.user = a->memory->words.items,
                                .n_user = a->memory->words.n,
                                .is_nvcc = a->o->is_nvcc,
                                .directory = a->o->directory,
                                .arch = a->arch,
                                .toolkit = a->toolkit,
                                .toolkit_version = a->toolkit_version,
                                .resource_dir = a->f->clang->resource_dir,
                                .later = a->memory->guess.folders.items,
                                .n_later = a->memory->guess.folders.n,
                                .own = a->memory->guess.names.items,
                                .n_own = a->memory->guess.names.n,
                                .standard = a->memory->guess.needs_cxx20 ? "c++20" : NULL,
                                .has_cccl = has_cccl(a->memory->arena, a->toolkit)};
  a->memory->command.n = 0;
  a->memory->unknown.n = 0;
  coal_flags_build(a->memory->arena, &request, &a->memory->command, &a->memory->unknown);
}

/* The folders that the user's flags name. */
static void list_given(const coal_strings *command, coal_strings *out) {
  static const char *const names[] = {"-I", "-isystem", "-iquote", "-idirafter", "-cxx-isystem"};
  for (size_t i = 0; i < command->n; i++)
    for (size_t k = 0; k < sizeof names / sizeof *names; k++) {
      const char *word = command->items[i];
      const size_t n = strlen(names[k]);
      if (strncmp(word, names[k], n) != 0) continue;
      const char *folder = word[n] ? word + n : i + 1 < command->n ? command->items[i + 1] : NULL;
      if (folder && strncmp(folder, COAL_VIRTUAL_ROOT "/", strlen(COAL_VIRTUAL_ROOT "/")) != 0)
        coal_vec_push(out, folder);
    }
}

static void guess_surroundings(attempt *a) {
  coal_strings given = {0};
  build_command(a);
  list_given(&a->memory->command, &given);
  a->memory->guess = coal_guess_from(a->memory->arena, a->path, a->source.text, a->source.n, &given);
  coal_vec_free(&given);
}

static void drop_unit(attempt *a) {
  const coal_libclang *c = a->f->clang;
  if (a->tu) c->disposeTranslationUnit(a->tu);
  if (a->index) c->disposeIndex(a->index);
  a->tu = NULL;
  a->index = NULL;
}

/* ---- precompiled headers ------------------------------------------------------------------------------- */

/* The command without the words `-include X` and `-imacros X`, but with the embedded prelude if `with_prelude`. */
static void without_includes(const coal_strings *command, bool with_prelude, coal_strings *out) {
  for (size_t i = 0; i < command->n; i++) {
    const bool is_include = strcmp(command->items[i], "-include") == 0 || strcmp(command->items[i], "-imacros") == 0;
    const bool is_prelude =
        is_include && strncmp(command->items[i + 1], COAL_VIRTUAL_ROOT "/", strlen(COAL_VIRTUAL_ROOT "/")) == 0;
    if (!is_include || (is_prelude && with_prelude))
      coal_vec_push(out, command->items[i]);
    else
      i++;
  }
}

/* The command with the precompiled header instead of the headers in it. `-nocudainc` also removes the toolkit's
 * folder from the search path. */
static void read_pch_instead(attempt *a) {
  coal_strings *command = &a->memory->command;
  for (size_t i = 0; i + 1 < command->n; i++) {
    if (strcmp(command->items[i], "-include") != 0 ||
        strncmp(command->items[i + 1], COAL_VIRTUAL_ROOT "/", strlen(COAL_VIRTUAL_ROOT "/")) != 0)
      continue;
    memmove(command->items + i, command->items + i + 2, (command->n - i - 2) * sizeof *command->items);
    command->n -= 2;
    break;
  }
  if (a->toolkit) {
    coal_vec_push(command, "-nocudainc");
    coal_vec_push(command, "-isystem");
    coal_vec_push(command, coal_arena_format(a->memory->arena, "%s/include", a->toolkit));
  }
  coal_vec_push(command, "-include-pch");
  coal_vec_push(command, a->pch);
}

/* Chooses the precompiled header, if there is a cache. `headers`: without the source. */
static void choose_pch(attempt *a, const unsaved_list *headers) {
  coal_arena *arena = a->memory->arena;
  coal_strings command = {0};
  struct stat s = {0};
  a->pch = NULL;
  if (!a->f->cache || a->is_plain) return;
  without_includes(&a->memory->command, true, &command);
  if (a->toolkit) stat(coal_arena_format(arena, "%s/include/cuda_runtime_api.h", a->toolkit), &s);
  coal_pch_request r = {.clang = a->f->clang,
                        .command = command.items,
                        .n_command = command.n,
                        .files = headers->items,
                        .n_files = (unsigned)headers->n,
                        .stamp = coal_arena_format(arena, "%lld", (long long)s.st_mtime),
                        .includes = coal_pch_includes(arena, a->source.text, &command, a->toolkit)};
  a->pch = coal_pch_get(a->f->cache, arena, &r);
  if (!a->pch && *r.includes) {
    r.includes = "";
    a->pch = coal_pch_get(a->f->cache, arena, &r);
  }
  coal_vec_free(&command);
}

/* Nothing but the precompiled header itself is at fault: it was deleted, damaged, or a header changed. */
static bool is_stale(const attempt *a, enum CXErrorCode code) {
  if (!a->pch) return false;
  if (code != CXError_Success) return true;
  for (size_t i = 0; i < a->diagnosis.n; i++)
    if (!a->diagnosis.items[i].file && strstr(a->diagnosis.items[i].message, ".pch")) return true;
  return false;
}

/* ---- one parse ----------------------------------------------------------------------------------------- */

static enum CXErrorCode parse_once(attempt *a) {
  const coal_libclang *c = a->f->clang;
  unsaved_list files = {0};
  build_command(a);
  add_headers(a, &files);
  choose_pch(a, &files);
  if (a->pch) read_pch_instead(a);
  add_sources(a, &files);
  a->index = c->createIndex(a->pch != NULL, 0);
  /* As a prefix of something longer: what Clang does at the end of a whole file, and for which it fetches all
   * functions out of the precompiled header, is diagnosing. Templates are instantiated in a prefix, too, with
   * -fpch-instantiate-templates. */
  const unsigned options = CXTranslationUnit_KeepGoing | CXTranslationUnit_Incomplete;
  coal_reading_begin();
  enum CXErrorCode code =
      c->parseTranslationUnit2(a->index, a->path, a->memory->command.items, (int)a->memory->command.n, files.items,
                               (unsigned)files.n, options, &a->tu);
  coal_reading_end();
  coal_vec_free(&files);
  if (code == CXError_Success)
    a->diagnosis = coal_diagnose(a->memory->arena, c, a->tu, a->o->file, &a->source, a->memory->instances.n);
  else
    drop_unit(a);
  return code;
}

/* A stale precompiled header is made anew once, then done without. */
static enum CXErrorCode parse(attempt *a) {
  a->is_plain = false;
  enum CXErrorCode code = parse_once(a);
  for (int tries = 0; tries < 2 && is_stale(a, code); tries++) {
    drop_unit(a);
    coal_pch_drop(a->pch);
    a->is_plain = tries > 0;
    code = parse_once(a);
  }
  return code;
}

static void translate(attempt *a, coal_parse_result *out) {
  coal_tr t = {.c = a->f->clang,
               .m = coal_module_new(),
               .tu = a->tu,
               .scratch = coal_arena_new(),
               .main_path = a->o->file,
               .opened_path = a->path,
               .touched = &a->source,
               .unsaved = a->o->contents,
               .n_unsaved = a->o->n_contents,
               .has_overlays = a->o->n_overlays > 0,
               .has_wanted = COAL_ARENA_ARRAY(a->memory->arena, bool, a->memory->instances.n + 1),
               .n_asked = a->o->n_instances,
               .kept = a->memory->instances.n == a->o->n_instances ? a->memory->arena : NULL};
  out->module = t.m;
  coal_module_file(t.m, a->o->file, true, false);
  coal_tr_unit(&t);
  out->has_instance = t.has_wanted;
  for (size_t i = 0; i < t.suppositions.n; i++) coal_vec_push(&a->memory->suppositions, t.suppositions.items[i]);
  coal_vec_free(&t.suppositions);
  coal_arena_free(t.scratch);
}

/* ---- kernel templates without an instance -------------------------------------------------------------- */

/* Each template's list that is tried now. */
static void ask_for(attempt *a, const size_t *tried) {
  a->memory->instances.n = a->o->n_instances;
  for (size_t i = 0; i < a->memory->suppositions.n; i++) {
    const coal_supposition *s = &a->memory->suppositions.items[i];
    if (tried[i] < s->n) coal_vec_push(&a->memory->instances, s->lists[tried[i]]);
  }
  touch_source(a);
}

/* Steps the templates whose list Clang refuses on to the next one, or to none if `is_last`. False: none was refused. */
static bool step(const attempt *a, size_t *tried, bool is_last) {
  bool any = false;
  size_t k = a->o->n_instances;
  for (size_t i = 0; i < a->memory->suppositions.n; i++) {
    const coal_supposition *s = &a->memory->suppositions.items[i];
    if (tried[i] >= s->n) continue;
    const bool is_refused = a->diagnosis.is_refused[k++];
    if (is_refused) tried[i] = is_last ? s->n : tried[i] + 1;
    any |= is_refused;
  }
  return any;
}

/* A unit of more files takes seconds to parse (PyTorch's own headers are thousands): one more parse, no second one. */
enum { LARGE_UNIT_FILES = 1000 };

static void count_inclusion(CXFile file, CXSourceLocation *stack, unsigned n, CXClientData data) {
  (void)file, (void)stack, (void)n;
  ++*(size_t *)data;
}

static size_t included_files(const attempt *a) {
  size_t n = 0;
  a->f->clang->getInclusions(a->tu, count_inclusion, &n);
  return n;
}

/* Parses again with plausible instances of the templates that have none, until Clang takes them all. */
static void suppose(attempt *a, coal_parse_result *out) {
  attempt first = *a;
  const size_t rounds = included_files(a) > LARGE_UNIT_FILES ? 1 : COAL_SUPPOSED_MAX;
  bool is_last = false;
  size_t *tried = COAL_ARENA_ARRAY(a->memory->arena, size_t, a->memory->suppositions.n);
  bool good = false;
  for (size_t round = 0; round <= COAL_SUPPOSED_MAX && !good; round++) {
    ask_for(a, tried);
    a->tu = NULL, a->index = NULL;
    if (a->memory->instances.n == a->o->n_instances || parse(a) != CXError_Success) break;
    is_last = round + 1 >= rounds;
    good = !step(a, tried, is_last) && a->diagnosis.n_errors <= first.diagnosis.n_errors;
    if (!good) drop_unit(a);
  }
  if (good) {
    drop_unit(&first);
    coal_module_free(out->module);
    translate(a, out);
  } else {
    a->memory->instances.n = a->o->n_instances;
    *a = first;
    build_command(a);
  }
}

/* ---- choices ------------------------------------------------------------------------------------------- */

/* The GPU to parse for: the newest one that this Clang supports and that is not newer than the requested one. */
static const char *known_arch(const coal_frontend *f, const char *arch) {
  static const struct {
    unsigned long number;
    const char *name;
    unsigned since; /* of Clang's majors */
  } known[] = {{120, "sm_120", 21}, {103, "sm_103", 21}, {100, "sm_100", 21}, {90, "sm_90", 0},
               {89, "sm_89", 0},    {86, "sm_86", 0},    {80, "sm_80", 0},    {75, "sm_75", 0},
               {72, "sm_72", 0},    {70, "sm_70", 0},    {61, "sm_61", 0},    {60, "sm_60", 0}};
  const unsigned long number = strncmp(arch, "sm_", 3) == 0 ? strtoul(arch + 3, NULL, 10) : 0;
  if (strcmp(arch, "sm_90a") == 0) return arch;
  if (strcmp(arch, "sm_100a") == 0 && f->clang->major >= 21) return arch;
  for (size_t i = 0; i < sizeof known / sizeof *known; i++)
    if (number >= known[i].number && f->clang->major >= known[i].since) return known[i].name;
  return "sm_52";
}

static const char *choose_arch(const attempt *a) {
  if (a->o->arch) return a->o->arch;
  char *from_flags = coal_flags_arch(a->memory->words.items, a->memory->words.n);
  if (!from_flags) return "sm_80";
  const char *copy = coal_arena_string(a->memory->arena, from_flags, strlen(from_flags));
  free(from_flags);
  return copy;
}

/* The toolkit to try first, or NULL; `*note` says why an installed one is not used. −1: one was requested and not
 * found.
 */
static int choose_toolkit(attempt *a, const char **note, char **error) {
  if (a->o->headers == COAL_HEADERS_EMBEDDED) return 0;
  const char *hint = a->o->toolkit ? a->o->toolkit : coal_flags_cuda_path(a->memory->words.items, a->memory->words.n);
  char *path = NULL;
  unsigned version = 0;
  bool must = a->o->headers == COAL_HEADERS_TOOLKIT;
  const coal_libclang *c = a->f->clang;
  if (coal_toolkit_find(hint, &path, &version)) {
    if (must)
      return fail(error, hint ? hint : "CUDA toolkit",
                  "not found (no include/cuda_runtime.h): name one with --cuda-path=DIR");
    return 0;
  }
  const char *copy = coal_arena_string(a->memory->arena, path, strlen(path));
  free(path);
  if (!must && !coal_toolkit_suits(c->major, version))
    *note = coal_arena_format(a->memory->arena, "libclang %u cannot read the headers of CUDA %u.%u in %s", c->major,
                              version / 10, version % 10, copy);
  else if (!c->resource_dir)
    *note = coal_arena_format(a->memory->arena,
                              "the toolkit in %s needs Clang's own headers (package libclang-common-%u-dev)", copy,
                              c->major);
  else
    a->toolkit = copy;
  a->toolkit_version = version;
  return 0;
}

static const char *explain(enum CXErrorCode code) {
  switch (code) {
    case CXError_Crashed: return "libclang crashed while it read the file";
    case CXError_InvalidArguments: return "libclang was given wrong arguments";
    case CXError_ASTReadError: return "libclang could not read its own data";
    default: return "libclang gave up; are the compiler flags after -- right?";
  }
}

/* The embedded headers after the toolkit's: kept if they do better. */
static enum CXErrorCode fall_back(attempt *a, enum CXErrorCode code, const char **note) {
  attempt first = *a;
  const char *problem = code != CXError_Success ? explain(code) : first.diagnosis.items[0].message;
  if (code == CXError_Success && first.diagnosis.first_system_error) problem = first.diagnosis.first_system_error;
  a->toolkit = NULL;
  a->tu = NULL;
  a->index = NULL;
  enum CXErrorCode second = parse(a);
  bool better =
      second == CXError_Success && (code != CXError_Success || a->diagnosis.n_errors < first.diagnosis.n_errors);
  attempt *worse = better ? &first : a;
  drop_unit(worse);
  if (!better) {
    *a = first;
    build_command(a);
    return code;
  }
  *note = coal_arena_format(a->memory->arena,
                            "the built-in CUDA headers are read: with those of the toolkit in %s libclang %u says: %s",
                            first.toolkit, a->f->clang->major, problem);
  return second;
}

/* Parses with the toolkit first, if there is one. If that fails, because its headers do not suit this libclang or
 * Clang lacks a function of nvcc, parses with the embedded headers. */
static int parse_best(attempt *a, coal_parse_result *out, char **error) {
  enum CXErrorCode code = parse(a);
  bool may_fall_back = a->toolkit && a->o->headers == COAL_HEADERS_AUTO;
  if (may_fall_back && (code != CXError_Success || a->diagnosis.n_errors))
    code = fall_back(a, code, &out->headers_note);
  return code == CXError_Success ? 0 : fail(error, a->o->file, explain(code));
}

static void see_inclusion(CXFile file, CXSourceLocation *stack, unsigned n, CXClientData data) {
  static const char root[] = COAL_VIRTUAL_ROOT "/" COAL_STAND_INS "/";
  (void)stack, (void)n;
  attempt *a = data;
  CXString name = a->f->clang->getFileName(file);
  const char *path = a->f->clang->getCString(name);
  if (path && strncmp(path, root, strlen(root)) == 0 && strncmp(path + strlen(root), "coalcheck/", 10) != 0)
    coal_vec_push(&a->memory->stand_ins,
                  coal_arena_string(a->memory->arena, path + strlen(root), strlen(path + strlen(root))));
  a->f->clang->disposeString(name);
}

static void fill(attempt *a, coal_parse_result *out) {
  a->f->clang->getInclusions(a->tu, see_inclusion, a);
  out->stand_ins = a->memory->stand_ins.items;
  out->n_stand_ins = a->memory->stand_ins.n;

  out->diagnostics = a->diagnosis.items;
  out->n_diagnostics = a->diagnosis.n;
  out->n_errors = a->diagnosis.n_errors;
  out->used_toolkit = a->toolkit != NULL;
  out->used_cache = a->pch != NULL;
  out->toolkit = a->toolkit;
  out->command = a->memory->command.items;
  out->n_command = a->memory->command.n;
  out->unknown_flags = a->memory->unknown.items;
  out->n_unknown_flags = a->memory->unknown.n;
}

static void *do_nothing(void *data) { return data; }

/* libclang parses on a thread with a stack of 8 MB, and aborts the program where it cannot start one. */
static int need_a_thread(const attempt *a, char **error) {
  pthread_attr_t attributes;
  pthread_t thread;
  int problem = pthread_attr_init(&attributes);
  if (!problem) {
    problem = pthread_attr_setstacksize(&attributes, (size_t)8 << 20);
    if (!problem) problem = pthread_create(&thread, &attributes, do_nothing, NULL);
    if (!problem) pthread_join(thread, NULL);
    pthread_attr_destroy(&attributes);
  }
  if (!problem) return 0;
  return fail(error, a->o->file,
              coal_arena_format(a->memory->arena, "cannot start a thread for libclang: %s", strerror(problem)));
}

int coal_frontend_parse(coal_frontend *f, const coal_parse_options *options, coal_parse_result *out, char **error) {
  memset(out, 0, sizeof *out);
  memory *m = coal_alloc(sizeof *m);
  memset(m, 0, sizeof *m);
  m->arena = coal_arena_new();
  out->memory = m;
  attempt a = {.f = f, .o = options, .memory = m};
  a.path = options->file;
  coal_response_expand(m->arena, options->directory, options->flags, options->n_flags, &m->words);
  out->arch = choose_arch(&a);
  a.arch = known_arch(f, out->arch);
  out->read_cc = (unsigned)strtoul(a.arch + strlen("sm_"), NULL, 10);
  bool failed = need_a_thread(&a, error) || load_source(&a, error) || choose_toolkit(&a, &out->headers_note, error);
  if (!failed) guess_surroundings(&a);
  if (failed || parse_best(&a, out, error)) {
    coal_parse_result_free(out);
    return -1;
  }
  translate(&a, out);
  if (m->suppositions.n && !options->only_written) suppose(&a, out);
  for (size_t i = 0; i < a.diagnosis.n; i++)
    if (a.diagnosis.items[i].is_missing_include) coal_module_add_missing(out->module, a.diagnosis.items[i].missing);
  fill(&a, out);
  drop_unit(&a);
  return 0;
}

void coal_parse_result_free(coal_parse_result *r) {
  memory *m = r->memory;
  coal_module_free(r->module);
  if (m) {
    coal_vec_free(&m->words);
    coal_vec_free(&m->command);
    coal_vec_free(&m->unknown);
    coal_vec_free(&m->guess.folders);
    coal_vec_free(&m->guess.names);
    coal_vec_free(&m->stand_ins);
    coal_vec_free(&m->instances);
    coal_vec_free(&m->suppositions);
    coal_arena_free(m->arena);
    free(m);
  }
  memset(r, 0, sizeof *r);
}
