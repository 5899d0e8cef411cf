/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "record.h"

#include <string.h>

#include "count.h"
#include "follow.h"
#include "merge.h"
#include "tally.h"

enum {
  BLOCK_REQUESTS_A_WARP = 32, /* requests that are sampled of the first block */
  BLOCK_OFFSETS_MAX = 32 * 1024
};
enum { BUCKETS = 256, ASSUMPTIONS_MAX = 6 };

struct coal_recorder {
  const coal_target *target;
  const coal_kernel *kernel;
  coal_arena *kept;
  uint32_t launch;
  COAL_VEC(coal_tally *) tallies;
  coal_tally *buckets[BUCKETS];
  coal_region region;
  coal_merges merges;
  COAL_VEC(const coal_expr *) textures; /* calls that access textures and surfaces */
  coal_launch_counts *launches;
  double flops, activity;        /* of the present warp; requests and operations recorded so far */
  bool lost_global, lost_shared; /* an access whose requests are not known */
  bool is_cut;                   /* a warp ran out of steps */
  bool is_first_block;
  uint32_t block_warps; /* warps of the first block that were executed */
  uint8_t *met; /* by expression: the kinds of access that were recorded or found to be local; NULL: not watched */
  coal_follower *follower; /* NULL: none */
};

coal_recorder *coal_recorder_new(const coal_target *target, const coal_kernel *kernel, coal_arena *kept) {
  coal_recorder *r = coal_alloc(sizeof *r);
  memset(r, 0, sizeof *r);
  r->target = target;
  r->kernel = kernel;
  r->kept = kept;
  r->launches = COAL_ARENA_ARRAY(kept, coal_launch_counts, kernel->n_launches + 1);
  return r;
}

void coal_recorder_free(coal_recorder *r) {
  if (!r) return;
  for (size_t i = 0; i < r->tallies.n; i++) coal_vec_free(&r->tallies.items[i]->block_offsets);
  coal_vec_free(&r->tallies);
  coal_vec_free(&r->textures);
  coal_vec_free(&r->region.entries);
  free(r->met);
  free(r);
}

/* ---- the census ----------------------------------------------------------------------------------------- */

void coal_recorder_watch(coal_recorder *r, uint32_t n_exprs) {
  r->met = coal_alloc(n_exprs + 1);
  memset(r->met, 0, n_exprs + 1);
}

static uint8_t kind_of(coal_mem_op op) {
  if (op == COAL_MEM_ATOMIC || op == COAL_MEM_ATOMIC_INC) return 4;
  return op == COAL_MEM_STORE || op >= COAL_MEM_STMATRIX1 ? 2 : 1;
}

static void note_met(coal_recorder *r, const coal_expr *site, coal_mem_op op) {
  if (r->met) r->met[site->id] |= kind_of(op);
}

void coal_recorder_local(coal_recorder *r, const coal_expr *site, coal_mem_op op) { note_met(r, site, op); }

bool coal_recorder_wants_forms(const coal_recorder *r) {
  for (size_t i = 0; i < r->tallies.n; i++)
    if (!r->tallies.items[i]->was_described) return true;
  return r->tallies.n == 0;
}

uint64_t coal_recorder_changes(const coal_recorder *r) {
  uint64_t n = 0;
  for (size_t i = 0; i < r->tallies.n; i++) n += r->tallies.items[i]->changes;
  return n;
}

void coal_recorder_launch(coal_recorder *r, uint32_t launch) { r->launch = launch; }

void coal_recorder_follow(coal_recorder *r, coal_follower *f) { r->follower = f; }

/* ---- identity: a source access on one call path -------------------------------------------------------- */

static uint64_t path_hash(const coal_frame *f) {
  uint64_t h = 1469598103934665603u;
  for (; f && f->call; f = f->caller) h = (h ^ f->call->id) * 1099511628211u;
  return h;
}

static coal_space space_of(coal_value address) {
  if (address.kind != COAL_VALUE_POINTER || !address.object) return COAL_SPACE_UNKNOWN;
  switch (address.object->kind) {
    case COAL_OBJECT_SHARED: return COAL_SPACE_SHARED;
    case COAL_OBJECT_CONSTANT: return COAL_SPACE_CONSTANT;
    case COAL_OBJECT_LOCAL: return COAL_SPACE_LOCAL;
    default: return COAL_SPACE_GLOBAL;
  }
}

static uint64_t low_bit(uint64_t v) { return v & (~v + 1); }

/* The array that a subscript's lvalue `*(&array + i)` is of; NULL: none. */
static const coal_expr *subscripted(const coal_expr *lvalue) {
  const coal_expr *e = lvalue->kind == COAL_EXPR_DEREF ? lvalue->a : NULL;
  while (e && e->kind == COAL_EXPR_PTR_ADD) e = e->a;
  return e && e != lvalue->a && e->kind == COAL_EXPR_ADDR && e->a->type->kind == COAL_TYPE_ARRAY ? e->a : NULL;
}

