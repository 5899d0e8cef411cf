/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Where the source is broken. Clang drops statements and initialisers that it cannot make sense of, and libclang shows nothing in
 * their place. The statement around each error is read token by token: accesses in it that no cursor stands for are put into the IR
 * as such, without a value. Kernels whose declaration is broken are found by their `__global__`.
 */
#include <string.h>

#include "frontend/source/written.h"
#include "translate.h"

/* ---- errors --------------------------------------------------------------------------------------------- */

void coal_tr_find_errors(coal_tr *t) {
  unsigned n = t->c->getNumDiagnostics(t->tu);
  for (unsigned i = 0; i < n; i++) {
    CXDiagnostic d = t->c->getDiagnostic(t->tu, i);
    coal_tr_spot spot = {0};
    bool is_error = t->c->getDiagnosticSeverity(d) >= CXDiagnostic_Error;
    if (is_error) coal_tr_spot_of(t, t->c->getDiagnosticLocation(d), &spot);
    t->c->disposeDiagnostic(d);
    if (spot.file && !spot.file->ir->is_system) coal_vec_push(&t->errors, spot);
  }
}

/* Is there an error from byte `begin` to `end` of the file? */
static bool has_error(const coal_tr *t, const coal_tr_file *file, size_t begin, size_t end) {
  for (size_t i = 0; i < t->errors.n; i++)
    if (t->errors.items[i].file == file && t->errors.items[i].offset >= begin && t->errors.items[i].offset < end)
      return true;
  return false;
}

bool coal_tr_is_broken(coal_tr *t, CXCursor c) {
  coal_tr_spot begin, end;
  if (!t->errors.n) return false;
  coal_tr_extent(t, c, &begin, &end);
  return begin.file && begin.file == end.file && has_error(t, begin.file, begin.offset, end.offset);
}

bool coal_tr_is_mistaken(coal_tr *t, CXCursor variable) {
  coal_tr_spot name = {0};
  if (!t->errors.n || !t->c->isInvalidDeclaration(variable)) return false;
  coal_tr_spot_of(t, t->c->getCursorLocation(variable), &name);
  return name.file && name.file->text && name.offset && name.file->text[name.offset - 1] == '(';
}

void coal_tr_see(coal_tr *t, CXCursor access) {
  coal_tr_spot begin, end;
  if (!t->errors.n) return;
  coal_tr_extent(t, access, &begin, &end);
  coal_vec_push(&t->seen, begin);
}

bool coal_tr_lost_init(coal_tr *t, CXCursor declaration) {
  coal_tr_spot name = {0};
  if (!t->errors.n) return false;
  coal_tr_spot_of(t, t->c->getCursorLocation(declaration), &name);
  if (!name.file || !name.file->text) return false;
  const char *text = name.file->text;
  coal_lexer l = coal_lexer_new(text + name.offset, name.file->n - name.offset);
  l.at_line_start = false;
  size_t depth = 0;
  for (coal_token k = coal_lexer_next(&l); k.kind != COAL_TOKEN_END; k = coal_lexer_next(&l)) {
    bool opens = coal_token_is(l.text, k, "(") || coal_token_is(l.text, k, "{") || coal_token_is(l.text, k, "[");
    bool closes = coal_token_is(l.text, k, ")") || coal_token_is(l.text, k, "}") || coal_token_is(l.text, k, "]");
    bool ends = coal_token_is(l.text, k, ";") || (!depth && (coal_token_is(l.text, k, ",") || closes));
    if (ends) return has_error(t, name.file, name.offset, name.offset + k.begin);
    if (opens) depth++;
    if (closes) depth--;
  }
  return false;
}

/* ---- names ---------------------------------------------------------------------------------------------- */

/* The newest variable that is declared at one place, in a list of those whose names share a hash. */
struct coal_tr_named {
  const coal_var *v;
  struct coal_tr_named *next;
};

enum { NAMED_BUCKETS = 1 << 12 };

static size_t bucket_of(const char *name, size_t n) {
  uint32_t h = 2166136261u;
  for (size_t i = 0; i < n; i++) h = (h ^ (unsigned char)name[i]) * 16777619u;
  return h % NAMED_BUCKETS;
}

