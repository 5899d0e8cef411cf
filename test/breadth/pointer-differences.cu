// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The difference of two pointers into one object is a number of elements; of two objects it is nothing that is known.
#include <cuda_runtime.h>
struct Row { float v[3]; };
__global__ void differences(const float* a, const float* b, const Row* r, float* o) {
    int t = threadIdx.x;
    const float* p = a + 8 * t;
    o[p - a] = 1;                                //= global store strided 32..32
    o[(p - a) / 8] = 2;                          //= global store fine 4..4
    const Row* q = r + t;
    o[q - r] = 3;                                //= global store fine 4..4
    o[&q->v[2] - &q->v[0] + t] = 4;              //= global store misaligned,fine-group 5..5
    o[a - b + t] = 5;                            //= global store unknown
}
int main() {
    float *a, *b, *o;
    Row* r;
    cudaMalloc(&a, 1 << 20);
    cudaMalloc(&b, 1 << 20);
    cudaMalloc(&o, 1 << 20);
    cudaMalloc(&r, 1 << 20);
    differences<<<8, 256>>>(a, b, r, o);
    cudaDeviceSynchronize();
}
