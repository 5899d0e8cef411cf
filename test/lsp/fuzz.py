#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Throws garbage at the servers: flipped bytes, truncated, reordered, split, nonsensical and giant messages, dead
analyses, a dead clangd. They must neither end nor hang, must not take much memory, and after a whole text they must
know it again.

usage: fuzz.py COALCHECK [--seconds=N] [--seed=N] [--clangd=PATH]
"""
import argparse
import json
import os
import random
import select
import shutil
import signal
import subprocess
import sys
import tempfile
import time

from client import framed, span

KERNEL = '__global__ void k(const float *in, float *out) { out[threadIdx.x] = in[threadIdx.x * 8]; }\n'
SCRAPS = ['', ' ', '\n', '\r\n', '\r', 'x', 'é', '😀', '€', '\u2028', '\0', '{', '}', '"', '/*', '*/', 'in[threadIdx.x]',
          '__global__ void f(float *a) { a[threadIdx.x] = 1; }\n', '#include <x>\n', '#include <cuda_runtime.h>\n', KERNEL]
NONSENSE = [None, True, -1, 0, 2**31, 2**53, 2**63 - 1, -2**63, 1.5, '', 'x', '😀', [], {}, [[]], {'uri': {}}, 'file://', 'file:///%00',
            'file:///%zz', 'untitled:x', 'x' * 5000, [0] * 500, {'line': -1, 'character': 2**62}, 'é' * 100]
METHODS = ['initialize', 'initialized', 'shutdown', 'textDocument/hover', 'textDocument/codeAction', 'textDocument/inlayHint',
           'textDocument/didOpen', 'textDocument/didChange', 'textDocument/didClose', 'textDocument/didSave', '$/cancelRequest',
           'workspace/didChangeConfiguration', 'workspace/didChangeWatchedFiles', '$/setTrace', 'x/y', '']
MEMORY_MAX_KB = 3 << 20


class Dead(Exception):
    pass


class Session:
    """One life of a server."""

    def __init__(self, command, folder, env, dice):
        self.dice = dice
        self.log = open(os.path.join(folder, 'stderr.txt'), 'wb')
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=self.log, cwd=folder, env=env)
        os.set_blocking(self.process.stdin.fileno(), False)
        os.set_blocking(self.process.stdout.fileno(), False)
        self.out = b''
        self.got = []
        self.serial = 0
        self.encoding = 'utf-16'
        self.uris = [f'file://{folder}/{n}' for n in ('a.cu', 'b.cu', 'h%20x.cuh', 'c.cpp')] + ['untitled:U']
        self.versions = {u: 0 for u in self.uris}

    def drain(self, timeout):
        """Takes what comes; the server must never wait for us."""
        end = time.monotonic() + timeout
        while True:
            ready, _, _ = select.select([self.process.stdout], [], [], max(0, end - time.monotonic()))
            if not ready:
                return
            data = os.read(self.process.stdout.fileno(), 1 << 20)
            if not data:
                raise Dead('the server closed its output')
            self.out += data
            self.parse()
            if timeout == 0:
                return

    def parse(self):
        while True:
            head = self.out.find(b'\r\n\r\n')
            if head < 0:
                return
            start = self.out.rfind(b'Content-Length:', 0, head)
            if start < 0:
                self.out = self.out[head + 4:]
                continue
            length = int(self.out[start:head].split(b':')[1].split(b'\r')[0])
            if len(self.out) < head + 4 + length:
                return
            body = self.out[head + 4:head + 4 + length]
            self.out = self.out[head + 4 + length:]
            self.got.append(json.loads(body))

    def write(self, data):
        view, last = memoryview(data), time.monotonic()
        while view:
            _, writable, _ = select.select([], [self.process.stdin], [], 0.05)
            if writable:
                try:
                    n = os.write(self.process.stdin.fileno(), view[:1 << 20])
                except BrokenPipeError:
                    raise Dead('the server closed its input') from None
                view, last = view[n:], time.monotonic()
            self.drain(0)
            if time.monotonic() - last > 60:
                raise Dead('the server does not read')

    def message(self, method, params, request=None):
        m = {'jsonrpc': '2.0', 'method': method, 'params': params}
        if request if request is not None else self.dice.random() < 0.4:
            self.serial += 1
            m['id'] = self.dice.choice([self.serial, f's{self.serial}'])
        return m

    # ---- what to send

    def position(self):
        r = self.dice.random()
        return {'line': self.dice.randrange(8) if r < 0.9 else self.dice.choice([10**6, 2**62]),
                'character': self.dice.randrange(60) if r < 0.9 else self.dice.choice([10**6, 2**62])}

    def range(self):
        a, b = self.position(), self.position()
        if self.dice.random() < 0.9 and (a['line'], a['character']) > (b['line'], b['character']):
            a, b = b, a
        return {'start': a, 'end': b}

    def text(self):
        return ''.join(self.dice.choice(SCRAPS) for _ in range(self.dice.randrange(12)))

    def valid(self):
        uri = self.dice.choice(self.uris)
        self.versions[uri] += 1
        doc = {'uri': uri, 'version': self.versions[uri]}
        kind = self.dice.randrange(10)
        if kind == 0:
            return self.message('textDocument/didOpen', {'textDocument': {**doc, 'languageId': 'cuda', 'text': self.text()}}, False)
        if kind <= 4:
            changes = [{'range': self.range(), 'text': self.text()} if self.dice.random() < 0.8 else {'text': self.text()}
                       for _ in range(self.dice.randrange(4))]
            return self.message('textDocument/didChange', {'textDocument': doc, 'contentChanges': changes}, False)
        if kind == 5:
            return self.message(self.dice.choice(['textDocument/didSave', 'textDocument/didClose']), {'textDocument': doc}, False)
        if kind == 6:
            return self.message('workspace/didChangeConfiguration', {'settings': {'coalcheck': {
                'inlayHints': self.dice.random() < 0.5, 'checks': self.dice.choice(['*', '-*', 'strided']),
                'debounce': self.dice.choice([0, 10, 100])}}}, False)
        if kind == 7:
            return self.message('$/cancelRequest', {'id': self.dice.choice([self.serial, f's{self.serial}'])}, False)
        return self.message(self.dice.choice(['textDocument/hover', 'textDocument/codeAction', 'textDocument/inlayHint']),
                            {'textDocument': doc, 'position': self.position(), 'range': self.range(), 'context': {'diagnostics': []}}, True)

    def twisted(self, value):
        """The value with something in it replaced."""
        if self.dice.random() < 0.2 or not isinstance(value, (dict, list)) or not value:
            return self.dice.choice(NONSENSE)
        keys = list(value) if isinstance(value, dict) else range(len(value))
        copy = dict(value) if isinstance(value, dict) else list(value)
        key = self.dice.choice(list(keys))
        copy[key] = self.twisted(value[key])
        return copy

    def broken(self, data):
        """The framed message, damaged."""
        data = bytearray(data)
        kind = self.dice.randrange(7)
        if kind == 0:
            for _ in range(self.dice.randrange(1, 8)):
                data[self.dice.randrange(len(data))] = self.dice.randrange(256)
        elif kind == 1:
            del data[self.dice.randrange(len(data)):]
        elif kind == 2:
            at = self.dice.randrange(len(data))
            data[at:at] = os.urandom(self.dice.randrange(200))
        elif kind == 3:
            data = bytearray(os.urandom(self.dice.randrange(4000)))
        elif kind == 4:
            data = data.replace(b'Content-Length: ', self.dice.choice([b'Content-Length: 9', b'Content-Length: -', b'Content-Length:', b'content-length : ']), 1)
        elif kind == 5:
            data = bytearray(framed(self.dice.choice([b'[' * 100000, b'{"a":' * 3000, b'"\\ud800"', b'1e999', b'{"id":1,"id":2,"method":"x"}',
                                                      b'[' + b'0,' * 100000 + b'0]', b'{"method":"initialize","id":' + b'9' * 400 + b'}'])))
        else:
            data = data[self.dice.randrange(len(data)):]
        return bytes(data)

    def step(self):
        roll = self.dice.random()
        if roll < 0.45:
            data = framed(self.valid())
        elif roll < 0.65:
            data = framed(self.twisted(self.valid()))
        elif roll < 0.72:
            data = framed(self.message(self.dice.choice(METHODS), self.dice.choice(NONSENSE)))
        elif roll < 0.90:
            data = self.broken(framed(self.valid()))
        elif roll < 0.96:
            batch = [framed(self.valid()) for _ in range(self.dice.randrange(2, 40))]
            self.dice.shuffle(batch)
            data = b''.join(batch)
        elif roll < 0.97:
            data = framed(b' ' * self.dice.choice([1 << 20, 17 << 20]) + b'{}')
        elif roll < 0.98:
            data = framed(self.message('textDocument/didOpen', {'textDocument': {'uri': self.uris[0], 'languageId': 'cuda', 'version': 1,
                                                                                 'text': KERNEL.replace('k(', 'k{}(') * self.dice.choice([10, 3000])}}))
        else:
            for pid in children(self.process.pid):
                if self.dice.random() < 0.5:
                    try:
                        os.kill(pid, self.dice.choice([signal.SIGKILL, signal.SIGABRT, signal.SIGTERM]))
                    except ProcessLookupError:
                        pass
            return
        if self.dice.random() < 0.1:
            for i in range(0, len(data), max(1, len(data) // 20)):
                self.write(data[i:i + max(1, len(data) // 20)])
        else:
            self.write(data)
        if self.dice.random() < 0.2:
            self.drain(self.dice.random() * 0.05)

    # ---- what to see

    def answered(self, timeout=60):
        """Sends requests until one is answered: earlier garbage may swallow some. What is declared is less than 10 MB."""
        end, filler = time.monotonic() + timeout, 64
        while time.monotonic() < end:
            self.serial += 1
            probe = f'probe{self.serial}'
            self.write(b'\n' * filler + framed({'jsonrpc': '2.0', 'id': probe, 'method': 'coalcheck/probe', 'params': {}}))
            filler = min(filler * 2, 1 << 24)
            self.drain(0.02)
            soon = time.monotonic() + 1
            while time.monotonic() < soon:
                if any(m.get('id') == probe for m in self.got):
                    return
                self.drain(0.05)
        raise Dead('the server does not answer')

    def knows(self, dice):
        """Opens a document, edits it at random and looks whether the finding is where it has to be."""
        uri, text = f'file:///nowhere/sync{self.serial}.cu', '// é😀\n'
        self.write(framed(self.message('textDocument/didOpen', {'textDocument': {'uri': uri, 'languageId': 'cuda', 'version': 1, 'text': text}}, False)))
        version = 1
        for _ in range(dice.randrange(1, 20)):
            a = dice.randrange(len(text) + 1)
            b = min(len(text), a + dice.randrange(8))
            new = ''.join(dice.choice(['a', 'é', '😀', '€', '\n', ' ', 'bc', '// ']) for _ in range(dice.randrange(6)))
            where = {'start': place(text, a, self.encoding), 'end': place(text, b, self.encoding)}
            text = text[:a] + new + text[b:]
            version += 1
            self.write(framed(self.message('textDocument/didChange', {'textDocument': {'uri': uri, 'version': version},
                                                                      'contentChanges': [{'range': where, 'text': new}]}, False)))
        new = '/*' + text.replace('\\', ' ') + '*/ ' + KERNEL
        end = {'start': {'line': 0, 'character': 0}, 'end': place(text, len(text), self.encoding)}
        half = place(text, len(text), self.encoding)
        # Not the whole text: what came before stays in a comment, so that mistakes in it show in the position.
        changes = [{'range': {'start': half, 'end': half}, 'text': '*/ ' + KERNEL}, {'range': {'start': {'line': 0, 'character': 0}, 'end': {'line': 0, 'character': 0}}, 'text': '/*'}]
        text, version = '/*' + text + '*/ ' + KERNEL, version + 1
        del new, end
        self.write(framed(self.message('textDocument/didChange', {'textDocument': {'uri': uri, 'version': version}, 'contentChanges': changes}, False)))
        expected = span(text, 'in[threadIdx.x * 8]', self.encoding)
        until = time.monotonic() + 60
        while time.monotonic() < until:
            self.drain(0.05)
            sets = [m['params'] for m in self.got if m.get('method') == 'textDocument/publishDiagnostics'
                    and m['params']['uri'] == uri and m['params'].get('version') == version]
            ranges = [d['range'] for s in sets for d in s['diagnostics'] if d.get('source') == 'coalcheck']
            if ranges and ranges[-1] != expected:
                raise Dead(f'wrong place: {ranges[-1]}, expected {expected} in {text!r}')
            if ranges:
                self.write(framed(self.message('textDocument/didClose', {'textDocument': {'uri': uri}}, False)))
                return
        raise Dead(f'no finding in {text!r}')

    def memory(self):
        with open(f'/proc/{self.process.pid}/status') as f:
            return [int(line.split()[1]) for line in f if line.startswith('VmRSS')][0]

    def end(self):
        self.process.stdin.close()
        until = time.monotonic() + 40
        while self.process.poll() is None and time.monotonic() < until:
            try:
                self.drain(0.05)
            except Dead:
                time.sleep(0.05)
        status = self.process.poll()
        if status is None:
            raise Dead('the server does not end')
        return status


def place(text, offset, encoding):
    line = text[text.rfind('\n', 0, offset) + 1:offset]
    units = {'utf-8': len(line.encode()), 'utf-16': len(line.encode('utf-16-le')) // 2, 'utf-32': len(line)}
    return {'line': text.count('\n', 0, offset), 'character': units[encoding]}


def children(parent):
    found = []
    for pid in filter(str.isdigit, os.listdir('/proc')):
        try:
            with open(f'/proc/{pid}/stat') as f:
                if f.read().rsplit(')', 1)[1].split()[1] == str(parent):
                    found.append(int(pid))
        except (FileNotFoundError, ProcessLookupError):
            pass
    return found


def one(args, seed):
    dice = random.Random(seed)
    folder = tempfile.mkdtemp(prefix='coalcheck-fuzz-')
    proxied = args.clangd and dice.random() < 0.4
    command = [args.coalcheck, 'clangd', '--coalcheck=--cuda-headers=embedded'] if proxied else [args.coalcheck, 'lsp', '--cuda-headers=embedded']
    env = {**os.environ, 'COALCHECK_CLANGD': args.clangd or '', 'XDG_CACHE_HOME': folder}
    session = Session(command, folder, env, dice)
    try:
        if dice.random() < 0.2:
            for _ in range(5):
                session.step()
            if proxied:
                session.write(b'\n' * (4 << 20))  # what a truncated message may take
            else:
                session.answered()
        session.encoding = dice.choice(['utf-8', 'utf-16', 'utf-32']) if not proxied else 'utf-16'
        session.write(framed({'jsonrpc': '2.0', 'id': 'init', 'method': 'initialize', 'params': {'capabilities': {
            'general': {'positionEncodings': [session.encoding]}}, 'initializationOptions': {'coalcheck': {'inlayHints': True}}}}))
        session.write(framed({'jsonrpc': '2.0', 'method': 'initialized', 'params': {}}))
        session.answered()
        encoding = [m['result']['capabilities'].get('positionEncoding') for m in session.got if m.get('id') == 'init' and 'result' in m]
        session.encoding = (encoding or ['utf-16'])[0] or 'utf-16'
        session.knows(dice)
        for round in range(dice.randrange(1, 6)):
            for _ in range(dice.randrange(5, 60)):
                session.step()
                if session.process.poll() is not None:
                    raise Dead(f'the server ended with {session.process.returncode}')
            session.got.clear()
            # clangd itself may give in to garbage; the proxy then starts it again, or gives it up.
            if not proxied:
                session.answered()
            if session.memory() > MEMORY_MAX_KB:
                raise Dead(f'{session.memory()} KB of memory')
        status = session.end()
        if status < 0 or (not proxied and status not in (0, 1)):
            raise Dead(f'the server ended with {status}')
    except Dead as problem:
        session.process.poll()
        session.log.flush()
        with open(os.path.join(folder, 'stderr.txt'), errors='replace') as f:
            log = f.read()[-5000:]
        print(f'seed {seed}: {" ".join(command)}: {problem}; status {session.process.returncode}\n{log}', flush=True)
        return False
    finally:
        if session.process.poll() is None:
            session.process.kill()
            session.process.wait()
        session.log.close()
        session.process.stdout.close()
    with open(os.path.join(folder, 'stderr.txt'), errors='replace') as f:
        log = f.read()
    shutil.rmtree(folder, ignore_errors=True)
    if 'Sanitizer' in log or 'runtime error' in log:
        print(f'seed {seed}: {log[-8000:]}', flush=True)
        return False
    return True


def main():
    p = argparse.ArgumentParser()
    p.add_argument('coalcheck', type=os.path.abspath)
    p.add_argument('--seconds', type=float, default=10)
    p.add_argument('--seed', type=int, default=int(time.time()))
    p.add_argument('--clangd')
    args = p.parse_args()
    end, n, failed = time.monotonic() + args.seconds, 0, 0
    while n == 0 or time.monotonic() < end:
        failed += not one(args, args.seed + n)
        n += 1
    print(f'{n} sessions from seed {args.seed}, {failed} failed')
    return 1 if failed else 0


if __name__ == '__main__':
    sys.exit(main())
