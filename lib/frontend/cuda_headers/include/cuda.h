/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/** The driver API as far as programs use it beside kernels. */
#ifndef COALCHECK_CUDA_DRIVER_API_H
#define COALCHECK_CUDA_DRIVER_API_H
#define __cuda_cuda_h__

#include <coalcheck/host_library.h>

typedef int CUdevice;
typedef unsigned long long CUdeviceptr;
typedef struct CUctx_st *CUcontext;
typedef struct CUmod_st *CUmodule;
typedef struct CUfunc_st *CUfunction;
typedef struct CUarray_st *CUarray;
typedef struct CUtexref_st *CUtexref;
typedef struct CUlinkState_st *CUlinkState;
typedef cudaEvent_t CUevent;
typedef cudaStream_t CUstream;
typedef cudaGraph_t CUgraph;
typedef cudaGraphExec_t CUgraphExec;
typedef cudaTextureObject_t CUtexObject;
typedef cudaSurfaceObject_t CUsurfObject;
typedef unsigned long long CUmemGenericAllocationHandle;
typedef CUuuid_st CUuuid;
typedef enum cudaError_enum {
  CUDA_SUCCESS = 0, CUDA_ERROR_INVALID_VALUE = 1, CUDA_ERROR_OUT_OF_MEMORY = 2, CUDA_ERROR_NOT_INITIALIZED = 3,
  CUDA_ERROR_DEINITIALIZED = 4, CUDA_ERROR_NO_DEVICE = 100, CUDA_ERROR_INVALID_DEVICE = 101, CUDA_ERROR_INVALID_IMAGE = 200,
  CUDA_ERROR_INVALID_CONTEXT = 201, CUDA_ERROR_NO_BINARY_FOR_GPU = 209, CUDA_ERROR_INVALID_PTX = 218,
  CUDA_ERROR_FILE_NOT_FOUND = 301, CUDA_ERROR_INVALID_HANDLE = 400, CUDA_ERROR_NOT_FOUND = 500, CUDA_ERROR_NOT_READY = 600,
  CUDA_ERROR_ILLEGAL_ADDRESS = 700, CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES = 701, CUDA_ERROR_LAUNCH_FAILED = 719,
  CUDA_ERROR_NOT_SUPPORTED = 801, CUDA_ERROR_UNKNOWN = 999
} CUresult;
typedef enum CUdevice_attribute_enum {
  CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_BLOCK = 1, CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK = 8,
  CU_DEVICE_ATTRIBUTE_WARP_SIZE = 10, CU_DEVICE_ATTRIBUTE_CLOCK_RATE = 13, CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT = 16,
  CU_DEVICE_ATTRIBUTE_UNIFIED_ADDRESSING = 41, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR = 75,
  CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR = 76, CU_DEVICE_ATTRIBUTE_VIRTUAL_MEMORY_MANAGEMENT_SUPPORTED = 102
} CUdevice_attribute;
typedef enum CUjit_option_enum {
  CU_JIT_MAX_REGISTERS, CU_JIT_THREADS_PER_BLOCK, CU_JIT_WALL_TIME, CU_JIT_INFO_LOG_BUFFER,
  CU_JIT_INFO_LOG_BUFFER_SIZE_BYTES, CU_JIT_ERROR_LOG_BUFFER, CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES
} CUjit_option;
typedef enum CUfunction_attribute_enum { CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES = 8 } CUfunction_attribute;
struct __align__(64) CUtensorMap_st { unsigned long long opaque[16]; };
typedef CUtensorMap_st CUtensorMap;
typedef enum {
  CU_TENSOR_MAP_DATA_TYPE_UINT8, CU_TENSOR_MAP_DATA_TYPE_UINT16, CU_TENSOR_MAP_DATA_TYPE_UINT32, CU_TENSOR_MAP_DATA_TYPE_INT32,
  CU_TENSOR_MAP_DATA_TYPE_UINT64, CU_TENSOR_MAP_DATA_TYPE_INT64, CU_TENSOR_MAP_DATA_TYPE_FLOAT16,
  CU_TENSOR_MAP_DATA_TYPE_FLOAT32, CU_TENSOR_MAP_DATA_TYPE_FLOAT64, CU_TENSOR_MAP_DATA_TYPE_BFLOAT16
} CUtensorMapDataType;
typedef enum { CU_TENSOR_MAP_INTERLEAVE_NONE, CU_TENSOR_MAP_INTERLEAVE_16B, CU_TENSOR_MAP_INTERLEAVE_32B } CUtensorMapInterleave;
typedef enum { CU_TENSOR_MAP_SWIZZLE_NONE, CU_TENSOR_MAP_SWIZZLE_32B, CU_TENSOR_MAP_SWIZZLE_64B, CU_TENSOR_MAP_SWIZZLE_128B } CUtensorMapSwizzle;
typedef enum {
  CU_TENSOR_MAP_L2_PROMOTION_NONE, CU_TENSOR_MAP_L2_PROMOTION_L2_64B, CU_TENSOR_MAP_L2_PROMOTION_L2_128B,
  CU_TENSOR_MAP_L2_PROMOTION_L2_256B
} CUtensorMapL2promotion;
typedef enum { CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE, CU_TENSOR_MAP_FLOAT_OOB_FILL_NAN_REQUEST_ZERO_FMA } CUtensorMapFloatOOBfill;
#define CU_LAUNCH_PARAM_END ((void *)0)
#define CU_LAUNCH_PARAM_BUFFER_POINTER ((void *)1)
#define CU_LAUNCH_PARAM_BUFFER_SIZE ((void *)2)
#define CU_STREAM_NON_BLOCKING 1
#define CU_CTX_SCHED_AUTO 0

