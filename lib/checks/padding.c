/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "padding.h"

#include <util/vec.h>

#include "layout.h"

enum { PAD_WORDS_MAX = 32, WORD_BYTES = 4, STATIC_SHARED_BYTES_MAX = 48 * 1024 };

/** Elements that make whole words: a char tile is padded by fours. */
static uint64_t pad_unit(uint64_t element_bytes) {
  uint64_t unit = 1;
  while (unit * element_bytes % WORD_BYTES && unit < WORD_BYTES) unit++;
  return unit;
}

/** Bytes of shared arrays that the kernels which use this one use besides, at most. */
static uint64_t other_bytes(const coal_analysis *a, const coal_var *object) {
  size_t n;
  const coal_access *accesses = coal_analysis_accesses(a, &n);
  uint64_t sum = 0;
  for (size_t i = 0; i < n; i++) {
    const coal_var *v = accesses[i].object;
    if (!v || v == object || v->storage != COAL_STORAGE_SHARED) continue;
    bool is_new = true;
    for (size_t j = 0; j < i && is_new; j++) is_new = accesses[j].object != v;
    bool shares_kernel = false;
    for (size_t j = 0; j < n && !shares_kernel; j++)
      shares_kernel = accesses[j].object == object && accesses[j].kernel == accesses[i].kernel;
    if (is_new && shares_kernel) sum += v->type->size_bytes;
  }
  return sum;
}

static void try_paddings(const coal_analysis *a, const coal_var *object, const coal_uses *uses, coal_padding *best) {
  const coal_target *target = coal_analysis_options(a)->target;
  const coal_type *row = coal_layout_row(object->type);
  uint64_t element = row->element->size_bytes, unit = pad_unit(element), others = other_bytes(a, object);
  uint64_t rows = object->type->size_bytes / row->size_bytes;
  for (uint64_t pad = unit; pad * element <= PAD_WORDS_MAX * WORD_BYTES && best->after > best->ideal; pad += unit) {
    if (uses->total_bytes + rows * pad * element + others > STATIC_SHARED_BYTES_MAX) break;
    coal_layout layout = {.pad_elements = pad};
    double cost = coal_uses_cost(target, uses, layout, NULL);
    if (cost < 0 || cost >= best->after - 1e-9) continue;
    best->is_proved = true;
    best->pad_elements = pad;
    best->after = cost;
  }
}

static void try_swizzles(const coal_target *target, const coal_uses *uses, coal_padding *best) {
  for (coal_swizzle s = COAL_SWIZZLE_XOR; s < COAL_SWIZZLES; s++) {
    coal_layout layout = {.swizzle = s};
    double cost = coal_uses_cost(target, uses, layout, NULL);
    if (cost <= 0 || (best->swizzle && cost >= best->swizzled - 1e-9)) continue;
    best->swizzle = s;
    best->swizzled = cost;
  }
}

coal_padding coal_padding_find(const coal_analysis *a, const coal_var *object) {
  coal_padding best = {0};
  coal_uses uses = {0};
  const coal_target *target = coal_analysis_options(a)->target;
  const coal_layout as_it_is = {0};
  if (coal_layout_row(object->type) && coal_uses_collect(a, object, &uses)) {
    best.row_elements = coal_layout_row(object->type)->count;
    best.before = best.after = coal_uses_cost(target, &uses, as_it_is, &best.ideal);
    try_swizzles(target, &uses, &best);
    if (target->bank_bytes == WORD_BYTES) coal_uses_fold(&uses);
    if (best.before > 0) try_paddings(a, object, &uses, &best);
  }
  coal_vec_free(&uses);
  return best;
}
