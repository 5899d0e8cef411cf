/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/** The cache and time model by hand-made requests: what hits, what DRAM moves, how long it takes. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include <cost/atomic.h>
#include <cost/cache.h>
#include <cost/estimate.h>
#include <cost/extent.h>
#include <cost/footprint.h>
#include <cost/work.h>

enum { REQUESTS = 200000 };

static void assert_near(double is, double wanted, double share) {
  if (fabs(is - wanted) > share * fabs(wanted)) fail_msg("%g instead of %g", is, wanted);
}

/* ---- the cache ----------------------------------------------------------------------------------------- */

static void the_oldest_line_goes(void **state) {
  (void)state;
  coal_cache *c = coal_cache_new(2);
  coal_cache_insert(c, 1)->sectors = 1;
  coal_cache_insert(c, 2)->sectors = 2;
  assert_non_null(coal_cache_find(c, 1)); /* 2 is the oldest now */
  coal_cache_insert(c, 3);
  assert_null(coal_cache_find(c, 2));
  assert_int_equal(coal_cache_find(c, 1)->sectors, 1);
  assert_non_null(coal_cache_find(c, 3));
  coal_cache_free(c);
}

static void a_large_cache_keeps_all(void **state) {
  (void)state;
  coal_cache *c = coal_cache_new(50000);
  for (uint64_t i = 0; i < 50000; i++) coal_cache_insert(c, i * 977)->sectors = (uint32_t)i;
  for (uint64_t i = 0; i < 50000; i++) assert_int_equal(coal_cache_find(c, i * 977)->sectors, i);
  coal_cache_insert(c, 1);
  assert_null(coal_cache_find(c, 0));
  coal_cache_free(c);
}

/* ---- sets of addresses --------------------------------------------------------------------------------- */

static double repeated(int64_t bytes, int64_t step, uint64_t times) {
  coal_extent e = {0};
  coal_extent_add(&e, 0, bytes);
  coal_extent_repeat(&e, step, times);
  double size = coal_extent_size(&e);
  coal_vec_free(&e);
  return size;
}

static void sets_grow_by_what_is_new(void **state) {
  (void)state;
  assert_near(repeated(128, 128, 1000), 128000, 0);
  assert_near(repeated(128, 4, 1000), 128 + 999 * 4, 0);
  assert_near(repeated(128, -4, 1000), 128 + 999 * 4, 0);
  assert_near(repeated(128, 4096, 1000), 128000, 0);
  assert_near(repeated(32, 4096, 100000), 3200000, 0.001); /* joined, but filled in part */
  assert_near(repeated(128, 0, 1000), 128, 0);
}

/* ---- launches ------------------------------------------------------------------------------------------ */

/** One warp a block, 1024 blocks unless said. */
static coal_trace *new_trace(uint32_t blocks) {
  coal_trace *t = coal_trace_new();
  t->grid[0] = blocks;
  t->grid[1] = t->grid[2] = 1;
  t->warps_per_block = 1;
  t->block_threads = COAL_WARP_LANES;
  t->is_affine = true;
  coal_trace_begin(t);
  return t;
}

static void add(coal_trace *t, uint32_t access, uint32_t object, coal_mem_op op, uint64_t base, uint64_t stride) {
  coal_request r = {.space = COAL_SPACE_GLOBAL, .op = op, .bytes = 4, .mask = UINT32_MAX};
  for (unsigned i = 0; i < COAL_WARP_LANES; i++) r.address[i] = base + i * stride;
  coal_trace_add(t, access, object, &r, 0, 0, 2);
}

/** What was added is all that the blocks do, each `step` bytes further. */
static void end(coal_trace *t, int64_t step) {
  coal_trace_block b = {.n_warps = 1, .warps = coal_alloc(sizeof *b.warps)};
  b.warps[0] = coal_trace_end(t);
  for (size_t i = 0; i < b.warps[0].n; i++)
    if (b.warps[0].items[i].kind <= COAL_TRACE_ATOMIC) b.warps[0].items[i].block[0] = step;
  coal_vec_push(&t->blocks, b);
}

static coal_estimate estimate(coal_trace *t) {
  coal_estimate e;
  assert_true(coal_estimate_launch(t, coal_target_find("sm_90"), REQUESTS, &e));
  coal_trace_free(t);
  coal_estimate_free(&e);
  return e;
}

static void a_stream_is_read_once(void **state) {
  (void)state;
  coal_trace *t = new_trace(100000);
  add(t, 0, 0, COAL_MEM_LOAD, 0, 4);
  add(t, 1, 1, COAL_MEM_STORE, 0, 4);
  end(t, 128);
  coal_estimate e = estimate(t);
  assert_near(e.l1_hit_rate, 0, 0);
  assert_near(e.dram_read_bytes, 12.8e6, 0.001);
  assert_near(e.dram_write_bytes, 0, 0); /* L2 holds it still */
  assert_near(e.l2_write_sectors, 400000 * 1.5, 0.001);
}

