/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "instantiate.h"

#include <string.h>

#include "lex.h"
#include "util/str.h"
#include "util/vec.h"

enum { NESTING_MAX = 256, DECLARATION_TOKENS_MAX = 4096 };

typedef COAL_VEC(coal_token) token_list;

/* `#define NAME(a, b) template …;`: a macro that makes explicit instantiations. */
typedef struct generator {
  coal_token name, body; /* of the text; body.kind means nothing */
  token_list parameters;
} generator;

typedef struct scanner {
  coal_arena *arena;
  const char *text;
  coal_lexer lexer;
  coal_str out;  /* the text so far, with touches */
  size_t copied; /* bytes of the original in `out` */
  COAL_VEC(coal_touch) touches;
  bool is_namespace[NESTING_MAX]; /* kind of every open brace */
  size_t depth;
  size_t conditional_depth[NESTING_MAX]; /* brace depth at every open #if */
  size_t n_conditionals;
  COAL_VEC(generator) generators;
  unsigned number;
  const char *const *wanted; /* instances asked for */
  size_t n_wanted;
  bool *is_placed;  /* of each */
  bool in_template; /* behind `template <` at namespace scope */
  size_t pending;   /* 1 + index of the wanted one whose template is being defined; 0: none */
} scanner;

static bool is(const scanner *s, coal_token t, const char *word) { return coal_token_is(s->text, t, word); }

static bool is_reserved(const scanner *s, coal_token t) {
  return t.kind == COAL_TOKEN_WORD && t.end - t.begin > 4 && memcmp(s->text + t.begin, "__", 2) == 0 &&
         memcmp(s->text + t.end - 2, "__", 2) == 0;
}

/* `#define NAME(a, b) body` whose body starts with `template`, but not with `template <`. */
static void see_define(scanner *s, coal_token t) {
  coal_lexer l = coal_lexer_new(s->text, t.end);
  l.at = t.begin + 1;
  l.at_line_start = false;
  coal_lexer_next(&l);
  generator g = {.name = coal_lexer_next(&l)};
  coal_token token = coal_lexer_next(&l);
  if (g.name.kind != COAL_TOKEN_WORD || token.begin != g.name.end || !is(s, token, "(")) return;
  for (token = coal_lexer_next(&l); token.kind != COAL_TOKEN_END && !is(s, token, ")"); token = coal_lexer_next(&l))
    if (token.kind == COAL_TOKEN_WORD) coal_vec_push(&g.parameters, token);
  g.body.begin = token.end;
  g.body.end = t.end;
  bool generates = is(s, coal_lexer_next(&l), "template") && !is(s, coal_lexer_next(&l), "<");
  if (generates)
    coal_vec_push(&s->generators, g);
  else
    coal_vec_free(&g.parameters);
}

/* Every branch of an #if starts at the same brace depth. */
static void see_directive(scanner *s, coal_token t) {
  coal_lexer l = coal_lexer_new(s->text + t.begin + 1, t.end - t.begin - 1);
  l.at_line_start = false;
  coal_token word = coal_lexer_next(&l);
  const char *base = s->text + t.begin + 1;
  if (coal_token_is(base, word, "if") || coal_token_is(base, word, "ifdef") || coal_token_is(base, word, "ifndef")) {
    if (s->n_conditionals < NESTING_MAX) s->conditional_depth[s->n_conditionals] = s->depth;
    s->n_conditionals++;
  } else if (coal_token_is(base, word, "endif")) {
    if (s->n_conditionals) s->n_conditionals--;
  } else if (coal_token_is(base, word, "define")) {
    see_define(s, t);
  } else if (word.kind == COAL_TOKEN_WORD && base[word.begin] == 'e' && s->n_conditionals &&
             s->n_conditionals <= NESTING_MAX) {
    s->depth = s->conditional_depth[s->n_conditionals - 1];
  }
}

static coal_token next(scanner *s) {
  for (;;) {
    coal_token t = coal_lexer_next(&s->lexer);
    if (t.kind != COAL_TOKEN_DIRECTIVE) return t;
    see_directive(s, t);
  }
}

