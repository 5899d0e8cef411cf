/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * for (T v : range). libclang shows the variable, the range and the body, nothing of begin(), end() and how one gets from
 * one to the other. But what the variable is initialised with, `*__begin`, names the hidden iterator, whose initialiser
 * calls begin() of the hidden `__range`; the rest is looked up in their classes, as the compiler did.
 */
#include <string.h>

#include "expr.h"

/* The loop: each pass declares the variable (as `element`, or by its own initialiser when that is NULL), then runs the body. */
static const coal_stmt *loop(coal_tr *t, CXCursor variable, const coal_expr *element, CXCursor body,
                             const coal_stmt *init, const coal_expr *condition, const coal_expr *step, coal_range r) {
  coal_stmts list = {0};
  coal_tr_loop_variable(t, variable, element, &list);
  coal_vec_push(&list, coal_tr_stmt(t, body));
  const coal_stmt *each = coal_stmt_block(t->m, list.items, list.n, r);
  coal_vec_free(&list);
  return coal_stmt_loop(t->m, COAL_LOOP_FOR, init, condition, step, each, r);
}

/* ---- arrays -------------------------------------------------------------------------------------------- */

/* FOR (__i = 0; __i < N; ++__i) { DECL v = a[__i]; s }. */
static const coal_stmt *over_array(coal_tr *t, CXCursor variable, const coal_expr *array, CXCursor body, coal_range r) {
  const coal_type *u64 = coal_type_int(t->m, 64, false);
  coal_var *index = coal_tr_hidden_var(t, "__i", u64, r);
  const coal_expr *count = coal_expr_int(t->m, u64, (int64_t)array->type->count, r);
  const coal_stmt *init = coal_stmt_decl(t->m, index, coal_expr_int(t->m, u64, 0, r), r);
  const coal_expr *condition = coal_expr_binary(t->m, COAL_OP_LT, coal_expr_var(t->m, index, r), count, r);
  const coal_expr *step = coal_expr_incdec(t->m, true, false, coal_expr_var(t->m, index, r), r);
  const coal_expr *element = coal_expr_index(t->m, array, coal_expr_var(t->m, index, r), r);
  return loop(t, variable, element, body, init, condition, step, r);
}

/* for (T v : {a, b, c}): an array of them. */
static const coal_stmt *over_list(coal_tr *t, CXCursor variable, CXCursor list, CXCursor body, coal_range r) {
  coal_cursors elements = coal_tr_operands(t, list);
  const coal_type *type = coal_tr_type_of(t, list);
  if (!coal_type_is(type, COAL_TYPE_ARRAY) || !elements.n) return NULL;
  coal_var *array = coal_tr_hidden_var(t, "__list", type, r);
  const coal_stmt *both[2];
  both[0] = coal_stmt_decl(t->m, array, coal_tr_init_list(t, list, type), r);
  both[1] = over_array(t, variable, coal_expr_var(t->m, array, r), body, r);
  return coal_stmt_block(t->m, both, 2, r);
}

/* ---- anything else ------------------------------------------------------------------------------------- */

/* FOR (; ?;) { DECL v = *?; s }. */
static const coal_stmt *over_unknown(coal_tr *t, CXCursor variable, CXCursor body, coal_range r) {
  const coal_type *type = coal_tr_type_of(t, variable);
  const coal_type *pointer = coal_type_pointer(t->m, coal_type_is(type, COAL_TYPE_REFERENCE) ? type->element : type);
  const coal_expr *element =
      coal_expr_deref(t->m, coal_expr_opaque(t->m, pointer, COAL_OPAQUE_RANGE_FOR, NULL, 0, r), r);
  const coal_expr *condition = coal_expr_opaque(t->m, coal_type_bool(t->m), COAL_OPAQUE_RANGE_FOR, NULL, 0, r);
  return loop(t, variable, element, body, NULL, condition, NULL, r);
}

/* ---- classes with begin() and end() -------------------------------------------------------------------- */

typedef struct name_search {
  coal_tr *t;
  const char *prefix;
  CXCursor found;
} name_search;

/* The hidden variable whose name starts so. */
static enum CXChildVisitResult see_hidden(CXCursor c, CXCursor parent, CXClientData data) {
  (void)parent;
  name_search *s = data;
  if (s->t->c->getCursorKind(c) != CXCursor_DeclRefExpr) return CXChildVisit_Recurse;
  CXCursor named = s->t->c->getCursorReferenced(c);
  bool fits = s->t->c->getCursorKind(named) == CXCursor_VarDecl &&
              strncmp(coal_tr_spelling(s->t, named), s->prefix, strlen(s->prefix)) == 0;
  if (!fits) return CXChildVisit_Recurse;
  s->found = named;
  return CXChildVisit_Break;
}

