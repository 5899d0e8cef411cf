/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What a constructor does before its body. */
#include <string.h>

#include "expr.h"

/* The initialisers that are written, one a field of the record. */
typedef struct written {
  CXCursor *init; /* by field; null: none */
  CXCursor *name; /* where the member is named; null: a base */
  CXCursor delegate;
  COAL_VEC(CXCursor) inner_fields; /* members of anonymous members */
  COAL_VEC(CXCursor) inner_inits;
} written;

static size_t base_index(const coal_record *r, const coal_type *type) {
  for (size_t i = 0; i < r->n_fields; i++)
    if (r->fields[i].type == type && strcmp(r->fields[i].name, type->record->name) == 0) return i;
  return r->n_fields;
}

/* `: member(init), Base(init)` shows as a reference to the member or type, then the initialiser. */
static void collect(coal_tr *t, CXCursor ctor, const coal_type *self, written *w) {
  const coal_record *r = self->record;
  coal_cursors children = coal_tr_children(t, ctor);
  CXCursor member = t->c->getNullCursor(), named = member;
  for (size_t i = 0; i < children.n; i++) {
    CXCursor c = children.items[i];
    enum CXCursorKind kind = t->c->getCursorKind(c);
    if (kind == CXCursor_MemberRef) member = t->c->getCursorReferenced(named = c);
    if (!t->c->isExpression(kind)) continue;
    const coal_field *f = coal_tr_is_null(t, member) ? NULL : coal_tr_field(t, member);
    const coal_type *type = coal_tr_type_of(t, c);
    size_t base = coal_type_is(type, COAL_TYPE_RECORD) ? base_index(r, type) : r->n_fields;
    if (f && f->owner == r)
      w->init[f - r->fields] = c, w->name[f - r->fields] = named;
    else if (f) {
      coal_vec_push(&w->inner_fields, member);
      coal_vec_push(&w->inner_inits, c);
    } else if (base < r->n_fields)
      w->init[base] = c;
    else if (type == self)
      w->delegate = c;
    member = t->c->getNullCursor();
  }
}

/* A written `Base()` or `member()` that does nothing leaves the part alone, as an unwritten one does. */
static const coal_expr *initial_value(coal_tr *t, CXCursor init, const coal_type *type) {
  bool is_list = t->c->getCursorKind(init) == CXCursor_InitListExpr;
  if (coal_type_is(type, COAL_TYPE_ARRAY) && !is_list && coal_tr_is_plain_default(t, init)) return NULL;
  return coal_tr_init(t, init, type);
}

static void add_field(coal_tr *t, const coal_field *f, CXCursor name, CXCursor init, const coal_expr *implied,
                      coal_stmts *out) {
  coal_range r = coal_tr_is_null(t, init) ? t->fn->range : coal_tr_range(t, init);
  if (!coal_tr_is_null(t, name)) r.begin = coal_tr_range(t, name).begin;
  const coal_expr *e = coal_tr_is_null(t, init) ? implied : initial_value(t, init, f->type);
  if (e) coal_vec_push(out, coal_stmt_member_init(t->m, t->fn, f, e, r));
}

static void add_inner(coal_tr *t, const written *w, coal_stmts *out) {
  for (size_t i = 0; i < w->inner_fields.n; i++) {
    const coal_field *f = coal_tr_field(t, w->inner_fields.items[i]);
    coal_range r = coal_tr_range(t, w->inner_inits.items[i]);
    const coal_expr *object = coal_tr_member(t, coal_expr_deref(t->m, coal_tr_this(t, r), r), f, r);
    const coal_expr *value = coal_tr_init(t, w->inner_inits.items[i], f->type);
    if (object) coal_vec_push(out, coal_stmt_expr(t->m, coal_expr_assign(t->m, object, value, r), r));
  }
}

/* ---- inherited constructors ---------------------------------------------------------------------------- */

/* `using Base::Base`: the constructor that the class gets keeps the base's name, and its parameters have none. */
typedef struct inherited_search {
  coal_tr *t;
  const char *type;
  CXCursor found;
} inherited_search;

static enum CXVisitorResult see_inherited(CXCursor c, CXClientData data) {
  inherited_search *s = data;
  if (s->t->c->getCursorKind(c) != CXCursor_Constructor ||
      strcmp(coal_tr_type_name(s->t, s->t->c->getCursorType(c)), s->type) != 0)
    return CXVisit_Continue;
  s->found = c;
  return CXVisit_Break;
}

typedef struct base_list {
  coal_tr *t;
  COAL_VEC(CXCursor) items;
} base_list;

static enum CXVisitorResult see_base(CXCursor c, CXClientData data) {
  base_list *list = data;
  if (list->t->c->getCursorKind(c) != CXCursor_CXXBaseSpecifier) return CXVisit_Continue;
  coal_vec_push(&list->items, list->t->c->getCursorDefinition(list->t->c->getTypeDeclaration(
                                  list->t->c->getCanonicalType(list->t->c->getCursorType(c)))));
  return CXVisit_Continue;
}

