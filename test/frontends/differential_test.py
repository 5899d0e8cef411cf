#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Holds the two front ends together: for every .cu file under test/ the plugin and the command line have to dump the
same IR and report the same findings, word for word.

usage: differential_test.py COALCHECK CLANG PLUGIN HEADERS FOLDER-OR-FILE...
       differential_test.py COALCHECK CLANG PLUGIN HEADERS --corpus=FOLDER [--files=500] [--seed=1] [--limit=20]
A file may say `// DIFFERENTIAL: FLAGS…` (compiler flags for both) or `// DIFFERENTIAL-SKIP: reason`.

--corpus compares --files files of public repositories, drawn with the seed as test/bench/coverage.py draws them (it fetches them
too). Files that Clang does not parse without an error, and those that take longer than --limit seconds of processor time in one
of the four runs, are counted and not compared.
"""
import collections
import difflib
import pathlib
import re
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "bench"))
import corpus  # noqa: E402

coalcheck, clang, plugin, headers = sys.argv[1:5]
# What older libclangs do not tell (docs/limits.md, "Older libclangs"): these files need 21. Paths end so.
NEED_21 = {
    "test/frontends/inline-ptx.cu": "text of inline PTX",
    "test/frontends/ptx-values.cu": "text of inline PTX",
    "test/headers/Inputs/device.cu": "text of inline PTX",
    "test/runtime-check/Inputs/faults.cu": "text of inline PTX",
    "test/breadth/device-launches.cu": "launches by device code (22)",
    "test/headers/Inputs/standard.cu": "bases of instantiated templates",
    "test/headers/Inputs/textures.cu": "bases of instantiated templates",
    "docs/examples/image_pipeline.cu": "bases of instantiated templates",
    "test/breadth/cases/036-sts128-pad-132.cu": "Clang 19 takes no alignas behind __shared__",
}
EMBEDDED = ["-x", "cuda", "--cuda-device-only", "--cuda-gpu-arch=sm_80", "-nocudainc", "-nocudalib", "--cuda-path=/nonexistent",
            "-isystem", f"{headers}/include", "-include", "coalcheck/cuda_builtin.h", "-fsyntax-only", "-fno-color-diagnostics"]
MESSAGE = re.compile(r"^\S.*?:\d+:\d+: (warning|error|note|remark): .*")


def output(command, limit=120):
    command = ["prlimit", f"--cpu={limit}", *command]
    return subprocess.run(command, capture_output=True, text=True, errors="replace", timeout=60 * limit, check=False)


def clang_major():
    return int(re.search(r"version (\d+)", output([clang, "--version"]).stdout).group(1))


def by_plugin(path, flags, options, limit=120):
    arguments = [a for o in options for a in ("-Xclang", "-plugin-arg-coalcheck", "-Xclang", o)]
    return output([clang, *EMBEDDED, "-Xclang", "-load", "-Xclang", plugin, *arguments, *flags, path], limit)


def by_program(path, flags, options, limit=120):
    options = ["--cuda-headers=embedded", "--only-written", "--color=never", "--target=sm_80", *options]
    return output([coalcheck, *options, path, "--", *flags], limit)


def messages(text):
    """Without the plugin's remarks about kernels, which the program has in its line at the end of a file."""
    return [line for line in text.splitlines() if MESSAGE.match(line) and not re.search(r": remark: kernel '.*' not judged: ", line)]


def own(lines):
    """Without Clang's own warnings, which the program leaves to the compiler."""
    return [line for line in lines if not re.search(r" \[-W[\w-]+\]$|: note: expanded from macro ", line)]


def difference(what, path, plugin_lines, program_lines):
    lines = difflib.unified_diff(plugin_lines, program_lines, f"plugin, {path}", f"coalcheck, {path}", lineterm="", n=1)
    text = "\n".join(lines)
    return f"{what} differ:\n{text}\n" if text else ""


def compare(path):
    """What differs for that file, as text; None where the file is left out."""
    source = pathlib.Path(path).read_text(encoding="utf-8", errors="replace")
    if re.search(r"//\s*DIFFERENTIAL-SKIP:\s*\S", source):
        return None
    found = re.search(r"//\s*DIFFERENTIAL:(.*)", source)
    flags = found.group(1).split() if found else []
    a, b = by_plugin(path, flags, ["--dump-ir"]), by_program(path, flags, ["--dump-ir"])
    if a.returncode:
        return f"{path}: Clang fails: say DIFFERENTIAL-SKIP if it has to\n{a.stderr}"
    bad = difference("dumps", path, a.stdout.splitlines(), b.stdout.splitlines())
    a, b = by_plugin(path, flags, []), by_program(path, flags, [])
    return bad + difference("findings", path, messages(a.stderr), messages(b.stdout + b.stderr))


def compare_public(path, root, limit):
    """What differs for a public file, as text; None where it is not compared, with the reason."""
    flags = ["-std=c++17", *corpus.include_flags(path, root)]
    bad = ""
    for what, options in (("dumps", ["--dump-ir"]), ("findings", [])):
        a = by_plugin(path, flags, options, limit)
        if a.returncode:
            return None, "too long" if a.returncode < 0 else "does not parse"
        b = by_program(path, flags, options, limit)
        if b.returncode < 0:
            return None, "too long"
        is_dump = what == "dumps"
        bad += difference(what, path, a.stdout.splitlines() if is_dump else own(messages(a.stderr)),
                          b.stdout.splitlines() if is_dump else own(messages(b.stdout + b.stderr)))
    return bad, "differs" if bad else "agrees"


def public(words):
    """Compares files of public repositories; each file's difference is printed, its first 40 lines."""
    given = dict(word.lstrip("-").split("=", 1) for word in words)
    folder, counts = given["corpus"], collections.Counter()
    for name, path in corpus.draw(folder, int(given.get("files", 500)), int(given.get("seed", 1))):
        bad, state = compare_public(path, str(pathlib.Path(folder) / name), int(given.get("limit", 20)))
        counts[state] += 1
        print(f"{state}: {path}", *(bad or "").splitlines()[:40], sep="\n", flush=True)
    print(", ".join(f"{n} {state}" for state, n in counts.most_common()))
    return 1 if counts["differs"] or not counts["agrees"] else 0


def main():
    if sys.argv[5].startswith("--corpus="):
        return public(sys.argv[5:])
    paths, old = [], clang_major() < 21
    for place in map(pathlib.Path, sys.argv[5:]):
        paths += sorted(place.rglob("*.cu")) if place.is_dir() else [place]
    failures = compared = 0
    for path in paths:
        if old and any(str(path).endswith(name) for name in NEED_21):
            continue
        bad = compare(str(path))
        compared += bad is not None
        if bad:
            failures += 1
            print(bad)
    print(f"{compared} files compared, {failures} differ")
    return 1 if failures or not compared else 0


sys.exit(main())
