/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Host functions that matter for launches: allocations, launches, and runtime calls, which are assumed to succeed. */
#include <string.h>

#include "ir/intrinsics.h"
#include "launch.h"

/* cudaMalloc: "at least 256 bytes" (CUDA C++ Programming Guide, "Device Memory Accesses", Size and Alignment Requirement). */
enum { ALLOCATION_ALIGN_BYTES = 256, PITCH_ALIGN_BYTES = 512 };

static const coal_type word_type = {.kind = COAL_TYPE_INT, .size_bytes = 8, .align_bytes = 8};

static coal_value new_allocation(coal_machine *m, const char *source) {
  coal_object *o = coal_object_new(m->memory, COAL_OBJECT_MEMORY, NULL, source, NULL, ALLOCATION_ALIGN_BYTES);
  o->source = source;
  const coal_poly *zero = coal_poly_const(m->t, 0);
  return (coal_value){.kind = COAL_VALUE_POINTER, .object = o, .p = zero, .form = zero};
}

static void write_through(coal_machine *m, coal_value address, uint64_t size, const coal_type *type, coal_value v) {
  if (address.kind != COAL_VALUE_POINTER || !address.object || address.object->kind != COAL_OBJECT_LOCAL) return;
  if (address.p->n || address.p->c.v) return;
  coal_object_set(m->memory, address.object, (uint64_t)address.p->c.u, size, type, v);
}

static coal_value pitch_value(coal_machine *m) {
  /* textureAlignment-sized rows: a multiple of 512 bytes on every device so far */
  coal_symbol s = {.name = "pitch",
                   .lo = PITCH_ALIGN_BYTES,
                   .hi = INT64_MAX,
                   .mod = PITCH_ALIGN_BYTES,
                   .reason = COAL_REASON_PARAMETER,
                   .is_parameter = true,
                   .is_pitch = true};
  const coal_poly *p = coal_poly_symbol(m->t, coal_symbol_add(m->t, s));
  return coal_value_poly(p, p);
}

/* cudaMalloc3D(&pitched, {width, height, depth}): sets ptr, pitch, xsize and ysize of the cudaPitchedPtr. */
static void allocate_3d(coal_machine *m, const coal_value *args) {
  coal_value out = args[0], v = new_allocation(m, "cudaMalloc3D");
  v.object->is_pitched = true;
  write_through(m, out, 8, NULL, v);
  for (unsigned i = 1; i < 4; i++) {
    coal_value part = i == 1 ? pitch_value(m) : coal_aggregate_part(m->t, args[1], (i - 2) * 8u, &word_type);
    write_through(m, coal_machine_offset(m, out, coal_value_int(m->t, (int64_t)i * 8)), 8, &word_type, part);
  }
}

/* cudaMalloc and its like. */
static void allocate_plain(coal_machine *m, const char *name, const coal_value *args) {
  write_through(m, args[0], 8, NULL, new_allocation(m, name));
}

/* cudaMallocPitch(&p, &pitch, width, height). */
static void allocate_pitch(coal_machine *m, const coal_value *args) {
  coal_value v = new_allocation(m, "cudaMallocPitch");
  v.object->is_pitched = true;
  write_through(m, args[0], 8, NULL, v);
  write_through(m, args[1], 8, &word_type, pitch_value(m));
}

/* ---- launches through the runtime ---------------------------------------------------------------------- */

/* The value behind the i-th pointer of a void *args[], as the kernel's parameter. */
static coal_value packed_argument(coal_machine *m, coal_value array, size_t i, const coal_var *parameter) {
  if (array.kind != COAL_VALUE_POINTER || !array.object) return coal_value_unknown(false, COAL_REASON_NONE, NULL);
  static const coal_type pointer = {.kind = COAL_TYPE_POINTER, .size_bytes = 8, .align_bytes = 8};
  coal_value at = coal_machine_offset(m, array, coal_value_int(m->t, (int64_t)i * 8));
  coal_value where = coal_object_read(m->memory, at.object, at.p, &pointer, m->active);
  if (where.kind != COAL_VALUE_POINTER || !where.object) return coal_value_unknown(false, COAL_REASON_NONE, NULL);
  return coal_object_read(m->memory, where.object, where.p, parameter->type, m->active);
}

/* cudaLaunchKernel(k, grid, block, args, smem, stream) and cudaLaunchCooperativeKernel. */
static void launch_packed(coal_machine *m, const coal_expr *e, const coal_value *args, size_t n) {
  if (n < 4 || args[0].kind != COAL_VALUE_FUNCTION) return;
  const coal_function *kernel = args[0].fn;
  coal_value packed[64];
  size_t count = kernel->n_params < 64 ? kernel->n_params : 64;
  for (size_t i = 0; i < count; i++) packed[i] = packed_argument(m, args[3], i, kernel->params[i]);
  coal_value bytes = n > 4 ? args[4] : coal_value_int(m->t, 0);
  if (m->sink.launch && !m->quiet)
    m->sink.launch(m->sink.context, m, e, kernel, args[1], args[2], bytes, packed, count);
}

