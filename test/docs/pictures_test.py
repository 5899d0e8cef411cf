#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The pictures in docs/pictures are those of the kernels above them in docs/tour.md and docs/checks; a stale or unused one fails.

usage: pictures_test.py COALCHECK SOURCE_DIR [--update]
"""
import os
import pathlib
import re
import subprocess
import sys
import xml.etree.ElementTree as xml

coalcheck, root = os.path.abspath(sys.argv[1]), pathlib.Path(sys.argv[2])
update = '--update' in sys.argv[3:]
folder = root / 'docs/pictures'
problems, used = [], set()


def draw(code):
    """The picture of a kernel that is launched as the checks' pages launch theirs, where the code does not say it."""
    launch = [] if '<<<' in code else ['--launch=*: grid=8 block=' + ('32x32' if 'threadIdx.y' in code else '256')]
    p = subprocess.run([coalcheck, '--cuda-headers=embedded', '--config-file=none', '--no-cache', '--target=sm_80', '--format=svg', *launch, '-'], input=code,
                       capture_output=True, text=True, timeout=120)
    assert p.returncode in (0, 1), p.stderr
    return p.stdout


for page in [root / 'docs/tour.md', *sorted((root / 'docs/checks').glob('*.md'))]:
    text, code = page.read_text(encoding='utf-8'), None
    for found in re.finditer(r'^```cuda\n(.*?)^```$|^!\[([^\]]*)\]\(([^)]*/)?([\w-]+\.svg)\)$', text, re.M | re.S):
        if found[1] is not None:
            code = found[1]
            continue
        name = found[4]
        if (page.parent / (found[3] or '') / name).resolve() != (folder / name).resolve() or not found[2] or code is None:
            problems.append(f'{page.name}: {name}: not a picture of docs/pictures with a text, below a kernel')
            continue
        if name in used:
            problems.append(f'{page.name}: {name} is shown twice')
        used.add(name)
        svg = draw(code)
        lanes = [e for e in xml.fromstring(svg).iter() if e.get('class', '').split()[:1] == ['lane']]
        if len(lanes) != 32:
            problems.append(f'{name}: {len(lanes)} lanes')
        if update:
            folder.mkdir(exist_ok=True)
            (folder / name).write_text(svg, encoding='utf-8')
        elif not (folder / name).exists() or (folder / name).read_text(encoding='utf-8') != svg:
            problems.append(f'{page.name}: {name} is stale: run test/docs/pictures_test.py COALCHECK . --update, and look at it')

for path in sorted(folder.glob('*')):
    if path.name not in used:
        problems.append(f'docs/pictures/{path.name} is on no page')
if len(used) < 9:
    problems.append(f'only {len(used)} pictures')
for p in problems:
    print(p)
print(f'{len(used)} pictures, {len(problems)} problems')
sys.exit(1 if problems else 0)
