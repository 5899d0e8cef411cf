/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "result.h"

#include <jansson.h>
#include <stdlib.h>

static json_t *range(uint32_t min, uint32_t max, uint64_t sum, uint64_t n) {
  return json_pack("{s:i, s:i, s:f}", "min", (int)min, "max", (int)max, "mean", (double)sum / (double)n);
}

static json_t *place(const coal_vm_where *w) {
  return json_pack("{s:s, s:i, s:i}", "file", w->file, "line", (int)w->line1, "column", (int)w->column1);
}

/** [lanes, executions, least moved, most moved, least ways, most ways] for each number of active lanes that occurred.
 */
static json_t *lanes_json(const coal_exec_measure *m) {
  json_t *list = json_array();
  for (int k = 1; k <= COAL_WARP_LANES; k++) {
    const coal_exec_lane_measure *l = &m->by_lanes[k];
    if (!l->executions) continue;
    json_array_append_new(list, json_pack("[i, I, i, i, i, i]", k, (json_int_t)l->executions, (int)l->moved_min,
                                          (int)l->moved_max, (int)l->ways_min, (int)l->ways_max));
  }
  return list;
}

static json_t *measured_json(const coal_exec_measured *x) {
  json_t *o = json_object(), *chain = json_array();
  json_object_update_new(o, place(x->where));
  json_object_set_new(o, "kernel", json_string(x->kernel->display));
  json_object_set_new(o, "symbol", json_string(x->kernel->name));
  json_object_set_new(o, "declared",
                      json_pack("{s:s, s:i}", "file", x->kernel->declared_in, "line", (int)x->kernel->declared_line1));
  for (const coal_vm_where *w = x->where->inlined_at; w; w = w->inlined_at) json_array_append_new(chain, place(w));
  json_object_set_new(o, "inlined_at", chain);
  json_object_set_new(o, "space", json_string(coal_space_name(x->space)));
  json_object_set_new(o, "op", json_string(coal_mem_op_name(x->op)));
  json_object_set_new(o, "bytes", json_integer((json_int_t)x->bytes));
  json_object_set_new(o, "moved", range(x->m.moved_min, x->m.moved_max, x->m.moved_sum, x->m.executions));
  if (x->space == COAL_SPACE_SHARED)
    json_object_set_new(o, "ways", range(x->m.ways_min, x->m.ways_max, x->m.ways_sum, x->m.executions));
  json_object_set_new(o, "by_lanes", lanes_json(&x->m));
  json_object_set_new(o, "moved_sum", json_integer((json_int_t)x->m.moved_sum));
  json_object_set_new(o, "ideal_sum", json_integer((json_int_t)x->m.ideal_sum));
  json_object_set_new(o, "lanes_sum", json_integer((json_int_t)x->m.lanes));
  json_object_set_new(o, "executions", json_integer((json_int_t)x->m.executions));
  return o;
}

static json_t *triple(const uint32_t v[3]) { return json_pack("[i, i, i]", (int)v[0], (int)v[1], (int)v[2]); }

static json_t *fault_json(const coal_exec_fault *f) {
  json_t *o = json_object();
  char *text = coal_exec_fault_text(f);
  json_object_set_new(o, "kind", json_string(coal_exec_fault_name(f->kind)));
  json_object_set_new(o, "fatal", json_boolean(f->is_fatal));
  json_object_set_new(o, "kernel", json_string(f->kernel->display));
  if (f->where && f->where->line1) json_object_update_new(o, place(f->where));
  if (f->has_thread) {
    json_object_set_new(o, "block", triple(f->block));
    json_object_set_new(o, "thread", triple(f->thread));
  }
  json_object_set_new(o, "message", json_string(f->message));
  json_object_set_new(o, "text", json_string(text));
  free(text);
  return o;
}

static json_t *totals_json(const coal_exec_device *d) {
  json_t *list = json_array();
  for (size_t p = 0; p < d->programs.n; p++)
    for (size_t k = 0; k < d->programs.items[p]->codes.n; k++) {
      const coal_vm_code *c = d->programs.items[p]->codes.items[k];
      coal_exec_totals t = coal_exec_record_totals(d->record, c);
      if (!t.requests) continue;
      json_array_append_new(
          list,
          json_pack("{s:s, s:s, s:I, s:I, s:I, s:I, s:I, s:I}", "kernel", c->display, "symbol", c->name, "requests",
                    (json_int_t)t.requests, "sectors", (json_int_t)t.sectors, "ideal_sectors",
                    (json_int_t)t.ideal_sectors, "wavefronts", (json_int_t)t.wavefronts, "ideal_wavefronts",
                    (json_int_t)t.ideal_wavefronts, "conflicts", (json_int_t)(t.wavefronts - t.ideal_wavefronts)));
    }
  return list;
}

bool coal_exec_result_write(const coal_exec_device *d, const char *error, const json_t *launched, const char *path) {
  json_t *root = json_object(), *list = json_array(), *faults = json_array();
  size_t n = 0;
  coal_exec_measured *all = d ? coal_exec_record_result(d->record, &n) : NULL;
  for (size_t k = 0; k < n; k++) json_array_append_new(list, measured_json(&all[k]));
  for (size_t k = 0; d && k < d->faults.n; k++) json_array_append_new(faults, fault_json(&d->faults.items[k]));
  json_object_set_new(root, "measured", list);
  json_object_set_new(root, "faults", faults);
  json_object_set_new(root, "totals", d ? totals_json(d) : json_array());
  json_object_set_new(root, "launches", json_integer(d ? (json_int_t)d->launches : 0));
  if (launched) json_object_set(root, "launched", (json_t *)(uintptr_t)launched);
  if (error) json_object_set_new(root, "error", json_string(error));
  bool ok = !json_dump_file(root, path, JSON_INDENT(1));
  json_decref(root);
  free(all);
  return ok;
}
