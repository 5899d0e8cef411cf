/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Expressions. */
#include "expr.h"

#include <string.h>

CXCursor coal_tr_last_operand(coal_tr *t, CXCursor c) {
  coal_cursors operands = coal_tr_operands(t, c);
  return operands.n ? operands.items[operands.n - 1] : t->c->getNullCursor();
}

CXCursor coal_tr_strip(coal_tr *t, CXCursor c) {
  for (unsigned i = 0; i < 64; i++) {
    enum CXCursorKind kind = t->c->getCursorKind(c);
    if (kind != CXCursor_UnexposedExpr && kind != CXCursor_ParenExpr) return c;
    coal_cursors operands = coal_tr_operands(t, c);
    if (operands.n != 1) return c;
    c = operands.items[0];
  }
  return c;
}

const coal_expr *coal_tr_opaque(coal_tr *t, CXCursor c, coal_opaque why) {
  if (coal_tr_is_broken(t, c)) why = COAL_OPAQUE_ERROR;
  return coal_expr_opaque(t->m, coal_tr_type_of(t, c), why, NULL, 0, coal_tr_range(t, c));
}

/* What Clang keeps of an expression it could not make sense of: the parts, without saying what they are for. */
static bool is_recovery(coal_tr *t, CXCursor c, const coal_type *type, coal_cursors operands) {
  if (!t->errors.n || !coal_tr_is_broken(t, c)) return false;
  return operands.n != 1 || (coal_type_is(type, COAL_TYPE_UNKNOWN) &&
                             !coal_type_is(coal_tr_type_of(t, operands.items[0]), COAL_TYPE_UNKNOWN));
}

/* ---- names --------------------------------------------------------------------------------------------- */

int coal_tr_builtin_variable(coal_tr *t, CXCursor c) {
  static const char *const names[] = {"threadIdx", "blockIdx", "blockDim", "gridDim"};
  c = coal_tr_strip(t, c);
  if (t->c->getCursorKind(c) != CXCursor_DeclRefExpr) return -1;
  CXCursor declaration = t->c->getCursorReferenced(c);
  if (t->c->getCursorKind(declaration) != CXCursor_VarDecl) return -1;
  CXString spelling = t->c->getCursorSpelling(declaration);
  int which = -1;
  for (int i = 0; i < 4; i++)
    if (strcmp(t->c->getCString(spelling), names[i]) == 0) which = i;
  t->c->disposeString(spelling);
  return which >= 0 && coal_tr_is_system(t, declaration) ? which : -1;
}

const coal_expr *coal_tr_builtin_record(coal_tr *t, int which, const coal_type *type, coal_range r) {
  const coal_expr *parts[3];
  for (int axis = 0; axis < 3; axis++) parts[axis] = coal_expr_builtin(t->m, (coal_builtin)(which * 3 + axis), r);
  return coal_expr_aggregate(t->m, type, parts, 3, r);
}

const coal_expr *coal_tr_this(coal_tr *t, coal_range r) {
  if (!t->this_var) return coal_expr_opaque(t->m, coal_type_unknown(t->m, "?"), COAL_OPAQUE_EXPRESSION, NULL, 0, r);
  const coal_expr *self = coal_expr_var(t->m, t->this_var, r);
  for (size_t i = 0; t->closure && i < t->closure->n; i++) {
    if (!t->c->Cursor_isNull(t->closure->captures[i].variable)) continue;
    const coal_expr *captured = coal_expr_arrow(t->m, self, t->closure->captures[i].field, r);
    return coal_type_is(captured->type, COAL_TYPE_POINTER) ? captured : coal_expr_addr(t->m, captured, r);
  }
  return self;
}

/* A captured variable as the closure's field, or NULL. */
static const coal_expr *captured(coal_tr *t, CXCursor declaration, coal_range r) {
  CXCursor canonical = t->c->getCanonicalCursor(declaration);
  for (size_t i = 0; t->closure && i < t->closure->n; i++) {
    if (!t->c->equalCursors(t->closure->captures[i].variable, canonical)) continue;
    return coal_expr_arrow(t->m, coal_expr_var(t->m, t->this_var, r), t->closure->captures[i].field, r);
  }
  return NULL;
}

