/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/** The qualifiers of CUDA C++ as Clang's attributes, and the version macros that sources ask for. */
#ifndef COALCHECK_CUDA_QUALIFIERS_H
#define COALCHECK_CUDA_QUALIFIERS_H
#define __HOST_CONFIG_H__
#define __HOST_DEFINES_H__

#define COALCHECK_EMBEDDED_CUDA 1

#ifndef __CUDACC__
#define __CUDACC__ 1
#endif
#define __CUDACC_VER_MAJOR__ 12
#define __CUDACC_VER_MINOR__ 6
#define __CUDACC_VER_BUILD__ 0
#define __CUDACC_RELAXED_CONSTEXPR__ 1
#define __CUDACC_EXTENDED_LAMBDA__ 1
#define CUDART_VERSION 12060
#define CUDA_VERSION 12060
#define CUDA_API_PER_THREAD_DEFAULT_STREAM_ABSENT 1

#define __host__ __attribute__((host))
#define __device__ __attribute__((device))
#define __global__ __attribute__((global))
#define __shared__ __attribute__((shared))
#define __constant__ __attribute__((constant))
#include <coalcheck/attribute_values.h>
#define __forceinline__ __inline__ __attribute__((always_inline))
#define __align__(n) __attribute__((aligned(n)))
#define __builtin_align__(n) __align__(n)
#define __cluster_dims__(...)
#define __maxnreg__(n)
#define __block_size__(...)
#if __has_attribute(grid_constant)
#define __grid_constant__ __attribute__((grid_constant))
#else
#define __grid_constant__
#endif
#define __no_return__ __attribute__((noreturn))
#define __thread__ __thread
#define __nv_pure__ __attribute__((pure))
#define __device_builtin__
#define __cudart_builtin__
#define __device_builtin_texture_type__ __attribute__((device_builtin_texture_type))
#define __device_builtin_surface_type__ __attribute__((device_builtin_surface_type))
#define CUDARTAPI
#define CUDAAPI
#define CUDA_CB
#define CUDART_CB

/* Shorthands of these headers. */
#define COAL_D __attribute__((device))
#define COAL_HD __attribute__((host, device))
#define COAL_HDI __attribute__((host, device)) __inline__
#define COAL_DI __attribute__((device)) __inline__

#endif
