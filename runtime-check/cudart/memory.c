/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/** Memory, symbols, streams, events, device queries of the CUDA runtime. Everything is synchronous and in order. */
#include "cudart.h"

#include <stdlib.h>
#include <string.h>

#include "exec/warp.h"

#define EXPORT __attribute__((visibility("default")))
#define PITCH_BYTES 512u
#define ALL_MEMORY_BYTES (UINT64_C(16) << 30)

/** One exported function: its prototype and its definition. */
#define API(R, NAME, PARAMS) \
  EXPORT R NAME PARAMS;      \
  R NAME PARAMS
#define OK return COAL_CUDA_SUCCESS
#define NOTHING(NAME, PARAMS, ...) \
  API(int, NAME, PARAMS) {         \
    __VA_ARGS__;                   \
    OK;                            \
  }

/* ---- memory ------------------------------------------------------------------------------------------------ */

static coal_vm_memory *memory(void) { return coal_cudart_runtime_get()->device->memory; }

API(int, cudaMalloc, (void **p, size_t n)) {
  *p = NULL;
  if (!n) OK;
  uint64_t at = n > ALL_MEMORY_BYTES ? 0 : coal_vm_memory_alloc(memory(), n, COAL_SPACE_GLOBAL, NULL);
  if (!at) return coal_cudart_runtime_error(COAL_CUDA_MEMORY);
  *p = (void *)(uintptr_t)at;
  OK;
}

API(int, cudaFree, (void *p)) {
  if (p && !coal_vm_memory_release(memory(), (uint64_t)(uintptr_t)p))
    return coal_cudart_runtime_error(COAL_CUDA_INVALID_VALUE);
  OK;
}

API(int, cudaMallocManaged, (void **p, size_t n, unsigned flags)) {
  (void)flags;
  return cudaMalloc(p, n);
}
API(int, cudaMallocAsync, (void **p, size_t n, void *stream)) {
  (void)stream;
  return cudaMalloc(p, n);
}
API(int, cudaFreeAsync, (void *p, void *stream)) {
  (void)stream;
  return cudaFree(p);
}
API(int, cudaMallocHost, (void **p, size_t n)) { return cudaMalloc(p, n); }
API(int, cudaHostAlloc, (void **p, size_t n, unsigned flags)) {
  (void)flags;
  return cudaMalloc(p, n);
}
API(int, cudaFreeHost, (void *p)) { return cudaFree(p); }
API(int, cudaHostRegister, (void *p, size_t n, unsigned flags)) {
  (void)flags;
  coal_vm_memory_add_host(memory(), p, n);
  OK;
}
API(int, cudaHostUnregister, (void *p)) { return cudaFree(p); }
API(int, cudaHostGetDevicePointer, (void **d, void *h, unsigned flags)) {
  (void)flags;
  *d = h;
  OK;
}

API(int, cudaMallocPitch, (void **p, size_t *pitch, size_t width, size_t height)) {
  *pitch = (width + PITCH_BYTES - 1) / PITCH_BYTES * PITCH_BYTES;
  return cudaMalloc(p, *pitch * height);
}

typedef struct pitched {
  void *ptr;
  size_t pitch, xsize, ysize;
} pitched;
typedef struct extent {
  size_t width, height, depth;
} extent;

API(int, cudaMalloc3D, (pitched * p, extent e)) {
  p->xsize = e.width;
  p->ysize = e.height;
  return cudaMallocPitch(&p->ptr, &p->pitch, e.width, e.height * e.depth);
}

enum { HOST_TO_HOST, HOST_TO_DEVICE, DEVICE_TO_HOST, DEVICE_TO_DEVICE, BY_ADDRESS };

/** A device side of a copy must lie in one allocation. */
static bool in_allocation(const void *p, size_t n) {
  const coal_vm_region *r = coal_vm_memory_find(memory(), (uint64_t)(uintptr_t)p);
  return r && (uint64_t)(uintptr_t)p + n <= r->base + r->bytes;
}

