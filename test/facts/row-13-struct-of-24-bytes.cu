// facts.md row 13: one float of a 24-byte struct is 6 lines of 128 bytes, 16.7 %, in general ceil(32*S/128); all six fields make 36 line
// accesses against 6 as a struct of arrays.
// RUN: not %coalcheck --target=sm_20 --all --totals --launch='*: grid=1 block=32' %s | FileCheck %s
struct Body { float x, y, z, vx, vy, vz; };
__global__ void one(const Body *p, float *out) {
  out[threadIdx.x] = p[threadIdx.x].x;
}
__global__ void aos(const Body *p) {
  Body b = p[threadIdx.x];
}
__global__ void soa(const float *x, const float *y, const float *z, const float *vx, const float *vy, const float *vz) {
  int i = threadIdx.x;
  float sum = x[i] + y[i] + z[i] + vx[i] + vy[i] + vz[i];
}
template <int S> struct Any { float first; char rest[S - 4]; };
template <int S> __global__ void any(const Any<S> *p, float *out) { out[threadIdx.x] = p[threadIdx.x].first; }
template __global__ void any<8>(const Any<8> *, float *);
template __global__ void any<12>(const Any<12> *, float *);
template __global__ void any<40>(const Any<40> *, float *);
// CHECK: warning: uncoalesced load{{.*}} of field 'x' of {{.*}}: 6 lines per request, minimum 1
// CHECK: note: help: keep each field of 'Body' in an array of its own (struct of arrays): 6 lines become 1
// CHECK: 16:88: warning: uncoalesced load of field 'first': 2 to 10 lines per request, minimum 1
// CHECK: totals of aos(
// CHECK: global lines: 36, ideal 6
// CHECK: totals of soa(
// CHECK: global lines: 6, ideal 6
// CHECK-DAG: 6:22 global load 4 32 6 1 16.67 % aos-field p[threadIdx.x].x
// CHECK-DAG: any<8>(const Any<8>*, float*)
// CHECK-DAG: 16:88 global load 4 32 2 1 50 % aos-field
// CHECK-DAG: 16:88 global load 4 32 3 1 33.33 % aos-field
// CHECK-DAG: 16:88 global load 4 32 10 1 10 % aos-field
