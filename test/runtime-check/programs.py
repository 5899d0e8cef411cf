#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs PolyBench's or Rodinia's CUDA programs whole on the CPU and tabulates predicted against executed.

usage: programs.py COALCHECK polybench|rodinia CHECKOUT [NAME...]    (CHECKOUT: a copy of cavazos-lab/PolyBench-ACC
or yuhc/gpu-rodinia). Small inputs: PolyBench's MINI_DATASET; Rodinia's are made here. Prints Markdown: a row a
program, then every line that is not confirmed.
"""
import collections
import json
import pathlib
import random
import subprocess
import sys
import tempfile
import time

tool, suite, checkout = str(pathlib.Path(sys.argv[1]).resolve()), sys.argv[2], pathlib.Path(sys.argv[3]).resolve()
only = sys.argv[4:]
OMP = ["-idirafter", "/usr/lib/gcc/x86_64-linux-gnu/12/include", "-fopenmp"]


def polybench():
    utilities = checkout / "CUDA" / "utilities"
    for source in sorted((checkout / "CUDA").rglob("*.cu")):
        yield source.stem, [source], ["-DMINI_DATASET", f"-I{utilities}", f"-I{source.parent}"], []


def numbers(path, count, low, high):
    path.write_text("".join(f"{random.uniform(low, high):.6f}\n" for _ in range(count)))
    return path


def graph(path, nodes):
    degrees = [random.randint(2, 6) for _ in range(nodes)]
    starts = [sum(degrees[:k]) for k in range(nodes)]
    edges = "".join(f"{random.randrange(nodes)} {random.randint(1, 10)}\n" for _ in range(sum(degrees)))
    path.write_text(f"{nodes}\n" + "".join(f"{s} {d}\n" for s, d in zip(starts, degrees)) + f"\n0\n\n{sum(degrees)}\n{edges}")
    return path


def hurricanes(folder):
    rows = [f"{random.randint(1950, 2004):4d} {random.randint(1, 12):2d} {random.randint(1, 28):2d} {6 * random.randint(0, 3):2d} {k % 28:2d} "
            f"{'ALBERTO':9s} {random.uniform(7, 63):5.1f} {random.uniform(0, 358):5.1f} {random.randint(10, 165):4d} {random.randint(5, 900):4d}\n" for k in range(400)]
    (folder / "cane.db").write_text("".join(rows))
    (folder / "filelist").write_text(f"{folder}/cane.db\n")
    return folder / "filelist"


def told(*facts):
    """What a kernel is given that main reads from its arguments."""
    return [f"--assume={f}" for f in facts]


def rodinia(folder):
    cuda = checkout / "cuda"

    def program(name, sources, flags, arguments, base=None):
        return name, [cuda / (base or name) / s for s in sources], flags, [str(a) for a in arguments]

    yield program("backprop", ["backprop_cuda.cu", "backprop.c", "facetrain.c", "imagenet.c"], OMP, [1024])
    yield program("bfs", ["bfs.cu"], [], [graph(folder / "graph", 2048)])
    yield program("gaussian", ["gaussian.cu"], [], ["-s", 64, "-q"])
    yield program("hotspot", ["hotspot.cu"], told("grid_cols==64", "grid_rows==64", "border_cols==2", "border_rows==2", "iteration==2"), [64, 2, 4, numbers(folder / "t", 4096, 320, 340), numbers(folder / "p", 4096, 0, 0.01), folder / "o"])
    yield program("hotspot3D", ["3D.cu"], told("nx==64", "ny==64", "nz==8"), [64, 8, 4, numbers(folder / "p3", 32768, 0, 0.01), numbers(folder / "t3", 32768, 320, 340), folder / "o"])
    yield program("lavaMD", ["main.c", "kernel/kernel_gpu_cuda_wrapper.cu", "util/num/num.c", "util/timer/timer.c", "util/device/device.cu"],
                  [f"-I{cuda}/lavaMD", "-fopenmp"], ["-boxes1d", 2])
    yield program("lud", ["cuda/lud.cu", "cuda/lud_kernel.cu", "common/common.c"], [f"-I{cuda}/lud/common"], ["-s", 64, "-v"])
    yield program("nn", ["nn_cuda.cu"], [], [hurricanes(folder), "-r", 5, "-lat", 30, "-lng", 90])
    yield program("nw", ["needle.cu"], [], [128, 10])
    yield program("particlefilter_naive", ["ex_particle_CUDA_naive_seq.cu"], [], ["-x", 32, "-y", 32, "-z", 4, "-np", 200], "particlefilter")
    yield program("pathfinder", ["pathfinder.cu"], told("cols==2000", "border==4", "iteration==4"), [2000, 20, 4])
    image = folder / "data" / "srad" / "image.pgm"  # "../../../data/srad/image.pgm" from where programs run
    image.parent.mkdir(parents=True)
    image.write_text("P2\n32 32\n255\n" + " ".join(str(random.randint(1, 255)) for _ in range(1024)) + "\n")
    yield program("srad_v1", ["main.cu"], ["-fopenmp"], [2, 0.5, 32, 32], "srad/srad_v1")
    yield program("srad_v2", ["srad.cu"], [], [64, 64, 0, 31, 0, 31, 0.5, 2], "srad/srad_v2")
    yield program("streamcluster", ["streamcluster_cuda_cpu.cpp", "streamcluster_cuda.cu", "streamcluster_header.cu"], [],
                  [3, 5, 16, 512, 512, 100, "none", folder / "o", 1])
    data = folder / "text"
    data.write_bytes(bytes(random.choice(b"abcdefghijklmnop    eeeeettt") for _ in range(65536)))
    yield program("huffman", ["main_test_cu.cu", "cpuencode.cpp", "scan.cu", "vlc_kernel_sm64huff.cu", "pabio_kernels_v2.cu"], [], [data])


def moved(c, side):
    m = c.get(side, {}).get("moved")
    if not m:
        return "–"
    return f"{m['min']:g}" if m["min"] == m["max"] else f"{m['min']:g}..{m['max']:g} ({m['mean']:.4g})"


random.seed(1)
rest, whole = [], 0
print("| program | status | confirmed | refuted | not reached | not predicted | seconds |\n| --- | --- | --- | --- | --- | --- | --- |")
with tempfile.TemporaryDirectory() as scratch:
    folder = pathlib.Path(scratch)
    work = folder / "a" / "b" / "c"
    work.mkdir(parents=True)
    for name, sources, flags, arguments in polybench() if suite == "polybench" else rodinia(folder):
        if only and name not in only:
            continue
        start = time.time()
        words = [tool, "run", "--format=json", "--timeout=500", *flags, *map(str, sources), "--", *arguments]
        p = subprocess.run(words, capture_output=True, text=True, check=False, cwd=work)
        try:
            result = json.loads(p.stdout)
        except ValueError:
            print(f"| {name} | could not be run: {p.stderr.strip()[-160:]!r} | | | | | |", flush=True)
            continue
        count = collections.Counter(c["status"] for c in result["confirmations"])
        ended = "whole" if p.returncode < 2 and count else f"status {p.returncode}"
        whole += ended == "whole"
        print(f"| {name} | {ended} | {count['confirmed']} | {count['refuted']} | {count['not-reached']} | {count['not-predicted']} | {time.time() - start:.0f} |", flush=True)
        for c in result["confirmations"]:
            if c["status"] != "confirmed":
                rest.append(f"| {name} | {pathlib.Path(c['file']).name}:{c['line']}:{c['column']} | {c['kernel']} | {c['space']} {c['op']} {c['bytes']} | "
                            f"{moved(c, 'predicted')} | {moved(c, 'measured')} | {c['status']}{': ' + c['note'] if c.get('note') else ''} |")
print(f"\n{whole} programs ran whole.\n\n| program | line | kernel | access | predicted | executed | status |\n| --- | --- | --- | --- | --- | --- | --- |")
print("\n".join(rest))
