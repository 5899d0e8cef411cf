/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/**
 * `coalcheck launch [options] -- nvcc … k.cu …`: analyses what the command compiles, then becomes the command. For
 * CMAKE_CUDA_COMPILER_LAUNCHER and the like. Findings fail the build only with --fail-on.
 */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "database.h"
#include "driver.h"
#include "util/vec.h"

typedef COAL_VEC(char *) word_list;

static bool is_stop(const char *word) {
  static const char *const stops[] = {"-E", "-M", "-MM", "--preprocess", "--version", "-dlink", "--device-link"};
  for (size_t i = 0; i < sizeof stops / sizeof *stops; i++)
    if (strcmp(word, stops[i]) == 0) return true;
  return false;
}

/** The CUDA file that the command compiles, or NULL: it preprocesses, links, or compiles something else. */
static char *source_of(int n, char **command) {
  char *source = NULL;
  for (int i = 1; i < n; i++) {
    if (is_stop(command[i])) return NULL;
    if (command[i][0] != '-' && coal_is_cuda_name(command[i])) source = command[i];
  }
  return source;
}

static bool says(int n, char **options, const char *name) {
  for (int i = 1; i < n; i++)
    if (strncmp(options[i], name, strlen(name)) == 0) return true;
  return false;
}

/** What `coalcheck OPTIONS FILE -- FLAGS` returns. The flags are those of the command; no database is searched. */
static int analyse(const coal_commands *commands, int n_options, char **options, int n_command, char **command,
                   char *source) {
  static char never[] = "--fail-on=never", end[] = "--";
  word_list all = {0};
  for (int i = 0; i < n_options; i++) coal_vec_push(&all, options[i]);
  if (!says(n_options, options, "--fail-on")) coal_vec_push(&all, never);
  coal_vec_push(&all, source);
  coal_vec_push(&all, end);
  for (int i = 1; i < n_command; i++) coal_vec_push(&all, command[i]);
  const int status = coal_analyse_main(commands, (int)all.n, all.items);
  coal_vec_free(&all);
  return status;
}

int coal_launch_main(const coal_commands *commands, int argc, char **argv) {
  int at = 1;
  while (at < argc && strcmp(argv[at], "--") != 0) at++;
  char **command = argv + at + 1;
  const int n_command = argc - at - 1;
  if (n_command < 1) return coal_fail("'launch' needs a command: coalcheck launch -- nvcc -c k.cu");
  char *source = source_of(n_command, command);
  const int status = source ? analyse(commands, at, argv, n_command, command, source) : COAL_EXIT_CLEAN;
  fflush(NULL);
  if (status == COAL_EXIT_FINDINGS) return status;
  execvp(command[0], command);
  return coal_fail("cannot run '%s': %s", command[0], strerror(errno));
}
