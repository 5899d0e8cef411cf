/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "flags.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "frontend.h"
#include "util/alloc.h"

static bool starts_with(const char *s, const char *prefix) { return strncmp(s, prefix, strlen(prefix)) == 0; }

static bool is_one_of(const char *s, const char *const *list) {
  for (; *list; list++)
    if (strcmp(s, *list) == 0) return true;
  return false;
}

static bool has_prefix_of(const char *s, const char *const *list) {
  for (; *list; list++)
    if (starts_with(s, *list)) return true;
  return false;
}

/* Flags that say nothing about the meaning of the source, without a value of their own. */
static const char *const passed_over[] = {"-c",
                                          "-S",
                                          "-E",
                                          "-M",
                                          "-MM",
                                          "-MD",
                                          "-MMD",
                                          "-MG",
                                          "-MP",
                                          "-MV",
                                          "-w",
                                          "-v",
                                          "-###",
                                          "-dc",
                                          "-dw",
                                          "-dlink",
                                          "-cubin",
                                          "-ptx",
                                          "-fatbin",
                                          "-lib",
                                          "-run",
                                          "-G",
                                          "-lineinfo",
                                          "-src-in-ptx",
                                          "-keep",
                                          "-k",
                                          "-pg",
                                          "-shared",
                                          "-static",
                                          "-rdynamic",
                                          "-pipe",
                                          "-save-temps",
                                          "-fsyntax-only",
                                          "-fcolor-diagnostics",
                                          "-nocudainc",
                                          "-nocudalib",
                                          "-emit-llvm",
                                          "-extended-lambda",
                                          "-expt-extended-lambda",
                                          "-expt-relaxed-constexpr",
                                          "-restrict",
                                          "-use_fast_math",
                                          "-ewp",
                                          "-res-usage",
                                          "-dopt",
                                          "-Xfatbin",
                                          "-nohdrinitlist",
                                          "-m64",
                                          "-m32",
                                          "--compile",
                                          "--device-c",
                                          "--device-w",
                                          "--device-debug",
                                          "--generate-line-info",
                                          "--keep",
                                          "--dryrun",
                                          "--verbose",
                                          "--cubin",
                                          "--ptx",
                                          "--extended-lambda",
                                          "--expt-extended-lambda",
                                          "--expt-relaxed-constexpr",
                                          "--use_fast_math",
                                          "--restrict",
                                          "--extra-device-vectorization",
                                          "--disable-warnings",
                                          "--resource-usage",
                                          "--source-in-ptx",
                                          "--cuda-device-only",
                                          "--cuda-host-only",
                                          "--cuda-compile-host-device",
                                          "--offload-device-only",
                                          "--offload-host-only",
                                          "--offload-host-device",
                                          "--device-link",
                                          NULL};

