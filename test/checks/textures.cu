// Accesses through textures and surfaces are counted, not judged; what they give comes from memory.
// RUN: %coalcheck --all %s | FileCheck %s
// RUN: %coalcheck --format=json %s | FileCheck %s --check-prefix=JSON
// JSON: "texture_accesses": 4
// JSON-NOT: "texture_accesses"
__device__ float bilinear(cudaTextureObject_t t, float x, float y) { return tex2D<float>(t, x, y) + tex2DLod<float>(t, x, y, 1); }
__global__ void sample(cudaTextureObject_t t, cudaSurfaceObject_t s, float *out, int w) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y;
  out[y * w + x] = bilinear(t, x, y);
  surf2Dwrite(1.f, s, x * 4, y);
  out[tex1Dfetch<int>(t, x)] = 1;
}
// CHECK: sample(
// CHECK: [[#@LINE-5]]:3 global store {{.*}} coalesced out[y * w + x]
// CHECK: [[#@LINE-4]]:3 global store {{.*}} unknown: indirect (tex1Dfetch)
// CHECK-NEXT: 4 texture or surface accesses, not judged
__global__ void plain(float *out) { out[threadIdx.x] = 0; }
// CHECK: plain(
// CHECK-NOT: texture or
