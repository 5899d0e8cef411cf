/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/** `coalcheck lsp`: a language server that runs beside others. */
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "driver/driver.h"
#include "lsp/commands.h"
#include "lsp/session.h"
#include "report/report.h"
#include "util/alloc.h"

/** Longer messages are refused: sources are much smaller. */
enum { MESSAGE_MAX_BYTES = 16 << 20, QUERY_WAIT_MS = 5000, QUERIES_MAX = 256, QUEUE_MAX_BYTES = 64 << 20 };

typedef json_t *(*answerer)(coal_session *s, json_t *params);

/** A request that waits for the result of its document's present text. */
typedef struct query {
  json_t *id, *params;
  answerer answer;
  char *uri;
  uint64_t revision;
  int64_t deadline_ms;
} query;

typedef enum phase { PHASE_NEW, PHASE_RUNNING, PHASE_SHUT_DOWN, PHASE_EXIT } phase;

typedef struct server {
  coal_session session;
  coal_rpc_reader in;
  coal_channel out;
  phase phase;
  bool was_shut_down;
  COAL_VEC(query) queries;
  json_int_t next_id; /* of our own requests */
} server;

/* ---- to the client ------------------------------------------------------------------------------------- */

static void publish(server *s, const char *uri, json_t *version, json_t *diagnostics) {
  json_t *params = json_object();
  json_object_set_new(params, "uri", json_string(uri));
  if (version) json_object_set(params, "version", version);
  json_object_set_new(params, "diagnostics", diagnostics);
  coal_channel_send(&s->out, coal_rpc_notification("textDocument/publishDiagnostics", params));
}

static void log_message(void *context, bool show, const char *text) {
  enum { MESSAGE_WARNING = 2, MESSAGE_LOG = 4 };
  server *s = context;
  json_t *params = json_pack("{s:i,s:o}", "type", show ? MESSAGE_WARNING : MESSAGE_LOG, "message",
                             json_sprintf("coalcheck: %s", text));
  if (params)
    coal_channel_send(&s->out, coal_rpc_notification(show ? "window/showMessage" : "window/logMessage", params));
}

/* ---- queries ------------------------------------------------------------------------------------------- */

static void query_free(query *q) {
  json_decref(q->id);
  json_decref(q->params);
  free(q->uri);
}

/** Removes the query from the list and answers it. */
static void answer_query(server *s, size_t i, json_t *reply) {
  query q = s->queries.items[i];
  s->queries.items[i] = s->queries.items[--s->queries.n];
  coal_channel_send(&s->out, reply);
  query_free(&q);
}

/** Answers queries whose result exists, whose text has changed, or that have waited too long. */
static void settle_queries(server *s) {
  const int64_t now = coal_now_ms();
  for (size_t i = 0; i < s->queries.n;) {
    query *q = &s->queries.items[i];
    const coal_document *d = coal_session_find(&s->session, q->uri);
    if (!d || coal_document_is_settled(d) || now >= q->deadline_ms)
      answer_query(s, i, coal_rpc_reply(q->id, q->answer(&s->session, q->params)));
    else if (d->revision != q->revision)
      answer_query(s, i, coal_rpc_error(q->id, COAL_RPC_CONTENT_MODIFIED, "the text has changed"));
    else
      i++;
  }
}

static void ask(server *s, json_t *id, json_t *params, answerer answer) {
  const char *uri = coal_rpc_text_at(params, "textDocument.uri");
  const coal_document *d = coal_session_find(&s->session, uri);
  if (!uri) {
    coal_channel_send(&s->out, coal_rpc_error(id, COAL_RPC_INVALID_PARAMS, "no textDocument.uri"));
  } else if (!d || coal_document_is_settled(d) || s->queries.n >= QUERIES_MAX) {
    coal_channel_send(&s->out, coal_rpc_reply(id, answer(&s->session, params)));
  } else {
    query q = {.id = json_incref(id),
               .params = json_incref(params),
               .answer = answer,
               .uri = coal_strdup(uri),
               .revision = d->revision,
               .deadline_ms = coal_now_ms() + QUERY_WAIT_MS};
    coal_vec_push(&s->queries, q);
  }
}

