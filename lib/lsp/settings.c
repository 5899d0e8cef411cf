/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "settings.h"

#include <stdlib.h>
#include <string.h>

#include "lsp/rpc.h"
#include "util/alloc.h"

enum { DEBOUNCE_MS = 50, DEBOUNCE_MAX_MS = 10000 };

/** Reads `--settings=JSON`; false if the word is another. */
static bool read_argument(coal_settings *s, const char *word) {
  static const char prefix[] = "--settings=";
  const size_t n = sizeof prefix - 1;
  if (strncmp(word, prefix, n) != 0) return false;
  json_t *value = coal_rpc_parse(word + n, strlen(word + n));
  if (!json_is_object(value)) s->is_bad = true;
  coal_settings_read_editor(s, value, true);
  json_decref(value);
  return true;
}

void coal_settings_init(coal_settings *s, size_t n_arguments, const char *const *arguments) {
  *s = (coal_settings){.arguments = coal_alloc((n_arguments + 1) * sizeof *s->arguments),
                       .editor = json_object(),
                       .client = {.encoding = COAL_ENCODING_UTF16},
                       .debounce_ms = DEBOUNCE_MS};
  bool is_option = true;
  for (size_t i = 0; i < n_arguments; i++) {
    if (strcmp(arguments[i], "--") == 0) is_option = false;
    if (!is_option || !read_argument(s, arguments[i])) s->arguments[s->n_arguments++] = arguments[i];
  }
}

void coal_settings_free(coal_settings *s) {
  json_decref(s->editor);
  s->editor = NULL;
  free(s->arguments);
  s->arguments = NULL;
}

/** True if the array has the text. */
static bool has_text(json_t *array, const char *text) {
  size_t i;
  json_t *item;
  json_array_foreach(array, i, item) {
    if (json_is_string(item) && strcmp(json_string_value(item), text) == 0) return true;
  }
  return false;
}

void coal_settings_read_client(coal_settings *s, json_t *c) {
  s->client.markdown = has_text(coal_rpc_at(c, "textDocument.hover.contentFormat"), "markdown");
  s->client.related_information = json_is_true(coal_rpc_at(c, "textDocument.publishDiagnostics.relatedInformation"));
  s->client.code_description = json_is_true(coal_rpc_at(c, "textDocument.publishDiagnostics.codeDescriptionSupport"));
  s->client.document_changes = json_is_true(coal_rpc_at(c, "workspace.workspaceEdit.documentChanges"));
  s->client.refresh_hints = json_is_true(coal_rpc_at(c, "workspace.inlayHint.refreshSupport"));
}

bool coal_settings_read_editor(coal_settings *s, json_t *value, bool bare) {
  json_t *own = json_object_get(value, "coalcheck");
  if (!json_is_object(own)) own = bare ? value : NULL;
  if (!json_is_object(own) || json_object_size(own) == 0) return false;
  json_object_update(s->editor, own);
  s->inlay_hints = json_is_true(json_object_get(s->editor, "inlayHints"));
  s->images = json_is_true(json_object_get(s->editor, "images"));
  s->remarks = json_is_true(json_object_get(s->editor, "remarks"));
  json_t *debounce = json_object_get(s->editor, "debounce");
  s->debounce_ms = DEBOUNCE_MS;
  if (json_is_integer(debounce) && json_integer_value(debounce) >= 0 && json_integer_value(debounce) < DEBOUNCE_MAX_MS)
    s->debounce_ms = (int)json_integer_value(debounce);
  return true;
}

/** Settings that are no options of an analysis. */
static bool is_own_setting(const char *key) {
  static const char *const keys[] = {"inlayHints", "remarks", "images", "debounce", "flags", "arguments"};
  for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
    if (strcmp(keys[i], key) == 0) return true;
  return false;
}

/** Sets one option from a JSON value; a list sets it again and again. */
static void set_option(coal_config *c, const char *key, json_t *value, const char **error) {
  const char *problem = NULL;
  size_t i;
  json_t *item;
  json_array_foreach(value, i, item) {
    if (!json_is_array(item)) set_option(c, key, item, error);
  }
  if (json_is_true(value)) {
    coal_config_set(c, COAL_OPTION_EDITOR, key, NULL, &problem);
  } else if (json_is_string(value)) {
    coal_config_set(c, COAL_OPTION_EDITOR, key, json_string_value(value), &problem);
  } else if (json_is_number(value)) {
    const char *text = json_is_integer(value)
                           ? coal_arena_format(c->arena, "%lld", (long long)json_integer_value(value))
                           : coal_arena_format(c->arena, "%g", json_real_value(value));
    coal_config_set(c, COAL_OPTION_EDITOR, key, text, &problem);
  }
  if (problem) *error = problem;
}

/** The strings of the list after `first` (NULL: none), read as a command line. */
static void parse_list(coal_config *c, const char *first, json_t *list, const char **error) {
  const char **words = COAL_ARENA_ARRAY(c->arena, const char *, json_array_size(list) + 1);
  size_t n = 0, i;
  json_t *item;
  if (first) words[n++] = first;
  json_array_foreach(list, i, item) {
    if (json_is_string(item))
      words[n++] = coal_arena_string(c->arena, json_string_value(item), json_string_length(item));
  }
  const char *problem = NULL;
  if (n && coal_config_parse(c, COAL_OPTION_EDITOR, n, words, &problem)) *error = problem;
}

void coal_settings_apply(const coal_settings *s, coal_config *c, const char **error) {
  const char *key, *problem = NULL;
  json_t *value;
  if (s->is_bad) *error = "--settings takes a JSON object";
  if (coal_config_parse(c, COAL_OPTION_COMMAND_LINE, s->n_arguments, s->arguments, &problem)) *error = problem;
  json_object_foreach(s->editor, key, value) {
    if (!is_own_setting(key)) set_option(c, key, value, error);
  }
  parse_list(c, NULL, json_object_get(s->editor, "arguments"), error);
  parse_list(c, "--", json_object_get(s->editor, "flags"), error);
}
