/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/**
 * DRAM traffic and time against test/ground-truth, one test a row; shared cycles; the time model's worked answers.
 * `cost_test --table` prints the tables of docs/accuracy.md.
 */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <model/timing.h>

enum { ROWS_MAX = 64, MEASURED_BLOCK_THREADS = 256 };

static const coal_target *h200(void) { return coal_target_find("h200"); }

/* ---- rows ---------------------------------------------------------------------------------------------- */

/** A measured stream. Traffic rows have bytes and nanoseconds; bandwidth rows useful GB/s of loads and of stores. */
typedef struct row {
  char name[96];
  coal_stream stream;
  double useful_bytes, read_bytes, write_bytes;
  double request_ns; /* measured; 0: the row is not to be believed */
} row;

static FILE *open_table(const char *name) {
  char path[512], line[512];
  snprintf(path, sizeof path, "%s/ground-truth/%s", COAL_TEST_DIR, name);
  FILE *f = fopen(path, "r");
  assert_non_null(f);
  assert_non_null(fgets(line, sizeof line, f));
  return f;
}

static unsigned read_traffic(row rows[ROWS_MAX]) {
  FILE *f = open_table("h200-traffic.csv");
  char line[512], op[16];
  unsigned n = 0;
  while (n < ROWS_MAX && fgets(line, sizeof line, f)) {
    row *r = &rows[n++];
    unsigned bytes;
    unsigned long stride, offset, warps;
    double ns;
    assert_int_equal(sscanf(line, "%15[^,],%u,%lu,%lu,%lu,%lf,%lf,%lf,%*u,%*u,%lf", op, &bytes, &stride, &offset,
                            &warps, &r->useful_bytes, &r->read_bytes, &r->write_bytes, &ns),
                     9);
    r->stream = (coal_stream){!strcmp(op, "store"), bytes, stride, offset, warps, MEASURED_BLOCK_THREADS};
    r->request_ns = ns / (double)warps;
    snprintf(r->name, sizeof r->name, "traffic %s of %u bytes, stride %lu, offset %lu", op, bytes, stride, offset);
  }
  fclose(f);
  return n;
}

/** Loads first, then stores. Figures above 10 TB/s are none: the stores of single bytes did not run. */
static unsigned read_bandwidth(row rows[ROWS_MAX], bool is_store) {
  FILE *f = open_table("h200-bandwidth.csv");
  char line[512], pattern[16];
  unsigned n = 0;
  while (n < ROWS_MAX && fgets(line, sizeof line, f)) {
    row *r = &rows[n++];
    unsigned bytes;
    unsigned long stride, offset;
    double load, store;
    assert_int_equal(sscanf(line, "%15[^,],%u,%lu,%lu,%*u,%lf,%lf", pattern, &bytes, &stride, &offset, &load, &store),
                     6);
    double gbps = is_store ? store : load;
    r->stream = (coal_stream){is_store, bytes, stride, offset, 1, MEASURED_BLOCK_THREADS};
    r->request_ns = gbps > 10000 ? 0 : 32.0 * bytes / gbps;
    snprintf(r->name, sizeof r->name, "bandwidth %s %s of %u bytes, stride %lu, offset %lu", pattern,
             is_store ? "store" : "load", bytes, stride, offset);
  }
  fclose(f);
  return n;
}

/* ---- traffic ------------------------------------------------------------------------------------------- */

/** Off by at most 5 % of what the row moves: of read and written bytes together, so that a few stray kilobytes beside a
 *  gigabyte need no cause. */
static void traffic_fits(void **state) {
  const row *r = *state;
  coal_traffic t = coal_traffic_of_stream(h200(), &r->stream);
  double moved = r->read_bytes + r->write_bytes;
  assert_true(fabs(t.read_bytes - r->read_bytes) <= 0.05 * moved);
  assert_true(fabs(t.write_bytes - t.kept_bytes - r->write_bytes) <= 0.05 * moved);
  /* what is more than noise is within 5 % of itself, but for what blocks read at their seams */
  if (r->write_bytes > 0.01 * moved)
    assert_true(fabs(t.write_bytes - t.kept_bytes - r->write_bytes) <= 0.05 * r->write_bytes);
  if (r->read_bytes > 0.05 * moved) assert_true(fabs(t.read_bytes - r->read_bytes) <= 0.05 * r->read_bytes);
}

