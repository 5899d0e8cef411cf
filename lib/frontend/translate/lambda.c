/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Lambdas: closures with their captures. libclang shows the explicit captures and the closure's unnamed fields; the
 * implicit captures are found again here: variables from outside in the order of their first use. */
#include <string.h>

#include "expr.h"

typedef COAL_VEC(CXCursor) captured_list;

typedef struct outside {
  coal_tr *t;
  CXCursor lambda;
  captured_list variables; /* a null cursor stands for `this` */
} outside;

static void add_once(outside *o, CXCursor variable) {
  for (size_t i = 0; i < o->variables.n; i++)
    if (o->t->c->equalCursors(o->variables.items[i], variable)) return;
  coal_vec_push(&o->variables, variable);
}

static bool is_implicit_this(coal_tr *t, CXCursor c) {
  if (t->c->getCursorKind(c) != CXCursor_MemberRefExpr || !coal_tr_is_null(t, coal_tr_written_base(t, c))) return false;
  CXCursor named = t->c->getCursorReferenced(c);
  enum CXCursorKind kind = t->c->getCursorKind(named);
  return kind == CXCursor_FieldDecl || (kind == CXCursor_CXXMethod && !t->c->CXXMethod_isStatic(named));
}

static enum CXChildVisitResult see_use(CXCursor c, CXCursor parent, CXClientData data) {
  (void)parent;
  outside *o = data;
  coal_tr *t = o->t;
  enum CXCursorKind kind = t->c->getCursorKind(c);
  if (kind == CXCursor_CXXThisExpr || is_implicit_this(t, c)) add_once(o, t->c->getNullCursor());
  if (kind != CXCursor_DeclRefExpr) return CXChildVisit_Recurse;
  CXCursor named = t->c->getCursorReferenced(c);
  enum CXCursorKind what = coal_tr_is_null(t, named) ? CXCursor_FirstInvalid : t->c->getCursorKind(named);
  bool is_local = what == CXCursor_ParmDecl || coal_cursor_map_get(t->c, &t->bindings, named) ||
                  (what == CXCursor_VarDecl && coal_tr_storage(t, named) == COAL_STORAGE_LOCAL &&
                   t->c->Cursor_getStorageClass(named) != CX_SC_Static);
  if (is_local && !coal_tr_is_inside(t, named, o->lambda)) add_once(o, t->c->getCanonicalCursor(named));
  return CXChildVisit_Recurse;
}

static bool is_constant(coal_tr *t, CXCursor variable) {
  int64_t value = 0;
  bool is_const = t->c->isConstQualifiedType(t->c->getCursorType(variable)) != 0;
  return is_const && coal_tr_constant(t, t->c->Cursor_getVarDeclInitializer(variable), &value);
}

/* The explicit captures, as written. */
static void explicit_captures(coal_tr *t, CXCursor lambda, captured_list *out) {
  coal_cursors children = coal_tr_children(t, lambda);
  for (size_t i = 0; i < children.n; i++) {
    if (t->c->getCursorKind(children.items[i]) != CXCursor_VariableRef) continue;
    CXCursor variable = t->c->getCanonicalCursor(t->c->getCursorReferenced(children.items[i]));
    coal_vec_push(out, variable);
  }
}

static bool contains(const coal_tr *t, const captured_list *list, CXCursor c) {
  for (size_t i = 0; i < list->n; i++)
    if (t->c->equalCursors(list->items[i], c)) return true;
  return false;
}

/* Without constants that are only used by value: those come first to go when there are more uses than fields. */
static void implicit_captures(coal_tr *t, CXCursor lambda, size_t wanted, const captured_list *written,
                              captured_list *out) {
  outside o = {.t = t, .lambda = lambda};
  coal_cursors children = coal_tr_children(t, lambda);
  for (size_t i = 0; i < children.n; i++)
    if (t->c->getCursorKind(children.items[i]) == CXCursor_CompoundStmt)
      t->c->visitChildren(children.items[i], see_use, &o);
  size_t surplus = 0;
  for (size_t i = 0; i < o.variables.n; i++)
    if (!contains(t, written, o.variables.items[i])) surplus++;
  surplus = surplus > wanted ? surplus - wanted : 0;
  for (size_t i = 0; i < o.variables.n; i++) {
    CXCursor v = o.variables.items[i];
    if (contains(t, written, v)) continue;
    bool dropped = surplus && !t->c->Cursor_isNull(v) && is_constant(t, v);
    if (dropped)
      surplus--;
    else
      coal_vec_push(out, v);
  }
  coal_vec_free(&o.variables);
}

