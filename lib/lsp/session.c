/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "session.h"

#include <stdlib.h>
#include <string.h>

#include "driver/database.h"
#include "lsp/uri.h"
#include "util/alloc.h"
#include "util/path.h"

enum {
  RUNNING_MAX = 2,         /* analyses at once */
  DEADLINE_MS = 60 * 1000, /* of one analysis */
  OTHERS_MS = 500          /* quiet time before documents that may include a changed one are analysed again */
};

void coal_session_init(coal_session *s, size_t n_arguments, const char *const *arguments, coal_session_events events) {
  *s = (coal_session){.events = events};
  coal_settings_init(&s->settings, n_arguments, arguments);
}

static void document_free(coal_document *d) {
  coal_worker_kill(&d->worker);
  free(d->uri);
  free(d->path);
  free(d->language);
  json_decref(d->version);
  json_decref(d->result);
  json_decref(d->clangd);
  json_decref(d->log);
  coal_text_free(&d->text);
  free(d);
}

void coal_session_free(coal_session *s) {
  for (size_t i = 0; i < s->documents.n; i++) document_free(s->documents.items[i]);
  coal_vec_free(&s->documents);
  coal_worker_kill(&s->spare);
  free(s->last_shown);
  coal_settings_free(&s->settings);
}

/* ---- documents ----------------------------------------------------------------------------------------- */

/** Clients and servers escape URIs differently: file URIs are the same when their paths are. */
coal_document *coal_session_find(coal_session *s, const char *uri) {
  coal_document *found = NULL;
  char *path = uri ? coal_uri_path(uri) : NULL;
  for (size_t i = 0; uri && i < s->documents.n && !found; i++) {
    coal_document *d = s->documents.items[i];
    if (strcmp(d->uri, uri) == 0 || (path && strcmp(d->path, path) == 0)) found = d;
  }
  free(path);
  return found;
}

static bool is_cuda(const char *language, const char *path) {
  if (strncmp(language, "cuda", 4) == 0) return true;
  return coal_path_ends_in(path, ".cu") || coal_path_ends_in(path, ".cuh");
}

/** A path for buffers without a file; relative includes start in the working directory. */
static char *made_up_path(const char *uri) {
  coal_str name = {0};
  const char *last = strrchr(uri, '/');
  for (const char *p = last ? last + 1 : uri; *p; p++) coal_str_addf(&name, "%c", strchr(":%\\", *p) ? '-' : *p);
  coal_str_add(&name, ".cu");
  char *path = coal_absolute_path(name.data);
  coal_str_free(&name);
  return path;
}

/** True if the file on disk has another text, or there is none. */
static bool differs_from_disk(const coal_document *d) {
  coal_source_cache *cache = coal_source_cache_new();
  const coal_source_file *f = coal_source_get(cache, d->path);
  const bool differs = !f || f->bytes != d->text.n || memcmp(f->text, d->text.data, d->text.n) != 0;
  coal_source_cache_free(cache);
  return differs;
}

/** Analyses the document after `wait_ms`; a running analysis of an older text is stopped. */
static void schedule(coal_session *s, coal_document *d, int wait_ms) {
  if (!d->is_cuda || d->is_lost) return;
  d->due_ms = coal_now_ms() + wait_ms;
  d->wants_whole = false;
  if (d->worker.pid && (d->worker_revision != d->revision || d->worker_stamp != s->stamp)) coal_worker_kill(&d->worker);
  if (!s->spare.pid) coal_worker_start(&s->spare, &s->settings);
}

static void schedule_others(coal_session *s, const coal_document *d) {
  const bool is_typing = d && d->is_typing;
  for (size_t i = 0; i < s->documents.n; i++) {
    coal_document *other = s->documents.items[i];
    if (other == d || !other->is_cuda) continue;
    other->is_typing = is_typing;
    schedule(s, other, OTHERS_MS);
  }
}

static void set_version(coal_document *d, json_t *version) {
  json_decref(d->version);
  d->version = json_is_integer(version) ? json_incref(version) : NULL;
}

coal_document *coal_session_open(coal_session *s, json_t *params) {
  json_t *item = json_object_get(params, "textDocument"), *text = json_object_get(item, "text");
  const char *uri = coal_rpc_text_at(item, "uri"), *language = coal_rpc_text_at(item, "languageId");
  if (!uri || !json_is_string(text)) return NULL;
  coal_session_close(s, params); /* opened twice: the later text is used */
  coal_document *d = coal_alloc(sizeof *d);
  *d = (coal_document){.uri = coal_strdup(uri), .revision = 1, .edits = 1, .due_ms = -1, .publish_due_ms = -1};
  d->path = coal_uri_path(uri);
  if (!d->path) d->path = made_up_path(uri);
  d->language = coal_strdup(language ? language : "");
  d->is_cuda = is_cuda(d->language, d->path);
  set_version(d, json_object_get(item, "version"));
  coal_text_set(&d->text, json_string_value(text), json_string_length(text));
  d->edit_stamp = ++s->stamp;
  d->is_unsaved = differs_from_disk(d);
  coal_vec_push(&s->documents, d);
  schedule(s, d, 0);
  return d;
}

