// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Lanes that may leave a loop, an iteration, a switch or a function hold behind it what they held when they left.
#include <cuda_runtime.h>
#include <stdlib.h>
__global__ void search(const float* a, const float* cdf, const float* u, float* o, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x, index = -1, k;
    for (int x = 0; x < n; x++)
        if (cdf[x] >= u[i]) {                    //= global load fine 1..4
            index = x;
            break;
        }
    if (index == -1) index = n - 1;
    float v = a[index];                          //= global load unknown
    for (k = 0; k < 7; k++)
        if (u[i] < a[k]) break;                  //= global load fine 1..4
    v += cdf[k];                                 //= global load unknown
    int found = 0;
    while (found < u[i]) found++;                //= global load fine 4..4
    v += cdf[found];                             //= global load unknown
    for (k = 0; k < 32; k++)
        if (cdf[k] > 2.f) break;                 //= global load fine 1..1
    v += a[k * 64 + i];                          //= global load fine 4..4
    o[i] = v;                                    //= global store fine 4..4
}
__global__ void skip(const float* a, const int* picks, float* o) {
    int i = blockIdx.x * blockDim.x + threadIdx.x, s = 1;
    for (int x = 0; x < 4; x++) {
        if (picks[i] == x) {                     //= global load fine 4..4
            s = 8;
            continue;
        }
        o[i + x * 1024] = 0;
    }
    o[i] = a[i * s];                             //= global load unknown
}
__device__ int set(int c, int* out) {
    if (c) {
        *out = 8;
        return 8;
    }
    *out = 1;
    return 1;
}
__device__ bool get(int k, int n, int* out) {
    if (k >= n) return false;
    *out = k * 64;
    return true;
}
__global__ void call(const float* a, const int* picks, float* o) {
    int i = threadIdx.x, s, t;
    int n = picks[blockIdx.x];                   //= global load fine 1..1
    int r = set(n, &s);
    float v = a[i * s];                          //= global load unknown
    v += a[i * r];                               //= global load unknown
    if (get(blockIdx.x, n, &t)) v += a[t + i];   //= global load fine 4..4
    if (n == 0) return;
    else {
        for (int k = 0; k < 4; k++) v += a[i * 2]; //= global load strided 8..8
        o[i * 4] = v;                            //= global store strided 16..16
    }
    while (true) {
        if (n > 3) break;
        else return;
    }
    o[i * 8] = v;                                //= global store strided 32..32
}
__global__ void label(const float* a, const int* picks, float* o) {
    int i = threadIdx.x, s, t = 1;
    int n = picks[blockIdx.x];                   //= global load fine 1..1
    switch (n) {
    case 0: s = 8; break;
    case 1: s = 4; break;
    default: s = 1; break;
    }
    float v = a[i * s];                          //= global load unknown
    switch (n) {
    case 3: t++;
    case 2: t++; o[i * 8] = 1; break;            //= global store strided 32..32
    case 7: t = 2;
    }
    o[i] = v + a[i * t];                         //= global load unknown
    int far = n > 4 ? 8 : 1;
    o[i] = a[i * far];                           //= global load unknown
}
__global__ void after(float* o) {
    o[threadIdx.y * 512 + threadIdx.x] = 0;      //= global store fine 4..4
}
void check(cudaError_t e) {
    if (e != cudaSuccess) exit(1);
}
int main() {
    float *a, *cdf, *u, *o;
    int* v;
    check(cudaMalloc(&a, 1 << 20));
    check(cudaMalloc(&cdf, 1 << 20));
    check(cudaMalloc(&u, 1 << 20));
    check(cudaMalloc(&o, 1 << 20));
    check(cudaMalloc(&v, 1 << 20));
    after<<<4, dim3(8, 8)>>>(o);
    float steps[64];
    int picks[128];
    for (int k = 0; k < 64; k++) steps[k] = (k * 7 % 64) * 0.125f;
    for (int k = 0; k < 128; k++) picks[k] = k % 5;
    cudaMemcpy(u, steps, sizeof steps, cudaMemcpyHostToDevice);
    cudaMemcpy(a, steps, sizeof steps, cudaMemcpyHostToDevice);
    for (int k = 0; k < 64; k++) steps[k] = k * 0.1f;
    cudaMemcpy(cdf, steps, sizeof steps, cudaMemcpyHostToDevice);
    cudaMemcpy(v, picks, sizeof picks, cudaMemcpyHostToDevice);
    search<<<1, 64>>>(a, cdf, u, o, 64);
    call<<<8, 64>>>(a, v, o);
    label<<<8, 64>>>(a, v, o);
    skip<<<4, 32>>>(a, v, o);
    cudaDeviceSynchronize();
}