static void changed(void *context, coal_document *d) {
  server *s = context;
  publish(s, d->uri, d->version, coal_document_diagnostics(d));
  settle_queries(s);
  if (s->session.settings.inlay_hints && s->session.settings.client.refresh_hints) {
    json_t *id = json_integer(s->next_id++);
    coal_channel_send(&s->out, coal_rpc_request(id, "workspace/inlayHint/refresh", NULL));
    json_decref(id);
  }
}

/* ---- requests ------------------------------------------------------------------------------------------ */

typedef void (*request_handler)(server *s, json_t *id, json_t *params);
typedef void (*notification_handler)(server *s, json_t *params);

/** UTF-8 if the client supports it, because offsets then need no conversion; otherwise UTF-16, the protocol's
 *  default. */
static void choose_encoding(server *s, json_t *capabilities) {
  static const char *const lists[] = {"general.positionEncodings", "offsetEncoding"};
  static const coal_encoding wishes[] = {COAL_ENCODING_UTF8, COAL_ENCODING_UTF16, COAL_ENCODING_UTF32};
  for (size_t k = 0; k < 2; k++) {
    json_t *offered = coal_rpc_at(capabilities, lists[k]), *item;
    for (size_t w = 0; w < 3; w++) {
      size_t i;
      json_array_foreach(offered, i, item) {
        coal_encoding e;
        if (!coal_encoding_find(json_string_value(item), &e) || e != wishes[w]) continue;
        s->session.settings.client.encoding = e;
        return;
      }
    }
  }
}

static json_t *capabilities(const server *s) {
  const char *encoding = coal_encoding_name(s->session.settings.client.encoding);
  return json_pack("{s:s,s:{s:b,s:i,s:{s:b}},s:b,s:{s:[s]},s:b}", "positionEncoding", encoding, "textDocumentSync",
                   "openClose", 1, "change", 2, "save", "includeText", 0, "hoverProvider", 1, "codeActionProvider",
                   "codeActionKinds", "quickfix", "inlayHintProvider", 1);
}

static void on_initialize(server *s, json_t *id, json_t *params) {
  json_t *offered = coal_rpc_at(params, "capabilities");
  if (s->phase != PHASE_NEW) {
    coal_channel_send(&s->out, coal_rpc_error(id, COAL_RPC_INVALID_REQUEST, "already initialized"));
    return;
  }
  s->phase = PHASE_RUNNING;
  coal_settings_read_client(&s->session.settings, offered);
  choose_encoding(s, offered);
  coal_settings_read_editor(&s->session.settings, coal_rpc_at(params, "initializationOptions"), true);
  json_t *result = json_object();
  json_object_set_new(result, "capabilities", capabilities(s));
  json_object_set_new(result, "serverInfo", json_pack("{s:s,s:s}", "name", "coalcheck", "version", coal_version()));
  if (coal_rpc_at(offered, "offsetEncoding"))
    json_object_set_new(result, "offsetEncoding", json_string(coal_encoding_name(s->session.settings.client.encoding)));
  coal_channel_send(&s->out, coal_rpc_reply(id, result));
}

static void on_shutdown(server *s, json_t *id, json_t *params) {
  (void)params;
  s->phase = PHASE_SHUT_DOWN;
  s->was_shut_down = true;
  coal_channel_send(&s->out, coal_rpc_reply(id, NULL));
}

static void on_hover(server *s, json_t *id, json_t *params) { ask(s, id, params, coal_session_hover); }
static void on_code_action(server *s, json_t *id, json_t *params) { ask(s, id, params, coal_session_actions); }
static void on_inlay_hint(server *s, json_t *id, json_t *params) { ask(s, id, params, coal_session_hints); }

