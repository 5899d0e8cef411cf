/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/** Commands of the program `coalcheck`; lib/main/main.c holds the table of all. */
#ifndef COAL_DRIVER_DRIVER_H
#define COAL_DRIVER_DRIVER_H

#include "driver/options.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Exit status of every command. */
enum { COAL_EXIT_CLEAN = 0, COAL_EXIT_FINDINGS = 1, COAL_EXIT_FAILED = 2 };

/** A command: argv[0] is its name. Returns the exit status. */
typedef int (*coal_command)(int argc, char **argv);

/** One command. */
typedef struct coal_command_row {
  const char *name;
  coal_command run; /* NULL: its part of the project was not built */
  const char *synopsis, *help;
} coal_command_row;

/** All commands of the program. */
typedef struct coal_commands {
  const coal_command_row *rows;
  size_t n;
} coal_commands;

/** What is done when no command is named: analyses files. */
int coal_analyse_main(const coal_commands *commands, int argc, char **argv);
/** Analyses what a compiler command compiles, then runs the command. */
int coal_launch_main(const coal_commands *commands, int argc, char **argv);
/** The man page and the shells' completions name all commands. */
int coal_manual_main(const coal_commands *commands, int argc, char **argv);
int coal_completion_main(const coal_commands *commands, int argc, char **argv);

int coal_model_main(int argc, char **argv);
int coal_targets_main(int argc, char **argv);
int coal_doctor_main(int argc, char **argv);
int coal_merge_main(int argc, char **argv);
int coal_diff_main(int argc, char **argv);
/** Writes ./.clangd for the compile database of this folder, where none is. Returns the exit status. */
int coal_clangd_init(void);

/** "coalcheck: error: …" on stderr; returns COAL_EXIT_FAILED. */
int coal_fail(const char *format, ...)
#if defined(__GNUC__)
    __attribute__((format(printf, 1, 2)))
#endif
    ;
/** "coalcheck: warning: …" on stderr. */
void coal_warn(const char *format, ...)
#if defined(__GNUC__)
    __attribute__((format(printf, 1, 2)))
#endif
    ;

#ifdef __cplusplus
}
#endif
#endif
