#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The .deb and the .tar.gz: packs a build by CPack, unpacks both and analyses a kernel with what was in them.

usage: deb_test.py BUILD_FOLDER [--root]

With --root each is installed into a bare root of this machine's suite, from nothing to a warning: that wants to be root, debootstrap, and a
network. Prints sizes and seconds, for docs/install.md.
"""
import pathlib
import shutil
import subprocess
import sys
import tempfile
import time

KERNEL = "__global__ void k(float *a) { a[threadIdx.x * 2] = 0; }\n"
MIRROR = "http://deb.debian.org/debian"
ENVIRONMENT = {"PATH": "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin", "HOME": "/root", "LC_ALL": "C.UTF-8", "DEBIAN_FRONTEND": "noninteractive"}


def run(*command, **options):
    return subprocess.run([str(word) for word in command], check=True, **options)


def suite():
    lines = pathlib.Path("/etc/os-release").read_text(encoding="utf-8").splitlines()
    return dict(line.split("=", 1) for line in lines if "=" in line)["VERSION_CODENAME"].strip('"')


class Root:
    """A bare Debian."""

    def __init__(self, folder, name):
        self.folder = folder
        run("debootstrap", "--variant=minbase", name, folder, MIRROR, stdout=subprocess.DEVNULL)
        (folder / "etc/apt/sources.list").write_text(f"deb {MIRROR} {name} main\ndeb {MIRROR}-security {name}-security main\n")
        (folder / "root/k.cu").write_text(KERNEL)
        self.run("apt-get", "-qq", "update")

    def run(self, *command, check=True):
        done = subprocess.run(["chroot", self.folder, *command], capture_output=True, text=True, env=ENVIRONMENT, check=False, cwd="/")
        if check and done.returncode:
            sys.exit(f"deb_test.py: {' '.join(command)}: status {done.returncode}: {done.stdout[-2000:]}{done.stderr[-2000:]}")
        return done

    def analyse(self, program):
        done = self.run(program, "/root/k.cu", check=False)
        if done.returncode != 1 or "k.cu:1:31: warning: " not in done.stdout:
            sys.exit(f"deb_test.py: no warning (status {done.returncode}): {done.stdout}{done.stderr}")
        print(done.stdout.splitlines()[0])


def with_deb(root, deb):
    shutil.copy(deb, root.folder / "root")
    began = time.monotonic()
    root.run("apt-get", "-qq", "install", "-y", "--no-install-recommends", f"/root/{deb.name}")
    root.analyse("coalcheck")
    print(f"{deb.name}: {deb.stat().st_size / 1e6:.2f} MB; installed with what it depends on and run in {time.monotonic() - began:.1f} s")
    root.run("test", "-e", "/usr/lib/libcoalcheck.so")
    root.run("apt-get", "-qq", "purge", "-y", "coalcheck")
    if root.run("sh", "-c", "find /usr -name '*coalcheck*' -newer /root/k.cu").stdout:
        sys.exit("deb_test.py: purging leaves files")


def with_tar(root, tar):
    """Without libclang first: the message says what to install, and that then helps."""
    root.run("apt-get", "-qq", "autoremove", "-y", "--purge")
    shutil.unpack_archive(tar, root.folder / "opt")
    program = f"/opt/{tar.name.removesuffix('.tar.gz')}/bin/coalcheck"
    root.run("apt-get", "-qq", "install", "-y", "--no-install-recommends", "libjansson4", "libyaml-0-2")
    text = root.run(program, "doctor", check=False).stdout
    print("\n".join(line for line in text.splitlines() if "libclang" in line))
    if root.run(program, "/root/k.cu", check=False).returncode != 2 or "apt-get install" not in text:
        sys.exit(f"deb_test.py: doctor does not say what is missing: {text}")
    root.run("apt-get", "-qq", "install", "-y", "--no-install-recommends", "libclang1-19")
    root.analyse(program)
    print(f"{tar.name}: {tar.stat().st_size / 1e6:.2f} MB")


def unpacked(deb, tar, top):
    """On this machine, which has what the packages depend on."""
    fields = run("dpkg-deb", "-f", deb, "Depends", capture_output=True, text=True).stdout
    for package in ("libclang1-", "libjansson4", "libyaml-0-2", "libc6"):
        if package not in fields:
            sys.exit(f"deb_test.py: the .deb does not depend on {package}: {fields}")
    run("dpkg-deb", "-x", deb, top / "deb")
    shutil.unpack_archive(tar, top / "tar")
    (top / "k.cu").write_text(KERNEL)
    for prefix in (top / "deb/usr", top / "tar" / tar.name.removesuffix(".tar.gz")):
        found_by_cmake(prefix, top)
        done = subprocess.run([prefix / "bin/coalcheck", "--no-cache", top / "k.cu"], capture_output=True, text=True, check=False)
        if done.returncode != 1 or "k.cu:1:31: warning: " not in done.stdout:
            sys.exit(f"deb_test.py: no warning (status {done.returncode}): {done.stdout}{done.stderr}")


def found_by_cmake(prefix, top):
    """find_package(coalcheck), with the programs and libraries that it names."""
    project = top / f"project-{prefix.name}"
    project.mkdir()
    (project / "CMakeLists.txt").write_text("cmake_minimum_required(VERSION 3.20)\nproject(p LANGUAGES C)\nfind_package(coalcheck REQUIRED)\n"
                                            "foreach(file ${COALCHECK_EXECUTABLE} ${COALCHECK_PLUGIN})\n  if(NOT EXISTS ${file})\n    message(FATAL_ERROR ${file})\n  endif()\nendforeach()\n")
    run("cmake", "-S", project, "-B", project / "build", f"-DCMAKE_PREFIX_PATH={prefix}", stdout=subprocess.DEVNULL)


def main():
    build, *options = sys.argv[1:]
    with tempfile.TemporaryDirectory(prefix="coalcheck-deb-") as name:
        top = pathlib.Path(name)
        run("cpack", "--config", pathlib.Path(build) / "CPackConfig.cmake", "-B", top / "packages", stdout=subprocess.DEVNULL)
        deb, tar = next((top / "packages").glob("*.deb")), next((top / "packages").glob("*.tar.gz"))
        unpacked(deb, tar, top)
        if "--root" in options:
            root = Root(top / "root", suite())
            with_deb(root, deb)
            with_tar(root, tar)


if __name__ == "__main__":
    main()