/* The alignment of a member of a packed record, or of an element of such a member: that of the record or of the
 * offset in it, whichever is less; 16 outside of records. */
static uint64_t member_align(const coal_expr *lvalue) {
  const coal_expr *array = subscripted(lvalue);
  bool is_member = lvalue->kind == COAL_EXPR_MEMBER;
  if (!array && !is_member) return 16;
  uint64_t align = member_align(array ? array : lvalue->a),
           offset = is_member ? lvalue->u.field->offset_bytes : lvalue->type->size_bytes;
  uint64_t owner = is_member && lvalue->u.field->owner ? lvalue->u.field->owner->align_bytes : 16;
  if (owner && owner < align) align = owner;
  return offset && low_bit(offset) < align ? low_bit(offset) : align;
}

/* member_align of the accessed lvalue, if it is less than its type's alignment; else 16. */
static uint64_t packed_align(const coal_expr *site) {
  bool has_lvalue = site->kind == COAL_EXPR_LOAD || site->kind == COAL_EXPR_ASSIGN ||
                    site->kind == COAL_EXPR_ASSIGN_OP || site->kind == COAL_EXPR_INCDEC;
  if (!has_lvalue || !site->a) return 16;
  uint64_t align = member_align(site->a);
  return align < site->a->type->align_bytes ? align : 16;
}

/* The hardware's instructions: the widest that the type's alignment allows, at most 16 bytes a lane (CUDA C++
 * Programming Guide, "Device Memory Accesses", Size and Alignment Requirement). */
static void split(const coal_type *type, const coal_expr *site, uint32_t *bytes, uint32_t *instructions) {
  uint64_t size = type->size_bytes ? type->size_bytes : 1;
  uint64_t width = type->align_bytes > 16 ? 16 : type->align_bytes ? type->align_bytes : 1;
  uint64_t packed = packed_align(site);
  if (width > size) width = size;
  while (size % width) width /= 2;
  if (type->kind != COAL_TYPE_RECORD && type->kind != COAL_TYPE_ARRAY && size <= 16) width = size;
  if (width > packed) width = packed;
  *bytes = (uint32_t)width;
  *instructions = (uint32_t)(size / width);
}

/* Where the access is in the user's source. An access in a system header (the copy of a half2, say) is reported at
 * the innermost call that the user wrote. */
static void add_place(coal_recorder *r, const coal_frame *frame, coal_access *a) {
  size_t n = 0;
  const coal_frame *first = frame;
  while (a->range.file && a->range.file->is_system && first && first->call) {
    a->range = first->call->range;
    first = first->caller;
  }
  for (const coal_frame *f = first; f && f->call; f = f->caller) n++;
  coal_call_site *sites = COAL_ARENA_ARRAY(r->kept, coal_call_site, n + 1);
  n = 0;
  for (const coal_frame *f = first; f && f->call; f = f->caller) sites[n++] = (coal_call_site){f->call->range, f->fn};
  a->inlined_at = sites;
  a->n_inlined_at = n;
}

static void add_name(coal_recorder *r, coal_access *a, coal_value address) {
  if (address.kind != COAL_VALUE_POINTER || !address.object) return;
  a->object = address.object->var;
  if (address.object->name)
    a->object_name = coal_arena_string(r->kept, address.object->name, strlen(address.object->name));
}

/* From an allocation in the file. */
static void add_alignment(coal_recorder *r, coal_access *a, coal_value address) {
  const coal_object *o = address.kind == COAL_VALUE_POINTER ? address.object : NULL;
  if (!o || !o->source || o->is_align_assumed || !o->name) return;
  const char *begin = o->start > 0 ? coal_arena_format(r->kept, "%lld bytes behind the start of", (long long)o->start)
                      : o->start   ? "somewhere in"
                                   : "to the start of";
  a->alignment = coal_arena_format(r->kept, "%s points %s memory from %s, which is %u-byte aligned", o->name, begin,
                                   o->source, o->align_bytes);
  a->starts_inside = o->start != 0;
}

/* Where launches differ in the start, no alignment is stated. */
static void keep_alignment(coal_tally *t, coal_value address) {
  if (!t->access.alignment || (address.object->source && address.object->start == t->start)) return;
  t->access.alignment = NULL;
  t->access.starts_inside = false;
}

static coal_tally *new_tally(coal_recorder *r, const coal_frame *frame, const coal_access_made *made, uint64_t path) {
  coal_tally *t = COAL_ARENA_NEW(r->kept, coal_tally);
  coal_access *a = &t->access;
  t->path = path;
  t->begin = made->range.begin.offset_bytes;
  t->order = (uint32_t)r->tallies.n;
  t->has_stride = t->is_uniform = t->is_single = true;
  a->kernel = r->kernel;
  a->site = made->site;
  a->range = made->range;
  a->space = space_of(made->address);
  a->op = made->op;
  a->bytes = (uint32_t)made->type->size_bytes;
  split(made->type, made->site, &a->instruction_bytes, &a->instructions);
  add_place(r, frame, a);
  add_name(r, a, made->address);
  add_alignment(r, a, made->address);
  t->start = a->alignment ? made->address.object->start : 0;
  a->launch_moved = t->launch_moved = COAL_ARENA_ARRAY(r->kept, coal_stat, r->kernel->n_launches + 1);
  a->launch_ways = t->launch_ways = COAL_ARENA_ARRAY(r->kept, coal_stat, r->kernel->n_launches + 1);
  coal_vec_push(&r->tallies, t);
  return t;
}

