#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""How the work of an analysis grows with its input.

usage: growth.py COALCHECK [--check] [--seconds] [--scale=K] [KIND...]

Makes inputs of n, 2n and 4n parts of one kind (statements, branches, cases, fields, ...), analyses each and prints the steps that
coalcheck counted (docs/evaluation.md), as a table for docs/performance.md. --seconds adds processor seconds and the most memory; --scale multiplies n.
--check: status 1 if the steps of 4n parts are more than those of n parts times 4 * log(4n) / log(n), with a tenth to spare.
"""
import argparse
import json
import math
import os
import subprocess
import sys
import tempfile

HEAD = "__global__ void k(float *o, const float *a, int op, int n) {\n  int t = threadIdx.x;\n  float x = 0;\n"
TAIL = "  o[t] = x;\n}\nvoid h(float *o, const float *a, int op, int n) { k<<<1, 32>>>(o, a, op, n); }\n"


def kernel(body, before=""):
    return before + HEAD + body + TAIL


def lines(n, line):
    return "".join("  " + line.replace("@", str(i)) + "\n" for i in range(n))


def chain(n, line):
    return "".join(f"  {'else ' if i else ''}if (op == {i}) {line.replace('@', str(i))}\n" for i in range(n))


def nest(n, head):
    opened = "".join(head.replace("@", str(i)) + " {\n" for i in range(n))
    return opened + "x += a[t + " + " + ".join(f"i{i}" for i in range(n)) + "];\n" + "}" * n + "\n"


def record(n):
    return "struct S {\n" + lines(n, "float f@;") + "};\n"


KINDS = {
    "statements": (50, lambda n: kernel(lines(n, "x += a[t + @ * 32];"))),
    "accesses of different strides": (25, lambda n: kernel(lines(n, "x += a[t * (@ + 2)];"))),
    "if": (50, lambda n: kernel(lines(n, "if (op & 1 << @ % 31) x += a[t + @ * 32];"))),
    "if that returns": (50, lambda n: kernel(lines(n, "if (op == @) { o[t] = a[t + @]; return; }"))),
    "else if": (50, lambda n: kernel(chain(n, "x = a[t] + @;"))),
    "else if, each with its own variable":
        (50, lambda n: kernel(lines(n, "float x@ = 0;") + chain(n, "x@ = a[t];") + lines(n, "x += x@;"))),
    "cases, value not known":
        (50, lambda n: kernel("  switch (op) {\n" + lines(n, "case @: x = a[t] + @; break;") + "  }\n")),
    "cases, value known":
        (50, lambda n: kernel("  switch (t) {\n" + lines(n, "case @: x = a[t] + @; break;") + "  }\n")),
    "fields of a copied struct":
        (50, lambda n: kernel("  S s = ((const S *)a)[t], q; q = s; s = q; x = s.f1;\n", record(n))),
    "elements of a copied array":
        (50, lambda n: kernel(f"  struct {{ float v[{n}]; }} s, q;\n  s.v[1] = a[t]; q = s; s = q; x = q.v[1];\n")),
    "loops in a loop, bounds not known": (3, lambda n: kernel(nest(n, "for (int i@ = 0; i@ < n; i@++)"))),
    "loops one after the other": (25, lambda n: kernel(lines(n, "for (int i = 0; i < n; i++) x += a[t + i];"))),
    "device functions":
        (25, lambda n: kernel(lines(n, "x = f@(x);"), lines(n, "__device__ float f@(float x) { return x + @; }"))),
    "kernels":
        (25, lambda n: lines(n, "__global__ void k@(float *o) { o[threadIdx.x * 2] = 0; }")
         + "void h(float *o) {\n" + lines(n, "k@<<<1, 32>>>(o);") + "}\n"),
    "instances":
        (25, lambda n: "template <int N> __global__ void k(float *o) { o[threadIdx.x * N] = 0; }\n"
         + "void h(float *o) {\n" + lines(n, "k<@><<<1, 32>>>(o);") + "}\n"),
    "launches":
        (6, lambda n: "__global__ void k(float *o, int n) { o[threadIdx.x * 2 + n] = 0; }\n"
         + "void h(float *o) {\n" + lines(n, "k<<<1, 32>>>(o, @);") + "}\n"),
}


def analyse(coalcheck, text):
    """Steps, processor seconds, most memory in MiB."""
    with tempfile.TemporaryDirectory() as folder:
        path, report = os.path.join(folder, "k.cu"), os.path.join(folder, "k.json")
        with open(path, "w") as f:
            f.write(text)
        command = [coalcheck, "--format=json", "--cuda-headers=embedded", "--config-file=none", "-o", report, path]
        child = subprocess.Popen(command, stderr=subprocess.DEVNULL)
        _, status, used = os.wait4(child.pid, 0)
        child.returncode = os.waitstatus_to_exitcode(status)
        if child.returncode not in (0, 1):
            sys.exit(f"growth.py: {' '.join(command)} gives status {child.returncode}")
        with open(report) as f:
            kernels = json.load(f)["kernels"]
        return sum(k["steps"] for k in kernels), used.ru_utime + used.ru_stime, used.ru_maxrss / 1024


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("coalcheck")
    parser.add_argument("kinds", nargs="*")
    parser.add_argument("--scale", type=int, default=1)
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--seconds", action="store_true")
    options = parser.parse_args()
    too_much = []
    print("| parts | n | steps, n | 2n | 4n | 4n : n |" + (" seconds, 4n | MiB |" if options.seconds else ""))
    print("|---|---|---|---|---|---|" + ("---|---|" if options.seconds else ""))
    for kind in options.kinds or KINDS:
        n, make = KINDS[kind]
        n *= options.scale
        runs = [analyse(options.coalcheck, make(n * k)) for k in (1, 2, 4)]
        steps = [run[0] for run in runs]
        ratio = steps[2] / steps[0]
        row = f"| {kind} | {n} | {steps[0]} | {steps[1]} | {steps[2]} | {ratio:.2f} |"
        print(row + (f" {runs[2][1]:.2f} | {runs[2][2]:.0f} |" if options.seconds else ""))
        if ratio > 1.1 * 4 * math.log(4 * n) / math.log(n):
            too_much.append(kind)
    if options.check and too_much:
        sys.exit("growth.py: grows faster than n log n: " + ", ".join(too_much))


if __name__ == "__main__":
    main()
