/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/** From hand-made facts to verdicts, findings, notes and fixes. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include <checks/layout.h>
#include <checks/registry.h>

#include "facts.h"

static int set_up(void **state) {
  *state = facts_new(32, 8);
  return 0;
}

static int tear_down(void **state) {
  facts_free(*state);
  return 0;
}

static void run(coal_analysis *a, const char *checks, double min_efficiency) {
  coal_check_options options = {.checks = checks, .min_efficiency = min_efficiency};
  assert_int_equal(coal_checks_run(a, &options), 0);
}

/** The only finding. */
static const coal_finding *only(coal_analysis *a) {
  size_t n;
  const coal_finding *f = coal_analysis_findings(a, &n);
  assert_int_equal(n, 1);
  return f;
}

static void assert_silent(coal_analysis *a) {
  size_t n;
  coal_analysis_findings(a, &n);
  assert_int_equal(n, 0);
}

static bool has_note(const coal_finding *f, const char *text) {
  for (size_t i = 0; i < f->n_notes; i++)
    if (strstr(f->notes[i].text, text)) return true;
  return false;
}

static coal_access *global_load(coal_analysis *a, int64_t start, int64_t stride) {
  coal_access *access = facts_access(a, COAL_SPACE_GLOBAL, COAL_MEM_LOAD, 4, 5);
  facts_stride(a, access, UINT32_MAX, start, stride);
  access->has_lane_stride = true;
  access->lane_stride_bytes = stride;
  access->is_affine = true;
  return access;
}

/* ---- verdicts ------------------------------------------------------------------------------------------ */

static void strided_fires(void **state) {
  coal_access *access = global_load(*state, 0, 32);
  access->index = "8*threadIdx.x";
  run(*state, NULL, 0);
  const coal_finding *f = only(*state);
  assert_int_equal(access->verdict, COAL_VERDICT_STRIDED);
  assert_string_equal(f->check, "strided");
  assert_int_equal(f->severity, COAL_SEVERITY_WARNING);
  assert_string_equal(f->message, "uncoalesced load of 'in': 32 sectors per request, minimum 4");
  assert_string_equal(f->notes[0].text,
                      "neighbouring lanes are 8 elements apart (index 8*threadIdx.x); block (32, 8, 1)");
  assert_true(has_note(f, "launched here with block (32, 8, 1)"));
}

static void strided_names_the_symbol_and_its_thresholds(void **state) {
  coal_access *access = global_load(*state, 0, 4096);
  access->has_lane_stride = false;
  access->lane_stride = "4*N";
  access->lane_stride_scale = 4;
  access->stride_symbol = "N";
  access->bad_from = 2;
  access->worst_from = 8;
  access->index = "N*threadIdx.x";
  run(*state, NULL, 0);
  assert_string_equal(
      only(*state)->notes[0].text,
      "neighbouring lanes are N elements apart (index N*threadIdx.x); degrades for N >= 2, worst for N >= 8; block (32, 8, 1)");
}

/** A narrow block makes rows: no single stride, but affine in threadIdx. */
static void two_rows_are_strided(void **state) {
  int64_t offset[32];
  for (unsigned i = 0; i < 32; i++) offset[i] = i / 16 * 1024 + i % 16;
  coal_access *access = facts_access(*state, COAL_SPACE_GLOBAL, COAL_MEM_LOAD, 1, 5);
  facts_offsets(*state, access, UINT32_MAX, offset);
  access->is_affine = true;
  run(*state, NULL, 0);
  assert_string_equal(only(*state)->message, "uncoalesced load of 'in': 2 sectors per request, minimum 1");
}

static void dense_is_coalesced(void **state) {
  coal_access *access = global_load(*state, 0, 4);
  run(*state, NULL, 0);
  assert_silent(*state);
  assert_int_equal(access->verdict, COAL_VERDICT_COALESCED);
}

