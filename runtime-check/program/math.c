/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#define _GNU_SOURCE /* j0, exp10 */
#include "lanes.h"
#include "special_functions.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef void (*any_fn)(void);

/* ---- what the host's library does not have ------------------------------------------------------------------- */

static double rsqrt_d(double x) { return 1 / sqrt(x); }
static float rsqrt_f(float x) { return 1 / sqrtf(x); }
static double rcbrt_d(double x) { return 1 / cbrt(x); }
static float rcbrt_f(float x) { return 1 / cbrtf(x); }
#define FROM_DOUBLE(NAME) \
  static float NAME##_f(float x) { return (float)coal_vm_math_##NAME((double)x); }
FROM_DOUBLE(sinpi)
FROM_DOUBLE(cospi)
FROM_DOUBLE(erfcx)
FROM_DOUBLE(normcdf)
FROM_DOUBLE(erfinv)
FROM_DOUBLE(erfcinv)
FROM_DOUBLE(normcdfinv)
static double rhypot_d(double x, double y) { return 1 / hypot(x, y); }
static float rhypot_f(float x, float y) { return 1 / hypotf(x, y); }
static double divide_d(double x, double y) { return x / y; }
static float divide_f(float x, float y) { return x / y; }
static double add_d(double x, double y) { return x + y; }
static float add_f(float x, float y) { return x + y; }
static double sub_d(double x, double y) { return x - y; }
static float sub_f(float x, float y) { return x - y; }
static double mul_d(double x, double y) { return x * y; }
static float mul_f(float x, float y) { return x * y; }
static double rcp_d(double x) { return 1 / x; }
static float rcp_f(float x) { return 1 / x; }
static double norm3d_d(double x, double y, double z) { return hypot(hypot(x, y), z); }
static float norm3d_f(float x, float y, float z) { return (float)norm3d_d((double)x, (double)y, (double)z); }
static double rnorm3d_d(double x, double y, double z) { return 1 / norm3d_d(x, y, z); }
static float rnorm3d_f(float x, float y, float z) { return 1 / norm3d_f(x, y, z); }
static float saturate_f(float x) { return fminf(fmaxf(x, 0), 1); }
static double powi_d(double x, int n) { return pow(x, n); }
static float powi_f(float x, int n) { return powf(x, (float)n); }
static double frexp_value_d(double x) {
  int e;
  return frexp(x, &e);
}
static float frexp_value_f(float x) {
  int e;
  return frexpf(x, &e);
}
static int frexp_exponent_d(double x) {
  int e;
  frexp(x, &e);
  return e;
}
static int frexp_exponent_f(float x) {
  int e;
  frexpf(x, &e);
  return e;
}
static double modf_whole_d(double x) {
  double w;
  modf(x, &w);
  return w;
}
static double modf_fraction_d(double x) {
  double w;
  return modf(x, &w);
}
static float modf_whole_f(float x) {
  float w;
  modff(x, &w);
  return w;
}
static float modf_fraction_f(float x) {
  float w;
  return modff(x, &w);
}
static int isnan_d(double x) { return isnan(x) != 0; }
static int isnan_f(float x) { return isnan(x) != 0; }
static int isinf_d(double x) { return isinf(x) != 0; }
static int isinf_f(float x) { return isinf(x) != 0; }
static int isfinite_d(double x) { return isfinite(x) != 0; }
static int isfinite_f(float x) { return isfinite(x) != 0; }
static int signbit_d(double x) { return signbit(x) != 0; }
static int signbit_f(float x) { return signbit(x) != 0; }

