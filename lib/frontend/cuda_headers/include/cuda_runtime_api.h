/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/** The runtime API's functions, and the typed forms that C++ sources call. Nothing here has a body that runs. */
#ifndef COALCHECK_CUDA_RUNTIME_API_H
#define COALCHECK_CUDA_RUNTIME_API_H
#define __CUDA_RUNTIME_API_H__

#include <driver_types.h>

#define COAL_API cudaError_t
#define COAL_API_HD COAL_HD cudaError_t

/* What Clang calls for `<<<grid, block, shared, stream>>>`: the first from CUDA 9.2 on, the second before. */
extern "C" unsigned __cudaPushCallConfiguration(dim3 grid, dim3 block, size_t shared = 0, void *stream = 0);
COAL_HD cudaError_t cudaConfigureCall(dim3 grid, dim3 block, size_t shared = 0, cudaStream_t stream = 0);

extern "C" {
/* ---- errors, devices ----------------------------------------------------------------------------------- */
COAL_API_HD cudaGetLastError();
COAL_API_HD cudaPeekAtLastError();
COAL_HD const char *cudaGetErrorString(cudaError_t);
COAL_HD const char *cudaGetErrorName(cudaError_t);
COAL_API_HD cudaDeviceSynchronize();
COAL_API_HD cudaDeviceGetAttribute(int *value, cudaDeviceAttr, int device);
COAL_API_HD cudaDeviceGetLimit(size_t *, cudaLimit);
COAL_API_HD cudaDeviceGetCacheConfig(cudaFuncCache *);
COAL_API_HD cudaDeviceGetSharedMemConfig(cudaSharedMemConfig *);
COAL_API_HD cudaGetDevice(int *);
COAL_API_HD cudaGetDeviceCount(int *);
COAL_API_HD cudaRuntimeGetVersion(int *);
COAL_API cudaDriverGetVersion(int *);
COAL_API cudaSetDevice(int);
COAL_API cudaInitDevice(int, unsigned int, unsigned int);
COAL_API cudaSetDeviceFlags(unsigned int);
COAL_API cudaGetDeviceFlags(unsigned int *);
COAL_API cudaSetValidDevices(int *, int);
COAL_API cudaChooseDevice(int *, const cudaDeviceProp *);
COAL_API cudaGetDeviceProperties(cudaDeviceProp *, int);
COAL_API cudaDeviceReset();
COAL_API cudaDeviceSetLimit(cudaLimit, size_t);
COAL_API cudaDeviceSetCacheConfig(cudaFuncCache);
COAL_API cudaDeviceSetSharedMemConfig(cudaSharedMemConfig);
COAL_API cudaDeviceCanAccessPeer(int *, int, int);
COAL_API cudaDeviceEnablePeerAccess(int, unsigned int);
COAL_API cudaDeviceDisablePeerAccess(int);
COAL_API cudaDeviceGetPCIBusId(char *, int, int);
COAL_API cudaDeviceGetByPCIBusId(int *, const char *);
COAL_API cudaDeviceGetP2PAttribute(int *, cudaDeviceP2PAttr, int, int);
COAL_API cudaDeviceGetStreamPriorityRange(int *, int *);
COAL_API cudaDeviceGetDefaultMemPool(cudaMemPool_t *, int);
COAL_API cudaDeviceGetMemPool(cudaMemPool_t *, int);
COAL_API cudaDeviceSetMemPool(int, cudaMemPool_t);
COAL_API cudaCtxResetPersistingL2Cache();
COAL_API cudaThreadSynchronize();
COAL_API cudaThreadExit();
COAL_API cudaThreadSetCacheConfig(cudaFuncCache);
COAL_API cudaThreadSetLimit(cudaLimit, size_t);
COAL_API cudaProfilerStart();
COAL_API cudaProfilerStop();

/* ---- streams, events ----------------------------------------------------------------------------------- */
COAL_API cudaStreamCreate(cudaStream_t *);
COAL_API_HD cudaStreamCreateWithFlags(cudaStream_t *, unsigned int);
COAL_API cudaStreamCreateWithPriority(cudaStream_t *, unsigned int, int);
COAL_API_HD cudaStreamDestroy(cudaStream_t);
COAL_API_HD cudaStreamWaitEvent(cudaStream_t, cudaEvent_t, unsigned int = 0);
COAL_API cudaStreamSynchronize(cudaStream_t);
COAL_API cudaStreamQuery(cudaStream_t);
COAL_API cudaStreamAddCallback(cudaStream_t, cudaStreamCallback_t, void *, unsigned int);
COAL_API cudaStreamAttachMemAsync(cudaStream_t, void *, size_t = 0, unsigned int = cudaMemAttachSingle);
COAL_API cudaStreamGetPriority(cudaStream_t, int *);
COAL_API cudaStreamGetFlags(cudaStream_t, unsigned int *);
COAL_API cudaStreamGetAttribute(cudaStream_t, cudaStreamAttrID, cudaStreamAttrValue *);
COAL_API cudaStreamSetAttribute(cudaStream_t, cudaStreamAttrID, const cudaStreamAttrValue *);
COAL_API cudaStreamBeginCapture(cudaStream_t, cudaStreamCaptureMode);
COAL_API cudaStreamEndCapture(cudaStream_t, cudaGraph_t *);
COAL_API cudaStreamIsCapturing(cudaStream_t, cudaStreamCaptureStatus *);
COAL_API cudaThreadExchangeStreamCaptureMode(cudaStreamCaptureMode *);
COAL_API cudaLaunchHostFunc(cudaStream_t, cudaHostFn_t, void *);
COAL_API cudaEventCreate(cudaEvent_t *);
COAL_API_HD cudaEventCreateWithFlags(cudaEvent_t *, unsigned int);
COAL_API_HD cudaEventRecord(cudaEvent_t, cudaStream_t = 0);
COAL_API cudaEventRecordWithFlags(cudaEvent_t, cudaStream_t = 0, unsigned int = 0);
COAL_API cudaEventQuery(cudaEvent_t);
COAL_API cudaEventSynchronize(cudaEvent_t);
COAL_API_HD cudaEventDestroy(cudaEvent_t);
COAL_API cudaEventElapsedTime(float *, cudaEvent_t, cudaEvent_t);

/* ---- memory -------------------------------------------------------------------------------------------- */
COAL_API_HD cudaMalloc(void **, size_t);
COAL_API_HD cudaFree(void *);
COAL_API cudaMallocHost(void **, size_t);
COAL_API cudaHostAlloc(void **, size_t, unsigned int);
COAL_API cudaFreeHost(void *);
COAL_API cudaHostRegister(void *, size_t, unsigned int);
COAL_API cudaHostUnregister(void *);
COAL_API cudaHostGetDevicePointer(void **, void *, unsigned int);
COAL_API cudaHostGetFlags(unsigned int *, void *);
COAL_API cudaMallocPitch(void **, size_t *pitch, size_t width, size_t height);
COAL_API cudaMalloc3D(cudaPitchedPtr *, cudaExtent);
COAL_API cudaMallocManaged(void **, size_t, unsigned int = cudaMemAttachGlobal);
COAL_API cudaMallocAsync(void **, size_t, cudaStream_t);
COAL_API cudaMallocFromPoolAsync(void **, size_t, cudaMemPool_t, cudaStream_t);
COAL_API cudaFreeAsync(void *, cudaStream_t);
COAL_API cudaMallocArray(cudaArray_t *, const cudaChannelFormatDesc *, size_t, size_t = 0, unsigned int = 0);
COAL_API cudaMalloc3DArray(cudaArray_t *, const cudaChannelFormatDesc *, cudaExtent, unsigned int = 0);
COAL_API cudaMallocMipmappedArray(cudaMipmappedArray_t *, const cudaChannelFormatDesc *, cudaExtent, unsigned int, unsigned int = 0);
COAL_API cudaGetMipmappedArrayLevel(cudaArray_t *, cudaMipmappedArray_t, unsigned int);
COAL_API cudaFreeArray(cudaArray_t);
COAL_API cudaFreeMipmappedArray(cudaMipmappedArray_t);
COAL_API cudaArrayGetInfo(cudaChannelFormatDesc *, cudaExtent *, unsigned int *, cudaArray_t);
COAL_API cudaMemGetInfo(size_t *, size_t *);
COAL_API cudaMemcpy(void *, const void *, size_t, cudaMemcpyKind);
COAL_API cudaMemcpyPeer(void *, int, const void *, int, size_t);
COAL_API cudaMemcpy2D(void *, size_t, const void *, size_t, size_t, size_t, cudaMemcpyKind);
COAL_API cudaMemcpy2DToArray(cudaArray_t, size_t, size_t, const void *, size_t, size_t, size_t, cudaMemcpyKind);
COAL_API cudaMemcpy2DFromArray(void *, size_t, cudaArray_const_t, size_t, size_t, size_t, size_t, cudaMemcpyKind);
COAL_API cudaMemcpyToArray(cudaArray_t, size_t, size_t, const void *, size_t, cudaMemcpyKind);
COAL_API cudaMemcpyFromArray(void *, cudaArray_const_t, size_t, size_t, size_t, cudaMemcpyKind);
COAL_API cudaMemcpy3D(const cudaMemcpy3DParms *);
COAL_API_HD cudaMemcpyAsync(void *, const void *, size_t, cudaMemcpyKind, cudaStream_t = 0);
COAL_API cudaMemcpyPeerAsync(void *, int, const void *, int, size_t, cudaStream_t = 0);
COAL_API_HD cudaMemcpy2DAsync(void *, size_t, const void *, size_t, size_t, size_t, cudaMemcpyKind, cudaStream_t = 0);
COAL_API cudaMemcpy2DToArrayAsync(cudaArray_t, size_t, size_t, const void *, size_t, size_t, size_t, cudaMemcpyKind, cudaStream_t = 0);
COAL_API_HD cudaMemcpy3DAsync(const cudaMemcpy3DParms *, cudaStream_t = 0);
COAL_API cudaMemset(void *, int, size_t);
COAL_API cudaMemset2D(void *, size_t, int, size_t, size_t);
COAL_API cudaMemset3D(cudaPitchedPtr, int, cudaExtent);
COAL_API_HD cudaMemsetAsync(void *, int, size_t, cudaStream_t = 0);
COAL_API_HD cudaMemset2DAsync(void *, size_t, int, size_t, size_t, cudaStream_t = 0);
COAL_API_HD cudaMemset3DAsync(cudaPitchedPtr, int, cudaExtent, cudaStream_t = 0);
COAL_API cudaPointerGetAttributes(cudaPointerAttributes *, const void *);
COAL_API cudaMemRangeGetAttribute(void *, size_t, cudaMemRangeAttribute, const void *, size_t);
COAL_API cudaMemPoolCreate(cudaMemPool_t *, const cudaMemPoolProps *);
COAL_API cudaMemPoolDestroy(cudaMemPool_t);
COAL_API cudaMemPoolSetAttribute(cudaMemPool_t, cudaMemPoolAttr, void *);
COAL_API cudaMemPoolGetAttribute(cudaMemPool_t, cudaMemPoolAttr, void *);
COAL_API cudaMemPoolSetAccess(cudaMemPool_t, const cudaMemAccessDesc *, size_t);
COAL_API cudaMemPoolTrimTo(cudaMemPool_t, size_t);
COAL_API cudaIpcGetMemHandle(cudaIpcMemHandle_t *, void *);
COAL_API cudaIpcOpenMemHandle(void **, cudaIpcMemHandle_t, unsigned int);
COAL_API cudaIpcCloseMemHandle(void *);
COAL_API cudaIpcGetEventHandle(cudaIpcEventHandle_t *, cudaEvent_t);
COAL_API cudaIpcOpenEventHandle(cudaEvent_t *, cudaIpcEventHandle_t);

/* ---- launches ------------------------------------------------------------------------------------------ */
COAL_API cudaLaunchKernel(const void *, dim3 grid, dim3 block, void **args, size_t shared = 0, cudaStream_t = 0);
COAL_API cudaLaunchCooperativeKernel(const void *, dim3 grid, dim3 block, void **args, size_t shared = 0, cudaStream_t = 0);
COAL_API cudaLaunchCooperativeKernelMultiDevice(cudaLaunchParams *, unsigned int, unsigned int = 0);
COAL_API cudaLaunchKernelExC(const cudaLaunchConfig_t *, const void *, void **);
COAL_API_HD cudaFuncGetAttributes(cudaFuncAttributes *, const void *);
COAL_API cudaFuncSetAttribute(const void *, cudaFuncAttribute, int);
COAL_API cudaFuncSetCacheConfig(const void *, cudaFuncCache);
COAL_API cudaFuncSetSharedMemConfig(const void *, cudaSharedMemConfig);
COAL_API_HD cudaOccupancyMaxActiveBlocksPerMultiprocessor(int *, const void *, int, size_t);
COAL_API_HD cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int *, const void *, int, size_t, unsigned int);
COAL_API cudaOccupancyAvailableDynamicSMemPerBlock(size_t *, const void *, int, int);
COAL_API cudaOccupancyMaxActiveClusters(int *, const void *, const cudaLaunchConfig_t *);
COAL_API cudaOccupancyMaxPotentialClusterSize(int *, const void *, const cudaLaunchConfig_t *);

