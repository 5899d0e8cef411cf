// Worked answers; see facts.md. Launch: block = (32, 32, 1).

__global__ void tiled(const float *A, float *B, int N) {
  __shared__ float tile[32][32];
  __shared__ float padded[32][33];
  int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
  float v = A[y * N + x];   //= global load fine 4..4
  tile[threadIdx.y][threadIdx.x] = v;   //= shared store fine 1..1
  padded[threadIdx.y][threadIdx.x] = v;   //= shared store fine 1..1
  __syncthreads();
  int u = blockIdx.y * 32 + threadIdx.x, w = blockIdx.x * 32 + threadIdx.y;
  float p = tile[threadIdx.x][threadIdx.y];   //= shared load bank-conflict 32..32
  float q = padded[threadIdx.x][threadIdx.y];   //= shared load fine 1..1
  B[w * N + u] = p + q;   //= global store fine 4..4
}
//launch *: grid=16x16x1 block=32x32x1 N=1024
