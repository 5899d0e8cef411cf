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
  coal_ranking ranking; /* items: digest_place */
};

typedef struct digest_place {
  const char *file;  /* the path, or the kernel's name where no file is known */
  uint32_t line;     /* 0: unknown */
  const char *share; /* " (81 % of 'k')", or "" */
} digest_place;

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

static const char *kept(coal_digest *d, const char *text) { return coal_arena_string(d->arena, text, strlen(text)); }

static digest_place *place_of(coal_digest *d, const coal_access *a, const coal_finding *f) {
  digest_place *place = COAL_ARENA_NEW(d->arena, digest_place);
  *place = (digest_place){.file = kept(d, a->range.file ? a->range.file->path : a->kernel->fn->name),
                          .line = a->range.file ? a->range.begin.line1 : 0,
                          .share = ""};
  if (f->gain.is_known && f->gain.time_ns > 0)
    place->share = coal_arena_format(d->arena, " (%.0f %% of '%s')", 100 * f->gain.saved_ns / f->gain.time_ns,
                                     a->kernel->fn->name);
  return place;
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

/** "Worst first: a.cu:38 (81 % of 'k'), line 12, b.cu:7": a file is named where it changes. */
static void add_places(const coal_ranking *r, coal_str *out) {
  const char *file = NULL;
  for (size_t i = 0; i < r->n && i < WORST_SHOWN; i++) {
    const digest_place *place = r->items[i].item;
    coal_str_add(out, i ? ", " : "Worst first: ");
    if (!place->line)
      coal_str_add(out, place->file);
    else if (file && !strcmp(file, place->file))
      coal_str_addf(out, "line %u", (unsigned)place->line);
    else
      coal_str_addf(out, "%s:%u", place->file, (unsigned)place->line);
    coal_str_add(out, place->share);
    file = place->file;
  }
}

void coal_digest_print(coal_digest *d, coal_str *out) {
  coal_ranking *r = &d->ranking;
  if (r->n < 2) return;
  coal_ranking_sort(r);
  add_checks(r, out);
  add_places(r, out);
  if (r->n > WORST_SHOWN) coal_str_addf(out, " and %zu more", r->n - WORST_SHOWN);
  coal_str_add(out, ".\n");
}
