// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Functions that call themselves, pointers to functions, tables of them, pointers to members and to pointers.
#include <cuda_runtime.h>
__device__ int depth(int n, int i) { return n == 0 ? i : depth(n - 1, i * 2); }
__device__ int same(int i) { return i; }
__device__ int triple(int i) { return 3 * i; }
typedef int (*Map)(int);
__device__ float through(const float* p, Map f, int i) {
    return p[f(i)];                              //= global load any 12..12
}
struct S { int u, v; float* p; };
__global__ void indirect(const float* a, float* o, float* const* rows) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float v = a[depth(3, i)];                    //= global load strided 32..32
    Map f = same;
    v += a[f(i)];                                //= global load any 4..4
    v += through(a, triple, i);
    int S::*m = &S::v;
    S s{i, i * 2, o};
    v += a[s.*m];                                //= global load any 8..8
    S* q = &s;
    S** qq = &q;
    (*qq)->u += 8;
    v += a[s.u];                                 //= global load fine 4..4
    const float* row = rows[blockIdx.x];         //= global load fine 1..1
    v += row[threadIdx.x];                       //= global load fine 4..4
    const float* own = rows[threadIdx.x];        //= global load fine 8..8
    v += own[0];                                 //= global load unknown
    s.p[i] = v;                                  //= global store fine 4..4
}
int main() {
    float *a, *o, **r;
    cudaMalloc(&a, 1 << 20); cudaMalloc(&o, 1 << 20); cudaMalloc(&r, 1024);
    indirect<<<4, 64>>>(a, o, r);
    cudaDeviceSynchronize();
}
