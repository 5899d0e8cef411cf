/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/** CUB's collectives: their storage and calls. The accesses inside are the library's and are not seen. */
#ifndef COALCHECK_CUDA_CUB_H
#define COALCHECK_CUDA_CUB_H

#include <coalcheck/cuda_builtin.h>

namespace cub {
struct NullType {};
struct Sum {
  template <class T> COAL_HD T operator()(const T &a, const T &b) const { return a + b; }
};
struct Max {
  template <class T> COAL_HD T operator()(const T &a, const T &b) const { return a < b ? b : a; }
};
struct Min {
  template <class T> COAL_HD T operator()(const T &a, const T &b) const { return b < a ? b : a; }
};
struct Equality {
  template <class T> COAL_HD bool operator()(const T &a, const T &b) const { return a == b; }
};
struct ArgMax {};
struct ArgMin {};
template <class K, class V> struct KeyValuePair {
  K key;
  V value;
};
template <class T> struct DoubleBuffer {
  T *d_buffers[2];
  int selector;
  DoubleBuffer() = default;
  COAL_HD DoubleBuffer(T *a, T *b) : d_buffers{a, b}, selector(0) {}
  COAL_HD T *Current() { return d_buffers[selector]; }
  COAL_HD T *Alternate() { return d_buffers[selector ^ 1]; }
};
enum BlockReduceAlgorithm { BLOCK_REDUCE_RAKING_COMMUTATIVE_ONLY, BLOCK_REDUCE_RAKING, BLOCK_REDUCE_WARP_REDUCTIONS };
enum BlockScanAlgorithm { BLOCK_SCAN_RAKING, BLOCK_SCAN_RAKING_MEMOIZE, BLOCK_SCAN_WARP_SCANS };
enum BlockLoadAlgorithm {
  BLOCK_LOAD_DIRECT, BLOCK_LOAD_STRIPED, BLOCK_LOAD_VECTORIZE, BLOCK_LOAD_TRANSPOSE, BLOCK_LOAD_WARP_TRANSPOSE
};
enum BlockStoreAlgorithm {
  BLOCK_STORE_DIRECT, BLOCK_STORE_STRIPED, BLOCK_STORE_VECTORIZE, BLOCK_STORE_TRANSPOSE, BLOCK_STORE_WARP_TRANSPOSE
};
enum CacheLoadModifier { LOAD_DEFAULT, LOAD_CA, LOAD_CG, LOAD_CS, LOAD_CV, LOAD_LDG, LOAD_VOLATILE };

#define COAL_CUB_STORAGE(BYTES)                          \
  struct TempStorage {                                   \
    unsigned int words[(BYTES + 3) / 4];                 \
  };
template <class T, int threads, BlockReduceAlgorithm = BLOCK_REDUCE_WARP_REDUCTIONS, int y = 1, int z = 1> class BlockReduce {
public:
  COAL_CUB_STORAGE(sizeof(T) * (threads * y * z / 32 + 1))
  COAL_D BlockReduce();
  COAL_D BlockReduce(TempStorage &);
  template <class V> COAL_D T Sum(const V &);
  template <class V> COAL_D T Sum(const V &, int);
  template <class V, class F> COAL_D T Reduce(const V &, F);
  template <class V, class F> COAL_D T Reduce(const V &, F, int);
};
template <class T, int threads, BlockScanAlgorithm = BLOCK_SCAN_RAKING, int y = 1, int z = 1> class BlockScan {
public:
  COAL_CUB_STORAGE(sizeof(T) * (threads * y * z + 32))
  COAL_D BlockScan();
  COAL_D BlockScan(TempStorage &);
  template <class... A> COAL_D void InclusiveSum(A &&...);
  template <class... A> COAL_D void ExclusiveSum(A &&...);
  template <class... A> COAL_D void InclusiveScan(A &&...);
  template <class... A> COAL_D void ExclusiveScan(A &&...);
};
template <class T, int threads = 32> class WarpReduce {
public:
  COAL_CUB_STORAGE(sizeof(T))
  COAL_D WarpReduce(TempStorage &);
  COAL_D T Sum(T);
  COAL_D T Sum(T, int);
  template <class F> COAL_D T Reduce(T, F);
  template <class F> COAL_D T Reduce(T, F, int);
};
template <class T, int threads = 32> class WarpScan {
public:
  COAL_CUB_STORAGE(sizeof(T))
  COAL_D WarpScan(TempStorage &);
  template <class... A> COAL_D void InclusiveSum(A &&...);
  template <class... A> COAL_D void ExclusiveSum(A &&...);
  template <class... A> COAL_D void InclusiveScan(A &&...);
  template <class... A> COAL_D void ExclusiveScan(A &&...);
  COAL_D T Broadcast(T, unsigned int);
};
template <class T, int threads, int items, BlockLoadAlgorithm = BLOCK_LOAD_DIRECT, int y = 1, int z = 1> class BlockLoad {
public:
  COAL_CUB_STORAGE(sizeof(T) * threads * y * z * items)
  COAL_D BlockLoad();
  COAL_D BlockLoad(TempStorage &);
  template <class... A> COAL_D void Load(A &&...);
};
template <class T, int threads, int items, BlockStoreAlgorithm = BLOCK_STORE_DIRECT, int y = 1, int z = 1> class BlockStore {
public:
  COAL_CUB_STORAGE(sizeof(T) * threads * y * z * items)
  COAL_D BlockStore();
  COAL_D BlockStore(TempStorage &);
  template <class... A> COAL_D void Store(A &&...);
};
template <class K, int threads, int items, class V = NullType> class BlockRadixSort {
public:
  COAL_CUB_STORAGE((sizeof(K) + sizeof(V)) * threads * items)
  COAL_D BlockRadixSort();
  COAL_D BlockRadixSort(TempStorage &);
  template <class... A> COAL_D void Sort(A &&...);
  template <class... A> COAL_D void SortDescending(A &&...);
  template <class... A> COAL_D void SortBlockedToStriped(A &&...);
  template <class... A> COAL_D void SortDescendingBlockedToStriped(A &&...);
};
template <class T, int threads, int items> class BlockExchange {
public:
  COAL_CUB_STORAGE(sizeof(T) * threads * items)
  COAL_D BlockExchange(TempStorage &);
  template <class... A> COAL_D void StripedToBlocked(A &&...);
  template <class... A> COAL_D void BlockedToStriped(A &&...);
};
template <class T, int threads, int items, int bins> class BlockHistogram {
public:
  COAL_CUB_STORAGE(sizeof(T) * threads * items)
  COAL_D BlockHistogram(TempStorage &);
  template <class... A> COAL_D void InitHistogram(A &&...);
  template <class... A> COAL_D void Composite(A &&...);
  template <class... A> COAL_D void Histogram(A &&...);
};
#undef COAL_CUB_STORAGE
#define COAL_CUB_CALL(F) template <class... A> static cudaError_t F(A &&...);
struct DeviceReduce {
  COAL_CUB_CALL(Sum) COAL_CUB_CALL(Max) COAL_CUB_CALL(Min) COAL_CUB_CALL(ArgMax) COAL_CUB_CALL(ArgMin)
  COAL_CUB_CALL(Reduce) COAL_CUB_CALL(ReduceByKey) COAL_CUB_CALL(TransformReduce)
};
struct DeviceScan {
  COAL_CUB_CALL(ExclusiveSum) COAL_CUB_CALL(InclusiveSum) COAL_CUB_CALL(ExclusiveScan) COAL_CUB_CALL(InclusiveScan)
  COAL_CUB_CALL(ExclusiveSumByKey) COAL_CUB_CALL(InclusiveSumByKey)
};
struct DeviceRadixSort {
  COAL_CUB_CALL(SortPairs) COAL_CUB_CALL(SortPairsDescending) COAL_CUB_CALL(SortKeys) COAL_CUB_CALL(SortKeysDescending)
};
struct DeviceMergeSort {
  COAL_CUB_CALL(SortPairs) COAL_CUB_CALL(SortKeys) COAL_CUB_CALL(StableSortKeys)
};
struct DeviceSegmentedRadixSort {
  COAL_CUB_CALL(SortPairs) COAL_CUB_CALL(SortPairsDescending) COAL_CUB_CALL(SortKeys) COAL_CUB_CALL(SortKeysDescending)
};
struct DeviceSegmentedSort {
  COAL_CUB_CALL(SortPairs) COAL_CUB_CALL(SortPairsDescending) COAL_CUB_CALL(SortKeys) COAL_CUB_CALL(SortKeysDescending)
};
struct DeviceSegmentedReduce {
  COAL_CUB_CALL(Sum) COAL_CUB_CALL(Max) COAL_CUB_CALL(Min) COAL_CUB_CALL(Reduce)
};
struct DeviceSelect {
  COAL_CUB_CALL(If) COAL_CUB_CALL(Flagged) COAL_CUB_CALL(Unique) COAL_CUB_CALL(UniqueByKey)
};
struct DevicePartition {
  COAL_CUB_CALL(If) COAL_CUB_CALL(Flagged)
};
struct DeviceRunLengthEncode {
  COAL_CUB_CALL(Encode) COAL_CUB_CALL(NonTrivialRuns)
};
struct DeviceHistogram {
  COAL_CUB_CALL(HistogramEven) COAL_CUB_CALL(HistogramRange) COAL_CUB_CALL(MultiHistogramEven)
};
struct DeviceSpmv {
  COAL_CUB_CALL(CsrMV)
};
#undef COAL_CUB_CALL
struct CachingDeviceAllocator {
  CachingDeviceAllocator(...);
  template <class T> cudaError_t DeviceAllocate(T **, size_t, cudaStream_t = 0);
  cudaError_t DeviceFree(void *);
};
template <class T> struct CountingInputIterator {
  T __v;
  COAL_HD CountingInputIterator(T v) : __v(v) {}
  COAL_HD T operator[](ptrdiff_t n) const { return (T)(__v + n); }
};
template <class... T> struct TransformInputIterator {
  template <class... A> COAL_HD TransformInputIterator(A &&...);
};
template <CacheLoadModifier m, class I> COAL_D auto ThreadLoad(I p) -> decltype(+*p) { return *p; }
COAL_DI unsigned int LaneId() { return threadIdx.x & 31; }
COAL_DI unsigned int WarpId() { return threadIdx.x / 32; }
}  // namespace cub

#endif
