/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "follow.h"

/* Estimated instructions: each request is one, plus one for its address or loop; some floating-point operations are
 * fused. */
#define WORK_REQUEST 2.0
#define WORK_FLOP 0.75

void coal_follower_free(coal_follower *f) {
  coal_vec_free(&f->objects);
  coal_vec_free(&f->shared);
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

void coal_follow_request(coal_follower *f, uint32_t active, uint32_t access, coal_value address,
                         const coal_measurement *facts, double flops) {
  uint32_t object = 0;
  bool is_shared = facts->request.space == COAL_SPACE_SHARED;
  double lanes = __builtin_popcount(active), work = WORK_REQUEST + WORK_FLOP * (flops - f->flops) / lanes;
  f->flops = flops;
  if (facts->request.op == COAL_MEM_ATOMIC || facts->request.op == COAL_MEM_ATOMIC_INC)
    coal_trace_fail(f->trace, "the time of atomics is not modelled");
  if (is_shared)
    add_shared_bytes(f, address.object);
  else if (facts->symbolic && facts->symbolic->n)
    coal_trace_fail(f->trace, "an address is not known");
  else if (!number_of(f, address.object, &object))
    coal_trace_fail(f->trace, "a pointer was loaded");
  if (f->trace->failure) return;
  coal_trace_add(f->trace, access, object, &facts->request, facts->shape.moved_max, facts->shape.ideal, work);
}
