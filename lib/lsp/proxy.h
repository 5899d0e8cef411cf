/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/** Private to the proxy: its state. proxy.c transports messages, relay.c handles each, revive.c restarts a clangd
 *  that died. */
#ifndef COAL_LSP_PROXY_H
#define COAL_LSP_PROXY_H

#include "lsp/clangd.h"
#include "lsp/merge.h"

/** A request of the client's that clangd has not answered. */
typedef struct coal_pending {
  json_t *id, *params; /* params NULL for COAL_MERGE_NONE */
  coal_merge_kind kind;
} coal_pending;

/** A request from clangd that the client has not answered. A restarted clangd begins to number again, so its ids are
 *  changed. */
typedef struct coal_asked {
  json_t *clangd_id, *client_id;
  unsigned generation;
} coal_asked;

typedef struct coal_proxy {
  coal_session session;
  char **clangd_argv;
  coal_clangd clangd;
  unsigned generation; /* number of the clangd, from 0 */
  coal_rpc_reader from_client;
  coal_channel to_client;

  COAL_VEC(coal_pending) pending;
  COAL_VEC(coal_asked) asked;
  COAL_VEC(json_t *) progress; /* tokens of progress that was begun and not ended */
  json_int_t next_id;          /* of coalcheck's own requests to the client: "coalcheck:1", … */
  uint64_t next_clangd_id;     /* for ids of a later clangd: "clangd:1", … */

  json_t *initialize;                    /* the client's request; NULL until it arrives */
  json_t *configuration;                 /* its last workspace/didChangeConfiguration */
  bool client_initialized, was_answered; /* "initialized" has arrived; clangd has answered initialize */
  bool was_shut_down;                    /* the client requested shutdown: do not restart clangd */
  bool client_spoke;                     /* it has sent something */
  bool client_is_done;                   /* exit has arrived, or the end of input */
  bool is_passing_stale;                 /* the too big message being passed on began for a clangd that died */

  unsigned quick_deaths;
  int64_t revive_due_ms; /* −1: no clangd is to be started */
  bool gave_up, is_over;
  int status;         /* the exit status, at the end */
  int64_t end_due_ms; /* after exit: when to stop waiting; −1 */
} coal_proxy;

/* relay.c */
/** Handles one message of the client's, and of clangd's. `e` is a whole message. */
void coal_proxy_from_client(coal_proxy *p, const coal_rpc_event *e);
void coal_proxy_from_clangd(coal_proxy *p, const coal_rpc_event *e);
/** Writes the message, or the part of a too big one, to clangd, if there is one. */
void coal_proxy_forward(coal_proxy *p, const coal_rpc_event *e);
/** coalcheck has a new result for the document. */
void coal_proxy_changed(void *proxy, coal_document *d);
void coal_proxy_log(void *proxy, bool show, const char *text);
/** Publishes both sets of the document now. */
void coal_proxy_publish(coal_proxy *p, coal_document *d);

/* revive.c */
/** After the end of clangd's output: ends the proxy, or cleans up and schedules a restart. */
void coal_proxy_clangd_ended(coal_proxy *p);
/** Starts a clangd and restores the state of the previous one. */
void coal_proxy_revive(coal_proxy *p);

#endif
