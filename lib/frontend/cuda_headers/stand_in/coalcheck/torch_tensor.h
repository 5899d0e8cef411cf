/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/**
 * PyTorch's tensors as kernels and launches see them. Accessors have their bodies, since the addresses are made there; what
 * the host alone calls is declared.
 */
#ifndef COALCHECK_STAND_IN_TORCH_TENSOR_H
#define COALCHECK_STAND_IN_TORCH_TENSOR_H

#include <coalcheck/torch_types.h>

namespace at {
using namespace c10;

template <class T> struct DefaultPtrTraits { typedef T *PtrType; };
template <class T> struct RestrictPtrTraits { typedef T *__restrict__ PtrType; };

/* One dimension is taken off by each subscript; the last gives the element. */
template <class T, size_t N, template <class> class Traits = DefaultPtrTraits, class I = int64_t> class TensorAccessor {
public:
  typedef typename Traits<T>::PtrType PtrType;
  PtrType data_;
  const I *sizes_;
  const I *strides_;
  __host__ __device__ TensorAccessor(PtrType data, const I *sizes, const I *strides)
      : data_(data), sizes_(sizes), strides_(strides) {}
  __host__ __device__ I size(I i) const { return sizes_[i]; }
  __host__ __device__ I stride(I i) const { return strides_[i]; }
  __host__ __device__ PtrType data() const { return data_; }
  __host__ __device__ TensorAccessor<T, N - 1, Traits, I> operator[](I i) const {
    return TensorAccessor<T, N - 1, Traits, I>(data_ + strides_[0] * i, sizes_ + 1, strides_ + 1);
  }
};
template <class T, template <class> class Traits, class I> class TensorAccessor<T, 1, Traits, I> {
public:
  typedef typename Traits<T>::PtrType PtrType;
  PtrType data_;
  const I *sizes_;
  const I *strides_;
  __host__ __device__ TensorAccessor(PtrType data, const I *sizes, const I *strides)
      : data_(data), sizes_(sizes), strides_(strides) {}
  __host__ __device__ I size(I i) const { return sizes_[i]; }
  __host__ __device__ I stride(I i) const { return strides_[i]; }
  __host__ __device__ PtrType data() const { return data_; }
  __host__ __device__ T &operator[](I i) const { return data_[strides_[0] * i]; }
};

/* The same with sizes and strides of its own, to be handed to a kernel by value. */
template <class T, size_t N, template <class> class Traits = DefaultPtrTraits, class I = int64_t>
class GenericPackedTensorAccessor {
public:
  typedef typename Traits<T>::PtrType PtrType;
  PtrType data_;
  I sizes_[N];
  I strides_[N];
  GenericPackedTensorAccessor(PtrType, const I *, const I *);
  __host__ __device__ I size(I i) const { return sizes_[i]; }
  __host__ __device__ I stride(I i) const { return strides_[i]; }
  __host__ __device__ PtrType data() const { return data_; }
  __host__ __device__ TensorAccessor<T, N - 1, Traits, I> operator[](I i) const {
    return TensorAccessor<T, N - 1, Traits, I>(data_ + strides_[0] * i, sizes_ + 1, strides_ + 1);
  }
};
template <class T, template <class> class Traits, class I> class GenericPackedTensorAccessor<T, 1, Traits, I> {
public:
  typedef typename Traits<T>::PtrType PtrType;
  PtrType data_;
  I sizes_[1];
  I strides_[1];
  GenericPackedTensorAccessor(PtrType, const I *, const I *);
  __host__ __device__ I size(I i) const { return sizes_[i]; }
  __host__ __device__ I stride(I i) const { return strides_[i]; }
  __host__ __device__ PtrType data() const { return data_; }
  __host__ __device__ T &operator[](I i) const { return data_[strides_[0] * i]; }
};
template <class T, size_t N, template <class> class Traits = DefaultPtrTraits>
using PackedTensorAccessor32 = GenericPackedTensorAccessor<T, N, Traits, int32_t>;
template <class T, size_t N, template <class> class Traits = DefaultPtrTraits>
using PackedTensorAccessor64 = GenericPackedTensorAccessor<T, N, Traits, int64_t>;
template <class T, size_t N, template <class> class Traits = DefaultPtrTraits, class I = int64_t>
using PackedTensorAccessor = GenericPackedTensorAccessor<T, N, Traits, I>;

namespace indexing {
struct Slice {
  template <class... A> Slice(A &&...);
};
struct coal_none {};
constexpr coal_none None{}, Ellipsis{};
struct TensorIndex {
  template <class A> TensorIndex(A &&);
};
}  // namespace indexing

struct DeprecatedTypeProperties {
  ScalarType scalarType() const;
  operator ScalarType() const;
  bool is_cuda() const;
};

/* a method that gives a tensor, whatever it takes */
#define COAL_TORCH_METHODS(F)                                                                                        \
  F(add) F(add_) F(sub) F(sub_) F(mul) F(mul_) F(div) F(div_) F(exp) F(sqrt) F(pow) F(abs) F(neg) F(sum) F(mean) F(max) F(min)  \
  F(sigmoid) F(tanh) F(relu) F(clamp) F(clamp_) F(round) F(floor) F(log) F(matmul) F(mm) F(bmm) F(dot) F(norm) F(argmax)        \
  F(cumsum) F(any) F(all) F(eq) F(ne) F(lt) F(le) F(gt) F(ge) F(nonzero) F(detach) F(t) F(squeeze) F(squeeze_) F(flatten)       \
  F(expand_as) F(view_as) F(reshape_as) F(index_select) F(masked_select) F(gather) F(scatter_) F(copy_) F(fill_) F(zero_) F(clone) \
  F(set_) F(resize_as_) F(cpu) F(cuda) F(to) F(type_as) F(contiguous) F(transpose) F(unsqueeze) F(unsqueeze_) F(narrow)         \
  F(slice) F(select) F(toType) F(alias) F(unbind) F(half) F(bfloat16) F(repeat_interleave) F(sort) F(uniform_) F(normal_)
class Tensor {
public:
  Tensor();
  int64_t size(int64_t) const;
  int64_t stride(int64_t) const;
  IntArrayRef sizes() const;
  IntArrayRef strides() const;
  int64_t dim() const;
  int64_t ndimension() const;
  int64_t numel() const;
  int64_t nbytes() const;
  int64_t element_size() const;
  int64_t itemsize() const;
  int64_t storage_offset() const;
  int64_t get_device() const;
  int64_t use_count() const;
  bool defined() const;
  bool is_cuda() const;
  bool is_cpu() const;
  bool is_sparse() const;
  bool is_contiguous(MemoryFormat = MemoryFormat::Contiguous) const;
  bool is_non_overlapping_and_dense() const;
  bool is_same(const Tensor &) const;
  bool is_floating_point() const;
  bool is_complex() const;
  bool requires_grad() const;
  Tensor &requires_grad_(bool = true);
  const Tensor &grad() const;
  ScalarType scalar_type() const;
  ScalarType dtype() const;
  Device device() const;
  Layout layout() const;
  TensorOptions options() const;
  DeprecatedTypeProperties type() const;
  MemoryFormat suggest_memory_format() const;
  void *data_ptr() const;
  const void *const_data_ptr() const;
  void *mutable_data_ptr() const;
  template <class T> T *data_ptr() const;
  template <class T> T *data() const;
  Tensor data() const;
  template <class T> const T *const_data_ptr() const;
  template <class T> T *mutable_data_ptr() const;
  template <class T> T item() const;
  Scalar item() const;
  template <class T, size_t N> TensorAccessor<T, N> accessor() const;
  template <class T, size_t N, template <class> class P = DefaultPtrTraits> PackedTensorAccessor32<T, N, P> packed_accessor32() const;
  template <class T, size_t N, template <class> class P = DefaultPtrTraits> PackedTensorAccessor64<T, N, P> packed_accessor64() const;
  template <class T, size_t N, template <class> class P = DefaultPtrTraits, class I = int64_t>
  GenericPackedTensorAccessor<T, N, P, I> packed_accessor() const;
  template <class T, size_t N, template <class> class P = DefaultPtrTraits, class I = int64_t>
  GenericPackedTensorAccessor<T, N, P, I> generic_packed_accessor() const;
#define COAL_TORCH_DECLARE(NAME) template <class... A> Tensor NAME(A &&...) const;
  COAL_TORCH_METHODS(COAL_TORCH_DECLARE)
  Tensor view(IntArrayRef) const;
  Tensor view(ScalarType) const;
  Tensor reshape(IntArrayRef) const;
  Tensor permute(IntArrayRef) const;
  Tensor expand(IntArrayRef) const;
  Tensor repeat(IntArrayRef) const;
  Tensor sum(IntArrayRef, bool = false) const;
  Tensor mean(IntArrayRef, bool = false) const;
  Tensor new_empty(IntArrayRef, TensorOptions = {}) const;
  Tensor new_zeros(IntArrayRef, TensorOptions = {}) const;
  const Tensor &resize_(IntArrayRef) const;
  Tensor index(std::initializer_list<indexing::TensorIndex>) const;
  template <class V> Tensor &index_put_(std::initializer_list<indexing::TensorIndex>, const V &);
  std::vector<Tensor> split(int64_t, int64_t = 0) const;
  std::vector<Tensor> chunk(int64_t, int64_t = 0) const;
  void record_stream(...) const;
  Tensor operator[](int64_t) const;
  Tensor operator[](const Tensor &) const;
  Tensor operator-() const;
  Tensor operator~() const;
};
#define COAL_TORCH_OPERATOR(OP)                              \
  Tensor operator OP(const Tensor &, const Tensor &);        \
  Tensor operator OP(const Tensor &, const Scalar &);        \
  Tensor operator OP(const Scalar &, const Tensor &);
COAL_TORCH_OPERATOR(+) COAL_TORCH_OPERATOR(-) COAL_TORCH_OPERATOR(*) COAL_TORCH_OPERATOR(/) COAL_TORCH_OPERATOR(<)
COAL_TORCH_OPERATOR(>) COAL_TORCH_OPERATOR(<=) COAL_TORCH_OPERATOR(>=) COAL_TORCH_OPERATOR(==) COAL_TORCH_OPERATOR(!=)
#undef COAL_TORCH_OPERATOR
std::ostream &operator<<(std::ostream &, const Tensor &);
typedef Tensor TensorBase;
typedef ArrayRef<Tensor> TensorList;
typedef ArrayRef<Tensor> ITensorListRef;

Tensor empty(IntArrayRef, TensorOptions = {}, ...);
Tensor zeros(IntArrayRef, TensorOptions = {}, ...);
Tensor ones(IntArrayRef, TensorOptions = {}, ...);
Tensor rand(IntArrayRef, TensorOptions = {}, ...);
Tensor randn(IntArrayRef, TensorOptions = {}, ...);
Tensor full(IntArrayRef, Scalar, TensorOptions = {});
Tensor empty_strided(IntArrayRef, IntArrayRef, TensorOptions = {});
Tensor randint(int64_t, int64_t, IntArrayRef, TensorOptions = {});
template <class... A> Tensor from_blob(void *, IntArrayRef, A &&...);
Tensor from_blob(void *, IntArrayRef, IntArrayRef, TensorOptions = {});
template <class T> Tensor tensor(std::initializer_list<T>, TensorOptions = {});
template <class T> Tensor tensor(const T &, TensorOptions = {});
Tensor cat(TensorList, int64_t = 0);
Tensor stack(TensorList, int64_t = 0);
int64_t numel(const Tensor &);
#define COAL_TORCH_FUNCTION(NAME) template <class... A> Tensor NAME(A &&...);
COAL_TORCH_FUNCTION(empty_like) COAL_TORCH_FUNCTION(zeros_like) COAL_TORCH_FUNCTION(ones_like) COAL_TORCH_FUNCTION(full_like)
COAL_TORCH_FUNCTION(arange) COAL_TORCH_FUNCTION(eye) COAL_TORCH_FUNCTION(where) COAL_TORCH_FUNCTION(sparse_coo_tensor)
COAL_TORCH_FUNCTION(rand_like) COAL_TORCH_FUNCTION(randn_like) COAL_TORCH_FUNCTION(linspace) COAL_TORCH_FUNCTION(mm)
COAL_TORCH_FUNCTION(matmul) COAL_TORCH_FUNCTION(bmm) COAL_TORCH_FUNCTION(addmm) COAL_TORCH_FUNCTION(cumsum) COAL_TORCH_FUNCTION(sum)
COAL_TORCH_FUNCTION(max) COAL_TORCH_FUNCTION(min) COAL_TORCH_FUNCTION(abs) COAL_TORCH_FUNCTION(sqrt) COAL_TORCH_FUNCTION(pow)
COAL_TORCH_FUNCTION(bincount) COAL_TORCH_FUNCTION(argsort) COAL_TORCH_FUNCTION(index_select) COAL_TORCH_FUNCTION(squeeze)
COAL_TORCH_FUNCTION(unsqueeze) COAL_TORCH_FUNCTION(sigmoid) COAL_TORCH_FUNCTION(clamp) COAL_TORCH_FUNCTION(softmax)
#undef COAL_TORCH_FUNCTION

struct NoGradGuard {
  NoGradGuard();
};
struct AutoGradMode {
  AutoGradMode(bool);
};
struct GradMode {
  static bool is_enabled();
};
struct Generator {
  template <class T> T *get() const;
#if __has_include(<mutex>)
  std::mutex &mutex();
#endif
};
struct TensorArg {
  TensorArg(const Tensor &, const char *, int);
  const Tensor *operator->() const;
};

template <class T, bool is_cuda> struct AccumulateType { typedef T type; };
template <bool c> struct AccumulateType<float, c> { typedef float type; };
template <bool c> struct AccumulateType<Half, c> { typedef float type; };
template <bool c> struct AccumulateType<BFloat16, c> { typedef float type; };
template <class T, bool is_cuda> using acc_type = typename AccumulateType<T, is_cuda>::type;
template <class T, bool is_cuda> using acc_type_device = typename AccumulateType<T, is_cuda>::type;
template <class T> struct OpMathType { typedef T type; };
template <> struct OpMathType<Half> { typedef float type; };
template <> struct OpMathType<BFloat16> { typedef float type; };
template <> struct OpMathType<Float8_e4m3fn> { typedef float type; };
template <> struct OpMathType<Float8_e5m2> { typedef float type; };
template <class T> using opmath_type = typename OpMathType<T>::type;
template <class T> struct numeric_limits {
  static __host__ __device__ T lowest();
  static __host__ __device__ T max();
  static __host__ __device__ T lower_bound();
  static __host__ __device__ T upper_bound();
};
template <class T> __host__ __device__ T ceil_div(T a, T b) { return (a + b - 1) / b; }
}  // namespace at

namespace torch {
using namespace at;
namespace indexing = at::indexing;
using Dtype = at::ScalarType;
struct CustomClassHolder : c10::intrusive_ptr_target {};
namespace autograd {
typedef Tensor Variable;
typedef std::vector<Tensor> variable_list;
typedef variable_list tensor_list;
struct AutogradContext {
#if __has_include(<unordered_map>)
  std::unordered_map<std::string, c10::IValue> saved_data;
#endif
  void save_for_backward(variable_list);
  variable_list get_saved_variables() const;
  void set_materialize_grads(bool);
  void mark_non_differentiable(const variable_list &);
  bool needs_input_grad(size_t) const;
};
template <class C> struct Function {
  template <class... A> static variable_list apply(A &&...);
};
}  // namespace autograd
namespace cuda {
void synchronize(int64_t = -1);
bool is_available();
int device_count();
}  // namespace cuda
namespace headeronly {
using namespace c10;
}
}  // namespace torch

#endif
