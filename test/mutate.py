#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Plants small faults in the analysis and counts how many of them the fast tests catch.

usage: mutate.py [--faults=60] [--seed=1] [--only=ID[,ID...]] [--list] [--jobs=2] [--folder=build/mutate] [-o FILE]

A fault is one change in lib/model, lib/eval or lib/checks: a condition negated, a comparison or a constant off by one, `&&` for
`||`, a statement dropped, `true` returned for `false`. Its ID is a hash of the file, the line's text and the change, and a seed
orders the IDs: a change elsewhere in the tree leaves a seed's faults as they are. The tree is copied to FOLDER, so the checkout
stays as it is. All faults are built at once: the function of a fault is compiled a second time with the fault, and the
environment variable COAL_FAULT chooses the copy. A fault that does not compile (an unused variable is an error here) is
replaced by the next one. Each fault is tested until the first test fails, quick tests first; a test that takes longer than
--limit seconds fails. Survivors are printed with their change: each wants a test, or the explanation in docs/testing.md why
the program is the same with it. Status 1: there are survivors.
"""
import argparse
import hashlib
import os
import pathlib
import re
import shutil
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
FOLDERS = ["lib/model", "lib/eval", "lib/checks"]
# architecture and registry read the sources, which the copies of functions change.
EXCLUDED = ["architecture", "registry"]
STAGES = ["record-part", "unit-.*", "record", "lit-(checks|launches|facts|totals|merged)", ".*"]  # all faults take one before the next

COMPARISONS = {"<": "<=", "<=": "<", ">": ">=", ">=": ">", "==": "!=", "!=": "=="}
SWITCH = """
#include <stdlib.h>
static int coal_fault_;
__attribute__((constructor)) static void coal_fault_read_(void) {
  const char *text_ = getenv("COAL_FAULT");
  coal_fault_ = text_ ? atoi(text_) : -1;
}
"""


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


class Fault:
    """One change of one line: `before` is the line, `after` what it becomes."""

    def __init__(self, path, number, kind, before, after, occurrence):
        self.path, self.number, self.kind, self.before, self.after = path, number, kind, before, after
        self.id = hashlib.sha1(f"{path}\0{before.strip()}\0{after.strip()}\0{occurrence}".encode()).hexdigest()[:8]
        self.slot = -1  # what COAL_FAULT selects it

    def __str__(self):
        return f"{self.path}:{self.number}: {self.kind}\n  - {self.before.strip()}\n  + {self.after.strip()}"


def all_faults():
    for path in sorted(p for folder in FOLDERS for p in (ROOT / folder).rglob("*.c")):
        in_comment, seen, name = False, {}, path.relative_to(ROOT)
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            starts, ends = line.rfind("/*"), line.rfind("*/")
            if not in_comment and not line.lstrip().startswith("*"):
                for kind, changed in faults_of_line(line):
                    key = (line.strip(), changed.strip())
                    seen[key] = seen.get(key, 0) + 1
                    yield Fault(name, number, kind, line, changed, seen[key])
            in_comment = starts > ends if max(starts, ends) >= 0 else in_comment


def ordered(faults, seed):
    return sorted(faults, key=lambda f: hashlib.sha1(f"{seed} {f.id}".encode()).digest())


def function_around(lines, index):
    """First and last line of the function that holds a line, both counted from 0; None: it is in none that can be copied."""
    first = index
    while first >= 0 and not re.match(r"\w", lines[first]):
        if lines[first].startswith("}"):
            return None
        first -= 1
    last = index
    while last < len(lines) and lines[last] != "}":
        last += 1
    head = " ".join(lines[first : last + 1]).split("{")[0]
    if first < 0 or last == len(lines) or "(" not in head or "=" in head or "..." in head:
        return None
    return first, last


def parameters(text):
    """The names of a parameter list, taken apart at its outer commas."""
    parts, depth = [""], 0
    for c in text:
        depth += {"(": 1, "[": 1, ")": -1, "]": -1}.get(c, 0)
        if c == "," and depth == 0:
            parts.append("")
        else:
            parts[-1] += c
    names = []
    for part in parts:
        pointer = re.search(r"\(\*(\w+)\)", part)
        names.append(pointer.group(1) if pointer else re.search(r"(\w+)\s*(\[[^\]]*\]\s*)*$", part.strip()).group(1))
    return [] if names == ["void"] else names


def copy_of_function(lines, first, last, fault):
    """The faulty copy as lines, and the statement that the function begins with so that the copy runs in its place."""
    body = lines[first : last + 1]
    body[fault.number - 1 - first] = fault.after
    text = "\n".join(body)
    opening = text.index("(")
    shut = closing(text, opening)
    name = re.search(r"(\w+)$", text[:opening]).group(1)
    start = text[: opening - len(name)]
    copy = f"{name}_fault{fault.slot}_"
    call = f"{copy}({', '.join(parameters(text[opening + 1 : shut]))})"
    returns = re.sub(r"\b(static|inline)\b", "", start).strip()
    act = f"{{ {call}; return; }}" if returns == "void" else f"return {call};"
    prefix = start if start.startswith("static") else "static " + start
    head = prefix + copy + text[opening : shut + 1]
    return head, (head + text[shut + 1 :]).split("\n"), f"  if (coal_fault_ == {fault.slot}) {act}"


def with_faults(source, faults):
    """The source with a copy of a function for each fault; faults that can be given no copy are left out."""
    lines, inserts, planted = source.splitlines(), {}, []
    for fault in faults:
        around = function_around(lines, fault.number - 1)
        if not around:
            continue
        first, last = around
        declared, copy, act = copy_of_function(lines, first, last, fault)
        brace = next(i for i in range(first, last + 1) if lines[i].rstrip().endswith("{"))
        inserts.setdefault(brace + 1, []).append(act)
        inserts.setdefault(last + 1, []).extend(copy)
        inserts.setdefault(first, []).append(declared + ";")
        planted.append(fault)
    includes = max(i for i, line in enumerate(lines) if line.startswith("#include"))
    inserts.setdefault(includes + 1, []).insert(0, SWITCH)
    out = []
    for i in range(len(lines) + 1):
        out += inserts.get(i, []) + lines[i : i + 1]
    return "\n".join(out) + "\n", planted


def copy_tree(to):
    """The files that git tracks, as they are in the checkout."""
    names = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=True).stdout.decode().split("\0")
    for name in filter(None, names):
        source, target = ROOT / name, to / name
        if not source.is_file():
            continue
        target.parent.mkdir(parents=True, exist_ok=True)
        if not target.exists() or target.read_bytes() != source.read_bytes():
            shutil.copy(source, target)  # with a new time of change: what a fault was planted in is built again


def run(command, cwd, limit, **environment):
    """What came of a command; None: it took too long."""
    try:
        return subprocess.run(command, cwd=cwd, capture_output=True, timeout=limit, check=False, env={**os.environ, **environment})
    except subprocess.TimeoutExpired:
        return None


def syntax_command(tree, path):
    """The compiler's command for a file, changed to look for errors only."""
    done = run(["ninja", "-C", "build/release", "-t", "commands", f"{(tree / path).resolve()}^"], tree, 60)
    line = next(l for l in done.stdout.decode().splitlines() if f"{path} " in l + " " and " -c " in l)
    return re.sub(r"-o \S+\.o\b|-MD|-MT \S+|-MF \S+", "", line) + " -fsyntax-only -Werror"


