/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "registry.h"

extern const coal_check coal_check_pitch_ignored;
extern const coal_check coal_check_misaligned_vector;
extern const coal_check coal_check_misaligned;
extern const coal_check coal_check_aos_field;
extern const coal_check coal_check_strided;
extern const coal_check coal_check_scattered;
extern const coal_check coal_check_bank_conflict;

/** In order: the first that applies names the cause (design.md, "Checks"). */
static const coal_check *const checks[] = {
    &coal_check_pitch_ignored,     //
    &coal_check_misaligned_vector, //
    &coal_check_bank_conflict,     //
    &coal_check_misaligned,        //
    &coal_check_aos_field,         //
    &coal_check_strided,           //
    &coal_check_scattered,         //
};

const coal_check *const *coal_check_list(size_t *n) {
  *n = sizeof checks / sizeof *checks;
  return checks;
}
