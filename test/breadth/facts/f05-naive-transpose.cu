// Worked answers; see facts.md. Launch: block = (32, 8, 1).

__global__ void transpose(const float *A, float *B, int N) {
  int col = blockIdx.x * 32 + threadIdx.x;
  for (int j = 0; j < 32; j += 8) {
    int row = blockIdx.y * 32 + threadIdx.y + j;
    float v = A[row * N + col];   //= global load fine 4..4
    B[col * N + row] = v;   //= global store strided 32..32
  }
}
//launch *: grid=16x16x1 block=32x8x1 N=1024
