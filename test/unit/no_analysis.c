/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/** For programs that link the report but analyse nothing. */
#include "fake_analysis.h"
