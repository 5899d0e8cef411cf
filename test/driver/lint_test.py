#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What makes coalcheck a linter to live with: settings, baseline, filters, formats for CI, the cache, the progress line.

usage: lint_test.py COALCHECK [unittest arguments]
"""
import html.parser
import json
import os
import pty
import re
import resource
import subprocess
import sys
import threading
import unittest

from folder_case import PADDABLE, FolderCase

COALCHECK = os.path.abspath(sys.argv.pop(1)) if __name__ == '__main__' else 'coalcheck'

TWO = '''__global__ void first(const float *in, float *out) {
  out[threadIdx.x] = in[threadIdx.x * 8];
}
__global__ void second(const float *in, float *out) {
  out[threadIdx.x] = in[threadIdx.x * 16];
}
'''


class Case(FolderCase):
    def setUp(self):
        super().setUp()
        self.write('k.cu', TWO)

    def tool(self, *args, status=1, cwd='.', env=None, headers='embedded'):
        env = {**os.environ, 'XDG_CACHE_HOME': self.path('.cache'), **(env or {})}
        args = [f'--cuda-headers={headers}', *args] if args[0] != 'merge' else args
        p = subprocess.run([COALCHECK, *args], capture_output=True, text=True, cwd=self.path(cwd), timeout=120, env=env)
        self.assertEqual(p.returncode, status, f'{args}\n{p.stdout}{p.stderr}')
        return p

    def lines(self, p):
        """The lines of the warnings."""
        return [int(n) for n in re.findall(r'^\S+?:(\d+):\d+: (?:warning|error):', p.stdout, re.M)]


class Settings(Case):
    def test_found_upward_from_each_file(self):
        self.write('a/.coalcheck', "checks: '-*,bank-conflict'\n")
        self.write('a/b/k.cu', TWO)
        self.write('c/k.cu', TWO)
        p = self.tool('a/b/k.cu', 'c/k.cu')
        self.assertEqual(p.stdout.count('c/k.cu:2:22: warning'), 1)
        self.assertNotIn('a/b/k.cu', p.stdout)
        self.assertEqual(self.lines(self.tool('--config-file=none', 'a/b/k.cu')), [2, 5])
        self.tool('--config-file=a/.coalcheck', 'c/k.cu', status=0)

    def test_the_command_line_wins(self):
        self.write('.coalcheck', "checks: '-*,bank-conflict'\ntarget: sm_70\n")
        self.tool('k.cu', status=0)
        out = json.loads(self.tool('--checks=*', '--format=json', 'k.cu').stdout)
        self.assertEqual((out['target'], len(out['findings'])), ('sm_70', 2))
        out = json.loads(self.tool('--checks=*', '--format=json', '--target=sm_90', 'k.cu').stdout)
        self.assertEqual(out['target'], 'sm_90')

    def test_every_kind_of_value(self):
        self.write('.coalcheck', 'launch:\n  - "first: block=64"\n  - "second: block=32x4 grid=2"\nassume: ["n%32==0", "m=3"]\n'
                   'checks: ["-*", strided]\nmin-efficiency: 10\nall: true\nexplain: false\nfail-on: error\n')
        p = self.tool('k.cu', status=0)
        self.assertIn('launch (command-line): grid 2x1x1 block 32x4x1', p.stdout)
        self.assertIn('accesses judged', p.stdout)
        self.assertNotIn('costliest request', p.stdout)
        p = self.tool('--launch=second: block=128', 'k.cu', status=0)
        self.assertIn('block 128x1x1', p.stdout)
        self.assertIn('block 64x1x1', p.stdout)
        self.assertNotIn('block 32x4x1', p.stdout)

    def test_launches_of_kernels_elsewhere_are_no_error(self):
        self.write('.coalcheck', 'launch: ["nowhere: block=64"]\n')
        self.tool('k.cu')

    def test_paths_start_at_the_file(self):
        self.write('.coalcheck', 'baseline: base.json\n')
        self.write('sub/k.cu', TWO)
        self.tool('--update-baseline', 'sub/k.cu', status=0)
        self.assertTrue(os.path.exists(self.path('base.json')))
        self.tool('k.cu', cwd='sub', status=0)

    def test_mistakes(self):
        for text, message in [('frobnicate: 1\n', ".coalcheck:1: unknown option '--frobnicate'"),
                              ('all: true\nfix: true\n', ".coalcheck:2: 'fix' is an option of the command line alone"),
                              ('checks: [\n', '.coalcheck:2: '),
                              ('- a\n', ".coalcheck:1: 'option: value' is expected"),
                              ('all: maybe\n', ".coalcheck:1: 'all' is true or false"),
                              ('min-efficiency: [1, 2]\n', ".coalcheck:1: 'min-efficiency' takes one value"),
                              ('launch: {a: 1}\n', "'launch' needs a plain value or a list of them"),
                              ('launch: "k: block=0"\n', '.coalcheck:1: '),
                              ('target: sm_1\n', "unknown target 'sm_1'")]:
            self.write('.coalcheck', text)
            self.assertIn(message, self.tool('k.cu', status=2).stderr, text)
        for text in ('', '# nothing\n', '---\n'):
            self.write('.coalcheck', text)
            self.tool('k.cu')
        self.assertIn('cannot read', self.tool('--config-file=nope', 'k.cu', status=2).stderr)


class Baseline(Case):
    def test_only_what_is_new(self):
        self.assertIn('--update-baseline writes it', self.tool('--baseline=b.json', 'k.cu', status=2).stderr)
        p = self.tool('--baseline=b.json', '--update-baseline', 'k.cu', status=0)
        self.assertIn('2 findings in the baseline b.json (2 added, 0 removed)', p.stderr)
        p = self.tool('--baseline=b.json', 'k.cu', status=0)
        self.assertIn('Suppressed 2 findings (in the baseline).', p.stderr)
        self.assertEqual(p.stdout, '')
        moved = '// a line\n\n' + TWO.replace('out) {\n', 'out) {\n  // and one\n') + TWO.replace('first', 'third').replace('second', 'fourth')
        self.write('k.cu', moved)
        self.assertEqual(self.lines(self.tool('--baseline=b.json', 'k.cu')), [12, 15])
        for format, count in [('json', lambda o: len(json.loads(o)['findings'])), ('github', lambda o: o.count('::warning')),
                              ('sarif', lambda o: len(json.loads(o)['runs'][0]['results'])), ('html', lambda o: o.count('<section'))]:
            self.assertEqual(count(self.tool('--baseline=b.json', f'--format={format}', 'k.cu').stdout), 2, format)

    def test_an_update_keeps_other_files(self):
        self.write('other.cu', TWO)
        self.tool('--baseline=b.json', '--update-baseline', 'k.cu', 'other.cu', status=0)
        self.write('k.cu', TWO[:TWO.index('__global__ void second')])
        p = self.tool('--baseline=b.json', '--update-baseline', 'k.cu', status=0)
        self.assertIn('3 findings in the baseline b.json (0 added, 1 removed)', p.stderr)
        self.tool('--baseline=b.json', 'other.cu', status=0)
        os.rename(self.path('other.cu'), self.path('renamed.cu'))
        p = self.tool('--baseline=b.json', '--update-baseline', 'renamed.cu', status=0)
        self.assertIn('3 findings in the baseline b.json (2 added, 2 removed)', p.stderr)

    def test_mistakes(self):
        self.assertIn('--update-baseline needs --baseline=FILE', self.tool('--update-baseline', 'k.cu', status=2).stderr)
        self.write('b.json', '{}')
        self.assertIn('not a baseline of coalcheck', self.tool('--baseline=b.json', 'k.cu', status=2).stderr)
        self.write('b.json', '{')
        self.assertIn('b.json:1: ', self.tool('--baseline=b.json', 'k.cu', status=2).stderr)


class Filters(Case):
    def test_line_filter(self):
        for text, lines in [('[{"name":"k.cu","lines":[[1,3]]}]', [2]), ('[{"name":"k.cu","lines":[[5,5],[2,2]]}]', [2, 5]),
                            ('[{"name":"k.cu"}]', [2, 5]), ('[{"name":"other.cu"}]', []), ('[]', [])]:
            p = self.tool(f'--line-filter={text}', 'k.cu', status=1 if lines else 0)
            self.assertEqual(self.lines(p), lines)
        for text in ('{', '{}', '[{"lines":[[1,2]]}]', '[{"name":"k.cu","lines":[[3,1]]}]', '[{"name":"k.cu","lines":[1]}]'):
            self.assertIn('--line-filter: ', self.tool(f'--line-filter={text}', 'k.cu', status=2).stderr)

    def test_headers(self):
        self.write('inc/h.cuh', '__device__ inline float f(const float *p) { return p[threadIdx.x * 8]; }\n')
        for name in ('a.cu', 'b.cu'):
            self.write(name, '#include "inc/h.cuh"\n__global__ void k(const float *p, float *q) { q[threadIdx.x * 8] = f(p); }\n')
        p = self.tool('a.cu', 'b.cu')
        self.assertEqual(p.stdout.count('inc/h.cuh:1:52: warning'), 1)
        self.assertEqual(p.stdout.count('.cu:2:47: warning'), 2)
        self.assertIn('3 warnings generated.', p.stderr)
        p = self.tool('--header-filter=nothing', 'a.cu')
        self.assertNotIn('h.cuh:1:52: warning', p.stdout)
        self.assertIn('Suppressed 1 finding (in other files or lines).', p.stderr)
        self.assertIn('h.cuh:1:52: warning', self.tool('--header-filter=inc/', 'a.cu').stdout)
        self.assertIn('--header-filter: bad expression', self.tool('--header-filter=(', 'a.cu', status=2).stderr)
        p = self.tool('inc/h.cuh')
        self.assertNotIn('a.cu:2:47: warning', p.stdout)
        self.assertEqual(p.stdout.count('h.cuh:1:52: warning'), 1)
        self.assertNotIn('a.cu:2', self.tool('--all', 'inc/h.cuh').stdout.split('verdict')[1])

    def test_fixes_follow_the_filters(self):
        self.write('p.cu', PADDABLE)
        p = self.tool('--fix', '--line-filter=[{"name":"p.cu","lines":[[1,1]]}]', '--launch=k: block=32x32', 'p.cu', status=0)
        self.assertIn('applied 0 of 0', p.stderr)
        self.assertEqual(self.read('p.cu'), PADDABLE)


class Page(html.parser.HTMLParser):
    """Every element is closed; nothing is loaded."""
    VOID = {'meta', 'br', 'hr', 'link', 'img', 'input'}

    def __init__(self):
        super().__init__()
        self.open, self.loaded, self.text = [], [], ''

    def handle_starttag(self, tag, attributes):
        if tag not in self.VOID:
            self.open.append(tag)
        self.loaded += [v for k, v in attributes if k in ('src',) or (k == 'href' and not v.startswith('#'))]

    def handle_endtag(self, tag):
        assert self.open and self.open[-1] == tag, (tag, self.open)
        self.open.pop()

    def handle_data(self, data):
        self.text += data


class Formats(Case):
    def test_github(self):
        self.write('a,b:c.cu', TWO)
        p = self.tool('--format=github', 'a,b:c.cu')
        first = p.stdout.splitlines()[0]
        self.assertTrue(first.startswith('::warning file=a%2Cb%3Ac.cu,line=2,endLine=2,col=22,endColumn=41,title=coalcheck-strided::uncoalesced load of '), first)
        self.assertIn('%0A', first)
        self.assertIn('12.5 %25 efficient', first)
        self.assertEqual(len(p.stdout.splitlines()), 2)

    def test_gitlab(self):
        """docs.gitlab.com, "Code Quality report format": each issue has what GitLab needs, and a fingerprint of its own."""
        self.write('sub/p.cu', PADDABLE)
        self.write('a,b:c.cu', TWO)
        p = self.tool('--format=gitlab', '--launch=k: block=32x32', 'sub/p.cu', 'a,b:c.cu')
        issues = json.loads(p.stdout)
        self.assertEqual([(i['check_name'], i['severity'], i['location']['path']) for i in issues],
                         [('coalcheck-bank-conflict', 'major', 'sub/p.cu'), *[('coalcheck-strided', 'major', 'a,b:c.cu')] * 2])
        self.assertEqual(issues[1]['location']['lines'], {'begin': 2})
        self.assertIn('32 sectors per request, minimum 4', issues[1]['description'])
        self.assertIn('33', issues[0]['content']['body'])
        self.assertEqual(len({i['fingerprint'] for i in issues}), 3)
        self.assertEqual(self.tool('--format=gitlab', '--checks=-*,scattered', 'a,b:c.cu', status=0).stdout.strip(), '[]')

    def test_html(self):
        self.write('p.cu', PADDABLE + '// <b>&\n')
        p = self.tool('--format=html', '--launch=k: block=32x32', 'p.cu')
        page = Page()
        page.feed(p.stdout)
        page.close()
        self.assertEqual((page.open, page.loaded), ([], []))
        for text in ('p.cu:5:41', '32-way bank conflict', 'tile[threadIdx.x][threadIdx.y]', 'bank 0', '(proved)', 'All accesses', 'conflict-free'):
            self.assertIn(text, page.text)

    def sarif(self, *args, status=1):
        return json.loads(self.tool('--format=sarif', *args, status=status).stdout)

    def test_sarif_is_what_the_schema_wants(self):
        try:
            from pydantic_sarif.model import StaticAnalysisResultsFormatSarifVersion210JsonSchema as Schema
        except ImportError:
            self.skipTest('no pydantic-sarif: the schema as Python classes')
        self.write('p.cu', PADDABLE.replace('in[threadIdx.y', 'in /* é */ [threadIdx.y'))
        self.write('n.cu', TWO.replace('8];', '8]; // NOLINT'))
        log = self.sarif('--launch=k: block=32x32', 'k.cu', 'p.cu', 'n.cu')
        Schema.model_validate(log)
        self.write('a.sarif', json.dumps(log))
        merged = json.loads(self.tool('merge', 'a.sarif', 'a.sarif', status=0).stdout)
        Schema.model_validate(merged)
        with self.assertRaises(ValueError):
            log['runs'][0]['results'][0]['surprise'] = 1
            Schema.model_validate(log)

    def test_sarif_is_what_github_wants(self):
        """Relative URIs, rules with help, fingerprints, fixes: docs.github.com, "SARIF support for code scanning"."""
        self.write('sub/p q.cu', PADDABLE)
        run = self.sarif('--launch=*: block=32x32', 'sub/p q.cu', 'k.cu')['runs'][0]
        rules = run['tool']['driver']['rules']
        for rule in rules:
            self.assertTrue(rule['help']['text'] and rule['help']['markdown'].startswith('# ' + rule['name']))
            self.assertTrue(rule['shortDescription']['text'] and rule['fullDescription']['text'])
            self.assertIn(rule['defaultConfiguration']['level'], ('error', 'warning', 'note'))
        for result in run['results']:
            self.assertEqual(rules[result['ruleIndex']]['id'], result['ruleId'])
            place = result['locations'][0]['physicalLocation']
            self.assertIn(place['artifactLocation']['uri'], ('sub/p%20q.cu', 'k.cu'))
            self.assertEqual(place['artifactLocation']['uriBaseId'], 'SRCROOT')
            self.assertGreaterEqual(place['region']['endColumn'], place['region']['startColumn'])
            self.assertTrue(result['partialFingerprints'])
        fixed = [r for r in run['results'] if 'fixes' in r]
        edit = fixed[0]['fixes'][0]['artifactChanges'][0]['replacements'][0]
        self.assertEqual(edit['insertedContent']['text'], '33')
        self.assertEqual(edit['deletedRegion']['startLine'], 2)
        self.assertTrue(run['originalUriBaseIds']['SRCROOT']['uri'].startswith('file:///'))

    def test_fingerprints_do_not_move_with_lines(self):
        def prints():
            return [r['partialFingerprints'] for r in self.sarif('k.cu')['runs'][0]['results']]
        before = prints()
        self.write('k.cu', '// x\n' + TWO.replace('  out', '\n\n    out').replace('in[threadIdx.x * 8]', 'in[threadIdx.x  *  8]'))
        self.assertEqual(prints(), before)
        self.assertEqual(len({json.dumps(p) for p in before}), 2)

    def test_merge(self):
        self.write('l.cu', TWO)
        for name, files in [('a', ['k.cu']), ('b', ['k.cu', 'l.cu']), ('c', ['l.cu'])]:
            self.tool('--format=sarif', '-o', f'{name}.sarif', *files)
        p = self.tool('merge', 'a.sarif', 'b.sarif', 'c.sarif', status=0)
        runs = json.loads(p.stdout)['runs']
        self.assertEqual((len(runs), len(runs[0]['results'])), (1, 4))
        other = json.loads(self.read('a.sarif'))
        other['runs'][0]['tool']['driver']['name'] = 'other'
        self.write('o.sarif', json.dumps(other))
        self.tool('merge', 'a.sarif', 'o.sarif', '-o', 'all.sarif', status=0)
        self.assertEqual(len(json.loads(self.read('all.sarif'))['runs']), 2)
        self.assertIn('no report to merge', self.tool('merge', status=2).stderr)
        self.assertIn('nope.sarif', self.tool('merge', 'nope.sarif', status=2).stderr)
        self.write('x.sarif', '{"version": "1.0", "runs": []}')
        self.assertIn('not a SARIF 2.1.0 report', self.tool('merge', 'x.sarif', status=2).stderr)

    def test_merging_remaps_rules(self):
        self.write('p.cu', PADDABLE)
        self.tool('--format=sarif', '-o', 'a.sarif', 'k.cu')
        self.tool('--format=sarif', '-o', 'b.sarif', '--launch=k: block=32x32', 'p.cu')
        log = json.loads(self.read('b.sarif'))
        rules = log['runs'][0]['tool']['driver']['rules']
        rules.reverse()
        for r in log['runs'][0]['results']:
            r['ruleIndex'] = len(rules) - 1 - r['ruleIndex']
        rules.append({'id': 'extra'})
        self.write('b.sarif', json.dumps(log))
        run = json.loads(self.tool('merge', 'a.sarif', 'b.sarif', status=0).stdout)['runs'][0]
        merged = run['tool']['driver']['rules']
        self.assertEqual(len({r['id'] for r in merged}), len(rules))
        for r in run['results']:
            self.assertEqual(merged[r['ruleIndex']]['id'], r['ruleId'])


class Cache(Case):
    def cached(self):
        folder = self.path('.cache/coalcheck')
        return sorted(f for f in os.listdir(folder) if f.endswith('.pch')) if os.path.isdir(folder) else []

    def all(self, *args, **kw):
        return self.tool('--all', *args, 'k.cu', **kw).stdout

    def test_the_report_does_not_change(self):
        for headers in ('embedded', 'auto'):
            plain = self.all('--no-cache', headers=headers)
            self.assertEqual(self.all(headers=headers), plain)
            self.assertEqual(self.all(headers=headers), plain)
        self.assertTrue(self.cached())

    def test_includes_at_the_top(self):
        self.write('k.cu', '/* c */\n#include <vector>\n// d\n#include <cstdio>\n#define N 8\n' + TWO.replace('* 8', '* N'))
        plain = self.all('--no-cache')
        self.assertEqual([self.all(), self.all()], [plain, plain])
        self.write('k.cu', self.read('k.cu').replace('<vector>', '<not_there>'))
        plain = self.tool('--no-cache', 'k.cu')
        again = [self.tool('k.cu') for _ in range(2)]
        self.assertEqual([(p.stdout, p.stderr) for p in again], [(plain.stdout, plain.stderr)] * 2)

    def test_a_users_header_with_a_systems_name(self):
        self.write('inc/vector', '#define N 8\n')
        self.write('k.cu', '#include <vector>\n' + TWO.replace('* 8', '* N'))
        for _ in range(2):
            self.assertEqual(self.lines(self.tool('k.cu', '--', '-I', self.path('inc'))), [3, 6])
        self.write('inc/vector', '#define N 1\n')
        self.assertEqual(self.lines(self.tool('k.cu', '--', '-I', self.path('inc'))), [6])

    def test_no_cache_and_other_folders(self):
        self.tool('--no-cache', 'k.cu')
        self.assertEqual(self.cached(), [])
        self.tool('--cache-dir=here/there', 'k.cu')
        self.assertEqual(len(os.listdir(self.path('here/there'))), 1)
        self.tool('--cache-dir=/dev/null/x', 'k.cu')
        self.tool('k.cu', env={'XDG_CACHE_HOME': '', 'HOME': self.path('home')})
        self.assertEqual(len(os.listdir(self.path('home/.cache/coalcheck'))), 1)

    def test_damage_is_mended(self):
        plain = self.all()
        name, = self.cached()
        with open(self.path(f'.cache/coalcheck/{name}'), 'rb') as f:
            half = f.read()[:10000]
        for damage in (b'', b'garbage', half):
            with open(self.path(f'.cache/coalcheck/{name}'), 'wb') as f:
                f.write(damage)
            self.assertEqual(self.all(), plain)
        self.assertEqual(self.all(), plain)

    def test_no_room(self):
        """Clang aborts where it cannot write a precompiled header."""
        small = lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (100_000, 100_000))
        p = subprocess.run([COALCHECK, '--cuda-headers=embedded', 'k.cu'], capture_output=True, text=True, cwd=self.dir,
                           env={**os.environ, 'XDG_CACHE_HOME': self.path('.cache')}, preexec_fn=small)
        self.assertEqual((p.returncode, self.lines(p)), (1, self.lines(self.tool('--no-cache', 'k.cu'))))
        self.assertEqual(self.cached(), [])

    def test_flags_have_their_own(self):
        self.tool('k.cu')
        self.tool('k.cu', '--', '-DX=1')
        self.tool('k.cu', '--', '-DX=1')
        self.tool('k.cu', '--target=sm_90')
        self.assertEqual(len(self.cached()), 3)

    def test_many_at_once(self):
        for i in range(6):
            self.write(f'{i}.cu', TWO)
        outputs = []
        def run(): outputs.append(self.tool('-j2', *(f'{i}.cu' for i in range(6))).stdout)
        threads = [threading.Thread(target=run) for _ in range(4)]
        for t in threads: t.start()
        for t in threads: t.join()
        self.assertEqual(len(outputs), 4)
        self.assertEqual(len(set(outputs)), 1)
        self.assertEqual([f for f in os.listdir(self.path('.cache/coalcheck')) if not f.endswith('.pch')], [])


class Terminal(Case):
    def on_a_terminal(self, *args):
        """What a person sees, all streams together."""
        pid, fd = pty.fork()
        if pid == 0:
            os.chdir(self.dir)
            os.environ.update(TERM='xterm', XDG_CACHE_HOME=self.path('.cache'))
            os.execv(COALCHECK, [COALCHECK, '--cuda-headers=embedded', *args])
        seen = b''
        while True:
            try:
                part = os.read(fd, 4096)
            except OSError:
                break
            if not part:
                break
            seen += part
        os.waitpid(pid, 0)
        os.close(fd)
        return seen.decode()

    def test_progress(self):
        self.write('l.cu', TWO)
        seen = self.on_a_terminal('k.cu', 'l.cu')
        self.assertIn('[1/2] k.cu\r\x1b[K', seen)
        self.assertIn('[2/2] l.cu\r\x1b[K', seen)
        left = re.sub(r'[^\n]*\r\x1b\[K', '', seen)
        self.assertNotIn('/2]', left)
        self.assertNotIn('[1/', self.on_a_terminal('k.cu'))
        self.assertNotIn('[1/2]', self.tool('k.cu', 'l.cu').stderr)


if __name__ == '__main__':
    unittest.main(verbosity=2)
