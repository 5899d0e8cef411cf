/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/**
 * The embedded headers as text, made from this folder at build time. A path is relative to a root that the front
 * end chooses; its first part says how the folder is searched:
 *
 *   include/  CUDA's own names: -isystem; `-include coalcheck/cuda_builtin.h` (or coalcheck/builtin_vars.h beside
 *             a real toolkit)
 *   std/      a little of the C and C++ library: -idirafter, for machines without one
 *   builtin/  the compiler's own headers (stddef.h …): -idirafter, for machines with libclang alone
 *   stand_in/ what kernels need of PyTorch, GLM, pybind11 and TVM: -idirafter, for when the real ones are in no include folder
 */
#ifndef COAL_FRONTEND_CUDA_HEADERS_TABLE_H
#define COAL_FRONTEND_CUDA_HEADERS_TABLE_H

#include <stddef.h>

typedef struct coal_cuda_header {
  const char *path;
  const char *text; /* NUL-terminated */
  size_t n_bytes;   /* without the NUL */
} coal_cuda_header;

extern const coal_cuda_header coal_cuda_headers[];
extern const size_t coal_cuda_headers_count;

#endif
