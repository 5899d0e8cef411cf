/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Expressions as S-expressions: `(add u32 a b)`. Variables, constants and builtins stand bare; each other node names
 * the type of its result where the operands do not tell. */
#include <string.h>

#include "print.h"

static const char *const op_names[] = {"none", "add", "sub",    "mul",  "div",  "rem", "and", "or",
                                       "xor",  "shl", "shr",    "lt",   "le",   "gt",  "ge",  "eq",
                                       "ne",   "neg", "bitnot", "lnot", "land", "lor"};

static const char *const builtin_names[] = {"threadIdx.x", "threadIdx.y", "threadIdx.z", "blockIdx.x",
                                            "blockIdx.y",  "blockIdx.z",  "blockDim.x",  "blockDim.y",
                                            "blockDim.z",  "gridDim.x",   "gridDim.y",   "gridDim.z"};

static void note_record(coal_printer *p, const coal_record *r) {
  for (size_t i = 0; i < p->records.n; i++)
    if (p->records.items[i] == r) return;
  coal_vec_push(&p->records, r);
}

void coal_print_type(coal_printer *p, const coal_type *t) {
  coal_str_add(&p->out, t->spelling);
  while (t->element) t = t->element;
  if (t->kind == COAL_TYPE_RECORD) note_record(p, t->record);
}

static void note_global(coal_printer *p, const coal_var *v) {
  if (v->storage < COAL_STORAGE_SHARED_DYNAMIC) return;
  for (size_t i = 0; i < p->globals.n; i++)
    if (p->globals.items[i] == v) return;
  coal_vec_push(&p->globals, v);
}

void coal_print_var(coal_printer *p, const coal_var *v) {
  size_t same = 0, i = 0;
  note_global(p, v);
  for (; i < p->named.n && p->named.items[i] != v; i++) same += strcmp(p->named.items[i]->name, v->name) == 0;
  if (i == p->named.n) coal_vec_push(&p->named, v);
  coal_str_add(&p->out, v->name);
  if (same) coal_str_addf(&p->out, "#%zu", same + 1);
}

static void print_text(coal_printer *p, const char *text) {
  coal_str_add(&p->out, "\"");
  for (; *text; text++) {
    unsigned char c = (unsigned char)*text;
    if (c == '"' || c == '\\')
      coal_str_addf(&p->out, "\\%c", c);
    else if (c < ' ' || c >= 127)
      coal_str_addf(&p->out, "\\x%02x", c);
    else
      coal_str_add_n(&p->out, text, 1);
  }
  coal_str_add(&p->out, "\"");
}

/* Ints and doubles stand bare, other constants with their type. */
static void print_int(coal_printer *p, const coal_expr *e) {
  const coal_type *t = e->type;
  if (t->kind == COAL_TYPE_BOOL) {
    coal_str_add(&p->out, e->u.i ? "true" : "false");
  } else if (t->kind == COAL_TYPE_INT && !t->is_signed) {
    coal_str_addf(&p->out, "%llu:%s", (unsigned long long)e->u.i, t->spelling);
  } else {
    coal_str_addf(&p->out, "%lld", (long long)e->u.i);
    if (t->kind != COAL_TYPE_INT || t->size_bytes != 4) coal_str_addf(&p->out, ":%s", t->spelling);
  }
}

static void print_args(coal_printer *p, const coal_expr *e) {
  for (size_t i = 0; i < e->n_args; i++) {
    coal_str_add(&p->out, " ");
    coal_print_expr(p, e->args[i]);
  }
}

static void print_callee(coal_printer *p, const coal_expr *e) {
  coal_str_add(&p->out, " ");
  coal_str_add(&p->out, e->u.callee ? e->u.callee->qualified : "?");
}

