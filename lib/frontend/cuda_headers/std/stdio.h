/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#ifndef COALCHECK_STDIO_H
#define COALCHECK_STDIO_H
#include <stdarg.h>
#include <stddef.h>
typedef struct __coal_file FILE;
extern FILE *stdin, *stdout, *stderr;
#define stdin stdin
#define stdout stdout
#define stderr stderr
#define EOF (-1)
#define SEEK_SET 0
#define SEEK_CUR 1
#define SEEK_END 2
#define BUFSIZ 8192
extern "C" {
int printf(const char *, ...);
int fprintf(FILE *, const char *, ...);
int sprintf(char *, const char *, ...) noexcept(true);
int snprintf(char *, size_t, const char *, ...) noexcept(true);
int vprintf(const char *, va_list);
int vfprintf(FILE *, const char *, va_list);
int vsnprintf(char *, size_t, const char *, va_list) noexcept(true);
int scanf(const char *, ...);
int fscanf(FILE *, const char *, ...);
int sscanf(const char *, const char *, ...) noexcept(true);
FILE *fopen(const char *, const char *);
int fclose(FILE *);
size_t fread(void *, size_t, size_t, FILE *);
size_t fwrite(const void *, size_t, size_t, FILE *);
int fseek(FILE *, long, int);
long ftell(FILE *);
void rewind(FILE *);
int feof(FILE *) noexcept(true);
int ferror(FILE *) noexcept(true);
int fflush(FILE *);
char *fgets(char *, int, FILE *);
int fgetc(FILE *);
int getc(FILE *);
int getchar();
int fputs(const char *, FILE *);
int fputc(int, FILE *);
int putc(int, FILE *);
int putchar(int);
int puts(const char *);
void perror(const char *);
int remove(const char *) noexcept(true);
void setbuf(FILE *, char *) noexcept(true);
int setvbuf(FILE *, char *, int, size_t) noexcept(true);
}
#endif
