#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Makes CUDA kernels with known answers.

usage: generate.py FOLDER [--seed=N] [--files=N] [--kernels=N]

Writes N files of N kernels each, with the answers in comments as ../breadth/score.py reads them: the launch (absent where
the file holds its own), and for each access its space, operation, category and the smallest and largest number of sectors
(global) or conflict degree (shared) over all warps and loop iterations with at least one active lane. The answers come from
running the same kernels in Python, thread by thread (texts.py writes both texts, machine.py holds the rules). The same
seed makes the same files.
"""
import os
import random
import sys

import accesses
import machine
from texts import Expr, Kernel, binary, const, converted
from machine import I32, I64, U32, U64, Undefined

THREADS_MAX = 512
TICKS_MAX = 3000
BLOCKS = [(32, 1, 1), (64, 1, 1), (96, 1, 1), (48, 1, 1), (128, 1, 1), (256, 1, 1), (100, 1, 1), (33, 1, 1), (16, 16, 1), (32, 8, 1), (32, 4, 1), (8, 8, 1),
          (16, 8, 1), (64, 2, 1), (8, 32, 1), (4, 32, 1), (48, 2, 1), (24, 4, 1), (8, 4, 4), (4, 4, 8), (16, 2, 2), (5, 7, 3), (2, 2, 16), (32, 2, 2), (12, 12, 1), (1, 64, 1), (20, 5, 1)]


def builtin(cu, py):
    return Expr(U32, cu, py)


def axes(k, r):
    """Coordinates of the thread in the usual spellings."""
    out = {}
    for a in 'xyz':
        out['t' + a] = builtin(f'threadIdx.{a}', 't' + a)
        out['b' + a] = builtin(f'blockIdx.{a}', 'b' + a)
        out['d' + a] = builtin(f'blockDim.{a}', 'd' + a)
        out['g' + a] = builtin(f'gridDim.{a}', 'g' + a)
    return out


def position(r, a, axis):
    x = binary('*', a['b' + axis], a['d' + axis])
    return binary('+', x, a['t' + axis]) if r.random() < 0.7 else binary('+', a['t' + axis], binary('*', a['d' + axis], a['b' + axis]))


def begin(k, r, block):
    """The first lines of a kernel: who am I."""
    a = axes(k, r)
    k.uniform.append(a['bx'])
    pick = lambda: r.choice([I32, I32, I32, U32, U32, I64, U64])
    tx = k.declare(r.choice([I32, U32]), 't', a['tx']) if r.random() < 0.7 else a['tx']
    if block[1] * block[2] == 1:
        i = k.declare(pick(), 'i', position(r, a, 'x'), const_=r.random() < 0.3)
        lane = k.declare(I32, 'lane', binary(*r.choice([('&', tx, const(31)), ('%', tx, const(32)), ('%', tx, Expr(I32, 'warpSize', '32'))])))
        warp = k.declare(I32, 'warp', binary(*r.choice([('>>', tx, const(5)), ('/', tx, const(32)), ('/', tx, Expr(I32, 'warpSize', '32'))])))
        k.lanes, k.usual = [tx, i, lane, i], [i, i, i, tx]
        k.rows, k.columns = [a['bx'], warp, const(3), a['bx']], [tx, lane, tx]
        k.small += [warp, a['bx']]
    else:
        ty = k.declare(I32, 't', a['ty']) if r.random() < 0.7 else a['ty']
        x, y = k.declare(pick(), 'x', position(r, a, 'x')), k.declare(pick(), 'y', position(r, a, 'y'))
        tid = binary('+', binary('*', ty, a['dx']), tx)
        k.small += [ty, a['by']]
        k.lanes = [tx, x, ty, y]
        k.uniform.append(a['by'])
        if block[2] > 1:
            tz = k.declare(I32, 't', a['tz'])
            tid = binary('+', binary('*', binary('+', binary('*', tz, a['dy']), ty), a['dx']), tx)
            k.small.append(tz)
            k.lanes.append(tz)
        tid = k.declare(I32, 'tid', tid)
        w = const(r.choice([64, 96, 100, 128, 130])) if r.random() < 0.5 else k.number('w', r.choice([64, 80, 100, 128, 131]))
        i = k.declare(pick(), 'i', binary('+', binary('*', y, w), x))
        k.lanes += [tid, i, i]
        k.usual = [i, i, tid, binary('+', binary('*', x, w), y)]
        k.rows, k.columns = [y, ty, y], [x, tx, x]
    k.env += [tx, a['bx'], a['dx']]


def make_kernel(name, r, shape):
    own_launch, block = not shape, shape or r.choice(BLOCKS)
    k = Kernel(name)
    k.may_shift, k.shifts, k.dynamic, k.values = own_launch, {}, 0, {}
    k.uniform, k.small, k.lanes, k.usual = [], [], [], []
    k.block = block
    threads = block[0] * block[1] * block[2]
    most = max(1, THREADS_MAX // threads)
    k.grid = (min(most, r.choice([1, 2, 3, 4, 5, 8])), 1, 1)
    if block[1] > 1 and most >= 2:
        k.grid = (min(2, most), min(max(1, most // 2), r.choice([1, 2, 3])), 1)

    def number(stem, v):
        n = f'{name}{k.fresh(stem)}'
        t = r.choice([I32, I32, U32])
        k.params.append((f'{t.spelling} {n}', ('number', t, v)))
        k.values[n] = v
        e = Expr(t, n, n)
        k.env.append(e)
        k.uniform.append(e)
        return e
    k.number = number
    if r.random() < 0.6:
        number('n', r.choice([1, 2, 3, 5, 7, 16, 32, 33, 100, 128, 200, 256, 500, 777, 1000]))
    k.line('float v = 1.0f;')
    begin(k, r, block)
    for _ in range(r.choice([2, 3, 4, 5])):
        r.choice(accesses.TOP)(k, r)
    out = accesses.pointer(k, r, 'float', False)
    s = k.site('global', 'store', 4, f'{out}[..]')
    e = r.choice(k.usual)
    k.line(f'{out}[{e.cu}] = v;', [s])
    k.pline(k.log(s, accesses.place(k, out, 4, e)))
    return k


# ---- running -----------------------------------------------------------------------------------------------


def program(k):
    """The kernel as a Python function of thread, block and their dimensions."""
    head = 'def kernel(tx, ty, tz, bx, by, bz, dx, dy, dz, gx, gy, gz, L):'
    return '\n'.join(k.py_prelude + [head] + k.py)


class Run:
    """All requests of a kernel: by site a list of (block and warp, loop counters, [(lane, address)])."""

    def __init__(self, k):
        self.k, self.requests, self.ticks = k, {}, 0
        scope = {n: getattr(machine, n) for n in ('I8', 'U8', 'I16', 'U16', 'I32', 'U32', 'I64', 'U64', 'BOOL', 'checked', 'divide', 'remainder', 'shift')}
        scope.update(k.values)
        scope.update(O=self.place, within=self.within, tick=self.tick, bad=self.bad)
        exec(compile(program(k), k.name, 'exec'), scope)
        self.kernel = scope['kernel']

    def place(self, name, offset):
        limit = self.k.objects.get(name, 1 << 30)
        if not 0 <= offset < limit:
            raise Undefined('outside')
        return name, offset

    def within(self, i, n):
        if not 0 <= i < n:
            raise Undefined('outside')
        return i

    def bad(self):
        raise Undefined('outside')

    def tick(self):
        self.ticks += 1
        if self.ticks > TICKS_MAX:
            raise Undefined('long')

    def all(self):
        dx, dy, dz = self.k.block
        gx, gy, gz = self.k.grid
        for b in range(gx * gy * gz):
            bx, by, bz = b % gx, b // gx % gy, b // gx // gy
            for n in range(dx * dy * dz):
                self.ticks = 0
                warp, lane = (b, n // 32), n % 32

                def log(site, key, where, warp=warp, lane=lane):
                    self.requests.setdefault(site, {}).setdefault((warp, key), []).append((lane, where[1]))
                self.kernel(n % dx, n // dx % dy, n // dx // dy, bx, by, bz, dx, dy, dz, gx, gy, gz, log)

    def threads(self, warp):
        dx, dy, _ = self.k.block
        return {l: ((warp[1] * 32 + l) % dx, (warp[1] * 32 + l) // dx % dy, (warp[1] * 32 + l) // dx // dy) for l in range(32)}


# ---- answers -----------------------------------------------------------------------------------------------


def fills(all_, own):
    """Do the bytes of all leave no hole in the sectors of own, but before their first and behind their last, and add some?"""
    lo, hi, held = min(all_), max(all_), 0
    for s in {a // 32 for a in own}:
        if any(lo <= b <= hi and b not in all_ for b in range(s * 32, s * 32 + 32)):
            return False
        held += sum(b in all_ for b in range(s * 32, s * 32 + 32))
    return held > len(own)


def as_bytes(request, size):
    return {b for _, a in request for b in range(a, a + size)}


def is_shared_out(k, run, index, is_stencil):
    """Do the site's neighbours use what it wastes, in every request?"""
    site = k.sites[index]
    members = [i for i, s in enumerate(k.sites) if s.group == site.group and i in run.requests]
    for (warp, key), request in run.requests[index].items():
        if machine.sectors(request, site.size) <= machine.ideal_sectors(request, site.size):
            continue
        near = [(w, c) for w, c in run.requests[index] if w == warp and c[:-1] == key[:-1]] if site.parts > 1 else [(warp, key)]
        union = set()
        for i in members:
            for w, c in near:
                union |= as_bytes(run.requests[i].get((w, c), []), site.size)
        dense = is_stencil and any(machine.sectors(q, site.size) <= machine.ideal_sectors(q, site.size)
                                   for i in members for q in [run.requests[i].get((warp, key), [])] if q)
        if not dense and not fills(union, as_bytes(request, site.size)):
            return False
    return True


