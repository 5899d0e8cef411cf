/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/** Registration, launches, errors. */
#include "cudart.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "exec/result.h"

#define EXPORT __attribute__((visibility("default")))
#define FATBIN_MAGIC 0x466243b1

typedef struct fatbin_wrapper {
  int magic, version;
  const void *data;
  void *unused;
} fatbin_wrapper;

static coal_cudart_runtime *runtime;

/** Results go to $COAL_RUN_RESULT, written by `coalcheck run` and `confirm`. */
static void write_result(void) {
  const char *path = getenv("COAL_RUN_RESULT");
  fflush(NULL);
  if (path && runtime && !coal_exec_result_write(runtime->device, NULL, NULL, path))
    fprintf(stderr, "coalcheck: cannot write %s\n", path);
}

coal_cudart_runtime *coal_cudart_runtime_get(void) {
  if (runtime) return runtime;
  const char *name = getenv("COAL_RUN_TARGET"), *limit = getenv("COAL_RUN_TIMEOUT");
  const coal_target *target = coal_target_find(name ? name : "sm_80");
  runtime = coal_alloc(sizeof *runtime);
  memset(runtime, 0, sizeof *runtime);
  runtime->device = target ? coal_exec_device_new(target) : NULL;
  if (!runtime->device) {
    fprintf(stderr, "coalcheck: no address space for the device's memory\n");
    _exit(2);
  }
  if (getenv("COAL_RUN_WIDTHS")) coal_exec_device_read_widths(runtime->device, getenv("COAL_RUN_WIDTHS"));
  if (limit) coal_exec_device_limit(runtime->device, strtod(limit, NULL));
  atexit(write_result);
  return runtime;
}

int coal_cudart_runtime_error(int error) {
  if (error) coal_cudart_runtime_get()->last_error = error;
  return error;
}

/* ---- modules ----------------------------------------------------------------------------------------------- */

coal_vm_program *coal_cudart_runtime_program(size_t module) {
  coal_cudart_runtime *r = coal_cudart_runtime_get();
  if (r->programs.items[module]) return r->programs.items[module];
  const coal_cudart_container *c = r->containers.items[module];
  const char *mode = getenv("COAL_RUN_OPTIMISE");
  char *error = NULL;
  coal_lower_optimise optimise = mode && !strcmp(mode, "O1") ? COAL_OPTIMISE_O1 : COAL_OPTIMISE_KEEP_ACCESSES;
  if (coal_exec_device_load(r->device, (const char *)(c + 1), c->n_bytes, optimise, &r->programs.items[module],
                            &error)) {
    fprintf(stderr, "coalcheck: %s\n", error);
    free(error);
    return NULL;
  }
  for (size_t k = 0; k < r->variables.n; k++) {
    const coal_cudart_symbol *v = &r->variables.items[k];
    const coal_vm_global *g =
        v->module == module && v->managed ? coal_vm_program_global(r->programs.items[module], v->name) : NULL;
    if (g) *(void **)v->managed = (void *)(uintptr_t)g->address;
  }
  return r->programs.items[module];
}

void *coal_cudart_runtime_symbol(const void *host, size_t *bytes) {
  coal_cudart_runtime *r = coal_cudart_runtime_get();
  for (size_t k = 0; k < r->variables.n; k++) {
    const coal_cudart_symbol *v = &r->variables.items[k];
    if (v->host != host) continue;
    coal_vm_program *p = coal_cudart_runtime_program(v->module);
    const coal_vm_global *g = p ? coal_vm_program_global(p, v->name) : NULL;
    if (!g) return NULL;
    *bytes = g->bytes;
    return (void *)(uintptr_t)g->address;
  }
  return NULL;
}

EXPORT void **__cudaRegisterFatBinary(void *wrapper);
EXPORT void __cudaRegisterFatBinaryEnd(void **handle);
EXPORT void __cudaUnregisterFatBinary(void **handle);
EXPORT void __cudaRegisterFunction(void **handle, const char *host, char *device, const char *name, int limit,
                                   void *tid, void *bid, void *bdim, void *gdim, int *warp);
EXPORT void __cudaRegisterVar(void **handle, char *host, char *device, const char *name, int ext, size_t size,
                              int constant, int global);
EXPORT void __cudaRegisterManagedVar(void **handle, void **host, char *device, const char *name, int ext, size_t size,
                                     int constant, int global);

void **__cudaRegisterFatBinary(void *wrapper) {
  coal_cudart_runtime *r = coal_cudart_runtime_get();
  const fatbin_wrapper *w = wrapper;
  const coal_cudart_container *c = w->data;
  if (w->magic != FATBIN_MAGIC || memcmp(c->magic, COAL_CONTAINER_MAGIC, sizeof COAL_CONTAINER_MAGIC)) {
    fprintf(stderr, "coalcheck: this program's device code was not made by coalcheck run\n");
    _exit(2);
  }
  coal_vec_push(&r->containers, c);
  coal_vec_push(&r->programs, NULL);
  return (void **)(uintptr_t)r->containers.n;
}

