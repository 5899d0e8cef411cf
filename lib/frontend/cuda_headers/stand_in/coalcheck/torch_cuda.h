/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/** PyTorch's streams, guards and random state. */
#ifndef COALCHECK_STAND_IN_TORCH_CUDA_H
#define COALCHECK_STAND_IN_TORCH_CUDA_H

#include <coalcheck/torch_tensor.h>

struct cublasContext;
struct cublasLtContext;

namespace c10 {
struct Stream {
  Device device() const;
};
struct DataPtr {
  void *get() const;
};
struct Allocator {
  DataPtr allocate(size_t) const;
};
struct DeviceGuard {
  DeviceGuard(Device);
};
struct OptionalDeviceGuard {
  template <class... A> OptionalDeviceGuard(A &&...);
};
template <class T> struct coal_any_guard {};
namespace cuda {
struct CUDAStream {
  cudaStream_t stream() const;
  operator cudaStream_t() const;
  operator Stream() const;
  DeviceIndex device_index() const;
  Device device() const;
  void synchronize() const;
};
CUDAStream getCurrentCUDAStream(DeviceIndex = -1);
CUDAStream getDefaultCUDAStream(DeviceIndex = -1);
CUDAStream getStreamFromPool(bool = false, DeviceIndex = -1);
void setCurrentCUDAStream(CUDAStream);
DeviceIndex current_device();
DeviceIndex device_count();
void set_device(DeviceIndex);
void device_synchronize();
struct CUDAGuard {
  CUDAGuard(DeviceIndex);
  CUDAGuard(Device);
  void set_device(Device);
};
struct OptionalCUDAGuard {
  template <class... A> OptionalCUDAGuard(A &&...);
};
struct CUDAStreamGuard {
  CUDAStreamGuard(CUDAStream);
};
namespace CUDACachingAllocator {
Allocator *get();
void *raw_alloc(size_t);
void raw_delete(void *);
void emptyCache();
}  // namespace CUDACachingAllocator
}  // namespace cuda
}  // namespace c10

namespace at {
struct PhiloxCudaState {
  PhiloxCudaState() = default;
  PhiloxCudaState(uint64_t, uint64_t);
  union Payload {
    uint64_t val;
    int64_t *ptr;
  };
  Payload seed_{};
  Payload offset_{};
  uint32_t offset_intragraph_ = 0;
  bool captured_ = false;
};
struct CUDAGeneratorImpl {
  PhiloxCudaState philox_cuda_state(uint64_t);
  std::pair<uint64_t, uint64_t> philox_engine_inputs(uint64_t);
#if __has_include(<mutex>)
  std::mutex mutex_;
#endif
};
template <class T, class... A> T *get_generator_or_default(A &&...);
template <class T> T *check_generator(Generator);

namespace cuda {
using namespace c10::cuda;
cudaDeviceProp *getCurrentDeviceProperties();
cudaDeviceProp *getDeviceProperties(int64_t);
int warp_size();
cublasContext *getCurrentCUDABlasHandle();
cublasLtContext *getCurrentCUDABlasLtHandle();
Allocator *getCUDADeviceAllocator();
int64_t ATenCeilDiv(int64_t, int64_t);
namespace detail {
const Generator &getDefaultCUDAGenerator(DeviceIndex = -1);
bool canUse32BitIndexMath(const Tensor &, int64_t = 0);
}  // namespace detail
namespace philox {
__host__ __device__ inline std::tuple<uint64_t, uint64_t> unpack(PhiloxCudaState s) {
  return std::make_tuple(s.seed_.val, s.offset_.val);
}
}  // namespace philox
}  // namespace cuda
}  // namespace at

/* atomics on PyTorch's own element types */
#define COAL_TORCH_ATOMIC(T)                                                                       \
  static inline __device__ void gpuAtomicAdd(T *p, T v) { atomicAdd(p, v); }                       \
  static inline __device__ void gpuAtomicAddNoReturn(T *p, T v) { atomicAdd(p, v); }
COAL_TORCH_ATOMIC(float)
COAL_TORCH_ATOMIC(double)
COAL_TORCH_ATOMIC(int)
static inline __device__ void gpuAtomicAdd(c10::Half *p, c10::Half v) { atomicAdd((__half *)p, (__half)v); }
static inline __device__ void gpuAtomicAddNoReturn(c10::Half *p, c10::Half v) { atomicAdd((__half *)p, (__half)v); }
static inline __device__ void gpuAtomicAdd(c10::BFloat16 *p, c10::BFloat16 v) {
  atomicAdd((__nv_bfloat16 *)p, (__nv_bfloat16)v);
}
static inline __device__ void gpuAtomicAddNoReturn(c10::BFloat16 *p, c10::BFloat16 v) {
  atomicAdd((__nv_bfloat16 *)p, (__nv_bfloat16)v);
}
#undef COAL_TORCH_ATOMIC

template <class T> __device__ inline T WARP_SHFL_XOR(T v, int m, int w = 32, unsigned mask = 0xffffffffu) { return __shfl_xor_sync(mask, v, m, w); }
template <class T> __device__ inline T WARP_SHFL(T v, int l, int w = 32, unsigned mask = 0xffffffffu) { return __shfl_sync(mask, v, l, w); }
template <class T> __device__ inline T WARP_SHFL_DOWN(T v, unsigned d, int w = 32, unsigned mask = 0xffffffffu) { return __shfl_down_sync(mask, v, d, w); }
template <class T> __device__ inline T WARP_SHFL_UP(T v, unsigned d, int w = 32, unsigned mask = 0xffffffffu) { return __shfl_up_sync(mask, v, d, w); }

#endif
