// CENSUS-SKIP: one of its kernels is behind an #ifdef that the RUN line defines
// What a launch costs, caches included: rows by thread read DRAM once, and are limited by L1's look-ups; columns by thread wait for
// DRAM. Without sizes, with addresses that nobody knows and on targets whose caches are not known there is no cost.
// RUN: %coalcheck --target=sm_90 --totals --fail-on=never --format=json --launch='rows: grid=512 block=128 n=1024' --launch='columns: grid=512 block=128 n=1024' %s | FileCheck %s
// RUN: %coalcheck --target=sm_90 --totals --checks=-* --launch='rows: grid=512 block=128 n=1024' %s | FileCheck --check-prefix=TEXT %s
// RUN: %coalcheck --target=sm_90 --totals --checks=-* --launch='rows: grid=512 block=128 n=1024' %s -- -DGATHER | FileCheck --check-prefix=UNKNOWN %s
// RUN: %coalcheck --target=sm_90 --totals --fail-on=never --format=json --launch='rows: grid=512 block=128' --launch='columns: grid=512' %s | FileCheck --check-prefix=NONE --implicit-check-not=time_ns %s
// RUN: %coalcheck --target=sm_35 --totals --checks=-* --launch='rows: grid=512 block=128 n=1024' %s | FileCheck --check-prefix=OLD %s
// RUN: %coalcheck --target=sm_90 --fail-on=never --format=json --launch='rows: grid=512 block=128 n=1024' --launch='columns: grid=512 block=128 n=1024' %s | FileCheck %s
__global__ void rows(const float *m, float *sums, int n) {
  int r = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0;
  for (int c = 0; c < n; c++) sum += m[r * n + c];
  sums[r] = sum;
}
__global__ void columns(const float *m, float *sums, int n) {
  int c = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0;
  for (int r = 0; r < n; r++) sum += m[r * 65536 + c];
  sums[c] = sum;
}
#ifdef GATHER
__global__ void gather(const float *m, const int *which, float *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = m[which[i]];
}
int main() { gather<<<64, 256>>>(nullptr, nullptr, nullptr); }
#endif
// CHECK: "name": "rows"
// CHECK: "time_ns": 2{{[5-9]}}{{[0-9]+}}
// CHECK-NEXT: "bottleneck": "l1",
// CHECK-NEXT: "l1_hit_rate": 0.87
// CHECK-NEXT: "load_sectors": 671{{[0-9]+}},
// CHECK-NEXT: "store_sectors": {{[0-9]+}},
// CHECK-NEXT: "l2_read_sectors": 125
// CHECK-NEXT: "l2_write_sectors": {{[0-9]+}}
// CHECK-NEXT: "dram_read_bytes": 2684{{[0-9]+}}
// CHECK: "name": "columns"
// CHECK: "time_ns": {{[67][0-9]+}}
// CHECK-NEXT: "bottleneck": "dram",
// CHECK-NEXT: "l1_hit_rate": 0,
// CHECK: "dram_read_bytes": 2684{{[0-9]+}}
// CHECK: "expression": "m[r * n + c]"
// CHECK: "l1_hit_rate": 0.87
// TEXT: cost: 2{{[5-9][0-9.]*}} µs (L1 line look-ups): L1 hits 87.{{[0-9]+}} %, DRAM reads 268.{{[0-9]+}} MB
// UNKNOWN: totals of gather
// UNKNOWN: cost: unknown: an access is not known
// NONE: "kernels"
// OLD: cost: unknown: too little is known of the target
