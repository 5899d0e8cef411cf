/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/** Restarts a clangd that died and opens the documents in it. */
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>

#include "lsp/proxy.h"

enum { QUICK_MS = 10 * 1000, QUICK_DEATHS_MAX = 5, FIRST_WAIT_MS = 100 };

static int exit_status(int wait_status) {
  return WIFSIGNALED(wait_status) ? 128 + WTERMSIG(wait_status) : WEXITSTATUS(wait_status);
}

/** Answers the requests that the dead clangd did not answer, and repeats `initialize`. */
static void settle_pending(coal_proxy *p) {
  size_t kept = 0;
  for (size_t i = 0; i < p->pending.n; i++) {
    coal_pending *request = &p->pending.items[i];
    if (request->kind == COAL_MERGE_INITIALIZE && !p->gave_up) {
      p->pending.items[kept++] = *request;
      continue;
    }
    json_t *reply = coal_rpc_error(request->id, COAL_RPC_METHOD_NOT_FOUND, "clangd ended before it answered");
    if (request->kind == COAL_MERGE_NONE || request->kind == COAL_MERGE_INITIALIZE) {
      json_object_set_new(json_object_get(reply, "error"), "code", json_integer(COAL_RPC_CONTENT_MODIFIED));
    } else if (request->kind == COAL_MERGE_SHUTDOWN) {
      json_decref(reply);
      reply = coal_rpc_reply(request->id, NULL);
    } else {
      coal_merge_reply(&p->session, request->kind, request->params, reply);
    }
    coal_channel_send(&p->to_client, reply);
    json_decref(request->id);
    json_decref(request->params);
  }
  p->pending.n = kept;
}

/** Ends the progress that the dead clangd began. */
static void end_progress(coal_proxy *p) {
  for (size_t i = 0; i < p->progress.n; i++) {
    json_t *params = json_pack("{s:o,s:{s:s}}", "token", p->progress.items[i], "value", "kind", "end");
    coal_channel_send(&p->to_client, coal_rpc_notification("$/progress", params));
  }
  p->progress.n = 0;
}

/** Completes an interrupted message with blanks, so that the client finds the start of the next one. */
static void fill_up(coal_proxy *p, uint64_t bytes) {
  char blanks[4096];
  memset(blanks, ' ', sizeof blanks);
  while (bytes > 0) {
    size_t n = bytes < sizeof blanks ? (size_t)bytes : sizeof blanks;
    coal_channel_write(&p->to_client, blanks, n);
    bytes -= n;
  }
}

void coal_proxy_clangd_ended(coal_proxy *p) {
  const int64_t now = coal_now_ms();
  const bool was_quick = now - p->clangd.started_ms < QUICK_MS;
  const uint64_t missing = p->clangd.from.passing;
  const int wait_status = coal_clangd_reap(&p->clangd);
  p->status = exit_status(wait_status);
  p->is_passing_stale = p->from_client.passing > 0;
  p->quick_deaths = was_quick ? p->quick_deaths + 1 : 1;
  p->gave_up = p->quick_deaths > QUICK_DEATHS_MAX || p->was_shut_down;
  /* A clangd that exits before the first request rejects its arguments. */
  const bool refuses = !p->was_answered && (p->gave_up || (!p->client_spoke && WIFEXITED(wait_status)));
  if (p->client_is_done || refuses) {
    p->is_over = true;
    return;
  }
  p->revive_due_ms = p->gave_up ? -1 : now + ((int64_t)FIRST_WAIT_MS << (p->quick_deaths - 1));
  char text[96];
  snprintf(text, sizeof text, "clangd ended with status %d; %s", p->status,
           p->gave_up ? "it did so too often and is not started again" : "it is started again");
  fill_up(p, missing);
  if (!p->was_shut_down) coal_proxy_log(p, p->gave_up, text);
  for (size_t i = 0; i < p->session.documents.n; i++) {
    coal_document *d = p->session.documents.items[i];
    json_decref(d->clangd);
    d->clangd = NULL;
    if (d->publish_due_ms >= 0) coal_proxy_publish(p, d);
  }
  settle_pending(p);
  end_progress(p);
}

static void replay_document(coal_proxy *p, const coal_document *d) {
  json_t *version = d->version ? json_incref(d->version) : json_integer(0);
  json_t *item = json_pack("{s:s,s:s,s:o,s:o}", "uri", d->uri, "languageId", d->language, "version", version, "text",
                           json_stringn(d->text.data, d->text.n));
  if (!item) return;
  coal_channel_send(&p->clangd.to,
                    coal_rpc_notification("textDocument/didOpen", json_pack("{s:o}", "textDocument", item)));
}

void coal_proxy_revive(coal_proxy *p) {
  p->revive_due_ms = -1;
  if (!coal_clangd_start(&p->clangd, p->clangd_argv)) {
    p->gave_up = true;
    coal_proxy_log(p, true, "clangd cannot be started again");
    settle_pending(p);
    return;
  }
  p->generation++;
  if (!p->initialize) return;
  json_t *message = json_copy(p->initialize);
  if (p->was_answered) json_object_set_new(message, "id", json_sprintf("coalcheck:initialize:%u", p->generation));
  coal_channel_send(&p->clangd.to, message);
  if (!p->client_initialized) return;
  coal_channel_send(&p->clangd.to, coal_rpc_notification("initialized", json_object()));
  if (p->configuration) coal_channel_send(&p->clangd.to, json_incref(p->configuration));
  for (size_t i = 0; i < p->session.documents.n; i++) replay_document(p, p->session.documents.items[i]);
}
