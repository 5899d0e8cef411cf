/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/**
 * Clang's AST, seen through libclang, to the kernel IR: what the parts of the translation share.
 *
 * A function that is mentioned gets a coal_function at once and is put on a list; its body is translated when its
 * turn comes. The choices that another front end has to make alike are in docs/frontends.md.
 */
#ifndef COAL_FRONTEND_TRANSLATE_H
#define COAL_FRONTEND_TRANSLATE_H

#include <coalcheck/ir.h>

#include "cursor_map.h"
#include "frontend/invoke/libclang.h"
#include "frontend/source/instantiate.h"
#include "ir/module.h"
#include "util/arena.h"
#include "util/vec.h"

typedef COAL_VEC(const coal_stmt *) coal_stmts;

/** Nesting of expressions and statements that is followed. */
enum { COAL_TR_DEPTH_MAX = 400 };

typedef struct coal_cursors {
  CXCursor *items;
  size_t n;
} coal_cursors;

typedef COAL_VEC(CXCursor) coal_cursor_list;

/** One captured variable of a closure. */
typedef struct coal_capture {
  CXCursor variable; /* null cursor: `this` */
  const coal_field *field;
} coal_capture;

typedef struct coal_closure {
  coal_capture *captures;
  size_t n;
} coal_closure;

/** A structured binding: the hidden variable and the part of it that the name denotes. */
typedef struct coal_tr_decomposition {
  const coal_var *whole;
  size_t part;
  bool is_tuple; /* the part is what get() of a tuple-like class says */
} coal_tr_decomposition;

typedef struct coal_tr_file {
  CXFile file;
  const coal_file *ir;
  const char *text; /* what libclang parsed; NULL unknown */
  size_t n;
  bool is_main;
} coal_tr_file;

/** Instances of a kernel template that nothing instantiates, likelier ones first: "ns::k<float, 32>". */
enum { COAL_SUPPOSED_MAX = 5 };
typedef struct coal_supposition {
  const char *lists[COAL_SUPPOSED_MAX];
  size_t n;
} coal_supposition;

/** A byte of a file as libclang read it. */
typedef struct coal_tr_spot {
  const coal_tr_file *file; /* NULL: none */
  unsigned offset;
  unsigned body; /* of an error: which body (coal_tr.n_bodies) has looked at it */
} coal_tr_spot;

/** A function that was mentioned. */
typedef struct coal_tr_callee {
  CXCursor cursor; /* its definition, if there is one */
  coal_function *fn;
  bool has_body, is_system, is_queued, is_done;
  bool from_device;  /* called from device code */
  bool is_dependent; /* its body has what hangs on template parameters */
  COAL_VEC(struct coal_tr_callee *) callees;
} coal_tr_callee;

typedef struct coal_tr {
  const coal_libclang *c;
  coal_module *m;
  CXTranslationUnit tu;
  coal_arena *scratch;     /* dies with the translation */
  const char *main_path;   /* as the user wrote it */
  const char *opened_path; /* as libclang was given it */
  const coal_touched *touched;
  const char *unsaved; /* the text used instead of the main file, n_unsaved bytes; NULL: the file was read from disk */
  size_t n_unsaved;
  bool has_overlays; /* other files may have been stood in for */

  coal_cursor_map functions; /* canonical cursor -> coal_tr_callee */
  coal_cursor_map vars;      /* declaration -> coal_var */
  coal_cursor_map fields;    /* declaration -> coal_field */
  coal_cursor_map records;   /* declaration -> coal_type */
  coal_cursor_map closures;  /* record -> coal_closure */
  coal_cursor_map bindings;  /* declaration -> coal_tr_decomposition */
  coal_cursor_map launching; /* function -> whether it launches, see root.c */
  COAL_VEC(coal_tr_file *) files;
  COAL_VEC(coal_tr_callee *) work;
  struct coal_tr_named **named;  /* variables by name, see lost.c; NULL: there are no errors */
  COAL_VEC(coal_tr_spot) errors; /* in the user's files */
  COAL_VEC(coal_tr_spot) seen;   /* where accesses begin that the body at work has; kept where there are errors */
  unsigned n_bodies;
  size_t next_work;
  bool *has_wanted;   /* of each instance that the user wants: it is there (see instantiate.h) */
  bool *wanted_found; /* of the touch being read, or NULL */
  size_t n_asked;     /* instances from here on are supposed (see suppose.c) */
  bool is_supposed;   /* the touch being read is for one of these */
  coal_arena *kept;   /* outlives the translation: for suppositions */
  COAL_VEC(coal_supposition) suppositions;
  size_t n_dependent; /* expressions so far that hang on template parameters */

  /* of the function being translated */
  coal_tr_callee *caller;
  coal_function *fn;
  const coal_var *this_var;
  const coal_closure *closure;
  bool is_uninstantiated;
  unsigned depth;
  coal_stmts *before; /* where a statement expression puts its statements; NULL: it cannot be followed */
} coal_tr;

