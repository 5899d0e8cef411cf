/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/** Grids and blocks: scheduling, barriers, limits. */
#include "warp.h"

#include <stdlib.h>
#include <string.h>

#define THREADS_MAX 1024u
#define RESIDENT_MAX COAL_SHARED_SLOTS
#define LOCAL_SLACK_BYTES (16u * 1024u)

/* ---- barriers ---------------------------------------------------------------------------------------------------- */

static void write_result(coal_exec_frame *f, const coal_exec_split *s, const coal_vm_ins *i, uint32_t value) {
  if (!i->width) return;
  for (uint32_t rest = s->mask; rest; rest &= rest - 1)
    memcpy(f->slots + i->dst + (size_t)__builtin_ctz(rest) * i->width, &value, i->width);
}

/** Threads of one warp that wait at different barriers hang before sm_70; later the behaviour is undefined. */
static void note_apart(coal_exec_warp *w, const coal_vm_ins *first, const coal_vm_ins *i) {
  const coal_vm_where *there = w->block->grid->program->wheres.items[first->where];
  coal_exec_report_fault(
      w, i, 0, COAL_FAULT_DEADLOCK, false,
      "threads of one warp wait at different barriers, here and at line %u: a deadlock before sm_70, undefined since",
      there->line1);
}

static void release_warp(coal_exec_warp *w, unsigned id, uint32_t value_of[3]) {
  const coal_vm_ins *first = NULL;
  for (unsigned n = 0; n < w->n_frames; n++) {
    coal_exec_frame *f = w->frames[n];
    for (unsigned k = 0; k < f->n; k++) {
      coal_exec_split *s = &f->splits[k];
      if (s->state != COAL_SPLIT_AT_BARRIER || s->barrier != id) continue;
      const coal_vm_ins *i = &f->code->ins[s->pc];
      if (first && first != i) note_apart(w, first, i);
      first = i;
      if (i->imm >= COAL_BAR_POPC && i->imm <= COAL_BAR_OR) write_result(f, s, i, value_of[i->imm - COAL_BAR_POPC]);
      s->state = COAL_SPLIT_READY;
      s->pc++;
    }
  }
}

void coal_exec_block_check_barrier(coal_exec_block *b, unsigned id) {
  coal_exec_barrier *bar = &b->barriers[id];
  if (!bar->arrived || bar->arrived < (bar->expected ? bar->expected : b->live)) return;
  uint32_t values[3] = {bar->popc, bar->all, bar->any};
  *bar = (coal_exec_barrier){0};
  for (uint32_t k = 0; k < b->n_warps; k++) release_warp(&b->warps[k], id, values);
}

void coal_exec_block_threads_left(coal_exec_block *b, uint32_t n) {
  b->live -= n;
  if (!b->live) return;
  for (unsigned id = 0; id < COAL_BARRIERS; id++) coal_exec_block_check_barrier(b, id);
}

/* ---- blocks -------------------------------------------------------------------------------------------------------
 */

static void start_warp(coal_exec_block *b, uint32_t k) {
  const coal_exec_launch_config *c = b->grid->config;
  coal_exec_warp *w = &b->warps[k];
  uint32_t threads = c->block[0] * c->block[1] * c->block[2], first = k * COAL_WARP_LANES;
  uint32_t lanes = threads - first < COAL_WARP_LANES ? threads - first : COAL_WARP_LANES;
  w->block = b;
  w->index = k;
  w->live = lanes == COAL_WARP_LANES ? COAL_ALL_LANES : (1u << lanes) - 1;
  w->n_frames = 0;
  w->streak = 0;
  w->spinning = false;
  for (uint32_t l = 0; l < COAL_WARP_LANES; l++) {
    uint32_t t = first + l;
    w->tid[0][l] = t % c->block[0];
    w->tid[1][l] = t / c->block[0] % c->block[1];
    w->tid[2][l] = t / c->block[0] / c->block[1];
  }
  coal_exec_warp_push(w, b->grid->kernel, w->live);
}

