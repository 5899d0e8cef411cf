/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/// Places in the source.
#include "translate.h"

#include <clang/Basic/SourceManager.h>
#include <clang/Lex/Lexer.h>

using namespace clang;

namespace coal {

const coal_file *Translator::file(FileID id) {
  if (const coal_file *known = FilesById.lookup(id)) return known;
  OptionalFileEntryRef entry = SM.getFileEntryRefForID(id);
  if (!entry) return nullptr;
  bool isSystem = SM.isInSystemHeader(SM.getLocForStartOfFile(id));
  const coal_file *f = coal_module_file(M, entry->getName().str().c_str(), id == SM.getMainFileID(), isSystem);
  Files.try_emplace(f, id);
  FilesById[id] = f;
  return f;
}

coal_pos Translator::position(SourceLocation fileLocation) {
  auto [id, offset] = SM.getDecomposedLoc(fileLocation);
  return {SM.getLineNumber(id, offset), SM.getColumnNumber(id, offset), offset};
}

/// The ends of libclang's cursor extents: of a macro argument where it is written, of a macro body where it is used.
coal_range Translator::range(SourceRange r) {
  coal_range out = {};
  llvm::SmallString<32> nameBuffer;
  SourceLocation begin = r.getBegin(), end = r.getEnd();
  if (begin.isInvalid() || end.isInvalid()) return out;
  if (end.isMacroID() && !SM.isMacroArgExpansion(end)) end = SM.getExpansionRange(end).getEnd();
  SourceLocation last = SM.getFileLoc(end), first = SM.getFileLoc(begin);
  SourceLocation past = last.getLocWithOffset(static_cast<int>(Lexer::MeasureTokenLength(last, SM, Ctx.getLangOpts())));
  out.file = file(SM.getFileID(first));
  if (!out.file) return coal_range{};
  out.begin = position(first);
  out.end = SM.getFileID(past) == SM.getFileID(first) ? position(past) : out.begin;
  SourceLocation written = begin;
  while (written.isMacroID() && SM.isMacroArgExpansion(written)) written = SM.getImmediateSpellingLoc(written);
  if (!written.isMacroID()) return out;
  std::string name = Lexer::getSpelling(first, nameBuffer, SM, Ctx.getLangOpts()).str();
  SourceLocation spelling = SM.getSpellingLoc(begin);
  const coal_macro_use use = {coal_module_string(M, name.c_str(), SIZE_MAX), file(SM.getFileID(spelling)),
                              position(spelling)};
  out.macro = static_cast<const coal_macro_use *>(
      static_cast<const void *>(coal_module_string(M, reinterpret_cast<const char *>(&use), sizeof use)));
  return out;
}

bool Translator::isSystem(const Decl *d) const { return SM.isInSystemHeader(SM.getExpansionLoc(d->getLocation())); }

} // namespace coal
