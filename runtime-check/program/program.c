/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "program.h"

#include <stdlib.h>
#include <string.h>

void coal_vm_program_free(coal_vm_program *p) {
  if (!p) return;
  coal_vec_free(&p->codes);
  coal_vec_free(&p->sites);
  coal_vec_free(&p->wheres);
  coal_vec_free(&p->globals);
  coal_arena_free(p->arena);
  free(p);
}

const coal_vm_code *coal_vm_program_kernel(const coal_vm_program *p, const char *symbol) {
  for (size_t k = 0; k < p->codes.n; k++)
    if (p->codes.items[k]->is_kernel && !strcmp(p->codes.items[k]->name, symbol)) return p->codes.items[k];
  return NULL;
}

const coal_vm_global *coal_vm_program_global(const coal_vm_program *p, const char *name) {
  for (size_t k = 0; k < p->globals.n; k++)
    if (!strcmp(p->globals.items[k].name, name)) return &p->globals.items[k];
  return NULL;
}
