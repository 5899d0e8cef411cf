#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compares what coalcheck says with what a folder's expected.json says.

usage: score.py COALCHECK FOLDER... [-q] [--jobs=N] [-- options of coalcheck]

Each entry of expected.json names a file, a launch (absent: the file holds its own) and its accesses. An access is matched
to those reported on its line, with its space and operation; several (instances, call paths) may each fit or fit together.
`also` lists further categories that are as right. A folder without expected.json says it in comments of its .cu files:
    x = a[i];   //= global load strided 8..8      (space, operation, categories with commas, numbers; several with ;)
`any` stands for all categories and lets the access be unknown. A line `//launch K: grid=… block=…` is a --launch option.
Prints every difference. Status 0: none.
"""
import concurrent.futures
import json
import os
import subprocess
import sys

RIGHT = {
    'fine': {'coalesced', 'broadcast', 'single-lane', 'conflict-free'},
    'fine-group': {'coalesced', 'amortized'},
    'strided': {'strided'},
    'misaligned': {'misaligned', 'misaligned-vector'},
    'aos-field': {'aos-field'},
    'bank-conflict': {'bank-conflict'},
    'scattered': {'scattered', 'strided'},
    'unknown': {'unknown'},
}


def from_comments(folder):
    """Entries as in expected.json, from the comments of a folder's files."""
    out = []
    for name in sorted(n for n in os.listdir(folder) if n.endswith('.cu')):
        case = {'file': name, 'options': [], 'accesses': []}
        for number_, text in enumerate(open(os.path.join(folder, name)), 1):
            if text.startswith('//launch '):
                case['options'].append('--launch=' + text[9:].strip())
            for part in (p for tail in text.split('//=')[1:] for p in tail.split(';')):
                space, op, categories, *numbers = part.split()
                category, *also = list(RIGHT) if categories == 'any' else categories.split(',')
                low, high = numbers[0].split('..') if numbers else (None, None)
                case['accesses'].append({'line': number_, 'expr': text.split('//=')[0].strip(), 'space': space, 'op': op, 'category': category, 'also': also,
                                         'min': numbers and float(low) or None, 'max': numbers and float(high) or None})
        out.append(case)
    return out


def dim(v):
    return 'x'.join(str(x) for x in v)


def command(tool, extra, folder, case):
    out = [tool, '--all', '--format=json', '--target=sm_80', *extra, *case.get('options', [])]
    launch = case.get('launch')
    if launch:
        values = ''.join(f' {k}={v}' for k, v in launch.get('params', {}).items())
        out.append(f"--launch=*: grid={dim(launch['grid'])} block={dim(launch['block'])}{values}")
    return out + [os.path.join(folder, case['file'])]


def run(tool, extra, folder, case):
    try:
        p = subprocess.run(command(tool, extra, folder, case), capture_output=True, text=True, timeout=300)
        return json.loads(p.stdout), ''
    except subprocess.TimeoutExpired:
        return None, 'took longer than 300 s'
    except ValueError:
        return None, f'exit {p.returncode}, no JSON: {(p.stderr or p.stdout)[-300:]!r}'


def number(a):
    v = a.get('ways' if a['space'] == 'shared' else 'sectors')
    return (v['min'], v['max']) if v else None


def differences(want, got, flagged):
    """What is wrong about one expected access; `got`: (index, access) on its line. Pairs (kind, text)."""
    if not got:
        return [('missing', 'not reported')]
    categories = {want['category'], *want.get('also', [])}
    seen = [number(a) for _, a in got]
    known = [n for n in seen if n]
    if len(known) > 1:
        seen.append((min(n[0] for n in known), max(n[1] for n in known)))
    says = [(a['verdict'], number(a), a.get('reason', '')) for _, a in got]
    exact = not known if want['category'] == 'unknown' else want.get('min') is None or (want['min'], want['max']) in seen
    if not known and 'unknown' in categories:
        return []
    right = any(a['verdict'] in RIGHT[c] for c in categories for _, a in got)
    text = f"want {want['category']} {want.get('min')}..{want.get('max')}, got {says}"
    if exact and right:
        fine = want['category'] in ('fine', 'fine-group') and not want.get('also')
        return [('alarm', text)] if fine and all(i in flagged for i, _ in got) else []
    if not known and want['category'] != 'unknown':
        return [('unknown', text)]
    return ([] if exact else [('number', text)]) + ([] if right else [('verdict', text)])


def score(tool, extra, folder, case):
    out, error = run(tool, extra, folder, case)
    if error:
        return [('failed', f"{case['file']}: {error}")] * max(1, len(case['accesses']))
    flagged = {f['access'] for f in out['findings'] if f.get('severity') in ('warning', 'error')}
    found = []
    for want in case['accesses']:
        lines = [want['line'], *want.get('alt_lines', [])]
        ops = want['op'].split('+') + ['atomic']
        got = [(i, a) for i, a in enumerate(out['accesses']) if a['line'] in lines and a['space'] == want['space'] and a['op'] in ops]
        for kind, text in differences(want, got, flagged):
            found.append((kind, f"{case['file']}:{want['line']}: {want['expr']} ({want['space']} {want['op']}, {want.get('tag', '')}): {kind}: {text}"))
    return found


def main():
    args, extra = sys.argv[1:], []
    if '--' in args:
        extra = args[args.index('--') + 1:]
        args = args[:args.index('--')]
    jobs = int(next((a[7:] for a in args if a.startswith('--jobs=')), 2))
    tool, *folders = [a for a in args if not a.startswith('-')]
    total, counts = 0, {}
    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        for folder in folders:
            listed = os.path.join(folder, 'expected.json')
            cases = json.load(open(listed)) if os.path.exists(listed) else from_comments(folder)
            total += sum(len(c['accesses']) for c in cases)
            for found in pool.map(lambda c: score(tool, extra, folder, c), cases):
                for kind, text in found:
                    counts[kind] = counts.get(kind, 0) + 1
                    if '-q' not in args:
                        print(text)
    print(f'{total} accesses; differences: {counts or "none"}')
    sys.exit(1 if counts else 0)


if __name__ == '__main__':
    main()
