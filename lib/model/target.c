/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/**
 * The hardware targets. Sources of the constants:
 *   warp of 32 lanes, 32 banks of 4 bytes    CUDA C++ Programming Guide, "Compute Capabilities" (5.x … 12.x)
 *   32-byte sectors                          measured on compute capability 9.0 (ground-truth/h200-global-sectors.csv);
 *                                            5.x and 6.x: reported for their L1, not verified here
 *   phases of wide shared accesses, merging  measured on 9.0 (ground-truth/h200-shared-wavefronts.csv); the others
 *                                            follow the guide, which states the same banks for all of them
 */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include <coalcheck/model.h>

#define SECTORED(major_minor, products_, global_source_, shared_source_)                                            \
  {.name = "sm_" #major_minor, .cc = major_minor, .sector_bytes = 32, .bank_count = 32, .bank_bytes = 4,            \
   .warp_lanes = 32, .request_lanes = 32, .products = products_, .global_source = global_source_,                   \
   .shared_source = shared_source_}

static const coal_target targets[] = {
    SECTORED(50, "GTX 750, K2200", COAL_SOURCE_REPORTED, COAL_SOURCE_STATED),
    SECTORED(52, "GTX 980, M40, M60", COAL_SOURCE_REPORTED, COAL_SOURCE_STATED),
    SECTORED(53, "Jetson TX1, Nano", COAL_SOURCE_REPORTED, COAL_SOURCE_STATED),
    SECTORED(60, "P100", COAL_SOURCE_REPORTED, COAL_SOURCE_STATED),
    SECTORED(61, "GTX 1080, P4, P40", COAL_SOURCE_REPORTED, COAL_SOURCE_STATED),
    SECTORED(62, "Jetson TX2", COAL_SOURCE_REPORTED, COAL_SOURCE_STATED),
    SECTORED(70, "V100", COAL_SOURCE_STATED, COAL_SOURCE_STATED),
    SECTORED(72, "Jetson Xavier", COAL_SOURCE_STATED, COAL_SOURCE_STATED),
    SECTORED(75, "T4, RTX 2080", COAL_SOURCE_STATED, COAL_SOURCE_STATED),
    SECTORED(80, "A100, A30", COAL_SOURCE_STATED, COAL_SOURCE_STATED),
    SECTORED(86, "A10, A40, RTX 3090", COAL_SOURCE_STATED, COAL_SOURCE_STATED),
    SECTORED(87, "Jetson Orin", COAL_SOURCE_STATED, COAL_SOURCE_STATED),
    SECTORED(88, "", COAL_SOURCE_STATED, COAL_SOURCE_STATED),
    SECTORED(89, "L4, L40, RTX 4090", COAL_SOURCE_STATED, COAL_SOURCE_STATED),
    SECTORED(90, "H100, H200, GH200", COAL_SOURCE_MEASURED, COAL_SOURCE_MEASURED),
    SECTORED(100, "B200, GB200", COAL_SOURCE_STATED, COAL_SOURCE_STATED),
    SECTORED(101, "Jetson Thor (CUDA 12 name)", COAL_SOURCE_STATED, COAL_SOURCE_STATED),
    SECTORED(103, "B300, GB300", COAL_SOURCE_STATED, COAL_SOURCE_STATED),
    SECTORED(110, "Jetson Thor", COAL_SOURCE_STATED, COAL_SOURCE_STATED),
    SECTORED(120, "RTX 5090, RTX PRO 6000", COAL_SOURCE_STATED, COAL_SOURCE_STATED),
    SECTORED(121, "GB10, DGX Spark", COAL_SOURCE_STATED, COAL_SOURCE_STATED),
};

enum { N_TARGETS = sizeof targets / sizeof *targets };

/** Compares without case, spaces, '-' and '_': "RTX-4090" is "rtx 4090". Reads n characters of a. */
static bool is_same_name(const char *a, size_t n, const char *b) {
  size_t i = 0;
  for (;;) {
    while (i < n && strchr(" -_", a[i])) i++;
    while (*b && strchr(" -_", *b)) b++;
    if (i == n || !*b) return i == n && !*b;
    if (tolower((unsigned char)a[i++]) != tolower((unsigned char)*b++)) return false;
  }
}

static bool is_product(const char *products, const char *name) {
  for (const char *p = products; *p;) {
    size_t n = strcspn(p, ",");
    if (is_same_name(p, n, name)) return true;
    p += n;
    while (*p == ',' || *p == ' ') p++;
  }
  return false;
}

/** "sm_90a", "compute_90", "90", "9.0" → 90; 0 when it is none of these. */
static unsigned capability(const char *name) {
  if (!strncmp(name, "sm_", 3)) name += 3;
  else if (!strncmp(name, "compute_", 8)) name += 8;
  if (!isdigit((unsigned char)*name)) return 0;
  char *end;
  unsigned long cc = strtoul(name, &end, 10);
  if (*end == '.' && isdigit((unsigned char)end[1])) {
    if (cc > 99) return 0;
    cc = cc * 10 + (unsigned long)(end[1] - '0');
    end += 2;
  }
  if (*end == 'a' || *end == 'f') end++;
  return *end || cc > 999 ? 0 : (unsigned)cc;
}

const coal_target *coal_target_find(const char *name) {
  if (!name || !*name) return NULL;
  unsigned cc = capability(name);
  for (size_t i = 0; i < N_TARGETS; i++)
    if (cc ? targets[i].cc == cc : is_product(targets[i].products, name)) return &targets[i];
  return NULL;
}

const coal_target *const *coal_target_list(size_t *n) {
  static const coal_target *const list[N_TARGETS] = {
      &targets[0],  &targets[1],  &targets[2],  &targets[3],  &targets[4],  &targets[5],  &targets[6],
      &targets[7],  &targets[8],  &targets[9],  &targets[10], &targets[11], &targets[12], &targets[13],
      &targets[14], &targets[15], &targets[16], &targets[17], &targets[18], &targets[19], &targets[20]};
  *n = N_TARGETS;
  return list;
}
