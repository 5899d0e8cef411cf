/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#ifndef COALCHECK_CUDA_CUFFT_H
#define COALCHECK_CUDA_CUFFT_H
#define _CUFFT_H_

#include <coalcheck/host_library.h>

typedef int cufftHandle;
typedef float cufftReal;
typedef double cufftDoubleReal;
typedef cuComplex cufftComplex;
typedef cuDoubleComplex cufftDoubleComplex;
typedef enum {
  CUFFT_SUCCESS, CUFFT_INVALID_PLAN, CUFFT_ALLOC_FAILED, CUFFT_INVALID_TYPE, CUFFT_INVALID_VALUE, CUFFT_INTERNAL_ERROR,
  CUFFT_EXEC_FAILED, CUFFT_SETUP_FAILED, CUFFT_INVALID_SIZE, CUFFT_UNALIGNED_DATA, CUFFT_INCOMPLETE_PARAMETER_LIST,
  CUFFT_INVALID_DEVICE, CUFFT_PARSE_ERROR = 12, CUFFT_NO_WORKSPACE, CUFFT_NOT_IMPLEMENTED, CUFFT_LICENSE_ERROR = 15,
  CUFFT_NOT_SUPPORTED = 16, CUFFT_MISSING_DEPENDENCY, CUFFT_NVRTC_FAILURE, CUFFT_NVJITLINK_FAILURE, CUFFT_NVSHMEM_FAILURE
} cufftResult;
typedef cufftResult cufftResult_t;
typedef enum { CUFFT_R2C = 0x2a, CUFFT_C2R = 0x2c, CUFFT_C2C = 0x29, CUFFT_D2Z = 0x6a, CUFFT_Z2D = 0x6c, CUFFT_Z2Z = 0x69 } cufftType;
typedef enum { CUFFT_COMPATIBILITY_NATIVE, CUFFT_COMPATIBILITY_FFTW_PADDING } cufftCompatibility;
#define CUFFT_FORWARD -1
#define CUFFT_INVERSE 1
COAL_ANY(cufftResult, cufftPlan1d) COAL_ANY(cufftResult, cufftPlan2d) COAL_ANY(cufftResult, cufftPlan3d)
COAL_ANY(cufftResult, cufftPlanMany) COAL_ANY(cufftResult, cufftCreate) COAL_ANY(cufftResult, cufftMakePlan1d)
COAL_ANY(cufftResult, cufftMakePlan2d) COAL_ANY(cufftResult, cufftMakePlan3d)
COAL_ANY(cufftResult, cufftMakePlanMany) COAL_ANY(cufftResult, cufftExecC2C) COAL_ANY(cufftResult, cufftExecR2C)
COAL_ANY(cufftResult, cufftExecC2R) COAL_ANY(cufftResult, cufftExecZ2Z) COAL_ANY(cufftResult, cufftExecD2Z)
COAL_ANY(cufftResult, cufftExecZ2D) COAL_ANY(cufftResult, cufftDestroy) COAL_ANY(cufftResult, cufftSetStream)
COAL_ANY(cufftResult, cufftSetCompatibilityMode) COAL_ANY(cufftResult, cufftSetAutoAllocation)
COAL_ANY(cufftResult, cufftSetWorkArea) COAL_ANY(cufftResult, cufftGetSize) COAL_ANY(cufftResult, cufftEstimate1d)
COAL_ANY(cufftResult, cufftGetVersion)

#endif
