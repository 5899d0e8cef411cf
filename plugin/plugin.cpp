/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/// The Clang plugin: runs after the compile's own action, in the device compile of one arch, and only warns.
#include "diagnose.h"
#include "once.h"
#include "translate.h"

#include <clang/AST/ASTConsumer.h>
#include <clang/Basic/TargetInfo.h>
#include <clang/Frontend/CompilerInstance.h>
#include <clang/Frontend/FrontendPluginRegistry.h>
#include <clang/Lex/PreprocessorOptions.h>
#include <llvm/Support/Path.h>
#include <cstdio>
#include <cstdlib>

#include "driver/project.h"
#include "report/filter.h"
#include "report/report.h"
#include "report/summary.h"

using namespace clang;

namespace coal {
namespace {

/// "sm_90a" is modelled as sm_90 where it has no model of its own; an unknown arch as sm_80.
const coal_target *targetOf(StringRef cpu) {
  for (StringRef name = cpu; !name.empty() && name != "sm_"; name = name.drop_back())
    if (const coal_target *t = coal_target_find(name.str().c_str()))
      return t;
    else if (isDigit(name.back()))
      break;
  return coal_target_find("sm_80");
}

/// The user's options, the .coalcheck file that they extend, and their memory. Clang destroys the action before the
/// consumer runs, so both own them.
struct Settings {
  Settings() : Arena(coal_arena_new()) {}
  ~Settings() {
    coal_project_free(Project);
    coal_arena_free(Arena);
  }
  Settings(const Settings &) = delete;
  Settings &operator=(const Settings &) = delete;

  static int apply(coal_config *config, void *context, const char **error) {
    std::vector<const char *> pointers;
    for (const std::string &s : static_cast<Settings *>(context)->Strings) pointers.push_back(s.c_str());
    return coal_config_parse(config, COAL_OPTION_PLUGIN, pointers.size(), pointers.data(), error);
  }

  coal_arena *Arena;
  coal_project *Project = nullptr;
  const coal_config *Config = nullptr; ///< for the source's folder
  std::vector<std::string> Strings;
};

void fail(DiagnosticsEngine &diags, const char *error) {
  diags.Report(diags.getCustomDiagID(DiagnosticsEngine::Error, "coalcheck: %0")) << error;
}

class Consumer : public ASTConsumer {
 public:
  Consumer(CompilerInstance &instance, std::shared_ptr<const Settings> settings)
      : CI(instance), Owned(std::move(settings)), Config(*Owned->Config) {}

  void HandleTranslationUnit(ASTContext &context) override {
    if (CI.getDiagnostics().hasUncompilableErrorOccurred()) return;
    coal_module *module = coal_module_new();
    Translator translator(context, module);
    translator.translate();
    if (Config.dump_ir)
      dump(module);
    else
      analyse(module, translator.files());
    coal_module_free(module);
  }

 private:
  static void dump(const coal_module *module) {
    char *text = coal_module_dump(module);
    std::fputs(text, stdout);
    std::free(text);
  }

  void analyse(const coal_module *module, const FileMap &files) {
    coal_options options = Config.analysis;
    if (!options.target) options.target = targetOf(CI.getTargetOpts().CPU);
    coal_analysis *analysis = nullptr;
    if (coal_analyse(module, &options, &analysis)) return;
    if (!coal_checks_run(analysis, &Config.checks)) report(analysis, files);
    coal_analysis_free(analysis);
  }

  /// Reads --header-filter and --baseline of the project; false, with a message, when they cannot be used.
  bool setFilter(coal_filter *filter, coal_baseline **baseline) {
    const char *error = nullptr;
    if ((Config.header_filter && coal_filter_set_headers(filter, Config.header_filter, &error)) ||
        (Config.baseline && coal_baseline_open(Owned->Arena, Config.baseline, false, baseline, &error))) {
      fail(CI.getDiagnostics(), error);
      return false;
    }
    coal_filter_set_baseline(filter, *baseline);
    return true;
  }

  void report(const coal_analysis *analysis, const FileMap &files) {
    coal_filter *filter = coal_filter_new();
    coal_baseline *baseline = nullptr;
    if (setFilter(filter, &baseline)) show(analysis, files, filter);
    coal_baseline_free(baseline);
    coal_filter_free(filter);
  }

