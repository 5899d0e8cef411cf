#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""`coalcheck confirm` and `run` from outside: what goes wrong in kernels is named, arguments are made up or asked for.

Usage: confirm_test.py COALCHECK
"""
import json
import pathlib
import re
import subprocess
import sys
import tempfile
import time

tool = sys.argv[1]
inputs = pathlib.Path(__file__).parent / "Inputs"
failed = 0


def run(*arguments, command="confirm"):
    return subprocess.run([tool, command, *map(str, arguments)], capture_output=True, text=True, check=False, timeout=300)


def check(name, condition, said=""):
    global failed
    if not condition:
        failed += 1
        print(f"FAILED: {name}\n{said}")


def confirmations(*arguments, command="confirm"):
    p = run("--format=json", *arguments, command=command)
    try:
        return p.returncode, json.loads(p.stdout), p.stderr
    except ValueError:
        return p.returncode, {"confirmations": [], "faults": []}, p.stderr + p.stdout


# ---- what goes wrong in a kernel: the launch's values, the text that names it, the exit status
FAULTS = [
    ("endless", "", r"faults\.cu:8:\d+: error: endless, block \(0,0,0\) thread \(0,0,0\): .*time limit.*\[timeout\]", 2),
    ("halfBarrier", "out=int[64]", r"different barriers, here and at line 15.*\[deadlock\]", 2),
    ("namedBarrier", "", r"faults\.cu:25:\d+: error: .*deadlock: 32 threads wait at barrier 1 for 128", 2),
    ("wild", "", r"faults\.cu:31:\d+: error: .*reads 4 bytes at 0x7, which no allocation is near \[wild-pointer\]", 2),
    ("nullPointer", "in=null", r"reads 4 bytes at 0x0, which no allocation is near", 2),
    ("tooFar", "out=int[64] n=40", r"thread \(24,0,0\): writes 4 bytes 0 bytes past the end of out \(256 bytes\) \[out-of-bounds\]", 2),
    ("before", "out=int[64]", r"writes 4 bytes 4 bytes before the start of out", 2),
    ("unset", "flag=0", r"faults\.cu:43:\d+: error: .*made from a value that was never set \[uninitialised\]", 2),
    ("offBalance", "", r"writes 8 bytes at an address that is 4 bytes off their alignment.*\[misaligned\]", 2),
    ("recursive", "", r"the call stack is exhausted in deep.*\[stack-overflow\]", 2),
    ("bounded", "", r"", 0),
    ("bigTile", "", r"262144 bytes of static shared memory: at most 49152 \[resources\]", 2),
    ("dynamicTile", "smem=200000", r"200000 bytes of shared memory a block: sm_80 has 166912 \[resources\]", 2),
    ("checked", "n=12", r"assertion `n < 10 && \"n is small\"' failed.*\[assert\]", 2),
    ("checked", "n=2", r"", 0),
    ("trapped", "", r"thread \(3,0,0\): the kernel ran into __trap\(\)", 2),
    ("writeConstant", "", r"writes constant memory \[read-only\]", 2),
    ("talk", "n=5", r"n = 5, half = 2\.5, text", 0),
    ("tooFar", "", r"parameter n has no value: add n=", 2),
]
for kernel, values, text, status in FAULTS:
    start = time.time()
    p = run("--timeout=4", f"--launch={kernel}: grid=1 block=32 {values}", inputs / "faults.cu")
    said = p.stdout + p.stderr
    check(f"{kernel} {values}: says {text}", re.search(text, said), said)
    check(f"{kernel} {values}: status {status}, not {p.returncode}", p.returncode == status, said)
    check(f"{kernel}: ends in time", time.time() - start < 120)

# ---- buffers: contents, sizes, files
SOURCE = """
__global__ void gather(const int *index, const float *in, float *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = in[index[i]];
}
__constant__ int stride;
__global__ void byConstant(const float *in, float *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = in[i * stride];
}
struct View { const float *data; int step; };
__global__ void byView(View v, float *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = v.data[i * v.step];
}
namespace scale { __device__ float factor; __device__ int factors; }
__global__ void byVariable(float *out) { out[threadIdx.x * (int)scale::factor + scale::factors] = 1; }
"""
with tempfile.TemporaryDirectory() as folder:
    source = pathlib.Path(folder) / "k.cu"
    source.write_text(SOURCE, encoding="utf-8")
    data = pathlib.Path(folder) / "index.bin"
    data.write_bytes(b"".join((7 * k % 128).to_bytes(4, "little") for k in range(128)))

    def moved(launch, line, op="load"):
        _, result, said = confirmations(f"--launch={launch}", source)
        rows = [c for c in result["confirmations"] if c["line"] == line and c["op"] == op and "measured" in c]
        check(f"{launch}: a {op} on line {line}", rows, said)
        return {(c["measured"]["moved"]["min"], c["measured"]["moved"]["max"]) for c in rows}

    base = "gather: grid=1 block=128 n=128 in=float[128] out=float[128]"
    check("a ramp is dense", moved(f"{base} index=int[128]:ramp", 4) == {(4, 4)})
    check("zeros are one address", moved(f"{base} index=int[128]:zeros", 4) == {(1, 1), (4, 4)})
    check("a file is read", (16, 16) in moved(f"{base} index=int:{data}", 4))
    check("random numbers differ", moved(f"{base} index=int[128]:random(3)%128", 4) != {(4, 4)})
    check("constant memory is set", (32, 32) in moved("byConstant: grid=1 block=64 stride=8", 9))
    check("a variable in a namespace is set, in its own type",
          (32, 32) in moved("byVariable: grid=1 block=32 factor=8 factors=4", 17, "store"))
    check("fields are set", (8, 8) in moved("byView: grid=1 block=64 v.step=2", 14))

# ---- every instance is found, and compared with itself; what launches pass is used
for name, rows in (("names.cu", 16), ("arguments.cu", 7), ("instances.cu", 10)):
    status, result, said = confirmations(inputs / name)
    wrong = [c for c in result["confirmations"] if c["status"] != "confirmed"]
    check(f"{name}: all confirmed", status == 0 and not wrong and len(result["confirmations"]) == rows and not said, f"{wrong} {said}")
p = run("--format=json", inputs / "instances.cu")
symbols = {c["symbol"]: c["measured"]["moved"]["min"] for c in json.loads(p.stdout)["confirmations"] if c["kernel"].startswith("hop")}
check("rows carry the mangled name", symbols == {"_Z3hopILi1EEvPf": 4, "_Z3hopILi4EEvPf": 16}, str(symbols))
MISSING = """
struct Shape { int width; float scale; int dims[2]; };
__global__ void k(float *p, Shape s) { p[threadIdx.x * s.width + s.dims[1]] = s.scale; }
void run(float *p, int n) { Shape s; s.width = 2; s.dims[0] = s.dims[1] = n; k<<<1, 32>>>(p, s); }
"""
with tempfile.TemporaryDirectory() as folder:
    source = pathlib.Path(folder) / "missing.cu"
    source.write_text(MISSING, encoding="utf-8")
    p = run(source)
    asked = re.findall(r"parameter (\S+) has no value", p.stderr)
    check("only what the launch does not show is asked for", p.returncode == 2 and asked == ["s.dims[0]", "s.dims[1]"], p.stderr)
    p = run("--launch=k: s.dims[0]=1 s.dims[1]=8", source)
    check("and is taken from --launch beside the launch", re.search(r"^1 confirmed, 0 refuted, 0 not reached", p.stdout, re.M), p.stdout + p.stderr)

# ---- whole programs
status, result, said = confirmations(inputs / "totals.cu", "--", "tree", command="run")
check("a program runs", status == 0 and result["totals"][0]["conflicts"] == 420, said)
check("its lines are confirmed", {c["status"] for c in result["confirmations"] if c["kernel"] == "tree"} == {"confirmed"}, result)
p = run(inputs / "totals.cu", "--", "add", command="run")
check("the table ends with a summary", re.search(r"^3 confirmed, 0 refuted, \d+ not reached$", p.stdout, re.M), p.stdout)

for headers in "auto", "embedded":
    p = run(f"--cuda-headers={headers}", inputs / "small-floats.cu", command="run")
    check(f"small floats, headers {headers}", "5 15, 1 3, 18\n" in p.stdout and not p.stderr, p.stdout + p.stderr)

# ---- collectives, inline PTX
p = run(inputs / "ptx.cu", command="run")
check("inline PTX of warps", p.stdout.startswith("17 496 3 0 -3 1\n"), p.stdout + p.stderr)
p = run(inputs / "ptx.cu", "--", "all", command="run")
said = r"ptx\.cu:\d+:\d+: error: unknown, block .*inline PTX that is not carried out here: mapa\.u32 \$0, \$1, \$2 \[unsupported\]"
check("PTX that is not carried out stops the program", p.returncode == 2 and "17 496" not in p.stdout and re.search(said, p.stderr), p.stdout + p.stderr)
p = run("--launch=unknown: grid=1 block=32", inputs / "ptx.cu")
check("confirm goes on behind it", p.returncode == 0 and "1 confirmed, 0 refuted" in p.stdout and "[unsupported]" in p.stdout, p.stdout + p.stderr)
doctor = subprocess.run([tool, "doctor"], capture_output=True, text=True, check=False)
if re.search(r"toolkit 1[3-9]\.", doctor.stdout):
    p = run(inputs / "cub.cu", command="run")
    check("CUB and cooperative groups", p.stdout.startswith("128 1\n8128 127 0\n528 31\n496 3 32\n4 64\n") and not p.stderr, p.stdout + p.stderr)

# ---- a wrong prediction is refuted: the program passes another value than the one that the user swears to
WRONG = """
#include <cuda_runtime.h>
#include <cstdlib>
__global__ void hop(const float *in, float *out, int s) {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  out[t] = in[t * s];
}
int main(int argc, char **argv) {
  float *a, *b;
  cudaMalloc(&a, 128 * 8 * sizeof(float));
  cudaMalloc(&b, 128 * sizeof(float));
  hop<<<2, 64>>>(a, b, argc > 1 ? atoi(argv[1]) : 8);
  return cudaDeviceSynchronize() != cudaSuccess;
}
"""
with tempfile.TemporaryDirectory() as folder:
    source = pathlib.Path(folder) / "hop.cu"
    source.write_text(WRONG, encoding="utf-8")
    status, result, said = confirmations("--assume=s==1", source)
    loads = [c for c in result["confirmations"] if c["line"] == 6 and c["op"] == "load"]
    check("a planted wrong prediction is refuted", [c["status"] for c in loads] == ["refuted"], str(result) + said)
    check("and the status is 1", status == 1, said)

# ---- what cannot be built or read is said in one line
GRAPH = """
#include <cuda_runtime.h>
__global__ void one(float *p) { p[threadIdx.x] = 1; }
int main() {
  cudaStream_t s;
  cudaGraph_t g;
  cudaStreamCreate(&s);
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  one<<<1, 32, 0, s>>>(nullptr);
  cudaStreamEndCapture(s, &g);
  return 0;
}
"""
with tempfile.TemporaryDirectory() as folder:
    source = pathlib.Path(folder) / "graph.cu"
    source.write_text(GRAPH, encoding="utf-8")
    p = run(source, command="run")
    text = r"^coalcheck: error: .*graph\.cu: .*runtime for the CPU does not have cudaStreamBeginCapture, cudaStreamEndCapture$"
    check("what the runtime lacks is named once", re.search(text, p.stderr, re.M) and "ld:" not in p.stderr, p.stderr)
    check("and the status is 2", p.returncode == 2, p.stderr)
    source.write_text("int helper(int);\n#include <cuda_runtime.h>\nint main() { return helper(1); }\n", encoding="utf-8")
    p = run(source, command="run")
    check("a missing source is named", re.search(r"no source or library given defines helper\(int\)$", p.stderr, re.M), p.stderr)
p = run("--launch=tooFar: grid=1 block=32 n=3 out=int[64]:nofile", inputs / "faults.cu")
check("a file that is not there is named", re.search(r"parameter out=int\[64\]:nofile: .*there is no file nofile$", p.stderr, re.M), p.stderr)

print(f"{failed} failed" if failed else "all as expected")
sys.exit(failed > 0)
