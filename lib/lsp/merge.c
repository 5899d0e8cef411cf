/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "merge.h"

#include <string.h>

coal_merge_kind coal_merge_kind_of(const char *method) {
  static const struct {
    const char *method;
    coal_merge_kind kind;
  } rows[] = {{"initialize", COAL_MERGE_INITIALIZE},
              {"shutdown", COAL_MERGE_SHUTDOWN},
              {"textDocument/hover", COAL_MERGE_HOVER},
              {"textDocument/codeAction", COAL_MERGE_ACTIONS},
              {"textDocument/inlayHint", COAL_MERGE_HINTS}};
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
    if (strcmp(rows[i].method, method) == 0) return rows[i].kind;
  return COAL_MERGE_NONE;
}

bool coal_merge_initialize(coal_session *s, json_t *reply) {
  static const char *const needed[] = {"hoverProvider", "codeActionProvider", "inlayHintProvider"};
  json_t *capabilities = coal_rpc_at(reply, "result.capabilities");
  const char *encoding = coal_rpc_text_at(capabilities, "positionEncoding");
  bool changed = false;
  if (!encoding) encoding = coal_rpc_text_at(reply, "result.offsetEncoding");
  s->settings.client.encoding = COAL_ENCODING_UTF16;
  coal_encoding_find(encoding, &s->settings.client.encoding);
  for (size_t i = 0; json_is_object(capabilities) && i < sizeof needed / sizeof *needed; i++) {
    json_t *has = json_object_get(capabilities, needed[i]);
    if (has && !json_is_false(has) && !json_is_null(has)) continue;
    json_object_set_new(capabilities, needed[i], json_true());
    changed = true;
  }
  return changed;
}

/** The text of a MarkupContent or a plain string; NULL for other forms. */
static const char *hover_text(json_t *hover, bool *markdown) {
  json_t *contents = json_object_get(hover, "contents");
  const char *kind = coal_rpc_text_at(contents, "kind");
  *markdown = kind && strcmp(kind, "markdown") == 0;
  return json_is_string(contents) ? json_string_value(contents) : coal_rpc_text_at(contents, "value");
}

/** clangd's text, a line, coalcheck's text. */
static bool merge_hover(json_t *reply, json_t *own) {
  json_t *theirs = json_object_get(reply, "result");
  bool markdown;
  if (!own) return false;
  if (!json_is_object(theirs)) {
    json_object_set(reply, "result", own);
    return true;
  }
  const char *text = hover_text(theirs, &markdown), *own_text = coal_rpc_text_at(own, "contents.value");
  if (!text || !own_text) return false;
  json_t *joined = json_sprintf("%s\n\n%s%s", text, markdown ? "---\n\n" : "", own_text);
  json_t *contents = json_object();
  if (!joined) joined = json_string(text);
  json_object_set_new(contents, "kind", json_string(markdown ? "markdown" : "plaintext"));
  json_object_set_new(contents, "value", joined);
  json_object_set_new(theirs, "contents", contents);
  return true;
}

static bool merge_list(json_t *reply, json_t *own) {
  json_t *theirs = json_object_get(reply, "result");
  if (json_array_size(own) == 0) return false;
  if (json_is_array(theirs))
    json_array_extend(theirs, own);
  else
    json_object_set(reply, "result", own);
  return true;
}

bool coal_merge_reply(coal_session *s, coal_merge_kind kind, json_t *params, json_t *reply) {
  json_t *code = coal_rpc_at(reply, "error.code"), *own = NULL;
  const bool concerns = kind == COAL_MERGE_HOVER || kind == COAL_MERGE_ACTIONS || kind == COAL_MERGE_HINTS;
  bool changed = false;
  if (!concerns) return false;
  if (code) {
    if (json_integer_value(code) != COAL_RPC_METHOD_NOT_FOUND) return false;
    json_object_del(reply, "error");
    json_object_set_new(reply, "result", kind == COAL_MERGE_HOVER ? json_null() : json_array());
    changed = true;
  }
  switch (kind) {
    case COAL_MERGE_HOVER:
      own = coal_session_hover(s, params);
      changed = merge_hover(reply, own) || changed;
      break;
    case COAL_MERGE_ACTIONS:
      own = coal_session_actions(s, params);
      changed = merge_list(reply, own) || changed;
      break;
    case COAL_MERGE_HINTS:
      own = coal_session_hints(s, params);
      changed = merge_list(reply, own) || changed;
      break;
    case COAL_MERGE_NONE:
    case COAL_MERGE_INITIALIZE:
    case COAL_MERGE_SHUTDOWN: break;
  }
  json_decref(own);
  return changed;
}

bool coal_merge_is_current(const coal_document *d) { return d->clangd && d->clangd_edits == d->edits; }

json_t *coal_merge_diagnostics(const coal_document *d) {
  const bool current = coal_merge_is_current(d);
  json_t *params = current ? json_copy(d->clangd) : json_object();
  json_t *list = current ? json_copy(json_object_get(d->clangd, "diagnostics")) : json_array();
  if (!list) list = json_array();
  json_t *own = coal_document_diagnostics(d);
  json_array_extend(list, own);
  json_decref(own);
  if (!current) {
    const char *uri = coal_rpc_text_at(d->clangd, "uri");
    json_object_set_new(params, "uri", json_string(uri ? uri : d->uri));
    if (d->version) json_object_set(params, "version", d->version);
  }
  json_object_set_new(params, "diagnostics", list);
  return params;
}
