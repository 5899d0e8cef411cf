#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Published counts of 128-byte lines in Rodinia, line by line, beside what coalcheck says of the same source lines.

usage: rodinia_lines.py COALCHECK RODINIA_CHECKOUT rodinia-cache-lines.tsv

The "NoAlign" measurements are taken: lines a request with its lowest address moved to a boundary. coalcheck runs with
--target=sm_30:l1, where loads are counted in lines of 128 bytes; stores are counted in sectors of 32 there, so a store is
found only if it moves more sectors than it needs, which says nothing of a store of whole sectors on several lines. An access
is of a measured line if its line number is the same and its kernel has the measured function's name, or it was reached through
a call (the measured name is then that of the function called). Columns are not compared: compiler and tool count them from
different tokens. Prints Markdown.
"""
import collections
import csv
import json
import os
import subprocess
import sys

FOLDERS = {"srad_v1": "srad/srad_v1", "srad_v2": "srad/srad_v2"}


def measured(path):
    """{(benchmark, line, function): (least mean, greatest mean)} of the rows without alignment."""
    rows = {}
    with open(path) as stream:
        for name, line, _, function, mean, *_ in csv.reader(stream, delimiter="\t"):
            _, benchmark, kind, _ = name.split("/")
            if kind.startswith("NoAlign"):
                key = (benchmark, int(line), function.split("<")[0])
                low, high = rows.get(key, (float("inf"), 0.0))
                rows[key] = (min(low, float(mean)), max(high, float(mean)))
    return rows


def accesses(tool, folder):
    """All global accesses of the .cu files below a folder, each once."""
    found = {}
    for where, _, names in os.walk(folder):
        for name in sorted(names):
            if not name.endswith(".cu"):
                continue
            command = [tool, "--all", "--format=json", "--target=sm_30:l1", os.path.join(where, name), "--",
                       "-I" + where, "-I" + folder]
            try:
                answer = json.loads(subprocess.run(command, capture_output=True, timeout=60).stdout)
            except (ValueError, subprocess.TimeoutExpired):
                continue
            for access in answer["accesses"]:
                if access["space"] in ("global", "unknown"):
                    found[json.dumps(access, sort_keys=True)] = access
    return list(found.values())


def plain(kernel):
    return kernel.split("<")[0].split("::")[-1]


def is_above(access):
    return "sectors" in access and access["sectors"]["max"] > access["ideal_sectors"]["max"]


def said(access):
    if access["verdict"] == "unknown":
        return f"{access['op']} unknown: {access['reason']}"
    sectors = access["sectors"]
    unit = "sectors" if access["op"] == "store" else "lines"
    return f"{access['op']} {sectors['min']}..{sectors['max']} {unit}, {access['verdict']}"


def outcome(here):
    """One word for a measured line, by the accesses that stand on it."""
    if any(is_above(a) for a in here):
        return "found"
    if any(a["verdict"] == "unknown" for a in here):
        return "unknown"
    return "missed" if here else "no access at that line"


def main():
    tool, checkout, table = sys.argv[1:]
    rows = measured(table)
    counts = collections.Counter()
    extras = []
    print("| benchmark | line | function | measured lines | coalcheck | |\n|---|---|---|---|---|---|")
    for benchmark in sorted({key[0] for key in rows}):
        folder = os.path.join(checkout, "cuda", FOLDERS.get(benchmark, benchmark))
        all_here = accesses(tool, folder)
        used = set()
        for (_, line, function), (low, high) in sorted(r for r in rows.items() if r[0][0] == benchmark):
            here = [a for a in all_here if a["line"] == line and (plain(a["kernel"]) == function or a["inlined_at"])]
            used.update(id(a) for a in here)
            word = outcome(here)
            counts[word] += 1
            mean = f"{low:.2f}" if low == high else f"{low:.2f} to {high:.2f}"
            print(f"| {benchmark} | {line} | {function} | {mean} | {'; '.join(sorted({said(a) for a in here}))} | {word} |")
        functions = {key[2] for key in rows if key[0] == benchmark}
        extras += [(benchmark, a) for a in all_here if id(a) not in used and is_above(a) and plain(a["kernel"]) in functions]
    print("\n" + ", ".join(f"{word} {count}" for word, count in counts.most_common()))
    print("\n| extra: benchmark | line | kernel | coalcheck |\n|---|---|---|---|")
    for benchmark, a in extras:
        print(f"| {benchmark} | {a['line']} | {plain(a['kernel'])} | {said(a)} |")


if __name__ == "__main__":
    main()
