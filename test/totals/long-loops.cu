// Long loops are not run to their end: whole periods are skipped and counted, and the rest is run.
// RUN: %coalcheck --totals --launch='sweep: grid=2 block=64 n=1000003' %s | env -u FILECHECK_OPTS FileCheck --check-prefix=SWEEP %s
// RUN: %coalcheck --totals --launch='shifted: grid=1 block=32 n=100000' %s | env -u FILECHECK_OPTS FileCheck --check-prefix=SHIFTED %s
// RUN: %coalcheck --totals --launch='nested: grid=1 block=32 n=3000' %s | env -u FILECHECK_OPTS FileCheck --check-prefix=NESTED %s

// 4 warps, n loads of 4 sectors and one store of 4 each.
// SWEEP: requests: 4000016
// SWEEP-NEXT: global sectors: 16000064, ideal 16000064
__global__ void sweep(const float *in, float *out, int n) {
  float sum = 0;
  for (int i = 0; i < n; i++) sum += in[i * 128 + blockIdx.x * 64 + threadIdx.x];
  out[blockIdx.x * 64 + threadIdx.x] = sum;
}

// The start moves by a word an iteration: one in eight is aligned (4 sectors), the others take 5; 12500 * 4 + 87500 * 5, and the store.
// SHIFTED: global sectors: 487504,
__global__ void shifted(const float *in, float *out, int n) {
  float sum = 0;
  for (int i = 0; i < n; i++) sum += in[i + threadIdx.x];
  out[threadIdx.x] = sum;
}

// n * n loads of one word, n stores.
// NESTED: requests: 9003000
// NESTED-NEXT: global sectors: 9012000, ideal 9012000
__global__ void nested(const float *in, float *out, int n) {
  for (int i = 0; i < n; i++) {
    float sum = 0;
    for (int k = 0; k < n; k++) sum += in[k];
    out[i * 32 + threadIdx.x] = sum;
  }
}
