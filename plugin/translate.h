/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/// Clang's AST to the kernel IR. The choices made on the way are those of docs/frontends.md.
#ifndef COAL_PLUGIN_TRANSLATE_H
#define COAL_PLUGIN_TRANSLATE_H

#include <coalcheck/ir.h>

#include <clang/AST/ASTContext.h>
#include <clang/AST/Decl.h>
#include <clang/AST/DeclCXX.h>
#include <clang/AST/Expr.h>
#include <clang/AST/ExprCXX.h>
#include <clang/AST/Stmt.h>
#include <clang/AST/StmtCXX.h>
#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/DenseSet.h>
#include <memory>
#include <string>
#include <vector>

namespace coal {

using FileMap = llvm::DenseMap<const coal_file *, clang::FileID>;
using ExprList = std::vector<const coal_expr *>;
using StmtList = std::vector<const coal_stmt *>;

/// Fills a module from one translation unit. Built on the stack, used once.
class Translator {
 public:
  Translator(clang::ASTContext &context, coal_module *module)
      : Ctx(context), SM(context.getSourceManager()), M(module) {}
  /// Kernels, what they reach, and the host functions that launch them.
  void translate();
  /// The Clang file of each of the module's files.
  const FileMap &files() const { return Files; }

 private:
  /// A function that is mentioned.
  struct Function {
    coal_function *ir = nullptr;
    const clang::FunctionDecl *definition = nullptr; ///< null: no body seen
    bool isWanted = false, isDevice = false;         ///< device: device code, or reached from it
    std::vector<Function *> callees;
  };
  /// The member of a closure that holds a captured variable.
  using Captures = llvm::DenseMap<const clang::ValueDecl *, clang::FieldDecl *>;

  // source.cpp
  const coal_file *file(clang::FileID id);
  coal_pos position(clang::SourceLocation fileLocation);
  coal_range range(clang::SourceRange r);
  bool isSystem(const clang::Decl *d) const;

  // types.cpp
  const coal_type *type(clang::QualType t);
  const coal_type *builtinType(const clang::BuiltinType *t);
  const coal_type *recordType(const clang::RecordDecl *r);
  void defineRecord(const coal_type *t, const clang::RecordDecl *definition);
  const coal_field *field(const clang::FieldDecl *f);
  const coal_field *baseField(const clang::CXXRecordDecl *derived, const clang::CXXBaseSpecifier *base);
  std::string spelling(clang::QualType t) const;
  std::string recordName(const clang::RecordDecl *r) const;

  // names.cpp
  std::string usr(const clang::Decl *d) const;
  std::string scopeOf(const clang::Decl *d) const;
  std::string qualifiedName(const clang::FunctionDecl *f) const;
  std::string signature(const clang::FunctionDecl *f) const;
  static std::string plainName(const clang::FunctionDecl *f);

  // functions.cpp
  Function *function(const clang::FunctionDecl *f);
  void declare(Function *entry, const clang::FunctionDecl *f);
  const coal_function *reach(const clang::FunctionDecl *f);
  void reach(Function *entry, bool fromDevice);
  bool isTranslated(const Function *entry, bool fromDevice) const;
  void translateBody(Function *entry);
  void drain();
  bool launches(const clang::FunctionDecl *f);
  void memberInits(const clang::CXXConstructorDecl *ctor, StmtList &out);

  // variables.cpp
  coal_var *variable(const clang::VarDecl *v);
  coal_storage storage(const clang::VarDecl *v) const;
  const coal_expr *reference(const clang::ValueDecl *d, const clang::Expr *e);
  const coal_expr *tupleElement(const clang::BindingDecl *b, const clang::Expr *e);
  const coal_expr *outsideConstant(const clang::VarDecl *v, const clang::Expr *e);
  const coal_expr *templateParameter(const clang::NonTypeTemplateParmDecl *p, coal_range r);
  bool isEmptyInit(const clang::Expr *init);
  void declaration(const clang::VarDecl *v, StmtList &out);
  void declarations(const clang::DeclStmt *s, StmtList &out);

  // statements.cpp
  void statement(const clang::Stmt *s, StmtList &out);
  const coal_stmt *jump(const clang::Stmt *s, StmtList &out);
  const coal_stmt *single(const clang::Stmt *s);
  const coal_stmt *body(const clang::Stmt *s);
  const coal_stmt *block(const StmtList &list, clang::SourceRange r);
  void ifStatement(const clang::IfStmt *s, StmtList &out);
  void whileStatement(const clang::WhileStmt *s, StmtList &out);
  void forStatement(const clang::ForStmt *s, StmtList &out);
  void rangeFor(const clang::CXXForRangeStmt *s, StmtList &out);
  const coal_stmt *eachPass(const clang::CXXForRangeStmt *s, const coal_expr *element);
  void overArray(const clang::CXXForRangeStmt *s, const coal_expr *array, StmtList &out);
  void overUnknown(const clang::CXXForRangeStmt *s, StmtList &out);
  bool overClass(const clang::CXXForRangeStmt *s, StmtList &out);
  void switchStatement(const clang::SwitchStmt *s, StmtList &out);
  void caseStatement(const clang::CaseStmt *s, StmtList &out);
  void assembly(const clang::GCCAsmStmt *s, StmtList &out);

