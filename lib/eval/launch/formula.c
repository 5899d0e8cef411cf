/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Totals as formulas. A kernel whose grid or integer parameters are not known is counted for several values of them (whole
 * multiples of the block, so that no partial warps disturb), and polynomials are fitted to the counts:
 *
 *   total = Σ c · Π parameter_i ^ e_i    with e_i ≤ DEGREE_MAX
 *
 * The degree in each parameter comes from finite differences of NODES values, the coefficients from a grid of degree + 1 values
 * a parameter; one more point that took no part in the fit must come out. A grid that is not known is taken large enough to cover
 * the parameters; if a larger one counts more, it is taken to cover one parameter without rest, or gridDim is a parameter too.
 */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "eval/measure/record.h"
#include "totals.h"
#include "util/str.h"

enum {
  UNKNOWNS_MAX = 3,
  DEGREE_MAX = 3,
  NODES = DEGREE_MAX + 2,
  TRIAL_BUDGET = 10000000,
  QUANTITIES = 7,
  POINTS_MAX = 64
};

/* requests, sectors, ideal sectors, wavefronts, ideal wavefronts, conflicts, operations */
typedef struct counted {
  double q[QUANTITIES];
} counted;

/* A parameter (axis < 0) or gridDim along an axis. Its trial values are unit · (1 … NODES). */
typedef struct unknown {
  const char *name;
  int axis;
  int64_t unit;
  unsigned degree;
} unknown;

typedef struct fit {
  const coal_module *m;
  const coal_plan *plan;
  const coal_options *options;
  unknown unknowns[UNKNOWNS_MAX];
  size_t n;
  coal_binding idle[UNKNOWNS_MAX]; /* parameters that nothing depends on, with some value */
  size_t n_idle;
  uint32_t grid[3]; /* that covers all trial values */
  bool is_snug;     /* the grid covers the one parameter without rest, whatever its value */
} fit;

/* ---- counting one trial -------------------------------------------------------------------------------- */

static counted quantities(const coal_totals *t) {
  return (counted){{t->global.requests + t->shared.requests, t->global.moved, t->global.ideal, t->shared.moved,
                    t->shared.ideal, t->shared.moved - t->shared.ideal, t->flops}};
}

/* The grid of a trial: as it is known, or large enough and `more` blocks along each axis, or as small as covers. */
static void set_grid(const fit *f, const int64_t k[UNKNOWNS_MAX], uint32_t more, coal_launch *l) {
  for (unsigned axis = 0; axis < 3 && !l->grid_known; axis++) {
    l->grid[axis] = f->grid[axis];
    if (f->grid[axis] <= 1) continue;
    l->grid[axis] = f->is_snug ? (uint32_t)(f->unknowns[0].unit * k[0] / l->block[axis]) : f->grid[axis] + more;
  }
}

/* Counts the kernel with unknown i at k[i] units, and `more` blocks along each axis. False when that is not exact. */
static bool count(const fit *f, const int64_t k[UNKNOWNS_MAX], uint32_t more, counted *out) {
  coal_binding values[32];
  coal_plan plan = *f->plan;
  plan.n_values = 0;
  for (size_t i = 0; i < f->plan->n_values && plan.n_values < 24; i++) values[plan.n_values++] = f->plan->values[i];
  for (size_t i = 0; i < f->n_idle; i++) values[plan.n_values++] = f->idle[i];
  set_grid(f, k, more, &plan.launch);
  for (size_t i = 0; i < f->n; i++) {
    const unknown *u = &f->unknowns[i];
    if (u->axis >= 0)
      plan.launch.grid[u->axis] = (uint32_t)(u->unit * k[i]);
    else
      values[plan.n_values++] = (coal_binding){u->name, u->unit * k[i]};
  }
  plan.values = values;
  plan.launch.grid_known = plan.launch.block_known = true;
  coal_arena *arena = coal_arena_new();
  coal_kernel alone = {.fn = plan.kernel, .launches = &plan.launch, .n_launches = 1};
  coal_recorder *r = coal_recorder_new(f->options->target, &alone, arena);
  coal_recorder_launch(r, 0);
  bool is_complete = coal_count_plan(f->m, &plan, f->options, r, TRIAL_BUDGET);
  const coal_launch *l = &plan.launch;
  double warps = (double)l->grid[0] * l->grid[1] * l->grid[2] *
                 ceil((double)l->block[0] * l->block[1] * l->block[2] / COAL_WARP_LANES);
  coal_totals t = coal_recorder_totals(r, 0, warps, is_complete);
  coal_recorder_free(r);
  coal_arena_free(arena);
  *out = quantities(&t);
  return t.global_certainty == COAL_CERTAINTY_EXACT && t.shared_certainty == COAL_CERTAINTY_EXACT;
}

