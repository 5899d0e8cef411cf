/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "record.h"

#include <stdlib.h>
#include <string.h>

#define MEMO_ENTRIES 4u
/** Costs do not change when all addresses move by this: a multiple of every sector, segment and bank period. */
#define PERIOD_BYTES 256u

typedef struct memo {
  uint64_t offset[COAL_WARP_LANES];
  uint32_t mask;
  coal_cost cost;
} memo;

typedef struct site_data {
  coal_exec_measure m[2]; /* global, shared */
  memo memos[MEMO_ENTRIES];
  unsigned next, n;
  coal_space memo_space;
} site_data;

typedef struct kernel_data {
  const coal_vm_program *program;
  const coal_vm_code *kernel;
  site_data **sites;
  size_t n_sites;
} kernel_data;

struct coal_exec_record {
  const coal_target *target;
  COAL_VEC(kernel_data) kernels;
  size_t current;
};

coal_exec_record *coal_exec_record_new(const coal_target *target) {
  coal_exec_record *r = coal_alloc(sizeof *r);
  memset(r, 0, sizeof *r);
  r->target = target;
  return r;
}

void coal_exec_record_free(coal_exec_record *r) {
  if (!r) return;
  for (size_t k = 0; k < r->kernels.n; k++) {
    kernel_data *d = &r->kernels.items[k];
    for (size_t i = 0; i < d->n_sites; i++) free(d->sites[i]);
    free(d->sites);
  }
  coal_vec_free(&r->kernels);
  free(r);
}

void coal_exec_record_begin(coal_exec_record *r, const coal_vm_program *p, const coal_vm_code *kernel) {
  for (r->current = 0; r->current < r->kernels.n; r->current++)
    if (r->kernels.items[r->current].kernel == kernel) return;
  kernel_data d = {.program = p, .kernel = kernel, .n_sites = p->sites.n};
  d.sites = coal_alloc((d.n_sites + 1) * sizeof *d.sites);
  memset(d.sites, 0, (d.n_sites + 1) * sizeof *d.sites);
  coal_vec_push(&r->kernels, d);
}

static void add_lanes(coal_exec_lane_measure *m, uint64_t n, uint32_t moved_min, uint32_t moved_max, uint32_t ways_min,
                      uint32_t ways_max) {
  if (!m->executions || moved_min < m->moved_min) m->moved_min = moved_min;
  if (!m->executions || ways_min < m->ways_min) m->ways_min = ways_min;
  if (moved_max > m->moved_max) m->moved_max = moved_max;
  if (ways_max > m->ways_max) m->ways_max = ways_max;
  m->executions += n;
}

static void add(coal_exec_measure *m, coal_cost c, uint32_t lanes) {
  add_lanes(&m->by_lanes[lanes], 1, c.moved, c.moved, c.ways, c.ways);
  if (!m->executions || c.moved < m->moved_min) m->moved_min = c.moved;
  if (!m->executions || c.ways < m->ways_min) m->ways_min = c.ways;
  if (c.moved > m->moved_max) m->moved_max = c.moved;
  if (c.ways > m->ways_max) m->ways_max = c.ways;
  m->executions++;
  m->lanes += lanes;
  m->moved_sum += c.moved;
  m->ideal_sum += c.ideal;
  m->ways_sum += c.ways;
}

void coal_exec_record_request(coal_exec_record *r, uint32_t site, coal_space space, coal_mem_op op, uint32_t bytes,
                              uint32_t mask, const uint64_t *address) {
  if (!mask || site >= r->kernels.items[r->current].n_sites) return;
  site_data **at = &r->kernels.items[r->current].sites[site];
  if (!*at) {
    *at = coal_alloc(sizeof **at);
    memset(*at, 0, sizeof **at);
  }
  site_data *s = *at;
  memo now = {.mask = mask};
  uint64_t base = address[__builtin_ctz(mask)] & ~(uint64_t)(PERIOD_BYTES - 1);
  for (unsigned l = 0; l < COAL_WARP_LANES; l++) now.offset[l] = mask >> l & 1u ? address[l] - base : 0;
  coal_exec_measure *m = &s->m[space == COAL_SPACE_SHARED];
  if (s->memo_space != space) s->n = s->next = 0;
  s->memo_space = space;
  for (unsigned k = 0; k < s->n; k++) {
    if (s->memos[k].mask != mask || memcmp(s->memos[k].offset, now.offset, sizeof now.offset)) continue;
    add(m, s->memos[k].cost, (uint32_t)__builtin_popcount(mask));
    return;
  }
  coal_request q = {.space = space, .op = op, .bytes = bytes, .mask = mask};
  memcpy(q.address, address, sizeof q.address);
  now.cost = coal_model_cost(r->target, &q);
  add(m, now.cost, (uint32_t)__builtin_popcount(mask));
  s->memos[s->next] = now;
  s->next = (s->next + 1) % MEMO_ENTRIES;
  if (s->n < MEMO_ENTRIES) s->n++;
}

