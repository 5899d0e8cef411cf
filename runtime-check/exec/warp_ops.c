/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/** Exchanges within a warp, special registers, printf. */
#include "warp.h"

#include <stdio.h>
#include <string.h>

#include "program/lanes.h"
#include "util/str.h"

static uint64_t get(const uint8_t *f, coal_vm_slot s, unsigned lane) {
  uint64_t v = 0;
  memcpy(&v, f + s.at + (size_t)lane * s.width, s.width);
  return v;
}

static void put(uint8_t *f, coal_vm_slot s, unsigned lane, uint64_t v) {
  memcpy(f + s.at + (size_t)lane * s.width, &v, s.width);
}

/** All lanes in the member masks of the active lanes must have arrived, have exited, or never arrive (FORCED). */
static bool all_here(const coal_exec_warp *w, const coal_vm_warp_args *a, const uint8_t *f, const coal_exec_split *s) {
  if (!a->mask.width || s->state == COAL_SPLIT_FORCED) return true;
  uint32_t named = 0;
  COAL_EACH_LANE(s->mask, l, { named |= (uint32_t)get(f, a->mask, l); });
  return !(named & w->live & ~s->mask);
}

/** Source lane of a shuffle and whether it is in range (PTX ISA, shfl.sync). */
static unsigned source(coal_vm_warp_op op, unsigned lane, uint32_t b, uint32_t clamp, uint32_t segment,
                       bool *in_range) {
  unsigned c = clamp & 31u, seg = segment & 31u, top = (lane & seg) | (c & ~seg), low = lane & seg;
  unsigned j = lane;
  switch (op) {
    case COAL_WARP_SHFL_UP:
      *in_range = (int)lane - (int)(b & 31u) >= (int)top;
      j = lane - (b & 31u);
      break;
    case COAL_WARP_SHFL_DOWN:
      j = lane + (b & 31u);
      *in_range = j <= top;
      break;
    case COAL_WARP_SHFL_BFLY:
      j = lane ^ (b & 31u);
      *in_range = j <= top;
      break;
    default:
      j = low | (b & 31u & ~seg);
      *in_range = j <= top;
      break;
  }
  if (!*in_range) j = lane;
  return j & 31u;
}

static void shuffle(const coal_vm_warp_args *a, coal_vm_warp_op op, uint8_t *f, uint32_t mask) {
  uint64_t values[COAL_WARP_LANES];
  for (unsigned l = 0; l < COAL_WARP_LANES; l++) values[l] = get(f, a->value, l);
  COAL_EACH_LANE(mask, l, {
    uint32_t clamp = op == COAL_WARP_SHFL_UP ? 0 : 31;
    uint32_t segment = 0;
    if (a->clamp.width) {
      uint32_t c = (uint32_t)get(f, a->clamp, l);
      clamp = c & 31u;
      segment = c >> 8 & 31u;
    } else if (a->segment.width) {
      segment = 32u - (uint32_t)get(f, a->segment, l);
    }
    bool in_range = false;
    unsigned from = source(op, l, (uint32_t)get(f, a->lane, l), clamp, segment, &in_range);
    put(f, a->result, l, values[from]);
    if (a->predicate.width) put(f, a->predicate, l, in_range);
  });
}

static uint32_t members(const coal_vm_warp_args *a, const uint8_t *f, uint32_t active, unsigned lane) {
  return a->mask.width ? (uint32_t)get(f, a->mask, lane) & active : active;
}

static void vote(const coal_vm_warp_args *a, coal_vm_warp_op op, uint8_t *f, uint32_t mask) {
  uint32_t yes = 0;
  COAL_EACH_LANE(mask, l, { yes |= get(f, a->value, l) ? 1u << l : 0; });
  COAL_EACH_LANE(mask, l, {
    uint32_t m = members(a, f, mask, l);
    uint32_t in = yes & m;
    uint64_t r = op == COAL_WARP_BALLOT ? in
                 : op == COAL_WARP_ANY  ? in != 0
                 : op == COAL_WARP_ALL  ? in == m
                                        : (in == m || !in);
    put(f, a->result, l, r);
  });
}

static void match(const coal_vm_warp_args *a, coal_vm_warp_op op, uint8_t *f, uint32_t mask) {
  uint64_t values[COAL_WARP_LANES] = {0};
  COAL_EACH_LANE(mask, l, { values[l] = get(f, a->value, l); });
  COAL_EACH_LANE(mask, l, {
    uint32_t m = members(a, f, mask, l);
    uint32_t same = 0;
    for (unsigned k = 0; k < COAL_WARP_LANES; k++) same |= m >> k & 1u && values[k] == values[l] ? 1u << k : 0;
    if (op == COAL_WARP_MATCH_ALL) {
      if (a->predicate.width) put(f, a->predicate, l, same == m);
      same = same == m ? m : 0;
    }
    put(f, a->result, l, same);
  });
}

