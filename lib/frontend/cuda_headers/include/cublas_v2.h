/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#ifndef COALCHECK_CUDA_CUBLAS_V2_H
#define COALCHECK_CUDA_CUBLAS_V2_H
#define CUBLAS_V2_H_
#define CUBLAS_API_H_

#include <coalcheck/host_library.h>
#include <cuda_bf16.h>
#include <cuda_fp16.h>

typedef struct cublasContext *cublasHandle_t;
typedef enum {
  CUBLAS_STATUS_SUCCESS = 0, CUBLAS_STATUS_NOT_INITIALIZED = 1, CUBLAS_STATUS_ALLOC_FAILED = 3, CUBLAS_STATUS_INVALID_VALUE = 7,
  CUBLAS_STATUS_ARCH_MISMATCH = 8, CUBLAS_STATUS_MAPPING_ERROR = 11, CUBLAS_STATUS_EXECUTION_FAILED = 13,
  CUBLAS_STATUS_INTERNAL_ERROR = 14, CUBLAS_STATUS_NOT_SUPPORTED = 15, CUBLAS_STATUS_LICENSE_ERROR = 16
} cublasStatus_t;
typedef cublasStatus_t cublasStatus;
typedef cudaDataType cublasDataType_t;
typedef enum { CUBLAS_OP_N, CUBLAS_OP_T, CUBLAS_OP_C, CUBLAS_OP_HERMITAN = 2 } cublasOperation_t;
typedef enum { CUBLAS_FILL_MODE_LOWER, CUBLAS_FILL_MODE_UPPER, CUBLAS_FILL_MODE_FULL } cublasFillMode_t;
typedef enum { CUBLAS_DIAG_NON_UNIT, CUBLAS_DIAG_UNIT } cublasDiagType_t;
typedef enum { CUBLAS_SIDE_LEFT, CUBLAS_SIDE_RIGHT } cublasSideMode_t;
typedef enum { CUBLAS_POINTER_MODE_HOST, CUBLAS_POINTER_MODE_DEVICE } cublasPointerMode_t;
typedef enum { CUBLAS_ATOMICS_NOT_ALLOWED, CUBLAS_ATOMICS_ALLOWED } cublasAtomicsMode_t;
typedef enum { CUBLAS_GEMM_DFALT = -1, CUBLAS_GEMM_DEFAULT = -1, CUBLAS_GEMM_DEFAULT_TENSOR_OP = 99 } cublasGemmAlgo_t;
typedef enum {
  CUBLAS_DEFAULT_MATH = 0, CUBLAS_TENSOR_OP_MATH = 1, CUBLAS_PEDANTIC_MATH = 2, CUBLAS_TF32_TENSOR_OP_MATH = 3
} cublasMath_t;
typedef enum {
  CUBLAS_COMPUTE_16F = 64, CUBLAS_COMPUTE_32F = 68, CUBLAS_COMPUTE_32F_FAST_16F = 74, CUBLAS_COMPUTE_32F_FAST_16BF = 75,
  CUBLAS_COMPUTE_32F_FAST_TF32 = 77, CUBLAS_COMPUTE_64F = 70, CUBLAS_COMPUTE_32I = 72
} cublasComputeType_t;
COAL_ANY(cublasStatus_t, cublasCreate) COAL_ANY(cublasStatus_t, cublasDestroy)
COAL_ANY(cublasStatus_t, cublasSetStream) COAL_ANY(cublasStatus_t, cublasGetStream)
COAL_ANY(cublasStatus_t, cublasSetMathMode) COAL_ANY(cublasStatus_t, cublasSetPointerMode)
COAL_ANY(cublasStatus_t, cublasGetPointerMode) COAL_ANY(cublasStatus_t, cublasSetWorkspace)
COAL_ANY(cublasStatus_t, cublasSetVector) COAL_ANY(cublasStatus_t, cublasGetVector)
COAL_ANY(cublasStatus_t, cublasSetMatrix) COAL_ANY(cublasStatus_t, cublasGetMatrix)
COAL_ANY(cublasStatus_t, cublasSetVectorAsync) COAL_ANY(cublasStatus_t, cublasGetVectorAsync)
COAL_ANY(cublasStatus_t, cublasGetVersion) COAL_ANY(cublasStatus_t, cublasSetAtomicsMode)
COAL_ANY(cublasStatus_t, cublasGemmEx) COAL_ANY(cublasStatus_t, cublasGemmBatchedEx)
COAL_ANY(cublasStatus_t, cublasGemmStridedBatchedEx) COAL_ANY(cublasStatus_t, cublasSgemmEx)
COAL_ANY(cublasStatus_t, cublasLoggerConfigure) COAL_ANY(cublasStatus_t, cublasSaxpy)
COAL_ANY(cublasStatus_t, cublasDaxpy) COAL_ANY(cublasStatus_t, cublasCaxpy) COAL_ANY(cublasStatus_t, cublasZaxpy)
COAL_ANY(cublasStatus_t, cublasScopy) COAL_ANY(cublasStatus_t, cublasDcopy) COAL_ANY(cublasStatus_t, cublasCcopy)
COAL_ANY(cublasStatus_t, cublasZcopy) COAL_ANY(cublasStatus_t, cublasSdot) COAL_ANY(cublasStatus_t, cublasDdot)
COAL_ANY(cublasStatus_t, cublasCdot) COAL_ANY(cublasStatus_t, cublasZdot) COAL_ANY(cublasStatus_t, cublasSscal)
COAL_ANY(cublasStatus_t, cublasDscal) COAL_ANY(cublasStatus_t, cublasCscal) COAL_ANY(cublasStatus_t, cublasZscal)
COAL_ANY(cublasStatus_t, cublasSswap) COAL_ANY(cublasStatus_t, cublasDswap) COAL_ANY(cublasStatus_t, cublasCswap)
COAL_ANY(cublasStatus_t, cublasZswap) COAL_ANY(cublasStatus_t, cublasSasum) COAL_ANY(cublasStatus_t, cublasDasum)
COAL_ANY(cublasStatus_t, cublasCasum) COAL_ANY(cublasStatus_t, cublasZasum) COAL_ANY(cublasStatus_t, cublasSnrm2)
COAL_ANY(cublasStatus_t, cublasDnrm2) COAL_ANY(cublasStatus_t, cublasCnrm2) COAL_ANY(cublasStatus_t, cublasZnrm2)
COAL_ANY(cublasStatus_t, cublasSgemv) COAL_ANY(cublasStatus_t, cublasDgemv) COAL_ANY(cublasStatus_t, cublasCgemv)
COAL_ANY(cublasStatus_t, cublasZgemv) COAL_ANY(cublasStatus_t, cublasSger) COAL_ANY(cublasStatus_t, cublasDger)
COAL_ANY(cublasStatus_t, cublasCger) COAL_ANY(cublasStatus_t, cublasZger) COAL_ANY(cublasStatus_t, cublasSgemm)
COAL_ANY(cublasStatus_t, cublasDgemm) COAL_ANY(cublasStatus_t, cublasCgemm) COAL_ANY(cublasStatus_t, cublasZgemm)
COAL_ANY(cublasStatus_t, cublasSgemmBatched) COAL_ANY(cublasStatus_t, cublasDgemmBatched)
COAL_ANY(cublasStatus_t, cublasCgemmBatched) COAL_ANY(cublasStatus_t, cublasZgemmBatched)
COAL_ANY(cublasStatus_t, cublasSgemmStridedBatched) COAL_ANY(cublasStatus_t, cublasDgemmStridedBatched)
COAL_ANY(cublasStatus_t, cublasCgemmStridedBatched) COAL_ANY(cublasStatus_t, cublasZgemmStridedBatched)
COAL_ANY(cublasStatus_t, cublasStrsm) COAL_ANY(cublasStatus_t, cublasDtrsm) COAL_ANY(cublasStatus_t, cublasCtrsm)
COAL_ANY(cublasStatus_t, cublasZtrsm) COAL_ANY(cublasStatus_t, cublasStrsmBatched)
COAL_ANY(cublasStatus_t, cublasDtrsmBatched) COAL_ANY(cublasStatus_t, cublasCtrsmBatched)
COAL_ANY(cublasStatus_t, cublasZtrsmBatched) COAL_ANY(cublasStatus_t, cublasStrmm)
COAL_ANY(cublasStatus_t, cublasDtrmm) COAL_ANY(cublasStatus_t, cublasCtrmm) COAL_ANY(cublasStatus_t, cublasZtrmm)
COAL_ANY(cublasStatus_t, cublasSsymm) COAL_ANY(cublasStatus_t, cublasDsymm) COAL_ANY(cublasStatus_t, cublasCsymm)
COAL_ANY(cublasStatus_t, cublasZsymm) COAL_ANY(cublasStatus_t, cublasSsymv) COAL_ANY(cublasStatus_t, cublasDsymv)
COAL_ANY(cublasStatus_t, cublasCsymv) COAL_ANY(cublasStatus_t, cublasZsymv) COAL_ANY(cublasStatus_t, cublasSsyrk)
COAL_ANY(cublasStatus_t, cublasDsyrk) COAL_ANY(cublasStatus_t, cublasCsyrk) COAL_ANY(cublasStatus_t, cublasZsyrk)
COAL_ANY(cublasStatus_t, cublasSgeam) COAL_ANY(cublasStatus_t, cublasDgeam) COAL_ANY(cublasStatus_t, cublasCgeam)
COAL_ANY(cublasStatus_t, cublasZgeam) COAL_ANY(cublasStatus_t, cublasSdgmm) COAL_ANY(cublasStatus_t, cublasDdgmm)
COAL_ANY(cublasStatus_t, cublasCdgmm) COAL_ANY(cublasStatus_t, cublasZdgmm)
COAL_ANY(cublasStatus_t, cublasSgetrfBatched) COAL_ANY(cublasStatus_t, cublasDgetrfBatched)
COAL_ANY(cublasStatus_t, cublasCgetrfBatched) COAL_ANY(cublasStatus_t, cublasZgetrfBatched)
COAL_ANY(cublasStatus_t, cublasSgetrsBatched) COAL_ANY(cublasStatus_t, cublasDgetrsBatched)
COAL_ANY(cublasStatus_t, cublasCgetrsBatched) COAL_ANY(cublasStatus_t, cublasZgetrsBatched)
COAL_ANY(cublasStatus_t, cublasSgetriBatched) COAL_ANY(cublasStatus_t, cublasDgetriBatched)
COAL_ANY(cublasStatus_t, cublasCgetriBatched) COAL_ANY(cublasStatus_t, cublasZgetriBatched)
COAL_ANY(cublasStatus_t, cublasSmatinvBatched) COAL_ANY(cublasStatus_t, cublasDmatinvBatched)
COAL_ANY(cublasStatus_t, cublasCmatinvBatched) COAL_ANY(cublasStatus_t, cublasZmatinvBatched)
COAL_ANY(cublasStatus_t, cublasIsamax) COAL_ANY(cublasStatus_t, cublasIsamin) COAL_ANY(cublasStatus_t, cublasSrot)
COAL_ANY(cublasStatus_t, cublasIdamax) COAL_ANY(cublasStatus_t, cublasIdamin) COAL_ANY(cublasStatus_t, cublasDrot)
COAL_ANY(cublasStatus_t, cublasHgemm) COAL_ANY(cublasStatus_t, cublasHgemmBatched)
COAL_ANY(cublasStatus_t, cublasHgemmStridedBatched) COAL_ANY(cublasStatus_t, cublasCdotc)
COAL_ANY(cublasStatus_t, cublasCdotu) COAL_ANY(cublasStatus_t, cublasZdotc) COAL_ANY(cublasStatus_t, cublasZdotu)
COAL_ANY(cublasStatus_t, cublasCherk) COAL_ANY(cublasStatus_t, cublasZherk) COAL_ANY(cublasStatus_t, cublasAxpyEx)
COAL_ANY(cublasStatus_t, cublasDotEx) COAL_ANY(cublasStatus_t, cublasScalEx) COAL_ANY(cublasStatus_t, cublasNrm2Ex)
COAL_ANY(cublasStatus_t, cublasScnrm2) COAL_ANY(cublasStatus_t, cublasDznrm2)
const char *cublasGetStatusString(cublasStatus_t);
const char *cublasGetStatusName(cublasStatus_t);

#endif
