/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Why a number of a launch is not known, as text. */
#include <string.h>

#include "launch.h"

/* "'n' is not known"; for a function its name, since its body was not followed. */
static const char *describe(coal_arena *kept, coal_reason reason, const char *name, const char *detail) {
  if (name && !strcmp(name, COAL_SYMBOL_NAMELESS)) name = NULL;
  if (!name && !detail) return "how it is computed is not followed";
  const char *what = detail ? detail : name ? name : "a value";
  switch (reason) {
    case COAL_REASON_MISSING_BODY: return coal_arena_format(kept, "'%s' has no body that is followed", what);
    case COAL_REASON_BUDGET: return coal_arena_format(kept, "'%s' takes too long to follow", what);
    case COAL_REASON_RECURSION: return coal_arena_format(kept, "'%s' is recursive", what);
    case COAL_REASON_UNSUPPORTED: return coal_arena_format(kept, "unsupported: %s", what);
    case COAL_REASON_INDIRECT: return coal_arena_format(kept, "'%s' comes from memory", name ? name : what);
    default: return coal_arena_format(kept, "'%s' is not known", name ? name : what);
  }
}

const char *coal_launch_reason(coal_arena *kept, coal_machine *m, coal_value v) {
  unsigned n = 0;
  if (v.kind != COAL_VALUE_INT || !v.p->n) return describe(kept, v.reason, NULL, v.detail);
  const coal_symbol_id *ids = coal_mono_symbols(m->t, v.p->terms[0].mono, &n);
  if (!n) return describe(kept, COAL_REASON_NONE, NULL, NULL);
  const coal_symbol *s = coal_symbol_get(m->t, ids[0]);
  return describe(kept, s->reason, s->name, s->detail);
}
