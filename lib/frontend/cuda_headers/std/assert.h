/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#undef assert
#ifdef NDEBUG
#define assert(e) ((void)0)
#else
extern "C" void __assert_fail(const char *, const char *, unsigned int, const char *) noexcept(true) __attribute__((noreturn));
#define assert(e) ((e) ? (void)0 : __assert_fail(#e, __FILE__, __LINE__, __func__))
#endif
