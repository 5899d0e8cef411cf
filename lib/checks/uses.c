/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include <string.h>

#include <util/vec.h>

#include "layout.h"

const coal_type *coal_layout_row(const coal_type *type) {
  if (!type || type->kind != COAL_TYPE_ARRAY || type->element->kind != COAL_TYPE_ARRAY) return NULL;
  while (type->element->kind == COAL_TYPE_ARRAY) type = type->element;
  return type->count && type->element->size_bytes ? type : NULL;
}

bool coal_is_same_declaration(const coal_var *a, const coal_var *b) {
  if (a == b) return true;
  return a && b && a->range.file && a->range.file == b->range.file &&
         a->range.begin.offset_bytes == b->range.begin.offset_bytes && !strcmp(a->name, b->name);
}

/** Adds a request, or its weight to an equal request of the same access. */
static void add_use(coal_uses *uses, const coal_use *use) {
  for (size_t i = uses->n; i > 0 && uses->items[i - 1].access == use->access; i--) {
    coal_use *u = &uses->items[i - 1];
    if (u->mask == use->mask && u->bytes == use->bytes && !memcmp(u->offset, use->offset, sizeof u->offset)) {
      u->weight += use->weight;
      return;
    }
  }
  coal_vec_push(uses, *use);
}

static void see_rows(coal_uses *uses, const coal_use *use) {
  const coal_type *row = coal_layout_row(use->access->object->type);
  for (uint32_t rest = use->mask; rest && row; rest &= rest - 1) {
    int64_t line = use->offset[__builtin_ctz(rest)] / (int64_t)row->size_bytes;
    if (line > uses->last_row) uses->last_row = line;
  }
}

static bool add_access(coal_uses *uses, const coal_access *a) {
  uint64_t total = 0;
  for (size_t i = 0; i < a->n_patterns; i++) total += a->patterns[i].count;
  if ((a->known && !a->moved.n) || a->reason == COAL_REASON_UNREACHED) return true;
  if (!a->known || !total) return false;
  for (size_t i = 0; i < a->n_patterns; i++) {
    const coal_pattern *p = &a->patterns[i];
    coal_use use = {a, p->mask, p->bytes, {0}, (double)p->count / (double)total};
    for (unsigned lane = 0; lane < COAL_WARP_LANES; lane++)
      if (p->mask >> lane & 1) use.offset[lane] = p->offset[lane];
    add_use(uses, &use);
    see_rows(uses, &use);
  }
  if (a->row > uses->row) uses->row = a->row;
  if (a->object->type->size_bytes > uses->total_bytes) uses->total_bytes = a->object->type->size_bytes;
  return true;
}

bool coal_uses_collect(const coal_analysis *a, const coal_var *object, coal_uses *out) {
  size_t n;
  const coal_access *accesses = coal_analysis_accesses(a, &n);
  memset(out, 0, sizeof *out);
  for (size_t i = 0; i < n; i++)
    if (accesses[i].object && coal_is_same_declaration(accesses[i].object, object) && !add_access(out, &accesses[i]))
      return false;
  return out->n > 0;
}

/** Moves the request so that its first row and its first column (in whole words) are 0. Offsets are nonnegative. */
static void move_to_front(coal_use *use) {
  const coal_type *row = coal_layout_row(use->access->object->type);
  int64_t bytes = (int64_t)row->size_bytes, line = INT64_MAX, column = INT64_MAX;
  if (bytes % 4) return;
  for (uint32_t rest = use->mask; rest; rest &= rest - 1) {
    int64_t at = use->offset[__builtin_ctz(rest)];
    if (at < 0) return;
    if (at / bytes < line) line = at / bytes;
    if (at % bytes / 4 * 4 < column) column = at % bytes / 4 * 4;
  }
  for (uint32_t rest = use->mask; rest; rest &= rest - 1) use->offset[__builtin_ctz(rest)] -= line * bytes + column;
}

void coal_uses_fold(coal_uses *uses) {
  coal_uses folded = {.total_bytes = uses->total_bytes, .last_row = uses->last_row, .row = uses->row};
  for (size_t i = 0; i < uses->n; i++) {
    move_to_front(&uses->items[i]);
    add_use(&folded, &uses->items[i]);
  }
  coal_vec_free(uses);
  *uses = folded;
}

uint64_t coal_swizzle_columns(const coal_type *row) {
  uint64_t p = 1;
  while (p * 2 <= row->count) p *= 2;
  return p;
}

