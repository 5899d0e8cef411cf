// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// A check from outside, in C++: it warns of atomics on global memory, whatever they cost. See docs/library.md.
#include <coalcheck/check.h>

#include <cstdio>

namespace {

bool applies(const coal_access *a) {
  return a->space == COAL_SPACE_GLOBAL && (a->op == COAL_MEM_ATOMIC || a->op == COAL_MEM_ATOMIC_INC);
}

const char *message(coal_analysis *analysis, const coal_access *a) {
  return coal_analysis_format(analysis, "%u-byte atomic on global memory", a->bytes);
}

void explain(coal_notes *notes, const coal_access *) {
  coal_notes_add(notes, nullptr, "add up in shared memory first, and once a block here");
}

coal_check globalAtomic() {
  coal_check check = {};
  check.name = "global-atomic";
  check.summary = "An atomic on global memory.";
  check.severity = COAL_SEVERITY_WARNING;
  check.keeps_verdict = true; // says nothing of what the access costs
  check.is_fault = true;      // asked for accesses that cost no more than they must, too
  check.applies = applies;
  check.message = message;
  check.explain = explain;
  return check;
}

/// __global__ void count(int *total) { atomicAdd(total, 1); }
void build(coal_module *m) {
  coal_range r = {};
  r.file = coal_module_file(m, "count.cu", true, false);
  r.begin = {1, 37, 36};
  r.end = {1, 56, 55};
  const coal_type *integer = coal_type_int(m, 32, true), *pointer = coal_type_pointer(m, integer);
  bool isNew = false;
  coal_function *add = coal_module_function(m, "atomicAdd", &isNew);
  add->name = add->qualified = add->signature = "atomicAdd";
  add->flags = COAL_FN_DEVICE;
  add->result = integer;
  coal_function *fn = coal_module_function(m, "count", &isNew);
  fn->name = fn->qualified = "count";
  fn->signature = "count(int*)";
  fn->flags = COAL_FN_KERNEL;
  fn->result = coal_type_void(m);
  fn->range = r;
  coal_var *total = coal_var_new(m, "total", pointer, COAL_STORAGE_PARAM, 0, false, r);
  coal_function_add_param(m, fn, total);
  const coal_expr *args[] = {coal_expr_var(m, total, r), coal_expr_int(m, integer, 1, r)};
  coal_function_define(m, fn, coal_stmt_expr(m, coal_expr_call(m, add, args, 2, r), r));
}

} // namespace

int main() {
  coal_module *m = coal_module_new();
  build(m);
  coal_options options = {};
  options.target = coal_target_find("sm_80");
  const coal_check own = globalAtomic();
  const coal_check *extra[] = {&own};
  coal_check_options checks = {};
  checks.extra = extra;
  checks.n_extra = 1;
  coal_analysis *a = nullptr;
  if (coal_analyse(m, &options, &a) || coal_checks_run(a, &checks)) return 2;
  size_t n = 0;
  const coal_finding *findings = coal_analysis_findings(a, &n);
  for (size_t i = 0; i < n; i++)
    std::printf("%s: %s [%s]\n", coal_severity_name(findings[i].severity), findings[i].message, findings[i].check);
  coal_analysis_free(a);
  coal_module_free(m);
  return n ? 1 : 0;
}
