/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/** TVM's foreign function interface and DLPack: tensors, checks, exported functions. */
#ifndef COALCHECK_STAND_IN_TVM_FFI_H
#define COALCHECK_STAND_IN_TVM_FFI_H

#include <cuda_runtime.h>

#include <cstdint>
#include <functional>
#include <iostream>
#include <memory>
#include <string>
#include <tuple>
#include <utility>
#include <vector>
#if __has_include(<optional>)
#include <optional>
#endif
#if __has_include(<sstream>)
#include <sstream>
#endif

typedef enum { kDLCPU = 1, kDLCUDA = 2, kDLCUDAHost = 3, kDLCUDAManaged = 13 } DLDeviceType;
typedef struct {
  DLDeviceType device_type;
  int32_t device_id;
} DLDevice;
typedef enum {
  kDLInt = 0, kDLUInt = 1, kDLFloat = 2, kDLOpaqueHandle = 3, kDLBfloat = 4, kDLComplex = 5, kDLBool = 6,
  kDLFloat8_e3m4 = 7, kDLFloat8_e4m3 = 8, kDLFloat8_e4m3fn = 10, kDLFloat8_e5m2 = 12, kDLFloat8_e8m0fnu = 14, kDLFloat4_e2m1fn = 17
} DLDataTypeCode;
typedef struct {
  uint8_t code;
  uint8_t bits;
  uint16_t lanes;
} DLDataType;
typedef struct {
  void *data;
  DLDevice device;
  int32_t ndim;
  DLDataType dtype;
  int64_t *shape;
  int64_t *strides;
  uint64_t byte_offset;
} DLTensor;
inline bool operator==(DLDataType a, DLDataType b) { return a.code == b.code && a.bits == b.bits && a.lanes == b.lanes; }
inline bool operator!=(DLDataType a, DLDataType b) { return !(a == b); }
inline bool operator==(DLDevice a, DLDevice b) { return a.device_type == b.device_type && a.device_id == b.device_id; }
inline bool operator!=(DLDevice a, DLDevice b) { return !(a == b); }
void *TVMFFIEnvGetStream(int32_t, int32_t);
int TVMFFIEnvTensorAlloc(DLTensor *, DLTensor **);

