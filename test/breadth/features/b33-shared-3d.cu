#include <cuda_runtime.h>
__global__ void cube(const float* in, float* out) {
    __shared__ float c[4][4][8];
    __shared__ float d[4][4][9];
    __shared__ int e[16][32];
    int x = threadIdx.x, y = threadIdx.y, z = threadIdx.z;
    int g = blockIdx.x * 128 + (z * 4 + y) * 8 + x;
    c[z][y][x] = in[g];              // @A @B //= shared store fine 1..1 //= global load fine 4..4
    d[z][y][x] = 2.f;   //= shared store bank-conflict 2..2
    e[y * 4 + z][x * 4] = g;   //= shared store bank-conflict 4..4
    __syncthreads();
    float u = c[y][z][x];   //= shared load bank-conflict 4..4
    float v = d[y][z][x];   //= shared load bank-conflict 2..2
    int w = e[z * 4 + y][x * 4];   //= shared load bank-conflict 4..4
    out[g] = u + v + w;   //= global store fine 4..4
}
int main() {
    float *in, *out;
    cudaMalloc(&in, 256 * sizeof(float));
    cudaMalloc(&out, 256 * sizeof(float));
    cube<<<2, dim3(8, 4, 4)>>>(in, out);
    cudaDeviceSynchronize();
    return 0;
}
