/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "rules.h"

static bool is_atomic(coal_mem_op op) { return op == COAL_MEM_ATOMIC || op == COAL_MEM_ATOMIC_INC; }

static coal_cost shared_access(const coal_target *target, const coal_request *request) {
  switch (target->shared_rule) {
    case COAL_SHARED_HALF_WARPS: return coal_shared_half_warps(target, request);
    case COAL_SHARED_ADD_ONE:
    case COAL_SHARED_WIDE_BANKS: return coal_shared_fermi_kepler(target, request);
    case COAL_SHARED_MERGING: break;
  }
  return coal_shared_merging(target, request);
}

static coal_cost global_access(const coal_target *target, const coal_request *request) {
  switch (target->global_rule) {
    case COAL_GLOBAL_IN_ORDER: return coal_global_in_order(target, request);
    case COAL_GLOBAL_SHRINKING: return coal_global_shrinking(target, request);
    case COAL_GLOBAL_BLOCKS: break;
  }
  return coal_global_blocks(target, request);
}

coal_cost coal_model_cost(const coal_target *target, const coal_request *request) {
  coal_cost none = {0};
  if (!request->mask || !request->bytes) return none;
  if (request->space == COAL_SPACE_SHARED) return shared_access(target, request);
  if (is_atomic(request->op)) return coal_global_atomic(target, request);
  return global_access(target, request);
}

const char *coal_space_name(coal_space s) {
  static const char *const names[] = {"global", "shared", "local", "constant", "unknown"};
  return (unsigned)s < sizeof names / sizeof *names ? names[s] : "unknown";
}

const char *coal_mem_op_name(coal_mem_op op) {
  switch (op) {
    case COAL_MEM_STORE:
    case COAL_MEM_STMATRIX1:
    case COAL_MEM_STMATRIX2:
    case COAL_MEM_STMATRIX4: return "store";
    case COAL_MEM_ATOMIC:
    case COAL_MEM_ATOMIC_INC: return "atomic";
    default: return "load";
  }
}
