/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/**
 * The kernel IR: what both front ends build and the evaluation reads.
 *
 * A module holds files, types, variables and functions; a function is a tree of statements and typed
 * expressions. Everything lives in the module's arena and dies with it: no node is freed on its own, and a
 * returned pointer is borrowed from the module. Nodes are immutable once a function is defined.
 *
 * C++ is desugared in the builder, so that the front ends only name what they see:
 *  - references are pointers: naming a reference variable yields the lvalue it refers to, a call that
 *    returns a reference is an lvalue, a reference parameter takes the address of its argument;
 *  - reading an lvalue is an explicit COAL_EXPR_LOAD, inserted wherever a value is needed;
 *  - `a[i]`, `p + i`, `p->f` become pointer arithmetic, dereference and member steps.
 *
 * Sizes and offsets are bytes unless a name says otherwise. Lines and columns count from 1, columns in bytes.
 */
#ifndef COALCHECK_IR_H
#define COALCHECK_IR_H

#include <coalcheck/api.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

COAL_API_BEGIN

typedef struct coal_module coal_module;
typedef struct coal_file coal_file;
typedef struct coal_type coal_type;
typedef struct coal_record coal_record;
typedef struct coal_field coal_field;
typedef struct coal_var coal_var;
typedef struct coal_expr coal_expr;
typedef struct coal_stmt coal_stmt;
typedef struct coal_function coal_function;

/* ---- source ranges ------------------------------------------------------------------------------------- */

struct coal_file {
  const char *path; /* as the user or the compiler wrote it */
  bool is_main;     /* the file that was asked for */
  bool is_system;   /* toolkit, standard library, embedded header: never judged, launches not looked for */
  const char *
      text; /* an editor's unsaved text that was read instead of the file, NUL-terminated; NULL: the file on disk was read */
};

typedef struct coal_pos {
  uint32_t line1, column1;
  uint32_t offset_bytes; /* into the file as it was read */
} coal_pos;

/** Where an expression is written. `end` is one past the last byte. Inside a macro, begin and end are the
 *  outermost use (expansion), and `macro` names the macro and where its body wrote the expression. */
typedef struct coal_range {
  const coal_file *file; /* NULL: no location */
  coal_pos begin, end;
  const struct coal_macro_use *macro; /* NULL outside macros */
} coal_range;

typedef struct coal_macro_use {
  const char *name;      /* may be NULL when the front end cannot tell */
  const coal_file *file; /* of the spelling */
  coal_pos spelling;
} coal_macro_use;

/* ---- types --------------------------------------------------------------------------------------------- */

typedef enum coal_type_kind {
  COAL_TYPE_UNKNOWN, /* dependent or not understood */
  COAL_TYPE_VOID,
  COAL_TYPE_BOOL,
  COAL_TYPE_INT, /* char, enums and all integers */
  COAL_TYPE_FLOAT,
  COAL_TYPE_POINTER,
  COAL_TYPE_REFERENCE, /* of variables, fields and results only; never the type of an expression */
  COAL_TYPE_ARRAY,
  COAL_TYPE_RECORD, /* struct, class, union, closure */
  COAL_TYPE_FUNCTION
} coal_type_kind;

/** Types are interned: the same type in one module is the same pointer. Qualifiers are dropped. */
struct coal_type {
  coal_type_kind kind;
  bool is_signed;           /* INT */
  uint64_t size_bytes;      /* 0 where it has none */
  uint32_t align_bytes;     /* natural alignment, at least 1 */
  const coal_type *element; /* pointee, referee or array element */
  uint64_t count;           /* ARRAY: elements; 0 = extent not known (extern __shared__ a[]) */
  coal_record *record;      /* RECORD */
  const char *spelling;     /* how dumps and messages write it: "i32", "f32", "float4", "ptr(f32)" */
};

struct coal_field {
  const char *name; /* "" for anonymous members; base classes are fields named after the class */
  const coal_type *type;
  uint64_t offset_bytes;
  uint32_t bit_offset, bit_width; /* bit-fields: bit_width > 0, counted from offset_bytes */
  const coal_record *owner;
};

struct coal_record {
  const char *name; /* qualified, with template arguments */
  bool is_union, is_complete, is_closure;
  uint64_t size_bytes;
  uint32_t align_bytes;
  coal_field *fields; /* bases first, then members, in declaration order */
  size_t n_fields;
};

