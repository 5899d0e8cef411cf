// How often an inner loop runs changes nothing about what the outer one does.
// RUN: %coalcheck --all '--checks=-*' %s -- -DM=20 | FileCheck %s --implicit-check-not=unknown
// RUN: %coalcheck --all '--checks=-*' %s -- -DM=2000 | FileCheck %s --implicit-check-not=unknown
// RUN: %coalcheck --all '--checks=-*' %s -- -DM=5000 | FileCheck %s --implicit-check-not=unknown
// RUN: %coalcheck --all '--checks=-*' %s -- -DM=5000000 | FileCheck %s --implicit-check-not=unknown
struct box {
  long off;
  int n;
  int num[26];
};
__global__ void k(const box *g, const double *in, double *out) {
  int bx = blockIdx.x, tx = threadIdx.x, w = tx, p, j = 0;
  __shared__ double s[100];
  for (int i = 0; i < 1 + g[bx].n; i++) {
    if (i == 0)
      p = bx;
    else
      p = g[bx].num[i - 1];
    const double *r = &in[g[p].off];
    while (w < 100) {
      s[w] = r[w];
      w = w + 16;
    }
    w = tx;
    __syncthreads();
    while (w < 100) {
      for (j = 0; j < M; j++) out[w] += s[j % 100];
      w = w + 16;
    }
    w = tx;
    __syncthreads();
  }
}
void h(const box *g, const double *in, double *out) { k<<<64, 16>>>(g, in, out); }
// CHECK: broadcast g[bx].n
// CHECK: broadcast g[bx].num[i - 1]
// CHECK: broadcast g[p].off
// CHECK: conflict-free s[w]
// CHECK: coalesced r[w]
// CHECK: global load {{.*}} coalesced out[w]
// CHECK: global store {{.*}} coalesced out[w]
// CHECK: s[j % 100]
// CHECK: 8 accesses judged, 0 unknown
// DIFFERENTIAL-SKIP: M is defined by the RUN line
