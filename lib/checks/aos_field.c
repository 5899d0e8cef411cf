/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include <inttypes.h>
#include <string.h>

#include "cause.h"
#include "improve.h"
#include "registry.h"
#include "text.h"

enum { RECORD_BYTES_MAX = 1024, FIELDS_SHOWN = 4, RANGES_SHOWN = 4 };

static bool applies(const coal_access *a) { return a->space == COAL_SPACE_GLOBAL && a->stride_record; }

/** The bytes of a record, and which of them are used. */
typedef struct coal_used {
  bool bytes[RECORD_BYTES_MAX];
  uint64_t size, n;
} coal_used;

static void use(coal_used *u, const coal_access *a) {
  if (!a->n_patterns || !a->patterns[0].mask) return;
  const coal_pattern *p = &a->patterns[0];
  const int64_t size = (int64_t)u->size, first = p->offset[__builtin_ctz(p->mask)] % size;
  for (uint64_t k = 0; k < a->bytes; k++) {
    bool *byte = &u->bytes[((uint64_t)(first + size) + k) % u->size];
    u->n += !*byte;
    *byte = true;
  }
}

/** The bytes used by the accesses of the cause and by their regions, whose other accesses may cost nothing. */
static coal_used used_of(const coal_cause *c) {
  coal_used u = {.size = c->accesses[0]->stride_record->size_bytes};
  if (u.size > RECORD_BYTES_MAX) return u;
  for (size_t i = 0; i < c->n; i++) {
    use(&u, c->accesses[i]);
    for (size_t k = 0; k < c->accesses[i]->n_group; k++) use(&u, c->accesses[i] + c->accesses[i]->group[k]);
  }
  return u;
}

/** "bytes 0 to 7 and 12 to 15". */
static const char *ranges_of(coal_analysis *a, const coal_used *u) {
  const char *text = "";
  size_t n = 0;
  for (uint64_t i = 0; i < u->size; i++) {
    if (!u->bytes[i] || (i && u->bytes[i - 1])) continue;
    uint64_t last = i;
    while (last + 1 < u->size && u->bytes[last + 1]) last++;
    if (n++ == RANGES_SHOWN) return coal_analysis_format(a, "%s and others", text);
    text = coal_analysis_format(a, "%s%s%" PRIu64 " to %" PRIu64, text, n > 1 ? ", " : "bytes ", i, last);
  }
  return text;
}

static bool was_named(const coal_cause *c, size_t i) {
  for (size_t k = 0; k < i; k++)
    if (c->accesses[k]->field && !strcmp(c->accesses[k]->field, c->accesses[i]->field)) return true;
  return false;
}

/** " of fields 'x', 'y' and 'w'"; "" where none has a name. */
static const char *fields(const coal_cause *c) {
  const char *names[FIELDS_SHOWN], *text = "";
  size_t n = 0;
  for (size_t i = 0; i < c->n; i++) {
    if (!c->accesses[i]->field || was_named(c, i)) continue;
    if (n < FIELDS_SHOWN) names[n] = c->accesses[i]->field;
    n++;
  }
  if (n > FIELDS_SHOWN) return coal_analysis_format(c->analysis, " of %zu fields", n);
  for (size_t i = 0; i < n; i++)
    text = coal_analysis_format(c->analysis, "%s%s'%s'", text, !i ? "" : i + 1 < n ? ", " : " and ", names[i]);
  return n ? coal_analysis_format(c->analysis, " of field%s %s", n > 1 ? "s" : "", text) : "";
}

/** " of 'Particle'"; "" where instances differ in the record. */
static const char *record_of(const coal_cause *c) {
  const char *name = c->accesses[0]->stride_record->name;
  for (size_t i = 1; i < c->n; i++)
    if (strcmp(c->accesses[i]->stride_record->name, name) != 0) return "";
  return coal_analysis_format(c->analysis, " of '%s'", name);
}

static const char *headline(const coal_cause *c) {
  return coal_analysis_format(c->analysis, "uncoalesced %s%s%s: %s", coal_cause_ops(c), fields(c), record_of(c),
                              coal_cause_rate(c));
}

static const char *why(const coal_cause *c) {
  const coal_used u = used_of(c);
  const char *name = c->accesses[0]->stride_record->name;
  if (!u.n || !*record_of(c)) return "neighbouring lanes are a whole record apart";
  if (u.n == u.size)
    return coal_analysis_format(c->analysis,
                                "neighbouring lanes are one '%s' of %" PRIu64
                                " bytes apart, and each instruction uses a part of it",
                                name, u.size);
  return coal_analysis_format(
      c->analysis, "neighbouring lanes are one '%s' apart, of which they use %" PRIu64 " of %" PRIu64 " bytes (%s)",
      name, u.n, u.size, ranges_of(c->analysis, &u));
}

static const char *hint(const coal_cause *c) {
  (void)c;
  return "an array for each field (struct of arrays), or the use of the other fields here too, fills the sectors";
}

static bool is_one_cause(const coal_access *a, const coal_access *b) {
  return coal_cause_is_same_object(a, b) && a->stride_record->size_bytes == b->stride_record->size_bytes &&
         !strcmp(a->stride_record->name, b->stride_record->name);
}

const coal_check coal_check_aos_field = {
    .name = "aos-field",
    .summary =
        "Fields of an array of structs: lanes are a whole record apart and the other fields are fetched for nothing.",
    .verdict = COAL_VERDICT_AOS_FIELD,
    .severity = COAL_SEVERITY_WARNING,
    .applies = applies,
    .fix = coal_improve_soa,
    .is_one_cause = is_one_cause,
    .headline = headline,
    .why = why,
    .hint = hint,
};