static bool at_namespace_scope(const scanner *s) {
  if (s->depth > NESTING_MAX) return false;
  for (size_t i = 0; i < s->depth; i++)
    if (!s->is_namespace[i]) return false;
  return true;
}

static void open_brace(scanner *s, bool is_namespace) {
  if (s->depth < NESTING_MAX) s->is_namespace[s->depth] = is_namespace;
  s->depth++;
}

/* Index behind the bracket group that opens at i. */
static size_t skip_group(const scanner *s, const token_list *l, size_t i, const char *open, const char *close) {
  size_t depth = 0;
  for (; i < l->n; i++) {
    if (is(s, l->items[i], open)) depth++;
    if (is(s, l->items[i], close) && --depth == 0) return i + 1;
  }
  return l->n;
}

/* Removes what does not belong to the function's type: storage class, CUDA and compiler attributes. */
static void drop_attributes(const scanner *s, token_list *l) {
  static const char *const words[] = {"static", "inline", "constexpr", "extern", "virtual", "explicit", "noexcept"};
  size_t kept = 0;
  for (size_t i = 0; i < l->n;) {
    coal_token t = l->items[i];
    bool plain = false;
    for (size_t k = 0; k < sizeof words / sizeof *words; k++) plain |= is(s, t, words[k]);
    bool is_restrict = is(s, t, "__restrict__");
    if (is(s, t, "[") && i + 1 < l->n && is(s, l->items[i + 1], "[")) {
      i = skip_group(s, l, i, "[", "]");
    } else if (plain || (is_reserved(s, t) && !is_restrict)) {
      i++;
      if (i < l->n && is(s, l->items[i], "(") && !plain) i = skip_group(s, l, i, "(", ")");
    } else {
      l->items[kept++] = t;
      i++;
    }
  }
  l->n = kept;
}

/* Index of the `(` of the parameter list: the first one outside template arguments; l->n if there is none. */
static size_t find_parameters(const scanner *s, const token_list *l) {
  size_t angle = 0;
  for (size_t i = 0; i < l->n; i++) {
    if (is(s, l->items[i], "<"))
      angle++;
    else if (is(s, l->items[i], ">") && angle)
      angle--;
    else if (is(s, l->items[i], "decltype") && i + 1 < l->n)
      i = skip_group(s, l, i + 1, "(", ")") - 1;
    else if (is(s, l->items[i], "(") && angle)
      i = skip_group(s, l, i, "(", ")") - 1;
    else if (is(s, l->items[i], "("))
      return i;
  }
  return l->n;
}

/* Index of the `(` that the `)` at i closes; 0 if there is none. */
static size_t group_start(const scanner *s, const token_list *l, size_t i) {
  size_t depth = 0;
  for (;; i--) {
    if (is(s, l->items[i], ")")) depth++;
    if (is(s, l->items[i], "(") && --depth == 0) return i;
    if (i == 0) return 0;
  }
}

/* Index of the first token of the qualified name that ends before token `end`. */
static size_t find_name(const scanner *s, const token_list *l, size_t end) {
  size_t i = end;
  while (i > 0) {
    size_t angle = 0;
    do {
      i--;
      if (is(s, l->items[i], ")")) i = group_start(s, l, i);
      if (is(s, l->items[i], ">")) angle++;
      if (is(s, l->items[i], "<") && angle) angle--;
    } while (i > 0 && (angle || is(s, l->items[i], "<")));
    if (i == 0 || !is(s, l->items[i - 1], "::")) return i;
    i--;
    bool is_global = i == 0 || (l->items[i - 1].kind != COAL_TOKEN_WORD && !is(s, l->items[i - 1], ">"));
    if (is_global) return i;
  }
  return i;
}

static void add_tokens(const scanner *s, coal_str *out, const token_list *l, size_t from, size_t to) {
  for (size_t i = from; i < to; i++) {
    coal_str_add_n(out, s->text + l->items[i].begin, l->items[i].end - l->items[i].begin);
    coal_str_add(out, " ");
  }
}

