/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "driver.h"

int main(int argc, char **argv) { return coal_driver_main(argc, argv); }
