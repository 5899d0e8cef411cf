# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""coalcheck as a test of a Bazel package.

    load("//tools:coalcheck.bzl", "coalcheck_test")

    coalcheck_test(
        name = "saxpy_coalcheck",
        srcs = ["saxpy.cu"],
        hdrs = ["saxpy.cuh"],
        options = ["--target=sm_90", "--min-efficiency=50"],
        copts = ["-DALPHA=2.0f", "-I."],
    )

The program is taken from PATH when the test runs, or is a target: program = "@coalcheck//:coalcheck".
"""

def _quoted(words):
    return " ".join(["'" + word.replace("'", "'\\''") + "'" for word in words])

def _coalcheck_test_impl(ctx):
    program = ctx.executable.program.short_path if ctx.executable.program else "coalcheck"
    words = ctx.attr.options + [source.short_path for source in ctx.files.srcs] + ["--"] + ctx.attr.copts
    script = ctx.actions.declare_file(ctx.label.name + ".sh")
    ctx.actions.write(script, "#!/bin/sh\nexec " + _quoted([program]) + " --no-cache --config-file=none " + _quoted(words) + "\n", is_executable = True)
    runfiles = ctx.runfiles(files = ctx.files.srcs + ctx.files.hdrs)
    if ctx.executable.program:
        runfiles = runfiles.merge(ctx.attr.program[DefaultInfo].default_runfiles)
        runfiles = runfiles.merge(ctx.runfiles(files = [ctx.executable.program]))
    return [DefaultInfo(executable = script, runfiles = runfiles)]

coalcheck_test = rule(
    implementation = _coalcheck_test_impl,
    test = True,
    attrs = {
        "srcs": attr.label_list(allow_files = [".cu"], mandatory = True, doc = "What is analysed."),
        "hdrs": attr.label_list(allow_files = True, doc = "What the sources include."),
        "options": attr.string_list(doc = "Options of coalcheck."),
        "copts": attr.string_list(doc = "Flags of the compiler, nvcc's or Clang's."),
        "program": attr.label(executable = True, cfg = "target", doc = "The program; none: coalcheck in PATH."),
    },
    doc = "Fails where an access costs more than it must.",
)
