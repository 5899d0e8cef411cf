#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Small kernels, to see which neighbouring accesses nvcc merges.

usage: generate.py kernels                      print the kernels, one a line
       generate.py record NVCC NVDISASM         compile them and print sass.tsv: what runs, by kernel

Each kernel asks one question about its loads (names in L) or stores (S) of shared (S) or global memory (G): which accesses of
which width does the machine code have in that space and direction?
"""
import collections
import re
import subprocess
import sys
import tempfile

ARCHS = ('sm_80', 'sm_90')
MASKS = [m for m in range(3, 16) if bin(m).count('1') > 1]
HEAD = ('struct __align__(16) V { float x, y, z, w; }; struct __align__(8) H { float x, y, z, w; }; struct P { float x, y, z, w; };'
        ' struct __align__(16) A { float e[4]; }; struct W { double x, y; }; struct R { float e[4]; };')
FILL = 'int t = threadIdx.x; s[t] = o[t]; __syncthreads(); '


def shared_load(name, body, type_='float', array='s[1024]', fill=FILL, args=''):
    return name, f'extern "C" __global__ void {name}({type_} *o{args}) {{ __shared__ {type_} {array}; {fill}{body} }}'


def shared_store(name, body, type_='float', array='s[1024]', args=''):
    return name, (f'extern "C" __global__ void {name}({type_} *o{args}) {{ __shared__ {type_} {array}; int t = threadIdx.x; '
                  f'{type_} v = o[t]; {body} __syncthreads(); o[t] = s[(t * 7) % 64]; }}')


def global_access(name, parameters, body):
    return name, f'extern "C" __global__ void {name}({parameters}) {{ int t = threadIdx.x; {body} }}'


def words(mask, text):
    return [text.replace('#', str(i)).replace('@', 'xyzw'[i]) for i in range(4) if mask >> i & 1]


def masks():
    for m in MASKS:
        for type_ in ('float', 'double', 'int'):
            yield shared_load(f'SL_{type_}_{m}', f'o[t] = {" + ".join(words(m, "s[t * 4 + #]"))};', type_)
            yield shared_store(f'SS_{type_}_{m}', ' '.join(words(m, 's[t * 4 + #] = v + #;')), type_)
        yield global_access(f'GL_field_{m}', 'float *o, const V *p', f'o[t] = {" + ".join(words(m, "p[t].@"))};')
        yield global_access(f'GS_field_{m}', 'V *p, float v', ' '.join(words(m, 'p[t].@ = v + #;')))


def types():
    for type_ in ('char', 'short', 'unsigned char'):
        short = type_.replace(' ', '_')
        yield shared_load(f'SL_{short}', 'o[t] = s[t * 4] + s[t * 4 + 1] + s[t * 4 + 2] + s[t * 4 + 3];', type_)
        yield shared_store(f'SS_{short}', 's[t * 4] = v; s[t * 4 + 1] = v + 1; s[t * 4 + 2] = v + 2; s[t * 4 + 3] = v + 3;', type_)


def indices():
    four = 's[{0}] + s[{0} + 1] + s[{0} + 2] + s[{0} + 3]'
    rows = {'t5': 't * 5', 't3': 't * 3', 't6': 't * 6', 't8': 't * 8', 't4off1': 't * 4 + 1', 't4off2': 't * 4 + 2',
            't4off4': 't * 4 + 4', 'xor': '(t ^ 5) * 4', 'shift': '(t >> 1) * 8', 'mod': '(t % 8) * 4 + (t / 8) * 32', 'and': 't * 4 & 60',
            'n': 'n', 'n4': 'n * 4', 'tn': 't * 4 + n', 'tn4': 't * 4 + 4 * n', 'rown': 't * n'}
    for name, index in rows.items():
        yield shared_load(f'SL_at_{name}', f'o[t] = {four.format(f"({index})")};', args=', int n')
    yield shared_load('SL_pitch32', 'o[t] = s[t][0] + s[t][1] + s[t][2] + s[t][3];', array='s[64][32]',
                      fill='int t = threadIdx.x; s[t][t % 32] = o[t]; __syncthreads(); ')
    yield shared_load('SL_pitch33', 'o[t] = s[t][0] + s[t][1] + s[t][2] + s[t][3];', array='s[64][33]',
                      fill='int t = threadIdx.x; s[t][t % 33] = o[t]; __syncthreads(); ')
    yield shared_load('SL_pitch36', 'o[t] = s[t][0] + s[t][1] + s[t][2] + s[t][3];', array='s[64][36]',
                      fill='int t = threadIdx.x; s[t][t % 36] = o[t]; __syncthreads(); ')


def order():
    yield shared_load('SL_backwards', 'o[t] = s[t * 4 + 3] + s[t * 4 + 2] + s[t * 4 + 1] + s[t * 4];')
    yield shared_load('SL_barrier', 'float a = s[t * 4] + s[t * 4 + 1]; __syncthreads(); o[t] = a + s[t * 4 + 2] + s[t * 4 + 3];')
    yield shared_load('SL_loop4', 'float a = 0; for (int i = 0; i < 4; i++) a += s[t * 4 + i]; o[t] = a;')
    yield shared_load('SL_unroll4', 'float a = 0;\n#pragma unroll\nfor (int i = 0; i < 4; i++) a += s[t * 4 + i]; o[t] = a;')
    yield shared_load('SL_loop16', 'float a = 0; for (int i = 0; i < 16; i++) a += s[t * 16 + i]; o[t] = a;')
    yield shared_load('SL_loop64', 'float a = 0; for (int i = 0; i < 64; i++) a += s[t * 64 + i]; o[t] = a;', array='s[8192]')
    yield shared_load('SL_loop3', 'float a = 0; for (int i = 0; i < 3; i++) a += s[t * 3 + i]; o[t] = a;')
    yield shared_load('SL_loopstep2', 'float a = 0; for (int i = 0; i < 8; i += 2) a += s[t * 8 + i]; o[t] = a;')
    yield shared_load('SL_pointer', 'const float *p = &s[t * 4]; o[t] = p[0] + p[1] + p[2] + p[3];')
    yield shared_load('SL_pointer_walk', 'const float *p = &s[t * 4]; float a = 0; for (int i = 0; i < 4; i++) a += *p++; o[t] = a;')
    yield shared_load('SL_struct', 'R r = *(R *)&s[t * 4]; o[t] = r.e[0] + r.e[1] + r.e[2] + r.e[3];')
    yield shared_load('SL_other_array', 'o[t] = s[t * 4] + u[t * 4 + 1] + s[t * 4 + 2] + u[t * 4 + 3];', array='s[256], u[256]',
                      fill='int t = threadIdx.x; s[t] = o[t]; u[t] = o[t + 64]; __syncthreads(); ')
    yield shared_load('SL_after_odd', 'o[t] = s[t * 4] + s[t * 4 + 1] + s[t * 4 + 2] + s[t * 4 + 3] + u[t % 3];', array='u[3], s[256]',
                      fill='int t = threadIdx.x; s[t] = o[t]; u[t % 3] = o[t + 64]; __syncthreads(); ')
    yield shared_load('SL_dynamic', 'o[t] = d[t * 4] + d[t * 4 + 1] + d[t * 4 + 2] + d[t * 4 + 3] + s[0];',
                      fill='extern __shared__ float d[]; int t = threadIdx.x; d[t] = o[t]; s[t] = 1; __syncthreads(); ')
    two = {'array': 's[256], u[256]', 'args': ', int n'}
    fill = 'int t = threadIdx.x; s[t] = o[t]; u[t] = o[t + 64]; __syncthreads(); '
    yield shared_load('SL_store_between', 'float a = s[t * 4] + s[t * 4 + 1]; s[t + 255] = a; o[t] = a + s[t * 4 + 2] + s[t * 4 + 3];')
    yield shared_load('SL_other_store_between', 'float a = s[t * 4] + s[t * 4 + 1]; u[t + n] = a; o[t] = a + s[t * 4 + 2] + s[t * 4 + 3] + u[3 * t];',
                      fill=fill, **two)
    yield shared_store('SS_other_store_between', 's[t * 4] = v; u[t + n] = v; s[t * 4 + 1] = v; u[2 * t + n] = v; __syncthreads(); o[t + 64] = u[3 * t];', **two)
    yield shared_store('SS_load_between', 's[t * 4] = v; float a = s[t + 255]; s[t * 4 + 1] = a;')
    yield shared_store('SS_other_load_between', 's[t * 4] = v; float a = u[t + n]; s[t * 4 + 1] = a;', **two)
    yield shared_store('SS_global_between', 's[t * 4] = v; float a = o[t + 64]; s[t * 4 + 1] = a;')
    yield shared_load('SL_global_store_between', 'float a = s[t * 4] + s[t * 4 + 1]; o[t + n] = a; o[t] = a + s[t * 4 + 2] + s[t * 4 + 3];', args=', int n')
    yield shared_store('SS_loop4', 'for (int i = 0; i < 4; i++) s[t * 4 + i] = v + i;')
    yield shared_store('SS_t5', 'for (int i = 0; i < 4; i++) s[t * 5 + i] = v + i;')
    yield shared_store('SS_struct', 'R r = {v, v + 1, v + 2, v + 3}; *(R *)&s[t * 4] = r;')
    yield shared_store('SS_barrier', 's[t * 4] = v; s[t * 4 + 1] = v; __syncthreads(); s[t * 4 + 2] = v; s[t * 4 + 3] = v;')


def memory():
    yield global_access('GL_pointer', 'float *o, const float *__restrict__ p', 'o[t] = p[t * 4] + p[t * 4 + 1] + p[t * 4 + 2] + p[t * 4 + 3];')
    for record in 'VHP':
        yield global_access(f'GL_fields_{record}', f'float *o, const {record} *p', 'o[t] = p[t].x + p[t].y + p[t].z + p[t].w;')
        yield global_access(f'GS_fields_{record}', f'{record} *p, float v', 'p[t].x = v; p[t].y = v + 1; p[t].z = v + 2; p[t].w = v + 3;')
    yield global_access('GL_fields_W', 'double *o, const W *p', 'o[t] = p[t].x + p[t].y;')
    yield global_access('GL_elements', 'float *o, const A *p', 'o[t] = p[t].e[0] + p[t].e[1] + p[t].e[2] + p[t].e[3];')
    yield global_access('GL_float2', 'float *o, const float2 *p', 'o[t] = p[t].x + p[t].y;')
    yield global_access('GL_float3', 'float *o, const float3 *p', 'o[t] = p[t].x + p[t].y + p[t].z;')
    yield global_access('GL_float4', 'float *o, const float4 *p', 'o[t] = p[t].x + p[t].y + p[t].z + p[t].w;')
    yield global_access('GL_cast', 'float *o, const float4 *p', 'const float *f = (const float *)&p[t]; o[t] = f[0] + f[1] + f[2] + f[3];')
    yield global_access('GL_records', 'float *o, const H *p', 'o[t] = p[2 * t].x + p[2 * t].y + p[2 * t + 1].x + p[2 * t + 1].y;')
    yield global_access('GS_pointer', 'float *p, float v', 'p[t * 4] = v; p[t * 4 + 1] = v + 1; p[t * 4 + 2] = v + 2; p[t * 4 + 3] = v + 3;')


def kernels():
    for family in (masks, types, indices, order, memory):
        yield from family()


def source():
    return '\n'.join([HEAD, *(text for _, text in kernels())]) + '\n'


def widths(nvcc, nvdisasm, arch):
    """kernel -> 'LDS' and the like -> Counter of bytes."""
    with tempfile.TemporaryDirectory() as folder:
        with open(f'{folder}/k.cu', 'w', encoding='utf-8') as f:
            f.write(source())
        subprocess.run([nvcc, f'-arch={arch}', '-cubin', '-w', '-o', f'{folder}/k.cubin', f'{folder}/k.cu'], check=True)
        text = subprocess.run([nvdisasm, '-c', f'{folder}/k.cubin'], capture_output=True, text=True, check=True).stdout
    found, kernel = {}, None
    for line in text.splitlines():
        section = re.match(r'\.text\.(\w+):', line)
        if section:
            kernel = found.setdefault(section[1], collections.defaultdict(collections.Counter))
        code = re.search(r'\*/\s+(?:@!?\w+ )?(LDG|LDS|STG|STS)((?:\.\w+)*)\s', line)
        if code and kernel is not None:
            bits = re.search(r'\.(?:[US])?(8|16|64|128)\b', code[2])
            kernel[code[1]][int(bits[1]) // 8 if bits else 4] += 1
    return found


def instruction(name):
    return {'SL': 'LDS', 'SS': 'STS', 'GL': 'LDG', 'GS': 'STG'}[name[:2]]


def record(nvcc, nvdisasm):
    print('# bytes a lane x instructions, by nvcc -arch=' + ', '.join(ARCHS) + ' and nvdisasm; generate.py record')
    print('# ' + subprocess.run([nvcc, '--version'], capture_output=True, text=True, check=True).stdout.splitlines()[-2])
    print('\t'.join(['kernel', *ARCHS]))
    by_arch = [widths(nvcc, nvdisasm, arch) for arch in ARCHS]
    for name, _ in kernels():
        cells = [' '.join(f'{b}x{n}' for b, n in sorted(found[name][instruction(name)].items(), reverse=True)) for found in by_arch]
        print('\t'.join([name, *cells]))


if __name__ == '__main__':
    if sys.argv[1:] == ['kernels']:
        sys.stdout.write(source())
    elif len(sys.argv) == 4 and sys.argv[1] == 'record':
        record(sys.argv[2], sys.argv[3])
    else:
        sys.exit(__doc__)
