/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/** File URIs (RFC 8089) and paths. */
#ifndef COAL_LSP_URI_H
#define COAL_LSP_URI_H

/** The absolute path of a file URI, or NULL when it is none; yours. */
char *coal_uri_path(const char *uri);
/** The file URI of an absolute path; yours. */
char *coal_path_uri(const char *path);
/** The path with the working folder in front of it where it is relative; yours. */
char *coal_absolute_path(const char *path);

#endif