/* The only direct base that has a constructor of that type gets the parameters; false: none, or several. */
static bool add_inherited(coal_tr *t, CXCursor ctor, CXCursor class, const coal_record *r, coal_stmts *out) {
  inherited_search s = {t, coal_tr_type_name(t, t->c->getCursorType(ctor)), t->c->getNullCursor()};
  base_list bases = {.t = t};
  coal_cursors children = coal_tr_children(t, class);
  for (size_t i = 0; i < children.n; i++) see_base(children.items[i], &bases);
  if (!children.n && t->c->visitCXXBaseClasses) t->c->visitCXXBaseClasses(t->c->getCursorType(class), see_base, &bases);
  size_t n_found = 0, at = 0;
  for (size_t i = 0; i < bases.items.n && i < r->n_fields; i++) {
    CXCursor base = bases.items.items[i], before = s.found;
    s.found = t->c->getNullCursor();
    coal_cursors members = coal_tr_children(t, base);
    for (size_t k = 0; k < members.n && coal_tr_is_null(t, s.found); k++) see_inherited(members.items[k], &s);
    if (!members.n && t->c->visitCXXMethods) t->c->visitCXXMethods(t->c->getCursorType(base), see_inherited, &s);
    if (coal_tr_is_null(t, s.found))
      s.found = before;
    else
      n_found++, at = i;
  }
  coal_vec_free(&bases.items);
  if (n_found != 1) return false;
  const coal_expr **args = COAL_ARENA_ARRAY(t->scratch, const coal_expr *, t->fn->n_params + 1);
  for (size_t i = 1; i < t->fn->n_params; i++) args[i - 1] = coal_expr_var(t->m, t->fn->params[i], t->fn->range);
  const coal_expr *made = coal_expr_construct(t->m, r->fields[at].type, coal_tr_function(t, s.found), args,
                                              t->fn->n_params - 1, t->fn->range);
  coal_vec_push(out, coal_stmt_member_init(t->m, t->fn, &r->fields[at], made, t->fn->range));
  return true;
}

/* Bases first, then members as declared. */
void coal_tr_member_inits(coal_tr *t, CXCursor ctor, coal_stmts *out) {
  CXType owner = t->c->getCursorType(t->c->getCursorSemanticParent(ctor));
  const coal_type *self = owner.kind == CXType_Invalid ? NULL : coal_tr_type(t, owner);
  if (!self || !coal_type_is(self, COAL_TYPE_RECORD)) return;
  const coal_record *r = self->record;
  written w = {.init = COAL_ARENA_ARRAY(t->scratch, CXCursor, r->n_fields + 1), .delegate = t->c->getNullCursor()};
  w.name = COAL_ARENA_ARRAY(t->scratch, CXCursor, r->n_fields + 1);
  for (size_t i = 0; i < r->n_fields; i++) w.init[i] = w.name[i] = t->c->getNullCursor();
  collect(t, ctor, self, &w);
  if (!coal_tr_is_null(t, w.delegate)) {
    coal_range range = coal_tr_range(t, w.delegate);
    const coal_expr *object = coal_expr_deref(t->m, coal_tr_this(t, range), range);
    const coal_expr *value = coal_tr_init(t, w.delegate, self);
    coal_vec_push(out, coal_stmt_expr(t->m, coal_expr_assign(t->m, object, value, range), range));
  } else {
    coal_cursors fields = coal_tr_field_cursors(t, owner);
    size_t n_bases = r->n_fields >= fields.n ? r->n_fields - fields.n : 0;
    CXCursor class = t->c->getCursorSemanticParent(ctor);
    size_t n = strlen(coal_tr_spelling(t, class));
    const char *name = coal_tr_spelling(t, ctor);
    bool is_inherited = strncmp(name, coal_tr_spelling(t, class), n) != 0 || (name[n] && name[n] != '<');
    if (is_inherited) is_inherited = add_inherited(t, ctor, class, r, out);
    for (size_t i = is_inherited ? n_bases : 0; i < r->n_fields; i++) {
      bool is_written = !coal_tr_is_null(t, w.init[i]);
      const coal_expr *implied = NULL;
      if (!is_written && i < n_bases)
        implied = coal_tr_implied(t, r->fields[i].type, t->fn->range);
      else if (!is_written && !r->is_union)
        implied = coal_tr_member_default(t, fields.items[i - n_bases], r->fields[i].type);
      add_field(t, &r->fields[i], w.name[i], w.init[i], implied, out);
    }
    add_inner(t, &w, out);
  }
  coal_vec_free(&w.inner_fields);
  coal_vec_free(&w.inner_inits);
}
