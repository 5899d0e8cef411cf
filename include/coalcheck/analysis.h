/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/**
 * The facts about every memory access of a module's kernels, and the verdicts of the checks.
 *
 * coal_analyse() executes each kernel abstractly for warps of its launches and fills the facts; coal_checks_run()
 * turns facts into verdicts and findings. A report only reads. Everything belongs to the coal_analysis.
 * Stride, offsets and widths are bytes; an unknown number is marked as unknown, never stored as zero.
 */
#ifndef COALCHECK_ANALYSIS_H
#define COALCHECK_ANALYSIS_H

#include <coalcheck/ir.h>
#include <coalcheck/model.h>

COAL_API_BEGIN

/* ---- options ------------------------------------------------------------------------------------------- */

/** name=value pairs of a `--launch` or `--assume`. */
typedef struct coal_binding {
  const char *name;
  int64_t value;
} coal_binding;

/** One `--launch='KERNEL: grid=… block=… smem=… name=value …'`. */
typedef struct coal_launch_option {
  const char *kernel; /* name, or "*" */
  bool has_grid, has_block, has_smem;
  uint32_t grid[3], block[3];
  uint64_t smem_bytes;
  const coal_binding *values;
  size_t n_values;
} coal_launch_option;

/** One `--assume`: `name=value` (EQ), `name%mod==value` (MOD), `name>=value` (GE), `name<=value` (LE). */
typedef struct coal_assume_option {
  const char *name;
  enum { COAL_ASSUME_EQ, COAL_ASSUME_MOD, COAL_ASSUME_GE, COAL_ASSUME_LE } relation;
  int64_t modulus, value;
} coal_assume_option;

typedef struct coal_options {
  const coal_target *target;
  const coal_launch_option *launches;
  size_t n_launches;
  const coal_assume_option *assumes;
  size_t n_assumes;
  uint64_t step_budget; /* steps that a kernel's launches may take; 0 = default */
  uint64_t
      file_budget; /* steps that all of a module may take, and once more where whole kernels are counted; 0 = default */
  const char *const *arguments; /* of the program, as main() gets them behind its name; NULL: not known */
  size_t n_arguments;
  bool wants_totals; /* count whole kernels, where that takes more than the findings do */
  bool wants_costs;  /* follow launches through the cost model */
  bool wants_gains;  /* the same, of kernels with an access that moves more than it must: what findings cost */
} coal_options;

/** A step is the evaluation of an expression, an iteration, a fork or a join. So many take a second of a processor
 *  of 2023, at the least; what is analysed depends on steps, never on the clock. */
#define COAL_STEPS_A_SECOND UINT64_C(5000000)
#define COAL_DEFAULT_BUDGET_SECONDS 10

/* ---- facts --------------------------------------------------------------------------------------------- */

/** Of one number over all sampled requests. n = 0: nothing known. */
typedef struct coal_stat {
  double min, max, sum;
  uint64_t n;
} coal_stat;

typedef enum coal_launch_source {
  COAL_LAUNCH_COMMAND_LINE,
  COAL_LAUNCH_FILE,     /* a launch in the source: `where` */
  COAL_LAUNCH_BOUNDS,   /* __launch_bounds__ */
  COAL_LAUNCH_INFERRED, /* from the extents of shared tiles */
  COAL_LAUNCH_ASSUMED
} coal_launch_source;

typedef enum coal_passed_kind {
  COAL_PASSED_UNKNOWN,
  COAL_PASSED_INT,    /* value */
  COAL_PASSED_FLOAT,  /* f */
  COAL_PASSED_POINTER /* object, and value: bytes from its start */
} coal_passed_kind;

#define COAL_PASSED_NULL UINT32_MAX

/** One scalar of what a launch passes: a parameter, or a member of one that is a record, however deep. */
typedef struct coal_passed {
  uint32_t param;   /* of the kernel, from 0 */
  const char *name; /* as people write it: "s.size[1]" */
  const coal_type *type;
  uint64_t offset_bits, size_bits; /* in the argument; least significant bit of the first byte is 0 */
  coal_passed_kind kind;
  int64_t value;
  double f;
  uint32_t object; /* the same number for the same memory in one launch; COAL_PASSED_NULL: the null pointer */
} coal_passed;

typedef struct coal_launch {
  bool grid_known, block_known;
  uint32_t grid[3], block[3]; /* what was evaluated, known or assumed */
  uint64_t smem_bytes;
  coal_launch_source source;
  coal_range where;
  const coal_passed *passed; /* every scalar of the arguments, in order */
  size_t n_passed;
  const char *block_reason; /* of a launch in the source: why its block is not known; NULL: it is */
} coal_launch;

