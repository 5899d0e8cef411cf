/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "estimate.h"

#include <math.h>
#include <string.h>

#include "atomic.h"
#include "follow.h"
#include "footprint.h"
#include "model/timing.h"

enum { PAIR = 64, SECTOR = 32, ALL_OF_L2 = 1 << 30, CAUSES_MAX = 6 };
#define EXCESS 1.05    /* times the least that an access needs */
#define FAR_SHARE 0.5  /* of DRAM reads and of writes cross to the other half of L2 and are counted twice (measured) */
#define L2_USABLE 0.9  /* of L2, before lines that are used again get lost */
#define BUSY 0.5       /* of the time: below, nothing but latency limits */
#define FEW_BLOCKS 8.0 /* a multiprocessor: the one that has most of them decides */

typedef struct launch {
  coal_trace *t;
  coal_cost_machine machine;
  coal_follow_options options;
  coal_footprint *feet;
  double *reads, *writes; /* weights by object */
  double leaves;          /* share of what is written that goes to DRAM */
} launch;

static bool set_up(launch *l, coal_trace *t, const coal_target *target, uint64_t requests_max) {
  *l = (launch){.t = t};
  if (t->failure || !t->blocks.n || !coal_cost_machine_of(target, &l->machine)) return false;
  unsigned warps = coal_resident_warps(target, t->block_threads, t->shared_bytes);
  if (!warps) return false;
  double blocks = (double)t->grid[0] * t->grid[1] * t->grid[2], sms = l->machine.multiprocessors;
  double active = blocks < sms ? blocks : sms, each = blocks / active;
  unsigned resident = warps / t->warps_per_block;
  if (each < FEW_BLOCKS) each = ceil(each);
  if (resident > each) resident = (unsigned)ceil(each);
  l->options = (coal_follow_options){.machine = &l->machine,
                                     .resident = resident,
                                     .active = active,
                                     .blocks = each,
                                     .requests_max = requests_max,
                                     .l1_bytes = l->machine.l1_bytes - (double)resident * (double)t->shared_bytes,
                                     .l2_bytes = ALL_OF_L2};
  if (l->options.l1_bytes < 8192) l->options.l1_bytes = 8192;
  return true;
}

static double touched_bytes(const launch *l) {
  double sum = 0;
  for (size_t o = 0; o < l->t->n_objects; o++)
    sum += l->feet[o].load_bytes > l->feet[o].store_bytes ? l->feet[o].load_bytes : l->feet[o].store_bytes;
  return sum;
}

/** How many times the followed blocks' counts are the launch's. */
static double times_of(const launch *l, const coal_followed *r) {
  double blocks = (double)l->t->grid[0] * l->t->grid[1] * l->t->grid[2];
  return blocks / (l->options.blocks / r->scale);
}

/** From a first run: how many of this multiprocessor's first reads are the launch's, and which writes leave L2. */
static void set_weights(launch *l, const coal_followed *r) {
  double times = times_of(l, r), written = 0, firsts = 0, read = 0;
  for (size_t o = 0; o < l->t->n_objects; o++) written += l->feet[o].store_bytes;
  l->leaves = written > l->machine.kept_bytes ? 1 - l->machine.kept_bytes / written : 0;
  for (size_t o = 0; o < l->t->n_objects; o++) {
    double first = r->objects[o].first * times, stored = r->objects[o].stored * times * SECTOR;
    l->reads[o] = first > 0 ? l->feet[o].load_bytes / PAIR / first : 1;
    l->writes[o] = stored > 0 ? l->feet[o].store_bytes * l->leaves / stored : 1;
    if (l->reads[o] > 1) l->reads[o] = 1;
    if (l->writes[o] > 1) l->writes[o] = 1;
    firsts += first;
    read += l->reads[o] * first;
  }
  if (touched_bytes(l) > L2_USABLE * l->machine.l2_bytes)
    l->options.l2_bytes = l->machine.l2_bytes / l->options.active * (read > 0 ? firsts / read : 1);
  l->options.read_weight = l->reads;
  l->options.write_weight = l->writes;
}

static const char *bottleneck_of(const coal_followed *r) {
  const struct {
    const char *name;
    double cycles;
  } busy[] = {{"l1", r->l1_cycles},
              {"shared", r->shared_cycles},
              {"l2", r->l2_cycles},
              {"dram", r->dram_cycles},
              {"issue", r->issue_cycles}};
  size_t best = 0;
  for (size_t i = 1; i < sizeof busy / sizeof *busy; i++)
    if (busy[i].cycles > busy[best].cycles) best = i;
  return busy[best].cycles < BUSY * r->cycles ? "latency" : busy[best].name;
}

/** What stores make DRAM read: sectors that stay partly as they were and were not read before. */
static double partly_written(const coal_footprint *f) {
  if (f->load_bytes > 0 || f->stored_bytes >= 0.98 * f->store_bytes) return 0;
  double holes = f->store_bytes - f->stored_bytes, most = holes * 8 < f->store_bytes ? holes * 8 : f->store_bytes;
  return most;
}

