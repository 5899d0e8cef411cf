/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "symbols.h"

#include <inttypes.h>
#include <string.h>

#include "util/hash.h"
#include "util/str.h"
#include "util/vec.h"

enum { BUCKETS = 1024 };

typedef struct mono {
  unsigned n;
  coal_symbol_id s[COAL_MONO_FACTORS_MAX];
  bool is_varying;
  uint32_t next; /* in its bucket, + 1 */
} mono;

typedef struct interned {
  const char *key;
  coal_symbol_id id;
  uint32_t next; /* in its bucket, + 1 */
} interned;

struct coal_symbols {
  coal_arena *kept, *scratch;
  bool marked;
  COAL_VEC(coal_symbol) symbols;
  COAL_VEC(mono) monos;
  COAL_VEC(interned) keys;
  COAL_VEC(coal_mono_id) own; /* by symbol: the monomial of it alone, UINT32_MAX when not made yet */
  uint32_t mono_buckets[BUCKETS], key_buckets[BUCKETS]; /* newest entry + 1 */
  size_t kept_symbols, kept_monos, kept_keys;
};

coal_symbols *coal_symbols_new(void) {
  coal_symbols *t = coal_alloc(sizeof *t);
  memset(t, 0, sizeof *t);
  t->kept = coal_arena_new();
  t->scratch = coal_arena_new();
  return t;
}

void coal_symbols_free(coal_symbols *t) {
  if (!t) return;
  coal_arena_free(t->kept);
  coal_arena_free(t->scratch);
  coal_vec_free(&t->symbols);
  coal_vec_free(&t->monos);
  coal_vec_free(&t->keys);
  coal_vec_free(&t->own);
  free(t);
}

static size_t hash_bytes(const void *data, size_t n) { return coal_hash_bytes(COAL_HASH_START, data, n) % BUCKETS; }

static void link_mono(coal_symbols *t, size_t i) {
  mono *m = &t->monos.items[i];
  uint32_t *bucket = &t->mono_buckets[hash_bytes(m->s, sizeof(coal_symbol_id) * m->n)];
  m->next = *bucket;
  *bucket = (uint32_t)i + 1;
}

static void link_key(coal_symbols *t, size_t i) {
  interned *k = &t->keys.items[i];
  uint32_t *bucket = &t->key_buckets[hash_bytes(k->key, strlen(k->key))];
  k->next = *bucket;
  *bucket = (uint32_t)i + 1;
}

void coal_symbols_mark(coal_symbols *t) {
  t->marked = true;
  t->kept_symbols = t->symbols.n;
  t->kept_monos = t->monos.n;
  t->kept_keys = t->keys.n;
}

void coal_symbols_reset(coal_symbols *t) {
  coal_arena_reset(t->scratch);
  bool is_unchanged = t->monos.n == t->kept_monos && t->keys.n == t->kept_keys;
  t->symbols.n = t->own.n = t->kept_symbols;
  if (is_unchanged) return;
  t->monos.n = t->kept_monos;
  t->keys.n = t->kept_keys;
  for (size_t i = 0; i < t->own.n; i++)
    if (t->own.items[i] != UINT32_MAX && t->own.items[i] >= t->monos.n) t->own.items[i] = UINT32_MAX;
  memset(t->mono_buckets, 0, sizeof t->mono_buckets);
  memset(t->key_buckets, 0, sizeof t->key_buckets);
  for (size_t i = 0; i < t->monos.n; i++) link_mono(t, i);
  for (size_t i = 0; i < t->keys.n; i++) link_key(t, i);
}

bool coal_symbol_is_kept(const coal_symbols *t, coal_symbol_id id) { return t->marked && id < t->kept_symbols; }

coal_arena *coal_symbols_arena(coal_symbols *t) { return t->marked ? t->scratch : t->kept; }

size_t coal_symbols_bytes(const coal_symbols *t) {
  return coal_arena_bytes(t->kept) + coal_arena_bytes(t->scratch) + t->symbols.n * sizeof *t->symbols.items +
         t->monos.n * sizeof *t->monos.items + t->keys.n * sizeof *t->keys.items + t->own.n * sizeof *t->own.items;
}

void *coal_symbols_alloc(coal_symbols *t, size_t bytes) {
  return coal_arena_take(t->marked ? t->scratch : t->kept, bytes);
}

coal_symbol_id coal_symbol_add(coal_symbols *t, coal_symbol s) {
  s.name = coal_arena_string(coal_symbols_arena(t), s.name, strlen(s.name));
  if (s.mod < 1) s.mod = 1;
  coal_vec_push(&t->symbols, s);
  coal_vec_push(&t->own, UINT32_MAX);
  return (coal_symbol_id)(t->symbols.n - 1);
}

coal_symbol_id coal_symbol_intern(coal_symbols *t, const char *key, coal_symbol s) {
  for (uint32_t i = t->key_buckets[hash_bytes(key, strlen(key))]; i; i = t->keys.items[i - 1].next)
    if (strcmp(t->keys.items[i - 1].key, key) == 0) return t->keys.items[i - 1].id;
  interned entry = {coal_arena_string(coal_symbols_arena(t), key, strlen(key)), coal_symbol_add(t, s), 0};
  coal_vec_push(&t->keys, entry);
  link_key(t, t->keys.n - 1);
  return entry.id;
}

coal_symbol *coal_symbol_get(coal_symbols *t, coal_symbol_id id) { return &t->symbols.items[id]; }

uint32_t coal_symbol_count(const coal_symbols *t) { return (uint32_t)t->symbols.n; }

const coal_symbol_id *coal_mono_symbols(const coal_symbols *t, coal_mono_id m, unsigned *n) {
  *n = t->monos.items[m].n;
  return t->monos.items[m].s;
}

