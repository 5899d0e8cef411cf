// facts.md, published totals: a warp and step move 66 sectors: 2 for A's two masked broadcasts, 4 · 16 for B.
// RUN: not %coalcheck --totals --launch='*: grid=1 block=256 w=1024' %s | env -u FILECHECK_OPTS FileCheck %s
// RUN: not %coalcheck --totals --launch='*: grid=4 block=64 w=1024' %s | env -u FILECHECK_OPTS FileCheck %s
__global__ void rows(const float *A, float *B, int w) {
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  for (int i = 0; i < w; i++) {
    if (j % 2 == 0) B[j * w + i] += A[i];
    else B[j * w + i] -= A[i];
  }
}
// CHECK: global sectors: 540672,