static uint32_t popc(uint32_t x) { return (uint32_t)__builtin_popcount(x); }
static uint32_t popcll(uint64_t x) { return (uint32_t)__builtin_popcountll(x); }
static uint32_t clz(uint32_t x) { return x ? (uint32_t)__builtin_clz(x) : 32; }
static uint32_t clzll(uint64_t x) { return x ? (uint32_t)__builtin_clzll(x) : 64; }
static uint32_t ffs_word(uint32_t x) { return x ? (uint32_t)__builtin_ctz(x) + 1 : 0; }
static uint32_t ffs_long(uint64_t x) { return x ? (uint32_t)__builtin_ctzll(x) + 1 : 0; }
static uint64_t brevll(uint64_t x) {
  uint64_t r = 0;
  for (unsigned k = 0; k < 64; k++) r = r << 1 | (x >> k & 1);
  return r;
}
static uint32_t brev(uint32_t x) { return (uint32_t)(brevll(x) >> 32); }
static uint32_t mulhi(uint32_t a, uint32_t b) { return (uint32_t)(((int64_t)(int32_t)a * (int32_t)b) >> 32); }
static uint32_t umulhi(uint32_t a, uint32_t b) { return (uint32_t)(((uint64_t)a * b) >> 32); }
static uint64_t umul64hi(uint64_t a, uint64_t b) {
  uint64_t mid = (a >> 32) * (b & 0xffffffffu) + ((a & 0xffffffffu) * (b & 0xffffffffu) >> 32);
  uint64_t mid2 = (a & 0xffffffffu) * (b >> 32) + (mid & 0xffffffffu);
  return (a >> 32) * (b >> 32) + (mid >> 32) + (mid2 >> 32);
}
static uint64_t mul64hi(uint64_t a, uint64_t b) {
  return umul64hi(a, b) - ((int64_t)a < 0 ? b : 0) - ((int64_t)b < 0 ? a : 0);
}
static uint32_t mul24(uint32_t a, uint32_t b) {
  return (uint32_t)(((int32_t)(a << 8) >> 8) * ((int32_t)(b << 8) >> 8));
}
static uint32_t umul24(uint32_t a, uint32_t b) { return (a & 0xffffffu) * (b & 0xffffffu); }
static uint32_t sad(uint32_t a, uint32_t b, uint32_t c) { return ((int32_t)a > (int32_t)b ? a - b : b - a) + c; }
static uint32_t usad(uint32_t a, uint32_t b, uint32_t c) { return (a > b ? a - b : b - a) + c; }
static uint32_t hadd(uint32_t a, uint32_t b) { return (uint32_t)(((int64_t)(int32_t)a + (int32_t)b) >> 1); }
static uint32_t rhadd(uint32_t a, uint32_t b) { return (uint32_t)(((int64_t)(int32_t)a + (int32_t)b + 1) >> 1); }
static uint32_t uhadd(uint32_t a, uint32_t b) { return (uint32_t)(((uint64_t)a + b) >> 1); }
static uint32_t urhadd(uint32_t a, uint32_t b) { return (uint32_t)(((uint64_t)a + b + 1) >> 1); }
static uint32_t byte_perm(uint32_t a, uint32_t b, uint32_t sel) {
  uint64_t bytes = (uint64_t)b << 32 | a;
  uint32_t r = 0;
  for (unsigned k = 0; k < 4; k++) {
    unsigned n = sel >> (4 * k) & 7u;
    uint32_t byte = (uint32_t)(bytes >> (8 * n)) & 255u;
    if (sel >> (4 * k) & 8u) byte = byte & 128u ? 255u : 0;
    r |= byte << (8 * k);
  }
  return r;
}
static uint32_t funnel_l(uint32_t lo, uint32_t hi, uint32_t n) {
  return (uint32_t)(((uint64_t)hi << 32 | lo) << (n & 31u) >> 32);
}
static uint32_t funnel_r(uint32_t lo, uint32_t hi, uint32_t n) {
  return (uint32_t)(((uint64_t)hi << 32 | lo) >> (n & 31u));
}
static uint32_t funnel_lc(uint32_t lo, uint32_t hi, uint32_t n) { return n >= 32 ? lo : funnel_l(lo, hi, n); }
static uint32_t funnel_rc(uint32_t lo, uint32_t hi, uint32_t n) { return n >= 32 ? hi : funnel_r(lo, hi, n); }
/** PTX bfe: `b` is where the field starts, `c` how long it is, of both the low byte. */
static uint32_t bfe_u(uint32_t a, uint32_t b, uint32_t c) {
  uint32_t at = b & 255u, n = c & 255u;
  if (at > 31 || !n) return 0;
  return a >> at & (n > 31 ? UINT32_MAX : (1u << n) - 1);
}
static uint32_t bfe_s(uint32_t a, uint32_t b, uint32_t c) {
  uint32_t at = b & 255u, n = c & 255u, last = at + n - 1 > 31 ? 31 : at + n - 1;
  if (!n) return 0;
  bool is_negative = a >> last & 1u;
  uint32_t field = bfe_u(a, b, c);
  uint32_t bits = at > 31 ? 0 : n > 32 - at ? 32 - at : n;
  return is_negative && bits < 32 ? field | UINT32_MAX << bits : field;
}
static uint32_t dp4a(uint32_t a, uint32_t b, uint32_t c) {
  for (unsigned k = 0; k < 32; k += 8) c += (uint32_t)((int8_t)(a >> k) * (int8_t)(b >> k));
  return c;
}
static uint32_t udp4a(uint32_t a, uint32_t b, uint32_t c) {
  for (unsigned k = 0; k < 32; k += 8) c += (a >> k & 255u) * (b >> k & 255u);
  return c;
}
static uint32_t abs_word(uint32_t a) { return (int32_t)a < 0 ? 0 - a : a; }
static uint64_t abs_long(uint64_t a) { return (int64_t)a < 0 ? 0 - a : a; }
static uint32_t min_i(uint32_t a, uint32_t b) { return (int32_t)a < (int32_t)b ? a : b; }
static uint32_t max_i(uint32_t a, uint32_t b) { return (int32_t)a > (int32_t)b ? a : b; }
static uint32_t min_u(uint32_t a, uint32_t b) { return a < b ? a : b; }
static uint32_t max_u(uint32_t a, uint32_t b) { return a > b ? a : b; }
static uint64_t min_l(uint64_t a, uint64_t b) { return (int64_t)a < (int64_t)b ? a : b; }
static uint64_t max_l(uint64_t a, uint64_t b) { return (int64_t)a > (int64_t)b ? a : b; }
static uint64_t min_ul(uint64_t a, uint64_t b) { return a < b ? a : b; }
static uint64_t max_ul(uint64_t a, uint64_t b) { return a > b ? a : b; }
static uint32_t float_bits(float x) {
  uint32_t b;
  memcpy(&b, &x, 4);
  return b;
}
static float bits_float(uint32_t x) {
  float f;
  memcpy(&f, &x, 4);
  return f;
}
static uint64_t double_bits(double x) {
  uint64_t b;
  memcpy(&b, &x, 8);
  return b;
}
static double bits_double(uint64_t x) {
  double f;
  memcpy(&f, &x, 8);
  return f;
}
static uint32_t double_high(double x) { return (uint32_t)(double_bits(x) >> 32); }
static uint32_t double_low(double x) { return (uint32_t)double_bits(x); }
static double from_halves(uint32_t hi, uint32_t lo) { return bits_double((uint64_t)hi << 32 | lo); }
static uint32_t half_bits(float x) { return coal_vm_float_to_half(x); }
static uint32_t fns(uint32_t mask, uint32_t base, uint32_t offset) {
  int32_t n = (int32_t)offset;
  if (n == 0) return mask >> (base & 31u) & 1u ? base : UINT32_MAX;
  int step = n > 0 ? 1 : -1;
  for (int k = (int)base, left = n > 0 ? n : -n; k >= 0 && k < 32; k += step)
    if (mask >> k & 1u && --left == 0) return (uint32_t)k;
  return UINT32_MAX;
}

