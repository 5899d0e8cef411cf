/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "jobs.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "util/alloc.h"

/** A file's place in the queue. */
typedef struct queued_file {
  coal_unit unit;
  char *error;
  bool done;
} queued_file;

typedef struct queue {
  coal_frontend *frontend;
  const coal_input *inputs;
  size_t n_inputs, n_threads;
  unsigned flags;
  pthread_mutex_t lock;
  pthread_cond_t changed;
  queued_file *jobs;
  size_t next, reported; /* files taken, files handed over */
} queue;

static void run_job(queue *q, size_t i) {
  queued_file *j = &q->jobs[i];
  char *error = NULL;
  if (coal_unit_open_input(q->frontend, &q->inputs[i], NULL, 0, q->flags, &j->unit, &error) && !error)
    error = coal_strdup("unknown failure");
  j->error = error;
}

/** Takes files in order, not running ahead of what was reported. */
static void *work(void *context) {
  queue *q = context;
  const size_t ahead = 2 * q->n_threads;
  pthread_mutex_lock(&q->lock);
  while (q->next < q->n_inputs) {
    if (q->next >= q->reported + ahead) {
      pthread_cond_wait(&q->changed, &q->lock);
      continue;
    }
    size_t i = q->next++;
    pthread_mutex_unlock(&q->lock);
    run_job(q, i);
    pthread_mutex_lock(&q->lock);
    q->jobs[i].done = true;
    pthread_cond_broadcast(&q->changed);
  }
  pthread_mutex_unlock(&q->lock);
  return NULL;
}

static void hand_over(queue *q, size_t i, coal_unit_sink sink, void *context) {
  queued_file *j = &q->jobs[i];
  sink(context, &q->inputs[i], j->error ? NULL : &j->unit, j->error);
  if (!j->error) coal_unit_close(&j->unit);
  free(j->error);
}

static void run_alone(queue *q, coal_unit_sink sink, void *context) {
  for (size_t i = 0; i < q->n_inputs; i++) {
    run_job(q, i);
    hand_over(q, i, sink, context);
  }
}

static void run_threads(queue *q, coal_unit_sink sink, void *context) {
  pthread_t *threads = coal_alloc(q->n_threads * sizeof *threads);
  size_t started = 0;
  while (started < q->n_threads && pthread_create(&threads[started], NULL, work, q) == 0) started++;
  if (started == 0) run_alone(q, sink, context);
  for (size_t i = 0; started && i < q->n_inputs; i++) {
    pthread_mutex_lock(&q->lock);
    while (!q->jobs[i].done) pthread_cond_wait(&q->changed, &q->lock);
    pthread_mutex_unlock(&q->lock);
    hand_over(q, i, sink, context);
    pthread_mutex_lock(&q->lock);
    q->reported = i + 1;
    pthread_cond_broadcast(&q->changed);
    pthread_mutex_unlock(&q->lock);
  }
  for (size_t i = 0; i < started; i++) pthread_join(threads[i], NULL);
  free(threads);
}

static size_t processors(void) {
  const long n = sysconf(_SC_NPROCESSORS_ONLN);
  return n > 0 ? (size_t)n : 1;
}

void coal_jobs_run(coal_frontend *f, const coal_input *inputs, size_t n, unsigned jobs, unsigned flags,
                   coal_unit_sink sink, void *context) {
  queue q = {.frontend = f, .inputs = inputs, .n_inputs = n, .flags = flags};
  q.n_threads = jobs ? jobs : processors();
  if (q.n_threads > n) q.n_threads = n;
  q.jobs = coal_alloc(n * sizeof *q.jobs);
  memset(q.jobs, 0, n * sizeof *q.jobs);
  if (q.n_threads <= 1) {
    run_alone(&q, sink, context);
  } else {
    pthread_mutex_init(&q.lock, NULL);
    pthread_cond_init(&q.changed, NULL);
    run_threads(&q, sink, context);
    pthread_cond_destroy(&q.changed);
    pthread_mutex_destroy(&q.lock);
  }
  free(q.jobs);
}
