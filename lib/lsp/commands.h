/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/** The commands of this library, for the program's table (lib/main/main.c). */
#ifndef COAL_LSP_COMMANDS_H
#define COAL_LSP_COMMANDS_H

int coal_lsp_main(int argc, char **argv);
int coal_clangd_main(int argc, char **argv);

#endif
