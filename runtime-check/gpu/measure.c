/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/** The measuring process: one metric, one launch, one flush. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "api.h"
#include "gpu.h"

enum { CUDA_ERROR_OUT_OF_MEMORY = 2 }; /* cuda.h */

static int fail(const char *step, const char *what) {
  fprintf(stderr, "coalcheck-gpu: %s: %s\n", step, what);
  return 2;
}

/* ---- arguments ------------------------------------------------------------------------------------------------------
 */

/** splitmix64 of the element's index: as the CPU's buffers (memory.c). */
static uint64_t random_bits(uint64_t seed, uint64_t k) {
  uint64_t z = (seed + k + 1) * UINT64_C(0x9e3779b97f4a7c15);
  z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
  z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
  return z ^ (z >> 31);
}

static void put(uint8_t *at, bool is_float, uint64_t bits, double value, size_t width) {
  float single = (float)value;
  if (is_float && width == 8)
    memcpy(at, &value, 8);
  else if (is_float && width == 4)
    memcpy(at, &single, 4);
  else if (!is_float)
    memcpy(at, &bits, width);
}

/** A buffer on the GPU with the same contents as on the CPU. Filled by a copy, since a memset is a kernel of the
 *  driver's. */
static int make_buffer(coal_driver *d, const json_t *spec, coal_cu_pointer *out) {
  size_t bytes = (size_t)json_integer_value(json_object_get(spec, "bytes"));
  size_t width = (size_t)json_integer_value(json_object_get(spec, "width")), room = bytes + 4096;
  const char *content = json_string_value(json_object_get(spec, "content"));
  const char *element = json_string_value(json_object_get(spec, "element"));
  uint64_t seed = (uint64_t)json_integer_value(json_object_get(spec, "seed"));
  uint64_t modulus = (uint64_t)json_integer_value(json_object_get(spec, "modulus"));
  bool random = content && !strcmp(content, "random"), is_float = element && !strcmp(element, "float");
  uint8_t *host = calloc(1, room);
  if (!host) return CUDA_ERROR_OUT_OF_MEMORY;
  if (width != 1 && width != 2 && width != 4) width = 8; /* as the CPU's buffers */
  for (size_t k = 0; content && strcmp(content, "plain") && (k + 1) * width <= bytes; k++) {
    uint64_t bits = random ? random_bits(seed, k) : k;
    double value = random ? (double)(bits >> 11) * 0x1p-53 : (double)k;
    if (!is_float && random)
      bits %= modulus ? modulus : 1024;
    else if (!is_float && modulus)
      bits %= modulus;
    if (!is_float && !modulus && width == 1) bits &= 0x7f;
    if (!is_float && !modulus && width == 2) bits &= 0x7fff;
    put(host + k * width, is_float, bits, value, width);
  }
  int e = d->alloc(out, room);
  if (!e) e = d->copy_to(*out, host, room);
  free(host);
  return e;
}

/** One parameter's bytes, pointers replaced by buffers. */
static int make_param(coal_driver *d, const json_t *spec, uint8_t *to) {
  size_t k;
  json_t *part;
  json_array_foreach(json_object_get(spec, "parts"), k, part) {
    size_t at = (size_t)json_integer_value(json_object_get(part, "at")),
           n = (size_t)json_integer_value(json_object_get(part, "bytes"));
    const json_t *pointer = json_object_get(part, "pointer");
    const char *hex = json_string_value(json_object_get(part, "value"));
    uint64_t bits = hex ? strtoull(hex, NULL, 16) : 0;
    if (pointer && json_is_object(pointer)) {
      coal_cu_pointer p = 0;
      int e = make_buffer(d, pointer, &p);
      if (e) return e;
      bits = p + (uint64_t)json_integer_value(json_object_get(pointer, "offset"));
    }
    memcpy(to + at, &bits, n < 8 ? n : 8);
  }
  return 0;
}

/** The name that the image has for a function: a string behind a NUL, as ELF's tables have them. The name itself where there
 *  is none. */
static const char *name_in(const char *image, size_t n, const char *symbol) {
  for (size_t k = 0; k + 1 < n; k++)
    if (!image[k] && image[k + 1] == symbol[0] && coal_gpu_same_symbol(image + k + 1, symbol)) return image + k + 1;
  return symbol;
}