void __cudaRegisterFatBinaryEnd(void **handle) { (void)handle; }
void __cudaUnregisterFatBinary(void **handle) { (void)handle; }

void __cudaRegisterFunction(void **handle, const char *host, char *device, const char *name, int limit, void *tid,
                            void *bid, void *bdim, void *gdim, int *warp) {
  (void)device, (void)limit, (void)tid, (void)bid, (void)bdim, (void)gdim, (void)warp;
  coal_cudart_symbol s = {.host = host, .name = name, .module = (size_t)(uintptr_t)handle - 1};
  coal_vec_push(&coal_cudart_runtime_get()->kernels, s);
}

void __cudaRegisterVar(void **handle, char *host, char *device, const char *name, int ext, size_t size, int constant,
                       int global) {
  (void)device, (void)ext, (void)constant, (void)global;
  coal_cudart_symbol s = {.host = host, .name = name, .module = (size_t)(uintptr_t)handle - 1, .bytes = size};
  coal_vec_push(&coal_cudart_runtime_get()->variables, s);
}

void __cudaRegisterManagedVar(void **handle, void **host, char *device, const char *name, int ext, size_t size,
                              int constant, int global) {
  (void)device, (void)ext, (void)constant, (void)global;
  coal_cudart_symbol s = {
      .host = host, .name = name, .module = (size_t)(uintptr_t)handle - 1, .bytes = size, .managed = host};
  coal_vec_push(&coal_cudart_runtime_get()->variables, s);
}

/* ---- launches ---------------------------------------------------------------------------------------------- */

EXPORT unsigned __cudaPushCallConfiguration(coal_cudart_dim3 grid, coal_cudart_dim3 block, size_t shared, void *stream);
EXPORT int __cudaPopCallConfiguration(coal_cudart_dim3 *grid, coal_cudart_dim3 *block, size_t *shared, void *stream);
EXPORT int cudaLaunchKernel(const void *host, coal_cudart_dim3 grid, coal_cudart_dim3 block, void **args, size_t shared,
                            void *stream);
EXPORT int cudaLaunchCooperativeKernel(const void *host, coal_cudart_dim3 grid, coal_cudart_dim3 block, void **args,
                                       size_t shared, void *stream);
/** The beginning of CUDA's cudaLaunchConfig_t; its attributes change nothing here. */
typedef struct launch_configuration {
  coal_cudart_dim3 grid, block;
  size_t shared;
  void *stream;
} launch_configuration;
EXPORT int cudaLaunchKernelExC(const launch_configuration *c, const void *host, void **args);

unsigned __cudaPushCallConfiguration(coal_cudart_dim3 grid, coal_cudart_dim3 block, size_t shared, void *stream) {
  coal_cudart_runtime *r = coal_cudart_runtime_get();
  r->configuration.grid = grid;
  r->configuration.block = block;
  r->configuration.shared = shared;
  r->configuration.stream = stream;
  return 0;
}

int __cudaPopCallConfiguration(coal_cudart_dim3 *grid, coal_cudart_dim3 *block, size_t *shared, void *stream) {
  coal_cudart_runtime *r = coal_cudart_runtime_get();
  *grid = r->configuration.grid;
  *block = r->configuration.block;
  *shared = r->configuration.shared;
  *(void **)stream = r->configuration.stream;
  return 0;
}

static int error_of(const coal_exec_fault *f) {
  switch (f->kind) {
    case COAL_FAULT_MISALIGNED: return COAL_CUDA_MISALIGNED;
    case COAL_FAULT_TIMEOUT:
    case COAL_FAULT_DEADLOCK: return COAL_CUDA_LAUNCH_TIMEOUT;
    case COAL_FAULT_ASSERT: return COAL_CUDA_ASSERT;
    case COAL_FAULT_RESOURCES: return COAL_CUDA_INVALID_CONFIGURATION;
    case COAL_FAULT_TRAP:
    case COAL_FAULT_STACK: return COAL_CUDA_LAUNCH_FAILURE;
    default: return COAL_CUDA_ILLEGAL_ADDRESS;
  }
}

/** Reports the faults since `before`, and sets the launch's error. A program with a fatal fault is ended. */
static int report_faults(coal_cudart_runtime *r, size_t before, bool ok) {
  int error = ok ? COAL_CUDA_SUCCESS : COAL_CUDA_LAUNCH_FAILURE;
  for (size_t k = before; k < r->device->faults.n; k++) {
    coal_exec_fault *f = &r->device->faults.items[k];
    if (f->kind ==
        COAL_FAULT_RESOURCES) { /* the launch did not take place: the program gets an error and may continue */
      f->is_fatal = false;
      error = COAL_CUDA_INVALID_CONFIGURATION;
    }
    char *text = coal_exec_fault_text(f);
    fflush(stdout);
    fprintf(stderr, "%s\n", text);
    free(text);
    if (!f->is_fatal) continue;
    error = error_of(f);
    if (f->kind != COAL_FAULT_TIMEOUT && f->kind != COAL_FAULT_DEADLOCK && f->kind != COAL_FAULT_UNSUPPORTED) continue;
    write_result();
    _exit(3);
  }
  return error;
}