def answer(k, run, index):
    """The expected entry, or None where there is nothing to say."""
    site = k.sites[index]
    found = run.requests.get(index)
    if not found:
        return None
    requests = [(w, q) for (w, _), q in found.items()]
    e = {'expr': site.expr, 'space': site.space, 'op': site.op, 'size': site.size * site.parts}
    if site.op == 'atomic' and any(machine.repeats_a_word(q) for _, q in requests):
        return None
    if site.space == 'shared':
        numbers = {machine.ways(q, site.size, site.op != 'store') for _, q in requests}
        if site.op == 'load+store':
            numbers |= {machine.ways(q, site.size, False) for _, q in requests}
        e['category'] = 'fine' if max(numbers) == 1 else 'bank-conflict'
        others = set()
    else:
        numbers = {machine.sectors(q, site.size) for _, q in requests}
        e['category'], others = machine.verdict(requests, site.size, site.align, site.records, run.threads)
        if site.group and e['category'] != 'fine':
            if is_shared_out(k, run, index, True):
                others |= {e['category']}
                e['category'] = 'fine-group'
            else:
                others |= {'misaligned', 'strided', 'aos-field', 'fine-group', 'scattered'}
    if site.judged:
        e['min'], e['max'] = min(numbers), max(numbers)
    else:  # split into pieces that the source does not show
        others |= {'fine', 'fine-group', 'misaligned', 'strided', 'aos-field', 'scattered'}
    e['line'] = site.line
    if others:
        e['also'] = sorted(others)
    return e


