/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/**
 * Inline PTX, straight-line: each statement becomes instructions of the warp program. Guards (@p) are branches around
 * the statement. What is not known ends the launch when it is reached; jumps and labels are not known.
 */
#include "inline_ptx.h"

#include <ctype.h>
#include <string.h>

/* ---- text -----------------------------------------------------------------------------------------------------------
 */

static const char *skip_blanks(const char *p) {
  while (isspace((unsigned char)*p)) p++;
  return p;
}

static bool has_modifier(const coal_lower_ptx *x, const char *name) {
  for (size_t k = 1; k < x->n_words; k++)
    if (!strcmp(x->words[k], name)) return true;
  return false;
}

bool coal_lower_ptx_has(const coal_lower_ptx *x, const char *name) { return has_modifier(x, name); }

/** Letter and bits of a type's name: "u32", "f16x2" (then `*packed`). False: it is no type. */
static bool parse_type(const char *w, coal_lower_ptx_type *t) {
  char *end;
  bool bf = !strncmp(w, "bf16", 4);
  if (!strcmp(w, "pred")) {
    *t = (coal_lower_ptx_type){'p', 8, false, false};
    return true;
  }
  if (!strchr("usbf", w[0]) || (!bf && !isdigit((unsigned char)w[1]))) return false;
  unsigned long bits = strtoul(w + (bf ? 2 : 1), &end, 10);
  if (bits != 8 && bits != 16 && bits != 32 && bits != 64) return false;
  *t = (coal_lower_ptx_type){bf ? 'f' : w[0], (unsigned)bits, bf, !strcmp(end, "x2")};
  return !*end || t->is_packed;
}

/** The last type among the modifiers; `first`: the first. */
bool coal_lower_ptx_type_of(const coal_lower_ptx *x, bool first, coal_lower_ptx_type *out) {
  bool found = false;
  coal_lower_ptx_type t;
  for (size_t k = 1; k < x->n_words; k++) {
    if (!parse_type(x->words[k], &t) || (found && first)) continue;
    *out = t;
    found = true;
  }
  return found;
}

/* ---- operands -------------------------------------------------------------------------------------------------------
 */

static coal_vm_slot *find_register(coal_lower_ptx *x, const char *name, size_t n) {
  for (size_t k = 0; k < x->n_registers; k++)
    if (strlen(x->registers[k].name) == n && !strncmp(x->registers[k].name, name, n)) return &x->registers[k].slot;
  return NULL;
}

static uint64_t number(const char *text, unsigned width) {
  if (text[0] == '0' && (text[1] == 'f' || text[1] == 'F')) return strtoull(text + 2, NULL, 16);
  if (text[0] == '0' && (text[1] == 'd' || text[1] == 'D')) return strtoull(text + 2, NULL, 16);
  if (strchr(text, '.') && width == 4) {
    float f = strtof(text, NULL);
    uint32_t bits;
    memcpy(&bits, &f, 4);
    return bits;
  }
  return text[0] == '-' ? (uint64_t)strtoll(text, NULL, 0) : strtoull(text, NULL, 0);
}

/** The slot that a name, $k, %special or number stands for, `width` bytes wide for numbers. False: not understood. */
static bool resolve(coal_lower_ptx *x, const char *text, unsigned width, coal_vm_slot *out) {
  coal_lower_state *s = x->s;
  text = skip_blanks(text);
  if (text[0] == '$') {
    unsigned long k = strtoul(text + (text[1] == '{' ? 2 : 1), NULL, 10);
    if (k >= x->n_operands) return false;
    *out = x->operands[k];
    return true;
  }
  if (text[0] == '%') {
    bool wide = strstr(text, "64") || strstr(text, "globaltimer");
    *out = coal_lower_slot(s, wide ? 8 : 4);
    return coal_lower_special(s, text + 1, out->at);
  }
  if (isdigit((unsigned char)text[0]) || text[0] == '-') {
    *out = coal_lower_const_slot(s, width, number(text, width), 0);
    return true;
  }
  coal_vm_slot *r = find_register(x, text, strlen(text));
  if (r) *out = *r;
  return r != NULL;
}

