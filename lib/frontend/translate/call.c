/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Calls, launches and constructions. */
#include <ctype.h>
#include <string.h>

#include "expr.h"

typedef COAL_VEC(const coal_expr *) expr_list;

static bool is_function(enum CXCursorKind kind) {
  return kind == CXCursor_FunctionDecl || kind == CXCursor_CXXMethod || kind == CXCursor_Constructor ||
         kind == CXCursor_Destructor || kind == CXCursor_ConversionFunction;
}

/* ---- arguments ----------------------------------------------------------------------------------------- */

/* libclang shows a default argument as an expression without a location and without children. */
static bool is_default(coal_tr *t, CXCursor argument) {
  return t->c->getCursorKind(argument) == CXCursor_UnexposedExpr && coal_tr_operands(t, argument).n == 0 &&
         !coal_tr_has_location(t, argument);
}

/* It is written at one of the callee's declarations. */
static CXCursor default_of(coal_tr *t, CXCursor callee, unsigned index) {
  CXCursor declarations[] = {callee, t->c->getCanonicalCursor(callee), t->c->getCursorDefinition(callee),
                             t->c->getSpecializedCursorTemplate(callee)};
  CXCursor none = t->c->getNullCursor();
  for (size_t i = 0; i < 3; i++) {
    if (coal_tr_is_null(t, declarations[i])) continue;
    if (t->c->Cursor_getNumArguments(declarations[i]) <= (int)index) continue;
    CXCursor init = t->c->Cursor_getVarDeclInitializer(t->c->Cursor_getArgument(declarations[i], index));
    if (!coal_tr_is_null(t, init)) return init;
  }
  return none;
}

static const coal_type *param_type(const coal_function *fn, size_t index) {
  size_t first = fn->flags & COAL_FN_METHOD ? 1 : 0;
  return first + index < fn->n_params ? fn->params[first + index]->type : NULL;
}

static const coal_expr *argument(coal_tr *t, CXCursor callee, const coal_function *fn, CXCursor c, unsigned index,
                                 coal_range r) {
  const coal_type *type = param_type(fn, index);
  CXCursor value = c;
  if (is_default(t, c)) {
    value = default_of(t, callee, index);
    if (coal_tr_is_null(t, value))
      return coal_expr_opaque(t->m, type ? type : coal_type_unknown(t->m, "?"), COAL_OPAQUE_DEFAULT_ARGUMENT, NULL, 0,
                              r);
  }
  return type ? coal_tr_init(t, value, type) : coal_tr_expr(t, value);
}

/* The arguments from number `from` of the call on, for parameters counted from 0. */
static void add_arguments(coal_tr *t, CXCursor call, CXCursor callee, const coal_function *fn, unsigned from,
                          expr_list *out) {
  coal_range r = coal_tr_range(t, call);
  int n = t->c->Cursor_getNumArguments(call);
  for (int i = (int)from; i < n; i++) {
    const coal_expr *e = argument(t, callee, fn, t->c->Cursor_getArgument(call, (unsigned)i), (unsigned)i - from, r);
    coal_vec_push(out, e);
  }
}

/* ---- launches ------------------------------------------------------------------------------------------ */

bool coal_tr_is_configuration(const char *name) {
  return strcmp(name, "__cudaPushCallConfiguration") == 0 || strcmp(name, "cudaConfigureCall") == 0 ||
         strcmp(name, "cudaLaunchDevice") == 0;
}

static bool is_configuration(coal_tr *t, CXCursor c) {
  if (t->c->getCursorKind(c) != CXCursor_CallExpr) return false;
  CXCursor callee = t->c->getCursorReferenced(c);
  return !coal_tr_is_null(t, callee) && coal_tr_is_configuration(coal_tr_spelling(t, callee));
}

/* ---- constructions ------------------------------------------------------------------------------------- */

bool coal_tr_is_plain_default(coal_tr *t, CXCursor c) {
  if (t->c->getCursorKind(c) != CXCursor_CallExpr || t->c->Cursor_getNumArguments(c) > 0) return false;
  CXCursor callee = t->c->getCursorReferenced(c);
  return !coal_tr_is_null(t, callee) && t->c->getCursorKind(callee) == CXCursor_Constructor &&
         coal_tr_is_defaulted(t, callee);
}

