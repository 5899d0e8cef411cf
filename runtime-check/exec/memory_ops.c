/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/** Memory instructions: addresses are checked, the request is recorded, then the lanes read or write. */
#include "warp.h"

#include <math.h>
#include <string.h>

#include "program/lanes.h"

#define BESIDE_BYTES (INT64_C(1) << 20) /* an address this close to an allocation was meant for it */

/* ---- checks ---------------------------------------------------------------------------------------------------- */

/** Was the address computed from a value that was never set? Follows the arithmetic before the instruction
 *  backwards. */
static bool from_undefined(const coal_exec_frame *frame, const coal_vm_ins *at, unsigned lane) {
  uint32_t wanted[64] = {at->a};
  size_t n = 1;
  for (const coal_vm_ins *i = at; i-- > frame->code->ins && n < 60;) {
    if (i->op != COAL_INS_LANES && i->op != COAL_INS_LOAD) continue;
    for (size_t k = 0; k < n; k++) {
      if (wanted[k] != i->dst) continue;
      if (i->op == COAL_INS_LOAD) {
        uint64_t v = 0;
        memcpy(&v, frame->slots + i->dst + (size_t)lane * i->width, i->width);
        if (i->width >= 4 && v == (i->width == 8 ? COAL_UNDEFINED_PATTERN : (uint32_t)COAL_UNDEFINED_PATTERN))
          return true;
        break;
      }
      const uint32_t from[3] = {i->a, i->b, i->c};
      for (int o = 0; o < 3 && n < 60; o++) wanted[n++] = from[o];
      break;
    }
  }
  for (size_t k = 0; k < frame->code->n_consts; k++) {
    const coal_vm_const *c = &frame->code->consts[k];
    bool undefined = c->slot.width >= 4 &&
                     c->value == (c->slot.width == 8 ? COAL_UNDEFINED_PATTERN : (uint32_t)COAL_UNDEFINED_PATTERN);
    for (size_t q = 0; undefined && q < n; q++)
      if (wanted[q] == c->slot.at) return true;
  }
  return false;
}

static const char *verb(const coal_vm_ins *i) {
  return i->op == COAL_INS_LOAD                              ? "reads"
         : i->op == COAL_INS_STORE || i->op == COAL_INS_FILL ? "writes"
         : i->op == COAL_INS_COPY                            ? "copies"
                                                             : "updates";
}

/** Reports an address outside every allocation. True: continue without this lane. */
static bool outside(coal_exec_warp *w, const coal_vm_ins *i, unsigned lane, uint64_t address, uint32_t bytes) {
  coal_vm_memory *m = w->block->grid->device->memory;
  if (i->op != COAL_INS_COPY && i->op != COAL_INS_FILL && from_undefined(w->frames[w->n_frames - 1], i, lane)) {
    coal_exec_report_fault(w, i, lane, COAL_FAULT_UNINITIALISED, true,
                           "%s memory at an address made from a value that was never set", verb(i));
    return false;
  }
  if (coal_vm_memory_is_shared(m, address)) {
    coal_exec_report_fault(w, i, lane, COAL_FAULT_OUT_OF_BOUNDS, false,
                           "%s %u bytes of shared memory at offset %lld; the block has %llu bytes", verb(i), bytes,
                           (long long)(address - w->block->shared), (unsigned long long)w->block->shared_bytes);
    return true;
  }
  int64_t distance = 0;
  const coal_vm_region *r = coal_vm_memory_nearest(m, address, &distance);
  if (!r || distance > BESIDE_BYTES || distance < -BESIDE_BYTES || address < 4096) {
    coal_exec_report_fault(w, i, lane, COAL_FAULT_WILD, true, "%s %u bytes at 0x%llx, which no allocation is near",
                           verb(i), bytes, (unsigned long long)address);
    return false;
  }
  const char *name = r->name ? r->name : "an allocation";
  if (distance < 0)
    coal_exec_report_fault(w, i, lane, COAL_FAULT_OUT_OF_BOUNDS, false, "%s %u bytes %lld bytes before the start of %s",
                           verb(i), bytes, (long long)-distance, name);
  else
    coal_exec_report_fault(w, i, lane, COAL_FAULT_OUT_OF_BOUNDS, false,
                           "%s %u bytes %lld bytes past the end of %s (%llu bytes)", verb(i), bytes,
                           (long long)distance, name, (unsigned long long)r->bytes);
  return true;
}

