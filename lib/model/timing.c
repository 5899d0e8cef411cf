/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "timing.h"

#include <math.h>

/* ---- two bounds ---------------------------------------------------------------------------------------- */

enum { TEACHING_SLOTS = 8 };

coal_time_parameters coal_time_teaching(void) {
  return (coal_time_parameters){
      .latency_ns = 300, .bandwidth_gbps = 900, .warps_in_flight = 1, .slots = TEACHING_SLOTS};
}

/** Real GPUs overlap all transactions of a request: 32 sectors a request reach full bandwidth (h200-bandwidth.csv). */
coal_time_parameters coal_time_defaults(const coal_target *target) {
  return (coal_time_parameters){.latency_ns = target->latency_ns,
                                .bandwidth_gbps = target->bandwidth_gbps,
                                .warps_in_flight = (double)target->multiprocessors * target->warps_max,
                                .slots = 2 * COAL_WARP_LANES};
}

double coal_request_latency_ns(const coal_time_parameters *p, double transactions) {
  if (transactions <= 0) return 0;
  return transactions <= p->slots ? p->latency_ns : p->latency_ns * transactions;
}

coal_time coal_time_of(const coal_time_parameters *p, double latency_sum_ns, double bytes) {
  coal_time t = {0};
  if (p->warps_in_flight > 0) t.latency_ns = latency_sum_ns / p->warps_in_flight;
  if (p->bandwidth_gbps > 0) t.bandwidth_ns = bytes / p->bandwidth_gbps;
  t.is_bandwidth_bound = t.bandwidth_ns >= t.latency_ns;
  t.total_ns = t.is_bandwidth_bound ? t.bandwidth_ns : t.latency_ns;
  if (bytes > 0 && p->bandwidth_gbps > 0) t.crossover_warps = latency_sum_ns * p->bandwidth_gbps / bytes;
  return t;
}

/* ---- an H200 ------------------------------------------------------------------------------------------- */

/* Two costs that overlap in part join as (a^p + b^p)^(1/p). All rates are of the whole GPU. */
#define LOAD_NS 0.047         /* a request: 8448 warps in flight wait 397 ns for it */
#define LOAD_SECTOR_NS 0.0008 /* more for each sector */
#define LOAD_GBPS 4600.0
#define LOAD_POWER 3.0
#define STORE_NS 0.019
#define STORE_GBPS 4400.0
#define STORE_POWER 2.0
#define PARTLY_GBPS 3900.0 /* sectors read and written */
#define SEAM_NS 0.0305     /* a sector that two warps share */

/** Share of the bandwidth that is left when DRAM is touched only every so many bytes. */
typedef struct coal_sparse {
  double stride_bytes, share;
} coal_sparse;

static const coal_sparse sparse_loads[] = {{64, 1}, {96, 0.951}, {128, 0.832}, {256, 0.564}};
static const coal_sparse sparse_stores[] = {{32, 1}, {48, 0.863}, {64, 0.704}, {96, 0.479}, {128, 0.36}, {256, 0.266}};

static double share_at(const coal_sparse *table, size_t n, double stride) {
  if (stride <= table[0].stride_bytes) return table[0].share;
  for (size_t i = 1; i < n; i++) {
    const coal_sparse *a = &table[i - 1], *b = &table[i];
    if (stride <= b->stride_bytes)
      return a->share + (b->share - a->share) * (stride - a->stride_bytes) / (b->stride_bytes - a->stride_bytes);
  }
  return table[n - 1].share;
}

static double joined(double a, double b, double power) { return pow(pow(a, power) + pow(b, power), 1 / power); }

static double sectors_of(const coal_target *target, const coal_stream *s) {
  coal_request r = {.space = COAL_SPACE_GLOBAL,
                    .op = s->is_store ? COAL_MEM_STORE : COAL_MEM_LOAD,
                    .bytes = s->bytes,
                    .mask = UINT32_MAX};
  for (unsigned i = 0; i < COAL_WARP_LANES; i++) r.address[i] = s->offset_bytes + i * s->stride_bytes;
  return coal_model_cost(target, &r).moved;
}

static double load_ns(const coal_target *target, const coal_stream *s) {
  coal_stream one = *s;
  one.warps = 1;
  double bytes = coal_traffic_of_stream(target, &one).read_bytes;
  double share = share_at(sparse_loads, sizeof sparse_loads / sizeof *sparse_loads, (double)s->stride_bytes);
  return joined(LOAD_NS + LOAD_SECTOR_NS * sectors_of(target, s), bytes / (LOAD_GBPS * share), LOAD_POWER);
}

/** Sectors covered in part are read and written. 16-byte stores run as slow as those do, whole sectors or not: measured,
 *  unexplained. */
static double store_ns(const coal_target *target, const coal_stream *s) {
  double sectors = sectors_of(target, s), sector_bytes = target->sector_bytes;
  double share = share_at(sparse_stores, sizeof sparse_stores / sizeof *sparse_stores, (double)s->stride_bytes);
  if (s->stride_bytes > s->bytes || s->bytes == 16) return sectors * 2 * sector_bytes / (PARTLY_GBPS * share);
  if (s->offset_bytes % target->sector_bytes) return (sectors - 2) * sector_bytes / STORE_GBPS + 2 * SEAM_NS;
  return joined(STORE_NS, COAL_WARP_LANES * (double)s->bytes / STORE_GBPS, STORE_POWER);
}

double coal_calibrated_request_ns(const coal_target *target, const coal_stream *s) {
  return s->is_store ? store_ns(target, s) : load_ns(target, s);
}

/* ---- occupancy ----------------------------------------------------------------------------------------- */

unsigned coal_resident_warps(const coal_target *target, uint64_t block_threads, uint64_t shared_bytes) {
  uint64_t warps = (block_threads + COAL_WARP_LANES - 1) / COAL_WARP_LANES;
  if (!warps || !target->warps_max || warps > target->warps_max) return 0;
  uint64_t blocks = target->warps_max / warps;
  if (blocks > target->blocks_max) blocks = target->blocks_max;
  if (shared_bytes && target->shared_bytes / shared_bytes < blocks) blocks = target->shared_bytes / shared_bytes;
  return (unsigned)(blocks * warps);
}