void coal_tr_remember_name(coal_tr *t, const coal_var *v) {
  const size_t n = v->name ? strlen(v->name) : 0;
  if (!t->errors.n || !n || !v->range.file) return;
  if (!t->named) t->named = COAL_ARENA_ARRAY(t->scratch, struct coal_tr_named *, NAMED_BUCKETS);
  struct coal_tr_named **list = &t->named[bucket_of(v->name, n)];
  for (struct coal_tr_named *x = *list; x; x = x->next) {
    if (x->v->range.file != v->range.file || x->v->range.begin.offset_bytes != v->range.begin.offset_bytes ||
        strcmp(x->v->name, v->name) != 0)
      continue;
    if (v->id > x->v->id) x->v = v;
    return;
  }
  struct coal_tr_named *x = COAL_ARENA_NEW(t->scratch, struct coal_tr_named);
  *x = (struct coal_tr_named){v, *list};
  *list = x;
}

static bool is_named(const coal_var *v, const char *text, coal_token name) {
  size_t n = name.end - name.begin;
  return strlen(v->name) == n && memcmp(v->name, text + name.begin, n) == 0;
}

/* The variable of that name that is declared last before it in the file, or NULL. */
static const coal_var *variable_named(coal_tr *t, const coal_tr_file *file, coal_token name) {
  if (!t->named || name.kind != COAL_TOKEN_WORD) return NULL;
  const coal_var *best = NULL;
  coal_pos at = coal_tr_spot_position(t, (coal_tr_spot){.file = file, .offset = (unsigned)name.begin});
  const struct coal_tr_named *x = t->named[bucket_of(file->text + name.begin, name.end - name.begin)];
  for (; x; x = x->next) {
    const uint32_t offset = x->v->range.begin.offset_bytes;
    if (x->v->range.file != file->ir || offset > at.offset_bytes || !is_named(x->v, file->text, name)) continue;
    if (!best || offset > best->range.begin.offset_bytes) best = x->v;
  }
  return best;
}

typedef struct context {
  coal_tr *t;
  const coal_tr_file *file;
  coal_stmts *out;
} context;

static bool is_own(const coal_var *v) { return v->storage == COAL_STORAGE_LOCAL || v->storage == COAL_STORAGE_PARAM; }

static bool is_declaration(const context *x, const coal_var *v, coal_token name) {
  coal_pos at = coal_tr_spot_position(x->t, (coal_tr_spot){.file = x->file, .offset = (unsigned)name.begin});
  return v->range.file == x->file->ir && v->range.begin.offset_bytes == at.offset_bytes;
}

/* The member that is named behind v, where it is an array or pointer of a record that is known. */
static const coal_type *member_type(const context *x, const coal_var *v, coal_token member) {
  const coal_type *type = v->type;
  while (type->kind == COAL_TYPE_POINTER || type->kind == COAL_TYPE_REFERENCE) type = type->element;
  for (size_t i = 0; type->kind == COAL_TYPE_RECORD && i < type->record->n_fields; i++) {
    const char *name = type->record->fields[i].name;
    if (strlen(name) == member.end - member.begin && memcmp(name, x->file->text + member.begin, strlen(name)) == 0)
      return type->record->fields[i].type;
  }
  return NULL;
}

/* Does what the name stands for lie in the lanes' own memory? */
static bool is_lanes_own(const context *x, const coal_var *v, const coal_written_token *w) {
  if (!is_own(v) || v->type->kind == COAL_TYPE_POINTER || v->type->kind == COAL_TYPE_REFERENCE) return false;
  if (v->type->kind != COAL_TYPE_RECORD) return v->type->kind == COAL_TYPE_ARRAY && w->member.kind == COAL_TOKEN_END;
  const coal_type *member = w->member.kind == COAL_TOKEN_END ? NULL : member_type(x, v, w->member);
  return !member || member->kind != COAL_TYPE_POINTER;
}

