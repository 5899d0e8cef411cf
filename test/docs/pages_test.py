#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs the examples of the checks' pages: what warns prints what the page says, what is silent prints nothing.
Usage: pages_test.py COALCHECK PAGE..."""
import pathlib
import re
import subprocess
import sys
import tempfile

coalcheck, pages = sys.argv[1], [pathlib.Path(p) for p in sys.argv[2:]]
problems = []


def section(text, heading):
    return re.search(rf"^## {heading}$(.*?)(?=^## |\Z)", text, re.M | re.S).group(1)


def run(code, block):
    with tempfile.TemporaryDirectory() as folder:
        source = pathlib.Path(folder) / "example.cu"
        source.write_text(code)
        launch = [] if "<<<" in code else [f"--launch=*: grid=8 block={block}"]
        command = [coalcheck, "--cuda-headers=embedded", "--color=never", *launch, str(source)]
        return subprocess.run(command, capture_output=True, text=True, timeout=60).stdout


for page in pages:
    text = page.read_text()
    warns, silent = section(text, "Warns"), section(text, "Silent")
    with_block = re.search(r"With block \((\d+), (\d+)\)", warns)
    block = "x".join(with_block.groups()) if with_block else "256"
    code, said = re.findall(r"^```\w*\n(.*?)^```", warns, re.M | re.S)
    got = run(code, block)
    for line in said.splitlines():
        if line not in got:
            problems.append(f"{page.name}: does not print '{line}' but\n{got}")
    got = run(re.search(r"^```cuda\n(.*?)^```", silent, re.M | re.S).group(1), block)
    if "warning:" in got or "error:" in got:
        problems.append(f"{page.name}: the silent example prints\n{got}")

for p in problems:
    print(p)
sys.exit(1 if problems or not pages else 0)
