// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Ranks of blocks, tiles and grids, tiles as parameters, group loops, coalesced groups, groups of two-dimensional blocks.
#include <cuda_runtime.h>
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>
namespace cg = cooperative_groups;
__global__ void ranks(const float* a, float* o, int n) {
    cg::thread_block b = cg::this_thread_block();
    cg::thread_block_tile<32> w = cg::tiled_partition<32>(b);
    auto t8 = cg::tiled_partition<8>(b);
    cg::grid_group g = cg::this_grid();
    int r = b.thread_rank();
    float v = a[b.group_index().x * 128 + r];        //= global load fine 4..4
    v += a[w.meta_group_rank() * 32 + w.thread_rank() * 2];  //= global load strided 8..8
    v += a[t8.meta_group_rank() * 64 + t8.thread_rank()];    //= global load any 4..4
    v += a[b.thread_index().x * 8];                  //= global load strided 32..32
    v += a[g.thread_rank()];                         //= global load fine 4..4
    v += a[b.size() * 2 + r];                        //= global load fine 4..4
    v += a[w.size() + r * w.num_threads()];          //= global load strided 32..32
    float s = cg::reduce(w, v, cg::plus<float>());
    if (w.thread_rank() == 0) o[b.group_index().x * 4 + w.meta_group_rank()] = s;   //= global store fine 1..1
    for (int i = g.thread_rank(); i < n; i += g.size()) o[1024 + i] = v;     //= global store fine 4..4
    float x = w.shfl_down(v, 4) + w.shfl(v, 0);
    if (w.any(x > 3)) v = x;
    w.sync(); b.sync(); cg::sync(b);
    o[4096 + g.block_rank() * 128 + b.thread_rank()] = v;     //= global store fine 4..4
}
__device__ float tileSum(cg::thread_block_tile<16> t, const float* p) {
    return p[t.thread_rank() * 3 + t.meta_group_rank() * 48];             //= global load strided 12..12
}
template <typename Group> __device__ void fill(Group g, float* p, int n) {
    for (int i = g.thread_rank(); i < n; i += g.size()) p[i] = 1.f;    //= global store fine 4..4; shared store fine 1..1
}
__global__ void tiles(const float* a, float* o) {
    __shared__ float s[256];
    auto b = cg::this_thread_block();
    auto t16 = cg::tiled_partition<16>(b);
    fill(b, s, 256);
    fill(b, o + blockIdx.x * 256, 256);
    b.sync();
    o[blockIdx.x * 256 + threadIdx.x] = tileSum(t16, a) + s[threadIdx.x];   //= global store fine 4..4 //= shared load fine 1..1
    cg::coalesced_group act = cg::coalesced_threads();
    o[act.thread_rank()] = 1;                        //= global store any 4..4
}
__global__ void two(const float* a, float* o, int ld) {
    auto b = cg::this_thread_block();
    dim3 i = b.group_index(), t = b.thread_index(), d = b.group_dim();
    int x = i.x * d.x + t.x, y = i.y * d.y + t.y;
    float v = a[y * ld + x];                         //= global load fine 4..4
    o[x * ld + y] = v;                               //= global store strided 32..32
    o[b.thread_rank()] = v;                          //= global store fine 4..4
}
// A tile among its parent's tiles; votes and exchanges within a tile; partitions; sums and scans of known numbers.
__global__ void within(float* o) {
    auto w = cg::tiled_partition<32>(cg::this_thread_block());
    auto t8 = cg::tiled_partition<8>(w);
    int lane = w.thread_rank(), r = t8.thread_rank();
    o[t8.meta_group_rank() * 8 + r] = t8.meta_group_size();          //= global store fine 4..4
    cg::thread_block_tile<8> plain = t8;
    o[plain.meta_group_rank() * 16 + plain.thread_rank() * 2] = 1;   //= global store strided 8..8
    o[__popc(t8.ballot(lane >= 12)) * r] = 1;                        //= global store scattered 8..8
    o[t8.any(lane == 9) * lane * 4] = 1;                             //= global store any 5..5
    o[t8.all(lane >= 16) * lane] = 1;                                //= global store fine 3..3
    o[cg::reduce(t8, lane, cg::plus<int>()) / 32 * 32 + r] = 1;      //= global store fine 4..4
    o[cg::inclusive_scan(t8, 1) * 8] = 1;                            //= global store any 8..8
    o[cg::exclusive_scan(w, 2)] = 1;                                 //= global store strided 8..8
    auto half = cg::binary_partition(w, lane % 2 == 0);
    o[half.thread_rank() * 4 + half.size()] = 1;                     //= global store any 8..8
    auto kind = cg::labeled_partition(w, lane / 3);
    o[kind.thread_rank() * 8] = 1;                                   //= global store any 3..3
    o[half.shfl(lane, 5) * 4 + half.shfl_up(r, 1)] = 1;              //= global store any 2..2
    if (lane < 20) {
        auto active = cg::coalesced_threads();
        auto four = cg::tiled_partition(active, 4);
        o[four.thread_rank() * 8 + active.size()] = 1;               //= global store any 4..4
        o[active.shfl_down(lane, 3) * 2 + active.ballot(lane & 1) % 2] = 1;  //= global store any 5..5
    }
    float2 pair = w.shfl_xor(make_float2(lane, r), 1);
    o[lane] = pair.x;                                                //= global store fine 4..4
}
int main() {
    float *a, *o;
    cudaMalloc(&a, 1 << 20); cudaMalloc(&o, 1 << 20);
    ranks<<<4, 128>>>(a, o, 1024);
    tiles<<<4, 128>>>(a, o);
    two<<<dim3(2, 4), dim3(32, 4)>>>(a, o, 64);
    within<<<1, 64>>>(o);
    cudaDeviceSynchronize();
}
