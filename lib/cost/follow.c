/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * One multiprocessor. Its pipe to L1 and shared memory takes one request after the other, a cycle for each distinct line or
 * wavefront; the oldest ready warp goes first. A load waits for L1, L2 or DRAM, each a server with a rate, and a warp waits for
 * its loads when a group of them is under way, at a store and at a barrier, where what was loaded is used.
 */
#include "follow.h"

#include <math.h>
#include <string.h>

#include "cache.h"

enum {
  LINE = 128,
  SECTOR = 32,
  GROUP = 8,        /* loads of a warp under way, about */
  GROUP_MAX = 16,   /* the same of long straight stretches */
  BARRIER_WORK = 6, /* instructions around a barrier */
  LINES_MAX = 2 * COAL_WARP_LANES,
  PAIR_SHIFT = 6,
  WARPS_MAX = 64
};

#define DEPENDENT 2 /* cycles from an instruction to the next of its warp, which may need its result: 4 or 1, derived */

typedef struct touched_line {
  int64_t line;              /* relative to that of the base */
  uint32_t sectors, partial; /* partial: sectors of which bytes are left out */
} touched_line;

/** The lines a pattern touches when its base lies at some byte of a line. */
typedef struct touched {
  uint8_t n;
  bool is_set;
  uint16_t used; /* bytes, distinct */
  touched_line *lines;
} touched;

typedef struct level {
  uint32_t loop;
  uint64_t k;
} level;

typedef struct warp {
  const coal_trace_ops *ops;
  uint32_t at, depth, slot;
  level loops[COAL_TRACE_DEPTH + 1];
  int64_t block[3];      /* from the block that was written down */
  double ready, arrives; /* arrives: the last load under way */
  unsigned under_way;
  uint64_t age;
  bool is_waiting, is_done;
} warp;

typedef struct block_slot {
  unsigned running, waiting;
  double last_arrival;
} block_slot;

typedef struct sm {
  coal_trace *t;
  const coal_follow_options *o;
  coal_followed *out;
  touched *touched; /* by pattern and byte */
  uint8_t **group;  /* loads that may be under way, by warp of the traced blocks and operation */
  coal_cache *l1, *l2, *ever;
  warp warps[WARPS_MAX];
  block_slot slots[WARPS_MAX];
  unsigned n_warps;
  double pipe, l2_free, dram_free, dram_busy, issue_free, clock, weighted; /* cycles */
  double reads, writes;                                                    /* of DRAM, sectors */
  double next_start;
  double started, followed; /* blocks */
  double *credit;           /* by access that is taken to be dense: sectors that it may still miss */
  double *starts;           /* when blocks began, weighted */
  size_t n_starts;
} sm;

/* ---- lines --------------------------------------------------------------------------------------------- */

static int by_address(const void *x, const void *y) {
  int64_t a = *(const int64_t *)x, b = *(const int64_t *)y;
  return a < b ? -1 : a > b;
}

static int64_t floor_div(int64_t a, int64_t b) { return a >= 0 ? a / b : -((-a + b - 1) / b); }

/** Adds bytes [from, to) to the lines; addresses come sorted. `covered` counts bytes of the last sector. */
static void touch(touched_line *lines, unsigned *n, int64_t from, int64_t to, int64_t *sector, unsigned *covered) {
  for (int64_t at = from; at < to;) {
    int64_t s = floor_div(at, SECTOR), line = floor_div(at, LINE), stop = (s + 1) * SECTOR < to ? (s + 1) * SECTOR : to;
    if (!*n || lines[*n - 1].line != line) {
      if (*n == LINES_MAX) return;
      lines[(*n)++] = (touched_line){line, 0, 0};
    }
    uint32_t bit = UINT32_C(1) << (s - line * (LINE / SECTOR));
    *covered = *sector == s ? *covered + (unsigned)(stop - at) : (unsigned)(stop - at);
    *sector = s;
    lines[*n - 1].sectors |= bit;
    if (*covered >= SECTOR)
      lines[*n - 1].partial &= ~bit;
    else
      lines[*n - 1].partial |= bit;
    at = stop;
  }
}

