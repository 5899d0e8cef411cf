/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The libclang front end: the scanner for explicit instantiations, compiler flags, and what a parse gives. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "frontend/frontend.h"
#include "frontend/invoke/flags.h"
#include "frontend/source/instantiate.h"
#include "util/str.h"

/* ---- explicit instantiations --------------------------------------------------------------------------- */

/* What is put in, with `|` where the touch starts; "" = nothing. */
typedef struct touch_case {
  const char *source, *touch;
} touch_case;

static const touch_case touch_cases[] = {
    {"template __global__ void k<8>(float *, int);",
     " static inline void coalcheck_touch_0() { (void)(void (*)( float * , int ) )&k < 8 > ; (void)&k < 8 > ; }"},
    {"template __global__ void k(const float *p);",
     " static inline void coalcheck_touch_0() { (void)(void (*)( const float * p ) )&k ; }"},
    {"template void __global__ __launch_bounds__(256, 2) ns::k<float, (3 > 2)>(float *__restrict__ p);",
     " static inline void coalcheck_touch_0() { (void)(void (*)( float * __restrict__ p ) )&ns :: k < float , ( 3 > 2 ) "
     "> ; (void)&ns :: k < float , ( 3 > 2 ) > ; }"},
    {"template const float *f<Box<int>>(int);",
     " static inline void coalcheck_touch_0() { (void)(const float * (*)( int ) )&f < Box < int > > ; (void)&f < Box < "
     "int > > ; }"},
    {"namespace n { template void k<1>(); }",
     " static inline void coalcheck_touch_0() { (void)(void (*)( ) )&k < 1 > ; (void)&k < 1 > ; }"},
    {"extern \"C++\" { template void k<1>(); }",
     " static inline void coalcheck_touch_0() { (void)(void (*)( ) )&k < 1 > ; (void)&k < 1 > ; }"},
    {"template struct Launcher<float>;", " static inline void coalcheck_touch_0(Launcher < float > *) {}"},
    {"template [[nodiscard]] auto g<3>(int);", " static inline void coalcheck_touch_0() { (void)&g < 3 > ; }"},
    {"#if X\nvoid f() {\n#else\nvoid f(int) {\n#endif\n}\ntemplate void k<1>();",
     " static inline void coalcheck_touch_0() { (void)(void (*)( ) )&k < 1 > ; (void)&k < 1 > ; }"},
    {"int x = 1'000; template void k<1>();",
     " static inline void coalcheck_touch_0() { (void)(void (*)( ) )&k < 1 > ; (void)&k < 1 > ; }"},
    {"#define I(T, n) \\\n  template __global__ void k<T, n>(T *);\nI(float, 3)",
     " static inline void coalcheck_touch_0() { (void)(void (*)( float * ) )&k < float , 3 > ; (void)&k < float , 3 > ; }"},
    {"#define I(T) template void k<T>(T *); template void l<T>()\nI(int);",
     " static inline void coalcheck_touch_0() { (void)(void (*)( int * ) )&k < int > ; (void)&k < int > ; } static inline "
     "void coalcheck_touch_1() { (void)(void (*)( ) )&l < int > ; (void)&l < int > ; }"},
    {"#define I(T) template <T> void k();\nI(int)", ""},
    {"#define I(T) template void k<T>();\nvoid f() { I(int) }", ""},
    {"#define I(T) template void k<T>();\nI(int, 3) I( I", ""},
    {"template <int N> __global__ void k(float *);", ""},
    {"template <> __global__ void k<1>(float *) {}", ""},
    {"extern template __global__ void k<1>(float *);", ""},
    {"// template void k<1>();", ""},
    {"/* template void k<1>(); */", ""},
    {"const char *s = \"template void k<1>();\";", ""},
    {"const char *s = R\"x(\ntemplate void k<1>();)y\" )x\";", ""},
    {"#define I template void k<1>(); \\\n template void k<2>();", ""},
    {"void f() { template void k<1>(); }", ""},
    {"struct S { template void k<1>(); };", ""},
    {"using T = A::template B<int>;", ""},
    {"template", ""},
    {"template void k<1>(", ""},
    {"template ;", ""},
    {"template x;", ""},
    {"template operator int();", ""},
    {"}}}} template", ""},
};

