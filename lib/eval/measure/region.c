/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Neighbours: accesses of one object in one straight-line region. One that wastes bytes by itself is amortized when
 * the others use them: the union fills the sectors it touches (all fields of a record), or it is a shifted copy of a
 * dense, aligned load there (a stencil's i − 1 beside i: its edge sector is the next warp's).
 */
#include "model/patterns.h"
#include "tally.h"

enum {
  ENTRIES_MAX = 256,      /* larger regions are judged in pieces */
  STENCIL_SHIFT_MAX = 128 /* bytes: within one warp's dense load of 4-byte words */
};

/* Bytes are kept in units of 32, a bit each; a block (sector or line) is one or more units. */
enum { UNIT_BYTES = 32 };

typedef struct piece {
  uint64_t unit;
  uint32_t bytes; /* one bit a byte of the unit */
} piece;

typedef COAL_VEC(piece) pieces;

/* Before 2.x there is no cache that keeps the rest of a sector for a neighbour. */
static bool has_cache(const coal_target *target) { return target->global_rule == COAL_GLOBAL_BLOCKS; }

void coal_region_add(coal_region *r, coal_tally *t, const coal_request_input *in, coal_value address,
                     const coal_measurement *f) {
  if (f->request.space != COAL_SPACE_GLOBAL || (f->request.op != COAL_MEM_LOAD && f->request.op != COAL_MEM_STORE))
    return;
  if (r->entries.n == ENTRIES_MAX) return;
  coal_region_entry e = {.tally = t,
                         .object = address.object,
                         .symbolic = f->symbolic,
                         .is_store = f->request.op == COAL_MEM_STORE,
                         .is_symbolic = f->shape.is_symbolic,
                         .may_be_ideal = f->shape.moved_least <= f->shape.ideal,
                         .request = f->shape.is_symbolic ? coal_request_known_part(in) : f->request};
  e.has_excess = !e.may_be_ideal || (e.is_symbolic && f->shape.moved_max > f->shape.ideal);
  r->has_excess |= e.has_excess;
  coal_vec_push(&r->entries, e);
}

static bool is_neighbour(const coal_region_entry *a, const coal_region_entry *b) {
  return a->object == b->object && a->is_store == b->is_store && coal_poly_terms_equal(a->symbolic, b->symbolic);
}

static void add_piece(pieces *out, uint64_t address, uint64_t bytes) {
  while (bytes) {
    uint64_t in = address % UNIT_BYTES, n = UNIT_BYTES - in < bytes ? UNIT_BYTES - in : bytes;
    uint32_t ones = n >= UNIT_BYTES ? UINT32_MAX : (UINT32_C(1) << n) - 1;
    coal_vec_push(out, ((piece){address / UNIT_BYTES, ones << in}));
    address += n;
    bytes -= n;
  }
}

static void add_request(pieces *out, const coal_request *q) {
  for (unsigned i = 0; i < COAL_WARP_LANES; i++)
    if (q->mask >> i & 1) add_piece(out, q->address[i], q->bytes);
}

static int by_unit(const void *x, const void *y) {
  const piece *a = x, *b = y;
  return a->unit < b->unit ? -1 : a->unit > b->unit;
}

/* Sorts the pieces and joins those of one unit. */
static void settle(pieces *p) {
  if (!p->n) return;
  qsort(p->items, p->n, sizeof *p->items, by_unit);
  size_t n = 0;
  for (size_t i = 1; i < p->n; i++) {
    if (p->items[i].unit == p->items[n].unit)
      p->items[n].bytes |= p->items[i].bytes;
    else
      p->items[++n] = p->items[i];
  }
  p->n = n + 1;
}

static uint64_t first_byte(const pieces *p) {
  return p->items[0].unit * UNIT_BYTES + (uint64_t)__builtin_ctz(p->items[0].bytes);
}

static uint64_t last_byte(const pieces *p) {
  const piece *last = &p->items[p->n - 1];
  return last->unit * UNIT_BYTES + 31 - (uint64_t)__builtin_clz(last->bytes);
}

