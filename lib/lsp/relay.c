/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/** How the proxy handles each message: nearly all are passed on before they are parsed. */
#include <stdio.h>
#include <string.h>

#include "lsp/proxy.h"

enum {
  LONG_BYTES = 64 << 10, /* messages above are passed on before they are parsed */
  GRACE_MS = 1500,       /* coalcheck's diagnostics wait this long for clangd's of the same text */
  PENDING_MAX = 10000
};

/* ---- to the client ------------------------------------------------------------------------------------- */

void coal_proxy_log(void *proxy, bool show, const char *text) {
  enum { MESSAGE_WARNING = 2, MESSAGE_LOG = 4 };
  coal_proxy *p = proxy;
  json_t *params = json_pack("{s:i,s:o}", "type", show ? MESSAGE_WARNING : MESSAGE_LOG, "message",
                             json_sprintf("coalcheck: %s", text));
  if (params)
    coal_channel_send(&p->to_client, coal_rpc_notification(show ? "window/showMessage" : "window/logMessage", params));
}

static size_t count_own(const coal_document *d) {
  json_t *own = coal_document_diagnostics(d);
  const size_t n = json_array_size(own);
  json_decref(own);
  return n;
}

void coal_proxy_publish(coal_proxy *p, coal_document *d) {
  d->publish_due_ms = -1;
  d->shows_own = count_own(d) > 0;
  coal_channel_send(&p->to_client, coal_rpc_notification("textDocument/publishDiagnostics", coal_merge_diagnostics(d)));
}

/** A set of diagnostics replaces the previous one, so sending coalcheck's alone would remove clangd's. If clangd
 *  has sent any, waits briefly for its set for the same text. */
void coal_proxy_changed(void *proxy, coal_document *d) {
  coal_proxy *p = proxy;
  const bool is_news = d->shows_own || count_own(d) > 0;
  if (!is_news)
    d->publish_due_ms = -1;
  else if (coal_merge_is_current(d) || !d->clangd || !p->clangd.pid)
    coal_proxy_publish(p, d);
  else if (d->publish_due_ms < 0)
    d->publish_due_ms = coal_now_ms() + GRACE_MS;
  if (p->session.settings.inlay_hints && p->session.settings.client.refresh_hints) {
    json_t *id = json_sprintf("coalcheck:%lld", (long long)p->next_id++);
    coal_channel_send(&p->to_client, coal_rpc_request(id, "workspace/inlayHint/refresh", NULL));
    json_decref(id);
  }
}

/* ---- from the client ----------------------------------------------------------------------------------- */

/** Writes the header in one form, because clangd does not accept every valid form. */
void coal_proxy_forward(coal_proxy *p, const coal_rpc_event *e) {
  char header[64];
  if (!p->clangd.pid) return;
  if (e->kind == COAL_RPC_CHUNK) {
    coal_channel_write(&p->clangd.to, e->raw, e->n_raw);
    return;
  }
  const uint64_t length = e->kind == COAL_RPC_TOO_BIG ? e->declared : e->n_body;
  const int n = snprintf(header, sizeof header, "Content-Length: %llu\r\n\r\n", (unsigned long long)length);
  const bool is_plain = e->n_raw == (size_t)n + e->n_body && memcmp(e->raw, header, (size_t)n) == 0;
  if (!is_plain) coal_channel_write(&p->clangd.to, header, (size_t)n);
  coal_channel_write(&p->clangd.to, is_plain ? e->raw : e->body, is_plain ? e->n_raw : e->n_body);
}

/** Answers a request for which there is no clangd. */
static void answer_alone(coal_proxy *p, json_t *id, coal_merge_kind kind, json_t *params) {
  json_t *reply = coal_rpc_error(id, COAL_RPC_METHOD_NOT_FOUND, "clangd is not running");
  if (kind == COAL_MERGE_SHUTDOWN) {
    json_decref(reply);
    reply = coal_rpc_reply(id, NULL);
  } else if (kind == COAL_MERGE_NONE || kind == COAL_MERGE_INITIALIZE) {
    json_object_set_new(json_object_get(reply, "error"), "code", json_integer(COAL_RPC_CONTENT_MODIFIED));
  } else {
    coal_merge_reply(&p->session, kind, params, reply);
  }
  coal_channel_send(&p->to_client, reply);
}

static void client_request(coal_proxy *p, const coal_rpc_event *e, json_t *message, bool is_passed) {
  json_t *id = json_object_get(message, "id"), *params = json_object_get(message, "params");
  const coal_merge_kind kind = coal_merge_kind_of(coal_rpc_text_at(message, "method"));
  if (kind == COAL_MERGE_INITIALIZE && !p->initialize) {
    p->initialize = json_incref(message);
    coal_settings_read_client(&p->session.settings, coal_rpc_at(params, "capabilities"));
    coal_settings_read_editor(&p->session.settings, coal_rpc_at(params, "initializationOptions"), false);
  }
  if (kind == COAL_MERGE_SHUTDOWN && p->initialize) p->was_shut_down = true;
  const bool waits_for_revival = kind == COAL_MERGE_INITIALIZE && p->revive_due_ms >= 0;
  if (!p->clangd.pid && !waits_for_revival) {
    answer_alone(p, id, kind, params);
    return;
  }
  if (!is_passed) coal_proxy_forward(p, e);
  if (p->pending.n >= PENDING_MAX) return;
  coal_pending entry = {.id = json_incref(id), .kind = kind};
  if (kind != COAL_MERGE_NONE) entry.params = json_incref(params);
  coal_vec_push(&p->pending, entry);
}

