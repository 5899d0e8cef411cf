#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""`coalcheck lsp`, driven as an editor drives it.

usage: server_test.py COALCHECK [unittest arguments]
"""
import base64
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import unittest
import xml.etree.ElementTree

from client import CAPABILITIES, Client, apply_edits, edit, framed, ours, span

COALCHECK = os.path.abspath(sys.argv.pop(1)) if __name__ == '__main__' else 'coalcheck'

STRIDED = '''__global__ void k(const float *in, float *out) {
  out[threadIdx.x] = in[threadIdx.x * 8];
}
'''
PADDABLE = '''__global__ void k(const float *in, float *out) {
  __shared__ float tile[32][32];
  tile[threadIdx.y][threadIdx.x] = in[threadIdx.y * 32 + threadIdx.x];
  __syncthreads();
  out[threadIdx.y * 32 + threadIdx.x] = tile[threadIdx.x][threadIdx.y];
}
'''


class Server(unittest.TestCase):
    def setUp(self):
        self.dir = os.path.realpath(tempfile.mkdtemp(prefix='coalcheck-lsp-'))
        self.clients = []

    def tearDown(self):
        for c in self.clients:
            c.close()
        shutil.rmtree(self.dir)

    def start(self, *args, options=None, capabilities=None, initialize=True):
        """With the embedded headers, which need no cache."""
        c = Client([COALCHECK, 'lsp', '--cuda-headers=embedded', *args], cwd=self.dir)
        self.clients.append(c)
        if initialize:
            c.result = c.initialize(options, capabilities)
        return c

    def path(self, name):
        return os.path.join(self.dir, name)

    def write(self, name, text):
        with open(self.path(name), 'w', encoding='utf-8', newline='') as f:
            f.write(text)
        return self.path(name)

    # ---- life

    def test_life_cycle(self):
        c = self.start()
        caps = c.result['capabilities']
        self.assertEqual('utf-16', caps['positionEncoding'])
        self.assertEqual({'openClose': True, 'change': 2, 'save': {'includeText': False}}, caps['textDocumentSync'])
        self.assertTrue(caps['hoverProvider'] and caps['codeActionProvider'] and caps['inlayHintProvider'])
        self.assertEqual('coalcheck', c.result['serverInfo']['name'])
        self.assertEqual(0, c.shutdown())

    def test_exit_without_shutdown(self):
        c = self.start()
        c.notify('exit', None)
        self.assertEqual(1, c.process.wait(timeout=10))

    def test_end_of_input_ends_the_server(self):
        c = self.start()
        c.open(self.path('k.cu'), STRIDED)
        c.process.stdin.close()
        self.assertEqual(1, c.process.wait(timeout=10))
        c.process.stdin = open(os.devnull, 'wb')

    def test_order_of_life_is_enforced(self):
        c = self.start(initialize=False)
        self.assertEqual(-32002, c.request('textDocument/hover', {})['error']['code'])
        c.initialize()
        self.assertEqual(-32600, c.request('initialize', {})['error']['code'])
        self.assertEqual(-32601, c.request('textDocument/definition', {})['error']['code'])
        self.assertIsNone(c.request('shutdown', None)['result'])
        self.assertEqual(-32600, c.request('textDocument/hover', {})['error']['code'])

    # ---- diagnostics

    def test_diagnostic(self):
        c = self.start()
        uri = c.open(self.path('k.cu'), STRIDED, version=5)
        d, = c.diagnostics(uri, 5)
        self.assertEqual('coalcheck', d['source'])
        self.assertEqual('coalcheck-strided', d['code'])
        self.assertEqual(2, d['severity'])
        self.assertEqual(span(STRIDED, 'in[threadIdx.x * 8]'), d['range'])
        self.assertIn('32 sectors per request, minimum 4', d['message'])
        self.assertEqual(1, d['data']['places'])
        self.assertIn('neighbouring', d['data']['help'])
        self.assertTrue(d['codeDescription']['href'].endswith('/docs/checks/strided.md'))
        self.assertTrue(os.path.exists(d['codeDescription']['href'].removeprefix('file://')))
        self.assertTrue(d['relatedInformation'])
        for r in d['relatedInformation']:
            self.assertEqual(uri, r['location']['uri'])
            self.assertTrue(r['message'])

    def test_client_without_related_information(self):
        c = self.start(capabilities={})
        d, = c.diagnostics(c.open(self.path('k.cu'), STRIDED))
        self.assertNotIn('relatedInformation', d)
        self.assertNotIn('codeDescription', d)
        self.assertIn('\n', d['message'])

    def test_launch_is_related(self):
        text = STRIDED + 'void h(float *a) { k<<<1, 64>>>(a, a); }\n'
        c = self.start()
        d, = c.diagnostics(c.open(self.path('k.cu'), text))
        launch, = [r for r in d['relatedInformation'] if 'launched here' in r['message']]
        self.assertEqual(3, launch['location']['range']['start']['line'])

    def test_close_clears(self):
        c = self.start()
        uri = c.open(self.path('k.cu'), STRIDED)
        c.diagnostics(uri, having=len)
        c.notify('textDocument/didClose', {'textDocument': {'uri': uri}})
        self.assertEqual([], c.diagnostics(uri, having=lambda d: not d))

    def test_unsaved_buffer_wins_over_disk(self):
        path = self.write('k.cu', '__global__ void k(float *a) { a[threadIdx.x] = 0; }\n')
        c = self.start()
        self.assertEqual(1, len(c.diagnostics(c.open(path, STRIDED))))

    def test_buffer_without_a_file(self):
        c = self.start()
        self.assertEqual(1, len(c.diagnostics(c.open('untitled:Untitled-1', STRIDED))))

    def test_other_languages_are_left_alone(self):
        c = self.start()
        uri = c.open(self.path('a.cpp'), 'int main() {}\n', language='cpp')
        c.quiet(0.5)
        self.assertEqual([], c.published(uri))

    def test_nolint(self):
        c = self.start()
        uri = c.open(self.path('k.cu'), STRIDED)
        c.diagnostics(uri, 1, having=len)
        end = {'line': 1, 'character': len(STRIDED.split('\n')[1])}
        c.change(uri, 2, {'range': {'start': end, 'end': end}, 'text': ' // NOLINT(coalcheck-strided)'})
        self.assertEqual([], c.diagnostics(uri, 2))

    def test_uri_forms_are_one_document(self):
        path = self.path('a b.cu')
        c = self.start()
        uri = c.open(path, STRIDED, version=1)
        self.assertIn('%20', uri)
        c.diagnostics(uri, 1, having=len)
        c.change('file://localhost' + path, 2, STRIDED.replace('* 8', '* 1'))
        self.assertEqual([], c.diagnostics(uri, 2))

    def test_errors_in_the_source(self):
        c = self.start()
        uri = c.open(self.path('k.cu'), '#include "missing.h"\n' + STRIDED + 'int x = ;\n')
        self.assertEqual(['coalcheck-strided'], [d['code'] for d in c.diagnostics(uri)])

    def test_what_could_not_be_read_is_logged_once(self):
        c = self.start()
        uri = c.open(self.path('k.cu'), '#include "missing.h"\n' + STRIDED)
        for version in range(2, 5):
            c.diagnostics(uri, version - 1)
            c.change(uri, version, {'range': {'start': {'line': 9, 'character': 0}, 'end': {'line': 9, 'character': 0}}, 'text': '\n'})
        c.diagnostics(uri, 4)
        logged = [m['params'] for _, m in c.seen if m['method'] == 'window/logMessage' and 'missing.h' in m['params']['message']]
        self.assertEqual(1, len(logged))
        self.assertEqual(4, logged[0]['type'])

    def test_a_warning_does_not_vanish_behind_a_remark(self):
        """At one place, with one message. Call paths of one severity share a diagnostic and its related information."""
        text = '''__device__ float get(const float *p, int i) { return p[i]; }
__global__ void k(const float *p, const float *q, const float *r, float *o) {
  int i = threadIdx.x;
  float s = get(p, 2 * i) + get(p, 2 * i + 1);
  __syncthreads();
  s += get(q, 2 * i);
  __syncthreads();
  o[i] = s + get(r, 2 * i);
}
'''
        c = self.start()
        uri = c.open(self.path('k.cu'), text)
        found = c.diagnostics(uri)
        self.assertEqual(sorted(d['severity'] for d in found if d['range']['start']['line'] == 0), [2])
        warning = next(d for d in found if d['severity'] == 2)
        calls = [r['location']['range']['start']['line'] for r in warning['relatedInformation']
                 if r['message'].startswith('called from here')]
        self.assertEqual(calls, [5, 7])

    def test_template_instances_are_reported_once(self):
        text = ('template <int N> __global__ void k(float *a) { a[threadIdx.x * 8] = N; }\n'
                'void h(float *a) { k<1><<<1, 32>>>(a); k<2><<<1, 32>>>(a); }\n')
        c = self.start()
        self.assertEqual(1, len(c.diagnostics(c.open(self.path('k.cu'), text))))

    # ---- headers and databases

    def header_project(self):
        self.write('k.cuh', STRIDED)
        self.write('main.cu', '#include "k.cuh"\nvoid h(float *a) { k<<<1, 64>>>(a, a); }\n')

    def test_header_is_judged_through_its_user(self):
        self.header_project()
        c = self.start()
        uri = c.open(self.path('k.cuh'), STRIDED)
        d, = c.diagnostics(uri)
        self.assertEqual(span(STRIDED, 'in[threadIdx.x * 8]'), d['range'])
        launch, = [r for r in d['relatedInformation'] if 'launched here' in r['message']]
        self.assertTrue(launch['location']['uri'].endswith('/main.cu'))

    def test_unsaved_header(self):
        self.header_project()
        c = self.start()
        main = c.open(self.path('main.cu'), '#include "k.cuh"\nvoid h(float *a) { k<<<1, 64>>>(a, a); }\n')
        header = c.open(self.path('k.cuh'), STRIDED)
        c.diagnostics(header, having=len)
        c.change(header, 2, STRIDED.replace('* 8', '* 1'))
        self.assertEqual([], c.diagnostics(header, 2))
        self.assertEqual([], c.diagnostics(main, having=lambda d: not d))

    def test_finding_in_a_header_is_shown_at_the_call(self):
        header = '__device__ inline float f(const float *a) { return a[threadIdx.x * 8]; }\n'
        main = '#include "f.cuh"\n__global__ void k(const float *a, float *b) {\n  b[threadIdx.x] = f(a);\n}\n'
        self.write('f.cuh', header)
        c = self.start()
        d, = c.diagnostics(c.open(self.write('main.cu', main), main))
        self.assertEqual(2, d['range']['start']['line'])
        place = d['relatedInformation'][0]
        self.assertTrue(place['location']['uri'].endswith('/f.cuh'))
        self.assertEqual(span(header, 'a[threadIdx.x * 8]'), place['location']['range'])

    def test_compile_database(self):
        text = STRIDED.replace('* 8', '* STEP')
        self.write('k.cu', text)
        self.write('compile_commands.json', json.dumps(
            [{'directory': self.dir, 'file': 'k.cu', 'command': 'nvcc -arch=sm_90 -DSTEP=8 -c k.cu'}]))
        c = self.start()
        self.assertEqual(['coalcheck-strided'], [d['code'] for d in c.diagnostics(c.open(self.path('k.cu'), text))])

    # ---- edits

    def test_ranged_edits_and_full_text(self):
        c = self.start()
        uri = c.open(self.path('k.cu'), STRIDED, version=1)
        c.diagnostics(uri, 1, having=len)
        r = span(STRIDED, '* 8')
        c.change(uri, 2, {'range': r, 'text': '* 1'})
        self.assertEqual([], c.diagnostics(uri, 2))
        c.change(uri, 3, STRIDED)
        self.assertEqual(1, len(c.diagnostics(uri, 3)))
        c.change(uri, 4, edit(0, 0, 0, 0, '// a\n// b\n'), edit(1, 0, 2, 0, ''))
        self.assertEqual(2, c.diagnostics(uri, 4)[0]['range']['start']['line'])

    def non_ascii(self, encoding):
        text = ('/* ä € 😀 */ __global__ void k(const float *in, float *out) { /* 😀😀 */ '
                'out[threadIdx.x] = in[threadIdx.x * 8]; } // é\n')
        c = self.start(capabilities={**CAPABILITIES, 'general': {'positionEncodings': [encoding]}})
        self.assertEqual(encoding, c.result['capabilities']['positionEncoding'])
        uri = c.open(self.path('k.cu'), text, version=1)
        d, = c.diagnostics(uri, 1)
        self.assertEqual(span(text, 'in[threadIdx.x * 8]', encoding), d['range'])
        c.change(uri, 2, {'range': span(text, '😀😀', encoding), 'text': 'é😀'})
        text = text.replace('😀😀', 'é😀')
        d, = c.diagnostics(uri, 2)
        self.assertEqual(span(text, 'in[threadIdx.x * 8]', encoding), d['range'])
        c.change(uri, 3, {'range': span(text, '* 8', encoding), 'text': ''})
        self.assertEqual([], c.diagnostics(uri, 3))

    def test_utf_8(self):
        self.non_ascii('utf-8')

    def test_utf_16(self):
        self.non_ascii('utf-16')

    def test_utf_32(self):
        self.non_ascii('utf-32')

    def test_answers_behind_non_ascii_text(self):
        """Hover, inlay hint and quick fix, with characters of two, three and four bytes before their places in the line."""
        text = PADDABLE.replace('  __shared__', '  /* ä€😀 */ __shared__').replace('= tile[', '= /* 😀é */ tile[')
        access = 'tile[threadIdx.x][threadIdx.y]'
        for encoding in ('utf-8', 'utf-16', 'utf-32'):
            c = self.start(options={'inlayHints': True}, capabilities={**CAPABILITIES, 'general': {'positionEncodings': [encoding]}})
            uri = c.open(self.path('k.cu'), text)
            at = span(text, access, encoding)
            d, = c.diagnostics(uri, having=len)
            self.assertEqual(at, d['range'])
            document = {'textDocument': {'uri': uri}}
            hover = c.request('textDocument/hover', {**document, 'position': at['start']})['result']
            self.assertEqual(at, hover['range'])
            hints = c.request('textDocument/inlayHint', {**document, 'range': {'start': {'line': 0, 'character': 0}, 'end': {'line': 9, 'character': 0}}})['result']
            self.assertIn(at['end'], [h['position'] for h in hints])
            action, = c.request('textDocument/codeAction', {**document, 'range': at, 'context': {'diagnostics': [d]}})['result']
            edits, = action['edit']['documentChanges']
            self.assertEqual(text.replace('tile[32][32]', 'tile[32][33]'), apply_edits(text, edits['edits'], encoding))

    def test_encoding_choice(self):
        for offered, legacy, expected in ((None, None, 'utf-16'), (['utf-16', 'utf-8'], None, 'utf-8'), (['utf-32'], None, 'utf-32'),
                                          (['x'], None, 'utf-16'), (None, ['utf-8', 'utf-16'], 'utf-8')):
            caps = {}
            if offered:
                caps['general'] = {'positionEncodings': offered}
            if legacy:
                caps['offsetEncoding'] = legacy
            c = self.start(capabilities=caps)
            self.assertEqual(expected, c.result['capabilities']['positionEncoding'])
            self.assertEqual(expected if legacy else None, c.result.get('offsetEncoding'))

    def test_crlf(self):
        text = STRIDED.replace('\n', '\r\n')
        c = self.start()
        uri = c.open(self.path('k.cu'), text, version=1)
        self.assertEqual(1, c.diagnostics(uri, 1)[0]['range']['start']['line'])
        c.change(uri, 2, edit(0, 0, 1, 0, '__global__ void k(const float *in, float *out) {\r\n\r\n'))
        self.assertEqual(2, c.diagnostics(uri, 2)[0]['range']['start']['line'])

    def test_burst_publishes_the_last_version_only(self):
        c = self.start()
        uri = c.open(self.path('k.cu'), STRIDED, version=1)
        c.diagnostics(uri, 1)
        line_end = len('  out[threadIdx.x] = in[threadIdx.x * 8];')
        for version in range(2, 42):
            c.change(uri, version, edit(1, line_end, 1, line_end, ' '))
            time.sleep(0.005)
        c.diagnostics(uri, 41)
        c.quiet(0.5)
        versions = [p['version'] for p in c.published(uri)]
        self.assertEqual([1, 41], versions)

    def test_slow_burst_never_publishes_an_old_version(self):
        c = self.start(options={'debounce': 0})
        uri = c.open(self.path('k.cu'), STRIDED, version=1)
        c.diagnostics(uri, 1)
        for version in range(2, 30):
            c.change(uri, version, edit(0, 0, 0, 0, '\n'))
            c.quiet(0.02 + 0.01 * (version % 7))
        c.diagnostics(uri, 29)
        published = c.published(uri)
        self.assertEqual(sorted({p['version'] for p in published}), [p['version'] for p in published])
        for p in published:
            self.assertEqual([p['version']], [d['range']['start']['line'] for d in p['diagnostics']])

    def test_latency(self):
        """From the last keystroke to the result on a warm file: 300 ms on an idle machine."""
        c = self.start()
        uri = c.open(self.path('k.cu'), STRIDED, version=1)
        c.diagnostics(uri, 1)
        times = []
        for version in range(2, 12):
            c.quiet(0.15)
            before = time.monotonic()
            c.change(uri, version, edit(0, 0, 0, 0, '\n'))
            c.diagnostics(uri, version)
            times.append(time.monotonic() - before)
        times.sort()
        print(f'latency: best {times[0] * 1000:.0f} ms, median {times[len(times) // 2] * 1000:.0f} ms', file=sys.stderr)
        slack = 1.0 if os.getloadavg()[0] < 1.5 and 'COALCHECK_SLOW' not in os.environ else 20.0
        self.assertLess(times[0], 0.3 * slack)

    # ---- requests

    def test_code_action(self):
        c = self.start()
        path = self.path('k.cu')
        uri = c.open(path, PADDABLE, version=3)
        d, = c.diagnostics(uri, 3, having=len)
        reply = c.request('textDocument/codeAction',
                          {'textDocument': {'uri': uri}, 'range': d['range'], 'context': {'diagnostics': [d]}})
        action, = reply['result']
        self.assertEqual('quickfix', action['kind'])
        self.assertTrue(action['isPreferred'])
        self.assertEqual([d], action['diagnostics'])
        self.assertIn('wavefronts become', action['title'])
        change, = action['edit']['documentChanges']
        self.assertEqual({'uri': uri, 'version': 3}, change['textDocument'])
        fixed = apply_edits(PADDABLE, change['edits'])
        self.assertIn('tile[32][33]', fixed)
        c.change(uri, 4, fixed)
        self.assertEqual([], c.diagnostics(uri, 4))

    def test_code_action_kinds_and_places(self):
        c = self.start(capabilities={})
        uri = c.open(self.path('k.cu'), PADDABLE)
        d, = c.diagnostics(uri, having=len)

        def ask(range, **context):
            return c.request('textDocument/codeAction', {'textDocument': {'uri': uri}, 'range': range,
                                                         'context': {'diagnostics': [], **context}})['result']
        self.assertEqual(1, len(ask(d['range'], only=['quickfix'])))
        self.assertEqual([], ask(d['range'], only=['refactor']))
        self.assertEqual([], ask(span(PADDABLE, '__global__')))
        action, = ask(span(PADDABLE, 'tile[32][32]'))
        self.assertEqual([uri], list(action['edit']['changes']))

    def test_hover(self):
        c = self.start()
        uri = c.open(self.path('k.cu'), STRIDED)
        at = span(STRIDED, 'in[threadIdx.x * 8]')
        hover = c.request('textDocument/hover', {'textDocument': {'uri': uri}, 'position': at['start']})['result']
        self.assertEqual(at, hover['range'])
        self.assertEqual('markdown', hover['contents']['kind'])
        text = hover['contents']['value']
        self.assertIn('**coalcheck: strided**', text)
        self.assertIn('32 sectors', text)
        self.assertIn('```text\n', text)
        self.assertIn('lane 0', text)
        self.assertIn('|####....', text)
        nothing = c.request('textDocument/hover', {'textDocument': {'uri': uri}, 'position': {'line': 0, 'character': 0}})
        self.assertIsNone(nothing['result'])

    def test_hover_with_an_image(self):
        c = self.start(options={'images': True})
        uri = c.open(self.path('k.cu'), STRIDED)
        value = lambda what: c.request('textDocument/hover', {'textDocument': {'uri': uri}, 'position': span(STRIDED, what)['start']})['result']['contents']['value']
        image = re.search(r'!\[(.*)\]\(data:image/svg\+xml;base64,([A-Za-z0-9+/]*=*)\)', value('in[threadIdx.x * 8]'))
        self.assertIn('32 sectors where 4 would do', image.group(1))
        svg = xml.etree.ElementTree.fromstring(base64.b64decode(image.group(2), validate=True))
        of = lambda name: [e for e in svg.iter() if name in e.get('class', '').split()]
        self.assertEqual((32, 32, 32), (len(of('lane')), len(of('sector')), len(of('arrow'))))
        self.assertNotIn('![', value('out[threadIdx.x]'))

    def test_hover_on_a_good_access_and_in_plain_text(self):
        c = self.start(capabilities={})
        uri = c.open(self.path('k.cu'), STRIDED)
        at = span(STRIDED, 'out[threadIdx.x]')
        text = c.request('textDocument/hover', {'textDocument': {'uri': uri}, 'position': at['start']})['result']['contents']
        self.assertEqual('plaintext', text['kind'])
        self.assertIn('coalcheck: coalesced', text['value'])
        self.assertNotIn('**', text['value'])
        self.assertNotIn('```', text['value'])

    def test_inlay_hints(self):
        whole = {'start': {'line': 0, 'character': 0}, 'end': {'line': 99, 'character': 0}}
        c = self.start()
        uri = c.open(self.path('k.cu'), STRIDED)
        ask = lambda: c.request('textDocument/inlayHint', {'textDocument': {'uri': uri}, 'range': whole})['result']
        self.assertEqual([], ask())
        c.notify('workspace/didChangeConfiguration', {'settings': {'coalcheck': {'inlayHints': True}}})
        c.wait(lambda: [m for _, m in c.seen if m['method'] == 'workspace/inlayHint/refresh'])
        labels = {h['label']: h['position'] for h in ask()}
        self.assertEqual(span(STRIDED, 'in[threadIdx.x * 8]')['end'], labels['32 sectors'])
        self.assertEqual(span(STRIDED, 'out[threadIdx.x]')['end'], labels['4 sectors'])
        first = {'start': {'line': 0, 'character': 0}, 'end': {'line': 1, 'character': 0}}
        self.assertEqual([], c.request('textDocument/inlayHint', {'textDocument': {'uri': uri}, 'range': first})['result'])

    def test_inlay_hints_from_the_start(self):
        c = self.start(options={'inlayHints': True})
        uri = c.open(self.path('k.cu'), PADDABLE)
        whole = {'start': {'line': 0, 'character': 0}, 'end': {'line': 99, 'character': 0}}
        hints = c.request('textDocument/inlayHint', {'textDocument': {'uri': uri}, 'range': whole})['result']
        self.assertIn('32 wavefronts', [h['label'] for h in hints])

    def test_request_waits_for_the_text_it_is_about(self):
        c = self.start()
        uri = c.open(self.path('k.cu'), STRIDED)
        hover = c.request('textDocument/hover', {'textDocument': {'uri': uri}, 'position': {'line': 1, 'character': 22}})
        self.assertIn('strided', hover['result']['contents']['value'])

    def test_request_is_cancelled(self):
        c = self.start(options={'debounce': 5000})
        uri = c.open(self.path('k.cu'), STRIDED)
        c.diagnostics(uri)
        c.change(uri, 2, STRIDED + '\n')
        params = {'textDocument': {'uri': uri}, 'position': {'line': 1, 'character': 22}}
        waiting = c.send_request('textDocument/hover', params, 'a')
        other = c.send_request('textDocument/hover', params, 'b')
        c.notify('$/cancelRequest', {'id': 'a'})
        self.assertEqual(-32800, c.reply(waiting)['error']['code'])
        c.change(uri, 3, STRIDED)
        self.assertEqual(-32801, c.reply(other)['error']['code'])

    # ---- settings

    def test_settings(self):
        c = self.start('--min-efficiency=0', options={'coalcheck': {'checks': '-*,bank-conflict'}})
        uri = c.open(self.path('k.cu'), STRIDED)
        self.assertEqual([], c.diagnostics(uri))
        c.notify('workspace/didChangeConfiguration', {'settings': {'coalcheck': {'checks': '*'}}})
        self.assertEqual(1, len(c.diagnostics(uri, having=len)))
        c.notify('workspace/didChangeConfiguration', {'settings': {'coalcheck': {'flags': ['-DX=1'], 'min-efficiency': 10, 'remarks': True}}})
        self.assertEqual(3, c.diagnostics(uri, having=lambda d: d and d[0]['severity'] == 3)[0]['severity'])

    def test_bad_settings_are_shown_once(self):
        c = self.start(options={'no-such-thing': True, 'target': 'sm_12345'})
        uri = c.open(self.path('k.cu'), STRIDED)
        self.assertEqual(1, len(c.diagnostics(uri)))
        c.change(uri, 2, STRIDED)
        c.diagnostics(uri, 2)
        shown = [m['params']['message'] for _, m in c.seen if m['method'] == 'window/showMessage']
        self.assertEqual(1, len(shown))
        self.assertIn('coalcheck: settings: ', shown[0])

    def test_settings_on_the_command_line(self):
        c = self.start('--settings={"inlayHints": true}', '--settings=[')
        uri = c.open(self.path('k.cu'), STRIDED)
        whole = {'start': {'line': 0, 'character': 0}, 'end': {'line': 99, 'character': 0}}
        self.assertTrue(c.request('textDocument/inlayHint', {'textDocument': {'uri': uri}, 'range': whole})['result'])
        shown = [m['params']['message'] for _, m in c.seen if m['method'] == 'window/showMessage']
        self.assertIn('--settings', shown[0])

    def test_project_settings(self):
        self.write('.coalcheck', "checks: '-*,bank-conflict'\n")
        c = self.start()
        self.assertEqual([], c.diagnostics(c.open(self.path('k.cu'), STRIDED)))

    def test_project_baseline(self):
        self.write('k.cu', STRIDED)
        subprocess.run([COALCHECK, '--cuda-headers=embedded', '--baseline=known.json', '--update-baseline', 'k.cu'], cwd=self.dir,
                       check=True, capture_output=True)
        self.write('.coalcheck', 'baseline: known.json\n')
        c = self.start()
        uri = c.open(self.path('k.cu'), STRIDED)
        self.assertEqual([], c.diagnostics(uri))
        c.change(uri, 2, STRIDED.replace('* 8', '* 16'))
        self.assertEqual(1, len(c.diagnostics(uri, 2, having=len)))

    def test_cache_of_headers(self):
        """The server reads and fills the same cache as the command line, and says the same with it."""
        text = '#include <cstdio>\n' + STRIDED
        cache = self.path('cache')
        c = Client([COALCHECK, 'lsp', '--cache-dir=' + cache], cwd=self.dir)
        self.clients.append(c)
        c.initialize()
        uri = c.open(self.path('k.cu'), text)
        first = c.diagnostics(uri, 1, having=len)
        made = sorted(f for f in os.listdir(cache) if f.endswith('.pch'))
        self.assertEqual(1, len(made))
        c.change(uri, 2, text)
        self.assertEqual(first, c.diagnostics(uri, 2, having=len))
        self.write('k.cu', text)
        subprocess.run([COALCHECK, '--cache-dir=' + cache, 'k.cu'], cwd=self.dir, capture_output=True)
        self.assertEqual(made, sorted(f for f in os.listdir(cache) if f.endswith('.pch')))
        with open(os.path.join(cache, made[0]), 'wb') as f:
            f.write(b'damaged')
        c.change(uri, 3, text)
        self.assertEqual(first, c.diagnostics(uri, 3, having=len))

    def test_no_libclang(self):
        c = self.start('--libclang=/nowhere')
        uri = c.open(self.path('k.cu'), STRIDED)
        self.assertEqual([], c.diagnostics(uri))
        shown = [m['params']['message'] for _, m in c.seen if m['method'] == 'window/showMessage']
        self.assertIn('/nowhere', shown[0])
        self.assertEqual(0, c.shutdown())

    # ---- bad input

    def test_garbage_between_messages(self):
        c = self.start()
        c.raw(b'garbage without end')
        self.assertEqual(-32601, c.request('x/y', {})['error']['code'])
        c.raw(b'\r\n\r\nContent-Length: -5\r\n\r\nContent-Length: 99999999999999999999\r\n\r\n\0\0\0\n')
        self.assertEqual(-32601, c.request('x/y', {})['error']['code'])
        c.raw(b'\n' * 100000)
        c.raw(b'a' * 100000)
        self.assertEqual(-32601, c.request('x/y', {})['error']['code'])

    def test_bad_json_is_answered(self):
        c = self.start()
        for body in (b'{', b'', b'{"jsonrpc": "2.0", "id": 1', b'\xff\xfe', b'[' * 5000):
            c.raw(framed(body))
            self.assertEqual(-32700, c.reply(None)['error']['code'])
        for body in (b'[]', b'5', b'"x"', b'null', b'{}', b'{"id": {}}', b'{"id": 1.5, "method": "a"}', b'{"method": 5}'):
            c.raw(framed(body))
            self.assertEqual(-32600, c.reply(None)['error']['code'])

    def test_split_messages(self):
        c = self.start()
        data = framed({'jsonrpc': '2.0', 'id': 'slow', 'method': 'x/y', 'params': {}})
        for i in range(len(data)):
            c.raw(data[i:i + 1])
        self.assertEqual(-32601, c.reply('slow')['error']['code'])
        c.raw(b'content-type: application/vscode-jsonrpc; charset=utf-8\r\n' + data.replace(b'Content-Length', b'CONTENT-LENGTH'))
        self.assertEqual(-32601, c.reply('slow')['error']['code'])
        c.raw(data.replace(b'\r\n', b'\n'))
        self.assertEqual(-32601, c.reply('slow')['error']['code'])

    def test_giant_message_is_refused_and_passed_over(self):
        c = self.start()
        uri = c.open(self.path('k.cu'), STRIDED)
        c.diagnostics(uri)
        size = 40 << 20
        c.raw(b'Content-Length: %d\r\n\r\n' % size)
        for _ in range(40):
            c.raw(b' ' * (1 << 20))
        self.assertEqual(-32600, c.reply(None)['error']['code'])
        c.change(uri, 2, edit(0, 0, 0, 0, '\n'))
        self.assertEqual(2, c.diagnostics(uri, 2)[0]['range']['start']['line'])
        with open(f'/proc/{c.process.pid}/status') as f:
            peak = [int(l.split()[1]) for l in f if l.startswith('VmHWM')][0]
        if 'ASAN_OPTIONS' not in os.environ:
            self.assertLess(peak, 40000)

    def test_nonsense_params(self):
        c = self.start()
        uri = c.open(self.path('k.cu'), STRIDED)
        c.diagnostics(uri)
        for params in (None, [], 5, {}, {'textDocument': 5}, {'textDocument': {'uri': 5}}, {'textDocument': {'uri': uri}},
                       {'textDocument': {'uri': uri}, 'range': {'start': {'line': -1, 'character': 2**62}, 'end': 7}},
                       {'textDocument': {'uri': uri}, 'position': {'line': 2**62, 'character': 2**62}}):
            for method in ('hover', 'codeAction', 'inlayHint'):
                self.assertIn('id', c.request('textDocument/' + method, params))
            for method in ('didOpen', 'didSave', 'didClose'):
                if params != {'textDocument': {'uri': uri}} and not (isinstance(params, dict) and 'position' in params) \
                        and not (isinstance(params, dict) and 'range' in params):
                    c.notify('textDocument/' + method, params)
            c.notify('workspace/didChangeConfiguration', params)
            c.notify('$/cancelRequest', params)
        c.change(uri, 2, {'range': {'start': {'line': 5, 'character': 0}, 'end': {'line': 1, 'character': 0}}, 'text': 'x'})
        c.quiet(0.3)
        self.assertEqual([], c.published(uri, 2))  # cannot be trusted any more …
        c.change(uri, 3, STRIDED)
        self.assertEqual(1, len(c.diagnostics(uri, 3)))  # … until it comes whole

    # ---- crashes

    def workers(self, c):
        found = []
        for pid in filter(str.isdigit, os.listdir('/proc')):
            try:
                with open(f'/proc/{pid}/stat') as f:
                    if f.read().rsplit(')', 1)[1].split()[1] == str(c.process.pid):
                        found.append(int(pid))
            except (FileNotFoundError, ProcessLookupError):
                pass
        return found

    def test_analysis_that_crashes(self):
        c = self.start()
        uri = c.open(self.path('k.cu'), STRIDED)
        c.diagnostics(uri, 1, having=len)
        for version in range(2, 12):
            c.change(uri, version, STRIDED + '\n' * version)
            end = time.monotonic() + 0.2
            while time.monotonic() < end:
                for pid in self.workers(c):
                    try:
                        os.kill(pid, signal.SIGSEGV)
                    except ProcessLookupError:
                        pass
                time.sleep(0.01)
        c.change(uri, 50, STRIDED)
        self.assertEqual(1, len(c.diagnostics(uri, 50)))
        self.assertEqual(0, c.shutdown())

    def test_no_process_is_left_behind(self):
        c = self.start()
        for i in range(3):
            c.open(self.path(f'k{i}.cu'), STRIDED)
        c.quiet(0.1)
        workers = self.workers(c)
        c.process.kill()
        c.process.wait()
        end = time.monotonic() + 10
        while [p for p in workers if os.path.exists(f'/proc/{p}')] and time.monotonic() < end:
            time.sleep(0.05)
        self.assertEqual([], [p for p in workers if os.path.exists(f'/proc/{p}')])


if __name__ == '__main__':
    unittest.main()
