#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The .vsix holds what VS Code wants, and the same bytes each time.

usage: vsix_test.py REPOSITORY VERSION
"""
import json
import pathlib
import subprocess
import sys
import tempfile
import unittest
import xml.etree.ElementTree
import zipfile

VERSION = sys.argv.pop() if __name__ == "__main__" else ""
ROOT = pathlib.Path(sys.argv.pop() if __name__ == "__main__" else ".")
SCHEMA = "{http://schemas.microsoft.com/developer/vsx-schema/2011}"


class Vsix(unittest.TestCase):
    def test_package(self):
        with tempfile.TemporaryDirectory() as folder:
            files = [pathlib.Path(folder) / name for name in ("a.vsix", "b.vsix")]
            for file in files:
                subprocess.run([sys.executable, ROOT / "editors/vscode/build_vsix.py", file], check=True, stdout=subprocess.DEVNULL)
            self.assertEqual(files[0].read_bytes(), files[1].read_bytes())
            with zipfile.ZipFile(files[0]) as archive:
                self.assertIsNone(archive.testzip())
                names = archive.namelist()
                manifest = xml.etree.ElementTree.fromstring(archive.read("extension.vsixmanifest"))
                package = json.loads(archive.read("extension/package.json"))
        self.assertEqual("[Content_Types].xml", names[0])
        identity = manifest.find(f"{SCHEMA}Metadata/{SCHEMA}Identity")
        self.assertEqual((package["name"], package["version"]), (identity.get("Id"), identity.get("Version")))
        self.assertEqual(VERSION, package["version"])
        for asset in manifest.iter(f"{SCHEMA}Asset"):
            self.assertIn(asset.get("Path"), names)
        self.assertIn("extension/" + package["main"].removeprefix("./"), names)


if __name__ == "__main__":
    unittest.main(verbosity=2)
