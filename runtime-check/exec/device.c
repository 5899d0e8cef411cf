/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "warp.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "util/str.h"

#define FAULTS_MAX 100u

static void print_stdout(void *context, const char *text, size_t n) {
  (void)context;
  fwrite(text, 1, n, stdout);
}

coal_exec_device *coal_exec_device_new(const coal_target *target) {
  coal_exec_device *d = coal_alloc(sizeof *d);
  memset(d, 0, sizeof *d);
  d->memory = coal_vm_memory_new();
  if (!d->memory) {
    free(d);
    return NULL;
  }
  d->arena = coal_arena_new();
  d->target = target;
  d->record = coal_exec_record_new(target);
  d->print = print_stdout;
  return d;
}

void coal_exec_device_free(coal_exec_device *d) {
  if (!d) return;
  coal_exec_record_free(d->record);
  for (size_t k = 0; k < d->programs.n; k++) coal_vm_program_free(d->programs.items[k]);
  coal_vec_free(&d->programs);
  coal_vec_free(&d->faults);
  coal_vec_free(&d->heap);
  coal_vec_free(&d->widths);
  coal_vm_memory_free(d->memory);
  coal_arena_free(d->arena);
  free(d);
}

bool coal_exec_device_read_widths(coal_exec_device *d, const char *path) {
  FILE *f = fopen(path, "r");
  char file[256], op[16], *kernel = NULL;
  unsigned line, bytes;
  if (!f) return false;
  while (fscanf(f, "%255s %u %15s %u %ms", file, &line, op, &bytes, &kernel) == 5) {
    coal_lower_width w = {.kernel = strcmp(kernel, "-") ? coal_arena_string(d->arena, kernel, strlen(kernel)) : NULL,
                          .file = coal_arena_string(d->arena, file, strlen(file)),
                          .line1 = line,
                          .bytes = bytes,
                          .is_store = !strcmp(op, "store")};
    coal_vec_push(&d->widths, w);
    free(kernel);
  }
  fclose(f);
  return true;
}

int coal_exec_device_load(coal_exec_device *d, const char *bitcode, size_t n_bytes, coal_lower_optimise optimise,
                          coal_vm_program **out, char **error) {
  coal_lower_widths widths = {d->widths.items, d->widths.n};
  if (coal_lower(bitcode, n_bytes, d->memory, optimise, &widths, out, error)) return -1;
  coal_vec_push(&d->programs, *out);
  return 0;
}

double coal_exec_now_seconds(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

void coal_exec_device_limit(coal_exec_device *d, double seconds) {
  d->deadline_seconds = seconds > 0 ? coal_exec_now_seconds() + seconds : 0;
}

/* ---- faults
 * ---------------------------------------------------------------------------------------------------------- */

const char *coal_exec_fault_name(coal_exec_fault_kind k) {
  static const char *const names[] = {"none",           "out-of-bounds", "wild-pointer",  "misaligned", "uninitialised",
                                      "read-only",      "deadlock",      "timeout",       "assert",     "trap",
                                      "stack-overflow", "resources",     "out-of-memory", "unsupported"};
  return names[k];
}

/** Faults of one kind at one place are reported once, for the first thread. */
static bool is_known(const coal_exec_device *d, coal_exec_fault_kind kind, const coal_vm_where *where,
                     const coal_vm_code *kernel) {
  for (size_t k = 0; k < d->faults.n; k++) {
    const coal_exec_fault *f = &d->faults.items[k];
    if (f->kind == kind && f->where == where && f->kernel == kernel) return true;
  }
  return false;
}

void coal_exec_grid_fault(coal_exec_grid *g, coal_exec_fault_kind kind, const coal_vm_where *where, const char *format,
                          ...) {
  g->failed = true;
  if (is_known(g->device, kind, where, g->kernel)) return;
  va_list args;
  va_start(args, format);
  coal_exec_fault f = {.kind = kind,
                       .is_fatal = true,
                       .kernel = g->kernel,
                       .where = where,
                       .message = coal_arena_vformat(g->device->arena, format, args)};
  va_end(args);
  coal_vec_push(&g->device->faults, f);
}

void coal_exec_report_fault(coal_exec_warp *w, const coal_vm_ins *i, unsigned lane, coal_exec_fault_kind kind,
                            bool is_fatal, const char *format, ...) {
  coal_exec_grid *g = w->block->grid;
  coal_exec_device *d = g->device;
  if (is_fatal) g->failed = true;
  const coal_vm_where *where = g->program->wheres.items[i->where];
  if (is_known(d, kind, where, g->kernel) || (!is_fatal && d->faults.n >= FAULTS_MAX)) return;
  va_list args;
  va_start(args, format);
  coal_exec_fault f = {.kind = kind,
                       .is_fatal = is_fatal,
                       .kernel = g->kernel,
                       .where = i->where ? where : NULL,
                       .has_thread = true,
                       .message = coal_arena_vformat(d->arena, format, args)};
  va_end(args);
  for (int k = 0; k < 3; k++) {
    f.block[k] = w->block->id[k];
    f.thread[k] = w->tid[k][lane];
  }
  coal_vec_push(&d->faults, f);
}

char *coal_exec_fault_text(const coal_exec_fault *f) {
  coal_str s = {0};
  if (f->where && f->where->line1) coal_str_addf(&s, "%s:%u:%u: ", f->where->file, f->where->line1, f->where->column1);
  coal_str_addf(&s, "%s: %s", f->is_fatal ? "error" : "warning", f->kernel->display);
  if (f->has_thread)
    coal_str_addf(&s, ", block (%u,%u,%u) thread (%u,%u,%u)", f->block[0], f->block[1], f->block[2], f->thread[0],
                  f->thread[1], f->thread[2]);
  coal_str_addf(&s, ": %s [%s]", f->message, coal_exec_fault_name(f->kind));
  return s.data;
}
