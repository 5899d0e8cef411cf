/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "inputs.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "database.h"
#include "extract/extract.h"
#include "frontend/frontend.h"
#include "git.h"
#include "includes.h"
#include "util/alloc.h"
#include "util/file.h"
#include "util/path.h"
#include "util/vec.h"

/** Bounds of the search for a file that includes a header where there is no database. */
enum { SEARCH_FILES_MAX = 2000, SEARCH_DEPTH_MAX = 12, SOURCE_BYTES_MAX = 64 << 20, EXTRACT_BYTES_MAX = 16 << 20 };

#define STDIN_NAME "<stdin>"

typedef COAL_VEC(const char *) names;

struct coal_inputs {
  const coal_config *config;
  coal_arena *arena;
  const char *cwd, *top; /* top: of the git repository, once asked for */
  bool asked_top;
  COAL_VEC(coal_database *) databases;
  coal_database *given; /* -p */
  names bad_databases;
  COAL_VEC(coal_input) list;
  names notes;
  coal_includes *includes;
  coal_project *project; /* NULL: one config for all */
  const char *error;
};

/** A source that may include a header. */
typedef struct candidate {
  const char *path; /* absolute */
  const coal_compile *command;
  size_t likeness;
} candidate;

typedef COAL_VEC(candidate) candidates;

#define NOTE(s, ...) coal_vec_push(&(s)->notes, coal_arena_format((s)->arena, __VA_ARGS__))

int coal_inputs_new(const coal_config *config, coal_inputs **out, const char **error) {
  coal_database *given = NULL;
  if (config->compile_database && coal_database_open(config->arena, config->compile_database, &given, error)) return -1;
  coal_inputs *s = coal_alloc(sizeof *s);
  *s = (coal_inputs){.config = config, .arena = coal_arena_new(), .given = given, .includes = coal_includes_new()};
  s->cwd = coal_path_cwd(s->arena);
  *out = s;
  return 0;
}

void coal_inputs_use_project(coal_inputs *s, coal_project *project) { s->project = project; }

const char *coal_inputs_error(const coal_inputs *s) { return s->error; }

void coal_inputs_free(coal_inputs *s) {
  if (!s) return;
  for (size_t i = 0; i < s->databases.n; i++) coal_database_close(s->databases.items[i]);
  coal_vec_free(&s->databases);
  coal_vec_free(&s->bad_databases);
  coal_database_close(s->given);
  coal_vec_free(&s->list);
  coal_vec_free(&s->notes);
  coal_includes_free(s->includes);
  coal_arena_free(s->arena);
  free(s);
}

const coal_input *coal_inputs_list(const coal_inputs *s, size_t *n) {
  *n = s->list.n;
  return s->list.items;
}

const char *const *coal_inputs_notes(const coal_inputs *s, size_t *n) {
  *n = s->notes.n;
  return s->notes.items;
}

static const char *git_top(coal_inputs *s) {
  if (!s->asked_top) s->top = coal_git_top(s->arena);
  s->asked_top = true;
  return s->top;
}

/* ---- databases ----------------------------------------------------------------------------------------- */

/** The opened database of that path; NULL if it cannot be read, which is noted once. */
static coal_database *opened(coal_inputs *s, const char *path) {
  for (size_t i = 0; i < s->databases.n; i++)
    if (strcmp(coal_database_path(s->databases.items[i]), path) == 0) return s->databases.items[i];
  for (size_t i = 0; i < s->bad_databases.n; i++)
    if (strcmp(s->bad_databases.items[i], path) == 0) return NULL;
  coal_database *d = NULL;
  const char *error = NULL;
  if (coal_database_open(s->arena, path, &d, &error)) {
    NOTE(s, "%s (ignored)", error);
    coal_vec_push(&s->bad_databases, path);
    return NULL;
  }
  coal_vec_push(&s->databases, d);
  return d;
}