static const char *head(const coal_expr *e) {
  switch (e->kind) {
    case COAL_EXPR_DEREF: return "deref";
    case COAL_EXPR_MEMBER: return "member";
    case COAL_EXPR_TEMP: return "temp";
    case COAL_EXPR_LOAD: return "load";
    case COAL_EXPR_ADDR: return "addr";
    case COAL_EXPR_COMMA: return "comma";
    case COAL_EXPR_PTR_ADD: return e->op == COAL_OP_SUB ? "ptr-sub" : "ptr-add";
    case COAL_EXPR_PTR_DIFF: return "ptr-diff";
    case COAL_EXPR_ASSIGN: return "assign";
    case COAL_EXPR_ASSIGN_OP: return "assign-op";
    case COAL_EXPR_INCDEC: return e->is_post ? "post" : "pre";
    case COAL_EXPR_CAST: return "cast";
    case COAL_EXPR_COND: return "cond";
    case COAL_EXPR_CALL: return "call";
    case COAL_EXPR_AGGREGATE: return "aggregate";
    case COAL_EXPR_CONSTRUCT: return "construct";
    case COAL_EXPR_LAUNCH: return "launch";
    case COAL_EXPR_ASM: return "asm";
    case COAL_EXPR_OPAQUE: return "opaque";
    default: return op_names[e->op];
  }
}

/* True where the dump has to say the type: it does not follow from the operands. */
static bool says_type(coal_expr_kind kind) {
  switch (kind) {
    case COAL_EXPR_MEMBER:
    case COAL_EXPR_TEMP:
    case COAL_EXPR_LOAD:
    case COAL_EXPR_COMMA:
    case COAL_EXPR_ASSIGN:
    case COAL_EXPR_LAUNCH:
    case COAL_EXPR_ASM:
    case COAL_EXPR_LOGICAL:
    case COAL_EXPR_INCDEC: return false;
    default: return true;
  }
}

/* The attributes of a node other than its type and operands. */
static void print_details(coal_printer *p, const coal_expr *e) {
  switch (e->kind) {
    case COAL_EXPR_MEMBER: coal_str_addf(&p->out, " .%s", *e->u.field->name ? e->u.field->name : "(anonymous)"); break;
    case COAL_EXPR_ASSIGN_OP:
      coal_str_addf(&p->out, " %s ", op_names[e->op]);
      coal_print_type(p, e->u.compute);
      break;
    case COAL_EXPR_INCDEC: coal_str_addf(&p->out, " %s", op_names[e->op]); break;
    case COAL_EXPR_CALL:
    case COAL_EXPR_CONSTRUCT:
    case COAL_EXPR_LAUNCH: print_callee(p, e); break;
    case COAL_EXPR_ASM:
      coal_str_addf(&p->out, " %zu ", e->n_outputs);
      print_text(p, e->u.text);
      break;
    case COAL_EXPR_OPAQUE:
      coal_str_add(&p->out, " ");
      print_text(p, coal_opaque_text(e->u.opaque));
      if (e->written & COAL_WRITTEN_LOAD) coal_str_add(&p->out, " loads");
      if (e->written & COAL_WRITTEN_STORE) coal_str_add(&p->out, " stores");
      break;
    default: break;
  }
}

static void print_operands(coal_printer *p, const coal_expr *e) {
  const coal_expr *operands[] = {e->a, e->b, e->c, e->d};
  if (e->target) {
    coal_str_add(&p->out, " through ");
    coal_print_expr(p, e->target);
  }
  size_t n = 0;
  for (size_t i = 0; i < 4; i++)
    if (operands[i]) n = i + 1;
  for (size_t i = 0; i < n; i++) {
    coal_str_add(&p->out, " ");
    coal_print_expr(p, operands[i]);
  }
  print_args(p, e);
}

void coal_print_expr(coal_printer *p, const coal_expr *e) {
  if (!e) {
    coal_str_add(&p->out, "-");
    return;
  }
  switch (e->kind) {
    case COAL_EXPR_INT: print_int(p, e); return;
    case COAL_EXPR_FLOAT: coal_str_addf(&p->out, "%.17g:%s", e->u.f, e->type->spelling); return;
    case COAL_EXPR_STRING: print_text(p, e->u.text); return;
    case COAL_EXPR_BUILTIN: coal_str_add(&p->out, builtin_names[e->u.builtin]); return;
    case COAL_EXPR_VAR: coal_print_var(p, e->u.var); return;
    case COAL_EXPR_FUNCTION:
      coal_str_addf(&p->out, "&%s", e->u.callee->qualified ? e->u.callee->qualified : "?");
      return;
    default: break;
  }
  coal_str_addf(&p->out, "(%s", head(e));
  if (says_type(e->kind)) {
    coal_str_add(&p->out, " ");
    coal_print_type(p, e->type);
  }
  print_details(p, e);
  print_operands(p, e);
  coal_str_add(&p->out, ")");
}
