# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The public repositories of corpus.txt: fetched into a folder, and their .cu files drawn with a seed."""
import hashlib
import os
import pathlib
import subprocess

HERE = pathlib.Path(__file__).resolve().parent
INCLUDES = ("include", "common", "Common", "inc", "common/cuda", "utilities", "src")


def repositories():
    """(owner/name, name, commit) of each repository."""
    for line in (HERE / "corpus.txt").read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            full, commit = line.split()
            yield full, full.split("/")[1], commit


def fetch(folder):
    """Fetches what is not there yet; the names of repositories that cannot be had."""
    missing = []
    for full, name, commit in repositories():
        to = pathlib.Path(folder) / name
        if to.is_dir():
            continue
        commands = [["git", "init", "-q", to], ["git", "-C", to, "fetch", "-q", "--depth=1", f"https://github.com/{full}", commit],
                    ["git", "-C", to, "checkout", "-q", "FETCH_HEAD"]]
        if not all(subprocess.run(c, check=False).returncode == 0 for c in commands):
            missing.append(name)
    return missing


def files_of(folder, name):
    root = pathlib.Path(folder) / name
    return [str(path) for path in root.rglob("*.cu") if path.is_file()]


def draw(folder, count, seed):
    """`count` (name, file) drawn with a seed, in turn from each repository that is there until it has no more."""
    key = lambda path: hashlib.sha1(f"{seed} {os.path.relpath(path, folder)}".encode()).digest()
    queues = [(name, sorted(files_of(folder, name), key=key)) for _, name, _ in sorted(repositories(), key=lambda r: r[1].lower())]
    drawn, at = [], 0
    while len(drawn) < count and any(at < len(files) for _, files in queues):
        drawn += [(name, files[at]) for name, files in queues if at < len(files)]
        at += 1
    return drawn[:count]


def include_flags(file, root):
    """-I for the file's folder and all above it up to root, with the usual subfolders of each."""
    flags, folder = [], os.path.dirname(file)
    while len(folder) >= len(root):
        for name in ("",) + INCLUDES:
            path = os.path.join(folder, name) if name else folder
            if os.path.isdir(path):
                flags.append("-I" + path)
        folder = os.path.dirname(folder)
    return flags
