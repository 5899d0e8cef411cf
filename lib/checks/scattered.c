/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "cause.h"
#include "registry.h"
#include "text.h"

static bool applies(const coal_access *a) { return a->space == COAL_SPACE_GLOBAL; }

static const char *headline(const coal_cause *c) {
  return coal_analysis_format(c->analysis, "uncoalesced %s%s: %s", coal_cause_ops(c), coal_cause_objects(c),
                              coal_cause_rate(c));
}

static const char *why(const coal_cause *c) {
  (void)c;
  return "the lanes' addresses are known but follow no single stride";
}

static const char *hint(const coal_cause *c) {
  (void)c;
  return "gather through shared memory, or give neighbouring lanes neighbouring elements";
}

const coal_check coal_check_scattered = {
    .name = "scattered",
    .summary = "Lanes access known but irregular addresses, more sectors than their bytes would fill.",
    .verdict = COAL_VERDICT_SCATTERED,
    .severity = COAL_SEVERITY_WARNING,
    .applies = applies,
    .is_one_cause = coal_cause_is_same_shape,
    .headline = headline,
    .why = why,
    .hint = hint,
};
