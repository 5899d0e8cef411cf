/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/**
 * Which IR loads and stores are one request. Clang splits the copy of a float4 into four loads; the back end joins
 * them again when the alignment allows. Here the parts of one source access (same debug location, same block, same
 * base pointer) are joined, and nothing else: accesses that are separate in the source stay separate.
 */
#include "state.h"

#include <string.h>

#define REQUEST_BYTES_MAX 16u
#define COPY_BYTES_MAX 256u

typedef struct coal_part {
  LLVMValueRef ins, base;
  LLVMMetadataRef location;
  bool is_store;
  int64_t offset_bytes;
  unsigned component, n_components, align, bytes, order;
} coal_part;
typedef COAL_VEC(coal_part) part_vec;

static unsigned alignment_at(unsigned align, uint64_t offset) {
  uint64_t low = offset & (~offset + 1);
  return offset && low < align ? (unsigned)low : align;
}

void coal_lower_group(const coal_lower_comp *elements, size_t n, unsigned align, coal_vm_grouped *out) {
  for (size_t i = 0; i < n;) {
    uint64_t at = elements[i].offset_bytes - elements[0].offset_bytes;
    unsigned size = REQUEST_BYTES_MAX;
    size_t count = 1;
    for (; size > elements[i].width; size /= 2) {
      uint64_t end = elements[i].offset_bytes;
      for (count = 0; i + count < n && elements[i + count].offset_bytes == end && end - elements[i].offset_bytes < size;
           count++)
        end += elements[i + count].width;
      if (end - elements[i].offset_bytes == size && alignment_at(align, at) >= size) break;
    }
    if (size <= elements[i].width) {
      size = elements[i].width;
      count = 1;
    }
    for (size_t k = 0; k < count; k++) {
      out[i + k].request_bytes = (uint8_t)size;
      out[i + k].is_part = k > 0;
      out[i + k].delta_bytes = (int32_t)elements[i].offset_bytes - (int32_t)elements[i + k].offset_bytes;
    }
    i += count;
  }
}

/** Strips constant offsets: pointer = base + *offset. */
static LLVMValueRef strip(coal_lower_state *s, LLVMValueRef p, int64_t *offset) {
  while (LLVMIsAGetElementPtrInst(p)) {
    LLVMTypeRef t = LLVMGetGEPSourceElementType(p);
    int64_t sum = 0;
    for (unsigned i = 1; i < (unsigned)LLVMGetNumOperands(p); i++) {
      LLVMValueRef index = LLVMGetOperand(p, i);
      if (!LLVMIsAConstantInt(index)) return p;
      int64_t k = LLVMConstIntGetSExtValue(index);
      if (i == 1) {
        sum += k * (int64_t)LLVMABISizeOfType(s->layout, t);
        continue;
      }
      if (LLVMGetTypeKind(t) == LLVMStructTypeKind) {
        sum += (int64_t)LLVMOffsetOfElement(s->layout, t, (unsigned)k);
        t = LLVMStructGetTypeAtIndex(t, (unsigned)k);
      } else {
        t = LLVMGetElementType(t);
        sum += k * (int64_t)LLVMABISizeOfType(s->layout, t);
      }
    }
    *offset += sum;
    p = LLVMGetOperand(p, 0);
  }
  return p;
}

const void *coal_lower_store_key(LLVMValueRef copy) { return (const char *)copy + 1; }

unsigned coal_lower_parameter_align(LLVMValueRef call, unsigned n) {
  LLVMAttributeRef a = LLVMGetCallSiteEnumAttribute(call, n + 1, LLVMGetEnumAttributeKindForName("align", 5));
  return a ? (unsigned)LLVMGetEnumAttributeValue(a) : 1;
}

uint8_t coal_lower_chunk(unsigned align, uint64_t bytes) {
  unsigned c = align > REQUEST_BYTES_MAX ? REQUEST_BYTES_MAX : align;
  while (c > 1 && bytes && bytes % c) c /= 2;
  return (uint8_t)(c ? c : 1);
}

/** The chunks of a small copy are parts too: scalar replacement may have removed some fields of the record. */
static void collect_copy(coal_lower_state *s, LLVMValueRef i, unsigned order, part_vec *out) {
  if (!LLVMIsACallInst(i) || !LLVMIsAFunction(LLVMGetCalledValue(i)) || LLVMGetNumArgOperands(i) < 3) return;
  size_t n;
  const char *name = LLVMGetValueName2(LLVMGetCalledValue(i), &n);
  LLVMValueRef length = LLVMGetOperand(i, 2);
  if (strncmp(name, "llvm.memcpy", 11) || !LLVMIsAConstantInt(length)) return;
  uint64_t bytes = LLVMConstIntGetZExtValue(length);
  if (bytes > COPY_BYTES_MAX) return;
  for (unsigned side = 0; side < 2; side++) {
    unsigned align = coal_lower_parameter_align(i, side), chunk = coal_lower_chunk(align, bytes);
    int64_t offset = 0;
    LLVMValueRef base = strip(s, LLVMGetOperand(i, side), &offset);
    for (uint64_t at = 0; at < bytes; at += chunk) {
      coal_part p = {.ins = i,
                     .base = base,
                     .location = LLVMInstructionGetDebugLoc(i),
                     .is_store = side == 0,
                     .offset_bytes = offset + (int64_t)at,
                     .component = (unsigned)(at / chunk),
                     .n_components = (unsigned)(bytes / chunk),
                     .align = alignment_at(align, at),
                     .bytes = chunk,
                     .order = order};
      coal_vec_push(out, p);
    }
  }
}

