/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/**
 * What an editor needs of one analysed file, as a JSON object that crosses from the analysing process to the server:
 *
 *   {"diagnostics": [Diagnostic…],
 *    "actions": [{"title": …, "diagnostic": INDEX, "edits": [{"uri": …, "elsewhere": BOOL, "range": …, "newText":
 * …}…]}…], "hovers": [{"range": …, "value": TEXT}…], "hints": [InlayHint…], "log": [TEXT…], "error": TEXT,
 *    "isCut": BOOL}
 *
 * Positions count in the encoding of the session. `error` stands there when nothing could be analysed, `isCut` where the
 * budget did not do for a kernel.
 */
#ifndef COAL_LSP_RESULT_H
#define COAL_LSP_RESULT_H

#include <jansson.h>

#include "driver/pipeline.h"
#include "lsp/locations.h"
#include "lsp/settings.h"
#include "report/filter.h"

/** One document of an editor, with the unsaved texts of others. All borrowed. */
typedef struct coal_job {
  const char *uri;
  const coal_overlay *overlays; /* the document's first; at least one */
  size_t n_overlays;
  bool is_hurried; /* the user is typing: a small budget */
} coal_job;

/** Analyses the job's file; the result is yours. The front end may be NULL: then `error` says why. */
json_t *coal_result_make(coal_frontend *f, const char *error, const coal_settings *s, const coal_job *job);

/** Used by result.c. */
typedef struct coal_result_context {
  const coal_settings *settings;
  coal_filter *filter;
  coal_analysis *analysis;
  coal_locations locations;
} coal_result_context;

/** diagnostics.c: fills "diagnostics" and "actions". */
void coal_result_add_findings(coal_result_context *c, json_t *result);
/** hovers.c: fills "hovers" and "hints". */
void coal_result_add_accesses(coal_result_context *c, json_t *result);
/** The URI of the page of a check, or NULL when the pages are not installed; yours to free. */
char *coal_check_page(const char *check);

#endif
