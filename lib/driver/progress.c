/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "progress.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "util/alloc.h"

/** Longer names are cut on the left, because a wrapped line cannot be erased. */
enum { NAME_MAX_BYTES = 56 };

struct coal_progress {
  const coal_input *inputs;
  size_t n, done;
  bool is_shown;
};

static bool is_watched(void) {
  const char *term = getenv("TERM");
  return isatty(STDERR_FILENO) && term && strcmp(term, "dumb") != 0;
}

static void show(coal_progress *p) {
  const char *name = p->inputs[p->done].file;
  const size_t n = strlen(name);
  const bool is_long = n > NAME_MAX_BYTES;
  fprintf(stderr, "[%zu/%zu] %s%s", p->done + 1, p->n, is_long ? "..." : "",
          is_long ? name + n - NAME_MAX_BYTES : name);
  fflush(stderr);
  p->is_shown = true;
}

coal_progress *coal_progress_new(const coal_input *inputs, size_t n) {
  coal_progress *p = coal_alloc(sizeof *p);
  *p = (coal_progress){.inputs = inputs, .n = n > 1 && is_watched() ? n : 0};
  if (p->n) show(p);
  return p;
}

void coal_progress_free(coal_progress *p) { free(p); }

void coal_progress_hide(coal_progress *p) {
  if (!p || !p->is_shown) return;
  fputs("\r\033[K", stderr);
  fflush(stderr);
  p->is_shown = false;
}

void coal_progress_step(coal_progress *p) {
  if (!p->n) return;
  if (++p->done < p->n) show(p);
}
