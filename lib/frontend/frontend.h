/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/**
 * The libclang front end: a CUDA source file in, a kernel IR module (coalcheck/ir.h) and Clang's diagnostics out.
 *
 *   coal_frontend *f;
 *   char *error;
 *   if (coal_frontend_open(NULL, &f, &error)) { say(error); free(error); return 2; }
 *   coal_parse_options o = {.file = "k.cu", .arch = "sm_80"};
 *   coal_parse_result r;
 *   if (coal_frontend_parse(f, &o, &r, &error)) { say(error); free(error); ... }
 *   ... r.module, r.diagnostics ...
 *   coal_parse_result_free(&r);
 *   coal_frontend_close(f);
 *
 * Nothing here prints. One coal_frontend may be used by several threads at once; a result by one at a time.
 */
#ifndef COAL_FRONTEND_FRONTEND_H
#define COAL_FRONTEND_FRONTEND_H

#include <coalcheck/ir.h>

#include "util/arena.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- the library --------------------------------------------------------------------------------------- */

/** A loaded libclang (17 or newer). */
typedef struct coal_frontend coal_frontend;

/** Loads libclang. `path`: a libclang.so or a folder that holds one; NULL = the newest one found ($COALCHECK_LIBCLANG,
 *  /usr/lib/llvm-N/lib, /usr/local/lib, the loader's own search). 0 and `*out` (yours: coal_frontend_close), or −1
 *  and `*error` (yours: free), one line that says what was tried and what to do. */
int coal_frontend_open(const char *path, coal_frontend **out, char **error);
/** Unloads. NULL is fine. Results of it stay valid. */
void coal_frontend_close(coal_frontend *f);
/** File it was loaded from; "Debian clang version 22.1.8 …"; 22. For `coalcheck doctor`. Borrowed from f. */
const char *coal_frontend_library(const coal_frontend *f);
const char *coal_frontend_version(const coal_frontend *f);
unsigned coal_frontend_major(const coal_frontend *f);
/** The compiler's builtin headers beside the library ("/usr/lib/llvm-22/lib/clang/22"), or NULL: not installed, the
 *  embedded stand-ins are used. Borrowed. */
const char *coal_frontend_resource_dir(const coal_frontend *f);

/** From now on precompiled CUDA headers are kept in the folder, at most `bytes_max` of them; to be called before the
 * first parse. Where the folder cannot be written, parsing is slower and nothing else. */
void coal_frontend_use_cache(coal_frontend *f, const char *folder, uint64_t bytes_max);

/* ---- CUDA toolkit -------------------------------------------------------------------------------------- */

/** Finds a CUDA toolkit: `hint` (a --cuda-path, may be NULL), $CUDA_PATH, $CUDA_HOME, /usr/local/cuda, /opt/cuda,
 *  /usr/lib/cuda, /usr. 0, `*path` (yours: free) and its version × 10 (13.0 = 130; 0 = unknown); −1: none. */
int coal_toolkit_find(const char *hint, char **path, unsigned *version);
/** True if a Clang of that major can parse the headers of that toolkit version (× 10). */
bool coal_toolkit_suits(unsigned clang_major, unsigned version);

/* ---- compiler flags ------------------------------------------------------------------------------------ */

typedef enum coal_headers {
  COAL_HEADERS_AUTO,    /* the toolkit if there is one that suits and its headers parse, else the embedded ones */
  COAL_HEADERS_TOOLKIT, /* the toolkit or an error */
  COAL_HEADERS_EMBEDDED /* coalcheck's own declarations */
} coal_headers;

/** The GPU architecture that compiler flags ask for (`--cuda-gpu-arch=`, `-arch=`, `-gencode`, `--offload-arch=`; the
 *  first one), as "sm_80" (yours: free), or NULL when they name none. */
char *coal_flags_arch(const char *const *flags, size_t n);
/** The words of a command line that is one string, as a POSIX shell takes them apart; `*n` of them, all in the arena.
 */
const char *const *coal_flags_split(coal_arena *arena, const char *text, size_t *n);

