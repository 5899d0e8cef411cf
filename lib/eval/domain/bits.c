/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "bits.h"

#include <math.h>
#include <string.h>

#include "integer.h"

static const coal_type word = {.kind = COAL_TYPE_INT, .size_bytes = 8, .align_bytes = 8};

static bool float_bits(coal_symbols *t, const coal_type *type, const coal_doubles *f, coal_value *out) {
  int64_t bits[COAL_WARP_LANES];
  if (type->size_bytes != 4 && type->size_bytes != 8) return false;
  for (unsigned i = 0; i < COAL_WARP_LANES; i++) {
    float single = (float)f->v[i];
    uint32_t half = 0;
    if (isnan(f->v[i])) return false;
    if (type->size_bytes == 8)
      memcpy(&bits[i], &f->v[i], 8);
    else {
      memcpy(&half, &single, 4);
      bits[i] = half;
    }
  }
  *out = coal_value_poly(coal_poly_lanes(t, bits), NULL);
  return true;
}

/* May the number of some lane be negative? Its bits above the type's width would be ones. */
static bool has_negative_part(const coal_poly *p) {
  for (unsigned i = 0; i < COAL_WARP_LANES; i++)
    if (coal_lane(p->c, i) < 0) return true;
  return false;
}

bool coal_value_bits(coal_symbols *t, const coal_type *type, coal_value v, coal_value *out) {
  if (!type || type->size_bytes > 8) return false;
  if (v.kind == COAL_VALUE_FLOAT) return v.f && type->kind == COAL_TYPE_FLOAT && float_bits(t, type, v.f, out);
  if (v.kind != COAL_VALUE_INT) return false;
  /* symbolic values are not wrapped (integer.h) */
  if (v.p->n && type->size_bytes < 8 && has_negative_part(v.p)) return false;
  const coal_type bits = {.kind = COAL_TYPE_INT, .size_bytes = type->size_bytes, .align_bytes = type->align_bytes};
  *out = coal_integer_convert(t, &bits, v);
  return true;
}

static coal_value float_of_bits(coal_symbols *t, const coal_type *type, coal_value bits) {
  const char *detail = NULL;
  coal_reason reason = coal_value_reason(t, bits, &detail);
  coal_value unknown =
      coal_value_unknown_float(coal_value_is_varying(t, bits), reason ? reason : COAL_REASON_NON_AFFINE, detail);
  if (bits.p->n || (type->size_bytes != 4 && type->size_bytes != 8)) return unknown;
  double d[COAL_WARP_LANES];
  for (unsigned i = 0; i < COAL_WARP_LANES; i++) {
    int64_t lane = coal_lane(bits.p->c, i);
    uint32_t low = (uint32_t)lane;
    float single;
    memcpy(&single, &low, 4);
    if (type->size_bytes == 4)
      d[i] = (double)single;
    else
      memcpy(&d[i], &lane, 8);
    if (isnan(d[i])) return unknown;
  }
  return coal_value_doubles(t, d);
}

coal_value coal_value_of_bits(coal_symbols *t, const coal_type *type, coal_value bits) {
  if (bits.kind == COAL_VALUE_INT && type->kind == COAL_TYPE_FLOAT) return float_of_bits(t, type, bits);
  if (bits.kind == COAL_VALUE_INT && (type->kind == COAL_TYPE_INT || type->kind == COAL_TYPE_BOOL) &&
      type->size_bytes <= 8)
    return coal_integer_convert(t, type, type->size_bytes < 8 ? coal_bits_cut(t, bits, 0, 8 * type->size_bytes) : bits);
  return coal_value_unknown_of(t, type, NULL, coal_value_is_varying(t, bits), COAL_REASON_UNSUPPORTED,
                               "part of a value");
}

coal_value coal_bits_cut(coal_symbols *t, coal_value bits, uint64_t from, uint64_t n) {
  if (from) bits = coal_value_int_op(t, COAL_OP_SHR, &word, bits, coal_value_int(t, (int64_t)from));
  if (n >= 64) return bits;
  return coal_value_int_op(t, COAL_OP_AND, &word, bits, coal_value_int(t, (int64_t)((UINT64_C(1) << n) - 1)));
}

coal_value coal_bits_join(coal_symbols *t, coal_value high, coal_value low) {
  coal_value shifted = coal_value_int_op(t, COAL_OP_SHL, &word, high, coal_value_int(t, 32));
  return coal_value_int_op(t, COAL_OP_ADD, &word, shifted, low);
}

size_t coal_slots_behind(const coal_slots *s, uint64_t place) {
  size_t lo = 0, hi = s->n;
  while (lo < hi) {
    size_t mid = (lo + hi) / 2;
    if (s->items[mid].offset + s->items[mid].size > place)
      hi = mid;
    else
      lo = mid + 1;
  }
  return lo;
}

/* A sum of pieces that do not overlap. */
typedef struct sum {
  uint64_t from, n, covered;
  coal_value bits;
} sum;

/* Adds the wanted bits of a slot of `n` bits that begins at `start`. */
static bool add_piece(coal_symbols *t, sum *s, uint64_t start, uint64_t n, const coal_slot *slot) {
  coal_value piece;
  uint64_t lo = start > s->from ? start : s->from, hi = start + n < s->from + s->n ? start + n : s->from + s->n;
  if (!coal_value_bits(t, slot->type, slot->value, &piece)) return false;
  bool is_whole = lo == start && hi == start + n && slot->offset < COAL_BITS;
  if (!is_whole) piece = coal_bits_cut(t, piece, lo - start, hi - lo);
  if (lo > s->from) piece = coal_value_int_op(t, COAL_OP_SHL, &word, piece, coal_value_int(t, (int64_t)(lo - s->from)));
  s->bits = s->covered ? coal_value_int_op(t, COAL_OP_ADD, &word, s->bits, piece) : piece;
  s->covered += hi - lo;
  return true;
}

bool coal_slots_bits(coal_symbols *t, const coal_slots *slots, uint64_t from, uint64_t n, coal_value *out) {
  sum s = {.from = from, .n = n};
  for (size_t i = coal_slots_behind(slots, from / 8); i < slots->n && slots->items[i].offset * 8 < from + n; i++)
    if (!add_piece(t, &s, slots->items[i].offset * 8, slots->items[i].size * 8, &slots->items[i])) return false;
  for (size_t i = coal_slots_behind(slots, COAL_BITS + from);
       i < slots->n && slots->items[i].offset < COAL_BITS + from + n; i++)
    if (!add_piece(t, &s, slots->items[i].offset - COAL_BITS, slots->items[i].size, &slots->items[i])) return false;
  *out = s.bits;
  return s.covered == n;
}
