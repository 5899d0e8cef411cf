// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// auto [a, b] of records, arrays, references, and of std::array, std::pair and std::tuple; std::min and std::max.
#include <algorithm>
#include <array>
#include <cuda_runtime.h>
#include <tuple>
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
__global__ void library(const float* a, float* o, std::array<int, 3> by, std::pair<int, int> at, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    auto [one, two, three] = by;
    float v = a[i * two + three + one];          //= global load strided 9..9
    v += a[i * std::get<2>(by)];                 //= global load strided 12..12
    auto& [first, second] = at;
    first = 16;
    second = i;
    v += a[at.second * at.first];                //= global load strided 32..32
    auto all = std::make_tuple(i, 4, 2.f);
    auto& [x, y, z] = all;
    y += 1;
    v += a[std::get<0>(all) * std::get<1>(all)]; //= global load strided 20..20
    v += a[x * 4] * z;                           //= global load strided 16..16
    v += a[std::max(i, 8)];                      //= global load fine 3..4
    v += a[std::min(2 * i, 4000)];               //= global load strided 8..8
    float most = std::max(v, a[i * 8]);          //= global load strided 32..32
    o[std::min(i, n - 1)] = most;                //= global store fine 4..4
    constexpr std::array<int, 4> order = {0, 2, 1, 3};
    o[(i & ~3) + order[i & 3]] = 1;              //= global store fine 4..4
}
int main() {
    float *a, *o; float2* b;
    cudaMalloc(&a, 65536); cudaMalloc(&o, 65536); cudaMalloc(&b, 65536);
    bind<<<2, 128>>>(a, b, Span{a, 4}, o);
    std::pair<int, int> at;
    library<<<2, 128>>>(a, o, std::array<int, 3>{1, 2, 3}, at, 256);
    cudaDeviceSynchronize();
}
