#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Holds the outputs shown in Markdown pages to what the program prints.

usage: readme_test.py COALCHECK PAGE.md... [--update]

In a page, a block

    ```cuda name.cu
    …
    ```

is a file (```csv name.csv too), and in a block ```console each line `$ coalcheck …` is a command, which may read a file (`< name.csv`),
followed by all that it prints (standard output, then standard error). Files live as long as the page. --update writes the real output into the page.
"""
import os
import re
import shlex
import subprocess
import sys
import tempfile

BLOCK = re.compile(r'^```(cuda|csv|console)(?: (\S+))?\n(.*?)^```$', re.M | re.S)


def run(coalcheck, command, directory):
    words = shlex.split(command)
    assert words[0] == 'coalcheck', command
    text = ''
    if words[-2:-1] == ['<']:
        text = open(os.path.join(directory, words[-1])).read()
        words = words[:-2]
    p = subprocess.run([coalcheck, *words[1:]], capture_output=True, text=True, input=text, cwd=directory, timeout=120)
    return p.stdout + p.stderr


def answer(coalcheck, block, directory):
    """The console block with real outputs."""
    commands = re.findall(r'^\$ (.*)$', block, re.M)
    return ''.join(f'$ {c}\n{run(coalcheck, c, directory)}' for c in commands)


def check(coalcheck, page, update):
    text = open(page).read()
    good = True
    with tempfile.TemporaryDirectory() as directory:
        for kind, name, body in BLOCK.findall(text):
            if kind != 'console' and name:
                open(os.path.join(directory, name), 'w').write(body)
            elif kind == 'console':
                real = answer(coalcheck, body, directory)
                if real != body:
                    good = False
                    print(f'{page}: shown:\n{body}\nprinted:\n{real}')
                    text = text.replace(f'```console\n{body}```', f'```console\n{real}```')
    if update and not good:
        open(page, 'w').write(text)
    return good


def main():
    arguments = [a for a in sys.argv[1:] if a != '--update']
    results = [check(os.path.abspath(arguments[0]), page, '--update' in sys.argv) for page in arguments[1:]]
    sys.exit(0 if all(results) else 1)


main()
