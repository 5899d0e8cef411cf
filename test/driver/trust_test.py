#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Nothing in a repository runs, deletes or holds up anything (SECURITY.md), and nothing is lost when writing fails.

usage: trust_test.py COALCHECK [unittest arguments]
"""
import json
import os
import resource
import signal
import subprocess
import sys
import time
import unittest

from folder_case import PADDABLE as TILE, FolderCase

COALCHECK = os.path.abspath(sys.argv.pop(1)) if __name__ == '__main__' else 'coalcheck'

STRIDED = '__global__ void k(const float *in, float *out) { out[threadIdx.x] = in[threadIdx.x * 8]; }\n'


class Case(FolderCase):
    def setUp(self):
        super().setUp()
        self.home = self.folder()
        self.write('k.cu', STRIDED)

    def tool(self, *args, status=None, timeout=20, **more):
        env = {**os.environ, 'HOME': self.home, 'LC_ALL': 'C.UTF-8', **more.pop('env', {})}
        for name in ('XDG_CONFIG_HOME', 'XDG_CACHE_HOME'):
            env.pop(name, None)
        more.setdefault('stdout', subprocess.PIPE)
        p = subprocess.run([COALCHECK, *args], stderr=subprocess.PIPE, text=True, cwd=self.dir, env=env, timeout=timeout, **more)
        if status is not None:
            self.assertEqual(p.returncode, status, p.stderr)
        return p


class Trust(Case):
    def test_a_project_says_nothing_of_what_code_is_run(self):
        """The library would make a file when it is loaded."""
        mark = self.path('mark')
        self.write('evil.c', f'#include <fcntl.h>\n__attribute__((constructor)) static void f(void) {{ open("{mark}", O_CREAT, 0600); }}\n')
        subprocess.run(['cc', '-shared', '-fPIC', '-o', self.path('libclang.so'), self.path('evil.c')], check=True)
        for option, value in (('libclang', 'libclang.so'), ('libclang', self.path('libclang.so')), ('cache-dir', '.'), ('cuda-path', '.')):
            self.write('.coalcheck', f'all: true\n{option}: {value}\n')
            p = self.tool('k.cu', status=2)
            self.assertIn(f".coalcheck:2: '{option}' is not taken from a project's settings", p.stderr)
            self.assertIn('~/.config/coalcheck/settings', p.stderr)
        self.assertFalse(os.path.exists(mark))

    def test_the_users_own_settings_do(self):
        os.makedirs(os.path.join(self.home, '.config/coalcheck'))
        own = os.path.join(self.home, '.config/coalcheck/settings')
        with open(own, 'w') as f:
            f.write('libclang: /nonexistent/libclang.so\n')
        self.assertIn("cannot load libclang from '/nonexistent/libclang.so'", self.tool('k.cu', status=2).stderr)
        self.tool('--config-file=none', 'k.cu', status=1)
        with open(own, 'w') as f:
            f.write("checks: '-*,bank-conflict'\n")
        self.tool('k.cu', status=0)
        self.write('.coalcheck', "checks: '-*,strided'\n")
        self.tool('k.cu', status=1)
        self.write('given', 'libclang: /nonexistent/libclang.so\n')
        self.assertIn('/nonexistent', self.tool('--config-file=given', 'k.cu', status=2).stderr)

    def test_a_projects_baseline_lies_in_the_project(self):
        for value in (self.home + '/x.json', '../x.json', 'a/../../x.json'):
            self.write('.coalcheck', f'baseline: {value}\n')
            self.assertIn('.coalcheck:1: the baseline of a project lies in its folder', self.tool('--update-baseline', 'k.cu', status=2).stderr)
        self.write('.coalcheck', 'baseline: sub..d/known.json\n')
        os.mkdir(self.path('sub..d'))
        self.tool('--update-baseline', 'k.cu', status=0)

    def test_flags_of_a_database_run_nothing(self):
        mark = self.path('mark')
        self.write('evil.c', f'#include <fcntl.h>\n__attribute__((constructor)) static void f(void) {{ open("{mark}", O_CREAT, 0600); }}\n')
        subprocess.run(['cc', '-shared', '-fPIC', '-o', self.path('evil.so'), self.path('evil.c')], check=True)
        for flags in (['-fplugin=./evil.so'], ['-fpass-plugin=./evil.so'], ['-Xclang', '-load', '-Xclang', './evil.so'],
                      ['-Xclang=-load', '-Xclang=./evil.so'], ['-Xcompiler', '-fplugin=./evil.so'], ['-wrapper', './evil.so'],
                      ['-Xclang', '-plugin', '-Xclang', 'x', '-Xclang', '-load', '-Xclang', './evil.so']):
            self.write('compile_commands.json', json.dumps([{'directory': self.dir, 'file': 'k.cu', 'arguments': ['clang++', *flags, '-c', 'k.cu']}]))
            self.tool('k.cu')
            self.assertFalse(os.path.exists(mark), flags)

    def test_git_is_not_told_to_run_a_monitor(self):
        git = lambda *a: subprocess.run(['git', '-c', 'user.name=a', '-c', 'user.email=a@b', *a], cwd=self.dir, check=True, capture_output=True)
        git('init', '-q')
        git('add', 'k.cu')
        git('commit', '-qm', 'k')
        self.write('monitor', f'#!/bin/sh\ntouch {self.path("mark")}\n')
        os.chmod(self.path('monitor'), 0o755)
        git('config', 'core.fsmonitor', './monitor')
        self.write('k.cu', STRIDED + '// changed\n')
        self.tool('--changed-since=HEAD')
        self.assertFalse(os.path.exists(self.path('mark')))

    def test_the_cache_keeps_what_is_not_its_own(self):
        """Other files stay, old or not; an expired one of its own goes."""
        cache = self.path('cache')
        os.mkdir(cache)
        key = '0123456789abcdef' * 2
        others = ['mine.pch', 'mine.no', 'mine.tmp', f'{key}.pch.tmp', f'{key}.pch.1.2.tmp.bak', f'{key}0.pch', f'{key.upper()}.pch', 'notes.txt']
        for name in [*others, f'{key}.pch.12.3.tmp']:
            with open(os.path.join(cache, name), 'w') as f:
                f.write('x')
            os.utime(os.path.join(cache, name), (0, 0))
        os.symlink(self.path('k.cu'), os.path.join(cache, f'{key}.no'))
        self.write('top.cu', '#include <cuda_runtime.h>\n' + STRIDED)
        self.tool(f'--cache-dir={cache}', 'top.cu', status=1)
        left = set(os.listdir(cache))
        self.assertTrue(set(others) | {f'{key}.no'} <= left, left)
        self.assertNotIn(f'{key}.pch.12.3.tmp', left)
        self.assertTrue(os.path.exists(self.path('k.cu')))

    def test_pipes_and_devices_hold_up_nothing(self):
        """Where a file is expected, also under the cache's own name."""
        os.mkfifo(self.path('fifo.cu'))
        self.assertIn('fifo.cu: not a regular file', self.tool('fifo.cu', status=2).stderr)
        self.assertIn('/dev/zero: not a regular file', self.tool('/dev/zero', status=2).stderr)
        os.mkfifo(self.path('.coalcheck'))
        self.assertIn("cannot read '.coalcheck': not a regular file", self.tool('k.cu', status=2).stderr)
        os.remove(self.path('.coalcheck'))
        os.mkfifo(self.path('compile_commands.json'))
        self.assertIn('not a regular file', self.tool('k.cu', status=1).stderr)
        os.remove(self.path('compile_commands.json'))
        os.symlink('/dev/zero', self.path('base.json'))
        self.assertIn('not a regular file', self.tool('--baseline=base.json', 'k.cu', status=2).stderr)
        self.assertIn('not a regular file', self.tool('merge', 'base.json', status=2).stderr)
        self.assertIn('passed over: @/dev/zero @fifo.cu', self.tool('k.cu', '--', '@/dev/zero', '@fifo.cu', status=1).stderr)
        os.mkfifo(self.path('h.cuh'))
        self.tool('h.cuh')

    def test_includes_of_pipes_and_devices(self):
        """By quotes, brackets, macros and links; the file is analysed without them."""
        def limit():
            if 'ASAN_OPTIONS' not in os.environ:  # the sanitizer maps terabytes of shadow
                resource.setrlimit(resource.RLIMIT_AS, (3 << 30, 3 << 30))
        os.mkfifo(self.path('fifo.h'))
        os.symlink('/dev/zero', self.path('link.h'))
        self.write('plain.h', 'enum { N = 8 };\n')
        for header in ('"fifo.h"', '"/dev/zero"', '</dev/urandom>', '"link.h"', 'NAME'):
            self.write('k.cu', f'#define NAME "fifo.h"\n#include "plain.h"\n#include {header}\n#include "/dev/null"\n' + STRIDED)
            for cache in ('--no-cache', f'--cache-dir={self.path("cache")}'):
                p = self.tool(cache, 'k.cu', status=1, preexec_fn=limit)
                self.assertIn('strided', p.stdout)
                self.assertIn('k.cu:3:', p.stderr)
                self.assertNotIn('/dev/null', p.stderr)

    def test_the_caches_own_name_is_taken(self):
        cache = self.path('cache')
        self.write('top.cu', '#include <cuda_runtime.h>\n' + STRIDED)
        self.tool(f'--cache-dir={cache}', 'top.cu', status=1)
        name = [n for n in os.listdir(cache) if n.endswith('.pch')][0]
        taken = os.path.join(cache, name)
        for make in (os.mkfifo, lambda p: os.symlink('/dev/zero', p)):
            os.remove(taken)
            make(taken)
            was = os.lstat(taken)
            self.tool(f'--cache-dir={cache}', 'top.cu', status=1)
            self.assertEqual(os.lstat(taken).st_ino, was.st_ino)

    def test_response_files_are_bounded(self):
        """Each names itself twice, sixteen deep."""
        self.write('r', '@r @r -DX')
        began = time.monotonic()
        self.tool('k.cu', '--', '@r', status=1)
        self.assertLess(time.monotonic() - began, 10)

    def test_nesting_is_bounded(self):
        for text in ('all: ' + '[' * 100000, '{a: ' * 100000, '- ' * 100000, 'a: &a [*a, *a]\n', 'a: &x [1]\n' + ''.join(f'b{i}: [*x, *x]\n' for i in range(1000))):
            self.write('.coalcheck', text)
            self.tool('k.cu', status=2, timeout=10)

    def test_header_filter_takes_linear_time(self):
        self.write('h.cuh', STRIDED)
        self.write('k.cu', '#include "h.cuh"\n')
        for expression in ('^(a*)*(a*)*$', '((a{1,60}){1,60}){1,60}', '(x+x+)+y', r'(.*)\1(.*)\2(.*)\3y'):
            self.write('.coalcheck', f"header-filter: '{expression}'\n")
            self.tool('k.cu', timeout=10)

    def test_many_settings_are_read_in_linear_time(self):
        def seconds(n):
            self.write('.coalcheck', 'launch:\n' + ''.join(f'  - "k{i}: block=64 n={i}"\n' for i in range(n)) +
                       'assume:\n' + ''.join(f'  - "n{i}>=8"\n' for i in range(n)))
            began = time.monotonic()
            self.tool('k.cu', status=1, timeout=60)
            return time.monotonic() - began
        seconds(10)
        few, many = seconds(2500), seconds(20000)
        self.assertLess(many, 8 * few + 2)


