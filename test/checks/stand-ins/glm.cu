// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// GLM's vectors have their sizes; a real GLM that the flags name wins.
// DIFFERENTIAL-SKIP: the compiler has no stand-ins
// RUN: not %coalcheck --all %s 2>&1 | FileCheck %s
// RUN: not %coalcheck --all %s -- -I %S/Inputs/real 2>&1 | FileCheck --check-prefix=REAL --implicit-check-not=built-in %s
#include <glm/glm.hpp>

__global__ void points(const glm::vec3 *in, float *out) {
  // CHECK: 'glm/glm.hpp' was not found: built-in declarations stand for such headers
  // CHECK: [[@LINE+3]]:{{.*}} warning: {{.*}} 12 sectors per request, minimum 4
  // REAL: [[@LINE+2]]:{{.*}} warning: {{.*}} 24 sectors per request, minimum 8
  // REAL: 2 accesses judged
  out[threadIdx.x] = in[threadIdx.x].y;
}
