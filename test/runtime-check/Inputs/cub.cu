// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Collectives of a toolkit's CUB and cooperative groups: prints "128 1", "8128 127 0", "528 31", "496 3 32", "4 64".
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>
#include <cstdio>
#include <cub/cub.cuh>
namespace cg = cooperative_groups;
__global__ void block_sum(const float *g, float *o) {
  using Reduce = cub::BlockReduce<float, 128>;
  __shared__ typename Reduce::TempStorage t;
  float s = Reduce(t).Sum(g[threadIdx.x]);
  if (threadIdx.x == 0) o[0] = s;
  if (s == 128.f) o[1] = 1;
}
__global__ void block_scan(int *o) {
  using Scan = cub::BlockScan<int, 128>;
  using Max = cub::BlockReduce<int, 128>;
  __shared__ union { typename Scan::TempStorage scan; typename Max::TempStorage max; } t;
  int before, total, x = threadIdx.x;
  Scan(t.scan).ExclusiveSum(x, before, total);
  __syncthreads();
  int most = Max(t.max).Reduce(x, [] __device__(int a, int b) { return a > b ? a : b; });
  if (x == 0) o[0] = total, o[1] = most, o[2] = before;
}
__global__ void warp_sum(int *o) {
  using Reduce = cub::WarpReduce<int>;
  using Scan = cub::WarpScan<int>;
  __shared__ typename Reduce::TempStorage t;
  __shared__ typename Scan::TempStorage u;
  int sum = Reduce(t).Sum((int)threadIdx.x + 1), before;
  Scan(u).ExclusiveSum(1, before);
  if (threadIdx.x == 0) o[0] = sum;
  if (threadIdx.x == 31) o[1] = before;
}
__global__ void groups(int *o) {
  auto block = cg::this_thread_block();
  auto warp = cg::tiled_partition<32>(block);
  auto four = cg::tiled_partition<4>(warp);
  int sum = cg::reduce(warp, (int)warp.thread_rank(), cg::plus<int>());
  int last = four.shfl(four.thread_rank(), 3), n = __popc(warp.ballot(sum == 496));
  if (block.thread_rank() == 0) o[0] = sum, o[1] = last, o[2] = n;
}
__global__ void grouped(int *o) {
  auto block = cg::this_thread_block();
  if (threadIdx.x % 8 == 0) {
    auto some = cg::coalesced_threads();
    if (some.thread_rank() == 0 && threadIdx.x == 0) o[0] = some.size();
  }
  block.sync();
  if (threadIdx.x == 0) o[1] = block.size();
}
template <class T> static void show(T *device, int n) {
  T host[4];
  cudaMemcpy(host, device, sizeof host, cudaMemcpyDeviceToHost);
  for (int k = 0; k < n; k++) printf(k + 1 < n ? "%g " : "%g\n", (double)host[k]);
}
int main() {
  float *g, *o, h[128];
  for (float &x : h) x = 1;
  cudaMalloc(&g, sizeof h);
  cudaMalloc(&o, 1024);
  cudaMemcpy(g, h, sizeof h, cudaMemcpyHostToDevice);
  block_sum<<<1, 128>>>(g, o);
  show(o, 2);
  block_scan<<<1, 128>>>((int *)o);
  show((int *)o, 3);
  warp_sum<<<1, 32>>>((int *)o);
  show((int *)o, 2);
  groups<<<1, 64>>>((int *)o);
  show((int *)o, 3);
  grouped<<<1, 64>>>((int *)o);
  show((int *)o, 2);
}
// DIFFERENTIAL-SKIP: a functor that the embedded headers only declare