class Bounded(Case):
    """10 s and 1 GB a file (docs/robustness.md)."""

    def used(self, text, *args):
        """Seconds of the processor, and the most bytes."""
        self.write('k.cu', text)
        with open(os.devnull, 'w') as null:
            child = subprocess.Popen([COALCHECK, '--cuda-headers=embedded', *args, 'k.cu'], cwd=self.dir, stdout=null, stderr=null)
            _, status, used = os.wait4(child.pid, 0)
        child.returncode = os.waitstatus_to_exitcode(status)
        self.assertIn(child.returncode, (0, 1))
        return used.ru_utime + used.ru_stime, used.ru_maxrss * 1024

    def test_memory_is_a_part_of_the_budget(self):
        """Loops in loops, each of which copies what it found out: 4 GB once."""
        for n in (25, 100, 390):
            loops = 'for (unsigned q = 1; q; q *= 2) { ' * n
            seconds, size = self.used(f'__global__ void k(float *o, int n) {{ float t = threadIdx.x; {loops} o[threadIdx.x * 8] = t; {"}" * n} }}\n')
            self.assertLess(size, 1 << 30, n)
            self.assertLess(seconds, 60, n)

    def test_many_errors_in_one_statement(self):
        """Each made the statement be searched anew: 30 s once."""
        for expression in ('a[' * 250 + '0' + ']' * 250, ' + '.join(f'a{i}[b{i}[i]]' for i in range(1000))):
            seconds, _ = self.used(f'__global__ void k(float *o) {{ o[threadIdx.x] = {expression}; o[threadIdx.x * 8] = 1; }}\n')
            self.assertLess(seconds, 10)

    def test_what_memory_did_not_allow_is_unknown(self):
        loops = 'for (unsigned q = 1; q; q *= 2) { ' * 300
        self.write('k.cu', f'__global__ void k(float *o, int n) {{ float t = threadIdx.x; {loops} t += n; {"}" * 300} o[threadIdx.x * 8] = t; }}\n')
        found = json.loads(self.tool('--format=json', '--all', 'k.cu', timeout=100).stdout)
        self.assertEqual([a.get('reason') for a in found['accesses']], ['budget'])