/** A thread that walks along its row uses seven of eight floats of a sector again. */
static void rows_by_thread_hit_and_look_up(void **state) {
  (void)state;
  coal_trace *t = new_trace(2112);
  add(t, 0, 0, COAL_MEM_LOAD, 0, 4096);
  size_t first = coal_trace_position(t);
  add(t, 0, 0, COAL_MEM_LOAD, 4, 4096);
  size_t second = coal_trace_position(t);
  add(t, 0, 0, COAL_MEM_LOAD, 8, 4096);
  assert_true(coal_trace_repeat(t, first, second, second, 1021));
  end(t, 32 * 4096);
  coal_estimate e = estimate(t);
  assert_near(e.l1_hit_rate, 0.875, 0.01);
  assert_near(e.dram_read_bytes, 2112.0 * 32 * 4096, 0.01);
  assert_string_equal(e.bottleneck, "l1");
  double cycles = 16 * 1024 * 32.0; /* sixteen blocks a multiprocessor, one line a cycle */
  assert_near(e.time_ns, 2000 + cycles / 1.98, 0.1);
}

/** Rows that do not fit L1 together are read again: 64 warps of 32 lines are more than it holds with two arrays. */
static void too_many_lines_do_not_stay(void **state) {
  (void)state;
  coal_trace *t = new_trace(132 * 32);
  for (unsigned round = 0; round < 2; round++)
    for (uint64_t row = 0; row < 64; row++) add(t, 0, 0, COAL_MEM_LOAD, row * 4096, 128);
  end(t, 64 * 4096);
  coal_estimate e = estimate(t);
  assert_near(e.l1_hit_rate + 1, 1, 0.1);
}

static void fields_of_one_sector_hit(void **state) {
  (void)state;
  coal_trace *t = new_trace(10000);
  for (uint32_t field = 0; field < 8; field++) add(t, field, 0, COAL_MEM_LOAD, field * 4, 32);
  end(t, 1024);
  coal_estimate e = estimate(t);
  assert_near(e.l1_hit_rate, 0.875, 0.001);
  assert_near(e.dram_read_bytes, 10000 * 1024, 0.001);
}

/** Pairs of sectors come from DRAM: 16 bytes for each one, not 8, from a stride of 64 bytes on. */
static void dram_reads_pairs(void **state) {
  (void)state;
  coal_trace *t = new_trace(10000);
  add(t, 0, 0, COAL_MEM_LOAD, 0, 128);
  end(t, 4096);
  assert_near(estimate(t).dram_read_bytes, 10000 * 32 * 64.0, 0.001);
}

/** Every second float: the sectors' other halves are read first. */
static void partly_written_sectors_are_read(void **state) {
  (void)state;
  coal_trace *t = new_trace(1000000);
  add(t, 0, 0, COAL_MEM_STORE, 0, 8);
  end(t, 256);
  coal_estimate e = estimate(t);
  assert_near(e.dram_read_bytes, 256e6, 0.01);
  assert_near(e.dram_write_bytes, 256e6, 0.1);
}

static void all_blocks_share_what_they_all_read(void **state) {
  (void)state;
  coal_trace *t = new_trace(1320);
  for (uint64_t row = 0; row < 16; row++) add(t, 0, 0, COAL_MEM_LOAD, row * 128, 4);
  end(t, 0);
  coal_estimate e = estimate(t);
  assert_near(e.dram_read_bytes, 2048, 0.001);
  assert_true(e.l1_hit_rate > 0.8);
}

static void what_is_in_a_register_is_not_loaded(void **state) {
  (void)state;
  coal_trace *t = new_trace(1);
  add(t, 0, 0, COAL_MEM_LOAD, 0, 4);
  add(t, 1, 0, COAL_MEM_LOAD, 0, 4); /* the same */
  assert_int_equal(coal_trace_position(t), 1);
  add(t, 2, 1, COAL_MEM_STORE, 0, 4); /* might be the same memory */
  add(t, 1, 0, COAL_MEM_LOAD, 0, 4);
  add(t, 3, 1, COAL_MEM_LOAD, 0, 4); /* what was stored */
  assert_int_equal(coal_trace_position(t), 3);
  coal_trace_barrier(t);
  add(t, 3, 1, COAL_MEM_LOAD, 0, 4);
  assert_int_equal(coal_trace_position(t), 5);
  end(t, 0);
  coal_trace_free(t);
}

static void what_differs_by_more_than_steps_is_no_loop(void **state) {
  (void)state;
  coal_trace *t = new_trace(1);
  add(t, 0, 0, COAL_MEM_LOAD, 0, 4);
  size_t second = coal_trace_position(t);
  add(t, 0, 0, COAL_MEM_LOAD, 4, 8); /* another distance between lanes */
  assert_false(coal_trace_repeat(t, 0, second, second, 10));
  assert_int_equal(coal_trace_position(t), 2);
  end(t, 0);
  coal_trace_free(t);
}

