/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/**
 * The hardware targets. Sources of the constants (the rules' sources stand with the functions):
 *   warp of 32 lanes                         CUDA C++ Programming Guide, "Hardware Multithreading"
 *   1.x: half-warps, 16 banks of 4 bytes     CUDA C Programming Guide 4.2, F.3.2, F.3.3
 *   2.x: L1 lines of 128 bytes, 32 banks     the same, F.4.2, F.4.3; `-Xptxas -dlcm=cg` loads in sectors of 32
 *   3.x: 32 banks of 8 bytes, two modes      CUDA C Programming Guide 8.0, G.4.3 (cudaDeviceSetSharedMemConfig picks)
 *   3.x: loads of 32 bytes, lines on request G.4.2; 3.0 has L1 for local memory alone; not verified here
 *   5.x … 12.x: 32 banks of 4 bytes          CUDA C++ Programming Guide, "Compute Capabilities"
 *   sectors of 32 bytes                      measured on 9.0 (ground-truth/h200-global-sectors.csv); 5.x, 6.x: reported
 *   phases of wide shared accesses, merging  measured on 9.0 (ground-truth/h200-shared-wavefronts.csv)
 *   multiprocessors, bandwidth, GFLOP/s      data sheets of the product, of a capability the first product named; not verified, but for the H200's
 *                                            bandwidth and latency, fitted to ground-truth/h200-bandwidth.csv
 *   lines128                                 no hardware: the distinct lines of 128 bytes a warp touches, loads and stores
 *                                            alike, as tools that instrument programs count them
 *   latency                                  1.x, 2.x: 400 to 800 cycles (Best Practices Guide); later: reported
 */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include <coalcheck/model.h>

#define KIB 1024u
#define MIB (1024.0 * 1024.0)
// clang-format off
#define DEVICE(sms, warps, blocks, shared_kib, gbps, ns, gflops_, l2_mib)                                             \
  .warp_lanes = 32, .multiprocessors = sms, .warps_max = warps, .blocks_max = blocks,                                 \
  .shared_bytes = shared_kib * KIB,                                                                                   \
  .bandwidth_gbps = gbps, .latency_ns = ns, .gflops = gflops_, .l2_bytes = (l2_mib) * MIB

#define HALF_WARPS(cc_, rule, products_, device)                                                                       \
  {.name = "sm_" #cc_, .cc = cc_, .global_rule = rule, .shared_rule = COAL_SHARED_HALF_WARPS, .sector_bytes = 32,      \
   .load_bytes = 32, .bank_count = 16, .bank_bytes = 4, .bank_step_bytes = 4, .request_lanes = 16,                     \
   .architecture = "tesla", .products = products_, .global_source = COAL_SOURCE_STATED,                                \
   .shared_source = COAL_SOURCE_STATED, device}

#define LINES(cc_, suffix, rule, load, bank, step, architecture_, products_, source, ...)                           \
  {.name = "sm_" #cc_ suffix, .cc = cc_, .global_rule = COAL_GLOBAL_BLOCKS, .shared_rule = rule, .sector_bytes = 32,   \
   .load_bytes = load, .request_bytes = 128, .bank_count = 32, .bank_bytes = bank, .bank_step_bytes = step,            \
   .request_lanes = 32, .architecture = architecture_, .products = products_, .global_source = source,                 \
   .shared_source = COAL_SOURCE_STATED, __VA_ARGS__}

#define FERMI(cc_, products_, ...)                                                                                  \
  LINES(cc_, "", COAL_SHARED_ADD_ONE, 128, 4, 4, "fermi", products_, COAL_SOURCE_STATED, __VA_ARGS__),                      \
      LINES(cc_, ":l2", COAL_SHARED_ADD_ONE, 32, 4, 4, "fermi", products_, COAL_SOURCE_STATED, __VA_ARGS__)

#define KEPLER(cc_, products_, ...)                                                                                 \
  LINES(cc_, "", COAL_SHARED_WIDE_BANKS, 32, 8, 4, "kepler", products_, COAL_SOURCE_REPORTED, __VA_ARGS__),                 \
      LINES(cc_, ":l1", COAL_SHARED_WIDE_BANKS, 128, 8, 4, "kepler", products_, COAL_SOURCE_REPORTED, __VA_ARGS__),         \
      LINES(cc_, ":bank8", COAL_SHARED_WIDE_BANKS, 32, 8, 8, "kepler", products_, COAL_SOURCE_REPORTED, __VA_ARGS__),       \
      LINES(cc_, ":l1:bank8", COAL_SHARED_WIDE_BANKS, 128, 8, 8, "kepler", products_, COAL_SOURCE_REPORTED, __VA_ARGS__)