static void sum_up(const launch *l, const coal_followed *r, coal_estimate *out) {
  double times = times_of(l, r), loaded = 0, hit = 0, stored = 0;
  double *pair_bytes = coal_alloc((l->t->n_objects + 1) * sizeof *pair_bytes);
  for (size_t o = 0; o < l->t->n_objects; o++) {
    const coal_follow_object *v = &r->objects[o];
    double again = v->first > 0 ? v->missed / v->first : 1, read = l->feet[o].load_bytes * again;
    if (v->missed * times * PAIR < read) read = v->missed * times * PAIR;
    pair_bytes[o] = v->missed > 0 ? read / (v->missed * times) : 0;
    out->dram_read_bytes += read + partly_written(&l->feet[o]);
    out->dram_write_bytes += l->feet[o].store_bytes * l->leaves;
    stored += v->stored * times;
  }
  for (size_t i = 0; i < l->t->n_accesses; i++) {
    const coal_follow_access *a = &r->accesses[i];
    coal_access_estimate *e = &out->accesses[i];
    e->requests = a->requests * times;
    e->load_sectors = a->load_sectors * times;
    e->hit_sectors = a->hit_sectors * times;
    e->dram_read_bytes = a->missed_pairs * times * pair_bytes[a->object];
    e->dram_write_bytes = a->store_sectors * times * SECTOR * l->writes[a->object];
    if (!a->is_atomic) out->store_sectors += a->store_sectors * times;
    loaded += a->load_sectors;
    hit += a->hit_sectors;
  }
  free(pair_bytes);
  out->has_loads = loaded > 0;
  out->load_sectors = loaded * times;
  out->l1_hit_rate = loaded > 0 ? hit / loaded : 0;
  out->l2_read_sectors = (loaded - hit) * times + FAR_SHARE * out->dram_read_bytes / SECTOR;
  out->l2_write_sectors = stored * (1 + FAR_SHARE);
  out->time_ns = l->machine.launch_ns + r->cycles / l->machine.clock_ghz;
  out->bottleneck = bottleneck_of(r);
}

/** Each line of memory belongs to a slice of L2, which carries out its atomics one after the other. */
static void wait_for_atomics(const launch *l, const coal_followed *r, coal_estimate *out) {
  double cycles = 0, lines = 0;
  for (size_t i = 0; i < l->t->n_accesses; i++) cycles += r->accesses[i].atomic_cycles * times_of(l, r);
  for (size_t o = 0; o < l->t->n_objects; o++) lines += l->feet[o].atomic_lines;
  if (cycles <= 0 || lines <= 0) return;
  double fullest = coal_atomic_fullest(lines, l->machine.atomic_slices) / lines * cycles * l->machine.atomic_cycles;
  double time = l->machine.launch_ns + fullest / l->machine.clock_ghz;
  if (time <= out->time_ns) return;
  out->time_ns = time;
  out->bottleneck = "atomics";
}

/** Does the access move clearly more than it needs? */
static bool has_excess(const coal_follow_access *a) {
  return a->lines > EXCESS * a->ideal_lines || a->sectors > EXCESS * a->ideal_sectors ||
         a->wavefronts > EXCESS * a->ideal_wavefronts;
}

/** Accesses of global memory have one cause by object; those of shared memory are looked at one by one. */
static bool have_one_cause(const coal_follow_access *a, const coal_follow_access *b) {
  return a == b || (a->lines > 0 && b->lines > 0 && a->object == b->object && has_excess(b));
}

/** What the launch would save, cause by cause: the same requests again, those of the cause dense. */
static void find_savings(launch *l, const coal_followed *r, coal_estimate *out) {
  bool *is_ideal = coal_alloc((l->t->n_accesses + 1) * sizeof *is_ideal);
  unsigned causes = 0;
  for (size_t i = 0; i < l->t->n_accesses; i++) {
    if (!has_excess(&r->accesses[i]) || out->accesses[i].has_saving || ++causes > CAUSES_MAX) continue;
    for (size_t k = 0; k < l->t->n_accesses; k++) is_ideal[k] = have_one_cause(&r->accesses[i], &r->accesses[k]);
    l->options.is_ideal = is_ideal;
    coal_followed better;
    coal_follow(l->t, &l->options, &better);
    double saved = (r->cycles - better.cycles) / l->machine.clock_ghz;
    coal_followed_free(&better);
    for (size_t k = 0; k < l->t->n_accesses; k++) {
      if (!is_ideal[k]) continue;
      out->accesses[k].has_saving = true;
      out->accesses[k].saved_ns = saved > 0 ? saved : 0;
    }
  }
  l->options.is_ideal = NULL;
  free(is_ideal);
}

bool coal_estimate_launch(coal_trace *t, const coal_target *target, uint64_t requests_max, coal_estimate *out) {
  launch l;
  *out = (coal_estimate){0};
  if (!set_up(&l, t, target, requests_max)) return false;
  size_t n = t->n_objects + 1;
  l.feet = coal_footprints(t);
  l.reads = coal_alloc(n * sizeof *l.reads);
  l.writes = coal_alloc(n * sizeof *l.writes);
  out->n_accesses = t->n_accesses;
  out->accesses = coal_alloc((t->n_accesses + 1) * sizeof *out->accesses);
  memset(out->accesses, 0, (t->n_accesses + 1) * sizeof *out->accesses);
  coal_followed r;
  coal_follow(t, &l.options, &r);
  set_weights(&l, &r);
  coal_followed_free(&r);
  coal_follow(t, &l.options, &r);
  sum_up(&l, &r, out);
  wait_for_atomics(&l, &r, out);
  find_savings(&l, &r, out);
  coal_followed_free(&r);
  free(l.feet);
  free(l.reads);
  free(l.writes);
  return true;
}

void coal_estimate_free(coal_estimate *e) { free(e->accesses); }