static bool is_same(const counted *a, const counted *b) {
  for (unsigned i = 0; i < QUANTITIES; i++)
    if (fabs(a->q[i] - b->q[i]) > 1e-6 * (1 + fabs(a->q[i]))) return false;
  return true;
}

/* ---- which are unknown --------------------------------------------------------------------------------- */

static bool is_given(const fit *f, size_t param, const char *name) {
  for (size_t i = 0; i < f->plan->n_values; i++)
    if (!strcmp(f->plan->values[i].name, name)) return true;
  for (size_t i = 0; i < f->options->n_assumes; i++)
    if (f->options->assumes[i].relation == COAL_ASSUME_EQ && !strcmp(f->options->assumes[i].name, name)) return true;
  return param < f->plan->n_args && f->plan->args[param].kind == COAL_ARG_INT && f->plan->args[param].is_known;
}

static int64_t unit_of(const coal_launch *l) {
  int64_t unit = 32;
  for (unsigned axis = 0; axis < 3; axis++)
    while (unit % l->block[axis] && unit < 1024) unit += 32;
  return unit;
}

/* All integer parameters without a value; false when there are too many. */
static bool find_parameters(fit *f) {
  const coal_function *fn = f->plan->kernel;
  for (size_t i = 0; i < fn->n_params; i++) {
    const coal_var *v = fn->params[i];
    if (v->type->kind != COAL_TYPE_INT || !v->name || !*v->name || is_given(f, i, v->name)) continue;
    if (f->n == UNKNOWNS_MAX) return false;
    f->unknowns[f->n++] = (unknown){v->name, -1, unit_of(&f->plan->launch), 0};
  }
  return true;
}

/* A grid that covers the trial values along each axis in use; one axis covers their product. */
static void cover(fit *f) {
  const coal_launch *l = &f->plan->launch;
  bool is_flat = l->grid[1] <= 1 && l->grid[2] <= 1 && l->block[1] <= 1;
  int64_t reach = f->n ? unit_of(l) * NODES : unit_of(l);
  for (size_t i = 1; is_flat && i < f->n; i++) reach *= f->unknowns[i].unit * NODES;
  for (unsigned axis = 0; axis < 3; axis++) {
    bool in_use = axis == 0 || l->grid[axis] > 1 || l->block[axis] > 1;
    f->grid[axis] = in_use ? (uint32_t)(reach / l->block[axis] + 1) : 1;
  }
}

/* Forgets parameters that nothing depends on. */
static bool drop_idle(fit *f, const int64_t base[UNKNOWNS_MAX], const counted *at_base) {
  for (size_t i = f->n; i-- > 0;) {
    int64_t k[UNKNOWNS_MAX];
    counted other;
    memcpy(k, base, sizeof k);
    k[i] += 1;
    if (!count(f, k, 0, &other)) return false;
    if (!is_same(at_base, &other)) continue;
    f->idle[f->n_idle++] = (coal_binding){f->unknowns[i].name, f->unknowns[i].unit * base[i]};
    memmove(&f->unknowns[i], &f->unknowns[i + 1], (f->n - i - 1) * sizeof *f->unknowns);
    f->n--;
  }
  return true;
}

/* Where a larger grid does more, gridDim is unknown too. */
static bool add_grid(fit *f, const int64_t base[UNKNOWNS_MAX], const counted *at_base) {
  static const char *const names[] = {"gridDim.x", "gridDim.y", "gridDim.z"};
  counted larger;
  if (f->plan->launch.grid_known) return true;
  if (!count(f, base, 1, &larger)) return false;
  if (is_same(at_base, &larger)) return true;
  f->is_snug = f->n == 1;
  if (f->is_snug) return true;
  for (int axis = 0; axis < 3; axis++) {
    if (f->grid[axis] <= 1) continue;
    if (f->n == UNKNOWNS_MAX) return false;
    f->unknowns[f->n++] = (unknown){names[axis], axis, 1, 0};
  }
  return true;
}

/* ---- fitting ------------------------------------------------------------------------------------------- */

/* The degree of the polynomial through the values at 1 … NODES, per finite differences; more than DEGREE_MAX: none. */
static unsigned degree_of(const double values[NODES]) {
  double d[NODES], scale = 0;
  unsigned degree = 0;
  memcpy(d, values, sizeof d);
  for (unsigned i = 0; i < NODES; i++) scale = fmax(scale, fabs(values[i]));
  for (unsigned order = 0; order < NODES; order++) {
    for (unsigned i = 0; i + order < NODES; i++)
      if (fabs(d[i]) > 1e-9 * (1 + scale)) degree = order;
    for (unsigned i = 0; i + order + 1 < NODES; i++) d[i] = d[i + 1] - d[i];
  }
  return degree;
}

