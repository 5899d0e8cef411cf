/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/** CUB's collectives: their storage and calls. The accesses inside are the library's and are not seen. */
#ifndef COALCHECK_CUDA_CUB_H
#define COALCHECK_CUDA_CUB_H

#include <coalcheck/cuda_builtin.h>

namespace cub {
struct NullType {};
struct Sum {
  template <class __T> COAL_HD __T operator()(const __T &a, const __T &b) const { return a + b; }
};
struct Max {
  template <class __T> COAL_HD __T operator()(const __T &a, const __T &b) const { return a < b ? b : a; }
};
struct Min {
  template <class __T> COAL_HD __T operator()(const __T &a, const __T &b) const { return b < a ? b : a; }
};
struct Equality {
  template <class __T> COAL_HD bool operator()(const __T &a, const __T &b) const { return a == b; }
};
struct ArgMax {};
struct ArgMin {};
template <class __K, class __V> struct KeyValuePair {
  __K key;
  __V value;
};
template <class __T> struct DoubleBuffer {
  __T *d_buffers[2];
  int selector;
  DoubleBuffer() = default;
  COAL_HD DoubleBuffer(__T *a, __T *b) : d_buffers{a, b}, selector(0) {}
  COAL_HD __T *Current() { return d_buffers[selector]; }
  COAL_HD __T *Alternate() { return d_buffers[selector ^ 1]; }
};
/* the unsigned integer of a key's size, and the order-preserving map that radix sorts use */
template <unsigned long __bytes> struct __coal_unsigned { typedef unsigned long long type; };
template <> struct __coal_unsigned<1> { typedef unsigned char type; };
template <> struct __coal_unsigned<2> { typedef unsigned short type; };
template <> struct __coal_unsigned<4> { typedef unsigned int type; };
template <class __T> struct Traits {
  typedef typename __coal_unsigned<sizeof(__T)>::type UnsignedBits;
  static COAL_HD UnsignedBits TwiddleIn(UnsignedBits);
  static COAL_HD UnsignedBits TwiddleOut(UnsignedBits);
};
template <class __T> struct NumericTraits : Traits<__T> {};
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
template <class __T, int threads, BlockReduceAlgorithm = BLOCK_REDUCE_WARP_REDUCTIONS, int y = 1, int z = 1> class BlockReduce {
public:
  COAL_CUB_STORAGE(sizeof(__T) * (threads * y * z / 32 + 1))
  COAL_D BlockReduce();
  COAL_D BlockReduce(TempStorage &);
  template <class __V> COAL_D __T Sum(const __V &);
  template <class __V> COAL_D __T Sum(const __V &, int);
  template <class __V, class __F> COAL_D __T Reduce(const __V &, __F);
  template <class __V, class __F> COAL_D __T Reduce(const __V &, __F, int);
};
template <class __T, int threads, BlockScanAlgorithm = BLOCK_SCAN_RAKING, int y = 1, int z = 1> class BlockScan {
public:
  COAL_CUB_STORAGE(sizeof(__T) * (threads * y * z + 32))
  COAL_D BlockScan();
  COAL_D BlockScan(TempStorage &);
  template <class... __A> COAL_D void InclusiveSum(__A &&...);
  template <class... __A> COAL_D void ExclusiveSum(__A &&...);
  template <class... __A> COAL_D void InclusiveScan(__A &&...);
  template <class... __A> COAL_D void ExclusiveScan(__A &&...);
};
template <class __T, int threads = 32> class WarpReduce {
public:
  COAL_CUB_STORAGE(sizeof(__T))
  COAL_D WarpReduce(TempStorage &);
  COAL_D __T Sum(__T);
  COAL_D __T Sum(__T, int);
  template <class __F> COAL_D __T Reduce(__T, __F);
  template <class __F> COAL_D __T Reduce(__T, __F, int);
};
template <class __T, int threads = 32> class WarpScan {
public:
  COAL_CUB_STORAGE(sizeof(__T))
  COAL_D WarpScan(TempStorage &);
  template <class... __A> COAL_D void InclusiveSum(__A &&...);
  template <class... __A> COAL_D void ExclusiveSum(__A &&...);
  template <class... __A> COAL_D void InclusiveScan(__A &&...);
  template <class... __A> COAL_D void ExclusiveScan(__A &&...);
  COAL_D __T Broadcast(__T, unsigned int);
};
template <class __T, int threads, int items, BlockLoadAlgorithm = BLOCK_LOAD_DIRECT, int y = 1, int z = 1> class BlockLoad {
public:
  COAL_CUB_STORAGE(sizeof(__T) * threads * y * z * items)
  COAL_D BlockLoad();
  COAL_D BlockLoad(TempStorage &);
  template <class... __A> COAL_D void Load(__A &&...);
};
template <class __T, int threads, int items, BlockStoreAlgorithm = BLOCK_STORE_DIRECT, int y = 1, int z = 1> class BlockStore {
public:
  COAL_CUB_STORAGE(sizeof(__T) * threads * y * z * items)
  COAL_D BlockStore();
  COAL_D BlockStore(TempStorage &);
  template <class... __A> COAL_D void Store(__A &&...);
};
template <class __K, int threads, int items, class __V = NullType> class BlockRadixSort {
public:
  COAL_CUB_STORAGE((sizeof(__K) + sizeof(__V)) * threads * items)
  COAL_D BlockRadixSort();
  COAL_D BlockRadixSort(TempStorage &);
  template <class... __A> COAL_D void Sort(__A &&...);
  template <class... __A> COAL_D void SortDescending(__A &&...);
  template <class... __A> COAL_D void SortBlockedToStriped(__A &&...);
  template <class... __A> COAL_D void SortDescendingBlockedToStriped(__A &&...);
};
template <class __T, int threads, int items> class BlockExchange {
public:
  COAL_CUB_STORAGE(sizeof(__T) * threads * items)
  COAL_D BlockExchange(TempStorage &);
  template <class... __A> COAL_D void StripedToBlocked(__A &&...);
  template <class... __A> COAL_D void BlockedToStriped(__A &&...);
};
template <class __T, int threads, int items, int bins> class BlockHistogram {
public:
  COAL_CUB_STORAGE(sizeof(__T) * threads * items)
  COAL_D BlockHistogram(TempStorage &);
  template <class... __A> COAL_D void InitHistogram(__A &&...);
  template <class... __A> COAL_D void Composite(__A &&...);
  template <class... __A> COAL_D void Histogram(__A &&...);
};
#undef COAL_CUB_STORAGE
#define COAL_CUB_CALL(__F) template <class... __A> static cudaError_t __F(__A &&...);
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
  template <class __T> cudaError_t DeviceAllocate(__T **, size_t, cudaStream_t = 0);
  cudaError_t DeviceFree(void *);
};
template <class __T> struct CountingInputIterator {
  __T __v;
  COAL_HD CountingInputIterator(__T v) : __v(v) {}
  COAL_HD __T operator[](ptrdiff_t n) const { return (__T)(__v + n); }
};
template <class... __T> struct TransformInputIterator {
  template <class... __A> COAL_HD TransformInputIterator(__A &&...);
};
template <CacheLoadModifier m, class __I> COAL_D auto ThreadLoad(__I p) -> decltype(+*p) { return *p; }
COAL_DI unsigned int LaneId() { return threadIdx.x & 31; }
COAL_DI unsigned int WarpId() { return threadIdx.x / 32; }
}  // namespace cub

#endif
