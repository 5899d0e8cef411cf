/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "json_util.h"

#include <math.h>
#include <stdlib.h>

#include "util/alloc.h"

/** Integers above are not exact in a double. */
#define EXACT_MAX 9007199254740992.0

json_t *coal_json_text(const char *text) {
  json_t *s = json_string(text);
  if (s) return s;
  char *ascii = coal_strdup(text);
  for (char *p = ascii; *p; p++)
    if ((unsigned char)*p >= 0x80) *p = '?';
  s = json_string(ascii);
  free(ascii);
  return s;
}

void coal_json_set_text(json_t *object, const char *key, const char *text) {
  if (text) json_object_set_new(object, key, coal_json_text(text));
}

void coal_json_set_integer(json_t *object, const char *key, uint64_t v) {
  json_object_set_new(object, key, json_integer((json_int_t)v));
}

json_t *coal_json_number(double v) {
  if (v >= -EXACT_MAX && v <= EXACT_MAX && v == floor(v)) return json_integer((json_int_t)v);
  return json_real(v);
}

void coal_json_set_message(json_t *object, const char *key, const char *text) {
  json_t *message = json_object();
  coal_json_set_text(message, "text", text);
  json_object_set_new(object, key, message);
}

void coal_json_add(coal_str *out, json_t *root) {
  char *text = json_dumps(root, JSON_INDENT(1) | JSON_REAL_PRECISION(10));
  if (!text) coal_out_of_memory();
  coal_str_addf(out, "%s\n", text);
  free(text);
  json_decref(root);
}
