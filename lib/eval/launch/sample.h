/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/** Which warps of a launch to run: all where that is cheap, else a sample that misses no kind of warp. */
#ifndef COAL_EVAL_SAMPLE_H
#define COAL_EVAL_SAMPLE_H

#include <stdbool.h>
#include <stdint.h>

/** What came of running one warp. */
typedef struct coal_warp_run {
  uint64_t steps;  /* it took */
  uint64_t kind;   /* a hash of what it accessed how often, in how many lanes */
  uint64_t news;   /* how often a smallest or largest number changed, ever */
  bool is_whole;   /* nothing of it was left out */
  bool is_uniform; /* all warps so far counted alike */
} coal_warp_run;

typedef struct coal_sample_job {
  uint32_t grid[3], warps_per_block;
  uint64_t budget;       /* steps for all of it; a little more is taken to finish a warp */
  uint64_t whole_budget; /* steps for all warps of a launch of few; 0: no more than `budget` */
  uint64_t warp_budget;  /* most steps of one warp */
  uint64_t *done, limit; /* steps of the file so far, and how many there may be; NULL: not counted */
  bool counts;           /* whole launches are counted: warps that count alike stand for the rest, others are all run */
  coal_warp_run (*run)(void *context, const uint32_t block[3], uint32_t warp, uint64_t budget);
  void *context;
} coal_sample_job;

/** Runs the warps. True when all were run whole. At the file's limit no more begin. */
bool coal_sample(const coal_sample_job *job);

#endif
