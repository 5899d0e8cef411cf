// Findings at one place are told apart by severity, object and call path: none vanishes behind another.
// RUN: not %coalcheck %s 2>&1 | FileCheck --implicit-check-not=remark: %s
// RUN: not %coalcheck --all %s 2>&1 | FileCheck --check-prefix=ALL %s
// RUN: not %coalcheck --format=json %s | FileCheck --check-prefix=JSON %s
// RUN: not %coalcheck --format=sarif %s | FileCheck --check-prefix=SARIF %s
__device__ float get(const float *p, int i) { return p[i]; }
__global__ void k(const float *p, const float *q, float *o) {
  int i = threadIdx.x;
  float s = get(p, 2 * i) + get(p, 2 * i + 1);
  __syncthreads();
  s += get(q, 2 * i);
  o[i] = s;
}
// CHECK: :6:54: warning: strided global load: 8 sectors where 4 would do
// CHECK: :11:8: note: called from here
// CHECK: note: assumes q is 256-byte aligned

// Two objects, the same numbers: two findings.
__global__ void two(const float *a, const float *b, float *o) {
  int i = threadIdx.x;
  float s = get(a, 8 * i);
  __syncthreads();
  o[i] = s + get(b, 8 * i);
}
// CHECK: :6:54: warning: strided global load: 32 sectors
// CHECK: :21:13: note: called from here
// CHECK: note: assumes a is 256-byte aligned
// CHECK: :6:54: warning: strided global load: 32 sectors
// CHECK: :23:14: note: called from here
// CHECK: note: assumes b is 256-byte aligned
// CHECK: 3 warnings generated
// CHECK: 1 remark not shown

void host(float *a, float *b, float *o) { k<<<8, 256>>>(a, b, o), two<<<8, 256>>>(a, b, o); }

// ALL: :6:54: remark: strided global load: 8 sectors
// ALL: :6:54: warning: strided global load: 8 sectors
// ALL: :6:54: warning: strided global load: 32 sectors
// ALL: :6:54: warning: strided global load: 32 sectors

// JSON-LABEL: "findings"
// JSON: "severity": "remark"
// JSON: "severity": "warning"
// JSON: "severity": "warning"
// JSON: "severity": "warning"

// SARIF-LABEL: "results"
// SARIF: "level": "note"
// SARIF: "level": "warning"
// SARIF: "level": "warning"
// SARIF: "level": "warning"
// SARIF-NOT: "level":
