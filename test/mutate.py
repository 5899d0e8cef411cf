#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Plants small faults in the analysis and counts how many of them the fast tests catch.

usage: mutate.py [--faults=60] [--seed=1] [--only=N[,N...]] [--list] [--folder=build/mutate] [-o FILE]

A fault is one change in lib/model, lib/eval or lib/checks: a condition negated, a comparison or a constant off by one, `&&` for
`||`, a statement dropped, `true` returned for `false`. The same seed plants the same faults in the same tree. The tree is copied to
FOLDER, so the checkout stays as it is; each fault is built there and tested by `ctest -L fast` until the first failure. A fault that
does not compile (an unused variable is an error here) is replaced by the next one. Survivors are printed with their change: each
wants a test, or the explanation in docs/testing.md why the program is the same with it. Status 1: there are survivors.
"""
import argparse
import pathlib
import random
import re
import shutil
import subprocess
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
FOLDERS = ["lib/model", "lib/eval", "lib/checks"]
BUILD_SECONDS, TEST_SECONDS = 600, 600

COMPARISONS = {"<": "<=", "<=": "<", ">": ">=", ">=": ">", "==": "!=", "!=": "=="}


def code_of(line):
    """The line with strings, characters and comments blanked, so that positions stay."""
    blank = lambda m: " " * len(m.group(0))
    line = re.sub(r'"(\\.|[^"\\])*"|\'(\\.|[^\'\\])*\'', blank, line)
    return re.sub(r"/\*.*?\*/|//.*|/\*.*$", blank, line)


def closing(text, at):
    """The position of the bracket that closes the one at `at`; -1: not on this line."""
    depth = 0
    for i in range(at, len(text)):
        depth += {"(": 1, ")": -1}.get(text[i], 0)
        if depth == 0:
            return i
    return -1


def faults_of_line(line):
    """All (kind, changed line) that one line offers."""
    code = code_of(line)
    if not line.startswith(" ") or "#" in code:
        return
    for m in re.finditer(r"\b(?:if|while) \(", code):
        end = closing(code, m.end() - 1)
        if end > 0:
            yield "condition negated", line[: m.end()] + "!(" + line[m.end() : end] + ")" + line[end:]
    for m in re.finditer(r" (<=|>=|==|!=|<|>) ", code):
        yield "comparison changed", line[: m.start(1)] + COMPARISONS[m.group(1)] + line[m.end(1) :]
    for m in re.finditer(r" (&&|\|\|) ", code):
        yield "and/or swapped", line[: m.start(1)] + {"&&": "||", "||": "&&"}[m.group(1)] + line[m.end(1) :]
    for m in re.finditer(r" ([+-]) (1)\b", code):
        yield "off by one", line[: m.start(1)] + {"+": "-", "-": "+"}[m.group(1)] + line[m.end(1) :]
    for m in re.finditer(r"\breturn (true|false);", code):
        yield "returned value flipped", line[: m.start(1)] + {"true": "false", "false": "true"}[m.group(1)] + line[m.end(1) :]
    statement = re.fullmatch(r"(\s+)([\w>\-.\[\]*]+ (?:[-+*|&]?=) [^;{]+;|\w+\([^;{]*\);)\s*", code)
    if statement and code.count("(") == code.count(")") and "free(" not in code:  # leaks: the sanitisers find them
        yield "statement dropped", statement.group(1) + ";"


def all_faults():
    for folder in FOLDERS:
        for path in sorted((ROOT / folder).rglob("*.c")):
            in_comment = False
            for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
                starts, ends = line.rfind("/*"), line.rfind("*/")
                if not in_comment and not line.lstrip().startswith("*"):
                    for kind, changed in faults_of_line(line):
                        yield path.relative_to(ROOT), number, kind, line, changed
                in_comment = starts > ends if max(starts, ends) >= 0 else in_comment


def copy_tree(to):
    """The files that git tracks, as they are in the checkout."""
    names = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=True).stdout.decode().split("\0")
    for name in filter(None, names):
        source, target = ROOT / name, to / name
        if not source.is_file():
            continue
        target.parent.mkdir(parents=True, exist_ok=True)
        if not target.exists() or target.read_bytes() != source.read_bytes():
            shutil.copy2(source, target)


def run(command, cwd, limit):
    """Succeeded, failed, or None: took too long."""
    try:
        return subprocess.run(command, cwd=cwd, capture_output=True, timeout=limit, check=False)
    except subprocess.TimeoutExpired:
        return None


def build(tree, *target):
    done = run(["cmake", "--build", "build/release", *target], tree, BUILD_SECONDS)
    return done is not None and done.returncode == 0


def first_failure(tree, *which):
    """The name of a fast test that fails; "timeout"; None: all pass. `which`: options of ctest that choose some of them."""
    done = run(["ctest", "--test-dir", "build/release", "-L", "fast", "-j2", "--stop-on-failure", "--timeout", "120", *which], tree,
               TEST_SECONDS)
    if done is None:
        return "timeout"
    if done.returncode == 0:
        return None
    names = re.findall(r"^\s*\d+ - (\S+) \(", done.stdout.decode(), re.M)
    return names[0] if names else "ctest"


def set_up(tree, cmake_options):
    copy_tree(tree)
    command = ["cmake", "--preset", "release", *cmake_options]
    done = run(command, tree, BUILD_SECONDS)
    if done is None or done.returncode or not build(tree):
        sys.exit(f"mutate.py: the copy in {tree} does not build")
    failed = first_failure(tree)
    if failed:
        sys.exit(f"mutate.py: {failed} fails without a fault")


def plant(tree, fault):
    """Builds and tests one fault: "does not build", the test that caught it, or None. The file is restored."""
    path, number, _, _, changed = fault
    file = tree / path
    original = file.read_text(encoding="utf-8")
    lines = original.splitlines()
    lines[number - 1] = changed
    file.write_text("\n".join(lines) + "\n", encoding="utf-8")
    try:
        # The program and the test that most faults fall to come first: most of the time goes into building the rest.
        if not build(tree, "--target", "coalcheck"):
            return "does not build"
        failed = first_failure(tree, "-R", "^record$")
        return failed or (first_failure(tree) if build(tree) else "does not build")
    finally:
        file.write_text(original, encoding="utf-8")


def describe(fault):
    path, number, kind, line, changed = fault
    return f"{path}:{number}: {kind}\n  - {line.strip()}\n  + {changed.strip()}"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--faults", type=int, default=60)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", default="", help="numbers of faults in the order of the seed, as printed")
    parser.add_argument("--list", action="store_true", help="print the faults, plant none")
    parser.add_argument("--folder", default=str(ROOT / "build" / "mutate"))
    parser.add_argument("--cmake", action="append", default=[], help="an option for cmake's configuration")
    parser.add_argument("-o", dest="output", help="write the table here too, line by line")
    arguments = parser.parse_args()
    faults = list(all_faults())
    random.Random(arguments.seed).shuffle(faults)
    only = {int(n) for n in arguments.only.split(",") if n}
    if arguments.list:
        for n, fault in enumerate(faults[: arguments.faults]):
            print(f"{n}: {describe(fault)}")
        return 0
    tree = pathlib.Path(arguments.folder)
    set_up(tree, arguments.cmake)
    caught, survivors = 0, []
    output = open(arguments.output, "w", encoding="utf-8") if arguments.output else None
    for n, fault in enumerate(faults):
        if caught + len(survivors) >= arguments.faults:
            break
        if only and n not in only:
            continue
        began, by = time.monotonic(), plant(tree, fault)
        row = f"{n}: {by or 'SURVIVED'} ({time.monotonic() - began:.0f} s): {describe(fault)}"
        print(row, flush=True)
        if output:
            print(row, file=output, flush=True)
        if by != "does not build":
            caught += by is not None
            survivors += [fault] if by is None else []
    print(f"{caught} of {caught + len(survivors)} faults caught by the fast tests (seed {arguments.seed})")
    return 1 if survivors else 0


if __name__ == "__main__":
    sys.exit(main())