static const coal_expr *place_of(const context *x, const coal_var *v, const coal_written_token *w, coal_range r) {
  coal_module *m = x->t->m;
  if (!v || w->member.kind != COAL_TOKEN_END) return NULL;
  const coal_expr *e = coal_expr_var(m, v, r);
  if (coal_type_is(e->type, COAL_TYPE_ARRAY))
    return coal_expr_index(m, e, coal_expr_int(m, coal_type_int(m, 32, true), 0, r), r);
  return coal_type_is(e->type, COAL_TYPE_POINTER) ? coal_expr_deref(m, e, r) : e;
}

static bool is_seen(const coal_tr *t, const coal_tr_file *file, size_t offset) {
  for (size_t i = 0; i < t->seen.n; i++)
    if (t->seen.items[i].file == file && t->seen.items[i].offset == offset) return true;
  return false;
}

static void add_written(const context *x, const coal_written_token *w) {
  coal_tr *t = x->t;
  const coal_var *v = variable_named(t, x->file, w->base);
  bool is_pointer = v && (v->type->kind == COAL_TYPE_POINTER || v->type->kind == COAL_TYPE_REFERENCE);
  if (is_seen(t, x->file, w->begin) || (v && (is_declaration(x, v, w->base) || is_lanes_own(x, v, w)))) return;
  if (w->is_dereference && !is_pointer) return;
  if (!w->is_subscript && !w->is_dereference && w->base.kind == COAL_TOKEN_WORD && w->base.end - w->base.begin == 4 &&
      memcmp(x->file->text + w->base.begin, "this", 4) == 0)
    return;
  coal_range r = {.file = x->file->ir};
  r.begin = coal_tr_spot_position(t, (coal_tr_spot){.file = x->file, .offset = (unsigned)w->begin});
  r.end = coal_tr_spot_position(t, (coal_tr_spot){.file = x->file, .offset = (unsigned)w->end});
  unsigned written = (w->loads ? COAL_WRITTEN_LOAD : 0u) | (w->stores ? COAL_WRITTEN_STORE : 0u);
  const coal_expr *e = coal_expr_written(t->m, place_of(x, v, w, r), written, COAL_OPAQUE_ERROR, r);
  coal_vec_push(x->out, coal_stmt_expr(t->m, e, r));
  coal_vec_push(&t->seen, ((coal_tr_spot){.file = x->file, .offset = (unsigned)w->begin}));
}

static void add_region(const context *x, const coal_tokens *tokens, size_t first, size_t last) {
  coal_written_tokens found = {0};
  coal_written_find(x->file->text, tokens, first, last, &found);
  for (size_t i = 0; i < found.n; i++) {
    bool is_declared = variable_named(x->t, x->file, found.items[i].base) != NULL;
    if (is_declared || !coal_written_is_local_array(x->file->text, tokens, first, last, found.items[i].base))
      add_written(x, &found.items[i]);
  }
  coal_vec_free(&found);
}

void coal_tr_add_lost(coal_tr *t, CXCursor block, coal_stmts *out) {
  coal_tr_spot begin, end;
  coal_tokens tokens = {0};
  if (!t->errors.n) return;
  coal_tr_extent(t, block, &begin, &end);
  if (!begin.file || begin.file != end.file || !begin.file->text || end.offset > begin.file->n) return;
  context x = {t, begin.file, out};
  size_t done_first = SIZE_MAX, done_last = 0; /* many errors lie in one statement */
  for (size_t i = 0; i < t->errors.n; i++) {
    coal_tr_spot *e = &t->errors.items[i];
    if (e->file != begin.file || e->offset < begin.offset || e->offset >= end.offset || e->body == t->n_bodies)
      continue;
    e->body = t->n_bodies;
    size_t first, last;
    if (!tokens.n) coal_tokens_read(begin.file->text, begin.offset, end.offset, &tokens);
    coal_tokens_statement(begin.file->text, &tokens, e->offset, &first, &last);
    if (first == done_first && last == done_last) continue;
    done_first = first;
    done_last = last;
    add_region(&x, &tokens, first, last);
  }
  coal_vec_free(&tokens);
}

/* ---- kernels -------------------------------------------------------------------------------------------- */