const coal_expr *coal_tr_construct(coal_tr *t, CXCursor c, CXCursor constructor) {
  const coal_type *type = coal_tr_type_of(t, c);
  coal_range r = coal_tr_range(t, c);
  bool defaulted = coal_tr_is_defaulted(t, constructor);
  if (defaulted && coal_tr_is_copy_constructor(t, constructor) && t->c->Cursor_getNumArguments(c) == 1)
    return coal_tr_convert(t, type, coal_tr_expr(t, t->c->Cursor_getArgument(c, 0)), r);
  if (coal_tr_is_plain_default(t, c)) return coal_tr_default_record(t, type, true, r);
  coal_function *fn = coal_tr_function(t, constructor);
  expr_list arguments = {0};
  add_arguments(t, c, constructor, fn, 0, &arguments);
  const coal_expr *e = coal_expr_construct(t->m, type, fn, arguments.items, arguments.n, r);
  coal_vec_free(&arguments);
  return e;
}

/* ---- calls --------------------------------------------------------------------------------------------- */

/* `threadIdx` as a dim3 or uint3, through the conversions that Clang's header gives it. */
static const coal_expr *builtin_conversion(coal_tr *t, CXCursor c, CXCursor member, CXCursor callee) {
  if (t->c->getCursorKind(callee) != CXCursor_ConversionFunction) return NULL;
  CXCursor base = coal_tr_written_base(t, member);
  int which = coal_tr_is_null(t, base) ? -1 : coal_tr_builtin_variable(t, base);
  return which < 0 ? NULL : coal_tr_builtin_record(t, which, coal_tr_type_of(t, c), coal_tr_range(t, c));
}

static const coal_expr *call_with(coal_tr *t, CXCursor c, CXCursor callee, coal_function *fn, unsigned from,
                                  expr_list *arguments) {
  add_arguments(t, c, callee, fn, from, arguments);
  const coal_expr *e = coal_expr_call(t->m, fn, arguments->items, arguments->n, coal_tr_range(t, c));
  coal_vec_free(arguments);
  return e;
}

/* A virtual function of an object that may be of a derived class: which one runs is not known here. */
static const coal_expr *virtual_call(coal_tr *t, CXCursor c) {
  expr_list arguments = {0};
  int n = t->c->Cursor_getNumArguments(c);
  for (int i = 0; i < n; i++) {
    const coal_expr *e = coal_expr_value(t->m, coal_tr_expr(t, t->c->Cursor_getArgument(c, (unsigned)i)));
    coal_vec_push(&arguments, e);
  }
  const coal_expr *e = coal_expr_opaque(t->m, coal_tr_type_of(t, c), COAL_OPAQUE_VIRTUAL_CALL, arguments.items,
                                        arguments.n, coal_tr_range(t, c));
  coal_vec_free(&arguments);
  return e;
}

/* object.method(…): the object is in the callee's MemberRefExpr. */
static const coal_expr *method_call(coal_tr *t, CXCursor c, CXCursor member, CXCursor callee) {
  const coal_expr *e = builtin_conversion(t, c, member, callee);
  if (e) return e;
  if (t->c->getCursorKind(callee) == CXCursor_Destructor)
    return coal_expr_opaque(t->m, coal_type_void(t->m), COAL_OPAQUE_DESTRUCTOR, NULL, 0, coal_tr_range(t, c));
  bool assigns = coal_tr_is_defaulted(t, callee) &&
                 (t->c->CXXMethod_isCopyAssignmentOperator(callee) || t->c->CXXMethod_isMoveAssignmentOperator(callee));
  if (t->c->CXXMethod_isVirtual(callee) && !coal_expr_is_declared_object(coal_tr_member_base(t, member)))
    return virtual_call(t, c);
  expr_list arguments = {0};
  coal_function *fn = coal_tr_function(t, callee);
  if (!(fn->flags & COAL_FN_METHOD)) return call_with(t, c, callee, fn, 0, &arguments);
  const coal_expr *object = coal_tr_member_base(t, member);
  if (assigns)
    return coal_expr_assign(t->m, object, coal_tr_expr(t, t->c->Cursor_getArgument(c, 0)), coal_tr_range(t, c));
  CXType owner = t->c->getCursorType(t->c->getCursorSemanticParent(callee));
  const coal_type *type = owner.kind == CXType_Invalid ? object->type : coal_tr_type(t, owner);
  object = coal_tr_convert(t, type, object, object->range);
  coal_vec_push(&arguments, object);
  return call_with(t, c, callee, fn, 0, &arguments);
}

