/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/** The names that --assume and --launch give values to: one that is nowhere is a mistake. */
#ifndef COAL_DRIVER_WANTED_H
#define COAL_DRIVER_WANTED_H

#include "driver/options.h"

typedef struct coal_wanted coal_wanted;

/** The names of the config's assumptions, launch values and launch arguments. Yours: coal_wanted_free. */
coal_wanted *coal_wanted_new(const coal_config *c);
void coal_wanted_free(coal_wanted *w);
/** Notes which are names of parameters, variables or members in the module. */
void coal_wanted_see(coal_wanted *w, const coal_module *m);
/** The file has that instance of `--instance`. */
void coal_wanted_see_instance(coal_wanted *w, const char *instance);
/** The i-th complaint about a name that was not seen: "--assume names 'dim', which …". NULL behind the last. */
const char *coal_wanted_missing(coal_wanted *w, size_t i);

#endif