namespace tvm {
namespace ffi {
struct ObjectRef {};
struct Object {};
struct Any : ObjectRef {
  template <class T> Any(T &&);
  template <class T> T cast() const;
};
struct Shape : ObjectRef {
  Shape();
  Shape(std::initializer_list<int64_t>);
  template <class I> Shape(I, I);
  int64_t operator[](size_t) const;
  size_t size() const;
  const int64_t *data() const;
  const int64_t *begin() const;
  const int64_t *end() const;
  int64_t Product() const;
};
typedef Shape ShapeView;
/* stands for Tensor and TensorView, which are two classes */
#define COAL_TVM_TENSOR(NAME)             \
  int64_t size(int64_t) const;            \
  int64_t stride(int64_t) const;          \
  int32_t ndim() const;                   \
  int32_t dim() const;                    \
  int64_t numel() const;                  \
  void *data_ptr() const;                 \
  DLDataType dtype() const;               \
  DLDevice device() const;                \
  Shape shape() const;                    \
  Shape sizes() const;                    \
  Shape strides() const;                  \
  bool IsContiguous() const;              \
  bool IsAligned(size_t) const;           \
  int64_t byte_offset() const;            \
  bool defined() const;                   \
  const DLTensor *operator->() const;     \
  const DLTensor *GetDLTensorPtr() const;
class Tensor : public ObjectRef {
public:
  COAL_TVM_TENSOR(Tensor)
  template <class... A> static Tensor FromEnvAlloc(A &&...);
  template <class... A> static Tensor FromNDAlloc(A &&...);
};
class TensorView {
public:
  TensorView(const Tensor &);
  TensorView(const DLTensor *);
  COAL_TVM_TENSOR(TensorView)
};
#undef COAL_TVM_TENSOR
template <class T> class Optional {
public:
  Optional();
  template <class U> Optional(U &&);
  bool has_value() const;
  T value() const;
  T value_or(T) const;
  T operator*() const;
  const T *operator->() const;
  explicit operator bool() const;
};
template <class T> class Array : public ObjectRef {
public:
  Array();
  Array(std::initializer_list<T>);
  template <class I> Array(I, I);
  T operator[](int64_t) const;
  size_t size() const;
  bool empty() const;
  const T *begin() const;
  const T *end() const;
  void push_back(const T &);
};
template <class K, class V> class Map : public ObjectRef {
public:
  V operator[](const K &) const;
  size_t size() const;
  void Set(const K &, const V &);
};
template <size_t I, class T, class... R> struct coal_nth { typedef typename coal_nth<I - 1, R...>::type type; };
template <class T, class... R> struct coal_nth<0, T, R...> { typedef T type; };
template <class... T> class Tuple : public ObjectRef {
public:
  template <class... A> Tuple(A &&...);
  template <size_t I> typename coal_nth<I, T...>::type get() const;
};
template <class... T> class Variant : public ObjectRef {
public:
  template <class A> Variant(A &&);
  template <class A> A get() const;
};
struct String : ObjectRef {
  String();
  String(const char *);
  String(const std::string &);
  operator std::string() const;
  const char *c_str() const;
  size_t size() const;
};
bool operator==(const String &, const String &);
struct Function : ObjectRef {
  template <class F> static Function FromTyped(F &&, ...);
  static Function GetGlobalRequired(const char *);
  template <class... A> Any operator()(A &&...) const;
};
struct ModuleObj : Object {};
struct Module : ObjectRef {
  template <class T> Module(T &&);
};
template <class T> using ObjectPtr = std::shared_ptr<T>;
template <class T, class... A> ObjectPtr<T> make_object(A &&...);
size_t GetDataSize(const Tensor &);
size_t GetDataSize(int64_t, DLDataType);
std::string DLDataTypeToString(DLDataType);
struct CUDADeviceGuard {
  CUDADeviceGuard(int);
};
struct Error {
  template <class... A> Error(A &&...);
};
struct coal_log {
  template <class T> const coal_log &operator<<(const T &) const { return *this; }
};
[[noreturn]] void coal_fail();
struct coal_failure {
  coal_log log;
  coal_failure() { coal_fail(); }
};
}  // namespace ffi
}  // namespace tvm

#define TVM_FFI_ICHECK(cond) \
  if (cond) {                \
  } else                     \
    tvm::ffi::coal_failure().log << ""
#define TVM_FFI_CHECK(cond, kind) TVM_FFI_ICHECK(cond)
#define TVM_FFI_ICHECK_EQ(a, b) TVM_FFI_ICHECK((a) == (b))
#define TVM_FFI_ICHECK_NE(a, b) TVM_FFI_ICHECK((a) != (b))
#define TVM_FFI_ICHECK_LT(a, b) TVM_FFI_ICHECK((a) < (b))
#define TVM_FFI_ICHECK_LE(a, b) TVM_FFI_ICHECK((a) <= (b))
#define TVM_FFI_ICHECK_GT(a, b) TVM_FFI_ICHECK((a) > (b))
#define TVM_FFI_ICHECK_GE(a, b) TVM_FFI_ICHECK((a) >= (b))
#define TVM_FFI_CHECK_EQ(a, b, kind) TVM_FFI_ICHECK((a) == (b))
#define TVM_FFI_ICHECK_NOTNULL(p) (p)
#define TVM_FFI_LOG_AND_THROW(kind) tvm::ffi::coal_failure().log
#define TVM_FFI_THROW(kind) tvm::ffi::coal_failure().log
#define TVM_FFI_UNREACHABLE() tvm::ffi::coal_fail()
#define TVM_FFI_CHECK_CUDA_ERROR(call) ((void)(call))
#define TVM_FFI_DLL_EXPORT_TYPED_FUNC(name, f) static_assert(sizeof(&f) > 0, #name)
#define TVM_FFI_STATIC_INIT_BLOCK() static void coal_tvm_init()
#define TVM_FFI_INLINE inline

#endif
