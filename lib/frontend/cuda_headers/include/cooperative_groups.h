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

}  // namespace cooperative_groups

namespace coal_detail {
/** What a lane gets from another: numbers in one exchange, structures word by word. */
template <class __T, bool is_number = __is_arithmetic(__T)> struct lane_exchange {
  static COAL_DI __T from(unsigned int mask, __T v, int lane, int width) { return __shfl_sync(mask, v, lane, width); }
  static COAL_DI __T up(unsigned int mask, __T v, unsigned int d, int width) { return __shfl_up_sync(mask, v, d, width); }
  static COAL_DI __T down(unsigned int mask, __T v, unsigned int d, int width) { return __shfl_down_sync(mask, v, d, width); }
  static COAL_DI __T across(unsigned int mask, __T v, int bits, int width) { return __shfl_xor_sync(mask, v, bits, width); }
};
template <size_t size, bool has_words = size % 4 == 0, bool has_halves = size % 2 == 0> struct exchange_word { typedef unsigned char type; };
template <size_t size> struct exchange_word<size, false, true> { typedef unsigned short type; };
template <size_t size> struct exchange_word<size, true, true> { typedef unsigned int type; };
#define COAL_EXCHANGE(NAME, INTRINSIC, BY)                                                           \
  static COAL_DI __T NAME(unsigned int mask, __T v, BY by, int width) {                                \
    typedef typename exchange_word<sizeof(__T)>::type word;                                          \
    for (size_t i = 0; i < sizeof(__T) / sizeof(word); i++)                                          \
      ((word *)&v)[i] = (word)INTRINSIC(mask, (unsigned int)((const word *)&v)[i], by, width);         \
    return v;                                                                                        \
  }
template <class __T> struct lane_exchange<__T, false> {
  COAL_EXCHANGE(from, __shfl_sync, int)
  COAL_EXCHANGE(up, __shfl_up_sync, unsigned int)
  COAL_EXCHANGE(down, __shfl_down_sync, unsigned int)
  COAL_EXCHANGE(across, __shfl_xor_sync, int)
};
#undef COAL_EXCHANGE

COAL_DI unsigned int lane() { return COAL_THREAD_RANK & 31; }
/** The lane of a mask with so many set ones below it; 32: none. */
COAL_DI unsigned int lane_of_rank(unsigned int mask, unsigned int rank) {
  unsigned int found = 32;
  for (unsigned int k = 0; k < 32; k++)
    if (mask >> k & 1 && rank-- == 0) found = k;
  return found;
}
COAL_DI unsigned int rank_of_lane(unsigned int mask, unsigned int lane) { return (unsigned int)__popc(mask & ((1u << lane) - 1)); }
/** The bits of a mask's lanes, by rank. */
COAL_DI unsigned int packed(unsigned int mask, unsigned int bits) {
  unsigned int out = 0, rank = 0;
  for (unsigned int k = 0; k < 32; k++)
    if (mask >> k & 1) out |= (bits >> k & 1) << rank++;
  return out;
}
}  // namespace coal_detail

