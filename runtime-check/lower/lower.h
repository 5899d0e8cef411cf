/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/** Device LLVM IR to a warp program. Only the files of this folder include LLVM-C. */
#ifndef COAL_RUN_LOWER_H
#define COAL_RUN_LOWER_H

#include "program/memory.h"
#include "program/program.h"

/** What of the optimiser runs before: nothing that merges, moves or drops accesses, or LLVM's -O1 pipeline. */
typedef enum coal_lower_optimise { COAL_OPTIMISE_KEEP_ACCESSES, COAL_OPTIMISE_O1 } coal_lower_optimise;

/** What the source says about the width of an access: the copy of a record of so many bytes that is aligned to them.
 *  Clang forgets the alignment of a pointer cast when it sees the array behind it; nvcc's compiler does not. */
typedef struct coal_lower_width {
  const char
      *kernel;      /* mangled: in this instance alone; NULL: in any. In functions that are called any kernel's holds */
  const char *file; /* its last part counts */
  uint32_t line1, bytes;
  bool is_store;
} coal_lower_width;

typedef struct coal_lower_widths {
  const coal_lower_width *items;
  size_t n;
} coal_lower_widths;

/** Reads bitcode (or textual IR) of a device module and lowers every kernel in it and what they call. Its global
 *  variables get memory in `memory`. 0 and `*out` (yours: coal_vm_program_free); −1 and `*error` (yours: free). Functions
 *  that cannot be run say so in coal_vm_code.unsupported. */
int coal_lower(const char *bitcode, size_t n_bytes, coal_vm_memory *memory, coal_lower_optimise optimise,
               const coal_lower_widths *widths, coal_vm_program **out, char **error);

#endif
