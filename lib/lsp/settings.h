/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/** The user's settings: options of the command line, settings from the editor, and the client's capabilities. Where
 *  an editor cannot send settings, the command line accepts them as JSON: `--settings={"inlayHints": true}`. */
#ifndef COAL_LSP_SETTINGS_H
#define COAL_LSP_SETTINGS_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

#include "driver/options.h"
#include "lsp/text.h"

/** The client's capabilities from `initialize`. */
typedef struct coal_client {
  coal_encoding encoding;
  bool markdown;            /* hovers may be Markdown */
  bool related_information; /* diagnostics may carry it */
  bool code_description;    /* diagnostics may carry a link */
  bool document_changes;    /* edits may name the version they are for */
  bool refresh_hints;       /* workspace/inlayHint/refresh is understood */
} coal_client;

typedef struct coal_settings {
  const char **arguments; /* options and flags of the command line, without `--settings`; the strings are borrowed */
  size_t n_arguments;
  json_t *editor; /* object */
  coal_client client;
  bool inlay_hints, remarks;
  bool images;     /* hovers in Markdown hold the picture as an SVG image */
  bool is_bad;     /* a `--settings` was no JSON object */
  int debounce_ms; /* quiet time after an edit */
} coal_settings;

/** Defaults. `arguments` as main() has them, without the program's name. */
void coal_settings_init(coal_settings *s, size_t n_arguments, const char *const *arguments);
void coal_settings_free(coal_settings *s);
/** Reads the client's capabilities ("capabilities" of initialize), except the encoding. */
void coal_settings_read_client(coal_settings *s, json_t *capabilities);
/** Reads the settings in `initializationOptions` or `settings`: the member "coalcheck", or with `bare` the object
 *  itself. Later values take precedence. True if there were any. */
bool coal_settings_read_editor(coal_settings *s, json_t *value, bool bare);
/** Applies all settings on top of the config. Invalid ones are skipped; `*error` names the last of them
 *  (in the config's arena; else untouched). */
void coal_settings_apply(const coal_settings *s, coal_config *c, const char **error);

#endif
