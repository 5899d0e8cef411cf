/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/** Private to lib/report: text tables; each column is as wide as its widest cell. */
#ifndef COAL_REPORT_CELLS_H
#define COAL_REPORT_CELLS_H

#include "util/str.h"
#include "util/vec.h"

/** Cells row by row; each is owned. Set n_columns first. */
typedef struct coal_cells {
  size_t n_columns;
  COAL_VEC(char *) items;
} coal_cells;

/** Adds a cell and empties `text`. */
void coal_cells_add(coal_cells *t, coal_str *text);
void coal_cells_add_text(coal_cells *t, const char *text);
/** Prints the rows, indented by two blanks, and frees the table. Empty columns vanish. */
void coal_cells_print(coal_cells *t, coal_str *out);

#endif
