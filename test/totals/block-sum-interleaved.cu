// facts.md, published totals: the interleaved tree has 105 bank conflicts a block.
// RUN: not %coalcheck --totals --launch='*: grid=4 block=256 n=1024' %s | env -u FILECHECK_OPTS FileCheck %s
// RUN: not %coalcheck --totals --format=json --launch='*: grid=4 block=256 n=1024' %s | env -u FILECHECK_OPTS FileCheck --check-prefix=JSON %s
__global__ void sum(const int *in, int *out, int n) {
  __shared__ int s[256];
  int tid = threadIdx.x, i = blockIdx.x * blockDim.x + tid;
  s[tid] = i < n ? in[i] : 0;
  __syncthreads();
  for (int d = 1; d < blockDim.x; d *= 2) {
    int index = 2 * d * tid;
    if (index < blockDim.x) s[index] += s[index + d];
    __syncthreads();
  }
  if (tid == 0) out[blockIdx.x] = s[0];
}
// CHECK: bank conflicts: 420
// JSON: "conflicts": 420
