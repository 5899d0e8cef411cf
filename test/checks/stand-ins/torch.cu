// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Kernels of a PyTorch extension where PyTorch is not installed: the dispatch over element types, its launches, accessors.
// DIFFERENTIAL-SKIP: the compiler has no stand-ins
// RUN: not %coalcheck --all %s 2>%t.err | FileCheck %s
// RUN: not %coalcheck --all --assume='a.strides_[1]==4' %s 2>/dev/null | FileCheck --check-prefix=FOUR %s
// RUN: not %coalcheck --format=json %s 2>/dev/null | FileCheck --check-prefix=JSON %s
// RUN: FileCheck --check-prefix=ERR --implicit-check-not=error: --implicit-check-not=ATen %s < %t.err
// ERR: coalcheck: note: 'torch/extension.h' was not found: built-in declarations stand for such headers
// CHECK: warning: uncoalesced load of 'a.data_': up to 32 sectors per request if a.strides_[0] >= 8
// FOUR: warning: uncoalesced load of 'a.data_'
// FOUR: warning: uncoalesced load of 'a.data_'
#include <torch/extension.h>
#include <ATen/cuda/CUDAContext.h>
#include <c10/cuda/CUDAGuard.h>

// CHECK-LABEL: halves(const c10::Half*, c10::BFloat16*)
// CHECK: launch ({{.*}}torch.cu:[[@LINE+52]]): grid 1x1x1 block 128x1x1
// CHECK: [[@LINE+1]]:65 global store 2 32 2 2 100 % coalesced
__global__ void halves(const at::Half *in, at::BFloat16 *out) { out[threadIdx.x] = float(in[threadIdx.x]); }

// CHECK-LABEL: rows<c10::Half>(
// CHECK: grid 8x4x1 (assumed) block 32x8x1
// CHECK: global load 2 32 {{.*}} 2 {{.*}} in[y * n + x]
// CHECK-LABEL: rows<double>(
// CHECK: global load 8 32 {{.*}} 8 {{.*}} in[y * n + x]
// CHECK-LABEL: rows<float>(
template <typename T> __global__ void rows(const T *in, T *out, int n) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  out[y * n + x] = in[y * n + x] + T(1);
}

// CHECK-LABEL: inner<float>(at::GenericPackedTensorAccessor<float, 2, at::RestrictPtrTraits, int>, float*)
// CHECK: [[@LINE+3]]:{{.*}} global load 4 32 1 {{.*}} broadcast a[blockIdx.x][0]
template <typename T>
__global__ void inner(torch::PackedTensorAccessor32<T, 2, torch::RestrictPtrTraits> a, T *out) {
  out[threadIdx.x] = a[blockIdx.x][0] * a.size(1);
}

// The innermost stride of a tensor is taken as 1, and that is said; the others are not known.
// CHECK-LABEL: along<float>(
// CHECK: [[@LINE+9]]:{{.*}} global store 4 32 4{{.*}} coalesced out[r][i]
// CHECK: [[@LINE+8]]:{{.*}} global load 4 32 4{{.*}} coalesced a[r][i]
// FOUR-LABEL: along<float>(
// FOUR: [[@LINE+6]]:{{.*}} global store 4 32 4{{.*}} coalesced out[r][i]
// FOUR: [[@LINE+5]]:{{.*}} global load 4 32 16{{.*}} strided a[r][i]
// JSON: "a.strides_[1] is 1: the tensor is dense in its innermost dimension"
template <typename T>
__global__ void along(torch::PackedTensorAccessor32<T, 2> a, torch::PackedTensorAccessor64<T, 2> out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, r = blockIdx.y;
  if (i < a.size(1)) out[r][i] = a[r][i] + 1;
}
// CHECK-LABEL: across<float>(
// CHECK: [[@LINE+5]]:{{.*}} global store 4 32 4 4 100 % coalesced out[i]
// CHECK: [[@LINE+4]]:{{.*}} global load 4 32 {{.*}} 4 {{.*}} strided a[i][r]
template <typename T>
__global__ void across(torch::PackedTensorAccessor32<T, 2> a, torch::PackedTensorAccessor32<T, 1> out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, r = blockIdx.y;
  if (i < a.size(0)) out[i] = a[i][r];
}

torch::Tensor run(torch::Tensor in, torch::Tensor out) {
  TORCH_CHECK(in.is_cuda() && in.dim() == 2, "a matrix is wanted, not ", in.sizes());
  const at::cuda::OptionalCUDAGuard guard(in.device());
  auto stream = at::cuda::getCurrentCUDAStream();
  const int n = in.size(1);
  AT_DISPATCH_FLOATING_TYPES_AND_HALF(in.scalar_type(), "rows", ([&] {
    rows<scalar_t><<<dim3(n / 32, in.size(0) / 8), dim3(32, 8), 0, stream>>>(in.data_ptr<scalar_t>(), out.data_ptr<scalar_t>(), n);
  }));
  halves<<<1, 128, 0, stream>>>(in.data_ptr<at::Half>(), out.data_ptr<at::BFloat16>());
  inner<float><<<in.size(0), 256, 0, stream>>>(in.packed_accessor32<float, 2, torch::RestrictPtrTraits>(), out.data_ptr<float>());
  along<float><<<dim3(8, 4), 256>>>(in.packed_accessor32<float, 2>(), out.packed_accessor64<float, 2>());
  across<float><<<dim3(8, 4), 256>>>(in.packed_accessor32<float, 2>(), out.packed_accessor32<float, 1>());
  C10_CUDA_KERNEL_LAUNCH_CHECK();
  return torch::empty({n, n}, in.options().dtype(torch::kFloat32));
}

PYBIND11_MODULE(TORCH_EXTENSION_NAME, m) { m.def("run", &run, "runs them", py::arg("in"), py::arg("out")); }
