/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/** The compiler flags that are understood, nvcc's and Clang's and GCC's, and what each means to the analysis. */
#ifndef COAL_FRONTEND_FLAG_TABLE_H
#define COAL_FRONTEND_FLAG_TABLE_H

#include <stddef.h>

/** How a flag is written: a set. */
enum {
  COAL_FLAG_ALONE = 1,  /* -c */
  COAL_FLAG_NEXT = 2,   /* -o FILE */
  COAL_FLAG_EQUALS = 4, /* -arch=sm_80 */
  COAL_FLAG_GLUED = 8   /* -Ifolder, -fPIC */
};

typedef enum coal_flag_action {
  COAL_FLAG_DROP,    /* says nothing about the meaning of the source */
  COAL_FLAG_KEEP,    /* Clang's own: passed on as it is */
  COAL_FLAG_PATH,    /* `clang` (a word of its own unless it ends in =) and a file or folder; nvcc: a list */
  COAL_FLAG_MACRO,   /* `clang` with the value glued on; nvcc: a list */
  COAL_FLAG_DEFINE,  /* the macro `clang` that nvcc defines for it, unless the value is false */
  COAL_FLAG_STD,     /* language standard */
  COAL_FLAG_FORWARD, /* the value holds flags for the host compiler, separated by commas or blanks */
  COAL_FLAG_XCLANG,  /* the value is a word for Clang's cc1 */
  COAL_FLAG_WERROR   /* Clang: alone; nvcc: a kind follows */
} coal_flag_action;

typedef struct coal_flag_row {
  const char *name, *other_name; /* nvcc's long and short name; other_name may be NULL */
  unsigned forms;
  coal_flag_action action;
  const char *clang; /* see the actions */
  int only_nvcc;     /* a command line with this flag is one of nvcc */
} coal_flag_row;

/** The row that the word is an instance of and, in `*form`, how it is written; NULL: not known. An exact name wins over
 * a longer word, the longest name over a shorter one. `*value` points behind the '=' or the name for EQUALS and GLUED.
 */
const coal_flag_row *coal_flag_find(const char *word, unsigned *form, const char **value);

#endif
