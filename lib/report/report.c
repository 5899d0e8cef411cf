/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "report.h"

#include <stdlib.h>
#include <string.h>

#include "render.h"
#include "util/alloc.h"

static const coal_renderer *const renderers[] = {&coal_renderer_text,   &coal_renderer_json,   &coal_renderer_sarif,
                                                 &coal_renderer_github, &coal_renderer_gitlab, &coal_renderer_html,
                                                 &coal_renderer_svg};

const coal_renderer *coal_renderer_find(const char *name) {
  for (size_t i = 0; i < sizeof renderers / sizeof *renderers; i++)
    if (strcmp(renderers[i]->name, name) == 0) return renderers[i];
  return NULL;
}

const char *coal_renderer_names(void) { return "text, json, sarif, github, gitlab, html, svg"; }

const char *coal_version(void) { return COAL_VERSION; }

int coal_report_begin(coal_report *r, const coal_report_options *options, coal_source_cache *sources) {
  const coal_renderer *renderer = coal_renderer_find(options->format ? options->format : "text");
  if (!renderer) return -1;
  *r = (coal_report){.renderer = renderer, .options = options, .sources = sources};
  r->filter = coal_filter_new();
  r->state = renderer->begin(r);
  return 0;
}

static void count(coal_report *r, const coal_finding *f, coal_shown shown) {
  switch (shown) {
    case COAL_SHOWN:
      if (f->severity == COAL_SEVERITY_ERROR)
        r->counts.errors++;
      else if (f->severity == COAL_SEVERITY_WARNING)
        r->counts.warnings++;
      else
        r->counts.remarks++;
      return;
    case COAL_SHOWN_NOLINT: r->counts.suppressed++; return;
    case COAL_SHOWN_BASELINE:
      if (f->severity != COAL_SEVERITY_REMARK) r->counts.known++;
      return;
    case COAL_SHOWN_ELSEWHERE:
      if (f->severity != COAL_SEVERITY_REMARK) r->counts.elsewhere++;
      return;
    case COAL_SHOWN_REPEATED: return;
  }
}

void coal_report_add(coal_report *r, const coal_analysis *a) {
  size_t n;
  const coal_finding *f = coal_analysis_findings(a, &n);
  size_t n_accesses;
  coal_analysis_accesses(a, &n_accesses);
  free(r->shown);
  free(r->places);
  r->shown = coal_alloc((n + 1) * sizeof *r->shown);
  r->places = coal_alloc((n_accesses + 1) * sizeof *r->places);
  coal_filter_judge(r->filter, a, r->sources, r->shown, r->places);
  for (size_t i = 0; i < n; i++) count(r, &f[i], r->shown[i]);
  r->renderer->add(r->state, r, a);
}

void coal_report_end(coal_report *r) {
  r->renderer->end(r->state, r);
  coal_filter_free(r->filter);
  free(r->shown);
  free(r->places);
  r->shown = r->places = NULL;
  r->filter = NULL;
}