/* A constant of the function around a lambda, used without being captured: its value. */
static const coal_expr *outer_constant(coal_tr *t, CXCursor declaration, const coal_type *type, coal_range r) {
  if (!t->closure || !t->caller || t->c->getCursorKind(declaration) != CXCursor_VarDecl) return NULL;
  CXCursor owner = t->c->getCanonicalCursor(t->c->getCursorSemanticParent(declaration));
  bool own = t->c->equalCursors(owner, t->c->getCanonicalCursor(t->caller->cursor));
  if (own || coal_tr_is_null(t, owner) || !t->c->isConstQualifiedType(t->c->getCursorType(declaration))) return NULL;
  if (coal_tr_storage(t, declaration) != COAL_STORAGE_LOCAL) return NULL;
  return coal_tr_constant_expr(t, t->c->Cursor_getVarDeclInitializer(declaration), type, r);
}

static const coal_expr *variable(coal_tr *t, CXCursor c, CXCursor declaration, coal_range r) {
  const coal_expr *e = captured(t, declaration, r);
  if (e) return e;
  if (coal_tr_is_mistaken(t, declaration)) return coal_tr_opaque(t, c, COAL_OPAQUE_ERROR);
  int builtin = coal_tr_builtin_variable(t, c);
  if (builtin >= 0) return coal_tr_builtin_record(t, builtin, coal_tr_type_of(t, c), r);
  bool is_warp_size = coal_tr_is_system(t, declaration) && strcmp(coal_tr_spelling(t, declaration), "warpSize") == 0;
  if (is_warp_size) return coal_expr_int(t->m, coal_type_int(t->m, 32, true), 32, r);
  e = outer_constant(t, declaration, coal_tr_type_of(t, c), r);
  return e ? e : coal_expr_var(t->m, coal_tr_var(t, declaration), r);
}

static const coal_expr *binding(coal_tr *t, CXCursor c, CXCursor declaration, coal_range r) {
  const coal_tr_decomposition *b = coal_cursor_map_get(t->c, &t->bindings, declaration);
  if (!b) return NULL;
  const coal_expr *whole = coal_expr_var(t->m, b->whole, r);
  if (b->is_tuple) {
    const coal_expr *element = coal_expr_tuple_element(t->m, coal_tr_type_of(t, c), whole, b->part, r);
    return element ? element : coal_tr_opaque(t, c, COAL_OPAQUE_EXPRESSION);
  }
  if (coal_type_is(whole->type, COAL_TYPE_ARRAY))
    return coal_expr_index(t->m, whole, coal_expr_int(t->m, coal_type_int(t->m, 32, true), (int64_t)b->part, r), r);
  if (coal_type_is(whole->type, COAL_TYPE_RECORD) && b->part < whole->type->record->n_fields)
    return coal_expr_member(t->m, whole, &whole->type->record->fields[b->part], r);
  return coal_tr_opaque(t, c, COAL_OPAQUE_EXPRESSION);
}

/* A template parameter in an uninstantiated template: an unknown constant. */
static const coal_expr *template_parameter(coal_tr *t, CXCursor declaration, coal_range r) {
  coal_var *v = coal_cursor_map_get(t->c, &t->vars, declaration);
  if (!v) {
    v = coal_var_new(t->m, coal_tr_spelling(t, declaration), coal_tr_type_of(t, declaration), COAL_STORAGE_HOST, 0,
                     true, coal_tr_name_range(t, declaration));
    coal_cursor_map_put(t->c, &t->vars, declaration, v);
    coal_tr_remember_name(t, v);
  }
  return coal_expr_var(t->m, v, r);
}

static const coal_expr *function_value(coal_tr *t, CXCursor declaration, coal_range r) {
  coal_function *fn = coal_tr_function(t, declaration);
  coal_tr_callee *callee = coal_tr_callee_of(t, declaration);
  if ((fn->flags & COAL_FN_KERNEL) && callee->has_body && !callee->is_system) coal_tr_want(t, callee);
  if (!(fn->flags & COAL_FN_METHOD)) return coal_expr_function(t->m, fn, r);
  return coal_expr_opaque(t->m, coal_type_function(t->m), COAL_OPAQUE_FUNCTION_VALUE, NULL, 0, r);
}

