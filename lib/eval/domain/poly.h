/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/**
 * Integers as polynomials over symbols, one for each lane of a warp at once.
 *
 *   value[lane] = c[lane] + Σ coef_j[lane] · Π symbols of monomial j
 *
 * The same type serves two purposes. As a *value* the thread and block indices are numbers, so that only what
 * nobody knows (parameters, loaded values, loop counters of unbounded loops) is a symbol. As a *form*, for
 * messages, threadIdx and blockIdx are symbols too and all coefficients are uniform.
 *
 * Polynomials are immutable and live in the table's scratch memory until coal_symbols_reset. Arithmetic is that of
 * 64-bit integers; the caller wraps to machine types (value.h).
 */
#ifndef COAL_EVAL_POLY_H
#define COAL_EVAL_POLY_H

#include <coalcheck/analysis.h>
#include <stdbool.h>
#include <stdint.h>

#include "util/arena.h"

/** 32 numbers; `v` NULL: all lanes have `u`. */
typedef struct coal_lanes {
  const int64_t *v;
  int64_t u;
} coal_lanes;

static inline int64_t coal_lane(coal_lanes a, unsigned lane) { return a.v ? a.v[lane] : a.u; }

typedef uint32_t coal_symbol_id;
typedef uint32_t coal_mono_id; /* a product of symbols */

/** Which index of the kernel a symbol of a form stands for. */
typedef enum coal_index {
  COAL_INDEX_NONE,
  COAL_INDEX_THREAD_X,
  COAL_INDEX_THREAD_Y,
  COAL_INDEX_THREAD_Z,
  COAL_INDEX_BLOCK_X,
  COAL_INDEX_BLOCK_Y,
  COAL_INDEX_BLOCK_Z
} coal_index;

typedef struct coal_symbol {
  const char *name;  /* for messages */
  bool is_varying;   /* each lane has its own value; otherwise the warp has one */
  bool is_pitch;     /* from cudaMallocPitch: the distance between rows */
  bool is_choice;    /* one of a few unknown values: not assumed to be large */
  bool is_counter;   /* in forms: a loop's variable, which is a number when the loop is unrolled */
  bool is_parameter; /* a kernel parameter or global: named in "degrades for N >= 2" */
  bool has_thread;   /* threadIdx, or computed from it */
  coal_index index;
  int64_t lo, hi;     /* inclusive range; INT64_MIN and INT64_MAX: unbounded */
  int64_t mod, rem;   /* value ≡ rem (mod `mod`), mod ≥ 1 */
  coal_reason reason; /* why it is not known */
  const char *detail;
  const char *assume; /* the fact that would resolve it, as --assume takes it; NULL: none */
} coal_symbol;

typedef struct coal_term {
  coal_mono_id mono;
  coal_lanes coef;
} coal_term;

typedef struct coal_poly {
  coal_lanes c;
  uint32_t n;
  const coal_term *terms; /* sorted by mono, no all-zero coefficients */
} coal_poly;

typedef struct coal_symbols coal_symbols;

coal_symbols *coal_symbols_new(void);
void coal_symbols_free(coal_symbols *t);
/** coal_symbols_reset forgets everything made after this call. */
void coal_symbols_mark(coal_symbols *t);
void coal_symbols_reset(coal_symbols *t);
/** Scratch memory that lives until the reset, not zeroed. */
void *coal_symbols_alloc(coal_symbols *t, size_t bytes);
coal_arena *coal_symbols_arena(coal_symbols *t);
/** The bytes that the table occupies. */
size_t coal_symbols_bytes(const coal_symbols *t);

/** A new symbol. The name is copied. */
coal_symbol_id coal_symbol_add(coal_symbols *t, coal_symbol s);
/** The symbol with that key; made from `s` on first use. */
coal_symbol_id coal_symbol_intern(coal_symbols *t, const char *key, coal_symbol s);
/** The name of a symbol that has none in the source. */
#define COAL_SYMBOL_NAMELESS "?"

coal_symbol *coal_symbol_get(coal_symbols *t, coal_symbol_id id);
/** Was it made before the first warp, so that it is the same for all warps? */
bool coal_symbol_is_kept(const coal_symbols *t, coal_symbol_id id);
uint32_t coal_symbol_count(const coal_symbols *t);
/** The symbols of a monomial. */
const coal_symbol_id *coal_mono_symbols(const coal_symbols *t, coal_mono_id m, unsigned *n);
bool coal_mono_is_varying(const coal_symbols *t, coal_mono_id m);
bool coal_mono_has(const coal_symbols *t, coal_mono_id m, coal_symbol_id s);

