// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Never found in place of the real one: guessed folders are searched last.
#error "a header of the repository in place of the system's"