/** Column c of row r goes to c ^ (r shifted), or to c + (r shifted), modulo the columns. */
typedef struct coal_swizzle_row {
  bool adds;
  int right, left;
} coal_swizzle_row;

static coal_swizzle_row swizzle_row(coal_swizzle s) {
  static const coal_swizzle_row rows[COAL_SWIZZLES] = {
      [COAL_SWIZZLE_XOR_R1] = {.right = 1}, [COAL_SWIZZLE_XOR_R2] = {.right = 2}, [COAL_SWIZZLE_XOR_R3] = {.right = 3},
      [COAL_SWIZZLE_XOR_L1] = {.left = 1},  [COAL_SWIZZLE_XOR_L2] = {.left = 2},  [COAL_SWIZZLE_ADD] = {.adds = true},
      [COAL_SWIZZLE_ADD_L1] = {true, 0, 1}};
  return rows[s];
}

static int64_t swizzled(coal_swizzle s, int64_t row, int64_t column, int64_t columns) {
  const coal_swizzle_row how = swizzle_row(s);
  const int64_t shifted = row >> how.right << how.left;
  return (how.adds ? column + shifted : column ^ shifted) & (columns - 1);
}

const char *coal_swizzle_text(coal_analysis *a, const coal_uses *uses, coal_swizzle s) {
  const coal_swizzle_row how = swizzle_row(s);
  const int64_t columns = (int64_t)coal_swizzle_columns(coal_layout_row(uses->items[0].access->object->type));
  const bool is_cut = !how.adds && uses->last_row >> how.right << how.left >= columns;
  const char *shifted = how.right  ? coal_analysis_format(a, "r >> %d", how.right)
                        : how.left ? coal_analysis_format(a, "r << %d", how.left)
                                   : "r";
  const bool is_simple = !how.right && !how.left;
  if (how.adds)
    return coal_analysis_format(a, "(c + %s%s%s) %% %lld", is_simple ? "" : "(", shifted, is_simple ? "" : ")",
                                (long long)columns);
  if (!is_cut) return coal_analysis_format(a, "c ^ %s%s%s", is_simple ? "" : "(", shifted, is_simple ? "" : ")");
  return coal_analysis_format(a, "c ^ (%s & %lld)", shifted, (long long)columns - 1);
}

/** Where the byte at `offset` of the array lies under the layout; negative when it leaves a row whose length is cut.
 *  A swizzle keeps rows of a power of two. */
static int64_t placed(const coal_type *row, coal_layout layout, int64_t offset) {
  int64_t element = (int64_t)row->element->size_bytes, row_bytes = element * (int64_t)row->count;
  int64_t line = offset / row_bytes, in = offset % row_bytes;
  if (offset < 0) return -1;
  if (layout.swizzle == COAL_SWIZZLE_NONE) return line * (row_bytes + element * (int64_t)layout.pad_elements) + in;
  int64_t columns = (int64_t)coal_swizzle_columns(row), column = in / element;
  if (column >= columns) return -1;
  return (line * columns + swizzled(layout.swizzle, line, column, columns)) * element + in % element;
}

static bool place(coal_request *r, const coal_use *use, coal_layout layout) {
  const coal_type *row = coal_layout_row(use->access->object->type);
  if (layout.swizzle && use->bytes > row->element->size_bytes) return false; /* its elements part */
  for (uint32_t rest = r->mask; rest; rest &= rest - 1) {
    unsigned lane = (unsigned)__builtin_ctz(rest);
    int64_t at = placed(row, layout, use->offset[lane]);
    if (at < 0 || at % use->bytes != use->offset[lane] % use->bytes) return false;
    r->address[lane] = (uint64_t)at;
  }
  return true;
}

double coal_uses_cost(const coal_target *target, const coal_uses *uses, coal_layout layout, double *ideal) {
  double moved = 0, least = 0;
  for (size_t i = 0; i < uses->n; i++) {
    const coal_use *use = &uses->items[i];
    coal_request r = {COAL_SPACE_SHARED, use->access->op, use->bytes, use->mask, {0}};
    if (!coal_layout_row(use->access->object->type) || !place(&r, use, layout)) return -1;
    coal_cost c = coal_model_cost(target, &r);
    moved += use->weight * c.moved;
    least += use->weight * c.ideal;
  }
  if (ideal) *ideal = least;
  return moved;
}
