/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "intrinsics.h"

#include <stdlib.h>
#include <string.h>

static const coal_intrinsic table[] = {
#define COAL_INTRINSIC(name, family, op, flops) {name, COAL_INTRINSIC_##family, COAL_INTRINSIC_OP_##op, flops},
#include "intrinsics.def"
#undef COAL_INTRINSIC
};

const coal_intrinsic *coal_intrinsic_list(size_t *n) {
  *n = sizeof table / sizeof *table;
  return table;
}

static bool starts(const char *s, const char *with) { return strncmp(s, with, strlen(with)) == 0; }

/* The name without what follows n characters, against an entry. */
typedef struct name_key {
  const char *text;
  size_t n;
} name_key;

static int compare(const void *key, const void *entry) {
  const name_key *name = key;
  const char *other = ((const coal_intrinsic *)entry)->name;
  int order = strncmp(name->text, other, name->n);
  return order ? order : (other[name->n] ? -1 : 0);
}

static const coal_intrinsic *listed(const char *name, size_t n) {
  name_key key = {name, n};
  return bsearch(&key, table, sizeof table / sizeof *table, sizeof *table, compare);
}

/* atomicAdd_block and atomicAdd_system are atomicAdd. */
static const coal_intrinsic *scoped_atomic(const char *name) {
  static const char *const scopes[] = {"_block", "_system"};
  size_t n = strlen(name);
  for (size_t i = 0; i < 2 && starts(name, "atomic"); i++) {
    size_t tail = strlen(scopes[i]);
    if (n > tail && strcmp(name + n - tail, scopes[i]) == 0) return listed(name, n - tail);
  }
  return NULL;
}

static bool is_group_barrier(const char *name, const char *qualified) {
  static const char grid[] = "::grid::sync";
  size_t n = qualified ? strlen(qualified) : 0;
  if (!n || !starts(qualified, "cooperative_groups::")) return false;
  return starts(name, "sync_warps") || starts(name, "sync_grids") ||
         (n >= sizeof grid - 1 && strcmp(qualified + n - (sizeof grid - 1), grid) == 0);
}

static bool is_texture(const char *name) {
  static const char *const prefixes[] = {"tex1D",  "tex2D",  "tex3D",  "texCubemap",
                                         "surf1D", "surf2D", "surf3D", "surfCubemap"};
  for (size_t i = 0; i < sizeof prefixes / sizeof *prefixes; i++)
    if (starts(name, prefixes[i])) return true;
  return false;
}

const coal_intrinsic *coal_intrinsic_find(const char *name, const char *qualified) {
  static const char builtin[] = "__builtin_";
  static const coal_intrinsic texture = {NULL, COAL_INTRINSIC_TEXTURE, COAL_INTRINSIC_OP_NONE, 0};
  static const coal_intrinsic group_barrier = {NULL, COAL_INTRINSIC_GROUP_BARRIER, COAL_INTRINSIC_OP_NONE, 0};
  if (starts(name, builtin)) { /* what std::log2 and its like are made of: __builtin_log2 is log2 */
    const char *plain = name + sizeof builtin - 1;
    const coal_intrinsic *of_plain = listed(plain, strlen(plain));
    if (of_plain && of_plain->family != COAL_INTRINSIC_IDENTITY) return of_plain;
  }
  const coal_intrinsic *found = listed(name, strlen(name));
  if (!found) found = scoped_atomic(name);
  if (!found && is_texture(name)) found = &texture;
  if (!found && is_group_barrier(name, qualified)) found = &group_barrier;
  return found;
}

bool coal_intrinsic_is_barrier(const char *name, const char *qualified, const coal_intrinsic *known) {
  if (known && (known->family == COAL_INTRINSIC_BARRIER || known->family == COAL_INTRINSIC_BARRIER_VALUE ||
                known->op == COAL_INTRINSIC_OP_SYNC))
    return true;
  return qualified && strcmp(name, "sync") == 0 && starts(qualified, "cooperative_groups::");
}

/* ---- host functions ------------------------------------------------------------------------------------ */

const coal_host_call *coal_host_call_find(const char *name) {
  enum { EXACT, PREFIX };
  static const coal_host_call calls[] = {
#define COAL_HOST_CALL(name, matching, kind) {name, matching == PREFIX, COAL_HOST_CALL_##kind},
#include "host_calls.def"
#undef COAL_HOST_CALL
  };
  static const coal_host_call runtime = {"cuda", true, COAL_HOST_CALL_RUNTIME};
  for (size_t i = 0; i < sizeof calls / sizeof *calls; i++)
    if (calls[i].is_prefix ? starts(name, calls[i].name) : !strcmp(name, calls[i].name)) return &calls[i];
  return starts(name, runtime.name) && name[4] >= 'A' && name[4] <= 'Z' ? &runtime : NULL;
}

bool coal_host_call_launches(const coal_host_call *call) {
  return call && call->kind >= COAL_HOST_CALL_LAUNCH && call->kind <= COAL_HOST_CALL_LAUNCH_HANDLE;
}

bool coal_intrinsic_launches(const char *name) { return coal_host_call_launches(coal_host_call_find(name)); }

/* ---- the standard library ------------------------------------------------------------------------------ */

/* "swap<int>" behind "std::" and an inline namespace; NULL: another namespace. */
static const char *in_std(const char *qualified) {
  if (!qualified || strncmp(qualified, "std::", 5) != 0) return NULL;
  const char *name = qualified + 5, *inner = strstr(name, "::"), *angle = strchr(name, '<');
  bool is_inline = strncmp(name, "__", 2) == 0 && inner && (!angle || inner < angle);
  return is_inline ? inner + 2 : name;
}

bool coal_intrinsic_is_holder(const char *qualified) {
  static const char *const names[] = {
      "__exchange<", "_Head_base<", "_Tuple_impl<", "__max_element<", "__min_element<",
      "accumulate<", "array<",      "exchange<",    "get<",           "initializer_list<",
      "iter_swap<",  "make_pair<",  "make_tuple<",  "max_element<",   "min_element<",
      "pair<",       "swap<",       "tie<",         "tuple<"};
  if (qualified && strncmp(qualified, "__gnu_cxx::", 11) == 0)
    return true; /* iterators and what compares through them */
  const char *name = in_std(qualified);
  for (size_t i = 0; name && i < sizeof names / sizeof *names; i++)
    if (strncmp(name, names[i], strlen(names[i])) == 0) return true;
  return false;
}

/* ---- PyTorch ------------------------------------------------------------------------------------------- */

bool coal_intrinsic_is_accessor(const char *record) {
  static const char *const names[] = {"GenericPackedTensorAccessor<", "GenericPackedTensorAccessorBase<"};
  static const char *const scopes[] = {"at::", "torch::headeronly::", "torch::headeronly::detail::"};
  for (size_t k = 0; k < sizeof scopes / sizeof *scopes; k++)
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
      const size_t n = strlen(scopes[k]);
      if (!strncmp(record, scopes[k], n) && !strncmp(record + n, names[i], strlen(names[i]))) return true;
    }
  return false;
}

/* ---- all ----------------------------------------------------------------------------------------------- */

bool coal_intrinsic_is_known(const char *name) {
  const coal_intrinsic *found = listed(name, strlen(name));
  return found ? found->family != COAL_INTRINSIC_IDENTITY : scoped_atomic(name) != NULL;
}
