#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Kernels inside other files: strings of Python and C++, cells of notebooks, fences of Markdown. Each finding is at its line and
column of the file; what cannot be read is named.

usage: extract_test.py COALCHECK [unittest arguments]
"""
import json
import os
import subprocess
import sys
import unittest

from folder_case import FolderCase

COALCHECK = os.path.abspath(sys.argv.pop(1)) if __name__ == '__main__' else 'coalcheck'

BAD = 'a[threadIdx.x * 2]'
KERNEL = f'__global__ void k(float *a) {{\n  {BAD} = 0;\n}}\n'


class Extract(FolderCase):
    def run_tool(self, *args):
        env = {**os.environ, 'LC_ALL': 'C.UTF-8'}
        return subprocess.run([COALCHECK, '--cuda-headers=embedded', *args], capture_output=True, text=True, cwd=self.dir, env=env,
                              timeout=120)

    def accesses(self, name, text, *options):
        """(line, column, kernel, verdict) of each access, and stderr."""
        p = self.run_tool('--format=json', *options, self.write(name, text))
        self.assertIn(p.returncode, (0, 1), p.stderr)
        return [(a['line'], a['column'], a['kernel'], a['verdict']) for a in json.loads(p.stdout)['accesses']], p.stderr

    def assert_bad(self, name, text, *expected_text):
        """All accesses are uncoalesced, and each is where the file has its expression: `expected_text`, in order."""
        found, stderr = self.accesses(name, text)
        self.assertEqual([v for *_, v in found], ['strided'] * len(expected_text), stderr)
        lines = text.split('\n')
        for (line, column, *_), expected in zip(found, expected_text):
            self.assertTrue(lines[line - 1][column - 1:].startswith(expected), (line, column, lines[line - 1]))

    def test_python_raw(self):
        self.assert_bad('m.py', f"import cupy\nk = cupy.RawKernel(r'''\nextern \"C\" {KERNEL}''', 'k')\n", BAD)

    def test_python_lines(self):
        self.assert_bad('m.py', f'src = ("__global__ void k(float *a) {{\\n"  # a comment\n'
                        f'       "  {BAD} = 0;\\n"\n       "}}\\n")\n', BAD)

    def test_python_joined(self):
        self.assert_bad('m.py', f'src = "__global__ void k(float *a) {{\\n" + \\\n  "  {BAD} = 0;\\n" \\\n  "}}\\n"\n', BAD)

    def test_python_escapes(self):
        """Behind an escape sequence the column is right again after a blank."""
        self.assert_bad('m.py', f'src = """\n__global__ void k(float *a) {{\n  printf("\\\\n\\\\t"); {BAD} = 0;\n}}\n"""\n', BAD)

    def test_python_several(self):
        """Each string is a source of its own: two kernels of one name."""
        text = f"a = '''{KERNEL}'''\nb = '''\n{KERNEL}'''\nsource = 'not __global__'\n"
        self.assert_bad('m.py', text, BAD, BAD)

    def test_python_f_string(self):
        plain = f'k = f"""\n{KERNEL}"""\n'.replace('{\n', '{{\n').replace('\n}', '\n}}')
        self.assert_bad('m.py', plain, BAD)
        found, stderr = self.accesses('n.py', plain.replace('* 2', '* {N}'))
        self.assertEqual(found, [])
        self.assertIn('n.py:2: the CUDA source was not analysed: it is an f-string', stderr)

    def test_python_comment_and_docstring(self):
        found, stderr = self.accesses('m.py', '"""Runs a __global__ kernel (fast)."""\n# \'\'\'__global__ void k(){}\nx = 1\n')
        self.assertEqual(found, [])
        self.assertIn('m.py: skipped: not a CUDA file', stderr)

    def test_markdown(self):
        text = f'# Title\n\n- a list\n  ```cuda\n  {KERNEL}  ```\n\n~~~~cpp\n```\n{KERNEL}~~~~\n\n```python\n{KERNEL}```\n```cu\n{KERNEL}'
        found, _ = self.accesses('README.md', text.replace('~~~~cpp\n```\n', '~~~~cpp\n// ```\n'))
        self.assertEqual([f[:2] for f in found], [(6, 3), (13, 3), (24, 3)])

    def notebook(self, *cells, **style):
        return json.dumps({'cells': [{'cell_type': kind, 'metadata': {}, 'source': source} for kind, source in cells], 'nbformat': 4},
                          **style)

    def test_notebook(self):
        lines = KERNEL.splitlines(keepends=True)
        text = self.notebook(('markdown', ['# Title\n', '```cuda\n', *lines, '```']), ('code', ['%%cu\n', *lines]),
                             ('code', ['%%writefile k.cu\n', '// "a" \\ b\n', *lines]), ('code', ["k = '''\n", *lines, "'''"]), indent=1)
        self.assert_bad('n.ipynb', text, BAD, BAD, BAD, BAD)

    def test_notebook_of_one_line(self):
        """Every line end is an escape sequence within a line of the file: blanks, unless a comment needs it."""
        found, _ = self.accesses('n.ipynb', self.notebook(('code', '%%cu\n' + KERNEL)))
        self.assertEqual([(f[0], *f[2:]) for f in found], [(1, 'k', 'strided')])
        found, stderr = self.accesses('c.ipynb', self.notebook(('code', '%%cu\n// a comment\n' + KERNEL)))
        self.assertEqual(found, [])
        self.assertIn('c.ipynb:1: the CUDA source was not analysed: a line of the source that must end', stderr)

    def test_cxx(self):
        text = ("#include <nvrtc.h>\nint n = 1'000; char c = '\"'; // \"__global__ (){\n"
                f'const char *a = R"cu(\n{KERNEL})cu";\nconst char *b = "__global__ void k(float *a) {{\\n"\n  /* x */ "  {BAD} = 0;\\n"\n  "}}";\n')
        self.assert_bad('rtc.cpp', text, BAD, BAD)

    def test_cuda_file_with_string(self):
        """The file is analysed, and the source in it."""
        text = f'{KERNEL}const char *s = R"(\n{KERNEL})";\n'
        self.assert_bad('k.cu', text, BAD, BAD)

    def test_broken(self):
        for name, text in (('a.py', 'k = """__global__ void k() {'), ('b.ipynb', '{"cells": [{"cell_type": "code", "source": ["__global__ ( {'),
                           ('c.ipynb', '[' * 100000 + '"__global__"'), ('d.cpp', 'const char *s = R"(__global__ ({'),
                           ('e.md', '```cuda\n__global__ void k('), ('f.py', "'\\"), ('g.ipynb', '"__global__ \\u12')):
            p = self.run_tool(self.write(name, text))
            self.assertIn(p.returncode, (0, 2), (name, p.stderr))
            self.assertNotIn('Sanitizer', p.stderr)

    def test_snippet_is_the_files(self):
        p = self.run_tool('--color=never', self.write('m.py', f"k = '''{KERNEL}'''\n"))
        self.assertIn(f'    2 |   {BAD} = 0;\n      |   ^', p.stdout)

    def test_fix(self):
        """Applied where the file has the source byte for byte; a string with escape sequences stays as it is."""
        tile = ('__global__ void t(float *a) {\n  __shared__ float tile[32][32];\n  tile[threadIdx.y][threadIdx.x] = a[threadIdx.x];\n'
                '  __syncthreads();\n  a[threadIdx.x] = tile[threadIdx.x][threadIdx.y];\n}\n')
        options = ['--fix', '--launch=t: block=32x32']
        raw, escaped = f"k = r'''\n{tile}'''\n", f"k = '''\n{tile}// \\\\n\n'''\n"
        self.write('raw.py', raw)
        self.write('escaped.py', escaped)
        self.run_tool(*options, 'raw.py')
        self.run_tool(*options, 'escaped.py')
        with open(self.path('raw.py')) as f:
            self.assertEqual(f.read(), raw.replace('tile[32][32]', 'tile[32][33]'))
        with open(self.path('escaped.py')) as f:
            self.assertEqual(f.read(), escaped)


if __name__ == '__main__':
    unittest.main()