static const touched *lines_of(sm *s, uint32_t pattern, unsigned byte) {
  touched *out = &s->touched[pattern * LINE + byte];
  if (out->is_set) return out;
  const coal_trace_pattern *p = &s->t->patterns.items[pattern];
  int64_t a[COAL_WARP_LANES], end = INT64_MIN, sector = INT64_MIN;
  unsigned n = 0, n_lines = 0, covered = 0;
  int64_t used = 0;
  for (unsigned i = 0; i < COAL_WARP_LANES; i++)
    if (p->mask >> i & 1) a[n++] = p->offset[i] + byte;
  qsort(a, n, sizeof *a, by_address);
  touched_line lines[LINES_MAX];
  for (unsigned i = 0; i < n; i++) {
    int64_t from = a[i] > end ? a[i] : end, to = a[i] + p->bytes;
    if (from < to) touch(lines, &n_lines, from, to, &sector, &covered);
    if (from < to) used += to - from;
    if (to > end) end = to;
  }
  out->lines = coal_alloc(n_lines * sizeof *lines);
  memcpy(out->lines, lines, n_lines * sizeof *lines);
  out->n = (uint8_t)n_lines;
  out->used = (uint16_t)used;
  out->is_set = true;
  return out;
}

/* ---- L2 and DRAM --------------------------------------------------------------------------------------- */

static double larger(double a, double b) { return a > b ? a : b; }

static double l2_rate(const sm *s) {
  const coal_cost_machine *m = s->o->machine;
  double share = m->l2_sectors / s->o->active;
  return share < m->port_sectors ? share : m->port_sectors;
}

static double dram_rate(const sm *s) {
  const coal_cost_machine *m = s->o->machine;
  double share = m->dram_sectors / s->o->active;
  return share < m->port_sectors ? share : m->port_sectors;
}

static uint64_t key_of(uint32_t object, int64_t number) {
  return (uint64_t)(object + 1) << 44 ^ (uint64_t)(number + (INT64_C(1) << 42));
}

/** A number in [0, 1) for a pair, always the same. */
static double chance(uint64_t key) { return (double)((key * UINT64_C(0xD1B54A32D192ED03)) >> 40) / (double)(1 << 24); }

static void serve_l2(sm *s, double *t, double sectors, double weight) {
  double cycles = sectors / l2_rate(s);
  s->l2_free = larger(s->l2_free, *t) + cycles;
  s->out->l2_cycles += cycles * weight;
  *t = s->l2_free;
}

static void serve_dram(sm *s, double t, double sectors, double weight, double *done) {
  double cycles = sectors / dram_rate(s);
  s->dram_free = larger(s->dram_free, t) + cycles;
  s->out->dram_cycles += cycles * weight;
  s->dram_busy += cycles;
  *done = s->dram_free;
}

/** Grows with the square of the load (measured: concurrency). */
static double dram_latency(const sm *s) {
  const coal_cost_machine *m = s->o->machine;
  double load = s->dram_busy / larger(s->clock, 4 * m->dram_cycles);
  if (load > 1) load = 1;
  return m->dram_cycles + m->loaded_cycles * load * load;
}

/** Reads sectors of a pair; says when they arrive. */
static double read_pair(sm *s, uint32_t object, uint64_t key, unsigned sectors, double t, double weight,
                        coal_follow_access *a) {
  const coal_cost_machine *m = s->o->machine;
  serve_l2(s, &t, sectors, weight);
  coal_cache_line *line = coal_cache_find(s->l2, key);
  if (line) return larger(t + m->l2_cycles, line->ready);
  bool is_first = !coal_cache_find(s->ever, key);
  if (is_first) coal_cache_insert(s->ever, key);
  double share = s->o->read_weight ? s->o->read_weight[object] : 1, ready = t;
  if (share > 1) share = 1;
  s->out->objects[object].first += is_first ? weight : 0;
  s->out->objects[object].missed += weight;
  a->missed_pairs += weight;
  serve_dram(s, t, 2 * share, weight, &ready);
  s->reads += 2 * share;
  line = coal_cache_insert(s->l2, key);
  line->ready = chance(key) < share ? ready + dram_latency(s) : t + m->l2_cycles;
  return line->ready;
}

