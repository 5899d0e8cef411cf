/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Corner blocks come first, then the others in an order that jumps about, for as long as new numbers show. Where that leaves
 * blocks out, boundaries are looked for: two blocks of a row of the grid whose warps did different things (all lanes guarded in,
 * all out) have between them one where that changes, found by bisection.
 */
#include "sample.h"

#include "util/hash.h"
#include "util/vec.h"

enum {
  CORNERS_SHARE = 2, /* parts of the budget: for all warps of corner blocks */
  FILE_SHARE = 64,   /* parts of what the file has left: for one warp, if that is more than the launch's own budget */
  NEWS_SHARE = 4,    /* without a new number */
  NEWS_TIMES = 3,    /* the whole budget, while new numbers show */
  BOUNDS_SHARE = 4,  /* for boundaries */
  FEW_WARPS = 512,   /* a launch of no more is run whole if that is at all affordable */
  POINTS = 5,        /* blocks of a row that are compared first */
  ALIKE_WARPS = 64   /* counting: so many warps that count the same, beside the corner blocks, stand for the rest */
};

typedef struct sampler {
  const coal_sample_job *job;
  uint64_t blocks, warps, spent; /* warps run, steps taken */
  uint64_t news, spent_at_news;
  uint64_t largest;        /* steps that a warp took */
  uint64_t floor, ceiling; /* steps that may be taken without news, and at all */
  uint64_t kind;           /* of the warps run last */
  bool is_complete, is_uniform;
} sampler;

static bool may_go_on(const sampler *s) {
  if (s->job->counts) return s->spent < s->job->budget;
  if (s->spent + s->largest <= s->floor) return true;
  return s->spent < s->ceiling && s->spent - s->spent_at_news < s->job->budget / NEWS_SHARE;
}

/* Steps that a warp may take by what the file has left; 0: none. */
static uint64_t file_limit(const coal_sample_job *job) {
  if (!job->done) return UINT64_MAX;
  uint64_t left = job->limit > *job->done ? job->limit - *job->done : 0;
  uint64_t part = left / FILE_SHARE;
  return part > job->budget ? part : job->budget < left ? job->budget : left;
}

static bool run_one(sampler *s, uint64_t block_index, uint32_t warp, bool is_must) {
  const coal_sample_job *job = s->job;
  const uint32_t *grid = job->grid;
  if (!is_must && !may_go_on(s)) return false;
  uint32_t block[3] = {(uint32_t)(block_index % grid[0]), (uint32_t)(block_index / grid[0] % grid[1]),
                       (uint32_t)(block_index / grid[0] / grid[1])};
  uint64_t limit = job->warp_budget, left = job->budget > s->spent ? job->budget - s->spent : 0;
  if (job->counts && !is_must && left < limit) limit = left;
  uint64_t most = file_limit(job);
  coal_warp_run r = job->run(job->context, block, warp, most < limit ? most : limit);
  if (job->done) *job->done += r.steps;
  s->is_complete &= r.is_whole;
  s->is_uniform = r.is_uniform;
  s->warps++;
  s->spent += r.steps + 20;
  if (r.steps > s->largest) s->largest = r.steps;
  if (r.news != s->news) s->spent_at_news = s->spent;
  s->news = r.news;
  s->kind = coal_hash_number(s->kind, r.kind);
  return true;
}

/* First and last warp first: those that differ most. */
static bool run_block(sampler *s, uint64_t block_index, bool is_must) {
  uint32_t n = s->job->warps_per_block;
  s->kind = 0;
  if (!run_one(s, block_index, 0, is_must)) return false;
  if (n > 1 && !run_one(s, block_index, n - 1, is_must)) return false;
  uint64_t kind = s->kind;
  for (uint32_t k = 1; k + 1 < n; k++)
    if (!run_one(s, block_index, k, false)) return false;
  s->kind = kind;
  return true;
}

static uint64_t corner(const uint32_t grid[3], unsigned which) {
  uint64_t x = which & 1 ? grid[0] - 1 : 0, y = which & 2 ? grid[1] - 1 : 0, z = which & 4 ? grid[2] - 1 : 0;
  return (z * grid[1] + y) * grid[0] + x;
}

static bool is_corner(const uint32_t grid[3], uint64_t b) {
  for (unsigned k = 0; k < 8; k++)
    if (corner(grid, k) == b) return true;
  return false;
}

static bool run_corners(sampler *s) {
  const uint32_t *grid = s->job->grid;
  bool all = true;
  for (unsigned k = 0; k < 8; k++) {
    bool is_repeat = false;
    for (unsigned j = 0; j < k; j++) is_repeat |= corner(grid, j) == corner(grid, k);
    if (!is_repeat && !run_block(s, corner(grid, k), k == 0 || k == 7)) all = false;
  }
  return all;
}