/** The database of -p, or else the nearest one from the file's folder upward; NULL: none. `file` is absolute. */
static coal_database *database_for(coal_inputs *s, const char *file) {
  if (s->given) return s->given;
  const char *path = coal_database_search(s->arena, coal_path_folder(s->arena, file));
  return path ? opened(s, path) : NULL;
}

/* ---- one unit ------------------------------------------------------------------------------------------ */

static const char *from_here(coal_inputs *s, const char *absolute) {
  return coal_path_from_here(s->arena, s->cwd, NULL, absolute);
}

/** The config for the file; the common one, and an error, where its .coalcheck is bad. */
static const coal_config *config_for(coal_inputs *s, const char *file) {
  const char *error = NULL;
  const coal_config *c = s->project ? coal_project_for(s->project, coal_path_folder(s->arena, file), &error) : NULL;
  if (error && !s->error) s->error = coal_arena_string(s->arena, error, strlen(error));
  return c ? c : s->config;
}

static const char *arch_of(coal_inputs *s, const coal_config *config) {
  char *arch = coal_flags_arch(config->flags, config->n_flags);
  const char *copy = arch ? coal_arena_string(s->arena, arch, strlen(arch)) : NULL;
  free(arch);
  return copy;
}

/** Appends the unit; `c` may be NULL. `folder`, if not NULL, is one more -I. */
static coal_input *push(coal_inputs *s, const char *file, const coal_compile *c, const char *folder) {
  const coal_config *config = config_for(s, file);
  const size_t n_own = config->n_flags, n_first = c ? c->n_flags : 0;
  const char **flags = COAL_ARENA_ARRAY(s->arena, const char *, n_first + n_own + 2);
  coal_input i = {.file = file, .config = config, .flags = flags, .arch = arch_of(s, config)};
  if (n_first) memcpy(flags, c->flags, n_first * sizeof *flags);
  if (n_own) memcpy(flags + n_first, config->flags, n_own * sizeof *flags);
  i.n_flags = n_first + n_own;
  if (folder) {
    flags[i.n_flags++] = "-I";
    flags[i.n_flags++] = folder;
  }
  i.is_nvcc = c && c->is_nvcc;
  i.directory = c ? c->directory : NULL;
  coal_vec_push(&s->list, i);
  return &s->list.items[s->list.n - 1];
}

static void push_source(coal_inputs *s, const char *file, const char *absolute, coal_database *d) {
  const coal_compile *c = d ? coal_database_find(d, absolute) : NULL;
  if (d && !c && (c = coal_database_nearest(d, absolute)))
    NOTE(s, "%s is not in %s; the flags of %s are used", file, from_here(s, coal_database_path(d)),
         from_here(s, c->file));
  push(s, file, c, NULL);
}

/* ---- headers ------------------------------------------------------------------------------------------- */

/** The -I and -iquote folders among the flags, absolute. */
static void folders_of(coal_inputs *s, const char *const *flags, size_t n, const char *directory, names *out) {
  for (size_t i = 0; i < n; i++) {
    const size_t skip = strncmp(flags[i], "-I", 2) == 0                ? 2
                        : strncmp(flags[i], "-iquote", 7) == 0         ? 7
                        : strncmp(flags[i], "--include-path", 14) == 0 ? 14
                                                                       : 0;
    if (!skip) continue;
    const char *value = flags[i] + skip + (flags[i][skip] == '=');
    if (!*value && i + 1 < n) value = flags[++i];
    if (*value) coal_vec_push(out, coal_path_absolute(s->arena, directory, value));
  }
}

static bool reaches(coal_inputs *s, const char *source, const coal_compile *c, const char *header,
                    const char **suffix) {
  names folders = {0};
  if (c) folders_of(s, c->flags, c->n_flags, c->directory, &folders);
  folders_of(s, s->config->flags, s->config->n_flags, s->cwd, &folders);
  const bool found = coal_includes_reach(s->includes, source, header, folders.items, folders.n, c ? NULL : suffix);
  coal_vec_free(&folders);
  return found;
}

