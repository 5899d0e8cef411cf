/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#define __bool_true_false_are_defined 1
