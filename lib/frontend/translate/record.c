/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Structs, classes, unions and closures. */
#include <string.h>

#include "translate.h"

static enum CXVisitorResult collect(CXCursor c, CXClientData data) {
  coal_cursor_list *list = data;
  coal_vec_push(list, c);
  return CXVisit_Continue;
}

coal_cursors coal_tr_field_cursors(coal_tr *t, CXType type) {
  coal_cursor_list list = {0};
  t->c->Type_visitFields(type, collect, &list);
  return coal_tr_take_cursors(t, &list);
}

/* Base class specifiers. Before LLVM 20 those of instantiated templates cannot be seen. */
static coal_cursors base_cursors(coal_tr *t, CXType type, CXCursor declaration) {
  coal_cursor_list list = {0};
  if (t->c->visitCXXBaseClasses) {
    t->c->visitCXXBaseClasses(type, collect, &list);
    return coal_tr_take_cursors(t, &list);
  }
  coal_cursors children = coal_tr_children(t, declaration);
  for (size_t i = 0; i < children.n; i++)
    if (t->c->getCursorKind(children.items[i]) == CXCursor_CXXBaseSpecifier) coal_vec_push(&list, children.items[i]);
  return coal_tr_take_cursors(t, &list);
}

typedef struct layout {
  COAL_VEC(coal_field) fields;
  uint64_t end_bytes; /* of the bases so far */
} layout;

static bool has_own_virtual(coal_tr *t, CXCursor declaration) {
  coal_cursors children = coal_tr_children(t, declaration);
  for (size_t i = 0; i < children.n; i++)
    if (t->c->CXXMethod_isVirtual(children.items[i])) return true;
  return false;
}

static bool is_empty(const coal_type *type) {
  const coal_record *r = type->record;
  for (size_t i = 0; i < r->n_fields; i++)
    if (!coal_type_is(r->fields[i].type, COAL_TYPE_RECORD) || !is_empty(r->fields[i].type)) return false;
  return r->size_bytes <= 1 || r->n_fields == 0;
}

/* The offset of a base class. Without clang_getOffsetOfBase, bases are laid out in order at their alignments, empty
 * ones at 0, after a pointer to the virtual table unless the first base has one. */
static uint64_t base_offset(coal_tr *t, CXCursor declaration, CXCursor base, const coal_type *type, layout *l) {
  if (t->c->getOffsetOfBase) {
    long long bits = t->c->getOffsetOfBase(declaration, base);
    return bits > 0 ? (uint64_t)bits / 8 : 0;
  }
  if (is_empty(type)) return 0;
  if (l->end_bytes == 0 && has_own_virtual(t, declaration) && type->align_bytes < 8) l->end_bytes = 8;
  uint64_t offset = (l->end_bytes + type->align_bytes - 1) / type->align_bytes * type->align_bytes;
  l->end_bytes = offset + type->size_bytes;
  return offset;
}

static void add_bases(coal_tr *t, CXType type, CXCursor declaration, layout *l) {
  coal_cursors bases = base_cursors(t, type, declaration);
  for (size_t i = 0; i < bases.n; i++) {
    const coal_type *base = coal_tr_type_of(t, bases.items[i]);
    if (t->c->isVirtualBase(bases.items[i]) || !coal_type_is(base, COAL_TYPE_RECORD)) continue;
    coal_field f = {.name = base->record->name, .type = base};
    f.offset_bytes = base_offset(t, declaration, bases.items[i], base, l);
    coal_vec_push(&l->fields, f);
  }
}

static coal_field field_of(coal_tr *t, CXCursor declaration) {
  coal_field f = {.name = coal_tr_spelling(t, declaration), .type = coal_tr_type_of(t, declaration)};
  if (t->c->Cursor_isAnonymous(declaration) || strchr(f.name, '(')) f.name = "";
  long long bits = t->c->Cursor_getOffsetOfField(declaration);
  uint64_t offset_bits = bits > 0 ? (uint64_t)bits : 0;
  f.offset_bytes = offset_bits / 8;
  if (!t->c->Cursor_isBitField(declaration)) return f;
  uint64_t unit_bits = f.type->size_bytes ? f.type->size_bytes * 8 : 8;
  f.offset_bytes = offset_bits / unit_bits * (unit_bits / 8);
  f.bit_offset = (uint32_t)(offset_bits % unit_bits);
  int width = t->c->getFieldDeclBitWidth(declaration);
  f.bit_width = width > 0 ? (uint32_t)width : 0;
  return f;
}

