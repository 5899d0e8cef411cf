/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "cause.h"
#include "registry.h"
#include "text.h"

static bool applies(const coal_access *a) { return a->is_unaligned && a->instruction_bytes > 1; }

static const char *headline(const coal_cause *c) {
  const unsigned bytes = c->accesses[0]->instruction_bytes;
  return coal_analysis_format(c->analysis,
                              "misaligned %u-byte %s %s%s: some address is not a multiple of %u; the GPU faults", bytes,
                              coal_space_name(c->accesses[0]->space), coal_cause_ops(c), coal_cause_objects(c), bytes);
}

static const char *hint(const coal_cause *c) {
  return coal_analysis_format(c->analysis,
                              "align the start and the row length to %u bytes, or access narrower elements",
                              (unsigned)c->accesses[0]->instruction_bytes);
}

static bool is_one_cause(const coal_access *a, const coal_access *b) {
  return coal_cause_is_same_shape(a, b) && a->instruction_bytes == b->instruction_bytes && a->space == b->space;
}

const coal_check coal_check_misaligned_vector = {
    .name = "misaligned-vector",
    .summary = "A 2-, 4-, 8- or 16-byte access whose address is not a multiple of its size: the GPU faults.",
    .verdict = COAL_VERDICT_MISALIGNED_VECTOR,
    .severity = COAL_SEVERITY_ERROR,
    .is_fault = true,
    .applies = applies,
    .is_one_cause = is_one_cause,
    .headline = headline,
    .hint = hint,
};
