/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/**
 * Shared memory of compute capability 2.x and 3.x: 32 banks; any number of lanes may share a word of a bank.
 *
 * 2.x (CUDA C Programming Guide 8.0, G.3.3): banks of 4 bytes. 8 bytes: each half-warp by itself. 16 bytes: each quarter-warp by
 * itself, and one step more than its conflicts, so that even conflict-free ones are 2-way "as a rule".
 *
 * 3.x (G.4.3): banks of 8 bytes. In 8-byte mode neighbouring banks hold neighbouring 8-byte words. In 4-byte mode they hold
 * neighbouring 4-byte words, and words i and i + 32 of an aligned row of 64 lie in one bank without conflict: bank = word mod
 * 32, and what conflicts is word / 64. 16 bytes: each half-warp by itself (its 256 bytes are what the banks give in a step; the
 * guide does not say so).
 */
#include <string.h>

#include "rules.h"

enum { BANKS = 32 };

/** What the banks of a phase are asked for. */
typedef struct bank_requests {
  uint8_t n[BANKS];
  uint64_t key[BANKS][COAL_WARP_LANES];
  uint32_t most;
} bank_requests;

static void ask(bank_requests *b, unsigned bank, uint64_t key, bool count_lanes) {
  unsigned n = b->n[bank];
  for (unsigned i = 0; i < n && !count_lanes; i++)
    if (b->key[bank][i] == key) return;
  if (n == COAL_WARP_LANES) return;
  b->key[bank][n] = key;
  b->n[bank] = (uint8_t)(n + 1);
  if (n + 1 > b->most) b->most = n + 1;
}

/** Bank and row of the step-sized word at `word` (in bank steps): words that share both do not conflict. */
static void ask_word(bank_requests *b, const coal_target *t, uint64_t word, bool count_lanes) {
  uint64_t words_a_row = (uint64_t)BANKS * (t->bank_bytes / t->bank_step_bytes);
  ask(b, (unsigned)(word % BANKS), word / words_a_row, count_lanes);
}

static uint32_t phase_ways(const coal_target *t, const coal_request *r, uint32_t mask, bank_requests *b) {
  memset(b->n, 0, sizeof b->n);
  b->most = 0;
  for (uint32_t rest = mask; rest; rest &= rest - 1) {
    uint64_t a = r->address[__builtin_ctz(rest)], step = t->bank_step_bytes;
    for (uint64_t w = a / step, last = (a + r->bytes - 1) / step; w <= last; w++)
      ask_word(b, t, w, r->op == COAL_MEM_ATOMIC);
  }
  return b->most;
}

/** Lanes that are served together. */
static unsigned phase_lanes(const coal_target *t, uint32_t bytes) {
  unsigned bytes_a_step = BANKS * t->bank_bytes;
  return bytes * COAL_WARP_LANES <= bytes_a_step ? COAL_WARP_LANES : bytes_a_step / bytes;
}

coal_cost coal_shared_fermi_kepler(const coal_target *t, const coal_request *r) {
  coal_cost c = {.bytes_used = coal_request_bytes_used(r)};
  bank_requests asked;
  unsigned lanes = phase_lanes(t, r->bytes), more = t->shared_rule == COAL_SHARED_ADD_ONE && r->bytes == 16;
  for (unsigned first = 0; first < COAL_WARP_LANES; first += lanes) {
    uint32_t mask = coal_lanes_between(r->mask, first, lanes);
    if (!mask) continue;
    uint32_t ways = phase_ways(t, r, mask, &asked) + more;
    c.moved += ways;
    c.ideal += 1 + more;
    if (ways > c.ways) c.ways = ways;
  }
  return c;
}
