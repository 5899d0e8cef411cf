/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What the active lanes do, handed to the recorder (eval/measure) as plain data. Nothing is recorded on the host, in trials, and
 * when the steps are used up. */
#include "eval/measure/follow.h"
#include "eval/measure/record.h"
#include "machine.h"

enum { PARTS_OF_REQUEST = 8 }; /* the work of one request (coal_machine_spend) */

/* The recorder, where the present code is recorded. */
static coal_recorder *recorder_of(const coal_machine *m) { return m->quiet ? NULL : m->recorder; }

/* The same for accesses. */
static coal_recorder *recorder_of_accesses(const coal_machine *m) {
  return m->active && !m->is_out_of_steps ? recorder_of(m) : NULL;
}

static coal_accessor accessor_of(const coal_machine *m) {
  coal_accessor who = {.symbols = m->t,
                       .frame = m->frame,
                       .active = m->active,
                       .undecided = m->unknown_depth && m->unknown_at.file ? &m->unknown_at : NULL,
                       .unfollowed = m->unfollowed,
                       .makes_forms = m->makes_forms};
  for (unsigned k = 0; k < 3; k++) who.thread[k] = m->builtin[COAL_BUILTIN_THREAD_X + k].p;
  return who;
}

void coal_record_access(coal_machine *m, const coal_expr *site, coal_range range, coal_value address, coal_mem_op op,
                        const coal_type *type) {
  coal_recorder *r = recorder_of_accesses(m);
  bool is_object = address.kind == COAL_VALUE_POINTER && address.object &&
                   (type->kind == COAL_TYPE_UNKNOWN || type->kind == COAL_TYPE_RECORD);
  if (!r || (!type->size_bytes && !is_object)) return;
  const coal_accessor who = accessor_of(m);
  const coal_recording made = coal_recorder_access(r, &who, &(const coal_access_made){site, range, address, op, type});
  coal_machine_spend(m, PARTS_OF_REQUEST * (size_t)made.requests);
  m->is_inexact |= made.is_inexact;
}

void coal_record_written(coal_machine *m, const coal_expr *site, coal_value address) {
  coal_recorder *r = recorder_of_accesses(m);
  const coal_accessor who = accessor_of(m);
  if (r) coal_recorder_written(r, &who, site, address);
}

void coal_record_local(coal_machine *m, const coal_expr *site, coal_mem_op op) {
  coal_recorder *r = recorder_of_accesses(m);
  if (r) coal_recorder_local(r, site, op);
}

void coal_record_flops(coal_machine *m, double per_lane) {
  coal_recorder *r = recorder_of(m);
  if (r) coal_recorder_flops(r, per_lane * __builtin_popcount(m->active));
}

void coal_record_texture(coal_machine *m, const coal_expr *site) {
  coal_recorder *r = recorder_of(m);
  if (r && m->active) coal_recorder_texture(r, site);
}

double coal_record_activity(const coal_machine *m) { return m->recorder ? coal_recorder_activity(m->recorder) : 0; }

coal_count_mark *coal_record_mark(const coal_machine *m) {
  return m->recorder ? coal_recorder_mark(m->recorder) : NULL;
}

void coal_record_repeat(coal_machine *m, const coal_count_mark *from, const coal_count_mark *to, double times) {
  coal_recorder_repeat(m->recorder, from, to, times);
}

void coal_record_barrier(coal_machine *m) {
  coal_recorder *r = recorder_of(m);
  if (r) coal_recorder_barrier(r);
}

void coal_record_region_end(coal_machine *m) {
  coal_recorder *r = recorder_of(m);
  if (r) coal_recorder_region_end(r);
}

struct coal_trace *coal_record_trace(const coal_machine *m) {
  const coal_recorder *r = recorder_of(m);
  return r ? coal_recorder_trace(r) : NULL;
}

/* ---- work, for the cost model -------------------------------------------------------------------------- */

static coal_follower *follower_of(const coal_machine *m) {
  const coal_recorder *r = m->active ? recorder_of(m) : NULL;
  return r ? coal_recorder_follower(r) : NULL;
}

void coal_record_operation(coal_machine *m, coal_op op, const coal_type *type, const coal_expr *by) {
  coal_follower *f = follower_of(m);
  if (f) coal_follow_operation(f, op, type, by);
}

void coal_record_branch(coal_machine *m) {
  coal_follower *f = follower_of(m);
  if (f) coal_follow_branch(f);
}

void coal_record_function(coal_machine *m, const char *name) {
  coal_follower *f = follower_of(m);
  if (f) coal_follow_function(f, name);
}

void coal_record_work(coal_machine *m, size_t position) {
  coal_follower *f = follower_of(m);
  if (f) coal_follow_work(f, position);
}
