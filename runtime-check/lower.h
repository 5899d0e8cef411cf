/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/** Device LLVM IR to a warp program. The only files that include LLVM-C are lower*.c. */
#ifndef COAL_RUN_LOWER_H
#define COAL_RUN_LOWER_H

#include "memory.h"
#include "program.h"

/** What of the optimiser runs before: nothing that merges, moves or drops accesses, or LLVM's -O1 pipeline. */
typedef enum coal_optimise { COAL_OPTIMISE_KEEP_ACCESSES, COAL_OPTIMISE_O1 } coal_optimise;

/** Reads bitcode (or textual IR) of a device module and lowers every kernel in it and what they call. Its global
 *  variables get memory in `memory`. 0 and `*out` (yours: coal_program_free); −1 and `*error` (yours: free). Functions
 *  that cannot be run say so in coal_code.unsupported. */
int coal_lower(const char *bitcode, size_t n_bytes, coal_memory *memory, coal_optimise optimise, coal_program **out,
               char **error);
void coal_program_free(coal_program *p);
/** The kernel of that IR name, display name, or its name without template arguments when that is unique. NULL: none. */
const coal_code *coal_program_kernel(const coal_program *p, const char *name);
const coal_global *coal_program_global(const coal_program *p, const char *name);

#endif
