/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/**
 * libcoalcheck-inject.so: the driver loads it into a program ($CUDA_INJECTION64_PATH) and calls InitializeInjection.
 *
 * CUPTI counts the first kernel that is launched after it was switched on, and no other: seen on an H200 with
 * CUDA 13.0, whichever way kernels are loaded and patched. So a run of the program counts one metric
 * ($COAL_INJECT_METRIC) of one kernel: number $COAL_INJECT_KERNEL of those that it launches, in the order of their
 * first launches. Cubins, counters and how many kernels there are go to $COAL_INJECT_FOLDER.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "api.h"
#include "util/alloc.h"
#include "util/vec.h"

static struct {
  coal_cupti cupti;
  coal_cu_context context;
  const char *metric, *folder;
  unsigned modules;
  size_t wanted;
  COAL_VEC(char *) kernels; /* names, in the order of their first launches */
  bool started, finished;
} injected;

static void write_kernel_count(void) {
  char path[4096];
  snprintf(path, sizeof path, "%s/kernels", injected.folder);
  FILE *to = fopen(path, "w");
  if (!to) return;
  fprintf(to, "%zu\n", injected.kernels.n);
  fclose(to);
}

static void finish(void) {
  char path[4096];
  if (injected.finished) return;
  injected.finished = true;
  write_kernel_count();
  if (!injected.started) return;
  snprintf(path, sizeof path, "%s/%s", injected.folder, injected.metric);
  FILE *to = fopen(path, "w");
  if (!to) return;
  int r = coal_cupti_finish(&injected.cupti, injected.context, to);
  fclose(to);
  if (r) fprintf(stderr, "coalcheck: cuptiSassMetricsFlushData: %s\n", coal_cupti_error(&injected.cupti, r));
}

static void start(coal_cu_context context) {
  const char *step = "";
  if (injected.started) return;
  injected.context = context;
  int r = coal_cupti_start(&injected.cupti, context, 0, injected.metric, &step);
  if (r)
    fprintf(stderr, "coalcheck: %s: %s\n", step, coal_cupti_error(&injected.cupti, r));
  else
    injected.started = true;
}

static void keep_module(const coal_module_data *m) {
  char path[4096];
  snprintf(path, sizeof path, "%s/module%u.cubin", injected.folder, injected.modules++);
  FILE *to = fopen(path, "wb");
  if (!to) return;
  fwrite(m->cubin, 1, m->bytes, to);
  fclose(to);
}

static void on_launch(const coal_callback_data *c) {
  if (c->is_exit || !c->symbol) return;
  for (size_t k = 0; k < injected.kernels.n; k++)
    if (!strcmp(injected.kernels.items[k], c->symbol)) return;
  if (injected.kernels.n == injected.wanted) start(c->context);
  size_t n = strlen(c->symbol) + 1;
  char *copy = coal_alloc(n);
  memcpy(copy, c->symbol, n);
  coal_vec_push(&injected.kernels, copy);
}

static void on_event(void *user, int domain, uint32_t id, const void *data) {
  (void)user;
  if (domain == COAL_CUPTI_DRIVER_API) {
    on_launch(data);
    return;
  }
  const coal_resource_data *r = data;
  if (id == COAL_CUPTI_MODULE_LOADED)
    keep_module(r->descriptor);
  else if (id == COAL_CUPTI_CONTEXT_DESTROY && r->context == injected.context)
    finish();
}

__attribute__((visibility("default"))) int InitializeInjection(void);

int InitializeInjection(void) {
  const char *error = NULL;
  void *subscriber;
  static const uint32_t resources[] = {COAL_CUPTI_CONTEXT_DESTROY, COAL_CUPTI_MODULE_LOADED};
  /* cupti_driver_cbid.h: cuLaunchKernel, cuLaunchCooperativeKernel, cuLaunchKernelEx, each with its _ptsz form */
  static const uint32_t launches[] = {307, 442, 477, 478, 652, 653};
  const char *kernel = getenv("COAL_INJECT_KERNEL");
  injected.metric = getenv("COAL_INJECT_METRIC");
  injected.folder = getenv("COAL_INJECT_FOLDER");
  if (!injected.metric || !injected.folder) return 1;
  injected.wanted = kernel ? strtoul(kernel, NULL, 10) : 0;
  if (!coal_cupti_load(&injected.cupti, &error)) {
    fprintf(stderr, "coalcheck: %s\n", error);
    return 1;
  }
  int r = injected.cupti.subscribe(&subscriber, on_event, NULL);
  for (size_t k = 0; !r && k < sizeof resources / sizeof *resources; k++)
    r = injected.cupti.enable_callback(1, subscriber, COAL_CUPTI_RESOURCE, resources[k]);
  for (size_t k = 0; !r && k < sizeof launches / sizeof *launches; k++) /* an older CUPTI has fewer */
    injected.cupti.enable_callback(1, subscriber, COAL_CUPTI_DRIVER_API, launches[k]);
  if (r) fprintf(stderr, "coalcheck: cuptiSubscribe: %s\n", coal_cupti_error(&injected.cupti, r));
  atexit(finish);
  return 1;
}
