/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#ifndef COALCHECK_STDLIB_H
#define COALCHECK_STDLIB_H
#include <stddef.h>
#ifndef EXIT_SUCCESS
#define EXIT_SUCCESS 0
#define EXIT_FAILURE 1
#endif
#ifndef RAND_MAX
#define RAND_MAX 2147483647
#endif
typedef struct { int quot, rem; } div_t;
extern "C" {
void *malloc(size_t) noexcept(true);
void *calloc(size_t, size_t) noexcept(true);
void *realloc(void *, size_t) noexcept(true);
void free(void *) noexcept(true);
void *aligned_alloc(size_t, size_t) noexcept(true);
int posix_memalign(void **, size_t, size_t) noexcept(true);
void exit(int) noexcept(true) __attribute__((noreturn));
void abort() noexcept(true) __attribute__((noreturn));
int atexit(void (*)()) noexcept(true);
int abs(int) noexcept(true);
long labs(long) noexcept(true);
int atoi(const char *) noexcept(true);
long atol(const char *) noexcept(true);
long long atoll(const char *) noexcept(true);
double atof(const char *) noexcept(true);
long strtol(const char *, char **, int) noexcept(true);
unsigned long strtoul(const char *, char **, int) noexcept(true);
long long strtoll(const char *, char **, int) noexcept(true);
unsigned long long strtoull(const char *, char **, int) noexcept(true);
double strtod(const char *, char **) noexcept(true);
float strtof(const char *, char **) noexcept(true);
char *getenv(const char *) noexcept(true);
int system(const char *);
int rand() noexcept(true);
void srand(unsigned int) noexcept(true);
int rand_r(unsigned int *) noexcept(true);
double drand48() noexcept(true);
void srand48(long) noexcept(true);
long random() noexcept(true);
void srandom(unsigned int) noexcept(true);
void qsort(void *, size_t, size_t, int (*)(const void *, const void *));
}
#endif
