/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/** The functions that the evaluation knows by name (intrinsics.def). A call is resolved once, when it is built. */
#ifndef COAL_IR_INTRINSICS_H
#define COAL_IR_INTRINSICS_H

#include <coalcheck/ir.h>

/** How a call is evaluated. */
typedef enum coal_intrinsic_family {
  COAL_INTRINSIC_OTHER,         /* its result is not known, what it is handed may be written */
  COAL_INTRINSIC_CACHED_LOAD,   /* __ldg(p) */
  COAL_INTRINSIC_CACHED_STORE,  /* __stcg(p, v); VALUE_FIRST: (v, p) */
  COAL_INTRINSIC_ATOMIC,        /* atomicAdd(p, v) */
  COAL_INTRINSIC_ASYNC_COPY,    /* __pipeline_memcpy_async(shared, global, bytes, zfill) */
  COAL_INTRINSIC_ADDRESS_SPACE, /* __isShared(p) */
  COAL_INTRINSIC_MATRIX,        /* load_matrix_sync(fragment, p, …), store_matrix_sync(p, fragment, …) */
  COAL_INTRINSIC_TEXTURE,       /* tex2D(…), surf2Dwrite(…); every name that begins so */
  COAL_INTRINSIC_SHUFFLE,       /* __shfl(v, lane, width) */
  COAL_INTRINSIC_SHUFFLE_SYNC,  /* __shfl_sync(mask, v, lane, width) */
  COAL_INTRINSIC_REDUCE,        /* __reduce_add_sync(mask, v) */
  COAL_INTRINSIC_VOTE,          /* __ballot_sync(mask, predicate) */
  COAL_INTRINSIC_MATCH,         /* __match_any_sync(mask, v) */
  COAL_INTRINSIC_ACTIVE_MASK,   /* __activemask() */
  COAL_INTRINSIC_BARRIER,       /* __syncthreads() */
  COAL_INTRINSIC_BARRIER_VALUE, /* __syncthreads_count(predicate) */
  COAL_INTRINSIC_GROUP_BARRIER, /* barriers of the grid and of several warps in the toolkit's cooperative_groups */
  COAL_INTRINSIC_BLOCK,         /* memcpy, memset */
  COAL_INTRINSIC_REINTERPRET,   /* __float_as_int(f); HIGH, JOIN: halves of a double */
  COAL_INTRINSIC_MIN_MAX,       /* of integers, or std::min of references */
  COAL_INTRINSIC_ABS,           /* of integers */
  COAL_INTRINSIC_INTEGER,       /* a function of integers, the operation says which */
  COAL_INTRINSIC_TO_INTEGER,    /* __float2int_rn(f); the operation is the rounding */
  COAL_INTRINSIC_FLOAT,         /* a function of floating-point numbers */
  COAL_INTRINSIC_MAKE,          /* make_float4(x, y, z, w) */
  COAL_INTRINSIC_ASSUME,        /* __builtin_assume(condition) */
  COAL_INTRINSIC_PASS,          /* gives its first argument back */
  COAL_INTRINSIC_IDENTITY       /* the same, and the front ends translate its body as any */
} coal_intrinsic_family;

