/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/// Clang's types to the IR's.
#include "translate.h"

#include <clang/AST/RecordLayout.h>
#include <clang/AST/Type.h>
#include <clang/Basic/Version.h>

using namespace clang;

namespace coal {

const coal_type *Translator::builtinType(const BuiltinType *t) {
  QualType q(t, 0);
  if (t->isVoidType()) return coal_type_void(M);
  if (t->isBooleanType()) return coal_type_bool(M);
  if (t->isNullPtrType()) return coal_type_pointer(M, coal_type_void(M));
  if (t->isDependentType() || t->isPlaceholderType() || Ctx.getTypeSizeInChars(q).isZero())
    return coal_type_unknown(M, "?");
  auto bits = static_cast<unsigned>(Ctx.getTypeSize(q));
  if (t->isFloatingType()) return coal_type_float(M, bits);
  if (t->isIntegerType()) return coal_type_int(M, bits, t->isSignedIntegerType());
  return coal_type_unknown(M, "?");
}

static uint64_t countOf(const ArrayType *t) {
  auto *constant = dyn_cast<ConstantArrayType>(t);
  return constant ? constant->getSize().getZExtValue() : 0;
}

const coal_type *Translator::type(QualType q) {
  const Type *t = Ctx.getCanonicalType(q).getTypePtr();
  if (auto *b = dyn_cast<BuiltinType>(t)) return builtinType(b);
  if (auto *p = dyn_cast<PointerType>(t)) return coal_type_pointer(M, type(p->getPointeeType()));
  if (auto *r = dyn_cast<ReferenceType>(t)) return coal_type_reference(M, type(r->getPointeeType()));
  if (auto *a = dyn_cast<ArrayType>(t)) return coal_type_array(M, type(a->getElementType()), countOf(a));
  if (auto *r = dyn_cast<RecordType>(t)) return recordType(r->getAsRecordDecl());
  if (auto *m = dyn_cast<MemberPointerType>(t)) return memberPointerType(m);
  if (isa<TemplateTypeParmType>(t)) return coal_type_float(M, 32); // which the findings say
  if (isa<FunctionType>(t)) return coal_type_function(M);
  if (auto *e = t->getAsTagDecl() ? dyn_cast<EnumDecl>(t->getAsTagDecl()) : nullptr) {
    QualType integer = e->getIntegerType();
    return integer.isNull() || integer->isDependentType() ? coal_type_unknown(M, "?") : type(integer);
  }
  return coal_type_unknown(M, "?");
}

const coal_type *Translator::recordType(const RecordDecl *r) {
  r = cast<RecordDecl>(r->getCanonicalDecl());
  const RecordDecl *definition = r->getDefinition();
  if (const coal_type *known = Records.lookup(r)) {
    if (definition && !known->record->is_complete) defineRecord(known, definition);
    return known;
  }
  std::string name = recordName(r), key = usr(r);
  if (key.empty()) key = name;
  bool isNew = false;
  const coal_type *t = coal_type_record(M, key.c_str(), name.c_str(), &isNew);
  for (unsigned i = 2; !isNew; i++)
    t = coal_type_record(M, (key + "#" + std::to_string(i)).c_str(), name.c_str(), &isNew);
  Records[r] = t;
  if (definition) defineRecord(t, definition);
  return t;
}

/// The fields of a closure have no names: they get those of the captured variables.
static llvm::DenseMap<const FieldDecl *, std::string> captureNames(const RecordDecl *definition) {
  llvm::DenseMap<const FieldDecl *, std::string> names;
  auto *closure = dyn_cast<CXXRecordDecl>(definition);
  if (!closure || !closure->isLambda()) return names;
  auto capture = closure->captures_begin();
  for (const FieldDecl *f : closure->fields()) {
    if (capture == closure->captures_end()) break;
    names[f] = capture->capturesVariable() ? capture->getCapturedVar()->getNameAsString() : "this";
    ++capture;
  }
  return names;
}

static uint32_t bitWidth(const FieldDecl *f) {
#if CLANG_VERSION_MAJOR >= 20
  return f->getBitWidthValue();
#else
  return f->getBitWidthValue(f->getASTContext());
#endif
}

void Translator::defineRecord(const coal_type *t, const RecordDecl *definition) {
  if (definition->isDependentContext() || definition->isInvalidDecl() || !definition->isCompleteDefinition()) return;
  if (definition->isBeingDefined() || !Defining.insert(definition).second) return;
  const ASTRecordLayout &layout = Ctx.getASTRecordLayout(definition);
  auto *cxx = dyn_cast<CXXRecordDecl>(definition);
  std::vector<coal_field> fields;
  std::vector<std::string> names;
  auto add = [&](std::string name, const coal_type *fieldType, uint64_t bits, const FieldDecl *f) {
    coal_field out = {};
    out.type = fieldType;
    out.offset_bytes = bits / 8;
    if (f && f->isBitField()) {
      uint64_t unit = fieldType->size_bytes ? fieldType->size_bytes : 1;
      out.offset_bytes = bits / 8 / unit * unit;
      out.bit_offset = static_cast<uint32_t>(bits - 8 * out.offset_bytes);
      out.bit_width = bitWidth(f);
    }
    names.push_back(std::move(name));
    fields.push_back(out);
  };
  if (cxx)
    for (const CXXBaseSpecifier &b : cxx->bases())
      if (const CXXRecordDecl *base = b.getType()->getAsCXXRecordDecl(); base && !b.isVirtual())
        add(recordName(base), recordType(base),
            8 * static_cast<uint64_t>(layout.getBaseClassOffset(base).getQuantity()), nullptr);
  auto captured = captureNames(definition);
  for (const FieldDecl *f : definition->fields())
    add(captured.count(f) ? captured[f] : f->getNameAsString(), type(f->getType()),
        layout.getFieldOffset(f->getFieldIndex()), f);
  for (size_t i = 0; i < fields.size(); i++) fields[i].name = names[i].c_str();
  coal_record_define(M, t, static_cast<uint64_t>(layout.getSize().getQuantity()),
                     static_cast<uint32_t>(layout.getAlignment().getQuantity()), definition->isUnion(),
                     cxx && cxx->isLambda(), fields.data(), fields.size());
}

static size_t baseCount(const RecordDecl *r) {
  auto *cxx = dyn_cast<CXXRecordDecl>(r);
  if (!cxx) return 0;
  size_t n = 0;
  for (const CXXBaseSpecifier &b : cxx->bases()) n += !b.isVirtual();
  return n;
}

const coal_field *Translator::field(const FieldDecl *f) {
  const RecordDecl *definition = f->getParent()->getDefinition();
  const coal_record *r = definition ? recordType(definition)->record : nullptr;
  if (!r || !r->is_complete) return nullptr;
  size_t i = baseCount(definition) + f->getFieldIndex();
  return i < r->n_fields ? &r->fields[i] : nullptr;
}

const coal_field *Translator::baseField(const CXXRecordDecl *derived, const CXXBaseSpecifier *base) {
  const CXXRecordDecl *definition = derived->getDefinition();
  const coal_record *r = definition ? recordType(definition)->record : nullptr;
  size_t i = 0;
  for (const CXXBaseSpecifier &b : definition->bases()) {
    if (b.isVirtual()) continue;
    if (b.getType()->getAsCXXRecordDecl() == base->getType()->getAsCXXRecordDecl())
      return i < r->n_fields ? &r->fields[i] : nullptr;
    i++;
  }
  return nullptr;
}

} // namespace coal
