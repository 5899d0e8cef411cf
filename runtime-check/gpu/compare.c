/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/**
 * Rows of the plan against counted instructions.
 *
 * CUPTI gives sums an instruction. Rows and instructions of one kernel, line, space and operation form a group: when
 * the group's sum on the GPU is that of the CPU's execution with the same arguments, every row was executed as on the
 * CPU, however the compiler unrolled; else single rows are compared by their mean.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "gpu.h"

static const char *text(const json_t *o, const char *name) {
  const char *s = json_string_value(json_object_get(o, name));
  return s ? s : "";
}

static double number(const json_t *o, const char *name) { return json_number_value(json_object_get(o, name)); }

static const char *base_of(const char *path) {
  const char *slash = strrchr(path, '/');
  return slash ? slash + 1 : path;
}

/** Past the name of an anonymous namespace at `s` (length, then _GLOBAL__N_…); `s` itself where there is none. */
static const char *behind_anonymous(const char *s) {
  char *name;
  unsigned long n = *s >= '1' && *s <= '9' ? strtoul(s, &name, 10) : 0;
  return n && !strncmp(name, "_GLOBAL__N_", 11) && strlen(name) >= n ? name + n : s;
}

bool coal_gpu_same_symbol(const char *a, const char *b) {
  if (!strncmp(a, "_ZL", 3) || !strncmp(b, "_ZL", 3)) {
    if (strncmp(a, "_Z", 2) || strncmp(b, "_Z", 2)) return false;
    a += a[2] == 'L' ? 3 : 2;
    b += b[2] == 'L' ? 3 : 2;
  }
  for (;;) {
    const char *x = behind_anonymous(a), *y = behind_anonymous(b);
    if ((x != a) != (y != b)) return false;
    a = x;
    b = y;
    if (*a != *b) return false;
    if (!*a) return true;
    a++;
    b++;
  }
}

/** Is it an instruction of the row's kernel, space and operation, on that line? */
static bool stands_at(const json_t *row, const coal_sass *s, uint32_t line1) {
  bool shared = !strcmp(text(row, "space"), "shared");
  const char *op = text(row, "op");
  bool same_op = !strcmp(op, "load") ? s->is_load : !strcmp(op, "store") ? s->is_store : s->is_atomic;
  if (!same_op || !(shared ? s->is_shared : s->is_global) || !s->file) return false;
  if (s->is_generic && !(shared ? s->shared_sum : s->global_sum)) return false;
  return s->line1 == line1 && !strcmp(base_of(s->file), base_of(text(row, "file"))) &&
         coal_gpu_same_symbol(text(row, "symbol"), s->function);
}

static bool same_group(const json_t *a, const json_t *b) {
  return number(a, "line") == number(b, "line") && !strcmp(text(a, "space"), text(b, "space")) &&
         !strcmp(text(a, "op"), text(b, "op")) && !strcmp(text(a, "symbol"), text(b, "symbol")) &&
         !strcmp(text(a, "file"), text(b, "file"));
}

static bool any_row(const json_t *rows, const json_t *like, uint32_t line1) {
  size_t k;
  json_t *r;
  json_array_foreach(rows, k, r) {
    if ((uint32_t)number(r, "line") == line1 && !strcmp(text(r, "space"), text(like, "space")) &&
        !strcmp(text(r, "op"), text(like, "op")) && !strcmp(text(r, "symbol"), text(like, "symbol")))
      return true;
  }
  return false;
}

/** The line that the compiler gives the row's access: its own, or a neighbour that has such an instruction of the
 *  same width and no row of its own (a value that is used on the next line only is often fetched "there"). */
static uint32_t line_of(const json_t *rows, const json_t *row, const coal_sass_list *sass) {
  static const int offsets[] = {0, 1, -1, 2, -2};
  uint32_t own = (uint32_t)number(row, "line");
  for (size_t o = 0; o < sizeof offsets / sizeof *offsets; o++) {
    uint32_t line1 = (uint32_t)((int)own + offsets[o]);
    if (o && any_row(rows, row, line1)) continue;
    for (size_t k = 0; k < sass->n; k++) {
      const coal_sass *s = &sass->items[k];
      if (stands_at(row, s, line1) && (!o || s->bytes == (uint32_t)number(row, "bytes"))) return line1;
    }
  }
  return own;
}

typedef struct group {
  double cpu_sum, gpu_sum;
  double executed; /* by the GPU: warps at instructions that moved bytes */
  double each;     /* the CPU's sum of every row, when they are all alike; else −1 */
  size_t rows, instructions, of_width;
  uint32_t other_width, line1;
  bool swaps; /* a compare-and-swap */
} group;

static group measure_group(const json_t *rows, const json_t *row, const coal_sass_list *sass) {
  group g = {0};
  bool shared = !strcmp(text(row, "space"), "shared");
  size_t k;
  json_t *r;
  json_array_foreach(rows, k, r) {
    if (!same_group(r, row)) continue;
    double sum = number(r, "cpu_sum");
    g.each = !g.rows || g.each == sum ? sum : -1;
    g.rows++;
    if (!json_object_get(r, "counted_twice")) g.cpu_sum += sum;
  }
  g.line1 = line_of(rows, row, sass);
  for (k = 0; k < sass->n; k++) {
    const coal_sass *s = &sass->items[k];
    if (!stands_at(row, s, g.line1)) continue;
    uint64_t sum = shared ? s->shared_sum : s->global_sum;
    g.instructions++;
    g.gpu_sum += (double)sum;
    if (sum) g.executed += (double)s->executed;
    g.swaps = g.swaps || strstr(s->opcode, ".CAS");
    if (s->bytes == (uint32_t)number(row, "bytes"))
      g.of_width++;
    else
      g.other_width = s->bytes;
  }
  return g;
}

