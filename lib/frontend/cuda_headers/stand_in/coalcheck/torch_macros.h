/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/** PyTorch's checks and its dispatch over element types. */
#ifndef COALCHECK_STAND_IN_TORCH_MACROS_H
#define COALCHECK_STAND_IN_TORCH_MACROS_H

#include <coalcheck/torch_tensor.h>

namespace c10 {
[[noreturn]] void coal_fail();
}

#define COAL_TORCH_CHECK(cond)    \
  do {                            \
    if (!(cond)) c10::coal_fail(); \
  } while (0)
#define TORCH_CHECK(cond, ...) COAL_TORCH_CHECK(cond)
#define TORCH_CHECK_WITH(error, cond, ...) COAL_TORCH_CHECK(cond)
#define TORCH_CHECK_VALUE(cond, ...) COAL_TORCH_CHECK(cond)
#define TORCH_CHECK_INDEX(cond, ...) COAL_TORCH_CHECK(cond)
#define TORCH_CHECK_TYPE(cond, ...) COAL_TORCH_CHECK(cond)
#define TORCH_CHECK_NOT_IMPLEMENTED(cond, ...) COAL_TORCH_CHECK(cond)
#define TORCH_CHECK_ARG(cond, ...) COAL_TORCH_CHECK(cond)
#define TORCH_CHECK_EQ(a, b) COAL_TORCH_CHECK((a) == (b))
#define TORCH_CHECK_NE(a, b) COAL_TORCH_CHECK((a) != (b))
#define TORCH_CHECK_LT(a, b) COAL_TORCH_CHECK((a) < (b))
#define TORCH_CHECK_LE(a, b) COAL_TORCH_CHECK((a) <= (b))
#define TORCH_CHECK_GT(a, b) COAL_TORCH_CHECK((a) > (b))
#define TORCH_CHECK_GE(a, b) COAL_TORCH_CHECK((a) >= (b))
#define TORCH_INTERNAL_ASSERT(cond, ...) COAL_TORCH_CHECK(cond)
#define TORCH_INTERNAL_ASSERT_DEBUG_ONLY(cond, ...) COAL_TORCH_CHECK(cond)
#define STD_TORCH_CHECK(cond, ...) COAL_TORCH_CHECK(cond)
#define AT_ASSERT(cond, ...) COAL_TORCH_CHECK(cond)
#define AT_ASSERTM(cond, ...) COAL_TORCH_CHECK(cond)
#define AT_CHECK(cond, ...) COAL_TORCH_CHECK(cond)
#define AT_ERROR(...) c10::coal_fail()
#define TORCH_WARN(...) ((void)0)
#define TORCH_WARN_ONCE(...) ((void)0)
#define TORCH_CHECK_TENSOR(...) ((void)0)
#define CUDA_KERNEL_ASSERT(cond) assert(cond)
#define CUDA_KERNEL_ASSERT_MSG(cond, message) assert(cond)
#define C10_CUDA_CHECK(call) ((void)(call))
#define C10_CUDA_CHECK_WARN(call) ((void)(call))
#define C10_CUDA_IGNORE_ERROR(call) ((void)(call))
#define C10_CUDA_ERROR_HANDLED(call) (call)
#define C10_CUDA_KERNEL_LAUNCH_CHECK() ((void)cudaGetLastError())
#define AT_CUDA_CHECK(call) ((void)(call))
#define AT_CUDA_DRIVER_CHECK(call) ((void)(call))
#define TORCH_CUDABLAS_CHECK(call) ((void)(call))
#define AT_CUDNN_CHECK(call) ((void)(call))
#define THCudaCheck(call) ((void)(call))
#define DEVICE_GUARD(tensor) ((void)0)

#define CUDA_1D_KERNEL_LOOP_TYPE(i, n, type) \
  for (type i = blockIdx.x * (type)blockDim.x + threadIdx.x; i < (n); i += (type)blockDim.x * gridDim.x)
#define CUDA_KERNEL_LOOP_TYPE(i, n, type) CUDA_1D_KERNEL_LOOP_TYPE(i, n, type)
#define CUDA_KERNEL_LOOP(i, n) CUDA_1D_KERNEL_LOOP_TYPE(i, n, int)

