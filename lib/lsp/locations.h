/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/** Source ranges of the analysis as ranges of the protocol. */
#ifndef COAL_LSP_LOCATIONS_H
#define COAL_LSP_LOCATIONS_H

#include <coalcheck/ir.h>

#include "frontend/frontend.h"
#include "lsp/text.h"
#include "report/source.h"
#include "util/vec.h"

/** A file with its lines. */
typedef struct coal_location_file {
  const char *path; /* borrowed from the analysis */
  char *uri;
  coal_lines lines;
  bool is_document;
} coal_location_file;

/** Zero-initialise all but what is borrowed. */
typedef struct coal_locations {
  coal_source_cache *sources;
  const char *document_uri;
  const coal_overlay *overlays; /* the editor's texts, the document's first */
  size_t n_overlays;
  coal_encoding encoding;
  COAL_VEC(coal_location_file) files;
} coal_locations;

void coal_locations_free(coal_locations *p);
/** True if the file (may be NULL) is the document that the result is for. */
bool coal_location_in_document(coal_locations *p, const coal_file *file);
/** The file's URI, borrowed; NULL without a text of the file. */
const char *coal_location_uri(coal_locations *p, const coal_file *file);
/** The range in its file; false when it has no location. */
bool coal_location_range(coal_locations *p, const coal_range *r, coal_position *start, coal_position *end);
/** {"uri": …, "range": …} or NULL. */
json_t *coal_location_json(coal_locations *p, const coal_range *r);

#endif
