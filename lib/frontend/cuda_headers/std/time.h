/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#ifndef COALCHECK_TIME_H
#define COALCHECK_TIME_H
#include <stddef.h>
typedef long time_t;
typedef long clock_t;
#ifndef CLOCKS_PER_SEC
#define CLOCKS_PER_SEC ((clock_t)1000000)
#endif
struct timespec {
  time_t tv_sec;
  long tv_nsec;
};
struct tm { int tm_sec, tm_min, tm_hour, tm_mday, tm_mon, tm_year, tm_wday, tm_yday, tm_isdst; };
#define CLOCK_REALTIME 0
#define CLOCK_MONOTONIC 1
extern "C" {
time_t time(time_t *) noexcept(true);
clock_t clock() noexcept(true);
int clock_gettime(int, struct timespec *) noexcept(true);
struct tm *localtime(const time_t *) noexcept(true);
char *ctime(const time_t *) noexcept(true);
}
#endif
