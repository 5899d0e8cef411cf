/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "memory.h"

#include <string.h>

#include "bits.h"
#include "integer.h"

/* Objects with more slots than this are not tracked: their contents become unknown. */
enum { SLOTS_MAX = 1024 };

typedef struct undo {
  coal_object *object;
  coal_slot *items; /* the object's slots before the change */
  size_t n;
  bool is_clobbered;
} undo;

struct coal_memory {
  uint64_t listings; /* number of times that changes were listed */
  uint64_t work;     /* slots and entries copied or compared so far */
  size_t undo_slots; /* slots that the journal holds */
  coal_symbols *t;
  coal_arena *kept, *scratch;
  bool marked;
  uint32_t serial, kept_serial;
  COAL_VEC(coal_object *) objects;
  size_t kept_objects;
  COAL_VEC(undo) journal;
  COAL_VEC(size_t) marks; /* recordings in progress, innermost last */
};

coal_memory *coal_memory_new(coal_symbols *t) {
  coal_memory *m = coal_alloc(sizeof *m);
  memset(m, 0, sizeof *m);
  m->t = t;
  m->kept = coal_arena_new();
  m->scratch = coal_arena_new();
  return m;
}

static void drop_objects(coal_memory *m, size_t from) {
  for (size_t i = from; i < m->objects.n; i++) free(m->objects.items[i]->slots.items);
  m->objects.n = from;
}

static void free_undo(coal_memory *m, const undo *u) {
  m->undo_slots -= u->n;
  free(u->items);
}

static void drop_journal(coal_memory *m, size_t from) {
  for (size_t i = from; i < m->journal.n; i++) free_undo(m, &m->journal.items[i]);
  m->journal.n = from;
}

void coal_memory_free(coal_memory *m) {
  if (!m) return;
  drop_objects(m, 0);
  drop_journal(m, 0);
  coal_vec_free(&m->objects);
  coal_vec_free(&m->journal);
  coal_vec_free(&m->marks);
  coal_arena_free(m->kept);
  coal_arena_free(m->scratch);
  free(m);
}

void coal_memory_mark(coal_memory *m) {
  m->marked = true;
  m->kept_objects = m->objects.n;
  m->kept_serial = m->serial;
}

void coal_memory_reset(coal_memory *m) {
  drop_objects(m, m->kept_objects);
  drop_journal(m, 0);
  m->marks.n = 0;
  coal_arena_reset(m->scratch);
  m->serial = m->kept_serial;
}

coal_object *coal_object_new(coal_memory *m, coal_object_kind kind, const coal_var *var, const char *name,
                             const coal_type *type, uint32_t align_bytes) {
  coal_object *o = COAL_ARENA_NEW(m->marked ? m->scratch : m->kept, coal_object);
  o->kind = kind;
  o->var = var;
  o->name = name;
  o->type = type;
  o->align_bytes = align_bytes ? align_bytes : 1;
  o->serial = m->serial++;
  coal_vec_push(&m->objects, o);
  return o;
}

uint32_t coal_memory_serial(const coal_memory *m) { return m->serial; }

size_t coal_memory_bytes(const coal_memory *m) {
  return coal_arena_bytes(m->kept) + coal_arena_bytes(m->scratch) + m->objects.n * sizeof *m->objects.items +
         m->journal.n * sizeof *m->journal.items + m->undo_slots * sizeof(coal_slot);
}

uint64_t coal_memory_work(const coal_memory *m) { return m->work; }

/* ---- the journal --------------------------------------------------------------------------------------- */

/* One entry an object and recording suffices: the oldest state is the one that is restored. */
static void remember(coal_memory *m, coal_object *o) {
  if (!m->marks.n) return;
  size_t mark = m->marks.items[m->marks.n - 1];
  if (o->remembered_at >= mark && o->remembered_at < m->journal.n && m->journal.items[o->remembered_at].object == o)
    return;
  o->remembered_at = m->journal.n;
  undo u = {o, NULL, o->slots.n, o->is_clobbered};
  if (u.n) {
    u.items = coal_alloc(u.n * sizeof *u.items);
    memcpy(u.items, o->slots.items, u.n * sizeof *u.items);
  }
  m->undo_slots += u.n;
  m->work += u.n;
  coal_vec_push(&m->journal, u);
}

coal_journal_mark coal_journal_begin(coal_memory *m) {
  size_t mark = m->journal.n;
  coal_vec_push(&m->marks, mark);
  return mark;
}