/* … and with one, in the next word or after `=`. */
static const char *const passed_over_with_value[] = {"-o",
                                                     "-x",
                                                     "-MF",
                                                     "-MT",
                                                     "-MQ",
                                                     "-MJ",
                                                     "-arch",
                                                     "-gencode",
                                                     "-code",
                                                     "-ccbin",
                                                     "-Xptxas",
                                                     "-Xcompiler",
                                                     "-Xlinker",
                                                     "-Xnvlink",
                                                     "-Xarchive",
                                                     "-maxrregcount",
                                                     "-rdc",
                                                     "-t",
                                                     "-cudart",
                                                     "-diag-suppress",
                                                     "-diag-error",
                                                     "-diag-warn",
                                                     "-Werror",
                                                     "-odir",
                                                     "-keep-dir",
                                                     "-allow-unsupported-compiler",
                                                     "-optf",
                                                     "-L",
                                                     "-l",
                                                     "-dlto",
                                                     "-lto",
                                                     "-ftz",
                                                     "-prec-div",
                                                     "-prec-sqrt",
                                                     "-fmad",
                                                     "-split-compile",
                                                     "-time",
                                                     "-err-no",
                                                     "-Xcuda-ptxas",
                                                     "-Xcuda-fatbinary",
                                                     "--output-file",
                                                     "--x",
                                                     "--gpu-architecture",
                                                     "--generate-code",
                                                     "--gpu-code",
                                                     "--compiler-bindir",
                                                     "--ptxas-options",
                                                     "--compiler-options",
                                                     "--linker-options",
                                                     "--nvlink-options",
                                                     "--maxrregcount",
                                                     "--relocatable-device-code",
                                                     "--threads",
                                                     "--cudart",
                                                     "--diag-suppress",
                                                     "--diag-error",
                                                     "--diag-warn",
                                                     "--Werror",
                                                     "--output-directory",
                                                     "--keep-dir",
                                                     "--options-file",
                                                     "--library-path",
                                                     "--library",
                                                     "--ftz",
                                                     "--prec-div",
                                                     "--prec-sqrt",
                                                     "--fmad",
                                                     "--split-compile",
                                                     "--time",
                                                     "--machine",
                                                     "--optimize",
                                                     "--cuda-path",
                                                     "--cuda-gpu-arch",
                                                     "--no-cuda-gpu-arch",
                                                     "--offload-arch",
                                                     "--no-offload-arch",
                                                     "--compiler-options",
                                                     "-resource-dir",
                                                     NULL};

/* Flags of one word that start so. */
static const char *const passed_over_prefixes[] = {"-l",
                                                   "-L",
                                                   "-Wl,",
                                                   "-Wa,",
                                                   "-fplugin",
                                                   "-MF",
                                                   "-MT",
                                                   "-MQ",
                                                   "-O",
                                                   "-g",
                                                   "-W",
                                                   "-fdiagnostics",
                                                   "-fcuda-flush",
                                                   "-foffload",
                                                   "-frecord",
                                                   "-save-temps=",
                                                   "-flto",
                                                   "-fuse-ld",
                                                   "-stdlib++",
                                                   "--ptxas-path",
                                                   "--cuda-noopt",
                                                   "--cuda-include-ptx",
                                                   "--no-cuda-include-ptx",
                                                   "-arch-list",
                                                   "--allow-unsupported",
                                                   "-allow-unsupported",
                                                   "--no-cuda",
                                                   "--no-host",
                                                   "--no-device",
                                                   "--objdir",
                                                   "--dlink",
                                                   "--dlto",
                                                   "--lto",
                                                   NULL};

/* Clang's own flags with the value in the next word: both words are kept. */
static const char *const kept_with_value[] = {"-I",
                                              "-D",
                                              "-U",
                                              "-isystem",
                                              "-iquote",
                                              "-idirafter",
                                              "-include",
                                              "-imacros",
                                              "-isysroot",
                                              "--sysroot",
                                              "-iprefix",
                                              "-iwithprefix",
                                              "-iwithprefixbefore",
                                              "-cxx-isystem",
                                              "-target",
                                              "-std",
                                              "-F",
                                              "-iframework",
                                              "-mllvm",
                                              NULL};

/* nvcc's long names for what Clang calls otherwise. */
static const struct {
  const char *nvcc, *clang;
} renamed[] = {{"--include-path", "-I"}, {"--system-include", "-isystem"}, {"--pre-include", "-include"},
               {"--define-macro", "-D"}, {"--undefine-macro", "-U"},       {"--std", "-std"}};

static bool is_plugin_word(const char *word) {
  return strcmp(word, "-load") == 0 || starts_with(word, "-plugin") || starts_with(word, "-add-plugin") ||
         starts_with(word, "-fplugin");
}

/* `-Xclang -load -Xclang X` and `-Xclang -plugin-arg-N -Xclang X` are passed over whole. Returns how many words were
 * used. */
