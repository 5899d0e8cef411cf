/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/**
 * Findings and accesses as text, JSON and other formats.
 *
 * Begin a report, add the analyses one by one (none is kept), and end it. After each step `out` holds the text that is final,
 * so a caller may print and clear it while files are being processed.
 */
#ifndef COAL_REPORT_REPORT_H
#define COAL_REPORT_REPORT_H

#include <coalcheck/analysis.h>

#include "report/filter.h"
#include "report/source.h"
#include "util/str.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct coal_report_options {
  const char *format;   /* a name of coal_renderer_find; NULL = "text" */
  bool all;             /* every access with its verdict */
  bool explain;         /* pictures and assumptions */
  bool color;           /* text: terminal colours */
  size_t columns;       /* text: width of a line, longer ones are wrapped or cut; 0: any */
  size_t top;           /* text and annotations: so many findings, the costliest of the run; 0: all */
  bool in_source_order; /* the findings of a run are not ranked */
  bool totals;          /* totals of each kernel */
  bool roofline;        /* operations and bytes of each kernel */
  bool is_teaching;     /* times by the fixed teaching model, not the target's */
  double latency_ns, bandwidth_gbps, warps_in_flight,
      gflops; /* parameters of the time model; 0: as the model has them */
} coal_report_options;

/** Numbers of findings that were reported, and that were not: suppressed by comments, known to the baseline,
 *  outside the requested locations. */
typedef struct coal_report_counts {
  size_t errors, warnings, remarks, suppressed, known, elsewhere;
} coal_report_counts;

typedef struct coal_report coal_report;

/** One format. `add` is called once an analysis, `end` once; state belongs to the renderer. */
typedef struct coal_renderer {
  const char *name;
  void *(*begin)(coal_report *r);
  void (*add)(void *state, coal_report *r, const coal_analysis *a);
  /** Finishes the output and frees the state. */
  void (*end)(void *state, coal_report *r);
} coal_renderer;

/** What renderers read and write. */
struct coal_report {
  const coal_renderer *renderer;
  const coal_report_options *options; /* borrowed */
  coal_source_cache *sources;         /* borrowed */
  coal_filter *filter;                /* the report's own: to be set before the first analysis */
  coal_shown *shown;                  /* of the last analysis added: one entry a finding */
  coal_shown *places;                 /* the same: one entry an access */
  coal_report_counts counts;          /* kept by coal_report_add */
  coal_analysis *const *others; /* borrowed: the same module for other targets, to be compared with what is added */
  size_t n_others;
  coal_str out; /* the caller prints it and sets out.n = 0 */
  void *state;
};

/** The format of that name, or NULL; and their names as "text, json". */
const coal_renderer *coal_renderer_find(const char *name);
const char *coal_renderer_names(void);

/** Options and sources are borrowed until coal_report_end. 0, or −1 when there is no such format. */
int coal_report_begin(coal_report *r, const coal_report_options *options, coal_source_cache *sources);
/** Renders one analysis whose checks were run. */
void coal_report_add(coal_report *r, const coal_analysis *a);
/** Completes r->out; then print it and free it with coal_str_free. Frees the filter. */
void coal_report_end(coal_report *r);

/** Adds "pad the rows to 33 words: 64 wavefronts become 2": the note that offers a fix, in every front end. */
void coal_fix_describe(const coal_access *access, const coal_fix *fix, coal_str *out);

/** The notes of the finding that are shown: the first ones, or all. */
size_t coal_notes_shown(const coal_finding *f, bool all);
/** The fix whose edits belong to note i; NULL: none. */
const coal_fix *coal_note_fix(const coal_finding *f, size_t i);
/** The ranges of the finding's places that are on the line of `first`, which is one of them, in *out (of
 *  coal_finding_accesses' n entries); how many. A range that ends on another line is none of them. */
size_t coal_finding_line_ranges(const coal_analysis *a, const coal_finding *f, const coal_shown *places,
                                const coal_access *first, coal_range *out);
/** Do the notes of a finding that is shown mention the launch? `shown`: one entry a finding; `all`: details are
 *  shown. */
bool coal_is_launch_said(const coal_analysis *a, const coal_shown *shown, bool all, const coal_note *launch);

/** The version of the tool, "0.1.0". */
const char *coal_version(void);

#ifdef __cplusplus
}
#endif
#endif
