/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/// Calls, launches, constructions, initialiser lists and lambdas.
#include "translate.h"

#include <clang/AST/Attr.h>

using namespace clang;

namespace coal {

static coal_op overloaded(OverloadedOperatorKind kind) {
  switch (kind) {
    case OO_Plus:
    case OO_PlusEqual: return COAL_OP_ADD;
    case OO_Minus:
    case OO_MinusEqual: return COAL_OP_SUB;
    case OO_Star:
    case OO_StarEqual: return COAL_OP_MUL;
    case OO_Slash:
    case OO_SlashEqual: return COAL_OP_DIV;
    case OO_Percent:
    case OO_PercentEqual: return COAL_OP_REM;
    case OO_Amp:
    case OO_AmpEqual: return COAL_OP_AND;
    case OO_Pipe:
    case OO_PipeEqual: return COAL_OP_OR;
    case OO_Caret:
    case OO_CaretEqual: return COAL_OP_XOR;
    case OO_LessLess:
    case OO_LessLessEqual: return COAL_OP_SHL;
    case OO_GreaterGreater:
    case OO_GreaterGreaterEqual: return COAL_OP_SHR;
    case OO_Less: return COAL_OP_LT;
    case OO_LessEqual: return COAL_OP_LE;
    case OO_Greater: return COAL_OP_GT;
    case OO_GreaterEqual: return COAL_OP_GE;
    case OO_EqualEqual: return COAL_OP_EQ;
    case OO_ExclaimEqual: return COAL_OP_NE;
    case OO_AmpAmp: return COAL_OP_LAND;
    case OO_PipePipe: return COAL_OP_LOR;
    default: return COAL_OP_NONE;
  }
}

/// The operator of a template's pattern, whose meaning waits for the instance: as if it were the built-in one.
const coal_expr *Translator::dependentOperator(const CXXOperatorCallExpr *e) {
  coal_range r = range(e->getSourceRange());
  ExprList a;
  for (const Expr *argument : e->arguments()) a.push_back(expr(argument));
  if (a.size() == 2 && e->getOperator() == OO_Subscript) return coal_expr_index(M, a[0], a[1], r);
  if (a.size() == 2 && e->getOperator() == OO_Equal) return coal_expr_assign(M, a[0], a[1], r);
  coal_op op = overloaded(e->getOperator());
  if (a.size() == 2 && e->isAssignmentOp() && op != COAL_OP_NONE) return coal_expr_assign_op(M, op, a[0], a[1], r);
  if (a.size() == 2 && op != COAL_OP_NONE) return coal_expr_binary(M, op, a[0], a[1], r);
  return opaque(e, COAL_OPAQUE_OPERATOR, a);
}

static bool isPlainAssignment(const FunctionDecl *f) {
  auto *method = dyn_cast<CXXMethodDecl>(f);
  if (!method || !(method->isCopyAssignmentOperator() || method->isMoveAssignmentOperator())) return false;
  return method->isTrivial() || method->isDefaulted();
}

static bool pointsToFunction(const coal_type *type) {
  return type->kind == COAL_TYPE_POINTER && type->element->kind == COAL_TYPE_FUNCTION;
}

/// True if the prototype behind a call through a pointer has one parameter an argument, none of them a reference.
static bool takesValues(const CallExpr *e) {
  QualType t = e->getCallee()->getType().getCanonicalType();
  if (t->isPointerType() || t->isReferenceType()) t = t->getPointeeType();
  auto *prototype = t->getAs<FunctionProtoType>();
  if (!prototype || prototype->isVariadic() || prototype->getNumParams() != e->getNumArgs()) return false;
  for (QualType p : prototype->param_types())
    if (p->isReferenceType()) return false;
  return true;
}

/// A call whose function depends on template parameters.
const coal_expr *Translator::dependentCall(const CallExpr *e, ExprList &args) {
  for (size_t i = 0; i < args.size(); i++) {
    QualType to = e->getArg(static_cast<unsigned>(i))->getType();
    bool isConst = !to.isNull() && to->isPointerType() && to->getPointeeType().isConstQualified();
    args[i] = coal_expr_dependent_argument(M, args[i], isConst);
  }
  if (isa<CXXDependentScopeMemberExpr, UnresolvedMemberExpr>(e->getCallee()))
    args.insert(args.begin(), expr(e->getCallee()));
  return opaque(e, COAL_OPAQUE_DEPENDENT, args);
}

const coal_expr *Translator::call(const CallExpr *e) {
  coal_range r = range(e->getSourceRange());
  const FunctionDecl *callee = e->getDirectCallee();
  auto *op = dyn_cast<CXXOperatorCallExpr>(e);
  if (!callee && op) return dependentOperator(op);
  ExprList args;
  for (const Expr *argument : e->arguments()) args.push_back(expr(argument));
  if (!callee) {
    if (const coal_expr *member = callOfMember(e)) return member;
    if (!e->isTypeDependent()) args.insert(args.begin(), expr(e->getCallee()));
    if (e->isTypeDependent()) return dependentCall(e, args);
    for (const coal_expr *&operand : args) operand = coal_expr_value(M, operand);
    const coal_type *to = args[0]->type;
    if (pointsToFunction(to) && takesValues(e))
      return coal_expr_call_through(M, args[0], type(e->getType()), args.data() + 1, args.size() - 1, r);
    return opaque(e, COAL_OPAQUE_POINTER_CALL, args);
  }
  if (isPlainAssignment(callee) && args.size() == 2) return coal_expr_assign(M, args[0], args[1], r);
  return coal_expr_call(M, reach(callee), args.data(), args.size(), r);
}

const coal_expr *Translator::methodCall(const CXXMemberCallExpr *e) {
  coal_range r = range(e->getSourceRange());
  const CXXMethodDecl *method = e->getMethodDecl();
  const Expr *object = e->getImplicitObjectArgument();
  if (!method)
    if (const coal_expr *member = callOfMember(e)) return member;
  if (!method || !object) return opaque(e, COAL_OPAQUE_EXPRESSION);
  if (isa<CXXDestructorDecl>(method))
    return coal_expr_opaque(M, coal_type_void(M), COAL_OPAQUE_DESTRUCTOR, nullptr, 0, r);
  if (const coal_expr *x = isa<CXXConversionDecl>(method) ? builtin(object, "x", r) : nullptr)
    return wholeBuiltin(static_cast<int>(x->u.builtin) / 3, e->getType(), r);
  ExprList args = {expr(object)};
  for (const Expr *argument : e->arguments()) args.push_back(expr(argument));
  if (method->isVirtual() && !coal_expr_is_declared_object(args[0])) { // may belong to a derived class
    args.erase(args.begin());
    for (const coal_expr *&operand : args) operand = coal_expr_value(M, operand);
    return opaque(e, COAL_OPAQUE_VIRTUAL_CALL, args);
  }
  if (isPlainAssignment(method) && args.size() == 2) {
    const coal_expr *target = object->getType()->isPointerType() ? coal_expr_deref(M, args[0], r) : args[0];
    return coal_expr_assign(M, target, args[1], r);
  }
  if (!method->isInstance()) args.erase(args.begin());
  return coal_expr_call(M, reach(method), args.data(), args.size(), r);
}

const coal_expr *Translator::launch(const CUDAKernelCallExpr *e) {
  coal_range r = range(e->getSourceRange());
  const CallExpr *config = e->getConfig();
  const FunctionDecl *kernel = e->getDirectCallee();
  unsigned first = config && config->getNumArgs() > 4 ? 2 : 0; // cudaLaunchDevice(kernel, parameters, grid, …)
  auto setting = [&](unsigned i) -> const coal_expr * {
    i += first;
    if (!config || i >= config->getNumArgs() || isa<CXXDefaultArgExpr>(config->getArg(i))) return nullptr;
    return expr(config->getArg(i));
  };
  const coal_expr *one = coal_expr_int(M, coal_type_int(M, 32, true), 1, r);
  const coal_expr *grid = setting(0), *block = setting(1), *shared = setting(2), *stream = setting(3);
  if (!grid) grid = one;
  if (!block) block = one;
  ExprList args;
  for (const Expr *argument : e->arguments()) args.push_back(expr(argument));
  const coal_expr *target = kernel || e->isTypeDependent() ? nullptr : coal_expr_value(M, expr(e->getCallee()));
  if (target && pointsToFunction(target->type) && takesValues(e))
    return coal_expr_launch_through(M, target, grid, block, shared, stream, args.data(), args.size(), r);
  return coal_expr_launch(M, kernel ? reach(kernel) : nullptr, grid, block, shared, stream, args.data(), args.size(),
                          r);
}

bool Translator::isPlainCopy(const CXXConstructExpr *e) const {
  const CXXConstructorDecl *ctor = e->getConstructor();
  return ctor->isCopyOrMoveConstructor() && e->getNumArgs() >= 1 && (ctor->isTrivial() || ctor->isDefaulted());
}

static const CXXConstructorDecl *defaultConstructor(const CXXRecordDecl *r) {
  for (const CXXConstructorDecl *ctor : r->ctors())
    if (ctor->isDefaultConstructor()) return ctor;
  return nullptr;
}

/// Initial values of library classes on the host do not affect accesses, and take long to evaluate.
bool Translator::isLibraryConstructor(const CXXConstructorDecl *ctor) const {
  if (!isSystem(ctor) || ctor->getParent()->getName() == "dim3") return false;
  for (const FunctionDecl *d : ctor->redecls())
    if (auto *a = d->getAttr<CUDADeviceAttr>(); a && !a->isImplicit()) return false;
  return true;
}

/// The base or member of class type r that is default-constructed in an object; null when that sets nothing.
const coal_expr *Translator::defaultPart(const CXXRecordDecl *r, coal_range where) {
  if (!r || !r->hasDefinition()) return nullptr;
  r = r->getDefinition();
  const CXXConstructorDecl *ctor = defaultConstructor(r);
  if (!ctor || ctor->isTrivial() || ctor->isDefaulted()) {
    bool hasInitialiser = false;
    const coal_expr *value = defaultValue(r, where, hasInitialiser);
    return hasInitialiser ? value : nullptr;
  }
  if (isLibraryConstructor(ctor)) return nullptr;
  ExprList args;
  for (const ParmVarDecl *p : ctor->parameters())
    if (p->hasDefaultArg() && !p->hasUninstantiatedDefaultArg()) args.push_back(expr(p->getDefaultArg()));
  return coal_expr_construct(M, recordType(r), reach(ctor), args.data(), args.size(), where);
}

/// The object that a defaulted default constructor makes: default member initialisers, constructed bases and members,
/// the rest zero or nothing.
const coal_expr *Translator::defaultValue(const CXXRecordDecl *r, coal_range where, bool &hasInitialiser) {
  ExprList parts;
  for (const CXXBaseSpecifier &b : r->bases())
    if (!b.isVirtual()) parts.push_back(defaultPart(b.getType()->getAsCXXRecordDecl(), where));
  for (const FieldDecl *f : r->fields()) {
    const Expr *init = f->getInClassInitializer();
    parts.push_back(init ? expr(init) : defaultPart(f->getType()->getAsCXXRecordDecl(), where));
  }
  for (const coal_expr *part : parts) hasInitialiser |= part != nullptr;
  return coal_expr_aggregate(M, recordType(r), parts.data(), parts.size(), where);
}

/// True when default construction has no effect.
bool Translator::isEmptyConstruction(const CXXConstructExpr *e) {
  const CXXConstructorDecl *ctor = e->getConstructor();
  if (!ctor->isDefaultConstructor() || e->getNumArgs() != 0) return false;
  if (e->getType()->isArrayType() || ctor->isTrivial()) return true;
  if (!ctor->isDefaulted()) return false;
  bool hasInitialiser = false;
  defaultValue(ctor->getParent(), coal_range{}, hasInitialiser);
  return !hasInitialiser;
}

const coal_expr *Translator::construct(const CXXConstructExpr *e) {
  coal_range r = range(e->getSourceRange());
  const CXXConstructorDecl *ctor = e->getConstructor();
  if (isPlainCopy(e)) return expr(e->getArg(0));
  if (e->getType()->isArrayType()) return zero(e->getType(), r);
  if (ctor->isDefaultConstructor() && e->getNumArgs() == 0 && (ctor->isTrivial() || ctor->isDefaulted())) {
    bool hasInitialiser = false;
    return defaultValue(ctor->getParent(), r, hasInitialiser);
  }
  ExprList args;
  for (const Expr *argument : e->arguments()) args.push_back(expr(argument));
  return coal_expr_construct(M, type(e->getType()), reach(ctor), args.data(), args.size(), r);
}

/// An initialiser of a part: null for zero.
const coal_expr *Translator::part(const Expr *e) {
  const Expr *plain = e->IgnoreImplicit();
  return isa<ImplicitValueInitExpr>(plain) || isa<NoInitExpr>(plain) ? nullptr : expr(e);
}

/// Parts are in the order of bases and named fields; unnamed bit-fields have none.
const coal_expr *Translator::aggregate(QualType t, ArrayRef<Expr *> given, coal_range r) {
  ExprList parts;
  const CXXRecordDecl *record = t->getAsCXXRecordDecl();
  size_t next = 0;
  if (!record || !record->hasDefinition()) {
    for (const Expr *e : given) parts.push_back(part(e));
    return coal_expr_aggregate(M, type(t), parts.data(), parts.size(), r);
  }
  for (const CXXBaseSpecifier &b : record->bases())
    if (!b.isVirtual()) parts.push_back(next < given.size() ? part(given[next++]) : nullptr);
  for (const FieldDecl *f : record->fields())
    parts.push_back(f->isUnnamedBitField() || next >= given.size() ? nullptr : part(given[next++]));
  return coal_expr_aggregate(M, type(t), parts.data(), parts.size(), r);
}

const coal_expr *Translator::initList(const InitListExpr *e) {
  coal_range r = range(e->getSourceRange());
  if (!e->isSemanticForm() && e->getSemanticForm()) e = e->getSemanticForm();
  if (e->isStringLiteralInit() || e->isTransparent()) return expr(e->getInit(0));
  if (!e->getType()->isRecordType() && !e->getType()->isArrayType()) {
    if (e->getNumInits() == 0) return zero(e->getType(), r);
    return coal_expr_cast(M, type(e->getType().getNonReferenceType()), expr(e->getInit(0)), r);
  }
  if (const FieldDecl *f = e->getInitializedFieldInUnion()) {
    ExprList parts(f->getFieldIndex(), nullptr);
    parts.push_back(e->getNumInits() ? part(e->getInit(0)) : nullptr);
    return coal_expr_aggregate(M, type(e->getType()), parts.data(), parts.size(), r);
  }
  return aggregate(e->getType(), ArrayRef(const_cast<Expr **>(e->getInits()), e->getNumInits()), r);
}

const coal_expr *Translator::lambda(const LambdaExpr *e) {
  ExprList parts;
  const coal_type *closure = recordType(e->getLambdaClass());
  for (const Expr *init : e->capture_inits()) parts.push_back(init ? part(init) : nullptr);
  return coal_expr_aggregate(M, closure, parts.data(), parts.size(), range(e->getSourceRange()));
}

} // namespace coal
