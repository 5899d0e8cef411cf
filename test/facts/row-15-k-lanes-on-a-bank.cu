// facts.md row 15: k lanes on a bank take k cycles: a distance of k words, k a power of two, is k-way.
// RUN: not %coalcheck --all --launch='*: grid=1 block=32' %s | FileCheck %s
__global__ void k(float *out) {
  __shared__ float s[1024];
  for (int i = 0; i < 1024; i += 32) s[i + threadIdx.x] = 0;
  __syncwarp();
  float v = s[threadIdx.x * 2]
  // CHECK-DAG: :[[@LINE-1]]:13: warning: 2-way bank conflict in shared load{{.*}}: 2 wavefronts per request, minimum 1
          + s[threadIdx.x * 3]
  // CHECK-DAG: [[@LINE-1]]:13 shared load 4 32 1 1 1 conflict-free
          + s[threadIdx.x * 4]
  // CHECK-DAG: :[[@LINE-1]]:13: warning: 4-way bank conflict in shared load{{.*}}: 4 wavefronts per request, minimum 1
          + s[threadIdx.x * 6]
  // CHECK-DAG: :[[@LINE-1]]:13: warning: 2-way bank conflict in shared load{{.*}}: 2 wavefronts per request, minimum 1
          + s[threadIdx.x * 16];
  // CHECK-DAG: :[[@LINE-1]]:13: warning: 16-way bank conflict in shared load{{.*}}: 16 wavefronts per request, minimum 1
  // CHECK-DAG: note: help: lanes 16 elements apart share banks; an odd distance, such as 17, has no conflict
  out[threadIdx.x] = v;
}
