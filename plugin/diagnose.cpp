/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "diagnose.h"

#include <string>

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

/// Without a range Clang does not show the source again when the place is that of the message before.
void Diagnoser::note(const coal_range &at, const std::string &text, bool showsSource, const coal_fix *fix) {
  unsigned id = Diags.getCustomDiagID(DiagnosticsEngine::Note, "%0");
  DiagnosticBuilder out = Diags.Report(location(at.file, at.begin), id);
  out << text;
  if (showsSource) out << range(at);
  for (size_t i = 0; fix && i < fix->n_edits; i++)
    out << FixItHint::CreateReplacement(range(fix->edits[i].range), fix->edits[i].text);
}

/// Since LLVM 20 -Werror passes over custom diagnostics: warnings become errors here.
static unsigned messageId(DiagnosticsEngine &diags, coal_severity severity) {
  if (severity == COAL_SEVERITY_WARNING && diags.getWarningsAsErrors()) severity = COAL_SEVERITY_ERROR;
  switch (severity) {
    case COAL_SEVERITY_REMARK: return diags.getCustomDiagID(DiagnosticsEngine::Remark, "%0 [coalcheck-%1]");
    case COAL_SEVERITY_ERROR: return diags.getCustomDiagID(DiagnosticsEngine::Error, "%0 [coalcheck-%1]");
    default: return diags.getCustomDiagID(DiagnosticsEngine::Warning, "%0 [coalcheck-%1]");
  }
}

static std::string describe(const coal_access &access, const coal_fix &fix) {
  coal_str text = {};
  coal_fix_describe(&access, &fix, &text);
  std::string out = text.data;
  coal_str_free(&text);
  return out;
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

void Diagnoser::report(const coal_analysis *analysis, const coal_finding &finding) {
  if (finding.severity != COAL_SEVERITY_ERROR && Diags.getIgnoreAllWarnings()) return; // -w passes over them too
  size_t n = 0;
  const coal_access &access = coal_analysis_accesses(analysis, &n)[finding.access];
  Diags.Report(location(access.range.file, access.range.begin), messageId(Diags, finding.severity))
      << finding.message << finding.check << range(access.range);
  if (const coal_macro_use *macro = access.range.macro; macro && macro->file && macro->name) {
    coal_range spelling = {macro->file, macro->spelling, macro->spelling, nullptr};
    note(spelling, std::string("expanded from macro '") + macro->name + "'", true);
  }
  for (size_t i = 0; i < finding.n_notes; i++) {
    const coal_note &extra = finding.notes[i];
    bool isHere = !extra.range.file ||
                  location(extra.range.file, extra.range.begin) == location(access.range.file, access.range.begin);
    note(isHere ? access.range : extra.range, extra.text, !isHere);
  }
  if (!finding.fix) return;
  note(finding.fix->n_edits ? finding.fix->edits[0].range : access.range, describe(access, *finding.fix), true,
       finding.fix);
}

} // namespace coal
