/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/**
 * The CUDA runtime of `coalcheck run`: what a program compiled by Clang with --cuda-host-only calls. Device code comes
 * as a container (coal_cudart_container) where nvcc's fat binary would be; the rest of the interface is CUDA's own.
 */
#ifndef COAL_RUN_CUDART_H
#define COAL_RUN_CUDART_H

#include "exec/device.h"

/** Starts the file given to -fcuda-include-gpubinary; the device bitcode follows. */
typedef struct coal_cudart_container {
  char magic[8]; /* COAL_CONTAINER_MAGIC */
  uint64_t n_bytes;
} coal_cudart_container;
#define COAL_CONTAINER_MAGIC "COALBC1"

/* CUDA's error numbers (driver_types.h of the toolkit). */
enum {
  COAL_CUDA_SUCCESS = 0,
  COAL_CUDA_INVALID_VALUE = 1,
  COAL_CUDA_MEMORY = 2,
  COAL_CUDA_INVALID_CONFIGURATION = 9,
  COAL_CUDA_INVALID_SYMBOL = 13,
  COAL_CUDA_INVALID_POINTER = 17,
  COAL_CUDA_INVALID_DEVICE_FUNCTION = 98,
  COAL_CUDA_NO_DEVICE = 100,
  COAL_CUDA_INVALID_DEVICE = 101,
  COAL_CUDA_NOT_READY = 600,
  COAL_CUDA_ILLEGAL_ADDRESS = 700,
  COAL_CUDA_LAUNCH_TIMEOUT = 702,
  COAL_CUDA_ASSERT = 710,
  COAL_CUDA_MISALIGNED = 716,
  COAL_CUDA_LAUNCH_FAILURE = 719,
  COAL_CUDA_NOT_SUPPORTED = 801
};

typedef struct coal_cudart_dim3 {
  unsigned x, y, z;
} coal_cudart_dim3;

/** A kernel or variable of the host program. */
typedef struct coal_cudart_symbol {
  const void *host;
  const char *name;
  size_t module; /* index of its container */
  size_t bytes;  /* variables */
  void *managed; /* managed variables: where the host keeps the pointer */
} coal_cudart_symbol;

typedef struct coal_cudart_runtime {
  coal_exec_device *device;
  COAL_VEC(const coal_cudart_container *) containers;
  COAL_VEC(coal_vm_program *) programs; /* a container each; NULL until needed */
  COAL_VEC(coal_cudart_symbol) kernels;
  COAL_VEC(coal_cudart_symbol) variables;
  int last_error, sticky_error;
  struct {
    coal_cudart_dim3 grid, block;
    size_t shared;
    void *stream;
  } configuration;
  int current_device;
} coal_cudart_runtime;

/** The runtime of this process, made on first use; exits with a message when it cannot be made. */
coal_cudart_runtime *coal_cudart_runtime_get(void);
/** Remembers an error for cudaGetLastError and returns it. */
int coal_cudart_runtime_error(int error);
/** The program of a container, lowered on first use. NULL after an error (reported on stderr). */
coal_vm_program *coal_cudart_runtime_program(size_t module);
/** Device address of a variable by its host address; NULL: not one. */
void *coal_cudart_runtime_symbol(const void *host, size_t *bytes);

#endif
