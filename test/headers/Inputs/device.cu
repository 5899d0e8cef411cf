// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Everything here is available without any include of CUDA's.
__constant__ float coefficients[16];
__device__ int counter;
__managed__ int managed_counter;

__device__ unsigned integers(int a, unsigned b, long long c) {
  unsigned r = __popc(b) + __popcll(c) + __clz(a) + __ffs(a) + __brev(b) + __byte_perm(a, b, 0x3210);
  r += __funnelshift_l(a, b, 3) + __mul24(a, 3) + __umul24(b, 3) + __mulhi(a, 3) + __umulhi(b, b) + __sad(a, 1, b);
  r += __dp4a(a, 1, 2) + __vadd4(b, b) + __vabsdiffu4(b, 1) + __vcmpgtu2(b, b);
  return r + min(a, 3) + max(b, 4u) + abs(a) + (unsigned)max(c, 1ll);
}

__device__ double functions(float f, double d, int i) {
  float a = sinf(f) + cos(f) + __expf(f) + rsqrtf(f) + fmaxf(f, 1) + pow(f, 2) + pow(f, 0.5f) + fabs(f) + floor(f);
  double b = sin(d) + sqrt(i) + fmax(d, 1) + exp10(d) + fma(d, d, 1.0) + std::sin(d) + std::fabs(d) + hypot(d, 2);
  float s, c;
  sincosf(f, &s, &c);
  __sincosf(f, &s, &c);
  if (isnan(f) || isinf(d) || !isfinite(f) || signbit(d)) a = INFINITY;
  a += __fadd_rn(f, 1.0f) + __fdividef(f, s) + __saturatef(c) + __fmaf_rn(f, f, f) + __int2float_rn(i);
  return a + b + __float2int_rn(f) + __double2loint(d) + __int_as_float(i) + __float_as_uint(f) + fminf(f, 2) + erff(f);
}

struct Big {
  float v[3];
};

__global__ void __launch_bounds__(256, 2)
memory(float *__restrict__ out, const float4 *__restrict__ in, unsigned *bins, double *d, unsigned long long *wide, Big *big) {
  extern __shared__ float dynamic[];
  __shared__ float tile[32][33];
  __shared__ __align__(16) unsigned char bytes[64];
  uint3 t = threadIdx;
  dim3 b = blockDim;
  auto whole = blockIdx;
  int i = whole.x * b.x + t.x;
  float4 v = __ldg(&in[i]);
  tile[t.y][t.x] = v.x + __ldcs(out + i) + __ldcg(&out[i]) + __ldca(&out[i]);
  __syncthreads();
  __stcs(&out[i], tile[t.x][t.y]);
  __stwt(&out[i], 1.0f);
  atomicAdd(&out[i], 1);
  atomicAdd(d, 1.0);
  atomicAdd(&bins[i & 7], 1);
  atomicMax((int *)bins, i);
  atomicAdd_block(&bins[0], 1u);
  atomicCAS(wide, 1ull, 2ull);
  atomicExch(&out[0], 2.0f);
  atomicInc(&bins[0], 7);
  unsigned mask = __ballot_sync(0xffffffff, i > 3) & __activemask();
  out[i] += __shfl_down_sync(mask, out[i], 16) + __shfl_xor_sync(~0u, d[i], 1) + __shfl_sync(~0u, i, 0, 16);
  out[i] += __any_sync(mask, i) + __match_any_sync(mask, i) + __reduce_add_sync(mask, 3u) + __syncthreads_count(i);
  __syncwarp();
  __threadfence();
  if (i == warpSize) printf("%d %f\n", i, out[i]);
  big[i] = Big{{1, 2, 3}};
  memcpy(bytes, &v, sizeof v);
  memset(bytes, 0, 4);
  dynamic[i] = coefficients[i & 15] + counter + managed_counter + clock64() + FLT_MAX + (float)INT_MAX;
  asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" ::"r"((unsigned)__cvta_generic_to_shared(bytes)), "l"(in));
  int *heap = (int *)malloc(4);
  free(heap);
}

// The usual substitute on old GPUs must not clash.
__device__ double atomicAdd(double *address, double value) {
  return __longlong_as_double(atomicCAS((unsigned long long *)address, 0ull, (unsigned long long)value));
}

__global__ void child(int *p) { p[threadIdx.x] = integers(p[0], 1, 2) + (int)functions(1, 2, 3); }