/** Operand k in so many bytes: a wider or narrower copy when it has another size. */
bool coal_lower_ptx_in(coal_lower_ptx *x, size_t k, unsigned width, coal_vm_slot *out) {
  if (k >= x->n_args || !resolve(x, x->args[k], width, out)) return false;
  if (out->width == width) return true;
  coal_vm_slot t = coal_lower_slot(x->s, width);
  coal_lower_lanes(x->s, coal_vm_lanes_zext(out->width, width), t.at, out->at, 0, 0);
  *out = t;
  return true;
}

/** Where the result of so many bytes is put; coal_lower_ptx_finish copies it when the destination has another size. */
coal_vm_slot coal_lower_ptx_out(coal_lower_ptx *x, size_t k, unsigned width) {
  coal_vm_slot d = {0, 0};
  if (k < x->n_args && (!strcmp(x->args[k], "_") || resolve(x, x->args[k], width, &d)) && d.width == width) return d;
  coal_vm_slot t = coal_lower_slot(x->s, width);
  if (d.width) {
    x->late_to = d;
    x->late_from = t;
  }
  return t;
}

bool coal_lower_ptx_predicate(coal_lower_ptx *x, const char *name, coal_vm_slot *out) {
  name = skip_blanks(name);
  coal_vm_slot *r = find_register(x, name, strlen(name));
  if (r) *out = *r;
  return r != NULL;
}

void coal_lower_ptx_finish(coal_lower_ptx *x) {
  if (!x->late_to.width) return;
  coal_lower_lanes(x->s, coal_vm_lanes_zext(x->late_from.width, x->late_to.width), x->late_to.at, x->late_from.at, 0,
                   0);
  x->late_to.width = 0;
}

/** The parts of "{a, b}" (or of a plain operand: one). 0: not understood. */
size_t coal_lower_ptx_vector(coal_lower_ptx *x, size_t k, unsigned width, coal_vm_slot *out, size_t max) {
  if (k >= x->n_args) return 0;
  if (x->args[k][0] != '{') return resolve(x, x->args[k], width, &out[0]) ? 1 : 0;
  char *copy = coal_arena_string(x->s->arena, x->args[k] + 1, strlen(x->args[k]) - 1);
  char *close = strchr(copy, '}');
  if (close) *close = 0;
  size_t n = 0;
  for (char *part = strtok(copy, ","); part && n < max; part = strtok(NULL, ",")) {
    while (*part && isspace((unsigned char)part[strlen(part) - 1])) part[strlen(part) - 1] = 0;
    if (!resolve(x, part, width, &out[n++])) return 0;
  }
  return n;
}

/** Address of "[a]" or "[a+16]", 8 bytes. */
bool coal_lower_ptx_address(coal_lower_ptx *x, size_t k, coal_vm_slot *out) {
  if (k >= x->n_args || x->args[k][0] != '[') return false;
  char *copy = coal_arena_string(x->s->arena, x->args[k] + 1, strlen(x->args[k]) - 1);
  char *close = strchr(copy, ']'), *plus;
  if (close) *close = 0;
  int64_t offset = 0;
  if ((plus = strpbrk(copy + 1, "+-"))) {
    offset = strtoll(plus + (*plus == '+'), NULL, 0);
    *plus = 0;
  }
  while (*copy && isspace((unsigned char)copy[strlen(copy) - 1])) copy[strlen(copy) - 1] = 0;
  coal_vm_slot a;
  if (!resolve(x, copy, 8, &a)) return false;
  *out = coal_lower_slot(x->s, 8);
  if (a.width != 8) {
    coal_lower_lanes(x->s, coal_vm_lanes_zext(a.width, 8), out->at, a.at, 0, 0);
    a = *out;
  }
  coal_lower_lanes(x->s, coal_vm_lanes_gep_const(), out->at, a.at, 0, 0)->imm = offset;
  return true;
}

