/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "count.h"

void coal_counts_add(coal_counts *to, const coal_counts *c, double times) {
  to->requests += c->requests * times;
  to->moved += c->moved * times;
  to->ideal += c->ideal * times;
  to->bytes_used += c->bytes_used * times;
  to->bytes_moved += c->bytes_moved * times;
  to->loaded_bytes += c->loaded_bytes * times;
  to->stored_bytes += c->stored_bytes * times;
  to->serialised += c->serialised * times;
  to->dram_read_bytes += c->dram_read_bytes * times;
  to->dram_write_bytes += c->dram_write_bytes * times;
}

bool coal_counts_equal(const coal_counts *a, const coal_counts *b) {
  return a->requests == b->requests && a->moved == b->moved && a->ideal == b->ideal && a->bytes_used == b->bytes_used &&
         a->bytes_moved == b->bytes_moved && a->serialised == b->serialised && a->loaded_bytes == b->loaded_bytes &&
         a->stored_bytes == b->stored_bytes;
}

void coal_counts_add_request(coal_counts *to, const coal_measurement *f) {
  double asked = (double)__builtin_popcount(f->request.mask) * f->request.bytes;
  if (f->request.op == COAL_MEM_LOAD)
    to->loaded_bytes += asked;
  else
    to->stored_bytes += asked;
  to->requests++;
  to->moved += f->shape.moved_mean;
  to->ideal += f->shape.ideal;
  to->bytes_used += f->shape.bytes_used;
  to->bytes_moved += f->shape.bytes_moved;
  to->serialised += f->shape.moved_mean <= COAL_OVERLAPPED_MAX ? 1 : f->shape.moved_mean;
  to->dram_read_bytes += f->shape.dram_read_bytes;
  to->dram_write_bytes += f->shape.dram_write_bytes;
}

void coal_launch_counts_add(coal_launch_counts *l, const coal_counts *global, const coal_counts *shared, double flops) {
  if (l->warps == 0) {
    l->first_global = *global;
    l->first_shared = *shared;
    l->first_flops = flops;
    l->is_uniform = true;
  } else {
    l->is_uniform &= coal_counts_equal(global, &l->first_global) && coal_counts_equal(shared, &l->first_shared) &&
                     flops == l->first_flops;
  }
  coal_counts_add(&l->global, global, 1);
  coal_counts_add(&l->shared, shared, 1);
  l->flops += flops;
  l->warps++;
}

static coal_certainty certainty(bool is_unknown, bool is_exact) {
  return is_unknown ? COAL_CERTAINTY_NONE : is_exact ? COAL_CERTAINTY_EXACT : COAL_CERTAINTY_ABOUT;
}

coal_totals coal_launch_counts_totals(const coal_launch_counts *l, double warps, bool is_complete) {
  coal_totals t = {.warps = warps};
  if (l->warps == 0) return t;
  bool has_all = is_complete && l->warps == warps, is_exact = !l->why_not && (has_all || l->is_uniform);
  double times = has_all ? 1 : warps / l->warps;
  coal_counts_add(&t.global, &l->global, times);
  coal_counts_add(&t.shared, &l->shared, times);
  t.flops = l->flops * times;
  t.global_certainty = certainty(l->has_unknown_global, is_exact);
  t.shared_certainty = certainty(l->has_unknown_shared, is_exact);
  t.flops_certainty = certainty(false, is_exact);
  t.reason = l->why_not ? l->why_not : has_all || l->is_uniform ? NULL : "warps differ and not all were run";
  return t;
}
