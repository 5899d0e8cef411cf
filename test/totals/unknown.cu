// What is not known is not made up: a loop over loaded bounds has no total and no formula, JSON holds none; warps that differ and
// are too many to run are extrapolated and say so.
// RUN: %coalcheck --totals --launch='rows: grid=64 block=128 n=8192' %s | FileCheck --check-prefix=ROWS %s
// RUN: %coalcheck --totals --format=json --launch='rows: grid=64 block=128 n=8192' %s | FileCheck --check-prefix=JSON %s
__global__ void rows(const int *begin, const float *value, float *out, int n) {
  int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= n) return;
  float sum = 0;
  for (int k = begin[0]; k < begin[1]; k++) sum += value[k];
  out[row] = sum;
}
// ROWS: requests: about
// ROWS: not exact: iterations were left out
// JSON-NOT: "totals"
