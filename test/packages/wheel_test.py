#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""From nothing to a warning: builds the wheel, installs it into an empty environment, analyses a kernel.

usage: wheel_test.py [--wheel=FILE] [--root=SUITE]

--wheel takes a wheel that was built before (python/build_wheel). --root=bullseye installs into a bare root of that Debian suite, made by
debootstrap: that wants to be root, debootstrap, and a network. Prints sizes and seconds, for docs/install.md.
"""
import argparse
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import time

SOURCE = pathlib.Path(__file__).resolve().parent.parent.parent
KERNEL = "__global__ void k(float *a) { a[threadIdx.x * 2] = 0; }\n"
GLIBC_MAX = (2, 17)
# What is in the machine's environment about pip and libclang must not help.
ENVIRONMENT = {"PATH": "/usr/local/bin:/usr/bin:/bin", "HOME": "/tmp", "LC_ALL": "C.UTF-8"}


def run(*command, **options):
    return subprocess.run([str(word) for word in command], check=True, **options)


def newest_glibc(wheel, folder):
    """The newest version of glibc that a program of the wheel asks for."""
    shutil.unpack_archive(wheel, folder, "zip")
    versions = []
    for program in (folder / "coalcheck/bin/coalcheck", folder / "coalcheck/bin/coalcheck-gpu"):
        text = run("objdump", "-T", program, capture_output=True, text=True).stdout
        versions += [tuple(map(int, v.split("."))) for v in re.findall(r"GLIBC_([0-9.]+)", text)]
    return max(versions)


def check_analysis(prefix, venv, folder, environment):
    (folder / "k.cu").write_text(KERNEL)
    where = "/tmp/test" if prefix else folder
    done = subprocess.run([*prefix, f"{venv}/bin/coalcheck", f"{where}/k.cu"], capture_output=True, text=True, env=environment, check=False)
    print(done.stdout.splitlines()[0] if done.stdout else done.stderr)
    if done.returncode != 1 or "k.cu:1:31: warning: " not in done.stdout or "[coalcheck-strided]" not in done.stdout:
        sys.exit(f"wheel_test.py: no warning (status {done.returncode}): {done.stdout}{done.stderr}")
    doctor = subprocess.run([*prefix, f"{venv}/bin/coalcheck", "doctor"], capture_output=True, text=True, env=environment, check=False).stdout
    if "site-packages/clang/native/libclang.so" not in doctor:
        sys.exit(f"wheel_test.py: not the libclang of PyPI: {doctor}")


def in_venv(wheels, top):
    venv = top / "venv"
    run(sys.executable, "-m", "venv", venv)
    run(venv / "bin/pip", "install", "-q", "--no-index", f"--find-links={wheels}", "coalcheck")
    folder = top / "test"
    folder.mkdir()
    check_analysis([], venv, folder, ENVIRONMENT)


def in_root(suite, wheels, top):
    root = top / "root"
    run("debootstrap", "--variant=minbase", "--include=python3,python3-venv", suite, root, "http://deb.debian.org/debian", stdout=subprocess.DEVNULL)
    folder = root / "tmp/test"
    shutil.copytree(wheels, folder)
    chroot = ["chroot", root]
    began = time.monotonic()
    run(*chroot, "python3", "-m", "venv", "/tmp/venv", env=ENVIRONMENT)
    run(*chroot, "/tmp/venv/bin/pip", "install", "-q", "--no-index", "--find-links=/tmp/test", "coalcheck", env=ENVIRONMENT)
    check_analysis(chroot, "/tmp/venv", folder, ENVIRONMENT)
    print(f"{suite}: installed and run in {time.monotonic() - began:.1f} s")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--wheel", type=pathlib.Path)
    parser.add_argument("--root", metavar="SUITE")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="coalcheck-wheel-") as name:
        top = pathlib.Path(name)
        wheels = top / "wheels"
        wheels.mkdir()
        if arguments.wheel:
            shutil.copy(arguments.wheel, wheels)
        else:
            run(SOURCE / "python/build_wheel", wheels)
        wheel = next(wheels.glob("coalcheck-*.whl"))
        version = newest_glibc(wheel, top / "unpacked")
        print(f"{wheel.name}: {wheel.stat().st_size} bytes, glibc {version[0]}.{version[1]}")
        if version > GLIBC_MAX:
            sys.exit("wheel_test.py: the wheel asks for a newer glibc than its name says")
        run(sys.executable, "-m", "pip", "download", "-q", "--no-deps", "-d", wheels, "libclang", env=os.environ)
        if arguments.root:
            in_root(arguments.root, wheels, top)
        else:
            in_venv(wheels, top)
    return 0


if __name__ == "__main__":
    sys.exit(main())
