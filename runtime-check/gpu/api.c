/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "api.h"

#include <dlfcn.h>
#include <glob.h>
#include <stdlib.h>
#include <string.h>

/** dlsym into a function pointer. False: not there. */
static bool symbol(void *library, const char *name, void *to) {
  void *p = dlsym(library, name);
  memcpy(to, &p, sizeof p);
  return p != NULL;
}

bool coal_driver_load(coal_driver *d, const char **error) {
  memset(d, 0, sizeof *d);
  d->library = dlopen("libcuda.so.1", RTLD_NOW | RTLD_GLOBAL);
  if (!d->library) {
    *error = "no NVIDIA driver (libcuda.so.1)";
    return false;
  }
  void *l = d->library;
  bool all = symbol(l, "cuInit", &d->init) && symbol(l, "cuDeviceGet", &d->device_get) &&
             symbol(l, "cuDeviceGetName", &d->device_name) && symbol(l, "cuDeviceGetAttribute", &d->device_attribute) &&
             symbol(l, "cuDriverGetVersion", &d->driver_version) &&
             symbol(l, "cuDevicePrimaryCtxRetain", &d->context_retain) &&
             symbol(l, "cuCtxSetCurrent", &d->context_set) && symbol(l, "cuCtxSynchronize", &d->synchronize) &&
             symbol(l, "cuModuleLoadData", &d->module_load) && symbol(l, "cuModuleGetFunction", &d->module_function) &&
             symbol(l, "cuFuncSetAttribute", &d->function_attribute) && symbol(l, "cuMemAlloc_v2", &d->alloc) &&
             symbol(l, "cuMemcpyHtoD_v2", &d->copy_to) && symbol(l, "cuMemcpyDtoH_v2", &d->copy_from) &&
             symbol(l, "cuLaunchKernel", &d->launch) && symbol(l, "cuGetErrorString", &d->error_string);
  if (!all) *error = "the NVIDIA driver is too old";
  return all;
}

int coal_driver_open(const coal_driver *d, coal_cu_context *context) {
  int device, e = d->init(0);
  if (!e) e = d->device_get(&device, 0);
  if (!e) e = d->context_retain(context, device);
  return e ? e : d->context_set(*context);
}

const char *coal_driver_error(const coal_driver *d, int error) {
  const char *text = NULL;
  d->error_string(error, &text);
  return text ? text : "unknown error";
}

/* ---- CUPTI ----------------------------------------------------------------------------------------------------- */

/** A library that matches the pattern, the last in the order of names. */
static void *open_glob(const char *pattern) {
  glob_t found;
  void *library = NULL;
  if (glob(pattern, 0, NULL, &found)) return NULL;
  for (size_t k = found.gl_pathc; k-- > 0 && !library;) library = dlopen(found.gl_pathv[k], RTLD_NOW | RTLD_GLOBAL);
  globfree(&found);
  return library;
}

static void *open_cupti(void) {
  static const char *const names[] = {"libcupti.so.13", "libcupti.so.12", "libcupti.so"};
  static const char *const patterns[] = {"/usr/local/cuda/extras/CUPTI/lib64/libcupti.so*",
                                         "/usr/local/cuda/lib64/libcupti.so*",
                                         "/usr/local/cuda*/extras/CUPTI/lib64/libcupti.so*",
                                         "/usr/local/cuda*/targets/x86_64-linux/lib/libcupti.so*",
                                         "/opt/*/.venv/lib/python3*/site-packages/nvidia/*/lib/libcupti.so*",
                                         "/usr/lib/python3*/site-packages/nvidia/*/lib/libcupti.so*",
                                         "/usr/local/lib/python3*/*-packages/nvidia/*/lib/libcupti.so*",
                                         "/usr/lib/x86_64-linux-gnu/libcupti.so*",
                                         "/opt/nvidia/nsight-compute/*/target/linux-desktop-*/libcupti.so*"};
  const char *own = getenv("COALCHECK_CUPTI");
  void *library = own ? dlopen(own, RTLD_NOW | RTLD_GLOBAL) : NULL;
  for (size_t k = 0; k < sizeof names / sizeof *names && !library; k++)
    library = dlopen(names[k], RTLD_NOW | RTLD_GLOBAL);
  for (size_t k = 0; k < sizeof patterns / sizeof *patterns && !library; k++) library = open_glob(patterns[k]);
  return library;
}

