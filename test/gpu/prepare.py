#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Puts together what a GPU machine without Clang needs: programs, sources and one plan.

usage: prepare.py BUILD_DIR OUT_DIR CASES_DIR...

A cases folder has expected.json (score.py's): files with a launch go into OUT_DIR/plan.json, files with a main()
of their own into OUT_DIR/apps. Without expected.json every .cu of the folder is taken with the launches of its own.
Then, on the GPU machine: sh test/gpu/run.sh OUT_DIR RESULTS_DIR
"""
import json
import pathlib
import shutil
import subprocess
import sys

build, out = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
folders = [pathlib.Path(f) for f in sys.argv[3:]]
tool = build / "bin" / "coalcheck"
for name in ("bin", "lib", "src"):
    (out / name).mkdir(parents=True, exist_ok=True)
shutil.copy(build / "bin" / "coalcheck-gpu", out / "bin")
shutil.copy(build / "lib" / "libcoalcheck-inject.so", out / "lib")

files, apps, cpu = [], [], {}
for folder in folders:
    table = folder / "expected.json"
    cases = json.loads(table.read_text()) if table.exists() else [{"file": p.name} for p in sorted(folder.glob("*.cu"))]
    for case in cases:
        source = folder / case["file"]
        copy = out / "src" / case["file"]
        shutil.copy(source, copy)
        launch = case.get("launch")
        words = [tool, "confirm", "--target=sm_90", "--format=json"]
        if launch:
            values = " ".join(f"{k}={v}" for k, v in launch.get("params", {}).items())
            shape = f"grid={'x'.join(map(str, launch['grid']))} block={'x'.join(map(str, launch['block']))}"
            words += [f"--launch=*: {shape} {values}".strip(), f"--emit-plan={out / 'one.json'}"]
        run = subprocess.run([*map(str, words), str(source)], capture_output=True, text=True, check=False)
        try:
            cpu[case["file"]] = json.loads(run.stdout)
        except ValueError:
            print(f"{case['file']}: {run.stderr.strip()[-200:]}")
            continue
        if not launch:
            apps.append(case["file"])
            continue
        for file in json.loads((out / "one.json").read_text())["files"]:
            file["source"] = str(copy)
            files.append(file)
(out / "one.json").unlink(missing_ok=True)
(out / "plan.json").write_text(json.dumps({"version": 1, "files": files}))
(out / "cpu.json").write_text(json.dumps(cpu))
(out / "apps").write_text("".join(f"{a}\n" for a in apps))
print(f"{len(files)} files in {out}/plan.json, {len(apps)} programs")
