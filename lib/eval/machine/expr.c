/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Expressions: values, addresses, loads and stores. */
#include <string.h>

#include "machine.h"

/* Limits of the memory that the values of one warp take, and how many bytes cost as much as a step: first use and
 * copies. */
#define WARP_BYTES_MAX ((size_t)256 << 20)
enum { PARTS_A_STEP = 8, SLOTS_A_STEP = 64, BYTES_A_STEP = 1024, WEIGHING_STEPS = 64 };

/* Memory counts as work; a warp whose values take too much runs out of budget. */
static void weigh(coal_machine *m) {
  const size_t bytes = coal_symbols_bytes(m->t) + coal_memory_bytes(m->memory);
  const uint64_t work = coal_memory_work(m->memory);
  if (bytes > m->bytes) m->steps += (bytes - m->bytes) / BYTES_A_STEP;
  m->steps += (work - m->memory_work) / SLOTS_A_STEP;
  m->bytes = bytes;
  m->memory_work = work;
  if (bytes > WARP_BYTES_MAX || m->steps > m->step_limit) m->steps = m->step_limit;
}

bool coal_machine_step(coal_machine *m) {
  if (m->steps >= m->weighed_at) {
    weigh(m);
    m->weighed_at = m->steps + WEIGHING_STEPS;
  }
  if (m->steps >= m->step_limit)
    m->is_out_of_steps = true;
  else
    m->steps++;
  return m->is_out_of_steps;
}

void coal_machine_spend(coal_machine *m, size_t n) {
  m->steps += n / PARTS_A_STEP;
  if (m->steps > m->step_limit) m->steps = m->step_limit;
}

static coal_value pointer_to(coal_machine *m, coal_object *o) {
  const coal_poly *zero = coal_poly_const(m->t, 0);
  return (coal_value){.kind = COAL_VALUE_POINTER, .object = o, .p = zero, .form = zero};
}

/* ---- variables ----------------------------------------------------------------------------------------- */

static coal_object_kind object_kind(const coal_machine *m, const coal_var *v) {
  if (m->is_host) return COAL_OBJECT_LOCAL;
  switch (v->storage) {
    case COAL_STORAGE_SHARED:
    case COAL_STORAGE_SHARED_DYNAMIC: return COAL_OBJECT_SHARED;
    case COAL_STORAGE_CONSTANT: return v->is_const && v->init ? COAL_OBJECT_LOCAL : COAL_OBJECT_CONSTANT;
    case COAL_STORAGE_DEVICE:
    case COAL_STORAGE_MANAGED: return v->is_const && v->init ? COAL_OBJECT_LOCAL : COAL_OBJECT_GLOBAL;
    default: return COAL_OBJECT_LOCAL;
  }
}

static bool is_global(const coal_var *v) {
  return v->storage != COAL_STORAGE_LOCAL && v->storage != COAL_STORAGE_PARAM;
}

/* A constant without a known value, such as a parameter of a template that has no instance: the same for all lanes. */
static coal_value constant_unknown(coal_machine *m, const coal_var *v) {
  if (v->type->kind != COAL_TYPE_INT)
    return coal_machine_unknown(m, v->type, v->name, false, COAL_REASON_PARAMETER, v->name);
  coal_symbol s = {.name = v->name,
                   .is_parameter = true,
                   .lo = v->type->is_signed ? INT64_MIN : 0,
                   .hi = INT64_MAX,
                   .mod = 1,
                   .reason = COAL_REASON_PARAMETER,
                   .detail = v->name};
  const coal_poly *p = coal_poly_symbol(m->t, coal_symbol_add(m->t, s));
  return coal_value_poly(p, p);
}

static coal_object *new_global(coal_machine *m, const coal_var *v) {
  uint32_t align = v->align_bytes ? v->align_bytes : v->type->align_bytes;
  coal_object_kind kind = object_kind(m, v);
  /* the start of a __device__ or shared array: at least 256 and 128 bytes in practice (ptxas aligns large arrays) */
  if (kind == COAL_OBJECT_GLOBAL || kind == COAL_OBJECT_CONSTANT) align = 256;
  if (kind == COAL_OBJECT_SHARED) align = 128;
  coal_object *o = coal_object_new(m->memory, kind, v, v->name, v->type, align);
  o->is_align_assumed = kind != COAL_OBJECT_LOCAL;
  coal_vec_push(&m->globals, ((coal_binding_slot){v, o}));
  if (kind == COAL_OBJECT_LOCAL && v->init && (v->is_const || m->is_host)) {
    uint32_t active = m->active;
    m->active = UINT32_MAX;
    m->quiet++;
    coal_object_initialise(m->memory, o, v->type, coal_eval(m, v->init));
    m->quiet--;
    m->active = active;
  } else if (kind == COAL_OBJECT_LOCAL && v->is_const && !m->is_host && v->type->size_bytes) {
    coal_object_initialise(m->memory, o, v->type, constant_unknown(m, v));
  } else if (kind == COAL_OBJECT_LOCAL) {
    o->is_clobbered = true;
  }
  return o;
}

