// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A float3 is three loads: the first and the last of them may have the range of all, the middle one not.
#include <cuda_runtime.h>
__global__ void triple(const float3* a, float* o) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float3 w = (&a[i])[7];                       //= global load fine-group 2..9
    o[i] = w.x + w.y + w.z;                      //= global store misaligned,strided,fine 1..3
}
int main() {
    float3* a;
    float* o;
    cudaMalloc(&a, 1 << 20);
    cudaMalloc(&o, 1 << 20);
    triple<<<2, dim3(20, 5)>>>(a, o);
    triple<<<3, dim3(5, 7, 3)>>>(a, o);
    cudaDeviceSynchronize();
}
