/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "merge.h"

#include "util/number.h"

enum { WINDOWS_LOOKED_AT = 256 }; /* of a tally: its requests repeat */

/* ---- what is provable ---------------------------------------------------------------------------------- */

static bool holds_counter(coal_symbols *t, coal_mono_id mono) {
  unsigned n;
  const coal_symbol_id *s = coal_mono_symbols(t, mono, &n);
  for (unsigned i = 0; i < n; i++)
    if (coal_symbol_get(t, s[i])->is_counter) return true;
  return false;
}

/* What everything in the form but loop counters is a multiple of, at most a window. */
static int64_t provable_step(coal_symbols *t, const coal_poly *form) {
  int64_t step = COAL_WINDOW_BYTES;
  for (uint32_t i = 0; i < form->n; i++) {
    coal_poly alone = {{NULL, 0}, 1, &form->terms[i]};
    if (!holds_counter(t, form->terms[i].mono)) step = coal_gcd(step, coal_poly_terms_gcd(t, &alone));
  }
  return step;
}

static bool is_member_access(const coal_expr *site) {
  bool has_lvalue = site->kind == COAL_EXPR_LOAD || site->kind == COAL_EXPR_ASSIGN;
  return has_lvalue && site->a && site->a->kind == COAL_EXPR_MEMBER;
}

/* A vector or an aligned record moves in one access already; those are not merged with each other. */
static bool is_whole_record(const coal_access *a) {
  const coal_expr *site = a->site;
  bool has_lvalue = site->kind == COAL_EXPR_LOAD || site->kind == COAL_EXPR_ASSIGN;
  return has_lvalue && site->a && site->a->type->kind == COAL_TYPE_RECORD && a->instructions == 1;
}

uint32_t coal_merge_limit(coal_symbols *t, const coal_access *a, coal_value address) {
  uint64_t limit = 0;
  if ((a->op != COAL_MEM_LOAD && a->op != COAL_MEM_STORE) || (a->instruction_bytes != 4 && a->instruction_bytes != 8) ||
      is_whole_record(a))
    return 0;
  if (a->space == COAL_SPACE_SHARED && address.form) {
    limit = (uint64_t)provable_step(t, address.form);
  } else if (a->space == COAL_SPACE_GLOBAL && is_member_access(a->site)) {
    for (const coal_trail *r = address.trail; r; r = r->outer)
      if (r->field->owner->align_bytes > limit) limit = r->field->owner->align_bytes;
  }
  if (limit > COAL_WINDOW_BYTES) limit = COAL_WINDOW_BYTES;
  return limit > a->instruction_bytes ? (uint32_t)limit : 0;
}

/* ---- what becomes of a window -------------------------------------------------------------------------- */

/* Which words are read or written. */
static unsigned words_of(const coal_merge_window *w) {
  unsigned words = 0;
  for (unsigned i = 0; i < w->n; i++) words |= 1u << w->entry[i].word;
  return words;
}

/* The last three words of four in global memory are an exception: loads of them become two accesses, stores stay three. */
static bool skips_first_global(const coal_merge_window *w, unsigned words) {
  return words == 14 && w->request.space == COAL_SPACE_GLOBAL;
}

static bool is_odd_store(const coal_merge_window *w, unsigned words) {
  return w->is_store && skips_first_global(w, words);
}

/* Is one access made of the whole window? Loads read a word that nobody wants, stores do not write one. */
static bool is_whole(const coal_merge_window *w, unsigned words) {
  if (w->request.bytes / w->word_bytes == 2) return words == 3;
  bool skips_first = skips_first_global(w, words);
  return words == 15 || (!w->is_store && __builtin_popcount(words) == 3 && !skips_first);
}

static void add_partner(coal_merged *m, const coal_tally *self, coal_tally *other) {
  if (other == self) return;
  for (unsigned i = 0; i < m->n_with; i++)
    if (m->with[i] == other) return;
  if (m->n_with < COAL_MERGED_WITH) m->with[m->n_with++] = other;
}

static bool is_first_of(const coal_merge_window *w, unsigned i, unsigned words) {
  for (unsigned k = 0; k < i; k++)
    if (w->entry[k].tally == w->entry[i].tally && words >> w->entry[k].word & 1) return false;
  return true;
}

/* The accesses of these words, which are one access of `bytes` from `offset` on. */
static void merge_words(coal_merge_window *w, const coal_target *target, unsigned words, uint32_t bytes,
                        uint64_t offset) {
  coal_request q = w->request;
  q.bytes = bytes;
  for (unsigned i = 0; i < COAL_WARP_LANES; i++) q.address[i] += offset;
  coal_cost c = coal_model_cost(target, &q);
  for (unsigned i = 0; i < w->n; i++) {
    coal_merged *m = w->entry[i].tally->merged;
    if (!(words >> w->entry[i].word & 1) || !is_first_of(w, i, words)) continue;
    m->n++;
    m->moved += c.moved;
    m->ideal += c.ideal;
    if (bytes > m->bytes) m->bytes = bytes;
    for (unsigned k = 0; k < w->n; k++)
      if (words >> w->entry[k].word & 1) add_partner(m, w->entry[i].tally, w->entry[k].tally);
  }
}