coal_object *coal_machine_object(coal_machine *m, const coal_var *v) {
  if (is_global(v)) {
    for (size_t i = 0; i < m->globals.n; i++)
      if (m->globals.items[i].var == v) return m->globals.items[i].object;
    return new_global(m, v);
  }
  for (size_t i = m->frame->vars.n; i-- > 0;)
    if (m->frame->vars.items[i].var == v) return m->frame->vars.items[i].object;
  coal_object *o = coal_object_new(m->memory, COAL_OBJECT_LOCAL, v, v->name, v->type, v->align_bytes);
  coal_vec_push(&m->frame->vars, ((coal_binding_slot){v, o}));
  if (v->init && v->is_const) coal_object_initialise(m->memory, o, v->type, coal_eval(m, v->init));
  return o;
}

/* ---- unknown and zero values of any type --------------------------------------------------------------- */

/* Calls `leaf` for each scalar of a type, up to the capacity. */
typedef COAL_VEC(coal_slot) slot_list;
enum { LEAVES_MAX = 256 };

static void each_leaf(const coal_type *type, uint64_t offset, slot_list *out) {
  if (out->n >= LEAVES_MAX) return;
  if (type->kind == COAL_TYPE_RECORD) {
    for (size_t i = 0; i < type->record->n_fields; i++) {
      const coal_field *f = &type->record->fields[i];
      if (!f->bit_width)
        each_leaf(f->type, offset + f->offset_bytes, out);
      else
        coal_vec_push(out, ((coal_slot){.offset = coal_bits_place(offset, f), .size = f->bit_width, .type = f->type}));
    }
  } else if (type->kind == COAL_TYPE_ARRAY) {
    for (uint64_t i = 0; i < type->count && out->n < LEAVES_MAX; i++)
      each_leaf(type->element, offset + i * type->element->size_bytes, out);
  } else if (type->size_bytes) {
    coal_vec_push(out, ((coal_slot){.offset = offset, .size = type->size_bytes, .type = type}));
  }
}

static coal_value fill_leaves(coal_machine *m, const coal_type *type,
                              coal_value (*make)(coal_machine *, const coal_type *, const void *),
                              const void *context) {
  slot_list leaves = {0};
  each_leaf(type, 0, &leaves);
  for (size_t i = 0; i < leaves.n; i++) leaves.items[i].value = make(m, leaves.items[i].type, context);
  coal_value v = coal_aggregate_new(
      m->t, leaves.items, type->kind == COAL_TYPE_RECORD && type->record->is_union && leaves.n ? 0 : leaves.n);
  coal_vec_free(&leaves);
  return v;
}

typedef struct unknown_kind {
  const char *name;
  bool is_varying;
  coal_reason reason;
  const char *detail;
} unknown_kind;

static coal_value unknown_leaf(coal_machine *m, const coal_type *type, const void *context) {
  const unknown_kind *u = context;
  return coal_machine_unknown(m, type, u->name, u->is_varying, u->reason, u->detail);
}

coal_value coal_machine_unknown(coal_machine *m, const coal_type *type, const char *name, bool is_varying,
                                coal_reason reason, const char *detail) {
  const unknown_kind u = {name, is_varying, reason, detail};
  if (type && (type->kind == COAL_TYPE_RECORD || type->kind == COAL_TYPE_ARRAY))
    return fill_leaves(m, type, unknown_leaf, &u);
  if (type && type->kind == COAL_TYPE_POINTER && !is_varying) {
    /* a pointer that was loaded or whose origin is unknown points to an object, assumed to come from an allocator */
    coal_object *o =
        coal_object_new(m->memory, m->is_host ? COAL_OBJECT_LOCAL : COAL_OBJECT_MEMORY, NULL, name, NULL, 256);
    o->is_align_assumed = true;
    o->is_clobbered = true;
    return pointer_to(m, o);
  }
  if (type && type->kind == COAL_TYPE_POINTER && reason == COAL_REASON_INDIRECT && !m->is_host) {
    /* a pointer of each lane, loaded from memory: it points somewhere in device memory */
    coal_object *o = coal_object_new(m->memory, COAL_OBJECT_MEMORY, NULL, name, NULL, 1);
    coal_symbol s = {.name = name ? name : "?",
                     .is_varying = true,
                     .lo = INT64_MIN,
                     .hi = INT64_MAX,
                     .mod = 1,
                     .reason = reason,
                     .detail = detail};
    coal_value v = pointer_to(m, o);
    v.p = v.form = coal_poly_symbol(m->t, coal_symbol_add(m->t, s));
    return v;
  }
  return coal_value_unknown_of(m->t, type, name, is_varying, reason, detail);
}

static coal_value zero_leaf(coal_machine *m, const coal_type *type, const void *context) {
  (void)context;
  return coal_machine_zero(m, type);
}

coal_value coal_machine_zero(coal_machine *m, const coal_type *type) {
  switch (type->kind) {
    case COAL_TYPE_RECORD:
    case COAL_TYPE_ARRAY: return fill_leaves(m, type, zero_leaf, NULL);
    case COAL_TYPE_FLOAT: return coal_value_doubles(m->t, (double[COAL_WARP_LANES]){0});
    case COAL_TYPE_POINTER: return pointer_to(m, NULL);
    default: return coal_value_int(m->t, 0);
  }
}