const coal_expr *coal_tr_reference(coal_tr *t, CXCursor c, CXCursor declaration) {
  coal_range r = coal_tr_range(t, c);
  const coal_expr *e = binding(t, c, declaration, r);
  if (e) return e;
  switch (t->c->getCursorKind(declaration)) {
    case CXCursor_VarDecl:
    case CXCursor_ParmDecl:
    case CXCursor_UnexposedDecl: return variable(t, c, declaration, r);
    case CXCursor_EnumConstantDecl: {
      int64_t value = t->c->getEnumConstantDeclValue(declaration);
      return coal_expr_cast(t->m, coal_tr_type_of(t, c), coal_expr_int(t->m, coal_type_int(t->m, 64, true), value, r),
                            r);
    }
    case CXCursor_NonTypeTemplateParameter: return template_parameter(t, declaration, r);
    case CXCursor_FunctionDecl:
    case CXCursor_CXXMethod: return function_value(t, declaration, r);
    default: return coal_tr_opaque(t, c, COAL_OPAQUE_EXPRESSION);
  }
}

/* A reference without a declaration is a substituted template parameter; its child is the replacement. */
static const coal_expr *name(coal_tr *t, CXCursor c) {
  CXCursor declaration = t->c->getCursorReferenced(c);
  if (!coal_tr_is_null(t, declaration)) return coal_tr_reference(t, c, declaration);
  coal_cursors operands = coal_tr_operands(t, c);
  if (operands.n != 1) return coal_tr_opaque(t, c, COAL_OPAQUE_EXPRESSION);
  return coal_tr_convert(t, coal_tr_type_of(t, c), coal_tr_expr(t, operands.items[0]), coal_tr_range(t, c));
}

CXCursor coal_tr_written_base(coal_tr *t, CXCursor c) {
  coal_cursors operands = coal_tr_operands(t, c);
  for (size_t i = 0; i < operands.n; i++) {
    const coal_type *type = coal_tr_type_of(t, operands.items[i]);
    if (coal_type_is(type, COAL_TYPE_POINTER)) type = type->element;
    if (coal_type_is(type, COAL_TYPE_RECORD) || coal_type_is(type, COAL_TYPE_UNKNOWN)) return operands.items[i];
  }
  return t->c->getNullCursor();
}

const coal_expr *coal_tr_member_base(coal_tr *t, CXCursor c) {
  CXCursor base = coal_tr_written_base(t, c);
  coal_range r = coal_tr_range(t, c);
  if (coal_tr_is_null(t, base)) return coal_expr_deref(t->m, coal_tr_this(t, r), r);
  const coal_expr *e = coal_tr_expr(t, base);
  return coal_type_is(e->type, COAL_TYPE_POINTER) ? coal_expr_deref(t->m, e, r) : e;
}

static const coal_expr *builtin_axis(coal_tr *t, CXCursor c, CXCursor field) {
  CXCursor base = coal_tr_written_base(t, c);
  int which = coal_tr_is_null(t, base) ? -1 : coal_tr_builtin_variable(t, base);
  const char *axis = which < 0 ? "" : coal_tr_spelling(t, field);
  if (axis[0] < 'x' || axis[0] > 'z' || axis[1]) return NULL;
  return coal_expr_builtin(t->m, (coal_builtin)(which * 3 + (axis[0] - 'x')), coal_tr_range(t, c));
}

const coal_expr *coal_tr_member_access(coal_tr *t, CXCursor c) {
  CXCursor declaration = t->c->getCursorReferenced(c);
  if (coal_tr_is_null(t, declaration) || t->c->getCursorKind(declaration) == CXCursor_OverloadedDeclRef) {
    if (coal_tr_is_broken(t, c)) return coal_tr_opaque(t, c, COAL_OPAQUE_ERROR);
    CXCursor base = coal_tr_written_base(t, c);
    const coal_expr *object = coal_tr_is_null(t, base) ? NULL : coal_tr_expr(t, base);
    return t->n_dependent++, coal_expr_dependent_member(t->m, coal_tr_type_of(t, c), object, coal_tr_range(t, c));
  }
  if (t->c->getCursorKind(declaration) != CXCursor_FieldDecl) return coal_tr_reference(t, c, declaration);
  const coal_expr *e = builtin_axis(t, c, declaration);
  if (e) return e;
  const coal_field *field = coal_tr_field(t, declaration);
  coal_tr_see(t, c);
  const coal_expr *base = coal_tr_member_base(t, c);
  e = field ? coal_tr_member(t, base, field, coal_tr_range(t, c)) : NULL;
  return e ? e : coal_expr_opaque(t->m, coal_tr_type_of(t, c), COAL_OPAQUE_EXPRESSION, NULL, 0, coal_tr_range(t, c));
}