/* ---- results ----------------------------------------------------------------------------------------------- */

static coal_mem_op plain_op(coal_mem_op op) {
  if (op >= COAL_MEM_STMATRIX1) return COAL_MEM_STORE;
  if (op >= COAL_MEM_LDMATRIX1) return COAL_MEM_LOAD;
  return op == COAL_MEM_ATOMIC_INC ? COAL_MEM_ATOMIC : op;
}

static void merge(coal_exec_measure *to, const coal_exec_measure *from) {
  if (!from->executions) return;
  if (!to->executions) {
    *to = *from;
    return;
  }
  if (from->moved_min < to->moved_min) to->moved_min = from->moved_min;
  if (from->ways_min < to->ways_min) to->ways_min = from->ways_min;
  if (from->moved_max > to->moved_max) to->moved_max = from->moved_max;
  if (from->ways_max > to->ways_max) to->ways_max = from->ways_max;
  for (size_t k = 0; k <= COAL_WARP_LANES; k++) {
    const coal_exec_lane_measure *l = &from->by_lanes[k];
    if (l->executions) add_lanes(&to->by_lanes[k], l->executions, l->moved_min, l->moved_max, l->ways_min, l->ways_max);
  }
  to->executions += from->executions;
  to->lanes += from->lanes;
  to->moved_sum += from->moved_sum;
  to->ideal_sum += from->ideal_sum;
  to->ways_sum += from->ways_sum;
}

/** By kernel, file, line, column, space, op, width. */
static int order(const void *a, const void *b) {
  const coal_exec_measured *x = a, *y = b;
  int c = strcmp(x->kernel->display, y->kernel->display);
  if (!c) c = strcmp(x->kernel->name, y->kernel->name);
  if (!c) c = strcmp(x->where->file, y->where->file);
  if (!c) c = (x->where->line1 > y->where->line1) - (x->where->line1 < y->where->line1);
  if (!c) c = (x->where->column1 > y->where->column1) - (x->where->column1 < y->where->column1);
  if (!c) c = (x->space > y->space) - (x->space < y->space);
  if (!c) c = (x->op > y->op) - (x->op < y->op);
  if (!c) c = (x->bytes > y->bytes) - (x->bytes < y->bytes);
  return c;
}

static bool same_numbers(const coal_exec_measure *a, const coal_exec_measure *b) {
  return a->moved_min == b->moved_min && a->moved_max == b->moved_max && a->ways_min == b->ways_min &&
         a->ways_max == b->ways_max;
}

coal_exec_measured *coal_exec_record_result(const coal_exec_record *r, size_t *n) {
  COAL_VEC(coal_exec_measured) all = {0};
  for (size_t k = 0; k < r->kernels.n; k++) {
    const kernel_data *d = &r->kernels.items[k];
    for (size_t i = 0; i < d->n_sites; i++) {
      if (!d->sites[i]) continue;
      const coal_vm_site *site = &d->program->sites.items[i];
      for (int shared = 0; shared < 2; shared++) {
        if (!d->sites[i]->m[shared].executions) continue;
        coal_exec_measured x = {.kernel = d->kernel,
                                .where = site->where,
                                .space = shared ? COAL_SPACE_SHARED : COAL_SPACE_GLOBAL,
                                .op = plain_op(site->op),
                                .bytes = site->bytes,
                                .m = d->sites[i]->m[shared]};
        coal_vec_push(&all, x);
      }
    }
  }
  if (all.n) qsort(all.items, all.n, sizeof *all.items, order);
  size_t kept = 0;
  for (size_t i = 0; i < all.n;
       i++) { /* copies of one access (inlined, split) are joined unless they behave differently */
    size_t k = kept;
    while (k && !order(&all.items[k - 1], &all.items[i]) && !same_numbers(&all.items[k - 1].m, &all.items[i].m)) k--;
    bool is_copy = k && !order(&all.items[k - 1], &all.items[i]);
    if (is_copy)
      merge(&all.items[k - 1].m, &all.items[i].m);
    else
      all.items[kept++] = all.items[i];
  }
  *n = kept;
  return all.items;
}

coal_exec_totals coal_exec_record_totals(const coal_exec_record *r, const coal_vm_code *kernel) {
  coal_exec_totals t = {0};
  for (size_t k = 0; k < r->kernels.n; k++) {
    const kernel_data *d = &r->kernels.items[k];
    if (d->kernel != kernel) continue;
    for (size_t i = 0; i < d->n_sites; i++) {
      if (!d->sites[i]) continue;
      const coal_exec_measure *g = &d->sites[i]->m[0], *s = &d->sites[i]->m[1];
      t.requests += g->executions + s->executions;
      t.sectors += g->moved_sum;
      t.ideal_sectors += g->ideal_sum;
      t.wavefronts += s->moved_sum;
      t.ideal_wavefronts += s->ideal_sum;
    }
  }
  return t;
}