/* An older entry of an object since `from` makes a newer one redundant: the older state is restored. */
static bool is_remembered(coal_memory *m, coal_object *o, size_t from, size_t to) {
  m->work += to - from;
  for (size_t i = from; i < to; i++) {
    if (m->journal.items[i].object != o) continue;
    o->remembered_at = i;
    return true;
  }
  return false;
}

void coal_journal_end(coal_memory *m, coal_journal_mark mark) {
  m->marks.n--;
  if (!m->marks.n) {
    drop_journal(m, mark);
    return;
  }
  size_t outer = m->marks.items[m->marks.n - 1], kept = mark;
  for (size_t i = mark; i < m->journal.n; i++) {
    undo u = m->journal.items[i];
    if (is_remembered(m, u.object, outer, mark)) {
      free_undo(m, &u);
      continue;
    }
    u.object->remembered_at = kept;
    m->journal.items[kept++] = u;
  }
  m->journal.n = kept;
}

void coal_journal_rollback(coal_memory *m, coal_journal_mark mark) {
  for (size_t i = m->journal.n; i-- > mark;) {
    undo *u = &m->journal.items[i];
    if (u->object->slots.capacity < u->n) {
      u->object->slots.items = coal_realloc(u->object->slots.items, u->n * sizeof *u->items);
      u->object->slots.capacity = u->n;
    }
    if (u->n) memcpy(u->object->slots.items, u->items, u->n * sizeof *u->items);
    u->object->slots.n = u->n;
    u->object->is_clobbered = u->is_clobbered;
  }
  drop_journal(m, mark);
  m->marks.n--;
}

static const coal_slot *find_exact(const coal_slot *items, size_t n, uint64_t offset, uint64_t size) {
  for (size_t i = 0; i < n; i++)
    if (items[i].offset == offset && items[i].size == size) return &items[i];
  return NULL;
}

/* Compares an object's slots at the mark with those of now. */
static void add_changes(const undo *first, coal_changes *out) {
  coal_object *o = first->object;
  const coal_value none = {.kind = COAL_VALUE_UNKNOWN};
  for (size_t i = 0; i < o->slots.n; i++) {
    const coal_slot *now = &o->slots.items[i];
    const coal_slot *then = find_exact(first->items, first->n, now->offset, now->size);
    if (then && coal_value_equal(then->value, now->value)) continue;
    coal_change c = {o, now->offset, now->size, now->type, then ? then->value : none, now->value, then != NULL};
    coal_vec_push(out, c);
  }
  for (size_t i = 0; i < first->n; i++) {
    const coal_slot *then = &first->items[i];
    if (find_exact(o->slots.items, o->slots.n, then->offset, then->size)) continue;
    coal_change c = {o, then->offset, then->size, then->type, then->value, none, true};
    coal_vec_push(out, c);
  }
}

void coal_journal_changes(coal_memory *m, coal_journal_mark mark, coal_changes *out) {
  uint64_t listing = ++m->listings;
  for (size_t i = mark; i < m->journal.n; i++) {
    coal_object *o = m->journal.items[i].object;
    if (o->counted_in == listing) continue;
    o->counted_in = listing;
    m->work += o->slots.n * (m->journal.items[i].n + 1);
    add_changes(&m->journal.items[i], out);
  }
}

/* ---- slots --------------------------------------------------------------------------------------------- */

static void insert_slot(coal_slots *s, size_t at, coal_slot slot) {
  if (s->n == s->capacity) {
    s->capacity = s->capacity ? s->capacity * 2 : 4;
    s->items = coal_realloc(s->items, s->capacity * sizeof *s->items);
  }
  memmove(s->items + at + 1, s->items + at, (s->n - at) * sizeof *s->items);
  s->items[at] = slot;
  s->n++;
}

/* Replaces everything in [offset, offset + size) by one slot. Values without a size, such as those of a type whose
 * definition was not seen, are not stored. */
static void put(coal_slots *s, coal_slot slot) {
  if (!slot.size) return;
  size_t from = coal_slots_behind(s, slot.offset), to = from;
  while (to < s->n && s->items[to].offset < slot.offset + slot.size) to++;
  if (to == from) {
    insert_slot(s, from, slot);
    return;
  }
  s->items[from] = slot;
  memmove(s->items + from + 1, s->items + to, (s->n - to) * sizeof *s->items);
  s->n -= to - from - 1;
}

