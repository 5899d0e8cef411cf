/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/// Variables, their declarations, and what names refer to.
#include "translate.h"

#include <clang/AST/Attr.h>
#include <utility>

using namespace clang;

namespace coal {

/// The annotation that coalcheck/attribute_values.h makes of `__managed__`.
static bool isManaged(const VarDecl *v) {
  if (v->hasAttr<HIPManagedAttr>()) return true;
  return llvm::any_of(v->specific_attrs<AnnotateAttr>(),
                      [](const AnnotateAttr *a) { return a->getAnnotation() == "coalcheck_managed"; });
}

coal_storage Translator::storage(const VarDecl *v) const {
  if (v->hasAttr<CUDASharedAttr>()) return v->hasExternalStorage() ? COAL_STORAGE_SHARED_DYNAMIC : COAL_STORAGE_SHARED;
  if (isa<ParmVarDecl>(v)) return COAL_STORAGE_PARAM;
  if (isManaged(v)) return COAL_STORAGE_MANAGED;
  if (auto *a = v->getAttr<CUDAConstantAttr>(); a && !a->isImplicit()) return COAL_STORAGE_CONSTANT;
  if (auto *a = v->getAttr<CUDADeviceAttr>(); a && !a->isImplicit()) return COAL_STORAGE_DEVICE;
  return v->isLocalVarDecl() && !v->hasExternalStorage() ? COAL_STORAGE_LOCAL : COAL_STORAGE_HOST;
}

static bool isConstant(QualType t, const ASTContext &context) {
  t = t.getCanonicalType();
  return !t->isReferenceType() && context.getBaseElementType(t).isConstQualified();
}

coal_var *Translator::variable(const VarDecl *v) {
  const VarDecl *canonical = v->getCanonicalDecl();
  if (isa<ParmVarDecl>(v)) canonical = v;
  if (coal_var *known = Variables.lookup(canonical)) return known;
  uint32_t align = v->getMaxAlignment() / 8;
  coal_var *out = coal_var_new(M, v->getNameAsString().c_str(), type(v->getType()), storage(v), align,
                               isConstant(v->getType(), Ctx), range(SourceRange(v->getLocation())));
  Variables[canonical] = out;
  if (v->isLocalVarDeclOrParm() || out->storage == COAL_STORAGE_SHARED_DYNAMIC) return out;
  const VarDecl *declared = nullptr;
  const Expr *init = v->getAnyInitializer(declared);
  if (!init || init->isValueDependent()) return out;
  bool isNumber = v->getType()->isArithmeticType() || v->getType()->isEnumeralType();
  if (isNumber && isConstant(v->getType(), Ctx)) out->init = evaluated(init);
  if (out->init) return out;
  if (const coal_expr *value = part(init); value && !isEmptyInit(init))
    out->init = coal_expr_cast(M, out->type, value, value->range);
  return out;
}

/// A constant of an enclosing function that a lambda uses without capturing it; null when v is no such constant.
const coal_expr *Translator::outsideConstant(const VarDecl *v, const Expr *e) {
  if (!(v->hasLocalStorage() || v->isStaticLocal()) || !CurrentDecl) return nullptr;
  auto *owner = dyn_cast<FunctionDecl>(v->getDeclContext());
  if (!owner || owner->getCanonicalDecl() == CurrentDecl->getCanonicalDecl()) return nullptr;
  return evaluated(e);
}

const coal_expr *Translator::templateParameter(const NonTypeTemplateParmDecl *p, coal_range r) {
  coal_var *&v = Parameters[p];
  if (!v)
    v = coal_var_new(M, p->getNameAsString().c_str(), type(p->getType()), COAL_STORAGE_HOST, 0, true,
                     range(p->getSourceRange()));
  return coal_expr_var(M, v, r);
}

/// A structured binding whose value comes from get() of a tuple-like class.
const coal_expr *Translator::tupleElement(const BindingDecl *b, const Expr *e) {
  auto *whole = dyn_cast<DecompositionDecl>(b->getDecomposedDecl());
  if (!whole) return opaque(e, COAL_OPAQUE_EXPRESSION);
  size_t i = static_cast<size_t>(llvm::find(whole->bindings(), b) - whole->bindings().begin());
  coal_range r = range(e->getSourceRange());
  const coal_expr *element = coal_expr_tuple_element(M, type(e->getType()), coal_expr_var(M, variable(whole), r), i, r);
  return element ? element : opaque(e, COAL_OPAQUE_EXPRESSION);
}

const coal_expr *Translator::reference(const ValueDecl *d, const Expr *e) {
  coal_range r = range(e->getSourceRange());
  if (const FieldDecl *held = CurrentCaptures.lookup(d))
    if (const coal_field *f = field(held)) return coal_expr_arrow(M, coal_expr_var(M, Current->ir->params[0], r), f, r);
  if (auto *v = dyn_cast<VarDecl>(d)) {
    if (int kind = v->getIdentifier() ? builtinKind(v) : -1; kind >= 0) return wholeBuiltin(kind, v->getType(), r);
    if (v->getName() == "warpSize" && isSystem(v)) return coal_expr_int(M, coal_type_int(M, 32, true), 32, r);
    if (const coal_expr *value = outsideConstant(v, e)) return value;
    return coal_expr_var(M, variable(v), r);
  }
  if (auto *c = dyn_cast<EnumConstantDecl>(d))
    return coal_expr_int(M, type(e->getType()), c->getInitVal().getExtValue(), r);
  if (auto *b = dyn_cast<BindingDecl>(d); b && b->getHoldingVar()) return tupleElement(b, e);
  if (auto *b = dyn_cast<BindingDecl>(d))
    return b->getBinding() ? expr(b->getBinding()) : opaque(e, COAL_OPAQUE_EXPRESSION);
  if (auto *p = dyn_cast<NonTypeTemplateParmDecl>(d)) return templateParameter(p, r);
  if (auto *f = dyn_cast<FunctionDecl>(d)) {
    const coal_function *fn = reach(f);
    return fn->flags & COAL_FN_METHOD ? opaque(e, COAL_OPAQUE_FUNCTION_VALUE) : coal_expr_function(M, fn, r);
  }
  return opaque(e, COAL_OPAQUE_EXPRESSION);
}

/// True for declarations without an effect: `T x;` of a class with a trivial constructor.
bool Translator::isEmptyInit(const Expr *init) {
  auto *construction = dyn_cast<CXXConstructExpr>(init->IgnoreImplicit());
  return construction && !construction->isListInitialization() && !construction->requiresZeroInitialization() &&
         !isa<CXXTemporaryObjectExpr>(construction) && isEmptyConstruction(construction);
}

void Translator::declaration(const VarDecl *v, StmtList &out) {
  coal_var *var = variable(v);
  bool isShared = var->storage == COAL_STORAGE_SHARED || var->storage == COAL_STORAGE_SHARED_DYNAMIC;
  const Expr *init = isShared || v->hasExternalStorage() ? nullptr : v->getInit();
  const coal_expr *value = nullptr;
  StmtList *outer = std::exchange(Before, &out);
  if (init && !isEmptyInit(init)) value = part(init);
  if (init && !value && isa<ImplicitValueInitExpr>(init)) value = zero(v->getType(), range(init->getSourceRange()));
  Before = outer;
  out.push_back(coal_stmt_decl(M, var, value, range(v->getSourceRange())));
}

void Translator::declarations(const DeclStmt *s, StmtList &out) {
  for (const Decl *d : s->decls())
    if (auto *v = dyn_cast<VarDecl>(d)) declaration(v, out);
}

} // namespace coal
