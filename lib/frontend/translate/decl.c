/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Functions and variables. */
#include <string.h>

#include "expr.h"

/* ---- functions ----------------------------------------------------------------------------------------- */

static CXCursor definition_of(coal_tr *t, CXCursor declaration) {
  CXCursor definition = t->c->getCursorDefinition(declaration);
  return coal_tr_is_null(t, definition) ? declaration : definition;
}

static bool has_body(coal_tr *t, CXCursor fn) {
  coal_cursors children = coal_tr_children(t, fn);
  for (size_t i = 0; i < children.n; i++) {
    enum CXCursorKind kind = t->c->getCursorKind(children.items[i]);
    if (kind == CXCursor_CompoundStmt || kind == CXCursor_CXXTryStmt) return true;
  }
  return false;
}

bool coal_tr_is_defaulted(coal_tr *t, CXCursor fn) {
  return t->c->CXXMethod_isDefaulted(fn) ||
         (t->c->getCursorKind(fn) == CXCursor_Constructor && t->c->CXXMethod_isDefaulted(definition_of(t, fn)));
}

bool coal_tr_is_copy_constructor(coal_tr *t, CXCursor fn) {
  return t->c->CXXConstructor_isCopyConstructor(fn) || t->c->CXXConstructor_isMoveConstructor(fn);
}

static bool is_lambda_operator(coal_tr *t, CXCursor fn) {
  CXCursor parent = t->c->getCursorSemanticParent(fn);
  if (t->c->getCursorKind(fn) != CXCursor_CXXMethod) return false;
  return strncmp(coal_tr_type_name(t, t->c->getCursorType(parent)), "(lambda at ", 11) == 0;
}

/* Flags as they are written: on the definition or on the first declaration. */
static unsigned flags_of(coal_tr *t, CXCursor fn, coal_attributes a) {
  enum CXCursorKind kind = t->c->getCursorKind(fn);
  unsigned flags = 0;
  if (a.is_global) flags |= COAL_FN_KERNEL;
  if (a.is_device) flags |= COAL_FN_DEVICE;
  if (a.is_host || !flags) flags |= COAL_FN_HOST;
  if (is_lambda_operator(t, fn)) flags |= COAL_FN_DEVICE | COAL_FN_HOST;
  bool is_method = kind == CXCursor_CXXMethod || kind == CXCursor_ConversionFunction || kind == CXCursor_Destructor;
  if (is_method && !t->c->CXXMethod_isStatic(fn)) flags |= COAL_FN_METHOD;
  if (kind == CXCursor_Constructor) flags |= COAL_FN_METHOD | COAL_FN_CONSTRUCTOR;
  if (t->c->isFunctionTypeVariadic(t->c->getCursorType(fn))) flags |= COAL_FN_VARIADIC;
  return flags;
}

static void add_this(coal_tr *t, CXCursor declaration, coal_function *fn, coal_range r) {
  CXType owner = t->c->getCursorType(t->c->getCursorSemanticParent(declaration));
  const coal_type *type = owner.kind == CXType_Invalid ? coal_type_unknown(t->m, "?") : coal_tr_type(t, owner);
  coal_function_add_param(t->m, fn,
                          coal_var_new(t->m, "this", coal_type_pointer(t->m, type), COAL_STORAGE_PARAM, 0, false, r));
}

/* Canonical arrays carry the qualifier of their elements. */
static bool is_const(coal_tr *t, CXType type) {
  type = t->c->getCanonicalType(type);
  while (!t->c->isConstQualifiedType(type) &&
         (type.kind == CXType_ConstantArray || type.kind == CXType_IncompleteArray))
    type = t->c->getCanonicalType(t->c->getArrayElementType(type));
  return t->c->isConstQualifiedType(type) != 0;
}

/* Array and function parameters are pointers; libclang gives the written type. */
static const coal_type *param_type(coal_tr *t, CXType type) {
  const coal_type *written = coal_tr_type(t, type);
  if (coal_type_is(written, COAL_TYPE_ARRAY)) return coal_type_pointer(t->m, written->element);
  return coal_type_is(written, COAL_TYPE_FUNCTION) ? coal_type_pointer(t->m, written) : written;
}

static void add_param(coal_tr *t, coal_function *fn, CXCursor param) {
  CXType type = t->c->getCursorType(param);
  const coal_type *passed = param_type(t, type);
  bool constant = passed == coal_tr_type(t, type) && is_const(t, type);
  coal_var *v = coal_var_new(t->m, coal_tr_spelling(t, param), passed, COAL_STORAGE_PARAM,
                             coal_tr_attributes(t, param).align_bytes, constant, coal_tr_name_range(t, param));
  coal_cursor_map_put(t->c, &t->vars, param, v);
  coal_tr_remember_name(t, v);
  coal_function_add_param(t->m, fn, v);
}