static uint64_t count_bytes(const pieces *p) {
  uint64_t n = 0;
  for (size_t i = 0; i < p->n; i++) n += (uint64_t)__builtin_popcount(p->items[i].bytes);
  return n;
}

static bool is_dense(const pieces *p) { return count_bytes(p) == last_byte(p) - first_byte(p) + 1; }

/* Bytes of the unit that lie in [first, last]. */
static uint32_t bytes_between(uint64_t unit, uint64_t first, uint64_t last) {
  uint64_t start = unit * UNIT_BYTES;
  uint32_t wanted = UINT32_MAX;
  if (first >= start + UNIT_BYTES || last < start) return 0;
  if (first > start) wanted &= UINT32_MAX << (first - start);
  if (last < start + UNIT_BYTES - 1) wanted &= UINT32_MAX >> (UNIT_BYTES - 1 - (last - start));
  return wanted;
}

/* The first piece at `unit` or behind it. */
static size_t find_unit(const pieces *p, uint64_t unit) {
  size_t lo = 0, hi = p->n;
  while (lo < hi) {
    size_t mid = lo + (hi - lo) / 2;
    if (p->items[mid].unit < unit)
      lo = mid + 1;
    else
      hi = mid;
  }
  return lo;
}

/* Does the union fill the blocks that `own` touches, apart from bytes before `first` and after `last`, and do the
 * others fill them? */
static bool fills(const pieces *all, const pieces *own, uint64_t first, uint64_t last, unsigned block_bytes) {
  uint64_t units_a_block = block_bytes / UNIT_BYTES, filled = 0;
  for (size_t i = 0; i < own->n; i++) {
    uint64_t block = own->items[i].unit / units_a_block;
    if (i && own->items[i - 1].unit / units_a_block == block) continue;
    size_t k = find_unit(all, block * units_a_block);
    for (uint64_t unit = block * units_a_block; unit < (block + 1) * units_a_block; unit++) {
      while (k < all->n && all->items[k].unit < unit) k++;
      uint32_t held = k < all->n && all->items[k].unit == unit ? all->items[k].bytes : 0;
      if (bytes_between(unit, first, last) & ~held) return false;
      filled += (uint64_t)__builtin_popcount(held);
    }
  }
  return filled > count_bytes(own);
}

static bool is_shifted_copy(const coal_region_entry *e, const coal_region_entry *dense) {
  if (e->is_store || dense->has_excess || e->request.bytes != dense->request.bytes) return false;
  uint32_t both = e->request.mask & dense->request.mask;
  if (!both) return false;
  unsigned first = (unsigned)__builtin_ctz(both);
  int64_t shift = (int64_t)(e->request.address[first] - dense->request.address[first]);
  if (shift <= -STENCIL_SHIFT_MAX || shift >= STENCIL_SHIFT_MAX) return false;
  for (uint32_t rest = both; rest; rest &= rest - 1) {
    unsigned i = (unsigned)__builtin_ctz(rest);
    if ((int64_t)(e->request.address[i] - dense->request.address[i]) != shift) return false;
  }
  return true;
}

/* Accesses of a region that are neighbours. */
typedef struct neighbours {
  const coal_region_entry *first;
  size_t n;
  uint64_t base; /* where the block of the first one's first lane begins */
  uint64_t key;  /* of all their requests, relative to the base */
  pieces all;    /* the units that they touch, once computed */
} neighbours;

typedef COAL_VEC(neighbours) neighbours_list;

static size_t group_of(neighbours_list *list, const coal_region_entry *e, const coal_target *target) {
  size_t i = 0;
  while (i < list->n && !is_neighbour(list->items[i].first, e)) i++;
  if (i == list->n) {
    uint64_t block = coal_target_block_bytes(target, e->request.op);
    neighbours g = {.first = e, .base = e->request.address[__builtin_ctz(e->request.mask)] / block * block};
    g.key = UINT64_C(1469598103934665603);
    coal_vec_push(list, g);
  }
  neighbours *g = &list->items[i];
  g->n++;
  g->key = coal_request_hash(g->key ^ e->has_excess, &e->request, g->base);
  return i;
}

