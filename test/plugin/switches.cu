// -w silences, -Werror fails, options are those of the command line, NOLINT counts.
// REQUIRES: plugin
// RUN: %clang_coal -Xclang -plugin-arg-coalcheck -Xclang --explain -w %s 2>&1 | FileCheck --allow-empty --check-prefix=NONE %s
// RUN: not %clang_coal -Xclang -plugin-arg-coalcheck -Xclang --explain -Werror %s 2>&1 | FileCheck --check-prefix=ERROR %s
// RUN: %clang_coal -Xclang -plugin-arg-coalcheck -Xclang --explain -w -Werror %s 2>&1 | FileCheck --allow-empty --check-prefix=NONE %s
// RUN: %clang_coal -Xclang -plugin-arg-coalcheck -Xclang --explain -Xclang -plugin-arg-coalcheck -Xclang --checks=-* %s 2>&1 | FileCheck --allow-empty --check-prefix=NONE %s
// RUN: %clang_coal -Xclang -plugin-arg-coalcheck -Xclang --min-efficiency=10 %s 2>&1 | FileCheck --allow-empty --check-prefix=NONE %s
// RUN: %clang_coal -Xclang -plugin-arg-coalcheck -Xclang --explain -Xclang -plugin-arg-coalcheck -Xclang '--launch=k: grid=1 block=64 smem=0' %s 2>&1 | FileCheck --check-prefix=LAUNCH %s
// RUN: not %clang_coal -Xclang -plugin-arg-coalcheck -Xclang --explain -Xclang -plugin-arg-coalcheck -Xclang --nonsense %s 2>&1 | FileCheck --check-prefix=UNKNOWN %s
// RUN: %clang_coal -Xclang -plugin-arg-coalcheck -Xclang --explain -Xclang -setup-static-analyzer %s 2>&1 | FileCheck --check-prefix=TIDY %s
__global__ void k(const float *in, float *out) {
  out[threadIdx.x * 32] = in[threadIdx.x];
  out[threadIdx.x * 16] = in[threadIdx.x]; // NOLINT(coalcheck-strided)
}
// NONE-NOT: coalcheck
// ERROR: :[[@LINE-4]]:3: error: uncoalesced store of 'out': {{.*}} [coalcheck-strided]
// ERROR-NOT: :13:
// ERROR: 1 error generated
// LAUNCH: warning: uncoalesced
// LAUNCH: note: launched with block (64, 1, 1) by the command line
// UNKNOWN: error: coalcheck: unknown option '--nonsense'
// TIDY: remark: the coalcheck plugin works in compiles alone
// TIDY-NOT: warning