static uint32_t combine(coal_vm_warp_op op, uint32_t x, uint32_t y) {
  switch (op) {
    case COAL_WARP_REDUX_ADD: return x + y;
    case COAL_WARP_REDUX_MIN: return (int32_t)x < (int32_t)y ? x : y;
    case COAL_WARP_REDUX_MAX: return (int32_t)x > (int32_t)y ? x : y;
    case COAL_WARP_REDUX_UMIN: return x < y ? x : y;
    case COAL_WARP_REDUX_UMAX: return x > y ? x : y;
    case COAL_WARP_REDUX_AND: return x & y;
    case COAL_WARP_REDUX_OR: return x | y;
    default: return x ^ y;
  }
}

static void reduce(const coal_vm_warp_args *a, coal_vm_warp_op op, uint8_t *f, uint32_t mask) {
  uint32_t values[COAL_WARP_LANES] = {0};
  COAL_EACH_LANE(mask, l, { values[l] = (uint32_t)get(f, a->value, l); });
  COAL_EACH_LANE(mask, l, {
    uint32_t m = members(a, f, mask, l) & ~(1u << l);
    uint32_t r = values[l];
    for (unsigned k = 0; k < COAL_WARP_LANES; k++)
      if (m >> k & 1u) r = combine(op, r, values[k]);
    put(f, a->result, l, r);
  });
}

bool coal_exec_warp_op(coal_exec_warp *w, const coal_vm_ins *i, uint8_t *f, coal_exec_split *s) {
  const coal_vm_warp_args *a = i->aux;
  coal_vm_warp_op op = (coal_vm_warp_op)i->imm;
  uint32_t mask = s->mask;
  if (op == COAL_WARP_ACTIVEMASK) {
    COAL_EACH_LANE(mask, l, { put(f, a->result, l, mask); });
    return true;
  }
  if (!all_here(w, a, f, s)) return false;
  s->state = COAL_SPLIT_READY;
  if (op >= COAL_WARP_SHFL_UP && op <= COAL_WARP_SHFL_IDX)
    shuffle(a, op, f, mask);
  else if (op >= COAL_WARP_BALLOT && op <= COAL_WARP_UNI)
    vote(a, op, f, mask);
  else if (op == COAL_WARP_MATCH_ANY || op == COAL_WARP_MATCH_ALL)
    match(a, op, f, mask);
  else if (op >= COAL_WARP_REDUX_ADD && op <= COAL_WARP_REDUX_XOR)
    reduce(a, op, f, mask);
  else if (op == COAL_WARP_ELECT) {
    unsigned leader = (unsigned)__builtin_ctz(mask);
    COAL_EACH_LANE(mask, l, {
      put(f, a->result, l, leader);
      if (a->predicate.width) put(f, a->predicate, l, l == leader);
    });
  }
  return true;
}

/* ---- special registers ----------------------------------------------------------------------------------------- */

static uint32_t uniform_special(const coal_exec_warp *w, coal_vm_special which) {
  const coal_exec_block *b = w->block;
  const coal_exec_launch_config *c = b->grid->config;
  switch (which) {
    case COAL_SR_CTAID_X:
    case COAL_SR_CTAID_Y:
    case COAL_SR_CTAID_Z: return b->id[which - COAL_SR_CTAID_X];
    case COAL_SR_NTID_X:
    case COAL_SR_NTID_Y:
    case COAL_SR_NTID_Z: return c->block[which - COAL_SR_NTID_X];
    case COAL_SR_NCTAID_X:
    case COAL_SR_NCTAID_Y:
    case COAL_SR_NCTAID_Z: return c->grid[which - COAL_SR_NCTAID_X];
    case COAL_SR_WARP: return w->index;
    case COAL_SR_NWARP: return b->n_warps;
    case COAL_SR_WARPSIZE: return COAL_WARP_LANES;
    case COAL_SR_NSM: return 1;
    case COAL_SR_GRID: return (uint32_t)b->grid->device->launches;
    case COAL_SR_SMEM_DYNAMIC: return (uint32_t)c->dynamic_shared_bytes;
    case COAL_SR_SMEM_TOTAL: return (uint32_t)b->shared_bytes;
    case COAL_SR_SMEM_RESERVED: return (uint32_t)coal_exec_block_reserved(b);
    default: return 0;
  }
}

static uint32_t lane_special(const coal_exec_warp *w, coal_vm_special which, unsigned l) {
  switch (which) {
    case COAL_SR_TID_X:
    case COAL_SR_TID_Y:
    case COAL_SR_TID_Z: return w->tid[which - COAL_SR_TID_X][l];
    case COAL_SR_LANE: return l;
    case COAL_SR_MASK_EQ: return 1u << l;
    case COAL_SR_MASK_LT: return (1u << l) - 1;
    case COAL_SR_MASK_LE: return (2u << l) - 1;
    case COAL_SR_MASK_GT: return ~((2u << l) - 1);
    case COAL_SR_MASK_GE: return ~((1u << l) - 1);
    default: return uniform_special(w, which);
  }
}