static CXCursor hidden_variable(coal_tr *t, CXCursor in, const char *prefix) {
  name_search s = {t, prefix, t->c->getNullCursor()};
  if (!coal_tr_is_null(t, in)) t->c->visitChildren(in, see_hidden, &s);
  return s.found;
}

/* A method by name and, unless that is NULL, the type of its one parameter. */
typedef struct method_search {
  coal_tr *t;
  const char *name;
  const coal_type *param;
  int is_const; /* −1: either */
  CXCursor found;
  unsigned n_found;
} method_search;

static enum CXVisitorResult see_method(CXCursor c, CXClientData data) {
  method_search *s = data;
  coal_tr *t = s->t;
  if (t->c->getCursorKind(c) != CXCursor_CXXMethod || strcmp(coal_tr_spelling(t, c), s->name) != 0)
    return CXVisit_Continue;
  int n = t->c->Cursor_getNumArguments(c);
  if (n != (s->param ? 1 : 0) || (s->is_const >= 0 && (int)t->c->CXXMethod_isConst(c) != s->is_const))
    return CXVisit_Continue;
  if (s->param) {
    const coal_type *type = coal_tr_type_of(t, t->c->Cursor_getArgument(c, 0));
    if (coal_type_is(type, COAL_TYPE_REFERENCE)) type = type->element;
    if (type != s->param) return CXVisit_Continue;
  }
  s->found = c;
  s->n_found++;
  return CXVisit_Continue;
}

/* The only method of that kind in the class; a null cursor: none, or several. */
static CXCursor method(coal_tr *t, CXCursor class, const char *name, const coal_type *param, int is_const) {
  method_search s = {t, name, param, is_const, t->c->getNullCursor(), 0};
  coal_cursors children = coal_tr_children(t, class);
  for (size_t i = 0; i < children.n; i++) see_method(children.items[i], &s);
  if (!children.n && t->c->visitCXXMethods) t->c->visitCXXMethods(t->c->getCursorType(class), see_method, &s);
  return s.n_found == 1 ? s.found : t->c->getNullCursor();
}

typedef struct range_iteration {
  CXCursor range, begin;  /* hidden variables */
  CXCursor call;          /* __range.begin() */
  CXCursor first, last;   /* the methods begin and end */
  CXCursor differs, next; /* operators of an iterator of class type */
  bool is_negated;        /* differs is operator== */
} range_iteration;

/* begin() and end() of one class, the latter as const as the former where there are two. */
static bool find_ends(coal_tr *t, CXCursor variable, range_iteration *it) {
  it->begin = hidden_variable(t, t->c->Cursor_getVarDeclInitializer(variable), "__begin");
  if (coal_tr_is_null(t, it->begin)) return false;
  it->call = coal_tr_strip(t, t->c->Cursor_getVarDeclInitializer(it->begin));
  if (t->c->getCursorKind(it->call) != CXCursor_CallExpr) return false;
  it->first = t->c->getCursorReferenced(it->call);
  if (coal_tr_is_null(t, it->first) || t->c->getCursorKind(it->first) != CXCursor_CXXMethod) return false;
  it->range = hidden_variable(t, it->call, "__range");
  CXCursor class = t->c->getCursorSemanticParent(it->first);
  it->last = method(t, class, "end", NULL, (int)t->c->CXXMethod_isConst(it->first));
  if (coal_tr_is_null(t, it->last)) it->last = method(t, class, "end", NULL, -1);
  return !coal_tr_is_null(t, it->range) && !coal_tr_is_null(t, it->last);
}

/* !=, or == the other way round, and ++ of the iterator's class. */
static bool find_operators(coal_tr *t, const coal_type *end, range_iteration *it) {
  CXCursor class =
      t->c->getCursorDefinition(t->c->getTypeDeclaration(t->c->getCanonicalType(t->c->getCursorType(it->begin))));
  if (coal_tr_is_null(t, class)) return false;
  it->differs = method(t, class, "operator!=", end, -1);
  it->is_negated = coal_tr_is_null(t, it->differs);
  if (it->is_negated) it->differs = method(t, class, "operator==", end, -1);
  it->next = method(t, class, "operator++", NULL, -1);
  return !coal_tr_is_null(t, it->differs) && !coal_tr_is_null(t, it->next);
}