/* ---- loads and stores ---------------------------------------------------------------------------------- */

static bool has_pointer(const coal_type *type) {
  if (type->kind == COAL_TYPE_POINTER || type->kind == COAL_TYPE_REFERENCE) return true;
  if (type->kind == COAL_TYPE_ARRAY) return has_pointer(type->element);
  for (size_t i = 0; type->kind == COAL_TYPE_RECORD && i < type->record->n_fields; i++)
    if (has_pointer(type->record->fields[i].type)) return true;
  return false;
}

/* May v, a value of that type, point to memory other than global? */
static bool points_near(const coal_type *type, coal_value v) {
  bool near = false;
  switch (v.kind) {
    case COAL_VALUE_POINTER:
      return v.object && v.object->kind != COAL_OBJECT_MEMORY && v.object->kind != COAL_OBJECT_GLOBAL;
    case COAL_VALUE_AGGREGATE:
      for (size_t i = 0; i < v.parts->n; i++)
        near |= v.parts->items[i].type && points_near(v.parts->items[i].type, v.parts->items[i].value);
      return near;
    default: return v.kind == COAL_VALUE_UNKNOWN && has_pointer(type);
  }
}

static coal_value load_again(coal_machine *m, coal_value address, const coal_type *type) {
  bool is_varying = coal_value_is_varying(m->t, address);
  if (address.object->holds_near && has_pointer(type))
    return coal_value_unknown(is_varying, COAL_REASON_INDIRECT, address.object->name);
  bool is_kept = !is_varying && type->kind != COAL_TYPE_FLOAT; /* all unknown floats are alike */
  if (is_kept) {
    for (size_t i = m->loaded.n; i-- > 0;) {
      const coal_loaded *l = &m->loaded.items[i];
      if (l->object == address.object && l->generation == address.object->generation && l->type == type &&
          coal_poly_equal(l->offset, address.p))
        return l->value;
    }
  }
  const char *name = address.object->name ? address.object->name : "loaded";
  coal_value v = coal_machine_unknown(m, type, name, is_varying, COAL_REASON_INDIRECT, name);
  if (is_kept && m->loaded.n < 4096)
    coal_vec_push(&m->loaded, ((coal_loaded){address.object, address.object->generation, address.p, type, v}));
  return v;
}

/* The value that is read, as far as active lanes depend on it. */
static coal_value seen(coal_machine *m, coal_value v) {
  if ((v.kind == COAL_VALUE_INT || v.kind == COAL_VALUE_POINTER) && m->active)
    v.p = coal_poly_of_lanes(m->t, v.p, m->active);
  return v;
}

/* Do all pointers in a table point to device memory? */
static bool is_table_of_memory(const coal_object *o) {
  size_t n = 0;
  for (size_t i = 0; i < o->slots.n; i++) {
    const coal_slot *s = &o->slots.items[i];
    if (!s->type || s->type->kind != COAL_TYPE_POINTER) continue;
    const coal_object *to = s->value.object;
    if (s->value.kind != COAL_VALUE_POINTER || (to && to->kind != COAL_OBJECT_MEMORY && to->kind != COAL_OBJECT_GLOBAL))
      return false;
    n++;
  }
  return n > 0 && !o->is_clobbered;
}

/* A pointer from a table at an unknown index that is the same for all lanes: it gets an object of its own. */
static coal_value chosen_pointer(coal_machine *m, coal_value address, const coal_type *type, coal_value v) {
  bool is_chosen = !m->is_host && v.kind == COAL_VALUE_UNKNOWN && !v.is_varying && type->kind == COAL_TYPE_POINTER &&
                   address.p->n && is_table_of_memory(address.object);
  return is_chosen ? coal_machine_unknown(m, type, address.object->name, false, v.reason, v.detail) : v;
}

coal_value coal_machine_load(coal_machine *m, const coal_expr *site, coal_range range, coal_value address,
                             const coal_type *type) {
  if (address.kind != COAL_VALUE_POINTER || !address.object) {
    const char *detail = NULL;
    coal_reason reason = coal_value_reason(m->t, address, &detail);
    if (!m->is_host) coal_record_access(m, site, range, address, COAL_MEM_LOAD, type);
    return coal_machine_unknown(m, type, NULL, address.kind == COAL_VALUE_UNKNOWN && address.is_varying,
                                reason ? reason : COAL_REASON_UNSUPPORTED, detail);
  }
  coal_object *o = address.object;
  if (o->kind == COAL_OBJECT_LOCAL) {
    coal_record_local(m, site, COAL_MEM_LOAD);
    coal_value v = seen(m, coal_object_read(m->memory, o, address.p, type, m->active));
    if (v.kind == COAL_VALUE_AGGREGATE) coal_machine_spend(m, v.parts->n);
    v = chosen_pointer(m, address, type, v);
    if (v.kind == COAL_VALUE_UNKNOWN && type->kind == COAL_TYPE_POINTER &&
        m->is_host) { /* one thread: values cannot differ by lane */
      v = coal_machine_unknown(m, type, o->name, false, COAL_REASON_PARAMETER, o->name);
      if (!address.p->n) coal_object_write(m->memory, o, address.p, type, v, m->active);
    }
    return v;
  }
  coal_record_access(m, site, range, address, COAL_MEM_LOAD, type);
  return load_again(m, address, type);
}

