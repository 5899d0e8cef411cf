/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/** Device LLVM IR to a warp program. Only the files of this folder include LLVM-C. */
#ifndef COAL_RUN_LOWER_H
#define COAL_RUN_LOWER_H

#include "program/memory.h"
#include "program/program.h"

/** The optimiser passes that run before: either none that merge, move or drop accesses, or LLVM's -O1 pipeline. */
typedef enum coal_lower_optimise { COAL_OPTIMISE_KEEP_ACCESSES, COAL_OPTIMISE_O1 } coal_lower_optimise;

/** The width of an access in the source: the copy of a record of so many bytes with that alignment. Clang forgets
 *  the alignment of a pointer cast when it sees the underlying array; nvcc's compiler does not. */
typedef struct coal_lower_width {
  const char *
      kernel; /* mangled: in this instance only; NULL: in any. In functions that are called, that of any kernel applies */
  const char *file; /* only its last component is compared */
  uint32_t line1, bytes;
  bool is_store;
} coal_lower_width;

typedef struct coal_lower_widths {
  const coal_lower_width *items;
  size_t n;
} coal_lower_widths;

/** Reads bitcode (or textual IR) of a device module, and lowers every kernel in it with its callees. Its global
 *  variables get memory in `memory`. 0 and `*out` (yours: coal_vm_program_free); −1 and `*error` (yours to free).
 *  Functions that cannot be executed have coal_vm_code.unsupported set. */
int coal_lower(const char *bitcode, size_t n_bytes, coal_vm_memory *memory, coal_lower_optimise optimise,
               const coal_lower_widths *widths, coal_vm_program **out, char **error);

#endif
