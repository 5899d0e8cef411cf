#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""`coalcheck mcp` by its lines: the protocol, bad requests, each tool's answer, cancelling, the end of the input.

usage: lines_test.py COALCHECK [unittest arguments]
"""
import json
import os
import subprocess
import sys
import tempfile
import time
import unittest

COALCHECK = os.path.abspath(sys.argv.pop(1)) if __name__ == '__main__' else 'coalcheck'

STRIDED = '''__global__ void k(const float *in, float *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = in[8 * i];
}
'''
DENSE = STRIDED.replace('8 * i', 'i')
CONFLICT = '''__global__ void t(const float *in, float *out) {
  __shared__ float tile[32][32];
  tile[threadIdx.y][threadIdx.x] = in[threadIdx.y * 32 + threadIdx.x];
  __syncthreads();
  out[threadIdx.y * 32 + threadIdx.x] = tile[threadIdx.x][threadIdx.y];
}
'''
ENDLESS = '__global__ void k(volatile int *a) { while (a[threadIdx.x] == 0) a[threadIdx.x] = 0; }\n'


class Lines(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix='coalcheck-mcp-test-')
        self.addCleanup(folder.cleanup)
        self.dir = folder.name
        self.env = {**os.environ, 'LC_ALL': 'C.UTF-8', 'HOME': self.dir, 'TMPDIR': self.dir, 'XDG_CACHE_HOME': self.dir + '/cache'}

    def talk(self, *lines):
        """Sends the lines, ends the input; the answers by id, and all of them in order."""
        text = ''.join((line if isinstance(line, str) else json.dumps(line)) + '\n' for line in lines)
        p = subprocess.run([COALCHECK, 'mcp'], input=text.encode(), capture_output=True, cwd=self.dir, env=self.env, timeout=120)
        self.assertEqual(p.returncode, 0, p.stderr)
        answers = [json.loads(line) for line in p.stdout.decode().splitlines()]
        for a in answers:
            for one in a if isinstance(a, list) else [a]:
                self.assertEqual(one['jsonrpc'], '2.0')
                self.assertEqual(('result' in one) + ('error' in one), 1)
        return {a['id']: a for a in answers if isinstance(a, dict)}, answers

    def request(self, method, params=None, id=1):
        return {'jsonrpc': '2.0', 'id': id, 'method': method, **({} if params is None else {'params': params})}

    def call(self, tool, **arguments):
        """The result of one call: (structured answer or None, text)."""
        answers, _ = self.talk(self.request('tools/call', {'name': tool, 'arguments': arguments}))
        result = answers[1]['result']
        text, = result['content']
        self.assertEqual(text['type'], 'text')
        self.assertEqual(result['isError'], 'structuredContent' not in result)
        if not result['isError']:
            self.assertEqual(json.loads(text['text']), result['structuredContent'])
        return result.get('structuredContent'), text['text']

    def refused(self, code, message, *lines):
        _, answers = self.talk(*lines)
        error = answers[-1]['error']
        self.assertEqual(error['code'], code, error)
        self.assertIn(message, error['message'])
        return answers[-1]

    def test_handshake(self):
        for wanted, got in (('2025-06-18', '2025-06-18'), ('2024-11-05', '2024-11-05'), ('1999-01-01', '2025-11-25'), (None, '2025-11-25')):
            answers, _ = self.talk(self.request('initialize', {'protocolVersion': wanted, 'capabilities': {}}),
                                   {'jsonrpc': '2.0', 'method': 'notifications/initialized'}, self.request('ping', id='p'))
            self.assertEqual(answers[1]['result']['protocolVersion'], got)
            self.assertEqual(answers[1]['result']['serverInfo']['name'], 'coalcheck')
            self.assertIn('tools', answers[1]['result']['capabilities'])
            self.assertEqual(answers['p']['result'], {})

    def test_tools(self):
        answers, _ = self.talk(self.request('tools/list'))
        tools = {t['name']: t for t in answers[1]['result']['tools']}
        self.assertEqual(sorted(tools), ['analyse', 'compare', 'confirm', 'explain'])
        for t in tools.values():
            self.assertEqual(t['inputSchema']['type'], 'object')
            self.assertGreater(len(t['description']), 40)
        self.assertFalse(tools['confirm']['annotations']['readOnlyHint'])
        self.assertTrue(tools['analyse']['annotations']['readOnlyHint'])

    def test_bad_messages(self):
        for line in ('{', 'null x', '"'):
            self.assertIsNone(self.refused(-32700, 'not JSON', line)['id'])
        for line in ('3', 'null', '"x"', '{}', '[]', '{"jsonrpc":"1.0","id":1,"method":"ping"}', '{"id":1,"method":"ping"}',
                     '{"jsonrpc":"2.0","id":{},"method":"ping"}', '{"jsonrpc":"2.0","id":null,"method":"ping"}', '{"jsonrpc":"2.0","id":1,"method":2}'):
            self.refused(-32600, '', line)
        self.refused(-32601, "unknown method 'resources/list'", self.request('resources/list'))
        self.refused(-32602, "'params' must be an object", self.request('ping', [1]))
        _, answers = self.talk('', '  ', '{"jsonrpc":"2.0","id":9,"result":{}}', '{"jsonrpc":"2.0","method":"notifications/whatever"}')
        self.assertEqual(answers, [])

    def test_bad_calls(self):
        for params, message in (
                ({}, 'name of the tool is missing'), ({'name': 'analyze'}, "unknown tool 'analyze'; did you mean 'analyse'?"),
                ({'name': 'x'}, 'tools are analyse, explain, compare, confirm'), ({'name': 'analyse', 'arguments': []}, "'arguments' must be an object"),
                ({'name': 'analyse'}, "'source' or 'path' is missing"),
                ({'name': 'analyse', 'arguments': {'source': '', 'path': 'x.cu'}}, 'not both'),
                ({'name': 'analyse', 'arguments': {'source': 3}}, "'source' must be a string"),
                ({'name': 'analyse', 'arguments': {'source': '', 'launch': 'k: block=32'}}, "'launch' must be an array"),
                ({'name': 'analyse', 'arguments': {'source': '', 'launch': [1]}}, "'launch' must be a string"),
                ({'name': 'analyse', 'arguments': {'source': '', 'lunch': []}}, "unknown argument 'lunch'; did you mean 'launch'?"),
                ({'name': 'analyse', 'arguments': {'source': '', 'limit': 0}}, "'limit' must be at least 1"),
                ({'name': 'analyse', 'arguments': {'path': 'a\0b'}}, "'path' holds a NUL"),
                ({'name': 'explain', 'arguments': {'source': ''}}, "'line' is missing"),
                ({'name': 'explain', 'arguments': {'source': '', 'line': 1.5}}, "'line' must be an integer"),
                ({'name': 'compare', 'arguments': {'before': {'source': ''}}}, "'after' is missing"),
                ({'name': 'compare', 'arguments': {'before': {'source': ''}, 'after': {}}}, "'source' or 'path' is missing in after"),
                ({'name': 'confirm', 'arguments': {'source': '', 'timeout': 0}}, "'timeout' must be at least 1")):
            self.refused(-32602, message, self.request('tools/call', params))

    def test_analyse(self):
        a, text = self.call('analyse', source=STRIDED, launch=['k: grid=65536 block=256 n=16777216'], target='sm_90')
        f, = a['findings']
        self.assertEqual((f['at'], f['check'], f['expression']), ('3:23', 'strided', 'in[8 * i]'))
        self.assertIn('gain', f)
        self.assertEqual((a['target'], a['unknown'], a['kernels'][0]['launches'][0]['source']), ('sm_90', [], 'command-line'))
        self.assertGreater(a['kernels'][0]['launches'][0]['time_ns'], 0)
        self.assertLess(len(text), 2500)
        self.assertEqual(os.listdir(self.dir), [])  # nothing was written

    def test_worst_first_and_limit(self):
        two = STRIDED + STRIDED.replace('k(', 'j(').replace('8 * i', '2 * i')
        a, _ = self.call('analyse', source=two, launch=['*: grid=4096 block=256 n=1048576'])
        self.assertEqual([f['kernel'] for f in a['findings']], ['k', 'j'])
        a, _ = self.call('analyse', source=two, launch=['*: grid=4096 block=256 n=1048576'], limit=1)
        self.assertEqual(([f['kernel'] for f in a['findings']], a['more_findings']), (['k'], 1))

    def test_unknown_names_the_assumption(self):
        source = '__global__ void k(float *a, int n) { a[threadIdx.x / n] = 0; }\n'
        a, _ = self.call('analyse', source=source, launch=['k: block=32'])
        u, = a['unknown']
        self.assertIn('assume', u, a)
        a, _ = self.call('analyse', source=source, launch=['k: block=32'], assume=[u['assume']])
        self.assertEqual(a['unknown'], [])

    def test_path_and_flags(self):
        with open(self.dir + '/-k.cu', 'w') as f:
            f.write('#include "w.h"\n' + STRIDED.replace('8', 'WIDTH'))
        os.mkdir(self.dir + '/inc')
        with open(self.dir + '/inc/w.h', 'w') as f:
            f.write('#define WIDTH 4\n')
        a, _ = self.call('analyse', path='-k.cu', flags=['-Iinc'])
        self.assertEqual([f['at'] for f in a['findings']], ['4:23'])

    def test_failures_are_told(self):
        for arguments, message in ((dict(path='none.cu'), 'No such file'), (dict(source=STRIDED, launch=['q: block=32']), "kernel 'q'"),
                                   (dict(source=STRIDED, target='sm_0'), "unknown target 'sm_0'"), (dict(source=STRIDED, launch=['k: blok=32']), 'blok'),
                                   (dict(source=STRIDED, assume=['n?']), '--assume')):
            a, text = self.call('analyse', **arguments)
            where = text if a is None else ' '.join(a['messages'])
            self.assertIn(message, where)
        a, _ = self.call('analyse', source='int x = y;\n' + STRIDED)
        self.assertEqual(len(a['findings']), 1)
        self.assertIn('undeclared', ' '.join(a['messages']))

    def test_explain_sectors(self):
        a, _ = self.call('explain', source=STRIDED, line=3, column=23)
        access, = a['accesses']
        r = access['request']
        self.assertEqual((access['index'], r['moved'], r['ideal']), ('8*threadIdx.x + 8*blockDim.x*blockIdx.x', 32, 4))
        self.assertEqual([b - r['offsets'][0] for b in r['offsets']], [32 * lane for lane in range(32)])
        self.assertEqual([(s['sector'], s['lanes'], s['bytes_used']) for s in r['sectors']], [(i, str(i), 4) for i in range(32)])

    def test_explain_banks_and_lines(self):
        a, _ = self.call('explain', source=CONFLICT, line=5, launch=['t: block=32x32'])
        request, = [x['request'] for x in a['accesses'] if x['space'] == 'shared']
        self.assertEqual(request['banks'], [{'bank': 0, 'lanes': '0-31', 'words': 32}])
        a, text = self.call('explain', source=CONFLICT, line=4)
        self.assertEqual((a, text), (None, 'no access at line 4; lines with accesses: 3, 5'))

    def test_compare(self):
        launch = ['k: grid=4096 block=256 n=1048576']
        d, _ = self.call('compare', before={'source': STRIDED}, after={'source': DENSE}, launch=launch)
        self.assertEqual([(e['before'], e.get('after')) for e in d['gone']], [(32, None)] if 'why' in d['gone'][0] else [(32, 4)])
        self.assertEqual((d['new'], d['worse'], d['unchanged']), ([], [], 0))
        kernel, = d['kernels']
        self.assertLess(kernel['after']['time_ns'], kernel['before']['time_ns'])
        d, _ = self.call('compare', before={'source': DENSE}, after={'source': STRIDED}, launch=launch)
        self.assertEqual([e['at'] for e in d['new']], ['3:23'])
        d, text = self.call('compare', before={'source': DENSE}, after={'path': 'none.cu'})
        self.assertTrue(d is None and text.startswith('after: '), text)

    def test_confirm(self):
        a, text = self.call('confirm', source=STRIDED, launch=['k: grid=2 block=64 n=128'])
        self.assertIsNotNone(a, text)
        self.assertEqual(a['counts'], {'confirmed': 2})
        self.assertEqual(sorted(x['at'] for x in a['accesses']), ['3:14', '3:23'])
        self.assertEqual(os.listdir(self.dir), [])  # what was needed is gone

    def test_batch(self):
        _, answers = self.talk([self.request('ping', id=1), {'jsonrpc': '2.0', 'method': 'notifications/initialized'}, 4,
                                self.request('tools/call', {'name': 'analyse', 'arguments': {'source': DENSE}}, id=2)])
        batch, = answers
        self.assertEqual(sorted((str(a['id']), 'error' in a) for a in batch), [('1', False), ('2', False), ('None', True)])
        self.assertEqual(self.talk([{'jsonrpc': '2.0', 'method': 'notifications/initialized'}])[1], [])

    def test_last_line_without_end_and_long_line(self):
        p = subprocess.run([COALCHECK, 'mcp'], input=json.dumps(self.request('ping')).encode(), capture_output=True, timeout=60)
        self.assertEqual(json.loads(p.stdout), {'jsonrpc': '2.0', 'id': 1, 'result': {}})
        answers, all_of_them = self.talk('"' + 'x' * (65 << 20) + '"', self.request('ping'))
        self.assertEqual(answers[1]['result'], {})
        self.assertEqual([a.get('error', {}).get('code') for a in all_of_them], [-32600, None])

    def test_cancel_and_others_go_on(self):
        with subprocess.Popen([COALCHECK, 'mcp'], stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=self.env, cwd=self.dir) as p:
            def send(message):
                p.stdin.write(json.dumps(message).encode() + b'\n')
                p.stdin.flush()
            send(self.request('tools/call', {'name': 'confirm', 'arguments': {'source': ENDLESS, 'launch': ['k: block=32'], 'timeout': 300}}, id='slow'))
            send(self.request('ping', id='p'))
            self.assertEqual(json.loads(p.stdout.readline())['id'], 'p')
            send(self.request('tools/call', {'name': 'analyse', 'arguments': {'source': STRIDED}}, id='quick'))
            self.assertEqual(json.loads(p.stdout.readline())['id'], 'quick')
            send({'jsonrpc': '2.0', 'method': 'notifications/cancelled', 'params': {'requestId': 'slow'}})
            begin = time.monotonic()
            rest = p.communicate(timeout=60)[0]  # the end of the input ends it: nothing is left to do
            self.assertEqual((rest, p.returncode), (b'', 0))
            self.assertLess(time.monotonic() - begin, 20)

    def test_no_argument(self):
        p = subprocess.run([COALCHECK, 'mcp', '--port'], capture_output=True, text=True, timeout=60)
        self.assertEqual((p.returncode, p.stdout), (2, ''))
        self.assertIn("'mcp' takes no argument, but got '--port'", p.stderr)


if __name__ == '__main__':
    unittest.main()
