/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/** Runs the pipeline over inputs, several at once, and hands the units over in order. */
#ifndef COAL_DRIVER_JOBS_H
#define COAL_DRIVER_JOBS_H

#include "driver/pipeline.h"

/** Called in the caller's thread, inputs in order. With `error` the file could not be analysed and u is NULL. The unit is
 *  closed after the call. */
typedef void (*coal_unit_sink)(void *context, const coal_input *input, coal_unit *u, const char *error);

/** Analyses the inputs with `jobs` threads (0: one a processor); at most twice as many units are alive at once. `flags`
 *  as coal_unit_open. */
void coal_jobs_run(coal_frontend *f, const coal_input *inputs, size_t n, unsigned jobs, unsigned flags,
                   coal_unit_sink sink, void *context);

#endif
