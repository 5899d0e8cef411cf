/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/** The parts of the editor servers that need no server: framing, positions, URIs, settings. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "lsp/rpc.h"
#include "lsp/settings.h"
#include "lsp/text.h"
#include "lsp/uri.h"
#include "util/arena.h"

/* ---- framing ------------------------------------------------------------------------------------------- */

/** The bodies of the messages in the stream, each followed by '|', when it comes in pieces of `step` bytes. Also checks
 *  that the raw parts are the stream. */
static char *bodies(const char *stream, size_t n, size_t step, size_t limit) {
  coal_rpc_reader r = {.limit_bytes = limit};
  coal_rpc_event e;
  coal_str found = {0}, raw = {0};
  coal_str_add(&found, "");
  for (size_t at = 0; at < n; at += step) {
    coal_rpc_feed(&r, stream + at, n - at < step ? n - at : step);
    while (coal_rpc_next(&r, &e)) {
      coal_str_add_n(&raw, e.raw, e.n_raw);
      if (e.kind == COAL_RPC_TOO_BIG) coal_str_addf(&found, "big %llu|", (unsigned long long)e.declared);
      if (e.kind != COAL_RPC_MESSAGE) continue;
      coal_str_add_n(&found, e.body, e.n_body);
      coal_str_add(&found, "|");
    }
  }
  assert_true(raw.n <= n);
  if (raw.n) assert_memory_equal(raw.data, stream, raw.n);
  coal_str_free(&raw);
  coal_rpc_reader_free(&r);
  return found.data;
}

#define TEN "0123456789"

static void test_framing(void **state) {
  static const struct {
    const char *stream, *bodies;
  } rows[] = {
      {"Content-Length: 2\r\n\r\n{}", "{}|"},
      {"Content-Length: 2\r\n\r\n{}Content-Length: 4\r\n\r\nnull", "{}|null|"},
      {"content-length:2\n\n{}", "{}|"},
      {"CONTENT-LENGTH: \t2 \r\nContent-Type: x; charset=utf-8\r\n\r\n{}", "{}|"},
      {"Content-Type: x\r\nContent-Length: 2\r\n\r\n{}", "{}|"},
      {"Content-Length: 0\r\n\r\nContent-Length: 1\r\n\r\n5", "|5|"},
      {"Content-Length: 5\r\n\r\na\r\n\r\n", "a\r\n\r\n|"},
      {"noise\r\n\r\nContent-Length: 2\r\n\r\n{}", "{}|"},
      {"noiseContent-Length: 2\r\n\r\n{}", "{}|"},
      {"\r\n\r\n\r\nContent-Length: 2\r\n\r\n{}", "{}|"},
      {"Content-Length: -1\r\n\r\nContent-Length: 2\r\n\r\n{}", "{}|"},
      {"Content-Length: 2x\r\n\r\nContent-Length: 2\r\n\r\n{}", "{}|"},
      {"Content-Length: 99999999999999999999999\r\n\r\nContent-Length: 2\r\n\r\n{}", "{}|"},
      {"Content-Length: \r\n\r\nContent-Length: 2\r\n\r\n{}", "{}|"},
      {"Content-Length: 3\r\nContent-Length: 2\r\n\r\n{}", "{}|"},
      {"Content-Length: 100\r\n\r\n" TEN TEN TEN TEN TEN TEN TEN TEN TEN TEN "Content-Length: 2\r\n\r\n{}",
       "big 100|{}|"},
      {"Content-Length: 2\r\n\r\n{", ""},
      {"Content-Length: 2\r\n", ""},
      {"", ""},
  };
  (void)state;
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
    for (size_t step = 1; step < 200; step += step < 8 ? 1 : 61) {
      char *got = bodies(rows[i].stream, strlen(rows[i].stream), step, 80);
      assert_string_equal(rows[i].bodies, got);
      free(got);
    }
}

