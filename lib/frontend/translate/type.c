/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include <string.h>

#include "translate.h"

const char *coal_tr_type_name(coal_tr *t, CXType type) {
  return coal_tr_string(t, t->c->getTypeSpelling(t->c->getUnqualifiedType(t->c->getCanonicalType(type))));
}

/* Sizes that libclang does not know (dependent, incomplete types) are 0. */
static unsigned bits_of(coal_tr *t, CXType type) {
  long long size = t->c->Type_getSizeOf(type);
  return size > 0 && size <= 16 ? (unsigned)size * 8 : 0;
}

static const coal_type *sized_int(coal_tr *t, CXType type, bool is_signed) {
  unsigned bits = bits_of(t, type);
  return bits ? coal_type_int(t->m, bits, is_signed) : coal_type_unknown(t->m, "?");
}

static const coal_type *sized_float(coal_tr *t, CXType type) {
  unsigned bits = bits_of(t, type);
  return bits ? coal_type_float(t->m, bits) : coal_type_unknown(t->m, "?");
}

/* In an uninstantiated template, an enum without a fixed underlying type has no type yet. */
static const coal_type *enum_type(coal_tr *t, CXType type) {
  CXType integer = t->c->getEnumDeclIntegerType(t->c->getTypeDeclaration(type));
  return integer.kind == CXType_Invalid || integer.kind == CXType_Enum ? coal_type_int(t->m, 32, true)
                                                                       : coal_tr_type(t, integer);
}

static const coal_type *array_type(coal_tr *t, CXType type) {
  const coal_type *element = coal_tr_type(t, t->c->getArrayElementType(type));
  long long count = type.kind == CXType_ConstantArray ? t->c->getArraySize(type) : 0;
  return coal_type_array(t->m, element, count > 0 ? (uint64_t)count : 0);
}

static const coal_type *pointer_type(coal_tr *t, CXType type) {
  return coal_type_pointer(t->m, coal_tr_type(t, t->c->getPointeeType(type)));
}

/* The offset of a data member; a method is a pointer to a function. */
static const coal_type *member_pointer_type(coal_tr *t, CXType type) {
  const coal_type *member = coal_tr_type(t, t->c->getPointeeType(type));
  if (coal_type_is(member, COAL_TYPE_UNKNOWN)) return member;
  return coal_type_is(member, COAL_TYPE_FUNCTION) ? coal_type_pointer(t->m, member) : coal_type_int(t->m, 64, true);
}

/* A template parameter in an uninstantiated template: assumed to be four bytes wide, as findings state. */
static bool is_type_parameter(coal_tr *t, CXType type) {
  if (type.kind != CXType_Unexposed) return false;
  return strncmp(coal_tr_string(t, t->c->getTypeSpelling(t->c->getUnqualifiedType(type))), "type-parameter-", 15) == 0;
}

static const coal_type *scalar_type(coal_tr *t, CXType type) {
  switch (type.kind) {
    case CXType_Void: return coal_type_void(t->m);
    case CXType_Bool: return coal_type_bool(t->m);
    case CXType_Char_U:
    case CXType_UChar:
    case CXType_Char16:
    case CXType_Char32:
    case CXType_UShort:
    case CXType_UInt:
    case CXType_ULong:
    case CXType_ULongLong:
    case CXType_UInt128: return sized_int(t, type, false);
    case CXType_Char_S:
    case CXType_SChar:
    case CXType_WChar:
    case CXType_Short:
    case CXType_Int:
    case CXType_Long:
    case CXType_LongLong:
    case CXType_Int128: return sized_int(t, type, true);
    case CXType_Half:
    case CXType_Float16:
    case CXType_BFloat16:
    case CXType_Float:
    case CXType_Double:
    case CXType_LongDouble:
    case CXType_Float128: return sized_float(t, type);
    case CXType_NullPtr: return coal_type_pointer(t->m, coal_type_void(t->m));
    default: return coal_type_unknown(t->m, "?");
  }
}

const coal_type *coal_tr_type(coal_tr *t, CXType type) {
  type = t->c->getCanonicalType(type);
  if (t->depth > COAL_TR_DEPTH_MAX + 50) return coal_type_unknown(t->m, "?");
  const coal_type *result;
  t->depth++;
  switch (type.kind) {
    case CXType_Enum: result = enum_type(t, type); break;
    case CXType_Pointer: result = pointer_type(t, type); break;
    case CXType_LValueReference:
    case CXType_RValueReference: result = coal_type_reference(t->m, coal_tr_type(t, t->c->getPointeeType(type))); break;
    case CXType_ConstantArray:
    case CXType_IncompleteArray:
    case CXType_VariableArray:
    case CXType_DependentSizedArray: result = array_type(t, type); break;
    case CXType_Record: result = coal_tr_record(t, type); break;
    case CXType_MemberPointer: result = member_pointer_type(t, type); break;
    case CXType_FunctionProto:
    case CXType_FunctionNoProto: result = coal_type_function(t->m); break;
    default: result = is_type_parameter(t, type) ? coal_type_float(t->m, 32) : scalar_type(t, type);
  }
  t->depth--;
  return result;
}

const coal_type *coal_tr_type_of(coal_tr *t, CXCursor c) { return coal_tr_type(t, t->c->getCursorType(c)); }
