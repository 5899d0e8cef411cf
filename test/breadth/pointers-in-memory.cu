// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Pointers that are kept in shared memory: to global memory they are followed, to shared memory they are not.
#include <cuda_runtime.h>
__global__ void swap(const double* in, double* out, int direction) {
    __shared__ double front[64], back[64];
    __shared__ double *s, *sn;
    front[threadIdx.x] = in[threadIdx.x];
    if (direction == 1) {
        s = front;
        sn = back;
    } else {
        s = back;
        sn = front;
    }
    __syncthreads();
    double v = s[threadIdx.x];                    //= shared load fine 1..1
    sn[threadIdx.x ^ 1] = v;
    __syncthreads();
    out[threadIdx.x] = front[threadIdx.x];        //= shared load fine 1..1
}
struct Rows {
    float* row;
    int n;
};
__global__ void row(const float* const* in, float* out, int r) {
    __shared__ Rows rows;
    if (threadIdx.x == 0) {
        rows.row = out + 256 * blockIdx.x;
        rows.n = 256;
    }
    __syncthreads();
    rows.row[threadIdx.x] = in[r][2 * threadIdx.x]; //= global store fine 4..4
}
int main() {
    double *a, *b;
    float *x, *o, **table;
    cudaMalloc(&a, 64 * sizeof(double));
    cudaMalloc(&b, 64 * sizeof(double));
    cudaMalloc(&x, 512 * sizeof(float));
    cudaMalloc(&o, 1024 * sizeof(float));
    cudaMalloc(&table, 2 * sizeof(float*));
    float* host[2] = {x, x};
    cudaMemcpy(table, host, sizeof host, cudaMemcpyHostToDevice);
    swap<<<1, 64>>>(a, b, 1);
    swap<<<1, 64>>>(a, b, 0);
    row<<<4, 128>>>(table, o, 1);
    cudaDeviceSynchronize();
}