/* ---- operators ----------------------------------------------------------------------------------------- */

static const coal_expr *unary(coal_tr *t, CXCursor c) {
  coal_cursors operands = coal_tr_operands(t, c);
  if (operands.n != 1) return coal_tr_opaque(t, c, COAL_OPAQUE_EXPRESSION);
  coal_range r = coal_tr_range(t, c);
  bool is_address = t->c->getCursorUnaryOperatorKind(c) == CXUnaryOperator_AddrOf;
  const coal_expr *member = is_address ? coal_tr_member_address(t, c) : NULL;
  if (member) return member;
  const coal_expr *e = coal_tr_expr(t, operands.items[0]);
  switch (t->c->getCursorUnaryOperatorKind(c)) {
    case CXUnaryOperator_PostInc: return coal_expr_incdec(t->m, true, true, e, r);
    case CXUnaryOperator_PostDec: return coal_expr_incdec(t->m, false, true, e, r);
    case CXUnaryOperator_PreInc: return coal_expr_incdec(t->m, true, false, e, r);
    case CXUnaryOperator_PreDec: return coal_expr_incdec(t->m, false, false, e, r);
    case CXUnaryOperator_AddrOf: return e->kind == COAL_EXPR_OPAQUE ? e : coal_expr_addr(t->m, e, r);
    case CXUnaryOperator_Deref: coal_tr_see(t, c); return coal_expr_deref(t->m, e, r);
    case CXUnaryOperator_Plus: return coal_expr_cast(t->m, coal_tr_type_of(t, c), e, r);
    case CXUnaryOperator_Minus: return coal_expr_unary(t->m, COAL_OP_NEG, e, r);
    case CXUnaryOperator_Not: return coal_expr_unary(t->m, COAL_OP_BITNOT, e, r);
    case CXUnaryOperator_LNot: return coal_expr_unary(t->m, COAL_OP_LNOT, e, r);
    case CXUnaryOperator_Extension: return e;
    default: return coal_tr_opaque(t, c, COAL_OPAQUE_EXPRESSION);
  }
}

static coal_op operator_of(enum CXBinaryOperatorKind kind) {
  switch (kind) {
    case CXBinaryOperator_Mul:
    case CXBinaryOperator_MulAssign: return COAL_OP_MUL;
    case CXBinaryOperator_Div:
    case CXBinaryOperator_DivAssign: return COAL_OP_DIV;
    case CXBinaryOperator_Rem:
    case CXBinaryOperator_RemAssign: return COAL_OP_REM;
    case CXBinaryOperator_Add:
    case CXBinaryOperator_AddAssign: return COAL_OP_ADD;
    case CXBinaryOperator_Sub:
    case CXBinaryOperator_SubAssign: return COAL_OP_SUB;
    case CXBinaryOperator_Shl:
    case CXBinaryOperator_ShlAssign: return COAL_OP_SHL;
    case CXBinaryOperator_Shr:
    case CXBinaryOperator_ShrAssign: return COAL_OP_SHR;
    case CXBinaryOperator_And:
    case CXBinaryOperator_AndAssign: return COAL_OP_AND;
    case CXBinaryOperator_Xor:
    case CXBinaryOperator_XorAssign: return COAL_OP_XOR;
    case CXBinaryOperator_Or:
    case CXBinaryOperator_OrAssign: return COAL_OP_OR;
    case CXBinaryOperator_LT: return COAL_OP_LT;
    case CXBinaryOperator_GT: return COAL_OP_GT;
    case CXBinaryOperator_LE: return COAL_OP_LE;
    case CXBinaryOperator_GE: return COAL_OP_GE;
    case CXBinaryOperator_EQ: return COAL_OP_EQ;
    case CXBinaryOperator_NE: return COAL_OP_NE;
    case CXBinaryOperator_LAnd: return COAL_OP_LAND;
    case CXBinaryOperator_LOr: return COAL_OP_LOR;
    default: return COAL_OP_NONE;
  }
}