static void erase(coal_slots *s, uint64_t offset, uint64_t size) {
  size_t from = coal_slots_behind(s, offset), to = from;
  while (to < s->n && s->items[to].offset < offset + size) to++;
  if (to == from) return;
  memmove(s->items + from, s->items + to, (s->n - to) * sizeof *s->items);
  s->n -= to - from;
}

/* Bytes and the bit-fields in them. */
static void erase_all(coal_slots *s, uint64_t offset, uint64_t size) {
  erase(s, offset, size);
  erase(s, COAL_BITS + 8 * offset, 8 * size);
}

static bool has_slot(const coal_slots *s, uint64_t offset, uint64_t size) {
  size_t i = coal_slots_behind(s, offset);
  return i < s->n && s->items[i].offset < offset + size;
}

static bool is_aggregate(const coal_type *type) {
  return type && (type->kind == COAL_TYPE_RECORD || type->kind == COAL_TYPE_ARRAY);
}

/* The value of bytes that have no slot. */
static coal_value blank(coal_memory *m, const coal_object *o, const coal_type *type) {
  if (o->is_clobbered) return coal_value_unknown_of(m->t, type, o->name, true, COAL_REASON_NON_AFFINE, o->name);
  return coal_value_unknown(true, COAL_REASON_NONE, NULL);
}

typedef COAL_VEC(coal_slot) gathered_slots;

/* The slots in [from, from + size), with offsets relative to `zero`. */
static void collect(const coal_slots *s, uint64_t from, uint64_t size, uint64_t zero, gathered_slots *out) {
  for (size_t i = coal_slots_behind(s, from); i < s->n && s->items[i].offset < from + size; i++) {
    coal_slot part = s->items[i];
    if (part.offset < from || part.offset + part.size > from + size) continue;
    part.offset -= zero;
    coal_vec_push(out, part);
  }
}

static coal_value part_of_value(coal_memory *m, const coal_object *o, const coal_type *type) {
  return coal_value_unknown_of(m->t, type, o->name, true, COAL_REASON_UNSUPPORTED, "part of a value");
}

/* A scalar whose slot was written as another type. */
static coal_value read_as(coal_memory *m, const coal_slot *slot, const coal_type *type) {
  coal_value v = slot->value, bits;
  bool wants_int = type->kind == COAL_TYPE_INT || type->kind == COAL_TYPE_BOOL;
  if (wants_int && v.kind == COAL_VALUE_INT) return coal_integer_convert(m->t, type, v);
  bool is_other =
      (wants_int && v.kind == COAL_VALUE_FLOAT) || (type->kind == COAL_TYPE_FLOAT && v.kind == COAL_VALUE_INT);
  if (!is_other) return v;
  if (coal_value_bits(m->t, slot->type, v, &bits)) return coal_value_of_bits(m->t, type, bits);
  if (!wants_int) return coal_value_unknown_float(coal_value_is_varying(m->t, v), COAL_REASON_NON_AFFINE, NULL);
  return coal_value_fresh(m->t, type, "?", coal_value_is_varying(m->t, v), COAL_REASON_NON_AFFINE, "bits of a float");
}

/* A scalar that lies in several slots, or in a part of one. */
static coal_value read_parts(coal_memory *m, const coal_object *o, uint64_t offset, const coal_type *type) {
  coal_value bits;
  if (type->size_bytes > 8 || !coal_slots_bits(m->t, &o->slots, 8 * offset, 8 * type->size_bytes, &bits))
    return part_of_value(m, o, type);
  return coal_value_of_bits(m->t, type, bits);
}

static coal_value read_at(coal_memory *m, const coal_object *o, uint64_t offset, const coal_type *type) {
  uint64_t size = type->size_bytes;
  const coal_slots *s = &o->slots;
  if (!is_aggregate(type)) {
    size_t i = coal_slots_behind(s, offset);
    bool is_exact = i < s->n && s->items[i].offset == offset && s->items[i].size == size;
    if (is_exact) return s->items[i].type == type ? s->items[i].value : read_as(m, &s->items[i], type);
    if (has_slot(s, offset, size) || has_slot(s, COAL_BITS + 8 * offset, 8 * size))
      return read_parts(m, o, offset, type);
    return blank(m, o, type);
  }
  gathered_slots parts = {0};
  collect(s, offset, size, offset, &parts);
  collect(s, COAL_BITS + 8 * offset, 8 * size, 8 * offset, &parts);
  coal_value v = coal_aggregate_new(m->t, parts.items, parts.n);
  coal_vec_free(&parts);
  return v;
}

