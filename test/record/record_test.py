#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Holds every number that the analysis gives for the kernels of test/ against recorded.txt.

usage: record_test.py COALCHECK SOURCE_DIR [--update | --every=N]

The answers of test/breadth, test/facts and the model's tables are known to be right; recorded.txt is what else the program says today:
indices, means, launches, conditions, reasons. A difference is looked at in review like code: `record_test.py … --update` writes
the file anew. Messages, times and costs are not in it; other tests hold those. --every=N looks at each Nth file alone: a quick
first look. Over the same report it holds what no finding may do, such as repeat a note.
"""
import collections
import difflib
import json
import pathlib
import subprocess
import sys

OPTIONS = ["--all", "--format=json", "--cuda-headers=embedded", "--target=sm_80", "--fail-on=never", "-j2"]
FOLDERS = ["breadth", "checks", "facts", "frontends", "launches", "merged", "totals"]
ACCESS = ["space", "op", "bytes", "instructions", "object", "index", "moved", "active_lanes", "sectors", "wavefronts", "ideal_sectors",
          "ideal_wavefronts", "ways", "efficiency", "executions", "verdict", "reason", "detail", "assume", "conditions", "merged",
          "assumptions", "degrades_from", "worst_from"]


def number(value):
    return f"{value:.6g}" if isinstance(value, float) else str(value)


def flat(value):
    """A JSON value in few characters; a range as least..most(mean)."""
    if isinstance(value, dict):
        if set(value) == {"min", "max", "mean"}:
            least, most, mean = (number(value[k]) for k in ("min", "max", "mean"))
            return least if least == most else f"{least}..{most}({mean})"
        return "{" + " ".join(f"{k}={flat(v)}" for k, v in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(flat(v) for v in value) + "]"
    return str(value) if isinstance(value, (bool, str)) or value is None else number(value)


def access_line(a):
    if a.get("merged"):  # the others by number: where they stand in the report is no fact about them
        a["merged"] = {**a["merged"], "with": len(a["merged"].get("with", []))}
    return f"{a['line']}:{a['column']} {a['kernel']} " + " ".join(f"{k}={flat(a[k])}" for k in ACCESS if a.get(k) not in (None, [], ""))


def kernel_lines(k):
    for launch in k.get("launches", []):
        yield f"{k['line']} {k['name']} launch " + " ".join(f"{key}={flat(launch[key])}" for key in ("grid", "block") if launch.get(key))
    totals = k.get("totals") or {}
    yield f"{k['line']} {k['name']} " + " ".join(f"{key}={flat(v)}" for key, v in totals.items()
                                             if isinstance(v, (int, str)) and not key.endswith("_ns"))


def lines_of(report, paths):
    by_file = collections.defaultdict(list)
    for kernel in report["kernels"]:
        by_file[kernel["file"]].extend(kernel_lines(kernel))
    for access in report["accesses"]:
        by_file[access["file"]].append(access_line(access))
    for path in paths:
        yield f"== {path}"
        yield from by_file[path]


def parts(lines, paths):
    """The recorded lines of those files alone."""
    wanted, keeps = {f"== {path}" for path in paths}, False
    for line in lines:
        keeps = line in wanted if line.startswith("== ") else keeps
        if keeps:
            yield line


def faults_of(findings):
    """What no finding may do: say a thing twice, be about an access twice, or about one that another of its check is about."""
    seen = set()
    for f in findings:
        texts = [f["message"], *f["notes"]]
        if len(set(texts)) < len(texts):
            yield f"a note is repeated: {texts}"
        if len(set(f["accesses"])) < len(f["accesses"]) or f["access"] not in f["accesses"]:
            yield f"bad accesses: {f['access']} of {f['accesses']}"
        if seen & set(f["accesses"]):
            yield f"an access has two findings: {f['message']}"
        seen |= set(f["accesses"])


def main():
    tool, folder = str(pathlib.Path(sys.argv[1]).resolve()), pathlib.Path(sys.argv[2]).resolve() / "test"
    recorded = folder / "record/recorded.txt"
    paths = [str(path.relative_to(folder)) for name in FOLDERS for path in sorted((folder / name).rglob("*.cu"))]
    every = [int(argument.removeprefix("--every=")) for argument in sys.argv if argument.startswith("--every=")]
    paths = paths[:: every[0]] if every else paths
    ran = subprocess.run([tool, *OPTIONS, *paths], cwd=folder, capture_output=True, text=True, timeout=600, check=False)
    report = json.loads(ran.stdout)
    faults = list(faults_of(report["findings"]))
    print(*faults[:20], sep="\n", end="\n" if faults else "")
    now = [line.replace(str(folder), "test") for line in lines_of(report, paths)]
    if "--update" in sys.argv:
        recorded.write_text("\n".join(now) + "\n", encoding="utf-8")
        return 0
    before = recorded.read_text(encoding="utf-8").splitlines()
    before = list(parts(before, paths)) if every else before
    difference = list(difflib.unified_diff(before, now, "recorded", "now", lineterm="", n=0))
    print("\n".join(difference[:60]))
    print(f"{len(paths)} files, {len(now)} lines, {len(difference)} lines of difference")
    return 1 if difference or faults else 0


if __name__ == "__main__":
    sys.exit(main())