/* True if the field is a copy of or a reference to the variable. */
static bool holds(coal_tr *t, const coal_field *f, CXCursor variable) {
  const coal_type *type = coal_tr_type_of(t, variable), *field = f->type;
  if (coal_type_is(type, COAL_TYPE_REFERENCE)) type = type->element;
  if (coal_type_is(field, COAL_TYPE_REFERENCE)) field = field->element;
  return type == field;
}

/* Fields in order are: explicit captures as written (`this` among them, which is not shown), then implicit ones. */
static void match(coal_tr *t, const coal_record *r, const captured_list *written, const captured_list *implied,
                  coal_closure *closure) {
  size_t w = 0, k = 0;
  for (size_t i = 0; i < r->n_fields; i++) {
    CXCursor variable = t->c->getNullCursor();
    bool is_written = w < written->n && holds(t, &r->fields[i], written->items[w]);
    if (is_written)
      variable = written->items[w++];
    else if (w >= written->n && k < implied->n)
      variable = implied->items[k++];
    coal_capture capture = {variable, &r->fields[i]};
    closure->captures[closure->n++] = capture;
    const char *name = t->c->Cursor_isNull(variable) ? "this" : coal_tr_spelling(t, variable);
    r->fields[i].name = coal_module_string(t->m, name, SIZE_MAX);
  }
}

static coal_closure *closure_of(coal_tr *t, CXCursor lambda, const coal_type *type) {
  CXCursor declaration =
      t->c->getCanonicalCursor(t->c->getTypeDeclaration(t->c->getCanonicalType(t->c->getCursorType(lambda))));
  coal_closure *closure = coal_cursor_map_get(t->c, &t->closures, declaration);
  if (closure) return closure;
  const coal_record *r = type->record;
  captured_list written = {0}, implied = {0};
  closure = COAL_ARENA_NEW(t->scratch, coal_closure);
  closure->captures = COAL_ARENA_ARRAY(t->scratch, coal_capture, r->n_fields + 1);
  explicit_captures(t, lambda, &written);
  size_t left = r->n_fields > written.n ? r->n_fields - written.n : 0;
  implicit_captures(t, lambda, left, &written, &implied);
  match(t, r, &written, &implied, closure);
  coal_vec_free(&written);
  coal_vec_free(&implied);
  coal_cursor_map_put(t->c, &t->closures, declaration, closure);
  return closure;
}

/* An init-capture has its variable inside the lambda's brackets, and its value there. */
static const coal_expr *captured_value(coal_tr *t, CXCursor lambda, const coal_capture *capture, coal_range r) {
  if (t->c->Cursor_isNull(capture->variable)) {
    const coal_expr *self = coal_tr_this(t, r);
    return coal_type_is(capture->field->type, COAL_TYPE_POINTER) ? self : coal_expr_deref(t->m, self, r);
  }
  if (t->c->getCursorKind(capture->variable) == CXCursor_VarDecl && coal_tr_is_inside(t, capture->variable, lambda))
    return coal_tr_init(t, t->c->Cursor_getVarDeclInitializer(capture->variable), capture->field->type);
  return coal_tr_reference(t, capture->variable, capture->variable);
}

/* The call operator of a lambda whose body launches is wanted even if nothing seen calls it. */
static enum CXVisitorResult want_launching(CXCursor c, CXClientData data) {
  coal_tr *t = data;
  if (t->c->getCursorKind(c) == CXCursor_CXXMethod && coal_tr_launches(t, c)) coal_tr_want(t, coal_tr_callee_of(t, c));
  return CXVisit_Continue;
}

const coal_expr *coal_tr_lambda(coal_tr *t, CXCursor c) {
  const coal_type *type = coal_tr_type_of(t, c);
  coal_range r = coal_tr_range(t, c);
  if (!coal_type_is(type, COAL_TYPE_RECORD)) return coal_tr_opaque(t, c, COAL_OPAQUE_EXPRESSION);
  coal_closure *closure = closure_of(t, c, type);
  const coal_expr **parts = COAL_ARENA_ARRAY(t->scratch, const coal_expr *, closure->n + 1);
  for (size_t i = 0; i < closure->n; i++) parts[i] = captured_value(t, c, &closure->captures[i], r);
  CXType closure_type = t->c->getCanonicalType(t->c->getCursorType(c));
  if (t->c->visitCXXMethods) t->c->visitCXXMethods(closure_type, want_launching, t);
  return coal_expr_aggregate(t->m, type, parts, closure->n, r);
}