static const coal_expr *binary(coal_tr *t, CXCursor c) {
  coal_cursors operands = coal_tr_operands(t, c);
  enum CXBinaryOperatorKind kind = t->c->getCursorBinaryOperatorKind(c);
  if (operands.n != 2) return coal_tr_opaque(t, c, COAL_OPAQUE_EXPRESSION);
  if (kind == CXBinaryOperator_PtrMemD || kind == CXBinaryOperator_PtrMemI) return coal_tr_through_member(t, c);
  coal_range r = coal_tr_range(t, c);
  const coal_expr *a = coal_tr_expr(t, operands.items[0]);
  if (kind == CXBinaryOperator_Assign) return coal_expr_assign(t->m, a, coal_tr_init(t, operands.items[1], a->type), r);
  const bool is_skipped = kind == CXBinaryOperator_LAnd || kind == CXBinaryOperator_LOr;
  const coal_expr *b = coal_tr_expr_before(t, operands.items[1], is_skipped ? NULL : t->before);
  if (kind == CXBinaryOperator_Comma) return coal_expr_comma(t->m, a, b, r);
  coal_op op = operator_of(kind);
  if (op == COAL_OP_NONE) return coal_tr_opaque(t, c, COAL_OPAQUE_EXPRESSION);
  if (kind >= CXBinaryOperator_MulAssign && kind <= CXBinaryOperator_OrAssign)
    return coal_expr_assign_op(t->m, op, a, b, r);
  return coal_expr_binary(t->m, op, a, b, r);
}

static const coal_expr *conditional(coal_tr *t, CXCursor c) {
  coal_cursors operands = coal_tr_operands(t, c);
  if (operands.n != 3) return coal_tr_opaque(t, c, COAL_OPAQUE_EXPRESSION);
  const coal_expr *condition = coal_tr_expr(t, operands.items[0]);
  const coal_expr *a = coal_tr_expr_before(t, operands.items[1], NULL);
  const coal_expr *b = coal_tr_expr_before(t, operands.items[2], NULL);
  return coal_expr_cond(t->m, condition, a, b, coal_tr_range(t, c));
}

static const coal_expr *subscript(coal_tr *t, CXCursor c) {
  coal_cursors operands = coal_tr_operands(t, c);
  if (operands.n != 2) return coal_tr_opaque(t, c, COAL_OPAQUE_EXPRESSION);
  const coal_expr *a = coal_tr_expr(t, operands.items[0]);
  coal_tr_see(t, c);
  return coal_expr_index(t->m, a, coal_tr_expr(t, operands.items[1]), coal_tr_range(t, c));
}

/* sizeof, alignof, traits. */
static const coal_expr *evaluated(coal_tr *t, CXCursor c) {
  const coal_expr *e = coal_tr_constant_expr(t, c, coal_tr_type_of(t, c), coal_tr_range(t, c));
  return e ? e : coal_tr_opaque(t, c, COAL_OPAQUE_EXPRESSION);
}

/* An expression without an error of its own that hangs on a broken declaration: what it does to its parts is not known. */
static const coal_expr *parts_of_error(coal_tr *t, CXCursor c, coal_cursors operands) {
  const coal_expr **list = COAL_ARENA_ARRAY(t->scratch, const coal_expr *, operands.n + 1);
  for (size_t i = 0; i < operands.n; i++) {
    const coal_expr *e = coal_tr_expr(t, operands.items[i]);
    bool is_object = e->is_lvalue && e->kind != COAL_EXPR_VAR && !coal_type_is(e->type, COAL_TYPE_FUNCTION);
    list[i] = is_object ? coal_expr_written(t->m, e, COAL_WRITTEN_LOAD, COAL_OPAQUE_ERROR, e->range) : e;
  }
  return coal_expr_opaque(t->m, coal_tr_type_of(t, c), COAL_OPAQUE_ERROR, list, operands.n, coal_tr_range(t, c));
}

/* What libclang shows no kind of: implicit casts, temporaries and cleanups have one operand; implied values none; a
 * copy of an array has it and how its elements are copied. */
