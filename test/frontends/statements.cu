// Every kind of statement.
// RUN: %coalcheck --dump-ir %s | FileCheck %s
struct Pair { int a, b; };
__device__ Pair both(int n) { return {n, n + 1}; }
template <int N> __device__ int pick(int n) {
  if constexpr (N > 2) return n;
  else if constexpr (N == 1) { return 7; }
  return -n;
}
__global__ void __launch_bounds__(128, 2) k(int *out, int n) {
  __shared__ int s[4][8], flag;
  extern __shared__ double dynamic[];
  static const int table[3] = {1, 2, 3};
  for (int i = threadIdx.x, j = 0; i < n; i += blockDim.x, ++j) s[j][i] = i;
  for (;;) { if (n > 3) break; else continue; }
#pragma unroll
  for (int i = 0; i < 4; i++) flag += s[i][0];
  for (auto &row : s) row[1] = 1;
  for (int value : table) out[value] = 0;
  switch (n) {
    case 1:
    case 2: out[0] = 1; break;
    case 5 ... 9: out[1] = 2;
    default: ;
  }
  switch (int q = n; q & 3) { case 0: { out[q] = 1; } }
  if (int q = n) out[q] = q;
  if (int q = n; q > 2) { out[q] = q; } else out[0] = 3;
  while (int w = n--) { if (w == 3) continue; break; }
  do n++; while (n < 3);
  auto [x, y] = both(n);
  int (*unused)(int) = nullptr;
  typedef int number;
  number z{}, zz = {4}, zzz(5);
  __syncthreads();
  if (__syncthreads_or(n)) __syncwarp();
  if (n == 77) goto end;
  out[threadIdx.x] = x + y + z + zz + zzz + pick<3>(n) + pick<1>(n) + pick<0>(n) + int(dynamic[n]);
end:
  return;
}
// CHECK-LABEL: function k(int*, int) : kernel -> void bounds 128 2
// CHECK: decl shared s [4][8]i32
// CHECK: decl shared flag i32
// CHECK: decl shared-dynamic dynamic []f64
// CHECK: for
// CHECK: body
// CHECK-NEXT: expr (assign (deref i32
// CHECK: decl local row ref([8]i32) = (ptr-add ptr([8]i32) (addr ptr([8]i32) s) (load __i
// CHECK: case 1 1
// CHECK-NEXT: case 2 2
// CHECK: case 5 9
// CHECK: barrier (call void __syncthreads)
// CHECK-NEXT: if (cast bool (call i32 __syncthreads_or (load n)))
// CHECK-NEXT: then
// CHECK-NEXT: barrier
// CHECK: opaque "goto"
// CHECK: opaque "label"
// CHECK-LABEL: function pick<1>(int)
// CHECK-NEXT: param n i32
// CHECK-NEXT: block
// CHECK-NEXT: block
// CHECK-NEXT: return 7
// CHECK-NEXT: return (neg i32 (load n))
