/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/** Makes up a kernel's arguments from what the user said about them. */
#ifndef COAL_RUN_ARGUMENTS_H
#define COAL_RUN_ARGUMENTS_H

#include "device.h"
#include "util/str.h"

/** An argument from the user: "n" = "512", "alpha" = "1.5", "s.w" = "4", "in" = "float[4096]:random(7)", "in" =
 *  "int[1000]:ramp%64", "in" = "float:data.bin". */
typedef struct coal_exec_argument {
  const char *name, *text;
} coal_exec_argument;

/** One scalar of the arguments, and the value that the launch passes. */
typedef struct coal_exec_scalar {
  uint32_t param;
  const char *name;                /* "n", "s.size[1]" */
  bool is_pointer, is_float;       /* in the source */
  uint64_t offset_bits, size_bits; /* in the parameter; bit 0 is the least significant of the first byte */
  const char *text;                /* in the form of a user's argument; NULL: not known, or a pointer into an object */
  bool has_object;                 /* a pointer to `offset_bytes` after the start of object `object` */
  uint32_t object;
  int64_t offset_bytes;
} coal_exec_scalar;

typedef struct coal_exec_arguments {
  const coal_exec_argument *said; /* takes precedence over the launch */
  size_t n_said;
  const coal_exec_scalar *scalars; /* every scalar of every parameter */
  size_t n_scalars;
} coal_exec_arguments;

/** Fills a launch buffer of kernel->param_bytes (yours to free). Objects, and pointers without a description, get
 *  buffers that grow as they are used and hold a ramp; unknown floating scalars are 1. 0; −1: `missing` then names
 *  the arguments to give, one a line. */
int coal_exec_arguments_make(coal_exec_device *d, const coal_vm_code *kernel, const coal_exec_arguments *arguments,
                             void **params, coal_str *missing);
/** Sets device variables named by arguments ("n" = "512" for `__constant__ int n`). */
void coal_exec_arguments_set_globals(const coal_vm_program *p, const coal_exec_argument *arguments, size_t n);

#endif
