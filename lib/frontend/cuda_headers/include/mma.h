/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/** Warp matrix fragments. How a fragment lies across the lanes is not specified, so loads and stores have no body. */
#ifndef COALCHECK_CUDA_MMA_H
#define COALCHECK_CUDA_MMA_H

#include <cuda_bf16.h>
#include <cuda_fp16.h>

namespace nvcuda {
namespace wmma {
struct row_major {};
struct col_major {};
struct matrix_a {};
struct matrix_b {};
struct accumulator {};
enum layout_t { mem_row_major, mem_col_major };
namespace precision {
struct tf32 {};
struct u4 {};
struct s4 {};
struct b1 {};
}
namespace experimental {
namespace precision {
using nvcuda::wmma::precision::b1;
using nvcuda::wmma::precision::s4;
using nvcuda::wmma::precision::u4;
}
enum bmmaBitOp { bmmaBitOpXOR = 1, bmmaBitOpAND = 2 };
enum bmmaAccumulateOp { bmmaAccumulateOpPOPC = 1 };
}
template <class __T> struct __coal_storage { typedef __T type; };
template <> struct __coal_storage<precision::tf32> { typedef float type; };
template <> struct __coal_storage<precision::u4> { typedef unsigned int type; };
template <> struct __coal_storage<precision::s4> { typedef int type; };
template <> struct __coal_storage<precision::b1> { typedef unsigned int type; };
template <class Use, int m, int n, int k> struct __coal_elements { static constexpr int value = m * n / 32; };
template <int m, int n, int k> struct __coal_elements<matrix_a, m, n, k> { static constexpr int value = m * k / 32; };
template <int m, int n, int k> struct __coal_elements<matrix_b, m, n, k> { static constexpr int value = n * k / 32; };

template <class Use, int m, int n, int k, class __T, class Layout = void> class fragment {
public:
  typedef typename __coal_storage<__T>::type element_type;
  typedef element_type storage_element_type;
  static constexpr int num_elements = __coal_elements<Use, m, n, k>::value;
  static constexpr int num_storage_elements = num_elements;
  element_type x[num_elements ? num_elements : 1];
};
template <class __F, class __V> COAL_D void fill_fragment(__F &, const __V &);
template <class __F, class __T> COAL_D void load_matrix_sync(__F &, const __T *, unsigned int stride);
template <class __F, class __T> COAL_D void load_matrix_sync(__F &, const __T *, unsigned int stride, layout_t);
template <class __F, class __T> COAL_D void store_matrix_sync(__T *, const __F &, unsigned int stride, layout_t);
template <class __D, class __A, class __B, class __C> COAL_D void mma_sync(__D &, const __A &, const __B &, const __C &, bool satf = false);
template <class __D, class __A, class __B, class __C> COAL_D void bmma_sync(__D &, const __A &, const __B &, const __C &, experimental::bmmaBitOp = experimental::bmmaBitOpXOR,
                                                                         experimental::bmmaAccumulateOp = experimental::bmmaAccumulateOpPOPC);
COAL_D float __float_to_tf32(float);
}
}
COAL_D unsigned int __float_to_tf32(float);

#endif