/* a @ b as a call: the object of a member operator is the first argument. */
static const coal_expr *method_operator(coal_tr *t, CXCursor c, CXCursor callee) {
  coal_range r = coal_tr_range(t, c);
  int n = t->c->Cursor_getNumArguments(c);
  bool assigns = coal_tr_is_defaulted(t, callee) && n == 2 &&
                 (t->c->CXXMethod_isCopyAssignmentOperator(callee) || t->c->CXXMethod_isMoveAssignmentOperator(callee));
  if (n < 1) return coal_tr_opaque(t, c, COAL_OPAQUE_EXPRESSION);
  const coal_expr *object = coal_tr_expr(t, t->c->Cursor_getArgument(c, 0));
  if (assigns) return coal_expr_assign(t->m, object, coal_tr_init(t, t->c->Cursor_getArgument(c, 1), object->type), r);
  coal_function *fn = coal_tr_function(t, callee);
  expr_list arguments = {0};
  if (fn->flags & COAL_FN_METHOD) coal_vec_push(&arguments, object);
  return call_with(t, c, callee, fn, 1, &arguments);
}

/* T(e) in a pattern: CXXUnresolvedConstructExpr, which has no arguments in libclang's sense. */
static bool is_unresolved_construction(coal_tr *t, CXCursor c, coal_cursors operands) {
  return t->c->Cursor_getNumArguments(c) < 0 && operands.n == 1;
}

/* The function type that an expression points or refers to. */
static CXType prototype(coal_tr *t, CXCursor target) {
  CXType type = t->c->getCanonicalType(t->c->getCursorType(target));
  while (type.kind == CXType_Pointer || type.kind == CXType_LValueReference || type.kind == CXType_RValueReference)
    type = t->c->getCanonicalType(t->c->getPointeeType(type));
  return type;
}

/* Converts the arguments after the target in `list` to the prototype's parameters; false if one is a reference or
 * unknown. */
static bool convert_arguments(coal_tr *t, CXCursor call, CXCursor target, expr_list *list) {
  CXType type = prototype(t, target);
  size_t n = list->n - 1;
  if (type.kind != CXType_FunctionProto || t->c->getNumArgTypes(type) != (int)n) return false;
  if (t->c->Cursor_getNumArguments(call) != (int)n) return false;
  for (size_t i = 0; i < n; i++) {
    const coal_type *to = coal_tr_type(t, t->c->getArgType(type, (unsigned)i));
    if (coal_type_is(to, COAL_TYPE_REFERENCE) || coal_type_is(to, COAL_TYPE_UNKNOWN)) return false;
    list->items[i + 1] = coal_tr_convert(t, to, list->items[i + 1], list->items[i + 1]->range);
  }
  return true;
}

static bool is_function_pointer(const coal_expr *e) {
  return coal_type_is(e->type, COAL_TYPE_POINTER) && coal_type_is(e->type->element, COAL_TYPE_FUNCTION);
}

/* "operator+=" as "+=", and which operand names it; NULL: the call is written as one. */
static const char *operator_sign(coal_tr *t, coal_cursors operands, size_t *at) {
  for (*at = 0; *at < operands.n && *at < 2; ++*at) {
    CXCursor named = t->c->getCursorReferenced(operands.items[*at]);
    if (coal_tr_is_null(t, named) || t->c->getCursorKind(named) != CXCursor_OverloadedDeclRef) continue;
    const char *name = coal_tr_spelling(t, named);
    if (strncmp(name, "operator", 8) == 0 && name[8] && !strchr(" \"_(", name[8]) && !isalnum((unsigned char)name[8]))
      return name + 8;
  }
  return NULL;
}

static coal_op operator_of(const char *sign, size_t n) {
  static const struct {
    const char *sign;
    coal_op op;
  } table[] = {{"+", COAL_OP_ADD}, {"-", COAL_OP_SUB},   {"*", COAL_OP_MUL}, {"/", COAL_OP_DIV},  {"%", COAL_OP_REM},
               {"&", COAL_OP_AND}, {"|", COAL_OP_OR},    {"^", COAL_OP_XOR}, {"<<", COAL_OP_SHL}, {">>", COAL_OP_SHR},
               {"<", COAL_OP_LT},  {"<=", COAL_OP_LE},   {">", COAL_OP_GT},  {">=", COAL_OP_GE},  {"==", COAL_OP_EQ},
               {"!=", COAL_OP_NE}, {"&&", COAL_OP_LAND}, {"||", COAL_OP_LOR}};
  for (size_t i = 0; i < sizeof table / sizeof *table; i++)
    if (strlen(table[i].sign) == n && strncmp(table[i].sign, sign, n) == 0) return table[i].op;
  return COAL_OP_NONE;
}

/* The operator of a template's pattern, whose meaning waits for the instance: as if it were the built-in one. NULL: it has
 * not two operands. */
