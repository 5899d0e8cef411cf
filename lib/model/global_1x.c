/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/**
 * Global memory of compute capability 1.x: a warp makes two requests, one a half-warp.
 *
 * 1.0, 1.1 (CUDA C Programming Guide 4.2, F.3.2.1): coalesced if the words have 4, 8 or 16 bytes, all lie in one segment
 * aligned to 16 words, and lane k of the half-warp takes word k of it; lanes may be inactive. That makes one transaction
 * of 64 or 128 bytes, or two of 128. Otherwise each lane makes a transaction of 32 bytes of its own (2.3, 5.1.2.1: "a
 * separate memory transaction is issued for each thread"; 4.2 says 16 of them, with all lanes active).
 *
 * 1.2, 1.3 (F.3.2.2): find the segment of the lowest active lane (32 bytes for 1-byte words, 64 for 2-byte, 128 for wider
 * ones), serve every lane in it, halve the transaction while only one half of it is used (down to 32 bytes), repeat.
 */
#include "rules.h"

enum { HALF = COAL_WARP_LANES / 2, SMALL_BYTES = 32, LARGE_BYTES = 128 };

/* ---- 1.0, 1.1 ------------------------------------------------------------------------------------------ */

static bool is_in_order(const coal_request *half, unsigned first_lane) {
  if (half->bytes < 4) return false;
  uint64_t segment = UINT64_C(16) * half->bytes;
  unsigned lowest = (unsigned)__builtin_ctz(half->mask);
  uint64_t start = half->address[lowest] / segment * segment;
  for (uint32_t rest = half->mask; rest; rest &= rest - 1) {
    unsigned lane = (unsigned)__builtin_ctz(rest);
    if (half->address[lane] != start + (uint64_t)(lane - first_lane) * half->bytes) return false;
  }
  return true;
}

/** Transactions of a half-warp in order; for words of 1 and 2 bytes those of the same bytes in wider words. */
static uint32_t least_in_order(const coal_request *half) { return half->bytes == 16 ? 2 : 1; }

coal_cost coal_global_in_order(const coal_target *t, const coal_request *r) {
  coal_cost c = {.ways = 1, .bytes_used = coal_request_bytes_used(r)};
  (void)t;
  for (unsigned first = 0; first < COAL_WARP_LANES; first += HALF) {
    coal_request half = *r;
    half.mask = coal_lanes_between(r->mask, first, HALF);
    if (!half.mask) continue;
    uint32_t least = least_in_order(&half);
    c.ideal += least;
    if (is_in_order(&half, first)) {
      c.moved += least;
      c.bytes_moved += 16 * half.bytes;
    } else {
      uint32_t lanes = (uint32_t)__builtin_popcount(half.mask);
      c.moved += lanes;
      c.bytes_moved += lanes * SMALL_BYTES;
    }
  }
  if (c.ideal > c.moved) c.ideal = c.moved;
  return c;
}

/* ---- 1.2, 1.3 ------------------------------------------------------------------------------------------ */

/** The size that the transaction shrinks to: the smallest aligned part of the segment that holds bytes [lo, hi]. */
static uint32_t shrunk(uint32_t bytes, uint64_t lo, uint64_t hi) {
  while (bytes > SMALL_BYTES && lo / (bytes / 2) == hi / (bytes / 2)) bytes /= 2;
  return bytes;
}

/** Serves the segment of the lowest lane; returns the lanes that are left. */
static uint32_t serve(coal_cost *c, const coal_request *half, uint32_t left, uint32_t segment_bytes) {
  uint64_t segment = half->address[__builtin_ctz(left)] / segment_bytes, lo = UINT64_MAX, hi = 0;
  for (uint32_t rest = left; rest; rest &= rest - 1) {
    unsigned lane = (unsigned)__builtin_ctz(rest);
    uint64_t a = half->address[lane], end = (segment + 1) * segment_bytes - 1;
    if (a / segment_bytes != segment) continue;
    left &= ~(UINT32_C(1) << lane);
    if (a < lo) lo = a;
    if (a + half->bytes - 1 > hi) hi = a + half->bytes - 1 < end ? a + half->bytes - 1 : end;
  }
  c->moved++;
  c->bytes_moved += shrunk(segment_bytes, lo, hi);
  return left;
}

coal_cost coal_global_shrinking(const coal_target *t, const coal_request *r) {
  coal_cost c = {.ways = 1, .bytes_used = coal_request_bytes_used(r)};
  uint32_t segment_bytes = r->bytes == 1 ? 32 : r->bytes == 2 ? 64 : LARGE_BYTES;
  (void)t;
  for (unsigned first = 0; first < COAL_WARP_LANES; first += HALF) {
    coal_request half = *r;
    half.mask = coal_lanes_between(r->mask, first, HALF);
    if (!half.mask) continue;
    for (uint32_t left = half.mask; left;) left = serve(&c, &half, left, segment_bytes);
    c.ideal += (coal_request_bytes_used(&half) + segment_bytes - 1) / segment_bytes;
  }
  return c;
}
