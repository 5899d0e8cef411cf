#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What coalcheck makes of public code: the tables of docs/coverage.md.

usage: coverage.py [--fetch] [--files=500] [--seed=1] [--jobs=2] [--limit=20] [--json=FILE] [--draw=N] COALCHECK CORPUS
       coverage.py --from=FILE [--draw=N]

CORPUS is a folder with the repositories of corpus.txt (--fetch gets those that are not there; what stays missing is named).
--files of their .cu files are drawn with the seed, in turn from each repository, and analysed as `coalcheck FILE.cu` would be,
without flags, --limit seconds of processor time each. (One file is the work of one thread: where nothing else runs, that is the
time on the clock too.) The result of each file is a line of --json, written at once; --from prints the tables of such a file.

Beside what the program lists stands what census.py reads in the same source by tokens: kernels with an access of which the
program lists none (silent), and subscripts of pointer parameters that it does not list. --draw=N prints N of the warnings, drawn
with the seed, for a reader to judge.
"""
import argparse
import collections
import concurrent.futures
import hashlib
import json
import math
import os
import pathlib
import signal
import subprocess
import sys
import tempfile

import census
import corpus


def run(command, limit):
    """Status, seconds of processor time, memory in MB, standard output and error of a command that may take `limit` seconds."""
    limits = ["prlimit", f"--cpu={math.ceil(limit)}:{math.ceil(limit) + 1}"]
    with tempfile.TemporaryFile() as errors, subprocess.Popen(limits + command, stdout=subprocess.PIPE, stderr=errors) as child:
        output = child.stdout.read()
        _, status, used = os.wait4(child.pid, 0)
        child.returncode = os.waitstatus_to_exitcode(status)
        errors.seek(0)
        return child.returncode, used.ru_utime + used.ru_stime, used.ru_maxrss / 1024, output, errors.read()


def of_census(file, report):
    """What the source has by tokens: kernels with an access, subscripts; silent kernels and unlisted subscripts as text."""
    with open(file, encoding="utf-8", errors="replace") as stream:
        kernels = census.kernels_of(stream.read())
    listed = {k["line"] for k in report["kernels"] if k.get("file") == file
              and k["accesses"]["judged"] + sum(k["accesses"]["unknown"].values())}
    here = [a for a in report["accesses"] if a.get("file") == file]
    lines, texts = {a["line"] for a in here}, [(a["line"], a.get("expression", "")) for a in here]
    silent = [f"{k.name}:{k.line}" for k in kernels if k.has_access and k.line not in listed]
    unlisted = [f"{line}:{column}" for k in kernels for line, column, name in k.subscripts if line not in lines
                and not any(line - census.ABOVE <= at < line and f"{name}[" in text for at, text in texts)]
    return {"source_kernels": sum(k.has_access for k in kernels), "subscripts": sum(len(k.subscripts) for k in kernels),
            "silent": silent, "unlisted": unlisted}


def warnings_of(report):
    for finding in report["findings"]:
        if finding["severity"] == "warning":
            access = report["accesses"][finding["access"]]
            yield {"file": access["file"], "line": access["line"], "column": access["column"], "kernel": access["kernel"],
                   "check": finding["check"], "expression": access.get("expression", ""), "message": finding["message"],
                   "notes": finding["notes"], "index": access.get("index", "")}


def analyse(options, name, file):
    """One file: a dictionary of what came out, counted."""
    command = [options.coalcheck, "--all", "--format=json", "--fail-on=never", file]
    status, seconds, memory, output, errors = run(command, options.limit)
    result = {"corpus": name, "file": os.path.relpath(file, options.corpus), "status": status, "seconds": round(seconds, 2),
              "memory_mb": round(memory), "state": "ok", "kernels": 0, "judged": 0, "reasons": {}, "places": 0, "warnings": []}
    if status in (-signal.SIGXCPU, -signal.SIGKILL):
        return dict(result, state="timeout")
    try:
        report = json.loads(output)
    except ValueError:
        report = None
    if report is None or not 0 <= status <= 2:
        return dict(result, state="crash", error=errors.decode(errors="replace")[-400:])
    unknown = [a for a in report["accesses"] if a["verdict"] == "unknown"]
    result.update(of_census(file, report), kernels=len(report["kernels"]), judged=len(report["accesses"]) - len(unknown),
                  reasons=collections.Counter(a["reason"].split(":")[0] for a in unknown), warnings=list(warnings_of(report)),
                  places=len({(a["file"], a["line"], a["column"]) for a in report["accesses"]}))
    return result


def scan(options):
    """All drawn files; each result is kept as soon as it is there."""
    drawn, results = corpus.draw(options.corpus, options.files, options.seed), []
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool, open(options.json or os.devnull, "w", encoding="utf-8") as keep:
        for result in pool.map(lambda one: analyse(options, *one), drawn):
            results.append(result)
            print(json.dumps(result), file=keep, flush=True)
    return results


def row(name, results):
    """One line of the table."""
    add = lambda key: sum(r.get(key, 0) for r in results)
    unknown = sum(sum(r["reasons"].values()) for r in results)
    judged = add("judged")
    count = lambda key: sum(len(r.get(key, [])) for r in results)
    places = {(w["file"], w["line"], w["column"]) for r in results for w in r["warnings"]}
    states = collections.Counter(r["state"] for r in results)
    cells = [name, len(results), add("kernels"), add("places"), add("subscripts"), count("unlisted"), count("silent"), judged, unknown,
             f"{100 * judged / (judged + unknown):.1f} %" if judged + unknown else "–", count("warnings"), len(places),
             f"{add('seconds'):.0f}", f"{max(r['seconds'] for r in results):.1f}", max(r["memory_mb"] for r in results),
             states["timeout"], states["crash"]]
    return "| " + " | ".join(map(str, cells)) + " |"


def tables(results):
    """The Markdown: sizes, reasons, the files that failed or leave something out."""
    by_corpus = collections.defaultdict(list)
    for result in results:
        by_corpus[result["corpus"]].append(result)
    heads = ("repository", "files", "kernels", "places listed", "subscripts by tokens", "not listed", "silent kernels", "accesses judged",
             "unknown", "judged", "warnings", "warned places", "CPU s", "slowest", "MB at most", "timeouts", "crashes")
    print("| " + " | ".join(heads) + " |\n|" + "---|" * len(heads))
    for name, those in sorted(by_corpus.items(), key=lambda item: item[0].lower()):
        print(row(name, those))
    print(row("**all**", results))
    print("\n| repository | unknown, by reason |\n|---|---|")
    for name, those in sorted(by_corpus.items(), key=lambda item: item[0].lower()):
        reasons = sum((collections.Counter(r["reasons"]) for r in those), collections.Counter())
        print(f"| {name} | {', '.join(f'{reason} {n}' for reason, n in reasons.most_common()) or 'none'} |")
    print()
    for r in results:
        if r["state"] != "ok" or r.get("silent"):
            print(f"- `{r['file']}`: {r['state'] if r['state'] != 'ok' else 'silent: ' + ', '.join(r['silent'])}")


def print_draw(results, count, seed):
    """Warnings in the order of a hash with the seed; one place once."""
    place = lambda w: f"{w['file']}:{w['line']}:{w['column']}"
    warnings = {place(w): w for r in results for w in r["warnings"]}
    for w in sorted(warnings.values(), key=lambda w: hashlib.sha1(f"{seed} {place(w)}".encode()).digest())[:count]:
        print(f"{place(w)}: [{w['check']}] {w['kernel']}: {w['message']}\n    {w['expression']}   index {w['index']}")
        print("".join(f"    {note}\n" for note in w["notes"]), end="")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--fetch", action="store_true")
    parser.add_argument("--files", type=int, default=500)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--limit", type=float, default=20, help="seconds of processor time a file")
    parser.add_argument("--json", help="write each file's result here, one a line")
    parser.add_argument("--from", dest="results", help="results of an earlier run")
    parser.add_argument("--draw", type=int, default=0)
    parser.add_argument("coalcheck", nargs="?")
    parser.add_argument("corpus", nargs="?")
    options = parser.parse_args()
    if options.results:
        results = [json.loads(line) for line in pathlib.Path(options.results).read_text(encoding="utf-8").splitlines()]
    else:
        options.corpus = os.path.abspath(options.corpus)
        missing = corpus.fetch(options.corpus) if options.fetch else [n for _, n, _ in corpus.repositories()
                                                                      if not corpus.files_of(options.corpus, n)]
        print(f"skipped, not there: {', '.join(missing) or 'none'}", file=sys.stderr)
        results = scan(options)
    if options.draw:
        print_draw(results, options.draw, options.seed)
    else:
        tables(results)


if __name__ == "__main__":
    main()
