/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include <stddef.h>
typedef long off_t;
typedef long ssize_t;
