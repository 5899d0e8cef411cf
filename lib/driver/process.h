/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/** Other programs, run without a shell. */
#ifndef COAL_DRIVER_PROCESS_H
#define COAL_DRIVER_PROCESS_H

#include "util/str.h"

/** Runs argv (NULL at its end; argv[0] is looked up in PATH) with an empty standard input and adds its standard output
 *  to `out`; standard error is dropped. The exit status, or −1 when it could not be run or was killed. */
int coal_process_read(const char *const *argv, coal_str *out);

#endif
