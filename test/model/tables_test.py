# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""`coalcheck model` on the tables of test/ground-truth: the measured ones of sm_90 and those worked by hand.

usage: tables_test.py COALCHECK GROUND_TRUTH_FOLDER
"""
import csv
import glob
import os
import re
import subprocess
import sys
import unittest

PROGRAM, FOLDER = sys.argv[1], sys.argv[2]


def model(target, text):
    """The answers as lists of the last three fields; fails on any complaint."""
    p = subprocess.run([PROGRAM, "model", f"--target={target}"], input=text, capture_output=True, text=True)
    assert p.returncode == 0, p.stderr
    return [line.split(",")[4:] for line in p.stdout.splitlines()]


class Tables(unittest.TestCase):
    def check_measured(self, name, space):
        with open(os.path.join(FOLDER, name), newline="") as f:
            rows = list(csv.reader(f))[1:]
        text = "".join(",".join([space, r[0], r[1], r[2]] + r[5:]) + "\n" for r in rows)
        answers = model("sm_90", text)
        self.assertEqual([a[0] for a in answers], [r[4] for r in rows])

    def test_global_sectors(self):
        self.check_measured("h200-global-sectors.csv", "global")

    def test_shared_wavefronts(self):
        self.check_measured("h200-shared-wavefronts.csv", "shared")

    def test_hand_worked(self):
        files = sorted(glob.glob(os.path.join(FOLDER, "hand-*.csv")))
        self.assertGreaterEqual(len(files), 7)
        for path in files:
            with open(path) as f:
                text = f.read()
            target = re.search(r"^# target (\S+)$", text, re.M).group(1)
            expected = [m.split(",")[:3] for m in re.findall(r"^# = ([\d,]+)", text, re.M)]
            self.assertEqual(model(target, text), expected, path)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
