/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/** `coalcheck model` and `coalcheck targets`. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "driver.h"
#include "util/file.h"

static const char *source_name(coal_source s) {
  switch (s) {
    case COAL_SOURCE_STATED: return "stated by the vendor";
    case COAL_SOURCE_MEASURED: return "measured";
    case COAL_SOURCE_REPORTED: break;
  }
  return "reported, not verified";
}

static void print_global(const coal_target *t) {
  switch (t->global_rule) {
    case COAL_GLOBAL_IN_ORDER: printf("half-warps in order, segments of 64 or 128 bytes"); return;
    case COAL_GLOBAL_SHRINKING: printf("half-warps, segments of 128 bytes that shrink to 64 or 32"); return;
    case COAL_GLOBAL_BLOCKS: break;
  }
  if (t->load_bytes > t->sector_bytes)
    printf("loads in lines of %u bytes, stores in sectors of %u", t->load_bytes, t->sector_bytes);
  else
    printf("%u-byte %ss", t->sector_bytes, coal_target_unit(t, COAL_SPACE_GLOBAL, COAL_MEM_STORE));
}

/** GPUs whose name is a target, with their own numbers. */
static void print_products(void) {
  size_t n;
  const coal_target *t = coal_target_products(&n);
  puts("\nGPUs by name (--target=rtx4090), with numbers stated by the vendor and not verified here:");
  for (size_t i = 0; i < n; i++, t++)
    printf("%-26s %-7s %3u multiprocessors, %g MHz, %g GB/s, %g GFLOP/s, L2 of %g MiB\n", t->products, t->name,
           t->multiprocessors, t->clock_mhz, t->bandwidth_gbps, t->gflops, t->l2_bytes / (1024.0 * 1024.0));
}

int coal_targets_main(int argc, char **argv) {
  if (argc > 1) return coal_fail("'targets' takes no argument, but got '%s'", argv[1]);
  size_t n;
  const coal_target *const *targets = coal_target_list(&n);
  for (size_t i = 0; i < n; i++) {
    const coal_target *t = targets[i];
    printf("%-14s %2u lanes, global: ", t->name, t->warp_lanes);
    print_global(t);
    printf(" (%s), shared: %u banks of %u bytes%s (%s)", source_name(t->global_source), t->bank_count, t->bank_bytes,
           t->bank_bytes == 4        ? ""
           : t->bank_step_bytes == 8 ? " in 8-byte mode"
                                     : " in 4-byte mode",
           source_name(t->shared_source));
    if (t->bandwidth_gbps > 0) printf(", %g GB/s", t->bandwidth_gbps);
    printf("; %s%s%s\n", t->architecture, *t->products ? ": " : "", t->products);
  }
  print_products();
  return COAL_EXIT_CLEAN;
}

/** Reads rows from standard input. Reports each malformed row on stderr and then returns status 2. */
static int answer_rows(const coal_target *target) {
  char *errors = NULL, *rows = coal_stream_read(stdin, NULL);
  char *answer = coal_model_csv(target, rows, &errors);
  free(rows);
  if (!answer) return coal_fail("out of memory");
  fputs(answer, stdout);
  free(answer);
  if (!errors || !*errors) {
    free(errors);
    return COAL_EXIT_CLEAN;
  }
  for (char *line = strtok(errors, "\n"); line; line = strtok(NULL, "\n")) coal_fail("%s", line);
  free(errors);
  return COAL_EXIT_FAILED;
}

int coal_model_main(int argc, char **argv) {
  coal_arena *arena = coal_arena_new();
  coal_config c;
  const char *error = NULL;
  coal_config_init(&c, arena);
  int status = COAL_EXIT_FAILED;
  if (coal_config_parse(&c, COAL_OPTION_COMMAND_LINE, (size_t)argc - 1, (const char *const *)argv + 1, &error))
    coal_fail("%s", error);
  else if (c.n_files)
    coal_fail("'model' reads standard input; '%s' is not an option (try: coalcheck model < %s)", c.files[0],
              c.files[0]);
  else
    status = answer_rows(c.analysis.target ? c.analysis.target : coal_target_find("sm_80"));
  coal_arena_free(arena);
  return status;
}
