#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Holds what coalcheck says of random programs (programs.py) against their execution on the CPU.

usage: program_test.py COALCHECK FILE-OR-FOLDER... [--strict] [--front-ends=CLANG,PLUGIN,HEADERS]

A difference is a refuted line, a number for an access that never runs in a kernel whose numbers are all known, an access
that ran and is not listed, or (--strict) another mean or count of requests there. With --front-ends the IR of the plugin
has to be that of the command line. Status 0: no difference, and something was confirmed.
"""
import collections
import json
import pathlib
import re
import subprocess
import sys


def call(command, timeout=120):
    try:
        p = subprocess.run(command, capture_output=True, text=True, timeout=timeout, check=False)
        return p.returncode, p.stdout, p.stderr
    except subprocess.TimeoutExpired:
        return -9, '', 'took too long'


def knows_all(source):
    """Kernels in which no number comes from memory."""
    parts = re.split(r'^// (k\d+)$', source, flags=re.M)
    return {n for n, t in zip(parts[1::2], parts[2::2]) if not re.search(r'int d\d+ = p', t)}


def key(a):
    return a['line'], a['space'], a['op']


def judge(tool, path, strict):
    """(kind, text) pairs of one file, and its counts."""
    options = ['--cuda-headers=embedded', '--format=json']
    status, out, said = call([tool, 'run', *options, '--timeout=60', str(path)])
    try:
        run = json.loads(out)
    except ValueError:
        return [('failed', f'{path}: run: {status} {(said or out)[-800:]}')], collections.Counter()
    status, out, said = call([tool, '--all', *options, str(path)])
    listed = collections.defaultdict(list)
    for a in json.loads(out)['accesses'] if out else []:
        listed[key(a)].append(a)
    source = path.read_text()
    known, lines, found, counts = knows_all(source), source.splitlines(), [], collections.Counter()
    for f in run['faults']:
        found.append(('fault', f'{path}: {str(f)[:300]}'))
    seen = set()
    for c in run['confirmations']:
        counts[c['status']] += 1
        where = f"{path}:{c['line']}:{c['column']}: {c['kernel']} {c['space']} {c['op']} {c['bytes']}"
        say = f"{where}: predicted {c.get('predicted')}, measured {c.get('measured')} {c.get('executions')} {c.get('note', '')}"
        if c['status'] == 'refuted':
            found.append(('refuted', say))
        elif c['kernel'] not in known:
            continue
        elif c['status'] == 'not-reached' and not run['faults'] and 'width' not in c.get('note', ''):
            found.append(('phantom', say))
        elif c['status'] == 'not-predicted' and not listed[key(c)]:
            if not re.search(r'\bb[01] = ', lines[c['line'] - 1]):  # a bit-field is read and written back
                found.append(('unlisted', say))
        elif c['status'] == 'not-predicted':
            counts['unknown: ' + str([a.get('reason') for a in listed[key(c)]])] += 1
        elif strict and c['status'] == 'confirmed' and len(listed[key(c)]) == 1 and key(c) not in seen and 'width' not in c.get('note', ''):
            seen.add(key(c))
            a = listed[key(c)][0]
            n = a.get('sectors') or a.get('wavefronts')
            m = c['measured']['moved']
            range_ = n['min'] != m['min'] or n['max'] != m['max']
            if range_ or a['executions'] != c['executions'] or abs(n['mean'] - m['mean']) > 1e-6 * m['mean'] + 1e-6:
                found.append(('range' if range_ else 'mean', f"{where}: {n} {a['executions']} times, measured {m} {c['executions']} {c.get('note', '')}"))
    return found, counts


def front_ends(tool, path, clang, plugin, headers):
    """What differs between the dumps."""
    _, a, said = call([clang, '-x', 'cuda', '--cuda-device-only', '--cuda-gpu-arch=sm_80', '-nocudainc', '-nocudalib', '--cuda-path=/nonexistent', '-isystem', f'{headers}/include', '-include',
                       'coalcheck/cuda_builtin.h', '-fsyntax-only', '-w', '-Xclang', '-load', '-Xclang', plugin, '-Xclang', '-plugin-arg-coalcheck', '-Xclang', '--dump-ir', str(path)])
    _, b, _ = call([tool, '--cuda-headers=embedded', '--target=sm_80', '--dump-ir', str(path)])
    if a == b and a:
        return []
    lines = [f'{x!r} / {y!r}' for x, y in zip(a.splitlines(), b.splitlines()) if x != y][:2]
    return [('front ends', f'{path}: {lines} {said[-200:]}')]


def main():
    tool, *places = [a for a in sys.argv[1:] if not a.startswith('--')]
    ends = next((a.split('=', 1)[1].split(',') for a in sys.argv if a.startswith('--front-ends=')), None)
    files = [f for p in map(pathlib.Path, places) for f in (sorted(p.rglob('*.cu')) if p.is_dir() else [p])]
    total, counts = collections.Counter(), collections.Counter()
    for path in files:
        found, more = judge(tool, path, '--strict' in sys.argv)
        found += front_ends(tool, path, *ends) if ends else []
        counts += more
        for kind, say in found:
            total[kind] += 1
            print(f'{kind}: {say}', flush=True)
    print(f'{len(files)} files; ' + ', '.join(f'{n} {s}' for s, n in counts.most_common()))
    print('differences: ' + (', '.join(f'{n} {s}' for s, n in total.items()) or 'none'))
    sys.exit(1 if total or not counts['confirmed'] else 0)


if __name__ == '__main__':
    main()
