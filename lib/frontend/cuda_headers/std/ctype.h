/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
extern "C" {
int isspace(int) noexcept(true);
int isdigit(int) noexcept(true);
int isalpha(int) noexcept(true);
int isalnum(int) noexcept(true);
int tolower(int) noexcept(true);
int toupper(int) noexcept(true);
}
