/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/**
 * What nvcc's implicit includes bring of the C library: types, limits and the functions that kernels' files use
 * without asking. Host declarations agree with glibc's, so that the real headers may follow; device overloads
 * stand beside them.
 */
#ifndef COALCHECK_CUDA_LIBC_H
#define COALCHECK_CUDA_LIBC_H

#include <coalcheck/qualifiers.h>

typedef __SIZE_TYPE__ size_t;
typedef __PTRDIFF_TYPE__ ptrdiff_t;
typedef __INT8_TYPE__ int8_t;
typedef __INT16_TYPE__ int16_t;
typedef __INT32_TYPE__ int32_t;
typedef __INT64_TYPE__ int64_t;
typedef __UINT8_TYPE__ uint8_t;
typedef __UINT16_TYPE__ uint16_t;
typedef __UINT32_TYPE__ uint32_t;
typedef __UINT64_TYPE__ uint64_t;
typedef __INTPTR_TYPE__ intptr_t;
typedef __UINTPTR_TYPE__ uintptr_t;
typedef unsigned int uint;
typedef unsigned short ushort;
typedef unsigned long ulong;

#ifndef NULL
#define NULL __null
#endif
#ifndef INT_MAX
#define CHAR_BIT __CHAR_BIT__
#define SCHAR_MAX __SCHAR_MAX__
#define SCHAR_MIN (-__SCHAR_MAX__ - 1)
#define UCHAR_MAX (__SCHAR_MAX__ * 2 + 1)
#define SHRT_MAX __SHRT_MAX__
#define SHRT_MIN (-__SHRT_MAX__ - 1)
#define USHRT_MAX (__SHRT_MAX__ * 2 + 1)
#define INT_MAX __INT_MAX__
#define INT_MIN (-__INT_MAX__ - 1)
#define UINT_MAX (__INT_MAX__ * 2U + 1U)
#define LONG_MAX __LONG_MAX__
#define LONG_MIN (-__LONG_MAX__ - 1L)
#define ULONG_MAX (__LONG_MAX__ * 2UL + 1UL)
#define LLONG_MAX __LONG_LONG_MAX__
#define LLONG_MIN (-__LONG_LONG_MAX__ - 1LL)
#define ULLONG_MAX (__LONG_LONG_MAX__ * 2ULL + 1ULL)
#endif
#ifndef RAND_MAX
#define RAND_MAX 2147483647
#endif
#ifndef EXIT_SUCCESS
#define EXIT_SUCCESS 0
#define EXIT_FAILURE 1
#endif
#ifndef CLOCKS_PER_SEC
#define CLOCKS_PER_SEC ((clock_t)1000000)
#endif
typedef long clock_t;
typedef long time_t;

extern "C" {
void *malloc(size_t) noexcept(true);
void *calloc(size_t, size_t) noexcept(true);
void *realloc(void *, size_t) noexcept(true);
void free(void *) noexcept(true);
void exit(int) noexcept(true) __attribute__((noreturn));
void abort() noexcept(true) __attribute__((noreturn));
int abs(int) noexcept(true);
long labs(long) noexcept(true);
long long llabs(long long) noexcept(true);
int atoi(const char *) noexcept(true);
double atof(const char *) noexcept(true);
char *getenv(const char *) noexcept(true);
int rand() noexcept(true);
void srand(unsigned int) noexcept(true);
void *memcpy(void *, const void *, size_t) noexcept(true);
void *memmove(void *, const void *, size_t) noexcept(true);
void *memset(void *, int, size_t) noexcept(true);
int memcmp(const void *, const void *, size_t) noexcept(true);
size_t strlen(const char *) noexcept(true);
int strcmp(const char *, const char *) noexcept(true);
char *strcpy(char *, const char *) noexcept(true);
char *strncpy(char *, const char *, size_t) noexcept(true);
char *strcat(char *, const char *) noexcept(true);
int strncmp(const char *, const char *, size_t) noexcept(true);
int printf(const char *, ...);
int puts(const char *);
clock_t clock() noexcept(true);
time_t time(time_t *) noexcept(true);

COAL_D void *malloc(size_t) noexcept(true);
COAL_D void free(void *) noexcept(true);
COAL_DI void *memcpy(void *to, const void *from, size_t bytes) noexcept(true) { return __builtin_memcpy(to, from, bytes); }
COAL_DI void *memmove(void *to, const void *from, size_t bytes) noexcept(true) { return __builtin_memmove(to, from, bytes); }
COAL_DI void *memset(void *to, int byte, size_t bytes) noexcept(true) { return __builtin_memset(to, byte, bytes); }
COAL_D int memcmp(const void *, const void *, size_t) noexcept(true);
COAL_D size_t strlen(const char *) noexcept(true);
COAL_D int printf(const char *, ...);
COAL_D int vprintf(const char *, void *);
COAL_D void __assertfail(const char *, const char *, unsigned int, const char *, size_t) __attribute__((noreturn));
COAL_D void __assert_fail(const char *, const char *, unsigned int, const char *) noexcept(true) __attribute__((noreturn));
}
COAL_D long clock();
COAL_D long long clock64();
COAL_D void exit(int) __attribute__((noreturn));
COAL_D void abort() __attribute__((noreturn));

#endif
