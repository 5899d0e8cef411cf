/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Which functions are translated: kernels, and host functions on the way to launches. The rest follows from calls. */
#include <stdlib.h>
#include <string.h>

#include "translate.h"

static char yes, no;

static bool is_function(enum CXCursorKind kind) {
  return kind == CXCursor_FunctionDecl || kind == CXCursor_CXXMethod || kind == CXCursor_Constructor ||
         kind == CXCursor_Destructor || kind == CXCursor_ConversionFunction;
}

typedef struct root_search {
  coal_tr *t;
  bool found;
  unsigned depth;
} root_search;

static enum CXChildVisitResult look_for_launch(CXCursor c, CXCursor parent, CXClientData data) {
  (void)parent;
  root_search *s = data;
  coal_tr *t = s->t;
  enum CXCursorKind kind = t->c->getCursorKind(c);
  if (kind != CXCursor_CallExpr && kind != CXCursor_DeclRefExpr) return CXChildVisit_Recurse;
  CXCursor callee = t->c->getCursorReferenced(c);
  if (coal_tr_is_null(t, callee) || !is_function(t->c->getCursorKind(callee))) return CXChildVisit_Recurse;
  CXString name = t->c->getCursorSpelling(callee);
  bool launches = coal_tr_is_configuration(t->c->getCString(name)) || coal_intrinsic_launches(t->c->getCString(name));
  t->c->disposeString(name);
  if (launches || coal_tr_launches(t, callee)) {
    s->found = true;
    return CXChildVisit_Break;
  }
  return CXChildVisit_Recurse;
}

/* A function that is being visited counts as not launching, so that recursion ends. */
bool coal_tr_launches(coal_tr *t, CXCursor fn) {
  CXCursor canonical = t->c->getCanonicalCursor(fn);
  void *known = coal_cursor_map_get(t->c, &t->launching, canonical);
  if (known) return known == &yes;
  coal_cursor_map_put(t->c, &t->launching, canonical, &no);
  CXCursor definition = t->c->getCursorDefinition(fn);
  if (coal_tr_is_null(t, definition) || coal_tr_is_system(t, definition) || t->depth > COAL_TR_DEPTH_MAX) return false;
  root_search s = {.t = t};
  t->depth++;
  t->c->visitChildren(definition, look_for_launch, &s);
  t->depth--;
  if (s.found) coal_cursor_map_put(t->c, &t->launching, canonical, &yes);
  return s.found;
}

static bool is_kernel(coal_tr *t, CXCursor fn) {
  coal_cursors children = coal_tr_children(t, fn);
  for (size_t i = 0; i < children.n; i++)
    if (t->c->getCursorKind(children.items[i]) == CXCursor_CUDAGlobalAttr) return true;
  return false;
}

static bool is_dependent_scope(coal_tr *t, CXCursor fn) {
  for (CXCursor p = t->c->getCursorSemanticParent(fn); !coal_tr_is_null(t, p); p = t->c->getCursorSemanticParent(p)) {
    enum CXCursorKind kind = t->c->getCursorKind(p);
    if (kind == CXCursor_ClassTemplate || kind == CXCursor_ClassTemplatePartialSpecialization ||
        kind == CXCursor_FunctionTemplate)
      return true;
    if (kind == CXCursor_TranslationUnit) return false;
  }
  return false;
}

static void see_function(coal_tr *t, CXCursor fn) {
  if (!t->c->isCursorDefinition(fn) || is_dependent_scope(t, fn)) return;
  if (!is_kernel(t, fn) && !coal_tr_launches(t, fn)) return;
  coal_tr_callee *callee = coal_tr_callee_of(t, fn);
  if (callee->has_body) coal_tr_want(t, callee);
}

/* The functions that a touch names (see instantiate.h). */
static enum CXChildVisitResult see_touched(CXCursor c, CXCursor parent, CXClientData data) {
  (void)parent;
  coal_tr *t = data;
  enum CXCursorKind kind = t->c->getCursorKind(c);
  if (kind == CXCursor_DeclRefExpr || kind == CXCursor_MemberRefExpr) {
    CXCursor fn = t->c->getCursorReferenced(c);
    if (coal_tr_is_null(t, fn) || !is_function(t->c->getCursorKind(fn))) return CXChildVisit_Recurse;
    fn = t->c->getCursorDefinition(fn);
    const bool is_wanted = t->wanted_found && !coal_tr_is_null(t, fn) && is_kernel(t, fn);
    if (is_wanted) *t->wanted_found = true;
    if (is_wanted && t->is_supposed && !coal_tr_callee_of(t, fn)->is_queued)
      coal_tr_callee_of(t, fn)->fn->flags |= COAL_FN_SUPPOSED;
    see_function(t, fn);
  }
  return CXChildVisit_Recurse;
}

static enum CXVisitorResult see_method(CXCursor c, CXClientData data) {
  coal_tr *t = data;
  if (is_function(t->c->getCursorKind(c))) see_function(t, c);
  return CXVisit_Continue;
}