static void one_lane_and_one_address_are_fine(void **state) {
  coal_access *single = global_load(*state, 0, 4096);
  single->always_single_lane = true;
  coal_access *uniform = facts_access(*state, COAL_SPACE_GLOBAL, COAL_MEM_ATOMIC, 4, 6);
  facts_stride(*state, uniform, UINT32_MAX, 0, 0);
  uniform->always_uniform = true;
  run(*state, NULL, 0);
  assert_silent(*state);
  assert_int_equal(single->verdict, COAL_VERDICT_SINGLE_LANE);
  assert_int_equal(uniform->verdict, COAL_VERDICT_BROADCAST);
}

static void misaligned_fires(void **state) {
  coal_access *access = global_load(*state, 4, 4);
  access->shift_mends = true;
  run(*state, NULL, 0);
  assert_int_equal(access->verdict, COAL_VERDICT_MISALIGNED);
  assert_string_equal(only(*state)->message, "misaligned load of 'in': 5 sectors per request, minimum 4");
}

static void an_unknown_start_is_no_fault(void **state) {
  coal_access *access = global_load(*state, 0, 4);
  facts_stride(*state, access, UINT32_MAX, 4, 4);
  access->shift_mends = access->alignment_unknown = true;
  run(*state, NULL, 0);
  assert_silent(*state);
  assert_int_equal(access->verdict, COAL_VERDICT_COALESCED);
}

static void ranges_are_shown_as_ranges(void **state) {
  coal_access *access = global_load(*state, 0, 4);
  facts_stride(*state, access, UINT32_MAX, 4, 4);
  access->shift_mends = true;
  run(*state, NULL, 0);
  assert_string_equal(only(*state)->message, "misaligned load of 'in': 4 to 5 sectors per request, minimum 4");
}

static void misaligned_vector_is_an_error_whatever_it_costs(void **state) {
  coal_access *access = facts_access(*state, COAL_SPACE_GLOBAL, COAL_MEM_LOAD, 16, 5);
  facts_stride(*state, access, 1, 8, 16);
  access->is_unaligned = access->always_single_lane = true;
  run(*state, NULL, 1);
  assert_int_equal(access->verdict, COAL_VERDICT_MISALIGNED_VECTOR);
  assert_string_equal(only(*state)->check, "misaligned-vector");
  assert_int_equal(only(*state)->severity, COAL_SEVERITY_ERROR);
}

static coal_access *field_load(coal_analysis *a, coal_record *record) {
  coal_access *access = global_load(a, 0, 16);
  record->name = "P";
  record->size_bytes = 16;
  access->stride_record = record;
  access->field = "x";
  return access;
}

static void aos_field_fires(void **state) {
  coal_record record = {0};
  coal_access *access = field_load(*state, &record);
  run(*state, NULL, 0);
  assert_int_equal(access->verdict, COAL_VERDICT_AOS_FIELD);
  assert_string_equal(only(*state)->message, "uncoalesced load of field 'x' of 'P': 16 sectors per request, minimum 4");
  assert_true(
      has_note(only(*state), "neighbouring lanes are one 'P' apart, of which they use 4 of 16 bytes (bytes 0 to 3)"));
}

static void amortized_is_a_remark(void **state) {
  coal_record record = {0};
  coal_access *access = field_load(*state, &record);
  access->is_amortized = true;
  run(*state, NULL, 0);
  assert_int_equal(access->verdict, COAL_VERDICT_AMORTIZED);
  assert_int_equal(only(*state)->severity, COAL_SEVERITY_REMARK);
  assert_true(has_note(only(*state), "neighbouring accesses use the rest"));
}

static void scattered_is_the_last_cause(void **state) {
  coal_access *access = global_load(*state, 0, 4096);
  access->has_lane_stride = access->is_affine = false;
  run(*state, NULL, 0);
  assert_int_equal(access->verdict, COAL_VERDICT_SCATTERED);
  assert_string_equal(only(*state)->check, "scattered");
}