void coal_machine_store(coal_machine *m, const coal_expr *site, coal_range range, coal_value address,
                        const coal_type *type, coal_value v) {
  if (v.kind == COAL_VALUE_AGGREGATE) coal_machine_spend(m, v.parts->n);
  if (coal_value_is_local(address)) {
    coal_record_local(m, site, COAL_MEM_STORE);
    coal_object_write(m->memory, address.object, address.p, type, v, m->active | m->absent);
    return;
  }
  if (m->is_host) return;
  coal_record_access(m, site, range, address, COAL_MEM_STORE, type);
  if (address.kind != COAL_VALUE_POINTER || !address.object) return;
  address.object->generation++;
  address.object->holds_near |= points_near(type, v);
}

coal_value coal_machine_offset(coal_machine *m, coal_value address, coal_value bytes) {
  if (address.kind != COAL_VALUE_POINTER || bytes.kind != COAL_VALUE_INT) {
    const char *detail = NULL;
    coal_reason reason = coal_value_reason(m->t, address, &detail);
    if (reason == COAL_REASON_NONE) reason = coal_value_reason(m->t, bytes, &detail);
    bool is_varying = coal_value_is_varying(m->t, address) || coal_value_is_varying(m->t, bytes);
    return coal_value_unknown(is_varying, reason ? reason : COAL_REASON_UNSUPPORTED, detail);
  }
  const coal_poly *p = coal_poly_add(m->t, address.p, bytes.p);
  if (!p) return coal_value_unknown(true, COAL_REASON_OVERFLOW, NULL);
  coal_value r = address;
  r.p = p;
  r.form = address.form && bytes.form ? coal_poly_add(m->t, address.form, bytes.form) : NULL;
  return r;
}

/* index · bytes, as an offset. */
static coal_value scaled(coal_machine *m, coal_value index, uint64_t bytes, bool negate) {
  if (index.kind != COAL_VALUE_INT) return index;
  const coal_poly *k = coal_poly_const(m->t, negate ? -(int64_t)bytes : (int64_t)bytes);
  const coal_poly *p = coal_poly_mul(m->t, index.p, k);
  if (!p) return coal_value_unknown(true, COAL_REASON_OVERFLOW, NULL);
  return coal_value_poly(p, index.form ? (index.form == index.p ? p : coal_poly_mul(m->t, index.form, k)) : NULL);
}

/* Does the innermost subscript stay inside its array in all active lanes? */
static coal_row_state row_state(coal_machine *m, const coal_expr *e, coal_value index) {
  const coal_type *row = e->a->kind == COAL_EXPR_ADDR ? e->a->a->type : NULL;
  if (!row || row->kind != COAL_TYPE_ARRAY || row->element->kind == COAL_TYPE_ARRAY || !row->count)
    return COAL_ROW_INSIDE;
  if (index.kind != COAL_VALUE_INT || e->op != COAL_OP_ADD) return COAL_ROW_MAYBE_OUTSIDE;
  coal_row_state state = COAL_ROW_INSIDE;
  for (uint32_t rest = m->active; rest; rest &= rest - 1) {
    unsigned lane = (unsigned)__builtin_ctz(rest);
    int64_t lo, hi, last = (int64_t)row->count - 1;
    bool has_lo = coal_poly_lower(m->t, index.p, lane, &lo), has_hi = coal_poly_upper(m->t, index.p, lane, &hi);
    if ((has_lo && lo > last) || (has_hi && hi < 0)) return COAL_ROW_OUTSIDE;
    if (!has_lo || !has_hi || lo < 0 || hi > last) state = COAL_ROW_MAYBE_OUTSIDE;
    if (coal_poly_lanes_apart(index.p) == 1) break;
  }
  return state;
}

static coal_value pointer_add(coal_machine *m, const coal_expr *e, coal_op op, coal_value pointer, coal_value index) {
  uint64_t size = e->type->element && e->type->element->size_bytes ? e->type->element->size_bytes : 1;
  if (e->type->element && !e->type->element->size_bytes && e->type->element->kind != COAL_TYPE_VOID)
    index = coal_value_fresh(m->t, coal_word_type(8), "?", true, COAL_REASON_UNSUPPORTED, "element of unknown size");
  coal_value r = coal_machine_offset(m, pointer, scaled(m, index, size, op == COAL_OP_SUB));
  r.row = row_state(m, e, index);
  return r;
}

/* ---- addresses ----------------------------------------------------------------------------------------- */