CUresult cuLaunchKernel(CUfunction, unsigned int grid_x, unsigned int grid_y, unsigned int grid_z, unsigned int block_x,
                        unsigned int block_y, unsigned int block_z, unsigned int shared, CUstream, void **params, void **extra);
COAL_ANY(CUresult, cuInit) COAL_ANY(CUresult, cuDriverGetVersion) COAL_ANY(CUresult, cuGetErrorString)
COAL_ANY(CUresult, cuGetErrorName) COAL_ANY(CUresult, cuDeviceGet) COAL_ANY(CUresult, cuDeviceGetCount)
COAL_ANY(CUresult, cuDeviceGetName) COAL_ANY(CUresult, cuDeviceGetAttribute) COAL_ANY(CUresult, cuDeviceTotalMem)
COAL_ANY(CUresult, cuDevicePrimaryCtxRetain) COAL_ANY(CUresult, cuDevicePrimaryCtxRelease) COAL_ANY(CUresult, cuCtxCreate)
COAL_ANY(CUresult, cuCtxDestroy) COAL_ANY(CUresult, cuCtxGetCurrent) COAL_ANY(CUresult, cuCtxSetCurrent)
COAL_ANY(CUresult, cuCtxPushCurrent) COAL_ANY(CUresult, cuCtxPopCurrent) COAL_ANY(CUresult, cuCtxGetDevice)
COAL_ANY(CUresult, cuCtxSynchronize) COAL_ANY(CUresult, cuModuleLoad) COAL_ANY(CUresult, cuModuleLoadData)
COAL_ANY(CUresult, cuModuleLoadDataEx) COAL_ANY(CUresult, cuModuleUnload) COAL_ANY(CUresult, cuModuleGetFunction)
COAL_ANY(CUresult, cuModuleGetGlobal) COAL_ANY(CUresult, cuMemAlloc) COAL_ANY(CUresult, cuMemAllocManaged)
COAL_ANY(CUresult, cuMemAllocPitch) COAL_ANY(CUresult, cuMemAllocHost) COAL_ANY(CUresult, cuMemFree)
COAL_ANY(CUresult, cuMemFreeHost) COAL_ANY(CUresult, cuMemGetInfo) COAL_ANY(CUresult, cuMemcpyHtoD)
COAL_ANY(CUresult, cuMemcpyDtoH) COAL_ANY(CUresult, cuMemcpyDtoD) COAL_ANY(CUresult, cuMemcpyHtoDAsync)
COAL_ANY(CUresult, cuMemcpyDtoHAsync) COAL_ANY(CUresult, cuMemcpyDtoDAsync) COAL_ANY(CUresult, cuMemsetD8)
COAL_ANY(CUresult, cuMemsetD32) COAL_ANY(CUresult, cuStreamCreate) COAL_ANY(CUresult, cuStreamDestroy)
COAL_ANY(CUresult, cuStreamSynchronize) COAL_ANY(CUresult, cuStreamWaitEvent) COAL_ANY(CUresult, cuEventCreate)
COAL_ANY(CUresult, cuEventDestroy) COAL_ANY(CUresult, cuEventRecord) COAL_ANY(CUresult, cuEventSynchronize)
COAL_ANY(CUresult, cuEventElapsedTime) COAL_ANY(CUresult, cuFuncSetAttribute) COAL_ANY(CUresult, cuFuncGetAttribute)
COAL_ANY(CUresult, cuTensorMapEncodeTiled) COAL_ANY(CUresult, cuMemCreate) COAL_ANY(CUresult, cuMemRelease)
COAL_ANY(CUresult, cuMemMap) COAL_ANY(CUresult, cuMemUnmap) COAL_ANY(CUresult, cuMemSetAccess)
COAL_ANY(CUresult, cuMemAddressReserve) COAL_ANY(CUresult, cuMemAddressFree) COAL_ANY(CUresult, cuMemGetAllocationGranularity)
COAL_ANY(CUresult, cuOccupancyMaxActiveBlocksPerMultiprocessor) COAL_ANY(CUresult, cuOccupancyMaxPotentialBlockSize)

#endif
