/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/**
 * Code that a conditional on __CUDA_ARCH__ leaves out (`#if __CUDA_ARCH__ >= 900`), and the architecture that has it.
 *
 * Conditions are integers, __CUDA_ARCH__ and `defined`; what hangs on another macro counts as left out.
 */
#ifndef COAL_FRONTEND_ARCH_GUARD_H
#define COAL_FRONTEND_ARCH_GUARD_H

#include <stddef.h>

/**
 * The compute capability × 10 (90) nearest to `cc`, newer ones first, for which conditionals on __CUDA_ARCH__ in the function whose
 * name is at the byte `at` leave in code that they leave out for `cc`; 0: there is none.
 */
unsigned coal_arch_guard_shown_by(const char *text, size_t n, size_t at, unsigned cc);

#endif
