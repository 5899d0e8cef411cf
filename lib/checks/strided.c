/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "improve.h"
#include "registry.h"
#include "text.h"

/** One lane distance, or several rows of the block in a warp: both follow from an affine index. */
static bool applies(const coal_access *a) {
  return a->space == COAL_SPACE_GLOBAL && (a->has_lane_stride || a->lane_stride || a->is_affine);
}

static const char *message(coal_analysis *analysis, const coal_access *a) {
  return coal_analysis_format(analysis, "strided %s: %s", coal_text_access(analysis, a), coal_text_waste(analysis, a));
}

/** A block narrower than a warp, where each row of lanes is a piece of its own. */
static const coal_launch *narrow_launch(const coal_access *a) {
  for (size_t i = 0; i < a->kernel->n_launches; i++) {
    const coal_launch *l = &a->kernel->launches[i];
    if (l->block[0] < COAL_WARP_LANES && l->block[0] * l->block[1] * l->block[2] > l->block[0]) return l;
  }
  return NULL;
}

/** On 1.0 and 1.1 words below 4 bytes make a transaction a lane however they lie. */
static bool is_too_narrow(const coal_notes *notes, const coal_access *a) {
  return coal_analysis_options(notes->analysis)->target->global_rule == COAL_GLOBAL_IN_ORDER &&
         a->instruction_bytes < 4;
}

static void explain(coal_notes *notes, const coal_access *a) {
  const coal_launch *narrow = narrow_launch(a);
  if (is_too_narrow(notes, a)) {
    coal_notes_add(notes, NULL,
                   "words of 1 and 2 bytes never coalesce on this target: access words of 4 bytes (char4, short2)");
    return;
  }
  if (!a->has_lane_stride && !a->lane_stride && narrow) {
    coal_notes_add(notes, NULL,
                   coal_analysis_format(notes->analysis,
                                        "with block %s a warp covers rows of %u lanes, each row a piece of its own",
                                        coal_text_dim(notes->analysis, narrow->block), (unsigned)narrow->block[0]));
    return;
  }
  coal_notes_add(
      notes, NULL,
      a->op == COAL_MEM_STORE
          ? "let neighbouring threadIdx.x write neighbouring elements, or stage the data in shared memory; sectors "
            "written in part are read from memory first"
          : "let neighbouring threadIdx.x access neighbouring elements, or stage the data in shared memory");
}

/** The best of them, the simplest where several are as good. */
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
    .message = message,
    .explain = explain,
    .fix = fix,
};