static void start_block(coal_exec_block *b, uint64_t index, uint64_t local) {
  const coal_exec_launch_config *c = b->grid->config;
  b->id[0] = (uint32_t)(index % c->grid[0]);
  b->id[1] = (uint32_t)(index / c->grid[0] % c->grid[1]);
  b->id[2] = (uint32_t)(index / c->grid[0] / c->grid[1]);
  b->live = c->block[0] * c->block[1] * c->block[2];
  memset(b->barriers, 0, sizeof b->barriers);
  uint32_t *words = (uint32_t *)(uintptr_t)b->shared;
  for (uint64_t k = 0; k < (b->shared_bytes + 3) / 4; k++) words[k] = (uint32_t)COAL_UNDEFINED_PATTERN;
  memset((void *)(uintptr_t)coal_exec_block_reserved(b), 0, COAL_SHARED_RESERVED_BYTES);
  for (uint32_t k = 0; k < b->n_warps; k++) {
    b->warps[k].local = local + (uint64_t)k * COAL_WARP_LANES * b->grid->local_stride;
    start_warp(b, k);
  }
}

static coal_exec_block *new_block(coal_exec_grid *g, unsigned slot) {
  const coal_exec_launch_config *c = g->config;
  coal_exec_block *b = coal_alloc(sizeof *b);
  memset(b, 0, sizeof *b);
  b->grid = g;
  b->slot = slot;
  b->shared = coal_vm_memory_shared(g->device->memory, slot);
  b->shared_bytes = (g->kernel->static_shared_bytes + 15) / 16 * 16 + c->dynamic_shared_bytes;
  b->n_warps = (c->block[0] * c->block[1] * c->block[2] + COAL_WARP_LANES - 1) / COAL_WARP_LANES;
  b->warps = coal_alloc(b->n_warps * sizeof *b->warps);
  memset(b->warps, 0, b->n_warps * sizeof *b->warps);
  return b;
}

static void free_block(coal_exec_block *b) {
  for (uint32_t k = 0; k < b->n_warps; k++) coal_exec_warp_release(&b->warps[k]);
  free(b->warps);
  free(b);
}

static void report_deadlock(coal_exec_block *b) {
  for (uint32_t k = 0; k < b->n_warps; k++) {
    coal_exec_warp *w = &b->warps[k];
    for (unsigned n = 0; n < w->n_frames; n++)
      for (unsigned s = 0; s < w->frames[n]->n; s++) {
        const coal_exec_split *split = &w->frames[n]->splits[s];
        if (split->state != COAL_SPLIT_AT_BARRIER) continue;
        const coal_exec_barrier *bar = &b->barriers[split->barrier];
        coal_exec_report_fault(
            w, &w->frames[n]->code->ins[split->pc], (unsigned)__builtin_ctz(split->mask), COAL_FAULT_DEADLOCK, true,
            "deadlock: %u threads wait at barrier %u for %u, and no other thread of the block can go on", bar->arrived,
            split->barrier, bar->expected ? bar->expected : b->live);
        return;
      }
  }
  coal_exec_grid_fault(b->grid, COAL_FAULT_DEADLOCK, NULL, "deadlock: no thread of a block can go on");
}

static bool out_of_time(coal_exec_grid *g) {
  coal_exec_device *d = g->device;
  return d->deadline_seconds > 0 && coal_exec_now_seconds() > d->deadline_seconds;
}

/** The place of the block's first running thread, to name on timeout. */
static void report_timeout(coal_exec_block *b) {
  for (uint32_t k = 0; k < b->n_warps; k++) {
    coal_exec_warp *w = &b->warps[k];
    if (!w->n_frames || !w->frames[w->n_frames - 1]->n) continue;
    const coal_exec_frame *f = w->frames[w->n_frames - 1];
    const coal_vm_ins *i = &f->code->ins[f->splits[0].pc];
    for (size_t pc = f->splits[0].pc; !i->where && pc < f->code->n_ins; pc++) i = &f->code->ins[pc];
    coal_exec_report_fault(w, i, (unsigned)__builtin_ctz(f->splits[0].mask), COAL_FAULT_TIMEOUT, true,
                           "the time limit is over and this thread still runs: an endless loop?");
    return;
  }
}

