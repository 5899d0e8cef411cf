// A comment that silences one place of a finding silences that place alone: the finding stands at the next one.
// RUN: not %coalcheck %s 2>&1 | FileCheck %s
// RUN: not %coalcheck --format=json %s | FileCheck --check-prefix=JSON %s
// RUN: %if plugin %{ %clang_coal %s 2>&1 | FileCheck --check-prefix=PLUGIN %s %}
__global__ void first(const float *in, float *out) {
  float v = in[threadIdx.x * 8]; // NOLINT(coalcheck-strided)
  v += in[threadIdx.x * 8 + 1];
  // CHECK: :[[@LINE-1]]:8: warning: uncoalesced loads of 'in': 32 sectors per request, minimum 4
  // PLUGIN: :[[@LINE-2]]:8: warning: uncoalesced loads of 'in': 32 sectors per request, minimum 4
  __syncthreads();
  v += in[threadIdx.x * 8 + 2];
  out[threadIdx.x] = v;
}
// All places silenced: nothing is left.
__global__ void all(const float *in, float *out) {
  float v = in[threadIdx.x * 8]; // NOLINT
  __syncthreads();
  out[threadIdx.x] = v + in[threadIdx.x * 8 + 1]; // NOLINT
}
void host(float *a, float *b) { first<<<8, 256>>>(a, b), all<<<8, 256>>>(a, b); }
// CHECK: 1 warning generated
// CHECK: Suppressed 1 finding (NOLINT)
// JSON-LABEL: "findings"
// JSON: "accesses": [
// JSON-NEXT: 1,
// JSON-NEXT: 2
// JSON-NEXT: ],
