/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include <ctype.h>
#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include <coalcheck/model.h>
#include <util/str.h>

enum { FIELDS_MAX = 4 + COAL_WARP_LANES, BASE_LOG2 = 40 };

/** A field of a row: n characters at `text`, blanks trimmed. */
typedef struct coal_csv_field {
  const char *text;
  size_t n;
} coal_csv_field;

static bool is_text(coal_csv_field f, const char *s) { return f.n == strlen(s) && !memcmp(f.text, s, f.n); }

static coal_csv_field trimmed(const char *text, size_t n) {
  while (n && isspace((unsigned char)*text)) text++, n--;
  while (n && isspace((unsigned char)text[n - 1])) n--;
  if (n >= 2 && *text == '"' && text[n - 1] == '"') text++, n -= 2;
  coal_csv_field f = {text, n};
  return f;
}

/** Cuts the line of n characters at commas; returns the number of fields, which may exceed FIELDS_MAX. */
static size_t split(const char *line, size_t n, coal_csv_field *fields) {
  size_t count = 0;
  for (const char *p = line, *end = line + n;; p++) {
    const char *comma = memchr(p, ',', (size_t)(end - p));
    const char *stop = comma ? comma : end;
    if (count < FIELDS_MAX) fields[count] = trimmed(p, (size_t)(stop - p));
    count++;
    if (!comma) return count;
    p = comma;
  }
}

static bool parse_number(coal_csv_field f, int base, int64_t *out) {
  char buffer[32], *end;
  if (!f.n || f.n >= sizeof buffer) return false;
  memcpy(buffer, f.text, f.n);
  buffer[f.n] = 0;
  errno = 0;
  long long v = strtoll(buffer, &end, base);
  if (*end || errno || isspace((unsigned char)*buffer)) return false;
  *out = v;
  return true;
}

static bool parse_op(coal_csv_field f, coal_mem_op *out) {
  static const struct {
    const char *name;
    coal_mem_op op;
  } ops[] = {{"load", COAL_MEM_LOAD},           {"store", COAL_MEM_STORE},
             {"atomic", COAL_MEM_ATOMIC},       {"atomic-inc", COAL_MEM_ATOMIC_INC},
             {"ldmatrix1", COAL_MEM_LDMATRIX1}, {"ldmatrix2", COAL_MEM_LDMATRIX2},
             {"ldmatrix4", COAL_MEM_LDMATRIX4}, {"stmatrix1", COAL_MEM_STMATRIX1},
             {"stmatrix2", COAL_MEM_STMATRIX2}, {"stmatrix4", COAL_MEM_STMATRIX4}};
  for (size_t i = 0; i < sizeof ops / sizeof *ops; i++)
    if (is_text(f, ops[i].name)) {
      *out = ops[i].op;
      return true;
    }
  return false;
}

static bool is_width(int64_t bytes) { return bytes == 1 || bytes == 2 || bytes == 4 || bytes == 8 || bytes == 16; }

/** Fills space, op, bytes and mask; a reason when they make no request. */
static const char *parse_head(const coal_csv_field *f, coal_request *r) {
  int64_t number;
  if (is_text(f[0], "global"))
    r->space = COAL_SPACE_GLOBAL;
  else if (is_text(f[0], "shared"))
    r->space = COAL_SPACE_SHARED;
  else
    return "space must be global or shared";
  if (!parse_op(f[1], &r->op)) return "op must be load, store, atomic, atomic-inc, ldmatrix1/2/4 or stmatrix1/2/4";
  if (!parse_number(f[2], 10, &number) || !is_width(number)) return "bytes must be 1, 2, 4, 8 or 16";
  r->bytes = (uint32_t)number;
  if (r->op >= COAL_MEM_LDMATRIX1 && (r->space != COAL_SPACE_SHARED || r->bytes != 16))
    return "matrix operations are of shared memory and take rows of 16 bytes";
  if (!parse_number(f[3], 16, &number) || number < 0 || number > UINT32_MAX)
    return "active_mask must be a hexadecimal number of up to 32 bits";
  r->mask = (uint32_t)number;
  return NULL;
}

/** Offsets count from a base of 2^40, so that small negative ones are addresses too. Inactive lanes' may be empty. */
static const char *parse_row(const coal_csv_field *f, size_t n, coal_request *r) {
  if (n != FIELDS_MAX) return "a row has 36 fields: space, op, bytes, active_mask and 32 offsets";
  const char *problem = parse_head(f, r);
  if (problem) return problem;
  const int64_t base = INT64_C(1) << BASE_LOG2;
  for (unsigned i = 0; i < COAL_WARP_LANES; i++) {
    int64_t offset = 0;
    bool is_active = r->mask >> i & 1, is_empty = !f[4 + i].n;
    if (is_empty && !is_active) continue;
    if (!parse_number(f[4 + i], 10, &offset)) return "offsets must be whole numbers of bytes";
    if (offset < -base || offset > INT64_MAX / 2) return "an offset is out of range";
    r->address[i] = (uint64_t)(base + offset);
  }
  return NULL;
}

static void answer(const coal_target *target, const char *line, size_t n, size_t line1, coal_str *out, coal_str *bad) {
  coal_csv_field f[FIELDS_MAX];
  coal_csv_field whole = trimmed(line, n);
  if (!whole.n || *whole.text == '#') return;
  size_t n_fields = split(line, n, f);
  if (is_text(f[0], "space")) return;
  coal_request r = {0};
  const char *problem = parse_row(f, n_fields, &r);
  if (problem) {
    coal_str_addf(bad, "line %zu: %s\n", line1, problem);
    return;
  }
  coal_cost c = coal_model_cost(target, &r);
  for (unsigned i = 0; i < 4; i++) {
    coal_str_add_n(out, f[i].text, f[i].n);
    coal_str_add(out, ",");
  }
  coal_str_addf(out, "%u,%u,%u\n", (unsigned)c.moved, (unsigned)c.ideal, (unsigned)c.ways);
}

char *coal_model_csv(const coal_target *target, const char *text, char **errors) {
  coal_str out = {0}, bad = {0};
  coal_str_add(&out, "");
  for (size_t line1 = 1; *text; line1++) {
    size_t n = strcspn(text, "\n");
    answer(target, text, n, line1, &out, &bad);
    text += n + (text[n] == '\n');
  }
  *errors = bad.data;
  return out.data;
}
