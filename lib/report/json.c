/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/** `--format=json`: one object over all files. Numbers that are not known are absent. */
#include <stdlib.h>

#include "checks/text.h"
#include "fingerprint.h"
#include "json_cost.h"
#include "json_util.h"
#include "picture.h"
#include "ranking.h"
#include "render.h"
#include "summary.h"
#include "util/alloc.h"

typedef struct json_state {
  json_t *kernels, *accesses, *files;
  coal_ranking findings; /* items: json_t */
  const char *target;    /* static */
} json_state;

static void set_stat(json_t *object, const char *key, const coal_stat *s) {
  if (s->n == 0) return;
  json_t *stat = json_object();
  json_object_set_new(stat, "min", coal_json_number(s->min));
  json_object_set_new(stat, "max", coal_json_number(s->max));
  json_object_set_new(stat, "mean", coal_json_number(s->sum / (double)s->n));
  json_object_set_new(object, key, stat);
}

static void set_location(json_t *object, const coal_range *r, bool with_column) {
  if (!r->file) return;
  coal_json_set_text(object, "file", r->file->path);
  coal_json_set_integer(object, "line", r->begin.line1);
  if (with_column) coal_json_set_integer(object, "column", r->begin.column1);
}

static json_t *dims(const uint32_t *v) {
  json_t *list = json_array();
  for (size_t i = 0; i < 3; i++) json_array_append_new(list, json_integer(v[i]));
  return list;
}

/** The launch that was evaluated, if it is known or `source` marks it as assumed. */
static json_t *launch_object(const coal_launch *l) {
  const bool made_up = l->source == COAL_LAUNCH_ASSUMED || l->source == COAL_LAUNCH_INFERRED;
  json_t *object = json_object();
  if (l->grid_known || made_up) json_object_set_new(object, "grid", dims(l->grid));
  if (l->block_known || made_up) json_object_set_new(object, "block", dims(l->block));
  coal_json_set_text(object, "block_reason", l->block_reason);
  if (l->smem_bytes) coal_json_set_integer(object, "smem_bytes", l->smem_bytes);
  coal_str source = {0};
  coal_launch_source_add(&source, l);
  coal_json_set_text(object, "source", source.data);
  coal_str_free(&source);
  return object;
}

static void set_object(json_t *object, const char *key, json_t *value) {
  if (value) json_object_set_new(object, key, value);
}

/** {"judged": 12, "unknown": {"indirect": 2}}; of kernel k, of all when it is NULL. */
static json_t *counts_object(const coal_analysis *a, const coal_kernel *k) {
  json_t *object = json_object(), *unknown = json_object();
  size_t n, judged = 0, by_reason[COAL_REASON_COUNT] = {0};
  const coal_access *accesses = coal_analysis_accesses(a, &n);
  for (size_t i = 0; i < n; i++) {
    if (k && accesses[i].kernel != k) continue;
    if (accesses[i].verdict != COAL_VERDICT_UNKNOWN)
      judged++;
    else
      by_reason[accesses[i].reason]++;
  }
  coal_json_set_integer(object, "judged", judged);
  for (size_t i = 0; i < COAL_REASON_COUNT; i++)
    if (by_reason[i]) coal_json_set_integer(unknown, coal_reason_name((coal_reason)i), by_reason[i]);
  json_object_set_new(object, "unknown", unknown);
  return object;
}

/** What the text form says at the end of a file. */
static json_t *summary_object(const coal_analysis *a) {
  json_t *object = counts_object(a, NULL), *list = json_array(), *headers = json_array();
  size_t n;
  const coal_file *file = coal_module_main_file(coal_analysis_module(a));
  if (file) coal_json_set_text(object, "file", file->path);
  const coal_kernel *kernels = coal_analysis_kernels(a, &n);
  for (size_t i = 0; i < n; i++) {
    if (!coal_summary_is_unjudged(a, &kernels[i])) continue;
    json_t *kernel = json_object();
    coal_str why = {0};
    coal_summary_add_why(&why, a, &kernels[i]);
    coal_json_set_text(kernel, "signature", kernels[i].fn->signature);
    coal_json_set_text(kernel, "reason", why.data);
    coal_str_free(&why);
    json_array_append_new(list, kernel);
  }
  const char *const *missing = coal_module_missing(coal_analysis_module(a), &n);
  for (size_t i = 0; i < n; i++) json_array_append_new(headers, coal_json_text(missing[i]));
  json_object_set_new(object, "not_judged", list);
  json_object_set_new(object, "missing_headers", headers);
  return object;
}

