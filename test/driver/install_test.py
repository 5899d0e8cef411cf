#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What `cmake --install` puts where, and that it works from there: the CMake package, the compiler launcher, the man page,
shell completion, the pre-commit hook.

usage: install_test.py BUILD_DIR CLANG [unittest arguments]
"""
import importlib.util
import os
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

BUILD = os.path.abspath(sys.argv.pop(1)) if __name__ == '__main__' else 'build'
CLANG = sys.argv.pop(1) if __name__ == '__main__' else 'clang++'  # the plugin's
SOURCE = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
NVCC = shutil.which('nvcc') or '/usr/local/cuda/bin/nvcc'

STRIDED = '__global__ void k(const float *in, float *out) { out[threadIdx.x] = in[threadIdx.x * WIDTH]; }\n'
CMAKE = '''cmake_minimum_required(VERSION 3.25)
project(demo LANGUAGES CXX CUDA)
find_package(coalcheck REQUIRED)
add_library(demo STATIC src/k.cu src/host.cpp)
target_compile_definitions(demo PRIVATE WIDTH=${WIDTH})
set_target_properties(demo PROPERTIES CUDA_ARCHITECTURES 80)
coalcheck_target(demo ${ON_BUILD} OPTIONS --cuda-headers=embedded)
'''


class Install(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.top = os.path.realpath(tempfile.mkdtemp(prefix='coalcheck-install-'))
        cls.prefix = os.path.join(cls.top, 'prefix')
        subprocess.run(['cmake', '--install', BUILD, '--prefix', cls.prefix], check=True, capture_output=True)

    @classmethod
    def tearDownClass(cls):
        shutil.rmtree(cls.top)

    def setUp(self):
        self.dir = tempfile.mkdtemp(dir=self.top)

    def write(self, name, text):
        path = os.path.join(self.dir, name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, 'w') as f:
            f.write(text)

    def sh(self, *args, status=0, **kw):
        env = {**os.environ, 'PATH': os.path.join(self.prefix, 'bin') + ':' + os.environ['PATH'], 'XDG_CACHE_HOME': self.top, **kw}
        p = subprocess.run(args, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, cwd=self.dir, env=env, timeout=600)
        if status is not None:
            self.assertEqual(p.returncode, status, f'{args}\n{p.stdout}')
        return p.stdout

    def installed(self, name):
        path = os.path.join(self.prefix, name)
        self.assertTrue(os.path.exists(path), name)
        return path

    def test_files(self):
        for name in ('bin/coalcheck', 'include/coalcheck/ir.h', 'include/coalcheck/model.h', 'include/coalcheck/analysis.h', 'include/coalcheck/check.h', 'include/coalcheck/api.h',
                     'share/man/man1/coalcheck.1', 'share/bash-completion/completions/coalcheck', 'share/zsh/site-functions/_coalcheck'):
            self.installed(name)
        self.assertRegex(self.sh('coalcheck', '--version'), r'^coalcheck \d')

    def test_plugin(self):
        lib = next((d for d in ('lib', 'lib64') if os.path.exists(os.path.join(self.prefix, d, 'libcoalcheck.so'))), None)
        if not lib:
            self.skipTest('the plugin was not built')
        self.write('k.cu', STRIDED.replace('WIDTH', '8'))
        headers = os.path.join(SOURCE, 'lib/frontend/cuda_headers/include')
        out = self.sh(CLANG, '-x', 'cuda', '--cuda-device-only', '--cuda-gpu-arch=sm_80', '-nocudainc', '-nocudalib',
                      '--cuda-path=/nonexistent', '-isystem', headers, '-include', 'coalcheck/cuda_builtin.h', '-fsyntax-only', '-Xclang', '-load',
                      '-Xclang', os.path.join(self.prefix, lib, 'libcoalcheck.so'), 'k.cu')
        self.assertIn('[coalcheck-strided]', out)

    def library(self):
        lib = next((d for d in ('lib', 'lib64') if os.path.exists(os.path.join(self.prefix, d, 'libcoalcheck-core.so'))), None)
        if lib is None:  # Debian's lib/x86_64-linux-gnu for the prefix /usr alone
            self.skipTest('the library was not built')
        return os.path.join(self.prefix, lib)

    def test_library_with_cmake(self):
        self.library()
        shutil.copytree(os.path.join(SOURCE, 'examples'), os.path.join(self.dir, 'examples'))
        self.sh('cmake', '-S', 'examples', '-B', 'b', f'-DCMAKE_PREFIX_PATH={self.prefix}')
        self.sh('cmake', '--build', 'b')
        self.assertIn('[strided]', self.sh('b/example-front_end', status=1))
        self.assertIn('[global-atomic]', self.sh('b/example-check', status=1))

    @unittest.skipUnless(shutil.which('pkg-config'), 'no pkg-config')
    def test_library_with_pkg_config(self):
        lib = self.library()
        flags = self.sh('pkg-config', '--cflags', '--libs', 'coalcheck-core', PKG_CONFIG_PATH=os.path.join(lib, 'pkgconfig')).split()
        self.sh('cc', os.path.join(SOURCE, 'examples/front_end.c'), '-o', 'front_end', *flags)
        self.assertIn('[strided]', self.sh('./front_end', status=1, LD_LIBRARY_PATH=lib))
        self.assertTrue(os.path.islink(os.path.join(lib, 'libcoalcheck-core.so')))

    def test_man_page_holds_every_option(self):
        with open(self.installed('share/man/man1/coalcheck.1')) as f:
            page = f.read().replace('\\-', '-')
        options = [re.split(r'\W*=', w)[0] for line in self.sh('coalcheck', '--help').splitlines() for w in line.split() if w.startswith('--') and len(w) > 2 and line.startswith('  -')]
        self.assertGreater(len(options), 20)
        for option in options:
            self.assertIn(option, page)
        if shutil.which('groff'):
            self.assertEqual(self.sh('groff', '-man', '-ww', '-z', self.installed('share/man/man1/coalcheck.1')), '')

    def test_bash_completion(self):
        script = self.installed('share/bash-completion/completions/coalcheck')
        def complete(*words):
            listed = ' '.join(f"'{w}'" for w in words)
            return self.sh('bash', '-c', f'compopt() {{ :; }}; . {script}; COMP_WORDS=({listed}); COMP_CWORD={len(words) - 1}; _coalcheck; echo "${{COMPREPLY[@]}}"').split()
        self.assertIn('--min-efficiency=', complete('coalcheck', '--min'))
        self.assertEqual(complete('coalcheck', '--format', '=', 's'), ['sarif', 'svg'])
        self.assertIn('doctor', complete('coalcheck', 'doc'))
        self.assertIn('sm_90', complete('coalcheck', '--target', '=', 'sm_9'))

    def test_zsh_completion(self):
        script = self.installed('share/zsh/site-functions/_coalcheck')
        with open(script) as f:
            self.assertTrue(f.readline().startswith('#compdef coalcheck'))
        if shutil.which('zsh'):
            self.sh('zsh', '-n', script)

    @unittest.skipUnless(os.path.exists(NVCC), 'no nvcc')
    def test_cmake_package(self):
        self.write('CMakeLists.txt', CMAKE)
        self.write('src/k.cu', STRIDED)
        self.write('src/host.cpp', 'int host() { return 0; }\n')
        arguments = ('-G', 'Ninja', f'-DCMAKE_PREFIX_PATH={self.prefix}', f'-DCMAKE_CUDA_COMPILER={NVCC}')
        self.sh('cmake', '-S', '.', '-B', 'b', *arguments, '-DWIDTH=8')
        out = self.sh('cmake', '--build', 'b', '--target', 'coalcheck', status=None)
        self.assertIn('src/k.cu:1:69: warning: uncoalesced load of', out)
        self.sh('cmake', '--build', 'b')
        self.sh('cmake', '-S', '.', '-B', 'b', '-DWIDTH=8', '-DON_BUILD=ON_BUILD')
        self.assertIn('strided', self.sh('cmake', '--build', 'b', status=1))
        self.sh('cmake', '-S', '.', '-B', 'b', '-DWIDTH=1', '-DON_BUILD=ON_BUILD')
        self.sh('cmake', '--build', 'b')

    @unittest.skipUnless(os.path.exists(NVCC), 'no nvcc')
    def test_launcher(self):
        self.write('CMakeLists.txt', CMAKE.replace('project(demo LANGUAGES CXX CUDA)\nfind_package(coalcheck REQUIRED)', '''project(demo LANGUAGES CXX)
find_package(coalcheck REQUIRED)
set(CMAKE_CUDA_COMPILER_LAUNCHER ${COALCHECK_LAUNCHER})
enable_language(CUDA)''').replace('coalcheck_target', '#'))
        self.write('src/k.cu', STRIDED)
        self.write('src/host.cpp', 'int host() { return 0; }\n')
        self.sh('cmake', '-S', '.', '-B', 'b', '-G', 'Ninja', f'-DCMAKE_PREFIX_PATH={self.prefix}', f'-DCMAKE_CUDA_COMPILER={NVCC}', '-DWIDTH=8')
        out = self.sh('cmake', '--build', 'b')
        self.assertIn('warning: uncoalesced load of', out)
        self.assertTrue(os.path.exists(os.path.join(self.dir, 'b/libdemo.a')))

    def test_launch_by_hand(self):
        self.write('k.cu', STRIDED)
        self.write('cc', '#!/bin/sh\necho "compiled: $*"\nexit 3\n')
        os.chmod(os.path.join(self.dir, 'cc'), 0o755)
        launch = ('coalcheck', 'launch', '--cuda-headers=embedded')
        out = self.sh(*launch, '--', './cc', '-DWIDTH=8', '-c', 'k.cu', '-o', 'k.o', status=3)
        self.assertIn('[coalcheck-strided]', out)
        self.assertIn('compiled: -DWIDTH=8 -c k.cu -o k.o', out)
        self.assertNotIn('compiled', self.sh(*launch, '--fail-on=warning', '--', './cc', '-DWIDTH=8', '-c', 'k.cu', status=1))
        self.assertEqual(self.sh(*launch, '--', './cc', '-E', 'k.cu', status=3), 'compiled: -E k.cu\n')
        self.assertIn('needs a command', self.sh(*launch, '--', status=2))

    def pre_commit(self, hooks, revision, hook):
        """Sets up a repository with the hook; returns what `pre-commit ARGUMENTS` and `git commit` run with."""
        if importlib.util.find_spec('pre_commit') is None:
            self.skipTest('no pre-commit')
        self.sh('git', 'init', '-q', 'repo')
        self.dir = os.path.join(self.dir, 'repo')
        self.write('.pre-commit-config.yaml', f'repos:\n- repo: {hooks}\n  rev: {revision}\n  hooks:\n  - id: {hook}\n    args: [--cuda-headers=embedded]\n')
        self.write('good.cu', STRIDED.replace('WIDTH', '1'))
        self.write('h.cuh', '#pragma once\n__device__ inline float f(const float *p) { return p[threadIdx.x]; }\n')
        self.write('text.md', 'text\n')
        return {'PRE_COMMIT_HOME': os.path.join(self.top, 'pre-commit')}

    GIT = ('git', '-c', 'user.name=t', '-c', 'user.email=t@example.com')

    def revision(self, folder):
        return subprocess.run(['git', 'rev-parse', 'HEAD'], cwd=folder, capture_output=True, text=True, check=True).stdout.strip()

    def commit_good_then_bad(self, home):
        run = (sys.executable, '-m', 'pre_commit')
        self.sh('git', 'add', '-A')
        self.assertIn('Passed', self.sh(*run, 'run', **home))
        self.sh(*run, 'install', **home)
        self.sh(*self.GIT, 'commit', '-qm', 'good', **home)
        self.write('bad.cu', STRIDED.replace('WIDTH', '8'))
        self.sh('git', 'add', '-A')
        out = self.sh(*self.GIT, 'commit', '-qm', 'bad', status=1, **home)
        self.assertIn("bad.cu:1:69: warning: uncoalesced load of 'in'", out)
        self.assertNotIn('good.cu', out)

    def test_pre_commit(self):
        hooks = os.path.join(self.dir, 'hooks')  # a repository with the hooks' file alone: the program is the installed one
        os.makedirs(hooks)
        shutil.copy(os.path.join(SOURCE, '.pre-commit-hooks.yaml'), hooks)
        for command in (('init', '-q'), ('add', '-A'), ('commit', '-qm', 'x')):
            subprocess.run([*self.GIT, *command], cwd=hooks, check=True)
        self.commit_good_then_bad(self.pre_commit(hooks, self.revision(hooks), 'coalcheck'))

    @unittest.skipUnless(os.environ.get('COALCHECK_TEST_PACKAGE'), 'COALCHECK_TEST_PACKAGE is not set: builds a package, with PyPI')
    def test_pre_commit_with_its_own_package(self):
        shutil.rmtree(os.path.join(self.top, 'pre-commit'), ignore_errors=True)
        home = self.pre_commit(SOURCE, self.revision(SOURCE), 'coalcheck-package')
        home['PATH'] = os.environ['PATH']  # no coalcheck in it
        self.commit_good_then_bad(home)


if __name__ == '__main__':
    unittest.main(verbosity=2)
