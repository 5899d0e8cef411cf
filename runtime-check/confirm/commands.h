/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/** The commands of this library, for the program's table (lib/main/main.c). */
#ifndef COAL_CONFIRM_COMMANDS_H
#define COAL_CONFIRM_COMMANDS_H

int coal_confirm_main(int argc, char **argv);
int coal_run_main(int argc, char **argv);

#endif
