/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/**
 * Included before the host side of a program by `coalcheck run` (-include, after the CUDA headers). Defines the
 * typed forms that the embedded headers only declare, and passes the layout of cudaDeviceProp to the runtime.
 */
#ifndef COAL_RUN_CUDART_SHIM_H
#define COAL_RUN_CUDART_SHIM_H

extern "C" void coal_runtime_register_properties(void (*)(void *, int, int));
extern "C" int coal_runtime_nothing();

#ifdef COALCHECK_EMBEDDED_CUDA
template <class T>
COAL_HD cudaError_t cudaMalloc(T **p, size_t n) {
  return cudaMalloc((void **)p, n);
}
template <class T>
cudaError_t cudaMallocHost(T **p, size_t n, unsigned int) {
  return cudaMallocHost((void **)p, n);
}
template <class T>
cudaError_t cudaHostAlloc(T **p, size_t n, unsigned int f) {
  return cudaHostAlloc((void **)p, n, f);
}
template <class T>
cudaError_t cudaHostGetDevicePointer(T **p, void *h, unsigned int f) {
  return cudaHostGetDevicePointer((void **)p, h, f);
}
template <class T>
cudaError_t cudaMallocPitch(T **p, size_t *pitch, size_t w, size_t h) {
  return cudaMallocPitch((void **)p, pitch, w, h);
}
template <class T>
cudaError_t cudaMallocManaged(T **p, size_t n, unsigned int f) {
  return cudaMallocManaged((void **)p, n, f);
}
template <class T>
cudaError_t cudaMallocAsync(T **p, size_t n, cudaStream_t s) {
  return cudaMallocAsync((void **)p, n, s);
}
extern "C" cudaError_t coal_cudart_to_symbol(const void *, const void *, size_t, size_t,
                                             cudaMemcpyKind) __asm__("cudaMemcpyToSymbol");
extern "C" cudaError_t coal_cudart_from_symbol(void *, const void *, size_t, size_t,
                                               cudaMemcpyKind) __asm__("cudaMemcpyFromSymbol");