static void add_params(coal_tr *t, coal_function *fn, CXCursor declaration) {
  int n = t->c->Cursor_getNumArguments(declaration);
  for (int i = 0; i < n; i++) add_param(t, fn, t->c->Cursor_getArgument(declaration, (unsigned)i));
  if (n >= 0) return;
  coal_cursors children = coal_tr_children(t, declaration);
  for (size_t i = 0; i < children.n; i++)
    if (t->c->getCursorKind(children.items[i]) == CXCursor_ParmDecl) add_param(t, fn, children.items[i]);
}

/* Members of class templates are dependent and have no mangled name. The file is parsed as device code, where a
 * kernel's name is that of the kernel itself and not of its host stub. */
static bool is_dependent(coal_tr *t, CXCursor declaration) {
  for (CXCursor p = declaration; !coal_tr_is_null(t, p); p = t->c->getCursorSemanticParent(p)) {
    enum CXCursorKind kind = t->c->getCursorKind(p);
    if (kind == CXCursor_FunctionTemplate || kind == CXCursor_ClassTemplate ||
        kind == CXCursor_ClassTemplatePartialSpecialization)
      return true;
  }
  return false;
}

static const char *symbol_of(coal_tr *t, CXCursor declaration) {
  if (is_dependent(t, declaration)) return NULL;
  const char *symbol = coal_tr_string(t, t->c->Cursor_getMangling(declaration));
  return *symbol ? coal_module_string(t->m, symbol, SIZE_MAX) : NULL;
}

static void describe(coal_tr *t, coal_tr_callee *callee) {
  coal_function *fn = callee->fn;
  CXCursor declaration = callee->cursor;
  coal_attributes a = coal_tr_attributes(t, declaration);
  CXCursor first = t->c->getCanonicalCursor(declaration);
  if (!t->c->equalCursors(first, declaration)) {
    coal_attributes b = coal_tr_attributes(t, first);
    a.is_global |= b.is_global;
    a.is_device |= b.is_device;
    a.is_host |= b.is_host;
    if (!a.max_threads) a.max_threads = b.max_threads, a.min_blocks = b.min_blocks;
  }
  coal_tr_name_function(t, declaration, fn);
  fn->flags = flags_of(t, declaration, a);
  fn->range = coal_tr_name_range(t, declaration);
  fn->symbol = a.is_global ? symbol_of(t, declaration) : NULL;
  fn->max_threads = a.is_global ? a.max_threads : 0;
  fn->min_blocks = a.is_global ? a.min_blocks : 0;
  CXType result = t->c->getResultType(t->c->getCursorType(declaration));
  fn->result = fn->flags & COAL_FN_CONSTRUCTOR ? coal_type_void(t->m) : coal_tr_type(t, result);
  if (fn->flags & COAL_FN_METHOD) add_this(t, declaration, fn, fn->range);
  add_params(t, fn, declaration);
}

coal_tr_callee *coal_tr_callee_of(coal_tr *t, CXCursor declaration) {
  CXCursor canonical = t->c->getCanonicalCursor(declaration);
  coal_tr_callee *callee = coal_cursor_map_get(t->c, &t->functions, canonical);
  if (callee) return callee;
  callee = COAL_ARENA_NEW(t->scratch, coal_tr_callee);
  coal_cursor_map_put(t->c, &t->functions, canonical, callee);
  const char *usr = coal_tr_string(t, t->c->getCursorUSR(canonical));
  bool is_new = false;
  callee->fn = coal_module_function(t->m, usr, &is_new);
  if (!is_new)
    callee->fn = coal_module_function(t->m, coal_arena_format(t->scratch, "%s %zu", usr, t->functions.n), &is_new);
  callee->cursor = definition_of(t, declaration);
  callee->is_system = coal_tr_is_system(t, callee->cursor);
  callee->has_body = has_body(t, callee->cursor);
  describe(t, callee);
  return callee;
}

static bool is_device(const coal_tr_callee *callee) {
  return callee->from_device || (callee->fn->flags & (COAL_FN_KERNEL | COAL_FN_DEVICE));
}