static coal_tally *find_tally(coal_recorder *r, const coal_frame *frame, const coal_access_made *a) {
  uint64_t path = path_hash(frame);
  coal_tally **bucket = &r->buckets[(a->site->id * 31 + (unsigned)a->op + path) % BUCKETS];
  for (coal_tally *t = *bucket; t; t = t->next)
    if (t->access.site == a->site && t->access.op == a->op && t->path == path &&
        t->access.bytes == a->type->size_bytes && t->begin == a->range.begin.offset_bytes)
      return t;
  coal_tally *t = new_tally(r, frame, a, path);
  t->next = *bucket;
  *bucket = t;
  return t;
}

static bool is_same_text(const char *a, const char *b) { return a && b ? strcmp(a, b) == 0 : a == b; }

static void assume(coal_recorder *r, coal_tally *t, coal_assumption_kind kind, const char *name, uint32_t number) {
  for (size_t i = 0; i < t->n_assumptions; i++) {
    const coal_assumption *x = &t->assumptions[i];
    if (x->kind == kind && x->number == number && is_same_text(x->name, name)) return;
  }
  if (t->n_assumptions == ASSUMPTIONS_MAX) return;
  if (!t->assumptions) t->assumptions = COAL_ARENA_ARRAY(r->kept, coal_assumption, ASSUMPTIONS_MAX);
  if (name) name = coal_arena_string(r->kept, name, strlen(name));
  t->assumptions[t->n_assumptions++] = (coal_assumption){kind, name, number};
}

/* Lanes that may have returned at a guard are assumed to be active. */
static void assume_passed(coal_recorder *r, const coal_accessor *who, coal_tally *t) {
  for (const coal_frame *f = who->frame; f; f = f->caller)
    if (f->maybe_returned & who->active && f->maybe_at.file)
      assume(r, t, COAL_ASSUMED_GUARD_IS_PASSED, NULL, f->maybe_at.begin.line1);
}

static void assume_instance(coal_recorder *r, const coal_accessor *who, coal_tally *t) {
  const coal_frame *kernel = who->frame;
  while (kernel && kernel->caller) kernel = kernel->caller;
  if (kernel && kernel->fn->flags & COAL_FN_SUPPOSED) assume(r, t, COAL_ASSUMED_INSTANCE, kernel->fn->qualified, 0);
}

static void name_assumptions(coal_recorder *r, const coal_accessor *who, coal_tally *t, coal_value address) {
  const coal_object *o = address.object;
  const bool is_first = t->access.executions == 1;
  if (t->n_assumptions == ASSUMPTIONS_MAX) return;
  if (is_first && o->is_align_assumed && t->access.space == COAL_SPACE_GLOBAL && o->name)
    assume(r, t, COAL_ASSUMED_ALIGNMENT, o->name, o->align_bytes);
  if (is_first && o->unit_stride) assume(r, t, COAL_ASSUMED_UNIT_STRIDE, o->unit_stride, 1);
  if (is_first && who->frame && who->frame->fn->flags & COAL_FN_UNINSTANTIATED)
    assume(r, t, COAL_ASSUMED_TYPE_SIZES, NULL, 4);
  if (is_first) assume_instance(r, who, t);
  if (who->undecided) assume(r, t, COAL_ASSUMED_CONDITION, NULL, who->undecided->begin.line1);
  assume_passed(r, who, t);
}

/* ---- symbolic facts, written once ---------------------------------------------------------------------- */

/* Does the offset step from row to row: by a y or z index, or by a product with a parameter? */
static bool selects_row(coal_symbols *symbols, const coal_poly *form) {
  for (uint32_t i = 0; i < form->n; i++) {
    unsigned n;
    const coal_symbol_id *s = coal_mono_symbols(symbols, form->terms[i].mono, &n);
    for (unsigned k = 0; k < n; k++) {
      const coal_symbol *y = coal_symbol_get(symbols, s[k]);
      bool is_row_index =
          y->index != COAL_INDEX_NONE && y->index != COAL_INDEX_THREAD_X && y->index != COAL_INDEX_BLOCK_X;
      if (is_row_index || (n > 1 && y->is_parameter)) return true;
    }
  }
  return false;
}

