/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/** Compares two JSON reports of one program, before and after a change: findings that are better, worse, new, gone. */
#ifndef COAL_REPORT_DIFF_H
#define COAL_REPORT_DIFF_H

#include <jansson.h>
#include <stdbool.h>

#include "util/str.h"

/** NULL if the value is a report of `--format=json`; else what is wrong with it (static). */
const char *coal_diff_problem(const json_t *report);

/** The difference, yours: {"worse": [E…], "new": [E…], "unjudged": [E…], "better": [E…], "gone": [E…], "unchanged": N,
 *  "kernels": [{"name", "before": {…}, "after": {…}}…]}, as docs/diff.md has it. Both reports are borrowed and must have no
 *  problem. Findings are the same if their `id` is, or else if their accesses are. */
json_t *coal_diff_make(const json_t *before, const json_t *after);

/** Members of that list ("worse", …) with this severity or a higher one: "remark" counts all of them. */
size_t coal_diff_count(const json_t *diff, const char *list, const char *severity);

/** Adds the difference: a line a finding in the form `file:line:column: what: …`, or tables for a pull request. */
void coal_diff_add_text(coal_str *out, const json_t *diff);
void coal_diff_add_markdown(coal_str *out, const json_t *diff);

#endif
