// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What guards and __builtin_assume say of a parameter narrows the numbers, as far as they reach.
#include <cuda_runtime.h>
__global__ void guards(float* a, int n, int m) {
    int t = threadIdx.x;
    a[t * n] = 0;                                                //= global store strided 4..32
    if (m > 16) return;
    a[t * m] = 0;                                                //= global store strided 4..32
    if (n > 4) return;
    a[t * n] = 0;                                                //= global store strided 4..16
    if (n != 1) return;
    a[t * n] = 0;                                                //= global store fine 4..4
}
__global__ void branches(float* a, int n) {
    int t = threadIdx.x;
    if (n >= 8) a[t * n] = 0;                                    //= global store strided 32..32
    else a[t * n] = 1;                                           //= global store strided 4..28
    if (n >= 2 && n <= 3) { a[t * n] = 2; }                      //= global store strided 8..12
    if (!(n < 5)) { a[t * n] = 3; }                              //= global store strided 20..32
    if (n < 3 || n > 9) { a[t * n] = 4; }                        //= global store strided 4..32
    a[t * n] = 5;                                                //= global store strided 4..32
    for (int i = 0; i < 4; i++) {
        if (n > 2) continue;
        a[t * n + 1024 * i] = 6;                                 //= global store strided 4..8
    }
    a[t * n] = 7;                                                //= global store strided 4..32
}
__global__ void promises(float* a, int n, int m, unsigned u) {
    int t = threadIdx.x;
    __builtin_assume(n <= 2);
    __builtin_assume(m % 8 == 0);
    __builtin_assume(u >= 8);
    a[t * n] = 0;                                                //= global store strided 4..8
    a[t + m] = 0;                                                //= global store fine 4..4
    a[t * u] = 0;                                                //= global store strided 32..32
    a[t * 2 * n] = 0;                                            //= global store strided 8..16
}
void run(float* a, int n, int m, unsigned u) {
    guards<<<2, 64>>>(a, n, m);
    branches<<<2, 64>>>(a, n);
    promises<<<2, 64>>>(a, n, m, u);
}
