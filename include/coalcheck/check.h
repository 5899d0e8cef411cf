/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/** A check: what it is called, when it applies and what it says. One of your own goes into coal_check_options.extra. */
#ifndef COALCHECK_CHECK_H
#define COALCHECK_CHECK_H

#include <coalcheck/analysis.h>

COAL_API_BEGIN

typedef struct coal_notes coal_notes;

/** The accesses of one finding in the order of the source: at least one. */
typedef struct coal_cause {
  coal_analysis *analysis;
  const coal_access *const *accesses;
  size_t n;
} coal_cause;

/** One check. Everything it is handed is borrowed; what it returns lives in the analysis (coal_analysis_format,
 *  coal_analysis_alloc). An access is only asked about when its numbers are known. */
struct coal_check {
  const char *name;    /* "strided": without the prefix coalcheck- */
  const char *summary; /* one sentence, as on the check's page */
  coal_verdict verdict;
  coal_severity severity;
  bool keeps_verdict; /* says something else than what the access costs: the verdict comes from the other checks */
  bool is_fault;      /* the program fails: asked before cost is looked at, and never made a remark */
  bool (*applies)(const coal_access *a);
  const char *(*message)(coal_analysis *analysis, const coal_access *a); /* never NULL, unless there is a headline */
  /** Adds details that are particular to this cause; launches, assumptions and calls are added for every check. NULL:
   *  nothing. */
  void (*explain)(coal_notes *notes, const coal_access *a);
  /** A change that the model has proved to cost less, or NULL. The function may be NULL too. */
  const coal_fix *(*fix)(coal_analysis *analysis, const coal_access *a);
  /** Have two accesses of one kernel the same cause? NULL: only accesses at one place in the source have. */
  bool (*is_one_cause)(const coal_access *a, const coal_access *b);
  /** For causes of several accesses, in the place of `message`, which speaks of the first alone. May be NULL. */
  const char *(*headline)(const coal_cause *c);
  /** The first note; NULL, or a NULL text: how far the lanes are apart. */
  const char *(*why)(const coal_cause *c);
  /** General advice, where no change is proved; NULL, or a NULL text: none. */
  const char *(*hint)(const coal_cause *c);
};

/** Adds a note at the range, or at the finding when it is NULL. The text must live as long as the analysis. NULL text:
 *  nothing. More notes than a finding can hold are dropped. */
void coal_notes_add(coal_notes *notes, const coal_range *range, const char *text);

/** The checks of the library in the order in which they are asked; the first that applies names the cause. `*n` entries,
 *  static. */
const coal_check *const *coal_check_list(size_t *n);

/** True if the list (coal_check_options.checks: globs separated by commas, the last that matches decides, `-` in front
 *  switches off, NULL and no match: on) has the check on. Names may be written with or without `coalcheck-`. */
bool coal_check_is_on(const char *list, const char *name);
/** The first glob of the list that names no check (`*n` characters, borrowed from the list), or NULL. */
const char *coal_check_unknown(const char *list, size_t *n);

COAL_API_END
#endif
