/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/** Groups of threads. Ranks and sizes have bodies, so that an index made from them is seen. */
#ifndef COALCHECK_CUDA_COOPERATIVE_GROUPS_H
#define COALCHECK_CUDA_COOPERATIVE_GROUPS_H
#define _COOPERATIVE_GROUPS_H_

#include <coalcheck/async_copy.h>

#define COAL_CG static COAL_DI
#define COAL_THREAD_RANK ((threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x)
#define COAL_BLOCK_THREADS (blockDim.x * blockDim.y * blockDim.z)
#define COAL_BLOCK_RANK ((blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x)

namespace cooperative_groups {

/** Any group, when only its base is named. */
class thread_group {
public:
  unsigned int __size, __rank;
  COAL_D unsigned int size() const { return __size; }
  COAL_D unsigned int num_threads() const { return __size; }
  COAL_D unsigned int thread_rank() const { return __rank; }
  COAL_D void sync() const { __syncwarp(); }
};

class thread_block : public thread_group {
public:
  COAL_D thread_block() {
    __size = COAL_BLOCK_THREADS;
    __rank = COAL_THREAD_RANK;
  }
  COAL_CG void sync() { __syncthreads(); }
  COAL_CG unsigned int thread_rank() { return COAL_THREAD_RANK; }
  COAL_CG unsigned int size() { return COAL_BLOCK_THREADS; }
  COAL_CG unsigned int num_threads() { return COAL_BLOCK_THREADS; }
  COAL_CG dim3 group_index() { return dim3(blockIdx.x, blockIdx.y, blockIdx.z); }
  COAL_CG dim3 thread_index() { return dim3(threadIdx.x, threadIdx.y, threadIdx.z); }
  COAL_CG dim3 group_dim() { return dim3(blockDim.x, blockDim.y, blockDim.z); }
  COAL_CG dim3 dim_threads() { return dim3(blockDim.x, blockDim.y, blockDim.z); }
  struct arrival_token {};
  COAL_D arrival_token barrier_arrive() const;
  COAL_D void barrier_wait(arrival_token &&) const { __syncthreads(); }
};
COAL_DI thread_block this_thread_block() { return thread_block(); }
/** Room for tiles of more than a warp. */
template <unsigned int max_block = 1024> struct block_tile_memory {
  unsigned long long words[max_block / 32];
};
template <unsigned int n> COAL_DI thread_block this_thread_block(block_tile_memory<n> &) { return thread_block(); }

class grid_group {
public:
  COAL_CG void sync() { __syncthreads(); }
  COAL_CG bool is_valid() { return true; }
  COAL_CG unsigned long long thread_rank() {
    return (unsigned long long)COAL_BLOCK_RANK * COAL_BLOCK_THREADS + COAL_THREAD_RANK;
  }
  COAL_CG unsigned long long block_rank() { return COAL_BLOCK_RANK; }
  COAL_CG unsigned long long num_blocks() { return (unsigned long long)gridDim.x * gridDim.y * gridDim.z; }
  COAL_CG unsigned long long num_threads() { return (unsigned long long)gridDim.x * gridDim.y * gridDim.z * COAL_BLOCK_THREADS; }
  COAL_CG unsigned long long size() { return (unsigned long long)gridDim.x * gridDim.y * gridDim.z * COAL_BLOCK_THREADS; }
  COAL_CG dim3 group_dim() { return dim3(gridDim.x, gridDim.y, gridDim.z); }
  COAL_CG dim3 dim_blocks() { return dim3(gridDim.x, gridDim.y, gridDim.z); }
  COAL_CG dim3 block_index() { return dim3(blockIdx.x, blockIdx.y, blockIdx.z); }
};
COAL_DI grid_group this_grid() { return grid_group(); }

class multi_grid_group {
public:
  COAL_D void sync() const;
  COAL_D bool is_valid() const;
  COAL_D unsigned long long size() const;
  COAL_D unsigned long long thread_rank() const;
  COAL_D unsigned int grid_rank() const;
  COAL_D unsigned int num_grids() const;
};
COAL_D multi_grid_group this_multi_grid();

class cluster_group {
public:
  COAL_CG void sync() { __syncthreads(); }
  static COAL_D void barrier_arrive();
  static COAL_D void barrier_wait();
  static COAL_D unsigned int query_shared_rank(const void *);
  template <class __T> static COAL_D __T *map_shared_rank(__T *, int rank);
  static COAL_D dim3 block_index();
  static COAL_D unsigned int block_rank();
  static COAL_D dim3 thread_index();
  static COAL_D unsigned int thread_rank();
  static COAL_D dim3 dim_blocks();
  static COAL_D unsigned int num_blocks();
  static COAL_D dim3 dim_threads();
  static COAL_D unsigned int num_threads();
  static COAL_D unsigned int size();
};
COAL_DI cluster_group this_cluster() { return cluster_group(); }

/* exchanges among the N lanes of a tile */
#define COAL_CG_EXCHANGES(MASK, WIDTH)                                                                         \
  template <class __T> COAL_D __T shfl(__T v, int lane) const { return __shfl_sync(MASK, v, lane, WIDTH); }          \
  template <class __T> COAL_D __T shfl_down(__T v, unsigned int d) const { return __shfl_down_sync(MASK, v, d, WIDTH); } \
  template <class __T> COAL_D __T shfl_up(__T v, unsigned int d) const { return __shfl_up_sync(MASK, v, d, WIDTH); } \
  template <class __T> COAL_D __T shfl_xor(__T v, unsigned int m) const { return __shfl_xor_sync(MASK, v, (int)m, WIDTH); } \
  COAL_D int any(int p) const { return __any_sync(MASK, p); }                                                  \
  COAL_D int all(int p) const { return __all_sync(MASK, p); }                                                  \
  COAL_D unsigned int ballot(int p) const { return __ballot_sync(MASK, p); }                                   \
  template <class __T> COAL_D unsigned int match_any(__T v) const { return __match_any_sync(MASK, v); }            \
  template <class __T> COAL_D unsigned int match_all(__T v, int &p) const { return __match_all_sync(MASK, v, &p); }

template <unsigned int __N, class Parent = void> class thread_block_tile {
public:
  COAL_D thread_block_tile() {}
  template <class __P> COAL_D thread_block_tile(const thread_block_tile<__N, __P> &) {}
  COAL_CG void sync() { __syncwarp(); }
  COAL_CG unsigned int thread_rank() { return COAL_THREAD_RANK & (__N - 1); }
  static COAL_D constexpr unsigned int size() { return __N; }
  static COAL_D constexpr unsigned int num_threads() { return __N; }
  COAL_CG unsigned int meta_group_rank() { return COAL_THREAD_RANK / __N; }
  COAL_CG unsigned int meta_group_size() { return (COAL_BLOCK_THREADS + __N - 1) / __N; }
  COAL_CG_EXCHANGES(0xffffffffu, (__N > 32 ? 32 : __N))
  COAL_D operator thread_group() const {
    thread_group g;
    g.__size = __N;
    g.__rank = thread_rank();
    return g;
  }
};
template <unsigned int __N, class __G> COAL_DI thread_block_tile<__N, __G> tiled_partition(const __G &) { return thread_block_tile<__N, __G>(); }
COAL_DI thread_group tiled_partition(const thread_group &g, unsigned int n) {
  thread_group t;
  t.__size = n;
  t.__rank = g.__rank % n;
  return t;
}

class coalesced_group {
public:
  unsigned int __mask;
  COAL_D void sync() const { __syncwarp(__mask); }
  COAL_D unsigned int size() const { return (unsigned int)__popc(__mask); }
  COAL_D unsigned int num_threads() const { return (unsigned int)__popc(__mask); }
  COAL_D unsigned int thread_rank() const { return (unsigned int)__popc(__mask & ((1u << (COAL_THREAD_RANK & 31)) - 1)); }
  COAL_D unsigned int meta_group_rank() const;
  COAL_D unsigned int meta_group_size() const;
  template <class __T> COAL_D __T shfl(__T v, unsigned int rank) const;
  template <class __T> COAL_D __T shfl_down(__T v, unsigned int d) const;
  template <class __T> COAL_D __T shfl_up(__T v, unsigned int d) const;
  COAL_D int any(int p) const { return __any_sync(__mask, p); }
  COAL_D int all(int p) const { return __all_sync(__mask, p); }
  COAL_D unsigned int ballot(int p) const;
  template <class __T> COAL_D unsigned int match_any(__T v) const;
  template <class __T> COAL_D unsigned int match_all(__T v, int &p) const;
};
COAL_DI coalesced_group coalesced_threads() {
  coalesced_group g;
  g.__mask = __activemask();
  return g;
}
template <class __G> COAL_D coalesced_group binary_partition(const __G &, bool);
template <class __G, class __L> COAL_D coalesced_group labeled_partition(const __G &, __L);
COAL_D coalesced_group tiled_partition(const coalesced_group &, unsigned int);

template <class __G> COAL_DI void sync(const __G &g) { g.sync(); }
template <class __G> COAL_DI auto thread_rank(const __G &g) -> decltype(g.thread_rank()) { return g.thread_rank(); }
template <class __G> COAL_DI auto group_size(const __G &g) -> decltype(g.size()) { return g.size(); }
template <class __F> COAL_DI void invoke_one(const thread_block &g, __F f) {
  if (g.thread_rank() == 0) f();
}

/* ---- memcpy_async.h, reduce.h, scan.h ------------------------------------------------------------------ */

template <class __G, class __D, class __S, class __N>
COAL_DI void memcpy_async(const __G &g, __D *destination, const __S *source, const __N &bytes) {
  coal_detail::async_copy<coal_detail::async_alignment<__D, __N>()>(destination, source, bytes, g.thread_rank(), g.size());
}
/** Elements: as many as both sides have. */
template <class __G, class __D, class DL, class __S, class SL>
COAL_DI void memcpy_async(const __G &g, __D *destination, const DL &room, const __S *source, const SL &count) {
  size_t elements = (size_t)room < (size_t)count ? (size_t)room : (size_t)count;
  coal_detail::async_copy<coal_detail::async_alignment<__D, DL>()>(destination, source, elements * sizeof(__D), g.thread_rank(), g.size());
}
template <class __G> COAL_DI void wait(const __G &g) { g.sync(); }
template <unsigned int stages, class __G> COAL_DI void wait_prior(const __G &g) { g.sync(); }

#define COAL_CG_OPERATION(__N, EXPR)                                              \
  template <class __T = void> struct __N {                                          \
    COAL_HD __T operator()(__T a, __T b) const { return (__T)(EXPR); }                  \
  };                                                                            \
  template <> struct __N<void> {                                                  \
    template <class __T> COAL_HD __T operator()(__T a, __T b) const { return (__T)(EXPR); } \
  };
COAL_CG_OPERATION(plus, a + b)
COAL_CG_OPERATION(less, b < a ? b : a)
COAL_CG_OPERATION(greater, a < b ? b : a)
COAL_CG_OPERATION(bit_and, a & b)
COAL_CG_OPERATION(bit_or, a | b)
COAL_CG_OPERATION(bit_xor, a ^ b)
#undef COAL_CG_OPERATION
template <class __G, class __T, class __F> COAL_D __T reduce(const __G &, __T value, __F &&);
template <class __G, class __T, class __F> COAL_D void reduce_update_async(const __G &, __T &, __T value, __F &&);
template <class __G, class __T, class __F> COAL_D __T inclusive_scan(const __G &, __T value, __F &&);
template <class __G, class __T> COAL_D __T inclusive_scan(const __G &, __T value);
template <class __G, class __T, class __F> COAL_D __T exclusive_scan(const __G &, __T value, __F &&);
template <class __G, class __T> COAL_D __T exclusive_scan(const __G &, __T value);

}  // namespace cooperative_groups

#undef COAL_CG
#undef COAL_CG_EXCHANGES

#endif