  /// Kernels with accesses, none of which could be judged.
  void noteUnjudged(const coal_analysis *analysis, Diagnoser &diagnoser) {
    size_t n = 0;
    const coal_kernel *kernels = coal_analysis_kernels(analysis, &n);
    for (size_t i = 0; i < n; i++)
      if (coal_summary_is_unjudged(analysis, &kernels[i])) diagnoser.reportUnjudged(analysis, kernels[i]);
  }

  void show(const coal_analysis *analysis, const FileMap &files, coal_filter *filter) {
    Diagnoser diagnoser(CI.getDiagnostics(), files);
    coal_source_cache *sources = coal_source_cache_new();
    bool showsRemarks = Config.report.all || Config.report.explain;
    size_t n = 0;
    const coal_finding *findings = coal_analysis_findings(analysis, &n);
    size_t nAccesses = 0;
    coal_analysis_accesses(analysis, &nAccesses);
    std::vector<coal_shown> shown(n + 1), places(nAccesses + 1);
    coal_filter_judge(filter, analysis, sources, shown.data(), places.data());
    for (size_t i = 0; i < n; i++) {
      if (findings[i].severity == COAL_SEVERITY_REMARK && !showsRemarks) continue;
      if (shown[i] == COAL_SHOWN) diagnoser.report(analysis, findings[i], places.data(), Config.report.explain);
    }
    const coal_note *launches = coal_analysis_launch_notes(analysis, &n);
    for (size_t i = 0; i < n && !CI.getDiagnostics().getIgnoreAllWarnings(); i++)
      if (!coal_is_launch_said(analysis, shown.data(), Config.report.explain, &launches[i]))
        diagnoser.remark(launches[i]);
    noteUnjudged(analysis, diagnoser);
    const coal_warning *warnings = coal_analysis_warnings(analysis, &n);
    for (size_t i = 0; i < n && !CI.getDiagnostics().getIgnoreAllWarnings(); i++) {
      char text[512];
      coal_warning_text(&warnings[i], text, sizeof text);
      CI.getDiagnostics().Report(CI.getDiagnostics().getCustomDiagID(DiagnosticsEngine::Warning, "coalcheck: %0"))
          << text;
    }
    coal_source_cache_free(sources);
  }

  CompilerInstance &CI;
  std::shared_ptr<const Settings> Owned;
  const coal_config &Config;
};

class Action : public PluginASTAction {
 protected:
  std::unique_ptr<ASTConsumer> CreateASTConsumer(CompilerInstance &CI, StringRef file) override {
    const LangOptions &language = CI.getLangOpts();
    bool isDevice = language.CUDA && language.CUDAIsDevice && !language.HIP;
    if (!isDevice || !isAnalysedArch(CI.getTargetOpts().CPU)) return std::make_unique<ASTConsumer>();
    if (CI.getPreprocessorOpts().SetUpStaticAnalyzer) { // clang-tidy and the static analyzer
      DiagnosticsEngine &diags = CI.getDiagnostics();
      diags.Report(diags.getCustomDiagID(
          DiagnosticsEngine::Remark, "the coalcheck plugin works in compiles alone; here, use the program coalcheck"));
      return std::make_unique<ASTConsumer>();
    }
    const char *error = nullptr;
    Owned->Config = coal_project_for(Owned->Project, llvm::sys::path::parent_path(file).str().c_str(), &error);
    if (Owned->Config) return std::make_unique<Consumer>(CI, Owned);
    fail(CI.getDiagnostics(), error);
    return std::make_unique<ASTConsumer>();
  }

  bool ParseArgs(const CompilerInstance &CI, const std::vector<std::string> &strings) override {
    Owned->Strings = strings;
    const char *error = nullptr;
    if (!coal_project_new(Owned->Arena, Settings::apply, Owned.get(), &Owned->Project, &error)) return true;
    fail(CI.getDiagnostics(), error);
    return false;
  }

  ActionType getActionType() override { return AddAfterMainAction; }

 private:
  std::shared_ptr<Settings> Owned = std::make_shared<Settings>();
};

FrontendPluginRegistry::Add<Action> registration("coalcheck",
                                                 "report uncoalesced global and conflicting shared memory accesses");

} // namespace
} // namespace coal
