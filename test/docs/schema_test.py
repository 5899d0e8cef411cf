#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""docs/coalcheck.schema.json against what is printed for every CUDA file of the tests: it fits, and nothing is printed that the
schema does not name. Skipped without the Python package jsonschema.

usage: schema_test.py COALCHECK SOURCE_DIR
"""
import collections
import copy
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

try:
    import jsonschema
except ImportError:
    print('SKIPPED: json-schema: the Python package jsonschema is not installed')
    sys.exit(77)

coalcheck, root = os.path.abspath(sys.argv[1]), pathlib.Path(sys.argv[2])
schema = json.loads((root / 'docs/coalcheck.schema.json').read_text(encoding='utf-8'))
jsonschema.Draft202012Validator.check_schema(schema)
OPTIONS = (['--explain'], ['--totals', '--roofline', '--target=sm_80,sm_90', '--all'], ['--target=sm_13', '--launch=*: block=16x16', '--model=teaching'])
problems, seen = [], collections.Counter()


def close(node):
    """The schema for users lets fields be added; here a field that it does not name is an error."""
    if isinstance(node, dict):
        if 'properties' in node and node.get('type') == 'object':
            node.setdefault('additionalProperties', False)
        for value in node.values():
            close(value)
    elif isinstance(node, list):
        for value in node:
            close(value)
    return node


def note(value, path=''):
    if isinstance(value, dict):
        for key, inner in value.items():
            seen[f'{path}.{key}'] += 1
            note(inner, f'{path}.{key}')
    elif isinstance(value, list):
        for inner in value:
            note(inner, path)


validator = jsonschema.Draft202012Validator(close(copy.deepcopy(schema)))


def check(name, text):
    report = json.loads(text)
    note(report)
    for error in list(validator.iter_errors(report))[:5]:
        where = '/'.join(str(p) for p in error.absolute_path)
        problems.append(f'{name}: {where}: {error.message[:300]}')
    n = len(report['accesses'])
    for f in report['findings']:
        group = f.get('accesses', [f['access']])
        if not (f['access'] in group and all(i < n for i in group) and len(set(group)) == len(group)):
            problems.append(f'{name}: finding of access {f["access"]} with accesses {group} of {n}')
    for i, a in enumerate(report['accesses']):
        if any(k >= n or k == i for k in a.get('merged', {}).get('with', [])):
            problems.append(f'{name}: access {i} is merged with {a["merged"]["with"]} of {n}')
        if ('reason' in a) != (a['verdict'] == 'unknown'):
            problems.append(f'{name}: access {i}: verdict {a["verdict"]}, reason {a.get("reason")}')


files = sorted(str(p.relative_to(root)) for p in (root / 'test').rglob('*.cu') if 'Inputs' not in p.parts)
files += sorted(str(p.relative_to(root)) for p in (root / 'docs').rglob('*.cu'))
assert len(files) > 100, len(files)
with tempfile.TemporaryDirectory(prefix='coalcheck-schema-') as folder:
    env = {**os.environ, 'LC_ALL': 'C.UTF-8', 'XDG_CACHE_HOME': folder}
    for options in OPTIONS:
        for at in range(0, len(files), 40):
            p = subprocess.run([coalcheck, '--cuda-headers=embedded', '--config-file=none', '--format=json', '--budget=1', '-j2', *options, *files[at:at + 40]],
                               capture_output=True, text=True, cwd=root, env=env, timeout=600)
            check(f'{" ".join(options)} {files[at]} …', p.stdout)
    p = subprocess.run([coalcheck, '--format=json', os.devnull + '.cu'], capture_output=True, text=True, env=env, timeout=60)
    if p.stdout:
        check('no file', p.stdout)

# What no test file makes the program print is not held to the schema: these are the fields that must come up.
for path in ('.kernels.launches.cost.time_ns', '.kernels.totals.sectors', '.kernels.formulas.sectors', '.kernels.launches.cost.roofline.flops', '.accesses.request.sectors.bytes_used',
             '.accesses.request.banks.words', '.accesses.conditions.from', '.accesses.merged.bytes', '.accesses.reason', '.accesses.assume', '.accesses.alignment',
             '.accesses.targets.sm_90.verdict', '.accesses.inlined_at.line', '.accesses.cost.l1_hit_rate', '.findings.gain.percent', '.findings.fix.edits.text',
             '.findings.accesses', '.files.not_judged.reason'):
    if not seen[path]:
        problems.append(f'{path}: no test file shows it')

# The schema refuses what is no report.
good = json.loads(p.stdout) if p.stdout else {'tool': {'name': 'coalcheck', 'version': '1'}, 'kernels': [], 'accesses': [], 'findings': [], 'files': []}
assert not list(validator.iter_errors(good))
for wrong in ({**good, 'findings': None}, {**good, 'tool': {'name': 'other', 'version': '1'}}, {**good, 'more': 1}, {k: v for k, v in good.items() if k != 'files'},
              {**good, 'findings': [{'access': -1, 'check': 'strided', 'severity': 'warning', 'message': '', 'notes': []}]},
              {**good, 'accesses': [{'kernel': 'k', 'inlined_at': [], 'space': 'global', 'op': 'load', 'verdict': 'fine', 'assumptions': []}]}):
    if not list(validator.iter_errors(wrong)):
        problems.append(f'the schema takes {wrong}')

# Each field of the schema is in docs/json.md.
page = (root / 'docs/json.md').read_text(encoding='utf-8')


def names(node):
    if isinstance(node, dict):
        for key, value in node.items():
            if key == 'properties' and isinstance(value, dict):
                yield from value
            yield from names(value)
    elif isinstance(node, list):
        for value in node:
            yield from names(value)


printed = {path.rsplit('.', 1)[1] for path in seen}
reasons = set(schema['$defs']['counts']['properties'])
for name in sorted(set(names(schema)) & printed - reasons):
    if not re.search(rf'\b{re.escape(name)}\b', page):
        problems.append(f'docs/json.md does not name {name}')

for problem in problems:
    print(problem)
print(f'{len(files)} files, {len(problems)} problems')
sys.exit(1 if problems else 0)