class NothingIsLost(Case):
    def limited(self, bytes_max):
        """What a full disk is to the process."""
        def limit():
            signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
            resource.setrlimit(resource.RLIMIT_FSIZE, (bytes_max, bytes_max))
        return limit

    def leftovers(self):
        return [n for n in os.listdir(self.dir) if '.coalcheck-' in n]

    def test_a_full_disk(self):
        """Reports, baselines, exported fixes and fixed sources: the old file stays."""
        self.write('tile.cu', TILE + '// ' + 'x' * 5000 + '\n')
        self.tool('--baseline=base.json', '--update-baseline', 'k.cu', 'tile.cu', status=0)
        self.write('out.json', 'old report')
        self.write('fixes.yaml', 'old fixes')
        before = {n: self.read(n) for n in ('base.json', 'out.json', 'fixes.yaml', 'tile.cu')}
        for args, name in ((['--format=json', '-o', 'out.json'], 'out.json'), (['--baseline=base.json', '--update-baseline'], 'base.json'),
                           (['--export-fixes=fixes.yaml'], 'fixes.yaml'), (['--fix'], 'tile.cu')):
            p = self.tool('--no-cache', *args, 'k.cu', 'tile.cu', status=2, preexec_fn=self.limited(100))
            self.assertIn(name, p.stderr)
            self.assertIn('File too large', p.stderr)
            self.assertEqual({n: self.read(n) for n in before}, before, args)
            self.assertEqual(self.leftovers(), [])

    def test_dev_full(self):
        self.write('tile.cu', TILE)
        for args in (['-o', '/dev/full'], ['--export-fixes=/dev/full'], ['--baseline=base.json', '--update-baseline']):
            if '--update-baseline' in args:
                os.symlink('/dev/full', self.path('link'))
                args = ['--export-fixes=link']
            self.assertIn('No space left on device', self.tool(*args, 'tile.cu', status=2).stderr)
        with open('/dev/full', 'w') as full:
            self.assertIn('cannot write the report: No space left on device', self.tool('k.cu', status=2, stdout=full).stderr)

    def test_a_closed_pipe(self):
        r, w = os.pipe()
        os.close(r)
        p = self.tool('k.cu', status=2, stdout=w)
        os.close(w)
        self.assertIn('cannot write the report: Broken pipe', p.stderr)

    def test_a_reader_that_is_gone_does_not_stop_what_is_started(self):
        """The command behind `launch` has the default action for SIGPIPE again."""
        self.write('compiler', '#!/bin/sh\ngrep SigCgt /proc/self/status; grep SigIgn /proc/self/status\n')
        os.chmod(self.path('compiler'), 0o755)
        out = self.tool('launch', '--', './compiler', '-c', 'k.c', restore_signals=True).stdout
        self.assertEqual([int(line.split()[1], 16) >> 12 & 1 for line in out.splitlines()], [0, 0])

    def children(self):
        """What the programs of this test call themselves."""
        found = []
        for pid in filter(str.isdigit, os.listdir('/proc')):
            try:
                with open(f'/proc/{pid}/environ', 'rb') as f:
                    if self.dir.encode() in f.read():
                        found.append(int(pid))
            except OSError:
                pass
        return found

    def interrupted(self, number, program):
        """Starts `coalcheck run` on it in a folder for temporary files of its own, and ends coalcheck after some seconds."""
        self.write('prog.cu', program)
        temporary = self.path('tmp')
        os.mkdir(temporary)
        env = {**os.environ, 'TMPDIR': temporary}
        p = subprocess.Popen([COALCHECK, 'run', '--timeout=60', 'prog.cu'], cwd=self.dir, env=env, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        self.assertEqual(p.stdout.readline(), 'started\n')
        p.send_signal(number)
        p.communicate(timeout=30)
        deadline = time.monotonic() + 10
        while self.children() and time.monotonic() < deadline:
            time.sleep(0.1)
        self.assertEqual(self.children(), [])
        self.assertEqual(p.returncode, -number)
        return os.listdir(temporary)

    ENDLESS = '#include <cstdio>\n#include <unistd.h>\n__global__ void k(float *a) { a[threadIdx.x] = 0; }\n' \
              'int main() { float *a; cudaMalloc(&a, 128); k<<<1, 32>>>(a); puts("started"); fflush(stdout); if (!fork()) pause(); for (;;) sleep(1); }\n'

    def test_children_end_with_the_parent(self):
        for number in (signal.SIGINT, signal.SIGTERM):
            with self.subTest(number):
                self.assertEqual(self.interrupted(number, self.ENDLESS), [])
                os.rmdir(self.path('tmp'))

    def test_a_folder_for_temporary_files_that_is_not_there(self):
        p = self.tool('run', 'k.cu', status=2, env={'TMPDIR': '/nonexistent'})
        self.assertIn('cannot make a folder like /nonexistent/coalcheck-', p.stderr)

    def test_temporary_files_have_no_folder(self):
        self.write('file', '')
        for folder in ('/proc', self.path('file')):
            p = self.tool('run', 'k.cu', status=2, env={'TMPDIR': folder})
            self.assertIn(f'cannot make a folder like {folder}/coalcheck-', p.stderr)

    def test_a_timeout_is_a_number_of_seconds(self):
        for text in ('-1', 'abc', 'nan', 'inf', '', '5s', '1e99', '9' * 20):
            with self.subTest(text):
                self.assertIn(f"bad --timeout '{text}'", self.tool('run', f'--timeout={text}', 'k.cu', status=2).stderr)

    def poor(self, processes=1):
        """To become a user that may start nothing: the limit does not bind root."""
        if os.getuid() == 0:
            os.setgroups([])
            os.setresgid(54321, 54321, 54321)
            os.setresuid(54321, 54321, 54321)
        resource.setrlimit(resource.RLIMIT_NPROC, (processes, processes))

    def test_nothing_can_be_started(self):
        """libclang would abort the program: each file has its error, and no temporary folder is left."""
        os.mkdir(self.path('tmp'))
        for folder in (self.dir, self.home, self.path('tmp')):
            os.chmod(folder, 0o777)
        self.write('other.cu', STRIDED)
        leaks = os.environ.get('ASAN_OPTIONS', '') + ':detect_leaks=0'  # the search for leaks starts a process
        env = {'TMPDIR': self.path('tmp'), 'ASAN_OPTIONS': leaks}
        try:
            self.tool('--version', status=0, preexec_fn=self.poor, env=env)
        except PermissionError:
            self.skipTest('other users cannot reach the program')
        for args in (['k.cu', 'other.cu'], ['-j4', 'k.cu', 'other.cu'], ['run', 'k.cu']):
            with self.subTest(args):
                p = self.tool(*args, status=2, preexec_fn=self.poor, env=env)
                for name in set(args) & {'k.cu', 'other.cu'}:
                    self.assertIn(f'{name}: cannot start a thread for libclang: Resource temporarily unavailable', p.stderr)
                self.assertEqual(os.listdir(self.path('tmp')), [])

    def test_a_server_that_can_start_nothing(self):
        """The answer names the reason: the analysis did not crash."""
        for folder in (self.dir, self.home):
            os.chmod(folder, 0o777)
        leaks = os.environ.get('ASAN_OPTIONS', '') + ':detect_leaks=0'
        call = {'jsonrpc': '2.0', 'id': 1, 'method': 'tools/call', 'params': {'name': 'analyse', 'arguments': {'source': STRIDED}}}
        for processes, message in ((1, 'no process can be started'), (2, 'cannot start a process: Resource temporarily unavailable')):
            if processes > 1 and os.getuid():
                continue  # this user has other processes
            try:
                p = self.tool('mcp', input=json.dumps(call) + '\n', preexec_fn=lambda n=processes: self.poor(n), env={'ASAN_OPTIONS': leaks})
            except PermissionError:
                self.skipTest('other users cannot reach the program')
            self.assertIn(message, p.stdout)
            self.assertNotIn('crashed', p.stdout)

    def test_a_file_that_includes_itself(self):
        """Clang's limit on nesting ends it; other files lose nothing."""
        for text in ('#include __FILE__\n', 'namespace n {\n#include __FILE__\n}\n', 'int x = (\n#include __FILE__\n);\n',
                     'template <class T> struct S {\n#include __FILE__\n};\n'):
            with self.subTest(text):
                self.write('self.cu', text)
                p = self.tool('self.cu', 'k.cu', status=2)
                self.assertIn('self.cu: no kernel could be analysed', p.stderr)
                self.assertIn('k.cu:1:', p.stdout)

    def test_an_interrupted_run_leaves_no_files(self):
        self.write('out.json', 'old')
        self.tool('--format=json', '-o', 'out.json', 'k.cu', 'missing.cu', status=2)
        self.assertEqual(self.leftovers(), [])


if __name__ == '__main__':
    unittest.main(verbosity=2)
