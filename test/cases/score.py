#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Score coalcheck on a folder of cases with known answers.

usage: score.py COALCHECK [CASES_DIR] [-v] [--measured]

Each case is a .cu file plus its entry in expected.json: the launch, and for every access its line, space,
operation, width and the right answer (sectors per request, or conflict degree, as min..max over warps and
loop iterations). The tool is run as
    COALCHECK --all --format=json --target=sm_80 --launch='*: grid=XxYxZ block=XxYxZ name=value ...' FILE
An expected access is matched to the reported accesses on its line with its space and operation.
Three figures: numbers exact, verdicts right, and false alarms (a finding where the case says fine).
With --measured it scores `COALCHECK confirm --format=json` instead: what the execution measured, against the
same answers (numbers only).
Exit status 0 only if everything is right. Python standard library only.
"""
import json, os, subprocess, sys

here = os.path.dirname(os.path.abspath(__file__))
args = [a for a in sys.argv[1:] if not a.startswith('-')]
measured = '--measured' in sys.argv
verbose = '-v' in sys.argv
tool = args[0]
cases_dir = args[1] if len(args) > 1 else here

# category in expected.json -> verdicts that are right for it (see contract.md)
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

def dim(v):
    return 'x'.join(str(x) for x in v)

def run(case):
    launch = case.get('launch')  # absent: the file holds its own launch
    cmd = [tool] + (['confirm'] if measured else ['--all']) + ['--format=json', '--target=sm_80']
    if launch:
        params = ' '.join(f'{k}={v}' for k, v in launch.get('params', {}).items())
        cmd.append(f"--launch=*: grid={dim(launch['grid'])} block={dim(launch['block'])} {params}".strip())
    cmd.append(os.path.join(cases_dir, case['file']))
    p = subprocess.run(cmd, capture_output=True, text=True, timeout=120)
    try:
        return json.loads(p.stdout), None
    except ValueError:
        return None, f'exit {p.returncode}, no JSON: {(p.stderr or p.stdout)[:200]!r}'

def numbers(a):
    key = 'wavefronts' if a['space'] == 'shared' else 'sectors'
    v = a.get(key)
    return (v['min'], v['max']) if v else None

def want_numbers(e):
    if e['category'] == 'unknown' or e.get('min') is None:
        return None
    return (e['min'], e['max'])

def degree(a):
    """Conflict degree of a reported shared access: 1 = none."""
    v = a.get('ways')
    return (v['min'], v['max']) if v else None

def score_measured():
    """Compare what confirm measured with the expected numbers; an access counts if one confirmation on its line fits."""
    total = exact = 0
    for case in json.load(open(os.path.join(cases_dir, 'expected.json'))):
        out, err = run(case)
        for e in case['accesses']:
            want = want_numbers(e)
            if want is None:
                continue
            total += 1
            if err:
                if verbose:
                    print(f"  {case['file']}: {err}")
                continue
            seen = []
            for c in out['confirmations']:
                if c['line'] in [e['line'], *e.get('alt_lines', [])] and c['space'] == e['space'] and (c['op'] in e['op'].split('+') or c['op'] == 'atomic'):
                    m = c.get('measured', {}).get('ways' if e['space'] == 'shared' else 'moved')
                    seen.append((m['min'], m['max']) if m else None)
            known = [n for n in seen if n]
            if len(known) > 1:
                seen.append((min(n[0] for n in known), max(n[1] for n in known)))
            exact += want in seen
            if want not in seen and verbose:
                print(f"  {case['file']} @{e['tag']}: line {e['line']} {e['expr']}: want {want}, measured {seen}")
    print(f'{exact} of {total} measured numbers as expected')
    sys.exit(0 if exact == total else 1)

if measured:
    score_measured()

total = exact = right = alarms = fine = 0
bad = []
for case in json.load(open(os.path.join(cases_dir, 'expected.json'))):
    out, err = run(case)
    if err:
        bad.append((case['file'], '', err))
        total += len(case['accesses'])
        continue
    flagged = {f['access'] for f in out['findings'] if f.get('severity') in ('warning', 'error')}
    got = list(enumerate(out['accesses']))
    for e in case['accesses']:
        total += 1
        here_ = [(i, a) for i, a in got if a['line'] in [e['line'], *e.get('alt_lines', [])] and a['space'] == e['space'] and (a['op'] in e['op'].split('+') or a['op'] == 'atomic')]
        if not here_:
            bad.append((case['file'], e['tag'], f"line {e['line']}: no {e['space']} {e['op']} reported"))
            continue
        want = want_numbers(e)
        seen = [degree(a) if e['space'] == 'shared' else numbers(a) for _, a in here_]
        known = [n for n in seen if n]
        if len(known) > 1:  # several instances or paths of one source access: the answer is over all of them
            seen.append((min(n[0] for n in known), max(n[1] for n in known)))
        num_ok = (not known if e['category'] == 'unknown' else want is None or want in seen)
        ver_ok = any(a['verdict'] in RIGHT[e['category']] for _, a in here_)
        exact += num_ok
        right += ver_ok
        if e['category'] in ('fine', 'fine-group'):
            fine += 1
            if all(i in flagged for i, _ in here_):
                alarms += 1
                bad.append((case['file'], e['tag'], f"line {e['line']}: false alarm ({[a['verdict'] for _, a in here_]})"))
                continue
        if not (num_ok and ver_ok):
            bad.append((case['file'], e['tag'], f"line {e['line']} {e['expr']}: want {e['category']} {want}, got {[(a['verdict'], n) for (_, a), n in zip(here_, seen)]}"))
if verbose:
    for b in bad:
        print('  %s @%s: %s' % b)
print(f'{exact} of {total} numbers exact, {right} of {total} verdicts right, {alarms} false alarms on {fine} fine accesses')
sys.exit(0 if exact == total and right == total and alarms == 0 else 1)
