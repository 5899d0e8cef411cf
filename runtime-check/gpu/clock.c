/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/**
 * Without counters: the shared access patterns of the plan, timed. A request of n wavefronts keeps the shared memory of
 * its multiprocessor busy for n cycles (test/ground-truth/h200-bank-cycles.csv, blocks of 256 threads). Nothing of that
 * kind holds for global memory, whose rows stay unmeasured.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "api.h"
#include "clock.h"
#include "gpu.h"

enum { THREADS = 256, WARPS = THREADS / 32, ROUNDS = 64, UNROLLED = 8, SHARED_BYTES_MAX = 227 * 1024, LANES = 32 };
/** What a loop, a barrier and reading the clock add: seen on an H200 to be far less than a wavefront. */
static const double tolerance_cycles = 0.25;

extern const char coal_clock_kernels[]; /* clock_kernels.cu */

static bool write_source(const char *path) {
  FILE *f = fopen(path, "w");
  if (!f) return false;
  fputs(coal_clock_kernels, f);
  return fclose(f) == 0;
}

/** Offsets of the active lanes, moved to the least place of the same banks. Bytes that they span; 0: too many. */
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

/** Cycles a warp request, the least of some runs; negative: the driver's error. */
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

bool coal_gpu_clock(coal_arena *a, const coal_gpu_clock_tools *tools, const json_t *file, json_t *list,
                    const char **error) {
  const char *path = coal_arena_format(a, "%s/clock.cu", tools->folder),
             *cubin = coal_arena_format(a, "%s/clock.cubin", tools->folder);
  coal_driver d;
  coal_cu_context context;
  coal_cu_module module;
  int e;
  size_t k;
  json_t *row;
  *error = "the timing kernels cannot be compiled";
  char *image = coal_gpu_read_file(cubin); /* an earlier file's */
  if (!image && write_source(path) && tools->compile(tools->user, path, cubin)) image = coal_gpu_read_file(cubin);
  if (!image) return false;
  if (!coal_driver_load(&d, error)) return free(image), false;
  e = coal_driver_open(&d, &context);
  if (!e) e = d.module_load(&module, image);
  free(image);
  json_array_foreach(json_object_get(file, "rows"), k, row) {
    const json_t *pattern = json_object_get(row, "worst");
    int32_t at[LANES];
    uint32_t mask, shared = pattern ? place_lanes(pattern, at, &mask) : 0;
    if (e) break;
    json_t *o = coal_gpu_confirmation(row);
    json_array_append_new(list, o);
    double cycles = shared ? time_pattern(&d, module, row, at, mask, shared) : 0;
    if (cycles > 0) {
      judge(o, cycles, json_number_value(json_object_get(pattern, "moved")));
      continue;
    }
    json_object_set_new(o, "status", json_string(json_object_get(row, "predicted") ? "not-reached" : "not-predicted"));
    json_object_set_new(o, "note", json_string("without counters only loads and stores of shared memory can be timed"));
    e = cycles < 0 ? (int)-cycles : 0;
  }
  if (e) *error = coal_driver_error(&d, e);
  return e == 0;
}
