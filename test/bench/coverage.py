#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What coalcheck makes of public code: the table of docs/coverage.md.

usage: coverage.py [--headers=auto|embedded|toolkit] [--jobs=2] [--limit=10] [--only=-cuda/] [--json=FILE] COALCHECK NAME=DIR…

Analyses every .cu file below each DIR, --limit seconds of processor time each, and prints Markdown. (One file is the work of
one thread: where nothing else runs, that is the time on the clock too.) A file gets as include folders its own,
those above it up to DIR, and the usual subfolders of each (INCLUDES); no other flags. A file's kernels are lost if the
source spells __global__ outside comments but the analysis lists no kernel.
"""
import argparse
import collections
import concurrent.futures
import json
import math
import os
import re
import signal
import subprocess
import sys
import tempfile

INCLUDES = ("include", "common", "Common", "inc", "common/cuda", "utilities", "src")
COMMENTS = re.compile(r"//[^\n]*|/\*.*?\*/", re.S)


def include_flags(file, root):
    """-I for the file's folder and all above it up to root, with the usual subfolders of each."""
    flags, folder = [], os.path.dirname(file)
    while len(folder) >= len(root):
        for name in ("",) + INCLUDES:
            path = os.path.join(folder, name) if name else folder
            if os.path.isdir(path):
                flags.append("-I" + path)
        folder = os.path.dirname(folder)
    return flags


def spells_kernel(file):
    with open(file, errors="replace") as stream:
        return "__global__" in COMMENTS.sub("", stream.read())


def run(command, limit):
    """Status, seconds of processor time, standard output and error of a command that may take `limit` of them."""
    limits = ["prlimit", f"--cpu={math.ceil(limit)}:{math.ceil(limit) + 1}"]
    with tempfile.TemporaryFile() as errors, subprocess.Popen(limits + command, stdout=subprocess.PIPE, stderr=errors) as child:
        output = child.stdout.read()
        _, status, used = os.wait4(child.pid, 0)
        child.returncode = os.waitstatus_to_exitcode(status)
        errors.seek(0)
        return child.returncode, used.ru_utime + used.ru_stime, output, errors.read()


def analyse(options, file, root):
    """One file: a dictionary of what came out, counted."""
    command = [options.coalcheck, "--all", "--format=json", "--cuda-headers=" + options.headers, file, "--"]
    result = {"file": os.path.relpath(file, root), "kernels": 0, "verdicts": {}, "reasons": {}, "state": "ok"}
    status, result["seconds"], output, errors = run(command + include_flags(file, root), options.limit)
    result["status"] = status
    if status in (-signal.SIGXCPU, -signal.SIGKILL):
        return dict(result, state="timeout")
    if not 0 <= status <= 2:
        return dict(result, state="crash")
    try:
        answer = json.loads(output)
    except ValueError:
        answer = {"kernels": [], "accesses": []}
    result["kernels"] = len(answer["kernels"])
    result["verdicts"] = collections.Counter(a["verdict"] for a in answer["accesses"])
    result["reasons"] = collections.Counter(a["reason"] for a in answer["accesses"] if a["verdict"] == "unknown")
    if not answer["kernels"] and spells_kernel(file):
        result["state"] = "lost"
        result["error"] = errors.decode(errors="replace")[-400:]
    return result


def scan(options, root):
    """All files of one corpus; the results in the order of the names."""
    files = [os.path.join(folder, name) for folder, _, names in os.walk(root) for name in names if name.endswith(".cu")]
    files = sorted(f for f in files if options.only in f)
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        return list(pool.map(lambda file: analyse(options, file, root), files))


def general(reason):
    """The kind of a reason, without the name that some carry."""
    return re.split(r"[:(]", reason)[0].strip()


def total(results, key):
    counter = collections.Counter()
    for result in results:
        counter.update(result[key])
    return counter


def listed(counter):
    return ", ".join(f"{name} {count}" for name, count in counter.most_common()) or "none"


def row(name, results):
    """One line of the table."""
    verdicts = total(results, "verdicts")
    accesses = sum(verdicts.values())
    states = collections.Counter(r["state"] for r in results)
    known = 100 * (accesses - verdicts["unknown"]) / accesses if accesses else 0
    slowest = max(r["seconds"] for r in results)
    cells = [name, len(results), sum(r["kernels"] > 0 for r in results), sum(r["kernels"] for r in results), accesses,
             f"{known:.1f} %", f"{sum(r['seconds'] for r in results):.0f}", f"{slowest:.1f}", states["crash"],
             states["timeout"], states["lost"]]
    return "| " + " | ".join(map(str, cells)) + " |"


def report(corpora):
    """The Markdown: one table of sizes, one of verdicts, one of reasons, the files that failed."""
    print("| corpus | files | with kernels | kernels | accesses | with a verdict | seconds | slowest file | crashes | timeouts | lost |")
    print("|---|---|---|---|---|---|---|---|---|---|---|")
    for name, results in corpora.items():
        print(row(name, results))
    print("\n| corpus | verdicts |\n|---|---|")
    for name, results in corpora.items():
        print(f"| {name} | {listed(total(results, 'verdicts'))} |")
    print("\n| corpus | unknown, by reason |\n|---|---|")
    for name, results in corpora.items():
        kinds = collections.Counter()
        for reason, count in total(results, "reasons").items():
            kinds[general(reason)] += count
        print(f"| {name} | {listed(kinds)} |")
    print()
    for name, results in corpora.items():
        for result in results:
            if result["state"] != "ok":
                print(f"- {name}: {result['state']}: {result['file']}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--headers", default="auto", help="the value of --cuda-headers")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--limit", type=float, default=10, help="seconds of processor time a file")
    parser.add_argument("--only", default="", help="only files whose path holds this")
    parser.add_argument("--json", help="also write every file's result here")
    parser.add_argument("coalcheck")
    parser.add_argument("corpora", nargs="+", metavar="NAME=DIR")
    options = parser.parse_args()
    corpora = {}
    for corpus in options.corpora:
        name, _, root = corpus.partition("=")
        corpora[name] = scan(options, os.path.abspath(root))
        print(f"{name}: done", file=sys.stderr)
        if options.json:
            with open(options.json, "w") as stream:
                json.dump(corpora, stream, indent=1)
    report(corpora)


if __name__ == "__main__":
    main()
