/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "fingerprint.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "util/alloc.h"
#include "util/hash.h"

static uint64_t hash_finding(coal_source_cache *sources, const coal_access *access, const coal_finding *f) {
  coal_str expression = {0};
  coal_source_add_folded(sources, &access->range, &expression);
  uint64_t h = coal_hash_text(COAL_HASH_START, f->check);
  h = coal_hash_text(h, access->kernel->fn->signature ? access->kernel->fn->signature : access->kernel->fn->name);
  h = coal_hash_text(h, coal_space_name(access->space));
  h = coal_hash_text(h, coal_mem_op_name(access->op));
  h = coal_hash_text(h, expression.data ? expression.data : "");
  h = coal_hash_text(h, coal_severity_name(f->severity));
  h = coal_hash_text(h, access->object_name ? access->object_name : "");
  for (size_t i = 0; i < access->n_inlined_at; i++) {
    const coal_function *callee = access->inlined_at[i].callee;
    h = coal_hash_text(h, callee && callee->signature ? callee->signature : "");
  }
  coal_str_free(&expression);
  return h;
}

void coal_fingerprints(coal_source_cache *sources, const coal_analysis *a, char (*out)[17]) {
  size_t n, n_accesses;
  const coal_finding *f = coal_analysis_findings(a, &n);
  const coal_access *accesses = coal_analysis_accesses(a, &n_accesses);
  uint64_t *plain = coal_alloc(n * sizeof *plain);
  for (size_t i = 0; i < n; i++) {
    uint64_t twins = 0;
    plain[i] = hash_finding(sources, &accesses[f[i].access], &f[i]);
    for (size_t k = 0; k < i; k++) twins += plain[k] == plain[i];
    char number[24];
    snprintf(number, sizeof number, "%" PRIu64, twins);
    snprintf(out[i], sizeof out[i], "%016" PRIx64, coal_hash_text(plain[i], number));
  }
  free(plain);
}
