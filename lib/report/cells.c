/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "cells.h"

#include <stdlib.h>
#include <string.h>

#include "util/alloc.h"

void coal_cells_add(coal_cells *t, coal_str *text) {
  coal_str_add(text, "");
  coal_vec_push(&t->items, text->data);
  *text = (coal_str){0};
}

void coal_cells_add_text(coal_cells *t, const char *text) { coal_vec_push(&t->items, coal_strdup(text)); }

static size_t width_of(const coal_cells *t, size_t column) {
  size_t width = 0;
  for (size_t i = column; i < t->items.n; i += t->n_columns)
    if (strlen(t->items.items[i]) > width) width = strlen(t->items.items[i]);
  return width;
}

void coal_cells_print(coal_cells *t, coal_str *out) {
  const size_t n_rows = t->items.n / t->n_columns;
  for (size_t row = 0; row < n_rows; row++) {
    coal_str_add(out, "  ");
    for (size_t column = 0; column < t->n_columns; column++) {
      const char *text = t->items.items[row * t->n_columns + column];
      size_t width = width_of(t, column);
      if (column + 1 == t->n_columns)
        coal_str_addf(out, "%s", text);
      else if (width)
        coal_str_addf(out, "%-*s  ", (int)width, text);
    }
    while (out->data[out->n - 1] == ' ') out->data[--out->n] = '\0';
    coal_str_add(out, "\n");
  }
  for (size_t i = 0; i < t->items.n; i++) free(t->items.items[i]);
  coal_vec_free(&t->items);
}
