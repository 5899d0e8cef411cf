/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Executes a kernel for the warps of a launch. */
#include <math.h>
#include <string.h>

#include "eval/measure/follow.h"
#include "eval/measure/record.h"
#include "ir/intrinsics.h"
#include "launch.h"
#include "sample.h"
#include "trace_blocks.h"

enum {
  RUN_STEPS_MAX = 400000,    /* of one warp */
  COUNT_STEPS_MAX = 1 << 26, /* the same where whole kernels are counted */
  WARPS_KEPT = 32,
  OBJECTS_MAX = 64, /* objects of pointer arguments in one launch */
  ALLOCATION_ALIGN_BYTES =
      256 /* assumed of an allocation that was not seen (CUDA C++ Programming Guide, "Device Memory Accesses") */
};

/** The thread indices of a warp, and its lanes that are threads of the block. */
typedef struct threads {
  const coal_poly *index[3];
  uint32_t mask;
} threads;

typedef struct plan_run {
  coal_machine m;
  const coal_plan *plan;
  const coal_options *options;
  coal_value args[64];
  size_t n_args;
  coal_symbol_id form_symbol[12];
  threads by_warp[WARPS_KEPT]; /* of the block's first warps */
  uint32_t warps_per_block;
  uint64_t threads_per_block;
} plan_run;

static const char *const builtin_names[12] = {"threadIdx.x", "threadIdx.y", "threadIdx.z", "blockIdx.x",
                                              "blockIdx.y",  "blockIdx.z",  "blockDim.x",  "blockDim.y",
                                              "blockDim.z",  "gridDim.x",   "gridDim.y",   "gridDim.z"};

/* ---- arguments ----------------------------------------------------------------------------------------- */

static void apply_assumptions(plan_run *r, const char *name, coal_symbol *s, int64_t *value, bool *is_known) {
  for (size_t i = 0; i < r->options->n_assumes; i++) {
    const coal_assume_option *a = &r->options->assumes[i];
    if (strcmp(a->name, name)) continue;
    if (a->relation == COAL_ASSUME_EQ) {
      *value = a->value;
      *is_known = true;
    } else if (a->relation == COAL_ASSUME_MOD) {
      s->mod = a->modulus;
      s->rem = a->value;
    } else if (a->relation == COAL_ASSUME_GE) {
      s->lo = a->value;
    } else {
      s->hi = a->value;
    }
  }
  for (size_t i = 0; i < r->plan->n_values; i++)
    if (strcmp(r->plan->values[i].name, name) == 0) {
      *value = r->plan->values[i].value;
      *is_known = true;
    }
}

/* An integer parameter: its number if known, and its name as the form. A symbol with a known remainder is mod·q + rem. */
static coal_value integer_argument(plan_run *r, const coal_type *type, const char *name, const coal_arg *a) {
  coal_symbols *t = r->m.t;
  coal_symbol s = {.name = name,
                   .is_parameter = true,
                   .lo = INT64_MIN,
                   .hi = INT64_MAX,
                   .mod = 1,
                   .reason = COAL_REASON_PARAMETER,
                   .detail = name};
  int64_t value = 0;
  bool is_known = false;
  if (type->kind == COAL_TYPE_BOOL || !type->is_signed) s.lo = 0;
  if (type->kind == COAL_TYPE_BOOL) s.hi = 1;
  if (a && a->kind == COAL_ARG_INT) {
    is_known = a->is_known;
    value = a->value;
    s.is_pitch = a->is_pitch;
    if (a->lo > s.lo) s.lo = a->lo;
    if (a->hi < s.hi) s.hi = a->hi;
    s.mod = a->mod;
    s.rem = a->rem;
  }
  apply_assumptions(r, name, &s, &value, &is_known);
  const coal_poly *form = coal_poly_symbol(t, coal_symbol_add(t, s));
  if (is_known) return coal_value_poly(coal_poly_const(t, coal_wrap(type, value)), form);
  if (s.mod > 1 && s.rem) {
    int64_t rem = s.rem;
    s.rem = 0;
    if (s.lo != INT64_MIN) s.lo -= rem;
    if (s.hi != INT64_MAX) s.hi -= rem;
    return coal_value_poly(coal_poly_add(t, coal_poly_symbol(t, coal_symbol_add(t, s)), coal_poly_const(t, rem)), form);
  }
  return coal_value_poly(form, form);
}

