// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Stands for a GLM that is installed: its vec3 has another size, so that the test can tell.
namespace glm {
struct vec3 {
  double x, y, z;
};
}  // namespace glm