/* ---- dispatch: a lambda with a switch, each case of which names its element type scalar_t and calls the body */

#define AT_DISPATCH_SWITCH(TYPE, NAME, ...)                  \
  [&] {                                                      \
    switch (TYPE) {                                          \
      __VA_ARGS__                                            \
      default: c10::coal_fail();                             \
    }                                                        \
  }()
#define AT_PRIVATE_CASE_TYPE_USING_HINT(CODE, HINT, ...)                          \
  case CODE: {                                                                    \
    using HINT [[maybe_unused]] = c10::impl::ScalarTypeToCPPTypeT<CODE>;          \
    return __VA_ARGS__();                                                         \
  }
#define AT_PRIVATE_CASE_TYPE(NAME, CODE, TYPE, ...) \
  case CODE: {                                      \
    using scalar_t [[maybe_unused]] = TYPE;         \
    return __VA_ARGS__();                           \
  }
#define AT_DISPATCH_CASE(CODE, ...) AT_PRIVATE_CASE_TYPE_USING_HINT(CODE, scalar_t, __VA_ARGS__)
#define COAL_CASE(NAME, ...) AT_DISPATCH_CASE(c10::ScalarType::NAME, __VA_ARGS__)

#define AT_DISPATCH_CASE_FLOATING_TYPES(...) COAL_CASE(Double, __VA_ARGS__) COAL_CASE(Float, __VA_ARGS__)
#define AT_DISPATCH_CASE_REDUCED_FLOATING_TYPES(...) COAL_CASE(Half, __VA_ARGS__) COAL_CASE(BFloat16, __VA_ARGS__)
#define AT_DISPATCH_CASE_INTEGRAL_TYPES(...)                                                             \
  COAL_CASE(Byte, __VA_ARGS__) COAL_CASE(Char, __VA_ARGS__) COAL_CASE(Int, __VA_ARGS__) COAL_CASE(Long, __VA_ARGS__) \
  COAL_CASE(Short, __VA_ARGS__)
#define AT_DISPATCH_CASE_ALL_TYPES(...) AT_DISPATCH_CASE_INTEGRAL_TYPES(__VA_ARGS__) AT_DISPATCH_CASE_FLOATING_TYPES(__VA_ARGS__)
#define AT_DISPATCH_CASE_COMPLEX_TYPES(...) COAL_CASE(ComplexDouble, __VA_ARGS__) COAL_CASE(ComplexFloat, __VA_ARGS__)
#define AT_DISPATCH_CASE_INDEX_TYPES(...)                                                        \
  AT_PRIVATE_CASE_TYPE_USING_HINT(c10::ScalarType::Int, index_t, __VA_ARGS__)                    \
  AT_PRIVATE_CASE_TYPE_USING_HINT(c10::ScalarType::Long, index_t, __VA_ARGS__)

#define COAL_DISPATCH(TYPE, NAME, CASES) AT_DISPATCH_SWITCH(TYPE, NAME, CASES)
#define AT_DISPATCH_FLOATING_TYPES(T, N, ...) AT_DISPATCH_SWITCH(T, N, AT_DISPATCH_CASE_FLOATING_TYPES(__VA_ARGS__))
#define AT_DISPATCH_FLOATING_TYPES_AND_HALF(T, N, ...) \
  AT_DISPATCH_SWITCH(T, N, AT_DISPATCH_CASE_FLOATING_TYPES(__VA_ARGS__) COAL_CASE(Half, __VA_ARGS__))
#define AT_DISPATCH_REDUCED_FLOATING_TYPES(T, N, ...) AT_DISPATCH_SWITCH(T, N, AT_DISPATCH_CASE_REDUCED_FLOATING_TYPES(__VA_ARGS__))
#define AT_DISPATCH_INTEGRAL_TYPES(T, N, ...) AT_DISPATCH_SWITCH(T, N, AT_DISPATCH_CASE_INTEGRAL_TYPES(__VA_ARGS__))
#define AT_DISPATCH_ALL_TYPES(T, N, ...) AT_DISPATCH_SWITCH(T, N, AT_DISPATCH_CASE_ALL_TYPES(__VA_ARGS__))
#define AT_DISPATCH_COMPLEX_TYPES(T, N, ...) AT_DISPATCH_SWITCH(T, N, AT_DISPATCH_CASE_COMPLEX_TYPES(__VA_ARGS__))
#define AT_DISPATCH_INDEX_TYPES(T, N, ...) AT_DISPATCH_SWITCH(T, N, AT_DISPATCH_CASE_INDEX_TYPES(__VA_ARGS__))
#define AT_DISPATCH_FLOATING_AND_COMPLEX_TYPES(T, N, ...) \
  AT_DISPATCH_SWITCH(T, N, AT_DISPATCH_CASE_FLOATING_TYPES(__VA_ARGS__) AT_DISPATCH_CASE_COMPLEX_TYPES(__VA_ARGS__))
