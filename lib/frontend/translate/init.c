/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Initialisation: lists, default member initialisers, default construction. */
#include <string.h>

#include "expr.h"

/* ---- default construction ------------------------------------------------------------------------------ */

static bool is_base(const coal_field *f) {
  return coal_type_is(f->type, COAL_TYPE_RECORD) && strcmp(f->name, f->type->record->name) == 0;
}

/* The declaration of a record type that was translated. */
static CXCursor declaration_of(coal_tr *t, const coal_record *r) {
  for (size_t i = 0; i < t->records.capacity; i++) {
    const coal_type *type = t->records.slots[i].value;
    if (type && coal_type_is(type, COAL_TYPE_RECORD) && type->record == r)
      return *(const CXCursor *)t->records.slots[i].key;
  }
  return t->c->getNullCursor();
}

/* The class's own default constructor, which has code in it, or a null cursor. */
typedef struct constructor_search {
  coal_tr *t;
  CXCursor found;
} constructor_search;

static bool takes_nothing(coal_tr *t, CXCursor constructor) {
  int n = t->c->Cursor_getNumArguments(constructor);
  for (int i = 0; i < n; i++)
    if (coal_tr_is_null(t, t->c->Cursor_getVarDeclInitializer(t->c->Cursor_getArgument(constructor, (unsigned)i))))
      return false;
  return n >= 0;
}

/* Only user constructors, dim3's, and those for device code: the initial state of library classes on the host does
 * not affect accesses. */
static bool matters(coal_tr *t, CXCursor constructor) {
  if (!coal_tr_is_system(t, constructor) || strcmp(coal_tr_spelling(t, constructor), "dim3") == 0) return true;
  return coal_tr_attributes(t, constructor).is_device ||
         coal_tr_attributes(t, t->c->getCanonicalCursor(constructor)).is_device;
}

static enum CXVisitorResult see_constructor(CXCursor c, CXClientData data) {
  constructor_search *s = data;
  bool is_constructor = s->t->c->getCursorKind(c) == CXCursor_Constructor;
  if (!is_constructor || coal_tr_is_defaulted(s->t, c) || !takes_nothing(s->t, c) || !matters(s->t, c))
    return CXVisit_Continue;
  s->found = c;
  return CXVisit_Break;
}

static CXCursor default_constructor(coal_tr *t, CXCursor record) {
  constructor_search s = {t, t->c->getNullCursor()};
  coal_cursors children = coal_tr_children(t, record);
  for (size_t i = 0; i < children.n; i++)
    if (see_constructor(children.items[i], &s) == CXVisit_Break) return s.found;
  if (!children.n && t->c->visitCXXMethods) t->c->visitCXXMethods(t->c->getCursorType(record), see_constructor, &s);
  return s.found;
}

/* What a member or base that no initialiser is written for starts as; NULL: nothing is done to it. */
static const coal_expr *implied(coal_tr *t, const coal_type *type, bool zero, coal_range r) {
  if (!coal_type_is(type, COAL_TYPE_RECORD)) return NULL;
  CXCursor record = t->c->getCursorDefinition(declaration_of(t, type->record));
  CXCursor constructor = coal_tr_is_null(t, record) ? record : default_constructor(t, record);
  if (coal_tr_is_null(t, constructor)) return coal_tr_default_record(t, type, zero, r);
  coal_function *fn = coal_tr_function(t, constructor);
  COAL_VEC(const coal_expr *) arguments = {0};
  int n = t->c->Cursor_getNumArguments(constructor);
  for (int i = 0; i < n; i++) {
    CXCursor param = t->c->Cursor_getArgument(constructor, (unsigned)i);
    const coal_expr *e = coal_tr_init(t, t->c->Cursor_getVarDeclInitializer(param), coal_tr_type_of(t, param));
    coal_vec_push(&arguments, e);
  }
  const coal_expr *e = coal_expr_construct(t->m, type, fn, arguments.items, arguments.n, r);
  coal_vec_free(&arguments);
  return e;
}

const coal_expr *coal_tr_implied(coal_tr *t, const coal_type *type, coal_range r) { return implied(t, type, false, r); }

/* The initialiser behind a field's name: after `=`, or in braces. Array extents and bit widths come before it. */
static CXCursor written_default(coal_tr *t, CXCursor field) {
  CXCursor last = coal_tr_last_operand(t, field);
  if (coal_tr_is_null(t, last)) return last;
  size_t n = 0;
  const char *text = coal_tr_text_at(t, last, &n);
  bool braced =
      t->c->getCursorKind(last) == CXCursor_InitListExpr || (n && *text == '{') || coal_tr_char_before(t, last) == '{';
  return braced || coal_tr_char_before(t, last) == '=' ? last : t->c->getNullCursor();
}

const coal_expr *coal_tr_member_default(coal_tr *t, CXCursor field, const coal_type *type) {
  CXCursor init = written_default(t, field);
  if (!coal_tr_is_null(t, init)) return coal_tr_init(t, init, type);
  return implied(t, type, false, coal_tr_range(t, field));
}

