#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""coalcheck's lines of 128 bytes a warp access against measurements published for Rodinia, access by access, as Markdown.

usage: rodinia_lines.py COALCHECK RODINIA_CHECKOUT rodinia-cache-lines.tsv

Runs `coalcheck --target=lines128` over the programs of a checkout of Rodinia (the folder that holds cuda/). A published access
(line, column) is matched with an access on that line: the one that begins at its column, else, since a store or an update is
published at its operator and a field at its dot, the nearest one that begins before it. An update is one access. Where the
checkout has other line numbers than the measured version, SHIFT says by how many lines the kernel moved; the text was compared
by hand.
"""
import collections
import json
import os
import subprocess
import sys

PROGRAMS = {  # the file to analyse, the file that holds the published lines
    'b+tree': ('b+tree/kernel/kernel_gpu_cuda_wrapper_2.cu', 'kernel_gpu_cuda_2.cu'),
    'backprop': ('backprop/backprop_cuda.cu', 'backprop_cuda_kernel.cu'),
    'bfs': ('bfs/bfs.cu', 'kernel.cu'),
    'dwt2d': ('dwt2d/dwt_cuda/fdwt53.cu', 'io.h'),
    'gaussian': ('gaussian/gaussian.cu', 'gaussian.cu'),
    'heartwall': ('heartwall/main.cu', 'kernel.cu'),
    'hotspot': ('hotspot/hotspot.cu', 'hotspot.cu'),
    'hotspot3D': ('hotspot3D/3D.cu', 'opt1.cu'),
    'huffman': ('huffman/main_test_cu.cu', 'pack_kernels.cu'),
    'lavaMD': ('lavaMD/kernel/kernel_gpu_cuda_wrapper.cu', 'kernel_gpu_cuda.cu'),
    'lud': ('lud/cuda/lud_kernel.cu', 'lud_kernel.cu'),
    'nn': ('nn/nn_cuda.cu', 'nn_cuda.cu'),
    'nw': ('nw/needle.cu', 'needle_kernel.cu'),
    'particlefilter': ('particlefilter/ex_particle_CUDA_naive_seq.cu', 'ex_particle_CUDA_naive_seq.cu'),
    'pathfinder': ('pathfinder/pathfinder.cu', 'pathfinder.cu'),
    'srad_v1': ('srad/srad_v1/main.cu', 'reduce_kernel.cu'),
    'srad_v2': ('srad/srad_v2/srad.cu', 'srad_kernel.cu'),
    'streamcluster': ('streamcluster/streamcluster_cuda.cu', 'streamcluster_cuda.cu'),
}
SHIFT = {'gaussian': 20, 'nn': 14, 'particlefilter': -1, 'pathfinder': 12}
QUIET = ('coalesced', 'broadcast', 'single-lane', 'amortized', 'unknown')


def published(path):
    """{program: {(line, column, kernel): {'NoAlign': [lines of an access...], 'Align': [...]}}}."""
    out = collections.defaultdict(lambda: collections.defaultdict(lambda: collections.defaultdict(list)))
    with open(path) as f:
        for row in f:
            results, line, column, kernel, mean = row.split('\t')[:5]
            _, program, folder, _ = results.split('/')
            kind = 'NoAlign' if folder.startswith('NoAlign') else 'Align'
            out[program][int(line) + SHIFT.get(program, 0), int(column), kernel.split('<')[0]][kind].append(float(mean))
    return out


def most(a):
    return a.get('sectors', {}).get('max', 0)


def accesses(tool, root, program):
    """{line: [accesses to global memory in order of columns]}; of the instantiations of one place the worst."""
    path, name = PROGRAMS[program]
    path = os.path.join(root, 'cuda', path)
    flags = ['-I' + os.path.join(os.path.dirname(path), d) for d in ('', '..', '../..', '../common', '../../common')]
    p = subprocess.run([tool, '--all', '--format=json', '--config-file=none', '--cuda-headers=embedded', '--target=lines128', path,
                        '--', *flags], capture_output=True, text=True)
    places = {}
    for a in json.loads(p.stdout)['accesses']:
        key = a['line'], a['column'], a['op']
        if a['space'] == 'global' and os.path.basename(a['file']) == name and (key not in places or most(a) > most(places[key])):
            places[key] = a
    lines = collections.defaultdict(list)
    for key in sorted(places):
        lines[key[0]].append(places[key])
    return lines


def match(rows, here):
    """[row, access] of one line: at its column, else nearest before it, else any. Takes load and store of one place out of `here`."""
    pairs = [[row, None] for row in rows]
    for fits in (lambda a, column: a['column'] == column, lambda a, column: a['column'] < column, lambda a, column: True):
        for pair in pairs:
            found = [a for a in here if not pair[1] and fits(a, pair[0][0][1])]
            if found:
                pair[1] = max(found, key=lambda a: a['column'])
                here[:] = [a for a in here if a['column'] != pair[1]['column']]
    return pairs


def said(a):
    if not a:
        return 'no such access'
    if a['verdict'] == 'unknown':
        return f"unknown: {a['reason']}"
    s = a['sectors']
    return f"{s['min']:g}" if s['min'] == s['max'] else f"{s['min']:g} … {s['max']:g}, mean {s['mean']:.3g}"


def judge(measured, a):
    if not a:
        return 'missed'
    if a['verdict'] == 'unknown':
        return 'data' if a['reason'].startswith('indirect') else 'unknown'
    if most(a) > 1:
        return 'found'
    return 'missed' if 'NoAlign' in measured else 'alignment'


def span(values):
    if not values:
        return '1'
    return f'{min(values):g}' if min(values) == max(values) else f'{min(values):g} … {max(values):g}'


def compare(program, rows, lines):
    counts = collections.Counter()
    for line in sorted({key[0] for key in rows}):
        here = lines[line]
        for (key, measured), a in match(sorted((k, m) for k, m in rows.items() if k[0] == line), here):
            state = judge(measured, a)
            counts[state, 'NoAlign' in measured] += 1
            verdict = f", {a['verdict']}" if a and a['verdict'] != 'unknown' else ''
            print(f"| {program} | {line - SHIFT.get(program, 0)}:{key[1]} | {key[2]} | {span(measured['NoAlign'] if 'NoAlign' in measured else [])} "
                  f"| {span(measured['Align'] if 'Align' in measured else [])} | {said(a)}{verdict} | {state} |")
    names = {key[2] for key in rows}
    extra = [a for here in lines.values() for a in here if a['verdict'] not in QUIET and most(a) > 1 and
             any(a['kernel'].split('(')[0].split('<')[0].split('::')[-1] == n for n in names)]
    return counts, extra


def main():
    tool, root, tsv = sys.argv[1:]
    rows = published(tsv)
    print('| program | line:column | function | stride alone | real addresses | coalcheck | |\n|---|---|---|---|---|---|---|')
    total, extras = collections.Counter(), []
    for program in sorted(rows):
        counts, extra = compare(program, rows[program], accesses(tool, root, program))
        total += counts
        extras += [(program, a) for a in extra]
    print('\n| | above one line by stride | by alignment alone |\n|---|---|---|')
    for state in sorted({s for s, _ in total}):
        print(f'| {state} | {total[state, True]} | {total[state, False]} |')
    print('\nExtra:\n\n| program | line:column | | lines | verdict | |\n|---|---|---|---|---|---|')
    for program, a in extras:
        print(f"| {program} | {a['line']}:{a['column']} | {a['op']} | {said(a)} | {a['verdict']} | `{a['expression']}` |")


if __name__ == '__main__':
    main()
