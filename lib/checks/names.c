/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include <coalcheck/analysis.h>

const char *coal_verdict_name(coal_verdict v) {
  switch (v) {
    case COAL_VERDICT_UNKNOWN: return "unknown";
    case COAL_VERDICT_COALESCED: return "coalesced";
    case COAL_VERDICT_BROADCAST: return "broadcast";
    case COAL_VERDICT_SINGLE_LANE: return "single-lane";
    case COAL_VERDICT_AMORTIZED: return "amortized";
    case COAL_VERDICT_STRIDED: return "strided";
    case COAL_VERDICT_MISALIGNED: return "misaligned";
    case COAL_VERDICT_MISALIGNED_VECTOR: return "misaligned-vector";
    case COAL_VERDICT_AOS_FIELD: return "aos-field";
    case COAL_VERDICT_SCATTERED: return "scattered";
    case COAL_VERDICT_CONFLICT_FREE: return "conflict-free";
    case COAL_VERDICT_BANK_CONFLICT: return "bank-conflict";
  }
  return "unknown";
}

const char *coal_reason_name(coal_reason r) {
  switch (r) {
    case COAL_REASON_NONE: return "none";
    case COAL_REASON_INDIRECT: return "indirect";
    case COAL_REASON_MISSING_BODY: return "missing body";
    case COAL_REASON_RECURSION: return "recursion";
    case COAL_REASON_NON_AFFINE: return "not affine";
    case COAL_REASON_OVERFLOW: return "overflow";
    case COAL_REASON_ASM: return "inline assembly";
    case COAL_REASON_UNSUPPORTED: return "unsupported";
    case COAL_REASON_BUDGET: return "budget";
    case COAL_REASON_PARAMETER: return "parameter";
    case COAL_REASON_ERROR: return "error";
    case COAL_REASON_DEPENDENT: return "dependent";
    case COAL_REASON_UNREACHED: return "unreached";
  }
  return "none";
}

const char *coal_severity_name(coal_severity s) {
  switch (s) {
    case COAL_SEVERITY_REMARK: return "remark";
    case COAL_SEVERITY_WARNING: return "warning";
    case COAL_SEVERITY_ERROR: return "error";
  }
  return "warning";
}

const size_t *coal_finding_accesses(const coal_finding *f, size_t *n) {
  *n = f->accesses ? f->n_accesses : 1;
  return f->accesses ? f->accesses : &f->access;
}

bool coal_finding_is_worse(const coal_finding *a, const coal_finding *b) {
  if (a->severity != b->severity) return a->severity > b->severity;
  if (a->gain.is_known != b->gain.is_known) return a->gain.is_known;
  return a->gain.is_known ? a->gain.saved_ns > b->gain.saved_ns : a->waste > b->waste;
}
