#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Holds the rules for merged accesses against the recorded machine code.

usage: merged_test.py COALCHECK

For every kernel of generate.py: the widths that coalcheck's `merged` (or the access as written) gives are the widths in sass.tsv,
and for straight-line code so is the number of accesses of each width. EXCEPT lists what the rules leave out, with the reason.
"""
import collections
import json
import os
import subprocess
import sys
import tempfile

import generate

HERE = os.path.dirname(os.path.abspath(__file__))
EXCEPT = {
    'SS_short': 'stores of 2-byte words are merged, loads are not: taken as unmerged',
    'GL_elements': 'elements of an array member are merged in straight-line code, not in an unrolled loop: taken as unmerged',
}


def recorded():
    rows = {}
    with open(os.path.join(HERE, 'sass.tsv'), encoding='utf-8') as f:
        lines = [line.rstrip('\n').split('\t') for line in f if not line.startswith('#')]
    for name, *cells in lines[1:]:
        rows[name] = [{int(b): int(n) for b, n in (x.split('x') for x in cell.split())} for cell in cells]
    return rows


def analysed(coalcheck):
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, 'k.cu')
        with open(path, 'w', encoding='utf-8') as f:
            f.write(generate.source())
        p = subprocess.run([coalcheck, '--cuda-headers=embedded', '--format=json', '--launch=*: grid=1 block=64', path],
                           capture_output=True, text=True, timeout=120)
    return json.loads(p.stdout)['accesses']


def is_asked(access, name):
    """The accesses the kernel is about: not the ones that fill the array or keep the result."""
    space, op = 'shared' if name[0] == 'S' else 'global', 'load' if name[1] == 'L' else 'store'
    if (access['space'], access['op']) != (space, op):
        return False
    return access.get('object') in ('s', 'd', 'u', 'p')


def predicted(accesses, name):
    """Widths -> how many accesses of each, counting a merged group once. Also: are they all executed once?"""
    groups, found, once = set(), collections.Counter(), True
    for index, a in accesses:
        if a['kernel'] != name or not is_asked(a, name):
            continue
        merged = a.get('merged')
        once = once and a.get('executions') == 2 * a.get('instructions', 1) and (not merged or merged['with'])
        if not merged:
            found[a.get('instruction_bytes', a['bytes'])] += a.get('instructions', 1)
        elif frozenset([index, *merged['with']]) not in groups:
            groups.add(frozenset([index, *merged['with']]))
            found[merged['bytes']] += 1
    return dict(found), once


def main():
    accesses, problems, held = list(enumerate(analysed(sys.argv[1]))), [], 0
    for name, by_arch in recorded().items():
        found, once = predicted(accesses, name)
        right = any(found == want if once else set(found) == set(want) for want in by_arch)
        if right == (name in EXCEPT):
            problems.append(f'{name}: coalcheck {found}, nvcc {by_arch}' + (' (listed as an exception)' if right else ''))
        held += right
    for problem in problems:
        print(problem)
    print(f'{held} kernels as nvcc compiles them, {len(EXCEPT)} exceptions, {len(problems)} problems')
    sys.exit(bool(problems))


main()
