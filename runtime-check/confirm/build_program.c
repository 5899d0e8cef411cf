/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#define _GNU_SOURCE /* nftw */
#include "build_program.h"

#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif
#include <time.h>
#include <unistd.h>

#include "frontend/cuda_headers/table.h"
#include "frontend/invoke/flags.h"

extern const char coal_cudart_shim[]; /* cudart_shim.h, embedded */

/* ---- child processes ------------------------------------------------------------------------------------------------
 */

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

/** SIGINT or SIGTERM that arrived while a child ran; 0: none. */
static volatile sig_atomic_t stopped_by;

static void stop(int signal_number) { stopped_by = signal_number; }

/** In the child: joins a group of its own, so that its children end with it, and asks to be killed when coalcheck
 *  dies. */
static void leave_family(pid_t parent) {
  setpgid(0, 0);
#ifdef __linux__
  prctl(PR_SET_PDEATHSIG, SIGKILL);
#endif
  signal(SIGINT, SIG_DFL);
  signal(SIGTERM, SIG_DFL);
  if (getppid() != parent) _exit(127);
}

static void become(const coal_confirm_child *c) {
  if (c->stderr_to) {
    int log = open(c->stderr_to, O_WRONLY | O_CREAT | O_TRUNC, 0600);
    if (log >= 0) dup2(log, STDERR_FILENO);
  }
  if (c->stdout_to_stderr) dup2(STDERR_FILENO, STDOUT_FILENO);
  if (c->quiet) {
    int null = open("/dev/null", O_WRONLY);
    dup2(null, STDERR_FILENO);
    dup2(null, STDOUT_FILENO);
  }
  for (size_t k = 0; c->environment && c->environment[k]; k++) putenv((char *)(uintptr_t)c->environment[k]);
  execvp(c->arguments[0], (char *const *)(uintptr_t)c->arguments);
  fprintf(stderr, "coalcheck: cannot start %s: %s\n", c->arguments[0], strerror(errno));
  _exit(127);
}

/** Ends the child and everything in its group. */
static void end_group(pid_t child) {
  int status;
  kill(-child, SIGKILL);
  kill(child, SIGKILL);
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) continue;
}

