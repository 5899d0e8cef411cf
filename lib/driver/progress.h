/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/** "[3/17] kernels/blur.cu" on a terminal while files are analysed. */
#ifndef COAL_DRIVER_PROGRESS_H
#define COAL_DRIVER_PROGRESS_H

#include "driver/inputs.h"

typedef struct coal_progress coal_progress;

/** Shows the first input. Shows nothing for a single input or if standard error is not a terminal. Borrows the inputs.
 *  Yours: coal_progress_free. */
coal_progress *coal_progress_new(const coal_input *inputs, size_t n);
void coal_progress_free(coal_progress *p);
/** Erases the line before other output is printed. NULL is allowed. */
void coal_progress_hide(coal_progress *p);
/** One more is done: shows the next. */
void coal_progress_step(coal_progress *p);

#endif
