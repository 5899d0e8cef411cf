/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "notes.h"

#include <inttypes.h>
#include <string.h>

#include "text.h"

enum { LAUNCHES_SHOWN = 6 };

static bool grow(coal_notes *notes) {
  const size_t capacity = notes->capacity ? notes->capacity * 2 : 16;
  coal_note *items = coal_analysis_alloc(notes->analysis, capacity * sizeof *items);
  if (!items) return false;
  if (notes->n) memcpy(items, notes->items, notes->n * sizeof *items);
  notes->items = items;
  notes->capacity = capacity;
  return true;
}

/** A text that is there already is only added for another place. */
void coal_notes_add(coal_notes *notes, const coal_range *range, const char *text) {
  if (!text || notes->n == COAL_NOTES_MAX) return;
  for (size_t i = 0; i < notes->n; i++) {
    if (strcmp(notes->items[i].text, text) != 0) continue;
    const coal_pos *at = &notes->items[i].range.begin;
    if (!range || !range->file || (range->begin.line1 == at->line1 && range->begin.column1 == at->column1)) return;
    text = coal_analysis_format(notes->analysis, "%s (line %u, column %u)", text, (unsigned)range->begin.line1,
                                (unsigned)range->begin.column1);
  }
  if (notes->n == notes->capacity && !grow(notes)) return;
  coal_note *note = &notes->items[notes->n++];
  memset(note, 0, sizeof *note);
  note->text = text;
  if (range) note->range = *range;
}

/** Is the distance stated in bytes? Where the index is, and where elements would hide it: for an access in several
 *  instructions, each of a part of an element. */
static bool is_in_bytes(const coal_access *access, int64_t bytes) {
  return !access->bytes || bytes % access->bytes || access->instructions > 1 ||
         (access->index && access->index_is_bytes);
}

/** "1024 elements", "32 bytes". */
static const char *distance_of(coal_analysis *a, const coal_access *access) {
  const int64_t bytes = access->lane_stride_bytes < 0 ? -access->lane_stride_bytes : access->lane_stride_bytes;
  const bool in_bytes = is_in_bytes(access, bytes);
  const int64_t n = in_bytes ? bytes : bytes / access->bytes;
  return coal_analysis_format(a, "%" PRId64 " %s%s", n, in_bytes ? "byte" : "element", n == 1 ? "" : "s");
}

/** "N elements", "3*N elements", "4*N bytes". */
static const char *symbolic_distance_of(coal_analysis *a, const coal_access *access) {
  const int64_t scale = access->lane_stride_scale;
  if (!access->stride_symbol || !scale || is_in_bytes(access, scale))
    return coal_analysis_format(a, "%s bytes", access->lane_stride);
  if (scale == access->bytes) return coal_analysis_format(a, "%s elements", access->stride_symbol);
  return coal_analysis_format(a, "%" PRId64 "*%s elements", scale / access->bytes, access->stride_symbol);
}

const char *coal_text_distance(coal_analysis *a, const coal_access *access) {
  const char *distance = access->has_lane_stride ? distance_of(a, access)
                         : access->lane_stride   ? symbolic_distance_of(a, access)
                                                 : NULL;
  if (!distance) return NULL;
  if (access->instructions < 2) return coal_analysis_format(a, "neighbouring lanes are %s apart", distance);
  return coal_analysis_format(a, "neighbouring lanes are %s apart, moved by %u instructions of %u byte%s each",
                              distance, (unsigned)access->instructions, (unsigned)access->instruction_bytes,
                              access->instruction_bytes == 1 ? "" : "s");
}

/** "; degrades for N >= 2, worst for N >= 8", or "". */
static const char *thresholds(coal_analysis *a, const coal_access *access) {
  if (access->has_lane_stride || !access->stride_symbol || !access->worst_from) return "";
  if (access->bad_from >= access->worst_from)
    return coal_analysis_format(a, "; worst for %s >= %" PRId64, access->stride_symbol, access->worst_from);
  return coal_analysis_format(a, "; degrades for %s >= %" PRId64 ", worst for %s >= %" PRId64, access->stride_symbol,
                              access->bad_from, access->stride_symbol, access->worst_from);
}

const char *coal_text_index(coal_analysis *a, const coal_access *access) {
  const char *distance = coal_text_distance(a, access);
  const char *unit = access->index_is_bytes ? "byte offset" : "index";
  const char *index =
      access->index ? coal_analysis_format(a, distance ? " (%s %s)" : "%s %s", unit, access->index) : "";
  if (!distance && !*index) return NULL;
  return coal_analysis_format(a, "%s%s%s", distance ? distance : "", index, thresholds(a, access));
}

