/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/**
 * coalcheck's half of a language server: the open documents, an analysis of each CUDA document after each edit, and
 * answers from the result. Both servers use it: `lsp` on its own, `clangd` beside clangd.
 *
 * Nothing here blocks. An owner calls coal_session_poll before and coal_session_run after each wait.
 */
#ifndef COAL_LSP_SESSION_H
#define COAL_LSP_SESSION_H

#include "lsp/worker.h"

/** An open document. */
typedef struct coal_document {
  char *uri, *path, *language;
  json_t *version; /* as the client gave it, or NULL */
  coal_text text;
  bool is_cuda;      /* analysed */
  bool is_unsaved;   /* the text may not be that of the file on disk */
  bool is_lost;      /* a change could not be read: silent until the whole text comes again */
  uint64_t revision; /* counts the texts this document has had */

  json_t *result;           /* of `result_revision`; NULL: none, or nothing could be analysed */
  uint64_t result_revision; /* 0: none yet */
  json_t *log;              /* the last result's log messages, which are not repeated */
  bool is_typing;           /* edited and not saved since: an analysis has a small budget */
  bool wants_whole;         /* saved while an analysis with a small budget ran */
  int64_t due_ms;           /* when to analyse; −1: nothing to do */
  coal_worker worker;
  uint64_t worker_revision;
  bool worker_is_hurried; /* it has a small budget */
  bool is_cut;            /* the result's budget did not do */
  int64_t worker_deadline_ms;

  uint64_t edits;                                  /* counts didOpen and didChange */
  uint64_t edit_stamp, worker_stamp, result_stamp; /* the session's `stamp` then */

  /* the proxy's */
  bool shows_own;         /* the set that was published last has some of coalcheck's */
  json_t *clangd;         /* params of clangd's last publishDiagnostics, or NULL */
  uint64_t clangd_edits;  /* the edits they are for */
  int64_t publish_due_ms; /* when to publish without waiting for clangd any longer; −1: not waiting */
} coal_document;

/** Callbacks of the owner. */
typedef struct coal_session_events {
  /** The document has a result (or a failure) for its present text. */
  void (*changed)(void *context, coal_document *d);
  /** Writes to the editor's log; `show`: shows the message to the user. */
  void (*log)(void *context, bool show, const char *text);
  void *context;
} coal_session_events;

typedef struct coal_session {
  coal_settings settings;
  coal_session_events events;
  COAL_VEC(coal_document *) documents;
  coal_worker spare;
  uint64_t stamp;   /* counts edits of all documents */
  char *last_shown; /* the last problem shown, which is not repeated */
} coal_session;

void coal_session_init(coal_session *s, size_t n_arguments, const char *const *arguments, coal_session_events events);
/** Ends all processes. */
void coal_session_free(coal_session *s);

/* ---- what the client says ------------------------------------------------------------------------------ */

/** The document of a URI, or NULL. */
coal_document *coal_session_find(coal_session *s, const char *uri);
/** Handles a notification by its params; invalid ones are ignored. The document concerned, or NULL. */
coal_document *coal_session_open(coal_session *s, json_t *params);
coal_document *coal_session_change(coal_session *s, json_t *params);
coal_document *coal_session_save(coal_session *s, json_t *params);
void coal_session_close(coal_session *s, json_t *params);
/** Files changed on disk: all documents are analysed again. */
void coal_session_touch(coal_session *s);
/** After the settings changed. */
void coal_session_configure(coal_session *s);
/** A message that may have contained a change could not be read: documents are stale until their full text arrives. */
void coal_session_lose(coal_session *s);

/* ---- answers ------------------------------------------------------------------------------------------- */

/** True if the document's result belongs to its current text, or no result can be obtained. */
bool coal_document_is_settled(const coal_document *d);
/** The diagnostics of the present text: a list, yours. */
json_t *coal_document_diagnostics(const coal_document *d);
/** Answers to textDocument/hover, codeAction and inlayHint by their params: yours; hover NULL, others an empty list
 *  when there is nothing to say. */
json_t *coal_session_hover(coal_session *s, json_t *params);
json_t *coal_session_actions(coal_session *s, json_t *params);
json_t *coal_session_hints(coal_session *s, json_t *params);

/* ---- the loop ------------------------------------------------------------------------------------------ */

/** Adds descriptors; returns when to call coal_session_run at the latest (−1: no need). */
int64_t coal_session_poll(const coal_session *s, coal_poll_set *set);
void coal_session_run(coal_session *s, const coal_poll_set *set);

#endif
