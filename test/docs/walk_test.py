#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Holds the walk of one access in docs/design.md to the source. usage: walk_test.py SOURCE_DIR

Each file that its table names exists, and each function is defined in the file that is named behind it in the same cell.
"""
import pathlib
import re
import sys

root = pathlib.Path(sys.argv[1])
page = (root / "docs" / "design.md").read_text(encoding="utf-8")
walk = re.search(r"## A walk of one access\n(.*?)\n## ", page, re.S)
problems, functions, files = [], 0, 0
rows = [line for line in walk.group(1).splitlines() if line.startswith("| ")] if walk else []
for row in rows:
    waiting = []  # functions that wait for the file that defines them
    for name in re.findall(r"`([^`]+)`", row):
        path = root / name
        if "/" in name and "." in name:
            files += 1
            if not path.is_file():
                problems.append(f"{name}: no such file")
                continue
            text = path.read_text(encoding="utf-8")
            for function in waiting:
                functions += 1
                if not re.search(rf"^[\w][^;=]*\b{re.escape(function)}\(|\.{function} = |^\s*\.{function}\b", text, re.M):
                    problems.append(f"{name}: does not define {function}")
            waiting = []
        elif re.fullmatch(r"[A-Za-z_:]+", name):
            waiting.append(name)
if not rows or functions < 8 or files < 10:
    problems.append(f"docs/design.md: a walk of {len(rows)} rows with {functions} functions and {files} files is too short")
print("\n".join(problems) or f"{functions} functions in {files} files")
sys.exit(1 if problems else 0)
