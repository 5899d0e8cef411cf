/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/**
 * `#include "/dev/zero"` is read for ever, and the opening of a pipe waits for a writer. libclang offers no hook for the files that it
 * opens, so the program has an open() in front of the C library's: while a source is read, nothing but regular files,
 * folders and /dev/null is opened for reading. Everything else passes.
 */
#define _GNU_SOURCE /* O_TMPFILE */
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <sys/types.h>
#include <unistd.h>

#include "util/reading.h"

/* Does the opening wait, or the reading never end? */
static bool is_endless(const char *path, int flags) {
  struct stat s;
  if ((flags & O_ACCMODE) != O_RDONLY || flags & O_CREAT || !coal_reading_is_on() || stat(path, &s)) return false;
  const bool is_null = S_ISCHR(s.st_mode) && s.st_rdev == makedev(1, 3);
  return !S_ISREG(s.st_mode) && !S_ISDIR(s.st_mode) && !is_null;
}

__attribute__((visibility("default"))) int open(const char *path, int flags, ...);
__attribute__((visibility("default"))) int open64(const char *path, int flags, ...);

int open(const char *path, int flags, ...) {
  mode_t mode = 0;
  if (flags & O_CREAT || (flags & O_TMPFILE) == O_TMPFILE) {
    va_list rest;
    va_start(rest, flags);
    mode = (mode_t)va_arg(rest, unsigned);
    va_end(rest);
  }
  if (is_endless(path, flags)) return errno = EACCES, -1;
  return openat(AT_FDCWD, path, flags, mode);
}

int open64(const char *path, int flags, ...) __attribute__((alias("open")));
