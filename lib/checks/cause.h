/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/** Accesses that make one finding: how they are found, and the phrases about all of them. Strings live in the
 *  analysis. */
#ifndef COAL_CHECKS_CAUSE_H
#define COAL_CHECKS_CAUSE_H

#include <coalcheck/check.h>

#ifdef __cplusplus
extern "C" {
#endif

/** One access to be reported. */
typedef struct coal_blame {
  size_t access;
  const coal_check *check;
  coal_severity severity;
} coal_blame;

/** Sets cause[i] to the index of the first blame with the same cause as blame i, which may be i. */
void coal_causes_find(const coal_access *accesses, const coal_blame *blames, size_t n, size_t *cause);

/** The same array, accessed in the same way: for coal_check.is_one_cause. */
bool coal_cause_is_same_object(const coal_access *a, const coal_access *b);
/** The same array and the same distance between the lanes. */
bool coal_cause_is_same_shape(const coal_access *a, const coal_access *b);

/** The access furthest from its ideal; of equal ones the first. */
const coal_access *coal_cause_worst(const coal_cause *c);
/** Of all the accesses together. */
coal_stat coal_cause_moved(const coal_cause *c);
coal_stat coal_cause_ideal(const coal_cause *c);
coal_stat coal_cause_ways(const coal_cause *c);

/** "load", "loads", "load and store", "atomics and loads": by places in the source. */
const char *coal_cause_ops(const coal_cause *c);
/** " of 'in'", " of 'a' and 'b'", " of 5 arrays"; "" where one has no name. */
const char *coal_cause_objects(const coal_cause *c);
/** "32 sectors per request, minimum 4", "up to 32 sectors per request if N >= 8, minimum 4". */
const char *coal_cause_rate(const coal_cause *c);
/** "block (32, 8, 1)", "block (256, 1, 1) assumed, no launch was seen": of all launches. */
const char *coal_cause_blocks(const coal_cause *c);
/** "instance 'copy<float, 16>' supposed, none was seen": of the worst access; NULL: its instance is written in the source. */
const char *coal_cause_instance(const coal_cause *c);
/** "the same at lines 7 and 8": places on lines other than the first; NULL: none. */
const char *coal_cause_lines(const coal_cause *c);

#ifdef __cplusplus
}
#endif
#endif
