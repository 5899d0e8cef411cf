// Words that the compiler merges into one wide access are no conflict any more; those that it cannot prove aligned still are.
// RUN: not %coalcheck %s 2>&1 | FileCheck %s
// RUN: not %coalcheck --all %s 2>&1 | FileCheck --check-prefixes=CHECK,ALL %s
// RUN: not %coalcheck --explain %s 2>&1 | env -u FILECHECK_OPTS FileCheck --check-prefix=EXPLAIN %s
// RUN: not %coalcheck --format=json %s | FileCheck --check-prefix=JSON %s
__global__ void k(float *o, int n) {
  __shared__ float s[512];
  int t = threadIdx.x;
  float x = 0;
  s[t] = o[t];
  __syncthreads();
#pragma unroll
  for (int i = 0; i < 4; i++) x += s[t * 4 + i];
  // ALL: :[[@LINE-1]]:36: remark: 4-way bank conflict in shared load{{.*}}: 4 wavefronts per request, minimum 1; merged into one 16-byte load
  x += s[(t ^ 1) * 2] + s[(t ^ 1) * 2 + 1];
  // ALL: :[[@LINE-1]]:8: remark: 2-way bank conflict in shared loads of 's': {{.*}}; merged into one 8-byte load
  __syncthreads();
  for (int i = 0; i < 4; i++) s[t * 4 + i] = x + i;
  // ALL: :[[@LINE-1]]:31: remark: 4-way bank conflict in shared store of 's': {{.*}}; merged into one 16-byte store
  __syncthreads();
  o[t] = s[t ^ 5];
}
// JSON: "expression": "s[t * 4 + i]",
// JSON: "verdict": "bank-conflict",
// JSON-NEXT: "merged": {
// JSON-NEXT: "bytes": 16,
// JSON-NEXT: "with": []
// JSON: "expression": "s[(t ^ 1) * 2]",
// JSON: "merged": {
// JSON-NEXT: "bytes": 8,
// JSON-NEXT: "with": [
// JSON-NEXT: 4

__global__ void stay(float *o, int n, int m) {
  __shared__ float s[64][33], u[4096], v[4096];
  int t = threadIdx.x;
  float x = u[t * 4] + u[t * 4 + 2];
  // CHECK: :[[@LINE-1]]:13: warning: 4-way bank conflict in shared loads of 'u'
  x += v[t * 4] + v[t * 4 + n];
  // CHECK: :[[@LINE-1]]:8: warning: 4-way bank conflict in shared loads of 'v'
  for (int i = 0; i < 4; i++) x += u[t * 32 + i];
  // CHECK: :[[@LINE-1]]:36: warning: 32-way bank conflict in shared load{{.*}}: 32 wavefronts per request, minimum 1
  // EXPLAIN: note: merged into one 16-byte load, which takes 32 wavefronts where 4 would do
  o[t] = x + s[t][0] + s[t][1];
}
void run(float *o, int n) { k<<<1, 128>>>(o, n), stay<<<1, 64>>>(o, 2, n); }