/* ---- variables and functions --------------------------------------------------------------------------- */

typedef enum coal_storage {
  COAL_STORAGE_LOCAL, /* automatic; static locals of host code too */
  COAL_STORAGE_PARAM,
  COAL_STORAGE_SHARED,         /* __shared__ with its extent */
  COAL_STORAGE_SHARED_DYNAMIC, /* extern __shared__ a[] */
  COAL_STORAGE_CONSTANT,       /* __constant__ */
  COAL_STORAGE_DEVICE,         /* __device__ variable */
  COAL_STORAGE_MANAGED,
  COAL_STORAGE_HOST /* namespace-scope variable without a device attribute */
} coal_storage;

struct coal_var {
  const char *name;
  const coal_type *type;
  coal_storage storage;
  uint32_t align_bytes;  /* declared or natural */
  bool is_const;         /* const or constexpr: its initialiser is its value */
  const coal_expr *init; /* namespace-scope and static variables only; locals have it in their DECL */
  coal_range range;
  uint32_t id; /* dense in the module, from 0 */
};

typedef enum coal_function_flags {
  COAL_FN_KERNEL = 1, /* __global__ */
  COAL_FN_DEVICE = 2, /* __device__ */
  COAL_FN_HOST = 4,   /* callable on the host (also set for __host__ __device__) */
  COAL_FN_METHOD = 8, /* params[0] is `this`, a pointer */
  COAL_FN_CONSTRUCTOR = 16,
  COAL_FN_UNINSTANTIATED = 32, /* an uninstantiated template: types and sizes may be unknown */
  COAL_FN_VARIADIC = 64,
  COAL_FN_LAUNCHES = 128, /* its body holds a kernel launch (set by the builder) */
  COAL_FN_SUPPOSED = 256  /* a kernel: an instance that nothing in the source makes, with plausible arguments */
} coal_function_flags;

struct coal_function {
  const char *name;      /* "stage"; methods "operator()", constructors the class name */
  const char *qualified; /* "ns::Tile<32, 1>::operator()", "stage<8>": for messages; not a unique key */
  const char *signature; /* "stage<8>(const unsigned int*, unsigned int*)" */
  const char *key;       /* the front end's unique key (a USR) */
  const char *symbol;    /* kernels: the mangled name in the device code; NULL: not known, and in patterns */
  unsigned flags;        /* coal_function_flags */
  const coal_type *result;
  coal_var **params; /* `this` first for methods */
  size_t n_params;
  const coal_stmt *body;                  /* NULL: no body seen */
  uint32_t max_threads, min_blocks;       /* __launch_bounds__, 0 = none */
  coal_range range;                       /* of the declarator's name */
  const struct coal_intrinsic *intrinsic; /* set by the builder: what the evaluation knows of it by name, or NULL */
  const struct coal_host_call *host_call; /* the same of host functions: what it is to launches, or NULL */
  bool is_barrier;                        /* set by the builder: threads wait for each other in it */
};

/* ---- expressions --------------------------------------------------------------------------------------- */