/* Counting: are the warps so far alike, and the others more than the budget allows? */
static bool would_take_long(const sampler *s) {
  double all = (double)s->blocks * s->job->warps_per_block, left = (double)s->job->budget - (double)s->spent;
  return s->is_uniform && (double)s->spent / (double)s->warps * (all - (double)s->warps) > left;
}

/* About the golden part of n, and prime to it: b·step mod n jumps about and meets every block. */
static uint64_t jumping_step(uint64_t n) {
  if (n < 4) return 1;
  for (uint64_t step = (uint64_t)((double)n * 0.6180339887) | 1;; step++) {
    uint64_t a = step, b = n;
    while (b) {
      uint64_t rest = a % b;
      a = b;
      b = rest;
    }
    if (a == 1) return step;
  }
}

static bool run_others(sampler *s) {
  uint64_t step = jumping_step(s->blocks), at_corners = s->warps;
  for (uint64_t i = 0, b = 0; i < s->blocks; i++, b = (b + step) % s->blocks) {
    if (!is_corner(s->job->grid, b) && !run_block(s, b, false)) return false;
    if (s->job->counts && s->warps >= at_corners + ALIKE_WARPS && would_take_long(s)) return false;
  }
  return true;
}

/* ---- boundaries ---------------------------------------------------------------------------------------- */

/* A row of the grid: the block at i is base + i·stride. */
typedef struct row {
  uint64_t base, stride, n;
} row;

/* What the first and last warp of a block do. */
static bool kind_at(sampler *s, const row *r, uint64_t i, uint64_t *kind) {
  uint64_t block = r->base + i * r->stride;
  if (s->spent >= s->ceiling) return false;
  s->kind = 0;
  run_one(s, block, 0, true);
  if (s->job->warps_per_block > 1) run_one(s, block, s->job->warps_per_block - 1, true);
  *kind = s->kind;
  return true;
}

/* The block between lo and hi where what warps do changes, with all its warps, and its neighbour. */
static void find_boundary(sampler *s, const row *r, uint64_t lo, uint64_t lo_kind, uint64_t hi) {
  while (hi - lo > 1) {
    uint64_t mid = lo + (hi - lo) / 2, kind;
    if (!kind_at(s, r, mid, &kind)) return;
    if (kind == lo_kind)
      lo = mid;
    else
      hi = mid;
  }
  for (uint64_t i = lo; i <= hi; i++)
    for (uint32_t w = 1; w + 1 < s->job->warps_per_block && s->spent < s->ceiling; w++)
      run_one(s, r->base + i * r->stride, w, true);
}

static void find_boundaries(sampler *s, const row *r) {
  uint64_t before = 0, before_kind = 0;
  for (unsigned p = 0; p < POINTS; p++) {
    uint64_t at = (r->n - 1) * p / (POINTS - 1), kind;
    if (p && at == before) continue;
    if (!kind_at(s, r, at, &kind)) return;
    if (p && kind != before_kind) find_boundary(s, r, before, before_kind, at);
    before = at;
    before_kind = kind;
  }
}

/* Along each axis, through the first block and through the last. */
static void run_boundaries(sampler *s) {
  const uint32_t *grid = s->job->grid;
  uint64_t stride[3] = {1, grid[0], (uint64_t)grid[0] * grid[1]};
  s->ceiling = s->spent + s->job->budget / BOUNDS_SHARE;
  for (unsigned axis = 0; axis < 3; axis++) {
    if (grid[axis] < 3) continue;
    row first = {0, stride[axis], grid[axis]},
        last = {s->blocks - 1 - stride[axis] * (grid[axis] - 1), stride[axis], grid[axis]};
    find_boundaries(s, &first);
    if (last.base) find_boundaries(s, &last);
  }
}

bool coal_sample(const coal_sample_job *job) {
  sampler s = {.job = job, .blocks = (uint64_t)job->grid[0] * job->grid[1] * job->grid[2], .is_complete = true};
  bool is_small = job->whole_budget && s.blocks * job->warps_per_block <= FEW_WARPS;
  s.floor = is_small ? job->whole_budget : job->budget / CORNERS_SHARE;
  s.ceiling = job->budget * NEWS_TIMES;
  bool all = run_corners(&s);
  if (!is_small) s.floor = 0;
  s.spent_at_news = s.spent;
  if (all || !job->counts) all &= run_others(&s);
  if (!all && !job->counts) run_boundaries(&s);
  return all && s.is_complete;
}
