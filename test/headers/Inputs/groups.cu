// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cooperative_groups/reduce.h>
#include <cuda/atomic>
#include <cuda/barrier>
#include <cuda/pipeline>
#include <cuda_fp16.h>
#include <cuda_pipeline.h>
#include <curand_kernel.h>
#include <mma.h>
namespace cg = cooperative_groups;

__global__ void groups(float *a) {
  cg::thread_block block = cg::this_thread_block();
  auto tile = cg::tiled_partition<32>(block);
  auto quad = cg::tiled_partition<4>(tile);
  cg::grid_group grid = cg::this_grid();
  a[block.thread_rank()] = tile.shfl_down(a[tile.thread_rank()], 1) + quad.size() + block.group_index().x;
  a[grid.thread_rank()] = cg::reduce(tile, a[0], cg::plus<float>());
  a[tile.meta_group_rank()] = block.thread_index().y + block.size() + grid.size();
  block.sync();
  cg::sync(grid);
  __shared__ float shared[128];
  cg::memcpy_async(block, shared, a, sizeof(float) * 128);
  cg::wait(block);
  cg::coalesced_group active = cg::coalesced_threads();
  if (active.thread_rank() == 0) atomicAdd(a, (float)active.size());
  cg::thread_group any = cg::tiled_partition(block, 16);
  any.sync();
}

__global__ void pipelines(float *a, int *counter) {
  __shared__ float shared[128];
  __shared__ cuda::pipeline_shared_state<cuda::thread_scope::thread_scope_block, 2> state;
  auto block = cg::this_thread_block();
  auto pipe = cuda::make_pipeline(block, &state);
  pipe.producer_acquire();
  cuda::memcpy_async(block, shared, a, sizeof(float) * 2, pipe);
  cuda::memcpy_async(shared + 4, a + 4, cuda::aligned_size_t<16>(16), pipe);
  pipe.producer_commit();
  pipe.consumer_wait();
  pipe.consumer_release();
  __shared__ cuda::barrier<cuda::thread_scope_block> barrier;
  if (threadIdx.x == 0) init(&barrier, blockDim.x);
  barrier.arrive_and_wait();
  auto token = barrier.arrive();
  barrier.wait(static_cast<decltype(token) &&>(token));
  cuda::atomic_ref<int, cuda::thread_scope_device> reference(*counter);
  reference.fetch_add(1, cuda::memory_order_relaxed);
  __pipeline_memcpy_async(&shared[threadIdx.x], &a[threadIdx.x], 4);
  __pipeline_commit();
  __pipeline_wait_prior(0);
}

__global__ void fragments(const half *in, float *out, curandState *states) {
  using namespace nvcuda;
  wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> a;
  wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::col_major> b;
  wmma::fragment<wmma::accumulator, 16, 16, 16, float> c;
  wmma::fill_fragment(c, 0.0f);
  wmma::load_matrix_sync(a, in, 16);
  wmma::load_matrix_sync(b, in, 16);
  wmma::mma_sync(c, a, b, c);
  for (int i = 0; i < c.num_elements; i++) c.x[i] *= 2;
  wmma::store_matrix_sync(out, c, 16, wmma::mem_row_major);
  curand_init(1, threadIdx.x, 0, &states[threadIdx.x]);
  out[threadIdx.x] = curand_uniform(&states[threadIdx.x]) + curand_normal(&states[0]);
}