static const struct {
  const char *method;
  request_handler handle;
} requests[] = {{"initialize", on_initialize},
                {"shutdown", on_shutdown},
                {"textDocument/hover", on_hover},
                {"textDocument/codeAction", on_code_action},
                {"textDocument/inlayHint", on_inlay_hint}};

static void handle_request(server *s, json_t *id, const char *method, json_t *params) {
  const bool initializes = strcmp(method, "initialize") == 0;
  if (s->phase == PHASE_NEW && !initializes) {
    coal_channel_send(&s->out, coal_rpc_error(id, COAL_RPC_NOT_INITIALIZED, "not initialized"));
    return;
  }
  if (s->phase == PHASE_SHUT_DOWN) {
    coal_channel_send(&s->out, coal_rpc_error(id, COAL_RPC_INVALID_REQUEST, "shut down"));
    return;
  }
  for (size_t i = 0; i < sizeof requests / sizeof *requests; i++) {
    if (strcmp(requests[i].method, method) != 0) continue;
    requests[i].handle(s, id, params);
    return;
  }
  coal_channel_send(&s->out, coal_rpc_error(id, COAL_RPC_METHOD_NOT_FOUND, "method not found"));
}

/* ---- notifications ------------------------------------------------------------------------------------- */

static void on_open(server *s, json_t *params) { coal_session_open(&s->session, params); }
static void on_save(server *s, json_t *params) { coal_session_save(&s->session, params); }

static void on_change(server *s, json_t *params) {
  coal_session_change(&s->session, params);
  settle_queries(s);
}

static void on_close(server *s, json_t *params) {
  const coal_document *d = coal_session_find(&s->session, coal_rpc_text_at(params, "textDocument.uri"));
  if (!d) return;
  publish(s, d->uri, NULL, json_array());
  coal_session_close(&s->session, params);
  settle_queries(s);
}

static void on_configuration(server *s, json_t *params) {
  if (coal_settings_read_editor(&s->session.settings, json_object_get(params, "settings"), true))
    coal_session_configure(&s->session);
}

static void on_files(server *s, json_t *params) {
  (void)params;
  coal_session_touch(&s->session);
}

static void on_cancel(server *s, json_t *params) {
  json_t *id = json_object_get(params, "id");
  for (size_t i = 0; id && i < s->queries.n; i++) {
    if (!json_equal(s->queries.items[i].id, id)) continue;
    answer_query(s, i, coal_rpc_error(id, COAL_RPC_REQUEST_CANCELLED, "cancelled"));
    return;
  }
}

static const struct {
  const char *method;
  notification_handler handle;
} notifications[] = {{"textDocument/didOpen", on_open},
                     {"textDocument/didChange", on_change},
                     {"textDocument/didSave", on_save},
                     {"textDocument/didClose", on_close},
                     {"workspace/didChangeConfiguration", on_configuration},
                     {"workspace/didChangeWatchedFiles", on_files},
                     {"$/cancelRequest", on_cancel}};

static void handle_notification(server *s, const char *method, json_t *params) {
  if (strcmp(method, "exit") == 0) s->phase = PHASE_EXIT;
  if (s->phase != PHASE_RUNNING) return;
  for (size_t i = 0; i < sizeof notifications / sizeof *notifications; i++)
    if (strcmp(notifications[i].method, method) == 0) notifications[i].handle(s, params);
}

static void handle_message(server *s, const char *body, size_t n) {
  json_t *m = coal_rpc_parse(body, n);
  json_t *id = json_object_get(m, "id"), *method = json_object_get(m, "method"), *params = json_object_get(m, "params");
  const bool has_id = json_is_integer(id) || json_is_string(id);
  if (!m) {
    coal_channel_send(&s->out, coal_rpc_error(NULL, COAL_RPC_PARSE_ERROR, "not JSON"));
    if (coal_rpc_mentions(body, n, "/didChange")) coal_session_lose(&s->session);
  } else if (json_is_string(method) && (has_id || !id)) {
    if (has_id)
      handle_request(s, id, json_string_value(method), params);
    else
      handle_notification(s, json_string_value(method), params);
  } else if (!has_id || (!json_object_get(m, "result") && !json_object_get(m, "error"))) {
    coal_channel_send(&s->out, coal_rpc_error(has_id ? id : NULL, COAL_RPC_INVALID_REQUEST, "not a message"));
  } /* else: a reply to a request of ours */
  json_decref(m);
}