def compiles(tree, path, text):
    """Whether a file with that text compiles, without a warning."""
    file = tree / path
    original = file.read_text(encoding="utf-8")
    file.write_text(text, encoding="utf-8")
    try:
        done = run(["sh", "-c", syntax_command(tree, path)], tree / "build/release", 120)
        return done is not None and done.returncode == 0
    finally:
        file.write_text(original, encoding="utf-8")


def plant(tree, faults, count):
    """Writes the first `count` faults that compile into the tree; those planted. Others are printed with the reason."""
    chosen, by_path = [], {}
    for fault in faults:
        if len(chosen) == count:
            break
        fault.slot = len(chosen)
        source = (ROOT / fault.path).read_text(encoding="utf-8")
        text, planted = with_faults(source, [fault])
        if not planted:
            print(f"{fault.id}: left out, in no function that can be copied: {fault}", flush=True)
        elif not compiles(tree, fault.path, text):
            print(f"{fault.id}: left out, does not compile: {fault}", flush=True)
        else:
            chosen.append(fault)
            by_path.setdefault(fault.path, []).append(fault)
    for path, those in by_path.items():
        (tree / path).write_text(with_faults((ROOT / path).read_text(encoding="utf-8"), those)[0], encoding="utf-8")
    return chosen


def allow_warnings(tree):
    """What the optimiser finds out about a faulty copy is no error."""
    for path in (tree / "CMakeLists.txt", tree / "plugin" / "CMakeLists.txt"):
        path.write_text(path.read_text(encoding="utf-8").replace(" -Werror", ""), encoding="utf-8")


