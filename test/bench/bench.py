#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""How long coalcheck takes beside Clang, clang-tidy and cuxray on the same files, and what the plugin adds to Clang.

usage: bench.py [--build=build/release] [--clang=clang++-22] [--runs=7] [--no-callgrind] [--cuxray=PROGRAM] [FILE.cu...]

Prints Markdown for docs/performance.md. Times are processor seconds (user and system, children too), the least of the runs,
since others use the machine as well; the runs of all commands are interleaved. Instructions are counted by valgrind's
callgrind and do not depend on the machine's load. Nothing is asserted: this is no test.
"""
import argparse
import glob
import os
import platform
import re
import resource
import shutil
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
CUDA = os.environ.get('CUDA_PATH', '/usr/local/cuda')


def cpu_seconds(command, env):
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    for step in command:
        p = subprocess.run(step, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, env=env)
        if p.returncode not in (0, 1):
            return None, f'{step[0]}: {p.stderr.strip().splitlines()[-1] if p.stderr.strip() else p.returncode}'
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, None


def least(commands, runs, env):
    """{name: seconds}; commands that fail are left out, with a line on stderr."""
    best = {}
    failed = set()
    for _ in range(runs):
        for name, command in commands.items():
            if name in failed:
                continue
            seconds, error = cpu_seconds(command, env)
            if error:
                print(f'bench: {name}: {error}', file=sys.stderr)
                failed.add(name)
                best.pop(name, None)
            else:
                best[name] = min(seconds, best.get(name, seconds))
    return best


def instructions(command):
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run(['valgrind', '--tool=callgrind', '--trace-children=yes', f'--callgrind-out-file={folder}/out.%p', *command],
                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        total = 0
        for path in glob.glob(f'{folder}/out.*'):
            with open(path) as f:
                total += int(re.search(r'^(?:summary|totals): (\d+)', f.read(), re.M).group(1))
        return total


def machine():
    cpu = 'unknown processor'
    with open('/proc/cpuinfo') as f:
        for line in f:
            if line.startswith('model name'):
                cpu = line.split(':', 1)[1].strip()
                break
    memory = round(os.sysconf('SC_PAGE_SIZE') * os.sysconf('SC_PHYS_PAGES') / 2**30)
    return f'{cpu}, {os.cpu_count()} cores, {memory} GiB, {platform.system()} {platform.release()}'


def version(program, *arguments):
    return subprocess.run([program, *(arguments or ['--version'])], capture_output=True, text=True).stdout.strip().splitlines()


def commands_for(o, file, scratch):
    coalcheck = os.path.join(o.build, 'bin/coalcheck')
    cuda = ['--cuda-gpu-arch=sm_80', f'--cuda-path={CUDA}', '-Wno-unknown-cuda-version']
    c = {'clang -fsyntax-only': [[o.clang, '-fsyntax-only', *cuda, file]],
         'clang -fsyntax-only, device alone': [[o.clang, '-fsyntax-only', '--cuda-device-only', *cuda, file]],
         'coalcheck, warm': [[coalcheck, '--config-file=none', file]],
         'coalcheck --no-cache': [[coalcheck, '--config-file=none', '--no-cache', file]],
         'coalcheck --cuda-headers=embedded, warm': [[coalcheck, '--config-file=none', '--cuda-headers=embedded', file]],
         'coalcheck --cuda-headers=embedded --no-cache': [[coalcheck, '--config-file=none', '--cuda-headers=embedded', '--no-cache', file]]}
    tidy = shutil.which(o.clang.replace('clang++', 'clang-tidy')) or shutil.which('clang-tidy')
    if tidy:
        c['clang-tidy, bugprone and performance'] = [[tidy, '--quiet', '--checks=bugprone-*,performance-*', file, '--', '-x', 'cuda', *cuda]]
    if o.cuxray and shutil.which('nvcc'):
        cubin = os.path.join(scratch, 'k.cubin')
        c['nvcc and cuxray'] = [['nvcc', '-cubin', '-arch=sm_80', '-lineinfo', '-o', cubin, file],
                                [o.cuxray, 'report', '--no-cache', '--threads', '256', cubin]]
    return c


def times(o, file):
    with tempfile.TemporaryDirectory() as scratch:
        env = {**os.environ, 'XDG_CACHE_HOME': scratch}
        copy = os.path.join(scratch, os.path.basename(file))  # no compile database above it
        shutil.copy(file, copy)
        commands = commands_for(o, copy, scratch)
        cpu_seconds(commands['coalcheck, warm'], env)
        cpu_seconds(commands['coalcheck --cuda-headers=embedded, warm'], env)
        best = least(commands, o.runs, env)
    base = best['clang -fsyntax-only']
    lines = sum(1 for _ in open(file))
    print(f'\n`{os.path.relpath(file, ROOT)}` ({lines} lines):\n\n| command | seconds | of clang -fsyntax-only |\n|---|---|---|')
    for name, seconds in best.items():
        print(f'| {name} | {seconds:.3f} | {100 * seconds / base:.1f} % |')


def plugin(o, file):
    library = os.path.join(o.build, 'lib/libcoalcheck.so')
    base = [o.clang, '-fsyntax-only', '--cuda-gpu-arch=sm_80', f'--cuda-path={CUDA}', '-Wno-unknown-cuda-version', file]
    without = instructions(base)
    with_it = instructions([*base, '-Xclang', '-load', '-Xclang', library])
    print(f'| `{os.path.relpath(file, ROOT)}` | {without / 1e6:.0f} | {with_it / 1e6:.0f} | {100 * (with_it - without) / without:.2f} % |')


def main():
    p = argparse.ArgumentParser(usage=__doc__.split('\n\n')[1])
    p.add_argument('--build', default='build/release')
    p.add_argument('--clang', default='clang++-22')
    p.add_argument('--runs', type=int, default=7)
    p.add_argument('--cuxray', default=shutil.which('cuxray'))
    p.add_argument('--no-callgrind', action='store_true')
    p.add_argument('files', nargs='*')
    o = p.parse_args()
    o.build = os.path.abspath(o.build)
    files = [os.path.abspath(f) for f in o.files] or [os.path.join(ROOT, 'test/bench/small.cu'), os.path.join(ROOT, 'docs/examples/image_pipeline.cu')]
    print(f'Machine: {machine()}. {version(o.clang)[0]}; CUDA {os.path.realpath(CUDA)}; {o.runs} runs.')
    for file in files:
        times(o, file)
    if o.no_callgrind or not shutil.which('valgrind'):
        return
    print('\n| file | Clang, 10^6 instructions | with the plugin | more |\n|---|---|---|---|')
    for file in files:
        plugin(o, file)


main()
