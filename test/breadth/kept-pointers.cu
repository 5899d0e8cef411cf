// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Pointers that containers keep, with offsets.
#include <cuda_runtime.h>
#include <vector>
__global__ void from_vector(const float* a, float* o, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        o[i] =                                   //= global store misaligned 5..5
            a[i];                                //= global load fine 4..4
}
struct Slice {
    float* base;
    size_t first;
    Slice from(size_t k) const { return {base, first + k}; }
    float* at(size_t k) const { return base + first + k; }
};
__global__ void from_slice(const float* a, float* o, int s) {
    o[threadIdx.x * s] = a[threadIdx.x];         //= global store strided 12..12 //= global load misaligned 5..5
}
int main() {
    const int N = 1024, S = 3;
    std::vector<float*> kept(2);
    for (size_t i = 0; i < 2; i++) cudaMalloc(&kept[i], (N + 8) * sizeof(float));
    from_vector<<<N / 128, 128>>>(kept[0] + 8, kept[1] + 1, N);
    Slice all{kept[0], 0};
    from_slice<<<1, 64>>>(all.from(4).at(1), all.at(2), S);
    cudaDeviceSynchronize();
}
