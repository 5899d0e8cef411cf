#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Builds docs/ as a site, strictly: a broken link, a lost anchor or a page that is in no menu fails. Needs mkdocs-material.

usage: site_test.py REPOSITORY
"""
import importlib.util
import os
import pathlib
import re
import subprocess
import sys
import tempfile


def main():
    root = pathlib.Path(sys.argv[1])
    if not importlib.util.find_spec("mkdocs") or not importlib.util.find_spec("material"):
        print("SKIPPED: docs-site: the Python package mkdocs-material is not installed")
        return 77
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([sys.executable, "-m", "mkdocs", "build", "--quiet", "--strict", "--site-dir", folder], cwd=root, check=True,
                       env={**os.environ, "NO_MKDOCS_2_WARNING": "1"})
        site = pathlib.Path(folder)
        pages = [p for p in site.rglob("*.html") if p.name != "404.html"]
        assert len(pages) == len(list((root / "docs").rglob("*.md"))), "a page is missing"
        assert "sectors" in (site / "search/search_index.json").read_text(encoding="utf-8"), "no search index"
        assert (site / "pictures/tour-transpose.svg").exists(), "no pictures"
        loads = re.compile(r'<(?:script|img|iframe)[^>]* src="http|<link[^>]* rel="(?:stylesheet|preconnect|icon)"[^>]* href="http|<link[^>]* href="http[^>]* rel="(?:stylesheet|preconnect|icon)"')
        foreign = [p for p in pages if loads.search(p.read_text(encoding="utf-8"))]
        assert not foreign, f"pages load from elsewhere: {foreign}"
    print(f"{len(pages)} pages")
    return 0


if __name__ == "__main__":
    sys.exit(main())
