/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/** Predictions and measurements while they are joined: shared by join.c, match.c and agree.c. */
#ifndef COAL_CONFIRM_SIDE_H
#define COAL_CONFIRM_SIDE_H

#include "confirm.h"

/** One access, as predicted by the analysis or as measured by the execution. Strings are borrowed. */
typedef struct coal_confirm_side {
  coal_confirmation c;     /* c.symbol NULL: predicted for a template without a known instance */
  const char *declared_in; /* file of the kernel's declaration */
  uint32_t declared_line1;
  bool is_used; /* predictions: a site was found; measurements: at the place of a prediction */
  /* predictions only */
  bool is_known;   /* the numbers are known */
  bool is_loose;   /* they are bounds */
  bool is_guarded; /* an unknown condition was assumed to hold for all lanes */
  const char *
      below; /* of an unknown stride: the note for measurements below the values that the prediction is for; NULL: known */
  const char *reason;          /* why nothing is known */
  double lanes_min, lanes_max; /* active lanes */
  /* measurements only */
  const json_t *by_lanes; /* result.c */
} coal_confirm_side;
typedef COAL_VEC(coal_confirm_side) coal_confirm_sides;

/* match.c */
/** Assigns measured sites to predictions, and sets the status of both. `unplaced`: accesses to unknown memory; a
 *  site that may be one of them refutes nothing. */
void coal_confirm_match(coal_confirm_sides *predicted, coal_confirm_sides *measured,
                        const coal_confirm_sides *unplaced);
/** May the site be one of those accesses? Compares place and width, not the memory space. */
bool coal_confirm_may_be(const coal_confirm_sides *accesses, const coal_confirm_side *site);

/* agree.c */
bool coal_confirm_same_numbers(const coal_confirm_side *p, const coal_confirm_side *m);
/** Is a further site of an access as predicted, as far as its numbers tell? */
bool coal_confirm_agrees(const coal_confirm_side *p, const coal_confirm_side *m);
/** Compares the measurement with the prediction; `*note` (static or borrowed; NULL: none) qualifies the status. */
coal_confirm_status coal_confirm_judge(const coal_confirm_side *p, const coal_confirm_side *m, const char **note);

#endif
