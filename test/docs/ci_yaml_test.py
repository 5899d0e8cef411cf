#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The CI files that are to be copied: each YAML block of docs/ci.md that names its file fits the schema of that file's service, and so
do action.yml and .pre-commit-hooks.yaml. The steps of action.yml run as a runner would run them, with the program of the build in
place of the installed one.

usage: ci_yaml_test.py COALCHECK [unittest arguments]
"""
import importlib.util
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

COALCHECK = os.path.abspath(sys.argv.pop(1)) if __name__ == '__main__' else 'coalcheck'
SOURCE = pathlib.Path(__file__).resolve().parent.parent.parent
BLOCK = re.compile(r'^```yaml\n# (\S+)\n(.*?)^```$', re.M | re.S)
SCHEMAS = {'.github/workflows/coalcheck.yml': 'vendor.github-workflows', '.gitlab-ci.yml': 'vendor.gitlab-ci',
           '.buildkite/pipeline.yml': 'vendor.buildkite'}
KERNEL = '__global__ void k(float *a) { a[threadIdx.x * 2] = 0; }\n'


@unittest.skipUnless(importlib.util.find_spec('check_jsonschema'), 'no check-jsonschema')
class Schemas(unittest.TestCase):
    def check(self, schema, text):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder, 'file.yml')
            path.write_text(text)
            p = subprocess.run([sys.executable, '-m', 'check_jsonschema', '--builtin-schema', schema, path], capture_output=True, text=True)
        self.assertEqual(p.returncode, 0, p.stdout + p.stderr)

    def test_blocks(self):
        blocks = dict(BLOCK.findall((SOURCE / 'docs/ci.md').read_text()))
        self.assertEqual(blocks.keys() & SCHEMAS.keys(), SCHEMAS.keys())
        for name, schema in SCHEMAS.items():
            with self.subTest(name):
                self.check(schema, blocks[name])

    def test_action(self):
        self.check('vendor.github-actions', (SOURCE / 'action.yml').read_text())

    def test_schema_bites(self):
        with self.assertRaises(AssertionError):
            self.check('vendor.github-actions', (SOURCE / 'action.yml').read_text().replace('using: composite', 'using: magic'))


@unittest.skipUnless(importlib.util.find_spec('yaml'), 'no PyYAML')
class Action(unittest.TestCase):
    """A runner's part: expressions are filled in, steps run one after the other in the checkout."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix='coalcheck-action-')
        self.addCleanup(folder.cleanup)
        self.top = pathlib.Path(folder.name)
        self.checkout = self.top / 'checkout'
        self.checkout.mkdir()
        # What the first step installs: this build's program.
        program = self.top / 'coalcheck/bin/coalcheck'
        program.parent.mkdir(parents=True)
        program.symlink_to(COALCHECK)

    def git(self, *args):
        subprocess.run(['git', '-c', 'user.name=t', '-c', 'user.email=t@example.com', *args], cwd=self.checkout, check=True, capture_output=True)

    def analyse(self, base='', **inputs):
        import yaml
        action = yaml.safe_load((SOURCE / 'action.yml').read_text())
        values = {f'inputs.{name}': inputs.get(name, i['default']) for name, i in action['inputs'].items()} | {'github.base_ref': base}
        step = action['runs']['steps'][-1]
        fill = lambda text: re.sub(r'\$\{\{ ([\w.]+) \}\}', lambda m: values[m[1]], text)
        env = {**os.environ, 'RUNNER_TEMP': str(self.top), **{k: fill(v) for k, v in step['env'].items()}}
        self.assertNotIn('${{', step['run'], 'an input in a script is code')
        return subprocess.run(['bash', '--noprofile', '--norc', '-eo', 'pipefail', '-c', step['run']], cwd=self.checkout, env=env,
                              capture_output=True, text=True)

    def test_files(self):
        (self.checkout / 'k.cu').write_text(KERNEL)
        p = self.analyse(files='k.cu', args='--target=sm_90 --cuda-headers=embedded')
        self.assertEqual(p.returncode, 1, p.stderr)
        self.assertIn('::warning file=k.cu,line=1', p.stdout)
        self.assertTrue((self.checkout / 'coalcheck.sarif').is_file())

    def test_pull_request(self):
        """Only what the branch touches is annotated."""
        self.git('init', '-q', '-b', 'main')
        (self.checkout / 'old.cu').write_text(KERNEL)
        self.git('add', '.')
        self.git('commit', '-qm', 'old')
        self.git('update-ref', 'refs/remotes/origin/main', 'HEAD')
        (self.checkout / 'new.cu').write_text(KERNEL)
        self.git('add', '.')
        self.git('commit', '-qm', 'new')
        p = self.analyse(base='main', sarif='', args='--cuda-headers=embedded')
        self.assertEqual(p.returncode, 1, p.stderr)
        self.assertEqual(re.findall(r'file=(\S+?),', p.stdout), ['new.cu'])
        self.assertFalse((self.checkout / 'coalcheck.sarif').exists())


if __name__ == '__main__':
    unittest.main()