/** Sums over the requests to one memory space. The numbers are integers, exact up to 2^53. */
typedef struct coal_counts {
  double requests, moved, ideal;            /* moved, ideal: transactions (global), wavefronts (shared) */
  double bytes_used, bytes_moved;           /* global: distinct ones a request, and what was fetched for them */
  double loaded_bytes, stored_bytes;        /* what the lanes asked for, each by itself; atomics store */
  double serialised;                        /* global: transactions that take a latency each in the teaching model */
  double dram_read_bytes, dram_write_bytes; /* global: behind the sectors (model/traffic.h) */
} coal_counts;

typedef enum coal_certainty {
  COAL_CERTAINTY_NONE,  /* not known */
  COAL_CERTAINTY_ABOUT, /* extrapolated from warps or iterations that differ */
  COAL_CERTAINTY_EXACT  /* every warp and iteration was counted, or all sampled ones count the same */
} coal_certainty;

/** What a launch does altogether. */
typedef struct coal_totals {
  coal_certainty global_certainty, shared_certainty, flops_certainty;
  coal_counts global, shared;
  double flops;       /* floating-point operations of all lanes; a fused multiply-add is two */
  double warps;       /* of the launch */
  const char *reason; /* why something is not exact, or NULL */
} coal_totals;

/** Totals as formulas in unknown parameters: "12 * n / 32". NULL members: no formula was found. */
typedef struct coal_formulas {
  const char *requests, *sectors, *ideal_sectors, *wavefronts, *ideal_wavefronts, *conflicts, *flops;
  const char *condition; /* "n a multiple of 256" */
} coal_formulas;

/** What a launch costs, caches and reuse included: from the requests of some of its blocks, followed through a model of L1,
 *  L2 and DRAM (docs/model.md, "Cost"). Sectors and bytes are of the whole launch. */
typedef struct coal_launch_cost_estimate {
  bool is_known, has_loads;
  double time_ns, l1_hit_rate, load_sectors, store_sectors; /* sectors: asked of L1, atomics apart */
  double l2_read_sectors, l2_write_sectors, dram_read_bytes, dram_write_bytes;
  const char *bottleneck; /* "l1", "shared", "l2", "dram", "issue", "latency", "atomics" */
  const char *reason;     /* why it is not known, or NULL */
  const char *assumption; /* what is not known and was taken to be so, or NULL */
} coal_launch_cost_estimate;

/** The same of an access: sums over the launches whose cost is known. */
typedef struct coal_access_cost_estimate {
  double requests, load_sectors, hit_sectors, dram_read_bytes, dram_write_bytes;
  bool has_saving;        /* it moves more than its bytes need */
  double time_ns;         /* of the launches */
  double saved_ns;        /* of it, if all such accesses of its object were dense, or it had no conflicts */
  const char *bottleneck; /* of the launch that takes longest */
  double longest_ns;      /* that launch */
} coal_access_cost_estimate;

typedef struct coal_kernel {
  const coal_function *fn;
  const coal_launch *launches;
  size_t n_launches;
  const coal_launch_cost_estimate *costs; /* one a launch; NULL: not asked for */
  const coal_totals *totals;              /* one a launch; NULL: not counted */
  const coal_formulas *formulas;          /* for the first launch; NULL: none */
  const char *skipped;                    /* why nothing could be evaluated, or NULL */
  bool is_out_of_budget;     /* a warp was not run to its end: accesses that are not listed may not have been reached */
  uint64_t steps;            /* that its evaluation took */
  size_t n_texture_accesses; /* calls that go through textures and surfaces: not judged, and no coal_access */
} coal_kernel;

typedef enum coal_reason {
  COAL_REASON_NONE,
  COAL_REASON_INDIRECT,     /* the address comes from memory and differs by lane */
  COAL_REASON_MISSING_BODY, /* a function that was not seen */
  COAL_REASON_RECURSION,
  COAL_REASON_NON_AFFINE,
  COAL_REASON_OVERFLOW,
  COAL_REASON_ASM,
  COAL_REASON_UNSUPPORTED, /* a construct, named in the detail */
  COAL_REASON_BUDGET,
  COAL_REASON_PARAMETER, /* depends on a parameter whose value is not given in a way that cannot be bounded */
  COAL_REASON_ERROR,     /* the source is broken there */
  COAL_REASON_DEPENDENT, /* in a template of which no instance was seen */
  COAL_REASON_UNREACHED  /* no warp that was run comes there */
} coal_reason;