/* ---- graphs -------------------------------------------------------------------------------------------- */
COAL_API cudaGraphCreate(cudaGraph_t *, unsigned int);
COAL_API cudaGraphDestroy(cudaGraph_t);
COAL_API cudaGraphClone(cudaGraph_t *, cudaGraph_t);
COAL_API cudaGraphInstantiateWithFlags(cudaGraphExec_t *, cudaGraph_t, unsigned long long = 0);
COAL_API cudaGraphExecDestroy(cudaGraphExec_t);
COAL_API_HD cudaGraphLaunch(cudaGraphExec_t, cudaStream_t);
COAL_API cudaGraphUpload(cudaGraphExec_t, cudaStream_t);
COAL_API cudaGraphExecUpdate(cudaGraphExec_t, cudaGraph_t, cudaGraphExecUpdateResultInfo *);
COAL_API cudaGraphGetNodes(cudaGraph_t, cudaGraphNode_t *, size_t *);
COAL_API cudaGraphNodeGetType(cudaGraphNode_t, cudaGraphNodeType *);
COAL_API cudaGraphAddDependencies(cudaGraph_t, const cudaGraphNode_t *, const cudaGraphNode_t *, size_t);
COAL_API cudaGraphAddEmptyNode(cudaGraphNode_t *, cudaGraph_t, const cudaGraphNode_t *, size_t);
COAL_API cudaGraphAddKernelNode(cudaGraphNode_t *, cudaGraph_t, const cudaGraphNode_t *, size_t, const cudaKernelNodeParams *);
COAL_API cudaGraphAddMemcpyNode(cudaGraphNode_t *, cudaGraph_t, const cudaGraphNode_t *, size_t, const cudaMemcpy3DParms *);
COAL_API cudaGraphAddMemcpyNode1D(cudaGraphNode_t *, cudaGraph_t, const cudaGraphNode_t *, size_t, void *, const void *, size_t, cudaMemcpyKind);
COAL_API cudaGraphAddMemsetNode(cudaGraphNode_t *, cudaGraph_t, const cudaGraphNode_t *, size_t, const cudaMemsetParams *);
COAL_API cudaGraphAddHostNode(cudaGraphNode_t *, cudaGraph_t, const cudaGraphNode_t *, size_t, const cudaHostNodeParams *);
COAL_API cudaGraphAddMemAllocNode(cudaGraphNode_t *, cudaGraph_t, const cudaGraphNode_t *, size_t, cudaMemAllocNodeParams *);
COAL_API cudaGraphAddMemFreeNode(cudaGraphNode_t *, cudaGraph_t, const cudaGraphNode_t *, size_t, void *);
COAL_API cudaGraphAddEventRecordNode(cudaGraphNode_t *, cudaGraph_t, const cudaGraphNode_t *, size_t, cudaEvent_t);
COAL_API cudaGraphAddEventWaitNode(cudaGraphNode_t *, cudaGraph_t, const cudaGraphNode_t *, size_t, cudaEvent_t);
COAL_API cudaDeviceGraphMemTrim(int);
COAL_API cudaGraphAddChildGraphNode(cudaGraphNode_t *, cudaGraph_t, const cudaGraphNode_t *, size_t, cudaGraph_t);
COAL_API cudaGraphKernelNodeGetParams(cudaGraphNode_t, cudaKernelNodeParams *);
COAL_API cudaGraphKernelNodeSetParams(cudaGraphNode_t, const cudaKernelNodeParams *);
COAL_API cudaGraphExecKernelNodeSetParams(cudaGraphExec_t, cudaGraphNode_t, const cudaKernelNodeParams *);

