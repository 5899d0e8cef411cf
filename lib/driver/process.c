/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "process.h"

#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <stdint.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

static int read_to_end(int fd, coal_str *out) {
  char buffer[65536];
  for (;;) {
    ssize_t n = read(fd, buffer, sizeof buffer);
    if (n > 0) coal_str_add_n(out, buffer, (size_t)n);
    if (n == 0) return 0;
    if (n < 0 && errno != EINTR) return -1;
  }
}

static int spawn(const char *const *argv, int output, pid_t *child) {
  posix_spawn_file_actions_t actions;
  if (posix_spawn_file_actions_init(&actions)) return -1;
  int failed = posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0) ||
               posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO) ||
               posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0) ||
               posix_spawnp(child, argv[0], &actions, NULL, (char *const *)(uintptr_t)argv, environ);
  posix_spawn_file_actions_destroy(&actions);
  return failed ? -1 : 0;
}

int coal_process_read(const char *const *argv, coal_str *out) {
  int ends[2], status;
  pid_t child;
  if (pipe(ends)) return -1;
  fcntl(ends[0], F_SETFD, FD_CLOEXEC);
  fcntl(ends[1], F_SETFD, FD_CLOEXEC);
  const int failed = spawn(argv, ends[1], &child);
  close(ends[1]);
  const int bad_read = failed ? 0 : read_to_end(ends[0], out);
  close(ends[0]);
  if (failed) return -1;
  while (waitpid(child, &status, 0) < 0)
    if (errno != EINTR) return -1;
  return bad_read || !WIFEXITED(status) ? -1 : WEXITSTATUS(status);
}
