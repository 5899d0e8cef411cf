// Starts that no value of the parameters aligns; starts that some value aligns are no fault.
// RUN: not %coalcheck --min-efficiency=100 %s | FileCheck --implicit-check-not=warning: %s
__global__ void k(const float *in, float *out, int w, int b) {
  int x = 14 * blockIdx.x - b + threadIdx.x, y = blockIdx.y;
  out[w * y + 32 * blockIdx.x + threadIdx.x] = in[w * y + x];
  // CHECK: :[[@LINE-1]]:48: warning: misaligned load{{.*}}: 4 to 5 sectors per request, minimum 4
  // CHECK: note: whatever w and b are, the first byte of most warps is not on a 32-byte boundary; block (32, 1, 1)
}
__global__ void one(const float *in, float *out, int b) {
  out[32 * blockIdx.x + threadIdx.x] = in[9 * blockIdx.x + 8 * b + threadIdx.x] + in[b + threadIdx.x];
  // CHECK: :[[@LINE-1]]:40: warning: misaligned load
}
__global__ void two(const float *in, float *out, int b) {
  out[32 * blockIdx.x + threadIdx.x] = in[9 * blockIdx.x - b + threadIdx.x];
  // CHECK: :[[@LINE-1]]:40: warning: misaligned load{{.*}}: 4 to 5 sectors
  // CHECK: note: whatever b is, the first byte of most warps is not on a 32-byte boundary
}
void run(const float *i, float *o, int w, int b) {
  k<<<dim3(32, 32), 32>>>(i, o, w, b);
  one<<<32, 32>>>(i, o, b);
  two<<<32, 32>>>(i, o, b);
}