/* ---- translate.c: the whole ---------------------------------------------------------------------------- */

/** Translates all of the unit into t->m. */
void coal_tr_unit(coal_tr *t);
/** What the list holds, in scratch memory. Frees the list. */
coal_cursors coal_tr_take_cursors(coal_tr *t, coal_cursor_list *list);
/** The children of a cursor, in scratch memory. */
coal_cursors coal_tr_children(coal_tr *t, CXCursor c);
/** Those that are expressions (or statements), without types, names and attributes. */
coal_cursors coal_tr_operands(coal_tr *t, CXCursor c);
/** The spelling, in scratch memory; never NULL. */
const char *coal_tr_spelling(coal_tr *t, CXCursor c);
/** The string, in scratch memory; disposed. Never NULL. */
const char *coal_tr_string(coal_tr *t, CXString s);
bool coal_tr_is_null(const coal_tr *t, CXCursor c);

/* ---- location.c: source positions ------------------------------------------------------------------------- */

coal_range coal_tr_range(coal_tr *t, CXCursor c);
/** Of the name of a declaration. */
coal_range coal_tr_name_range(coal_tr *t, CXCursor c);
/** The text from where the cursor is written to the end of the file; `*n` 0 if there is none. */
const char *coal_tr_text_at(coal_tr *t, CXCursor c, size_t *n);
/** The text from where the cursor is spelled (in a macro's body, say) to the end of the file. */
const char *coal_tr_text_from(coal_tr *t, CXCursor c, size_t *n);
/** True if the cursor is anywhere in a file: default arguments are not. */
bool coal_tr_has_location(coal_tr *t, CXCursor c);
bool coal_tr_same_location(coal_tr *t, CXCursor a, CXCursor b);
/** True if the location of inner is inside the extent of outer. */
bool coal_tr_is_inside(coal_tr *t, CXCursor inner, CXCursor outer);
/** The text from the end of a to the begin of b, in the same file; `*n` 0 if there is none. */
const char *coal_tr_text_between(coal_tr *t, CXCursor a, CXCursor b, size_t *n);
/** The text from the begin of a to that of b. */
const char *coal_tr_text_upto(coal_tr *t, CXCursor a, CXCursor b, size_t *n);
/** The last byte that is no blank or comment before the cursor; 0 if unknown. */
char coal_tr_char_before(coal_tr *t, CXCursor c);
bool coal_tr_is_system(const coal_tr *t, CXCursor c);
/** The byte of a location; both ends of a cursor; its position in the file as the user wrote it. */
void coal_tr_spot_of(coal_tr *t, CXSourceLocation location, coal_tr_spot *out);
void coal_tr_extent(coal_tr *t, CXCursor c, coal_tr_spot *begin, coal_tr_spot *end);
coal_pos coal_tr_spot_position(coal_tr *t, coal_tr_spot spot);

/* ---- type.c, record.c ---------------------------------------------------------------------------------- */

