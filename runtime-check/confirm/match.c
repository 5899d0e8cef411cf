/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/**
 * Assigns measured sites to predicted accesses. Both have a place: a kernel, a line, a memory space, and load,
 * store or atomic. The column of an IR location is that of the operator, not of the lvalue, so the accesses of one
 * place are told apart by width, numbers and order, in rounds of decreasing certainty.
 */
#include <string.h>

#include "side.h"

/* ---- places -------------------------------------------------------------------------------------------- */

static const char *base_of(const char *path) {
  const char *slash = strrchr(path, '/');
  return slash ? slash + 1 : path;
}

static bool same_file(const char *a, const char *b) { return !strcmp(base_of(a), base_of(b)); }

/** An instance is identified by its mangled name; a prediction for a template applies to each instance declared
 *  there. */
static bool same_kernel(const coal_confirm_side *p, const coal_confirm_side *m) {
  if (p->c.symbol && m->c.symbol) return !strcmp(p->c.symbol, m->c.symbol);
  return p->declared_line1 == m->declared_line1 && same_file(p->declared_in, m->declared_in);
}

static bool same_line(const coal_confirm_side *p, const coal_confirm_side *m) {
  return p->c.line1 == m->c.line1 && p->c.op == m->c.op && same_file(p->c.file, m->c.file) && same_kernel(p, m);
}

static bool same_place(const coal_confirm_side *p, const coal_confirm_side *m) {
  return p->c.space == m->c.space && same_line(p, m);
}

bool coal_confirm_may_be(const coal_confirm_sides *accesses, const coal_confirm_side *site) {
  for (size_t k = 0; k < accesses->n; k++)
    if (accesses->items[k].c.bytes == site->c.bytes && same_line(&accesses->items[k], site)) return true;
  return false;
}

/* ---- joining two ------------------------------------------------------------------------------------------ */

static void give(coal_confirm_side *p, coal_confirm_side *m) {
  m->is_used = p->is_used = true;
  p->c.has_measured = true;
  p->c.symbol = m->c.symbol;
  p->c.measured = m->c.measured;
  p->c.measured_ways = m->c.measured_ways;
  p->c.executions = m->c.executions;
  p->c.moved_sum = m->c.moved_sum;
  p->c.status = coal_confirm_judge(p, m, &p->c.note);
}

static void widen(coal_confirm_range *r, const coal_confirm_range *by) {
  if (by->min < r->min) r->min = by->min;
  if (by->max > r->max) r->max = by->max;
}

static void add_counts(coal_confirmation *to, const coal_confirmation *from) {
  to->executions += from->executions;
  to->moved_sum += from->moved_sum;
}

/* ---- several sites of one access -------------------------------------------------------------------------- */

static bool is_part(const coal_confirm_side *p, const coal_confirm_side *m) {
  return !m->is_used && same_place(p, m) && m->c.bytes == p->c.bytes;
}

/** The number of unassigned sites with p's place and width, and their union. */
static size_t unite(const coal_confirm_side *p, const coal_confirm_sides *measured, coal_confirm_side *all) {
  size_t n = 0;
  for (size_t k = 0; k < measured->n; k++) {
    const coal_confirm_side *m = &measured->items[k];
    if (!is_part(p, m)) continue;
    if (!n++) {
      *all = *m;
      continue;
    }
    add_counts(&all->c, &m->c);
    widen(&all->c.measured, &m->c.measured);
    widen(&all->c.measured_ways, &m->c.measured_ways);
  }
  if (n && all->c.executions) all->c.measured.mean = (double)all->c.moved_sum / (double)all->c.executions;
  return n;
}

/** Assigns all unassigned sites of p's place to p if together they have its numbers. */
static void give_union(coal_confirm_side *p, coal_confirm_sides *measured) {
  coal_confirm_side all;
  if (p->is_used || unite(p, measured, &all) < 2 || !coal_confirm_same_numbers(p, &all)) return;
  for (size_t k = 0; k < measured->n; k++)
    if (is_part(p, &measured->items[k])) measured->items[k].is_used = true;
  give(p, &all);
}

