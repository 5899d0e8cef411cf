// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Generic, nested, mutable and immediately called lambdas, captures of all kinds, a lambda as a kernel argument.
#include <cuda_runtime.h>
template <class F> __global__ void apply(F f, float* o) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    o[i] = f(i);                                 //= global store fine 4..4
}
template <class F, class G> __device__ auto compose(F f, G g) { return [=](auto x) { return f(g(x)); }; }
__global__ void many(const float* a, float* o, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    auto twice = [](auto x) { return x * 2; };
    auto next = [n](int x) { return x + n; };
    float v = a[compose(twice, next)(i)];        //= global load strided 9..9
    int step = 4;
    auto grow = [&step](int by) { step += by; return step; };
    grow(4);
    v += a[i * step];                            //= global load strided 32..32
    auto count = [k = 0]() mutable { return k += 3; };
    count();
    v += a[i * count()];                         //= global load strided 24..24
    const int at = [&] { if (n > 2) return i * 3; return i; }();
    v += a[at];                                  //= global load strided 12..12
    auto curried = [=](int s) { return [=](int x) { return x * s; }; };
    o[curried(2)(i)] = v;                        //= global store strided 8..8
}
int main() {
    float *a, *o;
    cudaMalloc(&a, 1 << 20); cudaMalloc(&o, 1 << 20);
    int stride = 16;
    apply<<<4, 64>>>([=] __device__ (int i) {
        return a[i * stride];                    //= global load strided 32..32
    }, o);
    many<<<4, 64>>>(a, o, 5);
    cudaDeviceSynchronize();
}
