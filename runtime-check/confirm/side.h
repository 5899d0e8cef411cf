/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/** Predictions and measurements while they are joined: shared by join.c, match.c and agree.c. */
#ifndef COAL_CONFIRM_SIDE_H
#define COAL_CONFIRM_SIDE_H

#include "confirm.h"

/** One access, as the analysis predicts it or as the execution measured it. Strings are borrowed. */
typedef struct coal_confirm_side {
  coal_confirmation c;     /* c.symbol NULL: predicted for a template of which the analysis knows no instance */
  const char *declared_in; /* file of the kernel's name */
  uint32_t declared_line1;
  bool is_used; /* predictions: a site was found; measurements: they stand at a prediction */
  /* predictions only */
  bool is_known;               /* numbers are there */
  bool is_loose;               /* they are bounds */
  bool is_guarded;             /* a condition that nobody knows was taken to hold for all lanes */
  const char *below;           /* of an unknown stride: the note when it was less than what they are for; NULL: known */
  const char *reason;          /* why nothing is known */
  double lanes_min, lanes_max; /* active lanes */
  /* measurements only */
  const json_t *by_lanes; /* result.c */
} coal_confirm_side;
typedef COAL_VEC(coal_confirm_side) coal_confirm_sides;

/* match.c */
/** Gives predictions their measured sites, and both their status. `unplaced`: accesses to memory that the analysis does not
 *  know; a site that may be one of them says nothing against a prediction. */
void coal_confirm_match(coal_confirm_sides *predicted, coal_confirm_sides *measured,
                        const coal_confirm_sides *unplaced);
/** May the site be one of those accesses? Place and width are compared, the memory space is not. */
bool coal_confirm_may_be(const coal_confirm_sides *accesses, const coal_confirm_side *site);

/* agree.c */
bool coal_confirm_same_numbers(const coal_confirm_side *p, const coal_confirm_side *m);
/** Is a further site of an access as predicted, as far as its numbers can tell? */
bool coal_confirm_agrees(const coal_confirm_side *p, const coal_confirm_side *m);
/** What the measurement says of the prediction; `*note` (static or borrowed; NULL: none) says in which way. */
coal_confirm_status coal_confirm_judge(const coal_confirm_side *p, const coal_confirm_side *m, const char **note);

#endif
