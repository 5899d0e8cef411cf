/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "improve.h"

#include <stdlib.h>
#include <string.h>

#include "text.h"

#define BASE (UINT64_C(1) << 40)

bool coal_gain_is_worth(double before, double after) { return before >= COAL_GAIN_MIN * after - 1e-9; }

static const coal_fix *fix_of(coal_analysis *analysis, const coal_access *a, const char *description, double before,
                              double after) {
  coal_fix *f = coal_analysis_alloc(analysis, sizeof *f);
  if (!f || !description) return NULL;
  *f = (coal_fix){.description = description, .before = before, .after = after, .unit = coal_text_unit(analysis, a)};
  return f;
}

static double mean(const coal_stat *s) { return s->n ? s->sum / (double)s->n : 0; }

/* ---- struct of arrays ---------------------------------------------------------------------------------- */

/** Where the byte at `offset` of an array of records of `size` bytes lies when each field of `bytes` bytes has its
 *  own array. */
static uint64_t in_own_array(int64_t offset, int64_t size, uint32_t bytes) {
  int64_t record = offset / size, in = offset % size;
  if (in < 0) in += size, record--;
  return BASE + ((uint64_t)in << 32) + (uint64_t)record * bytes;
}

/** Mean transactions a request of the access with its fields in arrays of their own; negative when no request was
 *  seen. */
static double soa_cost(const coal_target *target, const coal_access *a, int64_t size) {
  double moved = 0, n = 0;
  for (size_t i = 0; i < a->n_patterns; i++) {
    const coal_pattern *p = &a->patterns[i];
    coal_request r = {.space = a->space, .op = a->op, .bytes = p->bytes, .mask = p->mask};
    for (uint32_t rest = p->mask; rest; rest &= rest - 1) {
      unsigned lane = (unsigned)__builtin_ctz(rest);
      r.address[lane] = in_own_array(p->offset[lane], size, p->bytes);
    }
    moved += (double)coal_model_cost(target, &r).moved * (double)p->count;
    n += (double)p->count;
  }
  return n > 0 ? moved / n : -1;
}

const coal_fix *coal_improve_soa(coal_analysis *analysis, const coal_access *a) {
  const coal_target *target = coal_analysis_options(analysis)->target;
  size_t n;
  const coal_access *list = coal_analysis_accesses(analysis, &n);
  double before = 0, after = 0;
  if (!a->stride_record || !a->object_name) return NULL;
  for (size_t i = 0; i < n; i++) {
    const coal_access *other = &list[i];
    bool is_ours = other == a || (other->kernel == a->kernel && other->object == a->object && other->object_name &&
                                  !strcmp(other->object_name, a->object_name) && other->space == COAL_SPACE_GLOBAL);
    if (!is_ours || other->reason == COAL_REASON_UNREACHED) continue;
    if (!other->known || other->stride_record != a->stride_record) return NULL;
    double cost = soa_cost(target, other, (int64_t)a->stride_record->size_bytes);
    if (cost < 0) return NULL;
    before += mean(&other->moved);
    after += cost;
  }
  if (!coal_gain_is_worth(before, after)) return NULL;
  return fix_of(analysis, a,
                coal_analysis_format(analysis, "keep each field of '%s' in an array of its own (struct of arrays)",
                                     a->stride_record->name),
                before, after);
}

/* ---- another launch ------------------------------------------------------------------------------------ */

static coal_stat swapped(const coal_access *a) { return a->swapped; }
static coal_stat widened(const coal_access *a) { return a->widened; }

/** True if all global accesses of the kernel together cost enough less in the trial, and the shared ones no more. */
static bool trial_gains(coal_analysis *analysis, const coal_access *a, coal_stat (*trial)(const coal_access *),
                        double *before, double *after) {
  size_t n;
  const coal_access *list = coal_analysis_accesses(analysis, &n);
  double shared_before = 0, shared_after = 0;
  *before = *after = 0;
  for (size_t i = 0; i < n; i++) {
    const coal_access *other = &list[i];
    bool is_shared = other->space == COAL_SPACE_SHARED;
    if (other->kernel != a->kernel || other->reason == COAL_REASON_UNREACHED ||
        (other->space != COAL_SPACE_GLOBAL && !is_shared))
      continue;
    const coal_stat found = trial(other);
    if (!other->known || !found.n) return false;
    *(is_shared ? &shared_before : before) += mean(&other->launch_moved[0]);
    *(is_shared ? &shared_after : after) += mean(&found);
  }
  return *before > 0 && coal_gain_is_worth(*before, *after) && shared_after <= shared_before;
}