/* ---- the loop ------------------------------------------------------------------------------------------ */

static void handle_input(server *s) {
  coal_rpc_event e;
  while (s->phase != PHASE_EXIT && coal_rpc_next(&s->in, &e)) {
    if (e.kind == COAL_RPC_MESSAGE) handle_message(s, e.body, e.n_body);
    if (e.kind == COAL_RPC_TOO_BIG)
      coal_channel_send(&s->out, coal_rpc_error(NULL, COAL_RPC_INVALID_REQUEST, "the message is too long"));
    if (e.kind == COAL_RPC_CHUNK && coal_rpc_mentions(e.raw, e.n_raw, "/didChange")) coal_session_lose(&s->session);
  }
}

/** Reads once. At the end of the input the client is gone. */
static void read_input(server *s) {
  char buffer[65536];
  long n = coal_read_some(STDIN_FILENO, buffer, sizeof buffer);
  if (n > 0) {
    coal_rpc_feed(&s->in, buffer, (size_t)n);
    handle_input(s);
  } else if (n == 0) {
    s->phase = PHASE_EXIT;
  }
}

static void serve(server *s) {
  coal_poll_set set = {0};
  while (s->phase != PHASE_EXIT && s->out.fd >= 0) {
    set.n = 0;
    /* While a client does not read its replies, its requests are not read, so that replies do not accumulate. */
    const bool listens = s->out.out.n - s->out.sent < QUEUE_MAX_BYTES;
    if (listens) coal_poll_add(&set, STDIN_FILENO, POLLIN);
    if (coal_channel_waits(&s->out)) coal_poll_add(&set, s->out.fd, POLLOUT);
    int64_t due = coal_session_poll(&s->session, &set);
    for (size_t i = 0; i < s->queries.n; i++) due = coal_earlier(due, s->queries.items[i].deadline_ms);
    coal_poll_wait(&set, due);
    if (listens && coal_poll_is_readable(&set, STDIN_FILENO)) read_input(s);
    coal_session_run(&s->session, &set);
    settle_queries(s);
    coal_channel_flush(&s->out);
  }
  coal_vec_free(&set);
}

/** At the end, the queue is written as long as the client reads. */
static void drain(server *s) {
  coal_poll_set set = {0};
  const int64_t deadline = coal_now_ms() + 1000;
  while (coal_channel_waits(&s->out) && coal_now_ms() < deadline) {
    set.n = 0;
    coal_poll_add(&set, s->out.fd, POLLOUT);
    coal_poll_wait(&set, deadline);
    coal_channel_flush(&s->out);
  }
  coal_vec_free(&set);
}

int coal_lsp_main(int argc, char **argv) {
  server s = {.in = {.limit_bytes = MESSAGE_MAX_BYTES}};
  signal(SIGPIPE, SIG_IGN);
  coal_session_init(&s.session, argc > 0 ? (size_t)argc - 1 : 0, (const char *const *)argv + 1,
                    (coal_session_events){changed, log_message, &s});
  coal_channel_open(&s.out, STDOUT_FILENO);
  serve(&s);
  drain(&s);
  for (size_t i = 0; i < s.queries.n; i++) query_free(&s.queries.items[i]);
  coal_vec_free(&s.queries);
  coal_session_free(&s.session);
  coal_rpc_reader_free(&s.in);
  coal_channel_drop(&s.out);
  return s.was_shut_down ? 0 : 1;
}