static unsigned bits(uint32_t v) { return (unsigned)__builtin_popcount(v); }

/** Accesses that are taken to be dense miss no more sectors than their bytes fill; what one brings others find. */
static bool may_miss(sm *s, const coal_follow_access *a, double sectors) {
  if (!s->o->is_ideal || !s->o->is_ideal[a - s->out->accesses]) return true;
  if (s->credit[a->object] <= 0) return false;
  s->credit[a->object] -= sectors;
  return true;
}

static double load_line(sm *s, uint32_t object, int64_t number, uint32_t sectors, double t, double weight,
                        coal_follow_access *a) {
  uint64_t key = key_of(object, number);
  coal_cache_line *line = coal_cache_find(s->l1, key);
  if (!line) line = coal_cache_insert(s->l1, key);
  uint32_t missing = sectors & ~line->sectors;
  double done = t + s->o->machine->hit_cycles, ready = line->ready;
  a->load_sectors += bits(sectors) * weight;
  a->hit_sectors += bits(sectors & ~missing) * weight;
  if (sectors & ~missing) done = larger(done, ready);
  for (unsigned half = 0; half < 2; half++) {
    uint32_t part = missing >> (2 * half) & 3;
    if (part && may_miss(s, a, bits(part)))
      done = larger(done, read_pair(s, object, key_of(object, number * 2 + half), bits(part), t, weight, a));
  }
  line->sectors |= missing;
  if (missing) line->ready = larger(ready, done);
  return done;
}

/** Sectors written to DRAM for each that is stored. */
static double write_share(const sm *s, uint32_t object) { return s->o->write_weight ? s->o->write_weight[object] : 1; }

static void store_line(sm *s, uint32_t object, const touched_line *l, double share, double t, double weight,
                       coal_follow_access *a) {
  const coal_cost_machine *m = s->o->machine;
  double partial = bits(l->partial), whole = bits(l->sectors) - partial, done;
  a->store_sectors += (whole + partial) * weight;
  s->out->objects[object].stored += (whole + partial) * weight;
  serve_l2(s, &t, whole + partial * m->l2_sectors / m->partial_sectors, weight);
  double written = (whole + partial) * share;
  if (written <= 0) return;
  s->writes += written;
  double mixed = s->reads < s->writes ? s->reads / s->writes : 1;
  serve_dram(s, t, written * (1 + 0.5 * mixed), weight, &done);
}

/** Carried out in L2, which reads each pair of sectors from DRAM once. */
static void atomic_request(sm *s, const coal_trace_op *op, const touched *lines, int64_t line, double t,
                           double weight) {
  const coal_cost_machine *m = s->o->machine;
  coal_follow_access *a = &s->out->accesses[op->access];
  coal_follow_object *o = &s->out->objects[op->object];
  a->is_atomic = true;
  a->atomic_cycles += op->wavefronts * weight;
  for (unsigned i = 0; i < lines->n; i++) {
    const touched_line *l = &lines->lines[i];
    a->sectors += bits(l->sectors) * weight;
    a->store_sectors += bits(l->sectors) * weight;
    o->stored += bits(l->sectors) * weight;
    for (unsigned half = 0; half < 2; half++) {
      uint64_t key = key_of(op->object, (line + l->line) * 2 + half);
      if (!(l->sectors >> (2 * half) & 3) || coal_cache_find(s->ever, key)) continue;
      coal_cache_insert(s->ever, key);
      coal_cache_insert(s->l2, key)->ready = t + m->dram_cycles;
      o->first += weight;
      o->missed += weight;
      a->missed_pairs += weight;
    }
  }
  serve_l2(s, &t, op->wavefronts * m->atomic_cycles * m->l2_sectors / m->atomic_slices, weight);
}

/* ---- operations ---------------------------------------------------------------------------------------- */

static double weight_of(const warp *w) {
  double weight = 1;
  for (uint32_t i = 0; i < w->depth; i++) {
    const coal_trace_op *loop = &w->ops->items[w->loops[i].loop];
    if (loop->run < loop->times && w->loops[i].k > 0) weight *= (double)(loop->times - 1) / (double)(loop->run - 1);
  }
  return weight;
}