/* ---- statements
 * ------------------------------------------------------------------------------------------------------ */

/** ".reg .b32 a, b; .reg .pred p<3>;" */
static bool declare_registers(coal_lower_ptx *x, char *text) {
  char *type = strchr(text + 1, '.');
  if (strncmp(text, ".reg", 4) || !type) return false;
  coal_lower_ptx_type t;
  char *names = type + 1;
  while (*names && !isspace((unsigned char)*names)) names++;
  if (*names) *names++ = 0;
  if (!parse_type(type + 1, &t)) return false;
  for (char *name = strtok(names, ", \t\n"); name; name = strtok(NULL, ", \t\n")) {
    char *angle = strchr(name, '<');
    unsigned long n = angle ? strtoul(angle + 1, NULL, 10) : 1;
    if (angle) *angle = 0;
    for (unsigned long k = 0; k < n && x->n_registers < COAL_PTX_REGISTERS; k++) {
      coal_lower_ptx_register *r = &x->registers[x->n_registers++];
      r->name =
          angle ? coal_arena_format(x->s->arena, "%s%lu", name, k) : coal_arena_string(x->s->arena, name, strlen(name));
      r->slot = coal_lower_slot(x->s, (t.is_packed ? 2 : 1) * t.bits / 8);
    }
  }
  return true;
}

static void split_arguments(coal_lower_ptx *x, char *text) {
  x->n_args = 0;
  while (*(text = (char *)(uintptr_t)skip_blanks(text)) && x->n_args < COAL_PTX_ARGS) {
    int depth = 0;
    char *end = text;
    for (; *end && (depth || *end != ','); end++)
      depth += *end == '{' || *end == '['   ? (text[0] == '$' && end == text + 1 ? 0 : 1)
               : *end == '}' || *end == ']' ? -1
                                            : 0;
    char *next = *end ? end + 1 : end;
    *end = 0;
    while (end > text && isspace((unsigned char)end[-1])) *--end = 0;
    x->args[x->n_args++] = text;
    text = next;
  }
}

static void split_words(coal_lower_ptx *x, char *text) {
  x->n_words = 0;
  for (char *w = strtok(text, "."); w && x->n_words < COAL_PTX_WORDS; w = strtok(NULL, ".")) {
    char *colons;
    while ((colons = strstr(w, "::"))) { /* shared::cta */
      *colons = 0;
      x->words[x->n_words++] = w;
      w = colons + 2;
      if (x->n_words == COAL_PTX_WORDS) return;
    }
    x->words[x->n_words++] = w;
  }
}

/** Guard "@p" or "@!p": a branch whose other way is patched to the statement's end. SIZE_MAX: none. */
static size_t guard(coal_lower_ptx *x, char **text) {
  if (**text != '@') return SIZE_MAX;
  char *name = *text + 1;
  bool inverted = *name == '!';
  name += inverted;
  char *end = name;
  while (*end && !isspace((unsigned char)*end)) end++;
  if (*end) *end++ = 0;
  *text = (char *)(uintptr_t)skip_blanks(end);
  coal_vm_slot p;
  if (!resolve(x, name, 1, &p)) return SIZE_MAX;
  coal_vm_slot bit = coal_lower_slot(x->s, 1);
  uint32_t zero = coal_lower_const_slot(x->s, p.width, 0, 0).at;
  coal_lower_lanes(x->s, coal_vm_lanes_icmp(inverted ? COAL_CMP_EQ : COAL_CMP_NE, p.width), bit.at, p.at, zero, 0);
  coal_vm_ins *i = coal_lower_emit(x->s, COAL_INS_BRANCH);
  i->a = bit.at;
  size_t at = x->s->ins.n - 1;
  x->s->ins.items[at].imm = (int64_t)x->s->ins.n;
  return at;
}

