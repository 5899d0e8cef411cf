/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/** A command of the program, run in a process of its own with its standard streams in memory. */
#ifndef COAL_MCP_RUN_H
#define COAL_MCP_RUN_H

#include "driver/driver.h"
#include "util/str.h"

typedef struct coal_mcp_output {
  int status; /* of the command; −1: it was ended by a signal, or could not be started */
  coal_str out, err;
} coal_mcp_output;

/** Runs the command of that name (NULL: what is done without a name) in `folder` (NULL: here) with `input` (n bytes) as
 *  standard input. `words`: the arguments behind the name. Free the output with coal_mcp_output_free. */
void coal_mcp_run(const coal_commands *commands, const char *name, size_t n_words, const char *const *words,
                  const char *folder, const char *input, size_t n, coal_mcp_output *out);
void coal_mcp_output_free(coal_mcp_output *o);

#endif