static void a_failed_trace_has_no_estimate(void **state) {
  (void)state;
  coal_trace *t = new_trace(1);
  add(t, 0, 0, COAL_MEM_LOAD, 0, 4);
  end(t, 0);
  coal_trace_fail(t, "an address is not known");
  coal_estimate e;
  assert_false(coal_estimate_launch(t, coal_target_find("sm_90"), REQUESTS, &e));
  coal_trace_free(t);
}

static void old_targets_have_none(void **state) {
  (void)state;
  coal_trace *t = new_trace(1);
  add(t, 0, 0, COAL_MEM_LOAD, 0, 4);
  end(t, 0);
  coal_estimate e;
  assert_false(coal_estimate_launch(t, coal_target_find("sm_35"), REQUESTS, &e));
  coal_trace_free(t);
}

/* ---- atomics and arithmetic ----------------------------------------------------------------------------- */

static coal_request atomics(uint32_t bytes, uint64_t step) {
  coal_request r = {.space = COAL_SPACE_GLOBAL, .op = COAL_MEM_ATOMIC, .bytes = bytes, .mask = UINT32_MAX};
  for (unsigned i = 0; i < COAL_WARP_LANES; i++) r.address[i] = i * step;
  return r;
}

static void slices_carry_out_sectors_and_lanes(void **state) {
  (void)state;
  coal_request dense = atomics(4, 4), one = atomics(4, 0), doubles = atomics(8, 8), one_double = atomics(8, 0);
  assert_near(coal_atomic_l2_cycles(&dense, COAL_ATOMIC_PLAIN), 4, 0);
  assert_near(coal_atomic_l2_cycles(&one, COAL_ATOMIC_PLAIN), 32, 0);
  assert_near(coal_atomic_l2_cycles(&one, COAL_ATOMIC_COMBINED), 1, 0);
  assert_near(coal_atomic_l2_cycles(&doubles, COAL_ATOMIC_DOUBLE), 32, 0);
  assert_near(coal_atomic_l2_cycles(&one_double, COAL_ATOMIC_DOUBLE), 96, 0);
  one.mask = 1;
  assert_near(coal_atomic_l2_cycles(&one, COAL_ATOMIC_PLAIN), 1, 0);
}

static void lines_fall_on_slices_by_chance(void **state) {
  (void)state;
  assert_near(coal_atomic_fullest(1, 80), 1, 0);
  assert_near(coal_atomic_fullest(16, 80), 2, 0);
  assert_true(coal_atomic_fullest(8000, 80) < 1.5 * 100);
  assert_near(coal_atomic_fullest(1e6, 80), 12500, 1e-9);
}

static void slow_operations_take_more_slots(void **state) {
  (void)state;
  const coal_target *h200 = coal_target_find("sm_90"), *ada = coal_target_find("sm_89");
  assert_near(coal_work_slots(h200, COAL_WORK_DOUBLE), 1.5, 1e-6);
  assert_near(coal_work_slots(ada, COAL_WORK_DOUBLE), 48, 1e-6);
  assert_near(coal_work_of_function(h200, "sqrtf"), 20, 1e-6);
  assert_near(coal_work_of_function(h200, "sqrt"), 33, 1e-6);
  assert_near(coal_work_of_function(h200, "__expf"), 11, 1e-6);
  assert_near(coal_work_of_function(h200, "expm1f"), 35, 1e-6);
  assert_near(coal_work_of_function(h200, "fabsf"), 0, 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(slices_carry_out_sectors_and_lanes),
      cmocka_unit_test(lines_fall_on_slices_by_chance),
      cmocka_unit_test(slow_operations_take_more_slots),
      cmocka_unit_test(the_oldest_line_goes),
      cmocka_unit_test(a_large_cache_keeps_all),
      cmocka_unit_test(sets_grow_by_what_is_new),
      cmocka_unit_test(a_stream_is_read_once),
      cmocka_unit_test(rows_by_thread_hit_and_look_up),
      cmocka_unit_test(too_many_lines_do_not_stay),
      cmocka_unit_test(fields_of_one_sector_hit),
      cmocka_unit_test(dram_reads_pairs),
      cmocka_unit_test(partly_written_sectors_are_read),
      cmocka_unit_test(all_blocks_share_what_they_all_read),
      cmocka_unit_test(what_is_in_a_register_is_not_loaded),
      cmocka_unit_test(what_differs_by_more_than_steps_is_no_loop),
      cmocka_unit_test(a_failed_trace_has_no_estimate),
      cmocka_unit_test(old_targets_have_none),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