/** Lines without an end and headers without an end take no memory. */
static void test_framing_is_bounded(void **state) {
  coal_rpc_reader r = {.limit_bytes = 1 << 20};
  coal_rpc_event e;
  char block[1024];
  (void)state;
  memset(block, 'a', sizeof block);
  for (size_t i = 0; i < 10000; i++) {
    coal_rpc_feed(&r, block, sizeof block);
    while (coal_rpc_next(&r, &e)) assert_int_equal(COAL_RPC_NOISE, e.kind);
    assert_true(r.in.capacity <= 16384);
  }
  for (size_t i = 0; i < 10000; i++) {
    coal_rpc_feed(&r, "X-Field: y\r\n", 12);
    while (coal_rpc_next(&r, &e)) assert_int_equal(COAL_RPC_NOISE, e.kind);
    assert_true(r.in.capacity <= 16384);
  }
  coal_rpc_feed(&r, "Content-Length: 2\r\n\r\n{}", 23);
  bool found = false;
  while (coal_rpc_next(&r, &e)) found = e.kind == COAL_RPC_MESSAGE && e.n_body == 2;
  assert_true(found);
  coal_rpc_reader_free(&r);
}

/* ---- texts --------------------------------------------------------------------------------------------- */

static const char text[] = "aé€😀b\n\r\nx\ry\r\n";

static void test_positions(void **state) {
  static const struct {
    size_t offset;
    coal_position at[3]; /* UTF-8, UTF-16, UTF-32 */
  } rows[] = {{0, {{0, 0}, {0, 0}, {0, 0}}},  {1, {{0, 1}, {0, 1}, {0, 1}}},   {3, {{0, 3}, {0, 2}, {0, 2}}},
              {6, {{0, 6}, {0, 3}, {0, 3}}},  {10, {{0, 10}, {0, 5}, {0, 4}}}, {11, {{0, 11}, {0, 6}, {0, 5}}},
              {12, {{1, 0}, {1, 0}, {1, 0}}}, {14, {{2, 0}, {2, 0}, {2, 0}}},  {15, {{2, 1}, {2, 1}, {2, 1}}},
              {16, {{3, 0}, {3, 0}, {3, 0}}}, {19, {{4, 0}, {4, 0}, {4, 0}}}};
  coal_lines l;
  (void)state;
  coal_lines_read(&l, text, strlen(text));
  assert_int_equal(5, l.n);
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
    for (int e = 0; e < 3; e++) {
      coal_position p = coal_position_of(&l, (coal_encoding)e, rows[i].offset);
      assert_int_equal(rows[i].at[e].line, p.line);
      assert_int_equal(rows[i].at[e].character, p.character);
      assert_int_equal(rows[i].offset, coal_offset_of(&l, (coal_encoding)e, p));
    }
  assert_int_equal(11, coal_offset_of(&l, COAL_ENCODING_UTF16, (coal_position){0, 99}));
  assert_int_equal(12, coal_offset_of(&l, COAL_ENCODING_UTF16, (coal_position){1, 7}));
  assert_int_equal(19, coal_offset_of(&l, COAL_ENCODING_UTF16, (coal_position){99, 0}));
  assert_int_equal(6, coal_offset_of(&l, COAL_ENCODING_UTF16, (coal_position){0, 4})); /* inside of a pair */
  assert_int_equal(1, coal_offset_of(&l, COAL_ENCODING_UTF8, (coal_position){0, 2}));
  coal_lines_free(&l);
}

static bool change(coal_text *t, coal_encoding e, const char *json) {
  json_t *value = coal_rpc_parse(json, strlen(json));
  assert_non_null(value);
  bool good = coal_text_change(t, e, value);
  json_decref(value);
  return good;
}

