/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "fingerprint.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "util/alloc.h"

/** FNV-1a, 64 bits, over the text and its NUL (so that "ab","c" differs from "a","bc"). */
static uint64_t hash_text(uint64_t h, const char *text) {
  const uint64_t prime = UINT64_C(1099511628211);
  do h = (h ^ (unsigned char)*text) * prime;
  while (*text++);
  return h;
}

static uint64_t hash_finding(coal_source_cache *sources, const coal_access *access, const coal_finding *f) {
  coal_str expression = {0};
  coal_source_add_folded(sources, &access->range, &expression);
  uint64_t h = hash_text(UINT64_C(14695981039346656037), f->check);
  h = hash_text(h, access->kernel->fn->signature ? access->kernel->fn->signature : access->kernel->fn->name);
  h = hash_text(h, coal_space_name(access->space));
  h = hash_text(h, coal_mem_op_name(access->op));
  h = hash_text(h, expression.data ? expression.data : "");
  h = hash_text(h, coal_severity_name(f->severity));
  h = hash_text(h, access->object_name ? access->object_name : "");
  for (size_t i = 0; i < access->n_inlined_at; i++) {
    const coal_function *callee = access->inlined_at[i].callee;
    h = hash_text(h, callee && callee->signature ? callee->signature : "");
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
    snprintf(out[i], sizeof out[i], "%016" PRIx64, hash_text(plain[i], number));
  }
  free(plain);
}
