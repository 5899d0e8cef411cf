/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/// Names of functions and records, as docs/frontends.md spells them.
#include "translate.h"

#include <clang/AST/DeclTemplate.h>
#include <clang/AST/PrettyPrinter.h>
#include <clang/Basic/Version.h>
#include <clang/Index/USRGeneration.h>
#include <llvm/ADT/StringExtras.h>

using namespace clang;

namespace coal {

std::string Translator::spelling(QualType t) const {
  return t.getCanonicalType().getUnqualifiedType().getAsString(PrintingPolicy(Ctx.getLangOpts()));
}

std::string Translator::recordName(const RecordDecl *r) const {
#if CLANG_VERSION_MAJOR >= 22
  return spelling(Ctx.getCanonicalTagType(r));
#else
  return spelling(Ctx.getRecordType(r));
#endif
}

std::string Translator::usr(const Decl *d) const {
  llvm::SmallString<128> buffer;
  return index::generateUSRForDecl(d, buffer) ? std::string() : std::string(buffer);
}

std::string Translator::scopeOf(const Decl *d) const {
  std::string scope;
  for (const DeclContext *c = d->getDeclContext(); c; c = c->getParent()) {
    if (auto *r = dyn_cast<RecordDecl>(c)) return recordName(r) + "::" + scope;
    if (auto *n = dyn_cast<NamespaceDecl>(c))
      scope = (n->isAnonymousNamespace() ? std::string("(anonymous namespace)") : n->getNameAsString()) + "::" + scope;
  }
  return scope;
}

std::string Translator::plainName(const FunctionDecl *f) {
  if (auto *ctor = dyn_cast<CXXConstructorDecl>(f)) return ctor->getParent()->getNameAsString();
  return f->getNameAsString();
}

/// One template argument; templates and expressions are "?".
static std::string argumentText(const TemplateArgument &a, const std::string &typeSpelling) {
  switch (a.getKind()) {
    case TemplateArgument::Type: return typeSpelling;
    case TemplateArgument::Integral:
      if (a.getIntegralType()->isBooleanType()) return a.getAsIntegral().isZero() ? "false" : "true";
      return llvm::toString(a.getAsIntegral(), 10);
    case TemplateArgument::Declaration: return a.getAsDecl()->getNameAsString();
    case TemplateArgument::Pack: return "...";
    default: return "?";
  }
}

std::string Translator::qualifiedName(const FunctionDecl *f) const {
  std::string name = scopeOf(f) + plainName(f);
  const TemplateArgumentList *arguments = f->getTemplateSpecializationArgs();
  if (!arguments) return name;
  name += "<";
  for (unsigned i = 0; i < arguments->size(); i++) {
    const TemplateArgument &a = arguments->get(i);
    if (i) name += ", ";
    name += argumentText(a, a.getKind() == TemplateArgument::Type ? spelling(a.getAsType()) : std::string());
  }
  return name + ">";
}

/// "const float *" becomes "const float*".
static std::string tight(std::string s) {
  for (size_t i = s.find(' '); i != std::string::npos; i = s.find(' ', i))
    if (i + 1 < s.size() && (s[i + 1] == '*' || s[i + 1] == '&'))
      s.erase(i, 1);
    else
      i++;
  return s;
}

std::string Translator::signature(const FunctionDecl *f) const {
  std::string text = qualifiedName(f) + "(";
  auto *proto = f->getType().getCanonicalType()->getAs<FunctionProtoType>();
  for (unsigned i = 0; proto && i < proto->getNumParams(); i++)
    text += (i ? ", " : "") + tight(spelling(proto->getParamType(i)));
  if (proto && proto->isVariadic()) text += proto->getNumParams() ? ", ..." : "...";
  return text + ")";
}

} // namespace coal