static json_t *kernel_object(const coal_report *r, const coal_analysis *a, const coal_kernel *k) {
  json_t *object = json_object(), *launches = json_array();
  coal_json_set_text(object, "name", k->fn->name);
  coal_json_set_text(object, "signature", k->fn->signature);
  json_object_set_new(object, "accesses", counts_object(a, k));
  set_location(object, &k->fn->range, false);
  for (size_t i = 0; i < k->n_launches; i++) {
    json_t *launch = launch_object(&k->launches[i]);
    set_object(launch, "cost", coal_json_launch_cost(r, a, k, i));
    json_array_append_new(launches, launch);
  }
  json_object_set_new(object, "launches", launches);
  set_object(object, "totals", coal_json_totals(k));
  set_object(object, "formulas", coal_json_formulas(k));
  coal_json_set_text(object, "skipped", k->skipped);
  json_object_set_new(object, "steps", json_integer((json_int_t)k->steps));
  if (k->is_out_of_budget) json_object_set_new(object, "out_of_budget", json_true());
  if (k->n_texture_accesses)
    json_object_set_new(object, "texture_accesses", json_integer((json_int_t)k->n_texture_accesses));
  return object;
}

static json_t *inlined_at(const coal_access *a) {
  json_t *list = json_array();
  for (size_t i = 0; i < a->n_inlined_at; i++) {
    json_t *site = json_object();
    set_location(site, &a->inlined_at[i].range, false);
    json_array_append_new(list, site);
  }
  return list;
}

static void set_numbers(json_t *object, const coal_access *a) {
  if (!a->known) return;
  set_stat(object, "active_lanes", &a->active_lanes);
  if (a->space == COAL_SPACE_GLOBAL) {
    set_stat(object, "sectors", &a->moved);
    set_stat(object, "ideal_sectors", &a->ideal);
    if (a->bytes_moved)
      json_object_set_new(object, "efficiency", json_real((double)a->bytes_used / (double)a->bytes_moved));
  } else if (a->space == COAL_SPACE_SHARED) {
    set_stat(object, "wavefronts", &a->moved);
    set_stat(object, "ideal_wavefronts", &a->ideal);
    set_stat(object, "ways", &a->ways);
  }
  coal_json_set_integer(object, "executions", a->executions);
}

/** What the numbers depend on: the values of a parameter from which on so much is moved. */
static void set_conditions(json_t *object, const coal_access *a) {
  if (!a->known || !a->n_conditions) return;
  json_t *list = json_array();
  for (size_t i = 0; i < a->n_conditions; i++) {
    json_t *condition = json_object();
    coal_json_set_text(condition, "name", a->conditions[i].name);
    json_object_set_new(condition, "from", json_integer(a->conditions[i].from));
    json_object_set_new(condition, "moved", coal_json_number(a->conditions[i].moved));
    json_array_append_new(list, condition);
  }
  json_object_set_new(object, "conditions", list);
}

static void set_reason(json_t *object, const coal_access *a) {
  if (a->verdict != COAL_VERDICT_UNKNOWN || a->reason == COAL_REASON_NONE) return;
  coal_str s = {0};
  coal_str_add(&s, coal_reason_name(a->reason));
  if (a->reason_detail) coal_str_addf(&s, ": %s", a->reason_detail);
  coal_json_set_text(object, "reason", s.data);
  coal_json_set_text(object, "assume", a->assume);
  coal_str_free(&s);
}

