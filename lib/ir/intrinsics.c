/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The functions that the evaluation knows by name. To add one, put it at its place in the order of strcmp: a test
 * looks the table through by each of its names. Atomics stand for their _block and _system forms too. */
#include <stdlib.h>
#include <string.h>

#include <coalcheck/ir.h>

#include "intrinsics.h"

/* clang-format off */
const char *const coal_intrinsic_names[] = {
    "__activemask", "__all", "__all_sync", "__any", "__any_sync", "__assert_fail", "__assert_rtn", "__assertfail",
    "__ballot", "__ballot_sync", "__barrier_sync", "__barrier_sync_count", "__bfloat1622float2",
    "__bfloat162bfloat162", "__bfloat162float", "__bfloat16_as_short", "__bfloat16_as_ushort", "__brev", "__brevll",
    "__brkpt", "__builtin_assume", "__builtin_assume_aligned", "__builtin_clz", "__builtin_constant_p",
    "__builtin_ctz", "__builtin_expect", "__builtin_is_constant_evaluated", "__builtin_memcpy", "__builtin_memset", "__builtin_nontemporal_load",
    "__builtin_nontemporal_store",
    "__builtin_popcount", "__builtin_trap", "__builtin_unreachable", "__byte_perm", "__clz", "__clzll", "__cosf",
    "__cudaPopCallConfiguration", "__cudaPushCallConfiguration", "__cvta_generic_to_constant",
    "__cvta_generic_to_global", "__cvta_generic_to_local", "__cvta_generic_to_shared", "__cvta_global_to_generic",
    "__cvta_shared_to_generic", "__dadd_rd", "__dadd_rn", "__dadd_ru", "__dadd_rz", "__ddiv_rd", "__ddiv_rn",
    "__ddiv_ru", "__ddiv_rz", "__dmul_rd", "__dmul_rn", "__dmul_ru", "__dmul_rz", "__double2bfloat16",
    "__double2float_rd", "__double2float_rn", "__double2float_ru", "__double2float_rz", "__double2half",
    "__double2hiint", "__double2int_rd", "__double2int_rn", "__double2int_ru", "__double2int_rz", "__double2ll_rd",
    "__double2ll_rn", "__double2ll_ru", "__double2ll_rz", "__double2loint", "__double2uint_rd", "__double2uint_rn",
    "__double2uint_ru", "__double2uint_rz", "__double2ull_rd", "__double2ull_rn", "__double2ull_ru",
    "__double2ull_rz", "__double_as_longlong", "__dp2a_hi", "__dp2a_lo", "__dp4a", "__drcp_rd", "__drcp_rn",
    "__drcp_ru", "__drcp_rz", "__dsqrt_rd", "__dsqrt_rn", "__dsqrt_ru", "__dsqrt_rz", "__dsub_rd", "__dsub_rn",
    "__dsub_ru", "__dsub_rz", "__exp10f", "__expf", "__fadd_rd", "__fadd_rn", "__fadd_ru", "__fadd_rz", "__fdiv_rd",
    "__fdiv_rn", "__fdiv_ru", "__fdiv_rz", "__fdividef", "__ffs", "__ffsll", "__finitef", "__float22bfloat162_rn",
    "__float22half2_rn", "__float2bfloat16", "__float2bfloat162_rn", "__float2bfloat16_rn", "__float2half",
    "__float2half2_rn", "__float2half_rd", "__float2half_rn", "__float2half_ru", "__float2half_rz",
    "__float2int_rd", "__float2int_rn", "__float2int_ru", "__float2int_rz", "__float2ll_rd", "__float2ll_rn",
    "__float2ll_ru", "__float2ll_rz", "__float2uint_rd", "__float2uint_rn", "__float2uint_ru", "__float2uint_rz",
    "__float2ull_rd", "__float2ull_rn", "__float2ull_ru", "__float2ull_rz", "__float_as_int", "__float_as_uint",
    "__floats2bfloat162_rn", "__floats2half2_rn", "__fma_rd", "__fma_rn", "__fma_ru", "__fma_rz", "__fmaf_rd",
    "__fmaf_rn", "__fmaf_ru", "__fmaf_rz", "__fmul_rd", "__fmul_rn", "__fmul_ru", "__fmul_rz", "__fns", "__frcp_rd",
    "__frcp_rn", "__frcp_ru", "__frcp_rz", "__frsqrt_rn", "__fsqrt_rd", "__fsqrt_rn", "__fsqrt_ru", "__fsqrt_rz",
    "__fsub_rd", "__fsub_rn", "__fsub_ru", "__fsub_rz", "__funnelshift_l", "__funnelshift_lc", "__funnelshift_r",
    "__funnelshift_rc", "__globaltimer", "__h2div", "__habs", "__habs2", "__hadd", "__hadd2", "__hadd2_sat",
    "__hadd_sat", "__half22float2", "__half2float", "__half2half2", "__half2int_rn", "__half2int_rz",
    "__half2short_rn", "__half2uint_rn", "__half_as_short", "__half_as_ushort", "__halves2bfloat162",
    "__halves2half2", "__hbeq2", "__hdiv", "__heq", "__heq2", "__hfma", "__hfma2", "__hge", "__hge2", "__hgt",
    "__hgt2", "__high2bfloat16", "__high2bfloat162", "__high2float", "__high2half", "__high2half2", "__highs2half2",
    "__hiloint2double", "__hisinf", "__hisnan", "__hle", "__hle2", "__hlt", "__hlt2", "__hmax", "__hmax2", "__hmin",
    "__hmin2", "__hmul", "__hmul2", "__hmul_sat", "__hne", "__hne2", "__hneg", "__hneg2", "__hsub", "__hsub2",
    "__hsub_sat", "__int2double_rd", "__int2double_rn", "__int2double_ru", "__int2double_rz", "__int2float_rd",
    "__int2float_rn", "__int2float_ru", "__int2float_rz", "__int2half_rn", "__int_as_float", "__isConstant",
    "__isGlobal", "__isGridConstant", "__isLocal", "__isShared", "__isinf", "__isinff", "__isnan", "__isnanf",
    "__lane_id", "__ldca", "__ldcg", "__ldcs", "__ldcv", "__ldg", "__ldlu", "__ll2double_rd", "__ll2double_rn",
    "__ll2double_ru", "__ll2double_rz", "__ll2float_rd", "__ll2float_rn", "__ll2float_ru", "__ll2float_rz",
    "__log10f", "__log2f", "__logf", "__longlong_as_double", "__low2bfloat16", "__low2bfloat162", "__low2float",
    "__low2half", "__low2half2", "__lowhigh2highlow", "__lows2half2", "__match_all_sync", "__match_any_sync",
    "__mul24", "__mul64hi", "__mulhi", "__nanosleep", "__nv_associate_access_property", "__nvvm_get_smem_pointer",
    "__pipeline_arrive_on", "__pipeline_commit", "__pipeline_memcpy_async", "__pipeline_wait_prior", "__popc",
    "__popcll", "__powf", "__reduce_add_sync", "__reduce_and_sync", "__reduce_max_sync", "__reduce_min_sync",
    "__reduce_or_sync", "__reduce_xor_sync", "__rhadd", "__sad", "__saturatef", "__shfl", "__shfl_down",
    "__shfl_down_sync", "__shfl_sync", "__shfl_up", "__shfl_up_sync", "__shfl_xor", "__shfl_xor_sync",
    "__short2half_rn", "__short_as_bfloat16", "__short_as_half", "__signbitf", "__sincosf", "__sinf", "__stcg",
    "__stcs", "__stwb", "__stwt", "__syncthreads", "__syncthreads_and", "__syncthreads_count", "__syncthreads_or",
    "__syncwarp", "__tanf", "__threadfence", "__threadfence_block", "__threadfence_system", "__trap", "__uhadd",
    "__uint2double_rd", "__uint2double_rn", "__uint2double_ru", "__uint2double_rz", "__uint2float_rd",
    "__uint2float_rn", "__uint2float_ru", "__uint2float_rz", "__uint2half_rn", "__uint_as_float", "__ull2double_rd",
    "__ull2double_rn", "__ull2double_ru", "__ull2double_rz", "__ull2float_rd", "__ull2float_rn", "__ull2float_ru",
    "__ull2float_rz", "__umul24", "__umul64hi", "__umulhi", "__uni_sync", "__urhadd", "__usad", "__ushort2half_rn",
    "__ushort_as_bfloat16", "__ushort_as_half", "abort", "abs", "acos", "acosf", "acosh", "acoshf", "asin", "asinf",
    "asinh", "asinhf", "assert", "atan", "atan2", "atan2f", "atanf", "atanh", "atanhf", "atomicAdd", "atomicAnd",
    "atomicCAS", "atomicDec", "atomicExch", "atomicInc", "atomicMax", "atomicMin", "atomicOr", "atomicSub",
    "atomicXor", "calloc", "cbrt", "cbrtf", "ceil", "ceilf", "clock", "clock64", "copysign", "copysignf", "cos",
    "cosf", "cosh", "coshf", "cospi", "cospif", "cudaBindTexture", "cudaConfigureCall", "cudaCreateTextureObject",
    "cudaDestroyTextureObject", "cudaDeviceGetAttribute", "cudaDeviceReset", "cudaDeviceSetCacheConfig",
    "cudaDeviceSetLimit", "cudaDeviceSynchronize", "cudaEventCreate", "cudaEventCreateWithFlags",
    "cudaEventDestroy", "cudaEventElapsedTime", "cudaEventQuery", "cudaEventRecord", "cudaEventSynchronize",
    "cudaFree", "cudaFreeArray", "cudaFreeAsync", "cudaFreeHost", "cudaFuncGetAttributes", "cudaFuncSetAttribute",
    "cudaFuncSetCacheConfig", "cudaGetDevice", "cudaGetDeviceCount", "cudaGetDeviceProperties", "cudaGetErrorName",
    "cudaGetErrorString", "cudaGetLastError", "cudaGetSymbolAddress", "cudaGetSymbolSize", "cudaHostAlloc",
    "cudaHostGetDevicePointer", "cudaHostRegister", "cudaHostUnregister", "cudaLaunchCooperativeKernel",
    "cudaLaunchKernel", "cudaLaunchKernelEx", "cudaLaunchKernelExC", "cudaMalloc", "cudaMalloc3D",
    "cudaMalloc3DArray", "cudaMallocArray", "cudaMallocAsync", "cudaMallocFromPoolAsync", "cudaMallocHost",
    "cudaMallocManaged", "cudaMallocPitch", "cudaMemAdvise", "cudaMemGetInfo", "cudaMemPrefetchAsync", "cudaMemcpy",
    "cudaMemcpy2D", "cudaMemcpy2DAsync", "cudaMemcpy3D", "cudaMemcpy3DAsync", "cudaMemcpyAsync",
    "cudaMemcpyFromArray", "cudaMemcpyFromSymbol", "cudaMemcpyFromSymbolAsync", "cudaMemcpyPeer",
    "cudaMemcpyPeerAsync", "cudaMemcpyToArray", "cudaMemcpyToSymbol", "cudaMemcpyToSymbolAsync", "cudaMemset",
    "cudaMemset2D", "cudaMemset2DAsync", "cudaMemset3D", "cudaMemsetAsync",
    "cudaOccupancyMaxActiveBlocksPerMultiprocessor", "cudaOccupancyMaxPotentialBlockSize",
    "cudaOccupancyMaxPotentialBlockSizeVariableSMem", "cudaPeekAtLastError", "cudaSetDevice", "cudaSetupArgument",
    "cudaStreamCreate", "cudaStreamCreateWithFlags", "cudaStreamCreateWithPriority", "cudaStreamDestroy",
    "cudaStreamQuery", "cudaStreamSynchronize", "cudaStreamWaitEvent", "cudaThreadSynchronize", "cudaUnbindTexture",
    "erf", "erfc", "erfcf", "erfcinv", "erfcinvf", "erfcx", "erfcxf", "erff", "erfinv", "erfinvf", "exit", "exp",
    "exp10", "exp10f", "exp2", "exp2f", "expf", "expm1", "expm1f", "fabs", "fabsf", "fdim", "fdimf", "fdividef",
    "floor", "floorf", "fma", "fmaf", "fmax", "fmaxf", "fmin", "fminf", "fmod", "fmodf", "free", "frexp", "frexpf",
    "globaltimer", "h2exp", "h2log", "h2rcp", "h2rsqrt", "h2sqrt", "hceil", "hcos", "hexp", "hexp10", "hexp2",
    "hfloor", "hlog", "hlog10", "hlog2", "hrcp", "hrint", "hrsqrt", "hsin", "hsqrt", "htrunc", "hypot", "hypotf",
    "ilogb", "ilogbf", "isfinite", "isinf", "isnan", "j0", "j0f", "j1", "j1f", "labs", "ldexp", "ldexpf", "lgamma",
    "lgammaf", "llabs", "llmax", "llmin", "llrint", "llrintf", "llround", "llroundf", "load_matrix_sync", "log",
    "log10", "log10f", "log1p", "log1pf", "log2", "log2f", "logb", "logbf", "logf", "lrint", "lrintf", "lround",
    "lroundf", "make_bfloat162", "make_char1", "make_char2", "make_char3", "make_char4", "make_cudaExtent",
    "make_cudaPitchedPtr", "make_cudaPos", "make_double1", "make_double2", "make_double3", "make_double4",
    "make_float1", "make_float2", "make_float3", "make_float4", "make_half2", "make_int1", "make_int2", "make_int3",
    "make_int4", "make_long1", "make_long2", "make_long3", "make_long4", "make_longlong1", "make_longlong2",
    "make_longlong3", "make_longlong4", "make_short1", "make_short2", "make_short3", "make_short4", "make_uchar1",
    "make_uchar2", "make_uchar3", "make_uchar4", "make_uint1", "make_uint2", "make_uint3", "make_uint4",
    "make_ulong1", "make_ulong2", "make_ulong3", "make_ulong4", "make_ulonglong1", "make_ulonglong2",
    "make_ulonglong3", "make_ulonglong4", "make_ushort1", "make_ushort2", "make_ushort3", "make_ushort4", "malloc",
    "max", "memcmp", "memcpy", "memmove", "memset", "min", "modf", "modff", "nan", "nanf", "nearbyint",
    "nearbyintf", "nextafter", "nextafterf", "norm3d", "norm3df", "norm4d", "norm4df", "normcdf", "normcdff",
    "normcdfinv", "normcdfinvf", "pow", "powf", "powi", "powif", "printf", "puts", "rcbrt", "rcbrtf", "realloc",
    "remainder", "remainderf", "remquo", "remquof", "rhypot", "rhypotf", "rint", "rintf", "rnorm3d", "rnorm3df",
    "rnorm4d", "rnorm4df", "round", "roundf", "rsqrt", "rsqrtf", "saturate", "scalbln", "scalblnf", "scalbn",
    "scalbnf", "signbit", "sin", "sincos", "sincosf", "sincospi", "sincospif", "sinf", "sinh", "sinhf", "sinpi",
    "sinpif", "sqrt", "sqrtf", "store_matrix_sync", "surf1Dread", "surf1Dwrite", "surf2Dread", "surf2Dwrite", "tan",
    "tanf", "tanh", "tanhf", "tex1D", "tex1Dfetch", "tex2D", "tex3D", "tgamma", "tgammaf", "trunc", "truncf",
    "ullmax", "ullmin", "umax", "umin", "vprintf", "y0", "y0f", "y1", "y1f",
};
/* clang-format on */
const size_t coal_intrinsic_count = sizeof coal_intrinsic_names / sizeof *coal_intrinsic_names;

