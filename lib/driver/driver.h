/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/** The program: `coalcheck` and its commands. */
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

/** What main() does. */
int coal_driver_main(int argc, char **argv);

/** The built-in commands. */
int coal_analyse_main(int argc, char **argv);
int coal_model_main(int argc, char **argv);
int coal_targets_main(int argc, char **argv);
int coal_doctor_main(int argc, char **argv);
int coal_merge_main(int argc, char **argv);
int coal_launch_main(int argc, char **argv);
int coal_manual_main(int argc, char **argv);
int coal_completion_main(int argc, char **argv);

/** Commands of other parts of the project, present where their library (coal_confirm, coal_lsp …) is built. */
int coal_confirm_main(int argc, char **argv);
int coal_run_main(int argc, char **argv);
int coal_lsp_main(int argc, char **argv);
int coal_clangd_main(int argc, char **argv);

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
