#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Flags from compile databases: those that CMake (Ninja, Makefiles), Bear around nvcc and Bazel-like tools write; headers
through files that include them; files as git names them.

usage: database_test.py COALCHECK [unittest arguments]
"""
import json
import os
import re
import shutil
import subprocess
import sys
import unittest

from folder_case import FolderCase

COALCHECK = os.path.abspath(sys.argv.pop(1)) if __name__ == '__main__' else 'coalcheck'
NVCC = shutil.which('nvcc') or '/usr/local/cuda/bin/nvcc'
HAS_NVCC = os.path.exists(NVCC)

SOURCE = '''#include "strided.cuh"
#ifndef WIDTH
#error no width
#endif
__global__ void a(const float *in, float *out) { copy<WIDTH>(in, out); }
'''
HEADER = '''#pragma once
template <int N> __device__ void copy(const float *in, float *out) {
  out[threadIdx.x] = in[threadIdx.x * N];
}
'''
CMAKE = '''cmake_minimum_required(VERSION 3.25)
project(demo LANGUAGES CXX CUDA)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
add_library(demo STATIC src/a.cu)
target_include_directories(demo PRIVATE inc)
target_compile_definitions(demo PRIVATE WIDTH=8)
target_compile_options(demo PRIVATE --expt-relaxed-constexpr --extended-lambda -Xcompiler=-fPIC,-Wall --use_fast_math)
set_target_properties(demo PROPERTIES CUDA_SEPARABLE_COMPILATION ON CUDA_ARCHITECTURES "80;90")
'''
FINDING = 'strided.cuh:3:22: warning: uncoalesced load of '


class Case(FolderCase):
    def setUp(self):
        super().setUp()
        self.write('src/a.cu', SOURCE)
        self.write('inc/strided.cuh', HEADER)

    def write(self, name, text):
        return super().write(name, text if isinstance(text, str) else json.dumps(text))

    def sh(self, *args, cwd='.', env=None):
        subprocess.run(args, check=True, capture_output=True, cwd=os.path.join(self.dir, cwd), timeout=120,
                       env={**os.environ, **(env or {})})

    def git(self, *args):
        self.sh('git', '-c', 'user.name=t', '-c', 'user.email=t@example.com', *args)

    def tool(self, *args, cwd='.', status=1):
        p = subprocess.run([COALCHECK, '--cuda-headers=embedded', *args], capture_output=True, text=True,
                           cwd=os.path.join(self.dir, cwd), timeout=120)
        self.assertEqual(p.returncode, status, f'{args}\n{p.stdout}{p.stderr}')
        return p


class Databases(Case):
    """Each database makes the one finding, which needs -I and -D, appear."""

    def found(self, *args, cwd='.'):
        p = self.tool(*args, cwd=cwd)
        self.assertEqual(p.stdout.count(FINDING), 1, p.stdout + p.stderr)
        self.assertNotIn('not known', p.stderr)
        self.assertNotIn('error', p.stderr)
        return p

    def cmake(self, generator):
        self.write('CMakeLists.txt', CMAKE)
        self.sh('cmake', '-S', '.', '-B', 'build', '-G', generator, f'-DCMAKE_CUDA_COMPILER={NVCC}')
        self.found('src/a.cu')
        self.found('a.cu', cwd='src')
        self.found('-p', 'build', 'src/a.cu')
        self.found('-p', 'build/compile_commands.json', 'src/a.cu')
        self.found('-p', 'build')
        self.found('inc/strided.cuh')
        self.found('src/a.cu', 'inc/strided.cuh')
        self.assertIn('\ninc/strided.cuh:3', '\n' + self.found('src/a.cu').stdout)
        out = json.loads(self.tool('--format=json', 'src/a.cu').stdout)
        self.assertEqual(out['target'], 'sm_80')

    @unittest.skipUnless(HAS_NVCC, 'no nvcc')
    def test_cmake_ninja(self):
        self.cmake('Ninja')

    @unittest.skipUnless(HAS_NVCC, 'no nvcc')
    def test_cmake_makefiles(self):
        self.cmake('Unix Makefiles')
        with open(os.path.join(self.dir, 'build/compile_commands.json')) as f:
            self.assertIn('--options-file', f.read())

    @unittest.skipUnless(HAS_NVCC and shutil.which('bear'), 'no nvcc or no bear')
    def test_bear(self):
        self.sh('bear', '--', NVCC, '-Iinc', '-DWIDTH=8,OTHER', '-gencode', 'arch=compute_90,code=sm_90', '-Xcompiler',
                '-fPIC,-Wall', '-c', 'src/a.cu', '-o', 'a.o')
        self.found('src/a.cu')
        out = json.loads(self.tool('--format=json', 'src/a.cu').stdout)
        self.assertEqual(out['target'], 'sm_90')

    def test_clangd_init(self):
        """clangd takes nvcc's commands with the .clangd that is written, and none without."""
        clangd = shutil.which('clangd') or next((c for v in range(30, 16, -1) if (c := shutil.which(f'clangd-{v}'))), None)
        if not clangd:
            self.skipTest('no clangd')
        self.write('src/k.cu', '#include "h.cuh"\n__global__ void k(float *p) { p[threadIdx.x * WIDTH] = OTHER; }\n')
        self.write('inc/h.cuh', '#pragma once\n')
        command = ('nvcc -forward-unknown-to-host-compiler -DWIDTH=8,OTHER=1 -I ../inc -gencode arch=compute_80,code=sm_80 --expt-relaxed-constexpr '
                   '-Xcompiler -fPIC,-Wall -rdc=true -lineinfo -O3 -std=c++17 -x cu -c ../src/k.cu -o k.o')
        self.write('build/compile_commands.json', json.dumps([{'directory': self.path('build'), 'file': '../src/k.cu', 'command': command}]))
        run = lambda *words: subprocess.run(words, cwd=self.path('.'), capture_output=True, text=True, timeout=300)
        unknown = lambda: [l for l in run(clangd, '--check=src/k.cu').stderr.splitlines() if 'drv_unknown_argument' in l or 'pp_file_not_found' in l]
        self.assertTrue(unknown())
        p = run(COALCHECK, 'clangd', '--init')
        self.assertEqual(0, p.returncode, p.stderr)
        self.assertIn('for 1 CUDA file', p.stdout)
        self.assertEqual([], unknown())
        with open(self.path('.clangd')) as f:
            text = f.read()
        again = run(COALCHECK, 'clangd', '--init')
        self.assertEqual((2, text), (again.returncode, again.stdout))
        self.assertIn('exists and is left as it is', again.stderr)

    def test_clangd_init_without_nvcc(self):
        run = lambda: subprocess.run([COALCHECK, 'clangd', '--init'], cwd=self.path('.'), capture_output=True, text=True)
        self.assertIn('no compile_commands.json', run().stderr)
        self.write('compile_commands.json', json.dumps([{'directory': self.path('.'), 'file': 'a.cpp', 'command': 'c++ -c a.cpp'}]))
        p = run()
        self.assertEqual(2, p.returncode)
        self.assertIn('no command of nvcc', p.stderr)
        self.assertFalse(os.path.exists(self.path('.clangd')))

    def test_bazel_like(self):
        """Arguments with parameter files, a wrapper, and a folder of links to the sources."""
        os.makedirs(os.path.join(self.dir, 'execroot/_main'))
        for name in ('src', 'inc'):
            os.symlink(os.path.join(self.dir, name), os.path.join(self.dir, 'execroot/_main', name))
        self.write('execroot/_main/bazel-out/k8-opt/bin/a.pic.o.params', '-iquote\n.\n-isystem\ninc\n"-DWIDTH=8"\n')
        self.write('compile_commands.json', [{
            'file': 'src/a.cu',
            'directory': os.path.join(self.dir, 'execroot/_main'),
            'arguments': ['external/local_cuda/crosstool/clang/bin/crosstool_wrapper_driver_is_not_gcc',
                          '@bazel-out/k8-opt/bin/a.pic.o.params', '-x', 'cuda', '-nvcc_options=relaxed-constexpr',
                          '--cuda-gpu-arch=sm_90', '-MD', '-MF', 'bazel-out/k8-opt/bin/a.pic.d', '-fno-canonical-system-headers',
                          '-frandom-seed=bazel-out/k8-opt/bin/a.pic.o', '-no-canonical-prefixes', '-c', 'src/a.cu',
                          '-o', 'bazel-out/k8-opt/bin/a.pic.o']}])
        p = self.tool('src/a.cu')  # -isystem: what is in a header of the system belongs to the caller
        self.assertIn("src/a.cu:5:50: warning: uncoalesced load of 'in'", p.stdout)
        self.assertIn('flags that are not known were passed over: -no-canonical-prefixes\n', p.stderr)
        self.write('execroot/_main/bazel-out/k8-opt/bin/a.pic.o.params', '-iquote\ninc\n"-DWIDTH=8"\n')
        p = self.tool('src/a.cu')
        self.assertIn(FINDING, p.stdout)

    def test_bazels_external_repositories(self):
        """Headers of other repositories lie beside the execution root, behind a link in it."""
        self.write('base/external/lib~1.0/include/lib/width.h', '#define LIB_WIDTH 8\n')
        self.write('base/external/lib~1.0/quoted.h', '#define QUOTED 1\n')
        os.makedirs(os.path.join(self.dir, 'base/execroot/_main'))
        os.symlink('../../external', os.path.join(self.dir, 'base/execroot/_main/external'))
        for name in ('src', 'inc'):
            os.symlink(os.path.join(self.dir, name), os.path.join(self.dir, 'base/execroot/_main', name))
        os.symlink('base/execroot/_main', os.path.join(self.dir, 'bazel-work'))
        self.write('src/a.cu', '#include <lib/width.h>\n#include "quoted.h"\n' + SOURCE + '#if LIB_WIDTH != 8 || !QUOTED\n#error lost\n#endif\n')
        words = ['external/cuda_toolchain/bin/nvcc', '-iquote', '.', '-iquote', 'external/lib~1.0', '-isystem', 'external/lib~1.0/include',
                 '-iquote', 'inc', '-DWIDTH=LIB_WIDTH', '-c', 'src/a.cu']
        for directory in ('base/execroot/_main', 'bazel-work'):
            self.write('compile_commands.json', [{'file': 'src/a.cu', 'directory': os.path.join(self.dir, directory), 'arguments': words}])
            p = self.tool('src/a.cu')
            self.assertIn(FINDING, p.stdout)
            self.assertNotIn('error', p.stderr)
            self.tool('bazel-work/src/a.cu')

    def entry(self, command, file='src/a.cu', directory=None):
        return {'directory': directory or self.dir, 'command': command, 'file': file}

    def test_the_flags_of_the_issue(self):
        """None of them stops the file or is called unknown."""
        self.write('x.rsp', '-DFROM_FILE=1 "-Iinc"')
        self.write('pre.h', '#define PRE 1\n')
        self.write('src/a.cu', SOURCE + '#if !defined(A) || !defined(B) || FROM_FILE != 1 || PRE != 1 || TEXT != 3\n#error lost\n#endif\n')
        for arch in ('-arch=native', '-arch=all', '-arch=all-major', '-arch=sm_90a', '-arch sm_52', '-arch=sm_20', '-arch=sm_130',
                     '-gencode arch=compute_80,code=[sm_80,compute_80]', '-gencode=arch=compute_120f,code=sm_120f'):
            self.write('compile_commands.json', [self.entry(
                f'ccache /opt/cuda/bin/nvcc {arch} -rdc=true --expt-relaxed-constexpr --expt-extended-lambda '
                '-Xcompiler -fPIC -Xcompiler=-DTEXT=3,-Wall -Xcudafe --diag_suppress=20012 -ccbin /usr/bin/g++-12 --options-file x.rsp '
                '-forward-unknown-to-host-compiler -isystem=/nonexistent -D A,B -DWIDTH=8 --use_fast_math -x cu -include pre.h '
                '-Xptxas -v,-O3 -lineinfo -t 4 --threads=2 -std=c++17 -O3 -DNDEBUG -MD -MT a.o -MF a.o.d -c src/a.cu -o a.o')])
            self.found('src/a.cu')

    def test_every_option_of_nvcc(self):
        """As nvcc's own help has them, long and short, with their values joined and apart."""
        nvcc = shutil.which('nvcc') or '/usr/local/cuda/bin/nvcc'
        if not os.path.exists(nvcc):
            self.skipTest('no nvcc')
        text = subprocess.run([nvcc, '--help'], capture_output=True, text=True).stdout
        options = re.findall(r'^(--[a-z0-9_-]+)(?: +(<[^>]+>|\{[^}]*\}))?.*?\((-[^)]+)\)', text, re.M)
        self.assertGreater(len(options), 100)
        values = {'--std': 'c++17', '--gpu-architecture': 'sm_90', '--gpu-code': 'sm_90', '--generate-code': 'arch=compute_90,code=sm_90',
                  '--x': 'cu', '--machine': '64', '--include-path': 'inc', '--system-include': 'none', '--pre-include': 'pre.h',
                  '--define-macro': 'FOO', '--undefine-macro': 'FOO', '--options-file': 'x.rsp', '--ftemplate-depth': '512'}
        self.write('pre.h', '')
        self.write('x.rsp', '-DBAR=1')
        self.write('src/a.cu', SOURCE)
        for joined in (True, False):
            for which in (0, 2):
                words = []
                for option in options:
                    if option[0] in ('--help', '--version'):
                        continue
                    value = values.get(option[0], '8') if option[1] else ''
                    words += [option[which] + '=' + value] if value and joined else [option[which], value] if value else [option[which]]
                self.write('compile_commands.json', [{'directory': self.dir, 'file': 'src/a.cu',
                                                      'arguments': ['nvcc', '-Iinc', '-DWIDTH=8', *words, '-c', 'src/a.cu']}])
                p = self.tool('src/a.cu')
                self.assertIn(FINDING, p.stdout)
                self.assertNotIn('passed over', p.stderr)

    def test_unknown_flags_are_noted_once(self):
        for i in range(3):
            self.write(f'src/{i}.cu', SOURCE)
        self.write('compile_commands.json', [self.entry(f'nvcc -Iinc -DWIDTH=8 --frobnicate -zap=1 src/{i}.cu', f'src/{i}.cu') for i in range(3)])
        p = self.tool('src/0.cu', 'src/1.cu', 'src/2.cu')
        self.assertEqual(p.stderr.count('passed over: --frobnicate -zap=1\n'), 1)

    def test_flags_of_the_command_line_come_last(self):
        self.write('compile_commands.json', [self.entry('nvcc -arch=sm_80 -Iinc -DWIDTH=8 src/a.cu')])
        p = self.tool('src/a.cu', '--format=json', '--', '-UWIDTH', '-DWIDTH=1', '-arch=sm_90', status=0)
        self.assertEqual(json.loads(p.stdout)['target'], 'sm_90')
        p = self.tool('src/a.cu', '--target=sm_75', '--format=json', '--', '-arch=sm_90')
        self.assertEqual(json.loads(p.stdout)['target'], 'sm_75')

    def test_a_file_that_is_not_in_it(self):
        self.write('compile_commands.json', [self.entry('nvcc -Iinc -DWIDTH=8 src/a.cu')])
        self.write('src/new.cu', SOURCE)
        p = self.found('src/new.cu')
        self.assertIn('src/new.cu is not in compile_commands.json; the flags of src/a.cu are used', p.stderr)

    def test_bad_databases(self):
        self.assertIn("no compile_commands.json in 'src'", self.tool('-p', 'src', 'src/a.cu', status=2).stderr)
        self.write('compile_commands.json', 'not json')
        self.assertIn('compile_commands.json:1: ', self.tool('-p', '.', 'src/a.cu', status=2).stderr)
        p = self.tool('src/a.cu', '--', '-Iinc', '-DWIDTH=8')
        self.assertIn('(ignored)', p.stderr)
        self.write('compile_commands.json', {'file': 'x'})
        self.assertIn('a list is expected', self.tool('-p', '.', 'src/a.cu', status=2).stderr)
        self.write('compile_commands.json', [1, {}, {'file': 7}, self.entry('nvcc -Iinc -DWIDTH=8 src/a.cu')])
        self.found('src/a.cu')

    def test_no_database(self):
        self.found('src/a.cu', '--', '-I', 'inc', '-DWIDTH=8')
        p = self.found('inc/strided.cuh', '--', '-DWIDTH=8', '-I', 'inc')
        self.assertNotIn('alone', p.stderr)


