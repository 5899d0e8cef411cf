/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "rules.h"

/** Sorts by insertion: nearly every warp is in order already, and then this is one pass. */
static void sort_ascending(uint64_t *a, unsigned n) {
  for (unsigned i = 1; i < n; i++) {
    uint64_t v = a[i];
    unsigned j = i;
    for (; j > 0 && a[j - 1] > v; j--) a[j] = a[j - 1];
    a[j] = v;
  }
}

static void reverse(uint64_t *a, unsigned n) {
  for (unsigned i = 0; i < n / 2; i++) {
    uint64_t v = a[i];
    a[i] = a[n - 1 - i];
    a[n - 1 - i] = v;
  }
}

unsigned coal_sorted_addresses(const coal_request *r, uint64_t out[COAL_WARP_LANES]) {
  unsigned n = 0;
  for (uint32_t rest = r->mask; rest; rest &= rest - 1) out[n++] = r->address[__builtin_ctz(rest)];
  if (n > 1 && out[0] > out[n - 1]) reverse(out, n);
  sort_ascending(out, n);
  return n;
}

uint32_t coal_union_bytes(const uint64_t *ascending, unsigned n, uint32_t bytes) {
  uint64_t total = 0, end = 0;
  for (unsigned i = 0; i < n; i++) {
    uint64_t from = i && ascending[i] < end ? end : ascending[i];
    end = ascending[i] + bytes;
    total += end - from;
  }
  return (uint32_t)total;
}

uint32_t coal_request_bytes_used(const coal_request *r) {
  uint64_t a[COAL_WARP_LANES];
  unsigned n = coal_sorted_addresses(r, a);
  return coal_union_bytes(a, n, r->bytes);
}

uint32_t coal_lanes_between(uint32_t mask, unsigned first, unsigned n) {
  return n >= 32 ? mask : mask & ((UINT32_C(1) << n) - 1) << first;
}

/** One ascending pass over one request: a lane adds the blocks [first, last] of its bytes that lie above the highest seen. */
static void add_blocks(coal_cost *c, const coal_request *r, unsigned shift) {
  uint64_t a[COAL_WARP_LANES], next = 0;
  unsigned n = coal_sorted_addresses(r, a);
  for (unsigned i = 0; i < n; i++) {
    uint64_t first = a[i] >> shift, last = (a[i] + r->bytes - 1) >> shift;
    if (i && first < next) first = next;
    if (last + 1 > first) c->moved += (uint32_t)(last + 1 - first);
    next = last + 1;
  }
  uint32_t used = coal_union_bytes(a, n, r->bytes);
  c->bytes_used += used;
  c->ideal += (used + (UINT32_C(1) << shift) - 1) >> shift;
}

/** On 2.x and 3.x words of 8 and 16 bytes make requests of 128 bytes: 16 or 8 lanes each. */
coal_cost coal_global_blocks(const coal_target *t, const coal_request *r) {
  uint32_t block = coal_target_block_bytes(t, r->op);
  unsigned shift = (unsigned)__builtin_ctz(block), lanes = COAL_WARP_LANES;
  coal_cost c = {.ways = 1};
  if (t->request_bytes && t->request_bytes / r->bytes < lanes) lanes = t->request_bytes / r->bytes;
  if (lanes == COAL_WARP_LANES) {
    add_blocks(&c, r, shift);
  } else {
    coal_request part = *r;
    for (unsigned first = 0; first < COAL_WARP_LANES; first += lanes) {
      part.mask = coal_lanes_between(r->mask, first, lanes);
      add_blocks(&c, &part, shift);
    }
    c.bytes_used = coal_request_bytes_used(r);
  }
  c.bytes_moved = c.moved * block;
  return c;
}

/** The least over all placements: the words with most lanes share a sector, the next ones the next, and so on;
 *  a sector costs its first word's lanes. `lanes` holds the count of each of n words and is sorted by this. */
static uint32_t ideal_atomic(uint64_t *lanes, unsigned n, uint32_t words_a_sector) {
  sort_ascending(lanes, n);
  uint32_t sum = 0;
  for (unsigned i = 0; i < n; i += words_a_sector) sum += (uint32_t)lanes[n - 1 - i];
  return sum;
}

coal_cost coal_global_atomic(const coal_target *t, const coal_request *r) {
  uint64_t a[COAL_WARP_LANES], lanes[COAL_WARP_LANES], sector = 0;
  unsigned n = coal_sorted_addresses(r, a), n_words = 0;
  uint32_t most = 0;
  coal_cost c = {.ways = 1};
  for (unsigned i = 0, j; i < n; i = j) {
    for (j = i + 1; j < n && a[j] == a[i]; j++) continue;
    lanes[n_words++] = j - i;
    if (i && a[i] / t->sector_bytes != sector) {
      c.moved += most;
      most = 0;
    }
    sector = a[i] / t->sector_bytes;
    if (j - i > most) most = j - i;
  }
  c.moved += most;
  c.bytes_used = coal_union_bytes(a, n, r->bytes);
  uint32_t words_a_sector = r->bytes < t->sector_bytes ? t->sector_bytes / r->bytes : 1;
  c.ideal = ideal_atomic(lanes, n_words, words_a_sector);
  if (c.ideal > c.moved) c.ideal = c.moved;
  c.bytes_moved = c.moved * t->sector_bytes;
  return c;
}