static void see_touch(coal_tr *t, CXCursor touch) {
  CXType type = t->c->getPointeeType(t->c->getArgType(t->c->getCursorType(touch), 0));
  const char *name = coal_tr_spelling(t, touch);
  const size_t n_prefix = strlen(COAL_TOUCH_WANTED);
  const bool is_wanted = strncmp(name, COAL_TOUCH_WANTED, n_prefix) == 0;
  const size_t index = is_wanted ? strtoul(name + n_prefix, NULL, 10) : 0;
  t->wanted_found = is_wanted ? &t->has_wanted[index] : NULL;
  t->is_supposed = is_wanted && index >= t->n_asked;
  t->c->visitChildren(touch, see_touched, t);
  if (type.kind != CXType_Invalid && t->c->visitCXXMethods)
    t->c->visitCXXMethods(t->c->getCanonicalType(type), see_method, t);
}

/* Where functions may be declared. The initialiser of a variable may hold a lambda. */
static bool is_scope(enum CXCursorKind kind) {
  return kind == CXCursor_StructDecl || kind == CXCursor_ClassDecl || kind == CXCursor_UnionDecl ||
         kind == CXCursor_FriendDecl || kind == CXCursor_UnexposedDecl || kind == CXCursor_VarDecl;
}

static enum CXChildVisitResult see_root(CXCursor c, CXCursor parent, CXClientData data) {
  (void)parent;
  coal_tr *t = data;
  enum CXCursorKind kind = t->c->getCursorKind(c);
  if (kind == CXCursor_Namespace || kind == CXCursor_LinkageSpec) return CXChildVisit_Recurse;
  if (coal_tr_is_system(t, c)) return CXChildVisit_Continue;
  if (!is_function(kind)) return is_scope(kind) ? CXChildVisit_Recurse : CXChildVisit_Continue;
  const char *name = coal_tr_spelling(t, c);
  if (strncmp(name, COAL_TOUCH_PREFIX, strlen(COAL_TOUCH_PREFIX)) == 0)
    see_touch(t, c);
  else
    see_function(t, c);
  return CXChildVisit_Continue;
}

void coal_tr_roots(coal_tr *t) { t->c->visitChildren(t->c->getTranslationUnitCursor(t->tu), see_root, t); }

/* One that the source makes. A specialisation with a body of its own is no instance of the pattern. */
static bool has_instance(coal_tr *t, CXCursor pattern) {
  CXCursor canonical = t->c->getCanonicalCursor(pattern);
  for (size_t i = 0; i < t->functions.capacity; i++) {
    coal_tr_callee *callee = t->functions.slots[i].value;
    if (!callee || !callee->is_queued || callee->fn->flags & COAL_FN_SUPPOSED) continue;
    CXCursor from = t->c->getSpecializedCursorTemplate(callee->cursor);
    if (!coal_tr_is_null(t, from) && t->c->equalCursors(t->c->getCanonicalCursor(from), canonical) &&
        coal_tr_same_location(t, callee->cursor, pattern))
      return true;
  }
  return false;
}

static enum CXChildVisitResult see_template(CXCursor c, CXCursor parent, CXClientData data) {
  (void)parent;
  coal_tr *t = data;
  enum CXCursorKind kind = t->c->getCursorKind(c);
  if (kind == CXCursor_Namespace || kind == CXCursor_LinkageSpec) return CXChildVisit_Recurse;
  bool is_candidate = kind == CXCursor_FunctionTemplate && t->c->isCursorDefinition(c) && !coal_tr_is_system(t, c);
  if (!is_candidate || !is_kernel(t, c) || has_instance(t, c)) return CXChildVisit_Continue;
  coal_tr_callee *callee = coal_tr_callee_of(t, c);
  callee->fn->flags |= COAL_FN_UNINSTANTIATED;
  if (callee->has_body) coal_tr_want(t, callee);
  return CXChildVisit_Continue;
}

static enum CXChildVisitResult see_pattern(CXCursor c, CXCursor parent, CXClientData data) {
  (void)parent;
  coal_tr *t = data;
  enum CXCursorKind kind = t->c->getCursorKind(c);
  if (kind == CXCursor_Namespace || kind == CXCursor_LinkageSpec) return CXChildVisit_Recurse;
  if (kind != CXCursor_FunctionTemplate || !t->c->isCursorDefinition(c) || coal_tr_is_system(t, c))
    return CXChildVisit_Continue;
  const coal_tr_callee *callee = coal_cursor_map_get(t->c, &t->functions, t->c->getCanonicalCursor(c));
  if (callee && (callee->fn->flags & COAL_FN_UNINSTANTIATED) && (callee->fn->flags & COAL_FN_KERNEL))
    coal_tr_suppose(t, c, callee);
  return CXChildVisit_Continue;
}

void coal_tr_suppositions(coal_tr *t) { t->c->visitChildren(t->c->getTranslationUnitCursor(t->tu), see_pattern, t); }

void coal_tr_uninstantiated(coal_tr *t) { t->c->visitChildren(t->c->getTranslationUnitCursor(t->tu), see_template, t); }
