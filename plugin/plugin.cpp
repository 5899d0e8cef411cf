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
#include <cstdio>
#include <cstdlib>

#include "driver/options.h"
#include "report/suppress.h"

using namespace clang;

namespace coal {
namespace {

/// "sm_90a" is modelled as sm_90 where it has no model of its own; what nobody knows as sm_80.
const coal_target *targetOf(StringRef cpu) {
  for (StringRef name = cpu; !name.empty() && name != "sm_"; name = name.drop_back())
    if (const coal_target *t = coal_target_find(name.str().c_str()))
      return t;
    else if (isDigit(name.back()))
      break;
  return coal_target_find("sm_80");
}

/// The options and the memory they live in. Clang drops the action before the consumer runs: both hold these.
struct Settings {
  Settings() : Arena(coal_arena_new()) { coal_config_init(&Config, Arena); }
  ~Settings() { coal_arena_free(Arena); }
  Settings(const Settings &) = delete;
  Settings &operator=(const Settings &) = delete;
  coal_arena *Arena;
  coal_config Config;
};

class Consumer : public ASTConsumer {
 public:
  Consumer(CompilerInstance &instance, std::shared_ptr<const Settings> settings)
      : CI(instance), Owned(std::move(settings)), Config(Owned->Config) {}

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

  void report(const coal_analysis *analysis, const FileMap &files) {
    Diagnoser diagnoser(CI.getDiagnostics(), files);
    coal_source_cache *sources = coal_source_cache_new();
    bool showsRemarks = Config.report.all || Config.report.explain;
    size_t n = 0;
    const coal_finding *findings = coal_analysis_findings(analysis, &n);
    for (size_t i = 0; i < n; i++) {
      if (findings[i].severity == COAL_SEVERITY_REMARK && !showsRemarks) continue;
      if (!coal_finding_suppressed(sources, analysis, &findings[i])) diagnoser.report(analysis, findings[i]);
    }
    const char *const *warnings = coal_analysis_warnings(analysis, &n);
    for (size_t i = 0; i < n && !CI.getDiagnostics().getIgnoreAllWarnings(); i++)
      CI.getDiagnostics().Report(CI.getDiagnostics().getCustomDiagID(DiagnosticsEngine::Warning, "coalcheck: %0"))
          << warnings[i];
    coal_source_cache_free(sources);
  }

  CompilerInstance &CI;
  std::shared_ptr<const Settings> Owned;
  const coal_config &Config;
};

class Action : public PluginASTAction {
 protected:
  std::unique_ptr<ASTConsumer> CreateASTConsumer(CompilerInstance &CI, StringRef) override {
    const LangOptions &language = CI.getLangOpts();
    bool isDevice = language.CUDA && language.CUDAIsDevice && !language.HIP;
    if (!isDevice || !isAnalysedArch(CI.getTargetOpts().CPU)) return std::make_unique<ASTConsumer>();
    if (CI.getPreprocessorOpts().SetUpStaticAnalyzer) { // clang-tidy and the static analyzer
      DiagnosticsEngine &diags = CI.getDiagnostics();
      diags.Report(diags.getCustomDiagID(
          DiagnosticsEngine::Remark, "the coalcheck plugin works in compiles alone; here, use the program coalcheck"));
      return std::make_unique<ASTConsumer>();
    }
    return std::make_unique<Consumer>(CI, Owned);
  }

  bool ParseArgs(const CompilerInstance &CI, const std::vector<std::string> &strings) override {
    std::vector<const char *> pointers;
    for (const std::string &s : strings) pointers.push_back(s.c_str());
    const char *error = nullptr;
    if (!coal_config_parse(&Owned->Config, COAL_OPTION_PLUGIN, pointers.size(), pointers.data(), &error)) return true;
    DiagnosticsEngine &diags = CI.getDiagnostics();
    diags.Report(diags.getCustomDiagID(DiagnosticsEngine::Error, "coalcheck: %0")) << error;
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
