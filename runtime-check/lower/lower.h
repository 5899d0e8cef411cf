/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/** Device LLVM IR to a warp program. The only files that include LLVM-C are lower*.c. */
#ifndef COAL_RUN_LOWER_H
#define COAL_RUN_LOWER_H

#include "program/memory.h"
#include "program/program.h"

/** What of the optimiser runs before: nothing that merges, moves or drops accesses, or LLVM's -O1 pipeline. */
typedef enum coal_optimise { COAL_OPTIMISE_KEEP_ACCESSES, COAL_OPTIMISE_O1 } coal_optimise;

/** What the source says about the width of an access: the copy of a record of so many bytes that is aligned to them.
 *  Clang forgets the alignment of a pointer cast when it sees the array behind it; nvcc's compiler does not. */
typedef struct coal_width {
  const char
      *kernel;      /* mangled: in this instance alone; NULL: in any. In functions that are called any kernel's holds */
  const char *file; /* its last part counts */
  uint32_t line1, bytes;
  bool is_store;
} coal_width;

typedef struct coal_widths {
  const coal_width *items;
  size_t n;
} coal_widths;

/** Reads bitcode (or textual IR) of a device module and lowers every kernel in it and what they call. Its global
 *  variables get memory in `memory`. 0 and `*out` (yours: coal_program_free); −1 and `*error` (yours: free). Functions
 *  that cannot be run say so in coal_code.unsupported. */
int coal_lower(const char *bitcode, size_t n_bytes, coal_memory *memory, coal_optimise optimise,
               const coal_widths *widths, coal_program **out, char **error);
void coal_program_free(coal_program *p);
/** The kernel of that IR name. NULL: none. */
const coal_code *coal_program_kernel(const coal_program *p, const char *symbol);
const coal_global *coal_program_global(const coal_program *p, const char *name);

#endif
