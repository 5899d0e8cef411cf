/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/**
 * What holds for every function of the library coalcheck-core.
 *
 *  - Memory: a function that runs out of memory writes a message to standard error and calls abort(); none returns an error
 *    for it.
 *  - NULL is accepted only where a declaration says so. Passing it elsewhere is undefined.
 *  - Threads: a module, and the analysis of it, may be used by one thread at a time. Different modules may be used by
 *    different threads at once: the library keeps no state outside them.
 *  - Ownership: "yours" is freed by the caller; everything else is borrowed and dies with its owner.
 *
 * Versions: the library's SOVERSION changes with every change that breaks programs that were linked with an older one.
 */
#ifndef COALCHECK_API_H
#define COALCHECK_API_H

/* Around the declarations of a header: C linkage, and visible outside the shared library. */
#if defined(__GNUC__)
#define COAL_VISIBLE_BEGIN _Pragma("GCC visibility push(default)")
#define COAL_VISIBLE_END _Pragma("GCC visibility pop")
#else
#define COAL_VISIBLE_BEGIN
#define COAL_VISIBLE_END
#endif
#ifdef __cplusplus
#define COAL_API_BEGIN \
  COAL_VISIBLE_BEGIN   \
  extern "C" {
#define COAL_API_END \
  }                  \
  COAL_VISIBLE_END
#else
#define COAL_API_BEGIN COAL_VISIBLE_BEGIN
#define COAL_API_END COAL_VISIBLE_END
#endif

#endif
