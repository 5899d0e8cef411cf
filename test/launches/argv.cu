// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// --argv: what main() makes of its arguments is known as in that run.
// RUN: not %coalcheck --explain --argv='-n 4 -b "64" 4' %s -- -std=c++17 | env -u FILECHECK_OPTS FileCheck %s --implicit-check-not="lanes are 4*n" --implicit-check-not=assumed
// RUN: not %coalcheck --explain %s -- -std=c++17 | env -u FILECHECK_OPTS FileCheck %s --check-prefix=NONE
// RUN: %if plugin %{ %clang_coal -Xclang -plugin-arg-coalcheck -Xclang --explain -Xclang -plugin-arg-coalcheck -Xclang --argv='-n 4 -b 64 4' -std=c++17 %s 2>&1 | env -u FILECHECK_OPTS FileCheck %s %}
// RUN: not %coalcheck --explain --argv='-n "4' %s 2>&1 | env -u FILECHECK_OPTS FileCheck %s --check-prefix=BAD
// BAD: words whose quotes are closed
// NONE: the block of this launch is not known: 'atoi' has no body that is followed; (256, 1, 1) is assumed
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <unistd.h>
template <int N> __global__ void k(float *a, int n) { a[threadIdx.x * n] = 1; }
// CHECK: :[[@LINE-1]]:{{.*}}: warning: uncoalesced store{{.*}}: 16 sectors per request, minimum 4
static int number(int argc, char **argv, const char *name, int otherwise) {
  for (int i = 1; i + 1 < argc; i++)
    if (!strcmp(argv[i], name)) return atoi(argv[i + 1]);
  return otherwise;
}
struct Options {
  int n = 1, b = 32;
  std::string file;
};
static Options parse(int argc, char **argv) {
  Options o;
  int c;
  while ((c = getopt(argc, argv, "n:b:f:v")) != -1) {
    switch (c) {
      case 'n': o.n = atoi(optarg); break;
      case 'b': o.b = strtol(optarg, nullptr, 10); break;
      case 'f': o.file = optarg; break;
      default: break;
    }
  }
  return o;
}
int main(int argc, char **argv) {
  if (argc < 3) {
    printf("usage: %s n block\n", argv[0]);
    return 1;
  }
  float *a;
  cudaMalloc(&a, 1 << 20);
  int n = number(argc, argv, "-n", 1), b = number(argc, argv, "-b", 32);
  k<1><<<2, b>>>(a, n);
  // CHECK-DAG: :[[@LINE-1]]:3: note: launched here with block (64, 1, 1)
  Options o = parse(argc, argv);
  k<2><<<2, o.b>>>(a, o.n);
  // CHECK-DAG: :[[@LINE-1]]:3: note: launched here with block (64, 1, 1)
  k<3><<<2, 64>>>(a, std::stoi(argv[2]));
  // CHECK-DAG: :[[@LINE-1]]:3: note: launched here with block (64, 1, 1)
  std::string s = argv[1];
  if (s == "-n") k<4><<<2, 64>>>(a, std::stoul(std::string(argv[2])));
  // CHECK-DAG: :[[@LINE-1]]:18: note: launched here with block (64, 1, 1)
  else k<4><<<2, 32>>>(a, 1);
  k<5><<<2, 64>>>(a, (int)(atof(argv[2]) * 1.0));
  // CHECK-DAG: :[[@LINE-1]]:3: note: launched here with block (64, 1, 1)
  if (optind < argc) k<6><<<2, 64>>>(a, atoi(argv[optind]));
  // CHECK-DAG: :[[@LINE-1]]:22: note: launched here with block (64, 1, 1)
}