/* ---- graphics, textures, surfaces ---------------------------------------------------------------------- */
COAL_API cudaGraphicsMapResources(int, cudaGraphicsResource_t *, cudaStream_t = 0);
COAL_API cudaGraphicsUnmapResources(int, cudaGraphicsResource_t *, cudaStream_t = 0);
COAL_API cudaGraphicsUnregisterResource(cudaGraphicsResource_t);
COAL_API cudaGraphicsResourceSetMapFlags(cudaGraphicsResource_t, unsigned int);
COAL_API cudaGraphicsResourceGetMappedPointer(void **, size_t *, cudaGraphicsResource_t);
COAL_API cudaGraphicsSubResourceGetMappedArray(cudaArray_t *, cudaGraphicsResource_t, unsigned int, unsigned int);
COAL_API cudaGetChannelDesc(cudaChannelFormatDesc *, cudaArray_const_t);
cudaChannelFormatDesc cudaCreateChannelDesc(int, int, int, int, cudaChannelFormatKind);
COAL_API cudaCreateTextureObject(cudaTextureObject_t *, const cudaResourceDesc *, const cudaTextureDesc *, const cudaResourceViewDesc *);
COAL_API cudaDestroyTextureObject(cudaTextureObject_t);
COAL_API cudaGetTextureObjectResourceDesc(cudaResourceDesc *, cudaTextureObject_t);
COAL_API cudaCreateSurfaceObject(cudaSurfaceObject_t *, const cudaResourceDesc *);
COAL_API cudaDestroySurfaceObject(cudaSurfaceObject_t);
}

