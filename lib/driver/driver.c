/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "driver.h"

#include <stdarg.h>
#include <stdio.h>

static void say(const char *level, const char *format, va_list args) {
  fprintf(stderr, "coalcheck: %s: ", level);
  vfprintf(stderr, format, args);
  fputc('\n', stderr);
}

int coal_fail(const char *format, ...) {
  va_list args;
  va_start(args, format);
  say("error", format, args);
  va_end(args);
  return COAL_EXIT_FAILED;
}

void coal_warn(const char *format, ...) {
  va_list args;
  va_start(args, format);
  say("warning", format, args);
  va_end(args);
}