bool coal_cupti_load(coal_cupti *c, const char **error) {
  memset(c, 0, sizeof *c);
  void *l = c->library = open_cupti();
  if (!l) {
    *error = "libcupti is not found (COALCHECK_CUPTI=PATH says where it is)";
    return false;
  }
  bool all =
      symbol(l, "cuptiDeviceGetChipName", &c->chip_name) &&
      symbol(l, "cuptiSassMetricsGetProperties", &c->properties) &&
      symbol(l, "cuptiSassMetricsSetConfig", &c->set_config) && symbol(l, "cuptiSassMetricsEnable", &c->enable) &&
      symbol(l, "cuptiSassMetricsGetDataProperties", &c->count) && symbol(l, "cuptiSassMetricsFlushData", &c->flush) &&
      symbol(l, "cuptiSubscribe", &c->subscribe) && symbol(l, "cuptiEnableCallback", &c->enable_callback) &&
      symbol(l, "cuptiGetResultString", &c->result_string);
  symbol(l, "cuptiProfilerInitialize", &c->profiler_init);
  if (!all) *error = "this libcupti has no SASS metrics (CUDA 12.5 and newer have them)";
  return all;
}

const char *coal_cupti_error(const coal_cupti *c, int result) {
  const char *text = NULL;
  c->result_string(result, &text);
  return text ? text : "unknown CUPTI error";
}

int coal_cupti_start(coal_cupti *c, coal_cu_context context, uint32_t device, const char *metric, const char **step) {
  coal_profiler_init init = {.size = COAL_CUPTI_SIZE(coal_profiler_init, priv)};
  if (c->profiler_init) c->profiler_init(&init);
  coal_chip_name chip = {.size = COAL_CUPTI_SIZE(coal_chip_name, name), .device = device};
  *step = "cuptiDeviceGetChipName";
  int r = c->chip_name(&chip);
  if (r) return r;
  coal_sass_properties p = {.size = offsetof(coal_sass_properties, id) + 24, .chip = chip.name, .metric = metric};
  *step = "cuptiSassMetricsGetProperties";
  if ((r = c->properties(&p))) return r;
  coal_sass_config config = {.id = p.id, .granularity = 0};
  coal_sass_set_config set = {
      .size = COAL_CUPTI_SIZE(coal_sass_set_config, device), .n = 1, .configs = &config, .device = device};
  *step = "cuptiSassMetricsSetConfig";
  if ((r = c->set_config(&set))) return r;
  coal_sass_enable enable = {.size = COAL_CUPTI_SIZE(coal_sass_enable, lazy), .context = context, .lazy = 1};
  *step = "cuptiSassMetricsEnable";
  return c->enable(&enable);
}

int coal_cupti_finish(coal_cupti *c, coal_cu_context context, FILE *to) {
  coal_sass_count count = {.size = COAL_CUPTI_SIZE(coal_sass_count, n_instances), .context = context};
  int r = c->count(&count);
  if (r || !count.n_records || !count.n_instances) return r;
  coal_sass_record *records = calloc(count.n_records, sizeof *records);
  coal_sass_value *values = calloc(count.n_records * count.n_instances, sizeof *values);
  if (!records || !values) abort();
  for (size_t k = 0; k < count.n_records; k++) {
    records[k].size = COAL_CUPTI_SIZE(coal_sass_flush, n_instances);
    records[k].values = values + k * count.n_instances;
  }
  coal_sass_flush flush = {.size = COAL_CUPTI_SIZE(coal_sass_flush, n_instances),
                           .context = context,
                           .n_records = count.n_records,
                           .n_instances = count.n_instances,
                           .records = records};
  r = c->flush(&flush);
  for (size_t k = 0; !r && k < count.n_records; k++) {
    uint64_t sum = 0;
    for (size_t i = 0; i < count.n_instances; i++) sum += records[k].values[i].value;
    fprintf(to, "%s %x %llu\n", records[k].function ? records[k].function : "", records[k].pc, (unsigned long long)sum);
  }
  free(records);
  free(values);
  return r;
}
