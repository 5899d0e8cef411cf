// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Matrix fragments: their loads and stores are accesses whose lanes nobody knows.
#include <cuda_runtime.h>
#include <mma.h>
using namespace nvcuda;
__global__ void multiply(const half* a, const half* b, float* c, int ld) {
    __shared__ half tile[16 * 16];
    wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> fa;
    wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::col_major> fb;
    wmma::fragment<wmma::accumulator, 16, 16, 16, float> acc;
    wmma::fill_fragment(acc, 0.0f);
    for (int i = threadIdx.x; i < 256; i += 32) tile[i] = b[i];  //= global load fine 2..2 //= shared store fine 1..1
    __syncthreads();
    wmma::load_matrix_sync(fa, a + blockIdx.x * 16 * ld, ld);    //= global load unknown
    wmma::load_matrix_sync(fb, tile, 16);                        //= shared load unknown
    wmma::mma_sync(acc, fa, fb, acc);
    for (int i = 0; i < acc.num_elements; i++) acc.x[i] *= 2;
    wmma::store_matrix_sync(c + blockIdx.x * 256, acc, 16, wmma::mem_row_major);  //= global store unknown
}
int main() {
    half *a, *b;
    float* c;
    cudaMalloc(&a, 1 << 16);
    cudaMalloc(&b, 1 << 16);
    cudaMalloc(&c, 1 << 16);
    multiply<<<4, 32>>>(a, b, c, 64);
    cudaDeviceSynchronize();
}
