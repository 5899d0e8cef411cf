#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A real editor: Neovim, headless, with the server and with the proxy. Exit status 77: no Neovim.

usage: neovim_test.py COALCHECK [CLANGD]
"""
import json
import os
import shutil
import subprocess
import sys
import tempfile
import unittest

COALCHECK = os.path.abspath(sys.argv.pop(1)) if __name__ == '__main__' else 'coalcheck'
CLANGD = sys.argv.pop(1) if __name__ == '__main__' and len(sys.argv) > 1 else None
LUA = os.path.join(os.path.dirname(os.path.abspath(__file__)), 'neovim.lua')

PLUGIN = os.path.join(os.path.dirname(LUA), '../../editors/nvim')

TEXT = '''__global__ void k(const float *in, float *out) {
  __shared__ float tile[32][32];
  tile[threadIdx.y][threadIdx.x] = in[threadIdx.y * 32 + threadIdx.x];
  __syncthreads();
  out[threadIdx.y * 32 + threadIdx.x] = tile[threadIdx.x][threadIdx.y];
}
'''


class Neovim(unittest.TestCase):
    def drive(self, command, text=TEXT, wants_clangd=False, script=LUA):
        folder = os.path.realpath(tempfile.mkdtemp(prefix='coalcheck-nvim-'))
        try:
            with open(os.path.join(folder, 'k.cu'), 'w') as f:
                f.write(text)
            with open(os.path.join(folder, 'compile_flags.txt'), 'w') as f:
                f.write('-xcuda\n--cuda-device-only\n-nocudainc\n-nocudalib\n')
            env = {**os.environ, 'COALCHECK_COMMAND': json.dumps(command), 'COALCHECK_CLANGD': CLANGD or '', 'HOME': folder,
                   'XDG_CACHE_HOME': folder, 'XDG_CONFIG_HOME': folder, 'XDG_DATA_HOME': folder, 'XDG_STATE_HOME': folder,
                   'COALCHECK_WANTS_CLANGD': '1' if wants_clangd else '', 'LC_ALL': 'C.UTF-8',
                   'COALCHECK': COALCHECK, 'COALCHECK_NVIM': PLUGIN}
            done = subprocess.run(['nvim', '--headless', '-u', 'NONE', '-i', 'NONE', '-n', 'k.cu', '-c', f'luafile {script}'],
                                  capture_output=True, text=True, cwd=folder, env=env, timeout=300, stdin=subprocess.DEVNULL)
            lines = [line for line in done.stdout.splitlines() if line.startswith('{')]
            self.assertTrue(lines, done.stdout + done.stderr)
            return json.loads(lines[-1])
        finally:
            shutil.rmtree(folder)

    def check(self, seen):
        self.assertNotIn('problem', seen)
        for step, line, count in (('opened', 4, 1), ('edited', 5, 1), ('fixed', None, 0)):
            own = [d for d in seen[step]['diagnostics'] if d.get('source') == 'coalcheck']
            self.assertTrue(seen[step]['ok'], seen[step])
            self.assertEqual(count, len(own))
            for d in own:
                self.assertEqual('coalcheck-bank-conflict', d['code'])
                self.assertEqual(line, d['lnum'])
                self.assertEqual('tile[threadIdx.x][threadIdx.y]', d['text'])
        self.assertIn('32-way bank conflict', seen['opened']['diagnostics'][0]['message'] + str(seen['opened']))
        self.assertIn('coalcheck: bank-conflict', seen['hover'])
        self.assertIn('bank 0', seen['hover'])
        self.assertIn('pad the rows of', seen['title'])
        self.assertEqual(1, seen['text'].count('tile[32][33];'))

    def test_server(self):
        self.check(self.drive([COALCHECK, 'lsp', '--cuda-headers=embedded']))

    @unittest.skipUnless(CLANGD, 'no clangd')
    def test_proxy(self):
        seen = self.drive([COALCHECK, 'clangd', '--coalcheck=--cuda-headers=embedded'], TEXT + 'int wrong = no_such_name;\n', True)
        self.check(seen)
        for step in ('opened', 'edited'):
            self.assertTrue([d for d in seen[step]['diagnostics'] if d.get('source') != 'coalcheck'])

    def test_plugin(self):
        """editors/nvim: says when the program is not there, attaches to CUDA buffers, lists the worst accesses, the costliest first."""
        text = ('__global__ void few(const float *in, float *out) { out[threadIdx.x] = in[threadIdx.x * 2]; }\n'
                '__global__ void many(const float *in, float *out) { int i = blockIdx.x * 256 + threadIdx.x; out[i] = in[i * 32]; }\n'
                'int main() { float *a, *b; cudaMalloc(&a, 1 << 30); cudaMalloc(&b, 1 << 30); few<<<1, 32>>>(a, b); many<<<16384, 256>>>(a, b); }\n')
        seen = self.drive([], text.replace('[threadIdx.x * 2]', '[threadIdx.x * 32]'), script=os.path.join(os.path.dirname(LUA), 'neovim_plugin.lua'))
        self.assertTrue(seen['ok'], seen)
        self.assertIn('is not there', seen['messages'][0])
        self.assertEqual('coalcheck: worst accesses', seen['title'])
        self.assertEqual([(2, 'W'), (1, 'W')], [(i['lnum'], i['type']) for i in seen['items']])
        self.assertRegex(seen['items'][0]['text'], r"^\d+ %: uncoalesced load of 'in'")


if __name__ == '__main__':
    if not shutil.which('nvim'):
        print('no nvim')
        sys.exit(77)
    unittest.main()
