// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Launch shapes that std::pair, std::array, lists and classes of one's own hold.
#include <cuda_runtime.h>
#include <array>
#include <initializer_list>
#include <utility>
__global__ void by_pair(const float* a, float* o, int s) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    o[i] = a[i * s];                             //= global load strided 12..12 //= global store fine 4..4
}
__global__ void by_array(const float* a, float* o, int w) {
    int x = threadIdx.x, y = threadIdx.y;
    o[y * w + x] = a[blockIdx.x];                //= global store strided 4..8 //= global load fine 1..1
}
__global__ void by_list(const float* a, float* o, int s) {
    o[threadIdx.x] = a[threadIdx.x * s];         //= global load strided 4..8 //= global store fine 4..4
}
__global__ void by_class(const float* a, float* o, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) o[i] = a[n - 1 - i];              //= global load misaligned 4..5 //= global store fine 4..4
}
static std::pair<int, int> shape(int n) {
    int block = 64;
    return {(n + block - 1) / block, block};
}
struct Plan {
    dim3 grid, block;
    size_t bytes = 0;
    explicit Plan(int n, int b = 96) : grid((n + b - 1) / b), block(b) {}
    void run(const float* a, float* o, int n) const { by_class<<<grid, block, bytes>>>(a, o, n); }
};
int main() {
    float *a, *o;
    cudaMalloc(&a, 1 << 16);
    cudaMalloc(&o, 1 << 16);
    auto s = shape(1024);
    by_pair<<<s.first, s.second>>>(a, o, 3);
    std::array<int, 2> widths = {4, 32};
    for (int w : widths) by_array<<<4, dim3(w, 128 / w)>>>(a, o, 32);
    for (const auto& p : {std::make_pair(32, 1), std::make_pair(64, 2)}) by_list<<<1, p.first>>>(a, o, p.second);
    Plan(97 * 3).run(a, o, 97 * 3 - 4);
    cudaDeviceSynchronize();
}
