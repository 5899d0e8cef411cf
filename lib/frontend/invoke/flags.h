/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/** From the user's compiler flags to libclang's. */
#ifndef COAL_FRONTEND_FLAGS_H
#define COAL_FRONTEND_FLAGS_H

#include <stdbool.h>
#include <stddef.h>

#include "util/arena.h"
#include "util/vec.h"

/** The virtual folder that the embedded files lie in. */
#define COAL_VIRTUAL_ROOT "/coalcheck-cuda"
/** Its folder with declarations that stand for headers which are not there. */
#define COAL_STAND_INS "stand_in"

typedef COAL_VEC(const char *) coal_strings;

/** All borrowed. */
typedef struct coal_flags_request {
  const char *const *user; /* Clang's or nvcc's spelling */
  size_t n_user;
  bool is_nvcc;             /* lists of nvcc are taken apart: -DA,B */
  const char *directory;    /* where relative paths start; NULL = here */
  const char *arch;         /* "sm_80" */
  const char *toolkit;      /* folder, or NULL: the embedded headers */
  unsigned toolkit_version; /* × 10 */
  const char *resource_dir; /* NULL: Clang's builtin headers are not installed */
  bool has_cccl;            /* toolkit/include/cccl is there */
  const char *const *later; /* folders searched behind all others but the stand-ins' */
  size_t n_later;
  const char *const *own; /* headers in them, as they are included: not the system's */
  size_t n_own;
  const char *standard; /* where the user names none; NULL: "c++17" */
} coal_flags_request;

/** The argument vector for libclang, without compiler and file, by the whitelist of flag_table.h. Words that are not
 *  known are appended to `unknown` (may be NULL). Strings live in `arena` or are borrowed from the request; free the
 *  lists with coal_vec_free. */
void coal_flags_build(coal_arena *arena, const coal_flags_request *request, coal_strings *out, coal_strings *unknown);
/** True if some flag is one of nvcc alone. */
bool coal_flags_are_nvcc(const char *const *flags, size_t n);
/** The value of --cuda-path= among the flags, borrowed, or NULL. */
const char *coal_flags_cuda_path(const char *const *flags, size_t n);

#endif
