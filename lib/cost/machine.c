/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Sources. measured: on an H200, ground-truth/h200-memory-system.csv and h200-impact.csv; stated: by the vendor's guides and
 * data sheets (model/target.c); derived: the H200's figure, scaled by a stated one.
 *
 *   clock                      derived: peak / (lanes · multiprocessors · 2); the H200's is 1.98 GHz, as measured
 *   L1                         stated for all of L1 and shared memory; 216 of 256 KiB hold data on the H200 (l1_walk), the same
 *                              share is taken elsewhere: derived
 *   latencies                  measured: 35 cycles for a hit, 288 for L2, 727 for DRAM (chase_latency)
 *   L2 rate                    measured: 120 sectors a cycle (read_bandwidth up to 48 MiB); elsewhere by multiprocessors: derived
 *   DRAM rate                  measured: 69 sectors a cycle (concurrency); elsewhere by the stated bandwidth: derived
 *   L2 port                    stated: 64 bytes a cycle and multiprocessor
 *   slices of L2               stated for A100, 5120 bytes a cycle of 64 each; by multiprocessors: derived
 *   their clock                measured: atomicAggregate takes 1.16 cycles a sector (atomic.c)
 *   sectors written in part    measured: about 50 a cycle (h200-traffic.csv); elsewhere by DRAM rate: derived
 *   issue                      stated: four schedulers, one instruction a cycle each
 *   loaded DRAM                measured: latency grows by 350 cycles, by the square of the load (concurrency)
 *   start of a block           derived: 500 cycles pass between blocks of a place on a multiprocessor (gray_from_rgb); measured:
 *                              the GPU starts a block every 1.18 cycles (h200-hecbench.csv: blocks of 64 and of 256 threads that
 *                              do next to nothing, conv1d and boundaryConditions*)
 *   stores under way           derived: as many cycles of L2's and DRAM's work as a loaded DRAM access takes
 *   barriers                   measured: 2.4 wavefronts a warp (transpose_tile, reduce_*); 20 cycles: derived
 *   a launch                   measured: the shortest kernels take 2.7 µs, of which about 0.7 are their loads
 *   kept in L2                 measured: 20 MB of what a kernel writes are still in L2 when it ends (transpose_*, soa_move)
 */
#include "machine.h"

#define KIB 1024.0

static double l1_kib(unsigned cc) {
  switch (cc) {
    case 70:
    case 72: return 128;
    case 75: return 96;
    case 80:
    case 87: return 192;
    case 86:
    case 88:
    case 89: return 128;
    case 90:
    case 100:
    case 101:
    case 103:
    case 110: return 256;
    case 120:
    case 121: return 128;
    default: return 0;
  }
}

/** Single-precision lanes of a multiprocessor (CUDA C++ Programming Guide, arithmetic throughput). */
static double lanes(unsigned cc) { return cc == 70 || cc == 72 || cc == 75 || cc == 80 ? 64 : 128; }

bool coal_cost_machine_of(const coal_target *t, coal_cost_machine *out) {
  double kib = l1_kib(t->cc);
  if (kib <= 0 || !t->multiprocessors || t->gflops <= 0 || t->bandwidth_gbps <= 0 || t->l2_bytes <= 0) return false;
  bool is_measured = t->cc == 90;
  double clock = t->gflops / (2 * lanes(t->cc) * t->multiprocessors);
  double dram = is_measured ? 69 : 0.97 * t->bandwidth_gbps / clock / t->sector_bytes;
  *out = (coal_cost_machine){
      .clock_ghz = clock,
      .multiprocessors = t->multiprocessors,
      .warps_max = t->warps_max,
      .blocks_max = t->blocks_max,
      .registers = 65536,
      .shared_bytes = t->shared_bytes,
      .l1_bytes = kib * KIB * 216 / 256,
      .l2_bytes = is_measured ? 60 * KIB * KIB : t->l2_bytes,
      .hit_cycles = 35,
      .l2_cycles = 288,
      .dram_cycles = is_measured ? 727 : t->latency_ns * clock,
      .loaded_cycles = 350,
      .shared_cycles = 29,
      .l2_sectors = 120.0 / 132 * t->multiprocessors,
      .dram_sectors = dram,
      .port_sectors = 2,
      .atomic_slices = 80.0 / 132 * t->multiprocessors,
      .atomic_cycles = 1.16,
      .partial_sectors = 50.0 / 69 * dram,
      .issue = 4,
      .block_cycles = 1.18 * t->multiprocessors,
      .start_cycles = 500,
      .barrier_wavefronts = 2.4,
      .barrier_cycles = 20,
      .launch_ns = 2000,
      .kept_bytes = 0.4 * t->l2_bytes,
  };
  return true;
}