static void close_window(coal_merge_window *w, const coal_target *target) {
  unsigned words = words_of(w), merged = 0;
  if (is_whole(w, words)) {
    merge_words(w, target, words, w->request.bytes, 0);
    merged = words;
  } else if (w->request.bytes / w->word_bytes == 4 && !is_odd_store(w, words)) {
    for (unsigned pair = 0; pair < 2; pair++)
      if ((words >> 2 * pair & 3) == 3) {
        merge_words(w, target, 3u << 2 * pair, 8, 8 * (uint64_t)pair);
        merged |= 3u << 2 * pair;
      }
  }
  for (unsigned i = 0; i < w->n; i++)
    if (!(merged >> w->entry[i].word & 1)) w->entry[i].tally->merged->n_alone++;
}

/* ---- the open windows ---------------------------------------------------------------------------------- */

static void close_at(coal_merges *m, unsigned i, const coal_target *target) {
  close_window(&m->window[i], target);
  m->window[i] = m->window[--m->n];
}

void coal_merges_end(coal_merges *m, const coal_target *target) {
  while (m->n) close_at(m, m->n - 1, target);
}

/* Accesses keep their order where the compiler cannot tell their addresses apart: a store ends what loads of that memory space may be
 * merged with, a load what stores may, and a store what stores through another index may. */
static void end_others(coal_merges *m, const coal_target *target, const struct coal_object *object, bool is_store,
                       const coal_measurement *f) {
  for (unsigned i = m->n; i-- > 0;) {
    const coal_merge_window *w = &m->window[i];
    bool is_apart = w->is_store && is_store && w->object == object && w->hash == f->hash;
    if (w->request.space == f->request.space && (is_store || w->is_store) && !is_apart) close_at(m, i, target);
  }
}

static bool are_lanes_alike(const coal_request *q, uint32_t window_bytes) {
  uint64_t first = q->address[__builtin_ctz(q->mask)] % window_bytes;
  for (uint32_t left = q->mask; left; left &= left - 1)
    if (q->address[__builtin_ctz(left)] % window_bytes != first) return false;
  return true;
}

static bool fits(const coal_merge_window *w, const coal_merge_window *like) {
  return w->object == like->object && w->is_store == like->is_store && w->hash == like->hash && w->base == like->base &&
         w->request.bytes == like->request.bytes && coal_poly_terms_equal(w->symbolic, like->symbolic);
}

static bool is_taken(const coal_merge_window *w, const coal_tally *t, uint32_t word) {
  for (unsigned i = 0; i < w->n; i++)
    if (w->entry[i].tally == t && w->entry[i].word == word) return true;
  return w->n == COAL_MERGE_ENTRIES;
}

void coal_merges_add(coal_arena *kept, coal_merges *m, const coal_target *target, coal_tally *t, coal_value address,
                     const coal_measurement *f) {
  bool is_store = f->request.op != COAL_MEM_LOAD;
  end_others(m, target, address.object, is_store, f);
  if (!t->merge_limit || (t->merged && t->merged->n + t->merged->n_alone >= WINDOWS_LOOKED_AT)) return;
  if (!t->merged) t->merged = COAL_ARENA_NEW(kept, coal_merged);
  if (!are_lanes_alike(&f->request, t->merge_limit)) {
    t->merged->n_alone++;
    return;
  }
  uint64_t first = f->request.address[__builtin_ctz(f->request.mask)], within = first % t->merge_limit;
  coal_merge_window like = {.object = address.object,
                            .symbolic = f->symbolic,
                            .is_store = is_store,
                            .hash = f->hash,
                            .base = first - within,
                            .request = f->request,
                            .word_bytes = f->request.bytes};
  uint32_t word = (uint32_t)(within / f->request.bytes);
  like.request.bytes = t->merge_limit;
  for (unsigned i = 0; i < COAL_WARP_LANES; i++) like.request.address[i] -= within;
  unsigned at = 0;
  while (at < m->n && !fits(&m->window[at], &like)) at++;
  if (at < m->n && is_taken(&m->window[at], t, word)) {
    close_at(m, at, target);
    at = m->n;
  }
  if (at == m->n) {
    if (m->n == COAL_MERGE_WINDOWS) close_at(m, 0, target);
    at = m->n++;
    m->window[at] = like;
  }
  coal_merge_window *w = &m->window[at];
  w->entry[w->n++] = (coal_merge_entry){t, word};
}
