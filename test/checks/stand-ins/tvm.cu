// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// TVM's tensors and checks, pybind11's modules, PyTorch's second dispatch.
// DIFFERENTIAL-SKIP: the compiler has no stand-ins
// RUN: %coalcheck --all %s 2>%t.err | FileCheck %s
// RUN: FileCheck --check-prefix=ERR --implicit-check-not=error: %s < %t.err
// ERR: coalcheck: note: 'tvm/ffi/container/tensor.h' was not found
#include <tvm/ffi/container/tensor.h>
#include <tvm/ffi/function.h>
#include <pybind11/pybind11.h>
#include <ATen/Dispatch_v2.h>

// CHECK-LABEL: copy<double>
// CHECK: block 96x1x1
// CHECK: global load 8 32 8 8 100 %
// CHECK-LABEL: copy<float>
// CHECK: global load 4 32 4 4 100 %
template <typename T> __global__ void copy(const T *in, T *out) { out[threadIdx.x] = in[threadIdx.x]; }

void by_tvm(tvm::ffi::TensorView in, tvm::ffi::Optional<tvm::ffi::TensorView> out) {
  TVM_FFI_ICHECK_EQ(in.ndim(), 1) << "one dimension";
  TVM_FFI_ICHECK(in.dtype() == out.value().dtype()) << "types";
  copy<<<1, 96, 0, static_cast<cudaStream_t>(TVMFFIEnvGetStream(kDLCUDA, 0))>>>(static_cast<const float *>(in.data_ptr()),
                                                                              static_cast<float *>(out.value().data_ptr()));
}
TVM_FFI_DLL_EXPORT_TYPED_FUNC(copy, by_tvm);

void by_torch(at::Tensor in, at::Tensor out) {
  AT_DISPATCH_V2(in.scalar_type(), "copy", AT_WRAP([&] { copy<<<1, 96>>>(in.data_ptr<scalar_t>(), out.data_ptr<scalar_t>()); }),
                 AT_EXPAND(AT_FLOATING_TYPES));
}
PYBIND11_MODULE(ops, m) { m.def("copy", &by_torch); }
