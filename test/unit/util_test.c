/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/** lib/util: the map, the hash, whole files, numbers. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "util/file.h"
#include "util/hash.h"
#include "util/map.h"
#include "util/number.h"

static bool is_same_number(const void *context, const void *a, const void *b) {
  ++*(unsigned *)context;
  return *(const int *)a == *(const int *)b;
}

/** Keys of one hash are told apart by what they are, also after the table has grown. */
static void keys_that_collide(void **state) {
  (void)state;
  enum { N = 200 };
  int keys[N], values[N];
  unsigned asked = 0;
  coal_map map = {0};
  for (int i = 0; i < N; i++) {
    keys[i] = i;
    coal_map_slot *slot = coal_map_slot_for(&map, (uint64_t)i / 50, &keys[i], is_same_number, &asked);
    assert_null(slot->key);
    slot->key = &keys[i];
    slot->value = &values[i];
  }
  assert_int_equal(map.n, N);
  for (int i = 0; i < N; i++)
    assert_ptr_equal(coal_map_at(&map, (uint64_t)i / 50, &i, is_same_number, &asked), &values[i]);
  assert_true(asked > 0);
  int missing = N;
  assert_null(coal_map_at(&map, 0, &missing, is_same_number, &asked));
  assert_ptr_equal(coal_map_slot_for(&map, 1, &keys[60], is_same_number, &asked)->key, &keys[60]);
  assert_int_equal(map.n, N);
  coal_map_free(&map);
  assert_null(coal_map_at(&map, 0, &missing, is_same_number, &asked));
}

static void strings(void **state) {
  (void)state;
  int one, two;
  char copy[] = "one";
  coal_map map = {0};
  assert_null(coal_map_get(&map, "one"));
  coal_map_put(&map, "one", &one);
  coal_map_put(&map, "", &two);
  assert_ptr_equal(coal_map_get(&map, copy), &one);
  assert_ptr_equal(coal_map_get(&map, ""), &two);
  coal_map_put(&map, copy, &two);
  assert_ptr_equal(coal_map_get(&map, "one"), &two);
  assert_int_equal(map.n, 2);
  coal_map_free(&map);
}

/** Fingerprints in baselines are made with it: the numbers may never change. */
static void hashes(void **state) {
  (void)state;
  assert_int_equal(coal_hash_bytes(COAL_HASH_START, "foobar", 6), UINT64_C(0x85944171f73967e8)); /* FNV's own vector */
  assert_int_equal(coal_hash_text(COAL_HASH_START, ""), coal_hash_bytes(COAL_HASH_START, "", 1));
  assert_int_not_equal(coal_hash_text(coal_hash_text(COAL_HASH_START, "ab"), "c"),
                       coal_hash_text(coal_hash_text(COAL_HASH_START, "a"), "bc"));
}

static void divisors(void **state) {
  (void)state;
  for (int64_t a = -30; a <= 30; a++)
    for (int64_t b = -30; b <= 30; b++) {
      int64_t g = coal_gcd(a, b), best = 0;
      for (int64_t d = 1; d <= 30; d++)
        if (a % d == 0 && b % d == 0) best = d;
      assert_int_equal(g, a || b ? best : 0);
    }
  assert_int_equal(coal_gcd(INT64_MIN, 48), 16);
  assert_int_equal(coal_gcd(INT64_MIN, -1), 1);
  assert_int_equal(coal_gcd(INT64_MIN, 0), INT64_C(1) << 62);
  assert_int_equal(coal_gcd(INT64_MAX, INT64_MIN), 1);
}

static void files(void **state) {
  (void)state;
  char path[] = "/tmp/coal-util-XXXXXX", written[100000];
  int fd = mkstemp(path);
  assert_true(fd >= 0);
  FILE *f = fdopen(fd, "wb");
  size_t n = 1;
  char *text = coal_file_read(path, SIZE_MAX - 1, &n, NULL);
  assert_string_equal(text, "");
  assert_int_equal(n, 0);
  free(text);
  memset(written, 'x', sizeof written);
  written[50] = '\0';
  fwrite(written, 1, sizeof written, f);
  fclose(f);
  text = coal_file_read(path, SIZE_MAX - 1, &n, NULL);
  assert_int_equal(n, sizeof written);
  assert_memory_equal(text, written, n);
  assert_int_equal(text[n], 0);
  free(text);
  remove(path);
  assert_null(coal_file_read(path, SIZE_MAX - 1, &n, NULL));
  assert_null(coal_file_read("/", SIZE_MAX - 1, NULL, NULL));
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(keys_that_collide), cmocka_unit_test(strings),
                                     cmocka_unit_test(hashes), cmocka_unit_test(divisors), cmocka_unit_test(files)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