static bool statement(coal_lower_ptx *x, char *text) {
  while (*text == '{' || *text == '}' || isspace((unsigned char)*text)) text++;
  if (!*text) return true;
  if (*text == '.') return declare_registers(x, text);
  size_t branch = guard(x, &text);
  char *rest = text;
  while (*rest && !isspace((unsigned char)*rest)) rest++;
  if (*rest) *rest++ = 0;
  split_arguments(x, rest);
  split_words(x, text);
  bool ok = x->n_words && coal_lower_ptx_emit(x);
  coal_lower_ptx_finish(x);
  if (branch != SIZE_MAX) { /* parts of a warp meet behind jumps */
    coal_vm_ins *meet = coal_lower_emit(x->s, COAL_INS_JUMP);
    meet->imm = (int64_t)x->s->ins.n;
    x->s->ins.items[branch].b = (uint32_t)x->s->ins.n;
  }
  return ok;
}

/** Without comments; '\n' and '\t' stay blanks. */
static char *clean(coal_lower_state *s, const char *text) {
  char *out = coal_arena_string(s->arena, text, strlen(text));
  char *to = out;
  for (const char *p = text; *p;) {
    if (p[0] == '/' && p[1] == '/')
      p += strcspn(p, "\n");
    else if (p[0] == '/' && p[1] == '*') {
      const char *end = strstr(p, "*/");
      p = end ? end + 2 : p + strlen(p);
    } else
      *to++ = *p++;
  }
  *to = 0;
  return out;
}

/** Operands in the order of the constraints: outputs, then inputs; "0" ties an input to an output. */
static bool collect_operands(coal_lower_ptx *x, LLVMValueRef i, const char *constraints) {
  coal_lower_state *s = x->s;
  coal_lower_comps results = coal_lower_flatten(s, LLVMTypeOf(i));
  const coal_vm_slot *outputs = results.n ? coal_lower_operand(s, i) : NULL;
  size_t n_out = 0;
  unsigned argument = 0;
  char *copy = coal_arena_string(s->arena, constraints, strlen(constraints));
  for (char *c = strtok(copy, ","); c && x->n_operands < COAL_PTX_OPERANDS; c = strtok(NULL, ",")) {
    if (c[0] == '~') continue;
    if (c[0] == '=') {
      if (strchr(c, '*') || n_out >= results.n) return false;
      x->operands[x->n_operands++] = outputs[n_out++];
      continue;
    }
    LLVMValueRef v = LLVMGetOperand(i, argument++);
    coal_vm_slot a = coal_lower_operand(s, v)[0];
    if (coal_lower_flatten(s, LLVMTypeOf(v)).n != 1) return false;
    x->operands[x->n_operands++] = a;
    if (!isdigit((unsigned char)c[0])) continue;
    unsigned long tied = strtoul(c, NULL, 10);
    if (tied < n_out) coal_lower_lanes(s, coal_vm_lanes_move(a.width), outputs[tied].at, a.at, 0, 0);
  }
  return true;
}

void coal_lower_asm(coal_lower_state *s, LLVMValueRef i, const char *text, const char *constraints) {
  coal_lower_ptx x = {.s = s};
  const char *unknown = collect_operands(&x, i, constraints) ? NULL : text;
  char *rest = clean(s, text);
  while (rest && *rest && !unknown) {
    char *end = strchr(rest, ';');
    if (end) *end = 0;
    const char *shown = coal_arena_string(s->arena, skip_blanks(rest), strlen(skip_blanks(rest)));
    if (!statement(&x, rest)) unknown = shown;
    rest = end ? end + 1 : NULL;
  }
  if (!unknown) return;
  coal_lower_emit(s, COAL_INS_UNSUPPORTED)->aux =
      coal_arena_format(s->arena, "inline PTX that is not carried out here: %s", unknown);
}