/* The name without n characters at the end against an entry. */
typedef struct name_key {
  const char *text;
  size_t n;
} name_key;

static int compare(const void *key, const void *entry) {
  const name_key *name = key;
  const char *other = *(const char *const *)entry;
  int order = strncmp(name->text, other, name->n);
  return order ? order : (other[name->n] ? -1 : 0);
}

static bool is_listed(const char *name, size_t n) {
  name_key key = {name, n};
  return bsearch(&key, coal_intrinsic_names, coal_intrinsic_count, sizeof *coal_intrinsic_names, compare) != NULL;
}

static bool is_scoped_atomic(const char *name) {
  static const char *const scopes[] = {"_block", "_system"};
  size_t n = strlen(name);
  if (strncmp(name, "atomic", 6) != 0) return false;
  for (size_t i = 0; i < 2; i++) {
    size_t tail = strlen(scopes[i]);
    if (n > tail && strcmp(name + n - tail, scopes[i]) == 0) return is_listed(name, n - tail);
  }
  return false;
}

bool coal_intrinsic_launches(const char *name) {
  static const char *const starts[] = {"cudaLaunchKernel", "cudaLaunchCooperativeKernel", "cuLaunchKernel",
                                       "cudaGraphAddKernelNode"};
  for (size_t i = 0; i < sizeof starts / sizeof *starts; i++)
    if (strncmp(name, starts[i], strlen(starts[i])) == 0) return true;
  return false;
}

