/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "confirm.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *status_name(coal_confirm_status s) {
  static const char *const names[] = {"confirmed", "refuted", "not-reached", "not-predicted"};
  return names[s];
}

static json_t *range_json(const coal_confirm_range *r) {
  return json_pack("{s:f, s:f, s:f}", "min", r->min, "max", r->max, "mean", r->mean);
}

static json_t *numbers(const coal_confirmation *c, const coal_confirm_range *moved, const coal_confirm_range *ways) {
  json_t *o = json_object();
  json_object_set_new(o, "moved", range_json(moved));
  if (c->space == COAL_SPACE_SHARED) json_object_set_new(o, "ways", range_json(ways));
  return o;
}

void coal_confirm_json(const coal_confirmations *all, coal_str *out) {
  json_t *root = json_object(), *list = json_array(), *faults = json_array();
  json_object_set_new(root, "backend", json_string(all->backend));
  json_object_set_new(root, "device", json_string(all->device));
  for (size_t k = 0; k < all->items.n; k++) {
    const coal_confirmation *c = &all->items.items[k];
    json_t *o = json_object();
    json_object_set_new(o, "file", json_string(c->file));
    json_object_set_new(o, "line", json_integer((json_int_t)c->line1));
    json_object_set_new(o, "column", json_integer((json_int_t)c->column1));
    json_object_set_new(o, "kernel", json_string(c->kernel));
    if (c->symbol) json_object_set_new(o, "symbol", json_string(c->symbol));
    json_object_set_new(o, "space", json_string(coal_space_name(c->space)));
    json_object_set_new(o, "op", json_string(coal_mem_op_name(c->op)));
    json_object_set_new(o, "bytes", json_integer((json_int_t)c->bytes));
    if (c->has_predicted) json_object_set_new(o, "predicted", numbers(c, &c->predicted, &c->predicted_ways));
    if (c->has_measured) {
      json_object_set_new(o, "measured", numbers(c, &c->measured, &c->measured_ways));
      json_object_set_new(o, "executions", json_integer((json_int_t)c->executions));
    }
    json_object_set_new(o, "status", json_string(status_name(c->status)));
    if (c->note) json_object_set_new(o, "note", json_string(c->note));
    json_array_append_new(list, o);
  }
  for (size_t k = 0; k < all->faults.n; k++) json_array_append_new(faults, json_string(all->faults.items[k]));
  json_object_set_new(root, "confirmations", list);
  json_object_set_new(root, "faults", faults);
  if (all->totals) json_object_set(root, "totals", all->totals);
  char *text = json_dumps(root, JSON_INDENT(1) | JSON_PRESERVE_ORDER);
  coal_str_add(out, text ? text : "{}");
  coal_str_add(out, "\n");
  free(text);
  json_decref(root);
}

/* ---- text ----------------------------------------------------------------------------------------------------------
 */

/** "4", "4..5", with the mean when it says more: "1..4 (2.25)". */
static void range_text(const coal_confirm_range *r, char *out, size_t n) {
  if (r->min == r->max)
    snprintf(out, n, "%g", r->min);
  else
    snprintf(out, n, "%g..%g (%.4g)", r->min, r->max, r->mean);
}

static void numbers_text(const coal_confirmation *c, bool there, const coal_confirm_range *moved,
                         const coal_confirm_range *ways, char *out, size_t n) {
  char a[64], b[64];
  if (!there) {
    snprintf(out, n, "-");
    return;
  }
  range_text(moved, a, sizeof a);
  range_text(ways, b, sizeof b);
  if (c->space == COAL_SPACE_SHARED)
    snprintf(out, n, "%s, %s-way", a, b);
  else
    snprintf(out, n, "%s", a);
}

void coal_confirm_text(const coal_confirmations *all, coal_str *out) {
  const char *file = "", *kernel = "";
  size_t count[4] = {0};
  for (size_t k = 0; k < all->items.n; k++) {
    const coal_confirmation *c = &all->items.items[k];
    char predicted[192], measured[192], place[32];
    count[c->status]++;
    if (strcmp(file, c->file) || strcmp(kernel, c->kernel)) {
      coal_str_addf(out, "%s%s: %s\n", k ? "\n" : "", c->file, c->kernel);
      coal_str_addf(out, "  %-8s %-14s %5s  %-22s %-22s %12s  %s\n", "line", "access", "bytes", "predicted", "measured",
                    "executions", "status");
      file = c->file;
      kernel = c->kernel;
    }
    numbers_text(c, c->has_predicted, &c->predicted, &c->predicted_ways, predicted, sizeof predicted);
    numbers_text(c, c->has_measured, &c->measured, &c->measured_ways, measured, sizeof measured);
    snprintf(place, sizeof place, "%u:%u", c->line1, c->column1);
    char access[32];
    snprintf(access, sizeof access, "%s %s", coal_space_name(c->space), coal_mem_op_name(c->op));
    coal_str_addf(out, "  %-8s %-14s %5u  %-22s %-22s %12llu  %s%s%s%s\n", place, access, c->bytes, predicted, measured,
                  (unsigned long long)c->executions, status_name(c->status), c->note ? " (" : "",
                  c->note ? c->note : "", c->note ? ")" : "");
  }
  for (size_t k = 0; k < all->faults.n; k++) coal_str_addf(out, "%s%s\n", k ? "" : "\n", all->faults.items[k]);
  coal_str_addf(out, "%s%zu confirmed, %zu refuted, %zu not reached", all->items.n ? "\n" : "", count[COAL_CONFIRMED],
                count[COAL_REFUTED], count[COAL_NOT_REACHED]);
  if (count[COAL_NOT_PREDICTED]) coal_str_addf(out, ", %zu not predicted", count[COAL_NOT_PREDICTED]);
  coal_str_add(out, "\n");
}

int coal_confirm_exit_status(const coal_confirmations *c) {
  if (c->has_fault || c->has_fatal_fault) return 2;
  for (size_t k = 0; k < c->items.n; k++)
    if (c->items.items[k].status == COAL_REFUTED) return 1;
  return 0;
}
