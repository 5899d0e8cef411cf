/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/** Answers to hover, codeAction and inlayHint from a document's result. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lsp/session.h"
#include "lsp/uri.h"

bool coal_document_is_settled(const coal_document *d) {
  return !d->is_cuda || d->is_lost || d->result_revision == d->revision;
}

/** The result of the present text, or NULL. */
static json_t *current(const coal_document *d) {
  return d && d->is_cuda && !d->is_lost && d->result_revision == d->revision ? d->result : NULL;
}

json_t *coal_document_diagnostics(const coal_document *d) {
  json_t *list = json_object_get(current(d), "diagnostics");
  return list ? json_incref(list) : json_array();
}

static coal_document *document_of(coal_session *s, json_t *params) {
  return coal_session_find(s, coal_rpc_text_at(params, "textDocument.uri"));
}

/* ---- hover --------------------------------------------------------------------------------------------- */

/** True if a lies in b and is not b. */
static bool is_tighter(const coal_position a[2], const coal_position b[2]) {
  return coal_position_compare(a[0], b[0]) >= 0 && coal_position_compare(a[1], b[1]) <= 0;
}

json_t *coal_session_hover(coal_session *s, json_t *params) {
  json_t *hover, *best = NULL;
  coal_position at, range[2], best_range[2] = {{0, 0}, {0, 0}};
  size_t i;
  if (!coal_position_read(json_object_get(params, "position"), &at)) return NULL;
  json_array_foreach(json_object_get(current(document_of(s, params)), "hovers"), i, hover) {
    if (!coal_range_read(json_object_get(hover, "range"), &range[0], &range[1])) continue;
    if (coal_position_compare(at, range[0]) < 0 || coal_position_compare(at, range[1]) >= 0) continue;
    if (best && !is_tighter(range, best_range)) continue;
    best = hover;
    memcpy(best_range, range, sizeof range);
  }
  if (!best) return NULL;
  json_t *answer = json_object(), *contents = json_object();
  json_object_set_new(contents, "kind", json_string(s->settings.client.markdown ? "markdown" : "plaintext"));
  json_object_set(contents, "value", json_object_get(best, "value"));
  json_object_set_new(answer, "contents", contents);
  json_object_set(answer, "range", json_object_get(best, "range"));
  return answer;
}

/* ---- code actions -------------------------------------------------------------------------------------- */

/** True if the client requests quick fixes: its list of kinds is absent or contains them. */
static bool wants_quick_fixes(json_t *params) {
  json_t *only = coal_rpc_at(params, "context.only"), *kind;
  size_t i;
  if (!json_is_array(only)) return true;
  json_array_foreach(only, i, kind) {
    const char *name = json_string_value(kind);
    if (name && (strcmp(name, "") == 0 || strcmp(name, "quickfix") == 0)) return true;
  }
  return false;
}

/** The edits by URI, or NULL if one of them is for a text that the editor has changed since. */
static json_t *edits_by_uri(coal_session *s, const coal_document *main, json_t *edits) {
  json_t *by_uri = json_object(), *edit;
  size_t i;
  json_array_foreach(edits, i, edit) {
    const char *uri = coal_rpc_text_at(edit, "uri");
    const coal_document *d = coal_session_find(s, uri);
    if (!uri || (d && d != main && (d->is_lost || d->edit_stamp > main->result_stamp))) {
      json_decref(by_uri);
      return NULL;
    }
    if (!json_object_get(by_uri, uri)) json_object_set_new(by_uri, uri, json_array());
    json_t *change = json_object();
    json_object_set(change, "range", json_object_get(edit, "range"));
    json_object_set(change, "newText", json_object_get(edit, "newText"));
    json_array_append_new(json_object_get(by_uri, uri), change);
  }
  return by_uri;
}

