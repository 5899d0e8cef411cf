/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "trials.h"

enum { LARGE = 4096, REMAINDERS_MAX = 32 };

bool coal_trials_has(const coal_trials *trials, coal_symbol_id symbol) {
  for (unsigned j = 0; j < trials->n; j++)
    if (trials->id[j] == symbol) return true;
  return false;
}

bool coal_trials_add(coal_symbols *t, coal_trials *trials, const coal_poly *p) {
  for (uint32_t i = 0; i < p->n; i++) {
    unsigned n;
    const coal_symbol_id *s = coal_mono_symbols(t, p->terms[i].mono, &n);
    for (unsigned k = 0; k < n; k++) {
      if (coal_trials_has(trials, s[k])) continue;
      if (trials->n == COAL_TRIAL_SYMBOLS) return false;
      trials->id[trials->n++] = s[k];
    }
  }
  return true;
}

unsigned coal_trials_per_symbol(const coal_trials *trials) {
  return trials->n <= 1 ? REMAINDERS_MAX : trials->n == 2 ? 16 : 8;
}

unsigned coal_trials_count(const coal_trials *trials) {
  unsigned total = 1;
  for (unsigned j = 0; j < trials->n; j++) total *= coal_trials_per_symbol(trials);
  return total;
}

bool coal_symbol_may_be(const coal_symbol *s, int64_t value) {
  return value >= s->lo && value <= s->hi && (value - s->rem) % s->mod == 0;
}

/* The least number from `from` on with the symbol's remainder. */
static int64_t next_congruent(const coal_symbol *s, int64_t from) {
  int64_t r = (from - s->rem) % s->mod;
  return r <= 0 ? from - r : from + (s->mod - r);
}

/* Value r of the symbol at place j. If the bounds exclude the large values, the largest that remain, repeated when
 * they are few. A symbol without a lower bound is a size or an index, and nonnegative. */
static int64_t tried_value(const coal_symbol *s, unsigned j, unsigned r, unsigned per_symbol) {
  int64_t large = LARGE * (int64_t)(2 * j + 3) * s->mod + s->rem,
          first = next_congruent(s, s->lo == INT64_MIN ? 0 : s->lo);
  if (s->hi >= large + s->mod * (int64_t)per_symbol || s->hi < first)
    return (first > large ? first : large) + s->mod * (int64_t)r;
  int64_t count = (s->hi - first) / s->mod + 1, n = count < (int64_t)per_symbol ? count : (int64_t)per_symbol;
  return first + s->mod * (count - n + (int64_t)r % n);
}

coal_assignment coal_trials_get(coal_symbols *t, const coal_trials *trials, unsigned trial) {
  coal_assignment a = {.trials = trials};
  unsigned per_symbol = coal_trials_per_symbol(trials);
  for (unsigned j = 0; j < trials->n; j++, trial /= per_symbol)
    a.value[j] = tried_value(coal_symbol_get(t, trials->id[j]), j, trial % per_symbol, per_symbol);
  return a;
}

int64_t coal_assignment_product(const coal_symbols *t, const coal_assignment *a, coal_mono_id mono) {
  unsigned n;
  const coal_symbol_id *s = coal_mono_symbols(t, mono, &n);
  uint64_t v = 1;
  for (unsigned k = 0; k < n; k++) {
    uint64_t factor = 0;
    for (unsigned j = 0; j < a->trials->n; j++)
      if (a->trials->id[j] == s[k]) factor = (uint64_t)a->value[j];
    v *= factor;
  }
  return (int64_t)v;
}
