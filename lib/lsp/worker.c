/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "worker.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif

#include "driver/project.h"
#include "util/alloc.h"

/* ---- the process --------------------------------------------------------------------------------------- */

/** Closes all descriptors but the standard ones and two. A pipe of the server's that stayed open here would never
 *  signal its end. */
static void close_others(int a, int b) {
  DIR *folder = opendir("/proc/self/fd");
  if (!folder) {
    for (int fd = 3; fd < 1024; fd++)
      if (fd != a && fd != b) close(fd);
    return;
  }
  const int own = dirfd(folder);
  struct dirent *entry;
  COAL_VEC(int) list = {0};
  while ((entry = readdir(folder))) {
    int fd = atoi(entry->d_name);
    if (fd > 2 && fd != a && fd != b && fd != own) coal_vec_push(&list, fd);
  }
  closedir(folder);
  for (size_t i = 0; i < list.n; i++) close(list.items[i]);
  coal_vec_free(&list);
}

static void write_all(int fd, const char *bytes, size_t n) {
  while (n > 0) {
    ssize_t done = write(fd, bytes, n);
    if (done < 0 && errno != EINTR) _exit(1);
    if (done < 0) continue;
    bytes += done;
    n -= (size_t)done;
  }
}

static void read_all(int fd, coal_str *out) {
  char buffer[65536];
  long n;
  while ((n = coal_read_some(fd, buffer, sizeof buffer)) != 0)
    if (n > 0) coal_str_add_n(out, buffer, (size_t)n);
}

/** Standard output is the protocol's; output of libraries is redirected to the log. */
static void settle(int in, int out) {
  close_others(in, out);
  int nothing = open("/dev/null", O_RDONLY);
  if (nothing >= 0) dup2(nothing, STDIN_FILENO);
  if (nothing > 2) close(nothing);
  dup2(STDERR_FILENO, STDOUT_FILENO);
  signal(SIGPIPE, SIG_DFL);
  signal(SIGTERM, SIG_DFL);
#ifdef __linux__
  prctl(PR_SET_PDEATHSIG, SIGKILL);
#endif
}

/** The libclang that the settings name. */
static coal_frontend *open_frontend(const coal_settings *s, char **error) {
  coal_arena *arena = coal_arena_new();
  coal_config config;
  const char *problem;
  coal_frontend *f = NULL;
  coal_config_init(&config, arena);
  coal_project_read_user(&config, &problem); /* errors in it are reported when the file is analysed */
  coal_settings_apply(s, &config, &problem);
  if (coal_driver_open_frontend(&config, &f, error)) f = NULL;
  coal_arena_free(arena);
  return f;
}

/** Reads what coal_worker_send wrote: {"uri": …, "hurried": BOOL, "overlays": [[PATH, TEXT]…]}. The strings are the message's. */
static bool read_job(json_t *message, coal_job *job) {
  json_t *list = json_object_get(message, "overlays"), *item;
  const size_t n = json_array_size(list);
  coal_overlay *overlays = coal_alloc((n + 1) * sizeof *overlays);
  size_t i;
  json_array_foreach(list, i, item) {
    json_t *text = json_array_get(item, 1);
    overlays[i] =
        (coal_overlay){json_string_value(json_array_get(item, 0)), json_string_value(text), json_string_length(text)};
  }
  *job = (coal_job){coal_rpc_text_at(message, "uri"), overlays, n, json_is_true(json_object_get(message, "hurried"))};
  return job->uri && n > 0;
}

#if defined(__GNUC__)
__attribute__((noreturn))
#endif
static void
work(const coal_settings *s, int in, int out) {
  settle(in, out);
  char *error = NULL;
  coal_frontend *f = open_frontend(s, &error);
  coal_str text = {0};
  read_all(in, &text);
  json_t *message = text.n ? coal_rpc_parse(text.data, text.n) : NULL;
  coal_job job;
  if (!read_job(message, &job)) _exit(1); /* the server is gone, or needs no more */
  char *result = json_dumps(coal_result_make(f, error, s, &job), JSON_COMPACT);
  if (result) write_all(out, result, strlen(result));
  _exit(result ? 0 : 1); /* without cleaning up: the process is the clean-up */
}

