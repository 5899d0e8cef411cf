/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
extern "C" int *__errno_location() noexcept(true);
#define errno (*__errno_location())
#define ENOMEM 12
#define EINVAL 22
