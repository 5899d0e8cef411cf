/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* memcpy, memmove and memset: blocks of bytes, as the compiler expands them into loads and stores. */
#include "blocks.h"

#include <string.h>

/* Larger blocks are not expanded. */
enum { BLOCK_BYTES_MAX = 4096 };

typedef struct block {
  coal_machine *m;
  const coal_expr *e;
  int64_t bytes; /* −1: not known */
} block;

static const coal_type *new_type(const block *b, const coal_type *element, uint64_t align) {
  coal_type *type = coal_symbols_alloc(b->m->t, sizeof *type);
  *type = (coal_type){.kind = COAL_TYPE_ARRAY,
                      .size_bytes = (uint64_t)b->bytes,
                      .align_bytes = (uint32_t)align,
                      .element = element,
                      .count = (uint64_t)b->bytes / element->size_bytes};
  return type;
}

/* One side of the copy, in the widest words that the pointer's type allows. */
static void record(const block *b, size_t i, coal_value at, coal_mem_op op) {
  const coal_type *byte = coal_word_type(1);
  const coal_type *to = coal_argument_pointee(b->e, i),
                  *type = b->bytes < 0 ? byte : new_type(b, byte, to ? to->align_bytes : 1);
  if (coal_value_is_local(at) || !b->bytes) {
    coal_record_local(b->m, b->e, op);
    return;
  }
  if (b->bytes < 0)
    at = coal_machine_offset(
        b->m, at, coal_value_fresh(b->m->t, coal_word_type(8), "?", true, COAL_REASON_UNSUPPORTED, "length of a copy"));
  coal_record_access(b->m, b->e, coal_argument_written(b->e, i)->range, at, op, type);
  if (op == COAL_MEM_STORE && at.kind == COAL_VALUE_POINTER && at.object) at.object->generation++;
}

/* The element type of the block at its destination: that of the pointer, or bytes. */
static const coal_type *type_of(const block *b, size_t i) {
  const coal_type *element = coal_argument_pointee(b->e, i);
  if (element && (uint64_t)b->bytes == element->size_bytes) return element;
  if (!element || (uint64_t)b->bytes % element->size_bytes) element = coal_word_type(1);
  return new_type(b, element, element->align_bytes);
}

static void write_block(const block *b, coal_value to, coal_value v) {
  coal_machine *m = b->m;
  if (coal_value_is_local(to) && b->bytes < 0)
    coal_object_clobber(m->memory, to.object, !m->is_host, COAL_REASON_UNSUPPORTED, "memcpy");
  else if (coal_value_is_local(to) && b->bytes)
    coal_object_write(m->memory, to.object, to.p, type_of(b, 0), v, m->active | m->absent);
  else
    record(b, 0, to, COAL_MEM_STORE);
}

static void copy(const block *b, coal_value to, coal_value from) {
  coal_machine *m = b->m;
  coal_value v = coal_value_unknown(true, COAL_REASON_UNSUPPORTED, "memcpy");
  record(b, 1, from, COAL_MEM_LOAD);
  if (b->bytes > 0 && coal_value_is_local(to)) {
    bool is_varying = coal_value_is_varying(m->t, from);
    const char *name = from.kind == COAL_VALUE_POINTER && from.object ? from.object->name : NULL;
    if (coal_value_is_local(from))
      v = coal_object_read(m->memory, from.object, from.p, new_type(b, coal_word_type(1), 1), m->active);
    else
      v = coal_machine_unknown(m, type_of(b, 0), name, is_varying, COAL_REASON_INDIRECT, name);
  }
  write_block(b, to, v);
}

static void set(const block *b, coal_value to, coal_value byte) {
  coal_machine *m = b->m;
  int64_t value;
  bool is_zero = coal_value_constant(byte, &value) && (value & 0xff) == 0;
  coal_value v = coal_value_unknown(true, COAL_REASON_UNSUPPORTED, "memset");
  if (b->bytes > 0 && coal_value_is_local(to)) {
    const coal_type *type = type_of(b, 0);
    v = is_zero ? coal_machine_zero(m, type)
                : coal_machine_unknown(m, type, "memset", true, COAL_REASON_UNSUPPORTED, "memset");
  }
  write_block(b, to, v);
}

bool coal_eval_block(coal_machine *m, const coal_expr *e, bool sets, const coal_value *args, size_t n,
                     coal_value *result) {
  if (n != 3 || m->is_host) return false;
  block b = {m, e, -1};
  if (!coal_value_constant(args[2], &b.bytes) || b.bytes > BLOCK_BYTES_MAX) b.bytes = -1;
  if (sets)
    set(&b, args[0], args[1]);
  else
    copy(&b, args[0], args[1]);
  *result = args[0];
  return true;
}