/** Waits; −1 when a signal asks to stop, −2 on timeout. Processes that the child left running are killed too. */
static int wait_for(pid_t child, double timeout_seconds) {
  const double end = now() + timeout_seconds;
  const struct timespec pause = {0, 2000000};
  int status = 0;
  while (waitpid(child, &status, WNOHANG) == 0) {
    if (stopped_by || (timeout_seconds > 0 && now() > end)) {
      end_group(child);
      return stopped_by ? -1 : -2;
    }
    nanosleep(&pause, NULL);
  }
  kill(-child, SIGKILL);
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

int coal_confirm_child_run(const coal_confirm_child *c) {
  struct sigaction on_stop = {.sa_handler = stop}, old_int, old_term;
  if (stopped_by) return -1;
  fflush(NULL);
  sigaction(SIGINT, &on_stop, &old_int);
  sigaction(SIGTERM, &on_stop, &old_term);
  const pid_t parent = getpid(), child = fork();
  int result = -1;
  if (child == 0) {
    leave_family(parent);
    become(c);
  }
  if (child < 0)
    fprintf(stderr, "coalcheck: error: cannot start %s: %s\n", c->arguments[0], strerror(errno));
  else
    result = wait_for(child, c->timeout_seconds);
  sigaction(SIGINT, &old_int, NULL);
  sigaction(SIGTERM, &old_term, NULL);
  return result;
}

void coal_confirm_pass_on_stop(void) {
  if (!stopped_by) return;
  signal(stopped_by, SIG_DFL);
  raise(stopped_by);
}

/* ---- finding tools --------------------------------------------------------------------------------------------------
 */

static bool is_program(const char *path) { return access(path, X_OK) == 0; }

static const char *in_path(coal_arena *a, const char *name) {
  const char *path = getenv("PATH");
  for (const char *p = path; p && *p;) {
    size_t n = strcspn(p, ":");
    const char *full = coal_arena_format(a, "%.*s/%s", (int)n, p, name);
    if (is_program(full)) return full;
    p += n + (p[n] == ':');
  }
  return NULL;
}

/** Clang must not be newer than the LLVM that reads its bitcode; the same major version is best. */
static const char *find_clang(coal_arena *a, int *found_major) {
  for (int major = COAL_LLVM_MAJOR; major >= 17; major--) {
    *found_major = major;
    const char *full = coal_arena_format(a, "/usr/lib/llvm-%d/bin/clang++", major);
    if (is_program(full)) return full;
    const char *found = in_path(a, coal_arena_format(a, "clang++-%d", major));
    if (found) return found;
    if (major == COAL_LLVM_MAJOR && is_program(COAL_LLVM_BIN "/clang++")) return COAL_LLVM_BIN "/clang++";
  }
  return NULL;
}

static const char *own_folder(coal_arena *a) {
  char path[4096];
  ssize_t n = readlink("/proc/self/exe", path, sizeof path - 1);
  if (n <= 0) return ".";
  path[n] = 0;
  char *slash = strrchr(path, '/');
  if (slash) *slash = 0;
  return coal_arena_string(a, path, strlen(path));
}

static bool find_own(coal_confirm_workshop *w) {
  const char *bin = own_folder(w->arena);
  const char *const folders[] = {coal_arena_format(w->arena, "%s/../lib", bin),
                                 coal_arena_format(w->arena, "%s/../lib/coalcheck", bin), bin};
  w->gpu = coal_arena_format(w->arena, "%s/coalcheck-gpu", bin);
  w->exec = coal_arena_format(w->arena, "%s/coalcheck-exec", bin);
  if (!is_program(w->exec)) w->exec = coal_arena_format(w->arena, "%s/../libexec/coalcheck/coalcheck-exec", bin);
  for (size_t k = 0; k < sizeof folders / sizeof *folders && !w->library; k++)
    if (access(coal_arena_format(w->arena, "%s/libcoalcheck-cudart.so", folders[k]), R_OK) == 0)
      w->library = folders[k];
  return is_program(w->exec);
}

int coal_confirm_workshop_open(coal_confirm_workshop *w, coal_arena *arena, const char *clang, const char **error) {
  memset(w, 0, sizeof *w);
  w->arena = arena;
  w->clang = clang ? clang : find_clang(arena, &w->clang_major);
  if (!w->clang) {
    *error = coal_arena_format(arena, "no clang++ of version 17 to %d found: install clang-%d or give --clang=PATH",
                               COAL_LLVM_MAJOR, COAL_LLVM_MAJOR);
    return -1;
  }
  w->cc = in_path(arena, "cc");
  w->cxx = in_path(arena, "c++");
  if (!w->cxx) w->cxx = w->clang;
  if (!w->cc) w->cc = w->clang;
  if (!find_own(w)) {
    *error =
        "coalcheck-exec is missing beside coalcheck: this build has no CPU backend (LLVM was not found when it was built)";
    return -1;
  }
  const char *tmp = getenv("TMPDIR");
  char *folder = coal_arena_format(arena, "%s/coalcheck-XXXXXX", tmp && *tmp ? tmp : "/tmp");
  if (!mkdtemp(folder)) {
    *error = coal_arena_format(arena, "cannot make a folder like %s: %s", folder, strerror(errno));
    return -1;
  }
  w->folder = folder;
  return 0;
}

static int remove_one(const char *path, const struct stat *s, int flag, struct FTW *where) {
  (void)s, (void)flag, (void)where;
  return remove(path);
}

void coal_confirm_workshop_close(coal_confirm_workshop *w) {
  if (w->folder && !getenv("COAL_KEEP_FILES")) nftw(w->folder, remove_one, 16, FTW_DEPTH | FTW_PHYS);
  w->folder = NULL;
}

/* ---- headers --------------------------------------------------------------------------------------------------------
 */

static bool write_file(const char *path, const void *data, size_t n) {
  FILE *f = fopen(path, "wb");
  bool ok = f && fwrite(data, 1, n, f) == n;
  if (f && fclose(f)) ok = false;
  return ok;
}

static void make_folders(char *path) {
  for (char *p = path + 1; *p; p++) {
    if (*p != '/') continue;
    *p = 0;
    mkdir(path, 0777);
    *p = '/';
  }
}

/** Writes the embedded headers' virtual folder to disk, since Clang runs as a program here. */
static const char *header_root(coal_confirm_workshop *w) {
  const char *root = coal_arena_format(w->arena, "%s/coalcheck-headers", w->folder);
  if (w->has_headers) return root;
  for (size_t k = 0; k < coal_cuda_headers_count; k++) {
    char *path = coal_arena_format(w->arena, "%s/%s", root, coal_cuda_headers[k].path);
    make_folders(path);
    write_file(path, coal_cuda_headers[k].text, coal_cuda_headers[k].n_bytes);
  }
  char *shim = coal_arena_format(w->arena, "%s/coalcheck/cudart_shim.h", root);
  make_folders(shim);
  write_file(shim, coal_cudart_shim, strlen(coal_cudart_shim));
  w->has_headers = true;
  return root;
}

static bool starts(const char *s, const char *prefix) { return !strncmp(s, prefix, strlen(prefix)); }

/** True for the resource folder of the Clang program. */
static bool is_own_resource(const coal_confirm_workshop *w, const char *folder) {
  const char *last = strrchr(folder, '/');
  return last && atoi(last + 1) == w->clang_major;
}

/** With a toolkit, the front end replaces __clang_cuda_builtin_vars.h for libclang (frontend.c); this overlay does
 *  the same. */
static const char *overlay(coal_confirm_workshop *w, const char *resource_dir, const char *root) {
  const char *path = coal_arena_format(w->arena, "%s/overlay.yaml", w->folder);
  const char *text = coal_arena_format(
      w->arena,
      "{\"version\": 0, \"roots\": [{\"name\": \"%s/include/__clang_cuda_builtin_vars.h\", \"type\": \"file\", "
      "\"external-contents\": \"%s/include/coalcheck/builtin_vars.h\"}]}\n",
      resource_dir, root);
  write_file(path, text, strlen(text));
  return path;
}

/** Turns libclang's arguments into Clang's: real headers, the device or the host side. */
static void add_command(coal_confirm_workshop *w, const coal_confirm_translation *t, bool host,
                        coal_confirm_words *out) {
  const char *root = header_root(w), *resource = NULL;
  bool embedded = false;
  for (size_t k = 0; k < t->n_command; k++) {
    const char *a = t->command[k];
    if (starts(a, "-resource-dir=") && is_own_resource(w, a)) resource = a + strlen("-resource-dir=");
    if (starts(a, "-resource-dir=") || starts(a, "-ferror-limit") || !strcmp(a, "--cuda-device-only") ||
        !strcmp(a, "-fgpu-rdc"))
      continue;
    if (!strcmp(a, "-Xclang") && k + 3 < t->n_command && !strcmp(t->command[k + 1], "-target-feature") && host) {
      k += 3;
      continue;
    }
    embedded = embedded || starts(a, "--cuda-path=" COAL_VIRTUAL_ROOT);
    if (starts(a, COAL_VIRTUAL_ROOT))
      a = coal_arena_format(w->arena, "%s%s", root, a + strlen(COAL_VIRTUAL_ROOT));
    else if (strstr(a, "=" COAL_VIRTUAL_ROOT))
      a = coal_arena_format(w->arena, "%.*s%s", (int)(strchr(a, '=') - a + 1), a, root);
    coal_vec_push(out, a);
  }
  if (!resource) return;
  coal_vec_push(out, coal_arena_format(w->arena, "-resource-dir=%s", resource));
  if (embedded) return;
  coal_vec_push(out, "-ivfsoverlay");
  coal_vec_push(out, overlay(w, resource, root));
}

static bool run_clang(const coal_confirm_translation *t, coal_confirm_words *words) {
  coal_vec_push(words, NULL);
  coal_confirm_child c = {
      .arguments = words->items, .stdout_to_stderr = true, .quiet = t && !t->keep_errors, .timeout_seconds = 600};
  int status = coal_confirm_child_run(&c);
  coal_vec_free(words);
  return status == 0;
}

static void push_all(coal_confirm_words *out, const char *const *list) {
  for (; *list; list++) coal_vec_push(out, *list);
}

bool coal_confirm_build_device(coal_confirm_workshop *w, const coal_confirm_translation *t, const char *out) {
  static const char *const flags[] = {"--cuda-device-only",
                                      "-O1",
                                      "-Xclang",
                                      "-disable-llvm-passes",
                                      "-gline-tables-only",
                                      "-fno-discard-value-names",
                                      "-Wno-unknown-cuda-version",
                                      "-fno-exceptions",
                                      "-c",
                                      "-emit-llvm",
                                      NULL};
  coal_confirm_words words = {0};
  coal_vec_push(&words, w->clang);
  add_command(w, t, false, &words);
  push_all(&words, flags);
  const char *const files[] = {t->source, "-o", out, NULL};
  push_all(&words, files);
  return run_clang(t, &words);
}

/** The container that the runtime expects where the fat binary would be (cudart.h). */
static bool write_container(const char *bitcode, const char *out) {
  coal_str s = {0};
  FILE *f = fopen(bitcode, "rb");
  if (!f) return false;
  char part[65536];
  size_t got;
  while ((got = fread(part, 1, sizeof part, f)) > 0) coal_str_add_n(&s, part, got);
  fclose(f);
  coal_str all = {0};
  uint64_t n = s.n;
  coal_str_add_n(&all, "COALBC1\0", 8);
  coal_str_add_n(&all, (const char *)&n, 8);
  coal_str_add_n(&all, s.data, s.n);
  bool ok = write_file(out, all.data, all.n);
  coal_str_free(&s);
  coal_str_free(&all);
  return ok;
}

bool coal_confirm_build_host(coal_confirm_workshop *w, const coal_confirm_translation *t, const char *bitcode,
                             const char *out) {
  const char *container = coal_arena_format(w->arena, "%s.container", bitcode);
  if (!write_container(bitcode, container)) return false;
  coal_confirm_words words = {0};
  coal_vec_push(&words, w->clang);
  add_command(w, t, true, &words);
  const char *const flags[] = {"--cuda-host-only",
                               "-O1",
                               "-Wno-unknown-cuda-version",
                               "-Xclang",
                               "-fcuda-include-gpubinary",
                               "-Xclang",
                               container,
                               "-include",
                               coal_arena_format(w->arena, "%s/coalcheck/cudart_shim.h", header_root(w)),
                               NULL};
  push_all(&words, flags);
  for (size_t k = 0; k < t->n_host_flags; k++) coal_vec_push(&words, t->host_flags[k]);
  const char *const files[] = {"-c", t->source, "-o", out, NULL};
  push_all(&words, files);
  return run_clang(t, &words);
}