static void finds_explicit_instantiations(void **state) {
  (void)state;
  for (size_t i = 0; i < sizeof touch_cases / sizeof *touch_cases; i++) {
    const touch_case *c = &touch_cases[i];
    coal_arena *arena = coal_arena_new();
    coal_touched t = coal_instantiate(arena, c->source, strlen(c->source), NULL, 0);
    if (t.n_touches != (*c->touch ? 1 : 0)) fail_msg("%s", c->source);
    if (!*c->touch) assert_string_equal(t.text, c->source);
    if (*c->touch) assert_memory_equal(t.text + t.touches[0].offset, c->touch, strlen(c->touch));
    assert_int_equal(t.n, strlen(t.text));
    coal_arena_free(arena);
  }
}

static void assert_original(const coal_touched *t, uint32_t line1, uint32_t column1, uint32_t offset, uint32_t column,
                            uint32_t to) {
  coal_pos p = coal_touched_original(t, (coal_pos){line1, column1, offset});
  assert_int_equal(p.line1, line1);
  assert_int_equal(p.column1, column);
  assert_int_equal(p.offset_bytes, to);
}

static void moves_positions_back(void **state) {
  (void)state;
  const char *source = "template void k<1>(); template void k<2>(); int a;\nint b;\n";
  coal_arena *arena = coal_arena_new();
  coal_touched t = coal_instantiate(arena, source, strlen(source), NULL, 0);
  assert_int_equal(t.n_touches, 2);
  uint32_t a = (uint32_t)(strstr(t.text, "a;\n") - t.text), b = (uint32_t)(strstr(t.text, "b;\n") - t.text);
  uint32_t second = (uint32_t)(strstr(t.text, "k<2>") - t.text), line2 = (uint32_t)(strchr(t.text, '\n') + 1 - t.text);
  assert_original(&t, 1, 1, 0, 1, 0);
  assert_original(&t, 1, 22, 21, 22, 21);
  assert_original(&t, 1, second + 1, second, 37, 36);
  assert_original(&t, 1, a + 1, a, 49, 48);
  assert_original(&t, 2, b - line2 + 1, b, 5, 55);
  assert_original(&t, 1, 30, 29, 22, 21);
  coal_arena_free(arena);
}

/* ---- flags --------------------------------------------------------------------------------------------- */

static char *joined(const coal_flags_request *r) {
  coal_arena *arena = coal_arena_new();
  coal_strings out = {0};
  coal_flags_build(arena, r, &out, NULL);
  coal_str text = {0};
  for (size_t i = 0; i < out.n; i++) coal_str_addf(&text, "%s%s", i ? " " : "", out.items[i]);
  coal_vec_free(&out);
  coal_arena_free(arena);
  return text.data;
}

/* User flags, separated by blanks, and what of them reaches libclang. */
static const char *const flag_cases[][2] = {
    {"", "-std=c++17"},
    {"-std=c++14", "-std=c++14"},
    {"--std=c++20", "-std=c++20"},
    {"-std c++14", "-std=c++14"},
    {"-I a -Ib -DX=1 -D Y -isystem c", "-I a -I b -DX=1 -DY -isystem c -std=c++17"},
    {"-c k.cu -o k.o -O3 -g -Wall -Werror", "-std=c++17"},
    {"-arch=sm_90 -gencode arch=compute_80,code=sm_80 -rdc=true", "-D__CUDACC_RDC__ -std=c++17"},
    {"-rdc false -Xcudafe --diag_suppress=20012 -Xfatbin=-compress-all", "-std=c++17"},
    {"-gencode=arch=compute_80,code=sm_80 -lineinfo --expt-relaxed-constexpr",
     "-D__CUDACC_RELAXED_CONSTEXPR__ -std=c++17"},
    {"-arch=native -DA,B=1 -Ia,b -isystem=c --extended-lambda",
     "-DA -DB=1 -I a -I b -isystem c -D__CUDACC_EXTENDED_LAMBDA__ -std=c++17"},
    {"-G -DX=\"a,b\" -DY=a\\,b", "-D__CUDACC_DEBUG__ -DX=\"a,b\" -DY=a,b -std=c++17"},
    {"-DX=a,b -D A,B", "-DX=a,b -DA -DB -std=c++17"},
    {"-Xcompiler=-fPIC,-DX=1,-Iq -Xcompiler -Wall,-fno-rtti", "-DX=1 -I q -fno-rtti -std=c++17"},
    {"-Xclang -include -Xclang pre.h -Xclang -include-pch -Xclang p.pch", "-include pre.h -std=c++17"},
    {"-forward-unknown-to-host-compiler -fopenmp -march=native -Wno-unused -t4 --threads 4", "-std=c++17"},
    {"-Werror all-warnings -Werror=reorder -std=banana --frobnicate -zzz", "-std=c++17"},
    {"-Xcompiler -fPIC -Xptxas -v -ccbin g++ --use_fast_math -x cu", "-std=c++17"},
    {"--include-path=a --include-path b --define-macro=Z", "-I a -I b -DZ -std=c++17"},
    {"-Xclang -load -Xclang libcoalcheck.so -Xclang -plugin-arg-coalcheck -Xclang --all", "-std=c++17"},
    {"-Xclang -fcuda-allow-variadic-functions", "-Xclang -fcuda-allow-variadic-functions -std=c++17"},
    {"--cuda-path=/x --cuda-gpu-arch=sm_70 --cuda-device-only -nocudainc", "-std=c++17"},
    {"-MD -MF k.d -MT k.o -fplugin=x.so -lcudart -L/usr/lib", "-std=c++17"},
    {"-fno-exceptions -ffast-math", "-fno-exceptions -ffast-math -std=c++17"},
    {"-I", "-std=c++17"},
    {"- a", "-std=c++17"},
};

