/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The arguments of the program (--argv) and the library functions that read them: atoi, strtol, stoi, strcmp, getopt
 * and the like. A string is an object of bytes; a std::string keeps the address of its bytes in its first 8. */
#include <stdlib.h>
#include <string.h>

#include "eval/machine/walk.h"
#include "launch.h"

enum { TEXT_MAX = 256, LITERAL_MAX = 64, ARGUMENTS_MAX = 256 };

static const coal_type pointer_type = {.kind = COAL_TYPE_POINTER, .size_bytes = 8, .align_bytes = 8};
static const coal_type char_type = {.kind = COAL_TYPE_INT, .is_signed = true, .size_bytes = 1, .align_bytes = 1};
static const coal_type int_type = {.kind = COAL_TYPE_INT, .is_signed = true, .size_bytes = 4, .align_bytes = 4};

static coal_value start_of(coal_machine *m, coal_object *o) {
  const coal_poly *zero = coal_poly_const(m->t, 0);
  return (coal_value){.kind = COAL_VALUE_POINTER, .object = o, .p = zero, .form = zero};
}

static coal_value new_text(coal_machine *m, const char *text) {
  coal_object *o = coal_object_new(m->memory, COAL_OBJECT_LOCAL, NULL, "text", NULL, 1);
  size_t n = strlen(text);
  for (size_t i = 0; i <= n; i++) coal_object_set(m->memory, o, i, 1, &char_type, coal_value_int(m->t, text[i]));
  return start_of(m, o);
}

coal_value coal_host_arguments(coal_machine *m, const char *const *words, size_t n) {
  coal_object *o = coal_object_new(m->memory, COAL_OBJECT_LOCAL, NULL, "argv", NULL, 8);
  if (n > ARGUMENTS_MAX) n = ARGUMENTS_MAX;
  for (size_t i = 0; i <= n; i++)
    coal_object_set(m->memory, o, i * 8, 8, &pointer_type, new_text(m, i ? words[i - 1] : "a.out"));
  coal_object_set(m->memory, o, (n + 1) * 8, 8, &pointer_type,
                  (coal_value){.kind = COAL_VALUE_POINTER, .p = coal_poly_const(m->t, 0)});
  return start_of(m, o);
}

coal_value coal_host_literal(coal_machine *m, const char *text) {
  if (strlen(text) > LITERAL_MAX) return coal_value_unknown(false, COAL_REASON_UNSUPPORTED, "string");
  return new_text(m, text);
}

/* ---- reading ------------------------------------------------------------------------------------------- */

/* The bytes at an address up to the terminating zero; false if one is not known. */
static bool bytes_at(coal_machine *m, coal_value v, char *out) {
  if (v.kind != COAL_VALUE_POINTER || !v.object || v.object->kind != COAL_OBJECT_LOCAL || v.p->n || v.p->c.v)
    return false;
  for (size_t i = 0; i < TEXT_MAX; i++) {
    coal_value at = coal_machine_offset(m, v, coal_value_int(m->t, (int64_t)i));
    int64_t c;
    if (!coal_value_constant(coal_object_read(m->memory, at.object, at.p, &char_type, m->active), &c)) return false;
    out[i] = (char)c;
    if (!c) return true;
  }
  return false;
}

static bool is_string(const coal_type *type) {
  if (type && (type->kind == COAL_TYPE_REFERENCE || type->kind == COAL_TYPE_POINTER)) type = type->element;
  return type && type->kind == COAL_TYPE_RECORD && coal_is_std_class(type->record, "basic_string");
}

/* The string of a char * or a std::string, by value, address or reference. */
static bool text_of(coal_machine *m, const coal_function *fn, size_t i, coal_value v, char *out) {
  const coal_type *type = i < fn->n_params ? fn->params[i]->type : NULL;
  if (!is_string(type)) return bytes_at(m, v, out);
  if (v.kind == COAL_VALUE_AGGREGATE) return bytes_at(m, coal_aggregate_part(m->t, v, 0, &pointer_type), out);
  if (v.kind != COAL_VALUE_POINTER || !v.object || v.p->n || v.p->c.v) return false;
  return bytes_at(m, coal_object_read(m->memory, v.object, v.p, &pointer_type, m->active), out);
}

/* ---- numbers ------------------------------------------------------------------------------------------- */

static bool is_one_of(const char *name, const char *const *names) {
  for (; *names; names++)
    if (strcmp(name, *names) == 0) return true;
  return false;
}

