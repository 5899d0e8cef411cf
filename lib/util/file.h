/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/** Whole files: read without waiting for a device or a pipe, written so that the old one stays until the new one is whole. */
#ifndef COAL_UTIL_FILE_H
#define COAL_UTIL_FILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#ifdef __cplusplus
extern "C" {
#endif

/** The text of a regular file of at most `bytes_max` bytes, NUL-terminated; free() it. `*n` (may be NULL): its bytes. NULL
 *  and `*why` (static; may be NULL): "No such file or directory", "not a regular file", "too large". */
char *coal_file_read(const char *path, size_t bytes_max, size_t *n, const char **why);
/** What is left of an open stream, the same way; NULL with errno. */
char *coal_stream_read(FILE *in, size_t *n);
/** True if the path is a regular file of the user's, not a link. */
bool coal_file_is_own(const char *path);

/** A file being written beside the one that it replaces. What is no regular file (/dev/stdout, a pipe) is written at once. */
typedef struct coal_file_writer {
  FILE *f;
  char *path, *temporary; /* temporary NULL: written at once */
} coal_file_writer;

/** 0, or −1 with errno. */
int coal_file_writer_open(coal_file_writer *w, const char *path);
/** Closes it and puts it in its place, with the old file's mode. 0, or −1 with errno: the old file is as it was. */
int coal_file_writer_commit(coal_file_writer *w);
/** Closes it and forgets what was written. A writer that is not open is fine. */
void coal_file_writer_abandon(coal_file_writer *w);
/** All of it: the n bytes become the file. 0, or −1 with errno. */
int coal_file_replace(const char *path, const char *text, size_t n);

#ifdef __cplusplus
}
#endif
#endif
