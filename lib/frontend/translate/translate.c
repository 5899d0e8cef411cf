/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "translate.h"

#include <string.h>

static enum CXChildVisitResult collect(CXCursor c, CXCursor parent, CXClientData data) {
  (void)parent;
  coal_cursor_list *list = data;
  coal_vec_push(list, c);
  return CXChildVisit_Continue;
}

coal_cursors coal_tr_take_cursors(coal_tr *t, coal_cursor_list *list) {
  coal_cursors out = {
      coal_arena_copy(t->scratch, list->items ? (void *)list->items : (void *)"", list->n * sizeof *list->items),
      list->n};
  coal_vec_free(list);
  return out;
}

coal_cursors coal_tr_children(coal_tr *t, CXCursor c) {
  coal_cursor_list list = {0};
  t->c->visitChildren(c, collect, &list);
  return coal_tr_take_cursors(t, &list);
}

coal_cursors coal_tr_operands(coal_tr *t, CXCursor c) {
  coal_cursors all = coal_tr_children(t, c);
  size_t n = 0;
  for (size_t i = 0; i < all.n; i++) {
    enum CXCursorKind kind = t->c->getCursorKind(all.items[i]);
    if (t->c->isExpression(kind) || t->c->isStatement(kind)) all.items[n++] = all.items[i];
  }
  all.n = n;
  return all;
}

const char *coal_tr_string(coal_tr *t, CXString s) {
  const char *text = t->c->getCString(s);
  const char *copy = text ? coal_arena_string(t->scratch, text, strlen(text)) : "";
  t->c->disposeString(s);
  return copy;
}

const char *coal_tr_spelling(coal_tr *t, CXCursor c) { return coal_tr_string(t, t->c->getCursorSpelling(c)); }

bool coal_tr_is_null(const coal_tr *t, CXCursor c) {
  return t->c->Cursor_isNull(c) || t->c->isInvalid(t->c->getCursorKind(c));
}

static void release(coal_tr *t) {
  coal_cursor_map *maps[] = {&t->functions, &t->vars,     &t->fields,   &t->records,
                             &t->closures,  &t->bindings, &t->launching};
  for (size_t i = 0; i < t->functions.capacity; i++) {
    coal_tr_callee *callee = t->functions.slots[i].value;
    if (callee) coal_vec_free(&callee->callees);
  }
  for (size_t i = 0; i < sizeof maps / sizeof *maps; i++) coal_cursor_map_free(maps[i]);
  coal_vec_free(&t->files);
  coal_vec_free(&t->work);
  coal_vec_free(&t->errors);
  coal_vec_free(&t->seen);
}

void coal_tr_unit(coal_tr *t) {
  coal_tr_find_errors(t);
  coal_tr_roots(t);
  coal_tr_bodies(t);
  coal_tr_uninstantiated(t);
  coal_tr_bodies(t);
  coal_tr_add_lost_kernels(t);
  if (t->kept) coal_tr_suppositions(t);
  release(t);
}