static void what_is_not_known_is_unknown(void **state) {
  coal_access *access = facts_access(*state, COAL_SPACE_GLOBAL, COAL_MEM_LOAD, 4, 5);
  access->known = false;
  access->reason = COAL_REASON_INDIRECT;
  access->verdict = COAL_VERDICT_COALESCED;
  coal_access *nowhere = facts_access(*state, COAL_SPACE_UNKNOWN, COAL_MEM_LOAD, 4, 6);
  run(*state, NULL, 0);
  assert_silent(*state);
  assert_int_equal(access->verdict, COAL_VERDICT_UNKNOWN);
  assert_int_equal(nowhere->verdict, COAL_VERDICT_UNKNOWN);
}

/* ---- notes, order, options ----------------------------------------------------------------------------- */

static void says_what_it_rests_on(void **state) {
  coal_access *access = global_load(*state, 0, 4096);
  const coal_assumption assumptions[] = {{COAL_ASSUMED_ALIGNMENT, "in", 256}};
  coal_call_site call = {.range = access->range};
  call.range.begin.line1 = 12;
  access->assumptions = assumptions;
  access->n_assumptions = 1;
  access->inlined_at = &call;
  access->n_inlined_at = 1;
  access->bytes = 12;
  access->instructions = 3;
  run(*state, NULL, 0);
  assert_true(has_note(only(*state), "assumes in is 256-byte aligned"));
  assert_true(has_note(only(*state), "called from here"));
  assert_true(has_note(only(*state), "12-byte type: 3 instructions of 4 bytes"));
}

/** Two findings, of two arrays: the first in the list, on line 9, moves more for nothing. */
static const coal_finding *two_arrays(coal_analysis *a, const coal_check_options *options) {
  coal_access *first = global_load(a, 0, 4096), *second = global_load(a, 0, 8);
  first->range.begin.line1 = 9;
  second->range.begin.line1 = 3;
  second->object_name = "other";
  assert_int_equal(coal_checks_run(a, options), 0);
  size_t n;
  const coal_finding *f = coal_analysis_findings(a, &n);
  assert_int_equal(n, 2);
  return f;
}

static void findings_come_worst_first(void **state) {
  const coal_finding *f = two_arrays(*state, NULL);
  assert_int_equal(f[0].access, 0);
  assert_int_equal(f[1].access, 1);
}

static void findings_come_in_source_order_on_request(void **state) {
  coal_check_options options = {.in_source_order = true};
  const coal_finding *f = two_arrays(*state, &options);
  assert_int_equal(f[0].access, 1);
  assert_int_equal(f[1].access, 0);
}

/** Accesses of one array with one distance are one finding, and none of its notes says what another says. */
static void one_cause_is_one_finding(void **state) {
  coal_access *first = global_load(*state, 0, 32), *second = global_load(*state, 4, 32);
  second->range.begin.line1 = second->range.end.line1 = 7;
  second->op = COAL_MEM_STORE;
  first->index = second->index = "8*threadIdx.x";
  run(*state, NULL, 0);
  const coal_finding *f = only(*state);
  size_t n;
  const size_t *list = coal_finding_accesses(f, &n);
  assert_int_equal(n, 2);
  assert_int_equal(list[0], 0);
  assert_int_equal(list[1], 1);
  assert_string_equal(f->message, "uncoalesced load and store of 'in': 32 sectors per request, minimum 4");
  assert_true(has_note(f, "the same at line 7"));
  assert_true(f->n_brief >= 2 && f->n_brief <= 3);
  for (size_t i = 0; i < f->n_notes; i++)
    for (size_t k = 0; k < i; k++) assert_string_not_equal(f->notes[i].text, f->notes[k].text);
}

static void another_distance_is_another_cause(void **state) {
  global_load(*state, 0, 32);
  coal_access *second = global_load(*state, 4, 64);
  second->range.begin.line1 = 7;
  run(*state, NULL, 0);
  size_t n;
  coal_analysis_findings(*state, &n);
  assert_int_equal(n, 2);
}

