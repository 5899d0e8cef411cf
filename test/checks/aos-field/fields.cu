// The fields of one record that a kernel uses are one finding: it names them, and says which bytes are used.
// RUN: not %coalcheck %s 2>&1 | FileCheck --implicit-check-not=note: %s
// RUN: not %coalcheck --explain %s 2>&1 | env -u FILECHECK_OPTS FileCheck --check-prefix=DETAILS %s
// RUN: not %coalcheck --format=json %s | FileCheck --check-prefix=JSON %s
struct Body { float x, y, z, mass, u, v, w, q; };
__global__ void two(const float3 *m, float *x, float *y) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  x[i] = 2 * m[i].x + 3 * m[i].y;
  // CHECK: :[[@LINE-1]]:14: warning: uncoalesced loads of fields 'x' and 'y' of 'float3': 12 sectors per request, minimum 4 [coalcheck-aos-field]
  // CHECK-NEXT: x[i] = 2 * m[i].x + 3 * m[i].y;
  // CHECK-NEXT: {{\| +}}^~~~~~       ~~~~~~{{$}}
  // CHECK-NEXT: note: neighbouring lanes are one 'float3' apart, of which they use 8 of 12 bytes (bytes 0 to 7); block (256, 1, 1); the same at line 17
  // CHECK-NEXT: note: each request uses 128 of the 384 bytes it moves (33.3 % efficient)
  // CHECK-NEXT: note: help: keep each field of 'float3' in an array of its own (struct of arrays): 48 sectors become 16 (proved)
  // DETAILS: :[[@LINE-7]]:14: note: neighbouring lanes are 3 elements apart (index
  // DETAILS: :[[@LINE-8]]:27: note: and here
  y[i] = 5 * m[i].x + 7 * m[i].y;
  // DETAILS: :[[@LINE-1]]:14: note: and here (line [[@LINE-1]], column 14)
  // DETAILS: :[[@LINE-2]]:27: note: and here (line [[@LINE-2]], column 27)
}
// Another object is a cause of its own, another operation and another region are not.
__global__ void apart(const Body *a, Body *b, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  b[i].u = a[i].x + a[i].mass;
  // CHECK: :[[@LINE-1]]:3: warning: uncoalesced load and stores of fields 'u', 'v' and 'y' of 'Body': 32 sectors per request, minimum 4
  // CHECK: note: neighbouring lanes are one 'Body' apart, of which they use 12 of 32 bytes (bytes 4 to 7, 16 to 23); block (256, 1, 1); the same at lines 34 and 35
  // CHECK-NEXT: note: costs
  // CHECK-NEXT: note: help: keep each field of 'Body'
  // CHECK: :[[@LINE-5]]:12: warning: uncoalesced loads of fields 'x', 'mass' and 'w' of 'Body': 32 sectors per request, minimum 4
  // CHECK: note: neighbouring lanes are one 'Body' apart, of which they use 12 of 32 bytes (bytes 0 to 3, 12 to 15, 24 to 27); block (256, 1, 1); the same at line 34
  // CHECK-NEXT: note: each request
  // CHECK-NEXT: note: help: keep each field of 'Body'
  __syncthreads();
  if (n) b[i].v = a[i].w;
  b[i].y += 1;
}
void h(float3 *m, float *x, float *y, Body *a, Body *b, int n) { two<<<8, 256>>>(m, x, y), apart<<<8, 256>>>(a, b, n); }
// JSON: "findings"
// JSON: "access": [[FIRST:[0-9]+]],
// JSON-NEXT: "accesses": [
// JSON-NEXT: [[FIRST]],
// JSON: ],
// JSON-NEXT: "check": "aos-field",
