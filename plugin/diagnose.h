/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/// Findings through Clang's own diagnostics.
#ifndef COAL_PLUGIN_DIAGNOSE_H
#define COAL_PLUGIN_DIAGNOSE_H

#include <coalcheck/analysis.h>

#include "report/filter.h"
#include "translate.h"

#include <clang/Basic/Diagnostic.h>
#include <clang/Basic/SourceManager.h>

namespace coal {

class Diagnoser {
 public:
  Diagnoser(clang::DiagnosticsEngine &diagnostics, const FileMap &files)
      : Diags(diagnostics), SM(diagnostics.getSourceManager()), Files(files) {}
  /// One finding with its notes and fix-its, worded as on the command line. `places`: one entry an access.
  void report(const coal_analysis *analysis, const coal_finding &finding, const coal_shown *places, bool showsDetails);

  /// A remark at a launch that is not understood.
  void remark(const coal_note &launch);
  /// A remark at a kernel of which no access could be judged.
  void reportUnjudged(const coal_analysis *analysis, const coal_kernel &kernel);

 private:
  clang::SourceLocation location(const coal_file *file, const coal_pos &at) const;
  clang::CharSourceRange range(const coal_range &r) const;
  void note(const coal_range &at, const std::string &text, bool showsSource, const coal_fix *fix = nullptr);

  clang::DiagnosticsEngine &Diags;
  clang::SourceManager &SM;
  const FileMap &Files;
};

} // namespace coal

#endif
