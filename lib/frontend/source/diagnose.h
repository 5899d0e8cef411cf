/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/** Clang's diagnostics out of a translation unit. */
#ifndef COAL_FRONTEND_DIAGNOSE_H
#define COAL_FRONTEND_DIAGNOSE_H

#include "frontend/frontend.h"
#include "frontend/invoke/libclang.h"
#include "instantiate.h"
#include "util/arena.h"

typedef struct coal_diagnosis {
  const coal_diagnostic *items;
  size_t n, n_errors;
  size_t n_system_errors; /* in system headers: toolkit and libclang do not go together */
  const char *first_system_error;
  const bool *is_refused; /* of each wanted instance (see instantiate.h): making it is an error */
} coal_diagnosis;

/** Errors and the notes to them, without those in touches (see instantiate.h). All in `arena`. */
coal_diagnosis coal_diagnose(coal_arena *arena, const coal_libclang *c, CXTranslationUnit tu, const char *main_file,
                             const coal_touched *source, size_t n_wanted);

#endif
