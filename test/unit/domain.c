/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "domain.h"

static uint64_t state = 0x9e3779b97f4a7c15u;

uint64_t random_bits(void) { /* xorshift64* (Vigna, 2016) */
  state ^= state >> 12;
  state ^= state << 25;
  state ^= state >> 27;
  return state * 0x2545f4914f6cdd1du;
}

int64_t random_in(int64_t lo, int64_t hi) { return lo + (int64_t)(random_bits() % (uint64_t)(hi - lo + 1)); }

world world_new(void) {
  static const int64_t mods[] = {1, 1, 2, 3, 4, 8, 32};
  world w = {.t = coal_symbols_new()};
  for (int i = 0; i < SYMBOLS; i++) {
    int64_t mod = mods[random_in(0, 6)], rem = random_in(0, mod - 1), steps = random_in(0, 40);
    coal_symbol s = {.name = i == 0   ? "n"
                             : i == 1 ? "m"
                                      : "v",
                     .is_varying = i == SYMBOLS - 1,
                     .lo = rem,
                     .hi = rem + steps * mod,
                     .mod = mod,
                     .rem = rem,
                     .reason = COAL_REASON_PARAMETER};
    w.id[i] = coal_symbol_add(w.t, s);
    int64_t uniform = rem + mod * random_in(0, steps);
    for (unsigned l = 0; l < COAL_WARP_LANES; l++)
      w.value[i][l] = s.is_varying ? rem + mod * random_in(0, steps) : uniform;
  }
  return w;
}

void world_free(world *w) { coal_symbols_free(w->t); }

static const coal_poly *random_constant(world *w, int64_t limit) {
  if (random_bits() % 2) return coal_poly_const(w->t, random_in(-limit, limit));
  int64_t v[COAL_WARP_LANES];
  for (unsigned l = 0; l < COAL_WARP_LANES; l++) v[l] = random_in(-limit, limit);
  return coal_poly_lanes(w->t, v);
}

const coal_poly *random_poly(world *w) {
  const coal_poly *p = random_constant(w, 100);
  for (int64_t i = random_in(0, 2); i > 0; i--) {
    const coal_poly *symbol = coal_poly_symbol(w->t, w->id[random_in(0, SYMBOLS - 1)]);
    p = coal_poly_add(w->t, p, coal_poly_mul(w->t, symbol, random_constant(w, 8)));
  }
  return p;
}

static int find(const world *w, coal_symbol_id id) {
  for (int i = 0; i < SYMBOLS; i++)
    if (w->id[i] == id) return i;
  return -1;
}

/* The product of a term's symbols that have numbers; *other is one that has none. */
static int64_t product_of(const world *w, coal_mono_id mono, unsigned lane, const coal_symbol **other) {
  unsigned n;
  const coal_symbol_id *ids = coal_mono_symbols(w->t, mono, &n);
  int64_t product = 1;
  for (unsigned k = 0; k < n; k++) {
    int i = find(w, ids[k]);
    if (i < 0) *other = coal_symbol_get(w->t, ids[k]);
    product *= i < 0 ? 1 : w->value[i][lane];
  }
  return product;
}

int64_t number_of(const world *w, const coal_poly *p, unsigned lane) {
  int64_t sum = coal_lane(p->c, lane);
  for (uint32_t i = 0; i < p->n; i++) {
    const coal_symbol *other = NULL;
    sum += coal_lane(p->terms[i].coef, lane) * product_of(w, p->terms[i].mono, lane, &other);
  }
  return sum;
}

bool allows(const world *w, const coal_poly *p, const int64_t truth[COAL_WARP_LANES]) {
  int64_t first = 0;
  for (unsigned l = 0; l < COAL_WARP_LANES; l++) {
    int64_t rest = truth[l] - coal_lane(p->c, l), factor = 0;
    const coal_symbol *unknown = NULL;
    for (uint32_t i = 0; i < p->n; i++) {
      const coal_symbol *other = NULL;
      int64_t part = coal_lane(p->terms[i].coef, l) * product_of(w, p->terms[i].mono, l, &other);
      if (!other) rest -= part;
      if (other) {
        unknown = other;
        factor += part;
      }
    }
    if (!unknown || factor == 0) {
      if (rest != 0) return false;
      continue;
    }
    int64_t x = rest / factor;
    if (rest % factor || x < unknown->lo || x > unknown->hi || (x - unknown->rem) % unknown->mod) return false;
    if (l == 0) first = x;
    if (!unknown->is_varying && x != first) return false;
  }
  return true;
}