static void test_changes(void **state) {
  coal_text t = {0};
  (void)state;
  coal_text_set(&t, text, strlen(text));
  assert_true(change(&t, COAL_ENCODING_UTF16,
                     "{\"range\":{\"start\":{\"line\":0,\"character\":3},"
                     "\"end\":{\"line\":0,\"character\":5}},\"text\":\"\"}"));
  assert_string_equal("aé€b\n\r\nx\ry\r\n", t.data);
  assert_true(change(&t, COAL_ENCODING_UTF32,
                     "{\"range\":{\"start\":{\"line\":0,\"character\":1},"
                     "\"end\":{\"line\":3,\"character\":0}},\"text\":\"\\u00fc\\n\"}"));
  assert_string_equal("aü\ny\r\n", t.data);
  assert_true(change(&t, COAL_ENCODING_UTF8,
                     "{\"range\":{\"start\":{\"line\":9,\"character\":0},"
                     "\"end\":{\"line\":9,\"character\":9}},\"text\":\"end\"}"));
  assert_string_equal("aü\ny\r\nend", t.data);
  assert_false(change(&t, COAL_ENCODING_UTF8,
                      "{\"range\":{\"start\":{\"line\":1,\"character\":0},"
                      "\"end\":{\"line\":0,\"character\":0}},\"text\":\"\"}"));
  assert_false(change(&t, COAL_ENCODING_UTF8,
                      "{\"range\":{\"start\":{\"line\":-1,\"character\":0},"
                      "\"end\":{\"line\":0,\"character\":0}},\"text\":\"\"}"));
  assert_false(change(&t, COAL_ENCODING_UTF8, "{\"range\":7,\"text\":\"\"}"));
  assert_false(change(&t, COAL_ENCODING_UTF8, "{\"text\":7}"));
  assert_string_equal("aü\ny\r\nend", t.data);
  assert_true(change(&t, COAL_ENCODING_UTF8, "{\"text\":\"a\\u0000b\"}"));
  assert_int_equal(3, t.n);
  coal_text_free(&t);
}

/* ---- URIs ---------------------------------------------------------------------------------------------- */

static void test_uris(void **state) {
  static const struct {
    const char *uri, *path;
  } rows[] = {{"file:///a/b.cu", "/a/b.cu"},
              {"file://localhost/a", "/a"},
              {"FILE:/a", "/a"},
              {"file:///a%20b%C3%A9%2b", "/a bé+"},
              {"file:///a%zz%4", "/a%zz%4"},
              {"file:///a%00b", "/a"},
              {"file:///a?x#y", "/a"},
              {"file://host", NULL},
              {"file:a", NULL},
              {"untitled:a", NULL},
              {"", NULL}};
  (void)state;
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    char *path = coal_uri_path(rows[i].uri);
    if (rows[i].path)
      assert_string_equal(rows[i].path, path);
    else
      assert_null(path);
    free(path);
  }
  char *uri = coal_path_uri("/a b/é+#?.cu");
  assert_string_equal("file:///a%20b/%C3%A9%2B%23%3F.cu", uri);
  char *back = coal_uri_path(uri);
  assert_string_equal("/a b/é+#?.cu", back);
  free(back);
  free(uri);
}

/* ---- settings ------------------------------------------------------------------------------------------ */

static void test_settings(void **state) {
  static const char json[] =
      "{\"coalcheck\":{\"min-efficiency\":25,\"checks\":\"-*,strided\",\"flags\":[\"-DX\"],"
      "\"assume\":[\"n=4\",\"m>=8\"],\"inlayHints\":true,\"debounce\":7,\"bad\":1,\"all\":false}}";
  coal_settings s;
  coal_arena *arena = coal_arena_new();
  coal_config c;
  const char *error = NULL;
  static const char *const arguments[] = {"--target=sm_90", "--settings={\"remarks\":true}", "--", "-DY"};
  (void)state;
  coal_settings_init(&s, 4, arguments);
  json_t *value = coal_rpc_parse(json, strlen(json));
  assert_true(coal_settings_read_editor(&s, value, false));
  assert_false(coal_settings_read_editor(&s, json_object_get(value, "nothing"), true));
  json_decref(value);
  assert_true(s.inlay_hints && s.remarks);
  assert_int_equal(7, s.debounce_ms);
  coal_config_init(&c, arena);
  coal_settings_apply(&s, &c, &error);
  assert_string_equal("sm_90", c.analysis.target->name);
  assert_string_equal("-*,strided", c.checks.checks);
  assert_int_equal(2, c.analysis.n_assumes);
  assert_int_equal(2, c.n_flags);
  assert_string_equal("-DX", c.flags[1]);
  assert_non_null(strstr(error, "bad"));
  coal_arena_free(arena);
  coal_settings_free(&s);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_framing),   cmocka_unit_test(test_framing_is_bounded),
      cmocka_unit_test(test_positions), cmocka_unit_test(test_changes),
      cmocka_unit_test(test_uris),      cmocka_unit_test(test_settings),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