/* All members, in the order of the record's fields. `this` in an initialiser is the object being made, which has no
 * name here. */
typedef COAL_VEC(const coal_expr *) part_list;

static void default_parts(coal_tr *t, const coal_record *r, bool zero, coal_range range, part_list *parts) {
  CXCursor record = declaration_of(t, r);
  coal_cursors fields = {0};
  if (!coal_tr_is_null(t, record)) fields = coal_tr_field_cursors(t, t->c->getCursorType(record));
  size_t n_bases = r->n_fields >= fields.n ? r->n_fields - fields.n : 0;
  const coal_var *this_var = t->this_var;
  const coal_closure *closure = t->closure;
  t->this_var = NULL;
  t->closure = NULL;
  for (size_t i = 0; i < r->n_fields; i++) {
    const coal_expr *e = NULL;
    if (i < n_bases && is_base(&r->fields[i]))
      e = implied(t, r->fields[i].type, zero, range);
    else if (i >= n_bases)
      e = coal_tr_member_default(t, fields.items[i - n_bases], r->fields[i].type);
    coal_vec_push(parts, e);
  }
  t->this_var = this_var;
  t->closure = closure;
}

const coal_expr *coal_tr_default_record(coal_tr *t, const coal_type *type, bool zero, coal_range r) {
  if (!coal_type_is(type, COAL_TYPE_RECORD)) return zero ? coal_tr_zero(t, type, r) : NULL;
  part_list parts = {0};
  bool deep = t->depth > COAL_TR_DEPTH_MAX;
  t->depth++;
  if (!type->record->is_union && !deep) default_parts(t, type->record, zero, r, &parts);
  t->depth--;
  bool any = zero;
  for (size_t i = 0; i < parts.n; i++) any |= parts.items[i] != NULL;
  const coal_expr *e = any ? coal_expr_aggregate(t->m, type, parts.items, parts.n, r) : NULL;
  coal_vec_free(&parts);
  return e;
}

/* ---- lists --------------------------------------------------------------------------------------------- */

/* The elements still to be used. Clang shows the list as written: braces may be left out around inner aggregates. */
typedef struct cursor_queue {
  coal_cursors list;
  size_t at;
} cursor_queue;

static const coal_expr *fill(coal_tr *t, const coal_type *type, cursor_queue *q, coal_range r);

static bool is_aggregate(const coal_type *type) {
  return coal_type_is(type, COAL_TYPE_RECORD) || coal_type_is(type, COAL_TYPE_ARRAY);
}

/* A bit-field without a name takes no initialiser. */
static bool is_padding(const coal_field *f) { return f->bit_width > 0 && f->name[0] == '\0'; }

static bool is_string(coal_tr *t, CXCursor c) {
  return t->c->getCursorKind(coal_tr_strip(t, c)) == CXCursor_StringLiteral;
}

/* The next part of that type: a list of its own, a whole value, or its parts without braces. */
static const coal_expr *take(coal_tr *t, const coal_type *type, cursor_queue *q, coal_range r) {
  CXCursor c = q->list.items[q->at];
  bool whole = t->c->getCursorKind(c) == CXCursor_InitListExpr || !is_aggregate(type) || is_string(t, c) ||
               coal_tr_type_of(t, c) == type;
  if (!whole) return fill(t, type, q, r);
  q->at++;
  return coal_tr_init(t, c, type);
}

/* `.name = value` or `[i] = value`: shown as an expression with a reference to the member. */
static bool designates(coal_tr *t, CXCursor c, size_t n_parts, const coal_type *type, size_t *part, CXCursor *value) {
  if (t->c->getCursorKind(c) != CXCursor_UnexposedExpr) return false;
  coal_cursors children = coal_tr_children(t, c);
  if (children.n != 2 || t->c->getCursorKind(children.items[0]) != CXCursor_MemberRef) return false;
  const coal_field *f = coal_tr_field(t, t->c->getCursorReferenced(children.items[0]));
  *value = children.items[1];
  for (size_t i = 0; i < n_parts && coal_type_is(type, COAL_TYPE_RECORD); i++) {
    *part = i;
    if (&type->record->fields[i] == f) return true;
  }
  return false;
}

static size_t part_count(const coal_type *type, const cursor_queue *q) {
  if (coal_type_is(type, COAL_TYPE_RECORD))
    return type->record->is_union ? (type->record->n_fields ? 1 : 0) : type->record->n_fields;
  return type->count ? (size_t)type->count : q->list.n;
}

/* An element without an initialiser in the list: zero, or the default of its class. */
static const coal_expr *missing(coal_tr *t, const coal_type *type, coal_range r) {
  bool of_records = coal_type_is(type, COAL_TYPE_ARRAY) && coal_type_is(type->element, COAL_TYPE_RECORD);
  return of_records ? coal_tr_zero(t, type, r) : implied(t, type, true, r);
}

