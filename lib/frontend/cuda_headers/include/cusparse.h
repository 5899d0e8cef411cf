/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#ifndef COALCHECK_CUDA_CUSPARSE_H
#define COALCHECK_CUDA_CUSPARSE_H
#define CUSPARSE_H_

#include <coalcheck/host_library.h>

typedef struct cusparseContext *cusparseHandle_t;
typedef struct cusparseMatDescr *cusparseMatDescr_t;
typedef struct cusparseSpMatDescr *cusparseSpMatDescr_t;
typedef const struct cusparseSpMatDescr *cusparseConstSpMatDescr_t;
typedef struct cusparseDnVecDescr *cusparseDnVecDescr_t;
typedef struct cusparseDnMatDescr *cusparseDnMatDescr_t;
typedef struct cusparseSpVecDescr *cusparseSpVecDescr_t;
typedef struct cusparseSpGEMMDescr *cusparseSpGEMMDescr_t;
typedef struct cusparseSpSVDescr *cusparseSpSVDescr_t;
#define CUSPARSEAPI
typedef enum {
  CUSPARSE_STATUS_SUCCESS, CUSPARSE_STATUS_NOT_INITIALIZED, CUSPARSE_STATUS_ALLOC_FAILED, CUSPARSE_STATUS_INVALID_VALUE,
  CUSPARSE_STATUS_ARCH_MISMATCH, CUSPARSE_STATUS_MAPPING_ERROR, CUSPARSE_STATUS_EXECUTION_FAILED,
  CUSPARSE_STATUS_INTERNAL_ERROR, CUSPARSE_STATUS_MATRIX_TYPE_NOT_SUPPORTED, CUSPARSE_STATUS_ZERO_PIVOT,
  CUSPARSE_STATUS_NOT_SUPPORTED, CUSPARSE_STATUS_INSUFFICIENT_RESOURCES
} cusparseStatus_t;
typedef enum { CUSPARSE_OPERATION_NON_TRANSPOSE, CUSPARSE_OPERATION_TRANSPOSE, CUSPARSE_OPERATION_CONJUGATE_TRANSPOSE } cusparseOperation_t;
typedef enum { CUSPARSE_INDEX_BASE_ZERO, CUSPARSE_INDEX_BASE_ONE } cusparseIndexBase_t;
typedef enum { CUSPARSE_MATRIX_TYPE_GENERAL, CUSPARSE_MATRIX_TYPE_SYMMETRIC, CUSPARSE_MATRIX_TYPE_HERMITIAN, CUSPARSE_MATRIX_TYPE_TRIANGULAR } cusparseMatrixType_t;
typedef enum { CUSPARSE_INDEX_16U = 1, CUSPARSE_INDEX_32I = 2, CUSPARSE_INDEX_64I = 3 } cusparseIndexType_t;
typedef enum { CUSPARSE_ORDER_COL = 1, CUSPARSE_ORDER_ROW = 2 } cusparseOrder_t;
typedef enum { CUSPARSE_ACTION_SYMBOLIC, CUSPARSE_ACTION_NUMERIC } cusparseAction_t;
typedef enum { CUSPARSE_SPMV_ALG_DEFAULT, CUSPARSE_SPMV_COO_ALG1, CUSPARSE_SPMV_CSR_ALG1, CUSPARSE_SPMV_CSR_ALG2 } cusparseSpMVAlg_t;
typedef enum { CUSPARSE_SPMM_ALG_DEFAULT, CUSPARSE_SPMM_CSR_ALG1 = 4, CUSPARSE_SPMM_CSR_ALG2 = 6 } cusparseSpMMAlg_t;
typedef enum { CUSPARSE_SPGEMM_DEFAULT } cusparseSpGEMMAlg_t;
#define CUSPARSE_MV_ALG_DEFAULT CUSPARSE_SPMV_ALG_DEFAULT
COAL_ANY(cusparseStatus_t, cusparseCreate) COAL_ANY(cusparseStatus_t, cusparseDestroy)
COAL_ANY(cusparseStatus_t, cusparseSetStream) COAL_ANY(cusparseStatus_t, cusparseSetPointerMode)
COAL_ANY(cusparseStatus_t, cusparseCreateMatDescr) COAL_ANY(cusparseStatus_t, cusparseDestroyMatDescr)
COAL_ANY(cusparseStatus_t, cusparseSetMatType) COAL_ANY(cusparseStatus_t, cusparseSetMatIndexBase)
COAL_ANY(cusparseStatus_t, cusparseCreateCsr) COAL_ANY(cusparseStatus_t, cusparseCreateCoo)
COAL_ANY(cusparseStatus_t, cusparseCreateCsc) COAL_ANY(cusparseStatus_t, cusparseDestroySpMat)
COAL_ANY(cusparseStatus_t, cusparseCreateDnVec) COAL_ANY(cusparseStatus_t, cusparseDestroyDnVec)
COAL_ANY(cusparseStatus_t, cusparseCreateDnMat) COAL_ANY(cusparseStatus_t, cusparseDestroyDnMat)
COAL_ANY(cusparseStatus_t, cusparseDnVecSetValues) COAL_ANY(cusparseStatus_t, cusparseSpMV)
COAL_ANY(cusparseStatus_t, cusparseSpMV_bufferSize) COAL_ANY(cusparseStatus_t, cusparseSpMM)
COAL_ANY(cusparseStatus_t, cusparseSpMM_bufferSize) COAL_ANY(cusparseStatus_t, cusparseSpGEMM_createDescr)
COAL_ANY(cusparseStatus_t, cusparseSpGEMM_destroyDescr) COAL_ANY(cusparseStatus_t, cusparseSpGEMM_workEstimation)
COAL_ANY(cusparseStatus_t, cusparseSpGEMM_compute) COAL_ANY(cusparseStatus_t, cusparseSpGEMM_copy)
COAL_ANY(cusparseStatus_t, cusparseSpMatGetSize) COAL_ANY(cusparseStatus_t, cusparseCsrSetPointers)
COAL_ANY(cusparseStatus_t, cusparseXcoo2csr) COAL_ANY(cusparseStatus_t, cusparseXcsr2coo)
COAL_ANY(cusparseStatus_t, cusparseScsrmv) COAL_ANY(cusparseStatus_t, cusparseDcsrmv)
COAL_ANY(cusparseStatus_t, cusparseScsrmm) COAL_ANY(cusparseStatus_t, cusparseDcsrmm)
COAL_ANY(cusparseStatus_t, cusparseSnnz) COAL_ANY(cusparseStatus_t, cusparseSdense2csr)
COAL_ANY(cusparseStatus_t, cusparseDdense2csr) COAL_ANY(cusparseStatus_t, cusparseSgtsv2StridedBatch)
COAL_ANY(cusparseStatus_t, cusparseSgtsv2StridedBatch_bufferSizeExt) COAL_ANY(cusparseStatus_t, cusparseSgtsv2)
COAL_ANY(cusparseStatus_t, cusparseDgtsv2)
const char *cusparseGetErrorString(cusparseStatus_t);

#endif
