/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/// Statements.
#include "translate.h"

#include <clang/Basic/Version.h>
#include <utility>

using namespace clang;

namespace coal {

const coal_stmt *Translator::block(const StmtList &list, SourceRange r) {
  return coal_stmt_block(M, list.data(), list.size(), range(r));
}

/// s as exactly one statement.
const coal_stmt *Translator::body(const Stmt *s) {
  StmtList list;
  statement(s, list);
  return list.size() == 1 ? list[0] : block(list, s->getSourceRange());
}

/// The same, but null stays null.
const coal_stmt *Translator::single(const Stmt *s) { return s ? body(s) : nullptr; }

/// Statements that leave the straight line; others are not understood.
const coal_stmt *Translator::jump(const Stmt *s, StmtList &out) {
  coal_range r = range(s->getSourceRange());
  if (auto *back = dyn_cast<ReturnStmt>(s))
    return coal_stmt_return(M, Current->ir, back->getRetValue() ? exprBefore(back->getRetValue(), &out) : nullptr, r);
  if (isa<BreakStmt>(s)) return coal_stmt_break(M, r);
  if (isa<ContinueStmt>(s)) return coal_stmt_continue(M, r);
  return coal_stmt_opaque(M, isa<GotoStmt>(s) ? COAL_OPAQUE_GOTO : COAL_OPAQUE_STATEMENT, r);
}

/// Adds the statements that s stands for: several for declarations and labels, none for empty ones.
void Translator::statement(const Stmt *s, StmtList &out) {
  coal_range r = range(s->getSourceRange());
  if (auto *e = dyn_cast<Expr>(s)) {
    const coal_expr *value = exprBefore(e, &out);
    out.push_back(coal_stmt_expr(M, value, r));
    return;
  }
  switch (s->getStmtClass()) {
    case Stmt::CompoundStmtClass: {
      StmtList list;
      for (const Stmt *inner : s->children()) statement(inner, list);
      out.push_back(block(list, s->getSourceRange()));
      return;
    }
    case Stmt::NullStmtClass: return;
    case Stmt::DeclStmtClass: return declarations(cast<DeclStmt>(s), out);
    case Stmt::IfStmtClass: return ifStatement(cast<IfStmt>(s), out);
    case Stmt::WhileStmtClass: return whileStatement(cast<WhileStmt>(s), out);
    case Stmt::ForStmtClass: return forStatement(cast<ForStmt>(s), out);
    case Stmt::CXXForRangeStmtClass: return rangeFor(cast<CXXForRangeStmt>(s), out);
    case Stmt::SwitchStmtClass: return switchStatement(cast<SwitchStmt>(s), out);
    case Stmt::CaseStmtClass: return caseStatement(cast<CaseStmt>(s), out);
    case Stmt::GCCAsmStmtClass: return assembly(cast<GCCAsmStmt>(s), out);
    case Stmt::AttributedStmtClass: return statement(cast<AttributedStmt>(s)->getSubStmt(), out);
    case Stmt::CXXTryStmtClass: return statement(cast<CXXTryStmt>(s)->getTryBlock(), out);
    case Stmt::DoStmtClass: {
      auto *loop = cast<DoStmt>(s);
      const coal_stmt *inner = body(loop->getBody());
      out.push_back(coal_stmt_loop(M, COAL_LOOP_DO, nullptr, expr(loop->getCond()), nullptr, inner, r));
      return;
    }
    case Stmt::DefaultStmtClass:
      out.push_back(coal_stmt_default(M, r));
      return statement(cast<DefaultStmt>(s)->getSubStmt(), out);
    case Stmt::LabelStmtClass:
      out.push_back(coal_stmt_opaque(M, COAL_OPAQUE_LABEL, r));
      return statement(cast<LabelStmt>(s)->getSubStmt(), out);
    default: {
      const coal_stmt *left = jump(s, out);
      out.push_back(left);
    }
  }
}

void Translator::ifStatement(const IfStmt *s, StmtList &out) {
  if (s->isConstexpr() && !s->getCond()->isValueDependent()) {
    if (auto live = s->getNondiscardedCase(Ctx); live && *live) statement(*live, out);
    return;
  }
  StmtList before;
  if (s->getInit()) statement(s->getInit(), before);
  if (s->getConditionVariable()) declaration(s->getConditionVariable(), before);
  const coal_expr *condition = exprBefore(s->getCond(), &before);
  const coal_stmt *then = body(s->getThen()), *otherwise = single(s->getElse());
  before.push_back(coal_stmt_if(M, condition, then, otherwise, range(s->getSourceRange())));
  out.push_back(before.size() == 1 ? before[0] : block(before, s->getSourceRange()));
}

/// `while (T v = e) s` is `while (true) { T v = e; if (!v) break; s }`.
void Translator::whileStatement(const WhileStmt *s, StmtList &out) {
  coal_range r = range(s->getSourceRange());
  const VarDecl *v = s->getConditionVariable();
  if (!v) {
    const coal_expr *condition = expr(s->getCond());
    out.push_back(coal_stmt_loop(M, COAL_LOOP_WHILE, nullptr, condition, nullptr, body(s->getBody()), r));
    return;
  }
  StmtList list;
  declaration(v, list);
  const coal_expr *stop = coal_expr_unary(M, COAL_OP_LNOT, expr(s->getCond()), r);
  list.push_back(coal_stmt_if(M, stop, coal_stmt_break(M, r), nullptr, r));
  list.push_back(body(s->getBody()));
  const coal_expr *always = coal_expr_int(M, coal_type_bool(M), 1, r);
  out.push_back(coal_stmt_loop(M, COAL_LOOP_WHILE, nullptr, always, nullptr, block(list, s->getSourceRange()), r));
}

void Translator::forStatement(const ForStmt *s, StmtList &out) {
  if (s->getConditionVariable()) {
    out.push_back(coal_stmt_opaque(M, COAL_OPAQUE_STATEMENT, range(s->getSourceRange())));
    return;
  }
  const coal_stmt *init = single(s->getInit());
  const coal_expr *condition = s->getCond() ? expr(s->getCond()) : nullptr;
  const coal_expr *step = s->getInc() ? expr(s->getInc()) : nullptr;
  out.push_back(
      coal_stmt_loop(M, COAL_LOOP_FOR, init, condition, step, body(s->getBody()), range(s->getSourceRange())));
}

/// `element` as the initial value of the loop's variable in each iteration; null: its own initialiser.
const coal_stmt *Translator::eachPass(const CXXForRangeStmt *s, const coal_expr *element) {
  const VarDecl *v = s->getLoopVariable();
  StmtList list;
  if (element)
    list.push_back(coal_stmt_decl(M, variable(v), element, range(v->getSourceRange())));
  else
    declaration(v, list);
  list.push_back(body(s->getBody()));
  return block(list, s->getBody()->getSourceRange());
}

/// Over an array: a counted loop.
void Translator::overArray(const CXXForRangeStmt *s, const coal_expr *array, StmtList &out) {
  coal_range r = range(s->getSourceRange());
  const coal_type *u64 = coal_type_int(M, 64, false);
  coal_var *counter = coal_var_new(M, "__i", u64, COAL_STORAGE_LOCAL, 0, false, r);
  const coal_expr *i = coal_expr_var(M, counter, r);
  const coal_stmt *init = coal_stmt_decl(M, counter, coal_expr_int(M, u64, 0, r), r);
  const coal_expr *count = coal_expr_int(M, u64, static_cast<int64_t>(array->type->count), r);
  const coal_stmt *each = eachPass(s, coal_expr_index(M, array, i, r));
  out.push_back(coal_stmt_loop(M, COAL_LOOP_FOR, init, coal_expr_binary(M, COAL_OP_LT, i, count, r),
                               coal_expr_incdec(M, true, false, i, r), each, r));
}

/// Over anything else: a loop over unknown elements.
void Translator::overUnknown(const CXXForRangeStmt *s, StmtList &out) {
  coal_range r = range(s->getSourceRange());
  const coal_type *t = type(s->getLoopVariable()->getType());
  auto unknown = [&](const coal_type *of) { return coal_expr_opaque(M, of, COAL_OPAQUE_RANGE_FOR, nullptr, 0, r); };
  const coal_type *pointer = coal_type_pointer(M, t->kind == COAL_TYPE_REFERENCE ? t->element : t);
  const coal_expr *element = coal_expr_deref(M, unknown(pointer), r);
  out.push_back(
      coal_stmt_loop(M, COAL_LOOP_FOR, nullptr, unknown(coal_type_bool(M)), nullptr, eachPass(s, element), r));
}

/// An operator of the iterator's own class, or of pointers.
static bool isOwnOperator(const Expr *e, const VarDecl *iterator) {
  e = e->IgnoreImplicit();
  if (auto *rewritten = dyn_cast<CXXRewrittenBinaryOperator>(e)) e = rewritten->getSemanticForm()->IgnoreImplicit();
  if (auto *negated = dyn_cast<UnaryOperator>(e); negated && negated->getOpcode() == UO_LNot)
    e = negated->getSubExpr()->IgnoreImplicit();
  auto *call = dyn_cast<CXXOperatorCallExpr>(e);
  if (!call) return iterator->getType()->isPointerType();
  auto *method = dyn_cast_or_null<CXXMethodDecl>(call->getDirectCallee());
  auto *owner = iterator->getType()->getAsCXXRecordDecl();
  return method && owner && method->getParent()->getCanonicalDecl() == owner->getCanonicalDecl();
}

/// Over a class with begin() and end(): the loop that the language defines. False: not of that form.
bool Translator::overClass(const CXXForRangeStmt *s, StmtList &out) {
  coal_range r = range(s->getSourceRange());
  if (!s->getBeginStmt() || !s->getEndStmt() || !s->getCond() || !s->getInc()) return false;
  auto *begin = dyn_cast<VarDecl>(s->getBeginStmt()->getSingleDecl());
  auto *end = dyn_cast<VarDecl>(s->getEndStmt()->getSingleDecl());
  if (!begin || !end || !begin->getInit() || !end->getInit()) return false;
  if (!isa<CXXMemberCallExpr>(begin->getInit()->IgnoreImplicit())) return false;
  if (!isOwnOperator(s->getCond(), begin) || !isOwnOperator(s->getInc(), begin)) return false;
  StmtList list;
  statement(s->getRangeStmt(), list);
  declaration(begin, list);
  const coal_expr *last = expr(end->getInit());
  coal_var *endVariable = coal_var_new(M, "__end", type(end->getType()), COAL_STORAGE_LOCAL, 0, false, r);
  Variables[end->getCanonicalDecl()] = endVariable;
  list.push_back(coal_stmt_decl(M, endVariable, last, r));
  const coal_expr *condition = expr(s->getCond()), *step = expr(s->getInc());
  list.push_back(coal_stmt_loop(M, COAL_LOOP_FOR, nullptr, condition, step, eachPass(s, nullptr), r));
  out.push_back(block(list, s->getSourceRange()));
  return true;
}

void Translator::rangeFor(const CXXForRangeStmt *s, StmtList &out) {
  coal_range r = range(s->getSourceRange());
  const Expr *over = s->getRangeInit();
  auto *array = Ctx.getAsConstantArrayType(over->getType());
  if (s->getInit()) {
    out.push_back(coal_stmt_opaque(M, COAL_OPAQUE_RANGE_FOR, r));
    return;
  }
  if (array && over->isLValue()) return overArray(s, expr(over), out);
  const Expr *plain = over->IgnoreImplicit();
  if (auto *view = dyn_cast<CXXStdInitializerListExpr>(plain)) plain = view->getSubExpr()->IgnoreImplicit();
  if (auto *list = dyn_cast<InitListExpr>(plain); list && list->getType()->isConstantArrayType()) {
    coal_var *elements = coal_var_new(M, "__list", type(list->getType()), COAL_STORAGE_LOCAL, 0, false, r);
    StmtList both = {coal_stmt_decl(M, elements, initList(list), r)};
    overArray(s, coal_expr_var(M, elements, r), both);
    out.push_back(block(both, s->getSourceRange()));
    return;
  }
  if (!over->getType()->isRecordType() || !overClass(s, out)) overUnknown(s, out);
}

void Translator::switchStatement(const SwitchStmt *s, StmtList &out) {
  StmtList before;
  if (s->getInit()) statement(s->getInit(), before);
  if (s->getConditionVariable()) declaration(s->getConditionVariable(), before);
  const coal_expr *condition = exprBefore(s->getCond(), &before);
  before.push_back(coal_stmt_switch(M, condition, body(s->getBody()), range(s->getSourceRange())));
  out.push_back(before.size() == 1 ? before[0] : block(before, s->getSourceRange()));
}

void Translator::caseStatement(const CaseStmt *s, StmtList &out) {
  auto value = [&](const Expr *e, int64_t otherwise) {
    Expr::EvalResult result;
    return e && !e->isValueDependent() && e->EvaluateAsInt(result, Ctx) ? result.Val.getInt().getExtValue() : otherwise;
  };
  int64_t low = value(s->getLHS(), 0);
  out.push_back(coal_stmt_case(M, low, value(s->getRHS(), low), range(s->getSourceRange())));
  statement(s->getSubStmt(), out);
}

/// e; its statement expressions put their statements into `before`, unless that is null.
const coal_expr *Translator::exprBefore(const Expr *e, StmtList *before) {
  StmtList *outer = std::exchange(Before, before);
  const coal_expr *value = expr(e);
  Before = outer;
  return value;
}

/// `({ s; e; })`: its statements go before the statement around it, its value is kept in a hidden variable.
const coal_expr *Translator::statementExpression(const StmtExpr *e) {
  const CompoundStmt *body = e->getSubStmt();
  auto *last = dyn_cast_or_null<Expr>(body->body_empty() ? nullptr : body->body_back());
  const bool isVoid = e->getType()->isVoidType();
  StmtList *before = Before;
  if (!before || (!isVoid && !last)) return opaque(e, COAL_OPAQUE_STATEMENT_EXPRESSION);
  coal_range r = range(e->getSourceRange());
  Before = nullptr;
  for (const Stmt *s : body->body())
    if (isVoid || s != last) statement(s, *before);
  const coal_expr *value = isVoid ? coal_expr_int(M, coal_type_int(M, 32, true), 0, r) : exprBefore(last, before);
  Before = before;
  const coal_type *t = type(e->getType());
  if (isVoid) return coal_expr_cast(M, t, value, r);
  coal_var *held = coal_var_new(M, "", t, COAL_STORAGE_LOCAL, 0, false, r);
  before->push_back(coal_stmt_decl(M, held, coal_expr_value(M, value), r));
  return coal_expr_var(M, held, r);
}

/// The template as it is written.
static std::string asmText(const GCCAsmStmt *s) {
#if CLANG_VERSION_MAJOR >= 21
  return s->getAsmString();
#else
  return s->getAsmString()->getString().str();
#endif
}

void Translator::assembly(const GCCAsmStmt *s, StmtList &out) {
  coal_range r = range(s->getSourceRange());
  ExprList outputs, inputs;
  for (unsigned i = 0; i < s->getNumOutputs(); i++) outputs.push_back(expr(s->getOutputExpr(i)));
  for (unsigned i = 0; i < s->getNumInputs(); i++) inputs.push_back(expr(s->getInputExpr(i)));
  const coal_expr *e =
      coal_expr_asm(M, asmText(s).c_str(), outputs.data(), outputs.size(), inputs.data(), inputs.size(), r);
  out.push_back(coal_stmt_expr(M, e, r));
}

} // namespace coal