static const coal_type byte = {.kind = COAL_TYPE_INT, .size_bytes = 1, .align_bytes = 1};

/* Replaces a slot that is about to be overwritten in part by one slot a byte. */
static void shatter(coal_memory *m, coal_object *o, size_t at) {
  coal_slot slot = o->slots.items[at];
  coal_value bits;
  bool is_known = coal_value_bits(m->t, slot.type, slot.value, &bits);
  erase(&o->slots, slot.offset, slot.size);
  for (uint64_t k = 0; k < slot.size && k < 16; k++) {
    coal_value v = is_known ? coal_bits_cut(m->t, bits, 8 * k, 8) : part_of_value(m, o, &byte);
    put(&o->slots, (coal_slot){slot.offset + k, 1, v, &byte});
  }
}

/* Splits slots that cross the bounds of the range that is about to be overwritten. */
static void split_around(coal_memory *m, coal_object *o, uint64_t offset, uint64_t size) {
  const uint64_t bounds[] = {offset, offset + size};
  for (int i = 0; i < 2; i++) {
    size_t at = coal_slots_behind(&o->slots, bounds[i]);
    if (at < o->slots.n && o->slots.items[at].offset < bounds[i]) shatter(m, o, at);
  }
}

static void write_at(coal_memory *m, coal_object *o, uint64_t offset, const coal_type *type, coal_value v,
                     uint32_t mask) {
  remember(m, o);
  uint64_t size = type->size_bytes;
  if (o->slots.n > SLOTS_MAX) {
    o->slots.n = 0;
    o->is_clobbered = true;
  }
  split_around(m, o, offset, size);
  if (v.kind == COAL_VALUE_AGGREGATE) {
    if (mask != UINT32_MAX) {
      coal_value old = read_at(m, o, offset, type);
      if (old.kind == COAL_VALUE_AGGREGATE && old.parts->n) v = coal_slots_blend(m->t, mask, v, old);
    }
    erase_all(&o->slots, offset, size);
    for (size_t i = 0; i < v.parts->n; i++) {
      coal_slot part = v.parts->items[i];
      part.offset = coal_slot_place(part.offset, offset);
      put(&o->slots, part);
    }
    return;
  }
  if (is_aggregate(type)) { /* an unknown value for a whole record */
    erase_all(&o->slots, offset, size);
    o->is_clobbered = true;
    return;
  }
  if (mask != UINT32_MAX) {
    coal_value old = read_at(m, o, offset, type);
    v = coal_value_blend(m->t, type, mask, v, old);
  }
  erase(&o->slots, COAL_BITS + 8 * offset, 8 * size);
  put(&o->slots, (coal_slot){offset, size, v, type});
}

/* ---- bit-fields ---------------------------------------------------------------------------------------- */

coal_value coal_bits_fit(coal_symbols *t, const coal_field *f, coal_value v) {
  const coal_type *type = f->type;
  int64_t bits = (int64_t)type->size_bytes * 8, spare = bits - f->bit_width;
  if (type->kind == COAL_TYPE_BOOL || v.kind != COAL_VALUE_INT || spare <= 0) return v;
  if (!type->is_signed)
    return coal_value_int_op(t, COAL_OP_AND, type, v, coal_value_int(t, (int64_t)((UINT64_C(1) << f->bit_width) - 1)));
  coal_value by = coal_value_int(t, spare);
  return coal_value_int_op(t, COAL_OP_SHR, type, coal_value_int_op(t, COAL_OP_SHL, type, v, by), by);
}

coal_value coal_bits_of_unit(coal_symbols *t, const coal_field *f, coal_value unit) {
  if (unit.kind != COAL_VALUE_INT) return unit;
  if (f->bit_offset) unit = coal_value_int_op(t, COAL_OP_SHR, f->type, unit, coal_value_int(t, f->bit_offset));
  return coal_bits_fit(t, f, unit);
}

static coal_value read_bits_at(coal_memory *m, const coal_object *o, uint64_t offset, const coal_field *f) {
  uint64_t first = 8 * offset + f->bit_offset, begin = first / 8, end = (first + f->bit_width + 7) / 8;
  const coal_slots *s = &o->slots;
  size_t i = coal_slots_behind(s, COAL_BITS + first);
  if (i < s->n && s->items[i].offset == COAL_BITS + first && s->items[i].size == f->bit_width) return s->items[i].value;
  if (!has_slot(s, COAL_BITS + first, f->bit_width) && !has_slot(s, begin, end - begin)) return blank(m, o, f->type);
  coal_value bits;
  if (!coal_slots_bits(m->t, s, first, f->bit_width, &bits)) return part_of_value(m, o, f->type);
  return coal_bits_fit(m->t, f, coal_value_of_bits(m->t, f->type, bits));
}

