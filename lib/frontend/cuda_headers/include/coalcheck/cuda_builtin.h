/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/** What nvcc includes in front of every source: given to Clang by -include when no toolkit is used. */
#ifndef COALCHECK_CUDA_BUILTIN_H
#define COALCHECK_CUDA_BUILTIN_H

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

#endif
