// Where the start of the memory is known from, and how far behind it the launch points.
// RUN: not %coalcheck --explain --min-efficiency=100 %s | FileCheck %s
// RUN: %coalcheck --min-efficiency=100 --fail-on=never --format=json %s | FileCheck %s --check-prefix=JSON
__global__ void copy(const float *in, float *out) { out[threadIdx.x] = in[threadIdx.x]; }
// CHECK: warning: misaligned load
// CHECK: note: in points 12 bytes behind the start of memory from cudaMallocManaged, which is 256-byte aligned
// CHECK-NOT: note: out points
// JSON: "alignment": "out points to the start of memory from cudaMalloc, which is 256-byte aligned"
// JSON: "alignment": "in points 12 bytes behind the start of memory from cudaMallocManaged, which is 256-byte aligned"
__global__ void both(const float *in, float *out) { out[threadIdx.x + 1] = in[threadIdx.x]; }
// CHECK: :[[@LINE-1]]:{{[0-9]+}}: warning: misaligned store
// CHECK-NOT: note: {{.*}} points
// JSON: "object": "in"
// JSON-NOT: "alignment"
// JSON: "findings"
extern float *elsewhere();
int main() {
  float *a, *b, *c;
  cudaMallocManaged(&a, 4096);
  cudaMalloc(&b, 4096);
  cudaMalloc(&c, 4096);
  copy<<<1, 64>>>(a + 3, b);
  both<<<1, 64>>>(c + 8, b);
  both<<<1, 64>>>(c, b + 8);
}