const coal_type *coal_tr_type(coal_tr *t, CXType type);
/** The type of an expression (never a reference) or declaration. */
const coal_type *coal_tr_type_of(coal_tr *t, CXCursor c);
/** Canonical, unqualified, as Clang prints it. */
const char *coal_tr_type_name(coal_tr *t, CXType type);
const coal_type *coal_tr_record(coal_tr *t, CXType type);
/** The field declarations of a record type, in order. */
coal_cursors coal_tr_field_cursors(coal_tr *t, CXType type);
/** e.f through anonymous members and base classes; e is a record lvalue or value. NULL: no way from one to the other.
 */
const coal_expr *coal_tr_member(coal_tr *t, const coal_expr *e, const coal_field *f, coal_range r);
/** The field of a declaration, or NULL. Translates its record if necessary. */
const coal_field *coal_tr_field(coal_tr *t, CXCursor declaration);
/** The base-class part `to` of e, or NULL if its record has no such base. */
const coal_expr *coal_tr_base_part(coal_tr *t, const coal_expr *e, const coal_record *to, coal_range r);

/* ---- decl.c: functions and variables ------------------------------------------------------------------- */

/** The function of a declaration. */
coal_tr_callee *coal_tr_callee_of(coal_tr *t, CXCursor declaration);
/** The same, mentioned by the function being translated: its body is put on the list if it is wanted. */
coal_function *coal_tr_function(coal_tr *t, CXCursor declaration);
/** Puts the body on the list. */
void coal_tr_want(coal_tr *t, coal_tr_callee *callee);
/** The variable of a declaration, global ones with their initialiser; made on first use. */
const coal_var *coal_tr_var(coal_tr *t, CXCursor declaration);
/** Translates the bodies on the list, and those that they add. */
void coal_tr_bodies(coal_tr *t);
/** What a variable is initialised with, or NULL: nothing. */
const coal_expr *coal_tr_var_init(coal_tr *t, CXCursor declaration, CXCursor init, const coal_type *type);
/** A hidden variable. */
coal_var *coal_tr_hidden_var(coal_tr *t, const char *name, const coal_type *type, coal_range r);
/** True for functions without a body of their own: implicit or defaulted. */
bool coal_tr_is_defaulted(coal_tr *t, CXCursor fn);
bool coal_tr_is_copy_constructor(coal_tr *t, CXCursor fn);

/* ---- name.c -------------------------------------------------------------------------------------------- */

/** Fills name, qualified and signature. */
void coal_tr_name_function(coal_tr *t, CXCursor declaration, coal_function *fn);

/* ---- attr.c: what attributes say ----------------------------------------------------------------------- */

typedef struct coal_attributes {
  bool is_global, is_device, is_host, is_shared, is_constant, is_managed;
  uint32_t align_bytes;
  uint32_t max_threads, min_blocks;
} coal_attributes;

coal_attributes coal_tr_attributes(coal_tr *t, CXCursor declaration);
/** Where a variable lives. */
coal_storage coal_tr_storage(coal_tr *t, CXCursor declaration);

/* ---- expr.c and friends -------------------------------------------------------------------------------- */

