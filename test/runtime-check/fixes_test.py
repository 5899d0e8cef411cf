#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Every fix that is offered for a file of test/ is applied; the program prints the same before and after.

A file without a main that prints gets one that launches the kernels of the fixes as the analysis launched them and prints all of
their memory. A kernel whose parameters are not pointers to numbers and numbers is left out, and counted.

usage: fixes_test.py COALCHECK TEST_FOLDER [unittest arguments]
"""
import glob
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
from concurrent.futures import ThreadPoolExecutor

COALCHECK, FOLDER = (os.path.abspath(sys.argv.pop(1)), os.path.abspath(sys.argv.pop(1))) if __name__ == '__main__' else ('', '')

NUMBER = r'(?:float|double|int|unsigned int|char|unsigned char|short|unsigned short|long|unsigned long)'
ELEMENTS = 1 << 18


def tool(*args):
    p = subprocess.run([COALCHECK, '--cuda-headers=embedded', '--config-file=none', *args], capture_output=True, text=True, timeout=120)
    return p


def launches_of(path):
    """The launch options of the file's first RUN line that has some."""
    with open(path) as f:
        for line in f:
            found = re.findall(r"--launch='([^']*)'", line) if 'RUN:' in line else []
            if found:
                return ['--launch=' + launch for launch in found]
    return []


def main_for(kernels):
    """A main that launches them; None where one has parameters that are not understood."""
    body = []
    for k in kernels:
        name, types = re.fullmatch(r'(.*?)\((.*)\)', k['signature']).groups()
        arguments = []
        for i, t in enumerate(t.strip() for t in types.split(',') if t.strip()):
            if re.fullmatch(rf'(?:const )?({NUMBER}) ?\*', t):
                arguments.append(f'({t})memory[{i % 4}]')
            elif re.fullmatch(NUMBER, t):
                arguments.append('64')
            else:
                return None
        launch = k['launches'][0]
        grid, block = ([min(x, 2) for x in launch.get('grid', [2])], launch['block'])
        dims = [f'dim3({", ".join(map(str, d))})' for d in (grid, block)]
        body.append(f'  {name}<<<{", ".join(dims)}>>>({", ".join(arguments)});\n  show();\n')
    return '''
#include <stdio.h>
static int *memory[4];
static void show() {
  cudaDeviceSynchronize();
  for (int m = 0; m < 4; m++) {
    unsigned long long sum = 0;
    for (int i = 0; i < %d; i++) sum = sum * 31 + (unsigned)memory[m][i];
    printf("%%llx %%s\\n", sum, cudaGetErrorString(cudaGetLastError()));
  }
}
int main() {
  for (int m = 0; m < 4; m++) {
    cudaMalloc((void **)&memory[m], %d * sizeof(int));
    for (int i = 0; i < %d; i++) memory[m][i] = 0x3f800000 + 1000 * ((i * 7 + m) %% 1021);
  }
%s}
''' % (ELEMENTS, ELEMENTS, ELEMENTS, ''.join(body))


def printed(path):
    """What the program prints: on stderr, where stdout is the report's."""
    p = subprocess.run([COALCHECK, 'run', '--format=json', '--timeout=60', path], capture_output=True, text=True, timeout=120)
    return p.stderr, p.stdout


def with_edits(text, edits):
    data = text.encode()
    for e in sorted({(e['offset'], e['length'], e['text']) for e in edits}, reverse=True):
        data = data[:e[0]] + e[2].encode() + data[e[0] + e[1]:]
    return data.decode()


class Fixes(unittest.TestCase):
    def setUp(self):
        self.dir = tempfile.mkdtemp(prefix='coalcheck-fixes-')

    def tearDown(self):
        shutil.rmtree(self.dir)

    def run_both(self, path, text, edits):
        """False if the program prints nothing."""
        names = []
        for name, source in (('before.cu', text), ('after.cu', with_edits(text, edits))):
            names.append(os.path.join(self.dir, name))
            with open(names[-1], 'w') as f:
                f.write(source)
        with ThreadPoolExecutor(2) as pool:
            (before, _), (after, report) = pool.map(printed, names)
        self.assertEqual(before, after, f'{path}: {report}')
        return before.strip() != ''

    def run_driven(self, path, text, edits, kernels):
        """With a main of ours; False where there can be none."""
        driver = main_for(kernels)
        if driver is None:
            return False
        self.assertTrue(self.run_both(path, text.replace('int main(', 'int its_main(') + driver, edits), path)
        return True

    def test_every_fix_keeps_what_the_program_prints(self):
        ran, left_out = [], []
        for path in sorted(glob.glob(FOLDER + '/**/*.cu', recursive=True)):
            with open(path) as f:
                text = f.read()
            if not re.search(r'__shared__.*\]\s*\[', text):
                continue
            with self.subTest(path=path):
                p = tool('--format=json', *launches_of(path), path)
                report = json.loads(p.stdout) if p.stdout else {'findings': []}
                fixed = [f for f in report['findings'] if f.get('fix', {}).get('edits')]
                if not fixed:
                    continue
                edits = [e for f in fixed for e in f['fix']['edits']]
                names = {report['accesses'][f['access']]['kernel'] for f in fixed}
                has_run = 'int main(' in text and 'printf("' in text and self.run_both(path, text, edits)
                if has_run or self.run_driven(path, text, edits, [k for k in report['kernels'] if k['name'] in names]):
                    ran.append(path)
                else:
                    left_out.append(path)
        print(f'{len(ran)} programs are the same with their fixes, {len(left_out)} cannot be run: {left_out}', file=sys.stderr)
        self.assertEqual(left_out, [])
        self.assertGreaterEqual(len(ran), 10)

    def test_a_fix_that_hurts_would_be_seen(self):
        """The same comparison fails for an edit that is wrong."""
        text = '''__global__ void k(float *o) {
  __shared__ float s[32][32];
  s[0][threadIdx.y * 32 + threadIdx.x] = threadIdx.x;
  __syncthreads();
  o[threadIdx.y * 32 + threadIdx.x] = s[threadIdx.y][threadIdx.x];
}
'''
        kernel = {'signature': 'k(float*)', 'launches': [{'grid': [1, 1, 1], 'block': [32, 32, 1]}]}
        edit = {'offset': text.index('32];') , 'length': 2, 'text': '33'}
        with self.assertRaises(AssertionError):
            self.run_both('k', text + main_for([kernel]), [edit])


if __name__ == '__main__':
    unittest.main(verbosity=2)