typedef enum coal_expr_kind {
  COAL_EXPR_INT,       /* u.i; also bool, enum and character constants, null pointers */
  COAL_EXPR_FLOAT,     /* u.f */
  COAL_EXPR_STRING,    /* u.text; type ptr(i8) */
  COAL_EXPR_FUNCTION,  /* u.callee as a value; type ptr(function) */
  COAL_EXPR_BUILTIN,   /* u.builtin: threadIdx.x … gridDim.z; u32 value */
  COAL_EXPR_VAR,       /* lvalue: u.var (never a reference: the builder dereferences) */
  COAL_EXPR_DEREF,     /* lvalue: *a, a is a pointer value */
  COAL_EXPR_MEMBER,    /* lvalue: a.field, a is an lvalue of record type */
  COAL_EXPR_TEMP,      /* lvalue: a temporary object that holds the value a */
  COAL_EXPR_LOAD,      /* value of lvalue a (whole records too) */
  COAL_EXPR_ADDR,      /* address of lvalue a; arrays decay to a pointer to their first element */
  COAL_EXPR_UNARY,     /* op a: NEG, BITNOT, LNOT */
  COAL_EXPR_BINARY,    /* a op b; both operands have the same type, except in shifts */
  COAL_EXPR_LOGICAL,   /* a && b, a || b: LAND, LOR, short-circuit */
  COAL_EXPR_COMMA,     /* a, b (value or lvalue of b) */
  COAL_EXPR_PTR_ADD,   /* a + b·sizeof(*a), op ADD or SUB */
  COAL_EXPR_PTR_DIFF,  /* (a − b) / sizeof(*a) */
  COAL_EXPR_ASSIGN,    /* lvalue result: a = b */
  COAL_EXPR_ASSIGN_OP, /* lvalue result: a = (T)((C)a op b), C = u.compute; a is evaluated once */
  COAL_EXPR_INCDEC,    /* ++a, a++, --a, a--: op ADD or SUB, is_post; value result when post, else lvalue */
  COAL_EXPR_CAST,      /* (type) a: conversions between arithmetic and pointer types */
  COAL_EXPR_COND,      /* a ? b : c (values, or lvalues both) */
  COAL_EXPR_CALL, /* u.callee(args), or target(args) when u.callee is NULL: value; lvalue results come wrapped in DEREF */
  COAL_EXPR_AGGREGATE, /* record or array value: args in field or element order; NULL = zero-initialised */
  COAL_EXPR_CONSTRUCT, /* record value made by constructor u.callee(&temporary, args) */
  COAL_EXPR_LAUNCH, /* u.callee (target when NULL)<<<a, b, c, d>>>(args): grid, block as dim3 or integer values; c, d may be NULL */
  COAL_EXPR_ASM,   /* inline PTX: u.text; args = outputs (lvalues) then inputs (values); n_outputs */
  COAL_EXPR_OPAQUE /* not translated: u.opaque says what it is; args are evaluated for their effects */
} coal_expr_kind;

typedef enum coal_op {
  COAL_OP_NONE,
  COAL_OP_ADD,
  COAL_OP_SUB,
  COAL_OP_MUL,
  COAL_OP_DIV,
  COAL_OP_REM,
  COAL_OP_AND,
  COAL_OP_OR,
  COAL_OP_XOR,
  COAL_OP_SHL,
  COAL_OP_SHR,
  COAL_OP_LT,
  COAL_OP_LE,
  COAL_OP_GT,
  COAL_OP_GE,
  COAL_OP_EQ,
  COAL_OP_NE,
  COAL_OP_NEG,
  COAL_OP_BITNOT,
  COAL_OP_LNOT,
  COAL_OP_LAND,
  COAL_OP_LOR
} coal_op;

typedef enum coal_builtin { /* kind * 3 + axis */
                            COAL_BUILTIN_THREAD_X,
                            COAL_BUILTIN_THREAD_Y,
                            COAL_BUILTIN_THREAD_Z,
                            COAL_BUILTIN_BLOCK_X,
                            COAL_BUILTIN_BLOCK_Y,
                            COAL_BUILTIN_BLOCK_Z,
                            COAL_BUILTIN_BLOCKDIM_X,
                            COAL_BUILTIN_BLOCKDIM_Y,
                            COAL_BUILTIN_BLOCKDIM_Z,
                            COAL_BUILTIN_GRIDDIM_X,
                            COAL_BUILTIN_GRIDDIM_Y,
                            COAL_BUILTIN_GRIDDIM_Z
} coal_builtin;

/** What an opaque expression or statement is: the front ends do not translate it. */
typedef enum coal_opaque {
  COAL_OPAQUE_EXPRESSION, /* an expression of a kind that is not translated */
  COAL_OPAQUE_STATEMENT,  /* a statement of a kind that is not translated */
  COAL_OPAQUE_GOTO,
  COAL_OPAQUE_LABEL,
  COAL_OPAQUE_CASE_LABEL, /* one whose value is not a constant */
  COAL_OPAQUE_DEPTH,
  COAL_OPAQUE_POINTER_CALL,
  COAL_OPAQUE_VIRTUAL_CALL,
  COAL_OPAQUE_OPERATOR, /* one without a function, as in templates without an instance */
  COAL_OPAQUE_CLASS_CONVERSION,
  COAL_OPAQUE_DEFAULT_ARGUMENT,
  COAL_OPAQUE_DESTRUCTOR,
  COAL_OPAQUE_NEW,
  COAL_OPAQUE_DELETE,
  COAL_OPAQUE_THROW,
  COAL_OPAQUE_STATEMENT_EXPRESSION,
  COAL_OPAQUE_FUNCTION_VALUE,
  COAL_OPAQUE_RANGE_FOR,
  COAL_OPAQUE_PTX,
  COAL_OPAQUE_ERROR,     /* the source is broken there: an undeclared name, a header that was not found */
  COAL_OPAQUE_DEPENDENT, /* it hangs on template parameters that nothing has set */
} coal_opaque;

