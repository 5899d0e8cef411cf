#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""`coalcheck diff`: which findings a change made better, worse, new or gone, its status, its formats, bad input.

usage: diff_test.py COALCHECK [unittest arguments]
"""
import json
import os
import subprocess
import sys
import tempfile
import unittest

COALCHECK = os.path.abspath(sys.argv.pop(1)) if __name__ == '__main__' else 'coalcheck'

BEFORE = '''__global__ void k(const float *in, float *out, const int *order, int n) {
  __shared__ float tile[32][32];
  tile[threadIdx.y][threadIdx.x] = in[threadIdx.x * 2];
  __syncthreads();
  out[threadIdx.y * 32 + threadIdx.x] = tile[threadIdx.x][threadIdx.y] + in[threadIdx.x * 16];
}
'''
LISTS = ('worse', 'new', 'unjudged', 'better', 'gone')


class Diff(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix='coalcheck-diff-')
        self.addCleanup(folder.cleanup)
        self.dir = folder.name

    def run_tool(self, *args, stdin=None):
        env = {**os.environ, 'LC_ALL': 'C.UTF-8'}
        return subprocess.run([COALCHECK, *args], capture_output=True, text=True, cwd=self.dir, input=stdin, env=env, timeout=120)

    def report(self, name, text, *options):
        """Analyses the text; the name of its JSON report."""
        with open(os.path.join(self.dir, name + '.cu'), 'w') as f:
            f.write(text)
        p = self.run_tool('--cuda-headers=embedded', '--format=json', '-o', name + '.json', *options, name + '.cu')
        self.assertIn(p.returncode, (0, 1), p.stderr)
        return name + '.json'

    def diff(self, before, after, status, *options):
        """The difference as JSON, once its status was looked at."""
        p = self.run_tool('diff', '--format=json', *options, before, after)
        self.assertEqual(p.returncode, status, p.stdout + p.stderr)
        return json.loads(p.stdout)

    def lists(self, before, after, status, *options):
        d = self.diff(before, after, status, *options)
        return {name: [(e['expression'], e.get('before'), e.get('after')) for e in d[name]] for name in LISTS if d[name]}, d['unchanged']

    def test_same(self):
        a = self.report('a', BEFORE)
        self.assertEqual(self.lists(a, a, 0), ({}, 3))

    def test_lines_move(self):
        a = self.report('a', BEFORE)
        b = self.report('b', '\n\n// a comment\n' + BEFORE.replace('  __sync', '\n  __sync'))
        self.assertEqual(self.lists(a, b, 0), ({}, 3))

    def test_each_kind(self):
        a = self.report('a', BEFORE)
        # The tile is padded: its conflict is gone. One stride halves, the other doubles, a new one comes.
        b = self.report('b', BEFORE.replace('tile[32][32]', 'tile[32][33]').replace('in[threadIdx.x * 2]', 'in[threadIdx.x * 4]')
                        .replace('in[threadIdx.x * 16]', 'in[threadIdx.x * 6]').replace('out[threadIdx.y * 32 + threadIdx.x]', 'out[threadIdx.x * 4]'))
        found, unchanged = self.lists(a, b, 1)
        self.assertEqual(found['gone'], [('tile[threadIdx.x][threadIdx.y]', 32, 1)])
        self.assertEqual(found['worse'], [('in[threadIdx.x * 4]', 8, 16)])
        self.assertEqual(found['better'], [('in[threadIdx.x * 6]', 32, 24)])
        self.assertEqual(found['new'], [('out[threadIdx.x * 4]', 4, 16)])
        self.assertEqual(unchanged, 0)

    def test_better_alone_is_no_failure(self):
        a = self.report('a', BEFORE)
        b = self.report('b', BEFORE.replace('tile[32][32]', 'tile[32][33]').replace(' + in[threadIdx.x * 16]', ''))
        found, unchanged = self.lists(a, b, 0)
        self.assertEqual(list(found), ['gone'])
        self.assertEqual(unchanged, 1)
        d = self.diff(a, b, 0)
        self.assertEqual([e.get('why') for e in d['gone']], [None, 'the access is no longer there'])

    def test_unjudged_is_not_gone(self):
        a = self.report('a', BEFORE)
        b = self.report('b', BEFORE.replace('in[threadIdx.x * 16]', 'in[order[threadIdx.x]]'))
        found, _ = self.lists(a, b, 0)
        self.assertEqual(list(found), ['unjudged'])
        self.assertTrue(self.diff(a, b, 1, '--fail-on=warning,unknown')['unjudged'][0]['why'].startswith('indirect'))

    def test_remarks_and_levels(self):
        a = self.report('a', BEFORE)
        b = self.report('b', BEFORE.replace('in[threadIdx.x * 2]', 'in[threadIdx.x * 4]'))
        r = self.report('r', BEFORE.replace('in[threadIdx.x * 2]', 'in[threadIdx.x * 4]'), '--min-efficiency=1')
        self.lists(a, b, 1)
        self.lists(a, b, 0, '--fail-on=never')
        self.lists(a, b, 0, '--fail-on=error')
        self.assertEqual(self.run_tool('diff', r, b).returncode, 1)  # remarks became warnings

    def test_kernels(self):
        a = self.report('a', BEFORE, '--launch=k: grid=64 block=32x32')
        b = self.report('b', BEFORE.replace('tile[32][32]', 'tile[32][33]'), '--launch=k: grid=64 block=32x32')
        kernel, = self.diff(a, b, 0)['kernels']
        self.assertEqual((kernel['name'], kernel['before']['wavefronts'], kernel['after']['wavefronts']), ('k', 64 * 32 * 33, 64 * 32 * 2))
        self.assertLess(kernel['after']['time_ns'], kernel['before']['time_ns'])

    def test_other_file_names_and_two_files(self):
        for name, change in (('x', False), ('y', True)):
            for part in ('one', 'two'):
                text = BEFORE.replace('k(', part + '(')
                if change and part == 'two':
                    text = text.replace('in[threadIdx.x * 2]', 'in[threadIdx.x * 4]')
                with open(os.path.join(self.dir, part + '.cu'), 'w') as f:
                    f.write(text)
            self.run_tool('--cuda-headers=embedded', '--format=json', '-o', name + '.json', 'one.cu', 'two.cu')
        d = self.diff('x.json', 'y.json', 1)
        self.assertEqual([(e['file'], e['kernel']) for e in d['worse']], [('two.cu', 'two')])
        self.assertEqual(d['unchanged'], 5)

    def test_text(self):
        a, b = self.report('a', BEFORE), self.report('b', BEFORE.replace('in[threadIdx.x * 2]', 'in[threadIdx.x * 4]'))
        p = self.run_tool('diff', a, b)
        lines = p.stdout.splitlines()
        self.assertTrue(lines[0].startswith('b.cu:3:36: worse: 8 sectors become 16: '), p.stdout)
        self.assertTrue(lines[0].endswith('[coalcheck-strided]'), p.stdout)
        self.assertEqual(lines[-1], '1 worse, 2 unchanged')
        self.assertEqual(self.run_tool('diff', '-o', 'out.txt', a, b).returncode, 1)
        with open(os.path.join(self.dir, 'out.txt')) as f:
            self.assertEqual(f.read(), p.stdout)

    def test_markdown_escapes(self):
        a, b = self.report('a', BEFORE), self.report('b', BEFORE.replace('in[threadIdx.x * 2]', 'in[threadIdx.x * 4]'))
        with open(os.path.join(self.dir, b)) as f:
            d = json.load(f)
        for f in d['findings']:
            f['message'] = 'a|b <script> `x`\n# title @all'
        with open(os.path.join(self.dir, b), 'w') as f:
            json.dump(d, f)
        p = self.run_tool('diff', '--format', 'markdown', a, b)
        self.assertIn('### coalcheck: 1 worse, 2 unchanged', p.stdout)
        row, = [line for line in p.stdout.splitlines() if line.startswith('| worse')]
        self.assertIn(r'| 8 | 16 | a\|b &lt;script\> \`x\` \# title \@all |', row)

    def test_bad_input(self):
        a = self.report('a', BEFORE)
        for args, message in (((a,), "takes two reports, but got 1"), ((a, a, a), "takes two reports, but got 3"),
                              ((a, 'none.json'), "cannot read 'none.json': No such file"), ((a, 'a.cu'), 'a.cu:1: '),
                              (('--format=html', a, a), "bad --format 'html': expected text, markdown or json"),
                              (('--nonsense', a, a), "unknown option '--nonsense'"), ((a, '.'), "cannot read '.'")):
            p = self.run_tool('diff', *args)
            self.assertEqual((p.returncode, p.stdout), (2, ''), args)
            self.assertIn(message, p.stderr)
        with open(os.path.join(self.dir, a)) as f:
            good = json.load(f)
        bad = ['[]', '{}', '{"tool": 1}', json.dumps({**good, 'accesses': {}}), json.dumps({**good, 'accesses': []}), 'null', '',
               json.dumps({**good, 'findings': [{'access': -1}]}), json.dumps({**good, 'findings': [{'access': 0, 'accesses': [9999]}]}),
               json.dumps({**good, 'findings': [3]})]
        for text in bad:
            p = self.run_tool('diff', a, '-', stdin=text)
            self.assertEqual((p.returncode, p.stdout), (2, ''), text)
            self.assertTrue(p.stderr.startswith('coalcheck: error: -'), p.stderr)


if __name__ == '__main__':
    unittest.main()