  // expressions.cpp
  const coal_expr *expr(const clang::Expr *e);
  const coal_expr *exprBefore(const clang::Expr *e, StmtList *before);
  const coal_expr *statementExpression(const clang::StmtExpr *e);
  const coal_expr *constant(const clang::Expr *e);
  const coal_expr *evaluated(const clang::Expr *e);
  const coal_expr *conversion(const clang::CastExpr *e);
  const coal_expr *toBase(const clang::CastExpr *e);
  const coal_expr *unary(const clang::UnaryOperator *e);
  const coal_expr *binary(const clang::BinaryOperator *e);
  const coal_expr *member(const clang::MemberExpr *e);
  const coal_expr *dependentMember(const clang::Expr *base, const clang::Expr *e);
  int builtinKind(const clang::ValueDecl *d) const;
  const coal_expr *wholeBuiltin(int kind, clang::QualType t, coal_range r);
  const coal_expr *builtin(const clang::Expr *object, llvm::StringRef member, coal_range r);
  const coal_expr *transparent(const clang::Expr *e);
  const coal_expr *zero(clang::QualType t, coal_range r);
  const coal_expr *opaque(const clang::Expr *e, coal_opaque why, const ExprList &operands = {});

  // members.cpp
  const coal_type *memberPointerType(const clang::MemberPointerType *t);
  const coal_expr *memberAddress(const clang::UnaryOperator *e);
  const coal_expr *memberConversion(const clang::CastExpr *e);
  const coal_expr *throughMember(const clang::BinaryOperator *e);
  const coal_expr *callOfMember(const clang::CallExpr *e);
  const coal_expr *newObject(const clang::CXXNewExpr *e);

  // calls.cpp
  const coal_expr *call(const clang::CallExpr *e);
  const coal_expr *dependentCall(const clang::CallExpr *e, ExprList &args);
  const coal_expr *methodCall(const clang::CXXMemberCallExpr *e);
  const coal_expr *dependentOperator(const clang::CXXOperatorCallExpr *e);
  const coal_expr *launch(const clang::CUDAKernelCallExpr *e);
  const coal_expr *construct(const clang::CXXConstructExpr *e);
  bool isLibraryConstructor(const clang::CXXConstructorDecl *ctor) const;
  const coal_expr *defaultPart(const clang::CXXRecordDecl *r, coal_range where);
  const coal_expr *defaultValue(const clang::CXXRecordDecl *r, coal_range where, bool &hasInitialiser);
  const coal_expr *initList(const clang::InitListExpr *e);
  const coal_expr *aggregate(clang::QualType t, llvm::ArrayRef<clang::Expr *> parts, coal_range r);
  const coal_expr *part(const clang::Expr *e);
  const coal_expr *lambda(const clang::LambdaExpr *e);
  bool isPlainCopy(const clang::CXXConstructExpr *e) const;
  bool isEmptyConstruction(const clang::CXXConstructExpr *e);

  clang::ASTContext &Ctx;
  clang::SourceManager &SM;
  coal_module *M;
  FileMap Files;
  llvm::DenseMap<clang::FileID, const coal_file *> FilesById;
  llvm::DenseMap<const clang::FunctionDecl *, Function *> Functions;
  std::vector<std::unique_ptr<Function>> AllFunctions;
  std::vector<Function *> Pending;
  llvm::DenseMap<const clang::FunctionDecl *, bool> Launches;
  llvm::DenseSet<const clang::FunctionDecl *> TranslatedTemplates;
  llvm::DenseMap<const clang::RecordDecl *, const coal_type *> Records;
  llvm::DenseSet<const clang::RecordDecl *> Defining;
  llvm::DenseMap<const clang::VarDecl *, coal_var *> Variables;
  llvm::DenseMap<const clang::NonTypeTemplateParmDecl *, coal_var *> Parameters;
  // of the function whose body is being translated
  Function *Current = nullptr;
  const clang::FunctionDecl *CurrentDecl = nullptr;
  Captures CurrentCaptures;
  clang::FieldDecl *CapturedThis = nullptr;
  StmtList *Before = nullptr; ///< where a statement expression puts its statements; null: it cannot be followed
};

} // namespace coal

#endif
