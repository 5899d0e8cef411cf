#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Makes whole CUDA programs at random: kernels of every kind of construct, launched by a main function.

usage: programs.py FOLDER [--seed=N] [--files=N] [--kernels=N]

What they move is told by executing them (`coalcheck run`, program_test.py), so there are no expected answers here. The
same seed makes the same files.
"""
import os
import random
import sys

import touches
from statements import USE, Kernel
from values import Value

BLOCKS = ['32', '64', '96', '48', '128', '100', '33', '256', 'dim3(16, 16)', 'dim3(32, 8)', 'dim3(8, 8)', 'dim3(16, 4)', 'dim3(64, 2)', 'dim3(4, 32)', 'dim3(5, 7, 3)', 'dim3(8, 4, 4)',
          'dim3(24, 4)', 'dim3(1, 64)', 'dim3(12, 12)', 'dim3(2, 2, 16)', 'dim3(20, 5)']
WHOLE_WARPS = ['32', '64', '96', '128', '256', 'dim3(16, 16)', 'dim3(32, 8)', 'dim3(8, 8)', 'dim3(4, 32)', 'dim3(8, 4, 4)', 'dim3(1, 64)', 'dim3(24, 4)']
GRIDS = ['1', '2', '3', 'dim3(2, 2)', 'dim3(1, 3)', 'dim3(2, 1, 2)']
ACCESSES = [touches.load] * 6 + [touches.store] * 5 + [touches.conditional] * 3 + [touches.wide] * 3 + [touches.member] * 4 + [touches.walk] * 2 + [touches.long_loop] * 2 + \
    [touches.shared] * 4 + [touches.carved, touches.table, touches.table, touches.exchange, touches.exchange]
BUFFER = 1 << 22  # bytes; parameters point into its middle


def body(k):
    """A few statements."""
    r = k.r
    for _ in range(r.choice([1, 2, 2, 3]) if k.nest else r.randint(5, 9)):
        statement(k)


def statement(k):
    r = k.r
    kind = r.random()
    if len(k.lines) > 120:
        return
    if k.data and kind < 0.08:
        touches.unknown(k)
    elif kind < 0.22:
        k.declare()
    elif kind < 0.34:
        k.assign()
    elif kind < 0.62 or k.nest >= 3:
        r.choice(ACCESSES)(k)
    elif kind < 0.74:
        k.branch(lambda: body(k))
    elif kind < 0.9:
        k.loop(lambda: body(k))
    elif kind < 0.96:
        k.switch(lambda: body(k))
    elif k.nest == 0 or r.random() < 0.3:
        k.guard()


def kernel(r, name):
    k = Kernel(r, name, None, r.random() < 0.3)
    u = lambda text, high: Value('unsigned', text, 0, high)
    k.values += [u('threadIdx.x', 255), u('threadIdx.x', 255), u('threadIdx.x', 255), u('threadIdx.y', 63), u('blockIdx.x', 3), u('blockDim.x', 255), u('blockIdx.y', 3), u('gridDim.x', 3), u('threadIdx.z', 15)]
    t = r.choice(['int', 'int', 'unsigned', 'size_t', 'long long'])
    k.line(f'{t} i = blockIdx.x * blockDim.x + threadIdx.x;')
    k.values += [Value(t, 'i', 0, 1023)] * 3
    k.line(f'int lane = {r.choice(["threadIdx.x & 31", "threadIdx.x % warpSize", "(threadIdx.y * blockDim.x + threadIdx.x) % 32"])};')
    k.values.append(Value('int', 'lane', 0, 31))
    for j in range(r.choice([0, 1, 2, 3])):
        t = r.choice(['int', 'int', 'unsigned', 'size_t', 'short', 'unsigned char'])
        k.params.append((f'{t} n{j}', ('integer',)))
        k.values += [Value(t, f'n{j}', 0, 100)] * 2
    k.line('float v = 0;')
    body(k)
    k.line(USE)
    return k


def text(k):
    return [f'// {k.name}', *k.before, f'__global__ void {k.name}({", ".join(d for d, _ in k.params)}) {{', *k.lines, '}']


def argument(r, what, scalar):
    if what[0] == 'integer':
        return scalar()
    _, type_, const_, shift = what
    b = r.choice(['source', 'source', 'other']) if const_ else r.choice(['target', 'other'])
    return f'({type_}*)({b} + {BUFFER // 2}){f" + {shift}" if shift > 0 else f" - {-shift}" if shift else ""}'


def launch(r, k, n):
    """Lines of main that launch the kernel."""
    scalar = lambda: str(r.choice([0, 1, 2, 3, 7, 8, 16, 31, 32, 33, 64, 100]))
    dynamic = ', 4096' if getattr(k, 'dynamic', '') else ''
    arguments = lambda s=scalar: ', '.join(argument(r, w, s) for _, w in k.params)
    exchanges = getattr(k, 'exchanges', False)
    grid, block = r.choice(GRIDS), r.choice(WHOLE_WARPS if exchanges else BLOCKS)
    kind = r.randrange(8)
    if kind == 0:
        return [f'    for (int s = {r.choice([1, 2])}; s <= {r.choice([4, 8, 10])}; {r.choice(["s *= 2", "s += 3"])})', f'        {k.name}<<<{grid}, {block}{dynamic}>>>({arguments(lambda: r.choice(["s", "s + 1", scalar()]))});']
    if kind == 1:
        return [f'    dim3 g{n}({r.choice(["2", "cdiv(100, 64)"])}), b{n}({r.choice(["32, 4", "64", "16, 8"] if exchanges else ["32, 4", "64", "48", "16, 8"])});', f'    if (g{n}.x > 1) b{n}.x /= 2;', f'    {k.name}<<<g{n}, b{n}{dynamic}>>>({arguments()});']
    if kind == 2:
        return [f'    shape c{n} = pick({r.choice([10, 40, 100, 300])});', f'    {k.name}<<<c{n}.grid, c{n}.block{dynamic}>>>({arguments(lambda: r.choice([f"c{n}.n", scalar()]))});']
    if kind == 3:
        return [f'    for (int t = 0; t < {r.choice([2, 3])}; ++t) {{', f'        {k.name}<<<{grid}, {block}{dynamic}>>>({arguments(lambda: r.choice(["t", scalar(), "t * 8"]))});', '        std::swap(target, other);', '    }']
    return [f'    {k.name}<<<{grid}, {block}{dynamic}>>>({arguments()});']


HEAD = '''// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <cuda_runtime.h>
#include <cstdlib>
#include <utility>
struct shape {
    dim3 grid, block;
    int n;
};
static int cdiv(int a, int b) { return (a + b - 1) / b; }
static shape pick(int n) {
    shape s;
    s.n = n;
    s.block = n > 64 ? dim3(32, 4) : dim3(64);
    s.grid = dim3(cdiv(n, s.block.x), 1);
    if (s.grid.x > 3) s.grid.x = 3;
    return s;
}'''
START = f'''int main() {{
    char *source, *target, *other, *fill = (char*)malloc({BUFFER});
    for (int k = 0; k < {BUFFER}; ++k) fill[k] = k % 4 ? 0 : k / 4 * 7 % 13;
    cudaMalloc(&source, {BUFFER});
    cudaMalloc(&target, {BUFFER});
    cudaMalloc(&other, {BUFFER});
    cudaMemcpy(source, fill, {BUFFER}, cudaMemcpyHostToDevice);
    cudaMemcpy(other, fill, {BUFFER}, cudaMemcpyHostToDevice);'''


def program(seed, n_kernels):
    """The text of a file, and the names of the kernels in which some number comes from memory."""
    r = random.Random(seed)
    kernels = [kernel(random.Random(f'{seed}/{j}'), f'k{j}') for j in range(n_kernels)]
    lines = [HEAD] + [l for k in kernels for l in text(k)] + [START]
    for n, k in enumerate(kernels):
        for m in range(r.choice([1, 1, 2])):
            lines += launch(r, k, f'{n}_{m}')
    lines += ['    cudaDeviceSynchronize();', '}', '']
    return '\n'.join(lines)


def main():
    named = dict(a[2:].split('=', 1) for a in sys.argv[1:] if a.startswith('--'))
    folder = next(a for a in sys.argv[1:] if not a.startswith('--'))
    os.makedirs(folder, exist_ok=True)
    for f in range(int(named.get('files', 4))):
        with open(os.path.join(folder, f'p{f:03}.cu'), 'w') as out:
            out.write(program(f'{named.get("seed", "1")}/{f}', int(named.get('kernels', 8))))


if __name__ == '__main__':
    main()