bool coal_mono_is_varying(const coal_symbols *t, coal_mono_id m) { return t->monos.items[m].is_varying; }

bool coal_mono_has(const coal_symbols *t, coal_mono_id m, coal_symbol_id s) {
  const mono *p = &t->monos.items[m];
  for (unsigned i = 0; i < p->n; i++)
    if (p->s[i] == s) return true;
  return false;
}

static coal_mono_id add_mono(coal_symbols *t, mono m) {
  for (unsigned i = 0; i < m.n; i++) m.is_varying |= t->symbols.items[m.s[i]].is_varying;
  coal_vec_push(&t->monos, m);
  link_mono(t, t->monos.n - 1);
  return (coal_mono_id)(t->monos.n - 1);
}

coal_mono_id coal_mono_of_symbol(coal_symbols *t, coal_symbol_id s) {
  if (t->own.items[s] == UINT32_MAX) t->own.items[s] = add_mono(t, (mono){.n = 1, .s = {s}});
  return t->own.items[s];
}

bool coal_mono_product(coal_symbols *t, coal_mono_id a, coal_mono_id b, coal_mono_id *out) {
  const mono x = t->monos.items[a], y = t->monos.items[b];
  if (x.n + y.n > COAL_MONO_FACTORS_MAX) return false;
  mono m = {0};
  unsigned i = 0, j = 0;
  while (i < x.n || j < y.n) m.s[m.n++] = j == y.n || (i < x.n && x.s[i] <= y.s[j]) ? x.s[i++] : y.s[j++];
  for (uint32_t k = t->mono_buckets[hash_bytes(m.s, sizeof(coal_symbol_id) * m.n)]; k; k = t->monos.items[k - 1].next) {
    const mono *p = &t->monos.items[k - 1];
    if (p->n == m.n && memcmp(p->s, m.s, sizeof(coal_symbol_id) * m.n) == 0) {
      *out = k - 1;
      return true;
    }
  }
  *out = add_mono(t, m);
  return true;
}

/* ---- rendering ----------------------------------------------------------------------------------------- */

static void add_term(coal_symbols *t, coal_str *s, const coal_term *term) {
  int64_t k = term->coef.u;
  uint64_t magnitude = k < 0 ? 0 - (uint64_t)k : (uint64_t)k;
  coal_str_add(s, s->n ? (k < 0 ? " - " : " + ") : (k < 0 ? "-" : ""));
  if (magnitude != 1) coal_str_addf(s, "%" PRIu64 "*", magnitude);
  unsigned n, written = 0;
  const coal_symbol_id *symbols = coal_mono_symbols(t, term->mono, &n);
  for (int wants_index = 0; wants_index < 2; wants_index++) /* N*threadIdx.x: the factor before the index */
    for (unsigned i = 0; i < n; i++) {
      const coal_symbol *symbol = &t->symbols.items[symbols[i]];
      if ((symbol->index != COAL_INDEX_NONE) == wants_index)
        coal_str_addf(s, "%s%s", written++ ? "*" : "", symbol->name);
    }
}

/* Is threadIdx itself a factor? */
static bool has_thread_factor(const coal_symbols *t, coal_mono_id m) {
  const mono *p = &t->monos.items[m];
  for (unsigned i = 0; i < p->n; i++) {
    coal_index index = t->symbols.items[p->s[i]].index;
    if (index >= COAL_INDEX_THREAD_X && index <= COAL_INDEX_THREAD_Z) return true;
  }
  return false;
}

const char *coal_poly_text(coal_symbols *t, const coal_poly *a) {
  if (a->c.v) return NULL;
  coal_str s = {0};
  for (uint32_t i = 0; i < a->n; i++) {
    if (a->terms[i].coef.v) {
      coal_str_free(&s);
      return NULL;
    }
    if (has_thread_factor(t, a->terms[i].mono)) add_term(t, &s, &a->terms[i]);
  }
  for (uint32_t i = 0; i < a->n; i++)
    if (!has_thread_factor(t, a->terms[i].mono)) add_term(t, &s, &a->terms[i]);
  if (a->c.u || !s.n) {
    if (s.n)
      coal_str_addf(&s, " %c %" PRIu64, a->c.u < 0 ? '-' : '+', a->c.u < 0 ? 0 - (uint64_t)a->c.u : (uint64_t)a->c.u);
    else
      coal_str_addf(&s, "%" PRId64, a->c.u);
  }
  const char *text = coal_arena_string(coal_symbols_arena(t), s.data, s.n);
  coal_str_free(&s);
  return text;
}

static void key_lanes(coal_str *s, coal_lanes a) {
  if (!a.v) {
    coal_str_addf(s, "%" PRId64, a.u);
    return;
  }
  for (unsigned i = 0; i < COAL_WARP_LANES; i++) coal_str_addf(s, "%c%" PRId64, i ? ',' : '[', a.v[i]);
  coal_str_add(s, "]");
}

const char *coal_poly_key(coal_symbols *t, const coal_poly *a) {
  coal_str s = {0};
  key_lanes(&s, a->c);
  for (uint32_t i = 0; i < a->n; i++) {
    coal_str_add(&s, "+");
    key_lanes(&s, a->terms[i].coef);
    unsigned n;
    const coal_symbol_id *symbols = coal_mono_symbols(t, a->terms[i].mono, &n);
    for (unsigned k = 0; k < n; k++) coal_str_addf(&s, "*s%u", symbols[k]);
  }
  const char *key = coal_arena_string(coal_symbols_arena(t), s.data, s.n);
  coal_str_free(&s);
  return key;
}
