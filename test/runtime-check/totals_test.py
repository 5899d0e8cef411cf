#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The totals that others published with Nsight Compute come out of the CPU run exactly. Usage: totals_test.py COALCHECK"""
import json
import os
import pathlib
import subprocess
import sys

here = pathlib.Path(__file__).parent
# program arguments, what is counted, its published total
PUBLISHED = [
    (["add"], "sectors", 49_152),  # 12 a warp
    (["product", "320"], "conflicts", 992_000),  # 31 a warp and tile step
    (["product", "640"], "conflicts", 7_936_000),
    (["product", "1280"], "conflicts", 63_488_000),
    (["product", "1600"], "conflicts", 124_000_000),
    (["rows"], "sectors", 540_672),  # 66 a warp and step
    (["tree"], "conflicts", 420),  # 105 a block
]

if "ASAN_OPTIONS" in os.environ:  # the large products show the sanitizers nothing that the small ones do not
    PUBLISHED = [row for row in PUBLISHED if row[2] < 10_000_000]

failed = 0
for arguments, what, wanted in PUBLISHED:
    run = subprocess.run(
        [sys.argv[1], "run", "--format=json", here / "Inputs" / "totals.cu", "--", *arguments],
        capture_output=True, text=True, check=False)
    try:
        totals = json.loads(run.stdout)["totals"]
        got = sum(k[what] for k in totals)
    except (ValueError, KeyError):
        got = f"status {run.returncode}: {run.stderr[-500:]}"
    good = got == wanted
    failed += not good
    print(f"{' '.join(arguments):14} {what} {got}{'' if good else f', not {wanted}: FAILED'}")
sys.exit(failed > 0)
