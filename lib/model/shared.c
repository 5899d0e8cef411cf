/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/**
 * Shared memory of compute capability 5.0 and later: 32 banks of 4 bytes (CUDA C++ Programming Guide, "Shared Memory
 * 5.x"), phases and merging measured on an H200 (ground-truth/h200-shared-wavefronts.csv: 2316 of 2316,
 * h200-shared-atomics-matrix.csv: 594 of 594).
 *
 * A request is cut into phases; wavefronts = Σ over phases of max over banks of the distinct words in that bank:
 *   1, 2, 4 bytes      the warp at once
 *   8 bytes            two half-warps
 *   16 bytes           four quarter-warps
 *   matrix .x1 .x2 .x4 1, 2, 4 phases of 8 lanes, a row of 16 bytes each; other lanes' addresses are not used
 * Loads of 8 and 16 bytes merge two phases into one (the two halves; the two quarters of each half) when every active
 * lane's neighbour, lane ^ 1 for the whole warp or lane ^ 2 for the whole warp, is inactive or has its address.
 * Atomics count lanes, not words: lanes on one word serialise too. Adding the constant 1 with the result unused is
 * done once a word, so that words count again.
 *
 * Ideal: the wavefronts of the same request if no two distinct words shared a bank: one a phase with an active lane,
 * since no phase holds more than 32 words. So 32 distinct words of 4 bytes have ideal 1, of 8 bytes 2, of 16 bytes 4.
 */
#include <string.h>

#include "rules.h"

/** The active lanes of each of n phases. */
typedef struct coal_phases {
  uint32_t mask[4];
  unsigned n;
} coal_phases;

static bool has_pairs(const coal_request *r, unsigned distance) {
  for (uint32_t rest = r->mask; rest; rest &= rest - 1) {
    unsigned i = (unsigned)__builtin_ctz(rest), j = i ^ distance;
    if ((r->mask >> j & 1) && r->address[i] != r->address[j]) return false;
  }
  return true;
}

static bool merges(const coal_request *r) { return r->op == COAL_MEM_LOAD && (has_pairs(r, 1) || has_pairs(r, 2)); }

static coal_phases cut(uint32_t mask, unsigned n, unsigned lanes_each) {
  coal_phases p = {.n = n};
  uint32_t all = lanes_each == 32 ? UINT32_MAX : (UINT32_C(1) << lanes_each) - 1;
  for (unsigned i = 0; i < n; i++) p.mask[i] = mask & (all << (i * lanes_each));
  return p;
}

static coal_phases phases_of(const coal_request *r) {
  switch (r->op) {
    case COAL_MEM_LDMATRIX1:
    case COAL_MEM_STMATRIX1: return cut(r->mask, 1, 8);
    case COAL_MEM_LDMATRIX2:
    case COAL_MEM_STMATRIX2: return cut(r->mask, 2, 8);
    case COAL_MEM_LDMATRIX4:
    case COAL_MEM_STMATRIX4: return cut(r->mask, 4, 8);
    default: break;
  }
  if (r->bytes <= 4) return cut(r->mask, 1, 32);
  bool merged = merges(r);
  if (r->bytes <= 8) return merged ? cut(r->mask, 1, 32) : cut(r->mask, 2, 16);
  return merged ? cut(r->mask, 2, 16) : cut(r->mask, 4, 8);
}

/** The banks of a phase and the words seen in each. `word` holds garbage beyond n[bank]. */
typedef struct coal_banks {
  uint8_t n[COAL_WARP_LANES];
  uint64_t word[COAL_WARP_LANES][COAL_WARP_LANES];
  uint8_t most;
} coal_banks;

/** Adds a lane's word to its bank, if it is not there yet or lanes are what counts. A lane has at most one word in
 *  a bank, so no bank overflows. */
static void add_word(coal_banks *b, uint64_t word, bool count_lanes) {
  unsigned bank = (unsigned)(word % COAL_WARP_LANES), n = b->n[bank];
  if (!count_lanes)
    for (unsigned i = n; i > 0; i--)
      if (b->word[bank][i - 1] == word) return;
  b->word[bank][n] = word;
  b->n[bank] = (uint8_t)(n + 1);
  if (n + 1 > b->most) b->most = (uint8_t)(n + 1);
}

static unsigned phase_ways(const coal_request *r, uint32_t mask, bool count_lanes, coal_banks *b) {
  memset(b->n, 0, sizeof b->n);
  b->most = 0;
  for (uint32_t rest = mask; rest; rest &= rest - 1) {
    uint64_t a = r->address[__builtin_ctz(rest)];
    for (uint64_t w = a / 4, last = (a + r->bytes - 1) / 4; w <= last; w++) add_word(b, w, count_lanes);
  }
  return b->most;
}

coal_cost coal_shared_merging(const coal_target *t, const coal_request *r) {
  (void)t;
  coal_cost c = {0};
  coal_banks banks;
  coal_phases p = phases_of(r);
  coal_request used = {.bytes = r->bytes};
  for (unsigned i = 0; i < p.n; i++) {
    if (!p.mask[i]) continue;
    unsigned ways = phase_ways(r, p.mask[i], r->op == COAL_MEM_ATOMIC, &banks);
    c.moved += ways;
    c.ideal++;
    if (ways > c.ways) c.ways = ways;
    used.mask |= p.mask[i];
  }
  uint64_t a[COAL_WARP_LANES];
  memcpy(used.address, r->address, sizeof used.address);
  unsigned n = coal_sorted_addresses(&used, a);
  c.bytes_used = coal_union_bytes(a, n, r->bytes);
  return c;
}
