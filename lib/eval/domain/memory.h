/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/**
 * Memory objects. Locals (and everything of host code) have contents, kept as slots by byte offset; device memory
 * behind pointers has none: what is loaded from it is not known.
 */
#ifndef COAL_EVAL_MEMORY_H
#define COAL_EVAL_MEMORY_H

#include "util/vec.h"
#include "value.h"

typedef struct coal_slot {
  uint64_t offset, size;
  coal_value value;
  const coal_type *type; /* NULL: not known */
} coal_slot;

/* Bit-fields have slots of their own, behind all bytes: bit b of byte k of an object lies at COAL_BITS + 8·k + b, and the
 * size of its slot is counted in bits. */
#define COAL_BITS (UINT64_C(1) << 40)

/** Where the slot of a bit-field lies whose record starts at `record_offset`. */
static inline uint64_t coal_bits_place(uint64_t record_offset, const coal_field *f) {
  return COAL_BITS + 8 * (record_offset + f->offset_bytes) + f->bit_offset;
}

/** The place in a whole of a slot at `place` of a part, where the part lies at `offset`. */
static inline uint64_t coal_slot_place(uint64_t place, uint64_t offset) {
  return place + (place >= COAL_BITS ? 8 * offset : offset);
}

typedef struct coal_slots {
  coal_slot *items; /* sorted by offset, not overlapping */
  size_t n, capacity;
} coal_slots;

typedef enum coal_object_kind {
  COAL_OBJECT_LOCAL,  /* has slots */
  COAL_OBJECT_MEMORY, /* memory behind a pointer parameter, from cudaMalloc, or behind a pointer that was loaded */
  COAL_OBJECT_SHARED,
  COAL_OBJECT_CONSTANT,
  COAL_OBJECT_GLOBAL /* __device__ variable */
} coal_object_kind;

enum { COAL_START_VARIES = -1 }; /* not one number */

typedef struct coal_object {
  coal_object_kind kind;
  const coal_var *var;   /* NULL: none */
  const char *name;      /* for messages */
  const coal_type *type; /* of the variable; NULL for memory */
  uint32_t align_bytes;  /* of its start */
  bool is_align_assumed;
  const char *unit_stride; /* the innermost stride of a tensor here, assumed to be 1; NULL: none is assumed */
  const char *source;      /* the function that allocated it; NULL: not seen */
  int64_t start;           /* where in it what the kernel was given begins, or COAL_START_VARIES */
  uint32_t serial;         /* creation order */
  coal_slots slots;
  bool is_clobbered;    /* bytes without a slot are unknown, whatever the initialiser says */
  bool is_pitched;      /* from cudaMallocPitch */
  bool holds_near;      /* pointers to shared or local memory may have been stored in it */
  uint32_t generation;  /* number of stores seen; a change means that earlier loads may be stale */
  size_t remembered_at; /* the newest journal entry about it */
  uint64_t counted_in;  /* the newest listing of changes that includes it */
} coal_object;

/** Does the pointer point into a local variable? */
static inline bool coal_value_is_local(coal_value v) {
  return v.kind == COAL_VALUE_POINTER && v.object && v.object->kind == COAL_OBJECT_LOCAL;
}

/** A journal records what is overwritten, so that a stretch of execution can be undone. */
typedef struct coal_memory coal_memory;

coal_memory *coal_memory_new(coal_symbols *t);
void coal_memory_free(coal_memory *m);
/** Forgets all objects made since coal_memory_mark. */
void coal_memory_mark(coal_memory *m);
void coal_memory_reset(coal_memory *m);

coal_object *coal_object_new(coal_memory *m, coal_object_kind kind, const coal_var *var, const char *name,
                             const coal_type *type, uint32_t align_bytes);
uint32_t coal_memory_serial(const coal_memory *m);
/** The bytes that objects and journal occupy. */
size_t coal_memory_bytes(const coal_memory *m);
/** Counts the slots and journal entries that were copied or compared. */
uint64_t coal_memory_work(const coal_memory *m);

/** Reads `type` at object + offset for the lanes of mask (LOCAL objects). */
coal_value coal_object_read(coal_memory *m, coal_object *o, const coal_poly *offset, const coal_type *type,
                            uint32_t mask);
/** Writes in the lanes of mask. */
void coal_object_write(coal_memory *m, coal_object *o, const coal_poly *offset, const coal_type *type, coal_value v,
                       uint32_t mask);
/** The same for a bit-field whose storage unit lies at the offset. The value to write comes from coal_bits_fit. */
coal_value coal_object_read_bits(coal_memory *m, coal_object *o, const coal_poly *offset, const coal_field *f,
                                 uint32_t mask);
void coal_object_write_bits(coal_memory *m, coal_object *o, const coal_poly *offset, const coal_field *f, coal_value v,
                            uint32_t mask);
/** The value of a bit-field after `value` was assigned to it, and its value where its storage unit is `unit`. */
coal_value coal_bits_fit(coal_symbols *t, const coal_field *f, coal_value v);
coal_value coal_bits_of_unit(coal_symbols *t, const coal_field *f, coal_value unit);
/** Sets the initial contents of a new object; not recorded in the journal. */
void coal_object_initialise(coal_memory *m, coal_object *o, const coal_type *type, coal_value v);
/** Makes all contents unknown. */
void coal_object_clobber(coal_memory *m, coal_object *o, bool is_varying, coal_reason reason, const char *detail);

typedef size_t coal_journal_mark;
coal_journal_mark coal_journal_begin(coal_memory *m);
/** The changes since the mark: each slot of an object older than the mark once, with its old and its present value. */
typedef struct coal_change {
  coal_object *object;
  uint64_t offset, size;
  const coal_type *type;
  coal_value before, after; /* COAL_VALUE_UNKNOWN with reason NONE: the slot did not exist */
  bool had_before;
} coal_change;
typedef COAL_VEC(coal_change) coal_changes;
void coal_journal_changes(coal_memory *m, coal_journal_mark mark, coal_changes *out);
/** Undoes everything since the mark and ends recording. */
void coal_journal_rollback(coal_memory *m, coal_journal_mark mark);
/** Ends recording (the changes stay). */
void coal_journal_end(coal_memory *m, coal_journal_mark mark);
/** Sets a slot directly. */
void coal_object_set(coal_memory *m, coal_object *o, uint64_t offset, uint64_t size, const coal_type *type,
                     coal_value v);

/** Aggregates: blend, and a part. */
coal_value coal_slots_blend(coal_symbols *t, uint32_t mask, coal_value a, coal_value b);
coal_value coal_aggregate_new(coal_symbols *t, const coal_slot *items, size_t n);
coal_value coal_aggregate_part(coal_symbols *t, coal_value aggregate, uint64_t offset, const coal_type *type);

#endif
