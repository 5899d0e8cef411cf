/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/** Hand-made facts for tests of the checks: an analysis whose accesses are counted with the model from patterns. */
#ifndef COAL_TEST_FACTS_H
#define COAL_TEST_FACTS_H

#include <coalcheck/analysis.h>

/** A new analysis with one kernel `k` launched from line 90 with that block. Free with facts_free. */
coal_analysis *facts_new(uint32_t block_x, uint32_t block_y);
void facts_free(coal_analysis *a);
/** The launch has so many blocks; none at first. */
void facts_grid(coal_analysis *a, uint32_t blocks);
coal_module *facts_module(coal_analysis *a);
/** The file of all accesses; `path` of facts_new's is "test.cu". */
const coal_file *facts_file(coal_analysis *a, const char *path);

/** An access on that line, without requests. The pointer is valid until the next one is added. */
coal_access *facts_access(coal_analysis *a, coal_space space, coal_mem_op op, uint32_t bytes, uint32_t line1);
/** Adds a request: lane i at start + i * stride, for the lanes in mask. */
void facts_stride(coal_analysis *a, coal_access *access, uint32_t mask, int64_t start, int64_t stride);
/** Adds a request with these 32 offsets. */
void facts_offsets(coal_analysis *a, coal_access *access, uint32_t mask, const int64_t *offset);

#endif