static int64_t address_of(const warp *w, const coal_trace_op *op) {
  int64_t a = op->base;
  for (uint32_t i = 0; i < w->depth; i++) a += op->step[i] * (int64_t)w->loops[w->depth - 1 - i].k;
  for (unsigned k = 0; k < 3; k++) a += op->block[k] * w->block[k];
  return a;
}

/** Whole sectors instead of `actual` ones, each written to DRAM as often as those together. */
static void store_dense(sm *s, const coal_trace_op *op, double sectors, double actual, double t, double weight,
                        coal_follow_access *a) {
  const touched_line whole = {.sectors = 1};
  double share = write_share(s, op->object) * actual / sectors;
  for (double i = 0; i < sectors; i++) store_line(s, op->object, &whole, share > 1 ? 1 : share, t, weight, a);
}

/** A request to global memory. Returns the cycles it holds the pipe; `*done`: when loads arrive. */
static double global_request(sm *s, const warp *w, const coal_trace_op *op, double t, double weight, double *done) {
  int64_t address = address_of(w, op), line = floor_div(address, LINE);
  const touched *lines = lines_of(s, op->pattern, (unsigned)(address - line * LINE));
  coal_follow_access *a = &s->out->accesses[op->access];
  bool is_ideal = s->o->is_ideal && s->o->is_ideal[op->access];
  unsigned ideal_lines = (lines->used + LINE - 1u) / LINE, ideal_sectors = (lines->used + SECTOR - 1u) / SECTOR;
  unsigned cycles = is_ideal && ideal_lines < lines->n ? ideal_lines : lines->n;
  a->object = op->object;
  a->requests += weight;
  a->lines += lines->n * weight;
  a->ideal_lines += ideal_lines * weight;
  a->ideal_sectors += ideal_sectors * weight;
  if (is_ideal && op->kind == COAL_TRACE_LOAD) s->credit[op->object] += ideal_sectors;
  double actual = 0;
  *done = t;
  s->out->l1_cycles += cycles * weight;
  if (op->kind == COAL_TRACE_ATOMIC) {
    atomic_request(s, op, lines, line, t, weight);
    return cycles;
  }
  for (unsigned i = 0; i < lines->n; i++) {
    const touched_line *l = &lines->lines[i];
    double at = t + (i < cycles ? i : cycles - 1);
    a->sectors += bits(l->sectors) * weight;
    if (op->kind == COAL_TRACE_LOAD)
      *done = larger(*done, load_line(s, op->object, line + l->line, l->sectors, at, weight, a));
    else if (!is_ideal)
      store_line(s, op->object, l, write_share(s, op->object), at, weight, a);
    actual += bits(l->sectors);
  }
  if (is_ideal && op->kind != COAL_TRACE_LOAD) store_dense(s, op, ideal_sectors, actual, t, weight, a);
  return cycles;
}

static void wait_for_loads(warp *w) {
  if (w->under_way) w->ready = larger(w->ready, w->arrives);
  w->under_way = 0;
  w->arrives = 0;
}

static void release(sm *s, unsigned number) {
  block_slot *b = &s->slots[number];
  if (!b->running || b->waiting < b->running) return;
  b->waiting = 0;
  for (unsigned i = 0; i < s->n_warps; i++)
    if (s->warps[i].slot == number && s->warps[i].is_waiting) {
      s->warps[i].is_waiting = false;
      s->warps[i].ready = larger(s->warps[i].ready, b->last_arrival);
    }
}

static void barrier(sm *s, warp *w) {
  const coal_cost_machine *m = s->o->machine;
  block_slot *b = &s->slots[w->slot];
  double weight = weight_of(w);
  wait_for_loads(w);
  s->pipe += m->barrier_wavefronts;
  s->out->shared_cycles += m->barrier_wavefronts * weight;
  s->issue_free += BARRIER_WORK / m->issue;
  s->out->issue_cycles += BARRIER_WORK / m->issue * weight;
  w->ready += m->barrier_cycles;
  w->is_waiting = true;
  b->last_arrival = b->waiting ? larger(b->last_arrival, w->ready) : w->ready;
  b->waiting++;
  release(s, w->slot);
}

