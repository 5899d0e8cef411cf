/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/** Private to lib/report: costs and totals in JSON. All are yours, NULL where nothing is known. */
#ifndef COAL_REPORT_JSON_COST_H
#define COAL_REPORT_JSON_COST_H

#include <jansson.h>

#include "report.h"

/** Of one request of the access: bytes, times, DRAM traffic; cycles of shared ones. */
json_t *coal_json_access_cost(const coal_report *r, const coal_target *target, const coal_access *a);
/** What the kernel would save if the accesses of the cause were dense. */
json_t *coal_json_gain(const coal_gain *g);
/** Of all launches together; exact numbers alone. */
json_t *coal_json_totals(const coal_kernel *k);
json_t *coal_json_formulas(const coal_kernel *k);
json_t *coal_json_launch_cost(const coal_report *r, const coal_analysis *a, const coal_kernel *k, size_t launch);

#endif
