/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "svg.h"

#include <string.h>

enum {
  LEFT = 8,
  LANE_PITCH = 22,
  LANE_WIDTH = 20,
  LANE_TOP = 20,
  LANE_HEIGHT = 18,
  MEMORY_TOP = 96,
  SECTOR_HEIGHT = 26,
  BANK_HEIGHT = 16,
  STACK_MAX = 160, /* of words below a bank */
  GAP = 4,         /* between sectors that are not neighbours */
  SECTORS_MAX = 32 /* drawn */
};

const char coal_svg_colors[] =
    ":root{--paper:#ffffff;--ink:#1b1f24;--soft:#57606a;--lane:#dbeafe;--used:#1d4ed8;--waste:#fde2cf;--late:#c2410c;"
    "--arrow:#64748b}\n"
    "@media (prefers-color-scheme:dark){:root{--paper:#0d1117;--ink:#e6edf3;--soft:#9da7b3;--lane:#1e3a5f;--used:#60a5fa;"
    "--waste:#5a3118;--late:#fb923c;--arrow:#8b98a9}}\n";

const char coal_svg_style[] =
    ".lane{fill:var(--lane);stroke:var(--arrow)}.off{fill:none;stroke-dasharray:2 2}"
    ".arrow{fill:none;stroke:var(--arrow);stroke-width:.9}.sector,.bank{fill:var(--waste);stroke:var(--arrow)}"
    ".bank{fill:none}.used,.word{fill:var(--used)}.late{fill:var(--late)}"
    ".digit,.text{fill:var(--ink);font:9px ui-monospace,Menlo,Consolas,monospace;text-anchor:middle}"
    ".text{font:11px system-ui,sans-serif;text-anchor:start}\n";

void coal_svg_add_escaped(coal_str *out, const char *text) {
  for (; *text; text++) {
    switch (*text) {
      case '&': coal_str_add(out, "&amp;"); break;
      case '<': coal_str_add(out, "&lt;"); break;
      case '>': coal_str_add(out, "&gt;"); break;
      case '"': coal_str_add(out, "&quot;"); break;
      default: coal_str_add_n(out, text, 1);
    }
  }
}

/* ---- parts --------------------------------------------------------------------------------------------- */

static double lane_center(unsigned lane) { return LEFT + lane * LANE_PITCH + LANE_WIDTH / 2.0; }

static void add_number(coal_str *out, double x, double y, long long number) {
  coal_str_addf(out, "<text class=\"digit\" x=\"%.6g\" y=\"%.6g\">%lld</text>", x, y, number);
}

static void add_lanes(coal_str *out, const coal_picture *p) {
  const char *op = coal_mem_op_name(p->op);
  coal_str_addf(out, "<text class=\"text\" x=\"%d\" y=\"12\">lanes of a warp: a %s of %u byte%s each</text>\n", LEFT,
                op, p->bytes, p->bytes == 1 ? "" : "s");
  for (unsigned lane = 0; lane < COAL_WARP_LANES; lane++) {
    const bool in_phase = lane >= p->first_lane && lane < p->first_lane + p->n_phase_lanes;
    coal_str_addf(out, "<rect class=\"lane%s\" x=\"%u\" y=\"%d\" width=\"%d\" height=\"%d\" rx=\"2\"/>",
                  in_phase && (p->mask >> lane & 1) ? "" : " off", LEFT + lane * LANE_PITCH, LANE_TOP, LANE_WIDTH,
                  LANE_HEIGHT);
    add_number(out, lane_center(lane), LANE_TOP + 13, lane);
  }
  coal_str_add(out, "\n");
}

/** From the lane's box to (x, MEMORY_TOP), with a head. */
static void add_arrow(coal_str *out, unsigned lane, double x) {
  const double from = lane_center(lane), top = LANE_TOP + LANE_HEIGHT;
  coal_str_addf(out, "<path class=\"arrow\" d=\"M%.6g %.6gL%.6g %dm-2.5-4l2.5 4 2.5-4\"/>", from, top + 1, x,
                MEMORY_TOP - 1);
}