static coal_value member_address(coal_machine *m, const coal_expr *e) {
  coal_value base = coal_eval_address(m, e->a);
  coal_value at = coal_machine_offset(m, base, coal_value_int(m->t, (int64_t)e->u.field->offset_bytes));
  if (at.kind == COAL_VALUE_POINTER && at.object && at.object->kind != COAL_OBJECT_LOCAL) {
    coal_trail *trail = coal_symbols_alloc(m->t, sizeof *trail);
    *trail = (coal_trail){e->u.field, at.trail};
    at.trail = trail;
  }
  return at;
}

coal_value coal_machine_temporary(coal_machine *m, const coal_type *type, coal_value v) {
  coal_object *o = coal_object_new(m->memory, COAL_OBJECT_LOCAL, NULL, NULL, type, type->align_bytes);
  coal_object_write(m->memory, o, coal_poly_const(m->t, 0), type, v, UINT32_MAX);
  return pointer_to(m, o);
}

static const coal_field *bits_of(const coal_expr *lvalue) {
  return lvalue->kind == COAL_EXPR_MEMBER && lvalue->u.field->bit_width ? lvalue->u.field : NULL;
}

/* Reads the lvalue at address `at`. */
static coal_value load_at(coal_machine *m, const coal_expr *site, const coal_expr *lvalue, coal_value at) {
  const coal_field *f = bits_of(lvalue);
  if (f && coal_value_is_local(at)) {
    coal_record_local(m, site, COAL_MEM_LOAD);
    return coal_object_read_bits(m->memory, at.object, at.p, f, m->active);
  }
  coal_value v = coal_machine_load(m, site, lvalue->range, at, lvalue->type);
  return f ? coal_bits_of_unit(m->t, f, v) : v;
}

/* Writes the lvalue and returns the value that it holds afterwards. */
static coal_value store_at(coal_machine *m, const coal_expr *site, const coal_expr *lvalue, coal_value at,
                           coal_value v) {
  const coal_field *f = bits_of(lvalue);
  if (f) v = coal_bits_fit(m->t, f, v);
  if (f && coal_value_is_local(at)) {
    coal_record_local(m, site, COAL_MEM_STORE);
    coal_object_write_bits(m->memory, at.object, at.p, f, v, m->active | m->absent);
  } else {
    coal_machine_store(m, site, lvalue->range, at, lvalue->type, v);
  }
  return v;
}

/* a = b; `*after` is the value that was stored. */
static coal_value assign(coal_machine *m, const coal_expr *e, coal_value *after) {
  coal_value v = coal_eval(m, e->b), at = coal_eval_address(m, e->a);
  *after = store_at(m, e, e->a, at, v);
  return at;
}

static void count_flops(coal_machine *m, coal_op op, const coal_type *type, const coal_expr *by) {
  coal_record_operation(m, op, type, by);
  bool computes = op == COAL_OP_ADD || op == COAL_OP_SUB || op == COAL_OP_MUL || op == COAL_OP_DIV;
  if (computes && type->kind == COAL_TYPE_FLOAT) coal_record_flops(m, 1);
}

static coal_value apply(coal_machine *m, const coal_expr *e, coal_value old, coal_value by) {
  const coal_type *type = e->a->type;
  if (type->kind == COAL_TYPE_POINTER) {
    uint64_t size = type->element && type->element->size_bytes ? type->element->size_bytes : 1;
    return coal_machine_offset(m, old, scaled(m, by, size, e->op == COAL_OP_SUB));
  }
  const coal_type *compute = e->kind == COAL_EXPR_ASSIGN_OP && e->u.compute ? e->u.compute : type;
  count_flops(m, e->op, compute, e->kind == COAL_EXPR_ASSIGN_OP ? e->b : NULL);
  coal_value widened = coal_value_cast(m->t, compute, type, old);
  return coal_value_cast(m->t, type, compute, coal_value_binary(m->t, e->op, compute, compute, widened, by));
}

/* a op= b and ++a: one address, a load and a store. `*before` and `*after` get the old and the new value. */
static coal_value update(coal_machine *m, const coal_expr *e, coal_value *before, coal_value *after) {
  coal_value by;
  if (e->kind == COAL_EXPR_INCDEC) {
    by = coal_value_int(m->t, 1);
    if (e->a->type->kind == COAL_TYPE_FLOAT) by = coal_value_cast(m->t, e->a->type, NULL, by);
  } else {
    by = coal_eval(m, e->b);
  }
  coal_value at = coal_eval_address(m, e->a);
  *before = load_at(m, e, e->a, at);
  *after = store_at(m, e, e->a, at, apply(m, e, *before, by));
  return at;
}

/* The value of lvalue a. A value that was just stored is not loaded again: x = y = 0 loads nothing. */
static coal_value load(coal_machine *m, const coal_expr *e) {
  coal_value before, after;
  switch (e->a->kind) {
    case COAL_EXPR_ASSIGN: assign(m, e->a, &after); return after;
    case COAL_EXPR_ASSIGN_OP:
    case COAL_EXPR_INCDEC: update(m, e->a, &before, &after); return after;
    default: return load_at(m, e, e->a, coal_eval_address(m, e->a));
  }
}