/* A function is known by name only if it is declared in a system file, outside classes and named namespaces. */
static bool is_intrinsic(coal_tr *t, const coal_tr_callee *callee) {
  if (!callee->is_system || !coal_intrinsic_is_known(callee->fn->name)) return false;
  for (CXCursor p = t->c->getCursorSemanticParent(callee->cursor); !coal_tr_is_null(t, p);
       p = t->c->getCursorSemanticParent(p)) {
    enum CXCursorKind kind = t->c->getCursorKind(p);
    if (kind == CXCursor_TranslationUnit) return true;
    if (kind != CXCursor_LinkageSpec && (kind != CXCursor_Namespace || *coal_tr_spelling(t, p))) return false;
  }
  return true;
}

static bool is_constexpr_function(coal_tr *t, const coal_tr_callee *callee) {
  if (callee->fn->flags & COAL_FN_METHOD) return false;
  CXCursor pattern = t->c->getSpecializedCursorTemplate(callee->cursor);
  CXCursor written = coal_tr_is_null(t, pattern) ? callee->cursor : pattern;
  CXPrintingPolicy policy = t->c->getCursorPrintingPolicy(written);
  t->c->PrintingPolicy_setProperty(policy, CXPrintingPolicy_TerseOutput, 1);
  const char *text = coal_tr_string(t, t->c->getCursorPrettyPrinted(written, policy));
  t->c->PrintingPolicy_dispose(policy);
  return strstr(text, "constexpr ") != NULL;
}

static bool is_dim3_constructor(const coal_tr_callee *callee) {
  return (callee->fn->flags & COAL_FN_CONSTRUCTOR) && strcmp(callee->fn->name, "dim3") == 0;
}

static bool is_wanted(coal_tr *t, const coal_tr_callee *callee, bool by_device) {
  if (!callee->has_body || is_intrinsic(t, callee)) return false;
  return !callee->is_system || by_device || is_dim3_constructor(callee) || is_constexpr_function(t, callee) ||
         coal_intrinsic_is_holder(callee->fn->qualified);
}

void coal_tr_want(coal_tr *t, coal_tr_callee *callee) {
  if (callee->is_queued) return;
  callee->is_queued = true;
  coal_vec_push(&t->work, callee);
}

/* A call from device code makes what the callee calls wanted too, even if it was translated for the host before. */
static void mention(coal_tr *t, coal_tr_callee *callee, bool by_device) {
  if (!callee->is_queued && is_wanted(t, callee, by_device)) coal_tr_want(t, callee);
  if (!by_device || callee->from_device) return;
  bool was_device = is_device(callee);
  callee->from_device = true;
  for (size_t i = 0; i < callee->callees.n && !was_device; i++) mention(t, callee->callees.items[i], true);
}

coal_function *coal_tr_function(coal_tr *t, CXCursor declaration) {
  coal_tr_callee *callee = coal_tr_callee_of(t, declaration);
  if (!t->caller) return callee->fn;
  coal_vec_push(&t->caller->callees, callee);
  mention(t, callee, is_device(t->caller));
  return callee->fn;
}

static const coal_stmt *body_of(coal_tr *t, CXCursor fn) {
  coal_stmts list = {0};
  if (t->fn->flags & COAL_FN_CONSTRUCTOR) coal_tr_member_inits(t, fn, &list);
  coal_cursors children = coal_tr_children(t, fn);
  const coal_stmt *body = NULL;
  for (size_t i = 0; i < children.n; i++) {
    enum CXCursorKind kind = t->c->getCursorKind(children.items[i]);
    if (kind == CXCursor_CompoundStmt || kind == CXCursor_CXXTryStmt) body = coal_tr_stmt(t, children.items[i]);
  }
  if (t->fn->flags & COAL_FN_CONSTRUCTOR) {
    if (body) coal_vec_push(&list, body);
    body = coal_stmt_block(t->m, list.items, list.n, t->fn->range);
  }
  coal_vec_free(&list);
  return body;
}

static void translate_body(coal_tr *t, coal_tr_callee *callee) {
  t->caller = callee;
  t->fn = callee->fn;
  t->this_var = callee->fn->flags & COAL_FN_METHOD ? callee->fn->params[0] : NULL;
  CXCursor owner = t->c->getCanonicalCursor(t->c->getCursorSemanticParent(callee->cursor));
  t->closure = is_lambda_operator(t, callee->cursor) ? coal_cursor_map_get(t->c, &t->closures, owner) : NULL;
  t->is_uninstantiated = (callee->fn->flags & COAL_FN_UNINSTANTIATED) != 0;
  t->depth = 0;
  t->n_bodies++;
  t->seen.n = 0;
  const size_t n_dependent = t->n_dependent;
  const coal_stmt *body = body_of(t, callee->cursor);
  callee->is_dependent = t->n_dependent > n_dependent;
  if (body) coal_function_define(t->m, callee->fn, body);
  t->caller = NULL;
  t->fn = NULL;
}