/** The client's reply to a request of clangd's, of coalcheck's, or of a clangd that has died. */
static void client_reply(coal_proxy *p, const coal_rpc_event *e, json_t *message, bool is_passed) {
  json_t *id = json_object_get(message, "id");
  const char *text = json_string_value(id);
  if (text && strncmp(text, "coalcheck:", 10) == 0) return;
  for (size_t i = 0; i < p->asked.n; i++) {
    coal_asked a = p->asked.items[i];
    if (!json_equal(a.client_id, id)) continue;
    p->asked.items[i] = p->asked.items[--p->asked.n];
    if (a.generation == p->generation && !is_passed) {
      if (json_equal(a.clangd_id, id)) {
        coal_proxy_forward(p, e);
      } else if (p->clangd.pid) {
        json_object_set(message, "id", a.clangd_id);
        coal_channel_send(&p->clangd.to, json_incref(message));
      }
    }
    json_decref(a.client_id);
    json_decref(a.clangd_id);
    return;
  }
  if (p->generation == 0 && !is_passed) coal_proxy_forward(p, e);
}

static void client_exit(coal_proxy *p) {
  p->client_is_done = true;
  coal_clangd_end_input(&p->clangd);
}

/** Notifications that coalcheck handles too. clangd has received them already. */
static void client_notification(coal_proxy *p, const char *method, json_t *message) {
  json_t *params = json_object_get(message, "params");
  if (strcmp(method, "exit") == 0) {
    client_exit(p);
  } else if (!p->initialize) {
    return; /* clangd drops it too */
  } else if (strcmp(method, "textDocument/didOpen") == 0) {
    coal_session_open(&p->session, params);
  } else if (strcmp(method, "textDocument/didChange") == 0) {
    coal_session_change(&p->session, params);
  } else if (strcmp(method, "textDocument/didSave") == 0) {
    coal_session_save(&p->session, params);
  } else if (strcmp(method, "textDocument/didClose") == 0) {
    coal_document *d = coal_session_find(&p->session, coal_rpc_text_at(params, "textDocument.uri"));
    if (d && !p->clangd.pid)
      coal_channel_send(&p->to_client, coal_rpc_notification("textDocument/publishDiagnostics",
                                                             json_pack("{s:s,s:[]}", "uri", d->uri, "diagnostics")));
    coal_session_close(&p->session, params);
  } else if (strcmp(method, "workspace/didChangeWatchedFiles") == 0) {
    coal_session_touch(&p->session);
  } else if (strcmp(method, "workspace/didChangeConfiguration") == 0) {
    json_decref(p->configuration);
    p->configuration = json_incref(message);
    if (coal_settings_read_editor(&p->session.settings, json_object_get(params, "settings"), false))
      coal_session_configure(&p->session);
  } else if (strcmp(method, "initialized") == 0) {
    p->client_initialized = true;
  }
}

void coal_proxy_from_client(coal_proxy *p, const coal_rpc_event *e) {
  const bool is_passed = e->n_body > LONG_BYTES;
  if (is_passed) coal_proxy_forward(p, e);
  json_t *message = coal_rpc_parse(e->body, e->n_body);
  json_t *id = json_object_get(message, "id");
  const char *method = coal_rpc_text_at(message, "method");
  if (!json_is_object(message)) {
    if (!is_passed) coal_proxy_forward(p, e);
    if (coal_rpc_mentions(e->body, e->n_body, "/didChange")) coal_session_lose(&p->session);
  } else if (method && id) {
    client_request(p, e, message, is_passed);
  } else if (method) {
    if (!is_passed) coal_proxy_forward(p, e);
    client_notification(p, method, message);
  } else {
    client_reply(p, e, message, is_passed);
  }
  json_decref(message);
}

/* ---- from clangd --------------------------------------------------------------------------------------- */

static void pass(coal_proxy *p, const coal_rpc_event *e) { coal_channel_write(&p->to_client, e->raw, e->n_raw); }

/** Sends the message if it was changed, else the original bytes. */
static void pass_changed(coal_proxy *p, const coal_rpc_event *e, json_t *message, bool changed) {
  if (changed)
    coal_channel_send(&p->to_client, json_incref(message));
  else
    pass(p, e);
}

