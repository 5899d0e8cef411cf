/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/** The notes under a finding. */
#ifndef COAL_CHECKS_NOTES_H
#define COAL_CHECKS_NOTES_H

#include <coalcheck/check.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { COAL_NOTES_MAX = 256 };

/** Notes being collected, in the analysis's memory; those after COAL_NOTES_MAX are dropped. */
struct coal_notes {
  coal_analysis *analysis;
  coal_note *items;
  size_t n, capacity;
};

/** "neighbouring lanes are 1024 elements apart", or NULL where the distance is not one number or formula. */
const char *coal_text_distance(coal_analysis *a, const coal_access *access);
/** "neighbouring lanes are N elements apart (index …); degrades for N >= 2, worst for N >= 8"; NULL: neither is known. */
const char *coal_text_index(coal_analysis *a, const coal_access *access);
/** "12-byte type: 3 instructions of 4 bytes". */
void coal_notes_add_split(coal_notes *notes, const coal_access *a);
/** Each launch with what the access costs there. */
void coal_notes_add_launches(coal_notes *notes, const coal_access *a);
/** The template instance, then the calls that lead to the access. */
void coal_notes_add_calls(coal_notes *notes, const coal_access *a);
/** "assumes in is 256-byte aligned". */
void coal_notes_add_assumptions(coal_notes *notes, const coal_access *a);

#ifdef __cplusplus
}
#endif
#endif