static bool find_degree(fit *f, size_t i) {
  counted at[NODES];
  unsigned most = 0;
  int64_t k[UNKNOWNS_MAX] = {3, 3, 3};
  for (int64_t node = 0; node < NODES; node++) {
    k[i] = node + 1;
    if (!count(f, k, 0, &at[node])) return false;
  }
  for (unsigned q = 0; q < QUANTITIES; q++) {
    double values[NODES];
    for (unsigned node = 0; node < NODES; node++) values[node] = at[node].q[q];
    unsigned degree = degree_of(values);
    if (degree > most) most = degree;
  }
  f->unknowns[i].degree = most;
  return most <= DEGREE_MAX;
}

/* Turns values at 1 … degree + 1 into coefficients of x^0 … x^degree: Newton's divided differences, multiplied out. */
static void interpolate(double *v, unsigned stride, unsigned degree) {
  double d[DEGREE_MAX + 1], c[DEGREE_MAX + 1] = {0};
  for (unsigned i = 0; i <= degree; i++) d[i] = v[i * stride];
  for (unsigned order = 1; order <= degree; order++)
    for (unsigned i = degree; i >= order; i--) d[i] = (d[i] - d[i - 1]) / order;
  for (unsigned i = degree + 1; i-- > 0;) { /* c = c · (x − (i + 1)) + d[i] */
    for (unsigned e = degree; e > 0; e--) c[e] = c[e - 1] - c[e] * (i + 1);
    c[0] = d[i] - c[0] * (i + 1);
  }
  for (unsigned i = 0; i <= degree; i++) v[i * stride] = c[i];
}

/* Coefficients of one quantity, indexed as the points: exponent of unknown 0 fastest. */
typedef struct polynomial {
  double c[POINTS_MAX];
} polynomial;

static unsigned point_count(const fit *f) {
  unsigned n = 1;
  for (size_t i = 0; i < f->n; i++) n *= f->unknowns[i].degree + 1;
  return n;
}

static void digits(const fit *f, unsigned point, int64_t k[UNKNOWNS_MAX]) {
  for (size_t i = 0; i < f->n; i++) {
    k[i] = point % (f->unknowns[i].degree + 1);
    point /= f->unknowns[i].degree + 1;
  }
}

static double value_at(const fit *f, const polynomial *p, const int64_t k[UNKNOWNS_MAX]) {
  double sum = 0;
  for (unsigned point = 0; point < point_count(f); point++) {
    int64_t e[UNKNOWNS_MAX];
    double term = p->c[point];
    digits(f, point, e);
    for (size_t i = 0; i < f->n; i++) term *= pow((double)k[i], (double)e[i]);
    sum += term;
  }
  return sum;
}

/* Fits all quantities and tries the fit at a point that it does not know. */
static bool fit_all(const fit *f, polynomial out[QUANTITIES]) {
  unsigned n = point_count(f);
  if (n > POINTS_MAX) return false;
  for (unsigned point = 0; point < n; point++) {
    int64_t k[UNKNOWNS_MAX] = {0};
    counted at;
    digits(f, point, k);
    for (size_t i = 0; i < f->n; i++) k[i]++;
    if (!count(f, k, 0, &at)) return false;
    for (unsigned q = 0; q < QUANTITIES; q++) out[q].c[point] = at.q[q];
  }
  for (unsigned q = 0; q < QUANTITIES; q++)
    for (unsigned stride = 1, i = 0; i < f->n; stride *= f->unknowns[i].degree + 1, i++)
      for (unsigned point = 0; point < n; point++)
        if (point / stride % (f->unknowns[i].degree + 1) == 0)
          interpolate(&out[q].c[point], stride, f->unknowns[i].degree);
  int64_t k[UNKNOWNS_MAX] = {NODES, NODES - 1, NODES};
  counted at;
  if (!count(f, k, 0, &at)) return false;
  for (unsigned q = 0; q < QUANTITIES; q++)
    if (fabs(value_at(f, &out[q], k) - at.q[q]) > 1e-6 * (1 + fabs(at.q[q]))) return false;
  return true;
}

/* ---- text ---------------------------------------------------------------------------------------------- */

