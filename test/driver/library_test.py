#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""libcoalcheck-core: it shows what include/coalcheck declares and nothing else, and the examples say what they should.

usage: library_test.py LIBRARY FOLDER_OF_EXAMPLES INCLUDE_DIR CC CXX
"""
import pathlib
import re
import subprocess
import sys
import tempfile

library, examples, include, cc, cxx = sys.argv[1:6]
include = pathlib.Path(include)
failed = []


def check(what, ok):
    if not ok:
        failed.append(what)


def run(program):
    p = subprocess.run([f"{examples}/example-{program}"], capture_output=True, text=True, timeout=60)
    check(f"{program}: status {p.returncode}", p.returncode == 1)
    return p.stdout


names = subprocess.run(["nm", "-D", "--defined-only", library], capture_output=True, text=True, check=True).stdout
shown = set(re.findall(r" [TDBRVW] (\w+)$", names, re.M))
headers = sorted((include / "coalcheck").glob("*.h"))
declared = set()
for header in headers:
    code = re.sub(r"/\*.*?\*/", "", header.read_text(), flags=re.S)
    declared |= set(re.findall(r"\b(coal_\w+)\(", code))
    # Each header stands alone, in both languages, without a warning.
    for compiler, options in ((cc, ["-x", "c", "-std=c11"]), (cxx, ["-x", "c++", "-std=c++17"])):
        with tempfile.NamedTemporaryFile("w", suffix=".c") as source:
            source.write(f"#include <coalcheck/{header.name}>\n#include <coalcheck/{header.name}>\nextern int not_empty;\n")
            source.flush()
            p = subprocess.run([compiler, *options, "-Wall", "-Wextra", "-Wpedantic", "-Werror", "-fsyntax-only", f"-I{include}", source.name],
                               capture_output=True, text=True)
            check(f"{header.name} with {compiler}: {p.stderr}", p.returncode == 0)
check(f"declared but not in the library: {sorted(declared - shown)}", declared <= shown)
check(f"visible but not declared: {sorted(shown - declared)}", shown <= declared)
check("few declarations", len(declared) > 80)
soname = subprocess.run(["readelf", "-d", library], capture_output=True, text=True, check=True).stdout
check("no SONAME libcoalcheck-core.so.N", re.search(r"SONAME.*\[libcoalcheck-core\.so\.\d+\]", soname))

out = run("front_end")
check(f"front_end: {out}", re.fullmatch(r"scale\.cu:1:82: warning: uncoalesced load of [^\n]* \[strided\]\n", out))
out = run("check")
check(f"check: {out}", out == "warning: 4-byte atomic on global memory [global-atomic]\n")

for what in failed:
    print(what)
sys.exit(1 if failed else 0)
