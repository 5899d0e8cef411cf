/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/** What an event loop needs: a clock, and poll() over a list built anew each round. */
#ifndef COAL_LSP_LOOP_H
#define COAL_LSP_LOOP_H

#include <poll.h>
#include <stdbool.h>
#include <stdint.h>

#include "util/vec.h"

/** Milliseconds of a monotonic clock. */
int64_t coal_now_ms(void);

typedef COAL_VEC(struct pollfd) coal_poll_set;

/** Waits for events of a descriptor too; negative ones are ignored. */
void coal_poll_add(coal_poll_set *set, int fd, short events);
/** Waits until an event occurs or `due_ms` (on the clock; negative: no limit) is reached. */
void coal_poll_wait(coal_poll_set *set, int64_t due_ms);
/** The events of the descriptor. */
bool coal_poll_is_readable(const coal_poll_set *set, int fd);
/** The earlier of two times, where negative ones mean never. */
int64_t coal_earlier(int64_t a, int64_t b);

/** Reads without blocking. Returns the number of bytes, 0 at the end of the stream or after an error, −1 if nothing
 *  is available. */
long coal_read_some(int fd, char *buffer, size_t n);

#endif
