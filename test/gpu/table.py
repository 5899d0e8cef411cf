#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Prints the table of docs/accuracy.md from a GPU run. usage: table.py PREPARED_DIR RESULTS_DIR [--least=FILES]

A row a file: accesses by status, then every row that is not plainly confirmed. Fails when something is refuted, or when
fewer files are confirmed than --least says.
"""
import collections
import json
import pathlib
import sys

prepared, results = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
gpu = json.loads((results / "gpu.json").read_text())
by_file = collections.defaultdict(list)
for c in gpu["confirmations"]:
    by_file[pathlib.Path(c["file"]).name].append(c)


def moved(c, side):
    m = c.get(side, {}).get("moved")
    if not m:
        return "–"
    if "min" not in m:
        return f"{m['mean']:.4g}"
    return f"{m['min']:g}" if m["min"] == m["max"] else f"{m['min']:g}..{m['max']:g}"


print(f"{gpu['device']}\n")
print("| file | accesses | confirmed | predicted = measured, line by line |\n| --- | --- | --- | --- |")
good = 0
for name, rows in sorted(by_file.items()):
    good += all(c["status"] != "refuted" for c in rows) and any(c["status"] == "confirmed" for c in rows)
    plain = [c for c in rows if c["status"] == "confirmed"]
    lines = ", ".join(f"{c['line']}: {moved(c, 'measured')}{'w' if c['space'] == 'shared' else ''}" for c in plain)
    print(f"| {name} | {len(rows)} | {len(plain)} | {lines} |")
print("\n| file | line | access | bytes | predicted | measured | status |\n| --- | --- | --- | --- | --- | --- | --- |")
for name, rows in sorted(by_file.items()):
    for c in rows:
        note = f": {c['note']}" if c.get("note") else ""
        if c["status"] != "confirmed" or note:
            print(f"| {name} | {c['line']} | {c['space']} {c['op']} | {c['bytes']} | {moved(c, 'predicted')} | {moved(c, 'measured')} | {c['status']}{note} |")
count = collections.Counter(c["status"] for c in gpu["confirmations"])
print(f"\n{good} of {len(by_file)} files confirmed; accesses: {dict(count)}")

clock = results / "clock.json"
timed = collections.Counter()
if clock.exists():
    timed.update(c["status"] for c in json.loads(clock.read_text())["confirmations"] if "measured" in c)
    print(f"Timed by clock64: {dict(timed)}")

# Programs with a main(): the sums a line against the CPU's execution.
apps = results / "apps.json"
if apps.exists():
    cpu = json.loads((prepared / "cpu.json").read_text())
    same = different = 0
    for name, app in sorted(json.loads(apps.read_text()).items()):
        sums = collections.Counter()
        for c in app["confirmations"]:
            sums[c["line"], c["space"], c["op"]] += c["moved_sum"]
        wanted = collections.Counter()
        for c in cpu[name]["confirmations"]:
            if "measured" in c:
                wanted[c["line"], c["space"], c["op"]] += round(c["measured"]["moved"]["mean"] * c["executions"])
        for key in wanted:
            if sums[key] == wanted[key]:
                same += 1
            else:
                different += 1
                print(f"{name} {key}: GPU {sums[key]}, CPU {wanted[key]}")
    print(f"programs: {same} lines with equal sums, {different} that differ")

least = next((int(a[8:]) for a in sys.argv if a.startswith("--least=")), 1)
sys.exit(good < least or count["refuted"] + timed["refuted"] > 0)
