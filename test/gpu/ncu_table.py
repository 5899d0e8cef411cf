#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""ncu's raw CSV page as the tables of test/ground-truth have it. usage: ncu_table.py RAW.csv"""
import csv
import re
import sys

COLUMNS = {
    "nanoseconds": "gpu__time_duration.sum",
    "load_requests": "l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum",
    "load_sectors": "l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum",
    "load_sectors_l1_hit": "l1tex__t_sectors_pipe_lsu_mem_global_op_ld_lookup_hit.sum",
    "store_requests": "l1tex__t_requests_pipe_lsu_mem_global_op_st.sum",
    "store_sectors": "l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum",
    "shared_wavefronts": "l1tex__data_pipe_lsu_wavefronts_mem_shared.sum",
    "l2_read_sectors": "lts__t_sectors_op_read.sum",
    "l2_write_sectors": "lts__t_sectors_op_write.sum",
    "dram_read_bytes": "dram__bytes_read.sum",
    "dram_write_bytes": "dram__bytes_write.sum",
    "registers": "launch__registers_per_thread",
    "warp_instructions": "smsp__inst_executed.sum",
    "cycles": "sm__cycles_elapsed.max",
}


def size(text):
    return "x".join(re.findall(r"\d+", text))


def main():
    with open(sys.argv[1], encoding="utf-8") as f:
        lines = [line for line in f if line.startswith('"')]
    rows = [r for r in csv.DictReader(lines) if r["ID"]]
    out = csv.writer(sys.stdout, lineterminator="\n")
    out.writerow(["kernel", "grid", "block", *COLUMNS])
    for row in rows:
        numbers = [round(float(row[c].replace(",", ""))) for c in COLUMNS.values()]
        out.writerow([re.sub(r"\(.*", "", row["Kernel Name"]), size(row["Grid Size"]), size(row["Block Size"]), *numbers])


if __name__ == "__main__":
    main()