COAL_API cudaMemAdvise(const void *, size_t, cudaMemoryAdvise, int);
COAL_API cudaMemAdvise(const void *, size_t, cudaMemoryAdvise, cudaMemLocation);
COAL_API cudaMemPrefetchAsync(const void *, size_t, int, cudaStream_t = 0);
COAL_API cudaMemPrefetchAsync(const void *, size_t, cudaMemLocation, unsigned int, cudaStream_t = 0);
COAL_API cudaGraphInstantiate(cudaGraphExec_t *, cudaGraph_t, unsigned long long = 0);
COAL_API cudaGraphInstantiate(cudaGraphExec_t *, cudaGraph_t, cudaGraphNode_t *, char *, size_t);
COAL_API cudaGraphExecUpdate(cudaGraphExec_t, cudaGraph_t, cudaGraphNode_t *, cudaGraphExecUpdateResult *);
COAL_API cudaEventCreate(cudaEvent_t *, unsigned int);

inline cudaExtent make_cudaExtent(size_t w, size_t h, size_t d) { return cudaExtent{w, h, d}; }
inline cudaPos make_cudaPos(size_t x, size_t y, size_t z) { return cudaPos{x, y, z}; }
inline cudaPitchedPtr make_cudaPitchedPtr(void *p, size_t pitch, size_t w, size_t h) { return cudaPitchedPtr{p, pitch, w, h}; }