/* The touch for the declaration in `l` (without `template` and `;`), or nothing if it has no form known here. */
static void add_touch(scanner *s, coal_str *touch, token_list *l) {
  if (l->n > 1 && (is(s, l->items[0], "class") || is(s, l->items[0], "struct"))) {
    coal_str_addf(touch, " static inline void " COAL_TOUCH_PREFIX "%u(", s->number++);
    add_tokens(s, touch, l, 1, l->n);
    coal_str_add(touch, "*) {}");
    return;
  }
  drop_attributes(s, l);
  size_t open = find_parameters(s, l);
  if (open >= l->n || open == 0) return;
  size_t close = skip_group(s, l, open, "(", ")"), name = find_name(s, l, open);
  bool is_operator = false;
  for (size_t i = 0; i < open; i++) is_operator |= is(s, l->items[i], "operator");
  if (name == 0 || is_operator) return;
  bool is_auto = is(s, l->items[0], "auto") && name == 1;
  bool has_arguments = is(s, l->items[open - 1], ">");
  if (is_auto && !has_arguments) return;
  coal_str_addf(touch, " static inline void " COAL_TOUCH_PREFIX "%u() { ", s->number++);
  if (!is_auto) {
    coal_str_add(touch, "(void)(");
    add_tokens(s, touch, l, 0, name);
    coal_str_add(touch, "(*)");
    add_tokens(s, touch, l, open, close);
    coal_str_add(touch, ")&");
    add_tokens(s, touch, l, name, open);
    coal_str_add(touch, "; ");
  }
  if (has_arguments) {
    coal_str_add(touch, "(void)&");
    add_tokens(s, touch, l, name, open);
    coal_str_add(touch, "; ");
  }
  coal_str_add(touch, "}");
}

/* Inserts the touch at that offset and frees it. */
static void put_in(scanner *s, coal_str *touch, size_t offset) {
  if (touch->n) {
    coal_touch place = {offset, touch->n, 0};
    coal_str_add_n(&s->out, s->text + s->copied, offset - s->copied);
    coal_str_add_n(&s->out, touch->data, touch->n);
    s->copied = offset;
    coal_vec_push(&s->touches, place);
  }
  coal_str_free(touch);
}

/* Behind the word `template` at namespace scope. Returns the token that ended the look: `;` of an instantiation, or
 * whatever shows that it is none. */
static coal_token see_template(scanner *s, bool is_extern) {
  token_list l = {0};
  size_t paren = 0;
  coal_token t = next(s);
  s->in_template = is(s, t, "<");
  bool is_definition = !is_extern && !is(s, t, "<");
  while (is_definition && t.kind != COAL_TOKEN_END && l.n < DECLARATION_TOKENS_MAX) {
    if (is(s, t, "(")) paren++;
    if (is(s, t, ")") && paren) paren--;
    if (!paren && (is(s, t, ";") || is(s, t, "{") || is(s, t, "}"))) break;
    coal_vec_push(&l, t);
    t = next(s);
  }
  if (is_definition && is(s, t, ";") && l.n) {
    coal_str touch = {0};
    add_touch(s, &touch, &l);
    put_in(s, &touch, t.end);
  }
  coal_vec_free(&l);
  return t;
}

static void scan(scanner *s);

/* ---- instantiations by macro --------------------------------------------------------------------------- */

static bool same(const scanner *s, coal_token a, coal_token b) {
  return a.end - a.begin == b.end - b.begin && memcmp(s->text + a.begin, s->text + b.begin, a.end - a.begin) == 0;
}

/* The bytes of each argument of a use, from its `(` on; the lexer stands behind the `)` then. At most as many as the
 * macro has parameters. */
