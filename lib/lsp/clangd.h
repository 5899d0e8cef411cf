/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/** clangd as a child process. */
#ifndef COAL_LSP_CLANGD_H
#define COAL_LSP_CLANGD_H

#include <sys/types.h>

#include "lsp/loop.h"
#include "lsp/rpc.h"

/** Zero-initialise; pid 0 is no process. */
typedef struct coal_clangd {
  pid_t pid;
  int in_fd, out_fd;
  coal_channel to;      /* its standard input */
  coal_rpc_reader from; /* its standard output */
  bool is_closing;      /* its input is closed once the queue is written */
  int64_t started_ms;
} coal_clangd;

/** The clangd to use: $COALCHECK_CLANGD, else clangd, clangd-30 … clangd-14 in $PATH, but never this program itself.
 *  NULL with a message in *error (both yours). */
char *coal_clangd_find(char **error);
/** Starts it; argv[0] is the program. Standard error is shared. */
bool coal_clangd_start(coal_clangd *c, char **argv);
void coal_clangd_poll(const coal_clangd *c, coal_poll_set *set);
/** Closes its standard input after everything written so far. */
void coal_clangd_end_input(coal_clangd *c);
/** Writes the queue. */
void coal_clangd_flush(coal_clangd *c);
/** Waits at most a second for the process, which has closed its output, then kills it. Returns its wait status. */
int coal_clangd_reap(coal_clangd *c);

#endif
