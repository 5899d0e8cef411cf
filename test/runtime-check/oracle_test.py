#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Confirms every kernel under test/ on the CPU: no prediction of the suite may be refuted by its execution.

The launches are those of the files' RUN lines; integer parameters that nobody gave are made up here, for the
analysis and the execution alike. Usage: oracle_test.py COALCHECK TEST_DIR
"""
import json
import pathlib
import re
import shlex
import subprocess
import sys

tool, root = sys.argv[1], pathlib.Path(sys.argv[2])
MADE_UP = 4096
# Files whose kernels are wrong on purpose or need what a CPU run does not have.
SKIPPED = {
    "runtime-check/Inputs/faults.cu": "kernels that fail: confirm_test.py",
    "runtime-check/Inputs/totals.cu": "totals_test.py",
    "checks/group-barriers.cu": "needs the include folder of its RUN line",
    "checks/budget/bounds-that-prove-nothing.cu": "loops of millions of iterations",
    "checks/budget/deep-nest.cu": "loops of millions of iterations",
    "checks/census.cu": "loops of millions of iterations",
    "checks/budget/endless.cu": "loops that never end",
    "checks/budget/out-of-steps.cu": "loops of millions of iterations",
    "plugin/endless.cu": "loops that never end",
    "frontends/ptx-warp.cu": "bfi, which the CPU run does not carry out",
    "gpu/advice.cu": "launches of millions of threads, for a GPU",
    "totals/cost.cu": "launches of millions of accesses",
    "totals/gain.cu": "launches of millions of accesses",
}


def run_lines(text):
    """Options of the coalcheck commands in the RUN lines, one list a distinct launch."""
    seen = []
    joined = re.sub(r"\\\s*\n//\s*RUN:", " ", text)
    for line in re.findall(r"RUN:(.*)", joined):
        try:
            words = shlex.split(line)
        except ValueError:
            continue
        keep = [w for w in words if re.match(r"--(launch|target|assume)=", w)]
        if "coalcheck" in line and keep not in seen:
            seen.append(keep)
    return seen or [[]]


def confirm(options, path):
    p = subprocess.run([tool, "confirm", "--cuda-headers=embedded", "--format=json", "--timeout=60", *options, str(path)],
                       capture_output=True, text=True, check=False, timeout=300)
    try:
        return json.loads(p.stdout), p.stderr
    except ValueError:
        return None, p.stderr + p.stdout


def complete(options, path):
    """Adds values for the parameters that confirm asks for."""
    for _ in range(3):
        result, said = confirm(options, path)
        asked = set(re.findall(r"kernel (\S+): parameter (\S+) has no value", said))
        if not asked or result is None:
            break
        options = list(options)
        for kernel, name in sorted(asked):
            kernel = re.sub(r"<.*", "", kernel)
            for k, option in enumerate(options):
                if re.match(rf"--launch=(\*|{re.escape(kernel)}):", option):
                    options[k] = f"{option} {name}={MADE_UP}"
                    break
            else:
                options.append(f"--launch={kernel}: {name}={MADE_UP}")
    return result, said


counts = {"confirmed": 0, "refuted": 0, "not-reached": 0, "not-predicted": 0}
problems, unable = [], []
for path in sorted(root.rglob("*.cu")):
    name = str(path.relative_to(root))
    text = path.read_text(encoding="utf-8", errors="replace")
    if name in SKIPPED or "__global__" not in text:
        continue
    for options in run_lines(text):
        result, said = complete(options, path)
        if result is None or not result["confirmations"]:
            unable.append(f"{name} {options}: {said.strip()[-300:]}")
            continue
        for c in result["confirmations"]:
            counts[c["status"]] += 1
            if c["status"] == "refuted":
                problems.append(f"{name}:{c['line']}:{c['column']}: {c['kernel']} {c['space']} {c['op']}: predicted {c['predicted']}, measured {c['measured']} {options}")

print(", ".join(f"{n} {s}" for s, n in counts.items()))
for line in unable:
    print(f"not run: {line}")
for line in problems:
    print(f"refuted: {line}")
sys.exit(bool(problems) or counts["confirmed"] < 100)
