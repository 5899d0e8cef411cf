// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A line is no longer than asked for: messages are wrapped, source lines cut around what is marked; a wide character takes two columns.
// RUN: cd %S && not %coalcheck --message-length=60 narrow.cu 2>&1 | FileCheck --strict-whitespace --match-full-lines %s
// RUN: cd %S && not %coalcheck --message-length=0 narrow.cu 2>&1 | FileCheck --strict-whitespace --check-prefix=WHOLE %s
// RUN: cd %S && not %coalcheck --message-length=many narrow.cu 2>&1 | FileCheck --check-prefix=BAD %s
__global__ void k(const float *in, float *out) { /* 日本語 */ out[threadIdx.x] = in[threadIdx.x * 8]; /* and a comment that goes on and on */ }
// CHECK:narrow.cu:6:85: warning: uncoalesced load of 'in': 32
// CHECK-NEXT:      sectors per request, minimum 4 [coalcheck-strided]
// CHECK-NEXT:    6 | ...readIdx.x] = in[threadIdx.x * 8]; /* and a com...
// CHECK-NEXT:      |                 ^~~~~~~~~~~~~~~~~~~
// WHOLE: narrow.cu:6:85: warning: uncoalesced load of 'in': 32 sectors per request, minimum 4 [coalcheck-strided]
// WHOLE-NEXT: {{^}}    6 | __global__ void k(const float *in, float *out) { /* 日本語 */ out[threadIdx.x] = in[threadIdx.x * 8]; /* and a comment that goes on and on */ }
// WHOLE-NEXT: {{^}}      |                                                                                  ^~~~~~~~~~~~~~~~~~~
// BAD: error: bad --message-length 'many': expected a number of columns