const coal_expr *coal_tr_expr(coal_tr *t, CXCursor c);
/** As a value that initialises an object of that type: initialiser lists, constructors. */
const coal_expr *coal_tr_init(coal_tr *t, CXCursor c, const coal_type *type);
const coal_expr *coal_tr_init_list(coal_tr *t, CXCursor list, const coal_type *type);
const coal_expr *coal_tr_call(coal_tr *t, CXCursor c);
const coal_expr *coal_tr_lambda(coal_tr *t, CXCursor c);
const coal_expr *coal_tr_cast(coal_tr *t, CXCursor c);
/** Names a variable, field, function, enumerator or binding. */
const coal_expr *coal_tr_reference(coal_tr *t, CXCursor c, CXCursor declaration);
const coal_expr *coal_tr_this(coal_tr *t, coal_range r);
/** Converts e to the type as an implicit conversion does: derived to base, scalars. */
const coal_expr *coal_tr_convert(coal_tr *t, const coal_type *to, const coal_expr *e, coal_range r);
/** Of the cursor's kind, with its operands evaluated. */
const coal_expr *coal_tr_opaque(coal_tr *t, CXCursor c, coal_opaque why);
/** The integer value of a constant expression. Never for what depends on a template parameter. */
bool coal_tr_constant(coal_tr *t, CXCursor c, int64_t *value);
/** The default value of a record member: its initialiser in the class, constructors of members; NULL: none. */
const coal_expr *coal_tr_member_default(coal_tr *t, CXCursor field_declaration, const coal_type *type);
/** What a base class or member of that type starts as when no initialiser is written; NULL: nothing is done to it. */
const coal_expr *coal_tr_implied(coal_tr *t, const coal_type *type, coal_range r);
/** A record value as the implicit default constructor leaves it; NULL: nothing is initialised. */
const coal_expr *coal_tr_default_record(coal_tr *t, const coal_type *type, bool zero, coal_range r);

/* ---- root.c: what to translate ------------------------------------------------------------------------- */

/** True if the function's body holds a launch, or calls a function that launches. */
bool coal_tr_launches(coal_tr *t, CXCursor fn);
/** The runtime function that Clang calls for the `<<<…>>>` of a launch. */
bool coal_tr_is_configuration(const char *name);
/** Puts the kernels and the launching functions of the unit on the list. */
void coal_tr_roots(coal_tr *t);
/** Kernel templates without an instance: adds the templates themselves to the list. */
void coal_tr_uninstantiated(coal_tr *t);
/** Lists plausible instances for the kernel templates among them in t->suppositions. */
void coal_tr_suppositions(coal_tr *t);
/** Those of one template; `callee`: its pattern, translated. */
void coal_tr_suppose(coal_tr *t, CXCursor pattern, const coal_tr_callee *callee);

/* ---- lost.c: where the source is broken ----------------------------------------------------------------- */

void coal_tr_find_errors(coal_tr *t);
/** Remembers the variable by its name, for source where only the name is left. */
void coal_tr_remember_name(coal_tr *t, const coal_var *v);
/** Is there an error inside the cursor? */
bool coal_tr_is_broken(coal_tr *t, CXCursor c);
/** Is there an error behind the declared name, up to the end of its declarator? */
bool coal_tr_lost_init(coal_tr *t, CXCursor declaration);
/** `ns::f(a[4])` with an unknown ns: Clang takes it for a declaration of a. */
bool coal_tr_is_mistaken(coal_tr *t, CXCursor variable);
/** A cursor that stands for an access at its begin: what tokens show there is not another one. */
void coal_tr_see(coal_tr *t, CXCursor access);
/** The accesses of a block's broken statements that no cursor stands for. */
void coal_tr_add_lost(coal_tr *t, CXCursor block, coal_stmts *out);
/** Kernels that have no cursor, or one without a body, because their declaration is broken. */
void coal_tr_add_lost_kernels(coal_tr *t);

/* ---- stmt.c -------------------------------------------------------------------------------------------- */

const coal_stmt *coal_tr_stmt(coal_tr *t, CXCursor c);
/** The declarations of a DeclStmt, pushed onto a list. */
void coal_tr_decl_stmt(coal_tr *t, CXCursor c, coal_stmts *out);
void coal_tr_var_decl(coal_tr *t, CXCursor c, coal_stmts *out);
const coal_stmt *coal_tr_for(coal_tr *t, CXCursor c);
const coal_stmt *coal_tr_range_for(coal_tr *t, CXCursor c);
/** The variable of a range-based for, set to `element`, or, if that is NULL, to the value of its own initialiser. */
void coal_tr_loop_variable(coal_tr *t, CXCursor c, const coal_expr *element, coal_stmts *out);
/** A constructor's member initialisers, pushed onto a list. */
void coal_tr_member_inits(coal_tr *t, CXCursor ctor, coal_stmts *out);

#endif
