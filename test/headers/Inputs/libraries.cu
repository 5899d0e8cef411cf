// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Libraries beside which kernels live.
#include <cub/cub.cuh>
#include <cublasLt.h>
#include <cublas_v2.h>
#include <cuda.h>
#include <cuda_profiler_api.h>
#include <cufft.h>
#include <curand.h>
#include <cusolverDn.h>
#include <cusparse.h>
#include <nvtx3/nvToolsExt.h>
#include <thrust/device_vector.h>
#include <thrust/execution_policy.h>
#include <thrust/host_vector.h>
#include <thrust/reduce.h>
#include <thrust/sequence.h>
#include <thrust/sort.h>

__global__ void collective(float *a) {
  using Reduce = cub::BlockReduce<float, 128>;
  __shared__ typename Reduce::TempStorage storage;
  float sum = Reduce(storage).Sum(a[threadIdx.x]);
  if (threadIdx.x == 0) a[0] = sum;
}

int main() {
  thrust::host_vector<float> host(100);
  thrust::device_vector<float> device = host;
  thrust::device_vector<int> keys(100, 1);
  collective<<<1, 128>>>(thrust::raw_pointer_cast(device.data()));
  collective<<<1, 128>>>(thrust::raw_pointer_cast(&device[0]));
  thrust::sort(device.begin(), device.end());
  thrust::sort_by_key(keys.begin(), keys.end(), device.begin());
  float sum = thrust::reduce(device.begin(), device.end(), 0.0f, thrust::plus<float>());
  thrust::sequence(keys.begin(), keys.end());
  thrust::copy(device.begin(), device.end(), host.begin());
  host[0] = device[0] + sum;
  void *temporary = 0;
  size_t bytes = 0;
  cub::DeviceReduce::Sum(temporary, bytes, (float *)temporary, (float *)temporary, 100);
  cublasHandle_t blas;
  cublasCreate(&blas);
  float one = 1, *m = 0;
  cublasSgemm(blas, CUBLAS_OP_N, CUBLAS_OP_T, 8, 8, 8, &one, m, 8, m, 8, &one, m, 8);
  cufftHandle plan;
  cufftPlan1d(&plan, 64, CUFFT_C2C, 1);
  cufftExecC2C(plan, (cufftComplex *)m, (cufftComplex *)m, CUFFT_FORWARD);
  curandGenerator_t generator;
  curandCreateGenerator(&generator, CURAND_RNG_PSEUDO_DEFAULT);
  curandGenerateUniform(generator, m, 64);
  nvtxRangePushA("range");
  nvtxRangePop();
  cudaProfilerStart();
  CUdeviceptr pointer;
  cuMemAlloc(&pointer, 64);
  return host[0] > 0;
}
