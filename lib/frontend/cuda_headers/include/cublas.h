/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include <cublas_v2.h>
cublasStatus_t cublasInit();
cublasStatus_t cublasShutdown();
cublasStatus_t cublasGetError();
template <class __T> cublasStatus_t cublasAlloc(int, int, __T **);
cublasStatus_t cublasFree(const void *);
