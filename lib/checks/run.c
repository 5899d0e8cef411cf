/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/** From facts to verdicts and findings. */
#include <string.h>

#include <util/vec.h>

#include "registry.h"
#include "text.h"

static coal_verdict fine_verdict(const coal_access *a) {
  if (a->always_single_lane) return COAL_VERDICT_SINGLE_LANE;
  if (a->always_uniform) return COAL_VERDICT_BROADCAST;
  return a->space == COAL_SPACE_SHARED ? COAL_VERDICT_CONFLICT_FREE : COAL_VERDICT_COALESCED;
}

/** Local memory is laid out lane by lane, so that nothing can be wrong with it; constant memory is only judged where
 *  one address serves all lanes, which is what it is for. */
static bool is_judged(const coal_access *a) {
  switch (a->space) {
    case COAL_SPACE_GLOBAL:
    case COAL_SPACE_SHARED:
    case COAL_SPACE_LOCAL: return true;
    case COAL_SPACE_CONSTANT: return a->always_single_lane || a->always_uniform;
    case COAL_SPACE_UNKNOWN: break;
  }
  return false;
}

/** A single lane and a broadcast cannot cost less, and an access whose excess comes from an unknown start is not
 *  reported. */
static bool may_be_blamed(const coal_access *a) {
  return coal_access_has_excess(a) && !a->always_single_lane && !a->always_uniform && !a->alignment_unknown;
}

static const coal_check *first_of(const coal_check *const *checks, size_t n, const coal_access *a, bool for_verdict) {
  bool has_cost = may_be_blamed(a);
  for (size_t i = 0; i < n; i++)
    if (!(for_verdict && checks[i]->keeps_verdict) && (checks[i]->is_fault || has_cost) && checks[i]->applies(a))
      return checks[i];
  return NULL;
}

/** The first check that applies; `for_verdict`: of those that judge the cost. */
static const coal_check *cause_of(const coal_access *a, const coal_check_options *options, bool for_verdict) {
  size_t n;
  const coal_check *const *checks = coal_check_list(&n);
  const coal_check *cause = first_of(options->extra, options->n_extra, a, for_verdict);
  return cause ? cause : first_of(checks, n, a, for_verdict);
}

static coal_severity severity_of(const coal_check *check, const coal_access *a, const coal_check_options *options) {
  if (check->is_fault) return check->severity;
  if (a->is_amortized || coal_access_is_mended(a)) return COAL_SEVERITY_REMARK;
  if (options->min_efficiency > 0 && coal_access_efficiency(a) >= options->min_efficiency) return COAL_SEVERITY_REMARK;
  return check->severity;
}

/** What runs instead, where it costs too much itself. */
static void explain_merged(coal_notes *notes, const coal_access *a) {
  coal_analysis *analysis = notes->analysis;
  if (coal_access_is_mended(a)) return;
  const char *unit = coal_text_unit(analysis, a);
  coal_notes_add(
      notes, NULL,
      coal_analysis_format(analysis, "%s, which takes %.4g %s%s where %.4g would do", coal_text_merged(analysis, a),
                           a->merged.moved, unit, a->merged.moved == 1 ? "" : "s", a->merged.ideal));
}

static void explain(coal_notes *notes, const coal_check *check, const coal_access *a) {
  coal_notes_add_index(notes, a);
  coal_notes_add_split(notes, a);
  if (check->explain) check->explain(notes, a);
  if (a->is_amortized && !check->is_fault)
    coal_notes_add(notes, NULL, "neighbouring accesses use the rest of these sectors");
  if (a->merged.bytes && !check->is_fault) explain_merged(notes, a);
  coal_notes_add_gain(notes, a);
  coal_notes_add_calls(notes, a);
  coal_notes_add_launches(notes, a);
  coal_notes_add_assumptions(notes, a);
}

/** A call into a system header may hold several accesses, of which one is carried out; all stand at the call.
 *  Findings of different severity, object or call path are never one, whatever they say. */
static bool was_said(const coal_analysis *analysis, const coal_finding *f) {
  size_t n, n_accesses;
  const coal_finding *said = coal_analysis_findings(analysis, &n);
  const coal_access *all = coal_analysis_accesses(analysis, &n_accesses), *a = &all[f->access];
  for (size_t i = n; i-- > 0 && all[said[i].access].kernel == a->kernel;) {
    const coal_access *other = &all[said[i].access];
    if (said[i].check == f->check && said[i].severity == f->severity && coal_access_is_same_place(other, a) &&
        !strcmp(said[i].message, f->message))
      return true;
  }
  return false;
}

/** A finding to be reported. */
typedef struct coal_blame {
  size_t access;
  const coal_check *check;
  coal_severity severity;
} coal_blame;

typedef COAL_VEC(coal_blame) coal_blames;

/** Is `b` a part of the finding for `a`? */
static bool is_same_cause(const coal_access *accesses, const coal_blame *a, const coal_blame *b) {
  const coal_access *access = &accesses[a->access];
  if (a->check != b->check || !a->check->by_group || a->severity != b->severity || a->access == b->access) return false;
  for (size_t i = 0; i < access->n_group; i++)
    if (access + access->group[i] == &accesses[b->access]) return true;
  return false;
}