static size_t take_arguments(scanner *s, size_t wanted, coal_token *arguments) {
  coal_token t = next(s);
  size_t n = 0, depth = 0;
  coal_token argument = {COAL_TOKEN_WORD, t.end, t.end};
  for (; t.kind != COAL_TOKEN_END; t = next(s)) {
    if (is(s, t, "(")) depth++;
    if (is(s, t, ")")) depth--;
    bool ends = depth == 0 || (depth == 1 && is(s, t, ","));
    if (!ends) continue;
    argument.end = t.begin;
    if (n < wanted) arguments[n] = argument;
    n++;
    argument.begin = t.end;
    if (depth == 0) break;
  }
  return n;
}

/* The body with arguments in place of parameters. */
static void expand(const scanner *s, const generator *g, const coal_token *arguments, coal_str *out) {
  coal_lexer l = coal_lexer_new(s->text, g->body.end);
  l.at = g->body.begin;
  l.at_line_start = false;
  for (coal_token t = coal_lexer_next(&l); t.kind != COAL_TOKEN_END; t = coal_lexer_next(&l)) {
    coal_token from = t;
    for (size_t i = 0; i < g->parameters.n; i++)
      if (same(s, t, g->parameters.items[i])) from = arguments[i];
    coal_str_add_n(out, s->text + from.begin, from.end - from.begin);
    coal_str_add(out, " ");
  }
  coal_str_add(out, ";");
}

/* The touches for what the macro makes, without the text between them. */
static void touch_expansion(scanner *s, const coal_str *expansion, coal_str *touch) {
  scanner inner = {.arena = s->arena,
                   .text = expansion->data,
                   .lexer = coal_lexer_new(expansion->data, expansion->n),
                   .number = s->number};
  inner.lexer.at_line_start = false;
  scan(&inner);
  size_t added = 0;
  for (size_t i = 0; i < inner.touches.n; i++) {
    coal_str_add_n(touch, inner.out.data + inner.touches.items[i].offset + added, inner.touches.items[i].n_bytes);
    added += inner.touches.items[i].n_bytes;
  }
  s->number = inner.number;
  coal_vec_free(&inner.touches);
  coal_vec_free(&inner.generators);
  coal_str_free(&inner.out);
}

/* NAME(arguments) at namespace scope: the touches go behind the `)`, or behind a `;` that follows. */
static void see_use(scanner *s, const generator *g) {
  coal_lexer start = s->lexer;
  if (!is(s, coal_lexer_next(&start), "(")) return;
  coal_token *arguments = COAL_ARENA_ARRAY(s->arena, coal_token, g->parameters.n + 1);
  if (take_arguments(s, g->parameters.n, arguments) != g->parameters.n) return;
  coal_lexer after = s->lexer;
  if (is(s, coal_lexer_next(&after), ";")) s->lexer = after;
  coal_str expansion = {0}, touch = {0};
  expand(s, g, arguments, &expansion);
  touch_expansion(s, &expansion, &touch);
  put_in(s, &touch, s->lexer.at);
  coal_str_free(&expansion);
}

static const generator *generator_of(const scanner *s, coal_token t) {
  for (size_t i = s->generators.n; t.kind == COAL_TOKEN_WORD && i > 0; i--)
    if (same(s, t, s->generators.items[i - 1].name)) return &s->generators.items[i - 1];
  return NULL;
}

/* ---- instances asked for ------------------------------------------------------------------------------- */

static void touch_wanted(scanner *s, size_t i, size_t offset) {
  coal_str touch = {0};
  coal_str_addf(&touch, "%sstatic inline void " COAL_TOUCH_WANTED "%zu() { (void)&%s; }",
                offset == s->lexer.n ? "\n" : " ", i, s->wanted[i]);
  put_in(s, &touch, offset);
  s->touches.items[s->touches.n - 1].wanted = i + 1;
  s->is_placed[i] = true;
}

/* NAME ( behind `template <…>` at namespace scope, where NAME<…> is wanted. */
static void see_declarator(scanner *s, coal_token t) {
  for (size_t i = 0; i < s->n_wanted; i++) {
    const size_t n = strcspn(s->wanted[i], "< :");
    coal_lexer after = s->lexer;
    if (t.end - t.begin == n && memcmp(s->text + t.begin, s->wanted[i], n) == 0 && !s->is_placed[i] &&
        is(s, coal_lexer_next(&after), "("))
      s->pending = i + 1;
  }
}