static void facts_price(coal_access *a, double time_ns, double saved_ns) {
  a->has_estimate = true;
  a->estimate =
      (coal_access_cost_estimate){.has_saving = true, .time_ns = time_ns, .saved_ns = saved_ns, .bottleneck = "dram"};
}

/** The costlier one first, though it moves less; what costs under 5 % of a launch that fills the GPU is a remark. */
static void the_price_ranks_and_demotes(void **state) {
  coal_access *first = global_load(*state, 0, 4096), *second = global_load(*state, 0, 16);
  second->range.begin.line1 = 9;
  second->object_name = "other";
  facts_price(first, 1000, 20);
  facts_price(second, 1000, 600);
  facts_grid(*state, 1 << 20);
  run(*state, NULL, 0);
  size_t n;
  const coal_finding *f = coal_analysis_findings(*state, &n);
  assert_int_equal(n, 2);
  assert_int_equal(f[0].access, 1);
  assert_int_equal(f[0].severity, COAL_SEVERITY_WARNING);
  assert_true(has_note(&f[0], "costs 60 % of this kernel's time on sm_80 (1 µs instead of 0.4): DRAM bandwidth"));
  assert_int_equal(f[1].severity, COAL_SEVERITY_REMARK);
  assert_true(has_note(&f[1], "costs less than 5 % of this kernel's time on sm_80: the kernel waits for DRAM anyway"));
}

static void a_launch_that_does_not_fill_the_gpu_demotes_nothing(void **state) {
  facts_price(global_load(*state, 0, 4096), 1000, 20);
  facts_grid(*state, 8);
  run(*state, NULL, 0);
  assert_int_equal(only(*state)->severity, COAL_SEVERITY_WARNING);
  assert_true(has_note(only(*state), "each request uses 128 of the 1024 bytes it moves (12.5 % efficient)"));
}

/** What is 80 % efficient or better is a remark. */
static void what_is_nearly_dense_is_a_remark(void **state) {
  coal_access *access = global_load(*state, 4, 4);
  access->shift_mends = true;
  run(*state, NULL, 0);
  assert_int_equal(only(*state)->severity, COAL_SEVERITY_REMARK);
}

static void min_efficiency_makes_remarks(void **state) {
  global_load(*state, 0, 16);
  run(*state, NULL, 25);
  assert_int_equal(only(*state)->severity, COAL_SEVERITY_REMARK);
}

static void min_efficiency_keeps_what_is_below(void **state) {
  global_load(*state, 0, 16);
  run(*state, NULL, 25.1);
  assert_int_equal(only(*state)->severity, COAL_SEVERITY_WARNING);
}

static void a_check_that_is_off_leaves_the_verdict(void **state) {
  coal_access *access = global_load(*state, 0, 16);
  run(*state, "-strided", 0);
  assert_silent(*state);
  assert_int_equal(access->verdict, COAL_VERDICT_STRIDED);
}

static void globs_are_clang_tidys(void **state) {
  (void)state;
  assert_true(coal_check_is_on(NULL, "strided"));
  assert_true(coal_check_is_on("", "strided"));
  assert_false(coal_check_is_on("-*", "strided"));
  assert_false(coal_check_is_on("-*,bank-conflict", "strided"));
  assert_true(coal_check_is_on("-*, bank-conflict ", "bank-conflict"));
  assert_true(coal_check_is_on("-*,coalcheck-bank-*", "bank-conflict"));
  assert_false(coal_check_is_on("-coalcheck-*", "bank-conflict"));
  assert_false(coal_check_is_on("-*,mis*,-misaligned-vector", "misaligned-vector"));
  assert_true(coal_check_is_on("-*,mis*,-misaligned-vector", "misaligned"));
  assert_false(coal_check_is_on("-misaligned*", "misaligned-vector"));
  assert_true(coal_check_is_on("-misaligned", "misaligned-vector"));
}

