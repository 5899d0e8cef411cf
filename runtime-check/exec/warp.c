/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/** One warp: frames, splits and the instruction loop. */
#include "warp.h"

#include <stdlib.h>
#include <string.h>

#include "program/lanes.h"

#define SPIN_PICKS 5000u /* consecutive turns of one split before others get one, when it appears to wait for them */

/* ---- frames ------------------------------------------------------------------------------------------------ */

/** The same value in all lanes. */
static void splat(uint8_t *f, coal_vm_slot slot, uint64_t value) {
  for (unsigned l = 0; l < COAL_WARP_LANES; l++) memcpy(f + slot.at + (size_t)l * slot.width, &value, slot.width);
}

static void fill_constants(const coal_exec_warp *w, coal_exec_frame *f) {
  uint64_t dynamic = w->block->shared + (w->block->grid->kernel->static_shared_bytes + 15) / 16 * 16;
  for (size_t k = 0; k < f->code->n_consts; k++) {
    const coal_vm_const *c = &f->code->consts[k];
    splat(f->slots, c->slot, c->value + (c->shared == 1 ? w->block->shared : c->shared == 2 ? dynamic : 0));
  }
}

static void fill_params(const coal_exec_warp *w, coal_exec_frame *f) {
  const uint8_t *params = w->block->grid->config->params;
  for (size_t k = 0; k < f->code->n_params; k++) {
    const coal_vm_param *p = &f->code->params[k];
    if (p->by_value) continue;
    for (size_t c = 0; c < p->n_slots; c++) {
      uint64_t value = 0;
      memcpy(&value, params + p->offset_bytes + p->component_offsets[c], p->slots[c].width);
      splat(f->slots, p->slots[c], value);
    }
  }
}

static coal_exec_frame *frame_for(coal_exec_warp *w, const coal_vm_code *code) {
  coal_exec_frame *f = w->frames[w->n_frames];
  if (f && f->code == code) return f;
  if (f) {
    free(f->slots);
    free(f);
  }
  f = coal_alloc(sizeof *f);
  memset(f, 0, sizeof *f);
  f->code = code;
  size_t bytes = ((size_t)code->frame_bytes + 63) / 64 * 64 + 64;
  f->slots = aligned_alloc(64, bytes);
  if (!f->slots) coal_out_of_memory();
  memset(f->slots, 0, bytes);
  w->frames[w->n_frames] = f;
  fill_constants(w, f);
  return f;
}

coal_exec_frame *coal_exec_warp_push(coal_exec_warp *w, const coal_vm_code *code, uint32_t mask) {
  uint64_t local = 0;
  if (w->n_frames) {
    const coal_exec_frame *top = w->frames[w->n_frames - 1];
    local = top->local_offset + top->code->local_bytes;
  }
  if (w->n_frames == COAL_FRAMES_MAX || local + code->local_bytes > w->block->grid->local_stride) return NULL;
  coal_exec_frame *f = frame_for(w, code);
  f->local_offset = local;
  f->entered = mask;
  f->call = NULL;
  f->n = 1;
  f->running = 0;
  f->splits[0] = (coal_exec_split){.mask = mask};
  if (!w->n_frames) fill_params(w, f);
  w->n_frames++;
  return f;
}

void coal_exec_warp_release(coal_exec_warp *w) {
  for (unsigned k = 0; k < COAL_FRAMES_MAX && w->frames[k]; k++) {
    free(w->frames[k]->slots);
    free(w->frames[k]);
    w->frames[k] = NULL;
  }
}

static void remove_split(coal_exec_frame *f, unsigned k) { f->splits[k] = f->splits[--f->n]; }

/** The function has returned in all its lanes: copies its results to the caller, which continues. */
static void pop(coal_exec_warp *w) {
  coal_exec_frame *f = w->frames[--w->n_frames];
  if (!w->n_frames) return;
  coal_exec_frame *up = w->frames[w->n_frames - 1];
  coal_exec_split *s = &up->splits[up->running];
  s->mask &= w->live;
  for (size_t k = 0; f->call && k < f->call->n_results && k < f->code->n_results; k++) {
    const coal_vm_slot *from = &f->code->results[k], *to = &f->call->results[k];
    COAL_EACH_LANE(s->mask, l,
                   { memcpy(up->slots + to->at + l * to->width, f->slots + from->at + l * from->width, to->width); });
  }
  s->pc++;
  if (!s->mask) remove_split(up, up->running);
}