static bool lies_in(const coal_exec_warp *w, uint64_t address, coal_space space) {
  coal_vm_memory *m = w->block->grid->device->memory;
  bool shared = coal_vm_memory_is_shared(m, address), local = coal_vm_memory_is_local(m, address);
  if (space == COAL_SPACE_SHARED) return shared;
  if (space == COAL_SPACE_LOCAL) return local;
  if (shared || local) return false;
  const coal_vm_region *r = coal_vm_memory_find(m, address);
  return (r && r->space == COAL_SPACE_CONSTANT) == (space == COAL_SPACE_CONSTANT);
}

void coal_exec_special(coal_exec_warp *w, const coal_vm_ins *i, uint8_t *f, uint32_t mask) {
  if (i->op == COAL_INS_IS_SPACE) {
    const uint64_t *a = (const uint64_t *)(const void *)(f + i->a);
    COAL_EACH_LANE(mask, l, { f[i->dst + l] = lies_in(w, a[l], (coal_space)i->imm); });
    return;
  }
  if (i->op == COAL_INS_CLOCK) {
    uint64_t now = w->block->grid->device->clock += 16;
    bool wide = i->width == 8;
    COAL_EACH_LANE(mask, l, {
      if (wide)
        ((uint64_t *)(void *)(f + i->dst))[l] = now;
      else
        ((uint32_t *)(void *)(f + i->dst))[l] = (uint32_t)now;
    });
    return;
  }
  uint32_t *d = (uint32_t *)(void *)(f + i->dst);
  COAL_EACH_LANE(mask, l, { d[l] = lane_special(w, (coal_vm_special)i->imm, l); });
}

/* ---- printf ------------------------------------------------------------------------------------------------------ */

/** Formats one conversion with the argument at *at (naturally aligned in the buffer); returns the rest of the
 *  format. */
static const char *conversion(coal_exec_warp *w, coal_str *out, const char *format, const uint8_t **at) {
  char spec[32];
  size_t n = 0;
  bool is_long = false;
  for (spec[n++] = *format++; *format && n < sizeof spec - 4; format++) {
    if (*format == 'l' || *format == 'z' || *format == 'j' || *format == 't')
      is_long = true;
    else if (*format != 'h')
      spec[n++] = *format;
    if (strchr("diouxXeEfFgGaAcsp%", *format)) break;
  }
  if (!*format) return format;
  char kind = *format++;
  uint64_t bits = 0;
  if (kind == '%') {
    coal_str_add(out, "%");
    return format;
  }
  bool is_float = strchr("eEfFgGaA", kind) != NULL, is_eight = is_float || is_long || kind == 's' || kind == 'p';
  if (is_eight) *at = (const uint8_t *)(((uintptr_t)*at + 7) & ~(uintptr_t)7);
  memcpy(&bits, *at, is_eight ? 8 : 4);
  *at += is_eight ? 8 : 4;
  if (kind == 's') {
    char text[1024];
    coal_exec_string(w, bits, text, sizeof text);
    coal_str_add(out, text);
    return format;
  }
  if (kind == 'p') {
    coal_str_addf(out, "0x%llx", (unsigned long long)bits);
    return format;
  }
  char made[64];
  memcpy(made, spec, n - 1);
  size_t m = n - 1;
  if (!is_float && kind != 'c') made[m++] = 'l', made[m++] = 'l';
  made[m++] = kind;
  made[m] = 0;
  char text[512];
  double d;
  memcpy(&d, &bits, 8);
  bool is_signed = kind == 'd' || kind == 'i';
  long long v = is_eight || !is_signed ? (long long)bits : (int32_t)bits;
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
  if (is_float)
    snprintf(text, sizeof text, made, d);
  else if (kind == 'c')
    snprintf(text, sizeof text, made, (int)bits);
  else
    snprintf(text, sizeof text, made, v);
#pragma GCC diagnostic pop
  coal_str_add(out, text);
  return format;
}

void coal_exec_printf(coal_exec_warp *w, const coal_vm_ins *i, uint8_t *f, uint32_t mask) {
  coal_exec_device *d = w->block->grid->device;
  COAL_EACH_LANE(mask, l, {
    char format[4096];
    coal_exec_string(w, ((const uint64_t *)(const void *)(f + i->a))[l], format, sizeof format);
    uint64_t buffer = ((const uint64_t *)(const void *)(f + i->b))[l];
    const uint8_t *at = (const uint8_t *)(uintptr_t)buffer;
    coal_str text = {0};
    for (const char *p = format; *p;) {
      if (*p == '%') {
        p = conversion(w, &text, p, &at);
        continue;
      }
      coal_str_add_n(&text, p, 1);
      p++;
    }
    if (text.n) d->print(d->print_context, text.data, text.n);
    coal_str_free(&text);
    ((uint32_t *)(void *)(f + i->dst))[l] = 1;
  });
}
