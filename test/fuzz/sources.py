#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Mutates CUDA files along their grammar and analyses them: no crash, no hang, no more memory than the budget.

usage: sources.py COALCHECK [--plugin=CLANG,PLUGIN,HEADERS] [--seed=N] [--files=N] [--seconds=N] [--keep=FOLDER] [--log=FILE]

The seeds are the .cu files of the tests. Every file is analysed in a process of its own by coalcheck with options drawn at
random, one in eight also by the plugin. Ends after N files (default 300) or N seconds. Status 0: no fault.
"""
import json
import os
import pathlib
import random
import re
import resource
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parents[1]
SECONDS_MAX, BYTES_MAX, BUDGET = 30, 1 << 30, 2
TOKEN = re.compile(r'"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\'|//[^\n]*|/\*.*?\*/|[A-Za-z_]\w*|0[xX][0-9a-fA-F]+\w*|\d[\w.]*|<<<|>>>|[-+*/%&|^<>=!]=|&&|\|\||<<|>>|->|::|\+\+|--|\s+|.', re.S)
NUMBERS = ['0', '1', '-1', '31', '32', '33', '255', '1024', '65535', '2147483647', '-2147483648', '4294967295u', '9223372036854775807LL', '0xffffffffffffffffull', '1e38f', '0x1p-1074', '00', '1u', '3LL']
TYPES = ['char', 'unsigned', 'int', 'long long', 'float', 'double', 'half', 'float4', 'void', 'bool', 'size_t', 'auto', '__int128', 'volatile int', 'const float *__restrict__']
OPERATORS = ['+', '-', '*', '/', '%', '<<', '>>', '&', '|', '^', '<', '>', '==', '&&', '||', ',', '=', '+=', '?', ':']
INDICES = ['threadIdx.x', 'threadIdx.y', 'blockIdx.x', 'blockDim.x', 'gridDim.z', 'warpSize', '(threadIdx.x * 33 % 17)', '__shfl_sync(~0u, threadIdx.x, 3)', '(1 << threadIdx.x)', '(n / threadIdx.x)', 'clock()']
HEADS = ['if (threadIdx.x & 1)', 'for (int q = 0; q < 7; ++q)', 'while (threadIdx.x < 5)', 'for (;;)', 'switch (threadIdx.x) case 3:', 'do', 'if (0) ; else', '#pragma unroll\nfor (int q = threadIdx.x; q; q >>= 1)', 'for (unsigned q = 1; q; q *= 2)', '{ __syncthreads(); }', 'asm volatile("" ::: "memory");', 'try', 'goto l;', 'return;', 'template <int N>']
SCRAPS = ['{', '}', '(', ')', '[', ']', ';', '#', '\\\n', '"', "'", '/*', '*/', '\0', 'é', '\u202e', '<<<', '>>>', '#if 1\n', '#endif\n', '#define X X X\n', '#include __FILE__\n', '#include <cuda_runtime.h>\n', '__global__', '__shared__', '__device__', '__host__', 'extern "C"', 'template <class T>', 'struct', 'union', 'constexpr', 'static', 'operator()', '...', '::', '__launch_bounds__(0)', '// NOLINTBEGIN\n', '//= ', '[[nodiscard]]', 'alignas(4096)', '__builtin_assume(n % 32 == 0);', 'namespace {']


def tokens(text):
    return TOKEN.findall(text)


def statement(ts, r):
    """The bounds of a statement or of a braced block."""
    starts = [i + 1 for i, t in enumerate(ts) if t in (';', '{', '}')]
    if not starts:
        return 0, len(ts)
    at, depth = r.choice(starts), 0
    for i in range(at, len(ts)):
        depth += (ts[i] in '{([') - (ts[i] in '})]') if len(ts[i]) == 1 else 0
        if depth < 0:
            return at, i
        if depth == 0 and ts[i] in (';', '}'):
            return at, i + 1
    return at, len(ts)


def places(ts, wanted):
    return [i for i, t in enumerate(ts) if wanted(t)]


def swap_token(ts, r, wanted, choices):
    found = places(ts, wanted)
    if found:
        ts[r.choice(found)] = r.choice(choices)


def change_number(ts, r, _):
    swap_token(ts, r, lambda t: t[0].isdigit(), NUMBERS)


def change_operator(ts, r, _):
    swap_token(ts, r, lambda t: t in OPERATORS, OPERATORS)


def change_type(ts, r, _):
    swap_token(ts, r, lambda t: t in ('int', 'float', 'unsigned', 'double', 'char', 'float4', 'void'), TYPES)


def change_name(ts, r, _):
    names = places(ts, lambda t: t[0].isalpha() or t[0] == '_')
    if names:
        ts[r.choice(names)] = ts[r.choice(names)]


def use_index(ts, r, _):
    swap_token(ts, r, lambda t: t[0].isalpha() or t[0].isdigit(), INDICES)


def drop(ts, r, _):
    a, b = statement(ts, r)
    del ts[a:b]


def repeat(ts, r, _):
    a, b = statement(ts, r)
    if b - a < 400:
        ts[a:a] = ts[a:b] * r.choice([1, 2, 5, 40])


def move(ts, r, _):
    a, b = statement(ts, r)
    piece = ts[a:b]
    del ts[a:b]
    at = statement(ts, r)[0]
    ts[at:at] = piece


def nest(ts, r, _):
    a, b = statement(ts, r)
    head, times = r.choice(HEADS), r.choice([1, 1, 1, 2, 3, 10, 100, 600])
    tail = ' while (threadIdx.x < 9);' if head == 'do' else ' catch (...) {}' if head == 'try' else ''
    ts[a:b] = [f' {head} {{ '] * times + ts[a:b] + [f' }}{tail} '] * times


def chain(ts, r, _):
    a, b = statement(ts, r)
    body = ''.join(ts[a:b]) if b - a < 60 else ';'
    n = r.choice([3, 30, 300])
    text = ' if (threadIdx.x == 99) ; ' + ''.join(f'else if (threadIdx.x == {i}) {{ {body} }}\n' for i in range(n))
    if r.random() < 0.5:
        text = ' switch (threadIdx.x) { ' + ''.join(f'case {i}: {body}{r.choice([" break;", ""])}\n' for i in range(n)) + ' default: break; } '
    ts[a:b] = [text]


def wrap(ts, r, _):
    found = places(ts, lambda t: t[0].isalnum())
    if found:
        i, n = r.choice(found), r.choice([1, 3, 50, 500])
        before, after = r.choice([('(', ')'), ('-(', ')'), ('1 + (', ')'), ('a[', ']'), ('f(', ')'), ('*&', ''), ('(int)', ''), ('x ? ', ' : 1'), ('[&] { return ', '; }()')])
        ts[i] = before * n + ts[i] + after * n


def insert(ts, r, _):
    at = r.randrange(len(ts) + 1)
    ts[at:at] = [' ', r.choice(SCRAPS), ' ']


def truncate(ts, r, _):
    del ts[r.randrange(len(ts) + 1):]


def splice(ts, r, others):
    other = tokens(r.choice(others))
    a, b = statement(other, r)
    at = statement(ts, r)[0]
    ts[at:at] = other[a:b]


def cross(ts, r, others):
    other = tokens(r.choice(others))
    del ts[r.randrange(len(ts) + 1):]
    ts += other[r.randrange(len(other) + 1):]


CHANGES = [change_number] * 4 + [change_operator] * 4 + [change_type] * 2 + [change_name] * 4 + [use_index] * 4 + [drop] * 2 + [repeat, move, move, nest, nest, nest, chain, wrap, wrap, insert, insert, truncate, splice, splice, cross]


def mutate(text, r, others):
    ts = tokens(text)
    for _ in range(r.choice([1, 1, 2, 3, 5, 8, 20])):
        if not ts:
            ts = [r.choice(SCRAPS)]
        r.choice(CHANGES)(ts, r, others)
        if len(ts) > 60000:
            break
    return ''.join(ts)[:400000]


def options(r):
    out = [f'--format={r.choice(["json", "json", "text", "sarif", "github"])}']
    for option in ('--all', '--explain', '--totals', '--roofline', '--model=teaching', '--target=sm_35', '--target=sm_90', '--assume=n%32==0', '--assume=n=1000000007',
                   '--launch=*: grid=3x2 block=33x3', '--launch=*: grid=65535x65535 block=1024 n=2147483647', '--min-efficiency=100', '--fail-on=never'):
        if r.random() < 0.15:
            out.append(option)
    return out


def run(command, folder):
    """Exit status (negative: a signal), seconds, bytes at most, standard output and error."""
    began = time.monotonic()
    with open(os.path.join(folder, 'out'), 'wb') as out, open(os.path.join(folder, 'err'), 'wb') as err:
        child = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=out, stderr=err, cwd=folder,
                                 preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_CPU, (SECONDS_MAX, SECONDS_MAX + 1)))
        _, status, used = os.wait4(child.pid, 0)
        child.returncode = 0
    read = lambda name: open(os.path.join(folder, name), errors='replace').read()
    return os.waitstatus_to_exitcode(status), time.monotonic() - began, used.ru_maxrss * 1024, read('out'), read('err')


def fault_of(command, folder, is_json, is_plugin=False):
    status, seconds, size, out, err = run(command, folder)
    if 'PLEASE submit a bug report' in err or 'libclang: crash detected' in err:
        return 'crash of Clang' if not is_plugin or 'coalcheck' in err.split('Stack dump')[-1] else ''
    if status < 0:
        return f'signal {-status}'
    if status > 2 and not is_plugin:
        return f'status {status}'
    if 'runtime error' in err or 'Sanitizer' in err:
        return 'sanitizer'
    if seconds > SECONDS_MAX:
        return f'{seconds:.0f} s'
    if size > BYTES_MAX:
        return f'{size >> 20} MB'
    if is_json and status < 2:
        try:
            json.loads(out)
        except ValueError:
            return 'no JSON'
    return ''


def plugin_command(clang, plugin, headers):
    return [clang, '-x', 'cuda', '--cuda-device-only', '--cuda-gpu-arch=sm_80', '-nocudainc', '-nocudalib', '--cuda-path=/nonexistent', '-isystem', f'{headers}/include', '-include',
            'coalcheck/cuda_builtin.h', '-w', '-fsyntax-only', '-Xclang', '-load', '-Xclang', plugin, 'k.cu']


def main():
    tool = os.path.abspath(next(a for a in sys.argv[1:] if not a.startswith('--')))
    named = dict(a[2:].split('=', 1) for a in sys.argv[1:] if a.startswith('--'))
    first, wanted, seconds = int(named.get('seed', 1)), int(named.get('files', 300)), float(named.get('seconds', 1e9))
    plugin = plugin_command(*named['plugin'].split(',')) if 'plugin' in named else None
    seeds = [p.read_text(errors='replace') for p in sorted(ROOT.rglob('*.cu'))]
    began, n, found = time.monotonic(), 0, {}
    with tempfile.TemporaryDirectory(prefix='coalcheck-sources-') as folder:
        while n < wanted and time.monotonic() - began < seconds:
            r = random.Random(f'{first}/{n}')
            text = mutate(r.choice(seeds), r, seeds)
            with open(os.path.join(folder, 'k.cu'), 'w', encoding='utf-8', errors='replace') as f:
                f.write(text)
            chosen = options(r)
            fault = fault_of([tool, '--cuda-headers=embedded', f'--budget={BUDGET}', *chosen, 'k.cu'], folder, chosen[0] == '--format=json')
            if plugin and not fault and n % 8 == 0:
                fault = fault_of(plugin, folder, False, True)
                fault = fault and 'plugin: ' + fault
            n += 1
            if fault:
                found[fault.split(' (')[0]] = found.get(fault, 0) + 1
                print(f'{first}/{n - 1}: {fault}: {" ".join(chosen)}', flush=True)
                if 'keep' in named:
                    os.makedirs(named['keep'], exist_ok=True)
                    pathlib.Path(named['keep'], f'{first}-{n - 1}.cu').write_text(text, encoding='utf-8', errors='replace')
            if 'log' in named and n % 100 == 0:
                with open(named['log'], 'a', encoding='utf-8') as log:
                    log.write(f'{time.monotonic() - began:.0f} s: {n} files, {found}\n')
    print(f'{n} mutated files in {time.monotonic() - began:.0f} s; faults: {found or "none"}')
    sys.exit(1 if found else 0)


if __name__ == '__main__':
    main()