class Git(Case):
    """coalcheck $(git diff --name-only)"""

    def setUp(self):
        super().setUp()
        self.write('compile_commands.json', [{'directory': self.dir, 'file': 'src/a.cu', 'command': 'nvcc -Iinc -DWIDTH=8 src/a.cu'}])
        self.write('old.cu', '__global__ void old(float *p) { p[threadIdx.x * 8] = 0; }\n')
        self.write('host.cpp', 'int main() {}\n')
        self.write('host.h', '#pragma once\n')
        self.git('init', '-q')
        self.git('add', '.')
        self.git('commit', '-qm', 'x')

    def names(self, *revisions):
        p = subprocess.run(['git', 'diff', '--name-only', *revisions], capture_output=True, text=True, cwd=self.dir, check=True)
        return p.stdout.split()

    def change(self):
        os.remove(os.path.join(self.dir, 'old.cu'))
        self.write('host.cpp', 'int main() { return 0; }\n')
        self.write('host.h', '#pragma once\nint f();\n')
        self.write('inc/strided.cuh', HEADER + '// more\n')
        self.write('README.md', 'A kernel:\n\n    __global__ void k(float *p) {}\n    k<<<1, 32>>>(p);\n')
        self.git('add', '-N', 'README.md')

    def check(self, names, cwd='.'):
        p = self.tool(*names, cwd=cwd)
        self.assertEqual(p.stdout.count(FINDING), 1, p.stdout + p.stderr)
        self.assertIn('old.cu: skipped: it was deleted', p.stderr)
        self.assertIn('host.cpp: skipped: not a CUDA file', p.stderr)
        self.assertIn('host.h: skipped: no CUDA file includes it', p.stderr)
        self.assertIn('README.md: skipped: not a CUDA file', p.stderr)
        self.assertRegex(p.stderr, r'inc/strided.cuh is judged through (../)?(src/)?a.cu, which includes it')

    def test_working_tree(self):
        self.change()
        self.check(self.names())

    def test_from_a_subfolder(self):
        self.change()
        self.check(self.names(), cwd='src')

    def test_between_commits(self):
        self.change()
        self.git('add', '-A')
        self.git('commit', '-qm', 'y')
        self.check(self.names('HEAD~1'))

    def test_names_that_git_quotes(self):
        for name in ('größe.cu', 'sub/数.cu'):
            self.write(name, '__global__ void k(float *p) { p[threadIdx.x * 8] = 0; }\n')
        self.git('add', '.')
        self.git('commit', '-qm', 'names')
        for name in ('größe.cu', 'sub/数.cu'):
            self.write(name, '// more\n__global__ void k(float *p) { p[threadIdx.x * 8] = 0; }\n')
        names = self.names()
        self.assertIn('"gr\\303\\266\\303\\237e.cu"', names)
        for cwd in ('.', 'sub'):
            self.assertEqual(self.tool(*names, cwd=cwd).stdout.count('warning:'), 2)

    def test_submodules_are_left_alone(self):
        self.write('mod/s.cu', '__global__ void k(float *p) { p[threadIdx.x * 8] = 0; }\n')
        mod = os.path.join(self.dir, 'mod')
        git = ['git', '-C', mod, '-c', 'user.name=x', '-c', 'user.email=x@y']
        for command in (['init', '-q'], ['add', '.'], ['commit', '-qm', 'x']):
            subprocess.run([*git, *command], check=True)
        self.git('add', 'mod')
        self.git('commit', '-qm', 'submodule')
        self.write('mod/s.cu', '// more\n')
        self.assertEqual(self.names(), ['mod'])
        self.assertIn('mod: skipped: a repository of its own', self.tool(*self.names(), status=0).stderr)
        self.tool('--changed-since=HEAD', status=0)

    def test_changed_since_in_a_shallow_clone(self):
        shallow = os.path.join(self.dir, 'shallow')
        subprocess.run(['git', 'clone', '-q', '--depth=1', 'file://' + self.dir, shallow], check=True)
        self.assertIn('the clone is shallow', self.tool('--changed-since=HEAD~1', cwd='shallow', status=2).stderr)

    def test_a_file_that_never_was(self):
        self.assertIn('nope.cu', self.tool('nope.cu', status=2).stderr)

    def test_changed_since(self):
        more = SOURCE + ('__global__ void old_one(float *p) { p[threadIdx.x * 8] = 0; }\n'
                         '__global__ void new_one(float *p) { p[threadIdx.x * 8] = 0; }\n')
        self.write('src/a.cu', more)
        self.git('commit', '-qam', 'more')
        self.git('checkout', '-qb', 'topic')
        self.write('src/a.cu', more.replace('new_one(float *p)', 'new_one(float *q)').replace('{ p[threadIdx.x * 8] = 0; }\n', '{ q[threadIdx.x * 8] = 0; }\n', 2)
                   .replace('old_one(float *p) { q', 'old_one(float *p) { p'))
        self.write('src/untracked.cu', '__global__ void fresh(float *p) { p[threadIdx.x * 8] = 0; }\n')
        p = self.tool('--changed-since=master' if 'master' in self.branches() else '--changed-since=main')
        self.assertIn('src/a.cu:7:37: warning', p.stdout)
        self.assertIn('src/untracked.cu:1:35: warning', p.stdout)
        self.assertEqual(p.stdout.count('warning:'), 2, p.stdout)
        self.assertIn('Suppressed 2 findings (in other files or lines).', p.stderr)
        self.tool('--changed-since=HEAD', 'src/a.cu')
        self.git('commit', '-qam', 'topic')
        self.tool('--changed-since=HEAD', 'src/a.cu', status=0)
        self.assertIn("no revision 'nope'", self.tool('--changed-since=nope', status=2).stderr)

    def branches(self):
        return subprocess.run(['git', 'branch'], capture_output=True, text=True, cwd=self.dir).stdout

    def test_changed_since_outside_a_repository(self):
        shutil.rmtree(os.path.join(self.dir, '.git'))
        self.assertIn('needs git and a repository', self.tool('--changed-since=HEAD', 'src/a.cu', status=2).stderr)


if __name__ == '__main__':
    unittest.main(verbosity=2)
