// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Thrust's pointers with offsets; a size that a constructor took is still known behind it.
#include <cuda_runtime.h>
#include <thrust/device_vector.h>
__global__ void from_thrust(const float* a, float* o, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        o[i * 2] =                               //= global store strided 9..9
            a[i];                                //= global load misaligned 5..5
}
int main() {
    const int N = 1024;
    thrust::device_vector<float> a(N + 8), o(2 * N + 8, 0.f);
    from_thrust<<<N / 128, 128>>>(thrust::raw_pointer_cast(a.data()) + 3, thrust::raw_pointer_cast(&o[0]) + 2, N);
    cudaDeviceSynchronize();
}
