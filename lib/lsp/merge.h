/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/** Combines clangd's replies with coalcheck's answers. Sends nothing. */
#ifndef COAL_LSP_MERGE_H
#define COAL_LSP_MERGE_H

#include "lsp/session.h"

/** Requests whose replies concern coalcheck. */
typedef enum coal_merge_kind {
  COAL_MERGE_NONE,
  COAL_MERGE_INITIALIZE,
  COAL_MERGE_HOVER,
  COAL_MERGE_ACTIONS,
  COAL_MERGE_HINTS,
  COAL_MERGE_SHUTDOWN
} coal_merge_kind;

coal_merge_kind coal_merge_kind_of(const char *method);
/** Takes what coalcheck needs from clangd's reply to initialize: the position encoding, and puts in the capabilities
 *  that coalcheck adds. True if the reply was changed. */
bool coal_merge_initialize(coal_session *s, json_t *reply);
/** Adds coalcheck's answer for these params to the reply; a reply that says that clangd does not know the method, or
 *  is gone, is replaced. True if the reply was changed. */
bool coal_merge_reply(coal_session *s, coal_merge_kind kind, json_t *params, json_t *reply);
/** The params of publishDiagnostics for a document: clangd's last set, if it is for the present text, and
 *  coalcheck's, if there is one. Yours to free. */
json_t *coal_merge_diagnostics(const coal_document *d);
/** True if clangd's set is that of the present text. */
bool coal_merge_is_current(const coal_document *d);

#endif
