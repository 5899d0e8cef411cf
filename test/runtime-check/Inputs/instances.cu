// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Two instances of one kernel whose copies have different widths: each is compared with itself.
struct Pair { float re, im; };
struct alignas(8) WholePair { float re, im; };
template <class C> __global__ void turn(const C *in, C *out) {
  __shared__ C s[128];
  s[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = s[127 - threadIdx.x];
}
template <int N> __global__ void hop(float *p) { p[threadIdx.x * N] = 0; }
int main() {
  void *a, *b;
  cudaMalloc(&a, 4096);
  cudaMalloc(&b, 4096);
  turn<<<1, 128>>>((WholePair *)a, (WholePair *)b);
  turn<<<1, 128>>>((Pair *)a, (Pair *)b);
  hop<1><<<1, 64>>>((float *)a);
  hop<4><<<1, 64>>>((float *)a);
}