static const coal_expr *condition_of(coal_tr *t, const range_iteration *it, const coal_expr *begin,
                                     const coal_expr *end, coal_range r) {
  if (coal_type_is(begin->type, COAL_TYPE_POINTER)) return coal_expr_binary(t->m, COAL_OP_NE, begin, end, r);
  const coal_expr *operands[] = {begin, end};
  const coal_expr *e = coal_expr_call(t->m, coal_tr_function(t, it->differs), operands, 2, r);
  return it->is_negated ? coal_expr_unary(t->m, COAL_OP_LNOT, e, r) : e;
}

static const coal_expr *step_of(coal_tr *t, const range_iteration *it, const coal_expr *begin, coal_range r) {
  if (coal_type_is(begin->type, COAL_TYPE_POINTER)) return coal_expr_incdec(t->m, true, false, begin, r);
  return coal_expr_call(t->m, coal_tr_function(t, it->next), &begin, 1, r);
}

/* __range.end(), on the object that begin() is called on. */
static const coal_expr *end_of(coal_tr *t, const range_iteration *it, coal_range r) {
  coal_cursors operands = coal_tr_operands(t, it->call);
  if (!operands.n || t->c->getCursorKind(coal_tr_strip(t, operands.items[0])) != CXCursor_MemberRefExpr) return NULL;
  const coal_expr *object = coal_tr_member_base(t, coal_tr_strip(t, operands.items[0]));
  const coal_type *owner = coal_tr_type(t, t->c->getCursorType(t->c->getCursorSemanticParent(it->last)));
  object = coal_tr_convert(t, owner, object, object->range);
  return coal_expr_call(t->m, coal_tr_function(t, it->last), &object, 1, r);
}

/* { DECL __range = e; DECL __begin = __range.begin(); DECL __end = __range.end();
 *   FOR (; __begin != __end; ++__begin) { DECL v = *__begin; s } }, or NULL: not so. */
static const coal_stmt *over_class(coal_tr *t, CXCursor variable, CXCursor body, coal_range r) {
  range_iteration it = {0};
  if (!find_ends(t, variable, &it)) return NULL;
  const coal_type *type = coal_tr_type_of(t, it.begin),
                  *end_type = coal_tr_type(t, t->c->getResultType(t->c->getCursorType(it.last)));
  if (!coal_type_is(type, COAL_TYPE_POINTER) &&
      (!coal_type_is(type, COAL_TYPE_RECORD) || !find_operators(t, end_type, &it)))
    return NULL;
  coal_stmts list = {0};
  coal_tr_var_decl(t, it.range, &list);
  coal_tr_var_decl(t, it.begin, &list);
  const coal_expr *last = end_of(t, &it, r);
  if (!last) {
    coal_vec_free(&list);
    return NULL;
  }
  coal_var *end_variable = coal_tr_hidden_var(t, "__end", end_type, r);
  coal_vec_push(&list, coal_stmt_decl(t->m, end_variable, last, r));
  const coal_expr *begin = coal_expr_var(t->m, coal_tr_var(t, it.begin), r),
                  *end = coal_expr_var(t->m, end_variable, r);
  const coal_expr *condition = condition_of(t, &it, begin, end, r);
  coal_vec_push(&list, loop(t, variable, NULL, body, NULL, condition, step_of(t, &it, begin, r), r));
  const coal_stmt *s = coal_stmt_block(t->m, list.items, list.n, r);
  coal_vec_free(&list);
  return s;
}

/* The children are the variable, the range and the body. */
const coal_stmt *coal_tr_range_for(coal_tr *t, CXCursor c) {
  coal_cursors children = coal_tr_children(t, c);
  coal_range r = coal_tr_range(t, c);
  bool usual = children.n == 3 && t->c->isDeclaration(t->c->getCursorKind(children.items[0])) &&
               t->c->isExpression(t->c->getCursorKind(children.items[1]));
  if (!usual) return coal_stmt_opaque(t->m, COAL_OPAQUE_RANGE_FOR, r);
  CXCursor variable = children.items[0], range = coal_tr_strip(t, children.items[1]), body = children.items[2];
  const coal_type *type = coal_tr_type_of(t, children.items[1]);
  if (coal_type_is(type, COAL_TYPE_ARRAY) && type->count)
    return over_array(t, variable, coal_tr_expr(t, children.items[1]), body, r);
  const coal_stmt *s = NULL;
  if (t->c->getCursorKind(range) == CXCursor_InitListExpr)
    s = over_list(t, variable, range, body, r);
  else if (coal_type_is(type, COAL_TYPE_RECORD))
    s = over_class(t, variable, body, r);
  if (!s && t->c->getCursorKind(variable) != CXCursor_VarDecl) return coal_stmt_opaque(t->m, COAL_OPAQUE_RANGE_FOR, r);
  return s ? s : over_unknown(t, variable, body, r);
}