namespace cooperative_groups {

/** What lanes of several warps make together is not followed: has no body. */
template <class __T> COAL_D __T __coal_of_several_warps(__T);

/** The N lanes of a tile and what they exchange. */
template <unsigned int __N> class __coal_tile {
public:
  static COAL_D constexpr int __width() { return __N > 32 ? 32 : (int)__N; }
  COAL_CG unsigned int __first() { return coal_detail::lane() & ~((unsigned int)__width() - 1); }
  COAL_CG unsigned int __mask() { return __N >= 32 ? 0xffffffffu : ((1u << (__N & 31)) - 1) << __first(); }
  COAL_CG void sync() { __syncwarp(__mask()); }
  COAL_CG unsigned int thread_rank() { return COAL_THREAD_RANK & (__N - 1); }
  static COAL_D constexpr unsigned int size() { return __N; }
  static COAL_D constexpr unsigned int num_threads() { return __N; }
  template <class __T> COAL_D __T shfl(__T v, int lane) const { return coal_detail::lane_exchange<__T>::from(__mask(), v, lane, __width()); }
  template <class __T> COAL_D __T shfl_up(__T v, unsigned int d) const { return coal_detail::lane_exchange<__T>::up(__mask(), v, d, __width()); }
  template <class __T> COAL_D __T shfl_down(__T v, unsigned int d) const { return coal_detail::lane_exchange<__T>::down(__mask(), v, d, __width()); }
  template <class __T> COAL_D __T shfl_xor(__T v, unsigned int m) const { return coal_detail::lane_exchange<__T>::across(__mask(), v, (int)m, __width()); }
  COAL_D int any(int p) const { return __N > 32 ? __coal_of_several_warps(p) : __ballot_sync(__mask(), p) != 0; }
  COAL_D int all(int p) const { return __N > 32 ? __coal_of_several_warps(p) : __ballot_sync(__mask(), p) == __mask(); }
  COAL_D unsigned int ballot(int p) const { return __ballot_sync(__mask(), p) >> __first(); }
  template <class __T> COAL_D unsigned int match_any(__T v) const { return __match_any_sync(__mask(), v) >> __first(); }
  template <class __T> COAL_D unsigned int match_all(__T v, int &p) const { return __match_all_sync(__mask(), v, &p) >> __first(); }
  COAL_D operator thread_group() const {
    thread_group g;
    g.__size = __N;
    g.__rank = thread_rank();
    return g;
  }
};
/** A tile among those of its parent. */
template <unsigned int __N, class Parent = void> class thread_block_tile : public __coal_tile<__N> {
public:
  COAL_CG unsigned int meta_group_rank() { return Parent::thread_rank() / __N; }
  COAL_CG unsigned int meta_group_size() { return (Parent::size() + __N - 1) / __N; }
};
template <unsigned int __N> class thread_block_tile<__N, void> : public __coal_tile<__N> {
public:
  unsigned int __meta_rank, __meta_size;
  COAL_D thread_block_tile() {
    __meta_rank = 0;
    __meta_size = 1;
  }
  template <class __P> COAL_D thread_block_tile(const thread_block_tile<__N, __P> &t) {
    __meta_rank = t.meta_group_rank();
    __meta_size = t.meta_group_size();
  }
  COAL_D unsigned int meta_group_rank() const { return __meta_rank; }
  COAL_D unsigned int meta_group_size() const { return __meta_size; }
};
template <unsigned int __N, class __G> COAL_DI thread_block_tile<__N, __G> tiled_partition(const __G &) { return thread_block_tile<__N, __G>(); }
/** Of a tile that forgot its parent: the new one's place follows from the old one's rank alone. */
template <unsigned int __N, unsigned int __M> COAL_DI thread_block_tile<__N, __coal_tile<__M>> tiled_partition(const thread_block_tile<__M, void> &) {
  return thread_block_tile<__N, __coal_tile<__M>>();
}
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
  COAL_D unsigned int thread_rank() const { return coal_detail::rank_of_lane(__mask, coal_detail::lane()); }
  COAL_D unsigned int meta_group_rank() const;
  COAL_D unsigned int meta_group_size() const;
  template <class __T> COAL_D __T shfl(__T v, unsigned int rank) const {
    return coal_detail::lane_exchange<__T>::from(__mask, v, (int)coal_detail::lane_of_rank(__mask, rank), 32);
  }
  template <class __T> COAL_D __T shfl_down(__T v, unsigned int d) const {
    unsigned int from = coal_detail::lane_of_rank(__mask, thread_rank() + d);
    return coal_detail::lane_exchange<__T>::from(__mask, v, (int)(from < 32 ? from : coal_detail::lane()), 32);
  }
  template <class __T> COAL_D __T shfl_up(__T v, unsigned int d) const {
    unsigned int rank = thread_rank(), from = coal_detail::lane_of_rank(__mask, rank - d);
    return coal_detail::lane_exchange<__T>::from(__mask, v, (int)(rank >= d ? from : coal_detail::lane()), 32);
  }
  COAL_D int any(int p) const { return __ballot_sync(__mask, p) != 0; }
  COAL_D int all(int p) const { return __ballot_sync(__mask, p) == __mask; }
  COAL_D unsigned int ballot(int p) const { return coal_detail::packed(__mask, __ballot_sync(__mask, p)); }
  template <class __T> COAL_D unsigned int match_any(__T v) const { return coal_detail::packed(__mask, __match_any_sync(__mask, v)); }
  template <class __T> COAL_D unsigned int match_all(__T v, int &p) const { return coal_detail::packed(__mask, __match_all_sync(__mask, v, &p)); }
};
COAL_DI coalesced_group coalesced_threads() {
  coalesced_group g;
  g.__mask = __activemask();
  return g;
}
COAL_DI unsigned int __coal_lanes(const coalesced_group &g) { return g.__mask; }
template <unsigned int __N> COAL_DI unsigned int __coal_lanes(const __coal_tile<__N> &g) { return g.__mask(); }
/** Within the tile or group, the lanes that say the same. */
template <class __G> COAL_DI coalesced_group binary_partition(const __G &g, bool p) {
  coalesced_group out;
  unsigned int mask = __coal_lanes(g), yes = __ballot_sync(mask, p);
  out.__mask = p ? yes : mask & ~yes;
  return out;
}
template <class __G, class __L> COAL_DI coalesced_group labeled_partition(const __G &g, __L label) {
  coalesced_group out;
  out.__mask = __match_any_sync(__coal_lanes(g), label);
  return out;
}
COAL_DI coalesced_group tiled_partition(const coalesced_group &g, unsigned int n) {
  unsigned int tile = g.thread_rank() / n, rank = 0;
  coalesced_group out;
  out.__mask = 0;
  for (unsigned int k = 0; k < 32; k++)
    if (g.__mask >> k & 1 && rank++ / n == tile) out.__mask |= 1u << k;
  return out;
}

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
template <unsigned int __N, class __T, class __F> COAL_DI __T __coal_reduce(const __coal_tile<__N> &g, __T v, __F &op) {
  for (unsigned int m = (unsigned int)__coal_tile<__N>::__width() / 2; m; m >>= 1) v = op(v, g.shfl_xor(v, m));
  return __N > 32 ? __coal_of_several_warps(v) : v;
}
template <class __T, class __F> COAL_DI __T __coal_reduce(const coalesced_group &g, __T v, __F &op) {
  __T all = g.shfl(v, 0);
  for (unsigned int k = 1; k < g.size(); k++) all = op(all, g.shfl(v, k));
  return all;
}
template <class __G, class __T, class __F> COAL_DI __T __coal_scan(const __G &g, __T v, __F &op) {
  for (unsigned int d = 1; d < g.size(); d *= 2) {
    __T below = g.shfl_up(v, d);
    if (g.thread_rank() >= d) v = op(below, v);
  }
  return g.size() > 32 ? __coal_of_several_warps(v) : v;
}
template <class __G, class __T, class __F> COAL_DI __T reduce(const __G &g, __T value, __F &&op) { return __coal_reduce(g, value, op); }
template <class __G, class __T, class __F> COAL_D void reduce_update_async(const __G &, __T &, __T value, __F &&);
template <class __G, class __T, class __F> COAL_DI __T inclusive_scan(const __G &g, __T value, __F &&op) { return __coal_scan(g, value, op); }
template <class __G, class __T> COAL_DI __T inclusive_scan(const __G &g, __T value) { return inclusive_scan(g, value, plus<__T>()); }
/** The first one's result is the operation's neutral element, which is zero for plus alone. */
template <class __G, class __T, class __F> COAL_DI __T exclusive_scan(const __G &g, __T value, __F &&op) {
  __T below = g.shfl_up(__coal_scan(g, value, op), 1);
  return g.thread_rank() == 0 ? __T() : below;
}
template <class __G, class __T> COAL_DI __T exclusive_scan(const __G &g, __T value) { return exclusive_scan(g, value, plus<__T>()); }

}  // namespace cooperative_groups

#undef COAL_CG

#endif
