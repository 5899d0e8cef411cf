// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A stride that nobody knows may be taken to be large, unless it cannot be: remainders, flags, what a loop toggles.
#include <cuda_runtime.h>
__global__ void strides(float* o, const int* c, int n) {
    int t = threadIdx.x;
    o[n * t] = 1;                                //= global store strided 4..32
    o[(n / 2) * t] = 2;                          //= global store strided 4..32
    o[c[0] * t] = 3;                             //= global store strided 4..32
    o[(n & 3) * t] = 4;                          //= global store unknown
    o[(n % 5 + 1) * t] = 5;                      //= global store unknown
    o[(n > 4) * t] = 6;                          //= global store unknown
    o[(c[2] & 1) * t] = 7;                       //= global store unknown
    bool any = n;
    o[any * t] = 8;                              //= global store unknown
    int s = 1, parity = 0, count = 0;
    for (int i = 0; i < n; i++) {
        s = 3 - s;
        parity ^= 1;
        if (c[i] > 0) count++;
    }
    o[s * t] = 9;                                //= global store unknown
    o[parity * t] = 10;                          //= global store unknown
    o[count * t] = 11;                           //= global store unknown
    o[(n & 3) * 64 + t] = 12;                    //= global store fine 4..4
}
