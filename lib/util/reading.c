/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "reading.h"

#include <stdatomic.h>

static atomic_uint parses;

void coal_reading_begin(void) { atomic_fetch_add(&parses, 1); }
void coal_reading_end(void) { atomic_fetch_sub(&parses, 1); }
bool coal_reading_is_on(void) { return atomic_load(&parses) > 0; }
