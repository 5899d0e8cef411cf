/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "patterns.h"

#include "rules.h"

enum { SEGMENTS_IN_ORDER_BYTES = 256, SEGMENT_BYTES = 128 };

uint32_t coal_model_period_bytes(const coal_target *target, coal_space space, coal_mem_op op) {
  if (space == COAL_SPACE_SHARED) return target->bank_count * target->bank_bytes;
  switch (target->global_rule) {
    case COAL_GLOBAL_IN_ORDER: return SEGMENTS_IN_ORDER_BYTES;
    case COAL_GLOBAL_SHRINKING: return SEGMENT_BYTES;
    case COAL_GLOBAL_BLOCKS: break;
  }
  return coal_target_block_bytes(target, op);
}

static uint32_t shifted_cost(const coal_target *t, const coal_request *r, uint64_t shift, uint32_t *ideal) {
  coal_request s = *r;
  for (uint32_t rest = r->mask; rest; rest &= rest - 1) s.address[__builtin_ctz(rest)] += shift;
  coal_cost c = coal_model_cost(t, &s);
  *ideal = c.ideal;
  return c.moved;
}

coal_shifts coal_model_shifts(const coal_target *target, const coal_request *request, uint32_t step_bytes) {
  coal_shifts s = {0};
  if (!request->mask) return s;
  uint32_t step = step_bytes ? step_bytes : 1, ideal;
  uint32_t period = coal_model_period_bytes(target, request->space, request->op);
  s.least = UINT32_MAX;
  for (uint32_t shift = 0; shift < period; shift += step) {
    uint32_t moved = shifted_cost(target, request, shift, &ideal);
    if (moved < s.least) s.least = moved;
    if (moved > s.most) s.most = moved;
  }
  return s;
}

bool coal_model_shift_mends(const coal_target *target, const coal_request *request, uint32_t step_bytes) {
  uint32_t step = step_bytes ? step_bytes : 1, ideal;
  uint32_t period = coal_model_period_bytes(target, request->space, request->op);
  for (uint32_t shift = 0; shift < period; shift += step)
    if (shifted_cost(target, request, shift, &ideal) <= ideal) return true;
  return false;
}

bool coal_model_is_unaligned(const coal_request *request) {
  for (uint32_t rest = request->mask; rest; rest &= rest - 1)
    if (request->address[__builtin_ctz(rest)] % request->bytes) return true;
  return false;
}

/** Position of the sector in the ascending list, or n. */
static unsigned sector_at(const uint64_t *sectors, unsigned n, uint64_t sector) {
  unsigned lo = 0, hi = n;
  while (lo < hi) {
    unsigned mid = (lo + hi) / 2;
    if (sectors[mid] < sector)
      lo = mid + 1;
    else
      hi = mid;
  }
  return lo < n && sectors[lo] == sector ? lo : n;
}

enum { SECTORS_MAX = 2 * COAL_WARP_LANES, SECTOR_BYTES_MAX = 128 };

/** One bit a byte of each sector. */
typedef struct coal_cover {
  uint64_t sector[SECTORS_MAX], bits[SECTORS_MAX][SECTOR_BYTES_MAX / 64];
  unsigned n;
} coal_cover;

static void list_sectors(const coal_target *t, const coal_request *r, coal_cover *c) {
  uint32_t block = coal_target_block_bytes(t, r->op);
  uint64_t a[COAL_WARP_LANES];
  unsigned n = coal_sorted_addresses(r, a);
  for (unsigned i = 0; i < n; i++)
    for (uint64_t s = a[i] / block; s <= (a[i] + r->bytes - 1) / block; s++)
      if (!c->n || c->sector[c->n - 1] < s) c->sector[c->n++] = s;
}

static void mark(uint32_t block, const coal_request *r, coal_cover *c) {
  for (uint32_t rest = r->mask; rest; rest &= rest - 1) {
    uint64_t a = r->address[__builtin_ctz(rest)];
    for (uint64_t byte = a; byte < a + r->bytes; byte++) {
      unsigned at = sector_at(c->sector, c->n, byte / block);
      uint64_t in = byte % block;
      if (at < c->n) c->bits[at][in / 64] |= UINT64_C(1) << (in % 64);
    }
  }
}

void coal_model_group(const coal_target *target, const coal_request *requests, size_t n, uint32_t *used,
                      uint32_t *fetched) {
  coal_cover c = {0};
  uint32_t block = n ? coal_target_block_bytes(target, requests->op) : 0;
  if (n) list_sectors(target, requests, &c);
  for (size_t i = 0; i < n; i++) mark(block, &requests[i], &c);
  *used = 0;
  for (unsigned i = 0; i < c.n; i++)
    for (unsigned w = 0; w < SECTOR_BYTES_MAX / 64; w++) *used += (uint32_t)__builtin_popcountll(c.bits[i][w]);
  *fetched = c.n * block;
}