coal_document *coal_session_change(coal_session *s, json_t *params) {
  coal_document *d = coal_session_find(s, coal_rpc_text_at(params, "textDocument.uri"));
  json_t *changes = json_object_get(params, "contentChanges"), *change;
  size_t i;
  if (!d) return NULL;
  set_version(d, coal_rpc_at(params, "textDocument.version"));
  d->revision++;
  d->edits++;
  d->edit_stamp = ++s->stamp;
  if (!json_is_array(changes)) d->is_lost = true;
  json_array_foreach(changes, i, change) {
    if (!coal_text_change(&d->text, s->settings.client.encoding, change))
      d->is_lost = true;
    else if (!json_object_get(change, "range"))
      d->is_lost = false;
  }
  d->is_unsaved = d->is_typing = true;
  schedule(s, d, s->settings.debounce_ms);
  if (coal_is_header_name(d->path)) schedule_others(s, d);
  return d;
}

/** The text is saved: a document analysed with a small budget gets the full one, if that makes a difference. */
static void analyse_whole(coal_session *s, coal_document *d) {
  const bool was_typing = d->is_typing;
  d->is_typing = false;
  if (d->due_ms >= 0)
    schedule(s, d, 0);
  else if (d->worker.pid)
    d->wants_whole = d->worker_is_hurried;
  else if (was_typing && d->is_cut)
    schedule(s, d, 0);
}

coal_document *coal_session_save(coal_session *s, json_t *params) {
  coal_document *d = coal_session_find(s, coal_rpc_text_at(params, "textDocument.uri"));
  json_t *text = json_object_get(params, "text");
  if (!d) return NULL;
  if (json_is_string(text) && (d->is_lost || strcmp(json_string_value(text), d->text.data) != 0)) {
    coal_text_set(&d->text, json_string_value(text), json_string_length(text));
    d->is_lost = false;
    d->revision++;
    d->edit_stamp = ++s->stamp;
    schedule(s, d, 0);
  }
  d->is_unsaved = false;
  analyse_whole(s, d);
  schedule_others(s, d);
  return d;
}

void coal_session_close(coal_session *s, json_t *params) {
  coal_document *d = coal_session_find(s, coal_rpc_text_at(params, "textDocument.uri"));
  for (size_t i = 0; d && i < s->documents.n; i++) {
    if (s->documents.items[i] != d) continue;
    s->documents.items[i] = s->documents.items[--s->documents.n];
    document_free(d);
    return;
  }
}

void coal_session_touch(coal_session *s) { schedule_others(s, NULL); }

void coal_session_configure(coal_session *s) {
  coal_worker_kill(&s->spare); /* it has the old settings */
  for (size_t i = 0; i < s->documents.n; i++) {
    coal_worker_kill(&s->documents.items[i]->worker);
    schedule(s, s->documents.items[i], 0);
  }
}

void coal_session_lose(coal_session *s) {
  for (size_t i = 0; i < s->documents.n; i++) {
    coal_document *d = s->documents.items[i];
    d->is_lost = true;
    d->revision++;
    d->due_ms = -1;
    coal_worker_kill(&d->worker);
  }
}

/* ---- the loop ------------------------------------------------------------------------------------------ */

static size_t count_running(const coal_session *s) {
  size_t n = 0;
  for (size_t i = 0; i < s->documents.n; i++) n += s->documents.items[i]->worker.pid != 0;
  return n;
}

static bool wants_start(const coal_document *d) { return d->due_ms >= 0 && !d->worker.pid; }

/** A running analysis of a document that is not being edited, or NULL. */
static coal_document *find_patient(const coal_session *s) {
  for (size_t i = 0; i < s->documents.n; i++)
    if (s->documents.items[i]->worker.pid && !s->documents.items[i]->is_typing) return s->documents.items[i];
  return NULL;
}

/** Documents being edited do not wait for others. */
static bool may_start(const coal_session *s, const coal_document *d) {
  return count_running(s) < RUNNING_MAX || (d->is_typing && find_patient(s));
}

int64_t coal_session_poll(const coal_session *s, coal_poll_set *set) {
  int64_t due = -1;
  coal_worker_poll(&s->spare, set);
  for (size_t i = 0; i < s->documents.n; i++) {
    const coal_document *d = s->documents.items[i];
    coal_worker_poll(&d->worker, set);
    if (d->worker.pid) due = coal_earlier(due, d->worker_deadline_ms);
    if (wants_start(d) && may_start(s, d)) due = coal_earlier(due, d->due_ms);
  }
  return due;
}

