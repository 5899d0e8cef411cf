/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/** `coalcheck clangd`, also called coalcheck-clangd: clangd with coalcheck's findings among its own. */
#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "driver/driver.h"
#include "lsp/commands.h"
#include "lsp/proxy.h"

enum { HELD_MAX_BYTES = 64 << 20, QUEUE_MAX_BYTES = 64 << 20, END_MS = 30 * 1000, DRAIN_MS = 1000 };

static const char option_prefix[] = "--coalcheck=";

/* ---- moving messages ----------------------------------------------------------------------------------- */

/** Passes clangd's requests and messages on unchanged, and output that is no message too, so that users see it. */
static void take_from_clangd(coal_proxy *p) {
  coal_rpc_event e;
  while (coal_rpc_next(&p->clangd.from, &e)) {
    if (e.kind == COAL_RPC_MESSAGE)
      coal_proxy_from_clangd(p, &e);
    else
      coal_channel_write(&p->to_client, e.raw, e.n_raw);
  }
}

static void take_from_client(coal_proxy *p) {
  coal_rpc_event e;
  while (!p->client_is_done && coal_rpc_next(&p->from_client, &e)) {
    if (e.kind == COAL_RPC_MESSAGE) {
      coal_proxy_from_client(p, &e);
      continue;
    }
    if (e.kind == COAL_RPC_TOO_BIG) p->is_passing_stale = p->clangd.pid == 0;
    if (e.kind == COAL_RPC_CHUNK && coal_rpc_mentions(e.raw, e.n_raw, "/didChange")) coal_session_lose(&p->session);
    if (e.kind == COAL_RPC_NOISE) continue; /* clangd might take it for the start of a message */
    if (!p->is_passing_stale) coal_proxy_forward(p, &e);
  }
}

static void read_client(coal_proxy *p) {
  char buffer[65536];
  long n = coal_read_some(STDIN_FILENO, buffer, sizeof buffer);
  if (n > 0) {
    p->client_spoke = true;
    coal_rpc_feed(&p->from_client, buffer, (size_t)n);
    take_from_client(p);
  } else if (n == 0) {
    p->client_is_done = true;
    coal_clangd_end_input(&p->clangd);
  }
}

static void read_clangd(coal_proxy *p) {
  char buffer[65536];
  long n = coal_read_some(p->clangd.out_fd, buffer, sizeof buffer);
  if (n > 0) {
    coal_rpc_feed(&p->clangd.from, buffer, (size_t)n);
    take_from_clangd(p);
  } else if (n == 0) {
    coal_proxy_clangd_ended(p);
  }
}

/* ---- the loop ------------------------------------------------------------------------------------------ */

static int64_t next_due(const coal_proxy *p, int64_t due) {
  due = coal_earlier(due, coal_earlier(p->revive_due_ms, p->end_due_ms));
  for (size_t i = 0; i < p->session.documents.n; i++)
    due = coal_earlier(due, p->session.documents.items[i]->publish_due_ms);
  return due;
}

static bool is_due(int64_t due, int64_t now) { return due >= 0 && now >= due; }

static void run_timers(coal_proxy *p) {
  const int64_t now = coal_now_ms();
  if (is_due(p->revive_due_ms, now)) coal_proxy_revive(p);
  for (size_t i = 0; i < p->session.documents.n; i++)
    if (is_due(p->session.documents.items[i]->publish_due_ms, now))
      coal_proxy_publish(p, p->session.documents.items[i]);
  if (p->client_is_done && !p->clangd.pid) p->is_over = true;
  if (p->client_is_done && p->end_due_ms < 0) p->end_due_ms = now + END_MS;
  if (is_due(p->end_due_ms, now) && p->clangd.pid) kill(p->clangd.pid, SIGKILL);
}

static size_t waiting(const coal_channel *c) { return c->out.n - c->sent; }

/** One round. When one side does not read, the other is not read either, so that no queue grows without bound. */
static void turn(coal_proxy *p, coal_poll_set *set) {
  set->n = 0;
  const bool listens = !p->client_is_done && waiting(&p->clangd.to) < QUEUE_MAX_BYTES;
  const bool follows = p->clangd.pid && waiting(&p->to_client) < QUEUE_MAX_BYTES;
  if (listens) coal_poll_add(set, STDIN_FILENO, POLLIN);
  if (follows) coal_poll_add(set, p->clangd.out_fd, POLLIN);
  if (coal_channel_waits(&p->to_client)) coal_poll_add(set, p->to_client.fd, POLLOUT);
  if (p->clangd.pid && coal_channel_waits(&p->clangd.to)) coal_poll_add(set, p->clangd.to.fd, POLLOUT);
  coal_poll_wait(set, next_due(p, coal_session_poll(&p->session, set)));
  const int clangd_fd = p->clangd.out_fd;
  if (listens && coal_poll_is_readable(set, STDIN_FILENO)) read_client(p);
  if (follows && p->clangd.pid && p->clangd.out_fd == clangd_fd && coal_poll_is_readable(set, clangd_fd))
    read_clangd(p);
  coal_session_run(&p->session, set);
  if (!p->is_over) run_timers(p);
  coal_channel_flush(&p->to_client);
  coal_clangd_flush(&p->clangd);
  if (p->to_client.fd < 0 && !p->client_is_done) {
    p->client_is_done = true;
    coal_clangd_end_input(&p->clangd);
  }
}