static unsigned group_of(const sm *s, const warp *w) {
  const coal_trace_op *op = &w->ops->items[w->at];
  (void)s;
  return op->other;
}

static bool is_global_store(const coal_trace_op *op) {
  return op->kind == COAL_TRACE_STORE || op->kind == COAL_TRACE_ATOMIC;
}

static bool stores(const coal_trace_op *op) {
  return is_global_store(op) || (op->kind == COAL_TRACE_SHARED && !op->is_shared_load);
}

static void move_clock(sm *s, double t, double weight) {
  if (t <= s->clock) return;
  s->weighted += (t - s->clock) * weight;
  s->clock = t;
}

/** When a store can be taken: L2 and DRAM hold back what comes faster than they serve it. */
static double taken_at(const sm *s, double t) {
  double behind = s->o->machine->dram_cycles + s->o->machine->loaded_cycles;
  return larger(t, larger(s->l2_free, s->dram_free) - behind);
}

static void access_memory(sm *s, warp *w, const coal_trace_op *op) {
  double weight = weight_of(w), work = op->work / s->o->machine->issue;
  double t = larger(larger(w->ready, s->pipe), s->issue_free), cycles;
  if (is_global_store(op)) t = taken_at(s, t);
  double done = t;
  s->issue_free = larger(s->issue_free, w->ready) + work;
  s->out->issue_cycles += work * weight;
  if (op->kind == COAL_TRACE_SHARED) {
    coal_follow_access *a = &s->out->accesses[op->access];
    cycles = s->o->is_ideal && s->o->is_ideal[op->access] ? op->ideal_wavefronts : op->wavefronts;
    a->ideal_wavefronts += op->ideal_wavefronts * weight;
    done = t + s->o->machine->shared_cycles + cycles;
    s->out->shared_cycles += cycles * weight;
    a->wavefronts += cycles * weight;
    a->requests += weight;
  } else {
    cycles = global_request(s, w, op, t, weight, &done);
  }
  s->pipe = larger(s->pipe, t) + cycles;
  w->ready = t + larger(1, DEPENDENT * op->work);
  if (!stores(op)) {
    w->arrives = larger(w->arrives, done);
    if (++w->under_way >= group_of(s, w)) wait_for_loads(w);
  }
  move_clock(s, t, weight);
}

/** Instructions alone. */
static void compute(sm *s, warp *w, const coal_trace_op *op) {
  double weight = weight_of(w), work = op->work / s->o->machine->issue, t = larger(w->ready, s->issue_free);
  s->issue_free = t + work;
  s->out->issue_cycles += work * weight;
  w->ready = t + DEPENDENT * op->work;
  move_clock(s, t, weight);
}

/** Goes past loops' ends to the next operation; true when the warp is done. */
static bool advance(warp *w) {
  for (;; w->at++) {
    if (w->at >= w->ops->n) return true;
    const coal_trace_op *op = &w->ops->items[w->at];
    if (op->kind == COAL_TRACE_LOOP) {
      w->loops[w->depth++] = (level){w->at, 0};
    } else if (op->kind == COAL_TRACE_END) {
      level *l = &w->loops[w->depth - 1];
      if (++l->k < w->ops->items[l->loop].run)
        w->at = l->loop;
      else
        w->depth--;
    } else {
      return false;
    }
  }
}

/* ---- blocks -------------------------------------------------------------------------------------------- */

/** The k-th block of this multiprocessor: every `active`-th of the grid, from its middle on. */
static void place_block(const sm *s, double k, uint32_t at[3]) {
  const uint32_t *grid = s->t->grid;
  double blocks = (double)grid[0] * grid[1] * grid[2];
  double from = s->o->blocks * s->o->active > 2 * s->o->active * s->o->resident ? floor(blocks / 2) : 0;
  uint64_t n = (uint64_t)fmod(from + k * s->o->active + (s->t->is_affine ? floor(s->o->active / 2) : 0), blocks);
  at[0] = (uint32_t)(n % grid[0]);
  at[1] = (uint32_t)(n / grid[0] % grid[1]);
  at[2] = (uint32_t)(n / grid[0] / grid[1]);
}