typedef struct span {
  uint64_t lo, hi, or_bits; /* lowest and highest address, all addresses or-ed */
} span;

static span span_of(const uint64_t *a, uint32_t mask) {
  span s = {UINT64_MAX, 0, 0};
  COAL_EACH_LANE(mask, l, {
    s.lo = a[l] < s.lo ? a[l] : s.lo;
    s.hi = a[l] > s.hi ? a[l] : s.hi;
    s.or_bits |= a[l];
  });
  return s;
}

static void misaligned(coal_exec_warp *w, const coal_vm_ins *i, const uint64_t *a, uint32_t mask, uint32_t bytes) {
  COAL_EACH_LANE(mask, l, {
    if (a[l] & (bytes - 1)) {
      coal_exec_report_fault(w, i, l, COAL_FAULT_MISALIGNED, false,
                             "%s %u bytes at an address that is %u bytes off their alignment: a GPU stops here",
                             verb(i), bytes, (unsigned)(a[l] & (bytes - 1)));
      return;
    }
  });
}

/** Space of [lo, hi + bytes) when it lies in one allocation; UNKNOWN otherwise. `*region`: of global memory. */
static coal_space one_space(coal_exec_warp *w, uint64_t lo, uint64_t hi, uint32_t bytes, coal_vm_region **region) {
  coal_exec_block *b = w->block;
  coal_vm_memory *m = b->grid->device->memory;
  *region = NULL;
  if (coal_vm_memory_is_shared(m, lo)) {
    uint64_t reserved = coal_exec_block_reserved(b);
    if (lo >= reserved && hi + bytes <= reserved + COAL_SHARED_RESERVED_BYTES) return COAL_SPACE_SHARED;
    if (lo < b->shared || hi + bytes > b->shared + b->shared_bytes) return COAL_SPACE_UNKNOWN;
    uint64_t extent = hi + bytes - b->shared;
    if (extent > b->grid->device->shared_extent_bytes) b->grid->device->shared_extent_bytes = extent;
    return COAL_SPACE_SHARED;
  }
  if (coal_vm_memory_is_local(m, lo))
    return coal_vm_memory_is_local(m, hi + bytes - 1) ? COAL_SPACE_LOCAL : COAL_SPACE_UNKNOWN;
  coal_vm_region *r = coal_vm_memory_find(m, lo);
  if (!r || hi + bytes > r->base + r->bytes) return COAL_SPACE_UNKNOWN;
  *region = r;
  return r->space;
}

typedef struct request {
  uint32_t site, bytes; /* what is recorded */
  int64_t delta;        /* from a lane's address to the request's start there */
  bool is_part;
  uint32_t width; /* what this instruction touches */
  coal_vm_element element;
} request;

static void record(coal_exec_warp *w, const request *q, coal_space space, coal_mem_op op, const uint64_t *a,
                   uint32_t mask) {
  if (q->site == COAL_NO_SITE || q->is_part || (space != COAL_SPACE_GLOBAL && space != COAL_SPACE_SHARED)) return;
  if (!q->delta) {
    coal_exec_record_request(w->block->grid->device->record, q->site, space, op, q->bytes, mask, a);
    return;
  }
  uint64_t moved[COAL_WARP_LANES];
  for (unsigned l = 0; l < COAL_WARP_LANES; l++) moved[l] = a[l] + (uint64_t)q->delta;
  coal_exec_record_request(w->block->grid->device->record, q->site, space, op, q->bytes, mask, moved);
}

static bool read_only(coal_exec_warp *w, const coal_vm_ins *i, coal_space space, coal_mem_op op, uint32_t mask) {
  if (space != COAL_SPACE_CONSTANT || op == COAL_MEM_LOAD) return false;
  coal_exec_report_fault(w, i, (unsigned)__builtin_ctz(mask), COAL_FAULT_READ_ONLY, true, "%s constant memory",
                         verb(i));
  return true;
}