/** One kind of request an access made: for pictures and for proving fixes. Offsets are from the object's start. */
typedef struct coal_pattern {
  uint32_t launch; /* index in the kernel's launches */
  uint32_t mask, bytes;
  int64_t offset[COAL_WARP_LANES];
  uint64_t count;
} coal_pattern;

/** Where the innermost subscript of an array of arrays lies: `tile[i][j]` with j at or past the row's length is one
 *  element of a later row, until somebody makes the rows longer. */
typedef enum coal_row_state {
  COAL_ROW_INSIDE,        /* in all lanes of all requests, or nothing of the kind */
  COAL_ROW_MAYBE_OUTSIDE, /* not known in some lane */
  COAL_ROW_OUTSIDE        /* outside in some lane */
} coal_row_state;

/** From that value of `name` on, at least so much is moved: sectors. Products of parameters have names such as "n*m". */
typedef struct coal_condition {
  const char *name;
  int64_t from;
  double moved;
} coal_condition;

/** What the compiler makes of an access and its neighbours: one access of `bytes` a lane. */
typedef struct coal_merge {
  uint32_t bytes;      /* 0: it stays as it is */
  const int32_t *with; /* the other accesses, as distances from this one's index; none: requests of itself alone */
  size_t n_with;
  double moved, ideal; /* of a merged request, mean */
} coal_merge;

/** What the numbers of an access rest on though nobody says so. */
typedef enum coal_assumption_kind {
  COAL_ASSUMED_ALIGNMENT,      /* the object `name` begins on `number` bytes */
  COAL_ASSUMED_UNIT_STRIDE,    /* the innermost stride `name` of a tensor is 1 */
  COAL_ASSUMED_TYPE_SIZES,     /* type parameters of a template without an instance are `number` bytes wide */
  COAL_ASSUMED_INSTANCE,       /* the kernel's template has the instance `name`, which nothing makes */
  COAL_ASSUMED_CONDITION,      /* the condition at line `number` holds for every lane */
  COAL_ASSUMED_GUARD_IS_PASSED /* no lane leaves at the condition at line `number` */
} coal_assumption_kind;

typedef struct coal_assumption {
  coal_assumption_kind kind;
  const char *name; /* NULL where the kind has none */
  uint32_t number;
} coal_assumption;

typedef struct coal_call_site {
  coal_range range;
  const coal_function *callee;
} coal_call_site;

typedef enum coal_verdict {
  COAL_VERDICT_UNKNOWN,
  COAL_VERDICT_COALESCED,
  COAL_VERDICT_BROADCAST,
  COAL_VERDICT_SINGLE_LANE,
  COAL_VERDICT_AMORTIZED,
  COAL_VERDICT_STRIDED,
  COAL_VERDICT_MISALIGNED,
  COAL_VERDICT_MISALIGNED_VECTOR,
  COAL_VERDICT_AOS_FIELD,
  COAL_VERDICT_SCATTERED,
  COAL_VERDICT_CONFLICT_FREE,
  COAL_VERDICT_BANK_CONFLICT
} coal_verdict;