/* The byte offset, in elements where the element size divides it. */
static void describe_index(coal_recorder *r, const coal_accessor *who, coal_tally *t, coal_value address) {
  if (t->access.index || !who->makes_forms) return;
  t->was_described = true;
  t->merge_limit = coal_merge_limit(who->symbols, &t->access, address);
  if (!address.form) return;
  const coal_poly *form = address.form;
  int64_t size = t->access.bytes;
  bool divides = size > 0 && form->c.u % size == 0;
  for (uint32_t i = 0; divides && i < form->n; i++)
    divides = !form->terms[i].coef.v && form->terms[i].coef.u % size == 0;
  if (divides && size > 1) {
    int64_t c[COAL_WARP_LANES];
    for (unsigned l = 0; l < COAL_WARP_LANES; l++) c[l] = form->c.u / size;
    form = coal_poly_div_terms(who->symbols, form, size, c);
  }
  t->access.index_is_bytes = !divides;
  if (address.object->is_pitched && selects_row(who->symbols, address.form) &&
      !coal_poly_has_pitch(who->symbols, address.form))
    t->access.ignores_pitch = true;
  const char *text = coal_poly_text(who->symbols, form);
  if (text && strlen(text) < 300) t->access.index = coal_arena_string(r->kept, text, strlen(text));
}

/* ---- recording ----------------------------------------------------------------------------------------- */

static void mark_unknown(coal_recorder *r, coal_tally *t, coal_reason reason, const char *detail) {
  coal_space space = t->access.space;
  r->lost_shared |= space == COAL_SPACE_SHARED || space == COAL_SPACE_UNKNOWN;
  r->lost_global |= space == COAL_SPACE_GLOBAL || space == COAL_SPACE_UNKNOWN;
  if (r->follower) coal_trace_fail(r->follower->trace, "an access is not known");
  if (t->is_unknown) return;
  t->is_unknown = true;
  t->access.reason = reason ? reason : COAL_REASON_UNSUPPORTED;
  t->access.reason_detail = detail ? coal_arena_string(r->kept, detail, strlen(detail)) : NULL;
}

/* The first requests of each warp of the block, for fixes that redistribute work among its lanes. */
static void sample_block(const coal_symbols *symbols, coal_tally *t, const coal_measurement *f) {
  if (f->request.space != COAL_SPACE_GLOBAL || f->shape.moved_max <= f->shape.ideal || f->shape.is_symbolic ||
      t->access.instructions != 1)
    return;
  if (t->warp_requests == BLOCK_REQUESTS_A_WARP || t->block_overflow) return;
  uint64_t key;
  t->block_overflow = t->block_offsets.n + COAL_WARP_LANES > BLOCK_OFFSETS_MAX ||
                      !coal_poly_terms_key(symbols, f->symbolic, &key) || (t->block_requests && t->block_key != key);
  if (t->block_overflow) return;
  t->block_key = key;
  for (unsigned i = 0; i < COAL_WARP_LANES; i++)
    if (f->request.mask >> i & 1)
      coal_vec_push(&t->block_offsets, (int64_t)(f->request.address[i] - COAL_REQUEST_START));
  t->warp_requests++;
  t->block_requests++;
}

/* The request of instruction `part` of the access, as plain data. */
static coal_request_input input_of(const coal_accessor *who, const coal_target *target, const coal_tally *t,
                                   const coal_access_made *a, uint32_t part) {
  coal_request_input in = {.target = target,
                           .symbols = who->symbols,
                           .space = t->access.space,
                           .op = a->op,
                           .bytes = t->access.instruction_bytes,
                           .mask = who->active,
                           .offset = (uint64_t)part * t->access.instruction_bytes,
                           .address = a->address.p,
                           .object_align = a->address.object->align_bytes,
                           .trail = a->address.trail};
  for (unsigned k = 0; k < 3; k++) in.thread[k] = who->thread[k];
  return in;
}

/* Why requests at the address cannot be measured; NONE: they can. */
static coal_reason obstacle(const coal_accessor *who, const coal_access_made *a, const char **detail) {
  *detail = NULL;
  if (a->address.kind != COAL_VALUE_POINTER || !a->address.object) {
    coal_reason reason = coal_value_reason(who->symbols, a->address, detail);
    return reason == COAL_REASON_NONE || reason == COAL_REASON_PARAMETER ? COAL_REASON_UNSUPPORTED : reason;
  }
  *detail = who->unfollowed ? who->unfollowed : !a->type->size_bytes ? "type of unknown size" : NULL;
  return *detail ? COAL_REASON_UNSUPPORTED : COAL_REASON_NONE;
}

/* Measures the request of one instruction of the access and adds it to all counts. False: it is not known. */
static bool record_request(coal_recorder *r, const coal_accessor *who, coal_tally *t, const coal_access_made *a,
                           uint32_t part, bool *is_inexact) {
  coal_measurement f;
  coal_request_input in = input_of(who, r->target, t, a, part);
  coal_reason reason = coal_request_measure(&in, &t->shapes, coal_tally_trials(r->kept, t, &in), &f);
  if (reason != COAL_REASON_NONE) {
    const coal_symbol *culprit = coal_poly_culprit(who->symbols, a->address.p);
    mark_unknown(r, t, reason, f.detail);
    if (culprit && culprit->assume && !t->access.assume)
      t->access.assume = coal_arena_string(r->kept, culprit->assume, strlen(culprit->assume));
    return false;
  }
  *is_inexact |= f.shape.is_inexact;
  coal_tally_add(r->kept, t, &in, &f, r->launch);
  if (r->is_first_block && part == 0) sample_block(who->symbols, t, &f);
  coal_region_add(&r->region, t, &in, a->address, &f);
  coal_merges_add(r->kept, &r->merges, r->target, t, a->address, &f);
  if (r->follower) coal_follow_request(r->follower, t->order, a->address, &f, coal_atomic_of(a->site, a->type));
  return true;
}

