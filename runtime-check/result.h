/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/** What a run measured, as JSON: from coalcheck-exec and the CUDA runtime to `coalcheck confirm`. */
#ifndef COAL_RUN_RESULT_H
#define COAL_RUN_RESULT_H

#include "device.h"

/** {"measured": […], "faults": […], "totals": […], "error": "…" (may be NULL)} into the file. False: it cannot be
 * written. */
bool coal_result_write(const coal_device *d, const char *error, const char *path);

#endif
