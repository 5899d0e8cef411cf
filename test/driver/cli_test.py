#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The command line: exit status and message of each kind of bad input, and what options do.

usage: cli_test.py COALCHECK [unittest arguments]
"""
import json
import os
import re
import shutil
import subprocess
import sys
import unittest

from folder_case import PADDABLE, FolderCase

COALCHECK = os.path.abspath(sys.argv.pop(1)) if __name__ == '__main__' else 'coalcheck'

STRIDED = '''__global__ void k(const float *in, float *out) {
  out[threadIdx.x] = in[threadIdx.x * 8];
}
'''
CLEAN = '__global__ void fine(float *a) { a[threadIdx.x] = 0; }\n'


class CommandLine(FolderCase):
    def run_tool(self, *args, stdin=''):
        """With the embedded headers, which are faster than a toolkit's."""
        if any(a.endswith('.cu') or a == '-' for a in args) and args[0] != 'confrim':
            args = ('--cuda-headers=embedded', *args)
        env = {**os.environ, 'LC_ALL': 'C.UTF-8'}
        return subprocess.run([COALCHECK, *args], capture_output=True, text=True, cwd=self.dir, input=stdin, env=env, timeout=120)

    def check(self, status, message, *args, stdin=''):
        """The status, and that stderr says the message; nothing on stdout but a report."""
        p = self.run_tool(*args, stdin=stdin)
        self.assertEqual(p.returncode, status, f'{args}: {p.stderr or p.stdout}')
        self.assertIn(message, p.stderr, f'{args}')
        return p

    # ---- bad input -------------------------------------------------------------------------------------------

    def test_no_file(self):
        self.check(2, "no input file; try 'coalcheck FILE.cu'")

    def test_file_that_is_not_there(self):
        self.check(2, 'missing.cu', 'missing.cu')

    def test_directory(self):
        os.mkdir(os.path.join(self.dir, 'd.cu'))
        self.check(2, 'd.cu', 'd.cu')

    def test_binary_file(self):
        self.write('b.cu', bytes(range(256)) * 16)
        self.check(2, 'b.cu', 'b.cu')

    def test_empty_file(self):
        self.write('e.cu', '')
        self.check(0, 'e.cu: no kernel in it', 'e.cu')

    @unittest.skipIf(os.geteuid() == 0, 'root reads everything')
    def test_unreadable_file(self):
        os.chmod(os.path.join(self.dir, self.write('u.cu', CLEAN)), 0)
        self.check(2, 'u.cu', 'u.cu')

    def test_syntax_error_spares_other_kernels(self):
        self.write('s.cu', STRIDED + 'int f( { ;\n')
        p = self.check(1, 's.cu:4:', '--fail-on=warning', 's.cu')
        self.assertIn('error: ', p.stderr)
        self.assertIn('s.cu:2:22: warning: ', p.stdout)

    def test_nothing_but_errors(self):
        self.write('s.cu', 'int f( { ;\n')
        self.check(2, 's.cu: no kernel could be analysed because of the errors above', 's.cu')

    def test_missing_include_spares_the_rest(self):
        self.write('m.cu', '#include "not_there.h"\n' + STRIDED)
        p = self.check(1, "m.cu:1:10: error: 'not_there.h' file not found (skipped; the rest was analysed)", 'm.cu')
        self.assertIn('m.cu:3:22: warning: ', p.stdout)

    def test_what_was_not_judged(self):
        self.write('g.cu', '__global__ void k(const float *a, const int *x, float *o) {\n'
                           '  o[threadIdx.x] = a[x[threadIdx.x]];\n}\n'
                           '__global__ void f(float *o, const int *x) { o[x[0] * x[threadIdx.x]] = 0; }\n'
                           '__global__ void g(float *const *p) { *p[threadIdx.x] = *p[threadIdx.x + 32]; }\n'
                           'void h(float *o) { k<<<1, 32>>>(o, (int *)o, o); }\n')
        p = self.check(0, 'g.cu: ', 'g.cu')
        self.assertRegex(p.stderr, r'g\.cu: \d+ accesses judged, \d+ not \(\d+ indirect.*\)')
        self.check(1, 'not (', '--fail-on=unknown', 'g.cu')
        self.check(1, 'not (', '--fail-on=error,unknown', 'g.cu')
        self.check(2, "bad --fail-on 'oops'", '--fail-on=oops', 'g.cu')
        self.write('c.cu', CLEAN)
        p = self.check(0, '', '--fail-on=unknown', 'c.cu')
        self.assertNotIn('judged', p.stderr)
        self.write('s.cu', STRIDED)
        self.check(0, '', '--fail-on=unknown', 's.cu')
        self.check(1, '', '--fail-on=warning,unknown', 's.cu')

    def test_a_kernel_that_nobody_could_judge(self):
        self.write('u.cu', '#include "gone.h"\n#include "lost.h"\n'
                           '__global__ void k(const float *a, int n) { float v = GONE(LOST, a[n]) + a[LOST]; }\n')
        self.write('v.cu', '#include "gone.h"\n' + CLEAN)
        p = self.run_tool('u.cu', 'v.cu')
        self.assertEqual(p.stderr.count("'gone.h' file not found"), 1)
        self.assertIn("u.cu: note: ", p.stderr)
        self.assertNotIn('undeclared', p.stderr)

    def test_unknown_option(self):
        self.write('c.cu', CLEAN)
        self.check(2, "unknown option '--frobnicate'", '--frobnicate', 'c.cu')
        self.check(2, "unknown option '-q'", '-q', 'c.cu')
        self.check(2, "option '--target' needs a value", 'c.cu', '--target')

    def test_did_you_mean(self):
        self.write('s.cu', 'struct P { int pitch; };\n__device__ int scale;\n'
                   '__global__ void tile(const float *in, float *out, int dims, P p) { out[threadIdx.x] = in[threadIdx.x * 8 * dims * scale + p.pitch]; }\n')
        for args, message in [(['--chekcs=*'], "unknown option '--chekcs=*'; did you mean '--checks'?"),
                              (['-checks=*'], "unknown option '-checks=*'; did you mean '--checks'?"),
                              (['--checks=stridde'], "no check matches 'stridde'; did you mean 'strided'?"),
                              (['--checks=-*,strided,bugprone-*'], "no check matches 'bugprone-*'; checks are pitch-ignored, "),
                              (['--checks=-*'], '--checks=-* leaves no check on'),
                              (['--checks=-strided,-coalcheck-*'], 'leaves no check on'),
                              (['--assume=dim=4'], "--assume names 'dim', which no kernel and nothing around one is called; did you mean 'dims'?"),
                              (['--assume=nothing%32==0'], "--assume names 'nothing', which no kernel and nothing around one is called\n"),
                              (['--launch=tile: gird=4'], "--launch names 'gird', which no kernel and nothing around one is called; did you mean 'grid'?"),
                              (['--launch=*: block=64 dmis=4'], "--launch names 'dmis', which no kernel and nothing around one is called; did you mean 'dims'?"),
                              (['--launch=*: block=64 inn=float[4]:zeros'], "--launch names 'inn', "),
                              (['--launch=tiel: block=64'], "--launch names the kernel 'tiel', which is not there; kernels: tile; did you mean 'tile'?"),
                              (['--target=rtx4009'], "; did you mean 'RTX 4090'?"),
                              (['--target=sm_81'], "; did you mean 'sm_80'?")]:
            self.check(2, message, *args, 's.cu')
        for good in (['--assume=dims=4', '--assume=p.pitch=8', '--assume=scale=2'], ['--launch=tile: block=64 dims=4 in=float[4]:zeros'],
                     ['--checks=-*,coalcheck-stri*'], ['--checks='], ['--assume=blockDim.x=64']):
            self.check(1, '', *good, 's.cu')
        p = self.run_tool('confrim', 's.cu')
        self.assertEqual((p.returncode, p.stderr), (2, "coalcheck: error: no file and no command 'confrim'; did you mean 'confirm'?\n"))

    def test_what_a_new_user_needs(self):
        self.write('s.cu', STRIDED)
        for flag in ('-DN=4', '-I', '-arch=sm_90', '-std=c++20', '--std=c++20', '-Xcompiler', '-O3', '--expt-relaxed-constexpr', '--offload-arch=sm_80'):
            self.check(2, f"unknown option '{flag}'; flags of the compiler come last, behind '--': coalcheck FILE.cu -- {flag}", flag, 's.cu')
        self.check(2, "--cuda-path: no CUDA toolkit in '/nonexistent': '/nonexistent/include/cuda_runtime.h' is not there", '--cuda-path=/nonexistent', 's.cu')
        self.write('k.hip', STRIDED)
        self.check(2, 'k.hip: coalcheck reads CUDA, not HIP', 'k.hip')
        os.mkdir(os.path.join(self.dir, 'build'))
        self.write('build/compile_commands.json', '[]')
        self.check(2, 'no CUDA file in build/compile_commands.json, which lists 0 files', '-p', 'build')
        self.write('build/compile_commands.json', json.dumps([{'directory': '.', 'file': 'a.c', 'command': 'cc a.c'}]))
        self.check(2, 'which lists 1 file: was it made with CUDA on?', '-p', 'build')

    def test_standard_input(self):
        p = self.check(1, '1 warning generated', '-', stdin=STRIDED)
        self.assertIn('<stdin>:2:22: warning: uncoalesced load', p.stdout)
        self.assertIn('in[threadIdx.x * 8]', p.stdout)
        self.check(0, '', '-', stdin=CLEAN)
        self.check(0, 'no kernel in it', '-')
        self.check(2, "--fix needs files; '-' is standard input", '--fix', '-', stdin=STRIDED)

    def test_products_have_their_own_numbers(self):
        self.write('s.cu', STRIDED)
        for name, gbps in (('rtx4090', 1008), ('RTX-4090', 1008), ('a30', 933), ('a100', 2039), ('a100-pcie', 1935), ('h100', 3350), ('h100pcie', 2000),
                           ('h200', 4800), ('l40', 864), ('rtx3090', 936), ('sm_90', 4500), ('t4', 320)):
            p = self.run_tool('--totals', f'--target={name}', '--launch=*: grid=4096 block=256', 's.cu')
            self.assertIn(f'B = {gbps} GB/s', p.stdout, name)
        out = self.run_tool('targets').stdout
        self.assertRegex(out, r'RTX 4090 +sm_89 +128 multiprocessors, 2520 MHz, 1008 GB/s, 82600 GFLOP/s, L2 of 72 MiB')
        self.assertIn('stated by the vendor and not verified here', out)

    def test_unknown_target(self):
        self.write('c.cu', CLEAN)
        p = self.check(2, "unknown target 'sm_1'; known are ", '--target=sm_1', 'c.cu')
        self.assertIn('sm_80', p.stderr)

    def test_launch_of_a_kernel_that_is_not_there(self):
        self.write('c.cu', CLEAN)
        self.check(2, "--launch names the kernel 'nope', which is not there; kernels: fine", '--launch=nope: block=32', 'c.cu')
        self.check(0, '', '--launch=*: block=32', 'c.cu')

    def test_absurd_launches(self):
        self.write('c.cu', CLEAN)
        for spec, message in [('block=0', 'block.x = 0; it must be between 1 and 1024'),
                              ('block=2000', 'block.x = 2000; it must be between 1 and 1024'),
                              ('block=32x64', 'a block of 2048 threads; at most 1024 are possible'),
                              ('grid=99999999999', 'grid.x = 99999999999; it must be between 1 and 2147483647'),
                              ('smem=-1', 'smem=-1; it must be between'),
                              ('block=32 32', "'32' is not grid=")]:
            self.check(2, message, f'--launch=fine: {spec}', 'c.cu')
        self.check(2, "expected 'KERNEL: grid=", '--launch=block=32', 'c.cu')

    def test_libclang_that_is_not_there(self):
        self.write('c.cu', CLEAN)
        self.check(2, '/nonexistent', '--libclang=/nonexistent', 'c.cu')

    def test_output_that_cannot_be_written(self):
        self.write('c.cu', CLEAN)
        self.check(2, "cannot write '/nonexistent/out.json': No such file or directory", '-o', '/nonexistent/out.json', 'c.cu')
        self.check(2, "cannot write '/dev/full'", '--all', '-o', '/dev/full', 'c.cu')
        self.write('s.cu', STRIDED)
        self.check(2, "cannot write '/nonexistent/f.yaml'", '--export-fixes=/nonexistent/f.yaml', 's.cu')

    def test_one_bad_file_does_not_hide_the_others(self):
        self.write('s.cu', STRIDED)
        p = self.check(2, 'missing.cu', 'missing.cu', 's.cu')
        self.assertIn('s.cu:2:22: warning: ', p.stdout)

    def test_command_that_is_not_built_in_or_misused(self):
        self.check(2, "'targets' takes no argument", 'targets', 'sm_80')
        self.check(2, "'model' reads standard input", 'model', 'rows.csv')

    def test_bad_rows_of_the_model(self):
        good = 'global,load,4,0xffffffff,' + ','.join(str(8 * i) for i in range(32))
        p = self.check(2, 'line 2', 'model', stdin=good + '\nglobal,load,5,x\n')
        self.assertIn('global,load,4,0xffffffff,8,4,1', p.stdout)

    # ---- what options do -------------------------------------------------------------------------------------

    def test_status_follows_fail_on(self):
        self.write('s.cu', STRIDED)
        self.check(1, '1 warning generated.', 's.cu')
        self.check(0, '', '--fail-on=error', 's.cu')
        self.check(0, '', '--fail-on=never', 's.cu')
        self.check(0, '', '--checks=-*,bank-conflict', 's.cu')
        self.check(0, '1 remark not shown', '--min-efficiency=10', 's.cu')

    def test_nolint_silences(self):
        self.write('s.cu', STRIDED.replace('8];', '8]; // NOLINT(coalcheck-strided)'))
        p = self.check(0, 'Suppressed 1 finding (NOLINT).', 's.cu')
        self.assertEqual(p.stdout, '')

    def test_json_is_one_object_over_all_files(self):
        self.write('s.cu', STRIDED)
        self.write('c.cu', CLEAN)
        p = self.run_tool('--format=json', 's.cu', 'c.cu', 's.cu', '--launch=*: block=32')
        out = json.loads(p.stdout)
        self.assertEqual([k['name'] for k in out['kernels']], ['k', 'fine', 'k'])
        for f in out['findings']:
            self.assertEqual(out['accesses'][f['access']]['verdict'], 'strided')
        self.assertEqual(len(out['findings']), 2)
        load = [a for a in out['accesses'] if a['verdict'] == 'strided'][0]
        self.assertEqual(load['expression'], 'in[threadIdx.x * 8]')
        self.assertEqual(load['sectors'], {'min': 32, 'max': 32, 'mean': 32})
        self.assertEqual(load['efficiency'], 0.125)
        self.assertEqual(load['lane_stride_bytes'], 32)

    def test_jobs_do_not_change_the_report(self):
        names = [self.write(f'{i}.cu', STRIDED) for i in range(6)]
        one = self.run_tool('--all', *names)
        four = self.run_tool('--all', '-j4', *names)
        self.assertEqual((one.returncode, one.stdout, one.stderr), (four.returncode, four.stdout, four.stderr))

    def test_output_file(self):
        self.write('s.cu', STRIDED)
        p = self.check(1, '', '-o', 'report.txt', 's.cu')
        self.assertEqual(p.stdout, '')
        self.assertIn('[coalcheck-strided]', self.read('report.txt'))

    def test_dump_ir(self):
        self.write('c.cu', CLEAN)
        p = self.check(0, '', '--dump-ir', 'c.cu')
        self.assertIn('fine', p.stdout)

    def test_list_checks(self):
        p = self.check(0, '', '--list-checks')
        names = [line.split()[0] for line in p.stdout.splitlines()]
        self.assertIn('strided', names)
        self.assertIn('bank-conflict', names)
        self.assertEqual(len(set(names)), len(names))
        self.assertRegex(p.stdout, r'(?m)^strided +Neighbouring lanes are ')
        p = self.check(0, '', '--list-checks', '--checks=-*,mis*')
        self.assertEqual([line.split()[0] for line in p.stdout.splitlines()], ['misaligned-vector', 'misaligned'])

    def test_page_of_each_check(self):
        pages = os.path.join(os.path.dirname(os.path.abspath(__file__)), '..', '..', 'docs', 'checks')
        for line in self.check(0, '', '--list-checks').stdout.splitlines():
            name = line.split()[0]
            with open(os.path.join(pages, name + '.md'), encoding='utf-8') as f:
                page = re.sub(r'(?m)^!\[.*\n\n', '', f.read())  # pictures are of the repository
            self.assertEqual(self.check(0, '', '--explain=' + name).stdout, page)
            self.assertEqual(self.check(0, '', '--explain=coalcheck-' + name).stdout, page)

    def test_page_of_no_check(self):
        for typed, message in (('strides', "did you mean 'strided'?"), ('xyzzy', 'checks are '), ('', 'checks are '), ('*', 'checks are ')):
            self.assertEqual(self.check(2, message, '--explain=' + typed).stdout, '')
        self.write('s.cu', STRIDED)
        self.write('.coalcheck', 'explain: strided\n')
        self.check(2, "'explain' is true or false", 's.cu')
        self.write('.coalcheck', 'explain: true\n')
        self.assertIn('costliest request', self.check(1, '', 's.cu').stdout)

    def test_all_and_explain(self):
        self.write('s.cu', STRIDED)
        p = self.run_tool('--all', '--explain', '--launch=k: block=32', 's.cu')
        self.assertIn('sector +0      lane 0         |####............................| 4 of 32 bytes', p.stdout)
        self.assertIn('2 accesses judged, 0 unknown', p.stdout)

    def test_fix_pads_the_tile(self):
        self.write('p.cu', PADDABLE)
        launch = '--launch=k: block=32x32'
        p = self.check(1, 'applied 1 of 1 suggested fixes', '--fix', launch, 'p.cu')
        self.assertIn('tile[32][33]', self.read('p.cu'))
        self.check(0, '', launch, 'p.cu')

    @unittest.skipUnless(shutil.which('clang-apply-replacements-22') or shutil.which('clang-apply-replacements'), 'no clang-apply-replacements')
    def test_exported_fixes_are_applied_by_clangs_tool(self):
        self.write('p.cu', PADDABLE)
        os.mkdir(os.path.join(self.dir, 'fixes'))
        self.check(1, '', '--export-fixes=fixes/f.yaml', '--launch=k: block=32x32', 'p.cu')
        tool = shutil.which('clang-apply-replacements-22') or shutil.which('clang-apply-replacements')
        subprocess.run([tool, os.path.join(self.dir, 'fixes')], check=True, capture_output=True)
        self.assertIn('tile[32][33]', self.read('p.cu'))

    def test_help_version_targets_doctor(self):
        self.assertIn('--min-efficiency=P', self.run_tool('--help').stdout)
        self.assertRegex(self.run_tool('--version').stdout, r'^coalcheck \d+\.\d+')
        self.assertIn('sm_90', self.run_tool('targets').stdout)
        p = self.run_tool('doctor')
        self.assertEqual(p.returncode, 0)
        self.assertRegex(p.stdout, r'libclang +/')
        p = self.run_tool('doctor', '--libclang=/nonexistent')
        self.assertEqual(p.returncode, 2)
        self.assertIn('install it with: ', p.stdout)


if __name__ == '__main__':
    unittest.main(verbosity=2)