/** How messages and dumps word it: "call through a pointer". Static. */
const char *coal_opaque_text(coal_opaque kind);

/** What an OPAQUE expression stands for in the source. */
enum { COAL_WRITTEN_LOAD = 1, COAL_WRITTEN_STORE = 2 };

struct coal_expr {
  coal_expr_kind kind;
  coal_op op;
  bool is_lvalue, is_post;
  const coal_type *type; /* of the value, or of the object an lvalue names */
  coal_range range;
  const coal_expr *a, *b, *c, *d;
  const coal_expr *target; /* CALL, LAUNCH through a value: a pointer to a function */
  const coal_expr **args;
  size_t n_args, n_outputs;
  unsigned written; /* OPAQUE: COAL_WRITTEN bits of the access it stands for, args[0] is the address; 0: none */
  union {
    int64_t i;
    double f;
    const char *text;
    coal_builtin builtin;
    const coal_var *var;
    const coal_field *field;
    const coal_type *compute;
    const coal_function *callee;
    coal_opaque opaque;
  } u;
  uint32_t id; /* dense in the module, from 0 */
};

/* ---- statements ---------------------------------------------------------------------------------------- */

typedef enum coal_stmt_kind {
  COAL_STMT_BLOCK,  /* list */
  COAL_STMT_DECL,   /* var, e = initial value or NULL; a reference variable is given the address */
  COAL_STMT_EXPR,   /* e */
  COAL_STMT_IF,     /* e, then = list[0], else = list[1] or NULL */
  COAL_STMT_LOOP,   /* loop: init (may be NULL), e = condition or NULL, step or NULL, body */
  COAL_STMT_SWITCH, /* e, list[0] = body (a block with CASE and DEFAULT labels inside) */
  COAL_STMT_CASE,   /* lo … hi (inclusive) */
  COAL_STMT_DEFAULT,
  COAL_STMT_RETURN, /* e or NULL; in a function that returns a reference e is the address */
  COAL_STMT_BREAK,
  COAL_STMT_CONTINUE,
  COAL_STMT_BARRIER, /* __syncthreads, __syncwarp, block.sync … : e holds the call */
  COAL_STMT_OPAQUE   /* opaque says what it is */
} coal_stmt_kind;

typedef enum coal_loop_kind { COAL_LOOP_FOR, COAL_LOOP_WHILE, COAL_LOOP_DO } coal_loop_kind;

struct coal_stmt {
  coal_stmt_kind kind;
  coal_loop_kind loop;
  coal_range range;
  const coal_expr *e;
  const coal_expr *step;  /* LOOP */
  const coal_stmt *init;  /* LOOP */
  const coal_stmt *body;  /* LOOP */
  const coal_stmt **list; /* BLOCK, IF, SWITCH */
  size_t n_list;
  const coal_var *var; /* DECL */
  int64_t lo, hi;      /* CASE */
  coal_opaque opaque;  /* OPAQUE */
  uint32_t id;         /* dense in the module, from 0 */
};

/* ---- module -------------------------------------------------------------------------------------------- */

/** A new, empty module. Yours: free it with coal_module_free. */
coal_module *coal_module_new(void);
/** Frees the module and everything in it. NULL is fine. */
void coal_module_free(coal_module *m);

/** The file of that path, made on first use. Flags are or-ed in. */
const coal_file *coal_module_file(coal_module *m, const char *path, bool is_main, bool is_system);
/** The file that was asked for, or NULL; m may be NULL. */
const coal_file *coal_module_main_file(const coal_module *m);
/** Notes the text (n bytes, copied) that was read in place of the file of the module. */
void coal_module_set_text(coal_module *m, const coal_file *file, const char *text, size_t n);
/** Notes a header that was not found, as it is included; names are kept once. The list: in order, valid until the next;
 *  m may be NULL. */
void coal_module_add_missing(coal_module *m, const char *header);
const char *const *coal_module_missing(const coal_module *m, size_t *n);
/** A copy of the first n bytes of s (or of the whole string when n is SIZE_MAX), in the module. */
const char *coal_module_string(coal_module *m, const char *s, size_t n);

