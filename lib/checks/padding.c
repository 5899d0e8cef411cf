/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "padding.h"

#include <util/vec.h>

#include "improve.h"
#include "layout.h"

enum { PAD_WORDS_MAX = 32, WORD_BYTES = 4, STATIC_SHARED_BYTES_MAX = 48 * 1024 };

/** The number of elements that make whole words: a char tile is padded by fours. */
static uint64_t pad_unit(uint64_t element_bytes) {
  uint64_t unit = 1;
  while (unit * element_bytes % WORD_BYTES && unit < WORD_BYTES) unit++;
  return unit;
}

static uint64_t dynamic_bytes(const coal_kernel *k) {
  uint64_t most = 0;
  for (size_t i = 0; i < k->n_launches; i++)
    if (k->launches[i].smem_bytes > most) most = k->launches[i].smem_bytes;
  return most;
}

static bool kernel_uses(const coal_access *list, size_t n, const coal_kernel *kernel, const coal_var *object) {
  for (size_t i = 0; i < n; i++)
    if (list[i].object == object && list[i].kernel == kernel) return true;
  return false;
}

/** The most bytes of shared memory that the kernels with this array use in addition to it. */
static uint64_t other_bytes(coal_analysis *a, const coal_var *object) {
  size_t n;
  const coal_access *accesses = coal_analysis_accesses(a, &n);
  uint64_t sum = 0, dynamic = 0;
  for (size_t i = 0; i < n; i++) {
    const coal_var *v = accesses[i].object;
    if (v == object && dynamic_bytes(accesses[i].kernel) > dynamic) dynamic = dynamic_bytes(accesses[i].kernel);
    if (!v || v == object || v->storage != COAL_STORAGE_SHARED) continue;
    bool is_new = true;
    for (size_t j = 0; j < i && is_new; j++) is_new = accesses[j].object != v;
    if (is_new && kernel_uses(accesses, n, accesses[i].kernel, object)) sum += v->type->size_bytes;
  }
  return sum + dynamic;
}

static void try_paddings(coal_analysis *a, const coal_var *object, const coal_uses *uses, coal_padding *best) {
  const coal_target *target = coal_analysis_options(a)->target;
  const coal_type *row = coal_layout_row(object->type);
  uint64_t element = row->element->size_bytes, unit = pad_unit(element), others = other_bytes(a, object);
  uint64_t rows = object->type->size_bytes / row->size_bytes;
  for (uint64_t pad = unit; pad * element <= PAD_WORDS_MAX * WORD_BYTES && best->after > best->ideal; pad += unit) {
    if (uses->total_bytes + rows * pad * element + others > STATIC_SHARED_BYTES_MAX) break;
    coal_layout layout = {.pad_elements = pad};
    double cost = coal_uses_cost(target, uses, layout, NULL);
    if (cost < 0 || cost >= best->after - 1e-9) continue;
    best->is_proved = coal_gain_is_worth(best->before, cost);
    best->pad_elements = pad;
    best->after = cost;
  }
}

static void try_swizzles(coal_analysis *a, const coal_uses *uses, coal_padding *best) {
  coal_swizzle found = COAL_SWIZZLE_NONE;
  for (coal_swizzle s = COAL_SWIZZLE_XOR; s < COAL_SWIZZLES; s++) {
    coal_layout layout = {.swizzle = s};
    double cost = coal_uses_cost(coal_analysis_options(a)->target, uses, layout, NULL);
    if (cost <= 0 || (found && cost >= best->swizzled - 1e-9)) continue;
    found = s;
    best->swizzled = cost;
  }
  if (!found || !coal_gain_is_worth(best->before, best->swizzled)) return;
  const coal_type *row = coal_layout_row(uses->items[0].access->object->type);
  const uint64_t columns = coal_swizzle_columns(row);
  const char *text = coal_swizzle_text(a, uses, found);
  best->swizzle = columns == row->count
                      ? text
                      : coal_analysis_format(a, "%s of rows cut to %llu elements", text, (unsigned long long)columns);
}

coal_padding coal_padding_find(coal_analysis *a, const coal_var *object) {
  coal_padding best = {0};
  coal_uses uses = {0};
  const coal_target *target = coal_analysis_options(a)->target;
  const coal_layout as_it_is = {0};
  if (coal_layout_row(object->type) && coal_uses_collect(a, object, &uses)) {
    best.row_elements = coal_layout_row(object->type)->count;
    best.row = uses.row;
    best.before = best.after = coal_uses_cost(target, &uses, as_it_is, &best.ideal);
    if (uses.row != COAL_ROW_OUTSIDE) {
      try_swizzles(a, &uses, &best);
      if (target->bank_bytes == WORD_BYTES) coal_uses_fold(&uses);
      if (best.before > 0) try_paddings(a, object, &uses, &best);
    }
  }
  coal_vec_free(&uses);
  return best;
}

/** False where the block is only assumed: with another one the subscripts may go further. */
static bool launches_are_known(const coal_kernel *k) {
  for (size_t i = 0; i < k->n_launches; i++)
    if (k->launches[i].source == COAL_LAUNCH_ASSUMED || k->launches[i].source == COAL_LAUNCH_BOUNDS) return false;
  return k->n_launches > 0;
}

bool coal_padding_edit(coal_analysis *a, const coal_var *object, const coal_padding *padding, coal_edit *out) {
  size_t n;
  const coal_access *list = coal_analysis_accesses(a, &n);
  if (padding->row != COAL_ROW_INSIDE) return false;
  for (size_t i = 0; i < n; i++)
    if (list[i].object && coal_is_same_declaration(list[i].object, object) && !launches_are_known(list[i].kernel))
      return false;
  coal_mentions mentions;
  coal_mentions_collect(coal_analysis_module(a), object, &mentions);
  bool found = !mentions.escapes && coal_mentions_are_accesses(a, object, &mentions) &&
               coal_extent_edit(a, object, &mentions, padding->pad_elements, out);
  coal_vec_free(&mentions);
  return found;
}