typedef struct coal_access {
  const coal_kernel *kernel;
  const coal_expr *site;            /* LOAD, ASSIGN …, or CALL of an intrinsic */
  coal_range range;                 /* of the lvalue accessed */
  const coal_call_site *inlined_at; /* innermost first */
  size_t n_inlined_at;
  coal_space space;
  coal_mem_op op;
  uint32_t bytes;                           /* what one lane reads or writes in the source */
  uint32_t instruction_bytes, instructions; /* as the hardware does it: 12-byte struct = 3 × 4 */
  const coal_var *object;                   /* parameter, shared array, global; NULL when it has no name */
  const char *object_name;                  /* for people: "in", "ps.plane[1]"; NULL unknown */
  const char *alignment; /* the alignment of the memory's start that a launch in the file implies; NULL: none */
  bool is_supposed;      /* known for the supposed arguments of its template alone: a finding is a remark */
  bool starts_inside;    /* the launch passes an address behind that start */

  /* symbolic: how the address depends on the lane. NULL: no symbolic form */
  const char *index;   /* "n*(16*blockIdx.y + threadIdx.y) + …" */
  bool index_is_bytes; /* its unit: bytes, where elements do not divide it; else elements */
  bool has_lane_stride;
  int64_t lane_stride_bytes; /* the same between all neighbouring active lanes of all requests */
  const char *lane_stride;   /* symbolic, bytes: "4*N"; NULL if constant or unknown */
  int64_t lane_stride_scale; /* the factor in it, bytes */
  const char
      *stride_symbol; /* the parameter in it: the access degrades from bad_from on, is worst from worst_from on */
  int64_t bad_from, worst_from;
  const coal_condition *conditions; /* what `moved` depends on, by rising `from`; NULL: nothing that is known */
  size_t n_conditions;

  /* counted over sampled requests (all launches) that had at least one active lane; per instruction when split */
  bool known; /* false: reason says why; the numbers below are then empty */
  coal_reason reason;
  const char *reason_detail;
  const char *assume; /* of an unknown access: the fact that would decide, as --assume takes it; NULL: none is known */
  coal_stat active_lanes, moved, ideal, ways;
  uint64_t bytes_used, bytes_moved;         /* sums */
  double dram_read_bytes, dram_write_bytes; /* sums: behind the sectors (model/traffic.h), global */
  bool has_estimate;
  coal_access_cost_estimate estimate;          /* if has_estimate */
  uint64_t executions;                         /* requests sampled */
  bool is_exhaustive;                          /* every warp and iteration was enumerated */
  const coal_stat *launch_moved, *launch_ways; /* one entry a launch of the kernel */

  /* for the checks; about the requests that moved more than ideal unless stated otherwise */
  bool always_uniform;     /* all requests: one address for all lanes */
  bool always_single_lane; /* all requests */
  bool shift_mends;        /* moving the start alone makes most of them ideal (all but a ring's first warp, say) */
  bool is_affine;          /* lane offsets are affine in threadIdx.x, y, z, or in rows of lanes, in most of them */
  bool is_amortized;  /* neighbours in the same straight-line region use the rest, or it is the edge of a dense load */
  bool is_unaligned;  /* some lane's address is not a multiple of the natural alignment of the type: a fault */
  bool ignores_pitch; /* all requests: memory of cudaMallocPitch, rows found without the pitch */
  const char *
      never_aligned; /* the parameters ("b", "b and c") that leave most starts off a boundary whatever they are; NULL */
  bool alignment_unknown;           /* the excess comes only from a uniform shift nobody knows (not a fault) */
  const coal_record *stride_record; /* the lane stride is this record's size and the access is inside it */
  const char *field;                /* the member then */
  coal_pattern *patterns;           /* distinct ones, at most COAL_PATTERNS_MAX */
  size_t n_patterns;
  /* for proving changes. Global accesses that move more than ideal: what the first block's lanes access, request
   * after request (the first ones of each warp), as offsets from the object's start; 0 when there are too many or
   * some unknown */
  const int64_t *block_offsets;
  size_t n_block_offsets;
  uint32_t block_requests;
  coal_stat swapped; /* `moved` in the first launch if threadIdx.x and .y swapped roles; n = 0: not tried, not known */
  coal_stat widened; /* the same if its block, narrower than a warp, were as many threads in rows of 32 */
  coal_row_state row;
  const coal_assumption *assumptions; /* coal_text_add_assumption() words them */
  size_t n_assumptions;
  const int32_t
      *group; /* with stride_record: the accesses of members of these records in one straight-line region, this
                           one too, as distances from its index, rising; NULL: it is the only one */
  size_t n_group;
  /* All requests are part of wider ones in the machine code; the numbers above are those as written. */
  coal_merge merged;

  coal_verdict verdict; /* set by coal_checks_run */
} coal_access;

#define COAL_PATTERNS_MAX 256

/* ---- findings ------------------------------------------------------------------------------------------ */

typedef enum coal_severity { COAL_SEVERITY_REMARK, COAL_SEVERITY_WARNING, COAL_SEVERITY_ERROR } coal_severity;

typedef struct coal_note {
  coal_range range; /* file NULL: at the finding */
  const char *text;
} coal_note;

typedef struct coal_edit { /* replace [begin, end) */
  coal_range range;
  const char *text;
} coal_edit;

/** A change that the model has proved to be better. */
typedef struct coal_fix {
  const char *description;
  double before, after; /* moved, summed over every access of the object, a request each */
  const char *unit;     /* of both: "line"; NULL: "sector" or "wavefront" by the access's space */
  const coal_edit *edits;
  size_t n_edits;
} coal_fix;

/** What a cause costs, over the launches whose time is known: their time, and how much of it would be saved if the
 *  accesses of the cause were at their ideal. */
typedef struct coal_gain {
  bool is_known;
  double time_ns, saved_ns;
  const char *bottleneck; /* as in coal_launch_cost_estimate */
} coal_gain;

