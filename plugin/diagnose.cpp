/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "diagnose.h"

#include <string>
#include <vector>

#include "report/report.h"
#include "report/summary.h"

using namespace clang;

namespace coal {

SourceLocation Diagnoser::location(const coal_file *file, const coal_pos &at) const {
  auto found = Files.find(file);
  return found == Files.end() ? SourceLocation() : SM.getComposedLoc(found->second, at.offset_bytes);
}

CharSourceRange Diagnoser::range(const coal_range &r) const {
  return CharSourceRange::getCharRange(location(r.file, r.begin), location(r.file, r.end));
}

/// Clang shows the source of a message without a range only when its place differs from the previous message's.
void Diagnoser::note(const coal_range &at, const std::string &text, bool showsSource, const coal_fix *fix) {
  unsigned id = Diags.getCustomDiagID(DiagnosticsEngine::Note, "%0");
  DiagnosticBuilder out = Diags.Report(location(at.file, at.begin), id);
  out << text;
  if (showsSource) out << range(at);
  for (size_t i = 0; fix && i < fix->n_edits; i++)
    out << FixItHint::CreateReplacement(range(fix->edits[i].range), fix->edits[i].text);
}

/// Since LLVM 20 -Werror does not apply to custom diagnostics: warnings become errors here.
static unsigned messageId(DiagnosticsEngine &diags, coal_severity severity) {
  if (severity == COAL_SEVERITY_WARNING && diags.getWarningsAsErrors()) severity = COAL_SEVERITY_ERROR;
  switch (severity) {
    case COAL_SEVERITY_REMARK: return diags.getCustomDiagID(DiagnosticsEngine::Remark, "%0 [coalcheck-%1]");
    case COAL_SEVERITY_ERROR: return diags.getCustomDiagID(DiagnosticsEngine::Error, "%0 [coalcheck-%1]");
    default: return diags.getCustomDiagID(DiagnosticsEngine::Warning, "%0 [coalcheck-%1]");
  }
}

void Diagnoser::remark(const coal_note &launch) {
  Diags.Report(location(launch.range.file, launch.range.begin), Diags.getCustomDiagID(DiagnosticsEngine::Remark, "%0"))
      << launch.text << range(launch.range);
}

void Diagnoser::reportUnjudged(const coal_analysis *analysis, const coal_kernel &kernel) {
  coal_str why = {};
  coal_summary_add_why(&why, analysis, &kernel);
  const coal_range &name = kernel.fn->range;
  unsigned id = Diags.getCustomDiagID(DiagnosticsEngine::Remark, "kernel '%0' not judged: %1");
  Diags.Report(location(name.file, name.begin), id) << kernel.fn->name << why.data << range(name);
  coal_str_free(&why);
}

void Diagnoser::report(const coal_analysis *analysis, const coal_finding &finding, const coal_shown *places,
                       bool showsDetails) {
  if (finding.severity != COAL_SEVERITY_ERROR && Diags.getIgnoreAllWarnings())
    return; // -w does not apply to them either
  size_t n = 0;
  const coal_access &access = coal_analysis_accesses(analysis, &n)[coal_filter_first_place(&finding, places)];
  coal_finding_accesses(&finding, &n);
  std::vector<coal_range> also(n);
  also.resize(coal_finding_line_ranges(analysis, &finding, places, &access, also.data()));
  {
    DiagnosticBuilder out =
        Diags.Report(location(access.range.file, access.range.begin), messageId(Diags, finding.severity));
    out << finding.message << finding.check << range(access.range);
    for (const coal_range &other : also) out << range(other);
  }
  if (const coal_macro_use *macro = access.range.macro; macro && macro->file && macro->name) {
    coal_range spelling = {macro->file, macro->spelling, macro->spelling, nullptr};
    note(spelling, std::string("expanded from macro '") + macro->name + "'", true);
  }
  for (size_t i = 0; i < coal_notes_shown(&finding, showsDetails); i++) {
    const coal_note &extra = finding.notes[i];
    const coal_fix *fix = coal_note_fix(&finding, i);
    bool hasEdits = fix && fix->n_edits;
    bool isHere = !extra.range.file ||
                  location(extra.range.file, extra.range.begin) == location(access.range.file, access.range.begin);
    note(isHere && !hasEdits ? access.range : extra.range, extra.text, !isHere || hasEdits, hasEdits ? fix : nullptr);
  }
}

} // namespace coal
