# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs the programs that came with this package, with the libclang package's library unless COALCHECK_LIBCLANG names
another."""
import importlib.util
import os
import sys

PROGRAMS = os.path.join(os.path.dirname(os.path.abspath(__file__)), 'bin')


def libclang():
    """The library of the package libclang, or None."""
    spec = importlib.util.find_spec('clang')
    for folder in (spec.submodule_search_locations or []) if spec else []:
        path = os.path.join(folder, 'native', 'libclang.so')
        if os.path.exists(path):
            return path
    return None


def run(program, *arguments):
    library = libclang()
    if library:
        os.environ.setdefault('COALCHECK_LIBCLANG', library)
    path = os.path.join(PROGRAMS, program)
    os.execv(path, [path, *arguments, *sys.argv[1:]])


def main():
    run('coalcheck')


def clangd():
    run('coalcheck', 'clangd')


def gpu():
    run('coalcheck-gpu')
