/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/// Which functions are translated, and how they are declared.
#include "translate.h"

#include <clang/AST/DeclTemplate.h>
#include <clang/AST/Mangle.h>
#include <clang/AST/RecursiveASTVisitor.h>

using namespace clang;

namespace coal {

/// The redeclaration with the body, or null. Defaulted functions have none that counts.
static const FunctionDecl *withBody(const FunctionDecl *f) {
  const FunctionDecl *definition = nullptr;
  if (!f->hasBody(definition) || definition->isDefaulted() || definition->isDeleted()) return nullptr;
  return definition;
}

template <class Attribute>
static bool isWritten(const FunctionDecl *f) {
  for (const FunctionDecl *d : f->redecls())
    if (auto *a = d->getAttr<Attribute>(); a && !a->isImplicit()) return true;
  return false;
}

static bool isLambdaCall(const FunctionDecl *f) {
  auto *method = dyn_cast<CXXMethodDecl>(f);
  return method && method->getParent()->isLambda();
}

static unsigned flagsOf(const FunctionDecl *f) {
  unsigned flags = 0;
  if (isWritten<CUDAGlobalAttr>(f)) flags |= COAL_FN_KERNEL;
  if (isWritten<CUDADeviceAttr>(f)) flags |= COAL_FN_DEVICE;
  if (isWritten<CUDAHostAttr>(f)) flags |= COAL_FN_HOST;
  if (!flags) flags = COAL_FN_HOST;
  if (isLambdaCall(f)) flags = COAL_FN_DEVICE | COAL_FN_HOST;
  if (auto *method = dyn_cast<CXXMethodDecl>(f); method && method->isInstance()) flags |= COAL_FN_METHOD;
  if (isa<CXXConstructorDecl>(f)) flags |= COAL_FN_CONSTRUCTOR;
  if (f->isDependentContext()) flags |= COAL_FN_UNINSTANTIATED;
  if (f->isVariadic()) flags |= COAL_FN_VARIADIC;
  return flags;
}

static uint32_t evaluatedBound(const Expr *e, const ASTContext &context) {
  Expr::EvalResult result;
  if (!e || e->isValueDependent() || !e->EvaluateAsInt(result, context)) return 0;
  return static_cast<uint32_t>(result.Val.getInt().getLimitedValue(UINT32_MAX));
}

Translator::Function *Translator::function(const FunctionDecl *f) {
  const FunctionDecl *canonical = f->getCanonicalDecl();
  if (Function *known = Functions.lookup(canonical)) return known;
  AllFunctions.push_back(std::make_unique<Function>());
  Function *entry = AllFunctions.back().get();
  Functions[canonical] = entry;
  entry->definition = withBody(f);
  std::string key = usr(f);
  if (key.empty()) key = signature(f);
  bool isNew = false;
  entry->ir = coal_module_function(M, key.c_str(), &isNew);
  for (unsigned i = 2; !isNew; i++)
    entry->ir = coal_module_function(M, (key + "#" + std::to_string(i)).c_str(), &isNew);
  declare(entry, entry->definition ? entry->definition : f);
  return entry;
}

void Translator::declare(Function *entry, const FunctionDecl *f) {
  coal_function *fn = entry->ir;
  fn->name = coal_module_string(M, plainName(f).c_str(), SIZE_MAX);
  fn->qualified = coal_module_string(M, qualifiedName(f).c_str(), SIZE_MAX);
  fn->signature = coal_module_string(M, signature(f).c_str(), SIZE_MAX);
  fn->flags = flagsOf(f);
  fn->result = isa<CXXConstructorDecl>(f) ? coal_type_void(M) : type(f->getReturnType());
  fn->range = range(f->getNameInfo().getSourceRange());
  if (fn->flags & COAL_FN_KERNEL && !f->isDependentContext())
    fn->symbol = coal_module_string(M, ASTNameGenerator(Ctx).getName(f).c_str(), SIZE_MAX);
  if (auto *bounds = f->getAttr<CUDALaunchBoundsAttr>()) {
    fn->max_threads = evaluatedBound(bounds->getMaxThreads(), Ctx);
    fn->min_blocks = evaluatedBound(bounds->getMinBlocks(), Ctx);
  }
  if (fn->flags & COAL_FN_METHOD) {
    const coal_type *pointer = coal_type_pointer(M, recordType(cast<CXXMethodDecl>(f)->getParent()));
    coal_function_add_param(M, fn, coal_var_new(M, "this", pointer, COAL_STORAGE_PARAM, 0, false, fn->range));
  }
  for (const ParmVarDecl *p : f->parameters()) coal_function_add_param(M, fn, variable(p));
  entry->isDevice = fn->flags & (COAL_FN_KERNEL | COAL_FN_DEVICE);
}

/// An intrinsic of the toolkit, as opposed to a user's function of the same name.
static bool isIntrinsic(const coal_function *fn, const FunctionDecl *f, bool isSystem) {
  if (!coal_intrinsic_is_known(fn->name)) return false;
  const DeclContext *context = f->getDeclContext()->getEnclosingNamespaceContext();
  return isSystem && context->isTranslationUnit() && !isa<CXXMethodDecl>(f);
}

bool Translator::isTranslated(const Function *entry, bool fromDevice) const {
  const FunctionDecl *f = entry->definition;
  if (!f || f->isDependentContext()) return false;
  if (isIntrinsic(entry->ir, f, isSystem(f->getFirstDecl()))) return false;
  if (fromDevice || !isSystem(f)) return true;
  if (coal_intrinsic_is_holder(entry->ir->qualified)) return true;
  if (auto *ctor = dyn_cast<CXXConstructorDecl>(f)) return ctor->getParent()->getName() == "dim3";
  return f->isConstexpr() && !(entry->ir->flags & COAL_FN_METHOD);
}

/// Functions called from device code are device code; a function may become so after its body was translated.
void Translator::reach(Function *entry, bool fromDevice) {
  if (fromDevice && !entry->isDevice) {
    entry->isDevice = true;
    for (Function *callee : entry->callees) reach(callee, true);
  }
  if (entry->isWanted || !isTranslated(entry, fromDevice)) return;
  entry->isWanted = true;
  Pending.push_back(entry);
}

const coal_function *Translator::reach(const FunctionDecl *f) {
  Function *entry = function(f);
  if (Current) {
    Current->callees.push_back(entry);
    reach(entry, Current->isDevice);
  }
  return entry->ir;
}

void Translator::drain() {
  while (!Pending.empty()) {
    Function *entry = Pending.back();
    Pending.pop_back();
    translateBody(entry);
  }
}

void Translator::translateBody(Function *entry) {
  Current = entry;
  CurrentDecl = entry->definition;
  CurrentCaptures.clear();
  CapturedThis = nullptr;
  if (isLambdaCall(CurrentDecl))
    cast<CXXMethodDecl>(CurrentDecl)->getParent()->getCaptureFields(CurrentCaptures, CapturedThis);
  if (const FunctionDecl *pattern = CurrentDecl->getTemplateInstantiationPattern())
    TranslatedTemplates.insert(pattern->getCanonicalDecl());
  StmtList list;
  const coal_stmt *translated;
  if (auto *ctor = dyn_cast<CXXConstructorDecl>(CurrentDecl)) {
    memberInits(ctor, list);
    list.push_back(body(CurrentDecl->getBody()));
    translated = block(list, CurrentDecl->getBody()->getSourceRange());
  } else {
    translated = body(CurrentDecl->getBody());
  }
  coal_function_define(M, entry->ir, translated);
  Current = nullptr;
  CurrentDecl = nullptr;
}

/// In the order in which the language executes them, which is Clang's once the constructor is complete.
void Translator::memberInits(const CXXConstructorDecl *ctor, StmtList &out) {
  const coal_function *fn = Current->ir;
  for (const CXXCtorInitializer *init : ctor->inits()) {
    const Expr *e = init->getInit();
    coal_range r = Current->ir->range;
    if (init->isWritten()) r = range(SourceRange(init->getMemberLocation(), e->getEndLoc()));
    if (init->isDelegatingInitializer() || init->isBaseInitializer()) r = range(e->getSourceRange());
    if (init->isDelegatingInitializer()) {
      const coal_expr *object = coal_expr_deref(M, coal_expr_var(M, fn->params[0], r), r);
      out.push_back(coal_stmt_expr(M, coal_expr_assign(M, object, expr(e), r), r));
      continue;
    }
    const coal_field *f = nullptr;
    if (init->isMemberInitializer()) f = field(init->getMember());
    for (const CXXBaseSpecifier &b : ctor->getParent()->bases())
      if (init->isBaseInitializer() && b.getType()->getAsCXXRecordDecl() == init->getBaseClass()->getAsCXXRecordDecl())
        f = baseField(ctor->getParent(), &b);
    const Expr *plain = e->IgnoreImplicit();
    if (auto *inner = dyn_cast<CXXDefaultInitExpr>(plain)) plain = inner->getExpr()->IgnoreImplicit();
    auto *construction = init->isWritten() ? nullptr : dyn_cast<CXXConstructExpr>(plain);
    bool isNothing =
        construction && (isEmptyConstruction(construction) || isLibraryConstructor(construction->getConstructor()));
    if (!f || isNothing) continue;
    if (auto *inherited = dyn_cast<CXXInheritedCtorInitExpr>(plain)) {
      ExprList args;
      for (size_t i = 1; i < fn->n_params; i++) args.push_back(coal_expr_var(M, fn->params[i], r));
      const coal_expr *made =
          coal_expr_construct(M, f->type, reach(inherited->getConstructor()), args.data(), args.size(), r);
      out.push_back(coal_stmt_member_init(M, fn, f, made, r));
      continue;
    }
    if (const coal_expr *value = part(e))
      out.push_back(coal_stmt_member_init(M, fn, f, value, r));
    else
      out.push_back(coal_stmt_member_init(M, fn, f, zero(e->getType(), r), r));
  }
}

namespace {

/// The functions that a body calls, and whether it launches.
class CallCollector : public RecursiveASTVisitor<CallCollector> {
 public:
  bool launches = false;
  std::vector<const FunctionDecl *> callees;
  bool VisitCUDAKernelCallExpr(CUDAKernelCallExpr *) {
    launches = true;
    return false;
  }
  bool VisitCallExpr(CallExpr *e) {
    const FunctionDecl *f = e->getDirectCallee();
    if (!f) return true;
    if (f->getIdentifier() && coal_intrinsic_launches(f->getName().str().c_str())) launches = true;
    callees.push_back(f);
    return true;
  }
  bool VisitDeclRefExpr(DeclRefExpr *e) {
    if (auto *f = dyn_cast<FunctionDecl>(e->getDecl())) callees.push_back(f);
    return true;
  }
  bool VisitCXXConstructExpr(CXXConstructExpr *e) {
    callees.push_back(e->getConstructor());
    return true;
  }
};

} // namespace

bool Translator::launches(const FunctionDecl *f) {
  const FunctionDecl *definition = withBody(f);
  if (!definition || isSystem(definition) || definition->isDependentContext()) return false;
  auto [place, isNew] = Launches.try_emplace(definition, false);
  if (!isNew) return place->second;
  CallCollector calls;
  calls.TraverseStmt(definition->getBody());
  bool found = calls.launches;
  for (size_t i = 0; i < calls.callees.size() && !found; i++) found = launches(calls.callees[i]);
  Launches[definition] = found;
  return found;
}

namespace {

/// Functions with a body in non-system files, except patterns of templates.
class RootCollector : public RecursiveASTVisitor<RootCollector> {
 public:
  std::vector<const FunctionDecl *> functions, patterns;
  bool shouldVisitTemplateInstantiations() const { return false; }
  bool VisitFunctionDecl(FunctionDecl *f) {
    if (!f->doesThisDeclarationHaveABody()) return true;
    if (!f->isDependentContext())
      functions.push_back(f);
    else if (f->hasAttr<CUDAGlobalAttr>())
      patterns.push_back(f);
    return true;
  }
  bool VisitLambdaExpr(LambdaExpr *e) {
    if (!e->getCallOperator()->isDependentContext()) functions.push_back(e->getCallOperator());
    return true;
  }
  bool VisitFunctionTemplateDecl(FunctionTemplateDecl *t) {
    for (FunctionDecl *f : t->specializations())
      if (f->getTemplateSpecializationKind() == TSK_ExplicitInstantiationDefinition) functions.push_back(f);
    return true;
  }
  bool VisitClassTemplateSpecializationDecl(ClassTemplateSpecializationDecl *c) {
    if (c->getSpecializationKind() != TSK_ExplicitInstantiationDefinition) return true;
    for (CXXMethodDecl *f : c->methods()) functions.push_back(f);
    return true;
  }
};

} // namespace

/// Kernels first: when host code is visited it is then known what device code reaches.
void Translator::translate() {
  RootCollector roots;
  for (Decl *d : Ctx.getTranslationUnitDecl()->decls())
    if (!isSystem(d)) roots.TraverseDecl(d);
  for (bool kernels : {true, false}) {
    for (const FunctionDecl *f : roots.functions) {
      const FunctionDecl *definition = withBody(f);
      if (!definition || f->hasAttr<CUDAGlobalAttr>() != kernels || (!kernels && !launches(f))) continue;
      Function *entry = function(f);
      if (entry->isWanted) continue;
      entry->isWanted = true;
      Pending.push_back(entry);
    }
    drain();
  }
  for (const FunctionDecl *pattern : roots.patterns) {
    if (TranslatedTemplates.count(pattern->getCanonicalDecl()) || TranslatedTemplates.count(pattern)) continue;
    translateBody(function(pattern));
  }
  drain();
}

} // namespace coal
