/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/** `--launch` and `--assume`. */
#include <string.h>

#include "options.h"
#include "values.h"

/** Limits of every compute capability from 3.0 on (CUDA C++ Programming Guide, "Technical Specifications"). */
enum { BLOCK_THREADS_MAX = 1024, BLOCK_Z_MAX = 64, GRID_YZ_MAX = 65535 };
#define GRID_X_MAX INT64_C(2147483647)
#define SHARED_BYTES_MAX INT64_C(233472) /* 228 KiB, compute capability 9.0 */

/** One spec being read. */
typedef struct launch_reader {
  coal_config *c;
  const char *spec;
  const char **error;
  coal_launch_option option;
} launch_reader;

static int fail(launch_reader *r, const char *why) {
  *r->error = coal_arena_format(r->c->arena, "bad --launch '%s': %s", r->spec, why);
  return -1;
}

/** The ':' that ends the kernel's name: the first that is not half of "::". NULL if there is none. */
static const char *find_colon(const char *spec) {
  for (const char *p = spec; (p = strchr(p, ':')); p += 2)
    if (p[1] != ':') return p;
  return NULL;
}

/** Reads "32", "32x8", "32x8x1" into v (missing axes are 1). */
static int read_dims(launch_reader *r, const char *name, const char *text, size_t n, const int64_t max[3],
                     uint32_t v[3]) {
  coal_arena *arena = r->c->arena;
  v[0] = v[1] = v[2] = 1;
  for (size_t axis = 0;; axis++) {
    const char *end = memchr(text, 'x', n);
    size_t part = end ? (size_t)(end - text) : n;
    int64_t value;
    if (axis == 3) return fail(r, coal_arena_format(arena, "%s has more than three sizes", name));
    if (!coal_value_integer(text, part, &value))
      return fail(r, coal_arena_format(arena, "%s=%.*s is not X, XxY or XxYxZ", name, (int)n, text));
    if (value < 1 || value > max[axis])
      return fail(r, coal_arena_format(arena, "%s.%c = %.*s; it must be between 1 and %lld", name, "xyz"[axis],
                                       (int)part, text, (long long)max[axis]));
    v[axis] = (uint32_t)value;
    if (!end) return 0;
    text += part + 1;
    n -= part + 1;
  }
}

static int read_block(launch_reader *r, const char *text, size_t n) {
  static const int64_t max[3] = {BLOCK_THREADS_MAX, BLOCK_THREADS_MAX, BLOCK_Z_MAX};
  uint32_t *v = r->option.block;
  if (read_dims(r, "block", text, n, max, v)) return -1;
  uint64_t threads = (uint64_t)v[0] * v[1] * v[2];
  if (threads > BLOCK_THREADS_MAX)
    return fail(r, coal_arena_format(r->c->arena, "a block of %llu threads; at most %d are possible",
                                     (unsigned long long)threads, BLOCK_THREADS_MAX));
  r->option.has_block = true;
  return 0;
}

static int read_grid(launch_reader *r, const char *text, size_t n) {
  static const int64_t max[3] = {GRID_X_MAX, GRID_YZ_MAX, GRID_YZ_MAX};
  if (read_dims(r, "grid", text, n, max, r->option.grid)) return -1;
  r->option.has_grid = true;
  return 0;
}

static int read_smem(launch_reader *r, const char *text, size_t n) {
  int64_t bytes;
  if (!coal_value_integer(text, n, &bytes) || bytes < 0 || bytes > SHARED_BYTES_MAX)
    return fail(r, coal_arena_format(r->c->arena, "smem=%.*s; it must be between 0 and %lld bytes", (int)n, text,
                                     (long long)SHARED_BYTES_MAX));
  r->option.has_smem = true;
  r->option.smem_bytes = (uint64_t)bytes;
  return 0;
}

/** name=VALUE: an integer goes to the analysis, anything else is kept as text for `confirm`. */
static int read_value(launch_reader *r, const char *name, size_t name_n, const char *text, size_t n) {
  coal_config *c = r->c;
  int64_t value;
  const char *key = coal_arena_string(c->arena, name, name_n);
  if (n == 0) return fail(r, coal_arena_format(c->arena, "'%s=' has no value", key));
  if (coal_value_integer(text, n, &value)) {
    coal_binding *values = coal_list_grow(c->arena, r->option.values, r->option.n_values, sizeof *values);
    values[r->option.n_values++] = (coal_binding){key, value};
    r->option.values = values;
    return 0;
  }
  coal_launch_argument *list = coal_list_grow(c->arena, c->launch_arguments, c->n_launch_arguments, sizeof *list);
  list[c->n_launch_arguments++] = (coal_launch_argument){r->option.kernel, key, coal_arena_string(c->arena, text, n)};
  c->launch_arguments = list;
  return 0;
}