/** Removes the client's request with that id from the list; false if there is none. */
static bool take_pending(coal_proxy *p, json_t *id, coal_pending *out) {
  for (size_t i = 0; i < p->pending.n; i++) {
    if (!json_equal(p->pending.items[i].id, id)) continue;
    *out = p->pending.items[i];
    memmove(&p->pending.items[i], &p->pending.items[i + 1], (p->pending.n - i - 1) * sizeof *out);
    p->pending.n--;
    return true;
  }
  return false;
}

static void clangd_reply(coal_proxy *p, const coal_rpc_event *e, json_t *message) {
  json_t *id = json_object_get(message, "id");
  const char *text = json_string_value(id);
  coal_pending request;
  if (text && strncmp(text, "coalcheck:", 10) == 0) return; /* of a replayed initialize */
  if (!take_pending(p, id, &request)) {
    pass(p, e);
    return;
  }
  bool changed = false;
  if (request.kind == COAL_MERGE_INITIALIZE) {
    p->was_answered = true;
    changed = coal_merge_initialize(&p->session, message);
  } else {
    changed = coal_merge_reply(&p->session, request.kind, request.params, message);
  }
  pass_changed(p, e, message, changed);
  json_decref(request.id);
  json_decref(request.params);
}

static void clangd_request(coal_proxy *p, const coal_rpc_event *e, json_t *message) {
  json_t *id = json_object_get(message, "id");
  coal_asked a = {.clangd_id = json_incref(id), .generation = p->generation};
  a.client_id = p->generation ? json_sprintf("clangd:%llu", (unsigned long long)p->next_clangd_id++) : json_incref(id);
  json_object_set(message, "id", a.client_id);
  coal_vec_push(&p->asked, a);
  pass_changed(p, e, message, p->generation > 0);
}

/** clangd's diagnostics are sent at once, with coalcheck's for the same text if they exist. */
static void clangd_diagnostics(coal_proxy *p, const coal_rpc_event *e, json_t *message) {
  json_t *params = json_object_get(message, "params"), *version = json_object_get(params, "version");
  coal_document *d = coal_session_find(&p->session, coal_rpc_text_at(params, "uri"));
  const bool is_old = d && d->version && json_is_integer(version) && !json_equal(version, d->version);
  if (!d || !d->is_cuda || is_old || !json_is_array(json_object_get(params, "diagnostics"))) {
    if (is_old && d->shows_own && count_own(d) > 0) d->publish_due_ms = coal_now_ms() + GRACE_MS;
    pass(p, e);
    return;
  }
  json_decref(d->clangd);
  d->clangd = json_incref(params);
  d->clangd_edits = d->edits;
  d->publish_due_ms = -1;
  if (count_own(d) > 0) {
    coal_proxy_publish(p, d);
  } else {
    d->shows_own = false;
    pass(p, e);
  }
}

static void note_progress(coal_proxy *p, json_t *params) {
  const char *kind = coal_rpc_text_at(params, "value.kind");
  json_t *token = json_object_get(params, "token");
  if (!kind || !token) return;
  for (size_t i = 0; i < p->progress.n; i++) {
    if (!json_equal(p->progress.items[i], token)) continue;
    if (strcmp(kind, "end") != 0) return;
    json_decref(p->progress.items[i]);
    p->progress.items[i] = p->progress.items[--p->progress.n];
    return;
  }
  if (strcmp(kind, "begin") == 0) coal_vec_push(&p->progress, json_incref(token));
}

/** A long message that begins with its id, as clangd's replies do, is passed on at once if coalcheck adds nothing to
 *  it. */
static bool pass_long(coal_proxy *p, const coal_rpc_event *e) {
  static const char begin[] = "{\"id\":";
  const size_t n = sizeof begin - 1;
  if (e->n_body <= LONG_BYTES || memcmp(e->body, begin, n) != 0) return false;
  json_t *id = json_loadb(e->body + n, e->n_body - n, JSON_DISABLE_EOF_CHECK | JSON_DECODE_ANY, NULL);
  bool is_plain = false;
  for (size_t i = 0; id && i < p->pending.n && !is_plain; i++)
    is_plain = json_equal(p->pending.items[i].id, id) && p->pending.items[i].kind == COAL_MERGE_NONE;
  coal_pending request;
  if (is_plain && take_pending(p, id, &request)) {
    pass(p, e);
    json_decref(request.id);
  }
  json_decref(id);
  return is_plain;
}

void coal_proxy_from_clangd(coal_proxy *p, const coal_rpc_event *e) {
  if (pass_long(p, e)) return;
  json_t *message = coal_rpc_parse(e->body, e->n_body);
  json_t *id = json_object_get(message, "id");
  const char *method = coal_rpc_text_at(message, "method");
  if (!json_is_object(message)) {
    pass(p, e);
  } else if (method && id) {
    clangd_request(p, e, message);
  } else if (method && strcmp(method, "textDocument/publishDiagnostics") == 0) {
    clangd_diagnostics(p, e, message);
  } else if (method) {
    pass(p, e);
    if (strcmp(method, "$/progress") == 0) note_progress(p, json_object_get(message, "params"));
  } else {
    clangd_reply(p, e, message);
  }
  json_decref(message);
}
