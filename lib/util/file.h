/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/** Whole files. */
#ifndef COAL_UTIL_FILE_H
#define COAL_UTIL_FILE_H

#include <stddef.h>
#include <stdio.h>

#ifdef __cplusplus
extern "C" {
#endif

/** The bytes of the file and a NUL behind them; yours, free() it. `*n_bytes` is their number without the NUL; NULL if it is
 *  not wanted. NULL when the file cannot be read; errno then says why. A folder cannot be read. */
char *coal_file_read(const char *path, size_t *n_bytes);
/** The same for what is left of an open stream. */
char *coal_stream_read(FILE *in, size_t *n_bytes);

#ifdef __cplusplus
}
#endif
#endif