# ---- files -------------------------------------------------------------------------------------------------


def dim(v):
    return 'x'.join(map(str, v))


def dim3(r, v):
    while len(v) > 1 and v[-1] == 1 and r.random() < 0.8:
        v = v[:-1]
    return str(v[0]) if len(v) == 1 and r.random() < 0.7 else f'dim3({", ".join(map(str, v))})'


def launch(k, r, lines):
    """Host code that launches the kernel."""
    args = []
    for decl, (kind, t, v) in k.params:
        if kind == 'number':
            style = r.randrange(4)
            if style == 0:
                args.append(str(v))
            elif style == 1:
                lines.append(f'    const int {k.name}c{len(args)} = {v};')
                args.append(f'{k.name}c{len(args)}')
            elif style == 2:
                lines.append(f'    int {k.name}c{len(args)} = {v // 2};')
                lines.append(f'    {k.name}c{len(args)} += {v - v // 2};')
                args.append(f'{k.name}c{len(args)}')
            else:
                args.append(f'{v + 3} - 3')
            continue
        d = f'{k.name}d{len(args)}'
        if kind == 'rows':
            lines.append(f'    float* {d}; cudaMalloc(&{d}, 1 << 26);')
            args.append(f'(const float (*)[{t}]){d}')
        else:
            lines.append(f'    {t}* {d}; cudaMalloc(&{d}, 1 << 26);')
            args.append(d if not v else r.choice([f'{d} + {v}', f'&{d}[{v}]']))
    grid, block = dim3(r, k.grid), dim3(r, k.block)
    if r.random() < 0.4:
        lines.append(f'    dim3 {k.name}g({", ".join(map(str, k.grid))}), {k.name}b({", ".join(map(str, k.block))});')
        grid, block = f'{k.name}g', f'{k.name}b'
    elif r.random() < 0.4 and k.grid[1] == k.grid[2] == 1 and k.block[1] == k.block[2] == 1:
        n = k.grid[0] * k.block[0] - r.randrange(0, k.block[0])
        lines.append(f'    const int {k.name}n = {n}, {k.name}t = {k.block[0]};')
        grid, block = r.choice([f'({k.name}n + {k.name}t - 1) / {k.name}t', f'ceil_div({k.name}n, {k.name}t)']), f'{k.name}t'
    shared = f', {k.dynamic}' if k.dynamic else ''
    lines.append(f'    {k.name}<<<{grid}, {block}{shared}>>>({", ".join(args)});')


