/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "shapes.h"

enum { SLOTS = 16, SLOTS_MAX = 256 };

static coal_shape_slot *slot_of(const coal_shapes *s, uint64_t key) { return s->n ? &s->slots[key / 2 % s->n] : NULL; }

const coal_shape *coal_shapes_find(const coal_shapes *s, uint64_t key) {
  const coal_shape_slot *slot = slot_of(s, key);
  return slot && slot->key == key ? &slot->shape : NULL;
}

void coal_shapes_add(coal_arena *kept, coal_shapes *s, uint64_t key, const coal_shape *shape) {
  coal_shape_slot *slot = slot_of(s, key);
  if (!slot || (slot->key && s->n < SLOTS_MAX)) {
    const coal_shapes old = *s;
    s->n = old.n ? old.n * 4 : SLOTS;
    s->slots = COAL_ARENA_ARRAY(kept, coal_shape_slot, s->n);
    for (uint32_t i = 0; i < old.n; i++)
      if (old.slots[i].key) *slot_of(s, old.slots[i].key) = old.slots[i];
    slot = slot_of(s, key);
  }
  slot->key = key;
  slot->shape = *shape;
}
