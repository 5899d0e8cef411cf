/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/**
 * Settings of a project: the file .coalcheck, a YAML mapping from the names of options to their values.
 *
 *   checks: '-*,bank-conflict'
 *   min-efficiency: 50
 *   launch:
 *     - 'blur: grid=64x64 block=32x8 n=4096'
 *   assume: [n%32==0]
 *   all: true
 *
 * A value may be a list where the option may repeat. Paths start in the file's folder.
 *
 * The user's own settings, $XDG_CONFIG_HOME/coalcheck/settings (~/.config/coalcheck/settings), have the same form and hold
 * for all projects; a project's win.
 */
#ifndef COAL_DRIVER_PROJECT_H
#define COAL_DRIVER_PROJECT_H

#include "driver/options.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Applies the user's own settings (a command line, an editor's settings) on top of those in c. 0, or −1 and `*error`
 *  (in the config's arena). */
typedef int (*coal_apply)(coal_config *c, void *context, const char **error);

/** The user's own settings, on top of the settings of each folder. */
typedef struct coal_project coal_project;

/** 0 and `*out` (yours: coal_project_free), or −1 and `*error` (in the arena) when `apply` fails on an empty config.
 *  `apply` is called again for every .coalcheck; `context` is borrowed. */
int coal_project_new(coal_arena *arena, coal_apply apply, void *context, coal_project **out, const char **error);
void coal_project_free(coal_project *p);

/** What the user asked for alone. Borrowed. */
const coal_config *coal_project_plain(const coal_project *p);
/** The config for files of that folder (NULL: the working folder). NULL and `*error` when its .coalcheck cannot be
 *  read. Borrowed; the same pointer for the same .coalcheck. */
const coal_config *coal_project_for(coal_project *p, const char *folder, const char **error);

/** Sets the options that the file holds; `reader`: COAL_OPTION_FILE or COAL_OPTION_USER. 0, or −1 and `*error` (in the
 *  config's arena): "FILE:LINE: …". */
int coal_project_read(coal_config *c, unsigned reader, const char *path, const char **error);

/** Sets the options of the user's own settings, if there are any. As above. */
int coal_project_read_user(coal_config *c, const char **error);

#ifdef __cplusplus
}
#endif
#endif