/* ---- choosing what runs -------------------------------------------------------------------------------------- */

static bool is_ready(const coal_exec_split *s) { return s->state == COAL_SPLIT_READY || s->state == COAL_SPLIT_FORCED; }

/** Joins splits at the same instruction. */
static void merge_at(coal_exec_frame *f, unsigned *best) {
  for (unsigned k = 0; k < f->n;) {
    bool same = k != *best && f->splits[k].pc == f->splits[*best].pc;
    if (!same || (f->splits[k].state != COAL_SPLIT_READY && f->splits[k].state != COAL_SPLIT_AT_WARP)) {
      k++;
      continue;
    }
    f->splits[*best].mask |= f->splits[k].mask;
    if (*best == f->n - 1) *best = k;
    remove_split(f, k);
    k = 0;
  }
}

/** The earliest ready split; a split that appears to wait for the others lets them go in turn. −1: none is ready. */
static int pick(coal_exec_warp *w, coal_exec_frame *f) {
  unsigned ready = 0, best = 0;
  for (unsigned k = 0; k < f->n; k++) {
    if (!is_ready(&f->splits[k])) continue;
    if (!ready++ || f->splits[k].pc < f->splits[best].pc) best = k;
  }
  if (!ready) return -1;
  if (f->n == 1) return 0;
  unsigned before = f->n;
  if (f->splits[best].state == COAL_SPLIT_READY) merge_at(f, &best);
  if (f->n != before || ready < 2) {
    w->streak = 0;
    w->spinning = false;
    return (int)best;
  }
  if (++w->streak < SPIN_PICKS || !w->spinning) return (int)best;
  unsigned turn = w->streak % ready;
  for (unsigned k = 0; k < f->n; k++)
    if (is_ready(&f->splits[k]) && !turn--) return (int)k;
  return (int)best;
}

bool coal_exec_warp_force(coal_exec_warp *w) {
  if (!w->n_frames) return false;
  coal_exec_frame *f = w->frames[w->n_frames - 1];
  coal_exec_split *first = NULL;
  for (unsigned k = 0; k < f->n; k++)
    if (f->splits[k].state == COAL_SPLIT_AT_WARP && (!first || f->splits[k].pc < first->pc)) first = &f->splits[k];
  if (!first) return false;
  first->state = COAL_SPLIT_FORCED;
  return true;
}

static bool any_at_barrier(const coal_exec_frame *f) {
  for (unsigned k = 0; k < f->n; k++)
    if (f->splits[k].state == COAL_SPLIT_AT_BARRIER) return true;
  return false;
}

/* ---- instructions -------------------------------------------------------------------------------------------- */

static uint32_t lanes_where(const uint8_t *bytes, uint32_t mask) {
  uint32_t r = 0;
  for (unsigned k = 0; k < COAL_WARP_LANES; k += 8) {
    uint64_t eight;
    memcpy(&eight, bytes + k, 8);
    r |= (uint32_t)((eight & UINT64_C(0x0101010101010101)) * UINT64_C(0x0102040810204080) >> 56) << k;
  }
  return r & mask;
}

static void new_split(coal_exec_frame *f, uint32_t mask, uint32_t pc) {
  f->splits[f->n++] = (coal_exec_split){.mask = mask, .pc = pc};
}