/** What the access costs on the other targets. */
static void set_others(json_t *object, const coal_report *r, const coal_access *a) {
  json_t *list = json_object();
  for (size_t i = 0; i < r->n_others; i++) {
    const coal_access *other = coal_compare_find(r->others[i], a);
    json_t *numbers = json_object();
    if (!other) continue;
    set_numbers(numbers, other);
    coal_json_set_text(numbers, "verdict", coal_verdict_name(other->verdict));
    json_object_set_new(list, coal_analysis_options(r->others[i])->target->name, numbers);
  }
  if (r->n_others)
    json_object_set_new(object, "targets", list);
  else
    json_decref(list);
}

/** The merged access, and the others that are part of it. */
static void set_merged(json_t *object, const coal_access *a, size_t index) {
  if (!a->merged.bytes) return;
  json_t *merged = json_object(), *with = json_array();
  for (size_t i = 0; i < a->merged.n_with; i++)
    json_array_append_new(with, json_integer((json_int_t)index + a->merged.with[i]));
  coal_json_set_integer(merged, "bytes", a->merged.bytes);
  json_object_set_new(merged, "with", with);
  json_object_set_new(object, "merged", merged);
}

static json_t *access_object(coal_report *r, const coal_target *target, const coal_access *a, size_t index) {
  json_t *object = json_object(), *assumptions = json_array();
  set_location(object, &a->range, true);
  coal_json_set_text(object, "kernel", a->kernel->fn->name);
  json_object_set_new(object, "inlined_at", inlined_at(a));
  coal_json_set_text(object, "space", coal_space_name(a->space));
  coal_json_set_text(object, "op", coal_mem_op_name(a->op));
  if (a->bytes) coal_json_set_integer(object, "bytes", a->bytes);
  if (a->instructions > 1) {
    coal_json_set_integer(object, "instructions", a->instructions);
    coal_json_set_integer(object, "instruction_bytes", a->instruction_bytes);
  }
  coal_str expression = {0};
  coal_source_add_folded(r->sources, &a->range, &expression);
  coal_json_set_text(object, "expression", expression.data);
  coal_str_free(&expression);
  coal_json_set_text(object, "object", a->object_name);
  coal_json_set_text(object, "index", a->index);
  if (a->index) coal_json_set_text(object, "index_unit", a->index_is_bytes ? "byte" : "element");
  if (a->has_lane_stride) json_object_set_new(object, "lane_stride_bytes", json_integer(a->lane_stride_bytes));
  coal_json_set_text(object, "lane_stride", a->lane_stride);
  set_numbers(object, a);
  set_conditions(object, a);
  coal_json_set_text(object, "verdict", coal_verdict_name(a->verdict));
  set_reason(object, a);
  set_merged(object, a, index);
  set_others(object, r, a);
  if (r->options->explain) set_object(object, "request", coal_picture_json(target, a));
  set_object(object, "cost", coal_json_access_cost(r, target, a));
  for (size_t i = 0; i < a->n_assumptions; i++) {
    coal_str text = {0};
    coal_text_add_assumption(&text, &a->assumptions[i]);
    json_array_append_new(assumptions, coal_json_text(text.data));
    coal_str_free(&text);
  }
  coal_json_set_text(object, "alignment", a->alignment);
  json_object_set_new(object, "assumptions", assumptions);
  return object;
}

static json_t *fix_object(const coal_fix *fix) {
  json_t *object = json_object(), *edits = json_array();
  coal_json_set_text(object, "description", fix->description);
  json_object_set_new(object, "before", coal_json_number(fix->before));
  json_object_set_new(object, "after", coal_json_number(fix->after));
  for (size_t i = 0; i < fix->n_edits; i++) {
    const coal_range *range = &fix->edits[i].range;
    json_t *edit = json_object();
    if (range->file) coal_json_set_text(edit, "file", range->file->path);
    coal_json_set_integer(edit, "offset", range->begin.offset_bytes);
    coal_json_set_integer(edit, "length", range->end.offset_bytes - range->begin.offset_bytes);
    coal_json_set_text(edit, "text", fix->edits[i].text);
    json_array_append_new(edits, edit);
  }
  json_object_set_new(object, "edits", edits);
  return object;
}