/** The edits in a form that the client supports, or NULL. */
static json_t *workspace_edit(coal_session *s, const coal_document *main, json_t *edits) {
  json_t *by_uri = edits_by_uri(s, main, edits), *answer = json_object(), *list;
  const char *uri;
  if (!by_uri) {
    json_decref(answer);
    return NULL;
  }
  if (!s->settings.client.document_changes) {
    json_object_set_new(answer, "changes", by_uri);
    return answer;
  }
  json_t *documents = json_array();
  json_object_foreach(by_uri, uri, list) {
    const coal_document *d = coal_session_find(s, uri);
    json_t *document = json_pack("{s:{s:s,s:O},s:O}", "textDocument", "uri", uri, "version",
                                 d && d->version ? d->version : json_null(), "edits", list);
    json_array_append_new(documents, document);
  }
  json_decref(by_uri);
  json_object_set_new(answer, "documentChanges", documents);
  return answer;
}

/** The diagnostic in a form that the client supports. */
static json_t *known_diagnostic(json_t *params, json_t *own) {
  json_t *theirs;
  size_t i;
  json_array_foreach(coal_rpc_at(params, "context.diagnostics"), i, theirs) {
    if (json_equal(json_object_get(theirs, "range"), json_object_get(own, "range")) &&
        json_equal(json_object_get(theirs, "code"), json_object_get(own, "code")))
      return theirs;
  }
  return own;
}

static bool touches(json_t *range, json_t *other) {
  coal_position a[2], b[2];
  if (!coal_range_read(range, &a[0], &a[1]) || !coal_range_read(other, &b[0], &b[1])) return false;
  return coal_position_compare(a[0], b[1]) <= 0 && coal_position_compare(b[0], a[1]) <= 0;
}

/** True if the cursor is at the diagnostic or at a range that the fix changes. */
static bool is_about(json_t *params, json_t *diagnostic, json_t *action) {
  json_t *range = json_object_get(params, "range"), *edit;
  size_t i;
  if (touches(json_object_get(diagnostic, "range"), range)) return true;
  json_array_foreach(json_object_get(action, "edits"), i, edit) {
    if (!json_object_get(edit, "elsewhere") && touches(json_object_get(edit, "range"), range)) return true;
  }
  return false;
}

json_t *coal_session_actions(coal_session *s, json_t *params) {
  json_t *list = json_array(), *action;
  const coal_document *d = document_of(s, params);
  json_t *result = current(d), *diagnostics = json_object_get(result, "diagnostics");
  size_t i;
  if (!result || !wants_quick_fixes(params)) return list;
  json_array_foreach(json_object_get(result, "actions"), i, action) {
    json_t *index = json_object_get(action, "diagnostic");
    json_t *diagnostic = json_array_get(diagnostics, (size_t)json_integer_value(index));
    if (!is_about(params, diagnostic, action)) continue;
    json_t *edit = workspace_edit(s, d, json_object_get(action, "edits"));
    if (!edit) continue;
    json_t *offer = json_object(), *known = json_array();
    json_object_set(offer, "title", json_object_get(action, "title"));
    json_object_set_new(offer, "kind", json_string("quickfix"));
    json_array_append(known, known_diagnostic(params, diagnostic));
    json_object_set_new(offer, "diagnostics", known);
    json_object_set_new(offer, "isPreferred", json_true());
    json_object_set_new(offer, "edit", edit);
    json_array_append_new(list, offer);
  }
  return list;
}

/* ---- inlay hints --------------------------------------------------------------------------------------- */

json_t *coal_session_hints(coal_session *s, json_t *params) {
  json_t *list = json_array(), *hint;
  coal_position from, to, at;
  size_t i;
  if (!s->settings.inlay_hints || !coal_range_read(json_object_get(params, "range"), &from, &to)) return list;
  json_array_foreach(json_object_get(current(document_of(s, params)), "hints"), i, hint) {
    if (!coal_position_read(json_object_get(hint, "position"), &at)) continue;
    if (coal_position_compare(from, at) <= 0 && coal_position_compare(at, to) <= 0) json_array_append(list, hint);
  }
  return list;
}
