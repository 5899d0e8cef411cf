// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// auto [a, b] of records, arrays, references and tuples made by hand.
#include <cuda_runtime.h>
struct Cell { int row, col; };
struct Span { const float* data; int step; };
__device__ Cell cell(int i, int w) { return {i / w, i % w}; }
__global__ void bind(const float* a, const float2* b, Span s, float* o) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    auto [r, c] = cell(i, 16);
    float v = a[c * 16 + r];                     //= global load strided,scattered 16..16
    const auto& [data, step] = s;
    v += data[i * step];                         //= global load strided 16..16
    int two[2] = {i, 5};
    auto [first, second] = two;
    v += a[first + second];                      //= global load misaligned 5..5
    auto& [p, q] = two;
    p *= 3;
    v += a[two[0]];                              //= global load strided 12..12
    auto [x, y] = b[i];                          //= global load fine 8..8
    o[i] = v + x + y;                            //= global store fine 4..4
}
int main() {
    float *a, *o; float2* b;
    cudaMalloc(&a, 65536); cudaMalloc(&o, 65536); cudaMalloc(&b, 65536);
    bind<<<2, 128>>>(a, b, Span{a, 4}, o);
    cudaDeviceSynchronize();
}
