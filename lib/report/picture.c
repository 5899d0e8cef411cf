/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "picture.h"

#include <string.h>

#include "json_util.h"

static int64_t floor_div(int64_t a, int64_t b) { return a / b - (a % b != 0 && (a < 0) != (b < 0)); }

/** Offsets are from an object of any alignment. */
static coal_request request_of(coal_space space, coal_mem_op op, const coal_pattern *p) {
  coal_request q = {.space = space, .op = op, .bytes = p->bytes, .mask = p->mask};
  for (size_t lane = 0; lane < COAL_WARP_LANES; lane++)
    q.address[lane] = ((uint64_t)1 << 40) + (uint64_t)p->offset[lane];
  return q;
}

const coal_pattern *coal_picture_worst(const coal_target *target, const coal_access *a) {
  const coal_pattern *worst = NULL;
  uint32_t most = 0;
  for (size_t i = 0; i < a->n_patterns; i++) {
    const coal_request q = request_of(a->space, a->op, &a->patterns[i]);
    const coal_cost c = coal_model_cost(target, &q);
    if (worst && c.moved - c.ideal <= most) continue;
    worst = &a->patterns[i];
    most = c.moved - c.ideal;
  }
  return worst;
}

/* ---- sectors ------------------------------------------------------------------------------------------- */

static coal_picture_slot *slot_for(coal_picture *p, int64_t number) {
  for (size_t i = 0; i < p->n_slots; i++)
    if (p->slots[i].number == number) return &p->slots[i];
  if (p->n_slots == COAL_PICTURE_SLOTS_MAX) return NULL;
  p->slots[p->n_slots] = (coal_picture_slot){.number = number};
  return &p->slots[p->n_slots++];
}

static bool fill_sectors(coal_picture *p, const coal_target *t) {
  p->block_bytes = coal_target_block_bytes(t, p->op);
  p->n_phase_lanes = COAL_WARP_LANES;
  p->lowest = INT64_MAX;
  if (p->block_bytes == 0 || p->block_bytes > COAL_PICTURE_BLOCK_MAX) return false;
  for (unsigned lane = 0; lane < COAL_WARP_LANES; lane++) {
    if (!(p->mask >> lane & 1)) continue;
    for (uint32_t i = 0; i < p->bytes && i < 16; i++) {
      const int64_t at = p->offset[lane] + i, number = floor_div(at, p->block_bytes);
      const unsigned byte = (unsigned)(at - number * p->block_bytes);
      coal_picture_slot *s = slot_for(p, number);
      if (!s) return false;
      s->lanes |= 1u << lane;
      s->used[byte / 64] |= UINT64_C(1) << byte % 64;
      if (number < p->lowest) p->lowest = number;
    }
  }
  return p->n_slots > 0;
}

/* ---- banks --------------------------------------------------------------------------------------------- */

/** Lanes of one phase: the warp for words up to 4 bytes, halves for 8, quarters for 16. */
static unsigned phase_lanes(uint32_t bytes) { return bytes <= 4 ? 32 : bytes == 8 ? 16 : 8; }

/** Fills the banks of one phase; distinct words are counted exactly. Returns the largest count. */
static uint32_t fill_phase(coal_picture *p, const coal_target *t, unsigned first) {
  int64_t words[COAL_WARP_LANES * 4];
  size_t n_words = 0;
  uint32_t most = 0;
  p->first_lane = first;
  p->n_slots = t->bank_count;
  for (unsigned i = 0; i < t->bank_count; i++) p->slots[i] = (coal_picture_slot){.number = i};
  for (unsigned lane = first; lane < first + p->n_phase_lanes; lane++) {
    if (!(p->mask >> lane & 1)) continue;
    for (uint32_t i = 0; i < p->bytes && i < 16; i += t->bank_bytes) {
      const int64_t word = floor_div(p->offset[lane] + i, t->bank_bytes);
      coal_picture_slot *s = &p->slots[word - floor_div(word, t->bank_count) * (int64_t)t->bank_count];
      size_t seen = 0;
      while (seen < n_words && words[seen] != word) seen++;
      s->lanes |= 1u << lane;
      if (seen < n_words) continue;
      words[n_words++] = word;
      if (++s->n_words > most) most = s->n_words;
    }
  }
  return most;
}

static bool fill_banks(coal_picture *p, const coal_target *t) {
  unsigned worst = 0;
  uint32_t most = 0;
  if (t->shared_rule != COAL_SHARED_MERGING || t->bank_count == 0 || t->bank_count > COAL_WARP_LANES ||
      t->bank_bytes == 0)
    return false;
  p->block_bytes = t->bank_bytes;
  p->n_phase_lanes = phase_lanes(p->bytes);
  for (unsigned first = 0; first < COAL_WARP_LANES; first += p->n_phase_lanes) {
    const uint32_t n = fill_phase(p, t, first);
    if (n > most) worst = first;
    if (n > most) most = n;
  }
  fill_phase(p, t, worst);
  return most > 0;
}