/* ---- typed forms --------------------------------------------------------------------------------------- */

template <class __T> COAL_API_HD cudaMalloc(__T **, size_t);
template <class __T> COAL_API cudaMallocHost(__T **, size_t, unsigned int = 0);
template <class __T> COAL_API cudaHostAlloc(__T **, size_t, unsigned int);
template <class __T> COAL_API cudaHostGetDevicePointer(__T **, void *, unsigned int);
template <class __T> COAL_API cudaMallocPitch(__T **, size_t *pitch, size_t width, size_t height);
template <class __T> COAL_API cudaMallocManaged(__T **, size_t, unsigned int = cudaMemAttachGlobal);
template <class __T> COAL_API cudaMallocAsync(__T **, size_t, cudaStream_t);
template <class __T> COAL_API cudaMallocAsync(__T **, size_t, cudaMemPool_t, cudaStream_t);
template <class __T> COAL_API cudaMallocFromPoolAsync(__T **, size_t, cudaMemPool_t, cudaStream_t);
template <class __T> COAL_API cudaMemcpyToSymbol(const __T &, const void *, size_t, size_t = 0, cudaMemcpyKind = cudaMemcpyHostToDevice);
template <class __T> COAL_API cudaMemcpyToSymbolAsync(const __T &, const void *, size_t, size_t = 0, cudaMemcpyKind = cudaMemcpyHostToDevice, cudaStream_t = 0);
template <class __T> COAL_API cudaMemcpyFromSymbol(void *, const __T &, size_t, size_t = 0, cudaMemcpyKind = cudaMemcpyDeviceToHost);
template <class __T> COAL_API cudaMemcpyFromSymbolAsync(void *, const __T &, size_t, size_t = 0, cudaMemcpyKind = cudaMemcpyDeviceToHost, cudaStream_t = 0);
template <class __P, class __T> COAL_API cudaGetSymbolAddress(__P **, const __T &);
template <class __T> COAL_API cudaGetSymbolSize(size_t *, const __T &);
template <class __F> COAL_API cudaLaunchKernel(__F *, dim3 grid, dim3 block, void **args, size_t shared = 0, cudaStream_t = 0);
template <class __F> COAL_API cudaLaunchCooperativeKernel(__F *, dim3 grid, dim3 block, void **args, size_t shared = 0, cudaStream_t = 0);
template <class... __P, class... __A> COAL_API cudaLaunchKernelEx(const cudaLaunchConfig_t *, void (*)(__P...), __A &&...);
template <class __F> COAL_API_HD cudaFuncGetAttributes(cudaFuncAttributes *, __F *);
template <class __F> COAL_API cudaFuncSetAttribute(__F *, cudaFuncAttribute, int);
template <class __F> COAL_API cudaFuncSetCacheConfig(__F *, cudaFuncCache);
template <class __F> COAL_API cudaFuncSetSharedMemConfig(__F *, cudaSharedMemConfig);
template <class __F> COAL_API_HD cudaOccupancyMaxActiveBlocksPerMultiprocessor(int *, __F, int, size_t);
template <class __F> COAL_API_HD cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int *, __F, int, size_t, unsigned int);
template <class __F> COAL_API cudaOccupancyMaxPotentialBlockSize(int *, int *, __F, size_t = 0, int = 0);
template <class __F> COAL_API cudaOccupancyMaxPotentialBlockSizeWithFlags(int *, int *, __F, size_t, int, unsigned int);
template <class __S, class __F> COAL_API cudaOccupancyMaxPotentialBlockSizeVariableSMem(int *, int *, __F, __S, int = 0);
template <class __F> COAL_API cudaOccupancyAvailableDynamicSMemPerBlock(size_t *, __F, int, int);
template <class __F> COAL_API cudaOccupancyMaxActiveClusters(int *, __F *, const cudaLaunchConfig_t *);
template <class __F> COAL_API cudaOccupancyMaxPotentialClusterSize(int *, __F *, const cudaLaunchConfig_t *);
template <class __T> cudaChannelFormatDesc cudaCreateChannelDesc();
inline cudaChannelFormatDesc cudaCreateChannelDescHalf() { return cudaChannelFormatDesc{16, 0, 0, 0, cudaChannelFormatKindFloat}; }

/* dynamic parallelism: what Clang calls for <<<>>> in device code */
extern "C" COAL_D void *cudaGetParameterBuffer(size_t alignment, size_t size);
extern "C" COAL_D cudaError_t cudaLaunchDevice(void *kernel, void *parameters, dim3 grid, dim3 block, unsigned int shared, cudaStream_t);
COAL_D void cudaGridDependencySynchronize();
COAL_D void cudaTriggerProgrammaticLaunchCompletion();

#undef COAL_API
#undef COAL_API_HD

#endif
