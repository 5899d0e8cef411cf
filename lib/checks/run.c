/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/** From facts to verdicts and findings. */
#include <string.h>

#include <util/vec.h>

#include "cause.h"
#include "gain.h"
#include "notes.h"
#include "registry.h"
#include "text.h"

static coal_verdict fine_verdict(const coal_access *a) {
  if (a->always_single_lane) return COAL_VERDICT_SINGLE_LANE;
  if (a->always_uniform) return COAL_VERDICT_BROADCAST;
  return a->space == COAL_SPACE_SHARED ? COAL_VERDICT_CONFLICT_FREE : COAL_VERDICT_COALESCED;
}

/** Local memory is interleaved by lane, so that no access to it is at fault; constant memory is judged only where
 *  all lanes have one address, which it is made for. */
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

/** A single lane and a broadcast cannot cost less; an access whose excess comes only from an unknown start is not
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

/** The first check that applies; `for_verdict`: of those that judge cost. */
static const coal_check *cause_of(const coal_access *a, const coal_check_options *options, bool for_verdict) {
  size_t n;
  const coal_check *const *checks = coal_check_list(&n);
  const coal_check *cause = first_of(options->extra, options->n_extra, a, for_verdict);
  return cause ? cause : first_of(checks, n, a, for_verdict);
}

static double percent_or(double given, double otherwise) { return given == 0 ? otherwise : given; }

static coal_severity severity_of(const coal_check *check, const coal_access *a, const coal_check_options *options) {
  if (a->is_supposed) return COAL_SEVERITY_REMARK;
  if (check->is_fault) return check->severity;
  if (a->is_amortized || coal_access_is_mended(a)) return COAL_SEVERITY_REMARK;
  if (coal_access_efficiency(a) >= percent_or(options->min_efficiency, COAL_MIN_EFFICIENCY_PERCENT))
    return COAL_SEVERITY_REMARK;
  return check->severity;
}

/* ---- one finding --------------------------------------------------------------------------------------- */

/** The cost of merged accesses, where they cost too much themselves. */
static void explain_merged(coal_notes *notes, const coal_access *a) {
  coal_analysis *analysis = notes->analysis;
  if (coal_access_is_mended(a)) return;
  const char *unit = coal_text_unit(analysis, a);
  coal_notes_add(
      notes, NULL,
      coal_analysis_format(analysis, "%s, which takes %.4g %s%s where %.4g would do", coal_text_merged(analysis, a),
                           a->merged.moved, unit, a->merged.moved == 1 ? "" : "s", a->merged.ideal));
}

/** Of the worst access; with "at worst" where others differ. */
static const char *distance(const coal_cause *c) {
  const coal_access *worst = coal_cause_worst(c);
  const char *text = coal_text_index(c->analysis, worst), *of_worst = coal_text_distance(c->analysis, worst);
  for (size_t i = 0; i < c->n && of_worst; i++) {
    const char *other = coal_text_distance(c->analysis, c->accesses[i]);
    if (!other || strcmp(other, of_worst) != 0) return coal_analysis_format(c->analysis, "at worst, %s", text);
  }
  return text;
}

/** "neighbouring lanes are 1024 elements apart (index …); block (32, 8, 1); the same at line 9". */
static const char *why(const coal_check *check, const coal_cause *c) {
  const char *text = check->why ? check->why(c) : NULL;
  if (!text) text = distance(c);
  if (!text) text = "the lanes' addresses are known but follow no single stride";
  const char *const more[] = {coal_cause_blocks(c), coal_cause_instance(c), coal_cause_lines(c)};
  for (size_t i = 0; i < sizeof more / sizeof *more; i++)
    if (more[i]) text = text ? coal_analysis_format(c->analysis, "%s; %s", text, more[i]) : more[i];
  return text;
}

/** The change that is proved, else general advice. */
static void add_help(coal_notes *notes, const coal_check *check, const coal_cause *c, coal_finding *f) {
  coal_analysis *analysis = c->analysis;
  const coal_access *worst = coal_cause_worst(c);
  if (check->fix && f->severity != COAL_SEVERITY_REMARK) f->fix = check->fix(analysis, worst);
  if (f->fix) {
    coal_str text = {0};
    coal_text_add_fix(&text, worst, f->fix);
    f->help = coal_analysis_format(analysis, "%s (proved)", text.data);
    coal_str_free(&text);
  } else if (check->hint) {
    f->help = check->hint(c);
  }
  if (f->help)
    coal_notes_add(notes, f->fix && f->fix->n_edits ? &f->fix->edits[0].range : NULL,
                   coal_analysis_format(analysis, "help: %s", f->help));
}

static bool is_place_of(const coal_cause *c, size_t n, const coal_range *r) {
  for (size_t i = 0; i < n; i++)
    if (c->accesses[i]->range.file == r->file && c->accesses[i]->range.begin.offset_bytes == r->begin.offset_bytes)
      return true;
  return false;
}