static bool is_alone(const coal_confirm_side *p, const coal_confirm_sides *predicted) {
  for (size_t k = 0; k < predicted->n; k++)
    if (&predicted->items[k] != p && same_place(p, &predicted->items[k])) return false;
  return true;
}

/* ---- rounds --------------------------------------------------------------------------------------------- */

/** What a round requires of a site, besides the place. */
enum {
  SAME_NUMBERS = 1,
  SAME_WIDTH = 2,
  MAY_SHARE = 4 /* the site may be assigned twice: the compiler reads once what the source reads twice */
};

typedef struct round {
  unsigned asks;
  const char *note;
} round;

static coal_confirm_side *choose(const coal_confirm_side *p, coal_confirm_sides *measured, unsigned asks) {
  for (size_t k = 0; k < measured->n; k++) {
    coal_confirm_side *m = &measured->items[k];
    if (!same_place(p, m)) continue;
    if (m->is_used && !(asks & MAY_SHARE)) continue;
    if (asks & SAME_NUMBERS && !coal_confirm_same_numbers(p, m)) continue;
    if (asks & SAME_WIDTH && p->c.bytes != m->c.bytes) continue;
    return m;
  }
  return NULL;
}

/** Every prediction without a site gets the first that the round allows. Numbers of another width do not refute the
 *  prediction. */
static void run_round(const round *r, coal_confirm_sides *predicted, coal_confirm_sides *measured) {
  for (size_t k = 0; k < predicted->n; k++) {
    coal_confirm_side *p = &predicted->items[k], *m = p->is_used ? NULL : choose(p, measured, r->asks);
    if (!m) continue;
    give(p, m);
    if (r->note) p->c.note = r->note;
    if (!(r->asks & SAME_WIDTH) && p->c.status == COAL_REFUTED) p->c.status = COAL_NOT_REACHED;
  }
}

/** A site that is left at the place of predictions (another copy of the access) must agree with one of them. */
static void absorb(coal_confirm_sides *predicted, coal_confirm_side *m) {
  coal_confirm_side *first = NULL;
  for (size_t k = 0; k < predicted->n; k++) {
    coal_confirm_side *p = &predicted->items[k];
    if (!p->is_known || !p->is_used || p->c.bytes != m->c.bytes || !same_place(p, m)) continue;
    if (!first) first = p;
    if (!coal_confirm_agrees(p, m)) continue;
    m->is_used = true;
    add_counts(&p->c, &m->c);
    return;
  }
  if (!first) return;
  m->is_used = true;
  first->c.status = COAL_REFUTED;
  add_counts(&first->c, &m->c);
  widen(&first->c.measured, &m->c.measured);
  widen(&first->c.measured_ways, &m->c.measured_ways);
}

void coal_confirm_match(coal_confirm_sides *predicted, coal_confirm_sides *measured,
                        const coal_confirm_sides *unplaced) {
  static const round equal = {SAME_NUMBERS | SAME_WIDTH, NULL};
  static const round rest[] = {
      {SAME_WIDTH, NULL}, /* in the order of their lines */
      {SAME_NUMBERS, "the compiler used another width"},
      {0, "the compiler used another width"},
      {SAME_NUMBERS | SAME_WIDTH | MAY_SHARE, "the compiler merged this access with another of the line"}};
  /* An access that is executed in parts (a float3): one part may have the range of all, and the others not. */
  for (size_t k = 0; k < predicted->n; k++)
    if (is_alone(&predicted->items[k], predicted)) give_union(&predicted->items[k], measured);
  run_round(&equal, predicted, measured);
  for (size_t k = 0; k < predicted->n; k++) give_union(&predicted->items[k], measured);
  for (size_t k = 0; k < sizeof rest / sizeof *rest; k++) run_round(&rest[k], predicted, measured);
  for (size_t k = 0; k < measured->n; k++)
    if (!measured->items[k].is_used && !coal_confirm_may_be(unplaced, &measured->items[k]))
      absorb(predicted, &measured->items[k]);
}
