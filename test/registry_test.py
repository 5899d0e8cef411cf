#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Holds the registry of checks, their files, pages and tests together. Usage: registry_test.py SOURCE_DIR"""
import pathlib
import re
import sys

root = pathlib.Path(sys.argv[1])
checks_dir, pages_dir, tests_dir = root / "lib/checks", root / "docs/checks", root / "test/checks"
problems = []


def require(condition, text):
    if not condition:
        problems.append(text)


registered = re.findall(r"^\s+&coal_check_(\w+),", (checks_dir / "registry.c").read_text(), re.M)
require(registered, "registry.c lists no check")
index = (pages_dir / "README.md").read_text()
build = (checks_dir / "CMakeLists.txt").read_text()

for symbol in registered:
    name = symbol.replace("_", "-")
    source = checks_dir / f"{symbol}.c"
    page = pages_dir / f"{name}.md"
    require(source.exists(), f"{name}: no {source}")
    require(page.exists(), f"{name}: no {page}")
    require(f"{symbol}.c" in build, f"{name}: not built")
    for kind in ("fires", "silent", "unknown"):
        require((tests_dir / name / f"{kind}.cu").exists(), f"{name}: no test/checks/{name}/{kind}.cu")
    if not source.exists() or not page.exists():
        continue
    text = source.read_text()
    require(len(text.splitlines()) <= 150, f"{name}: longer than 150 lines")
    require(f'.name = "{name}"' in text, f"{name}: {source.name} has another name")
    summary = re.search(r'\.summary =\s+"(.*)",', text)
    require(summary, f"{name}: no summary")
    lines = page.read_text().splitlines()
    require(lines[0] == f"# {name}", f"{name}: its page has another title")
    if summary:
        require(lines[2] == summary.group(1), f"{name}: its page does not begin with the summary")
        require(f"| [{name}]({name}.md) | {summary.group(1)} |" in index, f"{name}: not in docs/checks/README.md as summed up")
    for heading in ("## Warns", "## Silent", "## Why", "## How to fix", "## Limits"):
        require(heading in lines, f"{name}: its page has no '{heading}'")

defined = {p.stem for p in checks_dir.glob("*.c") if "const coal_check coal_check_" in p.read_text().replace("extern const coal_check", "")}
require(defined == set(registered), f"defined but not registered: {sorted(defined - set(registered))}")
pages = {p.stem for p in pages_dir.glob("*.md")} - {"README"}
require(pages == {s.replace("_", "-") for s in registered}, f"pages without a check: {sorted(pages)}")

for p in problems:
    print(p)
sys.exit(1 if problems else 0)