/** What tells the members of a family apart. */
typedef enum coal_intrinsic_op {
  COAL_INTRINSIC_OP_NONE,
  /* REDUCE, VOTE, MATCH, MIN_MAX, ATOMIC, SHUFFLE */
  COAL_INTRINSIC_OP_ADD,
  COAL_INTRINSIC_OP_COMBINE, /* atomics: lanes of one address can be made one operation */
  COAL_INTRINSIC_OP_MIN,
  COAL_INTRINSIC_OP_MAX,
  COAL_INTRINSIC_OP_AND,
  COAL_INTRINSIC_OP_OR,
  COAL_INTRINSIC_OP_XOR,
  COAL_INTRINSIC_OP_ALL,
  COAL_INTRINSIC_OP_ANY,
  COAL_INTRINSIC_OP_BALLOT,
  COAL_INTRINSIC_OP_UP,
  COAL_INTRINSIC_OP_DOWN,
  /* CACHED_STORE, MATRIX, BLOCK, ADDRESS_SPACE, REINTERPRET */
  COAL_INTRINSIC_OP_VALUE_FIRST,
  COAL_INTRINSIC_OP_LOAD,
  COAL_INTRINSIC_OP_STORE,
  COAL_INTRINSIC_OP_COPY,
  COAL_INTRINSIC_OP_SET,
  COAL_INTRINSIC_OP_GLOBAL,
  COAL_INTRINSIC_OP_SHARED,
  COAL_INTRINSIC_OP_LOCAL,
  COAL_INTRINSIC_OP_CONSTANT,
  COAL_INTRINSIC_OP_HIGH,
  COAL_INTRINSIC_OP_JOIN,
  /* OTHER: a barrier of the block or of named warps; BARRIER: of the warp alone */
  COAL_INTRINSIC_OP_SYNC,
  COAL_INTRINSIC_OP_WARP,
  /* INTEGER */
  COAL_INTRINSIC_OP_POPC,
  COAL_INTRINSIC_OP_POPCLL,
  COAL_INTRINSIC_OP_CLZ,
  COAL_INTRINSIC_OP_CLZLL,
  COAL_INTRINSIC_OP_CLZ_NONZERO, /* undefined for 0 */
  COAL_INTRINSIC_OP_CTZ_NONZERO,
  COAL_INTRINSIC_OP_FFS,
  COAL_INTRINSIC_OP_FFSLL,
  COAL_INTRINSIC_OP_BREV,
  COAL_INTRINSIC_OP_BREVLL,
  COAL_INTRINSIC_OP_BYTE_PERM,
  COAL_INTRINSIC_OP_FUNNEL_L,
  COAL_INTRINSIC_OP_FUNNEL_R,
  COAL_INTRINSIC_OP_FUNNEL_LC,
  COAL_INTRINSIC_OP_FUNNEL_RC,
  COAL_INTRINSIC_OP_MULHI,
  COAL_INTRINSIC_OP_UMULHI,
  COAL_INTRINSIC_OP_MUL24,
  COAL_INTRINSIC_OP_UMUL24,
  COAL_INTRINSIC_OP_SAD,
  COAL_INTRINSIC_OP_USAD,
  /* FLOAT; TO_INTEGER: NEAREST, FLOOR, CEIL, TRUNC */
  COAL_INTRINSIC_OP_NEAREST,
  COAL_INTRINSIC_OP_FLOOR,
  COAL_INTRINSIC_OP_CEIL,
  COAL_INTRINSIC_OP_TRUNC,
  COAL_INTRINSIC_OP_ROUND,
  COAL_INTRINSIC_OP_RINT,
  COAL_INTRINSIC_OP_NEARBYINT,
  COAL_INTRINSIC_OP_SQRT,
  COAL_INTRINSIC_OP_FABS,
  COAL_INTRINSIC_OP_LOG2,
  COAL_INTRINSIC_OP_EXP2,
  COAL_INTRINSIC_OP_LOG,
  COAL_INTRINSIC_OP_EXP,
  COAL_INTRINSIC_OP_FMIN,
  COAL_INTRINSIC_OP_FMAX,
  COAL_INTRINSIC_OP_POW,
  COAL_INTRINSIC_OP_FMOD
} coal_intrinsic_op;

typedef struct coal_intrinsic {
  const char *name; /* NULL: every name of the family */
  coal_intrinsic_family family;
  coal_intrinsic_op op;
  unsigned flops; /* floating-point operations a lane: two for a fused multiply-add, twice as many for pairs */
} coal_intrinsic;

/** What a host function does, as far as launches are concerned (host_calls.def). */
typedef enum coal_host_call_kind {
  COAL_HOST_CALL_EXIT,             /* exit(status) */
  COAL_HOST_CALL_ALLOCATE,         /* cudaMalloc(&p, bytes) */
  COAL_HOST_CALL_ALLOCATE_PITCH,   /* cudaMallocPitch(&p, &pitch, width, height) */
  COAL_HOST_CALL_ALLOCATE_3D,      /* cudaMalloc3D(&pitched, extent) */
  COAL_HOST_CALL_LAUNCH,           /* cudaLaunchKernel(k, grid, block, args, smem, stream) */
  COAL_HOST_CALL_LAUNCH_EX,        /* cudaLaunchKernelEx(&config, k, arguments …) */
  COAL_HOST_CALL_LAUNCH_EX_PACKED, /* cudaLaunchKernelExC(&config, k, args) */
  COAL_HOST_CALL_LAUNCH_NODE,      /* cudaGraphAddKernelNode(&node, graph, dependencies, n, &params) */
  COAL_HOST_CALL_LAUNCH_HANDLE,    /* cuLaunchKernel(handle, …): which kernel is not known */
  COAL_HOST_CALL_QUERY,            /* writes numbers of the device through its arguments */
  COAL_HOST_CALL_COPY,             /* cudaMemcpy(to, from, bytes, kind) */
  COAL_HOST_CALL_RUNTIME           /* another function of the runtime: cuda and a capital; taken to succeed */
} coal_host_call_kind;

typedef struct coal_host_call {
  const char *name;
  bool is_prefix; /* of the names that it stands for */
  coal_host_call_kind kind;
} coal_host_call;

/** What the host function of that name is to launches, or NULL. Static. */
const coal_host_call *coal_host_call_find(const char *name);
/** Does a call of it launch a kernel? Not where it is NULL. */
bool coal_host_call_launches(const coal_host_call *call);
/** Do threads of the block, or of a group of it, wait for each other in the function? `known` is what coal_intrinsic_find
 *  says of it. */
bool coal_intrinsic_is_barrier(const char *name, const char *qualified, const coal_intrinsic *known);

/** Is the class, by its record's name, a packed tensor accessor of PyTorch: one that a kernel takes by value? */
bool coal_intrinsic_is_accessor(const char *record);

/** What the function of that name is to the evaluation, or NULL. `qualified` may be NULL. Static. */
const coal_intrinsic *coal_intrinsic_find(const char *name, const char *qualified);
/** The table, sorted by name. */
const coal_intrinsic *coal_intrinsic_list(size_t *n);

#endif