static void branch_switch(coal_exec_frame *f, const coal_vm_ins *i, unsigned k) {
  const coal_vm_switch *table = i->aux;
  uint32_t rest = f->splits[k].mask;
  bool first = true;
  for (size_t n = 0; n <= table->n && rest; n++) {
    uint32_t hit = 0;
    if (n == table->n)
      hit = rest;
    else
      COAL_EACH_LANE(rest, l, {
        uint64_t v = 0;
        memcpy(&v, f->slots + i->a + (size_t)l * i->width, i->width);
        if (v == table->values[n]) hit |= 1u << l;
      });
    if (!hit) continue;
    rest &= ~hit;
    if (first) {
      f->splits[k].mask = hit;
      f->splits[k].pc = table->targets[n];
    } else {
      new_split(f, hit, table->targets[n]);
    }
    first = false;
  }
}

static bool known_code(const coal_exec_warp *w, uint64_t address) {
  const coal_vm_program *p = w->block->grid->program;
  for (size_t k = 0; k < p->codes.n; k++)
    if ((uint64_t)(uintptr_t)p->codes.items[k] == address) return true;
  return false;
}

/** Enters the callee; lanes that call another function through a pointer wait at the same instruction. */
static bool enter(coal_exec_warp *w, coal_exec_frame *f, const coal_vm_ins *i, unsigned k) {
  const coal_vm_call *c = i->aux;
  const coal_vm_code *callee = c->callee;
  coal_exec_split *s = &f->splits[k];
  if (!callee) {
    const uint64_t *target = (const uint64_t *)(const void *)(f->slots + i->a);
    uint64_t first = target[__builtin_ctz(s->mask)];
    uint32_t other = 0;
    COAL_EACH_LANE(s->mask, l, { other |= target[l] != first ? 1u << l : 0; });
    if (!known_code(w, first)) {
      coal_exec_report_fault(w, i, (unsigned)__builtin_ctz(s->mask), COAL_FAULT_WILD, true,
                             "calls through a pointer that is no function");
      return false;
    }
    callee = (const coal_vm_code *)(uintptr_t)first;
    if (other) {
      s->mask &= ~other;
      new_split(f, other, s->pc);
    }
  }
  if (callee->unsupported) {
    coal_exec_report_fault(w, i, (unsigned)__builtin_ctz(s->mask), COAL_FAULT_UNSUPPORTED, true,
                           "calls %s, which uses %s", callee->display, callee->unsupported);
    return false;
  }
  f->running = k;
  coal_exec_frame *g = coal_exec_warp_push(w, callee, s->mask);
  if (!g) {
    coal_exec_report_fault(w, i, (unsigned)__builtin_ctz(s->mask), COAL_FAULT_STACK, true,
                           "the call stack is exhausted in %s (%u calls deep): endless recursion?", callee->display,
                           w->n_frames);
    return false;
  }
  g->call = c;
  size_t at = 0;
  for (size_t p = 0; p < callee->n_params; p++)
    for (size_t n = 0; n < callee->params[p].n_slots && at < c->n_args; n++, at++)
      memcpy(g->slots + callee->params[p].slots[n].at, f->slots + c->args[at].at,
             (size_t)c->args[at].width * COAL_WARP_LANES);
  return true;
}

static void arrive(coal_exec_warp *w, coal_exec_frame *f, const coal_vm_ins *i, coal_exec_split *s) {
  coal_exec_block *b = w->block;
  unsigned id = ((const uint32_t *)(const void *)(f->slots + i->a))[__builtin_ctz(s->mask)] % COAL_BARRIERS;
  coal_exec_barrier *bar = &b->barriers[id];
  if (!bar->arrived) *bar = (coal_exec_barrier){.all = true};
  if (i->b != COAL_NO_SLOT) bar->expected = ((const uint32_t *)(const void *)(f->slots + i->b))[__builtin_ctz(s->mask)];
  bar->arrived += (uint32_t)__builtin_popcount(s->mask);
  if (i->c != COAL_NO_SLOT) {
    uint32_t yes = lanes_where(f->slots + i->c, s->mask);
    bar->popc += (uint32_t)__builtin_popcount(yes);
    bar->all = bar->all && yes == s->mask;
    bar->any = bar->any || yes;
  }
  if (i->imm == COAL_BAR_ARRIVE) {
    s->pc++;
  } else {
    s->state = COAL_SPLIT_AT_BARRIER;
    s->barrier = (uint8_t)id;
  }
  coal_exec_block_check_barrier(b, id);
}

