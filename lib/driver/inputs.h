/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/**
 * Turns the named files into inputs to parse: finds the flags of each in a compile database, replaces a header by
 * a source that includes it, and drops files without CUDA.
 */
#ifndef COAL_DRIVER_INPUTS_H
#define COAL_DRIVER_INPUTS_H

#include "driver/options.h"
#include "driver/project.h"

#ifdef __cplusplus
extern "C" {
#endif

/** One translation unit. Borrowed from its coal_inputs. */
typedef struct coal_input {
  const char *file; /* what is parsed, as a name from here */
  const coal_config *config;
  const char *const *flags; /* the database's, then those of the config */
  size_t n_flags;
  bool is_nvcc;
  const char *directory;   /* where the database's relative paths start; NULL: here */
  const char *arch;        /* that the config's own flags ask for, or NULL */
  const char *const *only; /* report on these files alone (names from here); n_only = 0: on all */
  size_t n_only;
  const char *contents; /* of standard input, or a source inside the file (extract.h); NULL: what is in the file */
  size_t n_contents;
  bool is_extract; /* contents are a source inside the file, */
  bool is_edited;  /* and not byte for byte what the file has: fixes cannot be applied */
} coal_input;

typedef struct coal_inputs coal_inputs;

/** Nothing yet. The config is borrowed. 0 and `*out` (yours: coal_inputs_free), or −1 and `*error` (in the config's
 *  arena): the database named with -p cannot be read. */
int coal_inputs_new(const coal_config *config, coal_inputs **out, const char **error);
void coal_inputs_free(coal_inputs *s);

/** From now on each unit has the config of its folder's .coalcheck. Borrowed. */
void coal_inputs_use_project(coal_inputs *s, coal_project *project);

/** Adds the inputs for the file. A file without CUDA or a deleted file adds none and prints a note. */
void coal_inputs_add(coal_inputs *s, const char *file);
/** Adds the files of the config; all CUDA files of the database that -p names if it has no files. */
void coal_inputs_add_all(coal_inputs *s);

const coal_input *coal_inputs_list(const coal_inputs *s, size_t *n);
/** What people should know, one line each: "k.cuh is judged through main.cu". */
const char *const *coal_inputs_notes(const coal_inputs *s, size_t *n);
/** Why some unit could not be set up (a bad .coalcheck), or NULL. */
const char *coal_inputs_error(const coal_inputs *s);

#ifdef __cplusplus
}
#endif
#endif
