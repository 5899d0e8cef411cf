#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# On the machine with the GPU: sh test/gpu/run.sh PREPARED_DIR RESULTS_DIR [first N files only]
# Needs nvcc, nvdisasm, a driver and libcupti. Leaves gpu.json, clock.json, apps.json and log in RESULTS_DIR.
set -u
prepared=$1 results=$2 first=${3:-0}
mkdir -p "$results"
{
  nvidia-smi --query-gpu=name,driver_version --format=csv,noheader
  command -v nvcc nvdisasm
  if [ -z "${COALCHECK_CUPTI:-}" ]; then
    COALCHECK_CUPTI=$(find / -name 'libcupti.so.1[23]*' -not -path '/proc/*' 2>/dev/null | sort | tail -n 1)
    export COALCHECK_CUPTI
  fi
  echo "CUPTI: $COALCHECK_CUPTI"
  LD_LIBRARY_PATH=$(dirname "$COALCHECK_CUPTI"):${LD_LIBRARY_PATH:-}
  export LD_LIBRARY_PATH
  plan=$prepared/plan.json
  if [ "$first" -gt 0 ]; then
    plan=/tmp/first-plan.json
    python3 -c "import json,sys; p=json.load(open(sys.argv[1])); p['files']=p['files'][:int(sys.argv[2])]; json.dump(p,open(sys.argv[3],'w'))" "$prepared/plan.json" "$first" $plan
  fi
  time "$prepared/bin/coalcheck-gpu" "$plan" --format=json -o "$results/gpu.json"
  echo "coalcheck-gpu: status $?"
  "$prepared/bin/coalcheck-gpu" "$plan" --clock --format=json -o "$results/clock.json"
  echo "coalcheck-gpu --clock: status $?"
  mkdir -p /tmp/apps
  list=$prepared/apps
  [ "$first" -gt 0 ] && { head -n "$first" "$prepared/apps" >/tmp/apps/list; list=/tmp/apps/list; }
  xargs -P 8 -I '{}' nvcc -lineinfo -std=c++17 -w -arch=native --extended-lambda --expt-relaxed-constexpr -o '/tmp/apps/{}.exe' "$prepared/src/{}" <"$list"
  while read -r app; do
    "$prepared/bin/coalcheck-gpu" --app --format=json -o "/tmp/apps/$app.json" -- "/tmp/apps/$app.exe" || echo "$app: status $?"
  done <"$list"
  python3 - "$results/apps.json" <<'PY'
import glob, json, os, sys
json.dump({os.path.basename(f)[:-5]: json.load(open(f)) for f in glob.glob("/tmp/apps/*.cu.json")}, open(sys.argv[1], "w"))
PY
} 2>&1 | tee "$results/log"
