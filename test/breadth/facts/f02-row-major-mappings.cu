// Worked answers; see facts.md. Launch: block = (128, 1, 1).

__global__ void mappings(const float *A, float *x_is_col, float *x_is_row, int N) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int fixed = blockIdx.y;
  x_is_col[i] = A[fixed * N + i];   //= global load fine 4..4
  x_is_row[i] = A[i * N + fixed];   //= global load strided 32..32
}
//launch *: grid=16x16x1 block=128x1x1 N=1024
