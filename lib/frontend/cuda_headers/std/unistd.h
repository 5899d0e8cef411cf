/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include <sys/types.h>
extern "C" {
int usleep(unsigned int);
unsigned int sleep(unsigned int);
int getpid() noexcept(true);
}
