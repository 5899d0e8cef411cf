// case 043 atom-table-uniform   [FINE: no warning expected]
// source: CorySimon/HenryCoefficient PR 4: AoS of atoms looped by every thread
//         https://github.com/CorySimon/HenryCoefficient/pull/4
// original reproduction written for this corpus (pattern only; no code taken from the thread)
// launch: grid=(64,1,1) block=(128,1,1) atoms=500
// assume: pointers 256-byte aligned, shared arrays 128-byte aligned, full warps

struct Site { double x, y, z, eps, sig; };
__global__ void energy(const Site* s, const double* gx, double* e, int atoms) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    double me = gx[i], sum = 0.0;   //= global load fine 8..8
    for (int a = 0; a < atoms; ++a) {
        double r = me - s[a].x;   //= global load fine 1..1
        sum += s[a].eps * s[a].sig / (r * r + 1.0);   // @C @D //= global load fine 1..1 //= global load fine 1..1
    }
    e[i] = sum;   //= global store fine 8..8
}
//launch *: grid=64x1x1 block=128x1x1 atoms=500
