/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "trace.h"

#include <string.h>

coal_trace *coal_trace_new(void) {
  coal_trace *t = coal_alloc(sizeof *t);
  memset(t, 0, sizeof *t);
  return t;
}

void coal_trace_free(coal_trace *t) {
  if (!t) return;
  for (size_t i = 0; i < t->blocks.n; i++) {
    for (uint32_t w = 0; w < t->blocks.items[i].n_warps; w++) coal_vec_free(&t->blocks.items[i].warps[w]);
    free(t->blocks.items[i].warps);
  }
  coal_vec_free(&t->blocks);
  coal_vec_free(&t->patterns);
  coal_vec_free(&t->ops);
  free(t);
}

void coal_trace_fail(coal_trace *t, const char *why) {
  if (!t->failure) t->failure = why;
}

void coal_trace_assume(coal_trace *t, const char *what) {
  if (!t->assumption) t->assumption = what;
}

/* ---- one warp ------------------------------------------------------------------------------------------ */

static void forget(coal_trace *t) {
  memset(t->kept, 0, sizeof t->kept);
  t->next_kept = 0;
}

void coal_trace_begin(coal_trace *t) {
  t->ops = (coal_trace_ops){0};
  forget(t);
}

/** The number of the request's pattern. */
static uint32_t pattern_of(coal_trace *t, const coal_request *r, int64_t *base) {
  coal_trace_pattern p = {.mask = r->mask, .bytes = r->bytes, .hash = 1469598103934665603u};
  uint64_t first = r->address[__builtin_ctz(r->mask)];
  for (unsigned i = 0; i < COAL_WARP_LANES; i++) {
    if (!(r->mask >> i & 1)) continue;
    p.offset[i] = (int64_t)(r->address[i] - first);
    p.hash = (p.hash ^ (uint64_t)p.offset[i]) * 1099511628211u;
  }
  p.hash = ((p.hash ^ r->mask) * 1099511628211u ^ r->bytes) * 1099511628211u;
  *base = (int64_t)first;
  for (size_t i = t->patterns.n; i-- > 0;)
    if (t->patterns.items[i].hash == p.hash) return (uint32_t)i;
  coal_vec_push(&t->patterns, p);
  return (uint32_t)t->patterns.n - 1;
}

static bool is_kept(const coal_trace *t, uint32_t object, uint32_t pattern, int64_t base) {
  for (unsigned i = 0; i < COAL_TRACE_KEPT; i++)
    if (t->kept[i].is_used && t->kept[i].object == object && t->kept[i].pattern == pattern && t->kept[i].base == base)
      return true;
  return false;
}

static void keep(coal_trace *t, uint32_t object, uint32_t pattern, int64_t base) {
  unsigned i = t->next_kept++ % COAL_TRACE_KEPT;
  t->kept[i].object = object;
  t->kept[i].pattern = pattern;
  t->kept[i].base = base;
  t->kept[i].is_used = true;
}

static void append(coal_trace *t, coal_trace_op op) {
  if (t->ops.n >= COAL_TRACE_OPS)
    coal_trace_fail(t, "a warp does too much");
  else
    coal_vec_push(&t->ops, op);
}

void coal_trace_add(coal_trace *t, uint32_t access, uint32_t object, const coal_request *r, unsigned wavefronts,
                    unsigned ideal_wavefronts, double work) {
  coal_trace_op op = {.access = access, .object = object, .work = (float)work};
  if (access >= t->n_accesses) t->n_accesses = access + 1;
  if (r->space == COAL_SPACE_SHARED) {
    op.kind = COAL_TRACE_SHARED;
    op.is_shared_load = r->op == COAL_MEM_LOAD;
    op.wavefronts = (uint16_t)(wavefronts ? wavefronts : 1);
    op.ideal_wavefronts = (uint16_t)(ideal_wavefronts ? ideal_wavefronts : 1);
    append(t, op);
    return;
  }
  op.kind = r->op == COAL_MEM_LOAD ? COAL_TRACE_LOAD : r->op == COAL_MEM_STORE ? COAL_TRACE_STORE : COAL_TRACE_ATOMIC;
  op.pattern = pattern_of(t, r, &op.base);
  if (op.kind == COAL_TRACE_ATOMIC) op.wavefronts = op.ideal_wavefronts = (uint16_t)wavefronts;
  if (object >= t->n_objects) t->n_objects = object + 1;
  if (op.kind == COAL_TRACE_LOAD && is_kept(t, object, op.pattern, op.base)) return;
  if (op.kind != COAL_TRACE_LOAD) forget(t);
  if (op.kind != COAL_TRACE_ATOMIC) keep(t, object, op.pattern, op.base);
  append(t, op);
}

