// Nobody knows which lanes swap: the cost is that of all, and says so.
// RUN: %coalcheck --target=sm_90 --totals --checks=-* %s | FileCheck %s
// RUN: %coalcheck --target=sm_90 --totals --format=json %s | FileCheck --check-prefix=JSON %s
__global__ void sort_pairs(int *a) {
  int i = 2 * (blockIdx.x * blockDim.x + threadIdx.x);
  int x = a[i], y = a[i + 1];
  if (x > y) {
    a[i] = y;
    a[i + 1] = x;
  }
}
void host(int *a) { sort_pairs<<<4096, 256>>>(a); }
// CHECK: totals of sort_pairs
// CHECK: cost: {{.*}} µs ({{.*}}): L1 hits {{.*}} (if branches that depend on data go both ways in every lane)
// JSON: "name": "sort_pairs"
// JSON: "load_sectors": 524288
// JSON-NEXT: "store_sectors": 524288
// JSON: "assumes": "branches that depend on data go both ways in every lane"
