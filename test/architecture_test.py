#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Holds the tree to the layers and rooms of docs/design.md. Usage: architecture_test.py SOURCE_DIR [BUILD_DIR]

By #include: dependencies point one way, from layer to layer and from room to room; only lib/frontend and plugin know Clang;
sources carry the licence line and stay within the sizes of the style guide. By symbols, where a build is given: no object
uses what a room defines that its own may not use, no external symbol is defined twice, and prefixes are kept to their
library. By names: no type is defined in two files.
"""
import collections
import pathlib
import re
import subprocess
import sys

root = pathlib.Path(sys.argv[1])
build = pathlib.Path(sys.argv[2]) if len(sys.argv) > 2 else None

# A part (a layer, or a room of one) and what it may use besides itself; "public" is include/coalcheck. The longest name that
# a path begins with is its part.
MODEL = ["util", "model", "public"]
EVAL = ["util", "ptx", "ir", "model", "public"]
ALL_EVAL = ["eval/census", "eval/domain", "eval/measure", "eval/machine", "eval/launch"]
FRONTEND = ["util", "ir", "public", "frontend/cuda_headers"]
ANALYSIS = ["util", "ir", "model", "public", *ALL_EVAL, "checks"]
ALL_FRONTEND = ["frontend/invoke", "frontend/source", "frontend/translate", "frontend/cuda_headers", "frontend"]
MAY = {
    "include/coalcheck": ["public"],
    "lib/util": ["public"],
    "lib/ptx": [],
    "lib/ir": ["util", "public"],
    "lib/model": ["util", "public"],
    "lib/cost": ["util", "model", "public"],
    "lib/eval/domain": [*EVAL],
    "lib/eval/measure": [*EVAL, "cost", "eval/domain"],
    "lib/eval/machine": [*EVAL, "cost", "eval/domain", "eval/measure"],
    "lib/eval/census": [*EVAL, "eval/domain", "eval/measure", "eval/machine"],
    "lib/eval/launch": [*EVAL, "cost", "eval/domain", "eval/measure", "eval/machine", "eval/census"],
    "lib/checks": [*ANALYSIS, "cost"],
    "lib/report": [*ANALYSIS, "cost"],
    # frontend.h holds the types of a parse, which every room fills in; frontend.c puts the rooms together.
    "lib/frontend/cuda_headers": [],
    "lib/frontend/invoke": [*FRONTEND, "frontend/frontend.h"],
    "lib/frontend/source": [*FRONTEND, "frontend/frontend.h", "frontend/invoke"],
    "lib/frontend/translate": [*FRONTEND, "frontend/frontend.h", "frontend/invoke", "frontend/source"],
    "lib/frontend": [*FRONTEND, *ALL_FRONTEND],
    "lib/extract": ["util"],
    "lib/driver": [*ANALYSIS, "cost", "report", "extract", *ALL_FRONTEND],
    "lib/lsp": [*ANALYSIS, "cost", "report", *ALL_FRONTEND, "driver"],
    "lib/mcp": ["util", "driver", "report", "lsp", "public"],
    "plugin": [*ANALYSIS, "cost", "report", "driver"],
    "runtime-check/program": [*MODEL],
    "runtime-check/lower": [*MODEL, "ptx", "program"],
    "runtime-check/exec": [*MODEL, "program", "lower"],
    "runtime-check/cudart": [*MODEL, "program", "lower", "exec"],
    "runtime-check/gpu": [*MODEL],
    "runtime-check/confirm": [*ANALYSIS, "cost", "report", *ALL_FRONTEND, "driver", "cudart"],
    "lib/main": ["util", "driver", "lsp", "mcp", "confirm"],
    "examples": ["public"],
}
# Libraries with prefixes of their own: they define nothing else, and nobody else defines those. The others name their
# functions after modules (coal_<file>_).
PREFIXES = {
    "coal_ptx": ["coal_ptx_"],
    "coal_extract": ["coal_extract_", "coal_marks_"],
    "coal_cuda_headers": ["coal_cuda_"],
    "coal_mcp": ["coal_mcp_"],
    "coal_vm": ["coal_vm_"],
    "coal_lower": ["coal_lower"],
    "coal_exec": ["coal_exec_"],
    "coal_confirm": ["coal_confirm_", "coal_run_main", "coal_cudart_"],
    "coalcheck": ["main", "open"],  # the program itself; regular_files.c stands before libc's open
}
MAX_LINES, MAX_FUNCTION_LINES = 800, 60
problems = []


def part_of(path):
    """The longest key of MAY that is the path or a folder above it; None outside all."""
    fits = [part for part in MAY if path == part or path.startswith(part + "/")]
    return max(fits, key=len) if fits else None


def short(part):
    """How MAY's lists name a part: "eval/domain", "lsp", "confirm"."""
    return "public" if part == "include/coalcheck" else re.sub(r"^(lib|runtime-check)/", "", part)


def may_use(part, other, header=None):
    allowed = MAY[part]
    return other == part or short(other) in allowed or header in allowed


def sources():
    for top in ("include", "lib", "plugin", "runtime-check", "examples"):
        for path in sorted((root / top).rglob("*")):
            if path.suffix in (".c", ".h", ".cpp") and not re.search(r"cuda_headers/(include|std|builtin|stand_in)/", str(path)):
                yield path, str(path.relative_to(root))


# ---- includes ------------------------------------------------------------------------------------------------

def folder_of(name, path):
    """The part that an included project header is in, or None for others."""
    if name.startswith("coalcheck/"):
        return "include/coalcheck"
    for top in ("lib", "runtime-check"):
        if (root / top / name).is_file():
            return part_of(f"{top}/{name}")
    if (path.parent / name).is_file():
        return part_of(str((path.parent / name).relative_to(root)))
    return None