#define AT_DISPATCH_ALL_TYPES_AND_COMPLEX(T, N, ...) \
  AT_DISPATCH_SWITCH(T, N, AT_DISPATCH_CASE_ALL_TYPES(__VA_ARGS__) AT_DISPATCH_CASE_COMPLEX_TYPES(__VA_ARGS__))
/* …_AND, _AND2, _AND3, _AND4: with further element types */
#define AT_DISPATCH_FLOATING_TYPES_AND(A, T, N, ...) \
  AT_DISPATCH_SWITCH(T, N, AT_DISPATCH_CASE_FLOATING_TYPES(__VA_ARGS__) AT_DISPATCH_CASE(A, __VA_ARGS__))
#define AT_DISPATCH_FLOATING_TYPES_AND2(A, B, T, N, ...) \
  AT_DISPATCH_SWITCH(T, N, AT_DISPATCH_CASE_FLOATING_TYPES(__VA_ARGS__) AT_DISPATCH_CASE(A, __VA_ARGS__) AT_DISPATCH_CASE(B, __VA_ARGS__))
#define AT_DISPATCH_FLOATING_TYPES_AND3(A, B, C, T, N, ...)                                                        \
  AT_DISPATCH_SWITCH(T, N, AT_DISPATCH_CASE_FLOATING_TYPES(__VA_ARGS__) AT_DISPATCH_CASE(A, __VA_ARGS__)           \
                     AT_DISPATCH_CASE(B, __VA_ARGS__) AT_DISPATCH_CASE(C, __VA_ARGS__))
#define AT_DISPATCH_INTEGRAL_TYPES_AND(A, T, N, ...) \
  AT_DISPATCH_SWITCH(T, N, AT_DISPATCH_CASE_INTEGRAL_TYPES(__VA_ARGS__) AT_DISPATCH_CASE(A, __VA_ARGS__))
#define AT_DISPATCH_ALL_TYPES_AND(A, T, N, ...) \
  AT_DISPATCH_SWITCH(T, N, AT_DISPATCH_CASE_ALL_TYPES(__VA_ARGS__) AT_DISPATCH_CASE(A, __VA_ARGS__))
#define AT_DISPATCH_ALL_TYPES_AND2(A, B, T, N, ...) \
  AT_DISPATCH_SWITCH(T, N, AT_DISPATCH_CASE_ALL_TYPES(__VA_ARGS__) AT_DISPATCH_CASE(A, __VA_ARGS__) AT_DISPATCH_CASE(B, __VA_ARGS__))
#define AT_DISPATCH_ALL_TYPES_AND3(A, B, C, T, N, ...)                                                           \
  AT_DISPATCH_SWITCH(T, N, AT_DISPATCH_CASE_ALL_TYPES(__VA_ARGS__) AT_DISPATCH_CASE(A, __VA_ARGS__)              \
                     AT_DISPATCH_CASE(B, __VA_ARGS__) AT_DISPATCH_CASE(C, __VA_ARGS__))
#define AT_DISPATCH_ALL_TYPES_AND4(A, B, C, D, T, N, ...)                                                        \
  AT_DISPATCH_SWITCH(T, N, AT_DISPATCH_CASE_ALL_TYPES(__VA_ARGS__) AT_DISPATCH_CASE(A, __VA_ARGS__)              \
                     AT_DISPATCH_CASE(B, __VA_ARGS__) AT_DISPATCH_CASE(C, __VA_ARGS__) AT_DISPATCH_CASE(D, __VA_ARGS__))
