#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Generates kernels and holds what coalcheck says of them against their execution, round after round.

usage: kernels.py COALCHECK [--seed=N] [--kernels=N] [--seconds=N] [--keep=FOLDER] [--log=FILE]

Rounds alternate between kernels that Python runs thread by thread (../generated/generate.py) and programs that
`coalcheck run` executes (../generated/programs.py). Ends after N kernels (default 200) or N seconds. Files with a difference
are kept in FOLDER; each round adds a line to the log. Status 0: no difference.
"""
import os
import shutil
import subprocess
import sys
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))
GENERATED = os.path.join(HERE, '..', 'generated')
SCORE = os.path.join(HERE, '..', 'breadth', 'score.py')
FILES, KERNELS = 5, 6


def call(script, *args, timeout=900):
    p = subprocess.run([sys.executable, script, *args], capture_output=True, text=True, timeout=timeout, check=False)
    return p.returncode, p.stdout + p.stderr


def one_round(tool, seed, folder):
    """The name of the round's kind, and what differed ('' where nothing did)."""
    kind = ('generate', 'programs')[seed % 2]
    status, said = call(os.path.join(GENERATED, kind + '.py'), folder, f'--seed=fuzz-{seed}', f'--files={FILES}', f'--kernels={KERNELS}')
    if not status and kind == 'generate':
        status, said = call(SCORE, tool, folder, '--', '--cuda-headers=embedded')
    elif not status:
        status, said = call(os.path.join(GENERATED, 'program_test.py'), tool, folder)
    return kind, said if status else ''


def main():
    tool = os.path.abspath(next(a for a in sys.argv[1:] if not a.startswith('--')))
    named = dict(a[2:].split('=', 1) for a in sys.argv[1:] if a.startswith('--'))
    seed, wanted, seconds = int(named.get('seed', 1)), int(named.get('kernels', 200)), float(named.get('seconds', 1e9))
    began, done, bad = time.monotonic(), {'generate': 0, 'programs': 0}, 0
    while sum(done.values()) < wanted and time.monotonic() - began < seconds:
        with tempfile.TemporaryDirectory(prefix='coalcheck-kernels-') as folder:
            kind, said = one_round(tool, seed, folder)
            done[kind] += FILES * KERNELS
            if said:
                bad += 1
                print(f'seed {seed}: {said}', flush=True)
                if 'keep' in named:
                    shutil.copytree(folder, os.path.join(named['keep'], str(seed)), dirs_exist_ok=True)
        seed += 1
        if 'log' in named:
            with open(named['log'], 'a', encoding='utf-8') as log:
                log.write(f'{time.monotonic() - began:.0f} s: {done}, {bad} rounds with a difference\n')
    print(f"{sum(done.values())} kernels ({done['generate']} run in Python, {done['programs']} on the CPU) in {time.monotonic() - began:.0f} s; rounds with a difference: {bad}")
    sys.exit(1 if bad else 0)


if __name__ == '__main__':
    main()