static void put_status(json_t *o, const char *status, const char *note) {
  json_object_set_new(o, "status", json_string(status));
  if (note) json_object_set_new(o, "note", json_string(note));
}

static void put_measured(json_t *o, double min, double max, double mean) {
  json_object_set_new(o, "measured", json_pack("{s:{s:f, s:f, s:f}}", "moved", "min", min, "max", max, "mean", mean));
}

static bool is_within(const json_t *predicted, double mean) {
  return mean >= number(predicted, "min") - 1e-6 && mean <= number(predicted, "max") + 1e-6;
}

/** Judges the row by its mean a request. The CPU's run counts only requests with active lanes, the GPU all: so by
 *  the CPU's executions first, and by the GPU's when the compiler executes the access more or less often. */
static void judge_mean(coal_arena *a, json_t *o, const json_t *row, const group *g) {
  const json_t *p = json_object_get(row, "predicted");
  double executions = number(row, "cpu_executions"), mean = executions > 0 ? g->gpu_sum / executions : 0;
  const char *note = g->instructions > 1 ? "summed over the copies that the compiler made" : NULL;
  if (p && !is_within(p, mean) && g->executed > 0 && g->executed != executions &&
      is_within(p, g->gpu_sum / g->executed)) {
    mean = g->gpu_sum / g->executed;
    note = coal_arena_format(a, "the compiler does it %.0f times, not %.0f", g->executed, executions);
  }
  json_object_set_new(o, "measured", json_pack("{s:{s:f}}", "moved", "mean", mean));
  put_status(o, !p ? "not-predicted" : is_within(p, mean) ? "confirmed" : "refuted", note);
}

/** Equal rows, of which the compiler kept some. */
static bool is_merged(const group *g) {
  return g->rows > 1 && !g->other_width && g->each > 0 && g->gpu_sum > 0 && g->gpu_sum < g->cpu_sum &&
         fmod(g->gpu_sum, g->each) == 0;
}

static void judge(coal_arena *a, const json_t *row, const group *g, json_t *o) {
  bool shared = !strcmp(text(row, "space"), "shared"), was_run = json_object_get(row, "cpu") != NULL;
  const json_t *cpu = json_object_get(row, "cpu");
  if (!g->instructions)
    put_status(o, "not-reached", was_run ? "the compiler dropped this access or merged it with another" : NULL);
  else if (!was_run)
    put_status(o, "not-reached", NULL);
  else if (g->gpu_sum == g->cpu_sum) {
    put_measured(o, number(cpu, "min"), number(cpu, "max"), number(cpu, "mean"));
    const char *status = text(row, "cpu_status");
    put_status(o, status, !strcmp(status, "confirmed") ? NULL : "as on the CPU");
  } else if (g->swaps)
    put_status(o, "not-reached", "the compiler makes a loop with compare-and-swap of it");
  else if (is_merged(g)) {
    put_measured(o, number(cpu, "min"), number(cpu, "max"), number(cpu, "mean"));
    put_status(o, text(row, "cpu_status"), "the compiler merged accesses of this line that are alike");
  } else if (!g->of_width)
    put_status(o, "not-reached", coal_arena_format(a, "the compiler uses %u-byte accesses here", g->other_width));
  else if (g->other_width)
    put_status(o, "not-reached", coal_arena_format(a, "the compiler uses accesses of %u bytes too", g->other_width));
  else if (g->rows == 1)
    judge_mean(a, o, row, g);
  else if (g->gpu_sum < g->cpu_sum && g->instructions < g->rows)
    put_status(o, "not-reached", "the compiler merged accesses of this line");
  else
    put_status(o, "refuted",
               coal_arena_format(a, "the line moves %.0f %s, not %.0f", g->gpu_sum, shared ? "wavefronts" : "sectors",
                                 g->cpu_sum));
}

json_t *coal_gpu_confirmation(const json_t *row) {
  static const char *const copied[] = {"file", "line", "column", "kernel", "space", "op", "bytes"};
  json_t *o = json_object();
  for (size_t i = 0; i < sizeof copied / sizeof *copied; i++)
    json_object_set(o, copied[i], json_object_get(row, copied[i]));
  const json_t *predicted = json_object_get(row, "predicted");
  if (predicted) json_object_set_new(o, "predicted", json_pack("{s:O}", "moved", predicted));
  json_object_set_new(o, "executions", json_integer((json_int_t)number(row, "cpu_executions")));
  return o;
}

void coal_gpu_not_reached(const json_t *file, const char *note, json_t *list) {
  size_t k;
  json_t *row;
  json_array_foreach(json_object_get(file, "rows"), k, row) {
    json_t *o = coal_gpu_confirmation(row);
    put_status(o, "not-reached", note);
    json_array_append_new(list, o);
  }
}

void coal_gpu_compare(coal_arena *a, const json_t *file, coal_sass_list *sass, json_t *list) {
  const json_t *rows = json_object_get(file, "rows");
  size_t k;
  json_t *row;
  json_array_foreach(rows, k, row) {
    json_t *o = coal_gpu_confirmation(row);
    group g = measure_group(rows, row, sass);
    judge(a, row, &g, o);
    json_array_append_new(list, o);
  }
}