void coal_trace_work(coal_trace *t, double work) {
  if (work > 0) append(t, (coal_trace_op){.kind = COAL_TRACE_WORK, .work = (float)work});
}

void coal_trace_barrier(coal_trace *t) {
  forget(t);
  append(t, (coal_trace_op){.kind = COAL_TRACE_BARRIER});
}

size_t coal_trace_position(const coal_trace *t) { return t->ops.n; }

coal_trace_ops coal_trace_end(coal_trace *t) {
  coal_trace_ops out = t->ops;
  uint32_t open[COAL_TRACE_DEPTH + 1], n = 0;
  for (uint32_t i = 0; i < out.n; i++) {
    coal_trace_op *op = &out.items[i];
    if (op->kind == COAL_TRACE_LOOP) open[n++] = i;
    if (op->kind != COAL_TRACE_END) continue;
    op->other = open[--n];
    out.items[op->other].other = i;
  }
  t->ops = (coal_trace_ops){0};
  return out;
}

/* ---- loops --------------------------------------------------------------------------------------------- */

static bool is_access(const coal_trace_op *op) { return op->kind <= COAL_TRACE_ATOMIC; }

/** The same operation, at another address? */
static bool is_alike(const coal_trace_op *a, const coal_trace_op *b) {
  if (a->kind != b->kind || a->depth != b->depth || a->times != b->times || a->wavefronts != b->wavefronts)
    return false;
  if (!is_access(a)) return a->access == b->access;
  return a->access == b->access && a->object == b->object && a->pattern == b->pattern &&
         memcmp(a->step, b->step, a->depth * sizeof *a->step) == 0;
}

bool coal_trace_repeat(coal_trace *t, size_t first, size_t first_end, size_t second, uint64_t times) {
  size_t n = t->ops.n - second;
  if (first_end - first != n || !n) return n == 0 && first_end == first;
  const coal_trace_op *a = t->ops.items + first;
  coal_trace_op *b = t->ops.items + second;
  for (size_t i = 0; i < n; i++)
    if (!is_alike(&a[i], &b[i]) || b[i].depth == COAL_TRACE_DEPTH) return false;
  coal_trace_op loop = {.kind = COAL_TRACE_LOOP, .times = times + 1},
                end = {.kind = COAL_TRACE_END, .times = times + 1};
  for (size_t i = 0; i < n; i++) {
    b[i].step[b[i].depth] = b[i].base - a[i].base;
    b[i].depth++;
  }
  coal_vec_push(&t->ops, loop);
  memmove(t->ops.items + second + 1, t->ops.items + second, n * sizeof *t->ops.items);
  t->ops.items[second] = loop;
  append(t, end);
  forget(t);
  return true;
}

/* ---- blocks -------------------------------------------------------------------------------------------- */

bool coal_trace_set_block_steps(coal_trace_block *a, const coal_trace_block *b, unsigned axis, int sign) {
  if (a->n_warps != b->n_warps) return false;
  for (uint32_t w = 0; w < a->n_warps; w++) {
    if (a->warps[w].n != b->warps[w].n) return false;
    for (size_t i = 0; i < a->warps[w].n; i++) {
      coal_trace_op *p = &a->warps[w].items[i];
      const coal_trace_op *q = &b->warps[w].items[i];
      if (!is_alike(p, q)) return false;
      p->block[axis] = sign * (q->base - p->base);
    }
  }
  return true;
}

bool coal_trace_predicts(const coal_trace_block *a, const coal_trace_block *b) {
  size_t right = 0, all = 0;
  if (a->n_warps != b->n_warps) return false;
  for (uint32_t w = 0; w < a->n_warps; w++) {
    if (a->warps[w].n != b->warps[w].n) return false;
    for (size_t i = 0; i < a->warps[w].n; i++) {
      const coal_trace_op *p = &a->warps[w].items[i], *q = &b->warps[w].items[i];
      int64_t base = p->base;
      for (unsigned k = 0; k < 3; k++) base += p->block[k] * ((int64_t)b->at[k] - (int64_t)a->at[k]);
      all++;
      right += is_alike(p, q) && (!is_access(p) || base == q->base);
    }
  }
  return right == all;
}