/** Lanes whose addresses lie in different spaces: each space gets a request with its lanes. */
static bool check_apart(coal_exec_warp *w, const coal_vm_ins *i, const request *q, coal_mem_op op, const uint64_t *a,
                        uint32_t *mask) {
  uint32_t in[COAL_SPACE_UNKNOWN + 1] = {0}, good = 0;
  for (uint32_t rest = *mask; rest; rest &= rest - 1) {
    unsigned l = (unsigned)__builtin_ctz(rest);
    coal_vm_region *r;
    coal_space space = one_space(w, a[l], a[l], q->width, &r);
    if (space == COAL_SPACE_UNKNOWN) {
      if (!outside(w, i, l, a[l], q->width)) return false;
      in[COAL_SPACE_GLOBAL] |= 1u << l; /* it was a request nevertheless */
      continue;
    }
    if (read_only(w, i, space, op, 1u << l)) return false;
    if (r && (r->grows || r->content != COAL_CONTENT_PLAIN))
      coal_vm_memory_touch(w->block->grid->device->memory, r, a[l], q->width, q->element, q->width);
    in[space] |= 1u << l;
    good |= 1u << l;
  }
  for (int s = 0; s < COAL_SPACE_UNKNOWN; s++)
    if (in[s]) record(w, q, (coal_space)s, op, a, in[s]);
  *mask = good;
  return true;
}

/** Checks and records an access. Lanes that must not access memory are removed from `*mask`. False: a fatal fault. */
static bool check(coal_exec_warp *w, const coal_vm_ins *i, const request *q, coal_mem_op op, const uint64_t *a,
                  uint32_t *mask) {
  span s = span_of(a, *mask);
  if (s.or_bits & (q->width - 1))
    misaligned(w, i, a, *mask, q->width);
  else if (q->bytes > q->width && !q->is_part) {
    uint64_t moved[COAL_WARP_LANES];
    uint64_t bits = 0;
    COAL_EACH_LANE(*mask, l, {
      moved[l] = a[l] + (uint64_t)q->delta;
      bits |= moved[l];
    });
    if (bits & (q->bytes - 1)) misaligned(w, i, moved, *mask, q->bytes);
  }
  coal_vm_region *r;
  coal_space space = one_space(w, s.lo, s.hi, q->width, &r);
  if (space == COAL_SPACE_UNKNOWN) return check_apart(w, i, q, op, a, mask);
  if (read_only(w, i, space, op, *mask)) return false;
  record(w, q, space, op, a, *mask);
  if (r && (r->grows || r->content != COAL_CONTENT_PLAIN)) {
    coal_vm_memory *m = w->block->grid->device->memory;
    if (s.hi - s.lo <= 4 * COAL_PAGE_BYTES)
      coal_vm_memory_touch(m, r, s.lo, s.hi - s.lo + q->width, q->element, q->width);
    else
      COAL_EACH_LANE(*mask, l, { coal_vm_memory_touch(m, r, a[l], q->width, q->element, q->width); });
  }
  return true;
}

/* ---- loads and stores -------------------------------------------------------------------------------------------- */

static request request_of(const coal_vm_ins *i) {
  return (request){.site = i->site,
                   .bytes = i->request_bytes,
                   .delta = i->imm,
                   .is_part = i->is_part,
                   .width = i->width,
                   .element = (coal_vm_element)i->c};
}

static const uint64_t *addresses(const uint8_t *f, uint32_t slot) { return (const uint64_t *)(const void *)(f + slot); }

#define AT(a, l) ((void *)(uintptr_t)(a)[l])