static size_t split(char *text, const char *words[32]) {
  size_t n = 0;
  for (char *p = strtok(text, " "); p && n < 32; p = strtok(NULL, " ")) words[n++] = p;
  return n;
}

static void passes_flags_on(void **state) {
  (void)state;
  coal_flags_request none = {.arch = "sm_80", .toolkit = "/t", .toolkit_version = 118};
  char *front = joined(&none);
  char *back = strstr(front, "-std=c++17"); /* the user's flags decide it; behind it come the stand-ins' folders */
  assert_non_null(back);
  char *behind = strdup(back + strlen("-std=c++17"));
  *back = '\0';
  for (size_t i = 0; i < sizeof flag_cases / sizeof *flag_cases; i++) {
    char text[256];
    const char *words[32];
    strcpy(text, flag_cases[i][0]);
    coal_flags_request r = none;
    r.n_user = split(text, words);
    r.user = words;
    char *all = joined(&r);
    assert_memory_equal(all, front, strlen(front));
    char expected[512];
    snprintf(expected, sizeof expected, "%s%s", flag_cases[i][1], behind);
    assert_string_equal(all + strlen(front), expected);
    free(all);
  }
  free(behind);
  free(front);
}

static void chooses_headers(void **state) {
  (void)state;
  static const char *const paths[] = {"-Iinc", "-isystem", "/abs", "--sysroot=root", "-include", "not_there.h"};
  char *toolkit = joined(&(coal_flags_request){.arch = "sm_90",
                                               .toolkit = "/t",
                                               .toolkit_version = 130,
                                               .has_cccl = true,
                                               .resource_dir = "/r",
                                               .directory = "/d",
                                               .user = paths,
                                               .n_user = 6});
  assert_non_null(strstr(toolkit, "--cuda-gpu-arch=sm_90"));
  assert_non_null(strstr(toolkit, "--cuda-path=/t"));
  assert_non_null(strstr(toolkit, "-isystem /t/include/cccl"));
  assert_non_null(strstr(toolkit, "-target-sdk-version=12.3"));
  assert_non_null(strstr(toolkit, "-resource-dir=/r"));
  assert_non_null(strstr(toolkit, "-I /d/inc -isystem /abs --sysroot=/d/root -include not_there.h"));
  assert_null(strstr(toolkit, "-nocudainc"));
  char *embedded = joined(&(coal_flags_request){.arch = "sm_80"});
  assert_non_null(strstr(embedded, "-nocudainc"));
  assert_non_null(strstr(embedded, "-include " COAL_VIRTUAL_ROOT "/include/coalcheck/cuda_builtin.h"));
  assert_null(strstr(embedded, "cccl"));
  free(toolkit);
  free(embedded);
}

static void assert_arch(const char *flags, const char *expected) {
  char text[256];
  const char *words[32];
  strcpy(text, flags);
  size_t n = split(text, words);
  char *arch = coal_flags_arch(words, n);
  if (expected)
    assert_string_equal(arch, expected);
  else
    assert_null(arch);
  free(arch);
}

static void finds_the_architecture(void **state) {
  (void)state;
  assert_arch("-O2 --cuda-gpu-arch=sm_70 k.cu", "sm_70");
  assert_arch("--offload-arch=sm_90a", "sm_90a");
  assert_arch("-arch sm_86", "sm_86");
  assert_arch("-arch=compute_75", "sm_75");
  assert_arch("--gpu-architecture=compute_120f", "sm_120f");
  assert_arch("-gencode arch=compute_80,code=sm_80 -gencode arch=compute_90,code=sm_90", "sm_80");
  assert_arch("-gencode=arch=compute_61,code=[sm_61,compute_61]", "sm_61");
  assert_arch("-arch=native", NULL);
  assert_arch("-arch", NULL);
  assert_arch("-O2", NULL);
}

