// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
#include "width.h"
template <typename T> __global__ void in_header(T *p) { p[threadIdx.x * width] = 0; }
