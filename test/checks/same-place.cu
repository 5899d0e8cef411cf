// What one place costs is one finding, whatever the object, the kernel and the call path are; severities stay apart, so that
// a warning does not vanish behind a remark.
// RUN: not %coalcheck --explain --checks=strided %s 2>&1 | FileCheck %s
// RUN: not %coalcheck --explain --all %s 2>&1 | FileCheck --check-prefix=ALL %s
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

// Two more objects, another distance, another kernel.
__global__ void two(const float *a, const float *b, float *o) {
  int i = threadIdx.x;
  float s = get(a, 8 * i);
  __syncthreads();
  o[i] = s + get(b, 8 * i);
}
// CHECK: :7:54: warning: uncoalesced load of 'q', 'a' and 'b': 8 to 32 sectors per request, minimum 4
// CHECK: :7:54: note: at worst, neighbouring lanes are 8 elements apart
// CHECK: :12:8: note: called from here
// CHECK: :[[#@LINE-7]]:13: note: called from here (line {{[0-9]+}}, column 13)
// CHECK: :[[#@LINE-6]]:14: note: called from here (line {{[0-9]+}}, column 14)
// CHECK: note: assumes q is 256-byte aligned
// CHECK: note: assumes a is 256-byte aligned
// CHECK: note: assumes b is 256-byte aligned
// CHECK: 1 warning generated

void host(float *a, float *b, float *o) { k<<<8, 256>>>(a, b, o), two<<<8, 256>>>(a, b, o); }

// ALL: :7:54: remark: uncoalesced load of 'p': 8 sectors
// ALL: :7:54: warning: uncoalesced load of 'q', 'a' and 'b': 8 to 32 sectors

// JSON-LABEL: "findings"
// JSON: "severity": "remark"
// JSON: "severity": "warning"
// JSON-NOT: "severity"

// SARIF-LABEL: "results"
// SARIF: "level": "note"
// SARIF: "level": "warning"
// SARIF-NOT: "level":