/* ---- shared memory ------------------------------------------------------------------------------------- */

/** `__shared__ float NAME[rows][columns]` whose declarator begins at the offset in the file. */
static coal_var *tile(coal_analysis *a, const char *path, uint32_t offset, uint64_t rows, uint64_t columns) {
  coal_module *m = facts_module(a);
  const coal_type *row = coal_type_array(m, coal_type_float(m, 32), columns);
  coal_range range = {.file = facts_file(a, path)};
  range.begin.offset_bytes = offset;
  range.end.offset_bytes = offset + 4;
  return coal_var_new(m, "tile", coal_type_array(m, row, rows), COAL_STORAGE_SHARED, 0, false, range);
}

/** An access [ty + rows_down][tx] (or swapped) by a warp of a block `width` lanes wide. */
static coal_access *tile_access(coal_analysis *a, const coal_var *v, coal_mem_op op, unsigned width, bool is_column) {
  int64_t offset[32], columns = (int64_t)v->type->element->count;
  coal_access *access = facts_access(a, COAL_SPACE_SHARED, op, 4, is_column ? 8 : 7);
  for (unsigned y = 0; y < width; y += 32 / width) {
    for (unsigned i = 0; i < 32; i++) {
      int64_t tx = i % width, ty = y + i / width;
      offset[i] = 4 * (is_column ? tx * columns + ty : ty * columns + tx);
    }
    facts_offsets(a, access, UINT32_MAX, offset);
  }
  access->object = v;
  access->is_affine = true;
  return access;
}

static void bank_conflict_fires_with_proved_padding(void **state) {
  coal_var *v = tile(*state, "nowhere.cu", 0, 32, 32);
  coal_access *store = tile_access(*state, v, COAL_MEM_STORE, 32, false);
  coal_access *load = tile_access(*state, v, COAL_MEM_LOAD, 32, true);
  run(*state, NULL, 0);
  assert_int_equal(store->verdict, COAL_VERDICT_CONFLICT_FREE);
  assert_int_equal(load->verdict, COAL_VERDICT_BANK_CONFLICT);
  const coal_finding *f = only(*state);
  assert_string_equal(f->message, "32-way bank conflict in shared load of 'in': 32 wavefronts per request, minimum 1");
  assert_non_null(f->fix);
  assert_string_equal(f->fix->description,
                      "pad the rows of 'tile' from 32 to 33 elements, with all that relies on their length");
  assert_true(f->fix->before == 33 && f->fix->after == 2);
  assert_int_equal(f->fix->n_edits, 0);
}

static void padded_tile_is_silent(void **state) {
  coal_var *v = tile(*state, "nowhere.cu", 0, 32, 33);
  tile_access(*state, v, COAL_MEM_STORE, 32, false);
  tile_access(*state, v, COAL_MEM_LOAD, 32, true);
  run(*state, NULL, 0);
  assert_silent(*state);
}

static void nothing_is_offered_while_an_access_is_unknown(void **state) {
  coal_var *v = tile(*state, "nowhere.cu", 0, 32, 32);
  tile_access(*state, v, COAL_MEM_LOAD, 32, true);
  coal_access *other = facts_access(*state, COAL_SPACE_SHARED, COAL_MEM_STORE, 4, 9);
  other->known = false;
  other->object = v;
  run(*state, NULL, 0);
  assert_null(only(*state)->fix);
}

/** [16][17] in a 16 × 16 block: a warp holds two rows, and no padding frees both directions. */
static void tile_16x17_says_what_helps(void **state) {
  coal_var *v = tile(*state, "nowhere.cu", 0, 16, 17);
  tile_access(*state, v, COAL_MEM_STORE, 16, false);
  tile_access(*state, v, COAL_MEM_LOAD, 16, true);
  run(*state, NULL, 0);
  const coal_finding *f = only(*state);
  assert_string_equal(f->message,
                      "2-way bank conflict in shared load and store of 'in': 2 wavefronts per request, minimum 1");
  assert_true(
      has_note(f, "storing column c of row r in column c ^ r of rows cut to 16 elements would: 4 wavefronts become 2"));
}

