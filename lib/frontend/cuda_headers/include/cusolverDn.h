/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#ifndef COALCHECK_CUDA_CUSOLVERDN_H
#define COALCHECK_CUDA_CUSOLVERDN_H
#define CUSOLVERDN_H_
#define CUSOLVER_COMMON_H_

#include <coalcheck/host_library.h>

#include <cublas_v2.h>

typedef struct cusolverDnContext *cusolverDnHandle_t;
typedef enum {
  CUSOLVER_STATUS_SUCCESS, CUSOLVER_STATUS_NOT_INITIALIZED, CUSOLVER_STATUS_ALLOC_FAILED, CUSOLVER_STATUS_INVALID_VALUE,
  CUSOLVER_STATUS_ARCH_MISMATCH, CUSOLVER_STATUS_MAPPING_ERROR, CUSOLVER_STATUS_EXECUTION_FAILED,
  CUSOLVER_STATUS_INTERNAL_ERROR, CUSOLVER_STATUS_MATRIX_TYPE_NOT_SUPPORTED, CUSOLVER_STATUS_NOT_SUPPORTED,
  CUSOLVER_STATUS_ZERO_PIVOT, CUSOLVER_STATUS_INVALID_LICENSE
} cusolverStatus_t;
typedef enum { CUSOLVER_EIG_MODE_NOVECTOR, CUSOLVER_EIG_MODE_VECTOR } cusolverEigMode_t;
COAL_ANY(cusolverStatus_t, cusolverDnCreate) COAL_ANY(cusolverStatus_t, cusolverDnDestroy)
COAL_ANY(cusolverStatus_t, cusolverDnSetStream) COAL_ANY(cusolverStatus_t, cusolverDnSgetrf)
COAL_ANY(cusolverStatus_t, cusolverDnDgetrf) COAL_ANY(cusolverStatus_t, cusolverDnCgetrf)
COAL_ANY(cusolverStatus_t, cusolverDnZgetrf) COAL_ANY(cusolverStatus_t, cusolverDnSgetrf_bufferSize)
COAL_ANY(cusolverStatus_t, cusolverDnDgetrf_bufferSize) COAL_ANY(cusolverStatus_t, cusolverDnCgetrf_bufferSize)
COAL_ANY(cusolverStatus_t, cusolverDnZgetrf_bufferSize) COAL_ANY(cusolverStatus_t, cusolverDnSgetrs)
COAL_ANY(cusolverStatus_t, cusolverDnDgetrs) COAL_ANY(cusolverStatus_t, cusolverDnCgetrs)
COAL_ANY(cusolverStatus_t, cusolverDnZgetrs) COAL_ANY(cusolverStatus_t, cusolverDnSpotrf)
COAL_ANY(cusolverStatus_t, cusolverDnDpotrf) COAL_ANY(cusolverStatus_t, cusolverDnCpotrf)
COAL_ANY(cusolverStatus_t, cusolverDnZpotrf) COAL_ANY(cusolverStatus_t, cusolverDnSpotrf_bufferSize)
COAL_ANY(cusolverStatus_t, cusolverDnDpotrf_bufferSize) COAL_ANY(cusolverStatus_t, cusolverDnCpotrf_bufferSize)
COAL_ANY(cusolverStatus_t, cusolverDnZpotrf_bufferSize) COAL_ANY(cusolverStatus_t, cusolverDnSpotrs)
COAL_ANY(cusolverStatus_t, cusolverDnDpotrs) COAL_ANY(cusolverStatus_t, cusolverDnCpotrs)
COAL_ANY(cusolverStatus_t, cusolverDnZpotrs) COAL_ANY(cusolverStatus_t, cusolverDnSgeqrf)
COAL_ANY(cusolverStatus_t, cusolverDnDgeqrf) COAL_ANY(cusolverStatus_t, cusolverDnCgeqrf)
COAL_ANY(cusolverStatus_t, cusolverDnZgeqrf) COAL_ANY(cusolverStatus_t, cusolverDnSgeqrf_bufferSize)
COAL_ANY(cusolverStatus_t, cusolverDnDgeqrf_bufferSize) COAL_ANY(cusolverStatus_t, cusolverDnCgeqrf_bufferSize)
COAL_ANY(cusolverStatus_t, cusolverDnZgeqrf_bufferSize) COAL_ANY(cusolverStatus_t, cusolverDnSormqr)
COAL_ANY(cusolverStatus_t, cusolverDnDormqr) COAL_ANY(cusolverStatus_t, cusolverDnCormqr)
COAL_ANY(cusolverStatus_t, cusolverDnZormqr) COAL_ANY(cusolverStatus_t, cusolverDnSgesvd)
COAL_ANY(cusolverStatus_t, cusolverDnDgesvd) COAL_ANY(cusolverStatus_t, cusolverDnCgesvd)
COAL_ANY(cusolverStatus_t, cusolverDnZgesvd) COAL_ANY(cusolverStatus_t, cusolverDnSgesvd_bufferSize)
COAL_ANY(cusolverStatus_t, cusolverDnDgesvd_bufferSize) COAL_ANY(cusolverStatus_t, cusolverDnCgesvd_bufferSize)
COAL_ANY(cusolverStatus_t, cusolverDnZgesvd_bufferSize) COAL_ANY(cusolverStatus_t, cusolverDnSsyevd)
COAL_ANY(cusolverStatus_t, cusolverDnDsyevd) COAL_ANY(cusolverStatus_t, cusolverDnCsyevd)
COAL_ANY(cusolverStatus_t, cusolverDnZsyevd) COAL_ANY(cusolverStatus_t, cusolverDnSsyevd_bufferSize)
COAL_ANY(cusolverStatus_t, cusolverDnDsyevd_bufferSize) COAL_ANY(cusolverStatus_t, cusolverDnCsyevd_bufferSize)
COAL_ANY(cusolverStatus_t, cusolverDnZsyevd_bufferSize)

#endif
