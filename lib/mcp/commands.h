/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/** The command of this library, for the program's table (lib/main/main.c). */
#ifndef COAL_MCP_COMMANDS_H
#define COAL_MCP_COMMANDS_H

#include "driver/driver.h"

/** A Model Context Protocol server over standard input and output, until the end of the input. The tools run commands of
 *  the table. */
int coal_mcp_main(const coal_commands *commands, int argc, char **argv);

#endif
