# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A language client for tests: speaks to a server over pipes, keeps what it was sent."""
import json
import os
import queue
import subprocess
import threading
import time
from pathlib import Path

CAPABILITIES = {
    'general': {'positionEncodings': ['utf-16']},
    'workspace': {'workspaceEdit': {'documentChanges': True}, 'inlayHint': {'refreshSupport': True}},
    'textDocument': {
        'hover': {'contentFormat': ['markdown', 'plaintext']},
        'codeAction': {'codeActionLiteralSupport': {'codeActionKind': {'valueSet': ['quickfix']}}},
        'publishDiagnostics': {'relatedInformation': True, 'versionSupport': True, 'codeDescriptionSupport': True},
    },
}


def framed(message):
    body = message if isinstance(message, bytes) else json.dumps(message).encode()
    return b'Content-Length: %d\r\n\r\n' % len(body) + body


class Client:
    def __init__(self, command, cwd=None, env=None):
        self.log = open(os.path.join(cwd or '/tmp', 'server-stderr.txt'), 'ab+')
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=self.log, cwd=cwd,
                                        env={**os.environ, **(env or {})})
        self.messages = queue.Queue()
        self.seen = []      # notifications and requests of the server, in order, with the time of arrival
        self.replies = {}
        self.next_id = 0
        self.reader = threading.Thread(target=self._read, daemon=True)
        self.reader.start()

    def _read(self):
        out = self.process.stdout
        while True:
            length = None
            while True:
                line = out.readline()
                if not line:
                    self.messages.put(None)
                    return
                if line in (b'\r\n', b'\n'):
                    break
                if line.lower().startswith(b'content-length:'):
                    length = int(line.split(b':')[1])
            try:
                message = json.loads(out.read(length))
            except ValueError:  # an echo of what a test sent
                continue
            self.messages.put((time.monotonic(), message))

    def raw(self, data):
        self.process.stdin.write(data)
        self.process.stdin.flush()

    def notify(self, method, params):
        self.raw(framed({'jsonrpc': '2.0', 'method': method, 'params': params}))

    def send_request(self, method, params, id=None):
        if id is None:
            self.next_id += 1
            id = self.next_id
        self.raw(framed({'jsonrpc': '2.0', 'id': id, 'method': method, 'params': params}))
        return id

    def pump(self, timeout):
        """Takes one message; false when none came in time or the server is gone."""
        try:
            item = self.messages.get(timeout=max(timeout, 0))
        except queue.Empty:
            return False
        if item is None:
            self.messages.put(None)
            return False
        at, message = item
        if 'method' in message:
            self.seen.append((at, message))
            if 'id' in message:
                self.raw(framed({'jsonrpc': '2.0', 'id': message['id'], 'result': None}))
        else:
            self.replies[json.dumps(message.get('id'))] = message
        return True

    def wait(self, condition, timeout=30):
        """Takes messages until the condition holds; its value."""
        end = time.monotonic() + timeout
        while True:
            value = condition()
            if value:
                return value
            left = end - time.monotonic()
            if left <= 0 or not self.pump(left):
                value = condition()
                if value:
                    return value
                raise AssertionError(f'timed out; seen: {json.dumps([m for _, m in self.seen])[-3000:]} '
                                     f'replies: {json.dumps(self.replies)[-2000:]}')

    def reply(self, id, timeout=30):
        return self.wait(lambda: self.replies.pop(json.dumps(id), None), timeout)

    def request(self, method, params, timeout=30):
        return self.reply(self.send_request(method, params), timeout)

    def initialize(self, options=None, capabilities=None, **extra):
        params = {'processId': None, 'rootUri': None, 'capabilities': CAPABILITIES if capabilities is None else capabilities, **extra}
        if options is not None:
            params['initializationOptions'] = options
        reply = self.request('initialize', params)
        self.notify('initialized', {})
        return reply['result']

    def open(self, path, text, version=1, language='cuda'):
        uri = path if '://' in str(path) or str(path).startswith('untitled:') else Path(path).as_uri()
        self.notify('textDocument/didOpen',
                    {'textDocument': {'uri': uri, 'languageId': language, 'version': version, 'text': text}})
        return uri

    def change(self, uri, version, *changes):
        self.notify('textDocument/didChange',
                    {'textDocument': {'uri': uri, 'version': version},
                     'contentChanges': [c if isinstance(c, dict) else {'text': c} for c in changes]})

    def published(self, uri, version=None):
        """The params of all publishDiagnostics for the document (of that version)."""
        return [m['params'] for _, m in self.seen
                if m['method'] == 'textDocument/publishDiagnostics' and m['params']['uri'] == uri
                and (version is None or m['params'].get('version') == version)]

    def diagnostics(self, uri, version=None, timeout=30, having=lambda d: True):
        """The next set that `having` likes, as a list."""
        found = self.wait(lambda: [p for p in self.published(uri, version) if having(p['diagnostics'])], timeout)
        return found[-1]['diagnostics']

    def quiet(self, seconds):
        """Takes all that comes for so long."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            self.pump(end - time.monotonic())

    def shutdown(self):
        self.request('shutdown', None)
        self.notify('exit', None)
        status = self.process.wait(timeout=30)
        self.close()
        return status

    def close(self):
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()
        self.reader.join(timeout=10)
        self.process.stdin.close()
        self.process.stdout.close()
        self.log.close()


def edit(line, character, end_line, end_character, text):
    return {'range': {'start': {'line': line, 'character': character},
                      'end': {'line': end_line, 'character': end_character}}, 'text': text}


def span(text, part, encoding='utf-16', after=0):
    """The range of a part of the text, counted in the encoding."""
    def position(offset):
        line_start = text.rfind('\n', 0, offset) + 1
        line = text[line_start:offset]
        units = {'utf-8': len(line.encode()), 'utf-16': len(line.encode('utf-16-le')) // 2, 'utf-32': len(line)}
        return {'line': text.count('\n', 0, offset), 'character': units[encoding]}
    begin = text.index(part, after)
    return {'start': position(begin), 'end': position(begin + len(part))}


def ours(diagnostics):
    return [d for d in diagnostics if d.get('source') == 'coalcheck']


def theirs(diagnostics):
    return [d for d in diagnostics if d.get('source') != 'coalcheck']


def apply_edits(text, edits, encoding='utf-16'):
    """The text after the edits of a TextDocumentEdit."""
    lines = text.split('\n')

    def offset(p):
        units = {'utf-8': 'utf-8', 'utf-16': 'utf-16-le', 'utf-32': 'utf-32-le'}[encoding]
        width = {'utf-8': 1, 'utf-16': 2, 'utf-32': 4}[encoding]
        prefix = lines[p['line']].encode(units)[:p['character'] * width].decode(units)
        return sum(len(l) + 1 for l in lines[:p['line']]) + len(prefix)
    for e in sorted(edits, key=lambda e: offset(e['range']['start']), reverse=True):
        text = text[:offset(e['range']['start'])] + e['newText'] + text[offset(e['range']['end']):]
    return text
