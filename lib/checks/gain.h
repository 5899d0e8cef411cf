/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/** What a cause costs. */
#ifndef COAL_CHECKS_GAIN_H
#define COAL_CHECKS_GAIN_H

#include <coalcheck/check.h>

/** From the access whose object costs most; not known where no launch of the kernel has a time. */
coal_gain coal_gain_of(const coal_cause *c);
/** Percent of the time; 0 when it is not known. */
double coal_gain_percent(const coal_gain *g);
/** Is the gain known, from launches that fill the GPU, to be less than that? */
bool coal_gain_is_below(const coal_cause *c, const coal_gain *g, double min_percent);
/** "costs 74 % of this kernel's time on sm_90 (269 µs instead of 66): L1 line look-ups"; where the time is not
 *  known, the share of the bytes that is used; NULL: neither is known. */
const char *coal_gain_text(const coal_cause *c, const coal_gain *g, double min_percent);

#endif