static void an_odd_distance_is_advised(void **state) {
  coal_access *access = facts_access(*state, COAL_SPACE_SHARED, COAL_MEM_LOAD, 4, 5);
  facts_stride(*state, access, UINT32_MAX, 0, 128);
  access->has_lane_stride = true;
  access->lane_stride_bytes = 128;
  run(*state, NULL, 0);
  assert_true(has_note(only(*state),
                       "help: lanes 32 elements apart share banks; an odd distance, such as 33, has no conflict"));
  assert_null(only(*state)->fix);
}

static void atomics_on_a_bank_are_blamed(void **state) {
  coal_access *access = facts_access(*state, COAL_SPACE_SHARED, COAL_MEM_ATOMIC, 4, 5);
  facts_stride(*state, access, UINT32_MAX, 0, 32);
  run(*state, NULL, 0);
  assert_int_equal(access->verdict, COAL_VERDICT_BANK_CONFLICT);
  assert_true(has_note(only(*state), "done one after the other"));
}

/* ---- the edit ------------------------------------------------------------------------------------------ */

static char *write_source(const char *text) {
  char *path = strdup("/tmp/coalcheck-test-XXXXXX");
  int fd = mkstemp(path);
  assert_true(fd >= 0);
  assert_int_equal(write(fd, text, strlen(text)), (ssize_t)strlen(text));
  close(fd);
  return path;
}

/** The declaration `before` with its row padded, or NULL when no edit is offered. Yours. */
static char *edited(const char *before, uint64_t rows, uint64_t columns, uint64_t pad) {
  coal_analysis *a = facts_new(32, 32);
  char *path = write_source(before), *after = NULL;
  coal_var *v = tile(a, path, (uint32_t)(strstr(before, "tile") - before), rows, columns);
  coal_edit edit;
  const coal_mentions none = {0};
  if (coal_extent_edit(a, v, &none, pad, &edit)) {
    const char *rest = before + edit.range.end.offset_bytes;
    size_t n = strlen(before) + strlen(edit.text) + 1;
    after = malloc(n);
    snprintf(after, n, "%.*s%s%s", (int)edit.range.begin.offset_bytes, before, edit.text, rest);
    assert_int_equal(edit.range.begin.column1, edit.range.begin.offset_bytes + 1 -
                                                   (strchr(before, '\n') ? strchr(before, '\n') + 1 - before : 0));
  }
  unlink(path);
  free(path);
  facts_free(a);
  return after;
}

static void assert_edit(const char *before, const char *after, uint64_t pad) {
  char *got = edited(before, 32, 32, pad);
  if (after) {
    assert_non_null(got);
    assert_string_equal(got, after);
  } else {
    assert_null(got);
  }
  free(got);
}

static void edits_the_innermost_extent(void **state) {
  (void)state;
  assert_edit("__shared__ float tile[32][32];", "__shared__ float tile[32][33];", 1);
  assert_edit("__shared__ float tile [ 32 ] [ 32 ], b[2];", "__shared__ float tile [ 32 ] [ 34 ], b[2];", 2);
  assert_edit("__shared__ float tile[SIDE][SIDE];", "__shared__ float tile[SIDE][SIDE + 1];", 1);
  assert_edit("__shared__ float tile[S][T::w + 0];", "__shared__ float tile[S][T::w + 1];", 1);
  assert_edit("__shared__ float tile[S][a<<5];", "__shared__ float tile[S][(a<<5) + 1];", 1);
  assert_edit("__shared__ float tile[S][f(1, 2)];", "__shared__ float tile[S][f(1, 2) + 1];", 1);
  assert_edit("#define SIDE 32\n__shared__ float tile[SIDE][SIDE];",
              "#define SIDE 32\n__shared__ float tile[SIDE][SIDE + 1];", 1);
}

