/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/**
 * Libraries called from the host alone: what they compute is not of interest, only that their names are known.
 * COAL_ANY declares a function that takes anything and returns the library's status.
 */
#ifndef COALCHECK_CUDA_HOST_LIBRARY_H
#define COALCHECK_CUDA_HOST_LIBRARY_H

#include <cuComplex.h>
#include <cuda_runtime_api.h>
#include <library_types.h>

#define COAL_ANY(__R, __F) template <class... __A> __R __F(__A &&...);

#endif