static void serve(coal_proxy *p) {
  coal_poll_set set = {0};
  while (!p->is_over) turn(p, &set);
  const int64_t deadline = coal_now_ms() + DRAIN_MS;
  while (coal_channel_waits(&p->to_client) && coal_now_ms() < deadline) {
    set.n = 0;
    coal_poll_add(&set, p->to_client.fd, POLLOUT);
    coal_poll_wait(&set, deadline);
    coal_channel_flush(&p->to_client);
  }
  coal_vec_free(&set);
}

static void proxy_free(coal_proxy *p) {
  for (size_t i = 0; i < p->pending.n; i++) {
    json_decref(p->pending.items[i].id);
    json_decref(p->pending.items[i].params);
  }
  for (size_t i = 0; i < p->asked.n; i++) {
    json_decref(p->asked.items[i].client_id);
    json_decref(p->asked.items[i].clangd_id);
  }
  for (size_t i = 0; i < p->progress.n; i++) json_decref(p->progress.items[i]);
  coal_vec_free(&p->pending);
  coal_vec_free(&p->asked);
  coal_vec_free(&p->progress);
  json_decref(p->initialize);
  json_decref(p->configuration);
  coal_session_free(&p->session);
  coal_rpc_reader_free(&p->from_client);
  coal_channel_drop(&p->to_client);
}

/* ---- the command --------------------------------------------------------------------------------------- */

/** True for arguments with which clangd does not run as a language server; clangd then replaces this process. */
static bool serves(int argc, char **argv) {
  static const char *const others[] = {"version", "help", "help-hidden", "help-list", "check", "h"};
  for (int i = 1; i < argc; i++) {
    const char *name = argv[i];
    if (*name != '-') continue;
    while (*name == '-') name++;
    const size_t n = strcspn(name, "=");
    for (size_t k = 0; k < sizeof others / sizeof *others; k++)
      if (strlen(others[k]) == n && strncmp(name, others[k], n) == 0) return false;
  }
  return true;
}

/** Splits the arguments: `--coalcheck=OPTION` is coalcheck's, all others clangd's (both lists end with NULL). */
static size_t split(int argc, char **argv, char **theirs, const char **own) {
  size_t n_theirs = 1, n_own = 0;
  for (int i = 1; i < argc; i++) {
    if (strncmp(argv[i], option_prefix, sizeof option_prefix - 1) == 0)
      own[n_own++] = argv[i] + sizeof option_prefix - 1;
    else
      theirs[n_theirs++] = argv[i];
  }
  theirs[n_theirs] = NULL;
  return n_own;
}

static int run(char **clangd_argv, size_t n_own, const char *const *own) {
  coal_proxy p = {.clangd_argv = clangd_argv, .revive_due_ms = -1, .end_due_ms = -1, .next_id = 1, .next_clangd_id = 1};
  p.from_client.limit_bytes = HELD_MAX_BYTES;
  signal(SIGPIPE, SIG_IGN);
  if (!coal_clangd_start(&p.clangd, clangd_argv)) return coal_fail("cannot start '%s'", clangd_argv[0]);
  coal_session_init(&p.session, n_own, own, (coal_session_events){coal_proxy_changed, coal_proxy_log, &p});
  coal_channel_open(&p.to_client, STDOUT_FILENO);
  serve(&p);
  const int status = p.status;
  proxy_free(&p);
  return status;
}

int coal_clangd_main(int argc, char **argv) {
  if (argc == 2 && strcmp(argv[1], "--init") == 0) return coal_clangd_init();
  char *error = NULL, *program = coal_clangd_find(&error);
  if (!program) {
    int status = coal_fail("%s", error);
    free(error);
    return status;
  }
  char **theirs = coal_alloc(((size_t)argc + 2) * sizeof *theirs);
  const char **own = coal_alloc(((size_t)argc + 2) * sizeof *own);
  size_t n_own = split(argc, argv, theirs, own);
  theirs[0] = program;
  int status;
  if (serves(argc, argv)) {
    status = run(theirs, n_own, own);
  } else {
    execv(program, theirs);
    status = coal_fail("cannot run '%s': %s", program, strerror(errno));
  }
  free(own);
  free(theirs);
  free(program);
  return status;
}
