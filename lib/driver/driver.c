/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "driver.h"

#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "util/nearest.h"

/** One command. `run` NULL: its part of the project was not built. */
typedef struct command_row {
  const char *name;
  coal_command run;
} command_row;

static const command_row commands[] = {
    {"model", coal_model_main},     {"targets", coal_targets_main},
    {"doctor", coal_doctor_main},
#ifdef COAL_HAVE_CONFIRM
    {"confirm", coal_confirm_main}, {"run", coal_run_main},
#else
    {"confirm", NULL},
    {"run", NULL},
#endif
#ifdef COAL_HAVE_LSP
    {"lsp", coal_lsp_main},         {"clangd", coal_clangd_main},
#else
    {"lsp", NULL},
    {"clangd", NULL},
#endif
    {"launch", coal_launch_main},   {"merge", coal_merge_main},
    {"manual", coal_manual_main},   {"completion", coal_completion_main},
};

/** The command that the program's own name stands for: "coalcheck-clangd" is `coalcheck clangd`. */
static const char *command_of_name(const char *path) {
  const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path;
  return strncmp(name, "coalcheck-", 10) == 0 ? name + 10 : NULL;
}

/** A reader that went away is an error of the write, with its message. A handler and not SIG_IGN: programs that are started
 *  get the default back. */
static void ignore(int signal_number) { (void)signal_number; }

/** The command that a word was meant to be, NULL for one that may be a file. */
static const char *meant(const char *word) {
  coal_nearest near = {0};
  if (word[0] == '-' || strpbrk(word, "./") || access(word, F_OK) == 0) return NULL;
  for (size_t i = 0; i < sizeof commands / sizeof *commands; i++) coal_nearest_add(&near, word, commands[i].name);
  return near.best;
}

int coal_driver_main(int argc, char **argv) {
  signal(SIGPIPE, ignore);
  const char *by_name = argc > 0 ? command_of_name(argv[0]) : NULL;
  for (size_t i = 0; by_name && i < sizeof commands / sizeof *commands; i++)
    if (strcmp(by_name, commands[i].name) == 0 && commands[i].run) return commands[i].run(argc, argv);
  for (size_t i = 0; argc > 1 && i < sizeof commands / sizeof *commands; i++) {
    if (strcmp(argv[1], commands[i].name) != 0) continue;
    if (!commands[i].run) return coal_fail("the command '%s' is not built into this coalcheck", argv[1]);
    return commands[i].run(argc - 1, argv + 1);
  }
  const char *command = argc > 1 ? meant(argv[1]) : NULL;
  if (command) return coal_fail("no file and no command '%s'; did you mean '%s'?", argv[1], command);
  return coal_analyse_main(argc, argv);
}

static void say(const char *level, const char *format, va_list args) {
  fprintf(stderr, "coalcheck: %s: ", level);
  vfprintf(stderr, format, args);
  fputc('\n', stderr);
}

int coal_fail(const char *format, ...) {
  va_list args;
  va_start(args, format);
  say("error", format, args);
  va_end(args);
  return COAL_EXIT_FAILED;
}

void coal_warn(const char *format, ...) {
  va_list args;
  va_start(args, format);
  say("warning", format, args);
  va_end(args);
}
