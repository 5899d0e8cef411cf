/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "facts.h"

#include <stdlib.h>
#include <string.h>

#include <util/arena.h>
#include <util/vec.h>

struct coal_analysis {
  coal_arena *arena;
  coal_module *module;
  coal_options options;
  coal_kernel kernel;
  coal_launch launch;
  coal_function function;
  coal_access accesses[16];
  size_t n_accesses;
  COAL_VEC(coal_finding) findings;
};

coal_analysis *facts_new(uint32_t block_x, uint32_t block_y) {
  coal_analysis *a = calloc(1, sizeof *a);
  a->arena = coal_arena_new();
  a->module = coal_module_new();
  a->options.target = coal_target_find("sm_80");
  a->function.name = a->function.qualified = "k";
  a->launch.block[0] = block_x;
  a->launch.block[1] = block_y;
  a->launch.block[2] = 1;
  a->launch.source = COAL_LAUNCH_FILE;
  a->launch.grid_known = a->launch.block_known = true;
  a->launch.where.file = facts_file(a, "test.cu");
  a->launch.where.begin.line1 = 90;
  a->kernel.fn = &a->function;
  a->kernel.launches = &a->launch;
  a->kernel.n_launches = 1;
  return a;
}

void facts_free(coal_analysis *a) {
  coal_vec_free(&a->findings);
  coal_module_free(a->module);
  coal_arena_free(a->arena);
  free(a);
}

coal_module *facts_module(coal_analysis *a) { return a->module; }

const coal_file *facts_file(coal_analysis *a, const char *path) {
  return coal_module_file(a->module, path, true, false);
}

coal_access *facts_access(coal_analysis *a, coal_space space, coal_mem_op op, uint32_t bytes, uint32_t line1) {
  coal_access *access = &a->accesses[a->n_accesses++];
  memset(access, 0, sizeof *access);
  access->kernel = &a->kernel;
  access->range.file = facts_file(a, "test.cu");
  access->range.begin.line1 = line1;
  access->space = space;
  access->op = op;
  access->bytes = access->instruction_bytes = bytes;
  access->instructions = 1;
  access->known = true;
  access->object_name = "in";
  access->patterns = coal_arena_alloc(a->arena, COAL_PATTERNS_MAX * sizeof *access->patterns);
  return access;
}

static void count(coal_stat *s, double v) {
  if (!s->n || v < s->min) s->min = v;
  if (!s->n || v > s->max) s->max = v;
  s->sum += v;
  s->n++;
}

void facts_offsets(coal_analysis *a, coal_access *access, uint32_t mask, const int64_t *offset) {
  coal_pattern *p = &access->patterns[access->n_patterns++];
  coal_request r = {.space = access->space, .op = access->op, .bytes = access->instruction_bytes, .mask = mask};
  p->mask = mask;
  p->bytes = r.bytes;
  p->count = 1;
  memcpy(p->offset, offset, sizeof p->offset);
  for (unsigned i = 0; i < COAL_WARP_LANES; i++) r.address[i] = (uint64_t)(4096 + offset[i]);
  coal_cost c = coal_model_cost(a->options.target, &r);
  count(&access->active_lanes, __builtin_popcount(mask));
  count(&access->moved, c.moved);
  count(&access->ideal, c.ideal);
  count(&access->ways, c.ways);
  access->bytes_used += c.bytes_used;
  access->bytes_moved += c.bytes_moved;
  access->executions++;
}

void facts_stride(coal_analysis *a, coal_access *access, uint32_t mask, int64_t start, int64_t stride) {
  int64_t offset[COAL_WARP_LANES];
  for (unsigned i = 0; i < COAL_WARP_LANES; i++) offset[i] = start + (int64_t)i * stride;
  facts_offsets(a, access, mask, offset);
}

/* ---- what lib/eval gives the checks -------------------------------------------------------------------- */

const coal_module *coal_analysis_module(const coal_analysis *a) { return a->module; }
const coal_options *coal_analysis_options(const coal_analysis *a) { return &a->options; }

coal_access *coal_analysis_accesses(const coal_analysis *a, size_t *n) {
  *n = a->n_accesses;
  return (coal_access *)(uintptr_t)a->accesses;
}

void *coal_analysis_alloc(coal_analysis *a, size_t bytes) { return coal_arena_alloc(a->arena, bytes); }

const char *coal_analysis_format(coal_analysis *a, const char *format, ...) {
  va_list args;
  va_start(args, format);
  const char *text = coal_arena_vformat(a->arena, format, args);
  va_end(args);
  return text;
}

const coal_finding *coal_analysis_findings(const coal_analysis *a, size_t *n) {
  *n = a->findings.n;
  return a->findings.items;
}

int coal_analysis_add_finding(coal_analysis *a, const coal_finding *f) {
  coal_vec_push(&a->findings, *f);
  return 0;
}

void facts_grid(coal_analysis *a, uint32_t blocks) {
  a->launch.grid[0] = blocks;
  a->launch.grid[1] = a->launch.grid[2] = 1;
}