static void start_block(sm *s, unsigned number, double now) {
  const coal_trace_block *b = &s->t->blocks.items[s->t->is_affine ? 0 : (size_t)s->started % s->t->blocks.n];
  uint32_t at[3];
  place_block(s, s->started, at);
  double start = larger(now + s->o->machine->start_cycles, s->next_start);
  s->next_start = start + s->o->machine->block_cycles;
  s->slots[number] = (block_slot){.running = b->n_warps};
  s->starts[s->n_starts++] = s->weighted + (start - s->clock);
  for (uint32_t i = 0; i < b->n_warps; i++) {
    warp *w = &s->warps[number * s->t->warps_per_block + i];
    *w = (warp){.ops = &b->warps[i], .slot = number, .ready = start, .age = (uint64_t)s->started * WARPS_MAX + i};
    for (unsigned k = 0; k < 3 && s->t->is_affine; k++) w->block[k] = (int64_t)at[k] - (int64_t)b->at[k];
    if (advance(w)) {
      w->is_done = true;
      s->slots[number].running--;
    }
  }
  s->started++;
}

static void end_warp(sm *s, warp *w) {
  block_slot *b = &s->slots[w->slot];
  wait_for_loads(w);
  w->is_done = true;
  b->running--;
  release(s, w->slot);
}

/** The oldest warp that is ready when the pipe is free, else the first to be. */
static warp *choose(sm *s) {
  warp *best = NULL;
  double free_at = larger(s->pipe, s->clock);
  for (unsigned i = 0; i < s->n_warps; i++) {
    warp *w = &s->warps[i];
    if (w->is_done || w->is_waiting) continue;
    bool is_ready = w->ready <= free_at;
    if (!best) {
      best = w;
      continue;
    }
    bool best_ready = best->ready <= free_at;
    if (is_ready != best_ready ? is_ready : is_ready ? w->age < best->age : w->ready < best->ready) best = w;
  }
  return best;
}

static void step(sm *s, warp *w) {
  const coal_trace_op *op = &w->ops->items[w->at];
  if (w->under_way &&
      is_global_store(op)) { /* others go first until what it stores is there; stores to shared memory can wait */
    wait_for_loads(w);
    return;
  }
  if (op->kind == COAL_TRACE_BARRIER)
    barrier(s, w);
  else if (op->kind == COAL_TRACE_WORK)
    compute(s, w, op);
  else
    access_memory(s, w, op);
  w->at++;
  if (advance(w)) {
    bool was_waiting = w->is_waiting;
    if (was_waiting) { /* a barrier is its last operation */
      w->is_waiting = false;
      s->slots[w->slot].waiting--;
    }
    end_warp(s, w);
  }
}

/** Starts the next block where one has ended. */
static void refill(sm *s, double *ends) {
  for (unsigned b = 0; b < s->o->resident; b++) {
    if (s->slots[b].running) continue;
    double end = 0;
    for (uint32_t i = 0; i < s->t->warps_per_block; i++)
      end = larger(end, s->warps[b * s->t->warps_per_block + i].ready);
    *ends = larger(*ends, end);
    if (s->started < s->followed) start_block(s, b, end);
  }
}

/* ---- the whole ----------------------------------------------------------------------------------------- */

/** Writes into `other` of each load how many of a warp may be under way when it is waited for. */
static void set_group(coal_trace_ops *ops, size_t from, size_t to) {
  unsigned loads = 0;
  for (size_t i = from; i < to; i++) {
    coal_trace_op *op = &ops->items[i];
    if (op->kind == COAL_TRACE_LOOP) {
      set_group(ops, i + 1, op->other);
      i = op->other;
    } else if (op->kind == COAL_TRACE_LOAD || (op->kind == COAL_TRACE_SHARED && op->is_shared_load)) {
      loads++;
    }
  }
  bool is_loop = from > 0 && ops->items[from - 1].kind == COAL_TRACE_LOOP;
  unsigned group = GROUP;
  if (loads > 1 && loads <= GROUP) group = loads * (is_loop ? GROUP / loads : 1);
  if (loads > GROUP) group = loads > GROUP_MAX ? GROUP_MAX : loads;
  for (size_t i = from; i < to; i++) {
    coal_trace_op *op = &ops->items[i];
    if (op->kind == COAL_TRACE_LOOP)
      i = op->other;
    else if (op->kind != COAL_TRACE_END)
      op->other = group;
  }
}