/** Runs the warps in turn. DONE, WAITS (for other blocks), BUDGET (spins, perhaps on other blocks), FAILED. */
static coal_exec_run_result run_block(coal_exec_block *b) {
  for (unsigned round = 0;; round++) {
    bool done = true, progress = false;
    for (uint32_t k = 0; k < b->n_warps; k++) {
      if (!b->warps[k].n_frames) continue;
      uint32_t live = b->live;
      coal_exec_run_result r = coal_exec_warp_run(&b->warps[k], COAL_WARP_BUDGET);
      if (r == COAL_RUN_FAILED) return r;
      done = done && r == COAL_RUN_DONE;
      progress = progress || r != COAL_RUN_WAITS || b->live != live;
    }
    if (done) return COAL_RUN_DONE;
    for (uint32_t k = 0; k < b->n_warps && !progress; k++) {
      const coal_exec_warp *w = &b->warps[k];
      for (unsigned s = 0; w->n_frames && s < w->frames[w->n_frames - 1]->n; s++)
        progress = progress || w->frames[w->n_frames - 1]->splits[s].state == COAL_SPLIT_READY;
    }
    for (uint32_t k = 0; k < b->n_warps && !progress; k++) progress = coal_exec_warp_force(&b->warps[k]);
    if (!progress) {
      report_deadlock(b);
      return COAL_RUN_FAILED;
    }
    if (out_of_time(b->grid)) {
      report_timeout(b);
      return COAL_RUN_FAILED;
    }
    if (round % 64 == 63) return COAL_RUN_BUDGET;
  }
}

/* ---- grids --------------------------------------------------------------------------------------------------------
 */

typedef struct residents {
  coal_exec_block *blocks[RESIDENT_MAX]; /* made so far */
  bool busy[RESIDENT_MAX];
  unsigned n, n_busy;
  uint64_t next, total, local, local_bytes;
} residents;

/** Starts the next block of the grid in a free slot. */
static void admit(coal_exec_grid *g, residents *r) {
  unsigned k = 0;
  while (k < r->n && r->busy[k]) k++;
  if (k == RESIDENT_MAX || (r->local_bytes && (k + 1) * r->local_bytes > UINT64_C(1) << 40)) return;
  if (k == r->n) r->blocks[r->n++] = new_block(g, k);
  r->busy[k] = true;
  r->n_busy++;
  start_block(r->blocks[k], r->next++, r->local + k * r->local_bytes);
}

static bool run_residents(coal_exec_grid *g, residents *r) {
  while (r->next < r->total || r->n_busy) {
    if (!r->n_busy) admit(g, r);
    bool finished = false;
    for (unsigned k = 0; k < r->n; k++) {
      if (!r->busy[k]) continue;
      coal_exec_run_result result = run_block(r->blocks[k]);
      if (result == COAL_RUN_FAILED) return false;
      if (result != COAL_RUN_DONE) continue;
      r->busy[k] = false;
      r->n_busy--;
      finished = true;
    }
    if (!finished && r->next < r->total) admit(g, r);
    if (out_of_time(g) && r->n_busy == 0 && r->next < r->total) {
      coal_exec_grid_fault(g, COAL_FAULT_TIMEOUT, NULL, "the time limit is over after %llu of %llu blocks",
                           (unsigned long long)r->next, (unsigned long long)r->total);
      return false;
    }
  }
  return true;
}

/** Maximum shared memory a block (CUDA programming guide, table of compute capabilities). */
static uint64_t shared_limit(const coal_exec_device *d) {
  unsigned cc = d->target->cc;
  if (cc == 90 || cc == 100 || cc == 103) return 227 * 1024;
  if (cc == 80 || cc == 87) return 163 * 1024;
  if (cc == 86 || cc == 89 || cc >= 110) return 99 * 1024;
  return cc == 70 || cc == 72 ? 96 * 1024 : cc == 75 ? 64 * 1024 : 48 * 1024;
}

uint64_t coal_exec_device_shared_left(const coal_exec_device *d, const coal_vm_code *kernel) {
  uint64_t used = (kernel->static_shared_bytes + 15) / 16 * 16, limit = shared_limit(d);
  return used < limit ? limit - used : 0;
}