/* A function whose declaration starts at token `first`: where its parameters and its body are. */
typedef struct declarator {
  size_t name, open, behind; /* tokens: the name, the brace of the body, behind its end */
} declarator;

static bool read_declarator(const char *text, const coal_tokens *tokens, size_t first, declarator *d) {
  d->name = 0;
  for (size_t i = first; i < tokens->n; i++) {
    if (coal_token_is(text, tokens->items[i], ";")) return false;
    if (coal_token_is(text, tokens->items[i], "(")) {
      if (tokens->items[i - 1].kind == COAL_TOKEN_WORD) d->name = i - 1;
      i = coal_tokens_behind(text, tokens, i, tokens->n) - 1;
    } else if (coal_token_is(text, tokens->items[i], "{")) {
      d->open = i;
      d->behind = coal_tokens_behind(text, tokens, i, tokens->n);
      return d->name > 0;
    }
  }
  return false;
}

/* Has the function named there a body that is translated? */
static bool is_translated(coal_tr *t, const coal_tr_file *file, size_t begin, size_t end) {
  coal_pos from = coal_tr_spot_position(t, (coal_tr_spot){.file = file, .offset = (unsigned)begin});
  coal_pos to = coal_tr_spot_position(t, (coal_tr_spot){.file = file, .offset = (unsigned)end});
  for (size_t i = 0; i < t->functions.capacity; i++) {
    const coal_tr_callee *callee = t->functions.slots[i].value;
    if (callee && callee->has_body && callee->fn->range.file == file->ir &&
        callee->fn->range.begin.offset_bytes >= from.offset_bytes &&
        callee->fn->range.begin.offset_bytes < to.offset_bytes)
      return true;
  }
  return false;
}

static void add_kernel(coal_tr *t, const coal_tr_file *file, const coal_tokens *tokens, const declarator *d) {
  const coal_token name = tokens->items[d->name];
  coal_stmts list = {0};
  context x = {t, file, &list};
  t->n_bodies++;
  t->seen.n = 0;
  add_region(&x, tokens, d->open + 1, d->behind - 1);
  bool is_new = false;
  const char *text = coal_module_string(t->m, file->text + name.begin, name.end - name.begin);
  coal_function *fn =
      coal_module_function(t->m, coal_arena_format(t->scratch, "lost %s %zu", file->ir->path, name.begin), &is_new);
  fn->name = fn->qualified = text;
  fn->signature = coal_module_string(t->m, coal_arena_format(t->scratch, "%s(?)", text), SIZE_MAX);
  fn->flags = COAL_FN_KERNEL;
  fn->result = coal_type_void(t->m);
  fn->range = (coal_range){.file = file->ir};
  fn->range.begin = coal_tr_spot_position(t, (coal_tr_spot){.file = file, .offset = (unsigned)name.begin});
  fn->range.end = coal_tr_spot_position(t, (coal_tr_spot){.file = file, .offset = (unsigned)name.end});
  coal_function_define(t->m, fn, coal_stmt_block(t->m, list.items, list.n, fn->range));
  coal_vec_free(&list);
}

static void find_kernels(coal_tr *t, const coal_tr_file *file) {
  coal_tokens tokens = {0};
  declarator d;
  coal_tokens_read(file->text, 0, file->n, &tokens);
  for (size_t i = 0; i < tokens.n; i++) {
    if (!coal_token_is(file->text, tokens.items[i], "__global__") || !read_declarator(file->text, &tokens, i, &d))
      continue;
    size_t begin = tokens.items[i].begin, end = tokens.items[d.open].end;
    if (has_error(t, file, begin, end) && !is_translated(t, file, begin, end)) add_kernel(t, file, &tokens, &d);
    i = d.open;
  }
  coal_vec_free(&tokens);
}

void coal_tr_add_lost_kernels(coal_tr *t) {
  for (size_t i = 0; i < t->errors.n; i++) {
    const coal_tr_file *file = t->errors.items[i].file;
    bool is_first = file->text != NULL;
    for (size_t k = 0; k < i; k++) is_first &= t->errors.items[k].file != file;
    if (is_first) find_kernels(t, file);
  }
}
