/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/** Copies from global to shared memory that run beside the kernel. */
#ifndef COALCHECK_CUDA_PIPELINE_H
#define COALCHECK_CUDA_PIPELINE_H
#define _CUDA_PIPELINE_H_

#include <coalcheck/async_copy.h>

COAL_DI void __pipeline_commit() {}
COAL_DI void __pipeline_wait_prior(size_t) {}
COAL_D void __pipeline_arrive_on(unsigned long long *barrier);

#include <cuda/pipeline>

namespace nvcuda {
namespace experimental {
class pipeline {
public:
  COAL_D size_t commit();
  COAL_D void commit_and_wait();
  COAL_D void wait(size_t);
  template <unsigned int n> COAL_D void wait_prior();
};
template <class __T> COAL_D void memcpy_async(__T &, const __T &, pipeline &);
}
}

#endif
