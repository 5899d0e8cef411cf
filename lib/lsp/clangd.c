/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "clangd.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "util/alloc.h"

enum { NEWEST = 30, OLDEST = 14, REAP_MS = 1000, HELD_MAX_BYTES = 64 << 20 };

/** True if the path is this program, possibly by another name. */
static bool is_self(const char *path) {
  char *a = realpath(path, NULL), *b = realpath("/proc/self/exe", NULL);
  const bool same = a && b && strcmp(a, b) == 0;
  free(a);
  free(b);
  return same;
}

/** The first such program in $PATH, or NULL; yours to free. */
static char *in_path(const char *name) {
  const char *folder = getenv("PATH");
  while (folder && *folder) {
    const size_t n = strcspn(folder, ":");
    coal_str path = {0};
    coal_str_add_n(&path, folder, n);
    coal_str_addf(&path, "%s%s", n ? "/" : "./", name);
    if (access(path.data, X_OK) == 0 && !is_self(path.data)) return path.data;
    coal_str_free(&path);
    folder += n + (folder[n] == ':');
  }
  return NULL;
}

char *coal_clangd_find(char **error) {
  const char *wanted = getenv("COALCHECK_CLANGD");
  char *found = NULL;
  coal_str text = {0};
  if (wanted && *wanted) {
    found = !strchr(wanted, '/') ? in_path(wanted) : access(wanted, X_OK) == 0 ? coal_strdup(wanted) : NULL;
    if (!found) coal_str_addf(&text, "COALCHECK_CLANGD names '%s', which cannot be run", wanted);
  } else {
    found = in_path("clangd");
    for (int version = NEWEST; version >= OLDEST && !found; version--) {
      char name[32];
      snprintf(name, sizeof name, "clangd-%d", version);
      found = in_path(name);
    }
    if (!found) coal_str_add(&text, "no clangd in PATH: install it (apt-get install clangd) or set COALCHECK_CLANGD");
  }
  *error = text.data;
  return found;
}

bool coal_clangd_start(coal_clangd *c, char **argv) {
  int in[2], out[2];
  if (pipe(in)) return false;
  if (pipe(out)) {
    close(in[0]);
    close(in[1]);
    return false;
  }
  fcntl(in[1], F_SETFD, FD_CLOEXEC);
  fcntl(out[0], F_SETFD, FD_CLOEXEC);
  pid_t pid = fork();
  if (pid == 0) {
    dup2(in[0], STDIN_FILENO);
    dup2(out[1], STDOUT_FILENO);
    close(in[0]);
    close(out[1]);
    signal(SIGPIPE, SIG_DFL);
    execvp(argv[0], argv);
    fprintf(stderr, "coalcheck: error: cannot run '%s': %s\n", argv[0], strerror(errno));
    _exit(127);
  }
  close(in[0]);
  close(out[1]);
  *c = (coal_clangd){.pid = pid, .in_fd = in[1], .out_fd = out[0], .started_ms = coal_now_ms()};
  c->from.limit_bytes = HELD_MAX_BYTES;
  coal_channel_open(&c->to, in[1]);
  fcntl(out[0], F_SETFL, O_NONBLOCK);
  if (pid > 0) return true;
  close(in[1]);
  close(out[0]);
  *c = (coal_clangd){0};
  return false;
}

void coal_clangd_poll(const coal_clangd *c, coal_poll_set *set) {
  if (!c->pid) return;
  if (coal_channel_waits(&c->to)) coal_poll_add(set, c->to.fd, POLLOUT);
  coal_poll_add(set, c->out_fd, POLLIN);
}

static void close_input(coal_clangd *c) {
  coal_channel_drop(&c->to);
  if (c->in_fd >= 0) close(c->in_fd);
  c->in_fd = -1;
}

void coal_clangd_end_input(coal_clangd *c) {
  if (!c->pid) return;
  c->is_closing = true;
  if (!coal_channel_waits(&c->to)) close_input(c);
}

void coal_clangd_flush(coal_clangd *c) {
  if (!c->pid) return;
  coal_channel_flush(&c->to);
  if (c->is_closing && !coal_channel_waits(&c->to)) close_input(c);
}

int coal_clangd_reap(coal_clangd *c) {
  const int64_t deadline = coal_now_ms() + REAP_MS;
  const struct timespec nap = {.tv_nsec = 2000000};
  int status = 0;
  pid_t got;
  close_input(c);
  while ((got = waitpid(c->pid, &status, WNOHANG)) == 0 && coal_now_ms() < deadline) nanosleep(&nap, NULL);
  if (got == 0) {
    kill(c->pid, SIGKILL);
    while (waitpid(c->pid, &status, 0) < 0 && errno == EINTR) continue;
  }
  close(c->out_fd);
  coal_rpc_reader_free(&c->from);
  *c = (coal_clangd){0};
  return status;
}
