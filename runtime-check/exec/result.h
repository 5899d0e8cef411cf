/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/** The measurements of a run as JSON, from coalcheck-exec and the CUDA runtime to `coalcheck confirm`. */
#ifndef COAL_RUN_RESULT_H
#define COAL_RUN_RESULT_H

#include <jansson.h>

#include "device.h"

/** Writes {"measured": […], "faults": […], "totals": […], "launched": [… what coalcheck-gpu needs to do the same],
 *  "error": "…"} (the last two may be NULL) to the file. False: it cannot be written. */
bool coal_exec_result_write(const coal_exec_device *d, const char *error, const json_t *launched, const char *path);

#endif
