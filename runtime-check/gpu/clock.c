/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/**
 * Without counters: times the shared access patterns of the plan. A request of n wavefronts keeps the shared memory
 * of its multiprocessor busy for n cycles (test/ground-truth/h200-bank-cycles.csv, blocks of 256 threads). Global
 * memory has no such relation; its rows are not measured.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "api.h"
#include "clock.h"
#include "gpu.h"

enum { THREADS = 256, WARPS = THREADS / 32, ROUNDS = 64, UNROLLED = 8, SHARED_BYTES_MAX = 227 * 1024, LANES = 32 };
/** The overhead of loop, barrier and clock reads, seen on an H200 to be far less than a wavefront. */
static const double tolerance_cycles = 0.25;

extern const char coal_clock_kernels[]; /* clock_kernels.cu */

static bool write_source(const char *path) {
  FILE *f = fopen(path, "w");
  if (!f) return false;
  fputs(coal_clock_kernels, f);
  return fclose(f) == 0;
}

/** Offsets of the active lanes, moved to the lowest address with the same banks. Returns the bytes that they span;
 *  0: too many. */
static uint32_t place_lanes(const json_t *pattern, int32_t at[LANES], uint32_t *mask) {
  int64_t offset[LANES] = {0}, least = INT64_MAX, most = 0;
  *mask = (uint32_t)json_integer_value(json_object_get(pattern, "mask"));
  for (size_t l = 0; l < LANES; l++) {
    offset[l] = json_integer_value(json_array_get(json_object_get(pattern, "offsets"), l));
    if (!(*mask >> l & 1)) continue;
    if (offset[l] < least) least = offset[l];
    if (offset[l] > most) most = offset[l];
  }
  least &= ~(int64_t)127; /* 32 banks of 4 bytes */
  for (size_t l = 0; l < LANES; l++) at[l] = *mask >> l & 1 ? (int32_t)(offset[l] - least) : 0;
  return *mask && most - least + 16 <= SHARED_BYTES_MAX ? (uint32_t)(most - least + 16) : 0;
}

/** Cycles a warp request, the minimum of several runs; negative: the driver's error. */
static double time_pattern(coal_driver *d, coal_cu_module module, const json_t *row, const int32_t at[LANES],
                           uint32_t mask, uint32_t shared) {
  char name[32];
  long long cycles[THREADS];
  coal_cu_function f;
  coal_cu_pointer lanes = 0, out = 0;
  int rounds = ROUNDS;
  double best = -1;
  snprintf(name, sizeof name, "%s%d", json_string_value(json_object_get(row, "op")),
           (int)json_integer_value(json_object_get(row, "bytes")));
  int e = d->module_function(&f, module, name);
  if (!e && shared > 48 * 1024) e = d->function_attribute(f, COAL_CU_MAX_DYNAMIC_SHARED, (int)shared);
  if (!e) e = d->alloc(&lanes, LANES * sizeof *at);
  if (!e) e = d->alloc(&out, sizeof cycles);
  if (!e) e = d->copy_to(lanes, at, LANES * sizeof *at);
  for (int run = 0; run < 5 && !e; run++) {
    void *params[] = {&lanes, &mask, &rounds, &out};
    e = d->launch(f, 1, 1, 1, THREADS, 1, 1, shared, NULL, params, NULL);
    if (!e) e = d->synchronize();
    if (!e) e = d->copy_from(cycles, out, sizeof cycles);
    long long most = 0;
    for (size_t k = 0; k < THREADS; k++) most = cycles[k] > most ? cycles[k] : most;
    double each = (double)most / (WARPS * ROUNDS * UNROLLED);
    if (best < 0 || each < best) best = each;
  }
  return e ? -e : best;
}

static void judge(json_t *o, double cycles, double predicted) {
  bool fits = fabs(cycles - predicted) <= tolerance_cycles + 0.02 * predicted;
  json_object_set_new(o, "measured", json_pack("{s:{s:f}}", "moved", "mean", cycles));
  json_object_set_new(o, "status", json_string(fits ? "confirmed" : "refuted"));
  json_object_set_new(o, "note", json_string("cycles of its worst request by clock64: there are no counters here"));
}