/* A region while it is judged: the group of each entry. */
typedef struct judged_region {
  const coal_region *r;
  const coal_target *target;
  neighbours_list groups;
  const size_t *of;
} judged_region;

static void collect(judged_region *j, size_t which) {
  neighbours *g = &j->groups.items[which];
  if (g->all.n) return;
  for (size_t i = 0; i < j->r->entries.n; i++)
    if (j->of[i] == which) add_request(&g->all, &j->r->entries.items[i].request);
  settle(&g->all);
}

static bool has_dense_copy(const judged_region *j, size_t which) {
  const coal_region_entry *items = j->r->entries.items, *e = &items[which];
  if (!coal_model_shift_mends(j->target, &e->request, e->request.bytes)) return false;
  for (size_t i = 0; i < j->r->entries.n; i++)
    if (i != which && j->of[i] == j->of[which] && is_shifted_copy(e, &items[i])) return true;
  return false;
}

static bool is_amortized(judged_region *j, size_t which) {
  const coal_region_entry *e = &j->r->entries.items[which];
  if (!has_cache(j->target)) return false;
  if (!e->is_symbolic && has_dense_copy(j, which)) return true;
  pieces own = {0};
  collect(j, j->of[which]);
  add_request(&own, &e->request);
  settle(&own);
  const pieces *all = &j->groups.items[j->of[which]].all;
  const unsigned block_bytes = coal_target_block_bytes(j->target, e->request.op);
  bool result;
  if (e->is_symbolic) /* the lanes are scattered: the blocks of each must be full */
    result = fills(all, &own, 0, UINT64_MAX, block_bytes);
  else
    result = !is_dense(&own) && fills(all, &own, first_byte(all), last_byte(all), block_bytes);
  coal_vec_free(&own);
  return result;
}

/* Members of one array of records belong together, whichever of them a statement uses: grouped with the nearest
 * before. */
static void join_group(const judged_region *j, size_t which) {
  const coal_region_entry *entries = j->r->entries.items;
  coal_tally *a = entries[which].tally, *b = NULL;
  for (size_t i = which; i-- > 0 && !b;)
    if (j->of[i] == j->of[which] && entries[i].tally->record == a->record) b = entries[i].tally;
  if (!a->record || !b) return;
  while (a->group) a = a->group;
  while (b->group) b = b->group;
  if (a->order < b->order) b->group = a;
  if (a->order > b->order) a->group = b;
}

static void judge(judged_region *j, size_t which) {
  const coal_region_entry *e = &j->r->entries.items[which];
  const neighbours *g = &j->groups.items[j->of[which]];
  if (g->n == 1) return; /* nothing uses the rest */
  join_group(j, which);
  uint64_t key = coal_request_hash(g->key, &e->request, g->base) | 1;
  coal_group_shape *known = &e->tally->groups[key / 2 % COAL_GROUP_SHAPES];
  if (known->key != key) *known = (coal_group_shape){key, is_amortized(j, which)};
  *(e->may_be_ideal ? &e->tally->by_stride_amortized : &e->tally->excess_amortized) += known->is_amortized;
}

void coal_region_end(coal_region *r, const coal_target *target) {
  size_t of[ENTRIES_MAX];
  judged_region j = {.r = r, .target = target, .of = of};
  for (size_t i = 0; r->has_excess && i < r->entries.n; i++) of[i] = group_of(&j.groups, &r->entries.items[i], target);
  for (size_t i = 0; r->has_excess && i < r->entries.n; i++)
    if (r->entries.items[i].has_excess) judge(&j, i);
  for (size_t i = 0; i < j.groups.n; i++) coal_vec_free(&j.groups.items[i].all);
  coal_vec_free(&j.groups);
  r->entries.n = 0;
  r->has_excess = false;
}