/** The arguments of a launch: pointers into one allocation get one object. */
typedef struct binder {
  plan_run *r;
  struct {
    uint32_t id; /* coal_arg.object */
    coal_object *object;
  } seen[OBJECTS_MAX];
  size_t n_seen;
} binder;

/* The object that a pointer argument points into: that of an earlier argument where the launch shows that they are
 * the same, else a new one. */
static coal_object *pointed_object(binder *b, const char *name, const coal_arg *a) {
  for (size_t i = 0; a && a->object_source && i < b->n_seen; i++)
    if (b->seen[i].id == a->object) return b->seen[i].object;
  uint32_t align = a && a->align_bytes ? a->align_bytes : ALLOCATION_ALIGN_BYTES;
  coal_object *o = coal_object_new(b->r->m.memory, COAL_OBJECT_MEMORY, NULL, name, NULL, align);
  o->is_align_assumed = !a || a->is_align_assumed;
  o->start = a && a->is_known ? a->value : COAL_START_VARIES;
  if (!a) return o;
  o->is_pitched = a->is_pitched;
  o->source = a->source;
  if (b->n_seen < OBJECTS_MAX) {
    b->seen[b->n_seen].id = a->object;
    b->seen[b->n_seen++].object = o;
  }
  return o;
}

/* Bytes from the object's start: a number, or rem plus an unknown multiple of mod. */
static const coal_poly *pointer_offset(coal_symbols *t, const char *name, const coal_arg *a) {
  if (!a || a->kind != COAL_ARG_POINTER) return coal_poly_const(t, 0);
  if (a->is_known) return coal_poly_const(t, a->value);
  coal_symbol s = {
      .name = "offset", .lo = 0, .hi = INT64_MAX, .mod = a->mod, .reason = COAL_REASON_PARAMETER, .detail = name};
  return coal_poly_add(t, coal_poly_symbol(t, coal_symbol_add(t, s)), coal_poly_const(t, a->rem));
}

static coal_value pointer_argument(binder *b, const char *name, const coal_arg *a) {
  coal_symbols *t = b->r->m.t;
  coal_object *o = pointed_object(b, name, a);
  bool is_null = a && a->kind == COAL_ARG_POINTER && a->object == UINT32_MAX;
  if (a && (!a->is_known || a->value != o->start))
    o->start = COAL_START_VARIES; /* arguments begin at several offsets of it */
  return (coal_value){.kind = COAL_VALUE_POINTER,
                      .object = is_null ? NULL : o,
                      .p = pointer_offset(t, name, a),
                      .form = coal_poly_const(t, 0)};
}

static coal_value argument(binder *b, const coal_type *type, const char *name, const coal_arg *a);

static const coal_arg *part_at(const coal_arg *a, uint64_t offset, uint64_t size) {
  for (size_t i = 0; a && i < a->n_parts; i++)
    if (a->parts[i].offset == offset && a->parts[i].size == size) return &a->parts[i];
  return NULL;
}

static coal_slot bits_argument(binder *b, const coal_field *f, const char *name, uint64_t offset, const coal_arg *a) {
  uint64_t at = coal_bits_place(offset, f);
  return (coal_slot){at, f->bit_width,
                     coal_bits_fit(b->r->m.t, f, argument(b, f->type, name, part_at(a, at, f->bit_width))), f->type};
}

static bool is_given(const binder *b, const char *name) {
  for (size_t i = 0; i < b->r->options->n_assumes; i++)
    if (!strcmp(b->r->options->assumes[i].name, name)) return true;
  return false;
}

/* The innermost stride of a tensor accessor whose slots begin at `from`, the last of the member `strides_`, is taken as
 * 1 where neither the launch nor the user says anything of it. The object of its data remembers that. */
static void assume_dense(binder *b, const coal_record *record, const char *name, coal_slots *out, size_t from) {
  const coal_field *f = record->n_fields ? &record->fields[record->n_fields - 1] : NULL;
  if (!f || strcmp(f->name, "strides_") != 0 || f->type->kind != COAL_TYPE_ARRAY || !f->type->count) return;
  coal_symbols *t = b->r->m.t;
  coal_slot *last = &out->items[out->n - 1];
  const char *full =
      coal_arena_format(coal_symbols_arena(t), "%s.%s[%llu]", name, f->name, (unsigned long long)f->type->count - 1);
  if (out->n == from || last->value.kind != COAL_VALUE_INT || coal_poly_is_const(last->value.p) || is_given(b, full))
    return;
  last->value = coal_value_poly(coal_poly_const(t, 1), last->value.form);
  for (size_t i = from; i < out->n; i++)
    if (out->items[i].value.kind == COAL_VALUE_POINTER && out->items[i].value.object)
      out->items[i].value.object->unit_stride = full;
}

