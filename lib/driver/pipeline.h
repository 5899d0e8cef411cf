/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/** From a file to its findings: parse, evaluate, check. For the command line, confirm and the editor server. */
#ifndef COAL_DRIVER_PIPELINE_H
#define COAL_DRIVER_PIPELINE_H

#include "driver/inputs.h"
#include "frontend/frontend.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Opens libclang as the config says, with the cache of precompiled headers. As coal_frontend_open. */
int coal_driver_open_frontend(const coal_config *c, coal_frontend **out, char **error);

/** One file with what was found in it. */
typedef struct coal_unit {
  coal_parse_result parse;
  coal_analysis *analysis; /* checks run; NULL with COAL_UNIT_PARSE_ONLY */
  coal_options options;    /* those of the analysis: the target is never NULL */
  coal_analysis **others;  /* for the other targets asked for; n_others, yours through coal_unit_close */
  size_t n_others;
} coal_unit;

enum { COAL_UNIT_PARSE_ONLY = 1 };

/** Runs the pipeline over a file, or over `contents` (n_contents bytes) instead of it unless NULL. The config is
 *  borrowed as long as the unit lives. 0 and a unit for coal_unit_close, or −1 and `*error` (yours: free). Thread-safe
 *  for different units. */
int coal_unit_open(coal_frontend *f, const coal_config *c, const char *file, const char *contents, size_t n_contents,
                   unsigned flags, coal_unit *out, char **error);
/** The same for an input: its flags, its config. The overlays (an editor's unsaved buffers) replace their files:
 *  the input itself and headers. */
int coal_unit_open_input(coal_frontend *f, const coal_input *input, const coal_overlay *overlays, size_t n_overlays,
                         unsigned flags, coal_unit *out, char **error);
void coal_unit_close(coal_unit *u);

#ifdef __cplusplus
}
#endif
#endif
