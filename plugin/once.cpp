/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "once.h"

#include <unistd.h>
#include <algorithm>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include <llvm/ADT/SmallVector.h>

using llvm::StringRef;

namespace coal {

static std::string commandLineOf(const std::string &process) {
  std::ifstream in("/proc/" + process + "/cmdline", std::ios::binary);
  return std::string(std::istreambuf_iterator<char>(in), {});
}

/// The second string of a command line: "-cc1" in a process that the driver started.
static StringRef secondArgument(StringRef commandLine) { return commandLine.split('\0').second.split('\0').first; }

static void collect(StringRef value, std::vector<StringRef> &out) {
  llvm::SmallVector<StringRef, 4> parts;
  value.split(parts, ',', -1, false);
  out.insert(out.end(), parts.begin(), parts.end());
}

bool isFirstArch(StringRef commandLine, StringRef arch) {
  std::vector<StringRef> wanted, refused;
  llvm::SmallVector<StringRef, 32> arguments;
  commandLine.split(arguments, '\0', -1, false);
  for (StringRef a : arguments) {
    for (StringRef option : {"--cuda-gpu-arch=", "--offload-arch=", "-cuda-gpu-arch=", "-offload-arch="})
      if (a.starts_with(option)) collect(a.drop_front(option.size()), wanted);
    for (StringRef option : {"--no-cuda-gpu-arch=", "--no-offload-arch=", "-no-offload-arch="})
      if (a.starts_with(option)) collect(a.drop_front(option.size()), refused);
  }
  bool isListed = std::find(wanted.begin(), wanted.end(), arch) != wanted.end();
  for (StringRef w : wanted)
    if (isListed && std::find(refused.begin(), refused.end(), w) == refused.end()) return w == arch;
  return true;
}

bool isAnalysedArch(StringRef arch) {
  if (secondArgument(commandLineOf("self")) != "-cc1") return true;
  return isFirstArch(commandLineOf(std::to_string(getppid())), arch);
}

} // namespace coal
