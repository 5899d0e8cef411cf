# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What the tests of the command line share: a folder of the test's own, and a tile with a bank conflict."""
import os
import shutil
import tempfile
import unittest

PADDABLE = '''__global__ void k(const float *in, float *out) {
  __shared__ float tile[32][32];
  tile[threadIdx.y][threadIdx.x] = in[threadIdx.y * 32 + threadIdx.x];
  __syncthreads();
  out[threadIdx.y * 32 + threadIdx.x] = tile[threadIdx.x][threadIdx.y];
}
'''


class FolderCase(unittest.TestCase):
    """Each test runs with a new folder, `self.dir`, which is removed afterwards."""

    def setUp(self):
        self.dir = self.folder()

    def folder(self):
        """Another new folder that is removed after the test."""
        path = os.path.realpath(tempfile.mkdtemp(prefix='coalcheck-'))
        self.addCleanup(shutil.rmtree, path)
        return path

    def path(self, name):
        return os.path.join(self.dir, name)

    def write(self, name, text):
        """Writes text or bytes, in folders that are made; the name."""
        os.makedirs(os.path.dirname(self.path(name)), exist_ok=True)
        with open(self.path(name), 'wb') as f:
            f.write(text if isinstance(text, bytes) else text.encode())
        return name

    def read(self, name):
        with open(self.path(name)) as f:
            return f.read()
