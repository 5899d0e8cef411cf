/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/** torch/extension.h: PyTorch with pybind11. */
#ifndef COALCHECK_STAND_IN_TORCH_PYTHON_H
#define COALCHECK_STAND_IN_TORCH_PYTHON_H

#include <coalcheck/torch.h>
#include <coalcheck/pybind.h>

#ifndef TORCH_EXTENSION_NAME
#define TORCH_EXTENSION_NAME coal_extension
#endif

#endif