static const coal_expr *fill(coal_tr *t, const coal_type *type, cursor_queue *q, coal_range r) {
  bool record = coal_type_is(type, COAL_TYPE_RECORD);
  size_t n = part_count(type, q);
  part_list parts = {0}, defaults = {0};
  if (record && !type->record->is_union) default_parts(t, type->record, false, r, &defaults);
  for (size_t i = 0; i < defaults.n; i++) coal_vec_push(&parts, defaults.items[i]);
  for (size_t i = 0; i < n && q->at < q->list.n; i++) {
    CXCursor value = q->list.items[q->at];
    size_t part = i;
    const coal_type *part_type = NULL;
    if (record && is_padding(&type->record->fields[i])) continue;
    bool designated = designates(t, value, record ? type->record->n_fields : n, type, &part, &value);
    while (parts.n <= part) coal_vec_push(&parts, NULL);
    part_type = record ? type->record->fields[part].type : type->element;
    if (designated) {
      parts.items[part] = coal_tr_init(t, value, part_type);
      q->at++;
      i = part;
    } else {
      size_t before = q->at;
      parts.items[part] = take(t, part_type, q, r);
      if (q->at == before && !(record && is_base(&type->record->fields[part]))) break;
    }
  }
  for (size_t i = 0; record && !type->record->is_union && i < parts.n; i++)
    if (!parts.items[i]) parts.items[i] = missing(t, type->record->fields[i].type, r);
  const coal_expr *e = coal_expr_aggregate(t->m, type, parts.items, parts.n, r);
  coal_vec_free(&parts);
  coal_vec_free(&defaults);
  return e;
}

const coal_expr *coal_tr_init_list(coal_tr *t, CXCursor list, const coal_type *type) {
  coal_range r = coal_tr_range(t, list);
  if (coal_type_is(type, COAL_TYPE_REFERENCE)) type = type->element;
  cursor_queue q = {coal_tr_operands(t, list), 0};
  static const char backed_by_array[] = "std::initializer_list<";
  bool is_array_view = coal_type_is(type, COAL_TYPE_RECORD) &&
                       strncmp(type->record->name, backed_by_array, sizeof backed_by_array - 1) == 0;
  const coal_type *backing = is_array_view ? coal_tr_type_of(t, list) : NULL;
  if (backing && coal_type_is(backing, COAL_TYPE_ARRAY))
    return coal_expr_list_view(t->m, type, coal_tr_init_list(t, list, backing), r);
  if (is_array_view) return coal_expr_opaque(t->m, type, COAL_OPAQUE_EXPRESSION, NULL, 0, r);
  if (t->depth > COAL_TR_DEPTH_MAX) return coal_expr_opaque(t->m, type, COAL_OPAQUE_DEPTH, NULL, 0, r);
  if (coal_type_is(type, COAL_TYPE_UNKNOWN)) return coal_expr_opaque(t->m, type, COAL_OPAQUE_EXPRESSION, NULL, 0, r);
  if (q.list.n == 1 && (coal_tr_type_of(t, q.list.items[0]) == type ||
                        (coal_type_is(type, COAL_TYPE_ARRAY) && is_string(t, q.list.items[0]))))
    return coal_tr_expr(t, q.list.items[0]);
  if (!is_aggregate(type)) return q.list.n ? coal_tr_init(t, q.list.items[0], type) : coal_tr_zero(t, type, r);
  t->depth++;
  const coal_expr *e = fill(t, type, &q, r);
  t->depth--;
  return e;
}

const coal_expr *coal_tr_init(coal_tr *t, CXCursor c, const coal_type *type) {
  CXCursor inner = coal_tr_strip(t, c);
  if (t->c->getCursorKind(inner) == CXCursor_InitListExpr) return coal_tr_init_list(t, inner, type);
  const coal_expr *e = coal_tr_expr(t, c);
  bool plain = coal_type_is(type, COAL_TYPE_REFERENCE) || coal_type_is(type, COAL_TYPE_ARRAY);
  return plain ? e : coal_tr_convert(t, type, e, e->range);
}

/* ---- variables ----------------------------------------------------------------------------------------- */

const coal_expr *coal_tr_var_init(coal_tr *t, CXCursor declaration, CXCursor init, const coal_type *type) {
  if (coal_tr_is_null(t, init)) return NULL;
  bool plain = coal_tr_is_plain_default(t, init);
  bool implicit = plain && coal_tr_same_location(t, declaration, init) && coal_tr_char_before(t, init) != '=';
  if (plain && coal_type_is(type, COAL_TYPE_ARRAY)) return NULL;
  if (implicit) return coal_tr_default_record(t, type, false, coal_tr_range(t, init));
  if (coal_type_is(type, COAL_TYPE_ARRAY) && t->c->getCursorKind(init) == CXCursor_CallExpr) return NULL;
  return coal_tr_init(t, init, type);
}
