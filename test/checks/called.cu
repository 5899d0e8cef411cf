// An access in a device function is reported where it is written, with the call.
// RUN: not %coalcheck --explain --launch='*: grid=8 block=256' %s | FileCheck %s
__device__ float pick(const float *p, int i) {
  return p[i * 8];
  // CHECK: :[[@LINE-1]]:10: warning: uncoalesced load{{.*}}: 32 sectors per request, minimum 4
}
template <int N> __global__ void k(const float *in, float *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = pick(in, i);
  // CHECK: note: in kernel 'k<3>'
  // CHECK: :[[@LINE-2]]:12: note: called from here
}
template __global__ void k<3>(const float *, float *);
void host(const float *in, float *out) { k<3><<<8, 256>>>(in, out); }
