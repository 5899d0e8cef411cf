/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include <cuda_runtime_api.h>
extern "C" {
cudaError_t cudaGraphicsGLRegisterBuffer(cudaGraphicsResource_t *, unsigned int buffer, unsigned int flags);
cudaError_t cudaGraphicsGLRegisterImage(cudaGraphicsResource_t *, unsigned int image, unsigned int target, unsigned int flags);
cudaError_t cudaGLSetGLDevice(int);
cudaError_t cudaGLRegisterBufferObject(unsigned int);
cudaError_t cudaGLUnregisterBufferObject(unsigned int);
cudaError_t cudaGLMapBufferObject(void **, unsigned int);
cudaError_t cudaGLUnmapBufferObject(unsigned int);
}