bool coal_exec_load(coal_exec_warp *w, const coal_vm_ins *i, uint8_t *f, uint32_t mask) {
  const uint64_t *a = addresses(f, i->a);
  request q = request_of(i);
  uint32_t good = mask;
  if (!check(w, i, &q, COAL_MEM_LOAD, a, &good)) return false;
  uint8_t *d = f + i->dst;
  switch (i->width) {
    case 1: COAL_EACH_LANE(good, l, { memcpy(d + l, AT(a, l), 1); }); break;
    case 2: COAL_EACH_LANE(good, l, { memcpy(d + l * 2, AT(a, l), 2); }); break;
    case 4: COAL_EACH_LANE(good, l, { memcpy(d + l * 4, AT(a, l), 4); }); break;
    default: COAL_EACH_LANE(good, l, { memcpy(d + l * 8, AT(a, l), 8); }); break;
  }
  uint32_t bad = mask & ~good;
  if (bad) COAL_EACH_LANE(bad, l, { memset(d + (size_t)l * i->width, 0, i->width); });
  return true;
}

bool coal_exec_store(coal_exec_warp *w, const coal_vm_ins *i, uint8_t *f, uint32_t mask) {
  const uint64_t *a = addresses(f, i->a);
  request q = request_of(i);
  if (!check(w, i, &q, COAL_MEM_STORE, a, &mask)) return false;
  const uint8_t *v = f + i->b;
  switch (i->width) {
    case 1: COAL_EACH_LANE(mask, l, { memcpy(AT(a, l), v + l, 1); }); break;
    case 2: COAL_EACH_LANE(mask, l, { memcpy(AT(a, l), v + l * 2, 2); }); break;
    case 4: COAL_EACH_LANE(mask, l, { memcpy(AT(a, l), v + l * 4, 4); }); break;
    default: COAL_EACH_LANE(mask, l, { memcpy(AT(a, l), v + l * 8, 8); }); break;
  }
  return true;
}

/* ---- atomics ------------------------------------------------------------------------------------------------------
 */

static uint64_t rmw_int(coal_vm_rmw op, uint64_t old, uint64_t v, unsigned width) {
  unsigned drop = 64 - width * 8;
  int64_t so = (int64_t)(old << drop) >> drop, sv = (int64_t)(v << drop) >> drop;
  switch (op) {
    case COAL_RMW_ADD: return old + v;
    case COAL_RMW_SUB: return old - v;
    case COAL_RMW_AND: return old & v;
    case COAL_RMW_NAND: return ~(old & v);
    case COAL_RMW_OR: return old | v;
    case COAL_RMW_XOR: return old ^ v;
    case COAL_RMW_MAX: return so > sv ? old : v;
    case COAL_RMW_MIN: return so < sv ? old : v;
    case COAL_RMW_UMAX: return old > v ? old : v;
    case COAL_RMW_UMIN: return old < v ? old : v;
    case COAL_RMW_INC: return old >= v ? 0 : old + 1;
    case COAL_RMW_DEC: return !old || old > v ? v : old - 1;
    default: return v;
  }
}

static double combine_float(coal_vm_rmw op, double x, double y) {
  return op == COAL_RMW_FADD ? x + y : op == COAL_RMW_FSUB ? x - y : op == COAL_RMW_FMAX ? fmax(x, y) : fmin(x, y);
}

static uint64_t rmw_float(coal_vm_rmw op, uint64_t old, uint64_t v, unsigned width) {
  uint64_t r = 0;
  if (width == 8) {
    double x, y;
    memcpy(&x, &old, 8);
    memcpy(&y, &v, 8);
    x = combine_float(op, x, y);
    memcpy(&r, &x, 8);
    return r;
  }
  float x, y;
  memcpy(&x, &old, 4);
  memcpy(&y, &v, 4);
  x = op == COAL_RMW_FADD ? x + y : (float)combine_float(op, (double)x, (double)y);
  memcpy(&r, &x, 4);
  return r;
}

static uint64_t rmw_half(coal_vm_rmw op, uint64_t old, uint64_t v) {
  bool bf = op == COAL_RMW_BADD || op == COAL_RMW_BADD2;
  uint64_t r = 0;
  for (unsigned k = 0; k < (op == COAL_RMW_HADD2 || op == COAL_RMW_BADD2 ? 32u : 16u); k += 16) {
    uint16_t x = (uint16_t)(old >> k), y = (uint16_t)(v >> k);
    uint16_t sum = bf ? coal_vm_float_to_bfloat(coal_vm_bfloat_to_float(x) + coal_vm_bfloat_to_float(y))
                      : coal_vm_float_to_half(coal_vm_half_to_float(x) + coal_vm_half_to_float(y));
    r |= (uint64_t)sum << k;
  }
  return r;
}