bool coal_picture_make(const coal_target *target, coal_space space, coal_mem_op op, const coal_pattern *pattern,
                       coal_picture *out) {
  const coal_request q = request_of(space, op, pattern);
  *out = (coal_picture){.space = space,
                        .op = op,
                        .cost = coal_model_cost(target, &q),
                        .unit = coal_target_unit(target, space, op),
                        .bytes = pattern->bytes,
                        .mask = pattern->mask};
  memcpy(out->offset, pattern->offset, sizeof out->offset);
  return space == COAL_SPACE_SHARED ? fill_banks(out, target) : fill_sectors(out, target);
}

/* ---- text and JSON ------------------------------------------------------------------------------------- */

static void add_ranges(coal_str *out, uint32_t mask, size_t parts_max) {
  size_t parts = 0;
  for (unsigned lane = 0; lane < COAL_WARP_LANES;) {
    if (!(mask >> lane & 1)) {
      lane++;
      continue;
    }
    unsigned last = lane;
    while (last + 1 < COAL_WARP_LANES && (mask >> (last + 1) & 1)) last++;
    if (parts == parts_max) {
      coal_str_add(out, ",…");
      return;
    }
    coal_str_addf(out, last > lane ? "%s%u-%u" : "%s%u", parts++ ? "," : "", lane, last);
    lane = last + 1;
  }
}

void coal_picture_add_lanes(coal_str *out, uint32_t mask) {
  coal_str_add(out, (mask & (mask - 1)) ? "lanes " : "lane ");
  add_ranges(out, mask, 4);
}

uint32_t coal_picture_used(const coal_picture_slot *s) {
  uint32_t n = 0;
  for (unsigned i = 0; i < COAL_PICTURE_BLOCK_MAX; i++) n += (uint32_t)(s->used[i / 64] >> i % 64 & 1);
  return n;
}

static json_t *slot_json(const coal_picture *p, const coal_picture_slot *s) {
  const bool is_bank = p->space == COAL_SPACE_SHARED;
  json_t *object = json_object();
  coal_str lanes = {0};
  add_ranges(&lanes, s->lanes, COAL_WARP_LANES);
  json_object_set_new(object, is_bank ? "bank" : "sector", json_integer(is_bank ? s->number : s->number - p->lowest));
  coal_json_set_text(object, "lanes", lanes.data);
  if (is_bank)
    coal_json_set_integer(object, "words", s->n_words);
  else
    coal_json_set_integer(object, "bytes_used", coal_picture_used(s));
  coal_str_free(&lanes);
  return object;
}

json_t *coal_picture_json(const coal_target *target, const coal_access *a) {
  coal_picture p;
  const coal_pattern *worst = target ? coal_picture_worst(target, a) : NULL;
  if (!worst || !coal_picture_make(target, a->space, a->op, worst, &p)) return NULL;
  const bool is_bank = p.space == COAL_SPACE_SHARED;
  json_t *object = json_object(), *offsets = json_array(), *slots = json_array();
  coal_json_set_integer(object, "bytes", p.bytes);
  coal_json_set_integer(object, "moved", p.cost.moved);
  coal_json_set_integer(object, "ideal", p.cost.ideal);
  for (unsigned lane = 0; lane < COAL_WARP_LANES; lane++)
    json_array_append_new(offsets, p.mask >> lane & 1 ? json_integer(p.offset[lane]) : json_null());
  json_object_set_new(object, "offsets", offsets);
  coal_json_set_integer(object, is_bank ? "bank_bytes" : "sector_bytes", p.block_bytes);
  for (size_t i = 0; i < p.n_slots; i++)
    if (p.slots[i].lanes) json_array_append_new(slots, slot_json(&p, &p.slots[i]));
  json_object_set_new(object, is_bank ? "banks" : "sectors", slots);
  return object;
}

/* ---- the request with a change ------------------------------------------------------------------------- */

void coal_picture_pad(const coal_pattern *p, uint64_t row_bytes, uint64_t pad_bytes, coal_pattern *out) {
  *out = *p;
  for (unsigned lane = 0; lane < COAL_WARP_LANES; lane++)
    out->offset[lane] += floor_div(p->offset[lane], (int64_t)row_bytes) * (int64_t)pad_bytes;
}

void coal_picture_pack(const coal_pattern *p, coal_pattern *out) {
  int64_t next = 0;
  *out = *p;
  for (unsigned lane = 0; lane < COAL_WARP_LANES; lane++) {
    if (!(p->mask >> lane & 1)) continue;
    unsigned same = 0;
    while (same < lane && !((p->mask >> same & 1) && p->offset[same] == p->offset[lane])) same++;
    out->offset[lane] = same < lane ? out->offset[same] : next;
    if (same == lane) next += p->bytes;
  }
}