static void see_wanted(scanner *s, coal_token t) {
  if (!at_namespace_scope(s)) return;
  if (s->in_template && t.kind == COAL_TOKEN_WORD) see_declarator(s, t);
  if (!is(s, t, ";") && !is(s, t, "}")) return;
  if (s->pending && is(s, t, "}")) touch_wanted(s, s->pending - 1, t.end);
  s->pending = 0;
  s->in_template = false;
}

static void scan(scanner *s) {
  bool starts_namespace = false, at_start = true, is_extern = false, in_name = false;
  for (coal_token t = next(s); t.kind != COAL_TOKEN_END; t = next(s)) {
    if (is(s, t, "template") && at_namespace_scope(s) && !in_name) t = see_template(s, is_extern);
    const generator *g = generator_of(s, t);
    if (g && at_namespace_scope(s)) see_use(s, g);
    if (is(s, t, "{")) open_brace(s, starts_namespace);
    if (is(s, t, "}") && s->depth) s->depth--;
    if (s->n_wanted) see_wanted(s, t);
    bool ends = is(s, t, ";") || is(s, t, "{") || is(s, t, "}");
    bool opens_linkage = is_extern && t.kind == COAL_TOKEN_STRING;
    if (is(s, t, "namespace") || opens_linkage)
      starts_namespace = true;
    else if (ends || is(s, t, "(") || is(s, t, "="))
      starts_namespace = false;
    is_extern = at_start && is(s, t, "extern");
    in_name = is(s, t, "::") || is(s, t, ".") || is(s, t, ">");
    at_start = ends;
  }
}

coal_touched coal_instantiate(coal_arena *arena, const char *text, size_t n, const char *const *wanted,
                              size_t n_wanted) {
  coal_touched result = {text, n, NULL, 0};
  scanner s = {.arena = arena,
               .text = text,
               .lexer = coal_lexer_new(text, n),
               .wanted = wanted,
               .n_wanted = n_wanted,
               .is_placed = COAL_ARENA_ARRAY(arena, bool, n_wanted + 1)};
  scan(&s);
  for (size_t i = 0; i < n_wanted; i++)
    if (!s.is_placed[i]) touch_wanted(&s, i, n);
  if (s.touches.n) {
    coal_str_add_n(&s.out, text + s.copied, n - s.copied);
    result.text = coal_arena_string(arena, s.out.data, s.out.n);
    result.n = s.out.n;
    result.touches = coal_arena_copy(arena, s.touches.items, s.touches.n * sizeof *s.touches.items);
    result.n_touches = s.touches.n;
  }
  coal_vec_free(&s.touches);
  for (size_t i = 0; i < s.generators.n; i++) coal_vec_free(&s.generators.items[i].parameters);
  coal_vec_free(&s.generators);
  coal_str_free(&s.out);
  return result;
}

/* A position inside a touch maps to the offset where it was inserted. A touch has no line end, so lines stay; the
 * column moves by the touches before it on its line. */
coal_pos coal_touched_original(const coal_touched *t, coal_pos p) {
  size_t line_start = p.offset_bytes - (p.column1 ? p.column1 - 1 : 0), added = 0, added_on_line = 0;
  for (size_t i = 0; i < t->n_touches; i++) {
    size_t begin = t->touches[i].offset + added, inside = 0;
    if (begin >= p.offset_bytes) break;
    inside = p.offset_bytes - begin < t->touches[i].n_bytes ? p.offset_bytes - begin : t->touches[i].n_bytes;
    added += inside;
    if (begin >= line_start) added_on_line += inside;
    if (inside < t->touches[i].n_bytes) break;
  }
  p.offset_bytes -= (uint32_t)added;
  p.column1 -= (uint32_t)added_on_line;
  return p;
}
