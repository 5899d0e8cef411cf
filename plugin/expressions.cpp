/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/// Expressions apart from calls and initialisers.
#include "translate.h"

#include <clang/AST/ExprConcepts.h>
#include <llvm/ADT/StringSwitch.h>

using namespace clang;

namespace coal {

const coal_expr *Translator::opaque(const Expr *e, coal_opaque why, const ExprList &operands) {
  return coal_expr_opaque(M, type(e->getType().getNonReferenceType()), why, operands.data(), operands.size(),
                          range(e->getSourceRange()));
}

const coal_expr *Translator::zero(QualType t, coal_range r) {
  const coal_type *to = type(t);
  switch (to->kind) {
    case COAL_TYPE_BOOL:
    case COAL_TYPE_INT:
    case COAL_TYPE_POINTER: return coal_expr_int(M, to, 0, r);
    case COAL_TYPE_FLOAT: return coal_expr_float(M, to, 0, r);
    default: return coal_expr_aggregate(M, to, nullptr, 0, r);
  }
}

/// The constant value of e (a number or truth value) as Clang evaluates it, or null.
const coal_expr *Translator::evaluated(const Expr *e) {
  Expr::EvalResult result;
  if (e->isValueDependent() || !e->EvaluateAsRValue(result, Ctx)) return nullptr;
  coal_range r = range(e->getSourceRange());
  const coal_type *t = type(e->getType().getNonReferenceType());
  if (result.Val.isInt()) {
    const llvm::APSInt &i = result.Val.getInt();
    return coal_expr_int(M, t, i.isSigned() ? i.getExtValue() : static_cast<int64_t>(i.getZExtValue()), r);
  }
  if (result.Val.isFloat()) {
    llvm::APFloat f = result.Val.getFloat();
    bool loses = false;
    f.convert(llvm::APFloat::IEEEdouble(), llvm::APFloat::rmNearestTiesToEven, &loses);
    return coal_expr_float(M, t, f.convertToDouble(), r);
  }
  return nullptr;
}

const coal_expr *Translator::constant(const Expr *e) {
  coal_range r = range(e->getSourceRange());
  const coal_type *t = type(e->getType());
  if (auto *i = dyn_cast<IntegerLiteral>(e)) {
    // A literal that stands for a template argument can be negative.
    const llvm::APInt &v = i->getValue();
    bool isNegative = v.isNegative() && e->getType()->isSignedIntegerType();
    return coal_expr_int(M, t,
                         isNegative ? v.sextOrTrunc(64).getSExtValue() : static_cast<int64_t>(v.getLimitedValue()), r);
  }
  if (auto *c = dyn_cast<CharacterLiteral>(e)) {
    const coal_expr *code = coal_expr_int(M, coal_type_int(M, 32, false), c->getValue(), r);
    return coal_expr_cast(M, t, code, r);
  }
  if (auto *b = dyn_cast<CXXBoolLiteralExpr>(e)) return coal_expr_int(M, t, b->getValue(), r);
  if (isa<CXXNullPtrLiteralExpr>(e) || isa<GNUNullExpr>(e)) return coal_expr_int(M, t, 0, r);
  if (isa<FloatingLiteral>(e)) return evaluated(e);
  if (auto *s = dyn_cast<StringLiteral>(e))
    return coal_expr_string(M, s->getCharByteWidth() == 1 ? s->getString().str().c_str() : "", r);
  if (auto *p = dyn_cast<PredefinedExpr>(e))
    return coal_expr_string(M, p->getFunctionName() ? p->getFunctionName()->getString().str().c_str() : "", r);
  return nullptr;
}

/// Removes nodes that only wrap another one.
const coal_expr *Translator::transparent(const Expr *e) {
  if (auto *p = dyn_cast<ParenExpr>(e)) return expr(p->getSubExpr());
  if (auto *f = dyn_cast<FullExpr>(e)) return expr(f->getSubExpr());
  if (auto *t = dyn_cast<MaterializeTemporaryExpr>(e)) return expr(t->getSubExpr());
  if (auto *t = dyn_cast<CXXBindTemporaryExpr>(e)) return expr(t->getSubExpr());
  if (auto *c = dyn_cast<CompoundLiteralExpr>(e)) return expr(c->getInitializer());
  if (auto *d = dyn_cast<CXXDefaultArgExpr>(e)) return expr(d->getExpr());
  if (auto *d = dyn_cast<CXXDefaultInitExpr>(e)) return expr(d->getExpr());
  if (auto *g = dyn_cast<GenericSelectionExpr>(e); g && !g->isResultDependent()) return expr(g->getResultExpr());
  if (auto *c = dyn_cast<ChooseExpr>(e); c && !c->isConditionDependent()) return expr(c->getChosenSubExpr());
  if (auto *b = dyn_cast<CXXRewrittenBinaryOperator>(e)) return expr(b->getSemanticForm());
  if (auto *l = dyn_cast<ArrayInitLoopExpr>(e)) return expr(l->getCommonExpr());
  if (auto *o = dyn_cast<OpaqueValueExpr>(e); o && o->getSourceExpr()) return expr(o->getSourceExpr());
  if (auto *s = dyn_cast<SubstNonTypeTemplateParmExpr>(e)) {
    const coal_expr *value = expr(s->getReplacement());
    return e->isGLValue() ? value : coal_expr_cast(M, type(e->getType()), value, value->range);
  }
  return nullptr;
}

/// The index of `threadIdx` and its like among the kinds of coal_builtin, or -1. They are variables of a system header.
int Translator::builtinKind(const ValueDecl *d) const {
  int kind = llvm::StringSwitch<int>(d->getName())
                 .Case("threadIdx", 0)
                 .Case("blockIdx", 1)
                 .Case("blockDim", 2)
                 .Case("gridDim", 3)
                 .Default(-1);
  return kind >= 0 && isa<VarDecl>(d) && isSystem(d) ? kind : -1;
}

/// `threadIdx.x` and its like; null when the object is none of these.
const coal_expr *Translator::builtin(const Expr *object, StringRef member, coal_range r) {
  object = object->IgnoreParenImpCasts();
  if (auto *o = dyn_cast<OpaqueValueExpr>(object); o && o->getSourceExpr())
    object = o->getSourceExpr()->IgnoreParenImpCasts();
  auto *ref = dyn_cast<DeclRefExpr>(object);
  int kind = ref && ref->getDecl()->getIdentifier() ? builtinKind(ref->getDecl()) : -1;
  int axis = member.size() == 1 ? member[0] - 'x' : -1;
  if (kind < 0 || axis < 0 || axis > 2) return nullptr;
  return coal_expr_builtin(M, static_cast<coal_builtin>(kind * 3 + axis), r);
}

/// All of `threadIdx` as an object of type t.
const coal_expr *Translator::wholeBuiltin(int kind, QualType t, coal_range r) {
  const coal_expr *parts[3];
  for (int axis = 0; axis < 3; axis++)
    parts[axis] = coal_expr_builtin(M, static_cast<coal_builtin>(kind * 3 + axis), r);
  return coal_expr_aggregate(M, type(t), parts, 3, r);
}

const coal_expr *Translator::member(const MemberExpr *e) {
  coal_range r = range(e->getSourceRange());
  if (auto *f = dyn_cast<FieldDecl>(e->getMemberDecl())) {
    if (const coal_expr *special = builtin(e->getBase(), f->getName(), r)) return special;
    const coal_expr *base = expr(e->getBase());
    const coal_field *slot = field(f);
    if (!slot) return opaque(e, COAL_OPAQUE_EXPRESSION, {base});
    return e->isArrow() ? coal_expr_arrow(M, base, slot, r) : coal_expr_member(M, base, slot, r);
  }
  return reference(e->getMemberDecl(), e);
}

const coal_expr *Translator::toBase(const CastExpr *e) {
  coal_range r = range(e->getSourceRange());
  const Expr *sub = e->getSubExpr();
  bool isPointer = sub->getType()->isPointerType();
  const coal_expr *object = expr(sub);
  if (isPointer) object = coal_expr_deref(M, object, r);
  auto *derived = (isPointer ? sub->getType()->getPointeeType() : sub->getType())->getAsCXXRecordDecl();
  for (const CXXBaseSpecifier *step : e->path()) {
    const coal_field *f =
        derived && derived->hasDefinition() && !step->isVirtual() ? baseField(derived, step) : nullptr;
    if (!f) { // a virtual base
      const coal_type *to = type(e->getType());
      return isPointer ? coal_expr_cast(M, to, coal_expr_addr(M, object, r), r)
                       : coal_expr_cast(M, coal_type_reference(M, to), object, r);
    }
    object = coal_expr_member(M, object, f, r);
    derived = step->getType()->getAsCXXRecordDecl();
  }
  return isPointer ? coal_expr_addr(M, object, r) : object;
}

const coal_expr *Translator::conversion(const CastExpr *e) {
  if (const coal_expr *member = memberConversion(e)) return member;
  coal_range r = range(e->getSourceRange());
  switch (e->getCastKind()) {
    case CK_LValueToRValue:
    case CK_NoOp:
    case CK_ArrayToPointerDecay:
    case CK_FunctionToPointerDecay:
    case CK_BuiltinFnToFnPtr:
    case CK_UserDefinedConversion:
    case CK_ConstructorConversion: return expr(e->getSubExpr());
    case CK_LValueToRValueBitCast: { // __builtin_bit_cast: the bytes of the operand, read as the other type
      const coal_type *to = coal_type_reference(M, type(e->getType()));
      return coal_expr_value(
          M, coal_expr_cast(M, to, coal_expr_deref(M, coal_expr_addr(M, expr(e->getSubExpr()), r), r), r));
    }
    case CK_DerivedToBase:
    case CK_UncheckedDerivedToBase: return toBase(e);
    default: break;
  }
  const coal_type *to = type(e->getType());
  if (e->isGLValue()) to = coal_type_reference(M, to);
  return coal_expr_cast(M, to, expr(e->getSubExpr()), r);
}

const coal_expr *Translator::unary(const UnaryOperator *e) {
  coal_range r = range(e->getSourceRange());
  if (const coal_expr *member = e->getOpcode() == UO_AddrOf ? memberAddress(e) : nullptr) return member;
  const coal_expr *a = expr(e->getSubExpr());
  switch (e->getOpcode()) {
    case UO_PostInc: return coal_expr_incdec(M, true, true, a, r);
    case UO_PostDec: return coal_expr_incdec(M, false, true, a, r);
    case UO_PreInc: return coal_expr_incdec(M, true, false, a, r);
    case UO_PreDec: return coal_expr_incdec(M, false, false, a, r);
    case UO_AddrOf: return a->kind == COAL_EXPR_OPAQUE ? a : coal_expr_addr(M, a, r);
    case UO_Deref: return coal_expr_deref(M, a, r);
    case UO_Plus: return coal_expr_cast(M, type(e->getType()), a, r);
    case UO_Minus: return coal_expr_unary(M, COAL_OP_NEG, a, r);
    case UO_Not: return coal_expr_unary(M, COAL_OP_BITNOT, a, r);
    case UO_LNot: return coal_expr_unary(M, COAL_OP_LNOT, a, r);
    case UO_Extension: return a;
    default: return opaque(e, COAL_OPAQUE_EXPRESSION);
  }
}

static coal_op operation(BinaryOperatorKind kind) {
  switch (kind) {
    case BO_Mul:
    case BO_MulAssign: return COAL_OP_MUL;
    case BO_Div:
    case BO_DivAssign: return COAL_OP_DIV;
    case BO_Rem:
    case BO_RemAssign: return COAL_OP_REM;
    case BO_Add:
    case BO_AddAssign: return COAL_OP_ADD;
    case BO_Sub:
    case BO_SubAssign: return COAL_OP_SUB;
    case BO_Shl:
    case BO_ShlAssign: return COAL_OP_SHL;
    case BO_Shr:
    case BO_ShrAssign: return COAL_OP_SHR;
    case BO_And:
    case BO_AndAssign: return COAL_OP_AND;
    case BO_Xor:
    case BO_XorAssign: return COAL_OP_XOR;
    case BO_Or:
    case BO_OrAssign: return COAL_OP_OR;
    case BO_LT: return COAL_OP_LT;
    case BO_GT: return COAL_OP_GT;
    case BO_LE: return COAL_OP_LE;
    case BO_GE: return COAL_OP_GE;
    case BO_EQ: return COAL_OP_EQ;
    case BO_NE: return COAL_OP_NE;
    case BO_LAnd: return COAL_OP_LAND;
    case BO_LOr: return COAL_OP_LOR;
    default: return COAL_OP_NONE;
  }
}

const coal_expr *Translator::binary(const BinaryOperator *e) {
  coal_range r = range(e->getSourceRange());
  if (e->isPtrMemOp()) return throughMember(e);
  coal_op op = operation(e->getOpcode());
  bool isKnown = op != COAL_OP_NONE || e->getOpcode() == BO_Assign || e->getOpcode() == BO_Comma;
  if (!isKnown) return opaque(e, COAL_OPAQUE_EXPRESSION);
  const coal_expr *a = expr(e->getLHS());
  const coal_expr *b = exprBefore(e->getRHS(), e->isLogicalOp() ? nullptr : Before);
  if (e->getOpcode() == BO_Assign) return coal_expr_assign(M, a, b, r);
  if (e->getOpcode() == BO_Comma) return coal_expr_comma(M, a, b, r);
  if (e->isCompoundAssignmentOp()) return coal_expr_assign_op(M, op, a, b, r);
  return coal_expr_binary(M, op, a, b, r);
}

/// A member of `base` that depends on template parameters; null: of an implicit `this`.
const coal_expr *Translator::dependentMember(const Expr *base, const Expr *e) {
  const coal_expr *object = base ? expr(base) : nullptr;
  return coal_expr_dependent_member(M, type(e->getType()), object, range(e->getSourceRange()));
}

static bool isEvaluated(const Expr *e) {
  return isa<UnaryExprOrTypeTraitExpr>(e) || isa<OffsetOfExpr>(e) || isa<TypeTraitExpr>(e) ||
         isa<ArrayTypeTraitExpr>(e) || isa<ExpressionTraitExpr>(e) || isa<CXXNoexceptExpr>(e) ||
         isa<SizeOfPackExpr>(e) || isa<RequiresExpr>(e) || isa<ConceptSpecializationExpr>(e);
}

static coal_opaque unsupported(const Expr *e) {
  if (isa<CXXDeleteExpr>(e)) return COAL_OPAQUE_DELETE;
  if (isa<CXXThrowExpr>(e)) return COAL_OPAQUE_THROW;
  return COAL_OPAQUE_EXPRESSION;
}

const coal_expr *Translator::expr(const Expr *e) {
  coal_range r = range(e->getSourceRange());
  if (const coal_expr *known = constant(e)) return known;
  if (const coal_expr *inner = transparent(e)) return inner;
  if (auto *c = dyn_cast<CastExpr>(e)) return conversion(c);
  if (auto *d = dyn_cast<DeclRefExpr>(e)) return reference(d->getDecl(), e);
  if (auto *m = dyn_cast<MemberExpr>(e)) return member(m);
  if (auto *s = dyn_cast<ArraySubscriptExpr>(e)) {
    const coal_expr *a = expr(s->getLHS()), *b = expr(s->getRHS());
    return coal_expr_index(M, a, b, r);
  }
  if (auto *u = dyn_cast<UnaryOperator>(e)) return unary(u);
  if (auto *b = dyn_cast<BinaryOperator>(e)) return binary(b);
  if (auto *c = dyn_cast<ConditionalOperator>(e)) {
    const coal_expr *condition = expr(c->getCond());
    const coal_expr *a = exprBefore(c->getTrueExpr(), nullptr), *b = exprBefore(c->getFalseExpr(), nullptr);
    return coal_expr_cond(M, condition, a, b, r);
  }
  if (auto *p = dyn_cast<PseudoObjectExpr>(e)) {
    if (auto *property = dyn_cast<MSPropertyRefExpr>(p->getSyntacticForm()))
      if (const coal_expr *special = builtin(property->getBaseExpr(), property->getPropertyDecl()->getName(), r))
        return special;
    return p->getResultExpr() ? expr(p->getResultExpr()) : opaque(e, COAL_OPAQUE_EXPRESSION);
  }
  if (auto *s = dyn_cast<StmtExpr>(e)) return statementExpression(s);
  if (auto *n = dyn_cast<CXXNewExpr>(e)) return newObject(n);
  if (auto *c = dyn_cast<CUDAKernelCallExpr>(e)) return launch(c);
  if (auto *c = dyn_cast<CXXMemberCallExpr>(e)) return methodCall(c);
  if (auto *c = dyn_cast<CallExpr>(e)) return call(c);
  if (auto *c = dyn_cast<CXXConstructExpr>(e)) return construct(c);
  if (auto *l = dyn_cast<InitListExpr>(e)) return initList(l);
  if (auto *l = dyn_cast<CXXParenListInitExpr>(e)) return aggregate(e->getType(), l->getInitExprs(), r);
  if (auto *l = dyn_cast<LambdaExpr>(e)) return lambda(l);
  if (auto *l = dyn_cast<CXXStdInitializerListExpr>(e))
    return coal_expr_list_view(M, type(l->getType()), coal_expr_value(M, expr(l->getSubExpr())), r);
  if (isa<CXXThisExpr>(e) && CapturedThis)
    if (const coal_field *f = field(CapturedThis))
      return coal_expr_arrow(M, coal_expr_var(M, Current->ir->params[0], r), f, r);
  if (isa<CXXThisExpr>(e) && Current && Current->ir->n_params) return coal_expr_var(M, Current->ir->params[0], r);
  if (auto *u = dyn_cast<CXXUnresolvedConstructExpr>(e); u && u->getNumArgs() == 1)
    return coal_expr_cast(M, type(e->getType()), expr(u->getArg(0)), r);
  if (auto *d = dyn_cast<CXXDependentScopeMemberExpr>(e))
    return dependentMember(d->isImplicitAccess() ? nullptr : d->getBase(), e);
  if (auto *d = dyn_cast<UnresolvedMemberExpr>(e))
    return dependentMember(d->isImplicitAccess() ? nullptr : d->getBase(), e);
  if (isa<CXXScalarValueInitExpr>(e) || isa<ImplicitValueInitExpr>(e)) return zero(e->getType(), r);
  if (isEvaluated(e))
    if (const coal_expr *value = evaluated(e)) return value;
  return opaque(e, unsupported(e));
}

} // namespace coal