static const coal_expr *dependent_operator(coal_tr *t, CXCursor c, coal_cursors operands) {
  size_t at, n = 0;
  const char *sign = operator_sign(t, operands, &at);
  if (!sign || operands.n != 3) return NULL;
  const coal_expr *e[2];
  for (size_t i = 0; i < 3; i++)
    if (i != at) e[n++] = coal_tr_expr(t, operands.items[i]);
  coal_range r = coal_tr_range(t, c);
  size_t length = strlen(sign);
  coal_op op = operator_of(sign, length);
  if (strcmp(sign, "[]") == 0) return coal_expr_index(t->m, e[0], e[1], r);
  if (strcmp(sign, "=") == 0) return coal_expr_assign(t->m, e[0], e[1], r);
  if (op != COAL_OP_NONE) return coal_expr_binary(t->m, op, e[0], e[1], r);
  op = sign[length - 1] == '=' ? operator_of(sign, length - 1) : COAL_OP_NONE;
  if (op != COAL_OP_NONE) return coal_expr_assign_op(t->m, op, e[0], e[1], r);
  return coal_expr_opaque(t->m, coal_tr_type_of(t, c), COAL_OPAQUE_OPERATOR, e, 2, r);
}

/* A call whose function hangs on template parameters. The callee is an operand if it is a member. */
static const coal_expr *dependent_call(coal_tr *t, CXCursor c, coal_cursors operands) {
  const coal_expr *built_in = dependent_operator(t, c, operands);
  if (built_in) return built_in;
  expr_list list = {0};
  bool is_member = operands.n && t->c->getCursorKind(operands.items[0]) == CXCursor_MemberRefExpr;
  for (size_t i = is_member ? 0 : 1; i < operands.n; i++) {
    const coal_expr *e = coal_tr_expr(t, operands.items[i]);
    CXType to = t->c->getPointeeType(t->c->getCursorType(operands.items[i]));
    if (i > 0) e = coal_expr_dependent_argument(t->m, e, to.kind != CXType_Invalid && t->c->isConstQualifiedType(to));
    coal_vec_push(&list, e);
  }
  t->n_dependent++;
  const coal_expr *e =
      coal_expr_opaque(t->m, coal_tr_type_of(t, c), COAL_OPAQUE_DEPENDENT, list.items, list.n, coal_tr_range(t, c));
  coal_vec_free(&list);
  return e;
}

/* No function is known: a call through a pointer, or one that depends on template parameters. */
static const coal_expr *unknown_call(coal_tr *t, CXCursor c, coal_cursors operands) {
  if (coal_tr_is_broken(t, c)) return coal_tr_opaque(t, c, COAL_OPAQUE_ERROR);
  coal_range r = coal_tr_range(t, c);
  const coal_type *type = coal_tr_type_of(t, c);
  if (is_unresolved_construction(t, c, operands))
    return coal_expr_cast(t->m, type, coal_tr_expr(t, operands.items[0]), r);
  if (coal_type_is(type, COAL_TYPE_UNKNOWN)) return dependent_call(t, c, operands);
  expr_list list = {0};
  for (size_t i = 0; i < operands.n; i++) {
    const coal_expr *e = coal_expr_value(t->m, coal_tr_expr(t, operands.items[i]));
    coal_vec_push(&list, e);
  }
  bool is_pointer = list.n && is_function_pointer(list.items[0]);
  const coal_expr *e = is_pointer && convert_arguments(t, c, operands.items[0], &list)
                           ? coal_expr_call_through(t->m, list.items[0], type, list.items + 1, list.n - 1, r)
                           : coal_expr_opaque(t->m, type, COAL_OPAQUE_POINTER_CALL, list.items, list.n, r);
  coal_vec_free(&list);
  return e;
}

/* ---- launches ------------------------------------------------------------------------------------------ */

typedef struct configuration {
  const coal_expr *parts[4]; /* grid, block, shared bytes, stream: the last two NULL when they are not written */
} configuration;

static configuration read_configuration(coal_tr *t, CXCursor c) {
  configuration out = {{0}};
  int n = t->c->Cursor_getNumArguments(c), first = n > 4 ? 2 : 0; /* cudaLaunchDevice(kernel, parameters, grid, …) */
  for (int i = 0; i + first < n && i < 4; i++) {
    CXCursor part = t->c->Cursor_getArgument(c, (unsigned)(i + first));
    bool is_absent = is_default(t, part) ||
                     (first && coal_tr_operands(t, part).n == 0 && t->c->getCursorKind(part) == CXCursor_UnexposedExpr);
    if (i < 2 || !is_absent) out.parts[i] = coal_tr_expr(t, part);
  }
  return out;
}

