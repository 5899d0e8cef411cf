/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "fingerprint.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "util/alloc.h"
#include "util/hash.h"

/** `plain` holds the hashes that are numbered, by rising index of the access; `text` what they become. */
typedef struct coal_prints {
  uint64_t *plain;
  char (*text)[17];
} coal_prints;

struct coal_fingerprints {
  coal_prints whole, id; /* with and without the severity */
};

static uint64_t hash_access(coal_source_cache *sources, const coal_access *access, const coal_finding *f,
                            bool with_severity) {
  coal_str expression = {0};
  coal_source_add_folded(sources, &access->range, &expression);
  uint64_t h = coal_hash_text(COAL_HASH_START, f->check);
  h = coal_hash_text(h, access->kernel->fn->signature ? access->kernel->fn->signature : access->kernel->fn->name);
  h = coal_hash_text(h, coal_space_name(access->space));
  h = coal_hash_text(h, coal_mem_op_name(access->op));
  h = coal_hash_text(h, expression.data ? expression.data : "");
  if (with_severity) h = coal_hash_text(h, coal_severity_name(f->severity));
  h = coal_hash_text(h, access->object_name ? access->object_name : "");
  for (size_t i = 0; i < access->n_inlined_at; i++) {
    const coal_function *callee = access->inlined_at[i].callee;
    h = coal_hash_text(h, callee && callee->signature ? callee->signature : "");
  }
  coal_str_free(&expression);
  return h;
}

/** Numbers equal hashes in the order of the accesses. 0: the access has no finding. */
static void number(coal_prints *p, size_t n) {
  for (size_t i = 0; i < n; i++) {
    uint64_t twins = 0;
    char digits[24];
    if (!p->plain[i]) continue;
    for (size_t k = 0; k < i; k++) twins += p->plain[k] == p->plain[i];
    snprintf(digits, sizeof digits, "%" PRIu64, twins);
    snprintf(p->text[i], sizeof p->text[i], "%016" PRIx64, coal_hash_text(p->plain[i], digits));
  }
}

static coal_prints prints_new(coal_source_cache *sources, const coal_analysis *a, bool with_severity) {
  size_t n, n_accesses, count;
  const coal_finding *f = coal_analysis_findings(a, &n);
  const coal_access *accesses = coal_analysis_accesses(a, &n_accesses);
  coal_prints p = {coal_alloc((n_accesses + 1) * sizeof *p.plain), coal_alloc((n_accesses + 1) * sizeof *p.text)};
  memset(p.plain, 0, (n_accesses + 1) * sizeof *p.plain);
  memset(p.text, 0, (n_accesses + 1) * sizeof *p.text);
  for (size_t i = 0; i < n; i++) {
    const size_t *list = coal_finding_accesses(&f[i], &count);
    for (size_t k = 0; k < count; k++)
      p.plain[list[k]] = hash_access(sources, &accesses[list[k]], &f[i], with_severity);
  }
  number(&p, n_accesses);
  return p;
}

coal_fingerprints *coal_fingerprints_new(coal_source_cache *sources, const coal_analysis *a) {
  coal_fingerprints *f = coal_alloc(sizeof *f);
  *f = (coal_fingerprints){prints_new(sources, a, true), prints_new(sources, a, false)};
  return f;
}

void coal_fingerprints_free(coal_fingerprints *f) {
  if (!f) return;
  free(f->whole.plain);
  free(f->whole.text);
  free(f->id.plain);
  free(f->id.text);
  free(f);
}

const char *coal_fingerprint_of(const coal_fingerprints *f, size_t access) { return f->whole.text[access]; }

const char *coal_fingerprint_id(const coal_fingerprints *f, const coal_finding *finding) {
  return f->id.text[finding->access];
}
