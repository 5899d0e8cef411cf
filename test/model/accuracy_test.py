# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""docs/accuracy.md holds the tables that cost_test prints.

usage: accuracy_test.py COST_TEST PAGE
"""
import subprocess
import sys

table = subprocess.run([sys.argv[1], "--table"], capture_output=True, text=True, check=True).stdout
with open(sys.argv[2], encoding="utf-8") as f:
    page = set(f.read().splitlines())
missing = [line for line in table.splitlines() if line and line not in page]
print("\n".join(["not in the page:"] + missing) if missing else "all rows are in the page")
sys.exit(bool(missing))
