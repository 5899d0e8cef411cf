/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#ifndef COALCHECK_SYS_TIME_H
#define COALCHECK_SYS_TIME_H
#include <time.h>
struct timeval {
  long tv_sec, tv_usec;
};
struct timezone {
  int tz_minuteswest, tz_dsttime;
};
extern "C" int gettimeofday(struct timeval *, void *) noexcept(true);
#endif
