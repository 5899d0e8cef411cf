/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "lower_internal.h"

void coal_lower_asm(coal_lower_state *s, LLVMValueRef i, const char *text, const char *constraints) {
  (void)i;
  (void)constraints;
  coal_lower_emit(s, COAL_INS_TRAP)->aux = coal_arena_format(s->arena, "inline PTX this machine does not have: %s", text);
}
