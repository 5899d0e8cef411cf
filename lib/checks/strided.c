/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "cause.h"
#include "improve.h"
#include "registry.h"
#include "text.h"

/** One lane distance, or several rows of the block in a warp: both follow from an affine index. */
static bool applies(const coal_access *a) {
  return a->space == COAL_SPACE_GLOBAL && (a->has_lane_stride || a->lane_stride || a->is_affine);
}

static const char *headline(const coal_cause *c) {
  return coal_analysis_format(c->analysis, "uncoalesced %s%s: %s", coal_cause_ops(c), coal_cause_objects(c),
                              coal_cause_rate(c));
}

/** A block narrower than a warp, whose rows of lanes are separate pieces. */
static const coal_launch *narrow_launch(const coal_access *a) {
  for (size_t i = 0; i < a->kernel->n_launches; i++) {
    const coal_launch *l = &a->kernel->launches[i];
    if (l->block[0] < COAL_WARP_LANES && l->block[0] * l->block[1] * l->block[2] > l->block[0]) return l;
  }
  return NULL;
}

/** On 1.0 and 1.1, words below 4 bytes take a transaction a lane in any layout. */
static bool is_too_narrow(const coal_cause *c) {
  return coal_analysis_options(c->analysis)->target->global_rule == COAL_GLOBAL_IN_ORDER &&
         c->accesses[0]->instruction_bytes < 4;
}

static const char *why(const coal_cause *c) {
  const coal_access *a = c->accesses[0];
  const coal_launch *narrow = narrow_launch(a);
  if (is_too_narrow(c)) return "words of 1 and 2 bytes never coalesce on this target";
  if (a->has_lane_stride || a->lane_stride || !narrow) return NULL;
  return coal_analysis_format(c->analysis, "a warp covers rows of %u lanes, each row a piece of its own",
                              (unsigned)narrow->block[0]);
}

static const char *hint(const coal_cause *c) {
  if (is_too_narrow(c)) return "access words of 4 bytes (char4, short2)";
  return c->accesses[0]->op == COAL_MEM_LOAD
             ? "let neighbouring threadIdx.x read neighbouring elements, or stage the data in shared memory"
             : "let neighbouring threadIdx.x write neighbouring elements, or stage the data in shared memory";
}

static void explain(coal_notes *notes, const coal_access *a) {
  if (a->op == COAL_MEM_STORE) coal_notes_add(notes, NULL, "sectors written in part are read from memory first");
}

/** The best of them; of equally good ones the simplest. */
static const coal_fix *fix(coal_analysis *analysis, const coal_access *a) {
  const coal_fix *const fixes[] = {coal_improve_block(analysis, a), coal_improve_swap(analysis, a),
                                   coal_improve_tile(analysis, a)};
  const coal_fix *best = NULL;
  for (size_t i = 0; i < sizeof fixes / sizeof *fixes; i++)
    if (fixes[i] && (!best || fixes[i]->before - fixes[i]->after > best->before - best->after + 1e-9)) best = fixes[i];
  return best;
}

const coal_check coal_check_strided = {
    .name = "strided",
    .summary = "Neighbouring lanes are a constant or symbolic distance apart that leaves parts of the sectors unused.",
    .verdict = COAL_VERDICT_STRIDED,
    .severity = COAL_SEVERITY_WARNING,
    .applies = applies,
    .explain = explain,
    .fix = fix,
    .is_one_cause = coal_cause_is_same_shape,
    .headline = headline,
    .why = why,
    .hint = hint,
};
