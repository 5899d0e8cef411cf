/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/** The order of a function's blocks. Of the parts of a warp, the one at the earliest instruction goes first
 *  (device.h), so lanes that exited a loop wait at its exit for the rest of the warp only if the exit comes after
 *  the loop. Clang puts a loop's exit before its body, and LLVM lets it jump to the head of an outer loop. */
#include "state.h"

#include <stdlib.h>
#include <string.h>

enum { ROUNDS_MAX = 64 }; /* each moves blocks out of loops by one level */

typedef COAL_VEC(unsigned) numbers;

/** Blocks by number, in their original order. */
typedef struct flow {
  unsigned n;
  LLVMBasicBlockRef *block;
  numbers *from, *to;
  unsigned *order, *place; /* block at a place, place of a block */
} flow;

static void *new_array(size_t n, size_t bytes) {
  void *p = coal_alloc((n + 1) * bytes);
  memset(p, 0, (n + 1) * bytes);
  return p;
}

static void flow_new(LLVMValueRef fn, flow *f) {
  coal_lower_map ids = {0};
  *f = (flow){.n = LLVMCountBasicBlocks(fn)};
  f->block = new_array(f->n, sizeof *f->block);
  f->from = new_array(f->n, sizeof *f->from);
  f->to = new_array(f->n, sizeof *f->to);
  f->order = new_array(f->n, sizeof *f->order);
  f->place = new_array(f->n, sizeof *f->place);
  LLVMGetBasicBlocks(fn, f->block);
  for (unsigned b = 0; b < f->n; b++) {
    f->order[b] = f->place[b] = b;
    coal_lower_map_put(&ids, f->block[b], b);
  }
  for (unsigned b = 0; b < f->n; b++) {
    LLVMValueRef end = LLVMGetBasicBlockTerminator(f->block[b]);
    for (unsigned k = 0; k < LLVMGetNumSuccessors(end); k++) {
      unsigned to = (unsigned)*coal_lower_map_find(&ids, LLVMGetSuccessor(end, k));
      coal_vec_push(&f->to[b], to);
      coal_vec_push(&f->from[to], b);
    }
  }
  coal_lower_map_free(&ids);
}

static void flow_free(flow *f) {
  for (unsigned b = 0; b < f->n; b++) {
    coal_vec_free(&f->from[b]);
    coal_vec_free(&f->to[b]);
  }
  void *arrays[] = {f->block, f->from, f->to, f->order, f->place};
  for (size_t k = 0; k < sizeof arrays / sizeof *arrays; k++) free(arrays[k]);
}

/** The loop of the back edge from `latch` to `head`: the blocks that reach the latch without the head. False: there
 *  is a second entry. */
static bool find_body(const flow *f, unsigned head, unsigned latch, bool *is_body) {
  numbers open = {0};
  memset(is_body, 0, f->n * sizeof *is_body);
  is_body[head] = is_body[latch] = true;
  if (latch != head) coal_vec_push(&open, latch);
  while (open.n) {
    unsigned b = open.items[--open.n];
    for (size_t k = 0; k < f->from[b].n; k++) {
      unsigned from = f->from[b].items[k];
      if (is_body[from]) continue;
      is_body[from] = true;
      coal_vec_push(&open, from);
    }
  }
  coal_vec_free(&open);
  return head == 0 || !is_body[0];
}

/** Leads only out of the loop and has one successor (LLVM's loop-simplify makes such exits). */
static bool is_exit(const flow *f, const bool *is_body, unsigned b) {
  for (size_t k = 0; k < f->from[b].n; k++)
    if (!is_body[f->from[b].items[k]]) return false;
  return f->from[b].n > 0 && f->to[b].n == 1;
}

/** Moves blocks that are not of the loop but lie in it, and exits that lie before it, after it. True if anything
 *  moved. */
static bool close_loop(flow *f, unsigned head, unsigned latch, const bool *is_body) {
  numbers before = {0}, out = {0};
  for (unsigned p = 0; p <= f->place[latch]; p++) {
    unsigned b = f->order[p];
    bool leaves = !is_body[b] && (p > f->place[head] || is_exit(f, is_body, b));
    if (leaves)
      coal_vec_push(&out, b);
    else
      coal_vec_push(&before, b);
  }
  bool moved = out.n > 0;
  for (size_t k = 0; k < out.n; k++) coal_vec_push(&before, out.items[k]);
  for (unsigned p = 0; p < before.n; p++) {
    f->order[p] = before.items[p];
    f->place[before.items[p]] = p;
  }
  coal_vec_free(&before);
  coal_vec_free(&out);
  return moved;
}

void coal_lower_order(LLVMValueRef fn) {
  flow f;
  flow_new(fn, &f);
  bool *is_body = new_array(f.n, sizeof *is_body), moved = true, any = false;
  for (unsigned round = 0; moved && round < ROUNDS_MAX; round++) {
    moved = false;
    for (unsigned b = 0; b < f.n; b++)
      for (size_t k = 0; k < f.to[b].n; k++) {
        unsigned head = f.to[b].items[k];
        if (f.place[head] <= f.place[b] && find_body(&f, head, b, is_body)) moved |= close_loop(&f, head, b, is_body);
      }
    any |= moved;
  }
  for (unsigned p = 1; any && p < f.n; p++) LLVMMoveBasicBlockAfter(f.block[f.order[p]], f.block[f.order[p - 1]]);
  free(is_body);
  flow_free(&f);
}
