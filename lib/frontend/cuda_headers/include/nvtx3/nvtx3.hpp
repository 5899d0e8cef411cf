/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include <nvtx3/nvToolsExt.h>
namespace nvtx3 {
struct scoped_range {
  template <class... __A> explicit scoped_range(__A &&...);
  ~scoped_range();
};
}
#define NVTX3_FUNC_RANGE()
