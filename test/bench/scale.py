#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""How the cost of a run grows with the number of files and, in one file, with the number of accesses. Prints Markdown for
docs/scale.md. Processor seconds, least of three runs, cache warm.

usage: scale.py [--build=build/release] [--headers=auto]
"""
import argparse
import os
import resource
import subprocess
import tempfile

KERNEL = '''__global__ void k%d(const float *a, const float *b, float *c, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  __shared__ float tile[32][33];
  if (i >= n) return;
  tile[threadIdx.x %% 32][threadIdx.x / 32] = a[i] + b[4 * i];
  __syncthreads();
  c[i] = tile[threadIdx.x / 32][threadIdx.x %% 32];
}
'''
ACCESSES = 5  # of a kernel


def seconds(command, env):
    best = None
    for _ in range(3):
        a = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=env)
        b = resource.getrusage(resource.RUSAGE_CHILDREN)
        t = b.ru_utime + b.ru_stime - a.ru_utime - a.ru_stime
        best = t if best is None else min(best, t)
    return best


def main():
    p = argparse.ArgumentParser()
    p.add_argument('--build', default='build/release')
    p.add_argument('--headers', default='auto')
    o = p.parse_args()
    with tempfile.TemporaryDirectory() as d:
        env = {**os.environ, 'XDG_CACHE_HOME': d}
        tool = [os.path.abspath(os.path.join(o.build, 'bin/coalcheck')), f'--cuda-headers={o.headers}', '--config-file=none']
        os.chdir(d)
        for i in range(256):
            with open(f'f{i}.cu', 'w') as f:
                f.write('#include <cstdio>\n' + ''.join(KERNEL % k for k in range(4)))
        subprocess.run([*tool, 'f0.cu'], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=env)
        print('| files | seconds | a file |\n|---|---|---|')
        for n in (1, 4, 16, 64, 256):
            t = seconds([*tool, *(f'f{i}.cu' for i in range(n))], env)
            print(f'| {n} | {t:.2f} | {t / n:.3f} |', flush=True)
        print('\n| accesses in one file | seconds | a further access, ms |\n|---|---|---|')
        base = None
        for kernels in (1, 10, 100, 400):
            with open('big.cu', 'w') as f:
                f.write('#include <cstdio>\n' + ''.join(KERNEL % k for k in range(kernels)))
            t = seconds([*tool, 'big.cu'], env)
            base = base or t
            more = f'{1000 * (t - base) / (ACCESSES * (kernels - 1)):.2f}' if kernels > 1 else ''
            print(f'| {ACCESSES * kernels} | {t:.2f} | {more} |', flush=True)


main()
