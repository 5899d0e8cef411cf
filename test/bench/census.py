#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Holds what coalcheck lists against what the source writes, read here by tokens alone.

usage: census.py [--strict] [--limit=N] [--jobs=N] COALCHECK PATH… [-- coalcheck's options]

For each .cu file that holds a kernel: kernels in the source, subscripts of their pointer parameters in the source, accesses judged,
unknown by reason, kernels of which nothing is listed although their source has an access, and subscripts that are not listed.
What the preprocessor leaves out is not told apart, `#if 0` excepted. --strict: status 1 when one of the last two is not 0 (`// CENSUS-SKIP: why` in a file leaves it out).
"""
import collections
import json
import pathlib
import re
import subprocess
import sys

TOKEN = re.compile(r'//[^\n]*|/\*.*?\*/|R"(\w*)\(.*?\)\1"|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\'|^[ \t]*\#(?:\\\n|[^\n])*'
                   r'|[A-Za-z_]\w*|\d[\w.]*|->|::|\S', re.S | re.M)
PAIRS = {"(": ")", "[": "]", "{": "}"}


class Token(str):
    line = column = offset = 0


def tokens_of(text):
    """Words and punctuation with line and column; comments, strings and directives left out."""
    out, starts = [], [0]
    starts += [m.end() for m in re.finditer("\n", text)]
    line = 0
    for m in TOKEN.finditer(text):
        s = m.group()
        if s.startswith(("//", "/*", '"', "'", 'R"')) or s.lstrip().startswith("#"):
            continue
        while line + 1 < len(starts) and starts[line + 1] <= m.start():
            line += 1
        t = Token(s)
        t.line, t.column = line + 1, len(text[starts[line]:m.start()].encode()) + 1
        out.append(t)
    return out


def behind(tokens, i):
    """The index behind the bracket that closes the one at i."""
    depth = 0
    for k in range(i, len(tokens)):
        depth += tokens[k] in PAIRS
        depth -= tokens[k] in PAIRS.values()
        if depth == 0:
            return k + 1
    return len(tokens)


def without_dead(text):
    """`#if 0` regions and their like blanked out, lines kept."""
    lines, out, stack = text.split("\n"), [], []
    for line in lines:
        d = re.match(r"\s*#\s*(\w+)\s*(.*)", line)
        word = d.group(1) if d else ""
        if word in ("if", "ifdef", "ifndef"):
            stack.append(word == "if" and d.group(2).split("//")[0].strip() in ("0", "(0)", "false"))
        elif word in ("else", "elif") and stack:
            stack[-1] = not stack[-1] and False
        elif word == "endif" and stack:
            stack.pop()
        out.append("" if any(stack) else line)
    return "\n".join(out)


ABOVE = 6  # lines that a statement may take

Kernel = collections.namedtuple("Kernel", "name line subscripts has_access")


def kernels_of(text):
    """The kernels with a body; subscripts of pointer parameters as (line, column)."""
    tokens, out, i = tokens_of(without_dead(text)), [], 0
    while i < len(tokens):
        if tokens[i] != "__global__":
            i += 1
            continue
        name, params, k = None, (0, 0), i + 1
        while k < len(tokens) and tokens[k] not in (";", "{", "}"):
            if tokens[k] == "(":
                if re.match(r"[A-Za-z_]", tokens[k - 1]):
                    name, params = tokens[k - 1], (k + 1, behind(tokens, k) - 1)
                k = behind(tokens, k) - 1
            k += 1
        i = k + 1
        if k >= len(tokens) or tokens[k] != "{" or not name or name.startswith("__"):
            continue
        end = behind(tokens, k)
        pointers = {tokens[p] for p in range(*params)
                    if re.match(r"[A-Za-z_]", tokens[p]) and p + 1 <= params[1] and tokens[p + 1] in (",", ")", "=")
                    and tokens[p - 1] in ("*", "__restrict__", "__restrict", "RESTRICT")}
        body, subscripts, some = tokens[k + 1:end - 1], [], False
        declared = {body[b] for b in range(1, len(body) - 1)
                    if body[b] in pointers and (re.match(r"[A-Za-z_]\w*$", body[b - 1]) and body[b - 1] not in ("return", "else", "case"))}
        for b in range(len(body) - 1):
            is_subscript = body[b + 1] == "[" and body[b] in pointers - declared and (b == 0 or body[b - 1] not in (".", "->", "::"))
            if is_subscript and not is_address(body, b):
                subscripts.append((body[b].line, body[b].column, str(body[b])))
                some = True
            some |= body[b].startswith("atomic") and body[b + 1] == "("
        out.append(Kernel(str(name), name.line, subscripts, some))
        i = end
    return out


def is_address(body, b):
    """`&a[i]`, or `sizeof(a[0])`: no access."""
    before = body[b - 1] if b else ""
    if before in ("sizeof", "decltype", "typeof") or (before == "(" and b > 1 and body[b - 2] in ("sizeof", "decltype")):
        return True
    return before == "&" and (b < 2 or not re.match(r"[\w)\]]", body[b - 2]) or body[b - 2] == "return")


def look(coalcheck, path, options, limit_s=120):
    """What is wrong with a file: a row of the table, or None where it holds no kernel."""
    text = pathlib.Path(path).read_text(encoding="utf-8", errors="replace")
    if "__global__" not in text or re.search(r"//\s*CENSUS-SKIP:\s*\S", text):
        return None
    kernels = kernels_of(text)
    if not kernels:
        return None
    command = [coalcheck, "--format=json", "--fail-on=never", *options, str(path)]
    row = {"path": str(path), "kernels": len(kernels), "subscripts": sum(len(k.subscripts) for k in kernels), "judged": 0,
           "unknown": collections.Counter(), "silent": [], "unlisted": [], "failed": None}
    try:
        p = subprocess.run(command, capture_output=True, text=True, timeout=limit_s, errors="replace")
        report = json.loads(p.stdout)
    except subprocess.TimeoutExpired:
        row["failed"] = "timeout"
        return row
    except ValueError:
        row["failed"] = f"status {p.returncode}: {p.stderr.strip().splitlines()[-1] if p.stderr.strip() else ''}"
        return row
    listed = collections.Counter(k["line"] for k in report["kernels"] if k.get("file") == str(path)
                                 for _ in range(k["accesses"]["judged"] + sum(k["accesses"]["unknown"].values())))
    analysed = {k["line"] for k in report["kernels"] if k.get("file") == str(path)}
    # by line, for macros move columns; or in the text of an access that begins a little above
    lines = {a["line"] for a in report["accesses"] if a.get("file") == str(path)}
    texts = [(a["line"], a.get("expression", "")) for a in report["accesses"] if a.get("file") == str(path)]
    for a in report["accesses"]:
        if a["verdict"] == "unknown":
            row["unknown"][a.get("reason", "none").split(":")[0]] += 1
        else:
            row["judged"] += 1
    for k in kernels:
        if k.has_access and not listed[k.line]:
            row["silent"].append(f"{k.name}:{k.line}{'' if k.line in analysed else ' (not in the report)'}")
        for line, column, name in k.subscripts:
            is_inside = any(line - ABOVE <= at < line and f"{name}[" in text for at, text in texts)
            if line not in lines and not is_inside:
                row["unlisted"].append((line, column))
    return row


def show(row):
    unknown = ", ".join(f"{n} {reason}" for reason, n in row["unknown"].most_common())
    print(f"{row['path']}: {row['kernels']} kernels, {row['subscripts']} subscripts, {row['judged']} judged, "
          f"{sum(row['unknown'].values())} unknown{f' ({unknown})' if unknown else ''}, {len(row['silent'])} silent, "
          f"{len(row['unlisted'])} unlisted{', ' + row['failed'] if row['failed'] else ''}", flush=True)
    if row["silent"]:
        print("  nothing listed of " + ", ".join(row["silent"][:8]))
    if row["unlisted"]:
        print("  not listed: " + ", ".join(f"{line}:{column}" for line, column in row["unlisted"][:12]))


def main():
    words, options = sys.argv[1:], []
    if "--" in words:
        at = words.index("--")
        words, options = words[:at], words[at + 1:]
    is_strict = "--strict" in words
    limit = next((int(w[8:]) for w in words if w.startswith("--limit=")), None)
    coalcheck, *paths = [w for w in words if not w.startswith("--")]
    files = [f for p in map(pathlib.Path, paths) for f in (sorted(p.rglob("*.cu")) if p.is_dir() else [p])]
    rows = []
    for f in files:
        row = look(coalcheck, f, options)
        if row is None:
            continue
        rows.append(row)
        show(row)
        if limit and len(rows) >= limit:
            break
    total = collections.Counter()
    for row in rows:
        total.update(row["unknown"])
    silent, unlisted = (sum(len(row[key]) for row in rows) for key in ("silent", "unlisted"))
    print(f"{len(rows)} files, {sum(r['kernels'] for r in rows)} kernels, {sum(r['subscripts'] for r in rows)} subscripts of parameters in "
          f"the source, {sum(r['judged'] for r in rows)} accesses judged, {sum(total.values())} unknown "
          f"({', '.join(f'{n} {reason}' for reason, n in total.most_common())}); {silent} kernels with accesses of which none is listed, "
          f"{unlisted} subscripts not listed, {sum(r['failed'] is not None for r in rows)} files failed")
    return 1 if is_strict and (silent or unlisted or any(r["failed"] for r in rows) or not rows) else 0


if __name__ == "__main__":
    sys.exit(main())