static void add_parts(binder *b, const coal_type *type, const char *name, uint64_t offset, const coal_arg *a,
                      coal_slots *out) {
  coal_arena *kept = coal_symbols_arena(b->r->m.t);
  if (out->n >= out->capacity) return;
  if (type->kind == COAL_TYPE_RECORD) {
    const size_t from = out->n;
    for (size_t i = 0; i < type->record->n_fields; i++) {
      const coal_field *f = &type->record->fields[i];
      const char *full = coal_arena_format(kept, "%s.%s", name, f->name);
      if (!f->bit_width)
        add_parts(b, f->type, full, offset + f->offset_bytes, a, out);
      else if (out->n < out->capacity)
        out->items[out->n++] = bits_argument(b, f, full, offset, a);
    }
    if (coal_intrinsic_is_accessor(type->record->name)) assume_dense(b, type->record, name, out, from);
  } else if (type->kind == COAL_TYPE_ARRAY) {
    for (uint64_t i = 0; i < type->count && out->n < out->capacity; i++)
      add_parts(b, type->element, coal_arena_format(kept, "%s[%llu]", name, (unsigned long long)i),
                offset + i * type->element->size_bytes, a, out);
  } else if (type->size_bytes) {
    coal_slot s = {offset, type->size_bytes, argument(b, type, name, part_at(a, offset, type->size_bytes)), type};
    out->items[out->n++] = s;
  }
}

static coal_value argument(binder *b, const coal_type *type, const char *name, const coal_arg *a) {
  coal_symbols *t = b->r->m.t;
  switch (type->kind) {
    case COAL_TYPE_BOOL:
    case COAL_TYPE_INT: return integer_argument(b->r, type, name, a);
    case COAL_TYPE_REFERENCE:
    case COAL_TYPE_POINTER: return pointer_argument(b, name, a);
    case COAL_TYPE_FLOAT: {
      double v[COAL_WARP_LANES];
      if (!a || a->kind != COAL_ARG_FLOAT) return coal_value_unknown_float(false, COAL_REASON_PARAMETER, name);
      for (unsigned i = 0; i < COAL_WARP_LANES; i++) v[i] = a->f;
      return coal_value_doubles(t, v);
    }
    case COAL_TYPE_RECORD: {
      coal_slot items[256];
      coal_slots parts = {items, 0, 256};
      add_parts(b, type, name, 0, a && a->kind == COAL_ARG_AGGREGATE ? a : NULL, &parts);
      return coal_aggregate_new(t, parts.items, type->record->is_union ? 0 : parts.n);
    }
    default: return coal_value_unknown(false, COAL_REASON_PARAMETER, name);
  }
}

/* ---- one warp ------------------------------------------------------------------------------------------ */

static threads threads_of(const plan_run *r, uint32_t warp) {
  const coal_launch *l = &r->plan->launch;
  int64_t tid[3][COAL_WARP_LANES];
  threads w = {.mask = 0};
  for (unsigned i = 0; i < COAL_WARP_LANES; i++) {
    uint64_t linear = (uint64_t)warp * COAL_WARP_LANES + i;
    tid[0][i] = (int64_t)(linear % l->block[0]);
    tid[1][i] = (int64_t)(linear / l->block[0] % l->block[1]);
    tid[2][i] = (int64_t)(linear / l->block[0] / l->block[1]);
    if (linear < r->threads_per_block) w.mask |= UINT32_C(1) << i;
  }
  for (unsigned k = 0; k < 3; k++) w.index[k] = coal_poly_lanes(r->m.t, tid[k]);
  return w;
}

