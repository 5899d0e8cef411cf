/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/** The notes under a finding. */
#ifndef COAL_CHECKS_NOTES_H
#define COAL_CHECKS_NOTES_H

#include <coalcheck/check.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { COAL_NOTES_MAX = 24 };

/** Notes being collected; further ones than COAL_NOTES_MAX are dropped. */
struct coal_notes {
  coal_analysis *analysis;
  coal_note items[COAL_NOTES_MAX];
  size_t n;
};

/** "neighbouring lanes are 4*N bytes apart (index …); degrades for N >= 2, worst for N >= 8". */
void coal_notes_add_index(coal_notes *notes, const coal_access *a);
/** "12-byte type: 3 instructions of 4 bytes". */
void coal_notes_add_split(coal_notes *notes, const coal_access *a);
/** Each launch with what the access costs there. */
void coal_notes_add_launches(coal_notes *notes, const coal_access *a);
/** The template instance, then the calls it was reached by. */
void coal_notes_add_calls(coal_notes *notes, const coal_access *a);
/** "costs 74 % of this kernel's time on sm_90 (269 µs instead of 66): L1 line look-ups"; nothing where that was not asked for. */
void coal_notes_add_gain(coal_notes *notes, const coal_access *a);
/** "assumes in is 256-byte aligned". */
void coal_notes_add_assumptions(coal_notes *notes, const coal_access *a);

#ifdef __cplusplus
}
#endif
#endif
