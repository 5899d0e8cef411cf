/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The dump: functions, then the global variables and the records that they mention. Nothing in it depends on the
 * order in which a front end found things. */
#include "print.h"

#include <stdlib.h>
#include <string.h>

#include "module.h"

static void print_stmt(coal_printer *p, const coal_stmt *s, unsigned depth);

static void indent(coal_printer *p, unsigned depth) {
  for (unsigned i = 0; i < depth; i++) coal_str_add(&p->out, "  ");
}

static const char *storage_name(coal_storage storage) {
  static const char *const names[] = {"local",    "param",  "shared",  "shared-dynamic",
                                      "constant", "device", "managed", "host"};
  return names[storage];
}

/* " NAME TYPE", then storage, alignment and constness where they are not the default. */
static void print_var_head(coal_printer *p, const coal_var *v) {
  coal_str_addf(&p->out, "%s ", storage_name(v->storage));
  coal_print_var(p, v);
  coal_str_add(&p->out, " ");
  coal_print_type(p, v->type);
  if (v->align_bytes != v->type->align_bytes) coal_str_addf(&p->out, " align %u", v->align_bytes);
  if (v->is_const) coal_str_add(&p->out, " const");
}

static void print_line(coal_printer *p, const char *word, const coal_expr *e) {
  coal_str_add(&p->out, word);
  if (e) {
    coal_str_add(&p->out, " ");
    coal_print_expr(p, e);
  }
  coal_str_add(&p->out, "\n");
}

static void print_part(coal_printer *p, const char *word, const coal_stmt *s, unsigned depth) {
  if (!s) return;
  indent(p, depth);
  coal_str_addf(&p->out, "%s\n", word);
  print_stmt(p, s, depth + 1);
}

static void print_loop(coal_printer *p, const coal_stmt *s, unsigned depth) {
  static const char *const names[] = {"for", "while", "do"};
  coal_str_addf(&p->out, "%s\n", names[s->loop]);
  print_part(p, "init", s->init, depth + 1);
  if (s->e) {
    indent(p, depth + 1);
    print_line(p, "condition", s->e);
  }
  if (s->step) {
    indent(p, depth + 1);
    print_line(p, "step", s->step);
  }
  print_part(p, "body", s->body, depth + 1);
}

static void print_decl(coal_printer *p, const coal_stmt *s) {
  coal_str_add(&p->out, "decl ");
  print_var_head(p, s->var);
  print_line(p, s->e ? " =" : "", s->e);
}

static void print_list(coal_printer *p, const coal_stmt *s, unsigned depth) {
  for (size_t i = 0; i < s->n_list; i++) print_stmt(p, s->list[i], depth);
}

static void print_stmt(coal_printer *p, const coal_stmt *s, unsigned depth) {
  indent(p, depth);
  switch (s->kind) {
    case COAL_STMT_BLOCK:
      coal_str_add(&p->out, "block\n");
      print_list(p, s, depth + 1);
      break;
    case COAL_STMT_DECL: print_decl(p, s); break;
    case COAL_STMT_EXPR: print_line(p, "expr", s->e); break;
    case COAL_STMT_IF:
      print_line(p, "if", s->e);
      print_part(p, "then", s->list[0], depth + 1);
      print_part(p, "else", s->list[1], depth + 1);
      break;
    case COAL_STMT_LOOP: print_loop(p, s, depth); break;
    case COAL_STMT_SWITCH:
      print_line(p, "switch", s->e);
      print_list(p, s, depth + 1);
      break;
    case COAL_STMT_CASE: coal_str_addf(&p->out, "case %lld %lld\n", (long long)s->lo, (long long)s->hi); break;
    case COAL_STMT_DEFAULT: coal_str_add(&p->out, "default\n"); break;
    case COAL_STMT_RETURN: print_line(p, "return", s->e); break;
    case COAL_STMT_BREAK: coal_str_add(&p->out, "break\n"); break;
    case COAL_STMT_CONTINUE: coal_str_add(&p->out, "continue\n"); break;
    case COAL_STMT_BARRIER: print_line(p, "barrier", s->e); break;
    case COAL_STMT_OPAQUE: coal_str_addf(&p->out, "opaque \"%s\"\n", coal_opaque_text(s->opaque)); break;
  }
}

static void print_flags(coal_printer *p, unsigned flags) {
  static const char *const names[] = {"kernel",  "device",   "host",     "method",  "constructor",
                                      "pattern", "variadic", "launches", "supposed"};
  for (unsigned i = 0; i < sizeof names / sizeof *names; i++)
    if (flags & 1u << i) coal_str_addf(&p->out, " %s", names[i]);
}

static void print_function(coal_printer *p, const coal_function *fn) {
  p->named.n = 0;
  coal_str_addf(&p->out, "function %s :", fn->signature);
  print_flags(p, fn->flags);
  coal_str_add(&p->out, " -> ");
  coal_print_type(p, fn->result);
  if (fn->max_threads || fn->min_blocks) coal_str_addf(&p->out, " bounds %u %u", fn->max_threads, fn->min_blocks);
  if (fn->symbol) coal_str_addf(&p->out, " symbol %s", fn->symbol);
  coal_str_add(&p->out, "\n");
  for (size_t i = 0; i < fn->n_params; i++) {
    indent(p, 1);
    print_var_head(p, fn->params[i]);
    coal_str_add(&p->out, "\n");
  }
  print_stmt(p, fn->body, 1);
  coal_str_add(&p->out, "\n");
}

/* The names of types without one end in "at FOLDER/FILE:LINE:COLUMN)": drops the folders, which depend on how a file
 * was found. */
