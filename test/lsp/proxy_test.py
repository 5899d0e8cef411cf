#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""`coalcheck clangd` in front of a real clangd, and of stand-ins where a clangd has to misbehave.

usage: proxy_test.py COALCHECK CLANGD [unittest arguments]
"""
import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import unittest

from client import CAPABILITIES, Client, edit, framed, ours, span, theirs

COALCHECK = os.path.abspath(sys.argv.pop(1)) if __name__ == '__main__' else 'coalcheck'
CLANGD = sys.argv.pop(1) if __name__ == '__main__' else 'clangd'

# With an error for clangd and a finding for coalcheck.
STRIDED = '''// k
__global__ void k(const float *in, float *out) {
  out[threadIdx.x] = in[threadIdx.x * 8];
  int unused = undeclared_name;
}
'''


class Proxy(unittest.TestCase):
    def setUp(self):
        self.dir = os.path.realpath(tempfile.mkdtemp(prefix='coalcheck-proxy-'))
        self.clients = []
        # clangd then reads CUDA without a toolkit.
        with open(os.path.join(self.dir, 'compile_flags.txt'), 'w') as f:
            f.write('-xcuda\n--cuda-device-only\n-nocudainc\n-nocudalib\n--cuda-gpu-arch=sm_80\n-include\ncuda_stub.h\n-I.\n')
        with open(os.path.join(self.dir, '.clangd'), 'w') as f:  # else it works on for seconds after exit
            f.write('Index:\n  StandardLibrary: No\n  Background: Skip\n')
        with open(os.path.join(self.dir, 'cuda_stub.h'), 'w') as f:
            f.write('#ifndef __global__\n#define __global__ __attribute__((global))\n'
                    '#define __shared__ __attribute__((shared))\n#define __device__ __attribute__((device))\n'
                    'struct stub_dim { unsigned x, y, z; };\nextern const __device__ stub_dim threadIdx, blockIdx;\n#endif\n')

    def tearDown(self):
        for c in self.clients:
            c.close()
        shutil.rmtree(self.dir)

    def start(self, *args, clangd=CLANGD, options=None, capabilities=None, initialize=True, environment=None):
        c = Client([COALCHECK, 'clangd', '--coalcheck=--cuda-headers=embedded', *args], cwd=self.dir,
                   env={'COALCHECK_CLANGD': clangd, 'XDG_CACHE_HOME': self.dir, **(environment or {})})
        self.clients.append(c)
        if initialize:
            c.result = c.initialize(options, capabilities, rootUri='file://' + self.dir)
        return c

    def path(self, name):
        return os.path.join(self.dir, name)

    def stand_in(self, body):
        """A clangd in Python: `read()` gives messages, `send(message)` sends one."""
        path = self.path('stand-in')
        with open(path, 'w') as f:
            f.write(f'#!{sys.executable}\n' + '''
import json, os, sys, time
def send(m):
    b = json.dumps(m).encode()
    sys.stdout.buffer.write(b'Content-Length: %d\\r\\n\\r\\n' % len(b) + b)
    sys.stdout.buffer.flush()
def read():
    n = None
    while True:
        line = sys.stdin.buffer.readline()
        if not line: sys.exit(3)
        if line == b'\\r\\n': break
        if line.lower().startswith(b'content-length:'): n = int(line.split(b':')[1])
    return json.loads(sys.stdin.buffer.read(n))
def reply(m, result): send({'jsonrpc': '2.0', 'id': m['id'], 'result': result})
def publish(uri, version, *messages):
    zero = {'start': {'line': 0, 'character': 0}, 'end': {'line': 0, 'character': 1}}
    send({'jsonrpc': '2.0', 'method': 'textDocument/publishDiagnostics', 'params': {'uri': uri, 'version': version,
          'diagnostics': [{'range': zero, 'message': t, 'source': 'clang', 'severity': 1} for t in messages]}})
CAPS = {'capabilities': {'hoverProvider': True, 'codeActionProvider': True, 'textDocumentSync': 2}}
''' + body)
        os.chmod(path, 0o755)
        return path

    def clangd_pid(self, c):
        """A wrapper may stand between the proxy and clangd."""
        parents, names = {}, {}
        for pid in map(int, filter(str.isdigit, os.listdir('/proc'))):
            try:
                with open(f'/proc/{pid}/stat') as f:
                    parents[pid] = int(f.read().rsplit(')', 1)[1].split()[1])
                names[pid] = os.path.basename(os.readlink(f'/proc/{pid}/exe'))
            except OSError:
                continue
        for pid, name in names.items():
            ancestor = parents[pid]
            while name.startswith('clangd') and ancestor in parents:
                if ancestor == c.process.pid:
                    return pid
                ancestor = parents[ancestor]
        return None

    # ---- both at once

    def both(self, d):
        return ours(d) and theirs(d)

    def test_sets_are_merged(self):
        c = self.start()
        uri = c.open(self.path('k.cu'), STRIDED, version=4)
        d = c.diagnostics(uri, 4, having=self.both)
        self.assertEqual(['coalcheck-strided'], [x['code'] for x in ours(d)])
        self.assertEqual(span(STRIDED, 'in[threadIdx.x * 8]'), ours(d)[0]['range'])
        self.assertTrue(any('undeclared_name' in x['message'] for x in theirs(d)))
        self.assertEqual(0, c.shutdown())

    def test_edits_keep_both_sets_at_their_version(self):
        c = self.start()
        uri = c.open(self.path('k.cu'), STRIDED, version=1)
        c.diagnostics(uri, 1, having=self.both)
        for version in range(2, 6):
            c.change(uri, version, edit(0, 0, 0, 0, '\n'))
            d = c.diagnostics(uri, version, having=self.both)
            self.assertEqual({version + 1}, {x['range']['start']['line'] for x in ours(d)})
            self.assertEqual({version + 2}, {x['range']['start']['line'] for x in theirs(d)})
        c.change(uri, 6, {'range': {'start': {'line': 7, 'character': 0}, 'end': {'line': 8, 'character': 0}}, 'text': ''})
        c.diagnostics(uri, 6, having=lambda d: ours(d) and not theirs(d))
        for p in c.published(uri):
            shift = p['version'] - 1
            self.assertLessEqual({x['range']['start']['line'] for x in ours(p['diagnostics'])}, {2 + shift if p['version'] < 6 else 6})

    def test_encodings(self):
        text = '/* 😀é */ ' + STRIDED.replace('// k\n', '').replace('\n', ' ').replace('int unused', '/* 😀 */ int unused') + '\n'
        for offered, legacy, flag, expected in ((['utf-8'], None, None, 'utf-8'), (['utf-16'], None, None, 'utf-16'),
                                                (None, ['utf-8'], None, 'utf-8'), (None, None, None, 'utf-16'),
                                                (None, None, '--offset-encoding=utf-8', 'utf-8')):
            caps = {k: v for k, v in CAPABILITIES.items() if k != 'general'}
            if offered:
                caps['general'] = {'positionEncodings': offered}
            if legacy:
                caps['offsetEncoding'] = legacy
            c = self.start(*([flag] if flag else []), capabilities=caps)
            chosen = c.result['capabilities'].get('positionEncoding') or c.result.get('offsetEncoding') or 'utf-16'
            if offered == ['utf-8'] and chosen == 'utf-16':
                expected = chosen  # clangd before 20 knows the legacy form only
            self.assertEqual(expected, chosen)
            uri = c.open(self.path('k.cu'), text, version=1)
            d = c.diagnostics(uri, 1, having=self.both)
            self.assertEqual(span(text, 'in[threadIdx.x * 8]', chosen), ours(d)[0]['range'])
            self.assertIn(span(text, 'undeclared_name', chosen), [x['range'] for x in theirs(d)])
            c.change(uri, 2, {'range': span(text, '😀é', chosen), 'text': 'é'})
            d = c.diagnostics(uri, 2, having=self.both)
            self.assertEqual(span(text.replace('😀é', 'é'), 'in[threadIdx.x * 8]', chosen), ours(d)[0]['range'])
            self.assertEqual(0, c.shutdown())

    def test_hover_has_both(self):
        c = self.start()
        uri = c.open(self.path('k.cu'), STRIDED)
        c.diagnostics(uri, having=self.both)
        at = span(STRIDED, 'in[threadIdx.x * 8]')['start']
        value = c.request('textDocument/hover', {'textDocument': {'uri': uri}, 'position': at})['result']['contents']['value']
        self.assertIn('const float', value)
        self.assertIn('**coalcheck: strided**', value)
        self.assertLess(value.index('const float'), value.index('coalcheck'))
        elsewhere = c.request('textDocument/hover', {'textDocument': {'uri': uri}, 'position': {'line': 1, 'character': 16}})
        self.assertNotIn('coalcheck', elsewhere['result']['contents']['value'])

    def test_code_actions_have_both(self):
        text = ('__global__ void k(const float *in, float *out) {\n  __shared__ float tile[32][32];\n'
                '  tile[threadIdx.y][threadIdx.x] = in[threadIdx.y * 32 + threadIdx.x];\n  __syncthreads()\n'
                '  out[threadIdx.y * 32 + threadIdx.x] = tile[threadIdx.x][threadIdx.y];\n}\nvoid __syncthreads();\n')
        c = self.start()
        uri = c.open(self.path('k.cu'), text, version=2)
        d = c.diagnostics(uri, 2, having=self.both)
        whole = {'start': {'line': 0, 'character': 0}, 'end': {'line': 7, 'character': 0}}
        actions = c.request('textDocument/codeAction', {'textDocument': {'uri': uri}, 'range': whole,
                                                        'context': {'diagnostics': d}})['result']
        pads = [a for a in actions if a['title'].startswith('pad the rows')]
        self.assertEqual(1, len(pads))
        self.assertEqual(2, pads[0]['edit']['documentChanges'][0]['textDocument']['version'])
        self.assertTrue([a for a in actions if 'insert' in a['title']], actions)

    def test_inlay_hints_have_both(self):
        text = STRIDED + '__device__ int f(int count);\n__device__ int g() { return f(5); }\n'
        c = self.start(options={'coalcheck': {'inlayHints': True}})
        uri = c.open(self.path('k.cu'), text)
        c.diagnostics(uri, having=self.both)
        whole = {'start': {'line': 0, 'character': 0}, 'end': {'line': 9, 'character': 0}}
        hints = c.request('textDocument/inlayHint', {'textDocument': {'uri': uri}, 'range': whole})['result']
        labels = [h['label'] if isinstance(h['label'], str) else ''.join(p['value'] for p in h['label']) for h in hints]
        self.assertIn('32 sectors', labels)
        self.assertTrue([l for l in labels if l.startswith('count')], labels)

    def test_other_requests_pass(self):
        c = self.start()
        uri = c.open(self.path('k.cu'), STRIDED)
        symbols = c.request('textDocument/documentSymbol', {'textDocument': {'uri': uri}})['result']
        self.assertIn('k', [s['name'] for s in symbols])
        self.assertIn('error', c.request('no/such/method', {}))
        self.assertEqual('str', c.reply(c.send_request('textDocument/foldingRange', {'textDocument': {'uri': uri}}, 'str'))['id'])

    def test_other_languages_are_clangd_s_alone(self):
        c = self.start()
        uri = c.open(self.path('a.cpp'), 'int x = y;\n', language='cpp')
        d = c.diagnostics(uri, having=len)
        self.assertEqual([], ours(d))
        c.notify('textDocument/didClose', {'textDocument': {'uri': uri}})
        c.diagnostics(uri, having=lambda d: not d)

    def test_burst(self):
        c = self.start()
        uri = c.open(self.path('k.cu'), STRIDED, version=1)
        c.diagnostics(uri, 1, having=self.both)
        for version in range(2, 32):
            c.change(uri, version, edit(0, 0, 0, 0, '\n'))
            time.sleep(0.01)
        c.diagnostics(uri, 31, having=self.both)
        c.quiet(1)
        for p in c.published(uri):
            lines = {x['range']['start']['line'] for x in ours(p['diagnostics'])}
            self.assertLessEqual(lines, {p['version'] + 1})

    # ---- crashes

    def test_clangd_is_killed(self):
        c = self.start()
        uri = c.open(self.path('k.cu'), STRIDED, version=1)
        c.diagnostics(uri, 1, having=self.both)
        c.change(uri, 2, edit(0, 0, 0, 0, '\n'))
        c.diagnostics(uri, 2, having=self.both)
        for version in (3, 4):
            os.kill(self.clangd_pid(c), signal.SIGKILL)
            c.wait(lambda: [m for _, m in c.seen if m['method'] == 'window/logMessage' and 'clangd ended' in m['params']['message']])
            c.wait(lambda: c.pump(0.05) or self.clangd_pid(c))
            c.change(uri, version, edit(0, 0, 0, 0, '\n'))
            d = c.diagnostics(uri, version, having=self.both)
            self.assertEqual({version + 1}, {x['range']['start']['line'] for x in ours(d)})
            self.assertEqual({version + 2}, {x['range']['start']['line'] for x in theirs(d)})
        symbols = c.request('textDocument/documentSymbol', {'textDocument': {'uri': uri}})['result']
        self.assertIn('k', [s['name'] for s in symbols])
        self.assertEqual(0, c.shutdown())

    def test_documents_of_other_languages_are_opened_again(self):
        c = self.start()
        uri = c.open(self.path('a.cpp'), 'int f(int);\nint x = y;\n', language='cpp')
        c.diagnostics(uri, having=len)
        c.change(uri, 2, edit(1, 0, 1, 0, 'int only_in_the_buffer;\n'))
        c.diagnostics(uri, 2)
        os.kill(self.clangd_pid(c), signal.SIGKILL)
        c.quiet(0.5)
        symbols = c.request('textDocument/documentSymbol', {'textDocument': {'uri': uri}})['result']
        self.assertIn('only_in_the_buffer', [s['name'] for s in symbols])

    def test_document_without_a_version_is_opened_again(self):
        c = self.start()
        uri = 'file://' + self.path('a.cpp')
        c.notify('textDocument/didOpen', {'textDocument': {'uri': uri, 'languageId': 'cpp', 'text': 'int alone;\n'}})
        c.request('textDocument/documentSymbol', {'textDocument': {'uri': uri}})
        os.kill(self.clangd_pid(c), signal.SIGKILL)
        c.quiet(0.5)
        symbols = c.request('textDocument/documentSymbol', {'textDocument': {'uri': uri}})['result']
        self.assertEqual(['alone'], [s['name'] for s in symbols])
        self.assertEqual(0, c.shutdown())  # with a sanitizer's word on leaks

    def test_request_to_a_clangd_that_dies_is_answered(self):
        c = self.start(clangd=self.stand_in('''
reply(read(), CAPS)
while True:
    m = read()
    if m.get('method') == 'textDocument/definition': os.abort()
    if m.get('method') == 'textDocument/hover': os.abort()
    if m.get('method') == 'shutdown': reply(m, None)
    if m.get('method') == 'exit': sys.exit(7)
'''))
        uri = c.open(self.path('k.cu'), STRIDED)
        c.diagnostics(uri, having=len)
        params = {'textDocument': {'uri': uri}, 'position': span(STRIDED, 'in[threadIdx.x * 8]')['start']}
        self.assertEqual(-32801, c.request('textDocument/definition', params)['error']['code'])
        c.quiet(0.5)
        self.assertIn('strided', c.request('textDocument/hover', params)['result']['contents']['value'])
        c.quiet(1.5)
        self.assertEqual(7, c.shutdown())

    def test_clangd_that_dies_after_shutdown_is_not_started_again(self):
        c = self.start(clangd=self.stand_in(f'''
open({self.path('starts')!r}, 'a').write('x')
reply(read(), CAPS)
while True:
    m = read()
    if m.get('method') == 'shutdown':
        reply(m, None)
        sys.exit(4)
'''))
        c.request('shutdown', None)
        c.quiet(1)
        c.notify('exit', None)
        self.assertEqual(4, c.process.wait(timeout=10))
        with open(self.path('starts')) as f:
            self.assertEqual('x', f.read())

    def test_nothing_is_published_twice(self):
        c = self.start()
        uri = c.open(self.path('k.cu'), STRIDED.replace('* 8', '* 1'), version=1)
        c.diagnostics(uri, 1, having=theirs)
        c.quiet(2)
        self.assertEqual(1, len(c.published(uri)))

    def test_clangd_that_always_crashes_is_given_up(self):
        c = self.start(clangd=self.stand_in('''
reply(read(), CAPS)
read()
os.abort()
'''))
        uri = c.open(self.path('k.cu'), STRIDED)
        self.assertEqual(1, len(ours(c.diagnostics(uri, having=len))))
        c.wait(lambda: [m for _, m in c.seen if m['method'] == 'window/showMessage'], timeout=60)
        c.change(uri, 2, STRIDED.replace('* 8', '* 1'))
        self.assertEqual([], c.diagnostics(uri, 2))
        self.assertEqual(128 + signal.SIGABRT, c.shutdown())

    def test_clangd_that_dies_before_it_answers_initialize(self):
        flag = self.path('flag')
        c = self.start(clangd=self.stand_in(f'''
m = read()
if not os.path.exists({flag!r}):
    open({flag!r}, 'w').close()
    os.abort()
reply(m, CAPS)
while True:
    m = read()
    if 'id' in m: reply(m, m.get('method'))
    if m.get('method') == 'exit': sys.exit(0)
'''))
        self.assertTrue(c.result['capabilities']['inlayHintProvider'])  # put in by the proxy
        self.assertEqual('x/y', c.request('x/y', {})['result'])

    def test_ids_of_a_second_clangd_do_not_clash(self):
        c = self.start(clangd=self.stand_in(f'''
again = os.path.exists({self.path('flag')!r})
open({self.path('flag')!r}, 'w').close()
reply(read(), CAPS)
while True:
    m = read()
    if m.get('method') == 'go': send({{'jsonrpc': '2.0', 'id': 0, 'method': 'workspace/configuration', 'params': {{}}}})
    if m.get('method') == 'die': os.abort()
    if 'method' not in m: send({{'jsonrpc': '2.0', 'method': 'got', 'params': {{'id': m['id'], 'again': again}}}})
    if m.get('method') == 'shutdown': reply(m, None)
    if m.get('method') == 'exit': sys.exit(0)
'''))
        c.notify('go', {})
        got = lambda: [m['params'] for _, m in c.seen if m['method'] == 'got']
        c.wait(got)
        self.assertEqual([{'id': 0, 'again': False}], got())
        c.notify('die', {})
        c.quiet(0.7)
        c.notify('go', {})
        c.wait(lambda: len(got()) > 1)
        self.assertEqual({'id': 0, 'again': True}, got()[1])
        ids = [m['id'] for _, m in c.seen if m['method'] == 'workspace/configuration']
        self.assertEqual(0, ids[0])
        self.assertNotEqual(ids[0], ids[1])

    def test_progress_of_a_dead_clangd_ends(self):
        c = self.start(clangd=self.stand_in('''
reply(read(), CAPS)
send({'jsonrpc': '2.0', 'method': '$/progress', 'params': {'token': 't', 'value': {'kind': 'begin', 'title': 'x'}}})
read()
os.abort()
'''))
        c.wait(lambda: [m for _, m in c.seen if m['method'] == '$/progress' and m['params']['value']['kind'] == 'end'])

    # ---- order and delay

    def test_clangd_s_set_waits_for_nobody(self):
        """clangd's messages pass while an analysis runs."""
        c = self.start(clangd=self.stand_in('''
reply(read(), CAPS)
while True:
    m = read()
    if m.get('method') == 'textDocument/didOpen':
        d = m['params']['textDocument']
        publish(d['uri'], d['version'], 'at once')
    if m.get('method') == 'textDocument/didChange':
        d = m['params']['textDocument']
        publish(d['uri'], d['version'], 'at once')
    if 'id' in m: reply(m, None)
    if m.get('method') == 'exit': sys.exit(0)
'''), options={'coalcheck': {'debounce': 300}})
        uri = c.open(self.path('k.cu'), STRIDED, version=1)
        c.diagnostics(uri, 1, having=self.both)
        before = time.monotonic()
        c.change(uri, 2, edit(0, 0, 0, 0, '\n'))
        c.diagnostics(uri, 2, having=lambda d: [x['message'] for x in d] == ['at once'])
        self.assertLess(time.monotonic() - before, 0.3)
        d = c.diagnostics(uri, 2, having=self.both)
        self.assertEqual(3, ours(d)[0]['range']['start']['line'])

    def test_old_set_of_clangd_is_not_merged(self):
        c = self.start(clangd=self.stand_in('''
reply(read(), CAPS)
while True:
    m = read()
    if m.get('method') == 'textDocument/didOpen':
        d = m['params']['textDocument']
        publish(d['uri'], d['version'], 'first')
    if m.get('method') == 'textDocument/didChange':
        d = m['params']['textDocument']
        time.sleep(1)
        publish(d['uri'], d['version'] - 1, 'late')
        time.sleep(1)
        publish(d['uri'], d['version'], 'last')
    if 'id' in m: reply(m, None)
    if m.get('method') == 'exit': sys.exit(0)
'''))
        uri = c.open(self.path('k.cu'), STRIDED, version=1)
        c.diagnostics(uri, 1, having=self.both)
        c.change(uri, 2, edit(0, 0, 0, 0, '\n'))
        c.diagnostics(uri, 2, having=lambda d: ours(d) and [x['message'] for x in theirs(d)] == ['last'])
        for p in c.published(uri):
            messages = {x['message'] for x in theirs(p['diagnostics'])}
            lines = {x['range']['start']['line'] for x in ours(p['diagnostics'])}
            self.assertLessEqual(lines, {p['version'] + 1})
            self.assertLessEqual(messages, {'first', 'late'} if p['version'] == 1 else {'last'})

    def test_result_without_clangd_s_is_shown_after_a_while(self):
        c = self.start(clangd=self.stand_in('''
reply(read(), CAPS)
while True:
    m = read()
    if m.get('method') == 'textDocument/didOpen':
        d = m['params']['textDocument']
        publish(d['uri'], d['version'], 'only once')
    if 'id' in m: reply(m, None)
    if m.get('method') == 'exit': sys.exit(0)
'''))
        uri = c.open(self.path('k.cu'), STRIDED, version=1)
        c.diagnostics(uri, 1, having=self.both)
        c.change(uri, 2, edit(0, 0, 0, 0, '\n'))
        self.assertEqual(['coalcheck'], [x['source'] for x in c.diagnostics(uri, 2, having=len)])

    def test_bytes_pass_unchanged(self):
        """What is not merged is not even formatted anew; not JSON, too long: it passes. Noise between messages does not."""
        path = self.stand_in('''
seen = open('seen', 'wb')
while True:
    b = os.read(0, 65536)
    if not b: sys.exit(5)
    seen.write(b); seen.flush()
    os.write(1, b) if len(b) < 60000 else None
''')
        c = Client([COALCHECK, 'clangd'], cwd=self.dir, env={'COALCHECK_CLANGD': path})
        self.clients.append(c)
        odd = framed(b'{ "jsonrpc" : "2.0",  "method":"x" , "params" : [1.50, 1e400] }')
        broken = framed(b'{"method": ')
        c.raw(odd)
        end = time.monotonic() + 30
        while time.monotonic() < end and not (os.path.exists(self.path('seen')) and os.path.getsize(self.path('seen')) == len(odd)):
            time.sleep(0.02)
        with open(self.path('seen'), 'rb') as f:
            self.assertEqual(odd, f.read())
        c.process.stdin.write(broken + b'noise\n')
        c.process.stdin.flush()
        size = 65 << 20
        c.raw(b'Content-Length: %d\r\n\r\n' % size)
        for _ in range(65):
            c.raw(b'[' * (1 << 20))
        c.process.stdin.close()
        self.assertEqual(5, c.process.wait(timeout=30))
        c.process.stdin = open(os.devnull, 'wb')
        expected = len(odd) + len(broken) + len(b'Content-Length: %d\r\n\r\n' % size) + size
        self.assertEqual(expected, os.path.getsize(self.path('seen')))

    # ---- being clangd

    def test_version_and_help_are_clangd_s(self):
        env = {**os.environ, 'COALCHECK_CLANGD': CLANGD}
        for flag in ('--version', '--help'):
            expected = subprocess.run([CLANGD, flag], capture_output=True, text=True)
            got = subprocess.run([COALCHECK, 'clangd', flag], capture_output=True, text=True, env=env)
            self.assertEqual((expected.returncode, expected.stdout), (got.returncode, got.stdout))

    def test_bad_arguments_end_as_clangd_does(self):
        env = {**os.environ, 'COALCHECK_CLANGD': CLANGD}
        expected = subprocess.run([CLANGD, '--no-such-option'], capture_output=True, stdin=subprocess.DEVNULL)
        got = subprocess.run([COALCHECK, 'clangd', '--no-such-option'], capture_output=True, env=env, stdin=subprocess.PIPE, timeout=30)
        self.assertEqual(expected.returncode, got.returncode)

    def test_bad_arguments_end_with_a_client_as_well(self):
        c = self.start('--no-such-option', initialize=False)
        c.send_request('initialize', {'capabilities': {}})
        self.assertEqual(1, c.process.wait(timeout=30))

    def test_called_by_another_name(self):
        link = self.path('coalcheck-clangd')
        os.symlink(COALCHECK, link)
        got = subprocess.run([link, '--version'], capture_output=True, text=True, env={**os.environ, 'COALCHECK_CLANGD': CLANGD})
        self.assertIn('clangd version', got.stdout)

    def test_no_clangd(self):
        got = subprocess.run([COALCHECK, 'clangd'], capture_output=True, text=True, env={'PATH': self.dir}, timeout=30)
        self.assertEqual(2, got.returncode)
        self.assertIn('no clangd in PATH', got.stderr)

    def test_itself_is_not_taken_for_clangd(self):
        os.symlink(COALCHECK, self.path('clangd'))
        got = subprocess.run([COALCHECK, 'clangd'], capture_output=True, text=True, env={'PATH': self.dir}, timeout=30)
        self.assertEqual(2, got.returncode)

    def test_exit_without_shutdown(self):
        c = self.start()
        c.notify('exit', None)
        self.assertEqual(1, c.process.wait(timeout=30))

    def test_end_of_input(self):
        c = self.start()
        pid = self.clangd_pid(c)
        c.process.stdin.close()
        self.assertEqual(1, c.process.wait(timeout=30))
        self.assertFalse(os.path.exists(f'/proc/{pid}'))
        c.process.stdin = open(os.devnull, 'wb')


if __name__ == '__main__':
    unittest.main()
