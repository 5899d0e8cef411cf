/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/**
 * Shared memory of compute capability 1.x: 16 banks of 4 bytes (CUDA C Programming Guide 4.2, F.3.3).
 *
 * A warp makes two requests, one a half-warp; accesses of 8 and 16 bytes are two and four of 4 bytes. A request is served in
 * steps, each one: a word is broadcast to every lane that reads it, and every other bank serves one lane. Which word is
 * broadcast is "unspecified" there; here it is the most wanted word of the busiest bank. Stores: lanes that write one place are
 * one write; there is no broadcast. So 16 bytes in a row (a char array) take 4 steps, 16 shorts 2, doubles in a row 2 each.
 */
#include <string.h>

#include "rules.h"

enum { HALF = COAL_WARP_LANES / 2, BANKS = 16, WORD_BYTES = 4 };

/** Lanes that wait for something: a word of 4 bytes, and the place in it (stores of different places do not join). */
typedef struct coal_wish {
  uint64_t word;
  uint32_t lanes;
} coal_wish;

typedef struct coal_wishes {
  coal_wish items[HALF];
  unsigned n;
} coal_wishes;

static void add_lane(coal_wishes *w, uint64_t word) {
  for (unsigned i = 0; i < w->n; i++)
    if (w->items[i].word == word) {
      w->items[i].lanes++;
      return;
    }
  w->items[w->n++] = (coal_wish){word, 1};
}

/** How many lanes wait for each bank; the busiest one is returned. */
static unsigned busiest(const coal_wishes *w, uint32_t waiting[BANKS]) {
  unsigned best = 0;
  memset(waiting, 0, BANKS * sizeof *waiting);
  for (unsigned i = 0; i < w->n; i++) waiting[w->items[i].word % BANKS] += w->items[i].lanes;
  for (unsigned b = 1; b < BANKS; b++)
    if (waiting[b] > waiting[best]) best = b;
  return best;
}

/** One step: the busiest bank broadcasts its most wanted word, every other bank serves a lane. */
static void step(coal_wishes *w, unsigned busy) {
  coal_wish *broadcast = NULL;
  bool served[BANKS] = {false};
  for (unsigned i = 0; i < w->n; i++)
    if (w->items[i].word % BANKS == busy && (!broadcast || w->items[i].lanes > broadcast->lanes))
      broadcast = &w->items[i];
  if (broadcast) broadcast->lanes = 0;
  served[busy] = true;
  for (unsigned i = 0; i < w->n; i++) {
    unsigned bank = (unsigned)(w->items[i].word % BANKS);
    if (served[bank] || !w->items[i].lanes) continue;
    w->items[i].lanes--;
    served[bank] = true;
  }
}

static uint32_t steps_of_loads(coal_wishes *w) {
  uint32_t waiting[BANKS], n = 0;
  for (unsigned busy = busiest(w, waiting); waiting[busy]; busy = busiest(w, waiting), n++) step(w, busy);
  return n;
}

/** Distinct places a bank, or lanes where each counts (atomics). */
static uint32_t steps_of_stores(const coal_request *half, uint64_t part, bool count_lanes) {
  uint32_t n[BANKS] = {0}, most = 0;
  for (uint32_t rest = half->mask; rest; rest &= rest - 1) {
    unsigned lane = (unsigned)__builtin_ctz(rest);
    bool is_repeat = false;
    for (uint32_t before = half->mask & ((UINT32_C(1) << lane) - 1); before && !count_lanes; before &= before - 1)
      is_repeat |= half->address[__builtin_ctz(before)] == half->address[lane];
    if (is_repeat) continue;
    uint32_t *bank = &n[(half->address[lane] / WORD_BYTES + part) % BANKS];
    if (++*bank > most) most = *bank;
  }
  return most;
}

static uint32_t steps(const coal_request *half, uint64_t part) {
  coal_wishes w = {.n = 0};
  if (half->op != COAL_MEM_LOAD) return steps_of_stores(half, part, half->op == COAL_MEM_ATOMIC);
  for (uint32_t rest = half->mask; rest; rest &= rest - 1)
    add_lane(&w, half->address[__builtin_ctz(rest)] / WORD_BYTES + part);
  return steps_of_loads(&w);
}

coal_cost coal_shared_half_warps(const coal_target *t, const coal_request *r) {
  coal_cost c = {.bytes_used = coal_request_bytes_used(r)};
  uint32_t parts = r->bytes > WORD_BYTES ? r->bytes / WORD_BYTES : 1;
  (void)t;
  for (unsigned first = 0; first < COAL_WARP_LANES; first += HALF) {
    coal_request half = *r;
    half.mask = coal_lanes_between(r->mask, first, HALF);
    if (!half.mask) continue;
    for (uint32_t part = 0; part < parts; part++) {
      uint32_t n = steps(&half, part);
      c.moved += n;
      c.ideal++;
      if (n > c.ways) c.ways = n;
    }
  }
  return c;
}