def build(tree):
    done = run(["cmake", "--build", "build/release", "-j2"], tree, 3600)
    if done is None or done.returncode:
        sys.exit(f"mutate.py: the copy in {tree} does not build\n{done.stdout.decode()[-2000:] if done else ''}")


def first_failure(tree, slot, which, excluded, options):
    """The name of a fast test of those that fails; "timeout"; None: all pass."""
    command = ["ctest", "--test-dir", "build/release", f"-j{options.jobs}", "--stop-on-failure", "--timeout", str(options.limit)]
    done = run([*command, "-L", "fast", "-R", f"^({which})$", "-E", f"^({'|'.join(excluded)})$"], tree, 10 * options.limit,
               COAL_FAULT=str(slot))
    if done is None:
        return "timeout"
    if done.returncode == 0:
        return None
    names = re.findall(r"^\s*\d+ - (\S+) \(", done.stdout.decode(), re.M)
    return names[0] if names else "ctest"


def survivors_of(tree, chosen, options, say):
    """Takes all faults through one stage after the other; those that no test catches."""
    excluded, left = list(EXCLUDED), chosen
    for stage in STAGES:
        failed = first_failure(tree, -1, stage, excluded, options)
        while failed:
            say(f"{failed} fails without a fault: left out")
            excluded.append(failed)
            failed = first_failure(tree, -1, stage, excluded, options)
        caught = []
        for fault in left:
            by = first_failure(tree, fault.slot, stage, excluded, options)
            if by:
                say(f"{fault.id}: {by}: {fault}")
                caught.append(fault)
        left = [f for f in left if f not in caught]
        say(f"after {stage}: {len(chosen) - len(left)} of {len(chosen)} caught; left: {' '.join(f.id for f in left)}")
        excluded.append(stage)
    return left


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--faults", type=int, default=60)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", default="", help="IDs of faults, as printed")
    parser.add_argument("--list", action="store_true", help="print the faults, plant none")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--limit", type=int, default=120, help="seconds a test may take")
    parser.add_argument("--folder", default=str(ROOT / "build" / "mutate"))
    parser.add_argument("--cmake", action="append", default=[], help="an option for cmake's configuration")
    parser.add_argument("-o", dest="output", help="write the table here too, line by line")
    options = parser.parse_args()
    faults = ordered(all_faults(), options.seed)
    if options.only:
        faults = [f for f in faults if f.id in options.only.split(",")]
    if options.list:
        for fault in faults[: options.faults]:
            print(f"{fault.id}: {fault}")
        return 0
    tree = pathlib.Path(options.folder).resolve()
    copy_tree(tree)
    allow_warnings(tree)
    done = run(["cmake", "--preset", "release", *options.cmake], tree, 600)
    if done is None or done.returncode:
        sys.exit(f"mutate.py: the copy in {tree} cannot be configured")
    chosen = plant(tree, faults, options.faults)
    build(tree)
    output = open(options.output, "w", encoding="utf-8") if options.output else None

    def say(text):
        for stream in filter(None, [sys.stdout, output]):
            print(text, file=stream, flush=True)

    survivors = survivors_of(tree, chosen, options, say)
    for fault in survivors:
        say(f"{fault.id}: SURVIVED: {fault}")
    say(f"{len(chosen) - len(survivors)} of {len(chosen)} faults caught by the fast tests (seed {options.seed})")
    return 1 if survivors else 0


if __name__ == "__main__":
    sys.exit(main())