/** All functions in order of first mention, and how many. Valid until the next function is made. */
coal_function *const *coal_module_functions(const coal_module *m, size_t *n);
/** How many ids of each kind were given out: for side tables indexed by id. */
uint32_t coal_module_expr_count(const coal_module *m);
uint32_t coal_module_stmt_count(const coal_module *m);
uint32_t coal_module_var_count(const coal_module *m);

/** Writes the IR of every function that has a body, kernels first, then by qualified name: `--dump-ir`.
 *  Yours: free() it. Source positions are not part of it. */
char *coal_module_dump(const coal_module *m);

/* ---- builder: types ------------------------------------------------------------------------------------ */

const coal_type *coal_type_unknown(coal_module *m, const char *spelling);
const coal_type *coal_type_void(coal_module *m);
const coal_type *coal_type_bool(coal_module *m);
const coal_type *coal_type_int(coal_module *m, unsigned bits, bool is_signed); /* 8, 16, 32, 64, 128 */
const coal_type *coal_type_float(coal_module *m, unsigned bits);               /* 16, 32, 64, 128 */
const coal_type *coal_type_pointer(coal_module *m, const coal_type *to);
const coal_type *coal_type_reference(coal_module *m, const coal_type *to);
const coal_type *coal_type_array(coal_module *m, const coal_type *element, uint64_t count);
const coal_type *coal_type_function(coal_module *m);
/** The record type of that key (a USR or a printed canonical type), declared on first use with that name;
 *  `*is_new` tells the front end to describe it with coal_record_define. */
const coal_type *coal_type_record(coal_module *m, const char *key, const char *name, bool *is_new);
/** Completes a record. `fields` is copied (names too); offsets are relative to the record. */
void coal_record_define(coal_module *m, const coal_type *record, uint64_t size_bytes, uint32_t align_bytes,
                        bool is_union, bool is_closure, const coal_field *fields, size_t n_fields);
/** The field of that name in the record, or NULL. */
const coal_field *coal_record_field(const coal_record *r, const char *name);

/* ---- builder: functions and variables ------------------------------------------------------------------ */

/** The function of that key, made on first use (`*is_new`). The front end then fills name, qualified,
 *  signature, flags, result, range and launch bounds, adds parameters, and later defines the body. */
coal_function *coal_module_function(coal_module *m, const char *key, bool *is_new);
void coal_function_add_param(coal_module *m, coal_function *fn, coal_var *param);
/** Gives the function its body. Also sets COAL_FN_LAUNCHES. */
void coal_function_define(coal_module *m, coal_function *fn, const coal_stmt *body);

/** A new variable. align_bytes 0 = natural. */
coal_var *coal_var_new(coal_module *m, const char *name, const coal_type *type, coal_storage storage,
                       uint32_t align_bytes, bool is_const, coal_range range);

/* ---- builder: expressions ------------------------------------------------------------------------------
 * Arguments named `e`, `a`, `b` may be lvalues or values: the builder loads, decays and dereferences where the
 * language would. NULL operands are not allowed unless said. No function fails. */

const coal_expr *coal_expr_int(coal_module *m, const coal_type *type, int64_t value, coal_range r);
const coal_expr *coal_expr_float(coal_module *m, const coal_type *type, double value, coal_range r);
const coal_expr *coal_expr_string(coal_module *m, const char *text, coal_range r);
const coal_expr *coal_expr_builtin(coal_module *m, coal_builtin which, coal_range r);
/** Names a variable; a variable of reference type yields what it refers to. */
const coal_expr *coal_expr_var(coal_module *m, const coal_var *v, coal_range r);
/** base.field; a value base is put into a temporary, a field of reference type is followed. */
const coal_expr *coal_expr_member(coal_module *m, const coal_expr *base, const coal_field *f, coal_range r);
/** Element i, of that type, of a std::array, std::pair or std::tuple (cuda::std's, thrust's and cute's too), or of any class where
 *  the element's type has no data; NULL: the class is none of these, or its layout is not known. */
const coal_expr *coal_expr_tuple_element(coal_module *m, const coal_type *type, const coal_expr *tuple, size_t i,
                                         coal_range r);
