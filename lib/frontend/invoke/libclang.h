/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/** libclang as a table of functions, loaded at run time: the program is not tied to one LLVM version. */
#ifndef COAL_FRONTEND_LIBCLANG_H
#define COAL_FRONTEND_LIBCLANG_H

#include <clang-c/Index.h>
#include <stdbool.h>

/** Functions that every libclang from 17 on has, without their clang_ prefix. */
// clang-format off
#define COAL_LIBCLANG_FUNCTIONS(F) \
  F(createIndex) F(disposeIndex) F(parseTranslationUnit2) F(disposeTranslationUnit) F(getTranslationUnitCursor) \
  F(visitChildren) F(getCursorKind) F(getCursorSpelling) F(getCursorType) F(getCursorDisplayName) \
  F(getCanonicalType) F(getTypeSpelling) F(getCursorReferenced) F(getCursorDefinition) F(getCanonicalCursor) \
  F(getCursorUSR) F(getCursorLocation) F(getCursorExtent) F(getRangeStart) F(getRangeEnd) F(getFileLocation) \
  F(getSpellingLocation) F(getFileName) F(getFileContents) F(Location_isInSystemHeader) F(getCString) \
  F(disposeString) F(equalCursors) F(hashCursor) F(Cursor_isNull) F(getCursorBinaryOperatorKind) \
  F(getCursorUnaryOperatorKind) F(getCursorKindSpelling) F(Cursor_Evaluate) F(EvalResult_getKind) \
  F(EvalResult_getAsLongLong) F(EvalResult_isUnsignedInt) F(EvalResult_getAsUnsigned) F(EvalResult_getAsDouble) \
  F(EvalResult_getAsStr) F(EvalResult_dispose) F(Cursor_getNumArguments) F(Cursor_getArgument) \
  F(getTypeDeclaration) F(Type_getSizeOf) F(Type_getAlignOf) F(Type_visitFields) F(Cursor_getOffsetOfField) \
  F(Cursor_isBitField) F(getFieldDeclBitWidth) F(getPointeeType) F(getArrayElementType) F(getArraySize) \
  F(getResultType) F(getNumArgTypes) F(getArgType) F(isFunctionTypeVariadic) F(getEnumDeclIntegerType) \
  F(getEnumConstantDeclValue) F(isConstQualifiedType) F(Cursor_getStorageClass) F(Cursor_getVarDeclInitializer) \
  F(CXXMethod_isStatic) F(CXXMethod_isDefaulted) F(CXXMethod_isCopyAssignmentOperator) \
  F(CXXMethod_isMoveAssignmentOperator) F(CXXConstructor_isCopyConstructor) F(CXXConstructor_isMoveConstructor) \
  F(getCursorSemanticParent) F(getCursorPrettyPrinted) F(getCursorPrintingPolicy) F(PrintingPolicy_setProperty) \
  F(PrintingPolicy_dispose) F(Cursor_getNumTemplateArguments) F(Cursor_getTemplateArgumentKind) \
  F(Cursor_getTemplateArgumentValue) F(getSpecializedCursorTemplate) F(getNumDiagnostics) F(getDiagnostic) \
  F(disposeDiagnostic) F(getDiagnosticSeverity) F(getDiagnosticLocation) F(getDiagnosticSpelling) \
  F(getClangVersion) F(isExpression) F(isStatement) F(isDeclaration) F(isAttribute) F(isReference) \
  F(isVirtualBase) F(CXXMethod_isVirtual) F(Cursor_isAnonymous) F(getUnqualifiedType) F(getFile) \
  F(getNullCursor) F(isCursorDefinition) F(Cursor_getTemplateArgumentType) F(isInvalid) F(saveTranslationUnit) \
  F(CXXMethod_isConst) F(Type_getClassType) F(Cursor_getMangling) \
  F(Cursor_getTemplateArgumentUnsignedValue) F(getLocationForOffset) F(isInvalidDeclaration) F(getInclusions) \
  F(getDiagnosticNumRanges) F(getDiagnosticNumFixIts) F(getChildDiagnostics) F(getNumDiagnosticsInSet) F(getDiagnosticInSet)
// clang-format on

typedef struct coal_libclang {
#define F(name) __typeof__(&clang_##name) name;
  COAL_LIBCLANG_FUNCTIONS(F)
#undef F
  /* Newer ones; NULL where the library has none. */
  CXString (*Cursor_getGCCAssemblyTemplate)(CXCursor);                                                     /* 21 */
  unsigned (*Cursor_getGCCAssemblyNumOutputs)(CXCursor);                                                   /* 21 */
  unsigned (*Cursor_getGCCAssemblyNumInputs)(CXCursor);                                                    /* 21 */
  unsigned (*Cursor_getGCCAssemblyOutput)(CXCursor, unsigned, CXString *, CXCursor *);                     /* 21 */
  unsigned (*Cursor_getGCCAssemblyInput)(CXCursor, unsigned, CXString *, CXCursor *);                      /* 21 */
  long long (*getOffsetOfBase)(CXCursor, CXCursor);                                                        /* 20 */
  unsigned (*visitCXXBaseClasses)(CXType, enum CXVisitorResult (*)(CXCursor, CXClientData), CXClientData); /* 20 */
  unsigned (*visitCXXMethods)(CXType, enum CXVisitorResult (*)(CXCursor, CXClientData), CXClientData);     /* 20 */
  void *handle;
  char *path;    /* file */
  char *version; /* as Clang prints it */
  unsigned major;
  char *resource_dir; /* NULL: its builtin headers are not installed */
} coal_libclang;

/** Loads; 0 or −1 and `*error` (yours). `path` as in coal_frontend_open. */
int coal_libclang_open(const char *path, coal_libclang **out, char **error);
/** Unloads. NULL is fine. */
void coal_libclang_close(coal_libclang *c);

#endif