static size_t take_xclang(const char *const *words, size_t n, coal_strings *out) {
  if (n < 2) return 1;
  if (is_plugin_word(words[1])) return n >= 4 && strcmp(words[2], "-Xclang") == 0 ? 4 : 2;
  coal_vec_push(out, words[0]);
  coal_vec_push(out, words[1]);
  return 2;
}

static size_t take_renamed(coal_arena *arena, const char *const *words, size_t n, coal_strings *out) {
  for (size_t i = 0; i < sizeof renamed / sizeof *renamed; i++) {
    size_t length = strlen(renamed[i].nvcc);
    if (strncmp(words[0], renamed[i].nvcc, length) != 0) continue;
    bool joined = words[0][length] == '=';
    if (!joined && (words[0][length] || n < 2)) continue;
    const char *value = joined ? words[0] + length + 1 : words[1];
    bool is_std = strcmp(renamed[i].clang, "-std") == 0;
    if (is_std) {
      coal_vec_push(out, coal_arena_format(arena, "-std=%s", value));
    } else {
      coal_vec_push(out, renamed[i].clang);
      coal_vec_push(out, value);
    }
    return joined ? 1 : 2;
  }
  return 0;
}

/* True if word is NAME or NAME=…; `*joined` tells which. */
static bool names_flag(const char *word, const char *const *list, bool *joined) {
  const char *equals = strchr(word, '=');
  size_t length = equals ? (size_t)(equals - word) : strlen(word);
  for (; *list; list++) {
    if (strlen(*list) != length || strncmp(word, *list, length) != 0) continue;
    *joined = equals != NULL;
    return true;
  }
  return false;
}

/* Takes one flag; returns how many words it had. */
static size_t take(coal_arena *arena, const char *const *words, size_t n, coal_strings *out) {
  const char *word = words[0];
  bool joined = false;
  if (word[0] != '-' || !word[1]) return 1;
  if (strcmp(word, "-Xclang") == 0) return take_xclang(words, n, out);
  size_t used = take_renamed(arena, words, n, out);
  if (used) return used;
  if (is_one_of(word, kept_with_value)) {
    if (n < 2) return 1;
    if (strcmp(word, "-std") == 0)
      coal_vec_push(out, coal_arena_format(arena, "-std=%s", words[1]));
    else
      coal_vec_push(out, word);
    if (strcmp(word, "-std") != 0) coal_vec_push(out, words[1]);
    return 2;
  }
  if (is_one_of(word, passed_over)) return 1;
  if (strcmp(word, "-Werror") == 0) return n > 1 && strcmp(words[1], "all-warnings") == 0 ? 2 : 1;
  if (names_flag(word, passed_over_with_value, &joined)) return joined || n < 2 ? 1 : 2;
  if (has_prefix_of(word, passed_over_prefixes)) return 1;
  coal_vec_push(out, word);
  return 1;
}

static bool has_standard(const coal_strings *flags) {
  for (size_t i = 0; i < flags->n; i++)
    if (starts_with(flags->items[i], "-std=")) return true;
  return false;
}

static void push_all(coal_strings *out, const char *const *list) {
  for (; *list; list++) coal_vec_push(out, *list);
}

/* -nocudalib (no device library is needed to parse) keeps the driver from passing the toolkit's version on, without
 * which launches go through a function that is gone. A version newer than Clang knows counts as none. */
static void add_toolkit(coal_arena *arena, const coal_flags_request *r, coal_strings *out) {
  unsigned version = r->toolkit_version > 123 ? 123 : r->toolkit_version;
  coal_vec_push(out, coal_arena_format(arena, "--cuda-path=%s", r->toolkit));
  coal_vec_push(out, "-nocudalib");
  coal_vec_push(out, "-Xclang");
  coal_vec_push(out, coal_arena_format(arena, "-target-sdk-version=%u.%u", version / 10, version % 10));
  if (!r->has_cccl) return;
  coal_vec_push(out, "-isystem");
  coal_vec_push(out, coal_arena_format(arena, "%s/include/cccl", r->toolkit));
}

