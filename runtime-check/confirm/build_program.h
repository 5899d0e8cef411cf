/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/** Clang, and the programs of runtime-check, as child processes. */
#ifndef COAL_RUN_BUILD_PROGRAM_H
#define COAL_RUN_BUILD_PROGRAM_H

#include <stdbool.h>
#include <stddef.h>

#include "util/arena.h"
#include "util/str.h"
#include "util/vec.h"

typedef COAL_VEC(const char *) coal_confirm_words;

/** A folder for the files of one run, and the tools that were found. Strings live in the arena. */
typedef struct coal_confirm_workshop {
  coal_arena *arena;
  const char *folder;   /* temporary; removed by coal_confirm_workshop_close */
  const char *clang;    /* clang++ */
  int clang_major;      /* 0: not known */
  const char *cc, *cxx; /* for C and C++ sources and for linking: the machine's compilers, else Clang */
  const char *exec;     /* coalcheck-exec */
  const char *gpu;      /* coalcheck-gpu */
  const char *library;  /* folder of libcoalcheck-cudart.so */
  bool has_headers;     /* the embedded headers were written */
} coal_confirm_workshop;

/** 0; −1 and `*error` (in the arena): what is missing and what to do about it. `clang` NULL: search for one. */
int coal_confirm_workshop_open(coal_confirm_workshop *w, coal_arena *arena, const char *clang, const char **error);
void coal_confirm_workshop_close(coal_confirm_workshop *w);

/** One source to translate. */
typedef struct coal_confirm_translation {
  const char *source;
  const char *const *command; /* libclang's arguments from the front end, without compiler and file */
  size_t n_command;
  const char *const *host_flags; /* more for the host side */
  size_t n_host_flags;
  bool keep_errors; /* compiler messages go to stderr; else they are suppressed */
} coal_confirm_translation;

/** Device bitcode into `out`. False: Clang failed (with its message, unless suppressed). */
bool coal_confirm_build_device(coal_confirm_workshop *w, const coal_confirm_translation *t, const char *out);
/** Host object with the device code inside, into `out`. */
bool coal_confirm_build_host(coal_confirm_workshop *w, const coal_confirm_translation *t, const char *bitcode,
                             const char *out);
/** Links objects with coalcheck's CUDA runtime into `out`. False: `*error` (in the arena) says what is missing. */
bool coal_confirm_build_link(coal_confirm_workshop *w, const char *const *objects, size_t n_objects,
                             const char *const *flags, size_t n_flags, const char *out, const char **error);

typedef struct coal_confirm_child {
  const char *const *arguments;   /* NULL-terminated */
  const char *const *environment; /* "NAME=value" to add, NULL-terminated, may be NULL */
  const char *stderr_to;          /* a file; NULL: ours */
  bool stdout_to_stderr, quiet;
  double timeout_seconds; /* 0: none */
} coal_confirm_child;

/** Exit status; 128 + signal when it was killed; −1 when it could not be started; −2 on timeout. */
int coal_confirm_child_run(const coal_confirm_child *c);
/** Ends the process by SIGINT or SIGTERM if one of them ended a child; to be called after temporary files are
 *  removed. */
void coal_confirm_pass_on_stop(void);

#endif
