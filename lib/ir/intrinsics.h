/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/** The table behind coal_intrinsic_is_known, for its test. */
#ifndef COAL_IR_INTRINSICS_H
#define COAL_IR_INTRINSICS_H

#include <stddef.h>

extern const char *const coal_intrinsic_names[];
extern const size_t coal_intrinsic_count;

#endif
