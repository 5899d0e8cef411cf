/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/** Is libclang reading a source? The program lets it open regular files alone (lib/main/regular_files.c). */
#ifndef COAL_UTIL_READING_H
#define COAL_UTIL_READING_H

#include <stdbool.h>

/** Around each parse; they may overlap, in several threads. */
void coal_reading_begin(void);
void coal_reading_end(void);
bool coal_reading_is_on(void);

#endif