static void show_once(coal_session *s, const char *text) {
  if (s->last_shown && strcmp(s->last_shown, text) == 0) return;
  free(s->last_shown);
  s->last_shown = coal_strdup(text);
  s->events.log(s->events.context, true, text);
}

/** Logs the messages of a result, unless the previous result had the same. */
static void log_result(coal_session *s, coal_document *d, json_t *result, const char *why) {
  static const char settings[] = "settings: ";
  json_t *lines = json_object_get(result, "log"), *line;
  const char *error = coal_rpc_text_at(result, "error");
  size_t i;
  const bool is_new = !json_equal(d->log, lines);
  json_array_foreach(lines, i, line) {
    const char *text = json_string_value(line);
    const bool show = text && strncmp(text, settings, sizeof settings - 1) == 0;
    if (show) show_once(s, text);
    if (text && !show && is_new) s->events.log(s->events.context, false, text);
  }
  json_decref(d->log);
  d->log = json_incref(lines);
  if (error && !strstr(error, d->path))
    show_once(s, error);
  else if (error || !result)
    s->events.log(s->events.context, false, error ? error : why);
}

/** Stores the result (NULL: `why` says why there is none) unless the text has changed since. */
static void accept(coal_session *s, coal_document *d, json_t *result, const char *why) {
  if (d->worker_revision != d->revision || d->is_lost) {
    json_decref(result);
    return;
  }
  log_result(s, d, result, why);
  const bool failed = json_object_get(result, "error") != NULL;
  json_decref(d->result);
  d->result = failed ? NULL : result;
  if (failed) json_decref(result);
  d->result_revision = d->revision;
  d->result_stamp = d->worker_stamp;
  d->is_cut = d->worker_is_hurried && json_is_true(json_object_get(d->result, "isCut"));
  if (d->wants_whole && d->is_cut) schedule(s, d, 0);
  d->wants_whole = false;
  s->events.changed(s->events.context, d);
}

/** The document's text, and the unsaved ones that it may include. */
static void send_job(coal_session *s, coal_document *d) {
  COAL_VEC(coal_overlay) overlays = {0};
  coal_overlay own = {d->path, d->text.data, d->text.n};
  coal_vec_push(&overlays, own);
  for (size_t i = 0; i < s->documents.n; i++) {
    const coal_document *other = s->documents.items[i];
    coal_overlay o = {other->path, other->text.data, other->text.n};
    if (other != d && other->is_unsaved && !other->is_lost) coal_vec_push(&overlays, o);
  }
  coal_job job = {d->uri, overlays.items, overlays.n, d->worker_is_hurried};
  coal_worker_send(&d->worker, &job);
  coal_vec_free(&overlays);
}

static void start(coal_session *s, coal_document *d, int64_t now) {
  if (!s->spare.pid && !coal_worker_start(&s->spare, &s->settings)) {
    d->due_ms = now + OTHERS_MS; /* no process to be had: later */
    return;
  }
  d->worker = s->spare;
  s->spare = (coal_worker){0};
  d->worker_revision = d->revision;
  d->worker_stamp = s->stamp;
  d->worker_is_hurried = d->is_typing;
  d->worker_deadline_ms = now + DEADLINE_MS;
  d->due_ms = -1;
  send_job(s, d);
}

static void run_document(coal_session *s, coal_document *d, const coal_poll_set *set, int64_t now) {
  json_t *result = NULL;
  char why[64] = "";
  if (coal_worker_run(&d->worker, set, &result, why)) {
    accept(s, d, result, why);
    if (!s->spare.pid) coal_worker_start(&s->spare, &s->settings);
  } else if (d->worker.pid && now >= d->worker_deadline_ms) {
    coal_worker_kill(&d->worker);
    accept(s, d, NULL, "the analysis took too long and was stopped");
  }
}

/** The document to analyse now, or NULL. */
static coal_document *find_next(const coal_session *s, int64_t now) {
  coal_document *next = NULL;
  for (size_t i = 0; i < s->documents.n; i++) {
    coal_document *d = s->documents.items[i];
    if (!wants_start(d) || d->due_ms > now || !may_start(s, d)) continue;
    if (!next || d->is_typing > next->is_typing || (d->is_typing == next->is_typing && d->due_ms < next->due_ms))
      next = d;
  }
  return next;
}

void coal_session_run(coal_session *s, const coal_poll_set *set) {
  const int64_t now = coal_now_ms();
  json_t *nothing = NULL;
  char why[64];
  coal_worker_run(&s->spare, set, &nothing, why); /* one that died before it got a job is not missed */
  json_decref(nothing);
  for (size_t i = 0; i < s->documents.n; i++) run_document(s, s->documents.items[i], set, now);
  for (coal_document *next; (next = find_next(s, now));) {
    if (count_running(s) >= RUNNING_MAX) {
      coal_document *other = find_patient(s);
      coal_worker_kill(&other->worker);
      other->due_ms = now;
    }
    start(s, next, now);
  }
}
