/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/** `--explain`: index, lane stride, one picture of the costliest request, assumptions. */
#include <string.h>

#include "checks/text.h"
#include "cost.h"
#include "picture.h"
#include "render.h"

enum { ROWS_MAX = 8 };

static void add_byte_bar(coal_str *out, const coal_picture_slot *s, uint32_t sector_bytes) {
  coal_str_add(out, "|");
  for (uint32_t i = 0; i < sector_bytes; i++) coal_str_add(out, (s->used[i / 64] >> i % 64 & 1) ? "#" : ".");
  coal_str_addf(out, "| %u of %u bytes", coal_picture_used(s), sector_bytes);
}

/** Rows "sector +4  lane 1  |####....| 4 of 32 bytes", numbered from the lowest sector touched. */
static void add_sectors(coal_str *out, const coal_picture *p) {
  if (p->block_bytes > 32) return;
  for (size_t i = 0; i < p->n_slots && i < ROWS_MAX; i++) {
    coal_str row = {0};
    coal_picture_add_lanes(&row, p->slots[i].lanes);
    coal_str_addf(out, "    sector +%-6lld %-14s ", (long long)(p->slots[i].number - p->lowest), row.data);
    add_byte_bar(out, &p->slots[i], p->block_bytes);
    coal_str_add(out, "\n");
    coal_str_free(&row);
  }
  if (p->n_slots > ROWS_MAX) coal_str_addf(out, "    … and %zu more sectors\n", p->n_slots - ROWS_MAX);
}

/** Rows "bank 3  ######## 8 words  lanes 0-7" of the worst phase, banks with most words first. */
static void add_banks(coal_str *out, const coal_picture *p) {
  if (p->n_phase_lanes < COAL_WARP_LANES)
    coal_str_addf(out, "  %u bytes a lane are served %u lanes at a time; lanes %u-%u:\n", p->bytes, p->n_phase_lanes,
                  p->first_lane, p->first_lane + p->n_phase_lanes - 1);
  size_t rows = 0, rest = 0;
  for (uint32_t words = COAL_WARP_LANES; words > 0; words--)
    for (size_t i = 0; i < p->n_slots; i++) {
      if (p->slots[i].n_words != words) continue;
      if (rows == ROWS_MAX) {
        rest++;
        continue;
      }
      rows++;
      coal_str_addf(out, "    bank %-2lld |%.*s%*s| %u word%s, ", (long long)p->slots[i].number, (int)words,
                    "################################", (int)(COAL_WARP_LANES - words), "", words,
                    words == 1 ? "" : "s");
      coal_picture_add_lanes(out, p->slots[i].lanes);
      coal_str_add(out, "\n");
    }
  if (rest) coal_str_addf(out, "    … and %zu more banks\n", rest);
}

/** True if a note of the finding says it already. */
static bool is_said(const coal_finding *f, const char *text) {
  for (size_t i = 0; i < f->n_notes; i++)
    if (strstr(f->notes[i].text, text)) return true;
  return false;
}

static void add_index(coal_str *out, const coal_access *a, const coal_finding *f) {
  if (!a->index || is_said(f, a->index)) return;
  coal_str_addf(out, "  index: %s[%s]\n", a->object_name ? a->object_name : "?", a->index);
}

/** "cost of a request: uses 128 bytes, moves 1024 …". */
static void add_cost(coal_report *r, const coal_target *target, const coal_access *a) {
  coal_access_cost c = coal_cost_of_access(r->options, target, a);
  coal_str *out = &r->out;
  if (!c.is_known) return;
  coal_str_add(out, "  cost of a request: ");
  if (a->instructions > 1)
    coal_str_addf(out, "one of %u instructions of %u bytes, ", a->instructions, a->instruction_bytes);
  if (a->space == COAL_SPACE_SHARED) {
    coal_text_add_number(out, c.cycles);
    coal_str_add(out, " cycles of the shared-memory pipe\n");
    return;
  }
  coal_time_parameters p = coal_cost_parameters(r->options, target);
  coal_str_addf(out, "uses %.0f bytes, moves %.0f; DRAM reads %.0f, writes %.0f if nothing is used twice\n",
                c.bytes_used, c.bytes_moved, c.dram_read_bytes, c.dram_write_bytes);
  if (!c.has_bound) return;
  coal_str_add(out, "    latency ");
  coal_nanoseconds_add(out, c.latency_ns);
  coal_str_addf(out, " over %.0f warp%s in flight, ", p.warps_in_flight, p.warps_in_flight == 1 ? "" : "s");
  coal_nanoseconds_add(out, c.bandwidth_ns);
  coal_str_addf(out, " of the bandwidth: %s-bound", c.is_bandwidth_bound ? "bandwidth" : "latency");
  if (c.calibrated_ns > 0) coal_str_addf(out, "; as measured on an H200 about %.3g ns", c.calibrated_ns);
  coal_str_add(out, "\n");
}

void coal_explain_add(coal_report *r, const coal_analysis *analysis, const coal_finding *f) {
  size_t n;
  const coal_access *a = &coal_analysis_accesses(analysis, &n)[f->access];
  const coal_target *target = coal_analysis_options(analysis)->target;
  coal_str *out = &r->out;
  add_index(out, a, f);
  const coal_pattern *worst = target ? coal_picture_worst(target, a) : NULL;
  coal_picture p;
  const bool is_drawn = worst && coal_picture_make(target, a->space, a->op, worst, &p);
  if (worst) coal_str_addf(out, "  costliest request: %u %ss where %u would do\n", p.cost.moved, p.unit, p.cost.ideal);
  if (is_drawn && a->space == COAL_SPACE_SHARED)
    add_banks(out, &p);
  else if (is_drawn)
    add_sectors(out, &p);
  if (target) add_cost(r, target, a);
  if (a->alignment && !is_said(f, a->alignment)) coal_str_addf(out, "  known: %s\n", a->alignment);
  for (size_t i = 0; i < a->n_assumptions; i++) {
    coal_str text = {0};
    coal_text_add_assumption(&text, &a->assumptions[i]);
    if (!is_said(f, text.data)) coal_str_addf(out, "  assumed: %s\n", text.data);
    coal_str_free(&text);
  }
}
