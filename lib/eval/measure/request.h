/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/** One request: the shape of its addresses and its cost. */
#ifndef COAL_EVAL_REQUEST_H
#define COAL_EVAL_REQUEST_H

#include "eval/domain/value.h"
#include "shapes.h"
#include "trials.h"

/** The address where objects begin: no shift or stride makes an address negative. A multiple of every alignment. */
#define COAL_REQUEST_START (UINT64_C(1) << 40)

/** One instruction of some lanes of a warp. Everything is borrowed. */
typedef struct coal_request_input {
  const coal_target *target;
  coal_symbols *symbols; /* symbols of the address; new ones may be added */
  coal_space space;      /* GLOBAL or SHARED */
  coal_mem_op op;
  uint32_t bytes;             /* of a lane */
  uint32_t mask;              /* active lanes, at least one */
  uint64_t offset;            /* offset of this instruction from the address, where an access takes several */
  const coal_poly *address;   /* bytes from the object's start */
  uint64_t object_align;      /* alignment of the object's start, bytes */
  const coal_trail *trail;    /* records that the address was computed through; NULL: none */
  const coal_poly *thread[3]; /* threadIdx.x, y, z of all lanes */
} coal_request_input;

typedef struct coal_measurement {
  coal_request request;      /* offsets from the object's start as addresses, at the best known start */
  uint64_t hash;             /* of the request, relative to its first lane */
  uint64_t key;              /* of a new shape, 0: none */
  const coal_poly *symbolic; /* the unknown part of the address */
  const char *detail;        /* detail of the reason when it is unknown */
  coal_shape shape;
} coal_measurement;

/** Measures a request. `known`: shapes of the same access. `shared`: the symbols for which all requests of the
 *  access are tried together, NULL: none. Returns NONE, or why it is unknown (`f->detail`). */
coal_reason coal_request_measure(const coal_request_input *in, const coal_shapes *known, const coal_trials *shared,
                                 coal_measurement *f);
/** The request with every unknown as 0. */
coal_request coal_request_known_part(const coal_request_input *in);
/** Folds the active lanes of a request, relative to `base`, into a hash. */
uint64_t coal_request_hash(uint64_t h, const coal_request *q, uint64_t base);
/** The period of the request in the model, bytes. */
uint32_t coal_request_period(const coal_request_input *in);
/** Fills the DRAM traffic behind the request. */
void coal_request_set_dram(const coal_target *target, coal_measurement *f);

#endif
