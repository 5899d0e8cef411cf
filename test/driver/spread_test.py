#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The plugin under ccache and distcc gives the findings that it gives without: the first time, from the cache, and with a
distcc daemon (distcc itself keeps CUDA files on the machine that asked).

usage: spread_test.py PLUGIN CLANG [unittest arguments]
"""
import os
import re
import shutil
import socket
import subprocess
import sys
import time
import unittest

from folder_case import FolderCase

if __name__ == '__main__':
    PLUGIN, CLANG = os.path.abspath(sys.argv.pop(1)), sys.argv.pop(1)
CUDA = '/usr/local/cuda'

SOURCE = '''__global__ void strided(const float *in, float *out) { out[threadIdx.x] = in[threadIdx.x * 8]; }
__global__ void transpose(const float *in, float *out) {
  __shared__ float tile[32][32];
  tile[threadIdx.y][threadIdx.x] = in[threadIdx.y * 32 + threadIdx.x];
  __syncthreads();
  out[threadIdx.y * 32 + threadIdx.x] = tile[threadIdx.x][threadIdx.y];
}
void run(float *a, float *b) { transpose<<<1, dim3(32, 32)>>>(a, b); }
'''


@unittest.skipUnless(os.path.exists(f'{CUDA}/bin/ptxas'), 'no CUDA toolkit: nothing can be compiled')
class Spread(FolderCase):
    def setUp(self):
        super().setUp()
        self.write('k.cu', SOURCE)

    def compile(self, *launcher, **env):
        """What the compile says, and the object."""
        command = [*launcher, CLANG, '--cuda-gpu-arch=sm_80', f'--cuda-path={CUDA}', '-Wno-unknown-cuda-version', '-Xclang', '-load', '-Xclang', PLUGIN,
                   '-c', 'k.cu', '-o', 'k.o']
        p = subprocess.run(command, cwd=self.dir, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, timeout=300,
                           env={**os.environ, 'CCACHE_DIR': os.path.join(self.dir, 'ccache'), **env})
        self.assertEqual(p.returncode, 0, p.stderr)
        self.assertTrue(os.path.getsize(os.path.join(self.dir, 'k.o')) > 0)
        os.remove(os.path.join(self.dir, 'k.o'))
        return re.sub(r'^distcc\[.*\n', '', p.stderr, flags=re.M)  # what distcc says of itself

    def plain(self):
        out = self.compile()
        self.assertEqual(len(re.findall(r'\[coalcheck-', out)), 2, out)
        return out

    @unittest.skipUnless(shutil.which('ccache'), 'no ccache')
    def test_ccache(self):
        plain = self.plain()
        self.assertEqual(self.compile('ccache'), plain)
        self.assertEqual(self.compile('ccache'), plain)
        stats = subprocess.run(['ccache', '--print-stats'], capture_output=True, text=True, check=True,
                               env={**os.environ, 'CCACHE_DIR': os.path.join(self.dir, 'ccache')}).stdout
        hits = sum(int(n) for n in re.findall(r'^(?:direct|preprocessed)_cache_hit\t(\d+)', stats, re.M))
        self.assertEqual(hits, 1, stats)

    @unittest.skipUnless(shutil.which('ccache'), 'no ccache')
    def test_ccache_notices_settings_that_are_named(self):
        settings = os.path.join(self.dir, '.coalcheck')
        def with_checks(checks):
            with open(settings, 'w') as f:
                f.write(f"checks: '{checks}'\n")
            return self.compile('ccache', CCACHE_EXTRAFILES=settings).count('[coalcheck-')
        self.assertEqual([with_checks('*'), with_checks('-*'), with_checks('*')], [2, 0, 2])

    @unittest.skipUnless(shutil.which('distcc') and shutil.which('distccd'), 'no distcc')
    def test_distcc(self):
        with socket.socket() as s:
            s.bind(('127.0.0.1', 0))
            port = s.getsockname()[1]
        os.mkdir(os.path.join(self.dir, 'distcc'))
        daemon = subprocess.Popen(['distccd', '--no-detach', '--daemon', '--allow-private', '--allow', '127.0.0.1', '--listen', '127.0.0.1', '--port',
                                   str(port), '--jobs', '2', '--log-file', os.path.join(self.dir, 'distccd.log'), '--enable-tcp-insecure', '--user', 'root'],
                                  stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        try:
            for _ in range(100):
                with socket.socket() as s:
                    if s.connect_ex(('127.0.0.1', port)) == 0:
                        break
                time.sleep(0.05)
            plain = self.plain()
            hosts = {'DISTCC_HOSTS': f'127.0.0.1:{port}', 'DISTCC_DIR': os.path.join(self.dir, 'distcc')}
            self.assertEqual(self.compile('distcc', **hosts), plain)
            if shutil.which('ccache'):
                self.assertEqual(self.compile('ccache', CCACHE_PREFIX='distcc', **hosts), plain)
                self.assertEqual(self.compile('ccache', CCACHE_PREFIX='distcc', **hosts), plain)
        finally:
            daemon.terminate()
            daemon.wait()


if __name__ == '__main__':
    unittest.main(verbosity=2)
