#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The embedded CUDA headers parse without a diagnostic, and agree with the real toolkit on sizes.

usage: headers_test.py SOURCE_DIR LLVM_VERSION...

Each file in Inputs/ is parsed by each Clang as C++11, 17 and 20, with the machine's libraries, without them
(-nostdinc: the stand-ins in std/), and without Clang's own headers too (the stand-ins in builtin/). Every header is also
included alone, by the first Clang, with macros of every letter defined. The stand-ins for other libraries parse alone, with the
machine's libraries and without them.
"""
import concurrent.futures
import os
import pathlib
import string
import subprocess
import sys

root = pathlib.Path(sys.argv[1])
versions = sys.argv[2:]
headers = root / "lib/frontend/cuda_headers"
inputs = sorted((root / "test/headers/Inputs").glob("*.cu"))
TOOLKIT = "/usr/local/cuda"
BARE = ["-nostdinc", "-nostdinc++"]
# Names that programs define before they include.
MACROS = [f"-D{name}=7" for name in [*string.ascii_uppercase, "SIZE", "WIDTH", "BLOCK", "THREADS", "KEY"]]


def run(version, flags, source, text=None):
    command = [f"/usr/lib/llvm-{version}/bin/clang++", "-fsyntax-only", "-x", "cuda", "--cuda-device-only",
               "--cuda-gpu-arch=sm_80", *flags, "-" if text else str(source)]
    done = subprocess.run(command, input=text, capture_output=True, text=True, timeout=120)
    if done.returncode or done.stderr:
        return f"{' '.join(command)}\n{text or ''}{done.stderr[:3000]}"
    return None


def embedded(*more):
    return ["-nocudainc", "-nocudalib", "--cuda-path=/nonexistent", "-isystem", f"{headers}/include", "-idirafter",
            f"{headers}/std", "-idirafter", f"{headers}/builtin", "-include", "coalcheck/cuda_builtin.h", *more]


def jobs():
    for version in versions:
        for source in inputs:
            for standard in ("c++11", "c++17", "c++20"):
                yield version, embedded(f"-std={standard}"), source, None
            for extra in (BARE, [*BARE, "-nobuiltininc"]):
                yield version, embedded("-std=c++17", *extra), source, None
    for folder in ("include", "std", "builtin"):
        for path in sorted((headers / folder).rglob("*")):
            name = path.relative_to(headers / folder)
            if path.is_file() and name.parts[0] != "coalcheck":
                yield versions[0], embedded("-std=c++17", *BARE, *MACROS), None, f"#include <{name}>\n"
    for path in sorted((headers / "stand_in").rglob("*.h")):
        for extra in ((), BARE):
            yield versions[0], embedded("-std=c++17", *extra, "-idirafter", f"{headers}/stand_in"), None, f"#include <coalcheck/{path.name}>\n"
    if os.path.exists(f"{TOOLKIT}/include/cuda_runtime.h") and "22" in versions:
        for name in ("layout.cu", "states.cu"):
            flags = [f"--cuda-path={TOOLKIT}", "-I", f"{TOOLKIT}/include/cccl", "-Wno-unknown-cuda-version",
                     "-Wno-deprecated-declarations"]
            yield "22", flags, root / "test/headers/Inputs" / name, None


if not versions:
    print("no LLVM to parse with")
    sys.exit(1)
todo = list(jobs())
with concurrent.futures.ThreadPoolExecutor(2) as pool:
    failures = [f for f in pool.map(lambda job: run(*job), todo) if f]
for failure in failures[:20]:
    print(failure)
print(f"{len(todo) - len(failures)} of {len(todo)} parses are clean")
sys.exit(1 if failures else 0)
