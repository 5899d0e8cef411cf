#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Holds every #include to the layers of docs/design.md. Usage: architecture_test.py SOURCE_DIR

Dependencies point one way; only lib/frontend and plugin know Clang; sources carry the licence line and stay
within the sizes of the style guide.
"""
import pathlib
import re
import sys

root = pathlib.Path(sys.argv[1])

# folder -> project folders it may include; "public" is include/coalcheck
MAY = {
    "include/coalcheck": {"public"},
    "lib/util": {"util", "public"},
    "lib/ir": {"util", "ir", "public"},
    "lib/eval": {"util", "ir", "eval", "model", "public"},
    "lib/model": {"util", "model", "public"},
    "lib/checks": {"util", "ir", "eval", "model", "checks", "public"},
    "lib/report": {"util", "ir", "eval", "model", "checks", "report", "public"},
    "lib/frontend": {"util", "ir", "frontend", "public"},
    "lib/driver": {"util", "ir", "eval", "model", "checks", "report", "frontend", "driver", "public"},
    "lib/lsp": {"util", "ir", "eval", "model", "checks", "report", "frontend", "driver", "lsp", "public"},
    "plugin": {"util", "ir", "eval", "model", "checks", "report", "driver", "plugin", "public"},
    "runtime-check": {"util", "ir", "eval", "model", "checks", "report", "frontend", "driver", "runtime-check", "public"},
}
LAYERS = {name.removeprefix("lib/") for name in MAY if name.startswith("lib/")}
MAX_LINES = 800
problems = []


def sources(folder):
    for path in sorted((root / folder).rglob("*")):
        if path.suffix in (".c", ".h", ".cpp") and "cuda_headers" not in path.parts:
            yield path


def check_include(folder, path, line, name):
    where = f"{path.relative_to(root)}:{line}"
    if name.startswith("clang-c/"):
        if folder != "lib/frontend":
            problems.append(f"{where}: only lib/frontend may include {name}")
    elif re.match(r"clang/", name) or (re.match(r"llvm/", name)):
        if folder != "plugin":
            problems.append(f"{where}: only plugin may include {name}")
    elif name.startswith("llvm-c/"):
        if folder != "runtime-check":
            problems.append(f"{where}: only runtime-check may include {name}")
    elif name.startswith("coalcheck/"):
        if "public" not in MAY[folder]:
            problems.append(f"{where}: {folder} may not include {name}")
    elif name.split("/")[0] in LAYERS and "/" in name:
        layer = name.split("/")[0]
        if layer not in MAY[folder]:
            problems.append(f"{where}: {folder} may not include {name}")
    elif ".." in name:
        problems.append(f"{where}: include {name} from the top of lib/ instead")


for folder in MAY:
    for path in sources(folder):
        text = path.read_text(encoding="utf-8")
        lines = text.splitlines()
        if not lines or "SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception" not in lines[0]:
            problems.append(f"{path.relative_to(root)}:1: no SPDX line")
        if len(lines) > MAX_LINES:
            problems.append(f"{path.relative_to(root)}: {len(lines)} lines, more than {MAX_LINES}")
        for number, line in enumerate(lines, 1):
            found = re.match(r'\s*#\s*include\s*[<"]([^>"]+)[>"]', line)
            if found:
                check_include(folder, path, number, found.group(1))

for problem in problems:
    print(problem)
print(f"{len(problems)} problems")
sys.exit(1 if problems else 0)