/* ---- parsing ------------------------------------------------------------------------------------------- */

static coal_frontend *frontend;

static int open_frontend(void **state) {
  (void)state;
  char *error = NULL;
  int failed = coal_frontend_open(NULL, &frontend, &error);
  free(error);
  return failed;
}

static int close_frontend(void **state) {
  (void)state;
  coal_frontend_close(frontend);
  return 0;
}

static coal_parse_result parsed(const char *source) {
  coal_parse_options o = {
      .file = "k.cu", .contents = source, .n_contents = strlen(source), .headers = COAL_HEADERS_EMBEDDED};
  coal_parse_result r;
  char *error = NULL;
  int failed = coal_frontend_parse(frontend, &o, &r, &error);
  if (failed) fail_msg("%s", error);
  return r;
}

static const coal_function *function_of(const coal_parse_result *r, const char *qualified) {
  size_t n = 0;
  coal_function *const *all = coal_module_functions(r->module, &n);
  for (size_t i = 0; i < n; i++)
    if (strcmp(all[i]->qualified, qualified) == 0) return all[i];
  return NULL;
}

static void names_what_it_loaded(void **state) {
  (void)state;
  assert_true(coal_frontend_major(frontend) >= 17);
  assert_non_null(strstr(coal_frontend_version(frontend), "version"));
  assert_non_null(strstr(coal_frontend_library(frontend), "libclang"));
}

static void says_that_libclang_is_missing(void **state) {
  (void)state;
  coal_frontend *f = NULL;
  char *error = NULL;
  assert_int_equal(coal_frontend_open("/nonexistent/libclang.so", &f, &error), -1);
  assert_non_null(strstr(error, "/nonexistent/libclang.so"));
  assert_non_null(strstr(error, "--libclang=PATH"));
  free(error);
}

static void finds_instances_and_patterns(void **state) {
  (void)state;
  coal_parse_result r = parsed(
      "template <int N> __global__ void __launch_bounds__(N) a(float *p) { p[N] = 0; }\n"
      "template <class T> __global__ void b(T *p) { p[1] = 0; }\n"
      "template <class T> __global__ void c(T *p) { p[1] = 0; }\n"
      "template __global__ void a<8>(float *); template __global__ void a<16>(float *); __global__ void d() {}\n"
      "void host(double *p) { b<<<1, 32>>>(p); }\n");
  assert_int_equal(r.n_diagnostics, 0);
  const coal_function *a8 = function_of(&r, "a<8>"), *d = function_of(&r, "d");
  assert_non_null(a8);
  assert_int_equal(a8->max_threads, 8);
  assert_non_null(a8->body);
  assert_non_null(function_of(&r, "a<16>"));
  assert_non_null(function_of(&r, "b<double>"));
  assert_non_null(function_of(&r, "c"));
  assert_true(function_of(&r, "c")->flags & COAL_FN_UNINSTANTIATED);
  assert_null(function_of(&r, "b"));
  assert_true(function_of(&r, "host")->flags & COAL_FN_LAUNCHES);
  assert_int_equal(d->range.begin.line1, 4);
  assert_int_equal(d->range.begin.column1, 98);
  assert_null(function_of(&r, "coalcheck_touch_0"));
  coal_parse_result_free(&r);
}

static void keeps_what_broken_source_leaves(void **state) {
  (void)state;
  coal_parse_result r = parsed(
      "#include \"nowhere.h\"\n"
      "__global__ void good(float *p) { p[threadIdx.x] = 1; }\n"
      "__global__ void bad(float *p) { p[undeclared] = nothing(p[0]) + sizeof(unknown_t); }\n"
      "__global__ void cut(float *p) { for (int i = 0; i < 3; i++) { p[i] = \n");
  assert_true(r.n_errors >= 3);
  assert_true(r.diagnostics[0].is_missing_include);
  assert_string_equal(r.diagnostics[0].missing, "nowhere.h");
  assert_string_equal(r.diagnostics[0].file, "k.cu");
  assert_int_equal(r.diagnostics[0].line1, 1);
  assert_non_null(function_of(&r, "good")->body);
  assert_non_null(function_of(&r, "bad"));
  coal_parse_result_free(&r);
}