static void set_builtins(plan_run *r, const uint32_t block[3], uint32_t warp) {
  coal_symbols *t = r->m.t;
  const coal_launch *l = &r->plan->launch;
  threads w = warp < WARPS_KEPT ? r->by_warp[warp] : threads_of(r, warp);
  r->m.active = w.mask;
  r->m.absent = ~w.mask;
  for (unsigned k = 0; k < 12; k++) {
    const coal_poly *form = coal_poly_symbol(t, r->form_symbol[k]), *p;
    unsigned axis = r->plan->swaps_xy && k % 3 < 2 ? 1 - k % 3 : k % 3;
    if (k < 3)
      p = w.index[axis];
    else if (k < 6)
      p = coal_poly_const(t, block[axis]);
    else if (k < 9)
      p = coal_poly_const(t, l->block[axis]);
    else
      p = l->grid_known ? coal_poly_const(t, l->grid[axis]) : form;
    r->m.builtin[k] = coal_value_poly(p, r->m.makes_forms ? form : NULL);
  }
}

static bool run_warp(plan_run *r, const uint32_t block[3], uint32_t warp, uint64_t budget) {
  coal_machine *m = &r->m;
  coal_symbols_reset(m->t);
  coal_memory_reset(m->memory);
  m->globals.n = m->loaded.n = m->guesses.n = m->bounds.n = 0;
  m->frame = NULL;
  m->breaks = m->continues = NULL;
  m->early_breaks = m->early_continues = NULL;
  m->unfollowed = NULL;
  m->quiet = m->unknown_depth = m->open_loops = 0;
  m->loop_limit = 0;
  m->cut_from = INFINITY;
  m->is_out_of_steps = m->is_sampled = m->is_inexact = false;
  m->steps = m->weighed_at = 0;
  m->bytes = coal_symbols_bytes(m->t) + coal_memory_bytes(m->memory);
  m->memory_work = coal_memory_work(m->memory);
  m->exited = 0;
  m->step_limit = budget;
  set_builtins(r, block, warp);
  coal_recorder_warp_begin(m->recorder, block[0] | block[1] | block[2] ? -1 : (int)warp);
  coal_call_function(m, r->plan->kernel, NULL, r->args, r->n_args);
  if (m->is_out_of_steps) coal_recorder_cut(m->recorder, m->cut_from);
  coal_record_region_end(m);
  bool is_lost = m->is_out_of_steps || m->is_sampled;
  coal_recorder_warp_end(m->recorder,
                         m->is_out_of_steps ? "the budget was spent"
                         : m->is_sampled    ? "iterations were left out"
                         : m->is_inexact    ? "a condition or a start is not known"
                                            : NULL,
                         is_lost);
  return !is_lost;
}

static coal_warp_run run_one(void *context, const uint32_t block[3], uint32_t warp, uint64_t budget) {
  plan_run *r = context;
  coal_recorder *recorder = r->m.recorder;
  coal_warp_run out = {.is_whole = run_warp(r, block, warp, budget)};
  out.steps = r->m.steps;
  out.kind = coal_recorder_warp_kind(recorder);
  out.news = coal_recorder_changes(recorder);
  out.is_uniform = coal_recorder_is_uniform(recorder);
  r->m.makes_forms = !r->m.counts && coal_recorder_wants_forms(recorder);
  return out;
}

/* ---- one launch ---------------------------------------------------------------------------------------- */

/* The symbols that threadIdx … gridDim have in forms. */
static void add_form_symbols(plan_run *r) {
  for (unsigned k = 0; k < 12; k++) {
    const bool is_thread = k < 3, is_index = k < 6;
    coal_symbol s = {.name = builtin_names[k],
                     .lo = is_index ? 0 : 1,
                     .hi = is_thread ? 1023 : INT64_MAX,
                     .mod = 1,
                     .has_thread = is_thread,
                     .index = is_index ? COAL_INDEX_THREAD_X + k : COAL_INDEX_NONE,
                     .reason = COAL_REASON_PARAMETER,
                     .detail = builtin_names[k]};
    r->form_symbol[k] = coal_symbol_add(r->m.t, s);
    coal_poly_symbol(r->m.t, r->form_symbol[k]);
  }
}

static void bind_arguments(plan_run *r) {
  const coal_plan *plan = r->plan;
  binder b = {.r = r};
  r->n_args = plan->kernel->n_params < 64 ? plan->kernel->n_params : 64;
  for (size_t i = 0; i < r->n_args; i++) {
    const coal_var *v = plan->kernel->params[i];
    r->args[i] = argument(&b, v->type, v->name ? v->name : "?", i < plan->n_args ? &plan->args[i] : NULL);
  }
}