/** pointer->field */
const coal_expr *coal_expr_arrow(coal_module *m, const coal_expr *pointer, const coal_field *f, coal_range r);
/** a[b] of the language (either may be the pointer). */
const coal_expr *coal_expr_index(coal_module *m, const coal_expr *a, const coal_expr *b, coal_range r);
const coal_expr *coal_expr_deref(coal_module *m, const coal_expr *pointer, coal_range r);
/** &e; of a value: the address of a temporary. */
const coal_expr *coal_expr_addr(coal_module *m, const coal_expr *e, coal_range r);
/** The value of e: loads lvalues, decays arrays and functions, leaves values as they are. */
const coal_expr *coal_expr_value(coal_module *m, const coal_expr *e);
/** -a ~a !a; the type is that of the promoted operand (bool for !). */
const coal_expr *coal_expr_unary(coal_module *m, coal_op op, const coal_expr *a, coal_range r);
/** a op b of the language for arithmetic, comparison, logical and pointer operands: usual conversions,
 *  pointer arithmetic and short-circuit forms are chosen here. */
const coal_expr *coal_expr_binary(coal_module *m, coal_op op, const coal_expr *a, const coal_expr *b, coal_range r);
const coal_expr *coal_expr_comma(coal_module *m, const coal_expr *a, const coal_expr *b, coal_range r);
/** a = b. Whole records too. b is converted to a's type. */
const coal_expr *coal_expr_assign(coal_module *m, const coal_expr *a, const coal_expr *b, coal_range r);
/** a op= b, pointers included. */
const coal_expr *coal_expr_assign_op(coal_module *m, coal_op op, const coal_expr *a, const coal_expr *b, coal_range r);
const coal_expr *coal_expr_incdec(coal_module *m, bool is_increment, bool is_post, const coal_expr *a, coal_range r);
/** Conversion of a value. No node is made when nothing changes. Casting an lvalue to a REFERENCE type gives an
 *  lvalue of the referee type at the same address (derived to base: give it the base's field with coal_expr_member). */
const coal_expr *coal_expr_cast(coal_module *m, const coal_type *to, const coal_expr *e, coal_range r);
const coal_expr *coal_expr_cond(coal_module *m, const coal_expr *c, const coal_expr *a, const coal_expr *b,
                                coal_range r);
/** A call. For methods args[0] is the object (an lvalue or value, its address is taken) or a pointer to it.
 *  Reference parameters take addresses; others take values, converted. Result: a value, or an lvalue when the
 *  function returns a reference. */
const coal_expr *coal_expr_call(coal_module *m, const coal_function *fn, const coal_expr *const *args, size_t n,
                                coal_range r);
/** A function as a value: its address taken, passed, stored. */
const coal_expr *coal_expr_function(coal_module *m, const coal_function *fn, coal_range r);
/** A call through a value. Arguments are passed as they are. */
const coal_expr *coal_expr_call_through(coal_module *m, const coal_expr *target, const coal_type *result,
                                        const coal_expr *const *args, size_t n, coal_range r);
/** object.*pointer. A pointer to a data member is its offset as an i64, −1 for null; `type` is the member's. */
const coal_expr *coal_expr_member_through(coal_module *m, const coal_expr *object, const coal_expr *pointer,
                                          const coal_type *type, coal_range r);
/** (object.*method)(args). A pointer to a method is a pointer to a function. */
const coal_expr *coal_expr_call_member(coal_module *m, const coal_expr *object, const coal_expr *method,
                                       const coal_type *result, const coal_expr *const *args, size_t n, coal_range r);
/** new (place) T: the pointer to it. `init` initialises the object; NULL leaves it uninitialised. */
const coal_expr *coal_expr_new_at(coal_module *m, const coal_type *type, const coal_expr *place, const coal_expr *init,
                                  coal_range r);
/** A record value made by a constructor with these arguments (without the object). */
const coal_expr *coal_expr_construct(coal_module *m, const coal_type *type, const coal_function *ctor,
                                     const coal_expr *const *args, size_t n, coal_range r);
/** A record or array value from its parts, in order of fields (bases first) or elements; NULL parts and missing
 *  ones at the end are zero. */
const coal_expr *coal_expr_aggregate(coal_module *m, const coal_type *type, const coal_expr *const *parts, size_t n,
                                     coal_range r);
/** A std::initializer_list (record `type`, of a pointer and a size or an end) over the array value. */
const coal_expr *coal_expr_list_view(coal_module *m, const coal_type *type, const coal_expr *array, coal_range r);
const coal_expr *coal_expr_launch(coal_module *m, const coal_function *kernel, const coal_expr *grid,
                                  const coal_expr *block, const coal_expr *shared_bytes, const coal_expr *stream,
                                  const coal_expr *const *args, size_t n, coal_range r);
