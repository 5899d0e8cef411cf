// The fields of one record that a straight-line region uses are one finding, which names them and counts what is wasted.
// RUN: not %coalcheck %s 2>&1 | FileCheck %s
// RUN: not %coalcheck --format=json %s | FileCheck --check-prefix=JSON %s
struct Body { float x, y, z, mass, u, v, w, q; };
__global__ void two(const float3 *m, float *x, float *y) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  x[i] = 2 * m[i].x + 3 * m[i].y;
  // CHECK: :[[@LINE-1]]:14: warning: array-of-structs global loads of fields 'x' and 'y', 4 of 12 bytes wasted: 12 sectors where 4 would do, each [coalcheck-aos-field]
  // CHECK: note: each lane uses 8 of the 12 bytes of its 'float3'; an array a field (struct of arrays), or using the other fields here too
  // CHECK: :[[@LINE-3]]:27: note: and here
  y[i] = 5 * m[i].x + 7 * m[i].y;
  // CHECK: :[[@LINE-1]]:14: note: and here
  // CHECK: :[[@LINE-2]]:27: note: and here
}
// Another object, another operation and another region are causes of their own.
__global__ void apart(const Body *a, Body *b, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  b[i].u = a[i].x + a[i].mass;
  // CHECK: :[[@LINE-1]]:3: warning: array-of-structs global store of field 'u' alone: 32 sectors where 4 would do
  // CHECK: :[[@LINE-2]]:12: warning: array-of-structs global loads of fields 'x' and 'mass', 24 of 32 bytes wasted: 32 sectors where 4 would do, each
  // CHECK: :[[@LINE-3]]:21: note: and here
  __syncthreads();
  if (n) b[i].v = a[i].w;
  // CHECK: :[[@LINE-1]]:10: warning: array-of-structs global store of field 'v' alone
  // CHECK: :[[@LINE-2]]:19: warning: array-of-structs global load of field 'w' alone
}
void h(float3 *m, float *x, float *y, Body *a, Body *b, int n) { two<<<8, 256>>>(m, x, y), apart<<<8, 256>>>(a, b, n); }
// JSON: "findings"
// JSON: "access": [[FIRST:[0-9]+]],
// JSON-NEXT: "accesses": [
// JSON-NEXT: [[FIRST]],
// JSON: ],
// JSON-NEXT: "check": "aos-field",