static int checked(const void *to, const void *from, size_t n, int kind) {
  if (coal_cudart_runtime_get()->sticky_error)
    return coal_cudart_runtime_error(coal_cudart_runtime_get()->sticky_error);
  if (!n) OK;
  bool bad = ((kind == HOST_TO_DEVICE || kind == DEVICE_TO_DEVICE) && !in_allocation(to, n)) ||
             ((kind == DEVICE_TO_HOST || kind == DEVICE_TO_DEVICE) && !in_allocation(from, n)) || kind < 0 ||
             kind > BY_ADDRESS || !to || !from;
  return bad ? coal_cudart_runtime_error(COAL_CUDA_INVALID_VALUE) : COAL_CUDA_SUCCESS;
}

API(int, cudaMemcpy, (void *to, const void *from, size_t n, int kind)) {
  int e = checked(to, from, n, kind);
  if (!e && n) memmove(to, from, n);
  return e;
}
API(int, cudaMemcpyAsync, (void *to, const void *from, size_t n, int kind, void *stream)) {
  (void)stream;
  return cudaMemcpy(to, from, n, kind);
}
API(int, cudaMemcpyPeer, (void *to, int d1, const void *from, int d2, size_t n)) {
  (void)d1, (void)d2;
  return cudaMemcpy(to, from, n, BY_ADDRESS);
}
API(int, cudaMemcpy2D,
    (void *to, size_t to_pitch, const void *from, size_t from_pitch, size_t width, size_t height, int kind)) {
  for (size_t y = 0; y < height; y++) {
    int e = cudaMemcpy((char *)to + y * to_pitch, (const char *)from + y * from_pitch, width, kind);
    if (e) return e;
  }
  OK;
}
API(int, cudaMemcpy2DAsync,
    (void *to, size_t to_pitch, const void *from, size_t from_pitch, size_t width, size_t height, int kind,
     void *stream)) {
  (void)stream;
  return cudaMemcpy2D(to, to_pitch, from, from_pitch, width, height, kind);
}
API(int, cudaMemset, (void *p, int value, size_t n)) {
  if (n && !in_allocation(p, n)) return coal_cudart_runtime_error(COAL_CUDA_INVALID_VALUE);
  if (n) memset(p, value, n);
  OK;
}
API(int, cudaMemsetAsync, (void *p, int value, size_t n, void *stream)) {
  (void)stream;
  return cudaMemset(p, value, n);
}
API(int, cudaMemset2D, (void *p, size_t pitch, int value, size_t width, size_t height)) {
  for (size_t y = 0; y < height; y++) {
    int e = cudaMemset((char *)p + y * pitch, value, width);
    if (e) return e;
  }
  OK;
}
API(int, cudaMemset2DAsync, (void *p, size_t pitch, int value, size_t width, size_t height, void *stream)) {
  (void)stream;
  return cudaMemset2D(p, pitch, value, width, height);
}
API(int, cudaMemset3D, (pitched p, int value, extent e)) {
  return cudaMemset2D(p.ptr, p.pitch, value, e.width, e.height * e.depth);
}
API(int, cudaMemGetInfo, (size_t *free_bytes, size_t *total)) {
  *free_bytes = ALL_MEMORY_BYTES / 8 * 7;
  *total = ALL_MEMORY_BYTES;
  OK;
}

/* ---- symbols ----------------------------------------------------------------------------------------------- */

static char *symbol_place(const void *symbol, size_t n, size_t offset) {
  size_t bytes = 0;
  char *at = coal_cudart_runtime_symbol(symbol, &bytes);
  return at && offset + n <= bytes ? at + offset : NULL;
}

