/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/** What a picture of a request shows: which lane is in which sector or bank. For text, JSON and SVG. */
#ifndef COAL_REPORT_PICTURE_H
#define COAL_REPORT_PICTURE_H

#include <coalcheck/analysis.h>
#include <jansson.h>

#include "util/str.h"

/** The most sectors that 32 lanes of 16 bytes can touch. */
enum { COAL_PICTURE_SLOTS_MAX = COAL_WARP_LANES * 17, COAL_PICTURE_BLOCK_MAX = 128 };

/** One sector (line, segment) or bank. */
typedef struct coal_picture_slot {
  int64_t number;   /* of a sector: from the object's start; of a bank: 0 to bank_count - 1 */
  uint32_t lanes;   /* mask */
  uint64_t used[2]; /* of a sector: mask of the bytes that some lane uses */
  uint32_t n_words; /* of a bank: distinct words */
} coal_picture_slot;

/** One request. Banks: of the phase that takes longest, all banks in order; sectors: those touched, in the order of lanes. */
typedef struct coal_picture {
  coal_space space;
  coal_mem_op op;
  coal_cost cost;
  const char *unit;                   /* of cost.moved: "sector" … */
  uint32_t bytes, mask;               /* a lane; active lanes */
  int64_t offset[COAL_WARP_LANES];    /* of active lanes, from the object's start */
  uint32_t block_bytes;               /* of a sector; banks: of a bank's word */
  unsigned first_lane, n_phase_lanes; /* the lanes pictured */
  int64_t lowest;                     /* the lowest sector touched */
  coal_picture_slot slots[COAL_PICTURE_SLOTS_MAX];
  size_t n_slots;
} coal_picture;

/** Fills the picture of a request. false: the target's requests cannot be drawn. */
bool coal_picture_make(const coal_target *target, coal_space space, coal_mem_op op, const coal_pattern *p,
                       coal_picture *out);
/** The pattern of the access that is furthest from its ideal; NULL without patterns. */
const coal_pattern *coal_picture_worst(const coal_target *target, const coal_access *a);

/** The same request to an array with longer rows: addresses in row r move by r * pad_bytes. */
void coal_picture_pad(const coal_pattern *p, uint64_t row_bytes, uint64_t pad_bytes, coal_pattern *out);
/** The same request with its lanes contiguous from offset 0; lanes with one address stay together. */
void coal_picture_pack(const coal_pattern *p, coal_pattern *out);

/** "lane 3", "lanes 0-7", "lanes 0,2,4,6,…": at most four parts. */
void coal_picture_add_lanes(coal_str *out, uint32_t mask);
/** Bytes of the sector that are used. */
uint32_t coal_picture_used(const coal_picture_slot *s);
/** The request that is furthest from its ideal as JSON, yours to free; NULL if there is none to draw. */
json_t *coal_picture_json(const coal_target *target, const coal_access *a);

#endif