static uint64_t rmw(coal_vm_rmw op, uint64_t old, uint64_t v, unsigned width) {
  if (op >= COAL_RMW_HADD) return rmw_half(op, old, v);
  if (op >= COAL_RMW_FADD) return rmw_float(op, old, v, width);
  return rmw_int(op, old, v, width);
}

bool coal_exec_atomic(coal_exec_warp *w, const coal_vm_ins *i, uint8_t *f, uint32_t mask) {
  const uint64_t *a = addresses(f, i->a);
  const coal_vm_site *site = &w->block->grid->program->sites.items[i->site];
  request q = {.site = i->site, .bytes = i->request_bytes, .width = i->width};
  uint32_t good = mask;
  if (!check(w, i, &q, site->op, a, &good)) return false;
  for (uint32_t rest = mask; rest; rest &= rest - 1) {
    unsigned l = (unsigned)__builtin_ctz(rest);
    uint64_t old = 0, v = 0;
    if (!(good >> l & 1u)) {
      memcpy(f + i->dst + (size_t)l * i->width, &old, i->width);
      continue;
    }
    memcpy(&old, AT(a, l), i->width);
    memcpy(&v, f + i->b + (size_t)l * i->width, i->width);
    if (i->op == COAL_INS_CMPXCHG) {
      bool equal = old == v;
      f[(size_t)i->imm + l] = equal;
      if (equal) memcpy(AT(a, l), f + i->c + (size_t)l * i->width, i->width);
    } else {
      uint64_t fresh = rmw((coal_vm_rmw)i->imm, old, v, i->width);
      memcpy(AT(a, l), &fresh, i->width);
    }
    memcpy(f + i->dst + (size_t)l * i->width, &old, i->width);
  }
  return true;
}

/* ---- blocks of bytes ----------------------------------------------------------------------------------------------
 */

/** What chunk `at` of one side records: itself, a larger request that begins there, or nothing inside of one. */
static request copy_request(uint32_t site, const coal_vm_grouped *parts, unsigned side_chunk, uint64_t at,
                            unsigned width) {
  request q = {.site = site, .bytes = side_chunk, .is_part = at % side_chunk != 0, .width = width};
  if (!parts || q.is_part) return q;
  const coal_vm_grouped *g = &parts[at / side_chunk];
  if (!g->request_bytes) return q;
  q.bytes = g->request_bytes;
  q.is_part = g->is_part;
  q.delta = g->delta_bytes;
  return q;
}

/** One chunk of a copy, at offset `at`, for the lanes whose length reaches that far. */
static bool copy_chunk(coal_exec_warp *w, const coal_vm_ins *i, const coal_vm_copy *c, uint8_t *f, uint64_t at,
                       unsigned chunk, uint32_t mask) {
  uint64_t to[COAL_WARP_LANES] = {0}, from[COAL_WARP_LANES] = {0};
  COAL_EACH_LANE(mask, l, { to[l] = addresses(f, c->to)[l] + at; });
  uint32_t good = mask, good_from = mask;
  bool is_copy = i->op == COAL_INS_COPY;
  if (is_copy) {
    COAL_EACH_LANE(mask, l, { from[l] = addresses(f, c->from)[l] + at; });
    request q = copy_request(c->load_site, c->load_parts, c->load_chunk, at, chunk);
    if (c->has_source)
      COAL_EACH_LANE(mask, l,
                     { good_from &= ((const uint32_t *)(const void *)(f + c->source))[l] ? UINT32_MAX : ~(1u << l); });
    if (good_from && !check(w, i, &q, COAL_MEM_LOAD, from, &good_from)) return false;
  }
  request q = copy_request(c->store_site, c->store_parts, c->store_chunk, at, chunk);
  if (!check(w, i, &q, COAL_MEM_STORE, to, &good)) return false;
  COAL_EACH_LANE(good, l, {
    if (!is_copy)
      memset(AT(to, l), f[c->from + l], chunk);
    else if (good_from >> l & 1u)
      memmove(AT(to, l), AT(from, l), chunk);
    else
      memset(AT(to, l), 0, chunk);
  });
  return true;
}

