// What a finding costs its kernel: most of the time where L1 looks up a line a lane, nothing where all fields are used.
// RUN: %coalcheck --min-gain=5 --target=sm_90 --totals --fail-on=never --launch='rows: grid=512 block=128 n=1024' --launch='sum3: grid=65536 block=256' %s | FileCheck %s
// RUN: %coalcheck --min-gain=5 --target=sm_90 --totals --fail-on=never --all --launch='rows: grid=512 block=128 n=1024' --launch='sum3: grid=65536 block=256' %s | FileCheck --check-prefix=ALL %s
// RUN: %coalcheck --min-gain=5 --target=sm_90 --totals --format=json --fail-on=never --launch='rows: grid=512 block=128 n=1024' --launch='sum3: grid=65536 block=256' %s | FileCheck --check-prefix=JSON %s
// RUN: %coalcheck --min-gain=5 --target=sm_90 --fail-on=never --launch='rows: grid=512 block=128' %s | FileCheck --check-prefix=SILENT --implicit-check-not='of this kernel' %s
// RUN: %coalcheck --min-gain=5 --target=sm_90 --totals --fail-on=never %s | FileCheck --check-prefix=SILENT --implicit-check-not='of this kernel' %s
struct Point {
  float x, y, z;
};
__global__ void rows(const float *m, float *sums, int n) {
  int r = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0;
  for (int c = 0; c < n; c++) sum += m[r * n + c];
  sums[r] = sum;
}
__global__ void sum3(const Point *p, float *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = p[i].x + p[i].y + p[i].z;
}
// CHECK: :13:{{.*}}: warning: {{.*}}[coalcheck-strided]
// CHECK: note: costs 7{{[0-9]}} % of this kernel's time on sm_90 (2{{[5-9][0-9]}} µs instead of {{[67][0-9.]*}}): L1 line look-ups
// ALL: :13:{{.*}}: warning: {{.*}}[coalcheck-strided]
// ALL: remark: {{.*}}[coalcheck-aos-field]
// ALL: note: costs less than 5 % of this kernel's time on sm_90: the neighbouring accesses use the same sectors
// JSON: "findings": [
// JSON: "gain": {
// JSON-NEXT: "percent": 7
// JSON-NEXT: "ns": 2
// JSON-NEXT: "bottleneck": "l1"
// SILENT: :13:{{.*}}: warning: {{.*}}[coalcheck-strided]
