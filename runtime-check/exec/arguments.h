/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/** Makes up a kernel's arguments from what the user said about them. */
#ifndef COAL_RUN_ARGUMENTS_H
#define COAL_RUN_ARGUMENTS_H

#include "device.h"
#include "util/str.h"

/** "n" = "512", "alpha" = "1.5", "in" = "float[4096]:random(7)", "in" = "int[1000]:ramp%64", "in" = "float:data.bin".
 */
typedef struct coal_argument {
  const char *name, *text;
} coal_argument;

/** Fills a launch buffer of kernel->param_bytes (yours: free). Pointers that nobody described get buffers that grow as
 * they are used and hold a ramp; floating parameters 1. 0; −1: `missing` then says what to give, by name. */
int coal_arguments_make(coal_device *d, const coal_code *kernel, const coal_argument *arguments, size_t n,
                        void **params, coal_str *missing);
/** Sets device variables named by arguments ("n" = "512" for `__constant__ int n`). */
void coal_arguments_set_globals(const coal_program *p, const coal_argument *arguments, size_t n);

#endif
