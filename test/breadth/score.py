#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compares what coalcheck says about the accesses of a folder's .cu files with the comments on their lines.

usage: score.py COALCHECK FOLDER... [-q] [--jobs=N] [--measured] [-- options of coalcheck]

    x = a[i];   //= global load strided 8..8
    y = b[j];   //= global load strided,aos-field 4..5 mean 4.25 ; shared store fine 1..1

A comment gives space, operation (`load+store`: each of them), categories that are right, the least and the most sectors of a
request (or conflict degree) over warps and iterations, and their mean where that is checked. `any` stands for all categories and
lets the access be unknown. An access is matched to those reported on its line with its space and operation; several (instances,
call paths) may each fit or fit together. A line `//launch K: grid=… block=…` is a --launch option.
With --measured, the numbers are held against what `coalcheck confirm` measured.
Prints every difference; a warning on an access that is fine in all its categories is a false alarm. Status 0: no difference.
"""
import concurrent.futures
import json
import os
import subprocess
import sys

# category -> verdicts that are right for it (docs/json.md)
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


def access_of(text, line, expression):
    """One expected access out of `space op categories [min..max [mean N]]`."""
    space, op, categories, *numbers = text.split()
    category, *also = list(RIGHT) if categories == 'any' else categories.split(',')
    low, high = (float(n) for n in numbers[0].split('..')) if numbers else (None, None)
    return {'line': line, 'expr': expression, 'space': space, 'op': op, 'category': category, 'also': also, 'min': low, 'max': high,
            'mean': float(numbers[2]) if numbers[1:2] == ['mean'] else None}


def cases_of(folder):
    """The files of a folder with their launches and expected accesses."""
    out = []
    for name in sorted(n for n in os.listdir(folder) if n.endswith('.cu')):
        case = {'file': name, 'options': [], 'accesses': []}
        for line, text in enumerate(open(os.path.join(folder, name), encoding='utf-8'), 1):
            if text.startswith('//launch '):
                case['options'].append('--launch=' + text[9:].strip())
            expression, *tails = text.split('//=')
            case['accesses'] += [access_of(part, line, expression.strip()) for tail in tails for part in tail.split(';')]
        out.append(case)
    return out


def command(tool, extra, folder, case, measured):
    return [tool, *(['confirm'] if measured else ['--all']), '--format=json', '--target=sm_80', *extra, *case['options'],
            os.path.join(folder, case['file'])]


def run(tool, extra, folder, case, measured=False):
    try:
        p = subprocess.run(command(tool, extra, folder, case, measured), capture_output=True, text=True, timeout=300)
        return json.loads(p.stdout), ''
    except subprocess.TimeoutExpired:
        return None, 'took longer than 300 s'
    except ValueError:
        return None, f'exit {p.returncode}, no JSON: {(p.stderr or p.stdout)[-300:]!r}'


def statistics(a):
    return a.get('ways' if a['space'] == 'shared' else 'sectors')


def number(a):
    v = statistics(a)
    return (v['min'], v['max']) if v else None


def mean_fits(want, got):
    """Where an access is listed once, its mean is the expected one to three digits."""
    return want['mean'] is None or len(got) != 1 or not number(got[0][1]) or abs(statistics(got[0][1])['mean'] - want['mean']) < 6e-4


def differences(want, got, flagged):
    """What is wrong about one expected access; `got`: (index, access) on its line. Pairs (kind, text)."""
    if not got:
        return [('missing', 'not reported')]
    categories = {want['category'], *want['also']}
    seen = [number(a) for _, a in got]
    known = [n for n in seen if n]
    if len(known) > 1:
        seen.append((min(n[0] for n in known), max(n[1] for n in known)))
    says = [(a['verdict'], number(a), a.get('reason', '')) for _, a in got]
    exact = not known if want['category'] == 'unknown' else want['min'] is None or (want['min'], want['max']) in seen
    exact = exact and mean_fits(want, got)
    if not known and 'unknown' in categories:
        return []
    right = any(a['verdict'] in RIGHT[c] for c in categories for _, a in got)
    text = f"want {want['category']} {want['min']}..{want['max']}, got {says}"
    if exact and right:
        fine = want['category'] in ('fine', 'fine-group') and not want['also']
        return [('alarm', text)] if fine and all(i in flagged for i, _ in got) else []
    if not known and want['category'] != 'unknown':
        return [('unknown', text)]
    return ([] if exact else [('number', text)]) + ([] if right else [('verdict', text)])


def on_line(want, listed):
    ops = want['op'].split('+') + ['atomic']
    return [(i, a) for i, a in enumerate(listed) if a['line'] == want['line'] and a['space'] == want['space'] and a['op'] in ops]


def label(case, want, kind):
    return f"{case['file']}:{want['line']}: {want['expr']} ({want['space']} {want['op']}): {kind}"


def score(tool, extra, folder, case):
    out, error = run(tool, extra, folder, case)
    if error:
        return [('failed', f"{case['file']}: {error}")] * max(1, len(case['accesses']))
    flagged = {f['access'] for f in out['findings'] if f.get('severity') in ('warning', 'error')}
    return [(kind, f'{label(case, want, kind)}: {text}') for want in case['accesses']
            for kind, text in differences(want, on_line(want, out['accesses']), flagged)]


def score_measured(tool, extra, folder, case):
    """The same for what was counted while the kernel ran: each number once, or over all instances of the line."""
    wanted = [w for w in case['accesses'] if w['min'] is not None and w['category'] != 'unknown']
    out, error = run(tool, extra, folder, case, measured=True)
    if error:
        return [('failed', f"{case['file']}: {error}")] * len(wanted)
    found = []
    for want in wanted:
        counted = [c.get('measured', {}).get('ways' if want['space'] == 'shared' else 'moved') for _, c in on_line(want, out['confirmations'])]
        seen = [(v['min'], v['max']) for v in counted if v]
        if seen:
            seen.append((min(n[0] for n in seen), max(n[1] for n in seen)))
        if (want['min'], want['max']) not in seen:
            found.append(('measured', f"{label(case, want, 'measured')}: want {want['min']:g}..{want['max']:g}, counted {seen}"))
    return found


def main():
    args, extra = sys.argv[1:], []
    if '--' in args:
        extra = args[args.index('--') + 1:]
        args = args[:args.index('--')]
    jobs = int(next((a[7:] for a in args if a.startswith('--jobs=')), 2))
    tool, *folders = [a for a in args if not a.startswith('-')]
    total, counts = 0, {}
    judge = score_measured if '--measured' in args else score
    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        for folder in folders:
            cases = cases_of(folder)
            total += sum(len(c['accesses']) for c in cases)
            for found in pool.map(lambda c: judge(tool, extra, folder, c), cases):
                for kind, text in found:
                    counts[kind] = counts.get(kind, 0) + 1
                    if '-q' not in args:
                        print(text)
    print(f'{total} accesses; differences: {counts or "none"}')
    sys.exit(1 if counts else 0)


if __name__ == '__main__':
    main()