/* ---- parsing ------------------------------------------------------------------------------------------- */

/** A text in place of a file's. */
typedef struct coal_overlay {
  const char *path;
  const char *text;
  size_t n_bytes;
} coal_overlay;

/** Zero-initialise; only `file` must be set. All borrowed. */
typedef struct coal_parse_options {
  const char *file;             /* as the user wrote it: so it appears in the module and in diagnostics; relative to the
                                   working folder, whatever `directory` is */
  const char *contents;         /* NULL: read the file; else its text instead (an editor's unsaved buffer) */
  size_t n_contents;            /* bytes */
  const coal_overlay *overlays; /* further unsaved buffers: headers (one of `file` itself is passed over) */
  size_t n_overlays;
  const char *const *flags; /* the user's compiler flags, Clang's or nvcc's spelling; without the compiler's name. Input
                               file, -c, -o X and the like are passed over */
  size_t n_flags;
  bool is_nvcc;                 /* flags are known to be nvcc's; else that is guessed from them */
  const char *directory;        /* where relative paths in flags start (compile database), NULL = here */
  const char *arch;             /* "sm_80"; NULL = what flags say, else sm_80 */
  const char *const *instances; /* of kernel templates, to be analysed beside those in the source: "fwd<half, 128>" */
  size_t n_instances;
  bool only_written; /* no plausible instances of kernel templates that nothing instantiates */
  coal_headers headers;
  const char *toolkit; /* a toolkit folder; NULL = --cuda-path in the flags, else coal_toolkit_find */
} coal_parse_options;

typedef enum coal_diagnostic_severity {
  COAL_DIAGNOSTIC_NOTE,
  COAL_DIAGNOSTIC_WARNING,
  COAL_DIAGNOSTIC_ERROR,
  COAL_DIAGNOSTIC_FATAL /* a missing include: Clang reads the rest of the file, but expects follow-up errors */
} coal_diagnostic_severity;

/** What Clang had to say about the source. */
typedef struct coal_diagnostic {
  coal_diagnostic_severity severity;
  const char *file;        /* NULL: no place (a flag) */
  uint32_t line1, column1; /* 0 without a place */
  const char *message;     /* "'foo.h' file not found" */
  bool is_missing_include; /* then `missing` names it */
  const char *missing;
  bool in_system_header;
} coal_diagnostic;

/** What a parse gave. Everything in it is freed by coal_parse_result_free. */
typedef struct coal_parse_result {
  coal_module *module;                /* never NULL after success, even if the source is broken */
  const coal_diagnostic *diagnostics; /* in order; warnings only if they matter to the analysis */
  size_t n_diagnostics;
  size_t n_errors; /* of severity ERROR or FATAL */
  bool used_toolkit;
  bool used_cache;              /* a precompiled header was read */
  const char *toolkit;          /* its folder, if used */
  const char *headers_note;     /* why AUTO did not use a toolkit that is there, or NULL */
  const char *const *stand_ins; /* headers that were not found and that built-in declarations stand for */
  size_t n_stand_ins;
  const char *arch;           /* "sm_80": what it was compiled for */
  unsigned read_cc;           /* 80: the compute capability × 10 that Clang read it for, as in __CUDA_ARCH__ */
  const char *const *command; /* the libclang arguments used, for --verbose */
  size_t n_command;
  const char *const *unknown_flags; /* unknown flags, which were ignored */
  size_t n_unknown_flags;
  const bool *has_instance; /* of each in the options: its kernel is in the module */
  void *memory;             /* private */
} coal_parse_result;

/** Parses and translates. 0; or −1 and `*error` (yours: free), one line: unreadable file, a folder, not text, toolkit
 *  asked for but not there, libclang gave up. Errors in the source are no failure: see `diagnostics`. */
int coal_frontend_parse(coal_frontend *f, const coal_parse_options *options, coal_parse_result *out, char **error);
void coal_parse_result_free(coal_parse_result *r);

#ifdef __cplusplus
}
#endif
#endif