/** The accesses of blame `at`'s finding, into *out; 0: an earlier one has them already. */
static size_t collect_cause(coal_analysis *analysis, const coal_blames *blames, size_t at, size_t *out) {
  size_t n_accesses, n = 0;
  const coal_access *accesses = coal_analysis_accesses(analysis, &n_accesses);
  const coal_blame *blame = &blames->items[at];
  out[n++] = blame->access;
  for (size_t k = 0; k < blames->n && accesses[blame->access].n_group; k++) {
    if (!is_same_cause(accesses, blame, &blames->items[k])) continue;
    if (k < at) return 0;
    out[n++] = blames->items[k].access;
  }
  return n;
}

/** Where else the same records are accessed. */
static void add_places(coal_notes *notes, const coal_access *accesses, const size_t *list, size_t n) {
  for (size_t i = 1; i < n; i++)
    if (!coal_access_is_same_place(&accesses[list[i]], &accesses[list[0]]))
      coal_notes_add(notes, &accesses[list[i]].range, "and here");
}

static int report(coal_analysis *analysis, const coal_blames *blames, size_t at) {
  const coal_check *check = blames->items[at].check;
  const size_t index = blames->items[at].access;
  const coal_severity severity = blames->items[at].severity;
  size_t n, *cause = coal_analysis_alloc(analysis, blames->n * sizeof *cause);
  if (!cause) return -1;
  const size_t n_cause = collect_cause(analysis, blames, at, cause);
  if (!n_cause) return 0;
  const coal_access *a = &coal_analysis_accesses(analysis, &n)[index];
  coal_notes notes = {.analysis = analysis};
  explain(&notes, check, a);
  add_places(&notes, coal_analysis_accesses(analysis, &n), cause, n_cause);
  coal_note *items = coal_analysis_alloc(analysis, (notes.n + 1) * sizeof *items);
  if (!items) return -1;
  memcpy(items, notes.items, notes.n * sizeof *items);
  coal_finding f = {.access = index, .check = check->name, .severity = severity, .notes = items, .n_notes = notes.n};
  if (n_cause > 1) {
    f.accesses = cause;
    f.n_accesses = n_cause;
  }
  f.message = check->message(analysis, a);
  if (!check->is_fault && coal_access_is_mended(a))
    f.message = coal_analysis_format(analysis, "%s; %s", f.message, coal_text_merged(analysis, a));
  if (check->fix && severity != COAL_SEVERITY_REMARK) f.fix = check->fix(analysis, a);
  if (!f.message) return -1;
  return was_said(analysis, &f) ? 0 : coal_analysis_add_finding(analysis, &f);
}

static bool is_before(const coal_range *a, const coal_range *b) {
  if (a->file != b->file) {
    if (!a->file || !b->file) return !a->file && b->file;
    if (a->file->is_main != b->file->is_main) return a->file->is_main;
    return strcmp(a->file->path, b->file->path) < 0;
  }
  if (a->begin.line1 != b->begin.line1) return a->begin.line1 < b->begin.line1;
  return a->begin.column1 < b->begin.column1;
}

/** Keeps the list in source order; accesses come nearly in it, so that insertion is cheap. */
static void insert(coal_blames *blames, const coal_access *accesses, coal_blame blame) {
  coal_vec_push(blames, blame);
  size_t i = blames->n - 1;
  for (; i > 0 && is_before(&accesses[blame.access].range, &accesses[blames->items[i - 1].access].range); i--)
    blames->items[i] = blames->items[i - 1];
  blames->items[i] = blame;
}

/** Sets the verdict; the check to blame, or NULL. What no request was seen of is unknown, not fine. */
static const coal_check *judge(coal_access *a, const coal_check_options *options) {
  a->verdict = COAL_VERDICT_UNKNOWN;
  bool is_counted = a->space == COAL_SPACE_GLOBAL || a->space == COAL_SPACE_SHARED;
  if (!a->known || !is_judged(a) || (is_counted && !a->moved.n)) return NULL;
  const coal_check *judging = is_counted ? cause_of(a, options, true) : NULL;
  if (!judging) {
    if (!may_be_blamed(a)) a->verdict = fine_verdict(a);
  } else {
    a->verdict = a->is_amortized && !judging->is_fault ? COAL_VERDICT_AMORTIZED : judging->verdict;
  }
  return is_counted ? cause_of(a, options, false) : NULL;
}

static bool is_in_system_header(const coal_access *a) { return a->range.file && a->range.file->is_system; }

int coal_checks_run(coal_analysis *analysis, const coal_check_options *options) {
  static const coal_check_options none = {0};
  if (!options) options = &none;
  size_t n;
  coal_access *accesses = coal_analysis_accesses(analysis, &n);
  coal_blames blames = {0};
  for (size_t i = 0; i < n; i++) {
    const coal_check *check = judge(&accesses[i], options);
    if (!check || is_in_system_header(&accesses[i]) || !coal_check_is_on(options->checks, check->name)) continue;
    coal_blame blame = {i, check, severity_of(check, &accesses[i], options)};
    insert(&blames, accesses, blame);
  }
  int status = 0;
  for (size_t i = 0; i < blames.n && !status; i++) status = report(analysis, &blames, i);
  coal_vec_free(&blames);
  return status;
}