coal_recording coal_recorder_access(coal_recorder *r, const coal_accessor *who, const coal_access_made *a) {
  const char *detail;
  coal_tally *t = find_tally(r, who->frame, a);
  coal_recording made = {0};
  note_met(r, a->site, a->op);
  t->last_activity = ++r->activity;
  t->access.executions++;
  const coal_reason reason = obstacle(who, a, &detail);
  if (reason != COAL_REASON_NONE) {
    mark_unknown(r, t, reason, detail);
    return made;
  }
  if (a->address.row > t->access.row) t->access.row = a->address.row;
  name_assumptions(r, who, t, a->address);
  keep_alignment(t, a->address);
  describe_index(r, who, t, a->address);
  if (t->access.space == COAL_SPACE_CONSTANT) {
    if (coal_value_is_varying(who->symbols, a->address))
      mark_unknown(r, t, COAL_REASON_UNSUPPORTED, "constant memory by lane");
    return made;
  }
  made.requests = t->access.instructions;
  for (uint32_t part = 0; part < t->access.instructions; part++)
    if (!record_request(r, who, t, a, part, &made.is_inexact)) break;
  return made;
}

void coal_recorder_written(coal_recorder *r, const coal_accessor *who, const coal_expr *site, coal_value address) {
  for (unsigned bit = COAL_WRITTEN_LOAD; bit <= COAL_WRITTEN_STORE; bit *= 2) {
    coal_mem_op op = bit == COAL_WRITTEN_LOAD ? COAL_MEM_LOAD : COAL_MEM_STORE;
    if (!(site->written & bit)) continue;
    note_met(r, site, op);
    if (coal_value_is_local(address)) continue;
    coal_tally *t = find_tally(r, who->frame, &(const coal_access_made){site, site->range, address, op, site->type});
    t->access.executions++;
    mark_unknown(r, t, coal_opaque_reason(site->u.opaque), coal_opaque_text(site->u.opaque));
  }
}

/* Why nothing was recorded of an access in the source. */
static coal_reason reason_of(const coal_recorder *r, const coal_census_entry *e, const char **detail) {
  bool is_unsized = !e->type->size_bytes && e->type->kind == COAL_TYPE_UNKNOWN && !e->reason;
  *detail = e->detail;
  if (is_unsized && e->site->kind != COAL_EXPR_CALL) *detail = "type of unknown size";
  if (e->reason) return e->reason;
  if (is_unsized) return e->fn->flags & COAL_FN_UNINSTANTIATED ? COAL_REASON_DEPENDENT : COAL_REASON_UNSUPPORTED;
  if (r->is_cut) return COAL_REASON_BUDGET;
  return e->site->kind == COAL_EXPR_ASM ? COAL_REASON_ASM : COAL_REASON_UNREACHED;
}

static void account_for(coal_recorder *r, const coal_census_entry *e) {
  const char *detail = NULL;
  coal_tally *t = COAL_ARENA_NEW(r->kept, coal_tally);
  coal_access *a = &t->access;
  t->begin = e->range.begin.offset_bytes;
  t->order = (uint32_t)r->tallies.n;
  a->kernel = r->kernel;
  a->site = e->site;
  a->range = e->range;
  a->space = e->space;
  a->op = e->op;
  a->bytes = (uint32_t)e->type->size_bytes;
  a->object = e->object;
  a->object_name = e->object ? e->object->name : NULL;
  split(e->type, e->site, &a->instruction_bytes, &a->instructions);
  a->launch_moved = t->launch_moved = COAL_ARENA_ARRAY(r->kept, coal_stat, r->kernel->n_launches + 1);
  a->launch_ways = t->launch_ways = COAL_ARENA_ARRAY(r->kept, coal_stat, r->kernel->n_launches + 1);
  coal_reason reason = reason_of(r, e, &detail);
  t->is_unknown = true;
  a->reason = reason;
  a->reason_detail = detail;
  coal_vec_push(&r->tallies, t);
}

void coal_recorder_forget_local(coal_recorder *r, const uint8_t *met) {
  size_t n = 0;
  for (size_t i = 0; i < r->tallies.n; i++) {
    coal_tally *t = r->tallies.items[i];
    bool is_local = t->is_unknown && t->access.space == COAL_SPACE_UNKNOWN && met[t->access.site->id] == 1;
    if (is_local)
      coal_vec_free(&t->block_offsets);
    else
      r->tallies.items[n++] = t;
  }
  r->tallies.n = n;
}