/* The end that strtol stores: an address in the string. */
static void store_end(coal_machine *m, coal_value where, coal_value text, size_t n) {
  if (where.kind != COAL_VALUE_POINTER || !where.object || where.object->kind != COAL_OBJECT_LOCAL) return;
  coal_value end = coal_machine_offset(m, text, coal_value_int(m->t, (int64_t)n));
  coal_object_write(m->memory, where.object, where.p, &pointer_type, end, m->active);
}

static bool parse_number(coal_machine *m, const coal_expr *e, const coal_value *args, size_t n, coal_value *result) {
  static const char *const integers[] = {"atoi", "atol", "atoll", "strtol", "strtoul", "strtoll", "strtoull",
                                         "stoi", "stol", "stoll", "stoul",  "stoull",  NULL};
  static const char *const floats[] = {"atof", "strtod", "strtof", "stod", "stof", NULL};
  const char *name = e->u.callee->name;
  bool is_integer = is_one_of(name, integers), is_c = strncmp(name, "str", 3) == 0;
  char text[TEXT_MAX], *end = text;
  if ((!is_integer && !is_one_of(name, floats)) || !n || !text_of(m, e->u.callee, 0, args[0], text)) return false;
  int64_t base = 10;
  if (is_integer && n > 2 && !coal_value_constant(args[2], &base)) return false;
  if (base < 0 || base == 1 || base > 36) return false;
  if (is_integer) {
    long long v = strtoll(text, &end, (int)base);
    *result = coal_value_cast(m->t, e->type, NULL, coal_value_int(m->t, v));
  } else {
    double v[COAL_WARP_LANES], one = strtod(text, &end);
    for (unsigned i = 0; i < COAL_WARP_LANES; i++) v[i] = one;
    *result = coal_value_doubles(m->t, v);
  }
  if (is_c && n > 1) store_end(m, args[1], args[0], (size_t)(end - text));
  return true;
}

static bool compare(coal_machine *m, const coal_expr *e, const coal_value *args, size_t n, coal_value *result) {
  static const char *const names[] = {"strcmp", "strncmp", "strcasecmp", "compare", "operator==", "operator!=", NULL};
  const coal_function *fn = e->u.callee;
  char a[TEXT_MAX], b[TEXT_MAX];
  int64_t limit = TEXT_MAX;
  bool is_operator = strncmp(fn->name, "operator", 8) == 0, is_method = strcmp(fn->name, "compare") == 0;
  if (n < 2 || !is_one_of(fn->name, names)) return false;
  if ((is_operator || is_method) && (!fn->n_params || !is_string(fn->params[0]->type))) return false;
  if (!text_of(m, fn, 0, args[0], a) || !text_of(m, fn, 1, args[1], b)) return false;
  if (strcmp(fn->name, "strncmp") == 0 && (n < 3 || !coal_value_constant(args[2], &limit) || limit < 0)) return false;
  for (char *p = a; strcmp(fn->name, "strcasecmp") == 0 && *p; p++) *p |= *p >= 'A' && *p <= 'Z' ? 32 : 0;
  for (char *p = b; strcmp(fn->name, "strcasecmp") == 0 && *p; p++) *p |= *p >= 'A' && *p <= 'Z' ? 32 : 0;
  int order = strncmp(a, b, (size_t)limit);
  int64_t v = strcmp(fn->name, "operator==") == 0   ? !order
              : strcmp(fn->name, "operator!=") == 0 ? order != 0
              : order < 0                           ? -1
                                                    : order > 0;
  *result = coal_value_int(m->t, v);
  return true;
}

/* Members of std::string: construction, c_str, length. */
static bool string_member(coal_machine *m, const coal_expr *e, const coal_value *args, size_t n, coal_value *result) {
  const coal_function *fn = e->u.callee;
  char text[TEXT_MAX];
  bool is_member = fn->flags & COAL_FN_METHOD && fn->n_params && is_string(fn->params[0]->type);
  if ((!is_member && strcmp(fn->name, "strlen") != 0) || !n) return false;
  if (strcmp(fn->name, "c_str") == 0 || strcmp(fn->name, "data") == 0) {
    if (!text_of(m, fn, 0, args[0], text)) return false;
    *result = coal_object_read(m->memory, args[0].object, args[0].p, &pointer_type, m->active);
    return true;
  }
  bool is_length = strcmp(fn->name, "size") == 0 || strcmp(fn->name, "length") == 0 || strcmp(fn->name, "strlen") == 0;
  if (!is_length || !text_of(m, fn, 0, args[0], text)) return false;
  *result = coal_value_int(m->t, (int64_t)strlen(text));
  return true;
}