/* Writes the bits [from, to) of a byte and keeps the others, as a bit-field does. */
static void keep_bits(coal_memory *m, coal_object *o, uint64_t place, uint64_t from, uint64_t to) {
  coal_value bits;
  bool is_known = coal_slots_bits(m->t, &o->slots, 8 * place, 8, &bits);
  erase(&o->slots, place, 1);
  const uint64_t bounds[2][2] = {{8 * place, from}, {to, 8 * place + 8}};
  for (int i = 0; i < 2; i++) {
    uint64_t begin = bounds[i][0], end = bounds[i][1];
    if (begin >= end) continue;
    coal_value v = is_known ? coal_bits_cut(m->t, bits, begin - 8 * place, end - begin) : part_of_value(m, o, &byte);
    put(&o->slots, (coal_slot){COAL_BITS + begin, end - begin, v, &byte});
  }
}

static void write_bits_at(coal_memory *m, coal_object *o, uint64_t offset, const coal_field *f, coal_value v,
                          uint32_t mask) {
  remember(m, o);
  if (mask != UINT32_MAX) v = coal_value_blend(m->t, f->type, mask, v, read_bits_at(m, o, offset, f));
  uint64_t from = 8 * offset + f->bit_offset, to = from + f->bit_width;
  split_around(m, o, from / 8, (to + 7) / 8 - from / 8);
  for (uint64_t place = from / 8; place < (to + 7) / 8; place++) {
    size_t i = coal_slots_behind(&o->slots, place);
    if (i == o->slots.n || o->slots.items[i].offset > place) continue;
    if (o->slots.items[i].size > 1) shatter(m, o, i);
    keep_bits(m, o, place, from, to);
  }
  put(&o->slots, (coal_slot){COAL_BITS + from, f->bit_width, v, f->type});
}

/* Groups the lanes of `mask` by their constant offset and calls `visit` for each distinct one. Returns false when
 * the offset is not constant. */
static bool next_group(const coal_poly *offset, uint32_t *left, uint32_t *group, int64_t *at) {
  if (!*left) return false;
  unsigned first = (unsigned)__builtin_ctz(*left);
  *at = coal_lane(offset->c, first);
  *group = 0;
  for (unsigned i = first; i < COAL_WARP_LANES; i++)
    if (*left >> i & 1 && coal_lane(offset->c, i) == *at) *group |= UINT32_C(1) << i;
  *left &= ~*group;
  return true;
}

coal_value coal_object_read(coal_memory *m, coal_object *o, const coal_poly *offset, const coal_type *type,
                            uint32_t mask) {
  if (offset->n) {
    const coal_symbol *s = coal_poly_culprit(m->t, offset);
    return coal_value_unknown_of(m->t, type, o->name, !coal_poly_is_uniform(m->t, offset), s->reason, s->detail);
  }
  if (!offset->c.v) return read_at(m, o, (uint64_t)offset->c.u, type);
  coal_value v = coal_value_unknown(true, COAL_REASON_NONE, NULL);
  uint32_t left = mask, group;
  int64_t at;
  while (next_group(offset, &left, &group, &at)) {
    coal_value part = read_at(m, o, (uint64_t)at, type);
    v = v.kind == COAL_VALUE_UNKNOWN && v.reason == COAL_REASON_NONE ? part
                                                                     : coal_value_blend(m->t, type, group, part, v);
  }
  return v;
}

void coal_object_write(coal_memory *m, coal_object *o, const coal_poly *offset, const coal_type *type, coal_value v,
                       uint32_t mask) {
  if (offset->n) {
    const coal_symbol *s = coal_poly_culprit(m->t, offset);
    coal_object_clobber(m, o, true, s->reason, s->detail);
    return;
  }
  uint32_t left = mask, group;
  int64_t at;
  if (!offset->c.v) {
    if (mask) write_at(m, o, (uint64_t)offset->c.u, type, v, mask);
    return;
  }
  while (next_group(offset, &left, &group, &at)) write_at(m, o, (uint64_t)at, type, v, group);
}

