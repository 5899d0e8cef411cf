/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/** An editor's text: positions in the units that client and server agreed on, and edits. */
#ifndef COAL_LSP_TEXT_H
#define COAL_LSP_TEXT_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/** What a position's `character` counts. */
typedef enum coal_encoding { COAL_ENCODING_UTF8, COAL_ENCODING_UTF16, COAL_ENCODING_UTF32 } coal_encoding;

/** "utf-8", "utf-16", "utf-32"; static. */
const char *coal_encoding_name(coal_encoding e);
/** The encoding of that name; false if there is none. */
bool coal_encoding_find(const char *name, coal_encoding *out);

/** Where each line of a text begins. Lines end at "\n", "\r\n" or "\r" (protocol, "Text Documents"). Zero-initialise;
 *  it borrows the text. */
typedef struct coal_lines {
  const char *text;
  size_t bytes;
  size_t *start; /* n entries, at least one */
  size_t n;
} coal_lines;

/** Indexes the text. Free it with coal_lines_free. */
void coal_lines_read(coal_lines *l, const char *text, size_t bytes);
void coal_lines_free(coal_lines *l);
/** Bytes of the line (from 0) without its end. */
size_t coal_line_bytes(const coal_lines *l, size_t line);

/** A position as the protocol has it, from 0. */
typedef struct coal_position {
  uint64_t line, character;
} coal_position;

/** The position of a byte; offsets past the end are the end. */
coal_position coal_position_of(const coal_lines *l, coal_encoding e, size_t offset);
/** The byte of a position. One past the end of its line or of the text is that end; one inside of a character is its
 *  start. */
size_t coal_offset_of(const coal_lines *l, coal_encoding e, coal_position p);
int coal_position_compare(coal_position a, coal_position b);

/** {"line": …, "character": …}; {"start": …, "end": …}. */
json_t *coal_position_json(coal_position p);
json_t *coal_range_json(coal_position start, coal_position end);
/** Reads them; false when they are not such. */
bool coal_position_read(json_t *value, coal_position *out);
bool coal_range_read(json_t *value, coal_position *start, coal_position *end);

/** A text that changes. `data` is NUL-terminated. */
typedef struct coal_text {
  char *data;
  size_t n;
} coal_text;

/** Replaces the whole. */
void coal_text_set(coal_text *t, const char *text, size_t n);
void coal_text_free(coal_text *t);
/** Applies a TextDocumentContentChangeEvent: a range or the whole text. False if it is malformed. */
bool coal_text_change(coal_text *t, coal_encoding e, json_t *change);

#endif