bool coal_host_make_string(coal_machine *m, const coal_function *fn, const coal_value *args, size_t n) {
  char text[TEXT_MAX];
  bool sets = fn->flags & COAL_FN_CONSTRUCTOR || strcmp(fn->name, "operator=") == 0;
  if (!sets || n < 2 || !is_string(fn->params[0]->type) || args[0].kind != COAL_VALUE_POINTER || !args[0].object)
    return false;
  if (args[0].object->kind != COAL_OBJECT_LOCAL || !text_of(m, fn, 1, args[1], text)) return false;
  coal_object_write(m->memory, args[0].object, args[0].p, &pointer_type, new_text(m, text), m->active);
  return true;
}

/* ---- getopt -------------------------------------------------------------------------------------------- */

typedef struct variable_search {
  const char *name;
  const coal_var *found;
} variable_search;

static void see_variable(void *context, const coal_expr *e) {
  variable_search *s = context;
  if (e->kind == COAL_EXPR_VAR && e->u.var->storage == COAL_STORAGE_HOST && e->u.var->name &&
      strcmp(e->u.var->name, s->name) == 0)
    s->found = e->u.var;
}

/* A global variable of the library by its name, if a function that is executed mentions it. */
static void set_global(coal_machine *m, const char *name, const coal_type *type, coal_value v) {
  variable_search s = {name, NULL};
  for (const coal_frame *f = m->frame; f && !s.found; f = f->caller)
    coal_walk_stmt(f->fn->body, NULL, see_variable, &s);
  if (!s.found) return;
  coal_object *o = coal_machine_object(m, s.found);
  coal_object_write(m->memory, o, coal_poly_const(m->t, 0), type, v, m->active);
}

/* getopt for programs whose options come first: `-n 5`, `-n5`, `-v`. Its place is kept in the machine. */
static bool next_option(coal_machine *m, const coal_expr *e, const coal_value *args, size_t n, coal_value *result) {
  char options[TEXT_MAX], word[TEXT_MAX];
  int64_t argc;
  if (strcmp(e->u.callee->name, "getopt") != 0 || n != 3 || !coal_value_constant(args[0], &argc)) return false;
  if (!bytes_at(m, args[2], options) || args[1].kind != COAL_VALUE_POINTER || !args[1].object) return false;
  if (!m->next_argument) m->next_argument = 1;
  int64_t answer = -1;
  coal_value place = coal_machine_offset(m, args[1], coal_value_int(m->t, (int64_t)m->next_argument * 8));
  coal_value at = coal_object_read(m->memory, place.object, place.p, &pointer_type, m->active);
  bool is_word = (int64_t)m->next_argument < argc && bytes_at(m, at, word);
  if (is_word && word[0] == '-' && word[1] && word[1] != '-') {
    const char *known = strchr(options, word[1]);
    answer = known && word[1] != ':' ? word[1] : '?';
    m->next_argument++;
    if (known && known[1] == ':' && word[2]) {
      set_global(m, "optarg", &pointer_type, coal_machine_offset(m, at, coal_value_int(m->t, 2)));
    } else if (known && known[1] == ':') {
      place = coal_machine_offset(m, args[1], coal_value_int(m->t, (int64_t)m->next_argument++ * 8));
      set_global(m, "optarg", &pointer_type,
                 coal_object_read(m->memory, place.object, place.p, &pointer_type, m->active));
    } else if (word[2]) {
      return false; /* several option letters in one word */
    }
  }
  set_global(m, "optind", &int_type, coal_value_int(m->t, (int64_t)m->next_argument));
  *result = coal_value_int(m->t, answer);
  return true;
}

bool coal_host_text_call(coal_machine *m, const coal_expr *e, const coal_value *args, size_t n, coal_value *result) {
  if (!m->has_arguments || (e->u.callee->body && !(e->u.callee->range.file && e->u.callee->range.file->is_system)))
    return false;
  return parse_number(m, e, args, n, result) || compare(m, e, args, n, result) ||
         string_member(m, e, args, n, result) || next_option(m, e, args, n, result);
}
