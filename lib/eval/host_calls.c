/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Host functions that matter for launches: allocations, and runtime calls that are taken to succeed. */
#include <string.h>

#include "machine.h"

/* cudaMalloc: "at least 256 bytes" (CUDA C++ Programming Guide, "Device Memory Accesses", Size and Alignment Requirement). */
enum { ALLOCATION_ALIGN_BYTES = 256, PITCH_ALIGN_BYTES = 512 };

static coal_value new_allocation(coal_machine *m, const char *source) {
  coal_object *o = coal_object_new(m->memory, COAL_OBJECT_MEMORY, NULL, source, NULL, ALLOCATION_ALIGN_BYTES);
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
  coal_symbol s = {.name = "pitch", .lo = PITCH_ALIGN_BYTES, .hi = INT64_MAX, .mod = PITCH_ALIGN_BYTES, .reason = COAL_REASON_PARAMETER, .is_parameter = true, .is_pitch = true};
  const coal_poly *p = coal_poly_symbol(m->t, coal_symbol_add(m->t, s));
  return coal_value_poly(p, p);
}

static bool allocate(coal_machine *m, const char *name, const coal_value *args, size_t n) {
  static const char *const plain[] = {"cudaMalloc", "cudaMallocManaged", "cudaMallocAsync", "cudaMallocFromPoolAsync", "cudaMallocHost",
                                      "cudaHostAlloc", "cuMemAlloc", "cuMemAlloc_v2", "cuMemAllocManaged"};
  static const coal_type word = {.kind = COAL_TYPE_INT, .size_bytes = 8, .align_bytes = 8};
  for (size_t i = 0; i < sizeof plain / sizeof *plain; i++)
    if (strcmp(name, plain[i]) == 0 && n > 0) {
      write_through(m, args[0], 8, NULL, new_allocation(m, "cudaMalloc"));
      return true;
    }
  if (strcmp(name, "cudaMallocPitch") == 0 && n > 1) {
    coal_value v = new_allocation(m, "cudaMallocPitch");
    v.object->is_pitched = true;
    write_through(m, args[0], 8, NULL, v);
    write_through(m, args[1], 8, &word, pitch_value(m));
    return true;
  }
  return false;
}

bool coal_eval_host_call(coal_machine *m, const coal_expr *e, const coal_value *args, size_t n, coal_value *result) {
  const char *name = e->u.callee->name;
  const coal_type *type = e->type;
  if (strcmp(name, "exit") == 0 || strcmp(name, "abort") == 0 || strcmp(name, "_exit") == 0) {
    coal_machine_exit(m);
    *result = coal_value_unknown(false, COAL_REASON_NONE, NULL);
    return true;
  }
  bool is_runtime = strncmp(name, "cuda", 4) == 0 && name[4] >= 'A' && name[4] <= 'Z';
  if (!allocate(m, name, args, n)) {
    if (!is_runtime) return false;
    if (strncmp(name, "cudaGet", 7) == 0 || strncmp(name, "cudaOccupancy", 13) == 0 || strncmp(name, "cudaDeviceGet", 13) == 0)
      coal_machine_clobber_args(m, args, n, name);
  }
  *result = type->kind == COAL_TYPE_INT ? coal_value_int(m->t, 0) : coal_machine_unknown(m, type, name, false, COAL_REASON_MISSING_BODY, name);
  if (type->kind == COAL_TYPE_VOID) *result = coal_value_unknown(false, COAL_REASON_NONE, NULL);
  return true;
}
