/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Rates of the pipes, stated: CUDA C++ Programming Guide, "Throughput of Native Arithmetic Instructions" (results a cycle and
 * multiprocessor). Instructions of each operation, counted: in the machine code that nvcc 13.0 makes of it for sm_90 with -O3, on
 * the way that ordinary numbers take; other targets are taken to have as many.
 */
#include "work.h"

#include <string.h>

/** Instructions by pipe. */
typedef struct parts {
  float others, doubles, specials;
} parts;

typedef struct function {
  const char *name; /* of double precision; of single precision with an f behind it */
  parts single, twice;
} function;

static const parts kinds[COAL_WORK_KINDS] = {
    [COAL_WORK_FLOAT] = {0.75f, 0, 0}, /* some are fused */
    [COAL_WORK_DOUBLE] = {0, 0.75f, 0},  [COAL_WORK_DIVIDE_FLOAT] = {11, 0, 1}, [COAL_WORK_DIVIDE_DOUBLE] = {11, 8, 1},
    [COAL_WORK_DIVIDE_INT] = {22, 0, 1}, [COAL_WORK_DIVIDE_LONG] = {60, 0, 1},  [COAL_WORK_DIVIDE_CONSTANT] = {3, 0, 0},
};

static const function functions[] = {
    {"__cosf", {1, 0, 1}, {0, 0, 0}},   {"__expf", {3, 0, 1}, {0, 0, 0}},   {"__fdividef", {4, 0, 1}, {0, 0, 0}},
    {"__log10f", {2, 0, 1}, {0, 0, 0}}, {"__log2f", {2, 0, 1}, {0, 0, 0}},  {"__logf", {2, 0, 1}, {0, 0, 0}},
    {"__powf", {6, 0, 2}, {0, 0, 0}},   {"__sinf", {1, 0, 1}, {0, 0, 0}},   {"acos", {24, 0, 1}, {80, 46, 1}},
    {"asin", {23, 0, 1}, {71, 42, 1}},  {"atan", {17, 0, 1}, {48, 28, 1}},  {"atan2", {48, 0, 1}, {80, 39, 1}},
    {"cbrt", {13, 0, 2}, {25, 13, 3}},  {"cos", {25, 0, 0}, {32, 17, 0}},   {"cosh", {13, 0, 2}, {35, 21, 1}},
    {"erf", {26, 0, 1}, {78, 42, 1}},   {"erfc", {44, 0, 3}, {99, 63, 2}},  {"exp", {7, 0, 1}, {39, 18, 0}},
    {"exp10", {7, 0, 1}, {45, 20, 0}},  {"exp2", {2, 0, 1}, {39, 19, 0}},   {"expm1", {27, 0, 1}, {50, 21, 0}},
    {"fmod", {70, 0, 2}, {245, 9, 0}},  {"hypot", {28, 0, 1}, {28, 15, 1}}, {"log", {25, 0, 0}, {48, 30, 1}},
    {"log10", {26, 0, 0}, {52, 32, 1}}, {"log1p", {30, 0, 0}, {79, 53, 2}}, {"log2", {27, 0, 0}, {52, 32, 1}},
    {"pow", {92, 0, 1}, {150, 99, 1}},  {"rsqrt", {2, 0, 1}, {8, 5, 1}},    {"sin", {25, 0, 0}, {32, 17, 0}},
    {"sinh", {22, 0, 2}, {79, 39, 1}},  {"sqrt", {12, 0, 1}, {9, 8, 1}},    {"tan", {28, 0, 1}, {56, 32, 1}},
    {"tanh", {14, 0, 2}, {62, 34, 2}},
};

/** Results of double precision a cycle and multiprocessor. */
static double double_lanes(unsigned cc) {
  switch (cc) {
    case 70:
    case 72:
    case 80: return 32;
    case 90:
    case 100:
    case 101:
    case 103: return 64;
    default: return 2;
  }
}

static double single_lanes(unsigned cc) { return cc == 70 || cc == 72 || cc == 75 || cc == 80 ? 64 : 128; }

static double slots_of(const coal_target *t, const parts *p) {
  const double slots = 4.0 * COAL_WARP_LANES, special_lanes = 16;
  return p->others * slots / single_lanes(t->cc) + p->doubles * slots / double_lanes(t->cc) +
         p->specials * slots / special_lanes;
}

double coal_work_slots(const coal_target *target, coal_work_kind kind) { return slots_of(target, &kinds[kind]); }

double coal_work_of_function(const coal_target *target, const char *name) {
  size_t length = strlen(name);
  for (size_t i = 0; i < sizeof functions / sizeof *functions; i++) {
    const function *f = &functions[i];
    size_t n = strlen(f->name);
    if (strncmp(name, f->name, n) != 0) continue;
    if (length == n) return slots_of(target, *name == '_' ? &f->single : &f->twice);
    if (length == n + 1 && name[n] == 'f') return slots_of(target, &f->single);
  }
  return 0;
}