static int more_alike(const void *a, const void *b) {
  const candidate *x = a, *y = b;
  if (x->likeness != y->likeness) return x->likeness < y->likeness ? 1 : -1;
  return strcmp(x->path, y->path);
}

static void add_candidate(coal_inputs *s, candidates *list, const char *path, const coal_compile *c,
                          const char *header) {
  candidate one = {coal_arena_string(s->arena, path, strlen(path)), c, coal_path_likeness(path, header)};
  coal_vec_push(list, one);
}

static void candidates_in_database(coal_inputs *s, coal_database *d, const char *header, candidates *list) {
  for (size_t i = 0; i < coal_database_size(d); i++) {
    const coal_compile *c = coal_database_at(d, i);
    if (c->is_cuda && coal_path_is_file(c->file)) add_candidate(s, list, c->file, c, header);
  }
}

static void candidates_below(coal_inputs *s, const char *folder, const char *header, int depth, candidates *list) {
  DIR *dir = depth < SEARCH_DEPTH_MAX ? opendir(folder) : NULL;
  if (!dir) return;
  const struct dirent *e;
  while ((e = readdir(dir)) && list->n < SEARCH_FILES_MAX) {
    if (e->d_name[0] == '.') continue;
    const char *path = coal_arena_format(s->arena, "%s/%s", folder, e->d_name);
    if (coal_is_cuda_name(path) && coal_path_is_file(path))
      add_candidate(s, list, path, NULL, header);
    else if (e->d_type == DT_DIR)
      candidates_below(s, path, header, depth + 1, list);
  }
  closedir(dir);
}

static bool is_below(const char *path, const char *folder) {
  const size_t n = folder ? strlen(folder) : 0;
  return n > 1 && strncmp(path, folder, n) == 0 && path[n] == '/';
}

/** The files that may include the header, most alike first: those of the database, else those of the repository, of the
 *  working folder, or of the header's. */
static void find_candidates(coal_inputs *s, coal_database *d, const char *header, candidates *list) {
  if (d) {
    candidates_in_database(s, d, header, list);
  } else {
    const char *top = git_top(s);
    const char *folder = is_below(header, top)      ? top
                         : is_below(header, s->cwd) ? s->cwd
                                                    : coal_path_folder(s->arena, header);
    candidates_below(s, folder, header, 0, list);
  }
  if (list->n) qsort(list->items, list->n, sizeof *list->items, more_alike);
}

/** True if a unit that is reported on whole includes the header, or one that is there for headers does, which then is
 *  reported on for this one too. */
static bool is_covered(coal_inputs *s, const char *file, const char *header, coal_database *d) {
  for (size_t i = 0; i < s->list.n; i++) {
    coal_input *unit = &s->list.items[i];
    const char *source = coal_path_absolute(s->arena, s->cwd, unit->file);
    const char *suffix = NULL;
    if (!reaches(s, source, d ? coal_database_find(d, source) : NULL, header, &suffix) || suffix) continue;
    if (unit->n_only) {
      const char **only = COAL_ARENA_ARRAY(s->arena, const char *, unit->n_only + 1);
      memcpy(only, unit->only, unit->n_only * sizeof *only);
      only[unit->n_only++] = file;
      unit->only = only;
    }
    NOTE(s, "%s is judged through %s", file, unit->file);
    return true;
  }
  return false;
}

/** "/p/include" for the header /p/include/a/k.cuh that is included as "a/k.cuh"; NULL without a suffix. */
static const char *folder_of_suffix(coal_inputs *s, const char *header, const char *suffix) {
  if (!suffix) return NULL;
  return coal_arena_string(s->arena, header, strlen(header) - strlen(suffix) - 1);
}

