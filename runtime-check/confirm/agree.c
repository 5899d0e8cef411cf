/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/**
 * Does a measurement bear out a prediction?
 *
 * Exact predictions need the same smallest and largest number. Bounds need to hold what was measured. Where the active
 * lanes depend on data or on a condition that the analysis does not know, only requests with the lanes that were
 * predicted can decide.
 */
#include "side.h"

static bool is_shared(const coal_confirm_side *s) { return s->c.space == COAL_SPACE_SHARED; }

static bool same_range(const coal_confirm_range *a, const coal_confirm_range *b) {
  return a->min == b->min && a->max == b->max;
}

static bool holds(const coal_confirm_range *bounds, const coal_confirm_range *r) {
  return bounds->min <= r->min && bounds->max >= r->max;
}

bool coal_confirm_same_numbers(const coal_confirm_side *p, const coal_confirm_side *m) {
  return p->is_known && same_range(&p->c.predicted, &m->c.measured) &&
         (!is_shared(p) || same_range(&p->c.predicted_ways, &m->c.measured_ways));
}

static bool is_inside(const coal_confirm_side *p, const coal_confirm_side *m) {
  return holds(&p->c.predicted, &m->c.measured) && (!is_shared(p) || holds(&p->c.predicted_ways, &m->c.measured_ways));
}

static bool costs_no_more(const coal_confirm_side *p, const coal_confirm_side *m) {
  return m->c.measured.max <= p->c.predicted.max && m->c.measured_ways.max <= p->c.predicted_ways.max;
}

static void widen(coal_confirm_range *r, bool is_first, double min, double max) {
  if (is_first || min < r->min) r->min = min;
  if (is_first || max > r->max) r->max = max;
}

/** Restricts the measurement to requests with so many active lanes. False: there were none. */
static bool restrict_lanes(const coal_confirm_side *m, double lanes_min, double lanes_max, coal_confirm_side *out) {
  size_t k;
  json_t *row;
  bool any = false;
  *out = *m;
  json_array_foreach(m->by_lanes, k, row) {
    double v[6];
    for (size_t i = 0; i < 6; i++) v[i] = json_number_value(json_array_get(row, i));
    if (v[0] < lanes_min || v[0] > lanes_max) continue;
    widen(&out->c.measured, !any, v[2], v[3]);
    widen(&out->c.measured_ways, !any, v[4], v[5]);
    any = true;
  }
  return any;
}

/** Where the enclosing condition is not known, all lanes are assumed to pass: requests with as many lanes as
 *  predicted must be as predicted, those with fewer must not cost more. */
static bool fits_guard(const coal_confirm_side *p, const coal_confirm_side *m) {
  coal_confirm_side full;
  return p->is_guarded && costs_no_more(p, m) && restrict_lanes(m, p->lanes_max, p->lanes_max, &full) &&
         is_inside(p, &full);
}

/** Bounds need to hold for requests with the predicted number of lanes. */
static bool fits_lanes(const coal_confirm_side *p, const coal_confirm_side *m) {
  coal_confirm_side same;
  return p->is_loose && restrict_lanes(m, p->lanes_min, p->lanes_max, &same) && is_inside(p, &same);
}

/** Was there a request with the predicted number of lanes? */
static bool had_lanes(const coal_confirm_side *p, const coal_confirm_side *m) {
  coal_confirm_side same;
  return restrict_lanes(m, p->is_guarded ? p->lanes_max : p->lanes_min, p->lanes_max, &same);
}

bool coal_confirm_agrees(const coal_confirm_side *p, const coal_confirm_side *m) {
  coal_confirm_side same;
  if (coal_confirm_same_numbers(p, m) || fits_guard(p, m)) return true;
  if (!p->is_loose) return false;
  return is_inside(p, m) || fits_lanes(p, m) || !restrict_lanes(m, p->lanes_min, p->lanes_max, &same);
}

coal_confirm_status coal_confirm_judge(const coal_confirm_side *p, const coal_confirm_side *m, const char **note) {
  *note = NULL;
  if (!p->is_known) return COAL_NOT_PREDICTED;
  if (coal_confirm_same_numbers(p, m)) return COAL_CONFIRMED;
  if (p->is_loose && is_inside(p, m)) {
    *note = "within the predicted range";
    return COAL_CONFIRMED;
  }
  if (fits_lanes(p, m) || fits_guard(p, m)) {
    *note = "for the active lanes that were predicted; others were active too, as the data had it";
    return COAL_CONFIRMED;
  }
  if ((p->is_loose || p->is_guarded) && !had_lanes(p, m) && m->c.measured.max <= p->c.predicted.max) {
    *note = "never with the active lanes that were predicted";
    return COAL_NOT_REACHED;
  }
  if (p->below && m->c.measured.max < p->c.predicted.max) {
    *note = p->below;
    return COAL_NOT_REACHED;
  }
  return COAL_REFUTED;
}