static coal_value choose(coal_machine *m, const coal_expr *e, coal_value (*eval)(coal_machine *, const coal_expr *),
                         const coal_type *type) {
  coal_value c = coal_eval(m, e->a);
  coal_truth truth = coal_value_truth(m->t, c);
  uint32_t active = m->active, yes = active & truth.yes, no = active & truth.no, maybe = active & ~(yes | no);
  if (e->type->kind == COAL_TYPE_VOID) coal_record_branch(m);
  if (!no && !maybe) return eval(m, e->b);
  if (!yes && !maybe) return eval(m, e->c);
  double activity = coal_record_activity(m);
  m->unknown_depth += maybe != 0;
  m->active = yes | maybe;
  coal_value a = eval(m, e->b);
  m->active = no | maybe;
  coal_value b = eval(m, e->c);
  m->active = active;
  m->unknown_depth -= maybe != 0;
  m->is_inexact |= maybe && activity != coal_record_activity(m);
  if (maybe) return coal_value_join(m->t, type, a, b, coal_value_is_varying(m->t, c));
  return coal_value_blend(m->t, type, yes, a, b);
}

coal_value coal_eval_address(coal_machine *m, const coal_expr *e) {
  coal_value before, after;
  if (coal_machine_step(m)) return coal_value_unknown(true, COAL_REASON_BUDGET, NULL);
  switch (e->kind) {
    case COAL_EXPR_VAR: return pointer_to(m, coal_machine_object(m, e->u.var));
    case COAL_EXPR_DEREF: return coal_eval(m, e->a);
    case COAL_EXPR_MEMBER: return member_address(m, e);
    case COAL_EXPR_TEMP: return coal_machine_temporary(m, e->type, coal_eval(m, e->a));
    case COAL_EXPR_ASSIGN: return assign(m, e, &after);
    case COAL_EXPR_ASSIGN_OP: return update(m, e, &before, &after);
    case COAL_EXPR_INCDEC: return update(m, e, &before, &after);
    case COAL_EXPR_COMMA: coal_eval(m, e->a); return coal_eval_address(m, e->b);
    case COAL_EXPR_COND: return choose(m, e, coal_eval_address, NULL);
    case COAL_EXPR_OPAQUE: return coal_eval(m, e);
    default: return coal_value_unknown(true, COAL_REASON_UNSUPPORTED, "address of a value");
  }
}

/* ---- values -------------------------------------------------------------------------------------------- */

static coal_value logical(coal_machine *m, const coal_expr *e) {
  coal_value a = coal_eval(m, e->a);
  coal_truth x = coal_value_truth(m->t, a);
  bool is_and = e->op == COAL_OP_LAND;
  uint32_t active = m->active;
  m->active = active & ~(is_and ? x.no : x.yes);
  coal_truth y = {0, 0};
  coal_value b = coal_value_int(m->t, !is_and);
  if (m->active) {
    b = coal_eval(m, e->b);
    y = coal_value_truth(m->t, b);
  }
  m->active = active;
  coal_truth r = is_and ? (coal_truth){x.yes & y.yes, x.no | y.no} : (coal_truth){x.yes | y.yes, x.no & y.no};
  const char *detail = NULL;
  coal_reason reason = coal_value_reason(m->t, a, &detail);
  if (reason == COAL_REASON_NONE) reason = coal_value_reason(m->t, b, &detail);
  return coal_value_of_truth(m->t, r, coal_value_is_varying(m->t, a) || coal_value_is_varying(m->t, b), reason, detail);
}

static void add_part(slot_list *out, uint64_t offset, const coal_type *type, coal_value v) {
  if (v.kind == COAL_VALUE_AGGREGATE) {
    for (size_t i = 0; i < v.parts->n; i++) {
      coal_slot s = v.parts->items[i];
      s.offset = coal_slot_place(s.offset, offset);
      coal_vec_push(out, s);
    }
  } else {
    coal_vec_push(out, ((coal_slot){offset, type->size_bytes, v, type}));
  }
}

static coal_value aggregate(coal_machine *m, const coal_expr *e) {
  slot_list parts = {0};
  const coal_type *type = e->type;
  bool is_record = type->kind == COAL_TYPE_RECORD;
  size_t n = is_record ? type->record->n_fields : (size_t)type->count;
  if (is_record && type->record->is_union && n > e->n_args) n = e->n_args ? e->n_args : 0;
  for (size_t i = 0; i < n && parts.n < LEAVES_MAX; i++) {
    const coal_type *part = is_record ? type->record->fields[i].type : type->element;
    uint64_t offset = is_record ? type->record->fields[i].offset_bytes : i * part->size_bytes;
    bool is_given = i < e->n_args && e->args[i];
    coal_value v = is_given ? coal_eval(m, e->args[i]) : coal_machine_zero(m, part);
    const coal_field *f = is_record && type->record->fields[i].bit_width ? &type->record->fields[i] : NULL;
    if (f)
      coal_vec_push(&parts, ((coal_slot){coal_bits_place(0, f), f->bit_width, coal_bits_fit(m->t, f, v), f->type}));
    else if (part->size_bytes)
      add_part(&parts, offset, part, v);
  }
  coal_value v = coal_aggregate_new(m->t, parts.items, parts.n);
  coal_vec_free(&parts);
  return v;
}