int cudaLaunchKernel(const void *host, coal_cudart_dim3 grid, coal_cudart_dim3 block, void **args, size_t shared,
                     void *stream) {
  (void)stream;
  coal_cudart_runtime *r = coal_cudart_runtime_get();
  if (r->sticky_error) return coal_cudart_runtime_error(r->sticky_error);
  const coal_cudart_symbol *s = NULL;
  for (size_t k = 0; k < r->kernels.n && !s; k++)
    if (r->kernels.items[k].host == host) s = &r->kernels.items[k];
  coal_vm_program *p = s ? coal_cudart_runtime_program(s->module) : NULL;
  const coal_vm_code *code = p ? coal_vm_program_kernel(p, s->name) : NULL;
  if (!code) return coal_cudart_runtime_error(COAL_CUDA_INVALID_DEVICE_FUNCTION);
  uint8_t *buffer = coal_alloc((size_t)code->param_bytes + 16);
  for (size_t k = 0; k < code->n_params; k++)
    memcpy(buffer + code->params[k].offset_bytes, args[k], (size_t)code->params[k].bytes);
  coal_exec_launch_config c = {.grid = {grid.x, grid.y, grid.z},
                               .block = {block.x, block.y, block.z},
                               .dynamic_shared_bytes = shared,
                               .params = buffer};
  size_t before = r->device->faults.n;
  bool ok = coal_exec_device_launch(r->device, p, code, &c);
  free(buffer);
  int error = report_faults(r, before, ok);
  if (error && error != COAL_CUDA_INVALID_CONFIGURATION) r->sticky_error = error;
  return coal_cudart_runtime_error(error);
}

int cudaLaunchCooperativeKernel(const void *host, coal_cudart_dim3 grid, coal_cudart_dim3 block, void **args,
                                size_t shared, void *stream) {
  return cudaLaunchKernel(host, grid, block, args, shared, stream);
}

int cudaLaunchKernelExC(const launch_configuration *c, const void *host, void **args) {
  return cudaLaunchKernel(host, c->grid, c->block, args, c->shared, c->stream);
}

/* ---- errors ------------------------------------------------------------------------------------------------ */

EXPORT int cudaGetLastError(void);
EXPORT int cudaPeekAtLastError(void);
EXPORT const char *cudaGetErrorString(int error);
EXPORT const char *cudaGetErrorName(int error);

int cudaGetLastError(void) {
  coal_cudart_runtime *r = coal_cudart_runtime_get();
  int e = r->last_error;
  r->last_error = r->sticky_error;
  return e;
}

int cudaPeekAtLastError(void) { return coal_cudart_runtime_get()->last_error; }

static const struct {
  int error;
  const char *name, *text;
} errors[] = {{COAL_CUDA_SUCCESS, "cudaSuccess", "no error"},
              {COAL_CUDA_INVALID_VALUE, "cudaErrorInvalidValue", "invalid argument"},
              {COAL_CUDA_MEMORY, "cudaErrorMemoryAllocation", "out of memory"},
              {COAL_CUDA_INVALID_CONFIGURATION, "cudaErrorInvalidConfiguration", "invalid configuration argument"},
              {COAL_CUDA_INVALID_SYMBOL, "cudaErrorInvalidSymbol", "invalid device symbol"},
              {COAL_CUDA_INVALID_POINTER, "cudaErrorInvalidDevicePointer", "invalid device pointer"},
              {COAL_CUDA_INVALID_DEVICE_FUNCTION, "cudaErrorInvalidDeviceFunction", "invalid device function"},
              {COAL_CUDA_NO_DEVICE, "cudaErrorNoDevice", "no CUDA-capable device is detected"},
              {COAL_CUDA_INVALID_DEVICE, "cudaErrorInvalidDevice", "invalid device ordinal"},
              {COAL_CUDA_NOT_READY, "cudaErrorNotReady", "device not ready"},
              {COAL_CUDA_ILLEGAL_ADDRESS, "cudaErrorIllegalAddress", "an illegal memory access was encountered"},
              {COAL_CUDA_LAUNCH_TIMEOUT, "cudaErrorLaunchTimeout", "the launch timed out and was terminated"},
              {COAL_CUDA_ASSERT, "cudaErrorAssert", "device-side assert triggered"},
              {COAL_CUDA_MISALIGNED, "cudaErrorMisalignedAddress", "misaligned address"},
              {COAL_CUDA_LAUNCH_FAILURE, "cudaErrorLaunchFailure", "unspecified launch failure"},
              {COAL_CUDA_NOT_SUPPORTED, "cudaErrorNotSupported", "operation not supported"}};

const char *cudaGetErrorString(int error) {
  for (size_t k = 0; k < sizeof errors / sizeof *errors; k++)
    if (errors[k].error == error) return errors[k].text;
  return "unrecognized error code";
}

const char *cudaGetErrorName(int error) {
  for (size_t k = 0; k < sizeof errors / sizeof *errors; k++)
    if (errors[k].error == error) return errors[k].name;
  return "cudaErrorUnknown";
}
