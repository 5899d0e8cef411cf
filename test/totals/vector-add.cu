// facts.md, published totals: 12 sectors a warp, 49152 for n = 131072; without n, the formula.
// RUN: %coalcheck --totals --launch='add: grid=512 block=256 n=131072' %s | FileCheck %s
// RUN: %coalcheck --totals --format=json --launch='add: grid=512 block=256 n=131072' %s | FileCheck --check-prefix=JSON %s
// RUN: %coalcheck --totals %s | FileCheck --check-prefix=FORMULA %s
__global__ void add(const float *a, const float *b, float *c, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) c[i] = a[i] + b[i];
}
// CHECK: requests: 12288
// CHECK-NEXT: global sectors: 49152, ideal 49152
// CHECK-NEXT: shared wavefronts: 0, ideal 0; bank conflicts: 0
// JSON: "totals": {
// JSON-NEXT: "requests": 12288,
// JSON-NEXT: "sectors": 49152,
// JSON-NEXT: "ideal_sectors": 49152,
// FORMULA: as formulas, for n a multiple of 256:
// FORMULA-NEXT: requests: 3 * n / 32
// FORMULA-NEXT: global sectors: 12 * n / 32