/* ---- time ---------------------------------------------------------------------------------------------- */

static double error_of(const row *r) {
  return r->request_ns > 0 ? coal_calibrated_request_ns(h200(), &r->stream) / r->request_ns - 1 : 0;
}

static void time_fits(void **state) {
  const row *r = *state;
  assert_true(fabs(error_of(r)) < 0.1);
}

/* ---- worked answers ------------------------------------------------------------------------------------ */

/** facts.md row 10. */
static void row_10_time_of_two_accesses(void **state) {
  (void)state;
  coal_time_parameters p = coal_time_teaching();
  assert_float_equal(coal_request_latency_ns(&p, 4), 300, 1e-9);
  assert_float_equal(coal_request_latency_ns(&p, 32), 9600, 1e-9);
}

/** facts.md row 11. */
static void row_11_a_million_warp_loads(void **state) {
  (void)state;
  coal_time_parameters p = coal_time_teaching();
  coal_time slow = coal_time_of(&p, 1e6 * coal_request_latency_ns(&p, 32), 1e6 * 1024);
  coal_time fast = coal_time_of(&p, 1e6 * coal_request_latency_ns(&p, 4), 1e6 * 128);
  assert_float_equal(slow.total_ns, 9.6e9, 1);
  assert_float_equal(fast.total_ns, 0.3e9, 1);
  assert_false(slow.is_bandwidth_bound);
  assert_float_equal(slow.bandwidth_ns, 1024e6 / 900, 1);
  assert_float_equal(slow.crossover_warps, 9600 * 900.0 / 1024, 1e-6);
  assert_float_equal(fast.crossover_warps, 300 * 900.0 / 128, 1e-6);
  p.warps_in_flight = 8438;
  assert_true(coal_time_of(&p, 9600, 1024).is_bandwidth_bound);
  p.warps_in_flight = 8437;
  assert_false(coal_time_of(&p, 9600, 1024).is_bandwidth_bound);
}

/** An n-way conflict costs n cycles: h200-bank-cycles.csv, blocks of 256 threads and more. */
static void a_conflict_costs_its_ways(void **state) {
  (void)state;
  FILE *f = open_table("h200-bank-cycles.csv");
  char line[256];
  unsigned n = 0;
  while (fgets(line, sizeof line, f)) {
    unsigned stride, threads;
    double cycles;
    assert_int_equal(sscanf(line, "%u,%u,%lf", &stride, &threads, &cycles), 3);
    if (threads < 256) continue;
    coal_request r = {.space = COAL_SPACE_SHARED, .op = COAL_MEM_LOAD, .bytes = 4, .mask = UINT32_MAX};
    for (unsigned i = 0; i < COAL_WARP_LANES; i++) r.address[i] = (uint64_t)i * stride * 4;
    assert_float_equal(coal_model_cost(h200(), &r).moved, cycles, 0.02);
    n++;
  }
  fclose(f);
  assert_true(n >= 18);
}

static void requests_by_themselves_have_traffic(void **state) {
  (void)state;
  coal_request r = {.space = COAL_SPACE_GLOBAL, .op = COAL_MEM_LOAD, .bytes = 4, .mask = UINT32_MAX};
  for (unsigned i = 0; i < COAL_WARP_LANES; i++) r.address[i] = 4096 + (uint64_t)i * 128;
  assert_float_equal(coal_traffic_of_request(h200(), &r).read_bytes, 32 * 64, 1e-9);
  r.op = COAL_MEM_STORE;
  assert_float_equal(coal_traffic_of_request(h200(), &r).read_bytes, 32 * 32, 1e-9);
  assert_float_equal(coal_traffic_of_request(h200(), &r).write_bytes, 32 * 32, 1e-9);
  for (unsigned i = 0; i < COAL_WARP_LANES; i++) r.address[i] = 4096 + 4 + (uint64_t)i * 4;
  assert_float_equal(coal_traffic_of_request(h200(), &r).read_bytes, 2 * 32, 1e-9);
  assert_float_equal(coal_traffic_of_request(h200(), &r).write_bytes, 5 * 32, 1e-9);
}