static void other_names_and_texts_are_no_mentions(void **state) {
  (void)state;
  static const char *const behind[] = {"// tile", "/* tile */", "\"tile\"", "'\\''", "a.tile",
                                       "p->tile", "tiles",      "til",      "file",  "} tile"};
  for (size_t i = 0; i < sizeof behind / sizeof *behind; i++) {
    char before[128], after[128];
    snprintf(before, sizeof before, "{ __shared__ float tile[32][32]; %s", behind[i]);
    snprintf(after, sizeof after, "{ __shared__ float tile[32][33]; %s", behind[i]);
    assert_edit(before, after, 1);
  }
}

static void leaves_text_that_it_does_not_understand(void **state) {
  (void)state;
  assert_edit("__shared__ Tile tile;", NULL, 1);
  assert_edit("__shared__ float tile[32];", NULL, 1);
  assert_edit("__shared__ float tile[32][32][2];", NULL, 1);
  assert_edit("__shared__ float tile[32][16];", NULL, 1);
  assert_edit("__shared__ float tile[32][/* w */ 32];", NULL, 1);
  assert_edit("__shared__ float tile[32][32", NULL, 1);
  assert_edit("#define SIDE 1 << 5\n__shared__ float tile[SIDE][SIDE];", NULL, 1);
  assert_edit("{ __shared__ float tile[32][32]; f(sizeof(tile)); }", NULL, 1);
  assert_edit("{ __shared__ float tile[32][32]; decltype(tile) other; }", NULL, 1);
  assert_edit("#define BYTES sizeof(tile)\n{ __shared__ float tile[32][32]; }", NULL, 1);
  assert_edit("#define BYTES \\\n  sizeof(tile)\n{ __shared__ float tile[32][32]; }", NULL, 1);
  assert_edit("{ __shared__ float tile[32][32]; R\"(tile)\"; }", NULL, 1);
}

/** The kernel body `e` of the module decides whether the array may be edited. */
static bool is_only_subscripted(coal_analysis *a, const coal_var *v, const coal_expr *e) {
  coal_module *m = facts_module(a);
  bool is_new;
  coal_function *fn = coal_module_function(m, "k", &is_new);
  coal_range none = {0};
  coal_function_define(m, fn, coal_stmt_expr(m, e, none));
  coal_mentions mentions;
  coal_mentions_collect(m, v, &mentions);
  bool escapes = mentions.escapes;
  free(mentions.items);
  return !escapes;
}

static const coal_expr *element(coal_module *m, const coal_var *v, const coal_expr *index) {
  coal_range r = {0};
  return coal_expr_index(m, coal_expr_index(m, coal_expr_var(m, v, r), index, r), index, r);
}

static void array_that_escapes_is_not_edited(void **state) {
  coal_module *m = facts_module(*state);
  coal_var *v = tile(*state, "nowhere.cu", 0, 32, 32);
  coal_range r = {0};
  const coal_expr *one = coal_expr_int(m, coal_type_int(m, 32, true), 1, r);
  const coal_expr *whole = coal_expr_var(m, v, r), *row = coal_expr_index(m, whole, one, r);
  const coal_expr *nested = coal_expr_cast(m, coal_type_int(m, 32, true), element(m, v, one), r);
  assert_true(is_only_subscripted(*state, v, coal_expr_value(m, element(m, v, one))));
  assert_true(is_only_subscripted(*state, v, coal_expr_assign(m, element(m, v, nested), element(m, v, one), r)));
  assert_false(is_only_subscripted(*state, v, coal_expr_value(m, row)));
  assert_false(is_only_subscripted(*state, v, coal_expr_addr(m, element(m, v, one), r)));
  assert_false(is_only_subscripted(*state, v, coal_expr_value(m, whole)));
  assert_false(is_only_subscripted(*state, v, coal_expr_index(m, coal_expr_addr(m, element(m, v, one), r), one, r)));
}