static int read_item(launch_reader *r, const char *item, size_t n) {
  size_t name = coal_value_name(item);
  if (name == 0 || name >= n || item[name] != '=')
    return fail(r, coal_arena_format(r->c->arena, "'%.*s' is not grid=…, block=…, smem=… or name=value", (int)n, item));
  const char *value = item + name + 1;
  size_t value_n = n - name - 1;
  if (name == 4 && memcmp(item, "grid", 4) == 0) return read_grid(r, value, value_n);
  if (name == 5 && memcmp(item, "block", 5) == 0) return read_block(r, value, value_n);
  if (name == 4 && memcmp(item, "smem", 4) == 0) return read_smem(r, value, value_n);
  return read_value(r, item, name, value, value_n);
}

int coal_config_add_launch(coal_config *c, const char *spec, const char **error) {
  launch_reader r = {.c = c, .spec = spec, .error = error};
  static const char blanks[] = " \t\r\n";
  const char *begin = spec + strspn(spec, blanks), *colon = find_colon(begin);
  if (!colon || colon == begin)
    return fail(&r, "expected 'KERNEL: grid=X[xY[xZ]] block=X[xY[xZ]] [smem=BYTES] [name=value …]'");
  size_t n = (size_t)(colon - begin);
  while (n && strchr(blanks, begin[n - 1])) n--;
  r.option.kernel = coal_arena_string(c->arena, begin, n);
  const char *item = colon + 1;
  size_t items = 0;
  for (;; items++) {
    item += strspn(item, blanks);
    size_t item_n = strcspn(item, blanks);
    if (item_n == 0) break;
    if (read_item(&r, item, item_n)) return -1;
    item += item_n;
  }
  if (!items) return fail(&r, "it says nothing about the launch");
  coal_launch_option *list = coal_list_grow(c->arena, c->analysis.launches, c->analysis.n_launches, sizeof *list);
  list[c->analysis.n_launches++] = r.option;
  c->analysis.launches = list;
  return 0;
}

/** Parses the relation after the name and fills in all but the name. False if there is no relation. */
static bool read_relation(const char *text, coal_assume_option *o) {
  size_t n = strlen(text);
  if (text[0] == '%') {
    const char *equals = strstr(text, "==");
    o->relation = COAL_ASSUME_MOD;
    return equals && coal_value_integer(text + 1, (size_t)(equals - text - 1), &o->modulus) && o->modulus > 0 &&
           coal_value_integer(equals + 2, strlen(equals + 2), &o->value) && o->value >= 0 && o->value < o->modulus;
  }
  const bool is_two = n > 1 && text[1] == '=';
  if (text[0] == '=')
    o->relation = COAL_ASSUME_EQ;
  else if (text[0] == '>')
    o->relation = COAL_ASSUME_GE;
  else if (text[0] == '<')
    o->relation = COAL_ASSUME_LE;
  else
    return false;
  text += is_two ? 2 : 1;
  if (!coal_value_integer(text, strlen(text), &o->value)) return false;
  if (is_two || o->relation == COAL_ASSUME_EQ) return true;
  return o->relation == COAL_ASSUME_GE ? !__builtin_add_overflow(o->value, 1, &o->value)
                                       : !__builtin_sub_overflow(o->value, 1, &o->value);
}

int coal_config_add_assume(coal_config *c, const char *spec, const char **error) {
  coal_assume_option o = {0};
  coal_str folded = {0};
  coal_str_add(&folded, "");
  for (const char *p = spec; *p; p++)
    if (!strchr(" \t", *p)) coal_str_add_n(&folded, p, 1);
  size_t name = coal_value_name(folded.data);
  bool good = name && read_relation(folded.data + name, &o);
  if (good) o.name = coal_arena_string(c->arena, folded.data, name);
  coal_str_free(&folded);
  if (!good) {
    *error =
        coal_arena_format(c->arena, "bad --assume '%s': expected name=5, 'name%%32==0', 'name>=8' or 'name<=8'", spec);
    return -1;
  }
  coal_assume_option *list = coal_list_grow(c->arena, c->analysis.assumes, c->analysis.n_assumes, sizeof *list);
  list[c->analysis.n_assumes++] = o;
  c->analysis.assumes = list;
  return 0;
}
