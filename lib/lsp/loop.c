/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "loop.h"

#include <errno.h>
#include <limits.h>
#include <time.h>
#include <unistd.h>

int64_t coal_now_ms(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

void coal_poll_add(coal_poll_set *set, int fd, short events) {
  if (fd < 0) return;
  struct pollfd p = {.fd = fd, .events = events};
  coal_vec_push(set, p);
}

void coal_poll_wait(coal_poll_set *set, int64_t due_ms) {
  int64_t wait = due_ms < 0 ? -1 : due_ms - coal_now_ms();
  if (due_ms >= 0 && wait < 0) wait = 0;
  if (wait > INT_MAX) wait = INT_MAX;
  if (poll(set->items, (nfds_t)set->n, (int)wait) >= 0) return;
  for (size_t i = 0; i < set->n; i++) set->items[i].revents = 0;
}

bool coal_poll_is_readable(const coal_poll_set *set, int fd) {
  for (size_t i = 0; i < set->n; i++)
    if (set->items[i].fd == fd && set->items[i].revents & (POLLIN | POLLHUP | POLLERR | POLLNVAL)) return true;
  return false;
}

int64_t coal_earlier(int64_t a, int64_t b) {
  if (a < 0 || b < 0) return a < 0 ? b : a;
  return a < b ? a : b;
}

long coal_read_some(int fd, char *buffer, size_t n) {
  ssize_t got = read(fd, buffer, n);
  if (got >= 0) return (long)got;
  return errno == EINTR || errno == EAGAIN || errno == EWOULDBLOCK ? -1 : 0;
}
