/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/** Which source includes a header, found from #include lines only; conditions are ignored. */
#ifndef COAL_DRIVER_INCLUDES_H
#define COAL_DRIVER_INCLUDES_H

#include <stdbool.h>
#include <stddef.h>

#include "util/arena.h"

typedef struct coal_includes coal_includes;

/** An empty memory of what files include. Yours: coal_includes_free. */
coal_includes *coal_includes_new(void);
void coal_includes_free(coal_includes *c);

/** True if `source` includes `header` (absolute paths), directly or not. `folders` are its -I and -iquote folders,
 *  absolute. With `suffix` not NULL a name that no folder leads to counts as the header where the header's path
 *  ends in it; `*suffix` is then that name, for an -I, else NULL. */
bool coal_includes_reach(coal_includes *c, const char *source, const char *header, const char *const *folders,
                         size_t n_folders, const char **suffix);

#endif
