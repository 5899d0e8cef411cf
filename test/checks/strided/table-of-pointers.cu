// One launch for many tensors: which pointer of the table it is nobody knows, but it is the same for the whole warp.
// RUN: %coalcheck --all '--checks=-*' %s | FileCheck %s
struct Args {
  float *in[64];
  int rows[64];
  int range[65];
  int n;
};
__global__ void k(Args a) {
  int t = 0;
  while (a.range[t + 1] <= blockIdx.x) ++t;
  float *p = a.in[t];
  int row = blockIdx.x - a.range[t];
  p[row * 256 + threadIdx.x] *= 2;
  p[threadIdx.x * 32 + row] += 1;
}
// CHECK: k(Args)
// CHECK: global load {{.*}} coalesced p[row * 256 + threadIdx.x]
// CHECK-NEXT: global store {{.*}} coalesced p[row * 256 + threadIdx.x]
// CHECK-NEXT: global load {{.*}} strided p[threadIdx.x * 32 + row]
// CHECK-NEXT: global store {{.*}} strided p[threadIdx.x * 32 + row]
__global__ void by_lane(Args a) { a.in[threadIdx.x][0] = 1; }
// CHECK: by_lane(Args)
// CHECK: unknown
void h(Args a) {
  k<<<64, 256>>>(a);
  by_lane<<<1, 32>>>(a);
}