/* tile[1][(int)tile[1][1]]: the whole chain and the one in its index are a mention each. */
static void every_use_of_an_array_is_collected(void **state) {
  coal_module *m = facts_module(*state);
  coal_var *v = tile(*state, "nowhere.cu", 0, 32, 32);
  const coal_range outer = {.begin.offset_bytes = 10}, inner = {.begin.offset_bytes = 20};
  const coal_expr *one = coal_expr_int(m, coal_type_int(m, 32, true), 1, inner);
  const coal_expr *row = coal_expr_index(m, coal_expr_var(m, v, inner), one, inner);
  const coal_expr *index = coal_expr_cast(m, one->type, coal_expr_index(m, row, one, inner), inner);
  bool is_new;
  coal_function_define(m, coal_module_function(m, "k", &is_new),
                       coal_stmt_expr(m, coal_expr_value(m, coal_expr_index(m, row, index, outer)), outer));
  coal_mentions mentions;
  coal_mentions_collect(m, v, &mentions);
  assert_false(mentions.escapes);
  assert_int_equal(mentions.n, 2);
  assert_int_equal(mentions.items[0].begin.offset_bytes, 10);
  assert_int_equal(mentions.items[1].begin.offset_bytes, 20);
  free(mentions.items);
}

/* ---- registry ------------------------------------------------------------------------------------------ */

static void registry_names_match_verdicts(void **state) {
  (void)state;
  size_t n;
  const coal_check *const *checks = coal_check_list(&n);
  assert_int_equal(n, 7);
  for (size_t i = 0; i < n; i++) {
    if (!checks[i]->keeps_verdict) assert_string_equal(checks[i]->name, coal_verdict_name(checks[i]->verdict));
    assert_int_equal(checks[i]->summary[strlen(checks[i]->summary) - 1], '.');
  }
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void) {
  const struct CMUnitTest tests[] = {
      TEST(strided_fires),
      TEST(strided_names_the_symbol_and_its_thresholds),
      TEST(two_rows_are_strided),
      TEST(dense_is_coalesced),
      TEST(one_lane_and_one_address_are_fine),
      TEST(misaligned_fires),
      TEST(an_unknown_start_is_no_fault),
      TEST(ranges_are_shown_as_ranges),
      TEST(misaligned_vector_is_an_error_whatever_it_costs),
      TEST(aos_field_fires),
      TEST(amortized_is_a_remark),
      TEST(scattered_is_the_last_cause),
      TEST(what_is_not_known_is_unknown),
      TEST(says_what_it_rests_on),
      TEST(findings_come_worst_first),
      TEST(findings_come_in_source_order_on_request),
      TEST(one_cause_is_one_finding),
      TEST(another_distance_is_another_cause),
      TEST(the_price_ranks_and_demotes),
      TEST(a_launch_that_does_not_fill_the_gpu_demotes_nothing),
      TEST(what_is_nearly_dense_is_a_remark),
      TEST(min_efficiency_makes_remarks),
      TEST(min_efficiency_keeps_what_is_below),
      TEST(a_check_that_is_off_leaves_the_verdict),
      TEST(globs_are_clang_tidys),
      TEST(bank_conflict_fires_with_proved_padding),
      TEST(padded_tile_is_silent),
      TEST(nothing_is_offered_while_an_access_is_unknown),
      TEST(tile_16x17_says_what_helps),
      TEST(an_odd_distance_is_advised),
      TEST(atomics_on_a_bank_are_blamed),
      TEST(edits_the_innermost_extent),
      TEST(other_names_and_texts_are_no_mentions),
      TEST(leaves_text_that_it_does_not_understand),
      TEST(array_that_escapes_is_not_edited),
      TEST(every_use_of_an_array_is_collected),
      TEST(registry_names_match_verdicts),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
