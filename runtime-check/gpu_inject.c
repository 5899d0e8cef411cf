/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/**
 * libcoalcheck-inject.so: the driver loads it into a program ($CUDA_INJECTION64_PATH) and calls InitializeInjection.
 * The metric of $COAL_INJECT_METRIC is counted from the first context on; cubins and counters go to
 * $COAL_INJECT_FOLDER.
 */
#include <stdio.h>
#include <stdlib.h>

#include "gpu_api.h"

static struct {
  coal_cupti cupti;
  coal_cu_context context;
  const char *metric, *folder;
  unsigned modules;
  bool started, finished;
} injected;

static void write_counter(void *user, const char *function, uint32_t pc, uint64_t value) {
  fprintf(user, "%s %x %llu\n", function, pc, (unsigned long long)value);
}

static void finish(void) {
  char path[4096];
  if (!injected.started || injected.finished) return;
  injected.finished = true;
  snprintf(path, sizeof path, "%s/%s", injected.folder, injected.metric);
  FILE *to = fopen(path, "w");
  if (!to) return;
  int r = coal_cupti_finish(&injected.cupti, injected.context, write_counter, to);
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

static void on_resource(void *user, int domain, uint32_t id, const void *data) {
  const coal_resource_data *r = data;
  (void)user;
  if (domain != COAL_CUPTI_RESOURCE) return;
  if (id == COAL_CUPTI_CONTEXT_CREATED)
    start(r->context);
  else if (id == COAL_CUPTI_MODULE_LOADED)
    keep_module(r->descriptor);
  else if (id == COAL_CUPTI_CONTEXT_DESTROY && r->context == injected.context)
    finish();
}

__attribute__((visibility("default"))) int InitializeInjection(void);

int InitializeInjection(void) {
  const char *error = NULL;
  void *subscriber;
  static const uint32_t wanted[] = {COAL_CUPTI_CONTEXT_CREATED, COAL_CUPTI_CONTEXT_DESTROY, COAL_CUPTI_MODULE_LOADED};
  injected.metric = getenv("COAL_INJECT_METRIC");
  injected.folder = getenv("COAL_INJECT_FOLDER");
  if (!injected.metric || !injected.folder) return 1;
  if (!coal_cupti_load(&injected.cupti, &error)) {
    fprintf(stderr, "coalcheck: %s\n", error);
    return 1;
  }
  int r = injected.cupti.subscribe(&subscriber, on_resource, NULL);
  for (size_t k = 0; !r && k < 3; k++)
    r = injected.cupti.enable_callback(1, subscriber, COAL_CUPTI_RESOURCE, wanted[k]);
  if (r) fprintf(stderr, "coalcheck: cuptiSubscribe: %s\n", coal_cupti_error(&injected.cupti, r));
  atexit(finish);
  return 1;
}