/** The first byte of lane's that lies in the sector, and how many do; false if none does. */
static bool bytes_in(const coal_picture *p, unsigned lane, int64_t number, double *middle) {
  const int64_t begin = number * p->block_bytes, end = begin + p->block_bytes;
  const int64_t first = p->offset[lane] > begin ? p->offset[lane] : begin;
  const int64_t last = p->offset[lane] + p->bytes < end ? p->offset[lane] + p->bytes : end;
  if (!(p->mask >> lane & 1) || first >= last) return false;
  *middle = ((double)first + (double)last) / 2 - (double)begin;
  return true;
}

/* ---- sectors ------------------------------------------------------------------------------------------- */

/** Indices of the slots by rising number; returns how many are drawn. */
static size_t in_order(const coal_picture *p, size_t *order) {
  size_t n = 0;
  for (size_t i = 0; i < p->n_slots; i++) {
    size_t at = n++;
    for (; at > 0 && p->slots[order[at - 1]].number > p->slots[i].number; at--) order[at] = order[at - 1];
    order[at] = i;
  }
  return n < SECTORS_MAX ? n : SECTORS_MAX;
}

static void add_used_bytes(coal_str *out, const coal_picture *p, const coal_picture_slot *s, double x, double width) {
  const double byte = width / p->block_bytes;
  for (uint32_t i = 0; i < p->block_bytes;) {
    uint32_t end = i;
    while (end < p->block_bytes && (s->used[end / 64] >> end % 64 & 1)) end++;
    if (end > i)
      coal_str_addf(out, "<rect class=\"used\" x=\"%.6g\" y=\"%d\" width=\"%.6g\" height=\"%d\"/>", x + i * byte,
                    MEMORY_TOP + 3, (end - i) * byte, SECTOR_HEIGHT - 6);
    i = end + (end == i);
  }
}

static unsigned digits(int64_t n) {
  unsigned count = 1;
  while (n >= 10) n /= 10, count++;
  return count;
}

static void add_sectors(coal_str *out, const coal_picture *p) {
  size_t order[COAL_PICTURE_SLOTS_MAX], n = in_order(p, order), gaps = 0;
  for (size_t i = 1; i < n; i++) gaps += p->slots[order[i]].number != p->slots[order[i - 1]].number + 1;
  const double room = COAL_SVG_WIDTH - 2 * LEFT, width = (room - (double)gaps * GAP) / (double)n;
  const double label = 6.0 * digits(p->slots[order[n - 1]].number - p->lowest) + 6;
  double x = LEFT, labelled = -1e9;
  for (size_t i = 0; i < n; i++, x += width) {
    const coal_picture_slot *s = &p->slots[order[i]];
    double middle;
    if (i && s->number != p->slots[order[i - 1]].number + 1) x += GAP;
    coal_str_addf(out, "<rect class=\"sector\" x=\"%.6g\" y=\"%d\" width=\"%.6g\" height=\"%d\"/>", x, MEMORY_TOP,
                  width, SECTOR_HEIGHT);
    add_used_bytes(out, p, s, x, width);
    for (unsigned lane = 0; lane < COAL_WARP_LANES; lane++)
      if (bytes_in(p, lane, s->number, &middle)) add_arrow(out, lane, x + middle * width / p->block_bytes);
    if (x + width / 2 - labelled >= label) {
      add_number(out, x + width / 2, MEMORY_TOP + SECTOR_HEIGHT + 11, (long long)(s->number - p->lowest));
      labelled = x + width / 2;
    }
    coal_str_add(out, "\n");
  }
}

/* ---- banks --------------------------------------------------------------------------------------------- */

static uint32_t most_words(const coal_picture *p) {
  uint32_t most = 0;
  for (size_t i = 0; i < p->n_slots; i++)
    if (p->slots[i].n_words > most) most = p->slots[i].n_words;
  return most;
}

/** Pixels of one word in the stack below a bank. */
static unsigned word_height(const coal_picture *p) {
  const uint32_t most = most_words(p);
  return most <= STACK_MAX / 12 ? 12 : STACK_MAX / most;
}

