/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/** The pages of docs/checks as text, made at build time. */
#ifndef COAL_REPORT_PAGES_H
#define COAL_REPORT_PAGES_H

typedef struct coal_page {
  const char *check, *markdown;
} coal_page;

/** Ends with a NULL name. */
extern const coal_page coal_pages[];

#endif
