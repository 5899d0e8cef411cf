/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "digest.h"

#include <stdlib.h>
#include <string.h>

#include "ranking.h"
#include "util/alloc.h"
#include "util/arena.h"

enum { WORST_SHOWN = 5, CHECKS_MAX = 64 };

struct coal_digest {
  coal_arena *arena;
  coal_ranking ranking; /* items: "a.cu:38 (81 % of 'k')" */
};

coal_digest *coal_digest_new(void) {
  coal_digest *d = coal_alloc(sizeof *d);
  *d = (coal_digest){.arena = coal_arena_new()};
  return d;
}

void coal_digest_free(coal_digest *d) {
  if (!d) return;
  coal_ranking_free(&d->ranking);
  coal_arena_free(d->arena);
  free(d);
}

static char *place_of(coal_digest *d, const coal_access *a, const coal_finding *f) {
  const char *place = a->range.file ? a->range.file->path : a->kernel->fn->name;
  if (a->range.file) place = coal_arena_format(d->arena, "%s:%u", place, (unsigned)a->range.begin.line1);
  if (f->gain.is_known && f->gain.time_ns > 0)
    place = coal_arena_format(d->arena, "%s (%.0f %% of '%s')", place, 100 * f->gain.saved_ns / f->gain.time_ns,
                              a->kernel->fn->name);
  return coal_arena_string(d->arena, place, strlen(place));
}

void coal_digest_add(coal_digest *d, const coal_report *r, const coal_analysis *a) {
  size_t n, n_accesses;
  const coal_finding *f = coal_analysis_findings(a, &n);
  const coal_access *accesses = coal_analysis_accesses(a, &n_accesses);
  for (size_t i = 0; i < n; i++) {
    if (r->shown[i] != COAL_SHOWN || f[i].severity == COAL_SEVERITY_REMARK) continue;
    coal_ranking_add(&d->ranking, &f[i], place_of(d, &accesses[coal_filter_first_place(&f[i], r->places)], &f[i]));
    d->ranking.items[d->ranking.n - 1].rank.check = coal_arena_string(d->arena, f[i].check, strlen(f[i].check));
  }
}

/** In the order in which the checks come in the ranking. */
static void add_checks(const coal_ranking *r, coal_str *out) {
  const char *names[CHECKS_MAX];
  size_t counts[CHECKS_MAX], n = 0;
  for (size_t i = 0; i < r->n; i++) {
    size_t k = 0;
    while (k < n && strcmp(names[k], r->items[i].rank.check) != 0) k++;
    if (k == CHECKS_MAX) continue;
    if (k == n) {
      names[n] = r->items[i].rank.check;
      counts[n++] = 0;
    }
    counts[k]++;
  }
  for (size_t k = 0; k < n; k++) coal_str_addf(out, "%s%zu %s", k ? ", " : "By check: ", counts[k], names[k]);
  coal_str_add(out, ".\n");
}

void coal_digest_print(coal_digest *d, coal_str *out) {
  coal_ranking *r = &d->ranking;
  if (r->n < 2) return;
  coal_ranking_sort(r);
  add_checks(r, out);
  for (size_t i = 0; i < r->n && i < WORST_SHOWN; i++)
    coal_str_addf(out, "%s%s", i ? ", " : "Worst first: ", (const char *)r->items[i].item);
  if (r->n > WORST_SHOWN) coal_str_addf(out, " and %zu more", r->n - WORST_SHOWN);
  coal_str_add(out, ".\n");
}
