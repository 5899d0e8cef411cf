/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#ifndef COALCHECK_CUDA_NVTOOLSEXT_H
#define COALCHECK_CUDA_NVTOOLSEXT_H

#include <coalcheck/host_library.h>

typedef unsigned long long nvtxRangeId_t;
typedef struct nvtxDomainRegistration_st *nvtxDomainHandle_t;
union nvtxMessageValue_t { const char *ascii; const wchar_t *unicode; };
union nvtxPayload { unsigned long long ullValue; long long llValue; double dValue; unsigned int uiValue; int iValue; float fValue; };
struct nvtxEventAttributes_t {
  unsigned short version, size;
  unsigned int category;
  int colorType;
  unsigned int color;
  int payloadType, reserved0;
  nvtxPayload payload;
  int messageType;
  nvtxMessageValue_t message;
};
#define NVTX_VERSION 3
#define NVTX_EVENT_ATTRIB_STRUCT_SIZE ((unsigned short)sizeof(nvtxEventAttributes_t))
enum { NVTX_COLOR_UNKNOWN, NVTX_COLOR_ARGB };
enum { NVTX_MESSAGE_UNKNOWN, NVTX_MESSAGE_TYPE_ASCII, NVTX_MESSAGE_TYPE_UNICODE };
enum { NVTX_PAYLOAD_UNKNOWN };
extern "C" {
int nvtxRangePushA(const char *);
int nvtxRangePushEx(const nvtxEventAttributes_t *);
int nvtxRangePop();
void nvtxMarkA(const char *);
void nvtxMarkEx(const nvtxEventAttributes_t *);
nvtxRangeId_t nvtxRangeStartA(const char *);
nvtxRangeId_t nvtxRangeStartEx(const nvtxEventAttributes_t *);
void nvtxRangeEnd(nvtxRangeId_t);
void nvtxNameOsThreadA(unsigned int, const char *);
nvtxDomainHandle_t nvtxDomainCreateA(const char *);
void nvtxDomainDestroy(nvtxDomainHandle_t);
int nvtxDomainRangePushEx(nvtxDomainHandle_t, const nvtxEventAttributes_t *);
int nvtxDomainRangePop(nvtxDomainHandle_t);
void nvtxNameCudaStreamA(cudaStream_t, const char *);
void nvtxNameCudaDeviceA(int, const char *);
void nvtxNameCudaEventA(cudaEvent_t, const char *);
void nvtxInitialize(const void *);
}
#define nvtxRangePush nvtxRangePushA
#define nvtxMark nvtxMarkA
#define nvtxRangeStart nvtxRangeStartA

#endif