static void add_banks(coal_str *out, const coal_picture *p) {
  const unsigned height = word_height(p);
  for (size_t i = 0; i < p->n_slots; i++) {
    const coal_picture_slot *s = &p->slots[i];
    const unsigned x = LEFT + (unsigned)i * LANE_PITCH;
    coal_str_addf(out, "<rect class=\"bank\" x=\"%u\" y=\"%d\" width=\"%d\" height=\"%d\"/>", x, MEMORY_TOP, LANE_WIDTH,
                  BANK_HEIGHT);
    add_number(out, lane_center((unsigned)i), MEMORY_TOP + 11, (long long)i);
    for (uint32_t w = 0; w < s->n_words; w++)
      coal_str_addf(out, "<rect class=\"word%s\" x=\"%u\" y=\"%u\" width=\"%d\" height=\"%u\"/>", w ? " late" : "", x,
                    MEMORY_TOP + BANK_HEIGHT + 2 + w * height, LANE_WIDTH, height > 3 ? height - 1 : height);
    for (unsigned lane = 0; lane < COAL_WARP_LANES; lane++)
      if (s->lanes >> lane & 1) add_arrow(out, lane, lane_center((unsigned)i));
    coal_str_add(out, "\n");
  }
}

/* ---- the picture --------------------------------------------------------------------------------------- */

static unsigned caption_top(const coal_picture *p) {
  if (p->space != COAL_SPACE_SHARED) return MEMORY_TOP + SECTOR_HEIGHT + 28;
  return MEMORY_TOP + BANK_HEIGHT + 2 + most_words(p) * word_height(p) + 16;
}

unsigned coal_svg_height(const coal_picture *p) { return caption_top(p) + 8; }

void coal_svg_add_label(coal_str *out, const coal_picture *p) {
  const char *s = p->cost.moved == 1 ? "" : "s";
  if (p->cost.moved > p->cost.ideal)
    coal_str_addf(out, "%u %s%s where %u would do", p->cost.moved, p->unit, s, p->cost.ideal);
  else
    coal_str_addf(out, "%u %s%s, as few as can be", p->cost.moved, p->unit, s);
  if (p->space != COAL_SPACE_SHARED)
    coal_str_addf(out, ", %u of %u bytes used", p->cost.bytes_used, p->cost.bytes_moved);
  else if (most_words(p) > 1)
    coal_str_addf(out, ", up to %u words in one bank", most_words(p));
}

void coal_svg_add_shapes(coal_str *out, const coal_picture *p) {
  coal_str label = {0};
  add_lanes(out, p);
  if (p->space == COAL_SPACE_SHARED)
    add_banks(out, p);
  else
    add_sectors(out, p);
  if (p->space != COAL_SPACE_SHARED) coal_str_addf(&label, "%ss of %u bytes: ", p->unit, p->block_bytes);
  if (p->space == COAL_SPACE_SHARED) coal_str_addf(&label, "banks of %u bytes: ", p->block_bytes);
  coal_svg_add_label(&label, p);
  if (p->space != COAL_SPACE_SHARED && p->n_slots > SECTORS_MAX)
    coal_str_addf(&label, "; %d of %zu are drawn", SECTORS_MAX, p->n_slots);
  coal_str_addf(out, "<text class=\"text\" x=\"%d\" y=\"%u\">", LEFT, caption_top(p));
  coal_svg_add_escaped(out, label.data);
  coal_str_add(out, "</text>\n");
  coal_str_free(&label);
}

void coal_svg_add_document(coal_str *out, const coal_picture *p, const char *title) {
  coal_str_addf(
      out,
      "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %u\" width=\"%d\" height=\"%u\" role=\"img\">\n"
      "<title>",
      COAL_SVG_WIDTH, coal_svg_height(p), COAL_SVG_WIDTH, coal_svg_height(p));
  coal_svg_add_escaped(out, title);
  coal_str_addf(
      out, "</title>\n<style>\n%s%s</style>\n<rect width=\"100%%\" height=\"100%%\" style=\"fill:var(--paper)\"/>\n",
      coal_svg_colors, coal_svg_style);
  coal_svg_add_shapes(out, p);
  coal_str_add(out, "</svg>\n");
}
