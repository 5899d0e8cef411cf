/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#ifndef COALCHECK_STRING_H
#define COALCHECK_STRING_H
#include <stddef.h>
extern "C" {
void *memcpy(void *, const void *, size_t) noexcept(true);
void *memmove(void *, const void *, size_t) noexcept(true);
void *memset(void *, int, size_t) noexcept(true);
int memcmp(const void *, const void *, size_t) noexcept(true);
size_t strlen(const char *) noexcept(true);
int strcmp(const char *, const char *) noexcept(true);
int strncmp(const char *, const char *, size_t) noexcept(true);
int strcasecmp(const char *, const char *) noexcept(true);
char *strcpy(char *, const char *) noexcept(true);
char *strncpy(char *, const char *, size_t) noexcept(true);
char *strcat(char *, const char *) noexcept(true);
char *strncat(char *, const char *, size_t) noexcept(true);
char *strchr(const char *, int) noexcept(true);
char *strrchr(const char *, int) noexcept(true);
char *strstr(const char *, const char *) noexcept(true);
char *strtok(char *, const char *) noexcept(true);
char *strdup(const char *) noexcept(true);
char *strerror(int) noexcept(true);
}
#endif