def write_file(path, kernels, r, own_launch):
    text = ['#include <cuda_runtime.h>']
    if own_launch:
        text.append('static int ceil_div(int a, int b) { return (a + b - 1) / b; }')

    def add(lines):
        for t, sites in lines:
            text.append(t)
            for s in sites:
                s.line = len(text)
    for k in kernels:
        add(k.prelude)
        bounds = f' __launch_bounds__({k.block[0] * k.block[1] * k.block[2]})' if r.random() < 0.1 else ''
        text.append(f'__global__ void{bounds} {k.name}({", ".join(d for d, _ in k.params)}) {{')
        add(k.body)
        text.append('}')
    if own_launch:
        host = []
        for k in kernels:
            launch(k, r, host)
        text += ['int main() {'] + host + ['    cudaDeviceSynchronize();', '    return 0;', '}']
    open(path, 'w').write('\n'.join(text) + '\n')


def try_kernel(name, r, shape):
    """A kernel and its run; None where it accesses nothing."""
    k = make_kernel(name, r, shape)
    run = Run(k)
    run.all()
    return (k, run) if run.requests else None


def good_kernel(name, seed, shape):
    """The first of the seed's kernels that does nothing undefined."""
    for attempt in range(1000):
        try:
            found = try_kernel(name, random.Random(f'{seed}/{attempt}'), shape)
        except (Undefined, IndexError):
            continue
        if found:
            return found
    raise SystemExit('no kernel found')


def annotate(path, accesses, launch):
    """Writes the answers behind their lines, and the launch at the end."""
    with open(path, encoding='utf-8') as f:
        lines = f.read().splitlines()
    for a in accesses:
        categories = ','.join([a['category'], *a.get('also', [])])
        numbers = f" {a['min']}..{a['max']}" if 'min' in a else ''
        lines[a['line'] - 1] += f" //= {a['space']} {a['op']} {categories}{numbers}"
    if launch:
        lines.append(f'//launch *: {launch}')
    with open(path, 'w', encoding='utf-8') as f:
        f.write('\n'.join(lines) + '\n')


def make_file(folder, number, seed, count):
    r = random.Random(f'{seed}/{number}')
    own_launch = r.random() < 0.6
    name = f'g{number:04d}.cu'
    shape = None if own_launch else r.choice(BLOCKS)
    made = [good_kernel(f'k{i}', f'{seed}/{number}/{i}', shape) for i in range(count)]
    grid = made[0][0].grid
    launch = ''
    if not own_launch:
        params = {n: v for k, _ in made for n, v in k.values.items()}
        launch = ' '.join([f"grid={'x'.join(map(str, grid))}", f"block={'x'.join(map(str, shape))}", *(f'{n}={v}' for n, v in params.items())])
        for k, run in made:  # one launch for all of them
            k.grid = grid
            run.requests.clear()
            try:
                run.all()
            except (Undefined, IndexError):
                run.requests.clear()
    write_file(os.path.join(folder, name), [k for k, _ in made], r, own_launch)
    answers = [answer(k, run, i) for k, run in made for i in range(len(k.sites))]
    accesses = [a for a in answers if a]
    annotate(os.path.join(folder, name), accesses, launch)
    return len(accesses)


def main():
    options = dict(a[2:].split('=') for a in sys.argv[1:] if a.startswith('--'))
    folder = [a for a in sys.argv[1:] if not a.startswith('--')][0]
    os.makedirs(folder, exist_ok=True)
    seed, files, kernels = options.get('seed', '1'), int(options.get('files', 20)), int(options.get('kernels', 10))
    accesses = sum(make_file(folder, n, seed, kernels) for n in range(files))
    print(f'{files} files, {files * kernels} kernels, {accesses} accesses in {folder}')


if __name__ == '__main__':
    main()