static bool is_union(const coal_tr *t, CXCursor declaration) {
  return t->c->getCursorKind(declaration) == CXCursor_UnionDecl;
}

static void define(coal_tr *t, const coal_type *record, CXType type, CXCursor declaration) {
  long long size = t->c->Type_getSizeOf(type), align = t->c->Type_getAlignOf(type);
  if (size < 0 || align <= 0) return;
  layout l = {0};
  add_bases(t, type, declaration, &l);
  size_t n_bases = l.fields.n;
  coal_cursors fields = coal_tr_field_cursors(t, type);
  for (size_t i = 0; i < fields.n; i++) {
    coal_field f = field_of(t, fields.items[i]);
    coal_vec_push(&l.fields, f);
  }
  bool is_closure = strncmp(record->record->name, "(lambda at ", 11) == 0;
  coal_record_define(t->m, record, (uint64_t)size, (uint32_t)align, is_union(t, declaration), is_closure,
                     l.fields.items, l.fields.n);
  coal_vec_free(&l.fields);
  for (size_t i = 0; i < fields.n; i++)
    coal_cursor_map_put(t->c, &t->fields, fields.items[i], (void *)&record->record->fields[n_bases + i]);
}

const coal_type *coal_tr_record(coal_tr *t, CXType type) {
  CXCursor declaration = t->c->getTypeDeclaration(type);
  if (coal_tr_is_null(t, declaration)) return coal_type_unknown(t->m, "?");
  CXCursor canonical = t->c->getCanonicalCursor(declaration);
  const coal_type *known = coal_cursor_map_get(t->c, &t->records, canonical);
  if (known) return known;
  bool is_new = false;
  const char *name = coal_tr_type_name(t, type);
  const char *usr = coal_tr_string(t, t->c->getCursorUSR(canonical));
  const coal_type *record =
      coal_type_record(t->m, coal_arena_format(t->scratch, "%s %zu", usr, t->records.n), name, &is_new);
  coal_cursor_map_put(t->c, &t->records, canonical, (void *)record);
  CXCursor definition = t->c->getCursorDefinition(declaration);
  define(t, record, type, coal_tr_is_null(t, definition) ? declaration : definition);
  return record;
}

const coal_field *coal_tr_field(coal_tr *t, CXCursor declaration) {
  const coal_field *f = coal_cursor_map_get(t->c, &t->fields, declaration);
  if (f) return f;
  CXType owner = t->c->getCursorType(t->c->getCursorSemanticParent(declaration));
  if (owner.kind != CXType_Invalid) coal_tr_type(t, owner);
  return coal_cursor_map_get(t->c, &t->fields, declaration);
}

static bool is_base(const coal_field *f) {
  return coal_type_is(f->type, COAL_TYPE_RECORD) && strcmp(f->name, f->type->record->name) == 0;
}

/* Depth first through base classes, or through anonymous members too. */
static const coal_expr *part_of(coal_tr *t, const coal_expr *e, const coal_record *to, bool anonymous, unsigned depth,
                                coal_range r) {
  if (!coal_type_is(e->type, COAL_TYPE_RECORD) || depth > 16) return NULL;
  const coal_record *from = e->type->record;
  if (from == to) return e;
  for (size_t i = 0; i < from->n_fields; i++) {
    const coal_field *f = &from->fields[i];
    bool passes = is_base(f) || (anonymous && f->name[0] == '\0' && coal_type_is(f->type, COAL_TYPE_RECORD));
    const coal_expr *part = passes ? part_of(t, coal_expr_member(t->m, e, f, r), to, anonymous, depth + 1, r) : NULL;
    if (part) return part;
  }
  return NULL;
}

const coal_expr *coal_tr_base_part(coal_tr *t, const coal_expr *e, const coal_record *to, coal_range r) {
  return part_of(t, e, to, false, 0, r);
}

const coal_expr *coal_tr_member(coal_tr *t, const coal_expr *e, const coal_field *f, coal_range r) {
  const coal_expr *owner = part_of(t, e, f->owner, true, 0, r);
  return owner ? coal_expr_member(t->m, owner, f, r) : NULL;
}