/* The virtual --cuda-path keeps Clang from looking at a toolkit of the machine; the version makes launches go through
 * __cudaPushCallConfiguration, the feature allows the builtins of newer GPUs. The machine's own C library and Clang's
 * own headers come first. */
static void add_embedded(coal_strings *out) {
  static const char *const fixed[] = {"--cuda-path=" COAL_VIRTUAL_ROOT,
                                      "-nocudainc",
                                      "-nocudalib",
                                      "-Xclang",
                                      "-target-sdk-version=12.3",
                                      "-Xclang",
                                      "-target-feature",
                                      "-Xclang",
                                      "+ptx78",
                                      "-isystem",
                                      COAL_VIRTUAL_ROOT "/include",
                                      "-include",
                                      COAL_VIRTUAL_ROOT "/include/coalcheck/cuda_builtin.h",
                                      "-idirafter",
                                      COAL_VIRTUAL_ROOT "/std",
                                      "-idirafter",
                                      COAL_VIRTUAL_ROOT "/builtin",
                                      NULL};
  push_all(out, fixed);
}

void coal_flags_build(coal_arena *arena, const coal_flags_request *r, coal_strings *out) {
  static const char *const always[] = {"-x", "cuda", "--cuda-device-only", "-ferror-limit=0", "-w", NULL};
  push_all(out, always);
  coal_vec_push(out, coal_arena_format(arena, "--cuda-gpu-arch=%s", r->arch));
  if (r->resource_dir) coal_vec_push(out, coal_arena_format(arena, "-resource-dir=%s", r->resource_dir));
  if (r->directory) coal_vec_push(out, coal_arena_format(arena, "-working-directory=%s", r->directory));
  if (r->toolkit)
    add_toolkit(arena, r, out);
  else
    add_embedded(out);
  for (size_t i = 0; i < r->n_user;) i += take(arena, r->user + i, r->n_user - i, out);
  if (!has_standard(out)) coal_vec_push(out, "-std=c++17");
}

const char *coal_flags_cuda_path(const char *const *flags, size_t n) {
  for (size_t i = 0; i < n; i++) {
    if (starts_with(flags[i], "--cuda-path=")) return flags[i] + strlen("--cuda-path=");
    if (strcmp(flags[i], "--cuda-path") == 0 && i + 1 < n) return flags[i + 1];
  }
  return NULL;
}

/* "sm_80" out of "sm_80,compute_80", "arch=compute_80,code=sm_80", "compute_80", "80", "native"; NULL if it names none.
 */
static char *arch_in(const char *value) {
  for (const char *p = value; *p; p++) {
    size_t skip = starts_with(p, "sm_") ? 3 : starts_with(p, "compute_") ? 8 : 0;
    bool is_number = p == value && isdigit((unsigned char)*p);
    if (!skip && !is_number) continue;
    size_t digits = strspn(p + skip, "0123456789");
    if (!digits) continue;
    if (strchr("af", p[skip + digits]) && p[skip + digits]) digits++;
    char *arch = coal_alloc(digits + sizeof "sm_");
    memcpy(arch, "sm_", 3);
    memcpy(arch + 3, p + skip, digits);
    arch[3 + digits] = '\0';
    return arch;
  }
  return NULL;
}

char *coal_flags_arch(const char *const *flags, size_t n) {
  static const char *const names[] = {"--cuda-gpu-arch", "--offload-arch",  "-arch", "--gpu-architecture",
                                      "-gencode",        "--generate-code", NULL};
  for (size_t i = 0; i < n; i++) {
    bool joined = false;
    if (!names_flag(flags[i], names, &joined)) continue;
    const char *value = joined ? strchr(flags[i], '=') + 1 : i + 1 < n ? flags[i + 1] : "";
    char *arch = arch_in(value);
    if (arch) return arch;
  }
  return NULL;
}
