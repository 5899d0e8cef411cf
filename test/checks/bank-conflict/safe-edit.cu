// Every subscript stays in its row and nothing else knows of its length: the declarations are edited.
// RUN: rm -f %t.yaml
// RUN: not %coalcheck --export-fixes=%t.yaml %s
// RUN: FileCheck %s --check-prefix=EDITS < %t.yaml
// EDITS-COUNT-4: ReplacementText: '33'
// EDITS-NOT: ReplacementText

__global__ void plain(float *o) {
  __shared__ float s[32][32]; // s is not a sizeof(s)
  s[threadIdx.x][threadIdx.y] = threadIdx.x;
  __syncthreads();
  o[threadIdx.y * 32 + threadIdx.x] = s[threadIdx.y][threadIdx.x];
}

// Guarded lanes do not leave the row; a member and another function's variable of the name are others.
struct pair {
  float s, t;
};
__global__ void guarded(float *o) {
  __shared__ float s[32][32];
  pair p = {(float)threadIdx.x, 0};
  s[threadIdx.x][threadIdx.y] = p.s;
  __syncthreads();
  o[threadIdx.y * 32 + threadIdx.x] = threadIdx.x > 0 ? s[threadIdx.y][threadIdx.x - 1] : 0;
}

__global__ void counted(int *o) {
  __shared__ int s[32][32];
  for (int i = 0; i < 32; i++) s[threadIdx.x][i] = 0;
  __syncthreads();
  atomicAdd(&s[threadIdx.x][threadIdx.y], 1);
  __syncthreads();
  o[threadIdx.y * 32 + threadIdx.x] = s[threadIdx.y][threadIdx.x];
}

template <int N>
__global__ void instance(float *o) {
  __shared__ float s[N][32];
  s[threadIdx.x][threadIdx.y] = threadIdx.x;
  __syncthreads();
  o[threadIdx.y * 32 + threadIdx.x] = s[threadIdx.y][threadIdx.x];
}

void host(float *o, int *n) {
  float s[2] = {};
  plain<<<1, dim3(32, 32)>>>(o + (int)s[0]);
  guarded<<<1, dim3(32, 32)>>>(o);
  counted<<<1, dim3(32, 32)>>>(n);
  instance<32><<<1, dim3(32, 32)>>>(o);
}