static int launch(coal_driver *d, coal_cu_module module, const json_t *spec, const char *symbol) {
  enum { PARAMS_MAX = 256 };
  void *params[PARAMS_MAX] = {NULL};
  const json_t *list = json_object_get(spec, "params"), *grid = json_object_get(spec, "grid"),
               *block = json_object_get(spec, "block");
  unsigned shared = (unsigned)json_integer_value(json_object_get(spec, "smem")), g[3], b[3];
  coal_cu_function f;
  int e = d->module_function(&f, module, symbol);
  size_t n = json_array_size(list);
  for (size_t k = 0; k < n && k < PARAMS_MAX && !e; k++) {
    const json_t *p = json_array_get(list, k);
    params[k] = calloc(1, (size_t)json_integer_value(json_object_get(p, "bytes")) + 16);
    if (!params[k]) return CUDA_ERROR_OUT_OF_MEMORY;
    e = make_param(d, p, params[k]);
  }
  for (size_t k = 0; k < 3; k++) {
    g[k] = (unsigned)json_integer_value(json_array_get(grid, k));
    b[k] = (unsigned)json_integer_value(json_array_get(block, k));
  }
  if (!e && shared > 48 * 1024) e = d->function_attribute(f, COAL_CU_MAX_DYNAMIC_SHARED, (int)shared);
  if (!e) e = d->launch(f, g[0], g[1], g[2], b[0], b[1], b[2], shared, NULL, params, NULL);
  if (!e) e = d->synchronize();
  for (size_t k = 0; k < n && k < PARAMS_MAX; k++) free(params[k]);
  return e;
}

static char *read_image(const char *path, size_t *bytes) {
  coal_str s = {0};
  char part[65536];
  size_t n;
  FILE *f = fopen(path, "rb");
  if (!f) return NULL;
  while ((n = fread(part, 1, sizeof part, f)) > 0) coal_str_add_n(&s, part, n);
  fclose(f);
  *bytes = s.n;
  return s.data;
}

char *coal_gpu_read_file(const char *path) {
  size_t n;
  return read_image(path, &n);
}

/** `out` gets the reason where the kernel fails. */
static int load_and_launch(coal_driver *d, const json_t *spec, const char *cubin, FILE *out) {
  size_t n = 0;
  char *image = read_image(cubin, &n);
  coal_cu_module module;
  if (!image) return fail(cubin, "cannot be read");
  int e = d->module_load(&module, image);
  if (e) return free(image), fail("cuModuleLoadData", coal_driver_error(d, e));
  const char *step = name_in(image, n, json_string_value(json_object_get(spec, "symbol")));
  e = launch(d, module, spec, step);
  if (e) {
    fputs(coal_driver_error(d, e), out);
    fail(step, coal_driver_error(d, e));
  }
  free(image);
  return e ? COAL_GPU_KERNEL_FAILED : 0;
}

int coal_gpu_measure(const char *metric, const char *plan_path, size_t index, size_t launch_index, const char *cubin,
                     const char *out) {
  coal_driver d;
  coal_cupti c;
  const char *error = NULL, *step = NULL;
  int status;
  coal_cu_context context;
  json_error_t where;
  json_t *plan = json_load_file(plan_path, 0, &where);
  const json_t *file = json_array_get(json_object_get(plan, "files"), index);
  const json_t *spec = json_array_get(json_object_get(file, "launched"), launch_index);
  if (!spec) return fail(plan_path, "no such plan");
  if (!coal_driver_load(&d, &error)) return fail("driver", error);
  if (!coal_cupti_load(&c, &error)) return fail("CUPTI", error), COAL_GPU_NO_COUNTERS;
  int e = coal_driver_open(&d, &context);
  if (e) return fail("CUDA", coal_driver_error(&d, e));
  if ((e = coal_cupti_start(&c, context, 0, metric, &step)))
    return fail(step, coal_cupti_error(&c, e)), COAL_GPU_NO_COUNTERS;
  FILE *to = fopen(out, "w");
  if (!to) return fail(out, "cannot be written");
  status = load_and_launch(&d, spec, cubin, to);
  if (status != COAL_GPU_KERNEL_FAILED && (e = coal_cupti_finish(&c, context, to)))
    status = fail("cuptiSassMetricsFlushData", coal_cupti_error(&c, e));
  if (fclose(to)) status = fail(out, "cannot be written");
  json_decref(plan);
  return status;
}
