// Worked answers; see facts.md. Launch: block = (256, 1, 1).

__global__ void guards(const float4 *v, const double *d, float *out, int n) {
  __shared__ float4 quads[256];
  __shared__ double doubles[512];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float4 q = v[i];   //= global load fine 16..16
  double e = d[i];   //= global load fine 8..8
  quads[threadIdx.x] = q;   //= shared store fine 1..1
  doubles[threadIdx.x * 2] = e;   //= shared store bank-conflict 2..2
  __syncthreads();
  if (threadIdx.x == 0) out[blockIdx.x * 512] = quads[17].x;   //= global store fine 1..1
}
//launch *: grid=16x16x1 block=256x1x1 n=4096