static json_t *places_of(const coal_report *r, const coal_finding *f, size_t first_access) {
  size_t n;
  json_t *list = json_array();
  coal_finding_accesses(f, &n);
  size_t *places = coal_alloc(n * sizeof *places);
  n = coal_filter_places(f, r->places, places);
  for (size_t i = 0; i < n; i++) json_array_append_new(list, json_integer((json_int_t)(places[i] + first_access)));
  free(places);
  return list;
}

static json_t *finding_object(const coal_report *r, const coal_finding *f, const char *id, size_t first_access) {
  json_t *object = json_object(), *notes = json_array();
  coal_json_set_text(object, "id", id);
  coal_json_set_integer(object, "access", coal_filter_first_place(f, r->places) + first_access);
  json_object_set_new(object, "accesses", places_of(r, f, first_access));
  coal_json_set_text(object, "check", f->check);
  coal_json_set_text(object, "severity", coal_severity_name(f->severity));
  coal_json_set_text(object, "message", f->message);
  for (size_t i = 0; i < f->n_notes; i++) json_array_append_new(notes, coal_json_text(f->notes[i].text));
  json_object_set_new(object, "notes", notes);
  coal_json_set_text(object, "help", f->help);
  if (f->fix) json_object_set_new(object, "fix", fix_object(f->fix));
  set_object(object, "gain", coal_json_gain(&f->gain));
  return object;
}

static void *json_begin(coal_report *r) {
  (void)r;
  json_state *s = coal_alloc(sizeof *s);
  *s = (json_state){.kernels = json_array(), .accesses = json_array(), .files = json_array()};
  return s;
}

static void json_add(void *state, coal_report *r, const coal_analysis *a) {
  json_state *s = state;
  const size_t first_access = json_array_size(s->accesses);
  const coal_options *options = coal_analysis_options(a);
  if (options->target) s->target = options->target->name;
  size_t n;
  const coal_kernel *kernels = coal_analysis_kernels(a, &n);
  for (size_t i = 0; i < n; i++) json_array_append_new(s->kernels, kernel_object(r, a, &kernels[i]));
  const coal_access *accesses = coal_analysis_accesses(a, &n);
  for (size_t i = 0; i < n; i++)
    json_array_append_new(s->accesses, access_object(r, options->target, &accesses[i], first_access + i));
  json_array_append_new(s->files, summary_object(a));
  coal_fingerprints *prints = coal_fingerprints_new(r->sources, a);
  const coal_finding *f = coal_analysis_findings(a, &n);
  for (size_t i = 0; i < n; i++)
    if (r->shown[i] == COAL_SHOWN)
      coal_ranking_add(&s->findings, &f[i], finding_object(r, &f[i], coal_fingerprint_id(prints, &f[i]), first_access));
  coal_fingerprints_free(prints);
}

/** Worst first over the run, unless source order is requested. Takes the items. */
static json_t *ranked(const coal_report *r, coal_ranking *findings) {
  json_t *list = json_array();
  if (!r->options->in_source_order) coal_ranking_sort(findings);
  for (size_t i = 0; i < findings->n; i++) json_array_append_new(list, findings->items[i].item);
  coal_ranking_free(findings);
  return list;
}

static void json_end(void *state, coal_report *r) {
  json_state *s = state;
  json_t *root = json_object(), *tool = json_object();
  coal_json_set_text(tool, "name", "coalcheck");
  coal_json_set_text(tool, "version", coal_version());
  json_object_set_new(root, "tool", tool);
  coal_json_set_text(root, "target", s->target);
  json_object_set_new(root, "kernels", s->kernels);
  json_object_set_new(root, "accesses", s->accesses);
  json_object_set_new(root, "findings", ranked(r, &s->findings));
  json_object_set_new(root, "files", s->files);
  coal_json_add(&r->out, root);
  free(s);
}

const coal_renderer coal_renderer_json = {"json", json_begin, json_add, json_end};
