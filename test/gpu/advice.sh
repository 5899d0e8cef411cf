#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# usage: advice.sh OUT.csv [PROGRAM.cu] : one launch of each kernel of a program under Nsight Compute, in the columns of
# test/ground-truth/h200-impact.csv. Needs nvcc, ncu and a GPU. Caches are flushed before each launch (ncu's default).
set -eu
here=$(cd "$(dirname "$0")" && pwd)
out=$1
program=${2:-$here/advice.cu}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
nvcc -O3 -arch=native -o "$work/program" "$program"
ncu --csv --page raw --print-units base --clock-control none --metrics \
gpu__time_duration.sum,\
l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum,l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum,\
l1tex__t_sectors_pipe_lsu_mem_global_op_ld_lookup_hit.sum,\
l1tex__t_requests_pipe_lsu_mem_global_op_st.sum,l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum,\
l1tex__data_pipe_lsu_wavefronts_mem_shared.sum,lts__t_sectors_op_read.sum,lts__t_sectors_op_write.sum,\
dram__bytes_read.sum,dram__bytes_write.sum,launch__registers_per_thread,smsp__inst_executed.sum,sm__cycles_elapsed.max \
"$work/program" > "$work/raw.csv"
python3 "$here/ncu_table.py" "$work/raw.csv" > "$out"