API(int, cudaMemcpyToSymbol, (const void *symbol, const void *from, size_t n, size_t offset, int kind)) {
  (void)kind;
  char *at = symbol_place(symbol, n, offset);
  if (!at) return coal_cudart_runtime_error(COAL_CUDA_INVALID_SYMBOL);
  memcpy(at, from, n);
  OK;
}
API(int, cudaMemcpyToSymbolAsync,
    (const void *symbol, const void *from, size_t n, size_t offset, int kind, void *stream)) {
  (void)stream;
  return cudaMemcpyToSymbol(symbol, from, n, offset, kind);
}
API(int, cudaMemcpyFromSymbol, (void *to, const void *symbol, size_t n, size_t offset, int kind)) {
  (void)kind;
  const char *at = symbol_place(symbol, n, offset);
  if (!at) return coal_cudart_runtime_error(COAL_CUDA_INVALID_SYMBOL);
  memcpy(to, at, n);
  OK;
}
API(int, cudaMemcpyFromSymbolAsync, (void *to, const void *symbol, size_t n, size_t offset, int kind, void *stream)) {
  (void)stream;
  return cudaMemcpyFromSymbol(to, symbol, n, offset, kind);
}
API(int, cudaGetSymbolAddress, (void **p, const void *symbol)) {
  size_t bytes;
  *p = coal_cudart_runtime_symbol(symbol, &bytes);
  return *p ? COAL_CUDA_SUCCESS : coal_cudart_runtime_error(COAL_CUDA_INVALID_SYMBOL);
}
API(int, cudaGetSymbolSize, (size_t *n, const void *symbol)) {
  return coal_cudart_runtime_symbol(symbol, n) ? COAL_CUDA_SUCCESS
                                               : coal_cudart_runtime_error(COAL_CUDA_INVALID_SYMBOL);
}

/* ---- streams and events ------------------------------------------------------------------------------------ */

static int new_handle(void **p) {
  *p = coal_alloc(sizeof(double));
  *(double *)*p = coal_exec_now_seconds();
  OK;
}

API(int, cudaStreamCreate, (void **s)) { return new_handle(s); }
API(int, cudaStreamCreateWithFlags, (void **s, unsigned flags)) {
  (void)flags;
  return new_handle(s);
}
API(int, cudaStreamCreateWithPriority, (void **s, unsigned flags, int priority)) {
  (void)flags, (void)priority;
  return new_handle(s);
}
API(int, cudaStreamDestroy, (void *s)) {
  free(s);
  OK;
}
NOTHING(cudaStreamWaitEvent, (void *s, void *e, unsigned flags), (void)s, (void)e, (void)flags)
API(int, cudaStreamSynchronize, (void *s)) {
  (void)s;
  return coal_cudart_runtime_error(coal_cudart_runtime_get()->sticky_error);
}
NOTHING(cudaStreamQuery, (void *s), (void)s)
NOTHING(cudaDeviceGetStreamPriorityRange, (int *least, int *greatest), *least = 0, *greatest = 0)
API(int, cudaEventCreate, (void **e)) { return new_handle(e); }
API(int, cudaEventCreateWithFlags, (void **e, unsigned flags)) {
  (void)flags;
  return new_handle(e);
}
API(int, cudaEventRecord, (void *e, void *stream)) {
  (void)stream;
  *(double *)e = coal_exec_now_seconds();
  OK;
}
NOTHING(cudaEventQuery, (void *e), (void)e)
NOTHING(cudaEventSynchronize, (void *e), (void)e)
API(int, cudaEventDestroy, (void *e)) {
  free(e);
  OK;
}
API(int, cudaEventElapsedTime, (float *ms, void *start, void *end)) {
  *ms = (float)((*(const double *)end - *(const double *)start) * 1e3);
  OK;
}

/* ---- devices ----------------------------------------------------------------------------------------------- */

