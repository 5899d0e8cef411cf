// Loops whose bounds nobody knows, five deep: the nest is summed up from the inside, and all of its accesses are judged or unknown
// for a reason of their own.
// RUN: %coalcheck --all '--checks=-*' %s | FileCheck %s "--implicit-check-not=unknown: budget"
// RUN: %coalcheck --format=json '--checks=-*' %s | FileCheck %s --check-prefix=JSON --implicit-check-not=out_of_budget
__global__ void k(const float *q, float *o, int n, int d, int b) {
  extern __shared__ float s[];
  for (int h = 0; h < n; h++)
    for (int j = 0; j < n; j++) {
      s[threadIdx.x * d + j] = q[threadIdx.x * d + j];
      for (int i = 0; i < n; i++) {
        float m = q[i], l = 0, r = -1;
        for (int y = 0; y < b; y++) {
          float sum = 0;
          for (int x = 0; x < d; x++) sum += s[threadIdx.x * d + x] * s[y * d + x];
          m = sum > m ? sum : m;
        }
        for (int x = 0; x < d; x++) {
          float pv = 0;
          for (int y = 0; y < b; y++) pv += s[b * threadIdx.x + y] * s[y * d + x];
          o[threadIdx.x * d + x] = l * o[threadIdx.x * d + x] + r * m * pv;
        }
      }
    }
  o[threadIdx.x] = q[threadIdx.x + 1024];
}
// CHECK: global load {{.*}} strided q[threadIdx.x * d + j]
// CHECK: global load {{.*}} broadcast q[i]
// CHECK: shared load {{.*}} broadcast s[y * d + x]
// CHECK: global store {{.*}} strided o[threadIdx.x * d + x]
// CHECK: global store {{.*}} coalesced o[threadIdx.x]
// CHECK: global load {{.*}} coalesced q[threadIdx.x + 1024]
// CHECK: 8 accesses judged, 3 unknown
// CHECK-NEXT: 3 parameter
// JSON: "steps": {{[0-9]+}}
