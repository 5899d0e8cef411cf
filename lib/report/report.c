/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "report.h"

#include <string.h>

#include "render.h"
#include "suppress.h"

static const coal_renderer *const renderers[] = {&coal_renderer_text, &coal_renderer_json, &coal_renderer_sarif};

const coal_renderer *coal_renderer_find(const char *name) {
  for (size_t i = 0; i < sizeof renderers / sizeof *renderers; i++)
    if (strcmp(renderers[i]->name, name) == 0) return renderers[i];
  return NULL;
}

const char *coal_renderer_names(void) { return "text, json, sarif"; }

const char *coal_version(void) { return COAL_VERSION; }

int coal_report_begin(coal_report *r, const coal_report_options *options, coal_source_cache *sources) {
  const coal_renderer *renderer = coal_renderer_find(options->format ? options->format : "text");
  if (!renderer) return -1;
  *r = (coal_report){.renderer = renderer, .options = options, .sources = sources};
  r->state = renderer->begin(r);
  return 0;
}

static void count(coal_report *r, const coal_analysis *a) {
  size_t n;
  const coal_finding *f = coal_analysis_findings(a, &n);
  for (size_t i = 0; i < n; i++) {
    if (coal_finding_suppressed(r->sources, a, &f[i]))
      r->counts.suppressed++;
    else if (f[i].severity == COAL_SEVERITY_ERROR)
      r->counts.errors++;
    else if (f[i].severity == COAL_SEVERITY_WARNING)
      r->counts.warnings++;
    else
      r->counts.remarks++;
  }
}

void coal_report_add(coal_report *r, const coal_analysis *a) {
  count(r, a);
  r->renderer->add(r->state, r, a);
}

void coal_report_end(coal_report *r) { r->renderer->end(r->state, r); }