static bool fits(coal_exec_grid *g, const coal_exec_launch_config *c) {
  uint64_t threads = (uint64_t)c->block[0] * c->block[1] * c->block[2],
           blocks = (uint64_t)c->grid[0] * c->grid[1] * c->grid[2];
  uint64_t shared = (g->kernel->static_shared_bytes + 15) / 16 * 16 + c->dynamic_shared_bytes;
  uint64_t limit = shared_limit(g->device);
  if (!threads || !blocks)
    coal_exec_grid_fault(g, COAL_FAULT_RESOURCES, NULL, "the launch has no threads: grid %ux%ux%u, block %ux%ux%u",
                         c->grid[0], c->grid[1], c->grid[2], c->block[0], c->block[1], c->block[2]);
  else if (threads > THREADS_MAX || c->block[2] > 64)
    coal_exec_grid_fault(g, COAL_FAULT_RESOURCES, NULL, "a block of %ux%ux%u threads: at most 1024, and 64 in z",
                         c->block[0], c->block[1], c->block[2]);
  else if (c->grid[1] > 65535 || c->grid[2] > 65535)
    coal_exec_grid_fault(g, COAL_FAULT_RESOURCES, NULL, "a grid of %ux%ux%u blocks: at most 65535 in y and z",
                         c->grid[0], c->grid[1], c->grid[2]);
  else if (g->kernel->static_shared_bytes > 48 * 1024)
    coal_exec_grid_fault(g, COAL_FAULT_RESOURCES, NULL, "%llu bytes of static shared memory: at most 49152",
                         (unsigned long long)g->kernel->static_shared_bytes);
  else if (shared > limit)
    coal_exec_grid_fault(g, COAL_FAULT_RESOURCES, NULL, "%llu bytes of shared memory a block: %s has %llu",
                         (unsigned long long)shared, g->device->target->name, (unsigned long long)limit);
  else if (g->kernel->max_threads && threads > g->kernel->max_threads)
    coal_exec_grid_fault(g, COAL_FAULT_RESOURCES, NULL, "%llu threads a block, but __launch_bounds__(%u)",
                         (unsigned long long)threads, g->kernel->max_threads);
  else if (g->kernel->unsupported)
    coal_exec_grid_fault(g, COAL_FAULT_UNSUPPORTED, NULL, "cannot be run here: it uses %s", g->kernel->unsupported);
  return !g->failed;
}

bool coal_exec_device_launch(coal_exec_device *d, const coal_vm_program *p, const coal_vm_code *kernel,
                             const coal_exec_launch_config *config) {
  coal_exec_grid g = {.device = d, .program = p, .kernel = kernel, .config = config};
  d->launches++;
  d->shared_extent_bytes = 0;
  coal_exec_record_begin(d->record, p, kernel);
  if (!fits(&g, config)) return false;
  g.local_stride = kernel->local_bytes + LOCAL_SLACK_BYTES;
  if (g.local_stride < COAL_STACK_BYTES) g.local_stride = COAL_STACK_BYTES;
  residents *r = coal_alloc(sizeof *r);
  memset(r, 0, sizeof *r);
  r->total = (uint64_t)config->grid[0] * config->grid[1] * config->grid[2];
  r->local_bytes = g.local_stride * ((config->block[0] * config->block[1] * config->block[2] + 31) / 32 * 32);
  uint64_t places = r->total < RESIDENT_MAX ? r->total : RESIDENT_MAX;
  while (places > 1 && places * r->local_bytes > UINT64_C(1) << 36) places /= 2;
  r->local = coal_vm_memory_local(d->memory, places * r->local_bytes);
  bool ok = r->local != 0;
  if (!ok)
    coal_exec_grid_fault(&g, COAL_FAULT_MEMORY, NULL, "%llu bytes of local memory a thread cannot be had",
                         (unsigned long long)kernel->local_bytes);
  else
    ok = run_residents(&g, r);
  for (unsigned k = 0; k < r->n; k++) free_block(r->blocks[k]);
  free(r);
  return ok && !g.failed;
}
