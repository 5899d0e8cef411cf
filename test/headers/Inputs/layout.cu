// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Sizes and alignments that the numbers rest on. The real toolkit must agree.
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_fp8.h>
#include <cuda_runtime.h>
#include <cuComplex.h>

#define LAYOUT(type, bytes, alignment) \
  static_assert(sizeof(type) == bytes, #type " size"); \
  static_assert(alignof(type) == alignment, #type " alignment")
#define VECTOR(name, part, align2, align4) \
  LAYOUT(name##1, part, part);             \
  LAYOUT(name##2, 2 * part, align2);       \
  LAYOUT(name##3, 3 * part, part);         \
  LAYOUT(name##4, 4 * part, align4)
VECTOR(char, 1, 2, 4);
VECTOR(uchar, 1, 2, 4);
VECTOR(short, 2, 4, 8);
VECTOR(ushort, 2, 4, 8);
VECTOR(int, 4, 8, 16);
VECTOR(uint, 4, 8, 16);
VECTOR(long, 8, 16, 16);
VECTOR(ulong, 8, 16, 16);
VECTOR(longlong, 8, 16, 16);
VECTOR(ulonglong, 8, 16, 16);
VECTOR(float, 4, 8, 16);
VECTOR(double, 8, 16, 16);
LAYOUT(dim3, 12, 4);
LAYOUT(__half, 2, 2);
LAYOUT(__half2, 4, 4);
LAYOUT(__nv_bfloat16, 2, 2);
LAYOUT(__nv_bfloat162, 4, 4);
LAYOUT(__nv_fp8_e4m3, 1, 1);
LAYOUT(__nv_fp8_e5m2, 1, 1);
LAYOUT(__nv_fp8x2_e4m3, 2, 2);
LAYOUT(__nv_fp8x4_e4m3, 4, 4);
LAYOUT(cuFloatComplex, 8, 8);
LAYOUT(cuDoubleComplex, 16, 16);
LAYOUT(cudaPitchedPtr, 32, 8);
LAYOUT(cudaExtent, 24, 8);