void coal_tr_bodies(coal_tr *t) {
  for (; t->next_work < t->work.n; t->next_work++) {
    coal_tr_callee *callee = t->work.items[t->next_work];
    if (!callee->is_done) translate_body(t, callee);
    callee->is_done = true;
  }
}

/* ---- variables ----------------------------------------------------------------------------------------- */

static bool is_in_function(coal_tr *t, CXCursor declaration) {
  switch (t->c->getCursorKind(t->c->getCursorSemanticParent(declaration))) {
    case CXCursor_FunctionDecl:
    case CXCursor_FunctionTemplate:
    case CXCursor_CXXMethod:
    case CXCursor_Constructor:
    case CXCursor_Destructor:
    case CXCursor_ConversionFunction: return true;
    default: return false;
  }
}

static coal_storage storage_of(coal_tr *t, CXCursor declaration, coal_attributes a) {
  bool is_extern = t->c->Cursor_getStorageClass(declaration) == CX_SC_Extern;
  if (a.is_shared) return is_extern ? COAL_STORAGE_SHARED_DYNAMIC : COAL_STORAGE_SHARED;
  if (a.is_managed) return COAL_STORAGE_MANAGED;
  if (a.is_constant) return COAL_STORAGE_CONSTANT;
  if (a.is_device) return COAL_STORAGE_DEVICE;
  return is_in_function(t, declaration) ? COAL_STORAGE_LOCAL : COAL_STORAGE_HOST;
}

coal_storage coal_tr_storage(coal_tr *t, CXCursor declaration) {
  return storage_of(t, declaration, coal_tr_attributes(t, declaration));
}

/* The initialiser on the definition or in the class; a static member of a template that was not instantiated has none
 * to show. Translated outside of any function. */
static const coal_expr *global_init(coal_tr *t, CXCursor declaration, const coal_type *type) {
  CXCursor definition = definition_of(t, declaration), init = t->c->Cursor_getVarDeclInitializer(definition);
  if (coal_tr_is_null(t, init)) init = t->c->Cursor_getVarDeclInitializer(declaration);
  if (coal_tr_is_null(t, init)) return NULL;
  bool is_constant = is_const(t, t->c->getCursorType(definition));
  const coal_expr *known = is_constant ? coal_tr_constant_expr(t, init, type, coal_tr_range(t, init)) : NULL;
  if (known) return known;
  coal_function *fn = t->fn;
  const coal_var *this_var = t->this_var;
  const coal_closure *closure = t->closure;
  t->fn = NULL;
  t->this_var = NULL;
  t->closure = NULL;
  const coal_expr *e = coal_tr_var_init(t, definition, init, type);
  t->fn = fn;
  t->this_var = this_var;
  t->closure = closure;
  return e ? coal_expr_initial(t->m, type, e) : NULL;
}

const coal_var *coal_tr_var(coal_tr *t, CXCursor declaration) {
  coal_var *v = coal_cursor_map_get(t->c, &t->vars, declaration);
  if (v) return v;
  CXCursor canonical = t->c->getCanonicalCursor(declaration);
  v = coal_cursor_map_get(t->c, &t->vars, canonical);
  if (v) return v;
  CXCursor definition = definition_of(t, declaration);
  coal_attributes a = coal_tr_attributes(t, definition);
  CXType type = t->c->getCursorType(definition);
  v = coal_var_new(t->m, coal_tr_spelling(t, declaration), coal_tr_type(t, type), storage_of(t, definition, a),
                   a.align_bytes, is_const(t, type), coal_tr_name_range(t, definition));
  coal_cursor_map_put(t->c, &t->vars, canonical, v);
  coal_cursor_map_put(t->c, &t->vars, declaration, v);
  coal_cursor_map_put(t->c, &t->vars, definition, v);
  coal_tr_remember_name(t, v);
  bool is_shared = v->storage == COAL_STORAGE_SHARED || v->storage == COAL_STORAGE_SHARED_DYNAMIC;
  if (!is_in_function(t, definition) && !is_shared) v->init = global_init(t, declaration, v->type);
  return v;
}

coal_var *coal_tr_hidden_var(coal_tr *t, const char *name, const coal_type *type, coal_range r) {
  return coal_var_new(t->m, name, type, COAL_STORAGE_LOCAL, 0, false, r);
}
