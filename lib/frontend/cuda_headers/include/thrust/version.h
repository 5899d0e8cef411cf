/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#define THRUST_VERSION 200600
#define THRUST_MAJOR_VERSION 2
