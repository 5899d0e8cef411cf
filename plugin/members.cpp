/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/// Pointers to members, and placement new.
#include "translate.h"

#include <clang/Basic/Version.h>

using namespace clang;

namespace coal {

static const CXXRecordDecl *classOf(const MemberPointerType *t) {
#if CLANG_VERSION_MAJOR >= 21
  return t->getMostRecentCXXRecordDecl();
#else
  return t->getClass()->getAsCXXRecordDecl();
#endif
}

const coal_type *Translator::memberPointerType(const MemberPointerType *t) {
  const coal_type *member = type(t->getPointeeType());
  if (member->kind == COAL_TYPE_UNKNOWN) return member;
  return member->kind == COAL_TYPE_FUNCTION ? coal_type_pointer(M, member) : coal_type_int(M, 64, true);
}

/// &C::m as a pointer to a member; null: e is none.
const coal_expr *Translator::memberAddress(const UnaryOperator *e) {
  auto *t = dyn_cast<MemberPointerType>(e->getType().getCanonicalType());
  auto *named = dyn_cast<DeclRefExpr>(e->getSubExpr()->IgnoreParens());
  if (!t || !named) return nullptr;
  coal_range r = range(e->getSourceRange());
  if (auto *method = dyn_cast<CXXMethodDecl>(named->getDecl()))
    return method->isVirtual() ? nullptr : coal_expr_function(M, reach(method), r);
  auto *f = dyn_cast<FieldDecl>(named->getDecl());
  const CXXRecordDecl *owner = classOf(t);
  const coal_field *slot =
      f && owner && f->getParent()->getCanonicalDecl() == owner->getCanonicalDecl() ? field(f) : nullptr;
  return slot ? coal_expr_int(M, coal_type_int(M, 64, true), static_cast<int64_t>(slot->offset_bytes), r) : nullptr;
}

/// A conversion from or to a pointer to a data member; null: e is none.
const coal_expr *Translator::memberConversion(const CastExpr *e) {
  auto isData = [](QualType t) { return t->isMemberDataPointerType(); };
  if (!isData(e->getType()) && !isData(e->getSubExpr()->getType())) return nullptr;
  coal_range r = range(e->getSourceRange());
  const coal_expr *null = coal_expr_int(M, coal_type_int(M, 64, true), -1, r);
  switch (e->getCastKind()) {
    case CK_NullToMemberPointer: return null;
    case CK_MemberPointerToBoolean: return coal_expr_binary(M, COAL_OP_NE, expr(e->getSubExpr()), null, r);
    case CK_BaseToDerivedMemberPointer:
    case CK_DerivedToBaseMemberPointer:
    case CK_ReinterpretMemberPointer: return opaque(e, COAL_OPAQUE_EXPRESSION);
    default: return nullptr;
  }
}

const coal_expr *Translator::throughMember(const BinaryOperator *e) {
  coal_range r = range(e->getSourceRange());
  const coal_type *t = type(e->getType());
  if (type(e->getRHS()->getType())->kind == COAL_TYPE_UNKNOWN || t->kind == COAL_TYPE_UNKNOWN)
    return opaque(e, COAL_OPAQUE_EXPRESSION);
  const coal_expr *object = expr(e->getLHS());
  if (e->getOpcode() == BO_PtrMemI) object = coal_expr_deref(M, object, r);
  return coal_expr_member_through(M, object, expr(e->getRHS()), t, r);
}

/// (object.*method)(...); null: e is another call.
const coal_expr *Translator::callOfMember(const CallExpr *e) {
  auto *target = dyn_cast<BinaryOperator>(e->getCallee()->IgnoreParens());
  if (!target || !target->isPtrMemOp() || e->isTypeDependent()) return nullptr;
  auto *t = target->getRHS()->getType()->getAs<MemberPointerType>();
  auto *prototype = t ? t->getPointeeType()->getAs<FunctionProtoType>() : nullptr;
  if (!prototype || prototype->getNumParams() != e->getNumArgs()) return nullptr;
  const coal_expr *object = expr(target->getLHS());
  if (target->getOpcode() == BO_PtrMemI) object = coal_expr_deref(M, object, range(target->getSourceRange()));
  const coal_expr *method = coal_expr_value(M, expr(target->getRHS()));
  bool takesValues = !prototype->getReturnType()->isReferenceType();
  for (QualType p : prototype->param_types()) takesValues &= !p->isReferenceType();
  if (method->kind != COAL_EXPR_FUNCTION && !takesValues) return opaque(e, COAL_OPAQUE_POINTER_CALL);
  ExprList args;
  for (const Expr *argument : e->arguments()) args.push_back(expr(argument));
  return coal_expr_call_member(M, object, method, type(e->getType()), args.data(), args.size(),
                               range(e->getSourceRange()));
}

const coal_expr *Translator::newObject(const CXXNewExpr *e) {
  if (e->getNumPlacementArgs() != 1 || e->isArray()) return opaque(e, COAL_OPAQUE_NEW);
  const coal_expr *place = expr(e->getPlacementArg(0));
  if (place->type->kind != COAL_TYPE_POINTER || !e->getPlacementArg(0)->getType()->isPointerType())
    return opaque(e, COAL_OPAQUE_NEW);
  const Expr *init = e->getInitializer();
  bool isWritten =
      e->hasInitializer() && (!isa<CXXConstructExpr>(init->IgnoreImplicit()) || e->getDirectInitRange().isValid());
  const coal_expr *value = nullptr;
  if (init && (isWritten || !isEmptyInit(init))) value = expr(init);
  return coal_expr_new_at(M, type(e->getAllocatedType()), place, value, range(e->getSourceRange()));
}

} // namespace coal