static void leave(coal_exec_warp *w, coal_exec_frame *f, unsigned k) {
  uint32_t mask = f->splits[k].mask;
  remove_split(f, k);
  w->live &= ~mask;
  coal_exec_block_threads_left(w->block, (uint32_t)__builtin_popcount(mask));
}

static void assertion(coal_exec_warp *w, coal_exec_frame *f, const coal_vm_ins *i, uint32_t mask) {
  char text[256], file[256];
  unsigned l = (unsigned)__builtin_ctz(mask);
  coal_exec_string(w, ((const uint64_t *)(const void *)(f->slots + i->a))[l], text, sizeof text);
  coal_exec_string(w, ((const uint64_t *)(const void *)(f->slots + i->b))[l], file, sizeof file);
  coal_exec_report_fault(w, i, l, COAL_FAULT_ASSERT, true, "assertion `%s' failed (%s:%u)", text, file,
                         ((const uint32_t *)(const void *)(f->slots + i->c))[l]);
}

static void local_address(const coal_exec_warp *w, const coal_exec_frame *f, const coal_vm_ins *i, uint32_t mask) {
  uint64_t *d = (uint64_t *)(void *)(f->slots + i->dst);
  uint64_t at = w->local + f->local_offset + (uint64_t)i->imm, stride = w->block->grid->local_stride;
  COAL_EACH_LANE(mask, l, { d[l] = at + l * stride; });
  if (i->op != COAL_INS_PARAM) return;
  const coal_vm_param *p = &f->code->params[i->b];
  const uint8_t *from = (const uint8_t *)w->block->grid->config->params + p->offset_bytes;
  COAL_EACH_LANE(mask, l, { memcpy((void *)(uintptr_t)d[l], from, p->bytes); });
}

static void device_malloc(coal_exec_warp *w, const coal_vm_ins *i, uint8_t *f, uint32_t mask) {
  coal_exec_device *d = w->block->grid->device;
  COAL_EACH_LANE(mask, l, {
    uint64_t v = 0;
    if (i->op == COAL_INS_MALLOC) {
      memcpy(&v, f + i->a + (size_t)l * i->width, i->width);
      ((uint64_t *)(void *)(f + i->dst))[l] =
          coal_vm_memory_alloc(d->memory, v, COAL_SPACE_GLOBAL, "malloc in the kernel");
    } else {
      memcpy(&v, f + i->a + (size_t)l * 8, 8);
      coal_vm_memory_release(d->memory, v);
    }
  });
}

typedef enum step { STEP_NEXT, STEP_SWITCH, STEP_FAILED } step;

static bool skips_unsupported(const coal_exec_warp *w) { return w->block->grid->device->skips_unsupported; }

