/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/** `--explain`: index, lane stride, one picture of the costliest request, assumptions. */
#include <math.h>
#include <string.h>

#include "checks/text.h"
#include "cost.h"
#include "render.h"

enum { ROWS_MAX = 8 };

/** One sector or bank that a request touches. */
typedef struct slot {
  int64_t number;   /* sector from the object's start, or bank */
  uint32_t lanes;   /* mask */
  uint32_t bytes;   /* of a sector: mask of its (at most 32) used bytes */
  uint32_t n_words; /* of a bank: distinct words */
} slot;

static int64_t floor_div(int64_t a, int64_t b) { return a / b - (a % b != 0 && (a < 0) != (b < 0)); }

static coal_request request_of(const coal_access *a, const coal_pattern *p) {
  coal_request q = {.space = a->space, .op = a->op, .bytes = p->bytes, .mask = p->mask};
  for (size_t lane = 0; lane < COAL_WARP_LANES; lane++)
    q.address[lane] = ((uint64_t)1 << 40) + (uint64_t)p->offset[lane];
  return q;
}

/** The pattern that is furthest from its ideal, and its cost; NULL without patterns. */
static const coal_pattern *worst_pattern(const coal_analysis *analysis, const coal_access *a, coal_cost *cost) {
  const coal_target *target = coal_analysis_options(analysis)->target;
  const coal_pattern *worst = NULL;
  for (size_t i = 0; i < a->n_patterns; i++) {
    coal_request q = request_of(a, &a->patterns[i]);
    coal_cost c = coal_model_cost(target, &q);
    if (worst && c.moved - c.ideal <= cost->moved - cost->ideal) continue;
    worst = &a->patterns[i];
    *cost = c;
  }
  return worst;
}

static slot *slot_for(slot *slots, size_t *n, size_t max, int64_t number) {
  for (size_t i = 0; i < *n; i++)
    if (slots[i].number == number) return &slots[i];
  if (*n == max) return NULL;
  slots[*n] = (slot){.number = number};
  return &slots[(*n)++];
}

/** "lane 3", "lanes 0-7", "lanes 0,2,4,6 ...". */
static void add_lanes(coal_str *out, uint32_t mask) {
  coal_str list = {0};
  size_t parts = 0;
  for (unsigned lane = 0; lane < COAL_WARP_LANES;) {
    if (!(mask >> lane & 1)) {
      lane++;
      continue;
    }
    unsigned last = lane;
    while (last + 1 < COAL_WARP_LANES && (mask >> (last + 1) & 1)) last++;
    if (parts == 4) {
      coal_str_add(&list, ",…");
      break;
    }
    coal_str_addf(&list, last > lane ? "%s%u-%u" : "%s%u", parts++ ? "," : "", lane, last);
    lane = last + 1;
  }
  coal_str_addf(out, "%s %s", (mask & (mask - 1)) ? "lanes" : "lane", list.data ? list.data : "");
  coal_str_free(&list);
}

static void add_byte_bar(coal_str *out, uint32_t bytes, uint32_t sector_bytes) {
  uint32_t used = 0;
  coal_str_add(out, "|");
  for (uint32_t i = 0; i < sector_bytes; i++) {
    used += bytes >> i & 1;
    coal_str_add(out, (bytes >> i & 1) ? "#" : ".");
  }
  coal_str_addf(out, "| %u of %u bytes", used, sector_bytes);
}

/** Rows "sector +4  lane 1  |####....| 4 of 32 bytes", numbered from the lowest sector touched. */
static void add_sectors(coal_str *out, const coal_pattern *p, uint32_t sector_bytes) {
  slot slots[COAL_WARP_LANES * 17];
  size_t n = 0;
  int64_t lowest = INT64_MAX;
  if (sector_bytes == 0 || sector_bytes > 32) return;
  for (unsigned lane = 0; lane < COAL_WARP_LANES; lane++) {
    if (!(p->mask >> lane & 1)) continue;
    for (uint32_t i = 0; i < p->bytes && i < 16; i++) {
      int64_t at = p->offset[lane] + i, number = floor_div(at, sector_bytes);
      slot *s = slot_for(slots, &n, sizeof slots / sizeof *slots, number);
      if (!s) return;
      s->lanes |= 1u << lane;
      s->bytes |= 1u << (at - number * sector_bytes);
      if (number < lowest) lowest = number;
    }
  }
  for (size_t i = 0; i < n && i < ROWS_MAX; i++) {
    coal_str row = {0};
    add_lanes(&row, slots[i].lanes);
    coal_str_addf(out, "    sector +%-6lld %-14s ", (long long)(slots[i].number - lowest), row.data);
    add_byte_bar(out, slots[i].bytes, sector_bytes);
    coal_str_add(out, "\n");
    coal_str_free(&row);
  }
  if (n > ROWS_MAX) coal_str_addf(out, "    … and %zu more sectors\n", n - ROWS_MAX);
}