static coal_value construct(coal_machine *m, const coal_expr *e) {
  coal_object *o = coal_object_new(m->memory, COAL_OBJECT_LOCAL, NULL, NULL, e->type, e->type->align_bytes);
  coal_value args[COAL_WARP_LANES];
  size_t n = 0;
  args[n++] = pointer_to(m, o);
  for (size_t i = 0; i < e->n_args && n < COAL_WARP_LANES; i++) args[n++] = coal_eval(m, e->args[i]);
  coal_call_function(m, e->u.callee, e, args, n);
  return coal_object_read(m->memory, o, coal_poly_const(m->t, 0), e->type, m->active);
}

static coal_value pointer_difference(coal_machine *m, const coal_expr *e) {
  coal_value a = coal_eval(m, e->a), b = coal_eval(m, e->b);
  static const coal_type diff = {.kind = COAL_TYPE_INT, .is_signed = true, .size_bytes = 8, .align_bytes = 8};
  uint64_t size = e->a->type->element && e->a->type->element->size_bytes ? e->a->type->element->size_bytes : 1;
  if (a.kind != COAL_VALUE_POINTER || b.kind != COAL_VALUE_POINTER || a.object != b.object)
    return coal_value_fresh(m->t, e->type, "?", true, COAL_REASON_UNSUPPORTED, "pointer difference");
  coal_value bytes =
      coal_value_int_op(m->t, COAL_OP_SUB, &diff, coal_value_poly(a.p, a.form), coal_value_poly(b.p, b.form));
  return coal_value_int_op(m->t, COAL_OP_DIV, &diff, bytes, coal_value_int(m->t, (int64_t)size));
}

/* An address used as an integer: additions keep it an address, alignment rounds its offset. */
static bool address_arithmetic(coal_machine *m, const coal_expr *e, coal_value a, coal_value b, coal_value *out) {
  static const coal_type word = {.kind = COAL_TYPE_INT, .size_bytes = 8, .align_bytes = 8};
  if (a.kind == COAL_VALUE_INT && b.kind == COAL_VALUE_POINTER && e->op == COAL_OP_ADD)
    return address_arithmetic(m, e, b, a, out);
  if (a.kind != COAL_VALUE_POINTER || b.kind != COAL_VALUE_INT || !a.object) return false;
  int64_t k;
  bool is_const = coal_value_constant(b, &k);
  if (e->op == COAL_OP_ADD || e->op == COAL_OP_SUB) {
    *out = coal_machine_offset(m, a, scaled(m, b, 1, e->op == COAL_OP_SUB));
    return true;
  }
  bool rounds_down = e->op == COAL_OP_AND && is_const && k < 0 && a.object->align_bytes % (uint64_t)-k == 0;
  bool takes_low = (e->op == COAL_OP_AND && is_const && k > 0 && a.object->align_bytes % (uint64_t)(k + 1) == 0) ||
                   (e->op == COAL_OP_REM && is_const && k > 0 && a.object->align_bytes % (uint64_t)k == 0);
  if (!rounds_down && !takes_low) return false;
  coal_value offset = coal_value_int_op(m->t, e->op, &word, coal_value_poly(a.p, a.form), b);
  *out = offset;
  if (rounds_down) {
    *out = a;
    out->p = offset.p;
    out->form = offset.form;
  }
  return true;
}

/* x / k * k with a constant k: the division; else NULL. */
static const coal_expr *rounding(const coal_expr *e) {
  const coal_expr *a = e->a, *k = e->b;
  while (a->kind == COAL_EXPR_CAST && a->type->size_bytes == 8) a = a->a;
  while (k->kind == COAL_EXPR_CAST) k = k->a;
  if (e->op != COAL_OP_MUL || k->kind != COAL_EXPR_INT || a->kind != COAL_EXPR_BINARY || a->op != COAL_OP_DIV ||
      a->type->size_bytes != 8)
    return NULL;
  const coal_expr *by = a->b;
  while (by->kind == COAL_EXPR_CAST) by = by->a;
  return by->kind == COAL_EXPR_INT && by->u.i == k->u.i && by->u.i > 0 ? a : NULL;
}

/* The left operand. Rounding an address down by division and multiplication is x − x mod k: then `*is_rounded` is
 * set and e is complete. */
static coal_value left_operand(coal_machine *m, const coal_expr *e, bool *is_rounded) {
  const coal_expr *division = rounding(e);
  if (!division) return coal_eval(m, e->a);
  coal_value x = coal_eval(m, division->a), k = coal_eval(m, division->b), low;
  const coal_expr remainder = {.op = COAL_OP_REM};
  if (address_arithmetic(m, &remainder, x, k, &low)) {
    *is_rounded = true;
    return coal_machine_offset(m, x, scaled(m, low, 1, true));
  }
  return coal_value_binary(m->t, COAL_OP_DIV, division->a->type, division->type, x, k);
}

