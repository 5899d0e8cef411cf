// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Pointers to members as template arguments, kernel arguments and locals; placement new.
#include <cuda_runtime.h>
#include <new>
struct Particle { float x, y, z; };
struct Base { int a; };
struct Walk : Base {
    const float* p;
    int step;
    __device__ float strided(int i) const {
        return p[i * step];                      //= global load strided 12..12
    }
    __device__ float dense(int i) const {
        return p[i];                             //= global load fine 4..4
    }
};
template <float Particle::* M> __global__ void field(const Particle* p, float* o) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    o[i] = p[i].*M;                              //= global load aos-field 12..12
}
__global__ void chosen(const Particle* p, float* o, float Particle::* m, int Walk::* n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float v = (p + i)->*m;                       //= global load strided,aos-field 12..12
    float Particle::* none = nullptr;
    if (none) o[i * 8] = 1;
    Particle q = {1, 2, 3};
    float Particle::* z = &Particle::z;
    q.*z = i;
    Walk w;
    w.*n = 2;
    o[(int)q.z * w.step] = v;                    //= global store strided 8..8
}
template <float (Walk::*F)(int) const> __global__ void method(Walk w, float* o) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    o[i] = (w.*F)(i);                            //= global store fine 4..4
}
__global__ void methods(Walk w, float* o) {
    float (Walk::*f)(int) const = &Walk::dense;
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    const Walk* p = &w;
    o[i] = (p->*f)(i);                           //= global store fine 4..4
}
struct Sum {
    float s;
    int k;
    __device__ Sum(int n) : s(0),                //= shared store bank-conflict 2..2
                            k{n} {}              //= shared store bank-conflict 2..2
    __device__ void add(float v) { s += v; k += 2; }
};
__global__ void placed(const float* a, float* o) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    alignas(4) unsigned char room[sizeof(Sum)];
    Sum* sum = new (room) Sum(i);
    sum->add(a[i]);
    o[sum->k - 2] = sum->s;                      //= global store fine 4..4
    sum->~Sum();
    int* two = new (room) int(5);
    o[i * *two] = 1;                             //= global store strided 20..20
    __shared__ alignas(8) unsigned char rooms[64 * sizeof(Sum)];
    Sum* mine = new (rooms + threadIdx.x * sizeof(Sum)) Sum(3);
    o[i] = mine->s;                              //= shared load bank-conflict 2..2
    float* at = new (o + 2 * i) float;
    *at = 2;                                     //= global store strided 8..8
    new (o + 4 * i) float2{1, 2};                //= global store strided 16..16
}
int main() {
    Particle* p;
    float *a, *o;
    cudaMalloc(&p, 1 << 16); cudaMalloc(&a, 1 << 16); cudaMalloc(&o, 1 << 16);
    field<&Particle::y><<<4, 64>>>(p, o);
    chosen<<<4, 64>>>(p, o, &Particle::x, &Walk::step);
    Walk w;
    w.p = a;
    w.step = 3;
    method<&Walk::strided><<<4, 64>>>(w, o);
    method<&Walk::dense><<<4, 64>>>(w, o);
    methods<<<4, 64>>>(w, o);
    placed<<<4, 64>>>(a, o);
    cudaDeviceSynchronize();
}