void coal_recorder_account(coal_recorder *r, const coal_census_entry *written, size_t n) {
  for (size_t i = 0; i < n && r->met; i++) {
    const coal_census_entry *e = &written[i];
    if (r->met[e->site->id] & kind_of(e->op)) continue;
    note_met(r, e->site, e->op);
    account_for(r, e);
  }
}

void coal_recorder_region_end(coal_recorder *r) { coal_region_end(&r->region, r->target); }

void coal_recorder_barrier(coal_recorder *r) {
  coal_recorder_region_end(r);
  coal_merges_end(&r->merges, r->target);
}

void coal_recorder_cut(coal_recorder *r, double activity) {
  r->is_cut = true;
  for (size_t i = 0; i < r->tallies.n; i++)
    r->tallies.items[i]->is_cut |= r->tallies.items[i]->last_activity > activity;
  for (size_t i = 0; i < r->region.entries.n; i++)
    mark_unknown(r, r->region.entries.items[i].tally, COAL_REASON_BUDGET, NULL);
}

bool coal_recorder_is_cut(const coal_recorder *r) { return r->is_cut; }

void coal_recorder_texture(coal_recorder *r, const coal_expr *site) {
  for (size_t i = 0; i < r->textures.n; i++)
    if (r->textures.items[i] == site) return;
  coal_vec_push(&r->textures, site);
}

size_t coal_recorder_textures(const coal_recorder *r) { return r->textures.n; }

coal_follower *coal_recorder_follower(const coal_recorder *r) { return r->follower; }

coal_trace *coal_recorder_trace(const coal_recorder *r) { return r->follower ? r->follower->trace : NULL; }

/* ---- whole kernels ------------------------------------------------------------------------------------- */

void coal_recorder_flops(coal_recorder *r, double n) {
  r->flops += n;
  r->activity++;
}

double coal_recorder_activity(const coal_recorder *r) { return r->activity; }

/** The counts of all tallies at one time. */
struct coal_count_mark {
  size_t n;
  double flops;
  coal_counts counts[];
};

coal_count_mark *coal_recorder_mark(const coal_recorder *r) {
  coal_count_mark *mark = coal_alloc(sizeof *mark + r->tallies.n * sizeof *mark->counts);
  mark->n = r->tallies.n;
  mark->flops = r->flops;
  for (size_t i = 0; i < mark->n; i++) mark->counts[i] = r->tallies.items[i]->counts;
  return mark;
}

/* The counts of tally i between two marks. */
static coal_counts between(const coal_count_mark *from, const coal_count_mark *to, size_t i) {
  coal_counts c = {0};
  if (i < to->n) coal_counts_add(&c, &to->counts[i], 1);
  if (i < from->n) coal_counts_add(&c, &from->counts[i], -1);
  return c;
}

void coal_recorder_repeat(coal_recorder *r, const coal_count_mark *from, const coal_count_mark *to, double times) {
  for (size_t i = 0; i < to->n; i++) {
    coal_counts c = between(from, to, i);
    coal_counts_add(&r->tallies.items[i]->counts, &c, times);
  }
  r->flops += (to->flops - from->flops) * times;
}

bool coal_count_marks_are_periodic(const coal_count_mark *a, const coal_count_mark *b, const coal_count_mark *c) {
  for (size_t i = 0; i < c->n; i++) {
    coal_counts first = between(a, b, i), second = between(b, c, i);
    if (!coal_counts_equal(&first, &second)) return false;
  }
  return b->flops - a->flops == c->flops - b->flops;
}

void coal_recorder_warp_begin(coal_recorder *r, int first_block_warp) {
  r->flops = 0;
  if (r->follower) coal_follow_begin(r->follower);
  uint32_t bit = first_block_warp >= 0 && first_block_warp < 32 ? UINT32_C(1) << first_block_warp : 0;
  r->is_first_block = bit && !(r->block_warps & bit) && r->launch == 0;
  r->block_warps |= bit;
  for (size_t i = 0; i < r->tallies.n; i++) {
    r->tallies.items[i]->counts = (coal_counts){0};
    r->tallies.items[i]->warp_requests = 0;
  }
}

void coal_recorder_warp_end(coal_recorder *r, const char *why_not, bool is_lost) {
  coal_merges_end(&r->merges, r->target);
  coal_counts global = {0}, shared = {0};
  coal_launch_counts *l = &r->launches[r->launch];
  for (size_t i = 0; i < r->tallies.n; i++) {
    const coal_tally *t = r->tallies.items[i];
    if (t->access.space == COAL_SPACE_GLOBAL) coal_counts_add(&global, &t->counts, 1);
    if (t->access.space == COAL_SPACE_SHARED) coal_counts_add(&shared, &t->counts, 1);
  }
  l->has_unknown_global |= r->lost_global;
  l->has_unknown_shared |= r->lost_shared;
  if (!l->why_not) l->why_not = why_not;
  if (r->follower) coal_follow_end(r->follower);
  if (r->follower && why_not && is_lost) coal_trace_fail(r->follower->trace, why_not);
  if (r->follower && why_not && !is_lost)
    coal_trace_assume(r->follower->trace, "branches that depend on data go both ways in every lane");
  coal_launch_counts_add(l, &global, &shared, r->flops);
}

