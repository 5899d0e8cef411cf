#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# usage: format.sh [--check] : formats the C and C++ of the project, or says which files are not formatted (status 1).
# $COAL_CLANG_FORMAT is clang-format 19.1.7, the version of PyPI (pip install clang-format==19.1.7); versions differ.
set -euo pipefail
cd "$(dirname "$0")/.."
format=${COAL_CLANG_FORMAT:-clang-format}
version=$("$format" --version | sed -n 's/.*version \([0-9.]*\).*/\1/p')
if [ "$version" != 19.1.7 ]; then
  echo "format.sh: $format is version ${version:-unknown}, 19.1.7 is wanted: pip install clang-format==19.1.7" >&2
  exit 2
fi
mode=(-i)
[ "${1:-}" = --check ] && mode=(--dry-run --Werror)
find include lib plugin runtime-check test/unit \( -name '*.[ch]' -o -name '*.cpp' \) -not -path '*/cuda_headers/*' \
  -print0 | sort -z | xargs -0 "$format" "${mode[@]}"