/** One cause: a headline, notes and perhaps a fix. */
typedef struct coal_finding {
  size_t access;          /* index: the first in the source */
  const size_t *accesses; /* all that the finding is about, `access` first; NULL: that one alone */
  size_t n_accesses;
  const char *check; /* "strided": without the prefix */
  coal_severity severity;
  const char *message;
  const coal_note *notes;
  size_t n_notes;
  size_t n_brief; /* the first notes, which always are shown: why, what it costs, what to do; the others are details */
  const char *help;    /* what to do, which is the last of the brief notes; NULL: nothing is known */
  const coal_fix *fix; /* that `help` describes; NULL: it is general advice */
  coal_gain gain;
  double waste; /* transactions of the sampled requests that are more than the least */
} coal_finding;

/** Does `a` come before `b`? By severity, then by price, then, where none is known, by waste. */
bool coal_finding_is_worse(const coal_finding *a, const coal_finding *b);

/** The indices of the accesses of a finding, at least one. Borrowed. */
const size_t *coal_finding_accesses(const coal_finding *f, size_t *n);

typedef struct coal_analysis coal_analysis;

/** Evaluates every kernel of the module. `*out` is yours (coal_analysis_free) and borrows the module.
 *  Returns 0. Kernels that cannot be evaluated are listed with `skipped`. */
int coal_analyse(const coal_module *m, const coal_options *options, coal_analysis **out);
void coal_analysis_free(coal_analysis *a);

const coal_module *coal_analysis_module(const coal_analysis *a);
const coal_options *coal_analysis_options(const coal_analysis *a);
/** Steps that the analysis took. */
uint64_t coal_analysis_steps(const coal_analysis *a);
const coal_kernel *coal_analysis_kernels(const coal_analysis *a, size_t *n);
coal_access *coal_analysis_accesses(const coal_analysis *a, size_t *n); /* in source order a kernel */
typedef enum coal_warning_kind {
  COAL_WARNING_LAUNCH_NAME /* an option `--launch` names a kernel that the module does not have */
} coal_warning_kind;

/** Something about the options or the module as a whole. */
typedef struct coal_warning {
  coal_warning_kind kind;
  const char *name; /* LAUNCH_NAME: the kernel's, as the option has it */
} coal_warning;

const coal_warning *coal_analysis_warnings(const coal_analysis *a, size_t *n);
/** Words the warning into the buffer of n bytes, as snprintf() does: returns the length of the whole text. */
int coal_warning_text(const coal_warning *w, char *buffer, size_t n);
/** Launches in the source that are not understood, and what is taken instead: at the launch. */
const coal_note *coal_analysis_launch_notes(const coal_analysis *a, size_t *n);
/** Memory that lives as long as the analysis: for checks. */
void *coal_analysis_alloc(coal_analysis *a, size_t bytes);
/** printf into that memory. */
const char *coal_analysis_format(coal_analysis *a, const char *format, ...)
#if defined(__GNUC__)
    __attribute__((format(printf, 2, 3)))
#endif
    ;

/* ---- checks -------------------------------------------------------------------------------------------- */

typedef struct coal_check coal_check; /* check.h */

#define COAL_MIN_EFFICIENCY_PERCENT 80
#define COAL_MIN_GAIN_PERCENT 5

typedef struct coal_check_options {
  const char *checks;    /* clang-tidy style globs, NULL = all: "-*,bank-conflict" */
  double min_efficiency; /* percent: findings at or above become remarks; 0 = COAL_MIN_EFFICIENCY_PERCENT */
  double min_gain;       /* percent of the kernel's time: findings below become remarks; 0 = COAL_MIN_GAIN_PERCENT,
                          * negative: none */
  bool in_source_order;  /* findings are listed as they stand in the source, not the costliest first */
  const coal_check *const
      *extra; /* checks from outside the library, asked before its own; may be NULL when there are none */
  size_t n_extra;
} coal_check_options;

/** Sets the verdict of every access and collects findings (owned by the analysis). NULL options: all checks. 0, or
 *  −1 when a check gave no message. */
int coal_checks_run(coal_analysis *a, const coal_check_options *options);
const coal_finding *coal_analysis_findings(const coal_analysis *a, size_t *n);
/** Appends a finding; 0. */
int coal_analysis_add_finding(coal_analysis *a, const coal_finding *f);

/** "coalesced", "bank-conflict" …; "indirect", "missing body" …; static. */
const char *coal_verdict_name(coal_verdict v);
const char *coal_reason_name(coal_reason r);
const char *coal_severity_name(coal_severity s);

COAL_API_END
#endif
