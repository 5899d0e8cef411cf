/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/** `coalcheck doctor`: what was found on this machine, and the command that installs what is missing. */
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "driver.h"
#include "frontend/frontend.h"
#include "project.h"

/** The newest LLVM that the advice names. */
#define ADVISED_LLVM "22"

static void line(const char *what, const char *found) { printf("%-10s %s\n", what, found); }

static void missing(const char *what, const char *why, const char *command) {
  printf("%-10s %s\n%-10s install it with: %s\n", what, why, "", command);
}

/** The program's path as the shell would find it, in `out`, or false. */
static bool find_program(const char *name, coal_str *out) {
  const char *path = getenv("PATH");
  while (path && *path) {
    size_t n = strcspn(path, ":");
    out->n = 0;
    coal_str_addf(out, "%.*s/%s", (int)n, path, name);
    if (n && access(out->data, X_OK) == 0) return true;
    path += n + (path[n] == ':');
  }
  return false;
}

/** Returns whether libclang was found: without it nothing else matters. */
static bool check_libclang(const coal_config *c, unsigned *major) {
  coal_frontend *f = NULL;
  char *error = NULL;
  if (coal_frontend_open(c->libclang, &f, &error)) {
    missing("libclang", error ? error : "not found", "apt install libclang1-" ADVISED_LLVM);
    free(error);
    return false;
  }
  *major = coal_frontend_major(f);
  printf("%-10s %s (%s)\n", "libclang", coal_frontend_library(f), coal_frontend_version(f));
  const char *resources = coal_frontend_resource_dir(f);
  line("", resources ? resources : "no compiler headers beside it: the embedded stand-ins are used");
  coal_frontend_close(f);
  return true;
}

static void check_toolkit(const coal_config *c, unsigned clang_major) {
  char *path = NULL;
  unsigned version = 0;
  if (coal_toolkit_find(c->cuda_path, &path, &version)) {
    missing("CUDA", "no toolkit found: the embedded headers are used, and no program can be run on a GPU",
            "apt install nvidia-cuda-toolkit");
    return;
  }
  printf("%-10s toolkit %u.%u in %s%s\n", "CUDA", version / 10, version % 10, path,
         clang_major && !coal_toolkit_suits(clang_major, version)
             ? " (too new for this libclang: the embedded headers are used)"
             : "");
  free(path);
}

static void check_program(const char *name, const char *use, const char *command) {
  coal_str path = {0};
  if (find_program(name, &path)) {
    line(name, path.data);
  } else {
    coal_str why = {0};
    coal_str_addf(&why, "not found (%s)", use);
    missing(name, why.data, command);
    coal_str_free(&why);
  }
  coal_str_free(&path);
}

static void check_clang(void) {
  coal_str path = {0};
  bool found = false;
  for (int major = 30; !found && major >= 17; major--) {
    coal_str name = {0};
    coal_str_addf(&name, "clang++-%d", major);
    found = find_program(name.data, &path);
    coal_str_free(&name);
  }
  if (found || find_program("clang++", &path))
    line("clang", path.data);
  else
    missing("clang", "not found (needed for 'confirm' and the plugin)", "apt install clang-" ADVISED_LLVM);
  coal_str_free(&path);
}

/** The driver API through dlopen: version 13000 is 13.0. */
static void check_gpu(void) {
  void *library = dlopen("libcuda.so.1", RTLD_NOW | RTLD_LOCAL);
  if (!library) {
    line("GPU", "no driver (libcuda.so.1): 'confirm' uses the CPU");
    return;
  }
  int (*init)(unsigned) = NULL, (*version)(int *) = NULL, (*count)(int *) = NULL, (*name)(char *, int, int) = NULL;
  *(void **)&init = dlsym(library, "cuInit");
  *(void **)&version = dlsym(library, "cuDriverGetVersion");
  *(void **)&count = dlsym(library, "cuDeviceGetCount");
  *(void **)&name = dlsym(library, "cuDeviceGetName");
  int v = 0, n = 0;
  char text[256] = "unnamed";
  if (!init || !version || !count || !name || init(0) || version(&v) || count(&n) || n == 0) {
    line("GPU", "a driver, but no usable device: 'confirm' uses the CPU");
  } else {
    name(text, sizeof text, 0);
    printf("%-10s %s, driver for CUDA %d.%d\n", "GPU", text, v / 1000, v % 1000 / 10);
  }
  dlclose(library);
}

int coal_doctor_main(int argc, char **argv) {
  coal_arena *arena = coal_arena_new();
  coal_config c;
  const char *error = NULL;
  coal_config_init(&c, arena);
  int status = COAL_EXIT_FAILED;
  if (coal_project_read_user(&c, &error) ||
      coal_config_parse(&c, COAL_OPTION_COMMAND_LINE, (size_t)argc - 1, (const char *const *)argv + 1, &error)) {
    coal_fail("%s", error);
  } else {
    unsigned major = 0;
    printf("coalcheck  %s\n", coal_version());
    if (check_libclang(&c, &major)) status = COAL_EXIT_CLEAN;
    check_toolkit(&c, major);
    check_program("nvcc", "needed for 'confirm --backend=gpu'", "apt install nvidia-cuda-toolkit");
    check_clang();
    check_gpu();
  }
  coal_arena_free(arena);
  return status;
}