/** False if no file includes it. */
static bool push_includer(coal_inputs *s, const char *file, const char *header, coal_database *d) {
  candidates list = {0};
  bool found = false;
  find_candidates(s, d, header, &list);
  for (size_t i = 0; i < list.n && !found; i++) {
    const candidate *c = &list.items[i];
    const char *suffix = NULL;
    if (!reaches(s, c->path, c->command, header, &suffix)) continue;
    found = true;
    coal_input *unit = push(s, from_here(s, c->path), c->command, folder_of_suffix(s, header, suffix));
    const char **only = COAL_ARENA_ARRAY(s->arena, const char *, 1);
    only[0] = file;
    unit->only = only;
    unit->n_only = 1;
    NOTE(s, "%s is judged through %s, which includes it", file, unit->file);
  }
  coal_vec_free(&list);
  return found;
}

/* ---- files --------------------------------------------------------------------------------------------- */

/** True if the name has a suffix of C++ sources or none. Other files may contain kernels as text: a README, for
 *  example. */
static bool is_source_name(const char *path) {
  static const char *const suffixes[] = {".c", ".C", ".cc", ".cpp", ".cxx", ".c++", ".inc", ".inl"};
  const char *slash = strrchr(path, '/'), *dot = strrchr(slash ? slash : path, '.');
  for (size_t i = 0; dot && i < sizeof suffixes / sizeof *suffixes; i++)
    if (!strcmp(dot, suffixes[i])) return true;
  return !dot;
}

/** True if the text has something of CUDA in it. */
static bool smells_of_cuda(const char *text) {
  return strstr(text, "__global__") || strstr(text, "__device__") || strstr(text, "<<<");
}

static bool file_smells_of_cuda(const char *path) {
  char *text = coal_file_read(path, SOURCE_BYTES_MAX, NULL, NULL);
  const bool found = text && smells_of_cuda(text);
  free(text);
  return found;
}

/** Adds the sources inside a file (kernels in strings, fences and cells), with the flags of the config alone. */
static void push_extracts(coal_inputs *s, const char *file, const coal_extract *list, size_t n) {
  for (size_t i = 0; i < n; i++) {
    if (list[i].skipped) {
      NOTE(s, "%s:%u: the CUDA source was not analysed: %s", file, list[i].line1, list[i].skipped);
      continue;
    }
    coal_input *unit = push(s, file, NULL, NULL);
    unit->contents = list[i].text;
    unit->n_contents = list[i].n_bytes;
    unit->is_extract = true;
    unit->is_edited = !list[i].is_verbatim;
  }
}

/** A file that is read for the sources inside it; a C++ source is itself one more if CUDA is left without them. */
static void add_with_extracts(coal_inputs *s, const char *file, const char *absolute, coal_database *d, bool is_cuda) {
  const coal_extract_kind kind = coal_extract_kind_of(file);
  size_t n_text, n = 0;
  char *text = coal_file_read(file, EXTRACT_BYTES_MAX, &n_text, NULL);
  const coal_extract *list = text ? coal_extract_all(s->arena, kind, text, n_text, &n) : NULL;
  for (size_t i = 0; i < n; i++) memset(text + list[i].begin_bytes, ' ', list[i].end_bytes - list[i].begin_bytes);
  const bool is_source = is_cuda || (is_source_name(file) && (text ? smells_of_cuda(text) : file_smells_of_cuda(file)));
  free(text);
  if (is_source) push_source(s, file, absolute, d);
  push_extracts(s, file, list, n);
  if (!is_source && !n) NOTE(s, "%s: skipped: not a CUDA file", file);
}

static void add_header(coal_inputs *s, const char *file, const char *absolute, coal_database *d) {
  if (is_covered(s, file, absolute, d) || push_includer(s, file, absolute, d)) return;
  if (!file_smells_of_cuda(file)) {
    NOTE(s, "%s: skipped: no CUDA file includes it", file);
    return;
  }
  const coal_compile *c = d ? coal_database_nearest(d, absolute) : NULL;
  push(s, file, c, NULL);
  NOTE(s, "%s: no CUDA file that includes it was found; it is judged alone", file);
}

/** A repository of its own inside the one that we are in, as submodules are. */
static bool is_inner_repository(coal_inputs *s, const char *path) {
  const char *git = coal_arena_format(s->arena, "%s/.git", path);
  if (!coal_path_is_file(git) && !coal_path_is_folder(git)) return false;
  const char *top = git_top(s), *absolute = coal_path_absolute(s->arena, s->cwd, path);
  return top && strncmp(absolute, top, strlen(top)) == 0 && absolute[strlen(top)] == '/';
}

