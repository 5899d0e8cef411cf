/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/**
 * Options: one table, read by the command line, the plugin and the .coalcheck file, so that a name has one meaning.
 *
 * The plugin's use: coal_config_parse(.., COAL_OPTION_PLUGIN, n, strings, ..) on top of a .coalcheck (project.h);
 * then `analysis`, `checks` and `report` go to coal_analyse, coal_checks_run and its own diagnostics.
 */
#ifndef COAL_DRIVER_OPTIONS_H
#define COAL_DRIVER_OPTIONS_H

#include <coalcheck/analysis.h>

#include "report/report.h"
#include "util/arena.h"
#include "util/str.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum coal_fail_on { COAL_FAIL_ON_WARNING, COAL_FAIL_ON_ERROR, COAL_FAIL_ON_NEVER } coal_fail_on;
typedef enum coal_cuda_headers { COAL_CUDA_AUTO, COAL_CUDA_EMBEDDED, COAL_CUDA_TOOLKIT } coal_cuda_headers;
typedef enum coal_color { COAL_COLOR_AUTO, COAL_COLOR_ALWAYS, COAL_COLOR_NEVER } coal_color;

/** Who reads the option: a set of bits. A project's settings and an editor's may come with a repository, and must not
 *  say what code is run or where is written: the options for that are not theirs (SECURITY.md). */
enum {
  COAL_OPTION_COMMAND_LINE = 1,
  COAL_OPTION_PLUGIN = 2,
  COAL_OPTION_FILE = 4, /* a project's .coalcheck */
  COAL_OPTION_USER = 8, /* the user's own settings file */
  COAL_OPTION_EDITOR = 16
};

/** `name=text` of a --launch that is no integer ("in=float[4096]:random", "alpha=1.5"): for `confirm`. */
typedef struct coal_launch_argument {
  const char *kernel, *name, *text;
} coal_launch_argument;

typedef struct coal_config {
  coal_options analysis;            /* target NULL: not said */
  const coal_target *const *others; /* further targets, to be compared with the first */
  size_t n_others;
  coal_check_options checks;
  coal_report_options report;
  coal_fail_on fail_on;
  bool fail_on_unknown; /* an access that was not judged is a failure too */
  coal_color color;
  int message_length; /* columns of a line of text; 0: any; -1: the terminal's */
  coal_cuda_headers cuda_headers;
  const char *cuda_path, *libclang, *output, *export_fixes; /* NULL: not said */
  const char *compile_database;                             /* -p */
  const char *header_filter, *line_filter, *changed_since, *baseline;
  const char *config_file;     /* --config-file */
  const char *cache_dir;       /* of precompiled headers; NULL: the user's cache folder */
  const char *explained_check; /* whose page is asked for; NULL: none */
  bool no_cache, update_baseline, dump_ir, fix, list_checks, help, version;
  unsigned jobs; /* 0: one a processor */
  const char *const *files;
  size_t n_files;
  const char *const *flags; /* after "--" */
  size_t n_flags;
  const char *const *instances; /* of kernel templates: "fwd<half, 128>" */
  size_t n_instances;
  bool only_written; /* no plausible instances */
  const coal_launch_argument *launch_arguments;
  size_t n_launch_arguments;
  coal_arena *arena; /* borrowed: everything above lives in it */
} coal_config;

/** Defaults; what is parsed later lives in `arena`. */
void coal_config_init(coal_config *c, coal_arena *arena);
/** Reads options ("--min-efficiency=50", "--all", "-o", "x.json"), files, and after "--" compiler flags: `n` strings
 *  without the program's name. `reader`: one of COAL_OPTION_…. 0, or −1 with a message for people in `*error` (in
 *  the arena). May be called again: later values win, lists grow. */
int coal_config_parse(coal_config *c, unsigned reader, size_t n, const char *const *strings, const char **error);
/** Sets one option by its long name without dashes; `value` NULL when it has none. As above. */
int coal_config_set(coal_config *c, unsigned reader, const char *name, const char *value, const char **error);
/** False if there is such an option and it takes no value. */
bool coal_config_takes_value(const char *name);
/** Reads `KERNEL: grid=… block=… smem=… name=value…` into the arena. As above. */
int coal_config_add_launch(coal_config *c, const char *spec, const char **error);
/** Reads `name=value`, `name%32==0`, `name>=8` or `name<=8`. As above. */
int coal_config_add_assume(coal_config *c, const char *spec, const char **error);
/** One option for lists of them. `short_name` is 0 and `argument` NULL where there is none; an
 *  argument in brackets, "[=CHECK]", may be left out. Static. */
typedef struct coal_option_text {
  const char *name, *argument, *help;
  char short_name;
} coal_option_text;
/** The i-th option of that reader; false if there are fewer. */
bool coal_config_option(unsigned reader, size_t i, coal_option_text *out);
/** Adds the list of options with their help for that reader. */
void coal_config_help(unsigned reader, coal_str *out);

#ifdef __cplusplus
}
#endif
#endif
