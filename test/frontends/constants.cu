// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Constants are Clang's: what no body that is followed could tell is evaluated by it.
// RUN: not %coalcheck --all %s -- -std=c++17 | env -u FILECHECK_OPTS FileCheck %s
// RUN: %if plugin %{ %clang_coal -std=c++17 %s 2>&1 | env -u FILECHECK_OPTS FileCheck %s --check-prefix=PLUGIN %}
#include <algorithm>
#include <initializer_list>
struct Text {
  const char *s;
  constexpr int sum() const {
    int h = 0;
    for (const char *p = s; *p; ++p) h = h + *p;
    return h;
  }
};
constexpr Text name{"ab"};
template <int N> struct Traits {
  static constexpr int kPad = Text{"abc"}.sum() % 7 + N;
  static constexpr bool kWide = std::max({N, 4}) > 8;
  static constexpr float scale = 2.5f * N;
};
constexpr int kStride = name.sum() % 2 + 7;
__global__ void k(float *o) {
  o[threadIdx.x * kStride] = 1;
  // CHECK: [[@LINE-1]]:3 {{.*}}store 4 32 32 4 {{.*}} strided
  // PLUGIN-DAG: :[[@LINE-2]]:3: warning: uncoalesced store{{.*}}: 32 sectors
  o[threadIdx.x * Traits<1>::kPad] = 2;
  // CHECK: [[@LINE-1]]:3 {{.*}}store 4 32 4 4 {{.*}} coalesced
  if (Traits<9>::kWide) o[threadIdx.x * 4] = 3;
  // CHECK: [[@LINE-1]]:25 {{.*}}store 4 32 16 4 {{.*}} strided
  // PLUGIN-DAG: :[[@LINE-2]]:25: warning: uncoalesced store{{.*}}: 16 sectors
  o[threadIdx.x * (int)Traits<2>::scale] = 4;
  // CHECK: [[@LINE-1]]:3 {{.*}}store 4 32 20 4 {{.*}} strided
  // PLUGIN-DAG: :[[@LINE-2]]:3: warning: uncoalesced store{{.*}}: 20 sectors
}
void h(float *o) { k<<<1, 128>>>(o); }