/* A machine that is ready for the warps of the launch: symbols and memory made from here on are those of one warp. */
static plan_run *plan_run_new(const coal_module *module, const coal_plan *plan, const coal_options *options,
                              coal_recorder *recorder) {
  const uint32_t n_stmts = coal_module_stmt_count(module), *block = plan->launch.block;
  plan_run *r = coal_alloc(sizeof *r);
  memset(r, 0, sizeof *r);
  r->plan = plan;
  r->options = options;
  r->m.module = module;
  r->m.recorder = recorder;
  r->m.makes_forms = true;
  r->m.t = coal_symbols_new();
  r->m.memory = coal_memory_new(r->m.t);
  r->m.loop_kinds = coal_alloc(n_stmts);
  memset(r->m.loop_kinds, 0, n_stmts);
  r->threads_per_block = (uint64_t)block[0] * block[1] * block[2];
  r->warps_per_block = (uint32_t)((r->threads_per_block + COAL_WARP_LANES - 1) / COAL_WARP_LANES);
  add_form_symbols(r);
  bind_arguments(r);
  for (uint32_t k = 0; k < r->warps_per_block && k < WARPS_KEPT; k++) r->by_warp[k] = threads_of(r, k);
  coal_symbols_mark(r->m.t);
  coal_memory_mark(r->m.memory);
  return r;
}

static void plan_run_free(plan_run *r) {
  coal_vec_free(&r->m.globals);
  coal_vec_free(&r->m.loaded);
  coal_vec_free(&r->m.guesses);
  coal_vec_free(&r->m.bounds);
  coal_memory_free(r->m.memory);
  coal_symbols_free(r->m.t);
  free(r->m.loop_kinds);
  free(r);
}

/* From here on whole launches are counted: nothing is left out, and no forms are made. */
static void start_counting(plan_run *r) {
  r->m.counts = true;
  r->m.makes_forms = false;
}

static coal_sample_job job_of(plan_run *r, uint64_t budget) {
  const coal_plan *plan = r->plan;
  const coal_launch *l = &plan->launch;
  coal_sample_job job = {.warps_per_block = r->warps_per_block,
                         .budget = r->m.counts ? budget : budget / 2,
                         .warp_budget = r->m.counts ? COUNT_STEPS_MAX : RUN_STEPS_MAX,
                         .whole_budget = l->grid_known && l->block_known ? plan->whole_budget : 0,
                         .counts = r->m.counts,
                         .run = run_one,
                         .context = r};
  if (plan->work) {
    job.done = &plan->work->done;
    job.limit = plan->work->limit;
  }
  memcpy(job.grid, l->grid, sizeof job.grid);
  return job;
}

/* Executes the sample of the launch's warps. True when that was all of it. */
static bool run_sample(plan_run *r, uint64_t budget) {
  const coal_launch *l = &r->plan->launch;
  const coal_sample_job job = job_of(r, budget);
  const bool is_complete = coal_sample(&job) && l->grid_known && l->block_known;
  plan_run_free(r);
  return is_complete;
}

bool coal_run_plan(const coal_module *m, const coal_plan *plan, const coal_options *options, coal_recorder *recorder,
                   uint64_t budget) {
  return run_sample(plan_run_new(m, plan, options, recorder), budget);
}

bool coal_count_plan(const coal_module *m, const coal_plan *plan, const coal_options *options, coal_recorder *recorder,
                     uint64_t budget) {
  plan_run *r = plan_run_new(m, plan, options, recorder);
  start_counting(r);
  return run_sample(r, budget);
}

void coal_follow_plan(const coal_module *m, const coal_plan *plan, const coal_options *options, coal_recorder *recorder,
                      uint64_t budget, coal_follower *follower) {
  plan_run *r = plan_run_new(m, plan, options, recorder);
  start_counting(r);
  const coal_sample_job job = job_of(r, budget);
  follower->made_before = coal_memory_serial(r->m.memory);
  coal_trace_blocks(&job, follower->trace, options->target);
  plan_run_free(r);
}

void coal_run_parent(const coal_module *m, const coal_plan *plan, const coal_options *options, coal_launch_sink sink,
                     uint64_t budget) {
  coal_arena *arena = coal_arena_new();
  coal_kernel kernel = {.fn = plan->kernel, .launches = &plan->launch, .n_launches = 1};
  coal_recorder *recorder = coal_recorder_new(options->target, &kernel, arena);
  plan_run *r = plan_run_new(m, plan, options, recorder);
  r->m.sink = sink;
  run_sample(r, budget);
  coal_recorder_free(recorder);
  coal_arena_free(arena);
}