/** A launch through a value. */
const coal_expr *coal_expr_launch_through(coal_module *m, const coal_expr *target, const coal_expr *grid,
                                          const coal_expr *block, const coal_expr *shared_bytes,
                                          const coal_expr *stream, const coal_expr *const *args, size_t n,
                                          coal_range r);
const coal_expr *coal_expr_asm(coal_module *m, const char *ptx, const coal_expr *const *outputs, size_t n_outputs,
                               const coal_expr *const *inputs, size_t n_inputs, coal_range r);
/** An expression that the front end does not translate. `operands` (may be NULL) are evaluated for their effects. */
const coal_expr *coal_expr_opaque(coal_module *m, const coal_type *type, coal_opaque why,
                                  const coal_expr *const *operands, size_t n, coal_range r);

/** An access (COAL_WRITTEN bits) that the source writes at r and that cannot be followed. `place`: the lvalue it begins
 *  from, NULL: not known. The value is unknown. */
const coal_expr *coal_expr_written(coal_module *m, const coal_expr *place, unsigned written, coal_opaque why,
                                   coal_range r);

/** A member that cannot be looked up, of `base` (an lvalue, value or pointer; NULL: not written): lies where the base lies. */
const coal_expr *coal_expr_dependent_member(coal_module *m, const coal_type *type, const coal_expr *base, coal_range r);
/** An argument of a call that cannot be looked up: what a pointer points to counts as accessed, stored to unless it is const. */
const coal_expr *coal_expr_dependent_argument(coal_module *m, const coal_expr *e, bool points_to_const);

/* ---- builder: statements ------------------------------------------------------------------------------- */

const coal_stmt *coal_stmt_block(coal_module *m, const coal_stmt *const *list, size_t n, coal_range r);
/** `init` may be NULL (uninitialised). A reference variable is bound to the address of `init`. */
const coal_stmt *coal_stmt_decl(coal_module *m, const coal_var *v, const coal_expr *init, coal_range r);
/** Initialises a member in a constructor: like an assignment, but binds references. */
const coal_stmt *coal_stmt_member_init(coal_module *m, const coal_function *ctor, const coal_field *f,
                                       const coal_expr *init, coal_range r);
/** A call of a barrier function as a statement becomes COAL_STMT_BARRIER. */
const coal_stmt *coal_stmt_expr(coal_module *m, const coal_expr *e, coal_range r);
const coal_stmt *coal_stmt_if(coal_module *m, const coal_expr *cond, const coal_stmt *then, const coal_stmt *otherwise,
                              coal_range r);
const coal_stmt *coal_stmt_loop(coal_module *m, coal_loop_kind kind, const coal_stmt *init, const coal_expr *cond,
                                const coal_expr *step, const coal_stmt *body, coal_range r);
const coal_stmt *coal_stmt_switch(coal_module *m, const coal_expr *e, const coal_stmt *body, coal_range r);
const coal_stmt *coal_stmt_case(coal_module *m, int64_t lo, int64_t hi, coal_range r);
const coal_stmt *coal_stmt_default(coal_module *m, coal_range r);
/** In function fn; e may be NULL. */
const coal_stmt *coal_stmt_return(coal_module *m, const coal_function *fn, const coal_expr *e, coal_range r);
const coal_stmt *coal_stmt_break(coal_module *m, coal_range r);
const coal_stmt *coal_stmt_continue(coal_module *m, coal_range r);
const coal_stmt *coal_stmt_opaque(coal_module *m, coal_opaque why, coal_range r);

/** True for a variable of class type or a subobject of one: its dynamic type is its declared type. */
bool coal_expr_is_declared_object(const coal_expr *e);
/** True for functions that the evaluation knows by name (atomics, cache loads, warp exchanges, make_*, runtime
 *  calls …): front ends need not translate their bodies. `name` is unqualified. */
bool coal_intrinsic_is_known(const char *name);
/** True for the runtime's functions that launch a kernel (cudaLaunchKernel …): bodies that call them launch. */
bool coal_intrinsic_launches(const char *name);
/** A member of std::pair or std::array, by its qualified name: worth following on the host too. */
bool coal_intrinsic_is_holder(const char *qualified);

COAL_API_END
#endif
