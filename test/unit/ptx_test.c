/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Statements of inline PTX (lib/ptx): what each part of the text is read as. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
/* cmocka needs the above first */
#include <cmocka.h>

#include "ptx/statement.h"

/* "guard opcode position:operand …": [ ] around addresses, { } around parts of vectors, ! before negated ones. */
static void show(const coal_ptx_statement *s, char *out, size_t size) {
  size_t n = (size_t)snprintf(out, size, "%s%s%s%s", s->is_guard_negated ? "!" : "", s->guard.text,
                              s->guard.text[0] ? "? " : "", s->opcode.text);
  for (size_t i = 0; i < s->n; i++) {
    const coal_ptx_operand *o = &s->operand[i];
    n += (size_t)snprintf(out + n, size - n, " %u:%s%s%s%s", o->position, o->is_address ? "[" : "",
                          o->is_vector ? "{" : "", o->is_negated ? "!" : "", o->text.text);
    if (o->offset_bytes) n += (size_t)snprintf(out + n, size - n, "%+lld", (long long)o->offset_bytes);
    if (o->register_count) n += (size_t)snprintf(out + n, size - n, "<%llu>", (unsigned long long)o->register_count);
    n += (size_t)snprintf(out + n, size - n, "%s%s", o->is_vector ? "}" : "", o->is_address ? "]" : "");
  }
}

static const char *assert_next(const char *text, coal_ptx_kind kind, const char *expected) {
  coal_ptx_statement s;
  char shown[512];
  const char *rest = coal_ptx_next(text, &s);
  assert_non_null(rest);
  show(&s, shown, sizeof shown);
  assert_string_equal(shown, expected);
  assert_int_equal(s.kind, kind);
  return rest;
}

static void assert_instruction(const char *text, const char *expected) {
  coal_ptx_statement s;
  assert_null(coal_ptx_next(assert_next(text, COAL_PTX_INSTRUCTION, expected), &s));
}

static void operands_have_a_position(void **state) {
  (void)state;
  assert_instruction("mov.u32 %0, %1;", "mov.u32 0:%0 1:%1");
  assert_instruction("mov.u32 %0,%%laneid", "mov.u32 0:%0 1:%laneid");
  assert_instruction("ld.global.v2.f32 {%0, %1}, [%2];", "ld.global.v2.f32 0:{%0} 0:{%1} 1:[%2]");
  assert_instruction("shfl.sync.up.b32 %0|p, %1, 1, 0, -1;", "shfl.sync.up.b32 0:%0 0:p 1:%1 2:1 3:0 4:-1");
  assert_instruction("vote.sync.ballot.b32 %0, !p, 0x1f;", "vote.sync.ballot.b32 0:%0 1:!p 2:0x1f");
  assert_instruction("cp.async.bulk.tensor.2d.shared::cluster.global [%0], [%1, {%2, %3}], [%4];",
                     "cp.async.bulk.tensor.2d.shared::cluster.global 0:[%0] 1:[%1] 1:[{%2}] 1:[{%3}] 2:[%4]");
  assert_instruction("mov.b32 $0, ${1:q};", "mov.b32 0:$0 1:${1:q}");
  assert_instruction("exit;", "exit");
}

static void offsets_belong_to_their_address(void **state) {
  (void)state;
  assert_instruction("ld.u8 a, [b+16];", "ld.u8 0:a 1:[b+16]");
  assert_instruction("ld.u8 a, [b + 0x10];", "ld.u8 0:a 1:[b+16]");
  assert_instruction("ld.u8 a, [b-16];", "ld.u8 0:a 1:[b-16]");
  assert_instruction("ld.u8 a, [b+-16];", "ld.u8 0:a 1:[b-16]");
  assert_instruction("st.u8 [b+8], -3;", "st.u8 0:[b+8] 1:-3");
}

static void guards_are_kept(void **state) {
  (void)state;
  assert_instruction("@p bra L;", "p? bra 0:L");
  assert_instruction("@!p st.b32 [%0], %1;", "!p? st.b32 0:[%0] 1:%1");
  assert_instruction("@ !%%q ret;", "!%q? ret");
}

static void scopes_and_comments_are_no_statements(void **state) {
  (void)state;
  coal_ptx_statement s;
  const char *p =
      "{ // a scope; with a comment\n .reg .pred p<3>; .reg .b64 a, b; /* L: */ L1:\n"
      "  add.u64 a, /* here */ b, 1; }\n.pragma \"nounroll\";";
  p = assert_next(p, COAL_PTX_REGISTERS, ".reg.pred 0:p<3>");
  p = assert_next(p, COAL_PTX_REGISTERS, ".reg.b64 0:a 1:b");
  p = assert_next(p, COAL_PTX_LABEL, "L1:");
  p = assert_next(p, COAL_PTX_INSTRUCTION, "add.u64 0:a 1:b 2:1");
  p = coal_ptx_next(p, &s);
  assert_non_null(p);
  assert_int_equal(s.kind, COAL_PTX_DIRECTIVE);
  assert_null(coal_ptx_next(p, &s));
  assert_null(coal_ptx_next("", &s));
  assert_null(coal_ptx_next(" { } // nothing", &s));
  assert_null(coal_ptx_next("/* not closed", &s));
}

