/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "traffic.h"

#include "rules.h"

/* Shares of the L2 that hold written data when a kernel ends (h200-traffic.csv: 28.0 and 18.8 of 52.4 MB). */
#define KEPT_WHOLE 0.534
#define KEPT_PARTLY 0.359

enum { PAIR_BYTES = 64, PAIRED_SINCE = 70, STORE_SECTOR_BYTES = 32 };

uint32_t coal_dram_pair_bytes(const coal_target *target) {
  return target->cc >= PAIRED_SINCE ? PAIR_BYTES : target->load_bytes;
}

/** Bytes that n lanes, `stride` bytes apart, touch in blocks of `block` bytes: all blocks between while the lanes are closer
 *  than a block, else one block a lane. */
static double swept(double n, uint64_t stride, uint32_t block) { return n * (double)(stride < block ? stride : block); }

static coal_traffic traffic_of_stores(const coal_target *target, const coal_stream *s) {
  coal_traffic t = {0};
  double lanes = (double)s->warps * COAL_WARP_LANES;
  uint32_t threads = s->block_threads ? s->block_threads : COAL_WARP_LANES, sector = target->sector_bytes;
  bool has_holes = s->stride_bytes > s->bytes;
  bool has_seams = (s->offset_bytes % sector || (uint64_t)threads * s->bytes % sector) && !has_holes;
  t.write_bytes = swept(lanes, s->stride_bytes, sector);
  if (has_holes) t.read_bytes = t.write_bytes;
  if (has_seams) t.read_bytes = lanes / threads * sector;
  double share = has_holes || has_seams ? KEPT_PARTLY : KEPT_WHOLE;
  if (s->stride_bytes > sector) share *= (double)sector / (double)s->stride_bytes;
  t.kept_bytes = share * target->l2_bytes;
  if (t.kept_bytes > t.write_bytes) t.kept_bytes = t.write_bytes;
  return t;
}

coal_traffic coal_traffic_of_stream(const coal_target *target, const coal_stream *s) {
  if (s->is_store) return traffic_of_stores(target, s);
  coal_traffic t = {.read_bytes =
                        swept((double)s->warps * COAL_WARP_LANES, s->stride_bytes, coal_dram_pair_bytes(target))};
  return t;
}

/** Distinct blocks of `block` bytes that the request touches; those covered in part in `*partly`. */
static uint32_t blocks_touched(const coal_request *r, uint32_t block, uint32_t *partly) {
  uint64_t a[COAL_WARP_LANES], end = 0, at = 0, covered = 0;
  unsigned n = coal_sorted_addresses(r, a);
  uint32_t blocks = 0;
  *partly = 0;
  for (unsigned i = 0; i < n; i++) {
    uint64_t from = i && a[i] < end ? end : a[i];
    end = a[i] + r->bytes;
    for (uint64_t byte = from; byte < end;) {
      uint64_t number = byte / block, stop = (number + 1) * block < end ? (number + 1) * block : end;
      if (!blocks || number != at) {
        if (blocks && covered < block) ++*partly;
        blocks++;
        at = number;
        covered = 0;
      }
      covered += stop - byte;
      byte = stop;
    }
  }
  if (blocks && covered < block) ++*partly;
  return blocks;
}

coal_traffic coal_traffic_of_request(const coal_target *target, const coal_request *r) {
  coal_traffic t = {0};
  uint32_t partly;
  if (r->op == COAL_MEM_LOAD) {
    uint32_t pair = coal_dram_pair_bytes(target);
    t.read_bytes = (double)blocks_touched(r, pair, &partly) * pair;
    return t;
  }
  t.write_bytes = (double)blocks_touched(r, STORE_SECTOR_BYTES, &partly) * STORE_SECTOR_BYTES;
  t.read_bytes = (double)partly * STORE_SECTOR_BYTES;
  return t;
}