uint64_t coal_recorder_warp_kind(const coal_recorder *r) {
  uint64_t h = 1469598103934665603u;
  for (size_t i = 0; i < r->tallies.n; i++) {
    const coal_counts *c = &r->tallies.items[i]->counts;
    if (c->requests > 0)
      h = (h ^ i ^ (uint64_t)c->requests << 16 ^ (uint64_t)(c->loaded_bytes + c->stored_bytes) << 32) * 1099511628211u;
  }
  return h;
}

bool coal_recorder_is_uniform(const coal_recorder *r) { return r->launches[r->launch].is_uniform; }

coal_totals coal_recorder_totals(const coal_recorder *r, uint32_t launch, double warps, bool is_complete) {
  return coal_launch_counts_totals(&r->launches[launch], warps, is_complete);
}

static void add_estimate(coal_access_cost_estimate *to, const coal_access_estimate *a, const coal_estimate *launch) {
  to->requests += a->requests;
  to->load_sectors += a->load_sectors;
  to->hit_sectors += a->hit_sectors;
  to->dram_read_bytes += a->dram_read_bytes;
  to->dram_write_bytes += a->dram_write_bytes;
  to->has_saving |= a->has_saving;
  to->time_ns += launch->time_ns;
  to->saved_ns += a->saved_ns;
  if (launch->time_ns <= to->longest_ns) return;
  to->longest_ns = launch->time_ns;
  to->bottleneck = launch->bottleneck;
}

bool coal_recorder_has_excess(const coal_recorder *r) {
  for (size_t i = 0; i < r->tallies.n; i++)
    if (r->tallies.items[i]->excess > r->tallies.items[i]->excess_amortized) return true;
  return false;
}

void coal_recorder_set_estimates(coal_recorder *r, const coal_recorder *followed, const coal_estimate *e) {
  for (size_t i = 0; i < followed->tallies.n && i < e->n_accesses; i++) {
    const coal_tally *f = followed->tallies.items[i];
    for (size_t k = 0; k < r->tallies.n; k++) {
      coal_tally *t = r->tallies.items[k];
      if (t->access.site != f->access.site || t->access.op != f->access.op || t->path != f->path ||
          t->access.bytes != f->access.bytes || t->begin != f->begin)
        continue;
      t->access.has_estimate = true;
      add_estimate(&t->access.estimate, &e->accesses[i], e);
    }
  }
}

/* ---- the outcome --------------------------------------------------------------------------------------- */

static void finish_one(coal_arena *kept, coal_tally *t, bool is_exhaustive) {
  coal_access *a = &t->access;
  if (t->is_cut && t->excess == t->excess_amortized && !t->is_unknown) { /* what was not executed may be at fault */
    t->is_unknown = true;
    a->reason = COAL_REASON_BUDGET;
  }
  a->known = !t->is_unknown && (a->moved.n > 0 || a->space == COAL_SPACE_CONSTANT);
  a->is_exhaustive = is_exhaustive;
  a->always_uniform = a->space == COAL_SPACE_CONSTANT ? !t->is_unknown : t->is_uniform && a->known;
  a->always_single_lane = t->is_single && a->moved.n > 0;
  a->has_lane_stride = t->has_stride && t->stride_seen;
  a->lane_stride_bytes = a->has_lane_stride ? t->stride : 0;
  a->is_affine = t->excess_affine * 2 >= t->excess;
  a->never_aligned = coal_tally_never_aligned(t);
  a->shift_mends = t->excess_mended * 2 > t->excess || a->never_aligned;
  a->is_amortized = t->excess + t->excess_by_stride > 0 && t->excess == t->excess_amortized &&
                    t->excess_by_stride == t->by_stride_amortized && !a->never_aligned;
  a->alignment_unknown = t->excess == 0 && t->excess_by_shift > 0 && !a->never_aligned;
  a->is_unaligned = t->is_unaligned;
  a->block_requests = t->block_overflow ? 0 : t->block_requests;
  a->n_block_offsets = t->block_overflow ? 0 : t->block_offsets.n;
  if (a->n_block_offsets)
    a->block_offsets = coal_arena_copy(kept, t->block_offsets.items, a->n_block_offsets * sizeof *a->block_offsets);
  a->patterns = t->patterns;
  a->n_patterns = t->n_patterns;
  a->assumptions = t->assumptions;
  a->n_assumptions = t->n_assumptions;
  if (a->has_lane_stride && t->record) {
    a->stride_record = t->record;
    a->field = t->field;
  }
  if (a->known) return;
  const coal_stat none = {0};
  a->active_lanes = a->moved = a->ideal = a->ways = none;
  a->bytes_used = a->bytes_moved = 0;
  a->dram_read_bytes = a->dram_write_bytes = 0;
  for (size_t i = 0; i < a->kernel->n_launches; i++) t->launch_moved[i] = t->launch_ways[i] = none;
}

