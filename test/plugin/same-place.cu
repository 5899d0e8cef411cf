// A warning never vanishes behind a remark at the same place, in the compiler either.
// REQUIRES: plugin
// RUN: %clang_coal -Xclang -plugin-arg-coalcheck -Xclang --explain -Rpass=.* %s 2>&1 | FileCheck %s
__device__ float get(const float *p, int i) { return p[i]; }
__global__ void k(const float *p, const float *q, float *o) {
  int i = threadIdx.x;
  float s = get(p, 2 * i) + get(p, 2 * i + 1);
  __syncthreads();
  s += get(q, 2 * i);
  o[i] = s;
}
void host(float *a, float *b, float *o) { k<<<8, 256>>>(a, b, o); }
// CHECK: :4:54: warning: uncoalesced load{{.*}}: 8 sectors per request, minimum 4
// CHECK: :9:8: note: called from here
// CHECK: 1 warning generated
