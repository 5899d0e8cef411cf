/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "pipeline.h"

#include <stdlib.h>
#include <string.h>

#include "util/alloc.h"

/** Below this the compilers of today have no support: the source is then parsed for their default, and the model
 *  alone follows the target. */
enum { CC_PARSED_MIN = 70 };

static const char *parse_arch(const coal_config *c) {
  const coal_target *t = c->analysis.target;
  return t && t->cc >= CC_PARSED_MIN ? t->name : NULL;
}

static coal_headers headers_of(coal_cuda_headers h) {
  switch (h) {
    case COAL_CUDA_EMBEDDED: return COAL_HEADERS_EMBEDDED;
    case COAL_CUDA_TOOLKIT: return COAL_HEADERS_TOOLKIT;
    case COAL_CUDA_AUTO: break;
  }
  return COAL_HEADERS_AUTO;
}

/** The requested target, or else that of the flags, or else sm_80. */
static const coal_target *target_of(const coal_config *c, const char *arch) {
  if (c->analysis.target) return c->analysis.target;
  const coal_target *t = arch ? coal_target_find(arch) : NULL;
  return t ? t : coal_target_find("sm_80");
}

/** The same module for one more target; false without memory. */
static bool analyse_other(coal_unit *u, const coal_config *c, const coal_target *target) {
  coal_options options = u->options;
  options.target = target;
  if (coal_analyse(u->parse.module, &options, &u->others[u->n_others])) return false;
  return coal_checks_run(u->others[u->n_others++], &c->checks) == 0;
}

static bool analyse_others(coal_unit *u, const coal_config *c) {
  u->others = coal_alloc((c->n_others + 1) * sizeof *u->others);
  for (size_t i = 0; i < c->n_others; i++)
    if (!analyse_other(u, c, c->others[i])) return false;
  return true;
}

/** How much the cache of precompiled headers may hold: some 50 of them. */
#define CACHE_BYTES_MAX (UINT64_C(1) << 30)

/** The folder for the cache, or NULL. */
static char *cache_folder(const coal_config *c) {
  const char *cache = getenv("XDG_CACHE_HOME"), *home = getenv("HOME");
  coal_str folder = {0};
  if (c->cache_dir)
    coal_str_add(&folder, c->cache_dir);
  else if (cache && cache[0] == '/')
    coal_str_addf(&folder, "%s/coalcheck", cache);
  else if (home && home[0] == '/')
    coal_str_addf(&folder, "%s/.cache/coalcheck", home);
  return folder.data;
}

int coal_driver_open_frontend(const coal_config *c, coal_frontend **out, char **error) {
  if (coal_frontend_open(c->libclang, out, error)) return -1;
  char *folder = c->no_cache ? NULL : cache_folder(c);
  if (folder) coal_frontend_use_cache(*out, folder, CACHE_BYTES_MAX);
  free(folder);
  return 0;
}

static int parse(coal_frontend *f, const coal_input *in, const coal_overlay *overlays, size_t n_overlays,
                 coal_unit *out, char **error) {
  const coal_config *c = in->config;
  const char *arch = parse_arch(c);
  coal_parse_options o = {.file = in->file,
                          .flags = in->flags,
                          .n_flags = in->n_flags,
                          .is_nvcc = in->is_nvcc,
                          .directory = in->directory,
                          .arch = arch ? arch : in->arch,
                          .headers = headers_of(c->cuda_headers),
                          .toolkit = c->cuda_path,
                          .instances = c->instances,
                          .n_instances = c->n_instances,
                          .only_written = c->only_written,
                          .overlays = overlays,
                          .n_overlays = n_overlays};
  o.contents = in->contents;
  o.n_contents = in->n_contents;
  for (size_t i = 0; i < n_overlays; i++) {
    if (strcmp(overlays[i].path, in->file) != 0) continue;
    o.contents = overlays[i].text;
    o.n_contents = overlays[i].n_bytes;
  }
  return coal_frontend_parse(f, &o, &out->parse, error);
}

int coal_unit_open_input(coal_frontend *f, const coal_input *in, const coal_overlay *overlays, size_t n_overlays,
                         unsigned flags, coal_unit *out, char **error) {
  const coal_config *c = in->config;
  memset(out, 0, sizeof *out);
  if (parse(f, in, overlays, n_overlays, out, error)) return -1;
  out->options = c->analysis;
  out->options.target = target_of(c, out->parse.arch);
  if (flags & COAL_UNIT_PARSE_ONLY) return 0;
  if (coal_analyse(out->parse.module, &out->options, &out->analysis) || coal_checks_run(out->analysis, &c->checks) ||
      !analyse_others(out, c)) {
    *error = coal_strdup("out of memory");
    coal_unit_close(out);
    return -1;
  }
  return 0;
}

int coal_unit_open(coal_frontend *f, const coal_config *c, const char *file, const char *contents, size_t n_contents,
                   unsigned flags, coal_unit *out, char **error) {
  const coal_input in = {.file = file, .config = c, .flags = c->flags, .n_flags = c->n_flags};
  const coal_overlay text = {file, contents, n_contents};
  return coal_unit_open_input(f, &in, &text, contents ? 1 : 0, flags, out, error);
}

void coal_unit_close(coal_unit *u) {
  if (u->analysis) coal_analysis_free(u->analysis);
  for (size_t i = 0; i < u->n_others; i++) coal_analysis_free(u->others[i]);
  free(u->others);
  coal_parse_result_free(&u->parse);
  memset(u, 0, sizeof *u);
}