/* "swap<int>" behind "std::" and an inline namespace; NULL: another namespace. */
static const char *in_std(const char *qualified) {
  if (!qualified || strncmp(qualified, "std::", 5) != 0) return NULL;
  const char *name = qualified + 5, *inner = strstr(name, "::"), *angle = strchr(name, '<');
  bool is_inline = strncmp(name, "__", 2) == 0 && inner && (!angle || inner < angle);
  return is_inline ? inner + 2 : name;
}

bool coal_intrinsic_is_holder(const char *qualified) {
  static const char *const names[] = {
      "__exchange<", "_Head_base<", "_Tuple_impl<", "__max_element<", "__min_element<",
      "accumulate<", "array<",      "exchange<",    "get<",           "initializer_list<",
      "iter_swap<",  "make_pair<",  "make_tuple<",  "max_element<",   "min_element<",
      "pair<",       "swap<",       "tie<",         "tuple<"};
  if (qualified && strncmp(qualified, "__gnu_cxx::", 11) == 0)
    return true; /* iterators and what compares through them */
  const char *name = in_std(qualified);
  for (size_t i = 0; name && i < sizeof names / sizeof *names; i++)
    if (strncmp(name, names[i], strlen(names[i])) == 0) return true;
  return false;
}

bool coal_intrinsic_is_known(const char *name) { return is_listed(name, strlen(name)) || is_scoped_atomic(name); }
