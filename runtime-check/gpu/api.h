/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/**
 * The parts of the CUDA driver and of CUPTI that coalcheck-gpu uses, loaded at run time: neither is needed to
 * build. Layouts and numbers are those of CUDA 12.5 and newer (cupti_sass_metrics.h); every structure of CUPTI
 * carries its size, so that newer libraries recognise older callers.
 */
#ifndef COAL_RUN_GPU_API_H
#define COAL_RUN_GPU_API_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

typedef struct coal_cu_context *coal_cu_context;
typedef struct coal_cu_module *coal_cu_module;
typedef struct coal_cu_function *coal_cu_function;
typedef uint64_t coal_cu_pointer;

/** libcuda. Functions return 0 on success. */
typedef struct coal_driver {
  void *library;
  int (*init)(unsigned flags);
  int (*device_get)(int *device, int ordinal);
  int (*device_name)(char *name, int n, int device);
  int (*device_attribute)(int *value, int attribute, int device);
  int (*driver_version)(int *version);
  int (*context_retain)(coal_cu_context *c, int device);
  int (*context_set)(coal_cu_context c);
  int (*synchronize)(void);
  int (*module_load)(coal_cu_module *m, const void *image);
  int (*module_function)(coal_cu_function *f, coal_cu_module m, const char *name);
  int (*function_attribute)(coal_cu_function f, int attribute, int value);
  int (*alloc)(coal_cu_pointer *p, size_t bytes);
  int (*copy_to)(coal_cu_pointer to, const void *from, size_t bytes);
  int (*copy_from)(void *to, coal_cu_pointer from, size_t bytes);
  int (*launch)(coal_cu_function f, unsigned gx, unsigned gy, unsigned gz, unsigned bx, unsigned by, unsigned bz,
                unsigned shared, void *stream, void **params, void **extra);
  int (*error_string)(int error, const char **text);
} coal_driver;

enum { COAL_CU_MAJOR = 75, COAL_CU_MINOR = 76, COAL_CU_MAX_DYNAMIC_SHARED = 8 /* function attribute */ };

/** False and `*error` (static or in the library) when there is no driver or no device. */
bool coal_driver_load(coal_driver *d, const char **error);
/** Makes the first GPU's context the current one. 0 or the driver's result. */
int coal_driver_open(const coal_driver *d, coal_cu_context *context);
const char *coal_driver_error(const coal_driver *d, int error);

/* ---- CUPTI --------------------------------------------------------------------------------------------------- */

typedef struct coal_sass_properties { /* CUpti_SassMetrics_GetProperties_Params */
  size_t size;
  void *priv;
  const char *chip, *metric;
  uint64_t id;
  const char *name, *description;
} coal_sass_properties;

typedef struct coal_sass_config {
  uint64_t id;
  uint8_t granularity; /* 0: the whole GPU */
} coal_sass_config;

typedef struct coal_sass_set_config {
  size_t size;
  void *priv;
  size_t n;
  coal_sass_config *configs;
  uint32_t device;
} coal_sass_set_config;

typedef struct coal_sass_enable {
  size_t size;
  void *priv;
  coal_cu_context context;
  uint8_t lazy;
} coal_sass_enable;

typedef struct coal_sass_count {
  size_t size;
  void *priv;
  coal_cu_context context;
  size_t n_records, n_instances;
} coal_sass_count;

typedef struct coal_sass_value {
  uint64_t id, value;
} coal_sass_value;

typedef struct coal_sass_record { /* CUpti_SassMetrics_Data */
  size_t size;
  void *priv;
  uint32_t cubin_crc, function_index;
  const char *function;
  uint32_t pc;
  coal_sass_value *values;
} coal_sass_record;

typedef struct coal_sass_flush {
  size_t size;
  void *priv;
  coal_cu_context context;
  size_t n_records, n_instances;
  coal_sass_record *records;
} coal_sass_flush;

typedef struct coal_chip_name {
  size_t size;
  void *priv;
  size_t device;
  const char *name;
} coal_chip_name;

typedef struct coal_profiler_init {
  size_t size;
  void *priv;
} coal_profiler_init;

/** Bytes of a parameter structure up to and with its last member, as CUPTI counts them. */
#define COAL_CUPTI_SIZE(type, last) (offsetof(type, last) + sizeof(((type *)0)->last))

typedef struct coal_module_data { /* CUpti_ModuleResourceData */
  uint32_t id;
  size_t bytes;
  const char *cubin;
} coal_module_data;

typedef struct coal_resource_data { /* CUpti_ResourceData */
  coal_cu_context context;
  void *handle;
  void *descriptor;
} coal_resource_data;

typedef struct coal_callback_data { /* CUpti_CallbackData */
  int is_exit;
  const char *api;
  const void *parameters;
  void *result;
  const char *symbol; /* launches: the kernel's mangled name */
  coal_cu_context context;
} coal_callback_data;

enum {
  COAL_CUPTI_DRIVER_API = 1,
  COAL_CUPTI_RESOURCE = 3,
  COAL_CUPTI_CONTEXT_DESTROY = 2,
  COAL_CUPTI_MODULE_LOADED = 6
};

typedef void coal_cupti_callback(void *user, int domain, uint32_t id, const void *data);

typedef struct coal_cupti {
  void *library;
  const char *path;
  int (*profiler_init)(coal_profiler_init *p);
  int (*chip_name)(coal_chip_name *p);
  int (*properties)(coal_sass_properties *p);
  int (*set_config)(coal_sass_set_config *p);
  int (*enable)(coal_sass_enable *p);
  int (*count)(coal_sass_count *p);
  int (*flush)(coal_sass_flush *p);
  int (*subscribe)(void **subscriber, coal_cupti_callback *callback, void *user);
  int (*enable_callback)(uint32_t enable, void *subscriber, int domain, uint32_t id);
  int (*result_string)(int result, const char **text);
} coal_cupti;

/** Loads libcupti from $COALCHECK_CUPTI, the loader's paths, toolkits, or Python packages. False and `*error`. */
bool coal_cupti_load(coal_cupti *c, const char **error);
const char *coal_cupti_error(const coal_cupti *c, int result);

/** Starts collecting one metric for the context, for modules loaded from now on. 0 or CUPTI's result; `*step` names the
 *  call that failed. */
int coal_cupti_start(coal_cupti *c, coal_cu_context context, uint32_t device, const char *metric, const char **step);
/** Writes every counter, "FUNCTION PC VALUE" a line, PC in hexadecimal. Resets the counters. 0 or CUPTI's result. */
int coal_cupti_finish(coal_cupti *c, coal_cu_context context, FILE *to);

#endif
