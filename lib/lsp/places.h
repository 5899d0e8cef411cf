/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/** Source ranges of the analysis as ranges of the protocol. */
#ifndef COAL_LSP_PLACES_H
#define COAL_LSP_PLACES_H

#include <coalcheck/ir.h>

#include "lsp/text.h"
#include "report/source.h"
#include "util/vec.h"

/** A file with its lines. */
typedef struct coal_place_file {
  const char *path; /* borrowed from the analysis */
  char *uri;
  coal_lines lines;
} coal_place_file;

/** Zero-initialise but for what is borrowed: sources (with the editor's buffers set), and the main file's URI. */
typedef struct coal_places {
  coal_source_cache *sources;
  const char *main_uri;
  coal_encoding encoding;
  COAL_VEC(coal_place_file) files;
} coal_places;

void coal_places_free(coal_places *p);
/** The file's URI, borrowed; NULL without a text of the file. */
const char *coal_place_uri(coal_places *p, const coal_file *file);
/** The range in its file; false when it has no place. */
bool coal_place_range(coal_places *p, const coal_range *r, coal_position *start, coal_position *end);
/** {"uri": …, "range": …} or NULL. */
json_t *coal_place_location(coal_places *p, const coal_range *r);

#endif
