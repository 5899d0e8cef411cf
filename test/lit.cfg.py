# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""lit's configuration for every suite under test/; lit.site.cfg.py in the build folder brings the paths.

Substitutions: %coalcheck (embedded CUDA headers, no colour, findings in source order whatever they cost), %clang_coal (Clang with the plugin loaded, embedded
headers, syntax only, sm_80), %clang_ir (the same, but LLVM IR is made), %clang_real (a full compile with the toolkit, no
plugin), %plugin, %coal_headers (the embedded headers' folder), %root (the sources), FileCheck, not.
Features: llvm-N for each LLVM found, plugin, plugin-llvm-N, cuda-toolkit. COALCHECK_EXPECT lists features
whose absence is an error, so that nothing is skipped by accident.
"""
import os
import shutil

import lit.formats

config.name = "coalcheck"
config.test_format = lit.formats.ShTest(execute_external=False)
config.suffixes = [".cu", ".test"]
config.excludes = ["Inputs", "unit", "ground-truth"]
config.test_source_root = os.path.dirname(__file__)
config.test_exec_root = os.path.join(config.coal_binary_dir, "test")

for name in ("ASAN_OPTIONS", "UBSAN_OPTIONS", "LSAN_OPTIONS", "COALCHECK_LIBCLANG", "COAL_FAULT"):
    if name in os.environ:
        config.environment[name] = os.environ[name]
config.environment["LC_ALL"] = "C.UTF-8"
# A warning that no test line lists fails the test, in every suite.
# (RUN lines about totals alone say `env -u FILECHECK_OPTS FileCheck`.)
config.environment["FILECHECK_OPTS"] = "--implicit-check-not={{:[0-9]+:.warning:}}"

headers = os.path.join(config.coal_source_dir, "lib", "frontend", "cuda_headers")
# Not NAME/ and not NAME.o: the program as a word.
config.substitutions.append(("%coalcheck", f"{config.coal_program} --cuda-headers=embedded --color=never --sort=source --min-gain=0"))
config.substitutions.append(("%coal_headers", headers))
config.substitutions.append(("%root", config.coal_source_dir))
for tool in ("FileCheck", "not"):
    config.substitutions.append((rf"(?<![-\w/.]){tool}(?![-\w./])", os.path.join(config.coal_llvm_tools, tool)))

embedded = (
    f"-x cuda --cuda-device-only --cuda-gpu-arch=sm_80 -nocudainc -nocudalib --cuda-path=/nonexistent "
    f"-isystem {headers}/include -include coalcheck/cuda_builtin.h -fsyntax-only -fno-color-diagnostics"
)
for version in config.coal_llvm_versions:
    config.available_features.add(f"llvm-{version}")
for version, plugin in config.coal_plugins.items():
    clang = config.coal_clangs[version]
    if not (os.path.exists(plugin) and os.path.exists(clang)):
        continue
    config.available_features.add(f"plugin-llvm-{version}")
    line = f"{clang} {embedded} -Xclang -load -Xclang {plugin} -Xclang -plugin-arg-coalcheck -Xclang --sort=source -Xclang -plugin-arg-coalcheck -Xclang --min-gain=0"
    config.substitutions.append((f"%clang{version}_coal", line))
    if "plugin" not in config.available_features:
        config.available_features.add("plugin")
        config.substitutions.append(("%clang_coal", line))
        config.substitutions.append(("%plugin", plugin))
        device_code = line.replace("-fsyntax-only", "-S -emit-llvm -Xclang -target-feature -Xclang +ptx70")
        config.substitutions.append(("%clang_ir", device_code))
        config.substitutions.append(("%clang_real", f"{clang} -x cuda --cuda-path=/usr/local/cuda -Wno-unknown-cuda-version"))
if os.path.exists("/usr/local/cuda/include/cuda_runtime.h"):
    config.available_features.add("cuda-toolkit")

for feature in os.environ.get("COALCHECK_EXPECT", "").split():
    if feature not in config.available_features:
        lit_config.fatal(f"feature {feature} is expected here and missing; found {sorted(config.available_features)}")
