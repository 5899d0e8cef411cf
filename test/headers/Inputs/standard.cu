// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The C++ library, the machine's or the small stand-in, beside kernels.
#include <algorithm>
#include <array>
#include <cassert>
#include <cfloat>
#include <chrono>
#include <climits>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <functional>
#include <iomanip>
#include <iostream>
#include <limits>
#include <memory>
#include <new>
#include <numeric>
#include <random>
#include <sstream>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include <assert.h>
#include <float.h>
#include <inttypes.h>
#include <limits.h>
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

#include <cuda_runtime.h>

template <class T> __global__ void kernel(T *a, int n) {
  assert(n > 0);
  int i = threadIdx.x;
  a[i] = std::sqrt(a[i]) + sqrtf(2.0f) + std::numeric_limits<T>::max() + std::abs(a[i]) + std::pow(a[i], T(2));
#if __cplusplus >= 201703L
  std::array<T, 3> fixed;
  fixed[0] = a[1];
  a[0] = fixed[0];
#endif
  static_assert(std::is_same<T, float>::value || sizeof(T) > 4, "");
  uint32_t u = INT_MAX;
  a[u % 32] = fabsf(FLT_MAX) + std::max(a[i], T(1)) + std::min(i, n);
}

int main(int argc, char **argv) {
  std::vector<float> host(10, 1.0f);
  std::vector<int> list = {1, 2};
  std::string name = argv[argc - 1];
  std::cout << name << std::setw(4) << host[0] << list[0] << std::endl;
  float *device;
  cudaMalloc(&device, host.size() * sizeof(float));
  kernel<float><<<1, 32>>>(device, std::atoi(argv[1]));
  auto start = std::chrono::high_resolution_clock::now();
  auto stop = std::chrono::high_resolution_clock::now();
  printf("%f\n", std::chrono::duration<double>(stop - start).count());
  std::mt19937 generator(3);
  std::uniform_real_distribution<float> distribution(0, 1);
  for (auto &x : host) x = distribution(generator);
  std::sort(host.begin(), host.end());
  std::unique_ptr<float[]> copy(new float[10]);
  copy[0] = std::sqrt(2.0f) + std::pow(2.0f, 3.0f) + pow(2.0, 3.0) + sqrt(3.0) + std::accumulate(host.begin(), host.end(), 0.0f);
  struct timeval tv;
  gettimeofday(&tv, 0);
  memset(&tv, 0, sizeof tv);
  std::ifstream file("x");
  if (!file) throw std::runtime_error("x");
  fprintf(stderr, "%" PRId64 "\n", (int64_t)copy[0]);
  return 0;
}
