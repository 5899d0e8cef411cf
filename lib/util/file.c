/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "alloc.h"
#include "str.h"

/* ---- reading ------------------------------------------------------------------------------------------- */

/** Reads to the end or to bytes_max + 1; NULL with errno. */
static char *read_all(int fd, size_t expected, size_t bytes_max, size_t *n) {
  size_t capacity = expected + 1, got = 0;
  char *text = coal_alloc(capacity);
  for (;;) {
    if (got == capacity - 1 && got > bytes_max) break;
    if (got == capacity - 1) text = coal_realloc(text, capacity *= 2);
    const ssize_t part = read(fd, text + got, capacity - 1 - got);
    if (part < 0 && errno == EINTR) continue;
    if (part < 0) {
      free(text);
      return NULL;
    }
    if (!part) break;
    got += (size_t)part;
  }
  text[got] = '\0';
  *n = got;
  return text;
}

char *coal_file_read(const char *path, size_t bytes_max, size_t *n, const char **why) {
  struct stat s;
  size_t got = 0;
  const char *ignored;
  char *text = NULL;
  if (!why) why = &ignored;
  const int fd = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY);
  if (fd < 0 || fstat(fd, &s)) {
    *why = strerror(errno);
  } else if (S_ISDIR(s.st_mode)) {
    *why = strerror(EISDIR);
  } else if (!S_ISREG(s.st_mode)) {
    *why = "not a regular file";
  } else if ((size_t)s.st_size > bytes_max) {
    *why = "too large";
  } else {
    text = read_all(fd, (size_t)s.st_size, bytes_max, &got);
    if (!text) *why = strerror(errno);
  }
  if (fd >= 0) close(fd);
  if (text && got > bytes_max) {
    *why = "too large";
    free(text);
    text = NULL;
  }
  if (n) *n = text ? got : 0;
  return text;
}

char *coal_stream_read(FILE *in, size_t *n) {
  char buffer[1 << 16];
  coal_str s = {0};
  size_t got;
  coal_str_add(&s, ""); /* an empty file has a text, too */
  while ((got = fread(buffer, 1, sizeof buffer, in)) > 0) coal_str_add_n(&s, buffer, got);
  if (ferror(in)) coal_str_free(&s);
  if (n) *n = s.n;
  return s.data;
}

bool coal_file_is_own(const char *path) {
  struct stat s;
  return lstat(path, &s) == 0 && S_ISREG(s.st_mode) && s.st_uid == geteuid();
}

/* ---- writing ------------------------------------------------------------------------------------------- */

/** What the file's mode is or, for a new one, would be. */
static mode_t mode_for(const char *path) {
  struct stat s;
  if (stat(path, &s) == 0) return s.st_mode & 07777;
  const mode_t mask = umask(0);
  umask(mask);
  return 0666 & ~mask;
}

static int fail(coal_file_writer *w) {
  const int error = errno;
  coal_file_writer_abandon(w);
  errno = error;
  return -1;
}

int coal_file_writer_open(coal_file_writer *w, const char *path) {
  struct stat s;
  *w = (coal_file_writer){0};
  if (stat(path, &s) == 0 && !S_ISREG(s.st_mode)) {
    if (S_ISDIR(s.st_mode)) return errno = EISDIR, -1;
    w->f = fopen(path, "w");
    return w->f ? 0 : -1;
  }
  if (access(path, F_OK) == 0 && access(path, W_OK) != 0) return -1;
  char *real = realpath(path, NULL); /* a link stays a link */
  w->path = real ? real : coal_strdup(path);
  coal_str temporary = {0};
  coal_str_addf(&temporary, "%s.coalcheck-XXXXXX", w->path);
  w->temporary = temporary.data;
  const int fd = mkstemp(w->temporary);
  if (fd < 0) {
    free(w->temporary);
    w->temporary = NULL;
    return fail(w);
  }
  if (fchmod(fd, mode_for(w->path)) || !(w->f = fdopen(fd, "w"))) {
    close(fd);
    return fail(w);
  }
  return 0;
}

int coal_file_writer_commit(coal_file_writer *w) {
  bool good = fflush(w->f) == 0 && !ferror(w->f);
  if (!good && !errno) errno = EIO;
  if (good && w->temporary) good = fsync(fileno(w->f)) == 0;
  const int error = errno;
  const bool closed = fclose(w->f) == 0;
  w->f = NULL;
  if (!good) errno = error;
  if (!good || !closed || (w->temporary && rename(w->temporary, w->path))) return fail(w);
  free(w->temporary);
  w->temporary = NULL;
  coal_file_writer_abandon(w);
  return 0;
}

void coal_file_writer_abandon(coal_file_writer *w) {
  if (w->f) fclose(w->f);
  if (w->temporary) unlink(w->temporary);
  free(w->temporary);
  free(w->path);
  *w = (coal_file_writer){0};
}

int coal_file_replace(const char *path, const char *text, size_t n) {
  coal_file_writer w;
  if (coal_file_writer_open(&w, path)) return -1;
  errno = 0;
  if (fwrite(text, 1, n, w.f) != n) return fail(&w);
  return coal_file_writer_commit(&w);
}