#define COAL_ALL_AND_COMPLEX(...) AT_DISPATCH_CASE_ALL_TYPES(__VA_ARGS__) AT_DISPATCH_CASE_COMPLEX_TYPES(__VA_ARGS__)
#define AT_DISPATCH_ALL_TYPES_AND_COMPLEX_AND(A, T, N, ...) \
  AT_DISPATCH_SWITCH(T, N, COAL_ALL_AND_COMPLEX(__VA_ARGS__) AT_DISPATCH_CASE(A, __VA_ARGS__))
#define AT_DISPATCH_ALL_TYPES_AND_COMPLEX_AND2(A, B, T, N, ...) \
  AT_DISPATCH_SWITCH(T, N, COAL_ALL_AND_COMPLEX(__VA_ARGS__) AT_DISPATCH_CASE(A, __VA_ARGS__) AT_DISPATCH_CASE(B, __VA_ARGS__))
#define AT_DISPATCH_ALL_TYPES_AND_COMPLEX_AND3(A, B, C, T, N, ...)                                                \
  AT_DISPATCH_SWITCH(T, N, COAL_ALL_AND_COMPLEX(__VA_ARGS__) AT_DISPATCH_CASE(A, __VA_ARGS__)                     \
                     AT_DISPATCH_CASE(B, __VA_ARGS__) AT_DISPATCH_CASE(C, __VA_ARGS__))

/* AT_DISPATCH_V2(type, name, AT_WRAP(body), types…): the types come one by one or as AT_EXPAND(a list) */
#define AT_WRAP(...) __VA_ARGS__
#define AT_EXPAND(...) __VA_ARGS__
#define AT_FLOATING_TYPES c10::ScalarType::Double, c10::ScalarType::Float
#define AT_INTEGRAL_TYPES \
  c10::ScalarType::Byte, c10::ScalarType::Char, c10::ScalarType::Int, c10::ScalarType::Long, c10::ScalarType::Short
#define AT_ALL_TYPES AT_INTEGRAL_TYPES, AT_FLOATING_TYPES
#define AT_COMPLEX_TYPES c10::ScalarType::ComplexDouble, c10::ScalarType::ComplexFloat
#define COAL_V2_1(B, A) AT_DISPATCH_CASE(A, B)
#define COAL_V2_2(B, A, ...) AT_DISPATCH_CASE(A, B) COAL_V2_1(AT_WRAP(B), __VA_ARGS__)
#define COAL_V2_3(B, A, ...) AT_DISPATCH_CASE(A, B) COAL_V2_2(AT_WRAP(B), __VA_ARGS__)
#define COAL_V2_4(B, A, ...) AT_DISPATCH_CASE(A, B) COAL_V2_3(AT_WRAP(B), __VA_ARGS__)
#define COAL_V2_5(B, A, ...) AT_DISPATCH_CASE(A, B) COAL_V2_4(AT_WRAP(B), __VA_ARGS__)
#define COAL_V2_6(B, A, ...) AT_DISPATCH_CASE(A, B) COAL_V2_5(AT_WRAP(B), __VA_ARGS__)
#define COAL_V2_7(B, A, ...) AT_DISPATCH_CASE(A, B) COAL_V2_6(AT_WRAP(B), __VA_ARGS__)
#define COAL_V2_8(B, A, ...) AT_DISPATCH_CASE(A, B) COAL_V2_7(AT_WRAP(B), __VA_ARGS__)
#define COAL_V2_9(B, A, ...) AT_DISPATCH_CASE(A, B) COAL_V2_8(AT_WRAP(B), __VA_ARGS__)
#define COAL_V2_10(B, A, ...) AT_DISPATCH_CASE(A, B) COAL_V2_9(AT_WRAP(B), __VA_ARGS__)
#define COAL_V2_PICK(a, b, c, d, e, f, g, h, i, j, n, ...) COAL_V2_##n
#define COAL_V2_COUNTED(...) COAL_V2_PICK(__VA_ARGS__)
#define COAL_V2_CASES(B, ...) COAL_V2_COUNTED(__VA_ARGS__, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0)(AT_WRAP(B), __VA_ARGS__)
#define AT_DISPATCH_V2(TYPE, NAME, BODY, ...) AT_DISPATCH_SWITCH(TYPE, NAME, COAL_V2_CASES(AT_WRAP(BODY), __VA_ARGS__))

#endif
