// A distance that nobody knows: a range, the condition of its worst, and no totals that claim to be exact.
// RUN: not %coalcheck %s | FileCheck --implicit-check-not=warning: %s
// RUN: not %coalcheck --assume='n<=4' %s | FileCheck --check-prefix=UPPER %s
// RUN: %coalcheck --assume='n==1' --assume='n<=1' %s | FileCheck --check-prefix=ONE --allow-empty %s
// RUN: not %coalcheck --format=json --totals %s | FileCheck --check-prefix=JSON --implicit-check-not='"totals"' %s
// RUN: not %coalcheck --format=json --totals --assume='n>=8' %s | FileCheck --check-prefix=LOWER --implicit-check-not='"conditions"' %s
__global__ void k(float *a, int n) {
  a[threadIdx.x * n] = 0;
  // CHECK: :[[@LINE-1]]:3: warning: uncoalesced store{{.*}}: up to 32 sectors per request if n >= 8, minimum 4
  // CHECK: note: neighbouring lanes are n elements apart (index n*threadIdx.x); degrades for n >= 2, worst for n >= 8
  // UPPER: :[[@LINE-3]]:3: warning: uncoalesced store{{.*}}: up to 16 sectors per request if n >= 4, minimum 4
  // ONE-NOT: warning
}
void run(float *a, int n) { k<<<2, 64>>>(a, n); }

// JSON: "sectors": {
// JSON-NEXT: "min": 4,
// JSON-NEXT: "max": 32,
// JSON: "conditions": [
// JSON-NEXT: {
// JSON-NEXT: "name": "n",
// JSON-NEXT: "from": 1,
// JSON-NEXT: "moved": 4
// JSON: "from": 2,
// JSON-NEXT: "moved": 8
// JSON: "from": 8,
// JSON-NEXT: "moved": 32
// JSON-NEXT: }
// JSON-NEXT: ],

// LOWER: "totals": {
// LOWER: "sectors": 128,
// LOWER: "sectors": {
// LOWER-NEXT: "min": 32,
// LOWER-NEXT: "max": 32,