/** All details after the first three notes. */
static void add_details(coal_notes *notes, const coal_check *check, const coal_cause *c) {
  const coal_access *a = c->accesses[0];
  if (check->why && check->why(c)) coal_notes_add(notes, NULL, coal_text_index(c->analysis, a));
  coal_notes_add_split(notes, a);
  if (check->headline && check->explain) check->explain(notes, a);
  if (a->is_amortized && !check->is_fault)
    coal_notes_add(notes, NULL, "neighbouring accesses use the rest of these sectors");
  if (a->merged.bytes && !check->is_fault) explain_merged(notes, a);
  for (size_t i = 1; i < c->n; i++)
    if (!is_place_of(c, i, &c->accesses[i]->range)) coal_notes_add(notes, &c->accesses[i]->range, "and here");
  for (size_t i = 0; i < c->n; i++) coal_notes_add_calls(notes, c->accesses[i]);
  for (size_t i = 0; i < c->n; i++) coal_notes_add_launches(notes, c->accesses[i]);
  for (size_t i = 0; i < c->n; i++) coal_notes_add_assumptions(notes, c->accesses[i]);
}

static const char *message_of(const coal_check *check, const coal_cause *c) {
  const char *text = check->headline ? check->headline(c) : check->message(c->analysis, c->accesses[0]);
  if (!text || check->is_fault || !coal_access_is_mended(c->accesses[0])) return text;
  return coal_analysis_format(c->analysis, "%s; %s", text, coal_text_merged(c->analysis, c->accesses[0]));
}

/** Fills *f, whose accesses are set; false: no memory, or no message. */
static bool describe(const coal_check *check, const coal_cause *c, const coal_check_options *options, coal_finding *f) {
  const double min_gain = percent_or(options->min_gain, COAL_MIN_GAIN_PERCENT);
  coal_notes notes = {.analysis = c->analysis};
  f->check = check->name;
  if (!check->is_fault) f->gain = coal_gain_of(c);
  if (!check->is_fault && coal_gain_is_below(c, &f->gain, min_gain)) f->severity = COAL_SEVERITY_REMARK;
  coal_notes_add(&notes, NULL, why(check, c));
  if (!check->is_fault) coal_notes_add(&notes, NULL, coal_gain_text(c, &f->gain, min_gain));
  if (!check->headline && check->explain) check->explain(&notes, c->accesses[0]);
  add_help(&notes, check, c, f);
  f->n_brief = notes.n;
  add_details(&notes, check, c);
  f->notes = notes.items;
  f->n_notes = notes.n;
  f->message = message_of(check, c);
  return f->message != NULL;
}

/* ---- all of them --------------------------------------------------------------------------------------- */

typedef COAL_VEC(coal_blame) coal_blames;
typedef COAL_VEC(coal_finding) coal_findings;

/** The finding of the cause whose first blame is number `at`; 0, or −1. */
static int report(coal_analysis *analysis, const coal_blames *blames, const size_t *cause, size_t at,
                  const coal_check_options *options, coal_findings *out) {
  size_t n_accesses, n = 0;
  double waste = 0;
  const coal_access *all = coal_analysis_accesses(analysis, &n_accesses);
  for (size_t i = at; i < blames->n; i++) n += cause[i] == at;
  size_t *indices = coal_analysis_alloc(analysis, n * sizeof *indices);
  const coal_access **accesses = coal_analysis_alloc(analysis, n * sizeof *accesses);
  if (!indices || !accesses) return -1;
  n = 0;
  for (size_t i = at; i < blames->n; i++) {
    if (cause[i] != at) continue;
    indices[n] = blames->items[i].access;
    accesses[n] = &all[indices[n]];
    waste += accesses[n]->moved.sum - accesses[n]->ideal.sum;
    n++;
  }
  coal_cause c = {analysis, accesses, n};
  coal_finding f = {.access = indices[0],
                    .accesses = indices,
                    .n_accesses = n,
                    .severity = blames->items[at].severity,
                    .waste = waste};
  if (!describe(blames->items[at].check, &c, options, &f)) return -1;
  coal_vec_push(out, f);
  return 0;
}

/** Worst first; in source order where two are equal. */
static void rank(coal_findings *list) {
  for (size_t i = 1; i < list->n; i++) {
    const coal_finding f = list->items[i];
    size_t k = i;
    for (; k > 0 && coal_finding_is_worse(&f, &list->items[k - 1]); k--) list->items[k] = list->items[k - 1];
    list->items[k] = f;
  }
}

static int report_all(coal_analysis *analysis, const coal_blames *blames, const coal_check_options *options) {
  size_t n;
  const coal_access *accesses = coal_analysis_accesses(analysis, &n);
  coal_findings findings = {0};
  size_t *cause = coal_analysis_alloc(analysis, (blames->n + 1) * sizeof *cause);
  int status = cause ? 0 : -1;
  if (cause) coal_causes_find(accesses, blames->items, blames->n, cause);
  for (size_t i = 0; i < blames->n && !status; i++)
    if (cause[i] == i) status = report(analysis, blames, cause, i, options, &findings);
  if (!options->in_source_order) rank(&findings);
  for (size_t i = 0; i < findings.n && !status; i++) status = coal_analysis_add_finding(analysis, &findings.items[i]);
  coal_vec_free(&findings);
  return status;
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

/** Keeps the list in source order. Accesses come nearly sorted, so insertion is cheap. */
static void insert(coal_blames *blames, const coal_access *accesses, coal_blame blame) {
  coal_vec_push(blames, blame);
  size_t i = blames->n - 1;
  for (; i > 0 && is_before(&accesses[blame.access].range, &accesses[blames->items[i - 1].access].range); i--)
    blames->items[i] = blames->items[i - 1];
  blames->items[i] = blame;
}

/** Sets the verdict; returns the check to blame, or NULL. An access without requests is unknown, not fine. */
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
  const int status = report_all(analysis, &blames, options);
  coal_vec_free(&blames);
  return status;
}
