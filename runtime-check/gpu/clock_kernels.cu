// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What coalcheck-gpu times where there are no counters (gpu_clock.c): every warp of a block does the same request of
// shared memory, rounds * 8 times (volatile, or ptxas keeps one). at: byte offsets of 32 lanes; cycles: one a thread.
#define KERNEL(NAME, ACCESS, USE)                                                                         \
    extern "C" __global__ void NAME(const int* at, unsigned mask, int rounds, long long* cycles) {        \
        extern __shared__ __align__(128) char s[];                                                        \
        unsigned lane = threadIdx.x & 31, sum = 0, a = (unsigned)__cvta_generic_to_shared(s) + at[lane];  \
        unsigned r0 = lane, r1 = 1, r2 = 2, r3 = 3, r4 = 4, r5 = 5, r6 = 6, r7 = 7;                       \
        bool on = mask >> lane & 1;                                                                       \
        __syncthreads();                                                                                  \
        long long start = clock64();                                                                      \
        if (on)                                                                                           \
            for (int k = 0; k < rounds; k++) {                                                            \
                ACCESS(0) ACCESS(1) ACCESS(2) ACCESS(3) ACCESS(4) ACCESS(5) ACCESS(6) ACCESS(7)           \
                USE                                                                                       \
            }                                                                                             \
        __syncthreads();                                                                                  \
        cycles[threadIdx.x] = clock64() - start + (sum == 0x12345678u);                                   \
    }
#define LOADED sum += r0 ^ r1 ^ r2 ^ r3 ^ r4 ^ r5 ^ r6 ^ r7;
#define STORED
#define LD1(K) asm volatile("ld.volatile.shared.u8 %0, [%1];" : "=r"(r##K) : "r"(a));
#define LD2(K) asm volatile("{.reg .u16 h; ld.volatile.shared.u16 h, [%1]; cvt.u32.u16 %0, h;}" : "=r"(r##K) : "r"(a));
#define LD4(K) asm volatile("ld.volatile.shared.u32 %0, [%1];" : "=r"(r##K) : "r"(a));
#define LD8(K)                                                                                            \
    asm volatile("{.reg .u32 y; ld.volatile.shared.v2.u32 {%0, y}, [%1]; xor.b32 %0, %0, y;}" : "=r"(r##K) : "r"(a));
#define LD16(K)                                                                                           \
    asm volatile("{.reg .u32 x, y, z; ld.volatile.shared.v4.u32 {%0, x, y, z}, [%1];"                              \
                 " xor.b32 %0, %0, x; xor.b32 %0, %0, y; xor.b32 %0, %0, z;}" : "=r"(r##K) : "r"(a));
#define ST1(K) asm volatile("st.volatile.shared.u8 [%0], %1;" ::"r"(a), "r"(r##K) : "memory");
#define ST2(K) asm volatile("{.reg .u16 h; cvt.u16.u32 h, %1; st.volatile.shared.u16 [%0], h;}" ::"r"(a), "r"(r##K) : "memory");
#define ST4(K) asm volatile("st.volatile.shared.u32 [%0], %1;" ::"r"(a), "r"(r##K) : "memory");
#define ST8(K) asm volatile("st.volatile.shared.v2.u32 [%0], {%1, %1};" ::"r"(a), "r"(r##K) : "memory");
#define ST16(K) asm volatile("st.volatile.shared.v4.u32 [%0], {%1, %1, %1, %1};" ::"r"(a), "r"(r##K) : "memory");
KERNEL(load1, LD1, LOADED)
KERNEL(load2, LD2, LOADED)
KERNEL(load4, LD4, LOADED)
KERNEL(load8, LD8, LOADED)
KERNEL(load16, LD16, LOADED)
KERNEL(store1, ST1, STORED)
KERNEL(store2, ST2, STORED)
KERNEL(store4, ST4, STORED)
KERNEL(store8, ST8, STORED)
KERNEL(store16, ST16, STORED)
