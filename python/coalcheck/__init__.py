# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs the coalcheck program that came with this package, with the libclang package's library unless COALCHECK_LIBCLANG names
another."""
import importlib.util
import os
import sys

PROGRAM = os.path.join(os.path.dirname(os.path.abspath(__file__)), 'bin', 'coalcheck')


def libclang():
    """The library of the package libclang, or None."""
    spec = importlib.util.find_spec('clang')
    for folder in (spec.submodule_search_locations or []) if spec else []:
        path = os.path.join(folder, 'native', 'libclang.so')
        if os.path.exists(path):
            return path
    return None


def main():
    library = libclang()
    if library:
        os.environ.setdefault('COALCHECK_LIBCLANG', library)
    os.execv(PROGRAM, [PROGRAM, *sys.argv[1:]])