/* Through a value; NULL for the kernel when it is not a pointer to a function. */
static const coal_expr *launch_through(coal_tr *t, CXCursor c, CXCursor target, const configuration *with) {
  coal_range r = coal_tr_range(t, c);
  const coal_expr *const *p = with->parts;
  expr_list list = {0};
  const coal_expr *e = coal_expr_value(t->m, coal_tr_expr(t, target));
  coal_vec_push(&list, e);
  for (int i = 0; i < t->c->Cursor_getNumArguments(c); i++) {
    e = coal_tr_expr(t, t->c->Cursor_getArgument(c, (unsigned)i));
    coal_vec_push(&list, e);
  }
  if (is_function_pointer(list.items[0]) && convert_arguments(t, c, target, &list))
    e = coal_expr_launch_through(t->m, list.items[0], p[0], p[1], p[2], p[3], list.items + 1, list.n - 1, r);
  else
    e = coal_expr_launch(t->m, NULL, p[0], p[1], p[2], p[3], list.items + 1, list.n - 1, r);
  coal_vec_free(&list);
  return e;
}

static const coal_expr *launch(coal_tr *t, CXCursor c, CXCursor kernel, coal_cursors operands) {
  configuration with = read_configuration(t, operands.items[1]);
  if (!with.parts[0] || !with.parts[1]) return coal_tr_opaque(t, c, COAL_OPAQUE_EXPRESSION);
  bool known = !coal_tr_is_null(t, kernel) &&
               (t->c->getCursorKind(kernel) == CXCursor_FunctionDecl || t->c->CXXMethod_isStatic(kernel));
  if (!known) return launch_through(t, c, operands.items[0], &with);
  coal_function *fn = coal_tr_function(t, kernel);
  expr_list arguments = {0};
  add_arguments(t, c, kernel, fn, 0, &arguments);
  const coal_expr *e = coal_expr_launch(t->m, fn, with.parts[0], with.parts[1], with.parts[2], with.parts[3],
                                        arguments.items, arguments.n, coal_tr_range(t, c));
  coal_vec_free(&arguments);
  return e;
}

/* The function that is called: the one that Clang names, or the one that a template argument names (`&f` for a
 * substituted parameter). */
static CXCursor callee_of(coal_tr *t, CXCursor c, coal_cursors operands) {
  CXCursor callee = t->c->getCursorReferenced(c);
  if (!coal_tr_is_null(t, callee) || !operands.n) return callee;
  CXCursor e = operands.items[0];
  for (unsigned i = 0; i < 32; i++) {
    CXCursor named = t->c->getCursorReferenced(e);
    if (!coal_tr_is_null(t, named)) return is_function(t->c->getCursorKind(named)) ? named : callee;
    coal_cursors inner = coal_tr_operands(t, e);
    enum CXCursorKind kind = t->c->getCursorKind(e);
    bool passes = kind == CXCursor_UnexposedExpr || kind == CXCursor_ParenExpr || kind == CXCursor_DeclRefExpr ||
                  kind == CXCursor_UnaryOperator;
    if (!passes || inner.n != 1) return callee;
    e = inner.items[0];
  }
  return callee;
}

const coal_expr *coal_tr_call(coal_tr *t, CXCursor c) {
  coal_cursors operands = coal_tr_operands(t, c);
  CXCursor callee = callee_of(t, c, operands);
  if (operands.n > 1 && is_configuration(t, operands.items[1])) return launch(t, c, callee, operands);
  bool known = !coal_tr_is_null(t, callee) && is_function(t->c->getCursorKind(callee));
  if (!known && !operands.n) return coal_tr_zero(t, coal_tr_type_of(t, c), coal_tr_range(t, c));
  if (!known) {
    const coal_expr *e = coal_tr_call_of_member(t, c, operands);
    return e ? e : unknown_call(t, c, operands);
  }
  if (t->c->getCursorKind(callee) == CXCursor_Constructor) return coal_tr_construct(t, c, callee);
  CXCursor first = operands.n ? coal_tr_strip(t, operands.items[0]) : c;
  bool is_member = operands.n && t->c->getCursorKind(first) == CXCursor_MemberRefExpr &&
                   t->c->equalCursors(t->c->getCursorReferenced(first), callee);
  if (is_member) return method_call(t, c, first, callee);
  bool is_method = t->c->getCursorKind(callee) != CXCursor_FunctionDecl;
  if (is_method && !t->c->CXXMethod_isStatic(callee)) return method_operator(t, c, callee);
  expr_list arguments = {0};
  return call_with(t, c, callee, coal_tr_function(t, callee), 0, &arguments);
}
