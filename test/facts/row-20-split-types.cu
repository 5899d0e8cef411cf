// facts.md row 20: 3-byte, 12-byte and packed types are split; the message says into how many instructions.
// RUN: not %coalcheck --explain --launch='*: grid=4 block=256' %s | FileCheck %s
struct RGB { unsigned char r, g, b; };
struct V3 { float x, y, z; };
struct __attribute__((packed)) Loose { unsigned char tag; unsigned value; };
__global__ void k(RGB *c, V3 *v, Loose *loose, const RGB *from, const V3 *at) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  c[i] = from[2 * i];
  // CHECK-DAG: :[[@LINE-1]]:10: warning: {{.*}} load{{.*}}: 6 sectors per request, minimum 1
  // CHECK-DAG: note: 3-byte type: 3 instructions of 1 byte; the numbers are of one of them
  v[i] = at[2 * i];
  // CHECK-DAG: :[[@LINE-1]]:10: warning: {{.*}} load{{.*}}: 24 sectors per request, minimum 4
  // CHECK-DAG: note: 12-byte type: 3 instructions of 4 bytes; the numbers are of one of them
  loose[i].value = 1;
  // CHECK-DAG: :[[@LINE-1]]:3: warning: {{.*}} store
  // CHECK-DAG: note: 4-byte type: 4 instructions of 1 byte; the numbers are of one of them
}