void coal_notes_add_split(coal_notes *notes, const coal_access *a) {
  if (a->instructions < 2) return;
  coal_notes_add(notes, NULL,
                 coal_analysis_format(notes->analysis,
                                      "%u-byte type: %u instructions of %u byte%s; the numbers are of one of them",
                                      (unsigned)a->bytes, (unsigned)a->instructions, (unsigned)a->instruction_bytes,
                                      a->instruction_bytes == 1 ? "" : "s"));
}

static const char *launch_text(coal_analysis *a, const coal_launch *l) {
  const char *block = coal_text_dim(a, l->block);
  switch (l->source) {
    case COAL_LAUNCH_COMMAND_LINE: return coal_analysis_format(a, "launched with block %s by the command line", block);
    case COAL_LAUNCH_FILE:
      if (l->block_known) return coal_analysis_format(a, "launched here with block %s", block);
      return coal_analysis_format(a, "the block of this launch is not known: %s; %s is assumed",
                                  l->block_reason ? l->block_reason : "no value", block);
    case COAL_LAUNCH_BOUNDS: return coal_analysis_format(a, "block %s taken from __launch_bounds__", block);
    case COAL_LAUNCH_INFERRED:
      return coal_analysis_format(a, "block %s inferred from the shared arrays' extents", block);
    case COAL_LAUNCH_ASSUMED: break;
  }
  return coal_analysis_format(a, "block %s assumed: no launch was seen (--launch gives one)", block);
}

/** ": 4..5 sectors", ": 8-way", or "" when the number of this launch is not known. */
static const char *launch_cost(coal_analysis *a, const coal_access *access, size_t i) {
  if (access->space == COAL_SPACE_SHARED) {
    if (!access->launch_ways || !access->launch_ways[i].n) return "";
    return coal_analysis_format(a, ": %s-way", coal_text_range(a, &access->launch_ways[i]));
  }
  if (!access->launch_moved || !access->launch_moved[i].n) return "";
  return coal_analysis_format(a, ": %s %s%s", coal_text_range(a, &access->launch_moved[i]), coal_text_unit(a, access),
                              access->launch_moved[i].max == 1 ? "" : "s");
}

static bool is_same_launch(const coal_launch *a, const coal_launch *b) {
  return a->source == b->source && a->where.file == b->where.file &&
         a->where.begin.offset_bytes == b->where.begin.offset_bytes && !memcmp(a->block, b->block, sizeof a->block);
}

static bool was_shown(const coal_kernel *k, size_t i) {
  for (size_t j = 0; j < i; j++)
    if (is_same_launch(&k->launches[j], &k->launches[i])) return true;
  return false;
}

void coal_notes_add_launches(coal_notes *notes, const coal_access *access) {
  const coal_kernel *k = access->kernel;
  size_t shown = 0, left = 0;
  for (size_t i = 0; i < k->n_launches; i++) {
    const coal_launch *l = &k->launches[i];
    if (was_shown(k, i)) continue;
    if (shown == LAUNCHES_SHOWN) {
      left++;
      continue;
    }
    shown++;
    const char *cost = k->n_launches > 1 ? launch_cost(notes->analysis, access, i) : "";
    const char *text = launch_text(notes->analysis, l);
    coal_notes_add(notes, l->where.file ? &l->where : NULL, coal_analysis_format(notes->analysis, "%s%s", text, cost));
  }
  if (left) coal_notes_add(notes, NULL, coal_analysis_format(notes->analysis, "and in %zu more launches", left));
}

void coal_notes_add_calls(coal_notes *notes, const coal_access *a) {
  const coal_function *fn = a->kernel->fn;
  if (fn->qualified && strchr(fn->qualified, '<'))
    coal_notes_add(notes, NULL, coal_analysis_format(notes->analysis, "in kernel '%s'", fn->qualified));
  for (size_t i = 0; i < a->n_inlined_at; i++) coal_notes_add(notes, &a->inlined_at[i].range, "called from here");
}

void coal_notes_add_assumptions(coal_notes *notes, const coal_access *a) {
  for (size_t i = 0; i < a->n_assumptions; i++) {
    coal_str text = {0};
    coal_text_add_assumption(&text, &a->assumptions[i]);
    coal_notes_add(notes, NULL, coal_analysis_format(notes->analysis, "assumes %s", text.data));
    coal_str_free(&text);
  }
}