#define SECTORS(cc_, architecture_, products_, global, shared, device)                                                 \
  {.name = "sm_" #cc_, .cc = cc_, .global_rule = COAL_GLOBAL_BLOCKS, .shared_rule = COAL_SHARED_MERGING,               \
   .sector_bytes = 32, .load_bytes = 32, .bank_count = 32, .bank_bytes = 4, .bank_step_bytes = 4,                      \
   .request_lanes = 32, .architecture = architecture_, .products = products_,                                          \
   .global_source = COAL_SOURCE_##global, .shared_source = COAL_SOURCE_##shared, device}

/* The device: multiprocessors, warps and blocks resident on each, shared KiB, GB/s, ns, GFLOP/s, L2 MiB. */
static const coal_target targets[] = {
    HALF_WARPS(10, COAL_GLOBAL_IN_ORDER, "8800 GTX, 8800 Ultra, Tesla C870", DEVICE(16, 24, 8, 16, 86.4, 400, 346, 0)),
    HALF_WARPS(11, COAL_GLOBAL_IN_ORDER, "9800 GTX, 8800 GT, 8600 GT", DEVICE(16, 24, 8, 16, 70.4, 400, 432, 0)),
    HALF_WARPS(12, COAL_GLOBAL_SHRINKING, "GT 240, GT 220", DEVICE(12, 32, 8, 16, 54.4, 400, 257, 0)),
    HALF_WARPS(13, COAL_GLOBAL_SHRINKING, "GTX 280, GTX 285, Tesla C1060, GT200",
               DEVICE(30, 32, 8, 16, 141.7, 400, 622, 0)),
    FERMI(20, "Tesla C2050, M2090, GTX 480, GTX 580", DEVICE(14, 48, 8, 48, 144, 500, 1030, 0.75)),
    FERMI(21, "GTX 460, GTX 560", DEVICE(7, 48, 8, 48, 115.2, 500, 907, 0.5)),
    KEPLER(30, "GTX 680, GTX 770, K10", DEVICE(8, 64, 16, 48, 192.3, 400, 3090, 0.5)),
    KEPLER(32, "Jetson TK1", DEVICE(1, 64, 16, 48, 14.9, 400, 327, 0.125)),
    KEPLER(35, "K40, K20, K20X, GTX 780, GTX Titan", DEVICE(15, 64, 16, 48, 288, 400, 4290, 1.5)),
    KEPLER(37, "K80", DEVICE(13, 64, 16, 112, 240, 400, 4370, 1.5)),
    SECTORS(50, "maxwell", "GTX 750, K2200", REPORTED, STATED, DEVICE(4, 64, 32, 64, 80.2, 400, 1044, 2)),
    SECTORS(52, "maxwell", "GTX 980, M40, M60", REPORTED, STATED, DEVICE(16, 64, 32, 96, 224, 400, 4612, 2)),
    SECTORS(53, "maxwell", "Jetson TX1, Nano", REPORTED, STATED, DEVICE(2, 64, 32, 64, 25.6, 400, 512, 0.25)),
    SECTORS(60, "pascal", "P100", REPORTED, STATED, DEVICE(56, 64, 32, 64, 732, 400, 10600, 4)),
    SECTORS(61, "pascal", "GTX 1080, P4, P40", REPORTED, STATED, DEVICE(20, 64, 32, 96, 320, 400, 8873, 2)),
    SECTORS(62, "pascal", "Jetson TX2", REPORTED, STATED, DEVICE(2, 64, 32, 64, 59.7, 400, 665, 0.5)),
    SECTORS(70, "volta", "V100, Titan V", STATED, STATED, DEVICE(80, 64, 32, 96, 900, 400, 15700, 6)),
    SECTORS(72, "volta", "Jetson Xavier", STATED, STATED, DEVICE(8, 64, 32, 96, 137, 400, 1410, 0.5)),
    SECTORS(75, "turing", "T4, RTX 2080", STATED, STATED, DEVICE(40, 32, 16, 64, 320, 400, 8100, 4)),
    SECTORS(80, "ampere", "A100, A30", STATED, STATED, DEVICE(108, 64, 32, 164, 2039, 400, 19500, 40)),
    SECTORS(86, "ampere", "A10, A40, RTX 3090", STATED, STATED, DEVICE(72, 48, 16, 100, 600, 400, 31200, 6)),
    SECTORS(87, "ampere", "Jetson Orin", STATED, STATED, DEVICE(16, 48, 16, 164, 204.8, 400, 5300, 4)),
    SECTORS(88, "ampere", "", STATED, STATED, DEVICE(0, 48, 16, 100, 0, 400, 0, 0)),
    SECTORS(89, "ada", "L4, L40, RTX 4090", STATED, STATED, DEVICE(58, 48, 24, 100, 300, 400, 30300, 48)),
    SECTORS(90, "hopper", "H200, H100, GH200", MEASURED, MEASURED, DEVICE(132, 64, 32, 228, 4500, 397, 67000, 50)),
    SECTORS(100, "blackwell", "B200, GB200", STATED, STATED, DEVICE(148, 64, 32, 228, 8000, 400, 75000, 126)),
    SECTORS(101, "blackwell", "Jetson Thor (CUDA 12 name)", STATED, STATED, DEVICE(20, 64, 32, 228, 273, 400, 0, 0)),
    SECTORS(103, "blackwell", "B300, GB300", STATED, STATED, DEVICE(148, 64, 32, 228, 8000, 400, 75000, 126)),
    SECTORS(110, "blackwell", "Jetson Thor", STATED, STATED, DEVICE(20, 64, 32, 228, 273, 400, 0, 0)),
    SECTORS(120, "blackwell", "RTX 5090, RTX PRO 6000", STATED, STATED, DEVICE(170, 48, 24, 100, 1792, 400, 104800, 96)),
    SECTORS(121, "blackwell", "GB10, DGX Spark", STATED, STATED, DEVICE(48, 48, 24, 100, 273, 400, 31000, 24)),
    {.name = "lines128", .global_rule = COAL_GLOBAL_BLOCKS, .shared_rule = COAL_SHARED_MERGING, .sector_bytes = 128,
     .load_bytes = 128, .bank_count = 32, .bank_bytes = 4, .bank_step_bytes = 4, .request_lanes = 32,
     .architecture = "lines128", .products = "", .global_source = COAL_SOURCE_REPORTED,
     .shared_source = COAL_SOURCE_STATED, .warp_lanes = 32},
};

/* Products: boost clock in MHz, then the device as above. Stated by the vendor: data sheets of the data-centre GPUs (V100, A100,
 * A30, A10, A40, H100, H200, L4, L40, L40S, T4, P100, P40, P4), and the appendix of the architecture's white paper for the others
 * (GP100, GV100, TU102, GA100, GA102, AD102, GH100, RTX Blackwell). Bandwidth: bus width x data rate / 8. FP32: 2 x cores x boost clock.
 * Not verified here; what the H200 reaches is the row of sm_90. */
#define OF(cc_, architecture_, rule, names, mhz, ...)                                                                  \
  {.name = "sm_" #cc_, .cc = cc_, .global_rule = COAL_GLOBAL_BLOCKS, .shared_rule = COAL_SHARED_MERGING,               \
   .sector_bytes = 32, .load_bytes = 32, .bank_count = 32, .bank_bytes = 4, .bank_step_bytes = 4,                      \
   .request_lanes = 32, .architecture = architecture_, .products = names, .is_product = true, .clock_mhz = mhz,        \
   .global_source = COAL_SOURCE_##rule, .shared_source = COAL_SOURCE_##rule, __VA_ARGS__}
#define P100S(names, mhz, sms, gbps, gf, l2) OF(60, "pascal", REPORTED, names, mhz, DEVICE(sms, 64, 32, 64, gbps, 400, gf, l2))
#define GP10X(names, mhz, sms, gbps, gf, l2) OF(61, "pascal", REPORTED, names, mhz, DEVICE(sms, 64, 32, 96, gbps, 400, gf, l2))
#define VOLTA(names, mhz, sms, gbps, gf, l2) OF(70, "volta", STATED, names, mhz, DEVICE(sms, 64, 32, 96, gbps, 400, gf, l2))
#define TURING(names, mhz, sms, gbps, gf, l2) OF(75, "turing", STATED, names, mhz, DEVICE(sms, 32, 16, 64, gbps, 400, gf, l2))
#define GA100(names, mhz, sms, gbps, gf, l2) OF(80, "ampere", STATED, names, mhz, DEVICE(sms, 64, 32, 164, gbps, 400, gf, l2))
#define GA10X(names, mhz, sms, gbps, gf, l2) OF(86, "ampere", STATED, names, mhz, DEVICE(sms, 48, 16, 100, gbps, 400, gf, l2))
#define ADA(names, mhz, sms, gbps, gf, l2) OF(89, "ada", STATED, names, mhz, DEVICE(sms, 48, 24, 100, gbps, 400, gf, l2))
#define HOPPER(names, mhz, sms, gbps, gf, l2) OF(90, "hopper", MEASURED, names, mhz, DEVICE(sms, 64, 32, 228, gbps, 397, gf, l2))
#define GB20X(names, mhz, sms, gbps, gf, l2) OF(120, "blackwell", STATED, names, mhz, DEVICE(sms, 48, 24, 100, gbps, 400, gf, l2))
static const coal_target product_rows[] = {
    P100S("P100, P100 SXM2", 1480, 56, 732, 10600, 4),
    GP10X("P4", 1114, 20, 192, 5500, 2),
    GP10X("P40", 1531, 30, 346, 12000, 3),
    GP10X("GTX 1080", 1733, 20, 320, 8873, 2),
    GP10X("GTX 1080 Ti", 1582, 28, 484, 11340, 2.75),
    VOLTA("V100, V100 SXM2", 1530, 80, 900, 15700, 6),
    VOLTA("V100 PCIe", 1380, 80, 900, 14000, 6),
    VOLTA("Titan V", 1455, 80, 653, 14900, 4.5),
    TURING("T4", 1590, 40, 320, 8100, 4),
    TURING("RTX 2080", 1710, 46, 448, 10100, 4),
    TURING("RTX 2080 Ti", 1545, 68, 616, 13400, 5.5),
    GA100("A100, A100 SXM, A100 80GB", 1410, 108, 2039, 19500, 40),
    GA100("A100 PCIe, A100 80GB PCIe", 1410, 108, 1935, 19500, 40),
    GA100("A100 40GB", 1410, 108, 1555, 19500, 40),
    GA100("A30", 1440, 56, 933, 10300, 24),
    GA10X("A10", 1695, 72, 600, 31200, 6),
    GA10X("A40", 1740, 84, 696, 37400, 6),
    GA10X("A6000, RTX A6000", 1800, 84, 768, 38700, 6),
    GA10X("RTX 3080", 1710, 68, 760, 29800, 5),
    GA10X("RTX 3090", 1695, 82, 936, 35600, 6),
    ADA("L4", 2040, 58, 300, 30300, 48),
    ADA("L40", 2490, 142, 864, 90500, 96),
    ADA("L40S", 2520, 142, 864, 91600, 96),
    ADA("RTX 4080", 2505, 76, 717, 48700, 64),
    ADA("RTX 4090", 2520, 128, 1008, 82600, 72),
    HOPPER("H100, H100 SXM", 1980, 132, 3350, 67000, 50),
    HOPPER("H100 PCIe", 1755, 114, 2000, 51200, 50),
    HOPPER("H200, H200 SXM", 1980, 132, 4800, 67000, 50),
    GB20X("RTX 5080", 2617, 84, 960, 56300, 64),
    GB20X("RTX 5090", 2407, 170, 1792, 104800, 96),
};
// clang-format on

enum { N_PRODUCTS = sizeof product_rows / sizeof *product_rows };

enum { N_TARGETS = sizeof targets / sizeof *targets, N_LISTED = 46 };
_Static_assert(N_TARGETS == N_LISTED, "coal_target_list names every target");

/** Compares without case, spaces, '-' and '_': "RTX-4090" is "rtx 4090". Reads n characters of a and m of b. */
static bool is_same_name(const char *a, size_t n, const char *b, size_t m) {
  size_t i = 0, k = 0;
  for (;;) {
    while (i < n && strchr(" -_", a[i])) i++;
    while (k < m && strchr(" -_", b[k])) k++;
    if (i == n || k == m) return i == n && k == m;
    if (tolower((unsigned char)a[i++]) != tolower((unsigned char)b[k++])) return false;
  }
}

static bool is_product(const char *products, const char *name, size_t n) {
  for (const char *p = products; *p;) {
    size_t length = strcspn(p, ",");
    if (is_same_name(p, length, name, n)) return true;
    p += length;
    while (*p == ',' || *p == ' ') p++;
  }
  return false;
}

/** "sm_90a", "compute_90", "90", "9.0" → 90; 0 when the n characters are none of these. */
static unsigned capability(const char *name, size_t n) {
  char text[32];
  if (n >= sizeof text) return 0;
  memcpy(text, name, n);
  text[n] = 0;
  const char *p = text;
  if (!strncmp(p, "sm_", 3))
    p += 3;
  else if (!strncmp(p, "compute_", 8))
    p += 8;
  if (!isdigit((unsigned char)*p)) return 0;
  char *end;
  unsigned long cc = strtoul(p, &end, 10);
  if (*end == '.' && isdigit((unsigned char)end[1])) {
    if (cc > 99) return 0;
    cc = cc * 10 + (unsigned long)(end[1] - '0');
    end += 2;
  }
  if (*end == 'a' || *end == 'f') end++;
  return *end || cc > 999 ? 0 : (unsigned)cc;
}

/** The switches behind a target's name; the default where nothing is said. */
typedef struct coal_switches {
  bool says_loads, wants_lines, wants_wide;
} coal_switches;

/** Cuts the switches off the end of a name of `*n` characters: ":l1", "-l2", ":bank8", any number. */
static coal_switches cut_switches(const char *name, size_t *n) {
  coal_switches s = {0};
  for (;;) {
    size_t at = *n;
    while (at > 0 && !strchr(":-", name[at - 1])) at--;
    if (!at) return s;
    const char *word = name + at;
    size_t length = *n - at;
    if (is_same_name(word, length, "l1", 2))
      s.says_loads = s.wants_lines = true;
    else if (is_same_name(word, length, "l2", 2))
      s.says_loads = true, s.wants_lines = false;
    else if (is_same_name(word, length, "bank8", 5))
      s.wants_wide = true;
    else
      return s;
    *n = at - 1;
  }
}

static bool has_switches(const coal_target *t, coal_switches s, const coal_target *plain) {
  bool has_lines = t->load_bytes > t->sector_bytes, is_wide = t->bank_step_bytes == 8;
  bool wants_lines = s.says_loads ? s.wants_lines : plain->load_bytes > plain->sector_bytes;
  return t->cc == plain->cc && has_lines == wants_lines && is_wide == s.wants_wide;
}

const coal_target *coal_target_products(size_t *n) {
  *n = N_PRODUCTS;
  return product_rows;
}

const coal_target *coal_target_find(const char *name) {
  if (!name || !*name) return NULL;
  for (size_t i = 0; i < N_PRODUCTS; i++)
    if (is_product(product_rows[i].products, name, strlen(name))) return &product_rows[i];
  size_t n = strlen(name), all = n;
  coal_switches s = cut_switches(name, &n);
  unsigned cc = capability(name, n);
  const coal_target *plain = NULL;
  for (size_t i = 0; i < N_TARGETS && !plain && n; i++) {
    const coal_target *t = &targets[i];
    bool is_named = is_product(t->products, name, n) || is_product(t->architecture, name, n);
    if (cc ? t->cc == cc : is_named) plain = t;
  }
  if (!plain || (n < all && !plain->request_bytes)) return NULL;
  for (size_t i = 0; i < N_TARGETS; i++)
    if (has_switches(&targets[i], s, plain)) return &targets[i];
  return NULL;
}

#define FIVE(i) &targets[i], &targets[i + 1], &targets[i + 2], &targets[i + 3], &targets[i + 4]

const coal_target *const *coal_target_list(size_t *n) {
  static const coal_target *const list[N_LISTED] = {&targets[45], FIVE(0),  FIVE(5),  FIVE(10), FIVE(15),
                                                    FIVE(20),     FIVE(25), FIVE(30), FIVE(35), FIVE(40)};
  *n = N_LISTED;
  return list;
}

uint32_t coal_target_block_bytes(const coal_target *target, coal_mem_op op) {
  return op == COAL_MEM_LOAD ? target->load_bytes : target->sector_bytes;
}

const char *coal_target_unit(const coal_target *target, coal_space space, coal_mem_op op) {
  if (space == COAL_SPACE_SHARED) return "wavefront";
  if (target && target->global_rule != COAL_GLOBAL_BLOCKS) return "transaction";
  return target && coal_target_block_bytes(target, op) > 32 ? "line" : "sector";
}
