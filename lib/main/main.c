/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/**
 * The program: the table of its commands. lib/driver, lib/lsp and runtime-check/confirm implement commands and do not know
 * each other's; a part that was not built has a row without a function.
 */
#include <signal.h>
#include <string.h>
#include <unistd.h>

#include "driver/driver.h"
#include "util/nearest.h"
#ifdef COAL_HAVE_LSP
#include "lsp/commands.h"
#else
#define coal_lsp_main NULL
#define coal_clangd_main NULL
#endif
#ifdef COAL_HAVE_MCP
#include "mcp/commands.h"
#endif
#ifdef COAL_HAVE_CONFIRM
#include "confirm/commands.h"
#else
#define coal_confirm_main NULL
#define coal_run_main NULL
#endif

static int launch(int argc, char **argv);
#ifdef COAL_HAVE_MCP
static int mcp(int argc, char **argv);
#else
#define mcp NULL
#endif
static int manual(int argc, char **argv);
static int completion(int argc, char **argv);

/* In the order of the manual. */
static const coal_command_row rows[] = {
    {"confirm", coal_confirm_main, "coalcheck confirm [options] FILE.cu... [-- flags]",
     "run the kernels and compare with the prediction"},
    {"run", coal_run_main, "coalcheck run [options] PROG.cu... [-- args]",
     "compile and run a whole program on the CPU, and compare"},
    {"lsp", coal_lsp_main, "coalcheck lsp", "a language server that reports to an editor"},
    {"clangd", coal_clangd_main, "coalcheck clangd [--init | arguments]",
     "clangd with the findings among its own; --init writes a .clangd for nvcc's commands"},
    {"mcp", mcp, "coalcheck mcp", "a Model Context Protocol server: the analysis as tools"},
    {"model", coal_model_main, "coalcheck model [--target=sm_XX] < rows.csv", "what would these 32 addresses cost?"},
    {"targets", coal_targets_main, "coalcheck targets", "list the hardware models"},
    {"launch", launch, "coalcheck launch [options] -- nvcc ...", "analyse what the command compiles, then run it"},
    {"merge", coal_merge_main, "coalcheck merge A.sarif B.sarif...",
     "join reports; results that are the same are kept once"},
    {"diff", coal_diff_main, "coalcheck diff [--format=text|markdown|json] BEFORE.json AFTER.json",
     "what a change made better, worse or new"},
    {"doctor", coal_doctor_main, "coalcheck doctor", "what was found on this machine, what is missing"},
    {"manual", manual, "coalcheck manual", "the manual page"},
    {"completion", completion, "coalcheck completion bash|zsh", "the shell's completion, for eval or a file"},
};

static const coal_commands commands = {rows, sizeof rows / sizeof *rows};

static int launch(int argc, char **argv) { return coal_launch_main(&commands, argc, argv); }
#ifdef COAL_HAVE_MCP
static int mcp(int argc, char **argv) { return coal_mcp_main(&commands, argc, argv); }
#endif
static int manual(int argc, char **argv) { return coal_manual_main(&commands, argc, argv); }
static int completion(int argc, char **argv) { return coal_completion_main(&commands, argc, argv); }

static const coal_command_row *find(const char *name) {
  for (size_t i = 0; name && i < commands.n; i++)
    if (strcmp(name, rows[i].name) == 0) return &rows[i];
  return NULL;
}

/* The command that the program's own name stands for: "coalcheck-clangd" is `coalcheck clangd`. */
static const char *command_of_name(const char *path) {
  const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path;
  return strncmp(name, "coalcheck-", 10) == 0 ? name + 10 : NULL;
}

/* A reader that went away is an error of the write, with its message. A handler and not SIG_IGN: programs that are started
 * get the default back. */
static void ignore(int signal_number) { (void)signal_number; }

/* The command that a word was meant to be, NULL for one that may be a file. */
static const char *meant(const char *word) {
  coal_nearest near = {0};
  if (word[0] == '-' || strpbrk(word, "./") || access(word, F_OK) == 0) return NULL;
  for (size_t i = 0; i < commands.n; i++) coal_nearest_add(&near, word, rows[i].name);
  return near.best;
}

int main(int argc, char **argv) {
  signal(SIGPIPE, ignore);
  const coal_command_row *row = argc > 0 ? find(command_of_name(argv[0])) : NULL;
  if (row && row->run) return row->run(argc, argv);
  row = argc > 1 ? find(argv[1]) : NULL;
  const char *command = !row && argc > 1 ? meant(argv[1]) : NULL;
  if (command) return coal_fail("no file and no command '%s'; did you mean '%s'?", argv[1], command);
  if (!row) return coal_analyse_main(&commands, argc, argv);
  if (!row->run) return coal_fail("the command '%s' is not built into this coalcheck", argv[1]);
  return row->run(argc - 1, argv + 1);
}
