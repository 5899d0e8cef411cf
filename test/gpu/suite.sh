#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Label gpu: predictions against the GPU of this machine. usage: suite.sh BUILD_DIR TEST_DIR
# Where Clang and the GPU are on two machines: prepare.py on one, run.sh on the other, table.py anywhere.
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 "$2/gpu/prepare.py" "$1" "$work/prepared" "$2/cases"
sh "$2/gpu/run.sh" "$work/prepared" "$work/results"
python3 "$2/gpu/table.py" "$work/prepared" "$work/results" --least=30