/* cudaGraphAddKernelNode(&node, graph, dependencies, n, &params): func, gridDim, blockDim, sharedMemBytes, kernelParams. */
static void launch_node(coal_machine *m, const coal_expr *e, const coal_value *args, size_t n) {
  static const char *const names[] = {"func", "gridDim", "blockDim", "sharedMemBytes", "kernelParams"};
  if (n < 5 || args[4].kind != COAL_VALUE_POINTER || !args[4].object) return;
  const coal_type *type = e->args[4]->type->element;
  coal_value parts[5], packed[64];
  for (size_t i = 0; i < 5; i++) {
    const coal_field *f = type && type->kind == COAL_TYPE_RECORD ? coal_record_field(type->record, names[i]) : NULL;
    if (!f) return;
    coal_value at = coal_machine_offset(m, args[4], coal_value_int(m->t, (int64_t)f->offset_bytes));
    parts[i] = coal_object_read(m->memory, at.object, at.p, f->type, m->active);
  }
  const coal_function *kernel = parts[0].kind == COAL_VALUE_FUNCTION ? parts[0].fn : NULL;
  size_t count = !kernel ? 0 : kernel->n_params < 64 ? kernel->n_params : 64;
  for (size_t i = 0; i < count; i++) packed[i] = packed_argument(m, parts[4], i, kernel->params[i]);
  if (m->sink.launch && !m->quiet)
    m->sink.launch(m->sink.context, m, e, kernel, parts[1], parts[2], parts[3], packed, count);
}

/* cudaLaunchKernelEx(&config, k, arguments …) and cudaLaunchKernelExC(&config, k, args): the configuration has gridDim, blockDim, dynamicSmemBytes. */
static void launch_extended(coal_machine *m, const coal_expr *e, const coal_value *args, size_t n) {
  if (n < 2 || args[0].kind != COAL_VALUE_POINTER || !args[0].object || args[1].kind != COAL_VALUE_FUNCTION) return;
  const coal_record *config = e->args[0]->type->element && e->args[0]->type->element->kind == COAL_TYPE_RECORD
                                  ? e->args[0]->type->element->record
                                  : NULL;
  const coal_field *grid = config ? coal_record_field(config, "gridDim") : NULL,
                   *block = config ? coal_record_field(config, "blockDim") : NULL;
  const coal_field *smem = config ? coal_record_field(config, "dynamicSmemBytes") : NULL;
  if (!grid || !block || !smem) return;
  const coal_function *kernel = args[1].fn;
  const coal_field *fields[3] = {grid, block, smem};
  coal_value parts[3], rest[64];
  for (int i = 0; i < 3; i++) {
    coal_value at = coal_machine_offset(m, args[0], coal_value_int(m->t, (int64_t)fields[i]->offset_bytes));
    parts[i] = coal_object_read(m->memory, at.object, at.p, fields[i]->type, m->active);
  }
  bool is_packed = n > 2 && e->u.callee->host_call->kind == COAL_HOST_CALL_LAUNCH_EX_PACKED;
  size_t count = is_packed ? kernel->n_params : n - 2;
  if (count > 64) count = 64;
  for (size_t i = 0; i < count && is_packed; i++) rest[i] = packed_argument(m, args[2], i, kernel->params[i]);
  for (size_t i = 0; i < count && !is_packed; i++) { /* perfect forwarding: arguments are passed as addresses */
    rest[i] = args[i + 2];
    if (i < kernel->n_params && rest[i].kind == COAL_VALUE_POINTER && rest[i].object &&
        e->u.callee->flags & COAL_FN_HOST && i + 2 < e->u.callee->n_params &&
        e->u.callee->params[i + 2]->type->kind == COAL_TYPE_REFERENCE)
      rest[i] = coal_object_read(m->memory, rest[i].object, rest[i].p, kernel->params[i]->type, m->active);
  }
  if (m->sink.launch && !m->quiet)
    m->sink.launch(m->sink.context, m, e, kernel, parts[0], parts[1], parts[2], rest, count);
}

/* The effect of the call; none where its arguments are not those expected. */
static void carry_out(coal_machine *m, const coal_expr *e, const coal_host_call *call, const coal_value *args,
                      size_t n) {
  switch (call->kind) {
    case COAL_HOST_CALL_ALLOCATE:
      if (n > 0) allocate_plain(m, call->name, args);
      break;
    case COAL_HOST_CALL_ALLOCATE_PITCH:
      if (n > 1) allocate_pitch(m, args);
      break;
    case COAL_HOST_CALL_ALLOCATE_3D:
      if (n > 1) allocate_3d(m, args);
      break;
    case COAL_HOST_CALL_LAUNCH: launch_packed(m, e, args, n); break;
    case COAL_HOST_CALL_LAUNCH_EX:
    case COAL_HOST_CALL_LAUNCH_EX_PACKED: launch_extended(m, e, args, n); break;
    case COAL_HOST_CALL_LAUNCH_NODE: launch_node(m, e, args, n); break;
    case COAL_HOST_CALL_QUERY: coal_machine_clobber_args(m, args, n, e->u.callee->name); break;
    case COAL_HOST_CALL_COPY: /* data from the device */
      coal_machine_clobber_args(m, args, n > 0, e->u.callee->name);
      break;
    case COAL_HOST_CALL_EXIT:
    case COAL_HOST_CALL_LAUNCH_HANDLE:
    case COAL_HOST_CALL_RUNTIME: break;
  }
}

bool coal_eval_host_call(coal_machine *m, const coal_expr *e, const coal_value *args, size_t n, coal_value *result) {
  const coal_host_call *call = e->u.callee->host_call;
  const char *name = e->u.callee->name;
  const coal_type *type = e->type;
  if (call && call->kind == COAL_HOST_CALL_EXIT) {
    coal_machine_exit(m);
    *result = coal_value_unknown(false, COAL_REASON_NONE, NULL);
    return true;
  }
  if (coal_host_text_call(m, e, args, n, result)) return true;
  if (!call || call->kind == COAL_HOST_CALL_LAUNCH_HANDLE) return false;
  carry_out(m, e, call, args, n);
  *result = type->kind == COAL_TYPE_INT ? coal_value_int(m->t, 0)
                                        : coal_machine_unknown(m, type, name, false, COAL_REASON_MISSING_BODY, name);
  if (type->kind == COAL_TYPE_VOID) *result = coal_value_unknown(false, COAL_REASON_NONE, NULL);
  return true;
}