bool coal_exec_copy(coal_exec_warp *w, const coal_vm_ins *i, uint8_t *f, uint32_t mask) {
  const coal_vm_copy *c = i->aux;
  unsigned step = i->op == COAL_INS_COPY && c->load_chunk < c->store_chunk ? c->load_chunk : c->store_chunk;
  uint64_t longest = c->bytes;
  if (c->length != COAL_NO_SLOT) {
    longest = 0;
    COAL_EACH_LANE(mask, l, { longest = addresses(f, c->length)[l] > longest ? addresses(f, c->length)[l] : longest; });
  }
  if (longest > UINT64_C(1) << 32) {
    coal_exec_report_fault(w, i, (unsigned)__builtin_ctz(mask), COAL_FAULT_OUT_OF_BOUNDS, true,
                           "%s %llu bytes in one go", verb(i), (unsigned long long)longest);
    return false;
  }
  for (uint64_t at = 0; at < longest;) {
    unsigned chunk = step;
    while (chunk > longest - at) chunk /= 2;
    uint32_t active = mask;
    if (c->length != COAL_NO_SLOT)
      COAL_EACH_LANE(mask, l, { active &= at < addresses(f, c->length)[l] ? UINT32_MAX : ~(1u << l); });
    if (active && !copy_chunk(w, i, c, f, at, chunk, active)) return false;
    at += chunk;
  }
  return true;
}

/* ---- matrices ------------------------------------------------------------------------------------------------------
 */

/** ldmatrix: lane 8m + r gives the address of row r of matrix m; lane t gets elements 2(t mod 4) and the next of row
 *  t / 4 of each matrix (PTX ISA, ldmatrix), the transposed form those of the column. */
static void matrix_rows(const coal_vm_matrix *x, const uint64_t *a, uint8_t *f) {
  for (unsigned m = 0; m < x->count; m++)
    for (unsigned t = 0; t < COAL_WARP_LANES; t++)
      for (unsigned e = 0; e < 2; e++) {
        unsigned row = x->is_transposed ? t % 4 * 2 + e : t / 4, column = x->is_transposed ? t / 4 : t % 4 * 2 + e;
        uint8_t *in_register = f + x->regs[m].at + t * 4 + e * 2,
                *in_memory = (uint8_t *)AT(a, m * 8 + row) + column * 2;
        if (x->is_store)
          memcpy(in_memory, in_register, 2);
        else
          memcpy(in_register, in_memory, 2);
      }
}

bool coal_exec_matrix(coal_exec_warp *w, const coal_vm_ins *i, uint8_t *f, uint32_t mask) {
  const coal_vm_matrix *x = i->aux;
  const uint64_t *a = addresses(f, i->a);
  uint32_t rows = x->count == 4 ? mask : mask & ((1u << (x->count * 8)) - 1), good = rows;
  request q = {.site = i->site, .bytes = 16, .width = 16};
  if (!check(w, i, &q, w->block->grid->program->sites.items[i->site].op, a, &good)) return false;
  if (mask != COAL_ALL_LANES || good != rows) {
    coal_exec_report_fault(w, i, (unsigned)__builtin_ctz(mask), COAL_FAULT_TRAP, good == rows,
                           "a matrix access by part of a warp");
    return good != rows;
  }
  matrix_rows(x, a, f);
  return true;
}

void coal_exec_string(coal_exec_warp *w, uint64_t address, char *out, size_t n) {
  coal_vm_memory *m = w->block->grid->device->memory;
  size_t at = 0;
  for (; at + 1 < n; at++) {
    uint64_t p = address + at;
    if (!coal_vm_memory_find(m, p) && !coal_vm_memory_is_local(m, p) && !coal_vm_memory_is_shared(m, p)) break;
    out[at] = *(const char *)(uintptr_t)p;
    if (!out[at]) return;
  }
  out[at] = 0;
}