static void collect(coal_lower_state *s, LLVMValueRef i, unsigned order, part_vec *out) {
  collect_copy(s, i, order, out);
  bool is_store = LLVMIsAStoreInst(i) != NULL;
  if ((!is_store && !LLVMIsALoadInst(i)) || LLVMGetVolatile(i)) return;
  int64_t offset = 0;
  LLVMValueRef base = strip(s, LLVMGetOperand(i, is_store ? 1 : 0), &offset);
  coal_lower_comps comps = coal_lower_flatten(s, is_store ? LLVMTypeOf(LLVMGetOperand(i, 0)) : LLVMTypeOf(i));
  for (size_t k = 0; k < comps.n; k++) {
    coal_part p = {.ins = i,
                   .base = base,
                   .location = LLVMInstructionGetDebugLoc(i),
                   .is_store = is_store,
                   .offset_bytes = offset + comps.items[k].offset_bytes,
                   .component = (unsigned)k,
                   .n_components = (unsigned)comps.n,
                   .align = alignment_at(LLVMGetAlignment(i), comps.items[k].offset_bytes),
                   .bytes = comps.items[k].width,
                   .order = order};
    coal_vec_push(out, p);
  }
}

static bool same_access(const coal_part *a, const coal_part *b) {
  if (a->ins == b->ins) return a->is_store == b->is_store;
  return a->location && a->location == b->location && a->base == b->base && a->is_store == b->is_store;
}

/** By offset; in program order where equal. */
static void sort(coal_part **p, size_t n) {
  for (size_t i = 1; i < n; i++)
    for (size_t k = i; k > 0 && (p[k - 1]->offset_bytes > p[k]->offset_bytes); k--) {
      coal_part *t = p[k];
      p[k] = p[k - 1];
      p[k - 1] = t;
    }
}

static void store_result(coal_lower_state *s, const coal_part *p, coal_vm_grouped g) {
  const void *key = p->is_store && LLVMIsACallInst(p->ins) ? coal_lower_store_key(p->ins) : p->ins;
  uint64_t *known = coal_lower_map_find(&s->grouped, key);
  coal_vm_grouped *list =
      known ? (coal_vm_grouped *)(uintptr_t)*known : COAL_ARENA_ARRAY(s->arena, coal_vm_grouped, p->n_components);
  if (!known) coal_lower_map_put(&s->grouped, key, (uint64_t)(uintptr_t)list);
  list[p->component] = g;
}

/** The width of the access at that place in the source; 0: not known. */
static unsigned source_width(coal_lower_state *s, const coal_part *p) {
  if (!s->widths || !p->location) return 0;
  uint32_t at = coal_lower_where(s, p->location);
  const coal_vm_where *w = s->program->wheres.items[at];
  const char *slash = strrchr(w->file, '/'), *base = slash ? slash + 1 : w->file;
  for (size_t k = 0; k < s->widths->n; k++) {
    const coal_lower_width *x = &s->widths->items[k];
    if (x->kernel && s->code->is_kernel && strcmp(x->kernel, s->code->name)) continue;
    if (x->line1 == w->line1 && x->is_store == p->is_store && !strcmp(x->file, base)) return x->bytes;
  }
  return 0;
}

/** Bytes that the parts cover contiguously from the first on. */
static uint64_t covered(coal_part **parts, size_t n) {
  int64_t end = parts[0]->offset_bytes;
  for (size_t k = 0; k < n && parts[k]->offset_bytes == end; k++) end += parts[k]->bytes;
  return (uint64_t)(end - parts[0]->offset_bytes);
}

/** The part that is executed first records the request; the others are marked as parts. */
static void finish(coal_lower_state *s, coal_part **parts, size_t n) {
  coal_lower_comp *elements = coal_alloc(n * sizeof *elements);
  coal_vm_grouped *g = coal_alloc(n * sizeof *g);
  for (size_t i = 0; i < n; i++)
    elements[i] = (coal_lower_comp){.width = parts[i]->bytes,
                                    .offset_bytes = (uint32_t)(parts[i]->offset_bytes - parts[0]->offset_bytes)};
  unsigned width = source_width(s, parts[0]), align = parts[0]->align;
  if (width > align && covered(parts, n) % width == 0) align = width;
  coal_lower_group(elements, n, align, g);
  for (size_t i = 0; i < n;) {
    size_t end = i + 1, first = i;
    while (end < n && g[end].is_part) end++;
    for (size_t k = i; k < end; k++)
      if (parts[k]->order < parts[first]->order) first = k;
    for (size_t k = i; k < end; k++) {
      g[k].is_part = k != first;
      store_result(s, parts[k], g[k]);
    }
    i = end;
  }
  free(elements);
  free(g);
}

void coal_lower_group_block(coal_lower_state *s, LLVMBasicBlockRef block) {
  part_vec all = {0};
  unsigned order = 0;
  for (LLVMValueRef i = LLVMGetFirstInstruction(block); i; i = LLVMGetNextInstruction(i)) collect(s, i, order++, &all);
  bool *done = coal_alloc(all.n + 1);
  coal_part **group = coal_alloc((all.n + 1) * sizeof *group);
  memset(done, 0, all.n + 1);
  for (size_t i = 0; i < all.n; i++) {
    if (done[i]) continue;
    size_t n = 0;
    for (size_t k = i; k < all.n && n < 512; k++) {
      if (done[k] || !same_access(&all.items[i], &all.items[k])) continue;
      done[k] = true;
      group[n++] = &all.items[k];
    }
    if (n < 2) continue;
    sort(group, n);
    finish(s, group, n);
  }
  free(done);
  free(group);
  coal_vec_free(&all);
}