const coal_fix *coal_improve_swap(coal_analysis *analysis, const coal_access *a) {
  double before, after;
  if (!trial_gains(analysis, a, swapped, &before, &after)) return NULL;
  return fix_of(
      analysis, a,
      coal_analysis_format(
          analysis,
          "swap the roles of threadIdx.x and threadIdx.y in '%s' (of blockIdx and the launch too); all its global accesses together",
          a->kernel->fn->name),
      before, after);
}

const coal_fix *coal_improve_block(coal_analysis *analysis, const coal_access *a) {
  double before, after;
  if (!trial_gains(analysis, a, widened, &before, &after)) return NULL;
  const uint32_t *block = a->kernel->launches[0].block;
  const uint32_t wide[3] = {COAL_WARP_LANES, block[0] * block[1] / COAL_WARP_LANES, 1};
  return fix_of(
      analysis, a,
      coal_analysis_format(analysis, "launch '%s' with block %s in place of %s; all its global accesses together",
                           a->kernel->fn->name, coal_text_dim(analysis, wide), coal_text_dim(analysis, block)),
      before, after);
}

/* ---- a tile in shared memory --------------------------------------------------------------------------- */

static int by_value(const void *x, const void *y) {
  int64_t a = *(const int64_t *)x, b = *(const int64_t *)y;
  return a < b ? -1 : a > b;
}

/** Transactions when lanes access the n distinct ascending places, 32 at a time; each run of 32 elements begins a
 *  request. */
static double in_order_cost(const coal_target *target, const coal_access *a, const int64_t *places, size_t n) {
  double moved = 0;
  int64_t stretch = (int64_t)a->instruction_bytes * COAL_WARP_LANES;
  for (size_t i = 0; i < n;) {
    coal_request r = {.space = a->space, .op = a->op, .bytes = a->instruction_bytes};
    for (unsigned lane = 0; lane < COAL_WARP_LANES && i < n; lane++, i++) {
      if (lane && places[i] % stretch == 0 && places[i] - places[i - 1] == a->instruction_bytes) break;
      r.address[lane] = BASE + (uint64_t)places[i];
      r.mask |= UINT32_C(1) << lane;
    }
    moved += coal_model_cost(target, &r).moved;
  }
  return moved;
}

/** Does a tile with rows of 33 elements have no conflicts by rows and by columns? */
static bool tile_is_free(const coal_target *target, uint32_t bytes) {
  coal_request row = {.space = COAL_SPACE_SHARED, .op = COAL_MEM_STORE, .bytes = bytes, .mask = UINT32_MAX},
               column = row;
  column.op = COAL_MEM_LOAD;
  for (unsigned i = 0; i < COAL_WARP_LANES; i++) {
    row.address[i] = (uint64_t)i * bytes;
    column.address[i] = (uint64_t)i * bytes * (COAL_WARP_LANES + 1);
  }
  coal_cost r = coal_model_cost(target, &row), c = coal_model_cost(target, &column);
  return r.moved == r.ideal && c.moved == c.ideal;
}

const coal_fix *coal_improve_tile(coal_analysis *analysis, const coal_access *a) {
  const coal_target *target = coal_analysis_options(analysis)->target;
  if (!a->n_block_offsets || !a->block_requests || (a->op != COAL_MEM_LOAD && a->op != COAL_MEM_STORE)) return NULL;
  size_t n = 0;
  int64_t *places = malloc(a->n_block_offsets * sizeof *places);
  if (!places) return NULL;
  memcpy(places, a->block_offsets, a->n_block_offsets * sizeof *places);
  qsort(places, a->n_block_offsets, sizeof *places, by_value);
  for (size_t i = 0; i < a->n_block_offsets; i++)
    if (!n || places[n - 1] != places[i]) places[n++] = places[i];
  double after = places[0] < 0 ? a->moved.sum : in_order_cost(target, a, places, n) / a->block_requests,
         before = mean(&a->launch_moved[0]);
  free(places);
  if (!coal_gain_is_worth(before, after)) return NULL;
  const char *padding =
      tile_is_free(target, a->instruction_bytes) ? " (rows of 33 elements keep it free of bank conflicts)" : "";
  return fix_of(
      analysis, a,
      coal_analysis_format(
          analysis,
          "let the block %s '%s' through a tile in shared memory, neighbouring lanes at neighbouring elements%s",
          a->op == COAL_MEM_STORE ? "write" : "read", coal_access_object(a), padding),
      before, after);
}
