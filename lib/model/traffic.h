/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/** What global accesses make DRAM move behind the sectors. Fitted to ground-truth/h200-traffic.csv. */
#ifndef COAL_MODEL_TRAFFIC_H
#define COAL_MODEL_TRAFFIC_H

#include <coalcheck/model.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Warps that sweep memory once: lane l of all lanes, counted over the whole launch, accesses `bytes` bytes at
 *  offset_bytes + l · stride_bytes. */
typedef struct coal_stream {
  bool is_store;
  uint32_t bytes;         /* a lane: 1 … 16 */
  uint64_t stride_bytes;  /* between neighbouring lanes; at least `bytes` */
  uint64_t offset_bytes;  /* of the start from a line boundary */
  uint64_t warps;         /* warp accesses */
  uint32_t block_threads; /* 0: not known, treated as one warp */
} coal_stream;

typedef struct coal_traffic {
  double read_bytes, write_bytes; /* of DRAM, in the end */
  double kept_bytes;              /* of the writes: still in the L2 cache when the kernel ends */
} coal_traffic;

/** Loads bring aligned pairs of sectors (64 bytes). Stores write sectors; one that a block covers only in part is
 *  read first. Sectors that warps of one block share are joined in the cache, those at the seam of two blocks are
 *  not. What is left in L2 at the end: KEPT_WHOLE of it where whole sectors are written, KEPT_PARTLY where they
 *  were read first. */
coal_traffic coal_traffic_of_stream(const coal_target *target, const coal_stream *stream);

/** One request by itself: what its neighbours share counts in full. */
coal_traffic coal_traffic_of_request(const coal_target *target, const coal_request *request);

/** The granularity of DRAM reads for loads: 64 bytes where sectors come in pairs (measured on 9.0, taken for 7.0 and
 *  later), else the load's own. */
uint32_t coal_dram_pair_bytes(const coal_target *target);

#ifdef __cplusplus
}
#endif
#endif