static void an_opcode_has_parts(void **state) {
  (void)state;
  coal_ptx_statement s;
  coal_ptx_next("st.async.shared::cluster.mbarrier::complete_tx::bytes.v2.u32 [a], {b, c}, [d];", &s);
  static const char *const parts[] = {"st",          "async", "shared", "cluster", "mbarrier",
                                      "complete_tx", "bytes", "v2",     "u32"};
  assert_int_equal(s.n_parts, sizeof parts / sizeof *parts);
  for (size_t i = 0; i < s.n_parts; i++) assert_string_equal(s.parts[i], parts[i]);
  assert_true(coal_ptx_has(&s, "v2"));
  assert_false(coal_ptx_has(&s, "st")); /* what it does, not how */
  assert_false(coal_ptx_has(&s, "v4"));
  assert_int_equal(coal_ptx_find(&s, "shared"), 2);
  assert_int_equal(coal_ptx_find(&s, "global"), s.n_parts);
}

static void positions_are_asked_for(void **state) {
  (void)state;
  coal_ptx_statement s;
  size_t n;
  coal_ptx_next("ld.v2.f32 {%0, %1}, [%2];", &s);
  assert_int_equal(coal_ptx_positions(&s), 2);
  assert_string_equal(coal_ptx_at(&s, 0, &n)->text.text, "%0");
  assert_int_equal(n, 2);
  assert_string_equal(coal_ptx_at(&s, 1, &n)->text.text, "%2");
  assert_int_equal(n, 1);
  assert_null(coal_ptx_at(&s, 2, &n));
  assert_int_equal(n, 0);
  coal_ptx_next("ret;", &s);
  assert_int_equal(coal_ptx_positions(&s), 0);
}

static void jumps_are_known_by_their_opcode(void **state) {
  (void)state;
  static const struct {
    const char *text;
    bool jumps;
  } table[] = {{"bra L;", true},          {"@p bra.uni L;", true},   {"brx.idx i, L;", true},
               {"call f;", true},         {"bra\tL;", true},         {"bra:", false},
               {"brev.b32 a, b;", false}, {"// bra L\nret;", false}, {"mov.u32 bra, 1;", false}};
  for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
    coal_ptx_statement s;
    assert_non_null(coal_ptx_next(table[i].text, &s));
    assert_int_equal(coal_ptx_jumps(&s), table[i].jumps);
  }
}

static void types_are_read(void **state) {
  (void)state;
  static const struct {
    const char *word;
    char letter;
    unsigned bits, bytes;
    bool is_bfloat, is_packed;
  } table[] = {{"u32", 'u', 32, 4, false, false},    {"s8", 's', 8, 1, false, false},
               {"b128", 'b', 128, 16, false, false}, {"f16", 'f', 16, 2, false, false},
               {"f16x2", 'f', 16, 4, false, true},   {"bf16", 'f', 16, 2, true, false},
               {"bf16x2", 'f', 16, 4, true, true},   {"pred", 'p', 8, 1, false, false}};
  coal_ptx_type t;
  for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
    assert_true(coal_ptx_read_type(table[i].word, &t));
    assert_int_equal(t.letter, table[i].letter);
    assert_int_equal(t.bits, table[i].bits);
    assert_int_equal(coal_ptx_type_bytes(t), table[i].bytes);
    assert_int_equal(t.is_bfloat, table[i].is_bfloat);
    assert_int_equal(t.is_packed, table[i].is_packed);
  }
  static const char *const others[] = {"", "shared", "u", "u31", "s32x4", "v4", "2d", "bytes", "sync"};
  for (size_t i = 0; i < sizeof others / sizeof *others; i++) assert_false(coal_ptx_read_type(others[i], &t));
}

/* What does not fit is cut, and said so: no statement is taken for a shorter one. */
static void long_statements_are_cut(void **state) {
  (void)state;
  char text[2048] = "wgmma.x {";
  coal_ptx_statement s;
  for (int i = 0; i < 64; i++) snprintf(text + strlen(text), sizeof text - strlen(text), "%s%%%d", i ? ", " : "", i);
  strcat(text, "}, a; ret;");
  const char *rest = coal_ptx_next(text, &s);
  assert_true(s.is_cut);
  assert_int_equal(s.n, COAL_PTX_OPERANDS_MAX);
  assert_next(rest, COAL_PTX_INSTRUCTION, "ret");
  memset(text, 'a', sizeof text - 1);
  text[sizeof text - 1] = '\0';
  assert_non_null(coal_ptx_next(text, &s));
  assert_int_equal(strlen(s.opcode.text), COAL_PTX_WORD_MAX - 1);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(operands_have_a_position),
      cmocka_unit_test(offsets_belong_to_their_address),
      cmocka_unit_test(guards_are_kept),
      cmocka_unit_test(scopes_and_comments_are_no_statements),
      cmocka_unit_test(an_opcode_has_parts),
      cmocka_unit_test(positions_are_asked_for),
      cmocka_unit_test(jumps_are_known_by_their_opcode),
      cmocka_unit_test(types_are_read),
      cmocka_unit_test(long_statements_are_cut),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