def check_include(part, path, where, name):
    clang = {"clang-c/": "lib/frontend", "clang/": "plugin", "llvm/": "plugin", "llvm-c/": "runtime-check/lower"}
    for prefix, owner in clang.items():
        if name.startswith(prefix):
            if not part.startswith(owner):
                problems.append(f"{where}: only {owner} may include {name}")
            return
    if ".." in name:
        problems.append(f"{where}: include {name} from the top of lib/ instead")
        return
    other = folder_of(name, path)
    if other and not may_use(part, other, name):
        problems.append(f"{where}: {part} may not include {name}")


def check_functions(name, lines):
    """The formatter puts a function's last brace alone in the first column, and its first line there too."""
    first = 0
    for number, line in enumerate(lines, 1):
        if re.match(r"[A-Za-z].*[({]$|[A-Za-z].*\(.*[,{]$", line) and not line.startswith(("typedef", "struct", "enum", "namespace")):
            first = number if not first else first
        elif line.startswith("}"):
            if first and line == "}" and number - first - 1 > MAX_FUNCTION_LINES:
                problems.append(f"{name}:{first}: a function of {number - first - 1} lines, more than {MAX_FUNCTION_LINES}")
            first = 0
        elif line.endswith(";") and not line.startswith((" ", "\t")):
            first = 0


def check_sources():
    for path, name in sources():
        part = part_of(name)
        if part is None:
            if not (root / name).parent.samefile(root / "runtime-check"):
                problems.append(f"{name}: in no part of docs/design.md")
            continue
        lines = path.read_text(encoding="utf-8").splitlines()
        if not lines or "SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception" not in lines[0]:
            problems.append(f"{name}:1: no SPDX line")
        if len(lines) > MAX_LINES:
            problems.append(f"{name}: {len(lines)} lines, more than {MAX_LINES}")
        check_functions(name, lines)
        for number, line in enumerate(lines, 1):
            found = re.match(r'\s*#\s*include\s*[<"]([^>"]+)[>"]', line)
            if found:
                check_include(part, path, f"{name}:{number}", found.group(1))


# ---- types ---------------------------------------------------------------------------------------------------

DEFINITIONS = [
    re.compile(r"^(?:typedef )?(?:struct|union|enum) (\w+) *\{", re.M),
    re.compile(r"^\} (\w+);", re.M),
    re.compile(r"^typedef (?!struct (\w+) \1;|union (\w+) \2;|enum (\w+) \3;)[^{;]*?(?P<name>\w+);", re.M),
]


def check_types():
    files = collections.defaultdict(set)
    for path, name in sources():
        text = path.read_text(encoding="utf-8")
        for pattern in DEFINITIONS:
            for found in pattern.finditer(text):
                files[found.groupdict().get("name") or found.group(1)].add(name)
    for name, where in sorted(files.items()):
        if len(where) > 1:
            problems.append(f"the type {name} is defined in {', '.join(sorted(where))}")


# ---- symbols -------------------------------------------------------------------------------------------------

def objects():
    """Objects of the libraries that this project links: library, path of the source, external definitions, undefined names."""
    kept = []
    for path in sorted(build.rglob("*.o")):
        found = re.fullmatch(r"(.+)/CMakeFiles/(coal_\w+|coalcheck)\.dir/(.+\.c)\.o", str(path.relative_to(build)))
        source = f"{found[1]}/{found[3]}" if found else None
        if not source or not (root / source).is_file():
            continue  # a test's, or left behind by a source that is gone
        if not (build / found[1] / f"lib{found[2]}.a").is_file() and found[2] != "coalcheck":
            continue
        kept.append((found[2], source, path))
    names = subprocess.run(["nm", "-A", "-g", *[path for *_, path in kept]], capture_output=True, text=True, check=True).stdout
    defined, used = collections.defaultdict(set), collections.defaultdict(set)
    for path, kind, name in re.findall(r"^(.*?):[0-9a-f ]* ([TDBRCU]) (\w+)$", names, re.M):
        if kind != "U":
            defined[path].add(name)
        elif name.startswith("coal_"):
            used[path].add(name)
    for library, source, path in kept:
        yield library, source, defined[str(path)], used[str(path)]


def check_prefix(library, source, name):
    own = PREFIXES.get(library, ["coal_"])
    if not any(name.startswith(prefix) for prefix in own):
        problems.append(f"{source} defines {name}: names of {library} begin with {' or '.join(own)}")
    for other, prefixes in PREFIXES.items():
        if other != library and any(name.startswith(prefix) for prefix in prefixes):
            problems.append(f"{source} defines {name}: that prefix is {other}'s")


def check_symbols():
    all_objects = list(objects())
    owner = {}
    for library, source, defined, _ in all_objects:
        for name in defined:
            if owner.get(name, source) != source:
                problems.append(f"{name} is defined in {owner[name]} and {source}")
            owner[name] = source
            check_prefix(library, source, name)
    seen = set()
    for library, source, _, used in all_objects:
        part = part_of(source)
        for name in sorted(used):
            other = part_of(owner[name]) if name in owner else None
            if other and not may_use(part, other):
                problems.append(f"{source} uses {name} of {owner[name]}: {part} may not use {other}")
        seen.add(part)
    missing = {part for part in MAY if part.startswith("lib/eval/")} - seen
    if missing:
        problems.append(f"no objects of {', '.join(sorted(missing))} in {build}")


check_sources()
check_types()
if build:
    check_symbols()
for problem in problems:
    print(problem)
print(f"{len(problems)} problems")
sys.exit(1 if problems else 0)