/* c as numerator / denominator: the warp's 32 and its powers first, as people write "12 * n / 32". False: neither. */
static bool as_fraction(double c, double *numerator, double *denominator) {
  static const double first[] = {1, 32, 1024, 32768};
  for (unsigned i = 0; i < sizeof first / sizeof *first + 4096; i++) {
    double d = i < 4 ? first[i] : (double)(i - 2), n = c * d;
    if (fabs(n - round(n)) > 1e-7 * fmax(1, fabs(n)) || round(n) == 0) continue;
    *numerator = round(n);
    *denominator = d;
    return true;
  }
  return false;
}

static bool add_term(const fit *f, coal_str *out, double c, const int64_t e[UNKNOWNS_MAX]) {
  double scale = c, numerator, denominator;
  for (size_t i = 0; i < f->n; i++) scale /= pow((double)f->unknowns[i].unit, (double)e[i]);
  if (!as_fraction(fabs(scale), &numerator, &denominator)) return false;
  coal_str_add(out, scale < 0 ? (out->n ? " - " : "-") : out->n ? " + " : "");
  bool has_factor = false;
  int64_t degree = 0;
  for (size_t i = 0; i < f->n; i++) degree += e[i];
  if (numerator != 1 || !degree) {
    coal_str_addf(out, "%.0f", numerator);
    has_factor = true;
  }
  for (size_t i = 0; i < f->n; i++)
    for (int64_t k = 0; k < e[i]; k++) {
      coal_str_addf(out, "%s%s", has_factor ? " * " : "", f->unknowns[i].name);
      has_factor = true;
    }
  if (denominator != 1) coal_str_addf(out, " / %.0f", denominator);
  return true;
}

/* Terms of the highest degree first; NULL when a coefficient is no small fraction. */
static const char *text_of(const fit *f, const polynomial *p, coal_arena *kept) {
  coal_str s = {0};
  double scale = 0;
  unsigned n = point_count(f);
  bool good = true;
  for (unsigned point = 0; point < n; point++) scale = fmax(scale, fabs(p->c[point]));
  for (int64_t degree = (int64_t)DEGREE_MAX * UNKNOWNS_MAX; degree >= 0; degree--)
    for (unsigned point = 0; point < n && good; point++) {
      int64_t e[UNKNOWNS_MAX] = {0}, sum = 0;
      digits(f, point, e);
      for (size_t i = 0; i < f->n; i++) sum += e[i];
      if (sum == degree && fabs(p->c[point]) > 1e-9 * (1 + scale)) good = add_term(f, &s, p->c[point], e);
    }
  const char *text = !good ? NULL : s.n ? coal_arena_string(kept, s.data, s.n) : "0";
  coal_str_free(&s);
  return text;
}

static const char *condition_of(const fit *f, coal_arena *kept) {
  coal_str s = {0};
  for (size_t i = 0; i < f->n; i++)
    if (f->unknowns[i].axis < 0)
      coal_str_addf(&s, "%s%s a multiple of %lld", s.n ? ", " : "", f->unknowns[i].name,
                    (long long)f->unknowns[i].unit);
  for (unsigned axis = 0; f->is_snug && axis < 3; axis++)
    if (f->grid[axis] > 1)
      coal_str_addf(&s, ", gridDim.%c = %s / %u", "xyz"[axis], f -> unknowns[0].name, f->plan->launch.block[axis]);
  const char *text = s.n ? coal_arena_string(kept, s.data, s.n) : NULL;
  coal_str_free(&s);
  return text;
}

const coal_formulas *coal_find_formulas(const coal_module *m, const coal_plan *plan, const coal_options *options,
                                        coal_arena *kept) {
  fit f = {.m = m, .plan = plan, .options = options};
  polynomial p[QUANTITIES];
  const int64_t base[UNKNOWNS_MAX] = {3, 3, 3};
  counted at_base;
  memset(p, 0, sizeof p);
  if (!find_parameters(&f)) return NULL;
  cover(&f);
  if (!count(&f, base, 0, &at_base) || !drop_idle(&f, base, &at_base) || !add_grid(&f, base, &at_base) || !f.n)
    return NULL;
  for (size_t i = 0; i < f.n; i++)
    if (!find_degree(&f, i)) return NULL;
  if (!fit_all(&f, p)) return NULL;
  coal_formulas *out = COAL_ARENA_NEW(kept, coal_formulas);
  const char **members[QUANTITIES] = {&out->requests,         &out->sectors,   &out->ideal_sectors, &out->wavefronts,
                                      &out->ideal_wavefronts, &out->conflicts, &out->flops};
  for (unsigned q = 0; q < QUANTITIES; q++) *members[q] = text_of(&f, &p[q], kept);
  out->condition = condition_of(&f, kept);
  return out;
}
