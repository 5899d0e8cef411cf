/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Host functions that matter for launches: allocations, launches, and runtime calls, which are assumed to succeed. */
#include <string.h>

#include "ir/intrinsics.h"
#include "launch.h"

/* cudaMalloc: "at least 256 bytes" (CUDA C++ Programming Guide, "Device Memory Accesses", Size and Alignment Requirement). */
enum { ALLOCATION_ALIGN_BYTES = 256, PITCH_ALIGN_BYTES = 512, ARGUMENTS_MAX = 64 };

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

static size_t param_count(const coal_function *kernel) {
  return kernel->n_params < ARGUMENTS_MAX ? kernel->n_params : ARGUMENTS_MAX;
}

/* cudaLaunchKernel(k, grid, block, args, smem, stream) and cudaLaunchCooperativeKernel. */
static void launch_packed(coal_machine *m, const coal_expr *e, const coal_value *args, size_t n) {
  if (n < 4 || args[0].kind != COAL_VALUE_FUNCTION) return;
  const coal_function *kernel = args[0].fn;
  coal_value packed[ARGUMENTS_MAX];
  size_t count = param_count(kernel);
  for (size_t i = 0; i < count; i++) packed[i] = packed_argument(m, args[3], i, kernel->params[i]);
  coal_value bytes = n > 4 ? args[4] : coal_value_int(m->t, 0);
  if (m->sink.launch && !m->quiet)
    m->sink.launch(m->sink.context, m, e, kernel, args[1], args[2], bytes, packed, count);
}

/* The values of the named fields of the record that argument i of the call points to. False: it has no such fields. */
static bool read_fields(coal_machine *m, const coal_expr *e, coal_value pointer, size_t i, const char *const *names,
                        size_t n, coal_value *out) {
  const coal_type *type = e->args[i]->type->element;
  if (pointer.kind != COAL_VALUE_POINTER || !pointer.object || !type || type->kind != COAL_TYPE_RECORD) return false;
  for (size_t k = 0; k < n; k++) {
    const coal_field *f = coal_record_field(type->record, names[k]);
    if (!f) return false;
    coal_value at = coal_machine_offset(m, pointer, coal_value_int(m->t, (int64_t)f->offset_bytes));
    out[k] = coal_object_read(m->memory, at.object, at.p, f->type, m->active);
  }
  return true;
}

/* cudaGraphAddKernelNode(&node, graph, dependencies, n, &params): func, gridDim, blockDim, sharedMemBytes, kernelParams. */
static void launch_node(coal_machine *m, const coal_expr *e, const coal_value *args, size_t n) {
  static const char *const names[] = {"func", "gridDim", "blockDim", "sharedMemBytes", "kernelParams"};
  coal_value parts[5], packed[ARGUMENTS_MAX];
  if (n < 5 || !read_fields(m, e, args[4], 4, names, 5, parts)) return;
  const coal_function *kernel = parts[0].kind == COAL_VALUE_FUNCTION ? parts[0].fn : NULL;
  size_t count = kernel ? param_count(kernel) : 0;
  for (size_t i = 0; i < count; i++) packed[i] = packed_argument(m, parts[4], i, kernel->params[i]);
  if (m->sink.launch && !m->quiet)
    m->sink.launch(m->sink.context, m, e, kernel, parts[1], parts[2], parts[3], packed, count);
}

/* Argument i of cudaLaunchKernelEx as the kernel's parameter: perfect forwarding passes addresses. */
static coal_value forwarded_argument(coal_machine *m, const coal_function *callee, const coal_function *kernel,
                                     size_t i, coal_value v) {
  const size_t k = i + 2;
  const bool is_reference =
      callee->flags & COAL_FN_HOST && k < callee->n_params && callee->params[k]->type->kind == COAL_TYPE_REFERENCE;
  if (!is_reference || i >= kernel->n_params || v.kind != COAL_VALUE_POINTER || !v.object) return v;
  return coal_object_read(m->memory, v.object, v.p, kernel->params[i]->type, m->active);
}

/* cudaLaunchKernelEx(&config, k, arguments …) and cudaLaunchKernelExC(&config, k, args): the configuration has gridDim,
 * blockDim, dynamicSmemBytes. */
static void launch_extended(coal_machine *m, const coal_expr *e, const coal_value *args, size_t n) {
  static const char *const names[] = {"gridDim", "blockDim", "dynamicSmemBytes"};
  const coal_function *callee = e->u.callee;
  coal_value parts[3], passed[ARGUMENTS_MAX];
  if (n < 2 || args[1].kind != COAL_VALUE_FUNCTION || !read_fields(m, e, args[0], 0, names, 3, parts)) return;
  const coal_function *kernel = args[1].fn;
  const bool is_packed = n > 2 && callee->host_call->kind == COAL_HOST_CALL_LAUNCH_EX_PACKED;
  size_t count = is_packed ? param_count(kernel) : n - 2 < ARGUMENTS_MAX ? n - 2 : ARGUMENTS_MAX;
  for (size_t i = 0; i < count; i++)
    passed[i] = is_packed ? packed_argument(m, args[2], i, kernel->params[i])
                          : forwarded_argument(m, callee, kernel, i, args[i + 2]);
  if (m->sink.launch && !m->quiet)
    m->sink.launch(m->sink.context, m, e, kernel, parts[0], parts[1], parts[2], passed, count);
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
