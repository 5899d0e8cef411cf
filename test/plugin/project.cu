// The project's .coalcheck holds for the plugin as for the program; what the command says wins.
// REQUIRES: plugin
// RUN: rm -rf %t && mkdir -p %t/src && cp %s %t/src/k.cu
// RUN: %clang_coal -Xclang -plugin-arg-coalcheck -Xclang --explain %t/src/k.cu 2>&1 | FileCheck %s
// RUN: echo "checks: '-*,bank-conflict'" > %t/.coalcheck
// RUN: %clang_coal -Xclang -plugin-arg-coalcheck -Xclang --explain %t/src/k.cu 2>&1 | FileCheck --allow-empty --check-prefix=NONE %s
// RUN: cd %t/src && %clang_coal -Xclang -plugin-arg-coalcheck -Xclang --explain k.cu 2>&1 | FileCheck --allow-empty --check-prefix=NONE %s
// RUN: %clang_coal -Xclang -plugin-arg-coalcheck -Xclang --explain -Xclang -plugin-arg-coalcheck -Xclang --checks=strided %t/src/k.cu 2>&1 | FileCheck %s
// RUN: %clang_coal -Xclang -plugin-arg-coalcheck -Xclang --explain -Xclang -plugin-arg-coalcheck -Xclang --config-file=none %t/src/k.cu 2>&1 | FileCheck %s
// RUN: echo "launch: ['k: grid=1 block=64']" > %t/.coalcheck
// RUN: %clang_coal -Xclang -plugin-arg-coalcheck -Xclang --explain %t/src/k.cu 2>&1 | FileCheck --check-prefix=LAUNCH %s
// What a baseline knows is not said.
// RUN: echo "baseline: known.json" > %t/.coalcheck
// RUN: %coalcheck --baseline=%t/known.json --update-baseline --fail-on=never %t/src/k.cu
// RUN: %clang_coal -Xclang -plugin-arg-coalcheck -Xclang --explain %t/src/k.cu 2>&1 | FileCheck --allow-empty --check-prefix=NONE %s
// RUN: echo "nonsense: 1" > %t/.coalcheck
// RUN: not %clang_coal -Xclang -plugin-arg-coalcheck -Xclang --explain %t/src/k.cu 2>&1 | FileCheck --check-prefix=WRONG %s
__global__ void k(const float *in, float *out) { out[threadIdx.x * 32] = in[threadIdx.x]; }
// CHECK: warning: uncoalesced store
// NONE-NOT: coalcheck
// LAUNCH: warning: uncoalesced
// LAUNCH: note: launched with block (64, 1, 1)
// WRONG: error: coalcheck: {{.*}}.coalcheck:1: {{.*}}nonsense
