// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Asynchronous copies to shared memory: both sides are accesses, in pieces of the type's alignment.
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cuda/pipeline>
#include <cuda_pipeline.h>
#include <cuda_runtime.h>
namespace cg = cooperative_groups;
__global__ void primitives(const float4* a, float* o) {
    __shared__ float4 s[128];
    int t = threadIdx.x;
    __pipeline_memcpy_async(&s[t], &a[blockIdx.x * 256 + t * 2], 16);   //= shared store fine 1..1 //= global load strided 32..32
    __pipeline_commit();
    __pipeline_wait_prior(0);
    __syncthreads();
    o[blockIdx.x * 128 + t] = s[t].x;            //= global store fine 4..4 //= shared load bank-conflict 4..4
}
__global__ void by_group(const float* a, float* o) {
    __shared__ float s[256];
    cg::thread_block b = cg::this_thread_block();
    cg::memcpy_async(b, s, a + blockIdx.x * 256, sizeof(float) * 256);  //= global load fine 4..4 //= shared store fine 1..1
    cg::wait(b);
    o[blockIdx.x * 256 + threadIdx.x] = s[255 - threadIdx.x];           //= global store fine 4..4 //= shared load fine 1..1
}
__global__ void by_thread(const float* a, float* o) {
    __shared__ float s[256];
    cuda::pipeline<cuda::thread_scope_thread> p = cuda::make_pipeline();
    p.producer_acquire();
    cuda::memcpy_async(&s[threadIdx.x], &a[blockIdx.x * 512 + threadIdx.x * 2], sizeof(float), p);  //= global load strided 8..8 //= shared store fine 1..1
    p.producer_commit();
    p.consumer_wait();
    __syncthreads();
    o[blockIdx.x * 256 + threadIdx.x] = s[255 - threadIdx.x];           //= global store fine 4..4 //= shared load fine 1..1
    p.consumer_release();
}
__global__ void filled(const float4* a, float* o) {
    __shared__ float4 s[64];
    int t = threadIdx.x;
    __pipeline_memcpy_async(&s[t], &a[t * 2], 16, t < 40 ? 0 : 16);     //= shared store fine 1..1 //= global load strided 8..32
    __pipeline_commit();
    __pipeline_wait_prior(0);
    o[t] = s[t].x;                               //= global store fine 4..4 //= shared load bank-conflict 4..4
}
// What a header does when an address is in one space or another.
__device__ void by_space(const float* p, float* o) {
    int t = threadIdx.x;
    if (__isShared(p)) o[t * 2] = p[t];          //= global store strided 8..8 //= shared load fine 1..1
    else if (__isGlobal(p)) o[t * 4] = p[t];     //= global store strided 16..16 //= global load fine 4..4
    else o[t * 8] = 0;
}
__global__ void spaces(const float* a, float* o) {
    __shared__ float s[64];
    s[threadIdx.x] = 0;                          //= shared store fine 1..1
    by_space(s, o);
    by_space(a, o);
}
int main() {
    float *a, *o;
    cudaMalloc(&a, 1 << 16);
    cudaMalloc(&o, 1 << 16);
    primitives<<<4, 128>>>((const float4*)a, o);
    by_group<<<4, 256>>>(a, o);
    by_thread<<<4, 256>>>(a, o);
    filled<<<1, 64>>>((const float4*)a, o);
    spaces<<<1, 64>>>(a, o);
    cudaDeviceSynchronize();
}