static bool same_stat(coal_stat a, coal_stat b) { return (a.n > 0) == (b.n > 0) && a.min == b.min && a.max == b.max; }

/* Tallies of one source access to one object on several paths, with the same numbers, become one entry. */
static bool is_repeat(const coal_access *a, const coal_access *b) {
  return a->site == b->site && a->op == b->op && a->range.begin.offset_bytes == b->range.begin.offset_bytes &&
         is_same_text(a->object_name, b->object_name) && a->known == b->known && a->reason == b->reason &&
         same_stat(a->moved, b->moved) && same_stat(a->ways, b->ways) && same_stat(a->ideal, b->ideal) &&
         a->is_amortized == b->is_amortized && a->has_lane_stride == b->has_lane_stride &&
         a->lane_stride_bytes == b->lane_stride_bytes;
}

static const coal_tally *leader_of(const coal_tally *t) {
  while (t->group) t = t->group;
  return t;
}

/* All accesses to the same records in one straight-line region, as distances. The tallies are in the order of their
 * accesses. */
static void set_group(const coal_recorder *r, const coal_tally *t, coal_access *a, size_t n) {
  if (!a->stride_record || a->n_group) return;
  int32_t *list = NULL;
  size_t members = 0, last = SIZE_MAX;
  const coal_tally *leader = leader_of(t);
  for (size_t i = 0; i < r->tallies.n; i++) {
    const coal_tally *other = r->tallies.items[i];
    if (leader_of(other) != leader || other->index == last) continue;
    if (!list) list = COAL_ARENA_ARRAY(r->kept, int32_t, n);
    last = other->index;
    list[members++] = (int32_t)((int64_t)last - (int64_t)t->index);
  }
  if (members < 2) return;
  a->group = list;
  a->n_group = members;
}

static int by_place(const void *x, const void *y) {
  const coal_tally *a = *(coal_tally *const *)x, *b = *(coal_tally *const *)y;
  const coal_range p = a->access.range, q = b->access.range;
  const char *f = p.file ? p.file->path : "", *g = q.file ? q.file->path : "";
  int order = strcmp(f, g);
  if (order) return order;
  if (p.begin.offset_bytes != q.begin.offset_bytes) return p.begin.offset_bytes < q.begin.offset_bytes ? -1 : 1;
  return a->order < b->order ? -1 : a->order > b->order;
}

/* Does the array begin at a window? Shared arrays are laid out one after the other, each at its own alignment: one
 * with less alignment begins at a window where the sizes of the others are multiples of one. */
static bool begins_at_window(const coal_recorder *r, const coal_var *array) {
  if (!array || array->storage != COAL_STORAGE_SHARED || array->align_bytes >= COAL_WINDOW_BYTES) return true;
  for (size_t i = 0; i < r->tallies.n; i++) {
    const coal_var *other = r->tallies.items[i]->access.object;
    if (other && other != array && other->storage == COAL_STORAGE_SHARED && other->type->size_bytes % COAL_WINDOW_BYTES)
      return false;
  }
  return true;
}

/* The accesses that become one in the machine code, if all their measured requests do. */
static void set_merged(const coal_recorder *r, const coal_tally *t, coal_access *a) {
  const coal_merged *m = t->merged;
  if (!m || !m->n || m->n_alone || !a->known || a->merged.bytes || !begins_at_window(r, a->object)) return;
  int32_t *with = COAL_ARENA_ARRAY(r->kept, int32_t, m->n_with + 1);
  size_t n = 0;
  for (unsigned i = 0; i < m->n_with; i++)
    if (m->with[i]->index != t->index) with[n++] = (int32_t)((int64_t)m->with[i]->index - (int64_t)t->index);
  a->merged = (coal_merge){
      .bytes = m->bytes, .with = with, .n_with = n, .moved = m->moved / (double)m->n, .ideal = m->ideal / (double)m->n};
}

coal_access *coal_recorder_finish(coal_recorder *r, bool is_exhaustive, size_t *n) {
  coal_region_end(&r->region, r->target);
  if (r->tallies.n) qsort(r->tallies.items, r->tallies.n, sizeof *r->tallies.items, by_place);
  coal_access *out = COAL_ARENA_ARRAY(r->kept, coal_access, r->tallies.n + 1);
  size_t count = 0;
  for (size_t i = 0; i < r->tallies.n; i++) {
    coal_tally *t = r->tallies.items[i];
    finish_one(r->kept, t, is_exhaustive);
    bool repeats = false;
    for (size_t k = count; k-- > 0 && !repeats && out[k].site == t->access.site;) {
      repeats = is_repeat(&out[k], &t->access);
      if (repeats && t->access.row > out[k].row) out[k].row = t->access.row;
    }
    t->index = count;
    if (!repeats) out[count++] = t->access;
  }
  for (size_t i = 0; i < r->tallies.n; i++) {
    const coal_tally *t = r->tallies.items[i];
    set_merged(r, t, &out[t->index]);
    set_group(r, t, &out[t->index], count);
  }
  *n = count;
  return out;
}
