// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The runtime API as host code calls it.
struct Args {
  int n;
};
template <class T> __global__ void kernel(T *p, Args a) { p[threadIdx.x] = a.n; }
__global__ void plain(float *p, int n) { p[threadIdx.x] = n; }
__constant__ float table[8];
__device__ float symbol;

#define CHECK(call)                                                        \
  do {                                                                     \
    cudaError_t status = call;                                             \
    if (status != cudaSuccess) printf("%s\n", cudaGetErrorString(status)); \
  } while (0)

int main() {
  float *p, *q, host[8];
  size_t pitch, bytes = 1024;
  int n = 8, device, blocks, threads;
  CHECK(cudaMalloc(&p, bytes));
  CHECK(cudaMalloc((void **)&q, bytes));
  CHECK(cudaMallocManaged(&q, bytes));
  CHECK(cudaMallocPitch(&q, &pitch, 100, 10));
  CHECK(cudaMallocPitch((void **)&q, &pitch, 100, 10));
  CHECK(cudaMallocHost(&q, bytes));
  CHECK(cudaHostAlloc(&q, bytes, cudaHostAllocMapped));
  cudaStream_t stream;
  cudaStreamCreate(&stream);
  CHECK(cudaMallocAsync(&q, bytes, stream));
  cudaPitchedPtr cube;
  cudaMalloc3D(&cube, make_cudaExtent(4, 4, 4));
  cudaMemcpy(p, host, bytes, cudaMemcpyHostToDevice);
  cudaMemcpy2D(p, pitch, host, 100, 100, 10, cudaMemcpyHostToDevice);
  cudaMemcpyAsync(p, host, bytes, cudaMemcpyDefault, stream);
  cudaMemcpyToSymbol(table, host, sizeof host);
  cudaMemcpyFromSymbol(host, symbol, 4);
  cudaMemset(p, 0, bytes);
  void *address;
  cudaGetSymbolAddress(&address, symbol);
  cudaEvent_t start, stop;
  cudaEventCreate(&start);
  cudaEventCreateWithFlags(&stop, cudaEventDisableTiming);
  cudaEventRecord(start);
  kernel<<<n, 32>>>(p, Args{3});
  kernel<float><<<dim3(2, 3), dim3(8, 8), 16, stream>>>(p, Args{3});
  plain<<<(n + 31) / 32, 32, 0>>>(p, n);
  void *args[] = {&p, &n};
  cudaLaunchKernel(plain, dim3(1), dim3(32), args);
  cudaLaunchKernel((void *)plain, 1, 32, args, 0, stream);
  cudaLaunchKernel((const void *)kernel<int>, 1, 32, args, 0, 0);
  cudaLaunchCooperativeKernel((void *)plain, dim3(1), dim3(32), args);
  cudaLaunchConfig_t config = {};
  config.gridDim = 4;
  config.blockDim = dim3(32);
  cudaLaunchAttribute attribute[1];
  attribute[0].id = cudaLaunchAttributeClusterDimension;
  attribute[0].val.clusterDim.x = 2;
  config.attrs = attribute;
  config.numAttrs = 1;
  cudaLaunchKernelEx(&config, plain, p, n);
  cudaFuncSetAttribute(plain, cudaFuncAttributeMaxDynamicSharedMemorySize, 65536);
  cudaFuncSetCacheConfig(kernel<float>, cudaFuncCachePreferL1);
  cudaOccupancyMaxPotentialBlockSize(&blocks, &threads, plain, 0, 0);
  cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, kernel<float>, 128, 0);
  CHECK(cudaPeekAtLastError());
  CHECK(cudaDeviceSynchronize());
  float milliseconds;
  cudaEventElapsedTime(&milliseconds, start, stop);
  cudaGetDevice(&device);
  cudaDeviceProp properties;
  cudaGetDeviceProperties(&properties, device);
  cudaDeviceGetAttribute(&n, cudaDevAttrMultiProcessorCount, device);
  printf("%s %d %d\n", properties.name, properties.major, properties.multiProcessorCount);
  cudaMemPrefetchAsync(p, bytes, device, 0);
  cudaGraph_t graph;
  cudaGraphExec_t exec;
  cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
  cudaStreamEndCapture(stream, &graph);
  cudaGraphInstantiate(&exec, graph, NULL, NULL, 0);
  cudaGraphLaunch(exec, stream);
  cudaFree(p);
  cudaFreeHost(q);
  cudaDeviceReset();
  return EXIT_SUCCESS;
}
