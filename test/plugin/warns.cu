// A plain compile with the plugin loaded warns through Clang's own diagnostics: caret, notes, a fix-it.
// REQUIRES: plugin
// RUN: %clang_coal -Xclang -plugin-arg-coalcheck -Xclang --explain %s 2>&1 | FileCheck %s
__global__ void k(const float *in, float *out) {
  __shared__ float tile[32][32];
  // CHECK: :[[@LINE+3]]:3: warning: uncoalesced store{{.*}}: 32 sectors per request, minimum 4 [coalcheck-strided]
  // CHECK-NEXT: {{^.*}}out[threadIdx.x * 32] = tile
  // CHECK-NEXT: {{^.*\| +}}^~~~~~~~~~~~~~~~~~~~~{{$}}
  out[threadIdx.x * 32] = tile[threadIdx.x][threadIdx.y];
  // CHECK: :[[@LINE-1]]:27: warning: 32-way bank conflict in shared load{{.*}}: 32 wavefronts per request, minimum 1 [coalcheck-bank-conflict]
  // CHECK: :5:29: note: help: pad the rows of 'tile' from 32 to 33 elements
  // CHECK-NEXT: tile[32][32]
  // CHECK-NEXT: {{\| +}}^~{{$}}
  // CHECK-NEXT: {{\| +}}33{{$}}
  // CHECK: :[[@LINE+2]]:37: note: launched here with block (32, 8, 1)
}
void go(const float *a, float *b) { k<<<8, dim3(32, 8)>>>(a, b); }
// CHECK: 2 warnings generated