static const coal_expr *unexposed(coal_tr *t, CXCursor c) {
  coal_cursors operands = coal_tr_operands(t, c);
  const coal_type *type = coal_tr_type_of(t, c);
  if (is_recovery(t, c, type, operands)) return coal_tr_opaque(t, c, COAL_OPAQUE_ERROR);
  if (operands.n == 0) return evaluated(t, c);
  bool copies_array =
      operands.n == 2 && coal_type_is(type, COAL_TYPE_ARRAY) && coal_tr_type_of(t, operands.items[0]) == type;
  if (operands.n > 1 && !copies_array)
    return t->errors.n ? parts_of_error(t, c, operands) : coal_tr_opaque(t, c, COAL_OPAQUE_EXPRESSION);
  const coal_expr *e = coal_tr_expr(t, operands.items[0]),
                  *member = coal_tr_member_conversion(t, c, operands.items[0], e);
  return member ? member : coal_tr_convert(t, type, e, coal_tr_range(t, c));
}

static const coal_expr *paren(coal_tr *t, CXCursor c) {
  CXCursor inner = coal_tr_last_operand(t, c);
  return coal_tr_is_null(t, inner) ? coal_tr_opaque(t, c, COAL_OPAQUE_EXPRESSION) : coal_tr_expr(t, inner);
}

static const coal_expr *dispatch(coal_tr *t, CXCursor c) {
  switch (t->c->getCursorKind(c)) {
    case CXCursor_IntegerLiteral:
    case CXCursor_FloatingLiteral:
    case CXCursor_StringLiteral:
    case CXCursor_CharacterLiteral:
    case CXCursor_CXXBoolLiteralExpr:
    case CXCursor_CXXNullPtrLiteralExpr:
    case CXCursor_GNUNullExpr: return coal_tr_literal(t, c);
    case CXCursor_DeclRefExpr: return name(t, c);
    case CXCursor_MemberRefExpr: return coal_tr_member_access(t, c);
    case CXCursor_CXXThisExpr: return coal_tr_this(t, coal_tr_range(t, c));
    case CXCursor_ParenExpr: return paren(t, c);
    case CXCursor_UnaryOperator: return unary(t, c);
    case CXCursor_BinaryOperator:
    case CXCursor_CompoundAssignOperator: return binary(t, c);
    case CXCursor_ConditionalOperator: return conditional(t, c);
    case CXCursor_ArraySubscriptExpr: return subscript(t, c);
    case CXCursor_CallExpr: return coal_tr_call(t, c);
    case CXCursor_CStyleCastExpr:
    case CXCursor_CXXStaticCastExpr:
    case CXCursor_CXXReinterpretCastExpr:
    case CXCursor_CXXConstCastExpr:
    case CXCursor_CXXDynamicCastExpr:
    case CXCursor_CXXFunctionalCastExpr: return coal_tr_cast(t, c);
    case CXCursor_InitListExpr: return coal_tr_init_list(t, c, coal_tr_type_of(t, c));
    case CXCursor_CompoundLiteralExpr: return coal_tr_cast(t, c);
    case CXCursor_LambdaExpr: return coal_tr_lambda(t, c);
    case CXCursor_UnaryExpr:
    case CXCursor_SizeOfPackExpr: return evaluated(t, c);
    case CXCursor_UnexposedExpr: return unexposed(t, c);
    case CXCursor_BuiltinBitCastExpr: return coal_tr_bit_cast(t, c);
    case CXCursor_StmtExpr: return coal_tr_statement_expr(t, c);
    case CXCursor_CXXNewExpr: return coal_tr_new(t, c);
    case CXCursor_CXXDeleteExpr: return coal_tr_opaque(t, c, COAL_OPAQUE_DELETE);
    case CXCursor_CXXThrowExpr: return coal_tr_opaque(t, c, COAL_OPAQUE_THROW);
    default: return coal_tr_opaque(t, c, COAL_OPAQUE_EXPRESSION);
  }
}

const coal_expr *coal_tr_expr(coal_tr *t, CXCursor c) {
  if (t->depth > COAL_TR_DEPTH_MAX)
    return coal_expr_opaque(t->m, coal_type_unknown(t->m, "?"), COAL_OPAQUE_DEPTH, NULL, 0, coal_tr_range(t, c));
  t->depth++;
  const coal_expr *e = dispatch(t, c);
  t->depth--;
  return e;
}
