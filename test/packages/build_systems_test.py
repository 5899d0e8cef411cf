#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The examples for build systems: Meson's is run (with the Python package meson), Bazel's is compiled as what it is nearly: Python.

usage: build_systems_test.py COALCHECK
"""
import ast
import importlib.util
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

COALCHECK = pathlib.Path(sys.argv.pop(1)).resolve() if __name__ == "__main__" else None
EXAMPLES = pathlib.Path(__file__).resolve().parent.parent.parent / "examples"


class BuildSystems(unittest.TestCase):
    @unittest.skipUnless(importlib.util.find_spec("mesonbuild") and shutil.which("ninja"), "no meson")
    def test_meson(self):
        with tempfile.TemporaryDirectory() as name:
            folder = pathlib.Path(name)
            shutil.copytree(EXAMPLES / "meson", folder / "project")
            environment = {**os.environ, "PATH": f"{COALCHECK.parent}:{os.environ['PATH']}"}

            def meson(*words):
                return subprocess.run([sys.executable, "-m", "mesonbuild.mesonmain", *words], cwd=folder / "project", env=environment,
                                      capture_output=True, text=True, check=False)

            self.assertEqual(0, meson("setup", "build").returncode)
            self.assertRegex(meson("test", "-C", "build").stdout, r"(?i)\bok:\s+1\b")
            source = folder / "project/saxpy.cu"
            source.write_text(source.read_text().replace("x[i]", "x[i * 8]"))
            done = meson("test", "-C", "build", "--print-errorlogs")
            self.assertNotEqual(0, done.returncode)
            self.assertIn("uncoalesced load of 'x'", done.stdout)

    def test_bazel_rule(self):
        """Starlark is a subset of Python's syntax; Bazel itself is not at hand."""
        tree = ast.parse((EXAMPLES / "bazel/coalcheck.bzl").read_text())
        self.assertIn("coalcheck_test", [t.id for n in tree.body if isinstance(n, ast.Assign) for t in n.targets])


if __name__ == "__main__":
    unittest.main(verbosity=2)