coal_lanes coal_lanes_new(coal_symbols *t, const int64_t v[COAL_WARP_LANES]);
const coal_poly *coal_poly_const(coal_symbols *t, int64_t c);
const coal_poly *coal_poly_lanes(coal_symbols *t, const int64_t v[COAL_WARP_LANES]);
const coal_poly *coal_poly_symbol(coal_symbols *t, coal_symbol_id s);

/** NULL when a coefficient overflows or a product has too many factors. */
const coal_poly *coal_poly_add(coal_symbols *t, const coal_poly *a, const coal_poly *b);
const coal_poly *coal_poly_sub(coal_symbols *t, const coal_poly *a, const coal_poly *b);
const coal_poly *coal_poly_mul(coal_symbols *t, const coal_poly *a, const coal_poly *b);
/** Lanes of `mask` from a, the others from b. */
const coal_poly *coal_poly_blend(coal_symbols *t, uint32_t mask, const coal_poly *a, const coal_poly *b);
/** Lanes outside of `mask` get the value of the first lane in it. `mask` is not empty. A number that is the same in
 *  all lanes of `mask` becomes uniform. */
const coal_poly *coal_poly_of_lanes(coal_symbols *t, const coal_poly *a, uint32_t mask);
/** The same polynomial with another constant part. */
const coal_poly *coal_poly_with_const(coal_symbols *t, const coal_poly *a, const int64_t c[COAL_WARP_LANES]);
/** All coefficients divided by d; they must divide. The constant part becomes c. */
const coal_poly *coal_poly_div_terms(coal_symbols *t, const coal_poly *a, int64_t d, const int64_t c[COAL_WARP_LANES]);
/** Lane `from[lane]` of a in each lane. A varying symbol makes it NULL. */
const coal_poly *coal_poly_permute(coal_symbols *t, const coal_poly *a, const uint8_t from[COAL_WARP_LANES]);

bool coal_poly_equal(const coal_poly *a, const coal_poly *b);
bool coal_poly_terms_equal(const coal_poly *a, const coal_poly *b);
/** A key of the symbolic terms that means the same for every warp (symbols are reset between warps). False: a term holds a
 *  symbol of this warp alone, or differs by lane. */
bool coal_poly_terms_key(const coal_symbols *t, const coal_poly *a, uint64_t *key);
/** Are there no symbols in it? */
static inline bool coal_poly_is_const(const coal_poly *a) { return a->n == 0; }
/** The number of lanes to look at: 1 where numbers and coefficients are the same in all, else 32. */
unsigned coal_poly_lanes_apart(const coal_poly *a);
/** One value for the warp: uniform constant, coefficients and symbols. */
bool coal_poly_is_uniform(const coal_symbols *t, const coal_poly *a);
bool coal_poly_has_varying_symbol(const coal_symbols *t, const coal_poly *a);
/** Does a cudaMallocPitch pitch take part? */
bool coal_poly_has_pitch(coal_symbols *t, const coal_poly *a);
/** Does the form depend on threadIdx? NULL: no. */
bool coal_poly_has_thread(coal_symbols *t, const coal_poly *a);
/** Is one of its symbols a choice? */
bool coal_poly_has_choice(coal_symbols *t, const coal_poly *a);
/** The greatest g such that the symbolic part is a multiple of g in every lane, whatever the symbols are; 0 for no
 *  symbolic part. Known remainders of symbols are moved into `*shift` (may be NULL: then they count as unknown). */
int64_t coal_poly_terms_gcd(const coal_symbols *t, const coal_poly *a);
/** Range of a lane's value from the symbols' ranges; false when unbounded on that side. */
bool coal_poly_lower(const coal_symbols *t, const coal_poly *a, unsigned lane, int64_t *lo);
bool coal_poly_upper(const coal_symbols *t, const coal_poly *a, unsigned lane, int64_t *hi);
/** The first symbol that is varying or unknown; its reason explains the polynomial. NULL where it is constant. */
const coal_symbol *coal_poly_culprit(coal_symbols *t, const coal_poly *a);

/** For messages: "4*N*threadIdx.x + 16". NULL where coefficients differ by lane. In scratch memory. */
const char *coal_poly_text(coal_symbols *t, const coal_poly *a);
/** An identity for interning; unique by symbol ids. In scratch memory. */
const char *coal_poly_key(coal_symbols *t, const coal_poly *a);

#endif