API(int, cudaDeviceSynchronize, (void)) { return coal_cudart_runtime_error(coal_cudart_runtime_get()->sticky_error); }
API(int, cudaThreadSynchronize, (void)) { return cudaDeviceSynchronize(); }
NOTHING(cudaDeviceReset, (void), (void)0)
NOTHING(cudaThreadExit, (void), (void)0)
NOTHING(cudaProfilerStart, (void), (void)0)
NOTHING(cudaProfilerStop, (void), (void)0)
NOTHING(cudaGetDeviceCount, (int *n), *n = 1)
NOTHING(cudaGetDevice, (int *d), *d = 0)
API(int, cudaSetDevice, (int d)) { return d ? coal_cudart_runtime_error(COAL_CUDA_INVALID_DEVICE) : COAL_CUDA_SUCCESS; }
NOTHING(cudaChooseDevice, (int *d, const void *p), *d = 0, (void)p)
NOTHING(cudaSetDeviceFlags, (unsigned flags), (void)flags)
NOTHING(cudaDeviceSetLimit, (int limit, size_t n), (void)limit, (void)n)
NOTHING(cudaDeviceGetLimit, (size_t *n, int limit), *n = 8u << 20, (void)limit)
NOTHING(cudaDeviceSetCacheConfig, (int c), (void)c)
NOTHING(cudaThreadSetCacheConfig, (int c), (void)c)
NOTHING(cudaDeviceSetSharedMemConfig, (int c), (void)c)
NOTHING(cudaDeviceGetSharedMemConfig, (int *c), *c = 1)
NOTHING(cudaFuncSetCacheConfig, (const void *f, int c), (void)f, (void)c)
NOTHING(cudaFuncSetSharedMemConfig, (const void *f, int c), (void)f, (void)c)
NOTHING(cudaFuncSetAttribute, (const void *f, int a, int v), (void)f, (void)a, (void)v)
/** The beginning of CUDA's cudaFuncAttributes. */
typedef struct function_attributes {
  size_t shared_bytes, constant_bytes, local_bytes;
  int max_threads, registers, ptx_version, binary_version, cache_mode, max_dynamic_shared_bytes, shared_carveout;
} function_attributes;
API(int, cudaFuncGetAttributes, (function_attributes * a, const void *f)) {
  (void)f;
  int cc = (int)coal_cudart_runtime_get()->device->target->cc;
  *a = (function_attributes){.max_threads = 1024,
                             .registers = 32,
                             .ptx_version = cc,
                             .binary_version = cc,
                             .max_dynamic_shared_bytes = 49152,
                             .shared_carveout = -1};
  OK;
}
NOTHING(cudaDriverGetVersion, (int *v), *v = 13000)
NOTHING(cudaRuntimeGetVersion, (int *v), *v = 13000)
NOTHING(cudaDeviceCanAccessPeer, (int *can, int a, int b), *can = 0, (void)a, (void)b)

/** Attribute numbers of CUDA's cudaDeviceAttr. */
API(int, cudaDeviceGetAttribute, (int *value, int attribute, int device)) {
  (void)device;
  unsigned cc = coal_cudart_runtime_get()->device->target->cc;
  static const struct {
    int attribute, value;
  } table[] = {{1, 1024},  {2, 1024},  {3, 1024},    {4, 64},       {5, 2147483647}, {6, 65535},
               {7, 65535}, {8, 49152}, {9, 65536},   {10, 32},      {12, 65536},     {13, 1410000},
               {16, 108},  {18, 1},    {19, 1},      {36, 1215000}, {37, 5120},      {38, 41943040},
               {39, 2048}, {41, 1},    {81, 167936}, {83, 1},       {95, 1},         {97, 166912}};
  *value = attribute == 75 ? (int)cc / 10 : attribute == 76 ? (int)cc % 10 : 0;
  for (size_t k = 0; k < sizeof table / sizeof *table; k++)
    if (table[k].attribute == attribute) *value = table[k].value;
  OK;
}

static void (*fill_properties)(void *properties, int major, int minor);

/** cudart_shim.h registers a function that fills in cudaDeviceProp as the program's headers define it. */
EXPORT void coal_runtime_register_properties(void (*fill)(void *, int, int));
void coal_runtime_register_properties(void (*fill)(void *, int, int)) { fill_properties = fill; }

API(int, cudaGetDeviceProperties, (void *p, int device)) {
  unsigned cc = coal_cudart_runtime_get()->device->target->cc;
  if (device) return coal_cudart_runtime_error(COAL_CUDA_INVALID_DEVICE);
  if (fill_properties) fill_properties(p, (int)cc / 10, (int)cc % 10);
  OK;
}
API(int, cudaGetDeviceProperties_v2, (void *p, int device)) { return cudaGetDeviceProperties(p, device); }

API(int, cudaOccupancyMaxActiveBlocksPerMultiprocessor, (int *n, const void *f, int block, size_t shared)) {
  (void)f, (void)shared;
  *n = block > 0 ? 2048 / block : 1;
  OK;
}
API(int, cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags,
    (int *n, const void *f, int block, size_t shared, unsigned flags)) {
  (void)flags;
  return cudaOccupancyMaxActiveBlocksPerMultiprocessor(n, f, block, shared);
}

/* For cudart_shim.h: C++ forms without a C one. */
API(int, coal_runtime_nothing, (void)) { OK; }
