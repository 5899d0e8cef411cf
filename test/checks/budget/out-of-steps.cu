// With hardly any budget, what was not run is unknown, and nothing is called fine that the rest could change.
// RUN: %coalcheck --all '--checks=-*' --budget=0.0001 %s | FileCheck %s
// RUN: not %coalcheck --budget=0 %s 2>&1 | FileCheck %s --check-prefix=BAD
// RUN: %coalcheck --format=json '--checks=-*' --budget=0.0001 %s | FileCheck %s --check-prefix=JSON
// RUN: %coalcheck --all '--checks=-*' %s | FileCheck %s --check-prefix=WHOLE "--implicit-check-not=unknown: budget"
__global__ void k(const float *in, float *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i * 2] = in[i];
  for (int r = 0; r < 64; r++) {
    out[i + r * 256] = in[i + r * 256 * (r > 60 ? i : 1)];
    out[i * 8 + r] = 0;
    for (int a = 0; a < 8; a++)
      for (int b = 0; b < 8; b++) out[(a + b) % 8] = in[(a * b) % 8];
  }
}
void h(const float *in, float *out) { k<<<64, 256>>>(in, out, 5); }
// BAD: error: bad --budget '0': expected seconds
// JSON: "out_of_budget": true
// CHECK: strided out[i * 2]
// CHECK-NEXT: coalesced in[i]
// CHECK-NEXT: unknown: budget out[i + r * 256]
// CHECK-NEXT: unknown: budget in[i + r * 256 * (r > 60 ? i : 1)]
// CHECK-NEXT: strided out[i * 8 + r]
// CHECK: budget
// WHOLE: coalesced out[i + r * 256]
