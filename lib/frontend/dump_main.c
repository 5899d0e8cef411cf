/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* A tool for developers: prints the IR that the libclang front end makes of a file.
 * coal-dump-ir [--libclang=PATH] [--embedded|--toolkit] FILE [flags] */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "frontend.h"

static void print_diagnostics(const coal_parse_result *r) {
  for (size_t i = 0; i < r->n_diagnostics; i++) {
    const coal_diagnostic *d = &r->diagnostics[i];
    fprintf(stderr, "%s:%u:%u: %s\n", d->file ? d->file : "", d->line1, d->column1, d->message);
  }
  if (r->headers_note) fprintf(stderr, "note: %s\n", r->headers_note);
}

static int dump(coal_frontend *f, const coal_parse_options *o, bool verbose) {
  coal_parse_result r;
  char *error = NULL;
  if (coal_frontend_parse(f, o, &r, &error)) {
    fprintf(stderr, "%s\n", error);
    free(error);
    return 2;
  }
  for (size_t i = 0; verbose && i < r.n_command; i++) fprintf(stderr, "%s ", r.command[i]);
  print_diagnostics(&r);
  char *text = coal_module_dump(r.module);
  fputs(text, stdout);
  free(text);
  coal_parse_result_free(&r);
  return 0;
}

int main(int argc, char **argv) {
  coal_parse_options o = {.headers = COAL_HEADERS_AUTO};
  const char *libclang = NULL;
  int i = 1;
  bool verbose = false;
  for (; i < argc && !o.file; i++) {
    if (strncmp(argv[i], "--libclang=", 11) == 0)
      libclang = argv[i] + 11;
    else if (strcmp(argv[i], "--embedded") == 0)
      o.headers = COAL_HEADERS_EMBEDDED;
    else if (strcmp(argv[i], "--toolkit") == 0)
      o.headers = COAL_HEADERS_TOOLKIT;
    else if (strcmp(argv[i], "--verbose") == 0)
      verbose = true;
    else
      o.file = argv[i];
  }
  o.flags = (const char *const *)argv + i;
  o.n_flags = (size_t)(argc - i);
  coal_frontend *f = NULL;
  char *error = NULL;
  if (!o.file || coal_frontend_open(libclang, &f, &error)) {
    fprintf(stderr, "%s\n",
            error ? error : "usage: coal-dump-ir [--libclang=PATH] [--embedded|--toolkit] FILE [flags]");
    free(error);
    return 2;
  }
  int status = dump(f, &o, verbose);
  coal_frontend_close(f);
  return status;
}