static void drop_folders(char *text) {
  char *to = text;
  for (const char *from = text; *from;) {
    bool is_location = to - text >= 4 && strncmp(to - 4, " at ", 4) == 0;
    size_t path = is_location ? strcspn(from, ":\n ") : 0;
    if (path && from[path] == ':')
      for (size_t i = path; i > 0; i--)
        if (from[i - 1] == '/') {
          from += i;
          break;
        }
    *to++ = *from++;
  }
  *to = '\0';
}

/* Writes each entry of a growing list into a text of its own and adds the texts in order: one entry may mention, and
 * so add, further ones. False: the entry is left out. */
typedef bool print_entry(coal_printer *p, const coal_module *m, size_t i);

static int compare_texts(const void *a, const void *b) { return strcmp(*(char *const *)a, *(char *const *)b); }

static void print_sorted(coal_printer *p, const coal_module *m, const size_t *count, print_entry *print) {
  COAL_VEC(char *) texts = {0};
  coal_str whole = p->out;
  for (size_t i = 0; i < *count; i++) {
    p->out = (coal_str){0};
    p->named.n = 0;
    if (!print(p, m, i)) continue;
    drop_folders(p->out.data);
    coal_vec_push(&texts, p->out.data);
  }
  p->out = whole;
  if (texts.n) qsort(texts.items, texts.n, sizeof *texts.items, compare_texts);
  for (size_t i = 0; i < texts.n; i++) {
    coal_str_add(&p->out, texts.items[i]);
    free(texts.items[i]);
  }
  coal_vec_free(&texts);
}

static bool print_kernel(coal_printer *p, const coal_module *m, size_t i) {
  const coal_function *fn = m->functions.items[i];
  bool is_wanted = fn->body && (fn->flags & COAL_FN_KERNEL);
  if (is_wanted) print_function(p, fn);
  return is_wanted;
}

static bool print_other_function(coal_printer *p, const coal_module *m, size_t i) {
  const coal_function *fn = m->functions.items[i];
  bool is_wanted = fn->body && !(fn->flags & COAL_FN_KERNEL);
  if (is_wanted) print_function(p, fn);
  return is_wanted;
}

static bool print_global(coal_printer *p, const coal_module *m, size_t i) {
  (void)m;
  const coal_var *v = p->globals.items[i];
  coal_str_add(&p->out, "global ");
  print_var_head(p, v);
  print_line(p, v->init ? " =" : "", v->init);
  return true;
}

static bool print_record(coal_printer *p, const coal_module *m, size_t i) {
  (void)m;
  const coal_record *r = p->records.items[i];
  coal_str_addf(&p->out, "record %s%s%s", r->name, r->is_union ? " union" : "", r->is_closure ? " closure" : "");
  if (!r->is_complete) {
    coal_str_add(&p->out, " incomplete\n");
    return true;
  }
  coal_str_addf(&p->out, " size %llu align %u\n", (unsigned long long)r->size_bytes, r->align_bytes);
  for (size_t k = 0; k < r->n_fields; k++) {
    const coal_field *f = &r->fields[k];
    coal_str_addf(&p->out, "  %llu", (unsigned long long)f->offset_bytes);
    if (f->bit_width) coal_str_addf(&p->out, " bits %u %u", f->bit_offset, f->bit_width);
    coal_str_addf(&p->out, " %s ", *f->name ? f->name : "(anonymous)");
    coal_print_type(p, f->type);
    coal_str_add(&p->out, "\n");
  }
  return true;
}

char *coal_module_dump(const coal_module *m) {
  coal_printer p = {0};
  coal_str_add(&p.out, "");
  print_sorted(&p, m, &m->functions.n, print_kernel);
  print_sorted(&p, m, &m->functions.n, print_other_function);
  print_sorted(&p, m, &p.globals.n, print_global);
  print_sorted(&p, m, &p.records.n, print_record);
  coal_vec_free(&p.named);
  coal_vec_free(&p.globals);
  coal_vec_free(&p.records);
  return p.out.data ? p.out.data : coal_strdup("");
}

const char *coal_opaque_text(coal_opaque kind) {
  switch (kind) {
    case COAL_OPAQUE_EXPRESSION: return "unsupported expression";
    case COAL_OPAQUE_STATEMENT: return "unsupported statement";
    case COAL_OPAQUE_GOTO: return "goto";
    case COAL_OPAQUE_LABEL: return "label";
    case COAL_OPAQUE_CASE_LABEL: return "case label";
    case COAL_OPAQUE_DEPTH: return "nesting too deep";
    case COAL_OPAQUE_POINTER_CALL: return "call through a pointer";
    case COAL_OPAQUE_VIRTUAL_CALL: return "virtual call";
    case COAL_OPAQUE_OPERATOR: return "overloaded operator";
    case COAL_OPAQUE_CLASS_CONVERSION: return "conversion of a class";
    case COAL_OPAQUE_DEFAULT_ARGUMENT: return "default argument";
    case COAL_OPAQUE_DESTRUCTOR: return "destructor";
    case COAL_OPAQUE_NEW: return "new";
    case COAL_OPAQUE_DELETE: return "delete";
    case COAL_OPAQUE_THROW: return "throw";
    case COAL_OPAQUE_STATEMENT_EXPRESSION: return "statement expression";
    case COAL_OPAQUE_FUNCTION_VALUE: return "function as a value";
    case COAL_OPAQUE_RANGE_FOR: return "range-based for";
    case COAL_OPAQUE_PTX: return "inline PTX";
    case COAL_OPAQUE_ERROR: return "error in the source";
    case COAL_OPAQUE_DEPENDENT: return "dependent on template parameters";
  }
  return "unsupported expression";
}