/** Loads the kernels and times the row; `*cycles`. The driver's error. */
static int time_row(coal_driver *d, const json_t *row, const char *image, double *cycles) {
  coal_cu_context context;
  coal_cu_module module;
  int32_t at[LANES];
  uint32_t mask, shared = place_lanes(json_object_get(row, "worst"), at, &mask);
  int e = coal_driver_open(d, &context);
  if (!e) e = d->module_load(&module, image);
  if (e) return e;
  *cycles = time_pattern(d, module, row, at, mask, shared);
  return *cycles < 0 ? (int)-*cycles : 0;
}

int coal_gpu_time(const char *plan_path, size_t index, size_t row_index, const char *cubin, const char *out) {
  json_error_t where;
  json_t *plan = json_load_file(plan_path, 0, &where);
  const json_t *file = json_array_get(json_object_get(plan, "files"), index);
  const json_t *row = json_array_get(json_object_get(file, "rows"), row_index);
  const char *error = NULL;
  char *image = coal_gpu_read_file(cubin);
  coal_driver d;
  double cycles = 0;
  FILE *to = fopen(out, "w");
  int status = 2;
  if (to && row && image && coal_driver_load(&d, &error)) {
    int e = time_row(&d, row, image, &cycles);
    if (e)
      fputs(coal_driver_error(&d, e), to);
    else
      fprintf(to, "%.17g", cycles);
    status = e ? COAL_GPU_KERNEL_FAILED : 0;
  }
  if (to && fclose(to)) status = 2;
  free(image);
  json_decref(plan);
  return status;
}

static bool can_time(const json_t *row) {
  const json_t *pattern = json_object_get(row, "worst");
  int32_t at[LANES];
  uint32_t mask;
  return pattern && place_lanes(pattern, at, &mask);
}

/** Times the row in a process of its own: after a kernel that faults, the driver refuses further work in its
 *  process. */
static void time_apart(coal_arena *a, const coal_gpu_clock_tools *tools, const json_t *row, size_t index,
                       const char *cubin, json_t *o) {
  const char *out = coal_arena_format(a, "%s/cycles%zu", tools->folder, index);
  int status = tools->time(tools->user, index, cubin, out);
  char *said = coal_gpu_read_file(out);
  if (!status && said) {
    judge(o, strtod(said, NULL), json_number_value(json_object_get(json_object_get(row, "worst"), "moved")));
  } else {
    json_object_set_new(o, "status", json_string("not-reached"));
    json_object_set_new(o, "note",
                        json_string(coal_arena_format(a, "the GPU stopped the timing kernel: %s",
                                                      said && *said ? said : "unknown error")));
  }
  free(said);
}

bool coal_gpu_clock(coal_arena *a, const coal_gpu_clock_tools *tools, const json_t *file, json_t *list,
                    const char **error) {
  const char *path = coal_arena_format(a, "%s/clock.cu", tools->folder),
             *cubin = coal_arena_format(a, "%s/clock.cubin", tools->folder);
  size_t k;
  json_t *row;
  *error = "the timing kernels cannot be compiled";
  char *image = coal_gpu_read_file(cubin); /* of an earlier file */
  if (!image && write_source(path) && tools->compile(tools->user, path, cubin)) image = coal_gpu_read_file(cubin);
  if (!image) return false;
  free(image);
  json_array_foreach(json_object_get(file, "rows"), k, row) {
    json_t *o = coal_gpu_confirmation(row);
    json_array_append_new(list, o);
    if (can_time(row)) {
      time_apart(a, tools, row, k, cubin, o);
      continue;
    }
    json_object_set_new(o, "status", json_string(json_object_get(row, "predicted") ? "not-reached" : "not-predicted"));
    json_object_set_new(o, "note", json_string("without counters only loads and stores of shared memory can be timed"));
  }
  return true;
}