extern "C" cudaError_t coal_cudart_symbol_address(void **, const void *) __asm__("cudaGetSymbolAddress");
extern "C" cudaError_t coal_cudart_symbol_size(size_t *, const void *) __asm__("cudaGetSymbolSize");
template <class T>
cudaError_t cudaMemcpyToSymbol(const T &v, const void *from, size_t n, size_t offset, cudaMemcpyKind k) {
  return coal_cudart_to_symbol((const void *)&v, from, n, offset, k);
}
template <class T>
cudaError_t cudaMemcpyToSymbolAsync(const T &v, const void *from, size_t n, size_t offset, cudaMemcpyKind k,
                                    cudaStream_t) {
  return coal_cudart_to_symbol((const void *)&v, from, n, offset, k);
}
template <class T>
cudaError_t cudaMemcpyFromSymbol(void *to, const T &v, size_t n, size_t offset, cudaMemcpyKind k) {
  return coal_cudart_from_symbol(to, (const void *)&v, n, offset, k);
}
template <class T>
cudaError_t cudaMemcpyFromSymbolAsync(void *to, const T &v, size_t n, size_t offset, cudaMemcpyKind k, cudaStream_t) {
  return coal_cudart_from_symbol(to, (const void *)&v, n, offset, k);
}
template <class P, class T>
cudaError_t cudaGetSymbolAddress(P **p, const T &v) {
  return coal_cudart_symbol_address((void **)p, (const void *)&v);
}
template <class T>
cudaError_t cudaGetSymbolSize(size_t *n, const T &v) {
  return coal_cudart_symbol_size(n, (const void *)&v);
}
template <class F>
cudaError_t cudaLaunchKernel(F *f, dim3 g, dim3 b, void **a, size_t n, cudaStream_t s) {
  return cudaLaunchKernel((const void *)f, g, b, a, n, s);
}
template <class F>
cudaError_t cudaLaunchCooperativeKernel(F *f, dim3 g, dim3 b, void **a, size_t n, cudaStream_t s) {
  return cudaLaunchCooperativeKernel((const void *)f, g, b, a, n, s);
}
template <class... P, class... A>
cudaError_t cudaLaunchKernelEx(const cudaLaunchConfig_t *c, void (*f)(P...), A &&...args) {
  auto launch = [=](P... p) {
    void *packed[] = {(void *)&p..., nullptr};
    return cudaLaunchKernelExC(c, (const void *)f, packed);
  };
  return launch((A &&)args...);
}
template <class F>
COAL_HD cudaError_t cudaFuncGetAttributes(cudaFuncAttributes *a, F *f) {
  return cudaFuncGetAttributes(a, (const void *)f);
}
template <class F>
cudaError_t cudaFuncSetAttribute(F *f, cudaFuncAttribute a, int v) {
  return cudaFuncSetAttribute((const void *)f, a, v);
}
template <class F>
cudaError_t cudaFuncSetCacheConfig(F *f, cudaFuncCache c) {
  return cudaFuncSetCacheConfig((const void *)f, c);
}
template <class F>
cudaError_t cudaFuncSetSharedMemConfig(F *f, cudaSharedMemConfig c) {
  return cudaFuncSetSharedMemConfig((const void *)f, c);
}
template <class F>
COAL_HD cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int *n, F f, int b, size_t m) {
  return cudaOccupancyMaxActiveBlocksPerMultiprocessor(n, (const void *)f, b, m);
}
template <class F>
cudaError_t cudaOccupancyMaxPotentialBlockSize(int *grid, int *block, F, size_t, int limit) {
  *grid = 216;
  *block = limit > 0 && limit < 1024 ? limit : 1024;
  return cudaSuccess;
}
template <class T>
cudaChannelFormatDesc cudaCreateChannelDesc() {
  return cudaChannelFormatDesc{8 * (int)sizeof(T), 0, 0, 0, cudaChannelFormatKindNone};
}
inline cudaError_t cudaMemAdvise(const void *, size_t, cudaMemoryAdvise, int) { return cudaSuccess; }
inline cudaError_t cudaMemPrefetchAsync(const void *, size_t, int, cudaStream_t) { return cudaSuccess; }
inline cudaError_t cudaEventCreate(cudaEvent_t *e, unsigned int f) { return cudaEventCreateWithFlags(e, f); }
#endif

namespace {
inline void coal_cudart_fill_properties(void *p, int major, int minor) {
  cudaDeviceProp *q = (cudaDeviceProp *)p;
  __builtin_memset(q, 0, sizeof *q);
  __builtin_strcpy(q->name, "coalcheck (CPU)");
  q->totalGlobalMem = (size_t)16 << 30;
  q->sharedMemPerBlock = 49152;
  q->regsPerBlock = 65536;
  q->warpSize = 32;
  q->maxThreadsPerBlock = 1024;
  q->maxThreadsDim[0] = q->maxThreadsDim[1] = 1024;
  q->maxThreadsDim[2] = 64;
  q->maxGridSize[0] = 2147483647;
  q->maxGridSize[1] = q->maxGridSize[2] = 65535;
  q->totalConstMem = 65536;
  q->major = major;
  q->minor = minor;
  q->multiProcessorCount = 108;
  q->maxThreadsPerMultiProcessor = 2048;
  q->canMapHostMemory = 1;
  q->unifiedAddressing = 1;
  q->managedMemory = 1;
  q->concurrentKernels = 1;
  q->asyncEngineCount = 1;
}
struct coal_cudart_properties_registrar {
  coal_cudart_properties_registrar() { coal_runtime_register_properties(coal_cudart_fill_properties); }
};
const coal_cudart_properties_registrar coal_properties_registered;
} // namespace

#endif