static void occupancy_is_limited_by_the_scarcest(void **state) {
  (void)state;
  const coal_target *a100 = coal_target_find("a100");
  assert_int_equal(coal_resident_warps(a100, 256, 0), 64);
  assert_int_equal(coal_resident_warps(a100, 32, 0), 32);           /* 32 blocks */
  assert_int_equal(coal_resident_warps(a100, 1024, 96 * 1024), 32); /* shared memory */
  assert_int_equal(coal_resident_warps(a100, 4096, 0), 0);
}

/* ---- docs/accuracy.md ---------------------------------------------------------------------------------- */

static void print_traffic(void) {
  static row rows[ROWS_MAX];
  unsigned n = read_traffic(rows);
  puts(
      "| op | bytes | stride | offset | read, MB | predicted | written, MB | predicted | kept in L2 | ns a request | calibrated | error |\n"
      "|---|---|---|---|---|---|---|---|---|---|---|---|");
  for (unsigned i = 0; i < n; i++) {
    const row *r = &rows[i];
    coal_traffic t = coal_traffic_of_stream(h200(), &r->stream);
    printf("| %s | %u | %lu | %lu | %.1f | %.1f | %.1f | %.1f | %.1f | %.4f | %.4f | %+.1f %% |\n",
           r->stream.is_store ? "store" : "load", r->stream.bytes, (unsigned long)r->stream.stride_bytes,
           (unsigned long)r->stream.offset_bytes, r->read_bytes / 1e6, t.read_bytes / 1e6, r->write_bytes / 1e6,
           (t.write_bytes - t.kept_bytes) / 1e6, t.kept_bytes / 1e6, r->request_ns,
           coal_calibrated_request_ns(h200(), &r->stream), 100 * error_of(r));
  }
}

static void print_bandwidth(void) {
  static row loads[ROWS_MAX], stores[ROWS_MAX];
  unsigned n = read_bandwidth(loads, false);
  read_bandwidth(stores, true);
  puts(
      "| bytes | stride | offset | load, GB/s | calibrated | error | store, GB/s | calibrated | error |\n"
      "|---|---|---|---|---|---|---|---|---|");
  for (unsigned i = 0; i < n; i++) {
    const coal_stream *s = &loads[i].stream;
    double useful = 32.0 * s->bytes;
    printf("| %u | %lu | %lu | %.1f | %.1f | %+.1f %% |", s->bytes, (unsigned long)s->stride_bytes,
           (unsigned long)s->offset_bytes, useful / loads[i].request_ns, useful / coal_calibrated_request_ns(h200(), s),
           100 * error_of(&loads[i]));
    if (stores[i].request_ns > 0)
      printf(" %.1f | %.1f | %+.1f %% |\n", useful / stores[i].request_ns,
             useful / coal_calibrated_request_ns(h200(), &stores[i].stream), 100 * error_of(&stores[i]));
    else
      puts(" not measured | | |");
  }
}

static void add(struct CMUnitTest *tests, size_t *n, row *rows, unsigned n_rows, CMUnitTestFunction f) {
  for (unsigned i = 0; i < n_rows; i++)
    if (rows[i].request_ns > 0) tests[(*n)++] = (struct CMUnitTest){rows[i].name, f, NULL, NULL, &rows[i]};
}

int main(int argc, char **argv) {
  static row traffic[ROWS_MAX], loads[ROWS_MAX], stores[ROWS_MAX];
  static struct CMUnitTest tests[3 * ROWS_MAX + 8] = {
      cmocka_unit_test(row_10_time_of_two_accesses), cmocka_unit_test(row_11_a_million_warp_loads),
      cmocka_unit_test(a_conflict_costs_its_ways), cmocka_unit_test(requests_by_themselves_have_traffic),
      cmocka_unit_test(occupancy_is_limited_by_the_scarcest)};
  size_t n = 5;
  if (argc > 1 && !strcmp(argv[1], "--table")) return print_traffic(), puts(""), print_bandwidth(), 0;
  add(tests, &n, traffic, read_traffic(traffic), traffic_fits);
  add(tests, &n, loads, read_bandwidth(loads, false), time_fits);
  add(tests, &n, stores, read_bandwidth(stores, true), time_fits);
  return _cmocka_run_group_tests("cost", tests, n, NULL, NULL);
}
