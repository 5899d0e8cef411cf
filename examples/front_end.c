/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/**
 * A front end of its own: builds the IR of
 *
 *   __global__ void scale(float *out, const float *in, int n) { out[threadIdx.x] = in[threadIdx.x * n]; }
 *
 * by hand, has it analysed for blocks of 256 threads and n = 32, and prints the findings. See docs/library.md.
 */
#include <coalcheck/check.h>
#include <stdio.h>

/* A range on one line: what the findings point to. */
static coal_range at(const coal_file *file, uint32_t line1, uint32_t column1) {
  return (coal_range){.file = file, .begin = {.line1 = line1, .column1 = column1}, .end = {line1, column1 + 1, 0}};
}

static coal_var *parameter(coal_module *m, coal_function *fn, const char *name, const coal_type *type) {
  coal_var *v = coal_var_new(m, name, type, COAL_STORAGE_PARAM, 0, false, fn->range);
  coal_function_add_param(m, fn, v);
  return v;
}

static void build(coal_module *m) {
  const coal_file *file = coal_module_file(m, "scale.cu", true, false);
  const coal_type *pointer = coal_type_pointer(m, coal_type_float(m, 32)), *integer = coal_type_int(m, 32, true);
  bool is_new;
  coal_function *fn = coal_module_function(m, "scale", &is_new);
  fn->name = fn->qualified = "scale";
  fn->signature = "scale(float*, const float*, int)";
  fn->flags = COAL_FN_KERNEL;
  fn->result = coal_type_void(m);
  fn->range = at(file, 1, 17);
  coal_var *out = parameter(m, fn, "out", pointer), *in = parameter(m, fn, "in", pointer);
  coal_var *n = parameter(m, fn, "n", integer);
  coal_range r = at(file, 1, 63);
  const coal_expr *thread = coal_expr_builtin(m, COAL_BUILTIN_THREAD_X, r);
  const coal_expr *row = coal_expr_binary(m, COAL_OP_MUL, thread, coal_expr_var(m, n, r), r);
  const coal_expr *from = coal_expr_index(m, coal_expr_var(m, in, r), row, at(file, 1, 82));
  const coal_expr *to = coal_expr_index(m, coal_expr_var(m, out, r), thread, r);
  coal_function_define(m, fn, coal_stmt_expr(m, coal_expr_assign(m, to, from, r), r));
}

int main(void) {
  coal_module *m = coal_module_new();
  build(m);
  const coal_binding values[] = {{"n", 32}};
  const coal_launch_option launch = {
      .kernel = "scale", .has_block = true, .block = {256, 1, 1}, .values = values, .n_values = 1};
  const coal_options options = {.target = coal_target_find("sm_80"), .launches = &launch, .n_launches = 1};
  coal_analysis *a;
  if (coal_analyse(m, &options, &a) || coal_checks_run(a, NULL)) return 2;
  size_t n, n_accesses;
  const coal_finding *findings = coal_analysis_findings(a, &n);
  const coal_access *accesses = coal_analysis_accesses(a, &n_accesses);
  for (size_t i = 0; i < n; i++) {
    const coal_range *r = &accesses[findings[i].access].range;
    printf("%s:%u:%u: %s: %s [%s]\n", r->file->path, r->begin.line1, r->begin.column1,
           coal_severity_name(findings[i].severity), findings[i].message, findings[i].check);
  }
  coal_analysis_free(a);
  coal_module_free(m);
  return n ? 1 : 0;
}