/* ---- conversions with a rounding mode -------------------------------------------------------------------------- */

static double round_mode(double x, char mode) {
  return mode == 'z' ? trunc(x) : mode == 'u' ? ceil(x) : mode == 'd' ? floor(x) : rint(x);
}
#define TO_INT(NAME, FROM, MODE, I, R, LO, HI, MIN, MAX)                         \
  static R NAME(FROM v) {                                                        \
    double x = round_mode((double)v, MODE);                                      \
    return x != x ? (R)0 : x < (LO) ? (R)(MIN) : x >= (HI) ? (R)(MAX) : (R)(I)x; \
  }
#define TO_INT_MODES(BASE, FROM, I, R, LO, HI, MIN, MAX) \
  TO_INT(BASE##_n, FROM, 'n', I, R, LO, HI, MIN, MAX)    \
  TO_INT(BASE##_z, FROM, 'z', I, R, LO, HI, MIN, MAX)    \
  TO_INT(BASE##_u, FROM, 'u', I, R, LO, HI, MIN, MAX)    \
  TO_INT(BASE##_d, FROM, 'd', I, R, LO, HI, MIN, MAX)
TO_INT_MODES(f2i, float, int32_t, uint32_t, -0x1p31, 0x1p31, INT32_MIN, INT32_MAX)
TO_INT_MODES(f2u, float, uint32_t, uint32_t, 0.0, 0x1p32, 0, UINT32_MAX)
TO_INT_MODES(f2l, float, int64_t, uint64_t, -0x1p63, 0x1p63, INT64_MIN, INT64_MAX)
TO_INT_MODES(f2ul, float, uint64_t, uint64_t, 0.0, 0x1p64, 0, UINT64_MAX)
TO_INT_MODES(d2i, double, int32_t, uint32_t, -0x1p31, 0x1p31, INT32_MIN, INT32_MAX)
TO_INT_MODES(d2u, double, uint32_t, uint32_t, 0.0, 0x1p32, 0, UINT32_MAX)
TO_INT_MODES(d2l, double, int64_t, uint64_t, -0x1p63, 0x1p63, INT64_MIN, INT64_MAX)
TO_INT_MODES(d2ul, double, uint64_t, uint64_t, 0.0, 0x1p64, 0, UINT64_MAX)
static uint64_t round_away_f(float x) { return f2l_z(roundf(x)); }
static uint64_t round_away_d(double x) { return d2l_z(round(x)); }
static int ilogb_d(double x) { return ilogb(x); }
static int ilogb_f(float x) { return ilogbf(x); }
static float i2f(uint32_t x) { return (float)(int32_t)x; }
static float u2f(uint32_t x) { return (float)x; }
static float l2f(uint64_t x) { return (float)(int64_t)x; }
static float ul2f(uint64_t x) { return (float)x; }
static double i2d(uint32_t x) { return (double)(int32_t)x; }
static double u2d(uint32_t x) { return (double)x; }
static double l2d(uint64_t x) { return (double)(int64_t)x; }
static double ul2d(uint64_t x) { return (double)x; }
static float d2f(double x) { return (float)x; }

/* ---- running them lane by lane --------------------------------------------------------------------------------- */

#define RUN(NAME, R, PARAMS, CALL, ...)                                 \
  static void NAME(const coal_vm_ins *ins, uint8_t *f, uint32_t mask) { \
    typedef R fn_type PARAMS;                                           \
    fn_type *fn = (fn_type *)(uintptr_t)ins->imm;                       \
    R *d = (R *)(void *)(f + ins->dst);                                 \
    __VA_ARGS__                                                         \
    COAL_EACH_LANE(mask, l, { d[l] = fn CALL; });                       \
  }
#define P(T, N) const T *N = (const T *)(const void *)(f + ins->N);
RUN(run_ff, float, (float), (a[l]), P(float, a))
RUN(run_fff, float, (float, float), (a[l], b[l]), P(float, a) P(float, b))
RUN(run_ffff, float, (float, float, float), (a[l], b[l], c[l]), P(float, a) P(float, b) P(float, c))
RUN(run_dd, double, (double), (a[l]), P(double, a))
RUN(run_ddd, double, (double, double), (a[l], b[l]), P(double, a) P(double, b))
RUN(run_dddd, double, (double, double, double), (a[l], b[l], c[l]), P(double, a) P(double, b) P(double, c))
RUN(run_if, uint32_t, (float), (a[l]), P(float, a))
RUN(run_id, uint32_t, (double), (a[l]), P(double, a))
RUN(run_lf, uint64_t, (float), (a[l]), P(float, a))
RUN(run_ld, uint64_t, (double), (a[l]), P(double, a))
RUN(run_fi, float, (uint32_t), (a[l]), P(uint32_t, a))
RUN(run_di, double, (uint32_t), (a[l]), P(uint32_t, a))
RUN(run_fl, float, (uint64_t), (a[l]), P(uint64_t, a))
RUN(run_dl, double, (uint64_t), (a[l]), P(uint64_t, a))
RUN(run_fd, float, (double), (a[l]), P(double, a))
RUN(run_ffi, float, (float, uint32_t), (a[l], b[l]), P(float, a) P(uint32_t, b))
RUN(run_ddi, double, (double, uint32_t), (a[l], b[l]), P(double, a) P(uint32_t, b))
RUN(run_dii, double, (uint32_t, uint32_t), (a[l], b[l]), P(uint32_t, a) P(uint32_t, b))
RUN(run_ii, uint32_t, (uint32_t), (a[l]), P(uint32_t, a))
RUN(run_iii, uint32_t, (uint32_t, uint32_t), (a[l], b[l]), P(uint32_t, a) P(uint32_t, b))
RUN(run_iiii, uint32_t, (uint32_t, uint32_t, uint32_t), (a[l], b[l], c[l]),
    P(uint32_t, a) P(uint32_t, b) P(uint32_t, c))
RUN(run_il, uint32_t, (uint64_t), (a[l]), P(uint64_t, a))
RUN(run_ll, uint64_t, (uint64_t), (a[l]), P(uint64_t, a))
RUN(run_lll, uint64_t, (uint64_t, uint64_t), (a[l], b[l]), P(uint64_t, a) P(uint64_t, b))

static coal_vm_lane_fn *runner(const char *signature) {
  static const struct {
    const char *signature;
    coal_vm_lane_fn *fn;
  } table[] = {{"ff", run_ff},     {"fff", run_fff}, {"ffff", run_ffff}, {"dd", run_dd},  {"ddd", run_ddd},
               {"dddd", run_dddd}, {"if", run_if},   {"id", run_id},     {"lf", run_lf},  {"ld", run_ld},
               {"fi", run_fi},     {"di", run_di},   {"fl", run_fl},     {"dl", run_dl},  {"fd", run_fd},
               {"ffi", run_ffi},   {"ddi", run_ddi}, {"dii", run_dii},   {"ii", run_ii},  {"iii", run_iii},
               {"iiii", run_iiii}, {"il", run_il},   {"ll", run_ll},     {"lll", run_lll}};
  for (size_t k = 0; k < sizeof table / sizeof *table; k++)
    if (!strcmp(table[k].signature, signature)) return table[k].fn;
  return NULL;
}

/* ---- names ----------------------------------------------------------------------------------------------------- */

typedef struct math_entry {
  const char *name, *signature;
  any_fn fn;
} math_entry;

#define E(NAME, SIGNATURE, FN) {NAME, SIGNATURE, (any_fn)FN},
#define LIBM1(F) E(#F, "dd", F) E(#F "f", "ff", F##f)
#define LIBM2(F) E(#F, "ddd", F) E(#F "f", "fff", F##f)
#define OWN1(F) E(#F, "dd", F##_d) E(#F "f", "ff", F##_f)
#define MODES(NAME, SIGNATURE, FN) \
  E(NAME "_rn", SIGNATURE, FN) E(NAME "_rz", SIGNATURE, FN) E(NAME "_ru", SIGNATURE, FN) E(NAME "_rd", SIGNATURE, FN)
#define INTS(NAME, SIGNATURE, FN)  \
  E(NAME "_rn", SIGNATURE, FN##_n) \
  E(NAME "_rz", SIGNATURE, FN##_z) E(NAME "_ru", SIGNATURE, FN##_u) E(NAME "_rd", SIGNATURE, FN##_d)

// clang-format off
static const math_entry entries[] = {
    LIBM1(acos) LIBM1(acosh) LIBM1(asin) LIBM1(asinh) LIBM1(atan) LIBM1(atanh) LIBM1(cbrt) LIBM1(ceil) LIBM1(cos)
    LIBM1(cosh) LIBM1(erf) LIBM1(erfc) LIBM1(exp) LIBM1(exp2) LIBM1(exp10) LIBM1(expm1) LIBM1(fabs) LIBM1(floor)
    LIBM1(lgamma) LIBM1(log) LIBM1(log10) LIBM1(log1p) LIBM1(log2) LIBM1(logb) LIBM1(nearbyint) LIBM1(rint)
    LIBM1(round) LIBM1(sin) LIBM1(sinh) LIBM1(sqrt) LIBM1(tan) LIBM1(tanh) LIBM1(tgamma) LIBM1(trunc) LIBM1(j0)
    LIBM1(j1) LIBM1(y0) LIBM1(y1) LIBM2(atan2) LIBM2(copysign) LIBM2(fdim) LIBM2(fmax) LIBM2(fmin) LIBM2(fmod)
    LIBM2(hypot) LIBM2(nextafter) LIBM2(pow) LIBM2(remainder) E("fma", "dddd", fma) E("fmaf", "ffff", fmaf)
    E("ldexp", "ddi", ldexp) E("ldexpf", "ffi", ldexpf) E("scalbn", "ddi", scalbn) E("scalbnf", "ffi", scalbnf)
    E("powi", "ddi", powi_d) E("powif", "ffi", powi_f) OWN1(rsqrt) OWN1(rcbrt) E("sinpi", "dd", coal_vm_math_sinpi) E("sinpif", "ff", sinpi_f) E("cospi", "dd", coal_vm_math_cospi) E("cospif", "ff", cospi_f) E("erfcx", "dd", coal_vm_math_erfcx) E("erfcxf", "ff", erfcx_f)
    E("normcdf", "dd", coal_vm_math_normcdf) E("normcdff", "ff", normcdf_f) E("erfinv", "dd", coal_vm_math_erfinv) E("erfinvf", "ff", erfinv_f) E("erfcinv", "dd", coal_vm_math_erfcinv) E("erfcinvf", "ff", erfcinv_f) E("normcdfinv", "dd", coal_vm_math_normcdfinv) E("normcdfinvf", "ff", normcdfinv_f) E("rhypot", "ddd", rhypot_d)
    E("rhypotf", "fff", rhypot_f) E("fdivide", "ddd", divide_d) E("fdividef", "fff", divide_f)
    E("norm3d", "dddd", norm3d_d) E("norm3df", "ffff", norm3d_f) E("rnorm3d", "dddd", rnorm3d_d)
    E("rnorm3df", "ffff", rnorm3d_f) E("saturatef", "ff", saturate_f) E("saturate", "ff", saturate_f)
    E("absf", "ff", fabsf) E("abs", "dd", fabs) E("frexp#value", "dd", frexp_value_d)
    E("frexpf#value", "ff", frexp_value_f) E("frexp#out", "id", frexp_exponent_d)
    E("frexpf#out", "if", frexp_exponent_f) E("modf#value", "dd", modf_fraction_d)
    E("modff#value", "ff", modf_fraction_f) E("modf#out", "dd", modf_whole_d) E("modff#out", "ff", modf_whole_f)
    E("isnan", "id", isnan_d) E("isnanf", "if", isnan_f) E("isnand", "id", isnan_d) E("isinf", "id", isinf_d)
    E("isinff", "if", isinf_f) E("isinfd", "id", isinf_d) E("isfinite", "id", isfinite_d)
    E("isfinitef", "if", isfinite_f) E("finitef", "if", isfinite_f) E("isfinited", "id", isfinite_d)
    E("signbit", "id", signbit_d) E("signbitf", "if", signbit_f) E("signbitd", "id", signbit_d)
    E("ilogb", "id", ilogb_d) E("ilogbf", "if", ilogb_f) E("llrint", "ld", d2l_n) E("llrintf", "lf", f2l_n)
    E("lrint", "ld", d2l_n) E("lrintf", "lf", f2l_n) E("llround", "ld", round_away_d)
    E("llroundf", "lf", round_away_f) E("lround", "ld", round_away_d) E("lroundf", "lf", round_away_f)
    MODES("fadd", "fff", add_f) MODES("fsub", "fff", sub_f) MODES("fmul", "fff", mul_f) MODES("fdiv", "fff", divide_f)
    MODES("frcp", "ff", rcp_f) MODES("fsqrt", "ff", sqrtf) MODES("fmaf", "ffff", fmaf)
    MODES("fmaf_ieee", "ffff", fmaf) E("frsqrt_rn", "ff", rsqrt_f) MODES("dadd", "ddd", add_d)
    MODES("dsub", "ddd", sub_d) MODES("dmul", "ddd", mul_d) MODES("ddiv", "ddd", divide_d) MODES("drcp", "dd", rcp_d)
    MODES("dsqrt", "dd", sqrt) MODES("fma", "dddd", fma) INTS("float2int", "if", f2i) INTS("float2uint", "if", f2u)
    INTS("float2ll", "lf", f2l) INTS("float2ull", "lf", f2ul) INTS("double2int", "id", d2i)
    INTS("double2uint", "id", d2u) INTS("double2ll", "ld", d2l) INTS("double2ull", "ld", d2ul)
    MODES("double2float", "fd", d2f) MODES("int2float", "fi", i2f) MODES("uint2float", "fi", u2f)
    MODES("ll2float", "fl", l2f) MODES("ull2float", "fl", ul2f) MODES("ll2double", "dl", l2d)
    MODES("ull2double", "dl", ul2d) E("int2double_rn", "di", i2d) E("uint2double_rn", "di", u2d)
    E("int2double", "di", i2d) E("float_as_int", "if", float_bits) E("float_as_uint", "if", float_bits)
    E("int_as_float", "fi", bits_float) E("uint_as_float", "fi", bits_float)
    E("double_as_longlong", "ld", double_bits) E("longlong_as_double", "dl", bits_double)
    E("double2hiint", "id", double_high) E("double2loint", "id", double_low) E("hiloint2double", "dii", from_halves)
    E("float2half_rn#bits", "if", half_bits) E("popc", "ii", popc) E("popcll", "il", popcll) E("clz", "ii", clz)
    E("clzll", "il", clzll) E("ffs", "ii", ffs_word) E("ffsll", "il", ffs_long) E("brev", "ii", brev)
    E("brevll", "ll", brevll) E("mulhi", "iii", mulhi) E("umulhi", "iii", umulhi) E("mul64hi", "lll", mul64hi)
    E("umul64hi", "lll", umul64hi) E("mul24", "iii", mul24) E("umul24", "iii", umul24) E("sad", "iiii", sad)
    E("usad", "iiii", usad) E("hadd", "iii", hadd) E("rhadd", "iii", rhadd) E("uhadd", "iii", uhadd)
    E("urhadd", "iii", urhadd) E("byte_perm", "iiii", byte_perm) E("funnelshift_l", "iiii", funnel_l)
    E("funnelshift_r", "iiii", funnel_r) E("funnelshift_lc", "iiii", funnel_lc) E("funnelshift_rc", "iiii", funnel_rc)
    E("fns", "iiii", fns) E("dp4a", "iiii", dp4a) E("udp4a", "iiii", udp4a) E("abs#i", "ii", abs_word)
    E("llabs", "ll", abs_long) E("min", "iii", min_i) E("max", "iii", max_i) E("umin", "iii", min_u)
    E("umax", "iii", max_u) E("llmin", "lll", min_l) E("llmax", "lll", max_l) E("ullmin", "lll", min_ul)
    E("ullmax", "lll", max_ul) E("bfe_u32", "iiii", bfe_u) E("bfe_s32", "iiii", bfe_s)
};
// clang-format on

static const math_entry *find(const char *name) {
  for (size_t k = 0; k < sizeof entries / sizeof *entries; k++)
    if (!strcmp(entries[k].name, name)) return &entries[k];
  return NULL;
}

bool coal_vm_math_find(const char *name, coal_vm_lane_fn **fn, int64_t *imm, const char **signature) {
  const math_entry *e = NULL;
  if (!strncmp(name, "__nv_fast_", 10))
    e = find(name + 10);
  else if (!strncmp(name, "__nv_", 5))
    e = find(name + 5);
  else if (!strncmp(name, "__", 2))
    e = find(name + 2);
  else
    e = find(name);
  if (!e) return false;
  *fn = runner(e->signature);
  *imm = (int64_t)(uintptr_t)e->fn;
  *signature = e->signature;
  return *fn != NULL;
}