/** Everything that is neither arithmetic nor a jump. */
static step special(coal_exec_warp *w, coal_exec_frame *f, const coal_vm_ins *i, unsigned k) {
  coal_exec_split *s = &f->splits[k];
  uint32_t mask = s->mask;
  switch (i->op) {
    case COAL_INS_ATOMIC:
    case COAL_INS_CMPXCHG: w->spinning = true; return coal_exec_atomic(w, i, f->slots, mask) ? STEP_NEXT : STEP_FAILED;
    case COAL_INS_COPY:
    case COAL_INS_FILL: return coal_exec_copy(w, i, f->slots, mask) ? STEP_NEXT : STEP_FAILED;
    case COAL_INS_MATRIX: return coal_exec_matrix(w, i, f->slots, mask) ? STEP_NEXT : STEP_FAILED;
    case COAL_INS_SPECIAL:
    case COAL_INS_IS_SPACE:
    case COAL_INS_CLOCK: coal_exec_special(w, i, f->slots, mask); return STEP_NEXT;
    case COAL_INS_LOCAL:
    case COAL_INS_PARAM: local_address(w, f, i, mask); return STEP_NEXT;
    case COAL_INS_PRINTF: coal_exec_printf(w, i, f->slots, mask); return STEP_NEXT;
    case COAL_INS_MALLOC:
    case COAL_INS_FREE: device_malloc(w, i, f->slots, mask); return STEP_NEXT;
    case COAL_INS_ASSERT: assertion(w, f, i, mask); return STEP_FAILED;
    case COAL_INS_TRAP:
      coal_exec_report_fault(w, i, (unsigned)__builtin_ctz(mask), COAL_FAULT_TRAP, true, "%s", (const char *)i->aux);
      return STEP_FAILED;
    case COAL_INS_UNSUPPORTED:
      coal_exec_report_fault(w, i, (unsigned)__builtin_ctz(mask), COAL_FAULT_UNSUPPORTED, !skips_unsupported(w), "%s",
                             (const char *)i->aux);
      return skips_unsupported(w) ? STEP_NEXT : STEP_FAILED;
    case COAL_INS_WARP:
      if (coal_exec_warp_op(w, i, f->slots, s)) return STEP_NEXT;
      s->state = COAL_SPLIT_AT_WARP;
      return STEP_SWITCH;
    case COAL_INS_BARRIER: arrive(w, f, i, s); return STEP_SWITCH;
    case COAL_INS_SWITCH: branch_switch(f, i, k); return STEP_SWITCH;
    case COAL_INS_RETURN: remove_split(f, k); return STEP_SWITCH;
    case COAL_INS_EXIT: leave(w, f, k); return STEP_SWITCH;
    case COAL_INS_CALL:
    case COAL_INS_CALL_POINTER: return enter(w, f, i, k) ? STEP_SWITCH : STEP_FAILED;
    default: return STEP_FAILED;
  }
}

/** Executes split k until it jumps while there are others, or the schedule changes otherwise. False: a fatal fault. */
static bool run_split(coal_exec_warp *w, coal_exec_frame *f, unsigned k, uint64_t *budget) {
  coal_exec_split *s = &f->splits[k];
  const coal_vm_ins *code = f->code->ins;
  uint8_t *slots = f->slots;
  uint32_t mask = s->mask, pc = s->pc;
  for (;;) {
    const coal_vm_ins *i = &code[pc];
    switch (i->op) {
      case COAL_INS_LANES:
        i->fn(i, slots, mask);
        pc++;
        continue;
      case COAL_INS_LOAD:
        w->spinning = w->spinning || i->is_volatile;
        if (!coal_exec_load(w, i, slots, mask)) return false;
        pc++;
        continue;
      case COAL_INS_STORE:
        if (!coal_exec_store(w, i, slots, mask)) return false;
        pc++;
        continue;
      case COAL_INS_JUMP: pc = (uint32_t)i->imm; break;
      case COAL_INS_BRANCH: {
        uint32_t yes = lanes_where(slots + i->a, mask);
        pc = yes ? (uint32_t)i->imm : i->b;
        if (!yes || yes == mask) break;
        s->mask = yes;
        s->pc = pc;
        new_split(f, mask & ~yes, i->b);
        if (*budget) --*budget;
        return true;
      }
      default: {
        s->pc = pc;
        step r = special(w, f, i, k);
        if (r == STEP_FAILED) return false;
        if (r == STEP_SWITCH) return true;
        pc++;
        continue;
      }
    }
    if (f->n > 1 || !*budget || !--*budget) { /* after a jump */
      s->pc = pc;
      return true;
    }
  }
}

coal_exec_run_result coal_exec_warp_run(coal_exec_warp *w, uint64_t budget) {
  while (w->n_frames) {
    coal_exec_frame *f = w->frames[w->n_frames - 1];
    if (!f->n) {
      pop(w);
      continue;
    }
    if (!budget) return COAL_RUN_BUDGET;
    int k = pick(w, f);
    if (k < 0) {
      if (!any_at_barrier(f) && coal_exec_warp_force(w)) continue;
      return COAL_RUN_WAITS;
    }
    if (!run_split(w, f, (unsigned)k, &budget)) return COAL_RUN_FAILED;
    if (w->block->grid->failed) return COAL_RUN_FAILED;
  }
  return COAL_RUN_DONE;
}