static coal_value binary(coal_machine *m, const coal_expr *e) {
  bool is_rounded = false;
  coal_value a = left_operand(m, e, &is_rounded), b, r;
  if (is_rounded) return a;
  b = coal_eval(m, e->b);
  if (address_arithmetic(m, e, a, b, &r)) return r;
  count_flops(m, e->op, e->a->type, e->b);
  return coal_value_binary(m->t, e->op, e->a->type, e->type, a, b);
}

static coal_value launch(coal_machine *m, const coal_expr *e) {
  coal_value none = coal_value_unknown(false, COAL_REASON_NONE, NULL), args[64];
  coal_value grid = coal_eval(m, e->a), block = coal_eval(m, e->b);
  coal_value bytes = e->c ? coal_eval(m, e->c) : coal_value_int(m->t, 0);
  size_t n = 0;
  for (; n < e->n_args && n < 64; n++) args[n] = e->args[n] ? coal_eval(m, e->args[n]) : none;
  coal_value target = e->target ? coal_eval(m, e->target) : none;
  const coal_function *kernel = e->target ? target.fn : e->u.callee;
  if (m->sink.launch && !m->quiet) m->sink.launch(m->sink.context, m, e, kernel, grid, block, bytes, args, n);
  return none;
}

static coal_value not_understood(coal_machine *m, const coal_expr *e) {
  const char *text = coal_opaque_text(e->u.opaque);
  coal_reason reason = coal_opaque_reason(e->u.opaque);
  coal_value first = coal_value_unknown(true, reason, text);
  for (size_t i = 0; i < e->n_args; i++) {
    if (!e->args[i]) continue;
    coal_value v = coal_eval(m, e->args[i]);
    if (i == 0) first = v;
  }
  if (e->written) coal_record_written(m, e, first);
  return coal_value_unknown_of(m->t, e->type, NULL, !m->is_host, reason, text);
}

static coal_value constant_float(coal_machine *m, double f) {
  double v[COAL_WARP_LANES];
  for (unsigned i = 0; i < COAL_WARP_LANES; i++) v[i] = f;
  return coal_value_doubles(m->t, v);
}

coal_value coal_eval(coal_machine *m, const coal_expr *e) {
  coal_value before, after;
  if (coal_machine_step(m)) return coal_value_unknown_of(m->t, e->type, NULL, true, COAL_REASON_BUDGET, NULL);
  switch (e->kind) {
    case COAL_EXPR_INT:
      if (e->type->kind == COAL_TYPE_POINTER && e->u.i == 0) return pointer_to(m, NULL);
      return coal_value_int(m->t, e->u.i);
    case COAL_EXPR_FLOAT: return constant_float(m, e->u.f);
    case COAL_EXPR_STRING:
      return m->has_arguments ? m->host->literal(m, e->u.text)
                              : coal_value_unknown(false, COAL_REASON_UNSUPPORTED, "string");
    case COAL_EXPR_FUNCTION: return (coal_value){.kind = COAL_VALUE_FUNCTION, .fn = e->u.callee};
    case COAL_EXPR_BUILTIN: return m->builtin[e->u.builtin];
    case COAL_EXPR_LOAD: return load(m, e);
    case COAL_EXPR_ADDR: return coal_eval_address(m, e->a);
    case COAL_EXPR_UNARY: return coal_value_unary(m->t, e->op, e->type, coal_eval(m, e->a));
    case COAL_EXPR_BINARY: return binary(m, e);
    case COAL_EXPR_LOGICAL: return logical(m, e);
    case COAL_EXPR_COMMA: coal_eval(m, e->a); return coal_eval(m, e->b);
    case COAL_EXPR_PTR_ADD: {
      coal_value pointer = coal_eval(m, e->a);
      return pointer_add(m, e, e->op, pointer, coal_eval(m, e->b));
    }
    case COAL_EXPR_PTR_DIFF: return pointer_difference(m, e);
    case COAL_EXPR_INCDEC: update(m, e, &before, &after); return before;
    case COAL_EXPR_CAST: return coal_value_cast(m->t, e->type, e->a->type, coal_eval(m, e->a));
    case COAL_EXPR_COND: return choose(m, e, coal_eval, e->type);
    case COAL_EXPR_CALL: return coal_eval_call(m, e);
    case COAL_EXPR_AGGREGATE: return aggregate(m, e);
    case COAL_EXPR_CONSTRUCT: return construct(m, e);
    case COAL_EXPR_LAUNCH: return launch(m, e);
    case COAL_EXPR_ASM: coal_eval_ptx(m, e); return coal_value_unknown(false, COAL_REASON_NONE, NULL);
    case COAL_EXPR_OPAQUE: return not_understood(m, e);
    case COAL_EXPR_ASSIGN:
    case COAL_EXPR_ASSIGN_OP: return coal_eval_address(m, e); /* an assignment whose value is not used */
    default: return coal_value_unknown(true, COAL_REASON_UNSUPPORTED, "lvalue used as a value");
  }
}