/* ---- the server's side --------------------------------------------------------------------------------- */

bool coal_worker_start(coal_worker *w, const coal_settings *s) {
  int job[2], result[2];
  if (pipe(job)) return false;
  if (pipe(result)) {
    close(job[0]);
    close(job[1]);
    return false;
  }
  pid_t pid = fork();
  if (pid == 0) work(s, job[0], result[1]);
  close(job[0]);
  close(result[1]);
  if (pid < 0) {
    close(job[1]);
    close(result[0]);
    return false;
  }
  *w = (coal_worker){.pid = pid, .result_fd = result[0]};
  coal_channel_open(&w->job, job[1]);
  fcntl(job[1], F_SETFD, FD_CLOEXEC);
  fcntl(result[0], F_SETFD, FD_CLOEXEC);
  fcntl(result[0], F_SETFL, O_NONBLOCK);
  return true;
}

/** The end of file marks the job as complete. */
static void close_job(coal_worker *w, int fd) {
  coal_channel_drop(&w->job);
  close(fd);
}

static void flush_job(coal_worker *w) {
  const int fd = w->job.fd;
  if (fd < 0) return;
  coal_channel_flush(&w->job);
  if (!coal_channel_waits(&w->job)) close_job(w, fd);
}

void coal_worker_send(coal_worker *w, const coal_job *job) {
  json_t *message = json_object(), *overlays = json_array();
  json_object_set_new(message, "uri", json_string(job->uri));
  json_object_set_new(message, "hurried", json_boolean(job->is_hurried));
  for (size_t i = 0; i < job->n_overlays; i++) {
    const coal_overlay *o = &job->overlays[i];
    json_t *path = json_string(o->path), *text = json_stringn(o->text, o->n_bytes);
    if (path && text) json_array_append_new(overlays, json_pack("[o,o]", path, text));
  }
  json_object_set_new(message, "overlays", overlays);
  char *text = json_dumps(message, JSON_COMPACT);
  json_decref(message);
  if (!text) coal_out_of_memory();
  const int fd = w->job.fd;
  coal_channel_write(&w->job, text, strlen(text));
  free(text);
  if (!coal_channel_waits(&w->job)) close_job(w, fd);
}

void coal_worker_poll(const coal_worker *w, coal_poll_set *set) {
  if (!w->pid) return;
  if (coal_channel_waits(&w->job)) coal_poll_add(set, w->job.fd, POLLOUT);
  coal_poll_add(set, w->result_fd, POLLIN);
}

/** Waits for the process, which has closed its end of the pipe or was killed. */
static int reap(coal_worker *w) {
  int status = 0;
  while (waitpid(w->pid, &status, 0) < 0 && errno == EINTR) continue;
  if (w->job.fd >= 0) close_job(w, w->job.fd);
  close(w->result_fd);
  coal_str_free(&w->result);
  *w = (coal_worker){0};
  return status;
}

bool coal_worker_run(coal_worker *w, const coal_poll_set *set, json_t **result, char why[64]) {
  if (!w->pid) return false;
  if (coal_channel_waits(&w->job)) flush_job(w);
  if (!coal_poll_is_readable(set, w->result_fd)) return false;
  char buffer[65536];
  long n;
  while ((n = coal_read_some(w->result_fd, buffer, sizeof buffer)) > 0) coal_str_add_n(&w->result, buffer, (size_t)n);
  if (n < 0) return false;
  *result = w->result.n ? coal_rpc_parse(w->result.data, w->result.n) : NULL;
  int status = reap(w);
  if (WIFSIGNALED(status))
    snprintf(why, 64, "the analysis crashed (signal %d)", WTERMSIG(status));
  else
    snprintf(why, 64, "the analysis ended with status %d", WEXITSTATUS(status));
  if (*result && !json_is_object(*result)) {
    json_decref(*result);
    *result = NULL;
  }
  return true;
}

void coal_worker_kill(coal_worker *w) {
  if (!w->pid) return;
  kill(w->pid, SIGKILL);
  reap(w);
}
