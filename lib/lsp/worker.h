/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/**
 * A process for one analysis. It is forked in advance and loads libclang while it waits, so that a result takes
 * only parsing and evaluation. It may crash, hang or be killed without harm to the server.
 */
#ifndef COAL_LSP_WORKER_H
#define COAL_LSP_WORKER_H

#include <sys/types.h>

#include "lsp/loop.h"
#include "lsp/result.h"
#include "lsp/rpc.h"

/** Zero-initialise: pid 0 is no process. */
typedef struct coal_worker {
  pid_t pid;
  coal_channel job; /* to the process */
  int result_fd;    /* from it */
  coal_str result;
} coal_worker;

/** Forks a process with these settings, which waits for its job. false: no process could be made. */
bool coal_worker_start(coal_worker *w, const coal_settings *s);
/** Sends the job. Once. */
void coal_worker_send(coal_worker *w, const coal_job *job);
void coal_worker_poll(const coal_worker *w, coal_poll_set *set);
/** Transfers bytes. True if the process has finished: then *result is its result (yours), or NULL with `why` set,
 *  and the worker may be started again. */
bool coal_worker_run(coal_worker *w, const coal_poll_set *set, json_t **result, char why[64]);
/** Kills the process. */
void coal_worker_kill(coal_worker *w);

#endif
