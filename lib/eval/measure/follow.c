/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "follow.h"

#include "cost/work.h"
#include "ir/intrinsics.h"

/* Instructions, estimated: each request has its own and one that computes its address or runs its loop. Integer operations
 * compute addresses and run loops, and count where a loop has no request. */
#define WORK_REQUEST 2.0
#define BLOCK_APART (UINT64_C(1) << 16) /* bytes */
#define START_APART (UINT64_C(1) << 36)
#define UNROLLED 4 /* iterations of a loop without branches: they share test and step */

void coal_follower_free(coal_follower *f) {
  coal_vec_free(&f->objects);
  coal_vec_free(&f->shared);
  coal_vec_free(&f->starts);
}

/* The object's number. Memory behind a pointer that was loaded is a new object each time. */
static bool number_of(coal_follower *f, const coal_object *o, uint32_t *number) {
  bool is_variable = o->var && (o->kind == COAL_OBJECT_GLOBAL || o->kind == COAL_OBJECT_SHARED);
  if (!is_variable && o->serial >= f->made_before) return false;
  const void *key = is_variable ? (const void *)o->var : o;
  for (size_t i = 0; i < f->objects.n; i++)
    if (f->objects.items[i] == key) {
      *number = (uint32_t)i;
      return true;
    }
  *number = (uint32_t)f->objects.n;
  coal_vec_push(&f->objects, key);
  return true;
}

static void add_shared_bytes(coal_follower *f, const coal_object *o) {
  if (!o->var) return;
  for (size_t i = 0; i < f->shared.n; i++)
    if (f->shared.items[i] == o->var) return;
  coal_vec_push(&f->shared, (const void *)o->var);
  f->trace->shared_bytes += o->var->type->size_bytes;
}

static void forget_work(coal_follower *f) {
  f->work = f->plain = 0;
  f->branches = 0;
}

coal_atomic_kind coal_atomic_of(const coal_expr *site, const coal_type *type) {
  bool is_float = type->kind == COAL_TYPE_FLOAT;
  const coal_intrinsic *what = site->kind == COAL_EXPR_CALL && site->u.callee ? site->u.callee->intrinsic : NULL;
  if (is_float) return type->size_bytes == 8 ? COAL_ATOMIC_DOUBLE : COAL_ATOMIC_FLOAT;
  bool combines = what && what->family == COAL_INTRINSIC_ATOMIC &&
                  (what->op == COAL_INTRINSIC_OP_ADD || what->op == COAL_INTRINSIC_OP_COMBINE);
  return combines && type->size_bytes == 4 ? COAL_ATOMIC_COMBINED : COAL_ATOMIC_PLAIN;
}

static bool is_atomic(coal_mem_op op) { return op == COAL_MEM_ATOMIC || op == COAL_MEM_ATOMIC_INC; }

/* Wavefronts of an access to shared memory, cycles of L2 of a global atomic. */
static double cycles_of(const coal_measurement *facts, coal_atomic_kind kind, unsigned wavefronts) {
  if (!is_atomic(facts->request.op)) return wavefronts;
  return facts->request.space == COAL_SPACE_SHARED ? coal_atomic_wavefronts(&facts->request, kind, wavefronts)
                                                   : coal_atomic_l2_cycles(&facts->request, kind);
}

/* Moves the request to where no other block, and no other unknown start of the warp, reads: addresses that differ by
 * constants alone stay together. */
static void place_apart(coal_follower *f, coal_request *r, const coal_poly *symbolic) {
  const coal_trace *t = f->trace;
  size_t start = 0;
  while (start < f->starts.n && !coal_poly_terms_equal(f->starts.items[start], symbolic)) start++;
  if (start == f->starts.n) coal_vec_push(&f->starts, symbolic);
  uint64_t block = t->at[0] + (uint64_t)t->grid[0] * (t->at[1] + (uint64_t)t->grid[1] * t->at[2]);
  for (unsigned i = 0; i < COAL_WARP_LANES; i++) r->address[i] += block * BLOCK_APART + start * START_APART;
  coal_trace_assume(f->trace, "rows that data choose are others in each block");
}

void coal_follow_request(coal_follower *f, uint32_t access, coal_value address, const coal_measurement *facts,
                         coal_atomic_kind kind) {
  uint32_t object = 0;
  bool is_shared = facts->request.space == COAL_SPACE_SHARED, is_symbolic = facts->symbolic && facts->symbolic->n;
  if (is_shared)
    add_shared_bytes(f, address.object);
  else if (is_symbolic && facts->shape.is_symbolic)
    coal_trace_fail(f->trace, "an address is not known");
  else if (!number_of(f, address.object, &object))
    coal_trace_fail(f->trace, "a pointer was loaded");
  if (f->trace->failure) return;
  coal_request request = facts->request;
  if (is_symbolic && !is_shared) place_apart(f, &request, facts->symbolic);
  double moved = cycles_of(facts, kind, facts->shape.moved_max), ideal = cycles_of(facts, kind, facts->shape.ideal);
  coal_trace_add(f->trace, access, object, &request, (unsigned)moved, (unsigned)ideal, WORK_REQUEST + f->work);
  forget_work(f);
}

void coal_follow_begin(coal_follower *f) {
  forget_work(f);
  f->starts.n = 0;
}

void coal_follow_end(coal_follower *f) {
  coal_trace_work(f->trace, f->work);
  forget_work(f);
}

/* ---- arithmetic ---------------------------------------------------------------------------------------- */

static bool is_division(coal_op op) { return op == COAL_OP_DIV || op == COAL_OP_REM; }

static coal_work_kind float_work(coal_op op, const coal_type *type) {
  bool is_double = type->size_bytes == 8;
  if (op == COAL_OP_DIV) return is_double ? COAL_WORK_DIVIDE_DOUBLE : COAL_WORK_DIVIDE_FLOAT;
  return is_double ? COAL_WORK_DOUBLE : COAL_WORK_FLOAT;
}

static coal_work_kind division_work(const coal_type *type, const coal_expr *by) {
  while (by && by->kind == COAL_EXPR_CAST) by = by->a;
  if (by && by->kind == COAL_EXPR_INT) return COAL_WORK_DIVIDE_CONSTANT;
  return type->size_bytes == 8 ? COAL_WORK_DIVIDE_LONG : COAL_WORK_DIVIDE_INT;
}

void coal_follow_operation(coal_follower *f, coal_op op, const coal_type *type, const coal_expr *by) {
  if (type->kind == COAL_TYPE_FLOAT)
    f->work += coal_work_slots(f->target, float_work(op, type));
  else if (is_division(op))
    f->work += coal_work_slots(f->target, division_work(type, by));
  else
    f->plain++;
}

void coal_follow_branch(coal_follower *f) {
  f->plain++;
  f->branches++;
}

void coal_follow_function(coal_follower *f, const char *name) { f->work += coal_work_of_function(f->target, name); }

void coal_follow_work(coal_follower *f, size_t position) {
  if (coal_trace_position(f->trace) != position) return;
  coal_trace_work(f->trace, f->work + (f->branches > 1 ? f->plain : f->plain / UNROLLED));
  forget_work(f);
}