/** Lanes of one phase: the warp for words up to 4 bytes, halves for 8, quarters for 16. */
static unsigned phase_lanes(uint32_t bytes) { return bytes <= 4 ? 32 : bytes == 8 ? 16 : 8; }

/** Fills the banks of one phase; distinct words are counted exactly. Returns the largest count. */
static uint32_t phase_banks(const coal_pattern *p, const coal_target *t, unsigned first, slot *banks) {
  int64_t words[COAL_WARP_LANES * 4];
  size_t n_words = 0;
  uint32_t most = 0;
  memset(banks, 0, COAL_WARP_LANES * sizeof *banks);
  for (unsigned lane = first; lane < first + phase_lanes(p->bytes); lane++) {
    if (!(p->mask >> lane & 1)) continue;
    for (uint32_t i = 0; i < p->bytes && i < 16; i += t->bank_bytes) {
      int64_t word = floor_div(p->offset[lane] + i, t->bank_bytes);
      int64_t bank = word - floor_div(word, t->bank_count) * (int64_t)t->bank_count;
      slot *s = &banks[bank];
      size_t seen = 0;
      while (seen < n_words && words[seen] != word) seen++;
      s->lanes |= 1u << lane;
      if (seen < n_words) continue;
      words[n_words++] = word;
      if (++s->n_words > most) most = s->n_words;
    }
  }
  return most;
}

/** Rows "bank 3  ######## 8 words  lanes 0-7" of the worst phase, banks with most words first. */
static void add_banks(coal_str *out, const coal_pattern *p, const coal_target *t) {
  slot banks[COAL_WARP_LANES];
  if (t->bank_count == 0 || t->bank_count > COAL_WARP_LANES || t->bank_bytes == 0) return;
  unsigned worst = 0;
  uint32_t most = 0;
  for (unsigned first = 0; first < COAL_WARP_LANES; first += phase_lanes(p->bytes)) {
    uint32_t n = phase_banks(p, t, first, banks);
    if (n > most) worst = first;
    if (n > most) most = n;
  }
  phase_banks(p, t, worst, banks);
  if (phase_lanes(p->bytes) < COAL_WARP_LANES)
    coal_str_addf(out, "  %u bytes a lane are served %u lanes at a time; lanes %u-%u:\n", p->bytes,
                  phase_lanes(p->bytes), worst, worst + phase_lanes(p->bytes) - 1);
  size_t rows = 0, rest = 0;
  for (uint32_t words = most; words > 0; words--)
    for (unsigned bank = 0; bank < t->bank_count; bank++) {
      if (banks[bank].n_words != words) continue;
      if (rows == ROWS_MAX) {
        rest++;
        continue;
      }
      rows++;
      coal_str_addf(out, "    bank %-2u |%.*s%*s| %u word%s, ", bank, (int)words, "################################",
                    (int)(COAL_WARP_LANES - words), "", words, words == 1 ? "" : "s");
      add_lanes(out, banks[bank].lanes);
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
    coal_number_add(out, c.cycles);
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
  coal_cost cost = {0};
  add_index(out, a, f);
  const coal_pattern *p = target ? worst_pattern(analysis, a, &cost) : NULL;
  if (p) {
    const char *unit = coal_target_unit(target, a->space, a->op);
    coal_str_addf(out, "  costliest request: %u %ss where %u would do\n", cost.moved, unit, cost.ideal);
    if (a->space != COAL_SPACE_SHARED)
      add_sectors(out, p, coal_target_block_bytes(target, a->op));
    else if (target->shared_rule == COAL_SHARED_MERGING)
      add_banks(out, p, target);
  }
  if (target) add_cost(r, target, a);
  if (a->alignment && !is_said(f, a->alignment)) coal_str_addf(out, "  known: %s\n", a->alignment);
  for (size_t i = 0; i < a->n_assumptions; i++) {
    coal_str text = {0};
    coal_text_add_assumption(&text, &a->assumptions[i]);
    if (!is_said(f, text.data)) coal_str_addf(out, "  assumed: %s\n", text.data);
    coal_str_free(&text);
  }
}