static void prepare(sm *s) {
  double all = 0, warps = 0;
  for (size_t b = 0; b < s->t->blocks.n; b++)
    for (uint32_t i = 0; i < s->t->blocks.items[b].n_warps; i++, warps++)
      all += coal_follow_requests(&s->t->blocks.items[b].warps[i], false);
  double resident = (double)s->o->resident * s->t->warps_per_block, a_warp = all / larger(1, warps);
  double limit = (double)s->o->requests_max / resident;
  for (size_t b = 0; b < s->t->blocks.n; b++)
    for (uint32_t i = 0; i < s->t->blocks.items[b].n_warps; i++) {
      coal_trace_ops *ops = &s->t->blocks.items[b].warps[i];
      coal_follow_shorten(ops, limit);
      set_group(ops, 0, ops->n);
    }
  double waves = (double)s->o->requests_max / larger(1, resident * (a_warp < limit ? a_warp : limit));
  s->followed = floor(larger(1, waves > 12 ? 12 : waves) * s->o->resident);
  if (s->followed > s->o->blocks) s->followed = ceil(s->o->blocks);
}

static void finish(sm *s, double end) {
  coal_followed *r = s->out;
  double total = s->weighted + larger(0, end - s->clock), left = s->o->blocks - s->followed;
  double each = total / s->followed;
  size_t first = (size_t)s->o->resident, last = s->n_starts - 1;
  if (s->n_starts > 2 * first) each = (s->starts[last] - s->starts[first]) / (double)(last - first);
  each = larger(each, s->o->machine->block_cycles);
  r->cycles = larger(total + larger(0, left) * each, s->o->blocks * s->o->machine->block_cycles);
  r->scale = s->o->blocks / s->followed;
  r->l1_cycles *= r->scale;
  r->shared_cycles *= r->scale;
  r->l2_cycles *= r->scale;
  r->dram_cycles *= r->scale;
  r->issue_cycles *= r->scale;
}

static void free_all(sm *s) {
  for (size_t i = 0; i < s->t->patterns.n * LINE; i++) free(s->touched[i].lines);
  free(s->touched);
  free(s->starts);
  free(s->credit);
  coal_cache_free(s->l1);
  coal_cache_free(s->l2);
  coal_cache_free(s->ever);
}

static void *zeroed(size_t bytes) {
  void *p = coal_alloc(bytes + 1);
  memset(p, 0, bytes + 1);
  return p;
}

void coal_follow(coal_trace *t, const coal_follow_options *o, coal_followed *out) {
  sm s = {.t = t, .o = o, .out = out};
  *out = (coal_followed){.accesses = zeroed((t->n_accesses + 1) * sizeof *out->accesses),
                         .objects = zeroed((t->n_objects + 1) * sizeof *out->objects)};
  s.touched = zeroed((t->patterns.n + 1) * LINE * sizeof *s.touched);
  s.l1 = coal_cache_new((size_t)(o->l1_bytes / LINE));
  s.l2 = coal_cache_new((size_t)(o->l2_bytes / (1 << PAIR_SHIFT)));
  s.ever = coal_cache_new(1 << 24);
  s.credit = zeroed((t->n_objects + 1) * sizeof *s.credit);
  prepare(&s);
  s.starts = zeroed(((size_t)s.followed + 1) * sizeof *s.starts);
  s.n_warps = o->resident * t->warps_per_block;
  for (unsigned i = 0; i < s.n_warps; i++) s.warps[i].is_done = true;
  double end = 0;
  refill(&s, &end);
  for (warp *w = choose(&s); w; w = choose(&s)) {
    step(&s, w);
    if (!s.slots[w->slot].running) refill(&s, &end);
  }
  end = larger(end, larger(s.pipe, larger(s.l2_free, s.dram_free)));
  finish(&s, end);
  free_all(&s);
}

void coal_followed_free(coal_followed *r) {
  free(r->accesses);
  free(r->objects);
}
