/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/// One warning for a source, not one a GPU arch.
#ifndef COAL_PLUGIN_ONCE_H
#define COAL_PLUGIN_ONCE_H

#include <llvm/ADT/StringRef.h>

namespace coal {

/// Whether the device compile for `arch` is the one that is analysed when a source is compiled for several archs.
/// Each arch is compiled by a process of its own. They share the driver that started them, and its command line lists
/// the archs: the first one listed that is not removed (`--no-offload-arch`) is analysed.
/// Where the driver's command line cannot be read (no /proc, response files, no arch named) every pass is analysed;
/// if there are several, warnings are repeated.
bool isAnalysedArch(llvm::StringRef arch);

/// The rule alone, on a driver's command line: strings, each ending in NUL.
bool isFirstArch(llvm::StringRef commandLine, llvm::StringRef arch);

} // namespace coal

#endif
