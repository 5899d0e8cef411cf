/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "run.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif

#include "lsp/loop.h"
#include "util/alloc.h"

/** The ends of three pipes: to the command's input, from its output, from its errors. */
typedef struct mcp_streams {
  int mine[3], its[3];
} mcp_streams;

static void close_all(const int *fds) {
  for (int i = 0; i < 3; i++)
    if (fds[i] >= 0) close(fds[i]);
}

static bool open_streams(mcp_streams *s) {
  for (int i = 0; i < 3; i++) s->mine[i] = s->its[i] = -1;
  for (int i = 0; i < 3; i++) {
    int ends[2];
    if (pipe(ends)) return false;
    s->mine[i] = ends[i == 0];
    s->its[i] = ends[i != 0];
    fcntl(s->mine[i], F_SETFD, FD_CLOEXEC);
  }
  return true;
}

static int call(const coal_commands *commands, const char *name, int argc, char **argv) {
  if (!name) return coal_analyse_main(commands, argc, argv);
  for (size_t i = 0; i < commands->n; i++)
    if (strcmp(commands->rows[i].name, name) == 0 && commands->rows[i].run) return commands->rows[i].run(argc, argv);
  return coal_fail("the command '%s' is not built into this coalcheck", name);
}

/** In the new process. */
static void work(const coal_commands *commands, const char *name, size_t n, const char *const *words,
                 const char *folder, const mcp_streams *s) {
  char **argv = coal_alloc((n + 2) * sizeof *argv);
  argv[0] = coal_strdup(name ? name : "coalcheck");
  for (size_t i = 0; i < n; i++) argv[i + 1] = coal_strdup(words[i]);
  argv[n + 1] = NULL;
#ifdef __linux__
  prctl(PR_SET_PDEATHSIG, SIGKILL);
#endif
  close_all(s->mine);
  for (int i = 0; i < 3; i++) dup2(s->its[i], i);
  close_all(s->its);
  int status = COAL_EXIT_FAILED;
  if (!folder || chdir(folder) == 0) status = call(commands, name, (int)n + 1, argv);
  fflush(NULL);
  _exit(status);
}

static void take(int *fd, coal_str *out) {
  char buffer[65536];
  const long n = coal_read_some(*fd, buffer, sizeof buffer);
  if (n > 0) coal_str_add_n(out, buffer, (size_t)n);
  if (n != 0) return;
  close(*fd);
  *fd = -1;
}

/** Writes what the command takes; a command that wants no more input gets no more. */
static void give(int *fd, const char *input, size_t n, size_t *done) {
  const ssize_t written = *done < n ? write(*fd, input + *done, n - *done) : 0;
  if (written > 0) *done += (size_t)written;
  if (*done < n && (written >= 0 || errno == EAGAIN || errno == EINTR)) return;
  close(*fd);
  *fd = -1;
}

static void transfer(mcp_streams *s, const char *input, size_t n, coal_mcp_output *out) {
  size_t done = 0;
  fcntl(s->mine[0], F_SETFL, O_NONBLOCK);
  while (s->mine[1] >= 0 || s->mine[2] >= 0) {
    struct pollfd fds[3] = {{s->mine[0], POLLOUT, 0}, {s->mine[1], POLLIN, 0}, {s->mine[2], POLLIN, 0}};
    if (poll(fds, 3, -1) < 0) continue;
    if (fds[0].revents) give(&s->mine[0], input, n, &done);
    if (fds[1].revents) take(&s->mine[1], &out->out);
    if (fds[2].revents) take(&s->mine[2], &out->err);
  }
  if (s->mine[0] >= 0) close(s->mine[0]);
}

void coal_mcp_run(const coal_commands *commands, const char *name, size_t n_words, const char *const *words,
                  const char *folder, const char *input, size_t n, coal_mcp_output *out) {
  mcp_streams s;
  int status = 0;
  *out = (coal_mcp_output){.status = -1};
  coal_str_add(&out->out, "");
  coal_str_add(&out->err, "");
  const pid_t pid = open_streams(&s) ? fork() : -1;
  if (pid < 0) coal_str_addf(&out->err, "coalcheck: error: cannot start a process: %s\n", strerror(errno));
  if (pid == 0) work(commands, name, n_words, words, folder, &s);
  close_all(s.its);
  if (pid < 0) {
    close_all(s.mine);
    return;
  }
  transfer(&s, input, n, out);
  while (waitpid(pid, &status, 0) < 0 && errno == EINTR) continue;
  if (WIFEXITED(status)) out->status = WEXITSTATUS(status);
}

void coal_mcp_output_free(coal_mcp_output *o) {
  coal_str_free(&o->out);
  coal_str_free(&o->err);
}
