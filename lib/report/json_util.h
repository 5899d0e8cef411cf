/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/** Private to lib/report: small steps with jansson. */
#ifndef COAL_REPORT_JSON_UTIL_H
#define COAL_REPORT_JSON_UTIL_H

#include <jansson.h>
#include <stdint.h>

#include "util/str.h"

/** A string value, yours. Bytes that are not UTF-8 become '?'. */
json_t *coal_json_text(const char *text);
/** Sets the member unless the text is NULL. */
void coal_json_set_text(json_t *object, const char *key, const char *text);
void coal_json_set_integer(json_t *object, const char *key, uint64_t v);
/** An integer where the value is one, else a real; yours. */
json_t *coal_json_number(double v);
/** Sets `key` to {"text": text}. */
void coal_json_set_message(json_t *object, const char *key, const char *text);
/** Adds the indented document and a line end, and frees it. */
void coal_json_add(coal_str *out, json_t *root);

#endif