coal_value coal_object_read_bits(coal_memory *m, coal_object *o, const coal_poly *offset, const coal_field *f,
                                 uint32_t mask) {
  if (offset->n) return coal_object_read(m, o, offset, f->type, mask);
  if (!offset->c.v) return read_bits_at(m, o, (uint64_t)offset->c.u, f);
  coal_value v = coal_value_unknown(true, COAL_REASON_NONE, NULL);
  uint32_t left = mask, group;
  int64_t at;
  for (bool first = true; next_group(offset, &left, &group, &at); first = false) {
    coal_value part = read_bits_at(m, o, (uint64_t)at, f);
    v = first ? part : coal_value_blend(m->t, f->type, group, part, v);
  }
  return v;
}

void coal_object_write_bits(coal_memory *m, coal_object *o, const coal_poly *offset, const coal_field *f, coal_value v,
                            uint32_t mask) {
  uint32_t left = mask, group;
  int64_t at;
  if (offset->n)
    coal_object_write(m, o, offset, f->type, v, mask);
  else
    while (next_group(offset, &left, &group, &at)) write_bits_at(m, o, (uint64_t)at, f, v, group);
}

void coal_object_initialise(coal_memory *m, coal_object *o, const coal_type *type, coal_value v) {
  size_t marks = m->marks.n;
  m->marks.n = 0;
  write_at(m, o, 0, type, v, UINT32_MAX);
  m->marks.n = marks;
}

void coal_object_clobber(coal_memory *m, coal_object *o, bool is_varying, coal_reason reason, const char *detail) {
  remember(m, o);
  for (size_t i = 0; i < o->slots.n; i++) {
    coal_slot *s = &o->slots.items[i];
    s->value = coal_value_unknown_of(m->t, s->type, o->name, is_varying, reason, detail);
  }
  o->is_clobbered = true;
}

void coal_object_set(coal_memory *m, coal_object *o, uint64_t offset, uint64_t size, const coal_type *type,
                     coal_value v) {
  remember(m, o);
  put(&o->slots, (coal_slot){offset, size, v, type});
}

/* ---- aggregates ---------------------------------------------------------------------------------------- */

coal_value coal_aggregate_new(coal_symbols *t, const coal_slot *items, size_t n) {
  coal_slots *parts = coal_symbols_alloc(t, sizeof *parts);
  parts->items = coal_arena_copy(coal_symbols_arena(t), items, n * sizeof *items);
  parts->n = parts->capacity = n;
  return (coal_value){.kind = COAL_VALUE_AGGREGATE, .parts = parts};
}

/* The contents at the place of `like`, which may lie in slots of other sizes, as a value of its type. */
static coal_value as_one(coal_symbols *t, const coal_slots *slots, const coal_slot *like) {
  coal_value bits;
  bool is_known =
      like->size <= 8 && like->offset < COAL_BITS && coal_slots_bits(t, slots, 8 * like->offset, 8 * like->size, &bits);
  if (is_known) return coal_value_of_bits(t, like->type, bits);
  return coal_value_unknown_of(t, like->type, NULL, true, COAL_REASON_UNSUPPORTED, "part of a value");
}

coal_value coal_slots_blend(coal_symbols *t, uint32_t mask, coal_value a, coal_value b) {
  coal_value r = coal_aggregate_new(t, a.parts->items, a.parts->n);
  for (size_t i = 0; i < r.parts->n; i++) {
    coal_slot *s = &r.parts->items[i];
    const coal_slot *other = find_exact(b.parts->items, b.parts->n, s->offset, s->size);
    if (other)
      s->value = coal_value_blend(t, s->type, mask, s->value, other->value);
    else if (s->type && has_slot(b.parts, s->offset, s->size))
      s->value = coal_value_blend(t, s->type, mask, s->value, as_one(t, b.parts, s));
  }
  return r;
}

coal_value coal_aggregate_part(coal_symbols *t, coal_value aggregate, uint64_t offset, const coal_type *type) {
  if (aggregate.kind != COAL_VALUE_AGGREGATE) {
    const char *detail = NULL;
    coal_reason reason = coal_value_reason(t, aggregate, &detail);
    return coal_value_unknown_of(t, type, NULL, coal_value_is_varying(t, aggregate), reason, detail);
  }
  const coal_slot *s = find_exact(aggregate.parts->items, aggregate.parts->n, offset, type->size_bytes);
  if (s) return s->value;
  return coal_value_unknown_of(t, type, NULL, false, COAL_REASON_NONE, NULL);
}
