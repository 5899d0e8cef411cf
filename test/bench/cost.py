#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Holds what launches are predicted to cost against what an H200 counted.

Usage: cost.py COALCHECK --check
       cost.py COALCHECK GROUND_TRUTH_DIR impact.cu [--advice FILE] [--polybench DIR] [--hecbench DIR] [--rodinia DIR]
               [--markdown] [--half=even|odd]

GROUND_TRUTH_DIR holds h200-impact.csv, h200-polybench.csv and h200-hecbench.csv; --polybench is the CUDA folder of
PolyBench-ACC, --hecbench the src folder of HeCBench. Launches are matched by kernel, grid and block, in order.
"""
import argparse
import collections
import csv
import json
import pathlib
import subprocess
import sys

AIMS = (("sectors", "L1 sectors within 5 %, atomics apart", 0.80), ("dram", "DRAM read bytes within 1.25x or 1 MB", 0.85), ("hits", "L1 hit rate within 8 points", 0.85),
        ("time15", "time within 1.5x", 0.85), ("time2", "time within 2x", 0.95))


def predict(coalcheck, source, flags, options=()):
    command = [coalcheck, "--target=sm_90", "--format=json", "--totals", "--fail-on=never", *options, str(source), "--", *flags]
    done = subprocess.run(command, capture_output=True, text=True, timeout=600)
    if not done.stdout.startswith("{"):
        print(f"{source}: {done.stderr.strip()[:300]}", file=sys.stderr)
        return {}
    launches = collections.defaultdict(list)
    for kernel in json.loads(done.stdout)["kernels"]:
        for launch in kernel["launches"]:
            if "grid" in launch and "block" in launch:
                cost = launch.get("cost", {})
                for name in {kernel["name"], kernel["signature"].split("(")[0]}:
                    launches[key(name, launch["grid"], launch["block"])].append(cost)
    return launches


def key(name, grid, block):
    dims = lambda d: "x".join(map(str, d)) if not isinstance(d, str) else d
    return name, dims(grid), dims(block)


def ratio(predicted, counted):
    return predicted / counted if counted else (1.0 if not predicted else float("inf"))


def within(r, limit):
    return 1 / limit <= r <= limit


def judge(cost, row):
    """One launch: what it was predicted and whether that is within each aim; None: not predicted."""
    if "time_ns" not in cost:
        return None
    loads = float(row["load_sectors"])
    hit = float(row["load_sectors_l1_hit"]) / loads if loads else 0.0
    dram = float(row["dram_read_bytes"])
    t = ratio(cost["time_ns"], float(row["nanoseconds"]))
    d = ratio(cost["dram_read_bytes"], dram)
    sectors = ratio(cost["load_sectors"] + cost["store_sectors"], loads + float(row["store_sectors"]))
    return {"t": t, "d": d, "s": sectors, "sectors": within(sectors, 1.05), "hit": hit, "predicted_hit": cost.get("l1_hit_rate", 0.0), "cost": cost,
            "dram": within(d, 1.25) or abs(cost["dram_read_bytes"] - dram) <= 1e6,
            "hits": abs(cost.get("l1_hit_rate", 0.0) - hit) <= 0.08, "time15": within(t, 1.5), "time2": within(t, 2)}


def rows_of(path):
    with open(path, encoding="utf-8") as f:
        return list(csv.DictReader(f))


def take(launches, row):
    found = []
    for name in (row["kernel"], row["kernel"].split("<")[0]):
        found = found or launches.get(key(name, row["grid"], row["block"]), [])
    if not found:
        return {}
    return found.pop(0) if len(found) > 1 else found[0]


def one_file(args, source, table):
    launches = predict(args.coalcheck, source, [])
    for row in rows_of(table):
        yield row["kernel"], row, take(launches, row)


def polybench_source(root, program):
    found = sorted(p for p in root.rglob("*.cu") if p.stem.lower() == program.lower())
    return found[0] if found else None


def polybench(args):
    cache = {}
    for row in rows_of(args.truth / "h200-polybench.csv"):
        program = row["program"]
        if program not in cache:
            source = polybench_source(args.polybench, program)
            flags = ["-DcudaThreadSynchronize=cudaDeviceSynchronize"]
            if source:
                flags += [f"-I{d}" for d in (args.polybench / "utilities", args.polybench.parent / "common", source.parent)]
            cache[program] = predict(args.coalcheck, source, flags) if source else {}
        yield f"{program}: {row['kernel']}", row, take(cache[program], row)


def hecbench(args):
    cache = {}
    for row in rows_of(args.truth / "h200-hecbench.csv"):
        program = row["program"]
        if row["nanoseconds"] == "nan":  # the launch failed
            continue
        if program not in cache:
            folder = args.hecbench / f"{program.removesuffix('-cuda')}-cuda"
            sources = sorted(folder.glob("*.cu"))
            argv = [f"--argv={row['args'] or ''}"]
            cache[program] = predict(args.coalcheck, sources[0], [f"-I{folder}"], argv) if len(sources) == 1 else {}
        yield f"{program}: {row['kernel']}", row, take(cache[program], row)


# What of a Rodinia run is told: the source, and options for what main() takes from its arguments or another file.
RODINIA = {
    "backprop": ("backprop/backprop_cuda.cu", ["--launch=bpnn_layerforward_CUDA: grid=1x4096 block=16x16 in=65536 hid=16",
                                              "--launch=bpnn_adjust_weights_cuda: grid=1x4096 block=16x16 in=65536 hid=16"],
                 ["-DGPU", "-DCUDA"]),
    "hotspot3D": ("hotspot3D/3D.cu", ["--argv=512 8 20 power temp out"], []),
    "lud": ("lud/cuda/lud_kernel.cu",
            ["--assume=matrix_dim=1024",
             *(f"--launch=lud_perimeter: grid={63 - k} block=32 matrix_dim=1024 offset={16 * k}" for k in range(4)),
             *(f"--launch=lud_internal: grid={63 - k}x{63 - k} block=16x16 matrix_dim=1024 offset={16 * k}" for k in range(4))], []),
    "nw": ("nw/needle.cu", ["--argv=2048 10"], []),
    "pathfinder": ("pathfinder/pathfinder.cu", ["--argv=100000 100 20"], []),
    "particlefilter_naive": ("particlefilter/ex_particle_CUDA_naive_seq.cu",
                             ["--launch=kernel: grid=8 block=128 Nparticles=1000"], []),
    "streamcluster": ("streamcluster/streamcluster_cuda.cu", ["--launch=kernel_compute_cost: grid=128 block=512 num=65536 dim=256"], []),
}


def rodinia(args):
    cache = {}
    for row in rows_of(pathlib.Path(__file__).parent.parent / "ground-truth" / "h200-rodinia.csv"):
        program = row["program"]
        if program not in cache:
            source, options, flags = RODINIA[program]
            cache[program] = predict(args.coalcheck, args.rodinia / source, flags, options)
        yield f"{program}: {row['kernel']}", row, take(cache[program], row)


def report(name, launches, args):
    judged = [(label, row, cost, judge(cost, row)) for label, row, cost in launches]
    if args.half:
        judged = [j for i, j in enumerate(judged) if (i % 2 == 0) == (args.half == "even")]
    print(f"{'| launch | time | L1 hits | DRAM reads | limited by |' if args.markdown else name}")
    if args.markdown:
        print("|---|---|---|---|---|")
    for label, row, cost, j in judged:
        title = f"{label} {row['grid']} {row['block']}"
        if j is None:
            print(f"| `{title}` | not known | | | |" if args.markdown else f"  {title:60} not known")
        elif args.markdown:
            print(f"| `{title}` | {cost['time_ns'] / 1e3:.1f} / {float(row['nanoseconds']) / 1e3:.1f} µs | "
                  f"{100 * j['predicted_hit']:.0f} / {100 * j['hit']:.0f} % | {cost['dram_read_bytes'] / 1e6:.1f} / "
                  f"{float(row['dram_read_bytes']) / 1e6:.1f} MB | {cost['bottleneck']} |")
        else:
            marks = "".join(c if j[k] else "-" for c, k in (("s", "sectors"), ("d", "dram"), ("h", "hits"), ("t", "time15"), ("2", "time2")))
            print(f"  {title:58} {marks} time {j['t']:6.2f} sectors {j['s']:5.2f} dram {j['d']:6.2f} hits {j['predicted_hit']:.2f}/{j['hit']:.2f} "
                  f"{cost['bottleneck']:8} {float(row['nanoseconds']) / 1e3:9.1f} µs")
    known = [j for *_, j in judged if j]
    print(f"{name}: {len(judged)} launches, {len(judged) - len(known)} not predicted")
    for k, text, aim in AIMS:
        share = sum(j[k] for j in known) / len(known) if known else 0
        print(f"  {text}: {100 * share:.0f} % of {len(known)} (aim {100 * aim:.0f} %)")
    return judged


# Kernels of impact.cu that compute the same, by their order in the file.
SAME = (("row and column sums", ("row_sum_by_thread", "row_sum_by_warp", "col_sum_by_thread")),
        ("transposes", ("transpose_write_strided", "transpose_read_strided", "transpose_tile")),
        ("AoS and SoA, six fields updated", ("aos32_move", "soa_move")),
        ("stencil, block shape, x and y swapped", ("stencil5", "stencil5_swapped")),
        ("matrix products", ("matmul_x_is_col", "matmul_x_is_row", "matmul_tile")),
        ("blocked and striped items", ("scale_blocked", "scale_striped")),
        ("reductions", ("reduce_interleaved", "reduce_sequential")))
EQUAL = 1.05  # measured times closer than that are in no order
RATIO = 1.5


def pairs_of(judged, names):
    """Launches of those kernels on as many elements, two and two: label, label, predicted and measured ratio."""
    group = [(f"{label} {row['grid']}", row, cost) for label, row, cost, j in judged if j and label.split("<")[0] in names]
    for i, a in enumerate(group):
        for b in group[i + 1:]:
            if (float(a[1]["dram_read_bytes"]) < 1e8) == (float(b[1]["dram_read_bytes"]) < 1e8):
                measured = float(a[1]["nanoseconds"]) / float(b[1]["nanoseconds"])
                yield a[0], b[0], a[2]["time_ns"] / b[2]["time_ns"], measured


def ranking(judged, args):
    """Is the predicted faster one of two launches that compute the same the faster one, and by as much?"""
    print("| what is computed | pairs | in the right order | ratio within 1.5x |\n|---|---|---|---|" if args.markdown
          else "pairs that compute the same")
    total, wrong = collections.Counter(), []
    for what, names in SAME:
        pairs = [p for p in pairs_of(judged, names) if not within(p[3], EQUAL)]
        right = sum((p[2] > 1) == (p[3] > 1) for p in pairs)
        near = sum(within(p[2] / p[3], RATIO) for p in pairs)
        wrong += [p for p in pairs if (p[2] > 1) != (p[3] > 1) or not within(p[2] / p[3], RATIO)]
        total.update(pairs=len(pairs), right=right, near=near)
        print(f"| {what} | {len(pairs)} | {right} | {near} |" if args.markdown else f"  {what}: {right} and {near} of {len(pairs)}")
    for a, b, predicted, measured in wrong:
        print(f"  {a} / {b}: predicted {predicted:.2f}, measured {measured:.2f}")
    print(f"  pairs in the right order: {total['right']} of {total['pairs']}; ratio within 1.5x: {total['near']} of {total['pairs']}")
    return total


def check(args):
    """Launches of advice.cu, which are in this repository: the aims, and the ranking of each kernel before and after."""
    args.markdown, args.half = False, None
    here = pathlib.Path(__file__).parent.parent
    judged = report("advice", one_file(args, here / "gpu" / "advice.cu", here / "ground-truth" / "h200-advice.csv"), args)
    known = {label: (row, cost, j) for label, row, cost, j in judged if j}
    missed = [text for k, text, aim in AIMS if sum(j[k] for *_, j in known.values()) < aim * len(known)]
    pairs = right = near = 0
    for label in known:
        after = label.replace("_before", "_after")
        if after == label or after not in known:
            continue
        measured = float(known[label][0]["nanoseconds"]) / float(known[after][0]["nanoseconds"])
        predicted = known[label][1]["time_ns"] / known[after][1]["time_ns"]
        pairs += 1
        near += within(predicted / measured, RATIO)
        right += (predicted > 1) == (measured > 1) or within(measured, EQUAL)
    print(f"pairs in the right order: {right} of {pairs}; ratio within 1.5x: {near} of {pairs}")
    if right < pairs or near < 0.85 * pairs or pairs < 10:
        missed.append("the ranking")
    print(f"missed: {', '.join(missed)}" if missed else "all aims are met")
    return 1 if missed else 0


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("coalcheck")
    parser.add_argument("truth", type=pathlib.Path, nargs="?")
    parser.add_argument("impact", type=pathlib.Path, nargs="?")
    parser.add_argument("--check", action="store_true", help="test/gpu/advice.cu alone: fails where an aim is missed")
    parser.add_argument("--advice", type=pathlib.Path, help="test/gpu/advice.cu")
    parser.add_argument("--polybench", type=pathlib.Path)
    parser.add_argument("--hecbench", type=pathlib.Path)
    parser.add_argument("--rodinia", type=pathlib.Path, help="the cuda folder of Rodinia")
    parser.add_argument("--markdown", action="store_true")
    parser.add_argument("--half", choices=("even", "odd"))
    args = parser.parse_args()
    if args.check:
        sys.exit(check(args))
    if not args.impact:
        parser.error("GROUND_TRUTH_DIR and impact.cu are needed")
    impact = report("impact", one_file(args, args.impact, args.truth / "h200-impact.csv"), args)
    total = ranking(impact, args)
    if args.advice:
        table = args.advice.parent.parent / "ground-truth" / "h200-advice.csv"
        report("advice", one_file(args, args.advice, table), args)
    if args.polybench:
        report("polybench", polybench(args), args)
    if args.hecbench:
        report("hecbench", hecbench(args), args)
    if args.rodinia:
        report("rodinia", rodinia(args), args)


if __name__ == "__main__":
    main()
