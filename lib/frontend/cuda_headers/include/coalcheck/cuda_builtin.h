/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/** What nvcc includes in front of every source: given to Clang by -include when no toolkit is used. */
#ifndef COALCHECK_CUDA_BUILTIN_H
#define COALCHECK_CUDA_BUILTIN_H

/* The guards of the headers that this one stands for: sources ask for them, and a stray toolkit stays out. */
#define __CHANNEL_DESCRIPTOR_H__
#define __COMMON_FUNCTIONS_H__
#define __CUDA_DEVICE_RUNTIME_API_H__
#define __CUDA_PROFILER_API_H__
#define __CUDA_RUNTIME_H__
#define __DEVICE_ATOMIC_FUNCTIONS_H__
#define __DEVICE_FUNCTIONS_H__
#define __DEVICE_LAUNCH_PARAMETERS_H__
#define __DEVICE_TYPES_H__
#define __DRIVER_FUNCTIONS_H__
#define __MATH_FUNCTIONS_H__
#define __SM_20_ATOMIC_FUNCTIONS_H__
#define __SM_20_INTRINSICS_H__
#define __SM_30_INTRINSICS_H__
#define __SM_32_ATOMIC_FUNCTIONS_H__
#define __SM_32_INTRINSICS_H__
#define __SM_35_ATOMIC_FUNCTIONS_H__
#define __SM_35_INTRINSICS_H__
#define __SM_60_ATOMIC_FUNCTIONS_H__
#define __SM_61_INTRINSICS_H__
#define __SURFACE_INDIRECT_FUNCTIONS_H__
#define __SURFACE_TYPES_H__
#define __TEXTURE_INDIRECT_FUNCTIONS_H__
#define __VECTOR_FUNCTIONS_HPP__
#define __VECTOR_FUNCTIONS_H__
#define __cuda_occupancy_h__
#define cuda_profiler_H

#include <coalcheck/qualifiers.h>
#include <coalcheck/libc.h>
#include <vector_types.h>

extern const COAL_D __attribute__((weak)) uint3 threadIdx;
extern const COAL_D __attribute__((weak)) uint3 blockIdx;
extern const COAL_D __attribute__((weak)) dim3 blockDim;
extern const COAL_D __attribute__((weak)) dim3 gridDim;
COAL_D const int warpSize = 32;

#include <coalcheck/math.h>
#include <coalcheck/device.h>
#include <cuda_runtime_api.h>
#include <texture_types.h>
/* nvcc brings it along, and templates that launch kernels rely on std::forward. */
#if __cplusplus >= 201103L && __has_include(<utility>)
#include <utility>
#endif

#endif
