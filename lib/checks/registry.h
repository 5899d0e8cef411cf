/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/** What a check of this library includes. To add one, see docs/adding-a-check.md. */
#ifndef COAL_CHECKS_REGISTRY_H
#define COAL_CHECKS_REGISTRY_H

#include <coalcheck/check.h>

#include "notes.h"

#endif
