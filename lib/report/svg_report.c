/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/** `--format=svg`: one picture, of the request that is furthest from its ideal. */
#include <stdlib.h>

#include "render.h"
#include "svg.h"
#include "util/alloc.h"

/** The picture so far, and of what. */
typedef struct svg_state {
  coal_picture picture;
  bool has_picture;
  int64_t reach;
  coal_str title;
} svg_state;

static void *svg_begin(coal_report *r) {
  (void)r;
  svg_state *s = coal_alloc(sizeof *s);
  s->has_picture = false;
  s->title = (coal_str){0};
  return s;
}

/** The distance between the first and the last byte. */
static int64_t reach_of(const coal_picture *p) {
  int64_t least = INT64_MAX, most = INT64_MIN;
  for (unsigned lane = 0; lane < COAL_WARP_LANES; lane++) {
    if (!(p->mask >> lane & 1)) continue;
    if (p->offset[lane] < least) least = p->offset[lane];
    if (p->offset[lane] > most) most = p->offset[lane];
  }
  return most - least;
}

/** Is more moved without use than in the picture so far, or as much with lanes further apart, or as much by a load? */
static bool is_better(const svg_state *s, const coal_picture *p) {
  if (!s->has_picture) return true;
  const uint32_t old = s->picture.cost.moved - s->picture.cost.ideal, new = p->cost.moved - p->cost.ideal;
  if (new != old) return new > old;
  if (reach_of(p) != s->reach) return reach_of(p) > s->reach;
  return p->op == COAL_MEM_LOAD && s->picture.op != COAL_MEM_LOAD;
}

static void svg_add(void *state, coal_report *r, const coal_analysis *a) {
  svg_state *s = state;
  size_t n;
  const coal_access *list = coal_analysis_accesses(a, &n);
  const coal_target *target = coal_analysis_options(a)->target;
  coal_picture *p = coal_alloc(sizeof *p);
  for (size_t i = 0; target && i < n; i++) {
    if (!coal_filter_has_location(r->filter, &list[i].range)) continue;
    const coal_pattern *worst = coal_picture_worst(target, &list[i]);
    if (!worst || !coal_picture_make(target, list[i].space, list[i].op, worst, p) || !is_better(s, p)) continue;
    s->picture = *p;
    s->has_picture = true;
    s->reach = reach_of(p);
    s->title.n = 0;
    coal_source_add_folded(r->sources, &list[i].range, &s->title);
    coal_str_addf(&s->title, "%s%s %s: ", s->title.n ? ": " : "", coal_space_name(list[i].space),
                  coal_mem_op_name(list[i].op));
    coal_svg_add_label(&s->title, p);
  }
  free(p);
}

static void svg_end(void *state, coal_report *r) {
  svg_state *s = state;
  if (s->has_picture) coal_svg_add_document(&r->out, &s->picture, s->title.data);
  coal_str_free(&s->title);
  free(s);
}

const coal_renderer coal_renderer_svg = {"svg", svg_begin, svg_add, svg_end};
