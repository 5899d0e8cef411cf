/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "git.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "process.h"
#include "util/path.h"
#include "util/vec.h"

/** A repository may name a program that watches its files. */
#define NO_MONITOR "-c", "core.fsmonitor=false"

typedef COAL_VEC(coal_line_range) lines_list;

/** Standard output of git without its last line end, in the arena; NULL when git failed. */
static const char *git(coal_arena *arena, const char *const *argv) {
  coal_str out = {0};
  const int status = coal_process_read(argv, &out);
  if (status == 0 && out.n && out.data[out.n - 1] == '\n') out.n--;
  const char *text = status == 0 ? coal_arena_string(arena, out.n ? out.data : "", out.n) : NULL;
  coal_str_free(&out);
  return text;
}

const char *coal_git_top(coal_arena *arena) {
  const char *const argv[] = {"git", NO_MONITOR, "rev-parse", "--show-toplevel", NULL};
  return git(arena, argv);
}

bool coal_git_knew(const char *path) {
  coal_arena *arena = coal_arena_new();
  const char *literal = coal_arena_format(arena, ":(literal)%s", path);
  const char *const indexed[] = {"git", NO_MONITOR, "ls-files", "--error-unmatch", "--", literal, NULL};
  const char *const committed[] = {"git", NO_MONITOR, "log", "-1", "--format=%h", "--", literal, NULL};
  const char *commit;
  const bool knew = git(arena, indexed) || ((commit = git(arena, committed)) && *commit);
  coal_arena_free(arena);
  return knew;
}

/* One character of a quoted name, and behind it. */
static char unquoted(const char **p) {
  static const char letters[] = "abtnvfr\"\\", meant[] = "\a\b\t\n\v\f\r\"\\";
  const char *q = *p;
  if (*q != '\\' || !q[1]) return *p = q + 1, *q;
  const char *letter = strchr(letters, q[1]);
  if (letter) return *p = q + 2, meant[letter - letters];
  unsigned value = 0, n = 0;
  for (q++; n < 3 && *q >= '0' && *q <= '7'; n++) value = value * 8 + (unsigned)(*q++ - '0');
  *p = n ? q : q + 1;
  return n ? (char)value : q[0];
}

const char *coal_git_unquoted(coal_arena *arena, const char *name) {
  const size_t n = strlen(name);
  if (n < 2 || name[0] != '"' || name[n - 1] != '"') return name;
  char *out = coal_arena_alloc(arena, n), *to = out;
  for (const char *p = name + 1; p < name + n - 1;) *to++ = unquoted(&p);
  return out;
}

/* ---- changed lines ------------------------------------------------------------------------------------- */

static bool is_shallow(coal_arena *arena) {
  const char *const argv[] = {"git", NO_MONITOR, "rev-parse", "--is-shallow-repository", NULL};
  const char *answer = git(arena, argv);
  return answer && strcmp(answer, "true") == 0;
}

/** Where to start comparing, or NULL when there is no such revision. */
static const char *base_of(coal_arena *arena, const char *revision) {
  const char *commit = coal_arena_format(arena, "%s^{commit}", revision);
  const char *const exists[] = {"git",     NO_MONITOR,         "rev-parse", "--verify",
                                "--quiet", "--end-of-options", commit,      NULL};
  const char *found = git(arena, exists);
  if (!found) return NULL;
  const char *const merge_base[] = {"git", NO_MONITOR, "merge-base", found, "HEAD", NULL};
  const char *base = git(arena, merge_base);
  return base ? base : found;
}

/** The file that a line "+++ b/path" names, absolute, NULL for /dev/null. */
static const char *file_of(coal_arena *arena, const char *top, const char *name) {
  if (strcmp(name, "/dev/null") == 0) return NULL;
  size_t n = strlen(name);
  if (name[n - 1] == '\t') n--; /* git's mark behind names with blanks */
  return coal_arena_format(arena, "%s/%.*s", top, (int)n, name);
}

/** Reads "first,count"; a count of 1 may be left out. False if it is none. */
static bool read_span(const char *p, unsigned *first, unsigned *count) {
  *count = 1;
  return sscanf(p, "%u,%u", first, count) >= 1;
}

/** "@@ -a,b +c,d @@"; returns how many lines of content follow. */
static unsigned add_hunk(lines_list *list, const char *file, const char *line) {
  unsigned first, removed, added;
  const char *plus = strchr(line, '+');
  if (!plus || !read_span(line + strlen("@@ -"), &first, &removed) || !read_span(plus + 1, &first, &added)) return 0;
  coal_line_range lines = {file, added ? first : 0, added ? first + added - 1 : 0};
  if (file) coal_vec_push(list, lines);
  return removed + added;
}

static void read_diff(coal_arena *arena, const char *top, const char *diff, lines_list *list) {
  const char *file = NULL;
  unsigned content = 0;
  for (const char *p = diff; *p;) {
    const size_t n = strcspn(p, "\n");
    if (content && (*p == '+' || *p == '-'))
      content--;
    else if (strncmp(p, "+++ ", 4) == 0)
      file = file_of(arena, top, coal_arena_string(arena, p + 4, n - 4));
    else if (strncmp(p, "@@ -", 4) == 0)
      content = add_hunk(list, file, coal_arena_string(arena, p, n));
    p += n + (p[n] == '\n');
  }
}

static void read_untracked(coal_arena *arena, const char *top, const char *names, lines_list *list) {
  for (const char *p = names; *p;) {
    const size_t n = strcspn(p, "\n");
    coal_line_range all = {coal_arena_format(arena, "%s/%.*s", top, (int)n, p), 1, UINT_MAX};
    coal_vec_push(list, all);
    p += n + (p[n] == '\n');
  }
}

int coal_git_changed_lines(coal_arena *arena, const char *revision, coal_line_range **out, size_t *n,
                           const char **error) {
  const char *top = coal_git_top(arena);
  if (!top) return *error = "--changed-since needs git and a repository around the working folder", -1;
  const char *base = base_of(arena, revision);
  if (!base) {
    const char *hint =
        is_shallow(arena) ? "; the clone is shallow: fetch all of it (actions/checkout: fetch-depth: 0)" : "";
    return *error = coal_arena_format(arena, "--changed-since: git knows no revision '%s'%s", revision, hint), -1;
  }
  const char *const diff_argv[] = {"git",
                                   NO_MONITOR,
                                   "-C",
                                   top,
                                   "-c",
                                   "core.quotePath=false",
                                   "diff",
                                   "-U0",
                                   "--no-color",
                                   "--no-ext-diff",
                                   "--no-textconv",
                                   "--no-prefix",
                                   "--diff-filter=d",
                                   "--ignore-submodules",
                                   base,
                                   "--",
                                   NULL};
  const char *const new_argv[] = {"git",      NO_MONITOR,           "-C", top, "-c", "core.quotePath=false", "ls-files",
                                  "--others", "--exclude-standard", NULL};
  const char *diff = git(arena, diff_argv), *untracked = git(arena, new_argv);
  if (!diff || !untracked) return *error = coal_arena_format(arena, "git cannot compare with '%s'", revision), -1;
  lines_list list = {0};
  read_diff(arena, top, diff, &list);
  read_untracked(arena, top, untracked, &list);
  *out = list.n ? coal_arena_copy(arena, list.items, list.n * sizeof *list.items) : NULL;
  *n = list.n;
  coal_vec_free(&list);
  return 0;
}
