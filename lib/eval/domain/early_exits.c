/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "early_exits.h"

static bool is_none(coal_value v) { return v.kind == COAL_VALUE_UNKNOWN && v.reason == COAL_REASON_NONE; }

/* The join of two values; a slot that was never written may hold anything. */
static coal_value either(coal_symbols *t, const coal_type *type, coal_value a, coal_value b, bool is_varying) {
  if (is_none(a)) return b;
  return is_none(b) ? a : coal_value_join(t, type, a, b, is_varying);
}

static coal_value blend(coal_symbols *t, const coal_type *type, uint32_t mask, coal_value a, coal_value b) {
  if (!mask || is_none(a)) return b;
  return is_none(b) ? a : coal_value_blend(t, type, mask, a, b);
}

static const coal_change *find(const coal_changes *list, const coal_change *c) {
  for (size_t i = 0; i < list->n; i++) {
    const coal_change *k = &list->items[i];
    if (k->object == c->object && k->offset == c->offset && k->size == c->size) return k;
  }
  return NULL;
}

void coal_early_exits_begin(coal_memory *m, coal_early_exits *l) {
  *l = (coal_early_exits){.is_open = true, .mark = coal_journal_begin(m), .serial = coal_memory_serial(m)};
}

/* The next `held` of a slot: in lanes that may have left earlier it is one of two values now. */
static void hold(coal_symbols *t, coal_early_exits *l, coal_changes *next, const coal_change *slot, coal_value old,
                 coal_value now, uint32_t lanes) {
  uint32_t again = lanes & l->lanes, fresh = lanes & ~l->lanes;
  coal_change c = *slot;
  c.after = blend(t, c.type, again, either(t, c.type, old, now, l->is_varying), old);
  c.after = blend(t, c.type, fresh, now, c.after);
  coal_vec_push(next, c);
}

void coal_early_exits_add(coal_memory *m, coal_symbols *t, coal_early_exits *l, uint32_t lanes, bool is_varying) {
  if (!l || !l->is_open || !lanes) return;
  coal_changes now = {0}, next = {0};
  l->is_varying |= is_varying;
  coal_journal_changes(m, l->mark, &now);
  for (size_t i = 0; i < now.n; i++) {
    const coal_change *c = &now.items[i], *held = find(&l->held, c);
    if (c->object->serial < l->serial) hold(t, l, &next, c, held ? held->after : c->before, c->after, lanes);
  }
  for (size_t i = 0; i < l->held.n; i++) {
    const coal_change *held = &l->held.items[i];
    if (!find(&now, held)) hold(t, l, &next, held, held->after, held->before, lanes);
  }
  l->lanes |= lanes;
  coal_vec_free(&now);
  coal_vec_free(&l->held);
  l->held = next;
}

/* Does the slot still exist, or is its place free? */
static bool fits(const coal_change *c) {
  const coal_slots *s = &c->object->slots;
  for (size_t i = 0; i < s->n; i++) {
    const coal_slot *k = &s->items[i];
    if (k->offset < c->offset + c->size && c->offset < k->offset + k->size)
      return k->offset == c->offset && k->size == c->size;
  }
  return true;
}

static void join(coal_memory *m, coal_symbols *t, const coal_early_exits *l, const coal_change *c, coal_value held,
                 coal_value now) {
  if (is_none(held)) return;
  if (!fits(c)) {
    coal_object_clobber(m, c->object, true, COAL_REASON_NON_AFFINE, c->object->name);
    return;
  }
  coal_value v = blend(t, c->type, l->lanes, either(t, c->type, held, now, l->is_varying), now);
  coal_object_set(m, c->object, c->offset, c->size, c->type, v);
}

void coal_early_exits_end(coal_memory *m, coal_symbols *t, coal_early_exits *l) {
  if (!l->is_open) return;
  coal_changes now = {0};
  if (l->lanes) coal_journal_changes(m, l->mark, &now);
  for (size_t i = 0; i < now.n; i++) {
    const coal_change *c = &now.items[i], *held = find(&l->held, c);
    if (c->object->serial < l->serial && !is_none(c->after)) join(m, t, l, c, held ? held->after : c->before, c->after);
  }
  for (size_t i = 0; i < l->held.n; i++) {
    const coal_change *held = &l->held.items[i];
    if (!find(&now, held)) join(m, t, l, held, held->after, held->before);
  }
  coal_journal_end(m, l->mark);
  coal_vec_free(&now);
  coal_vec_free(&l->held);
  l->is_open = false;
}