/** The name that the file has here: git's names start at the top of the repository. NULL: it was deleted. */
static const char *existing(coal_inputs *s, const char *given) {
  if (coal_path_is_file(given) || coal_path_is_folder(given) || given[0] == '/') return given;
  const char *file = coal_git_unquoted(s->arena, given);
  const char *top = git_top(s);
  if (!top) return file;
  const char *from_top = coal_arena_format(s->arena, "%s/%s", top, file);
  if (coal_path_is_file(from_top) || is_inner_repository(s, from_top)) return from_here(s, from_top);
  const bool knew = coal_git_knew(file) || coal_git_knew(coal_arena_format(s->arena, "%s/%s", top, file));
  return knew ? NULL : file;
}

static bool is_hip_name(const char *path) {
  return coal_path_ends_in(path, ".hip") || coal_path_ends_in(path, ".hip.cpp") || coal_path_ends_in(path, ".hip.h");
}

/** "-": what is on standard input. */
static void add_stdin(coal_inputs *s) {
  size_t n;
  char *text = coal_stream_read(stdin, &n);
  if (!text) {
    s->error = "cannot read standard input";
    return;
  }
  coal_input *unit = push(s, STDIN_NAME, NULL, NULL);
  unit->contents = coal_arena_string(s->arena, text, n);
  unit->n_contents = n;
  free(text);
}

void coal_inputs_add(coal_inputs *s, const char *given) {
  if (strcmp(given, "-") == 0) {
    add_stdin(s);
    return;
  }
  if (is_hip_name(given)) {
    s->error = coal_arena_format(
        s->arena, "%s: coalcheck reads CUDA, not HIP; name the CUDA source that it was made from", given);
    return;
  }
  const char *file = existing(s, given);
  if (!file) {
    NOTE(s, "%s: skipped: it was deleted", given);
    return;
  }
  if (is_inner_repository(s, file)) {
    NOTE(s, "%s: skipped: a repository of its own", given);
    return;
  }
  const char *absolute = coal_path_absolute(s->arena, s->cwd, file);
  coal_database *d = database_for(s, absolute);
  const coal_compile *c = d ? coal_database_find(d, absolute) : NULL;
  const bool is_cuda = coal_is_cuda_name(file) || (c && c->is_cuda) || !coal_path_is_regular(file);
  if (!is_cuda && coal_is_header_name(file))
    add_header(s, file, absolute, d);
  else
    add_with_extracts(s, file, absolute, d, is_cuda);
}

static void add_database(coal_inputs *s, coal_database *d) {
  const size_t n_before = s->list.n;
  for (size_t i = 0; i < coal_database_size(d); i++) {
    const coal_compile *c = coal_database_at(d, i);
    bool is_first = c->is_cuda;
    for (size_t k = 0; k < i && is_first; k++) is_first = strcmp(coal_database_at(d, k)->file, c->file) != 0;
    if (is_first) push(s, from_here(s, c->file), c, NULL);
  }
  if (s->list.n == n_before)
    s->error = coal_arena_format(s->arena, "no CUDA file in %s, which lists %zu file%s: was it made with CUDA on?",
                                 from_here(s, coal_database_path(d)), coal_database_size(d),
                                 coal_database_size(d) == 1 ? "" : "s");
}

void coal_inputs_add_all(coal_inputs *s) {
  /* Headers after the sources that may include them. */
  for (size_t i = 0; i < s->config->n_files; i++)
    if (!coal_is_header_name(s->config->files[i])) coal_inputs_add(s, s->config->files[i]);
  for (size_t i = 0; i < s->config->n_files; i++)
    if (coal_is_header_name(s->config->files[i])) coal_inputs_add(s, s->config->files[i]);
  if (s->config->n_files == 0 && s->given) add_database(s, s->given);
}