/* Headers that are missing are told by where the error is and what it marks, not by its words. */
static void names_the_headers_that_are_missing(void **state) {
  (void)state;
  static const struct {
    const char *text, *missing; /* NULL: an error of another kind */
  } table[] = {{"#include \"a/nowhere.h\"\n", "a/nowhere.h"},
               {"  #  include   <nowhere.cuh>\n", "nowhere.cuh"},
               {"#include_next \"nowhere.h\"\n", "nowhere.h"},
               {"#define HEADER \"nowhere.h\"\n#include HEADER\n", "HEADER"},
               {"#include nowhere.h\n", NULL},
               {"#error \"nowhere.h\" file not found\n", NULL},
               {"int include = \"nowhere.h\";\n", NULL}};
  for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
    coal_parse_result r = parsed(table[i].text);
    assert_int_equal(r.n_diagnostics, 1);
    assert_int_equal(r.diagnostics[0].is_missing_include, table[i].missing != NULL);
    if (table[i].missing) assert_string_equal(r.diagnostics[0].missing, table[i].missing);
    coal_parse_result_free(&r);
  }
}

/* "expr" of the first statement of the only kernel. */
static const coal_expr *first_expr(const coal_parse_result *r) { return function_of(r, "k")->body->list[0]->e; }

static void says_where_macros_put_things(void **state) {
  (void)state;
  coal_parse_result r = parsed(
      "#define PUT(p, v) (p[threadIdx.x] = (v))\n"
      "__global__ void k(float *q) { PUT(q, q[3]); }\n");
  const coal_expr *assign = first_expr(&r);
  assert_int_equal(assign->kind, COAL_EXPR_ASSIGN);
  assert_int_equal(assign->range.begin.line1, 2);
  const coal_expr *target = assign->a;
  assert_int_equal(target->range.begin.line1, 2);
  const coal_expr *load = assign->b;
  assert_int_equal(load->kind, COAL_EXPR_LOAD);
  assert_int_equal(load->range.begin.column1, 38);
  assert_int_equal(load->range.end.column1, 42);
  assert_null(load->range.macro);
  coal_parse_result_free(&r);
}

static void survives_deep_nesting(void **state) {
  (void)state;
  coal_str text = {0};
  coal_str_add(&text, "__global__ void k(int *p) { p[0] = ");
  for (int i = 0; i < 900; i++) coal_str_add(&text, "p[0] + ");
  coal_str_add(&text, "1; }\n");
  coal_parse_result r = parsed(text.data);
  assert_non_null(function_of(&r, "k")->body);
  coal_parse_result_free(&r);
  coal_str_free(&text);
}

static void refuses_what_is_no_source(void **state) {
  (void)state;
  coal_parse_result r;
  char *error = NULL;
  coal_parse_options missing = {.file = "/nonexistent.cu"}, folder = {.file = "/tmp"};
  coal_parse_options binary = {.file = "k.cu", .contents = "a\0b", .n_contents = 3};
  coal_parse_options toolkit = {
      .file = "k.cu", .contents = "", .headers = COAL_HEADERS_TOOLKIT, .toolkit = "/nonexistent"};
  assert_int_equal(coal_frontend_parse(frontend, &missing, &r, &error), -1);
  assert_string_equal(error, "/nonexistent.cu: No such file or directory");
  free(error);
  assert_int_equal(coal_frontend_parse(frontend, &folder, &r, &error), -1);
  assert_string_equal(error, "/tmp: Is a directory");
  free(error);
  assert_int_equal(coal_frontend_parse(frontend, &binary, &r, &error), -1);
  assert_string_equal(error, "k.cu: is not a text file");
  free(error);
  assert_int_equal(coal_frontend_parse(frontend, &toolkit, &r, &error), -1);
  assert_non_null(strstr(error, "/nonexistent: not found"));
  free(error);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(finds_explicit_instantiations),
      cmocka_unit_test(moves_positions_back),
      cmocka_unit_test(passes_flags_on),
      cmocka_unit_test(chooses_headers),
      cmocka_unit_test(finds_the_architecture),
      cmocka_unit_test(names_what_it_loaded),
      cmocka_unit_test(says_that_libclang_is_missing),
      cmocka_unit_test(finds_instances_and_patterns),
      cmocka_unit_test(keeps_what_broken_source_leaves),
      cmocka_unit_test(names_the_headers_that_are_missing),
      cmocka_unit_test(says_where_macros_put_things),
      cmocka_unit_test(survives_deep_nesting),
      cmocka_unit_test(refuses_what_is_no_source),
  };
  return cmocka_run_group_tests(tests, open_frontend, close_frontend);
}
