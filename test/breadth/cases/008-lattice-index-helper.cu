// case 008 lattice-index-helper
// source: ProjectPhysX/FluidX3D issue 193: SoA index i*N+n vs n*Q+i
//         https://github.com/ProjectPhysX/FluidX3D/issues/193
// original reproduction written for this corpus (pattern only; no code taken from the thread)
// launch: grid=(32,1,1) block=(128,1,1) N=4096
// assume: pointers 256-byte aligned, shared arrays 128-byte aligned, full warps

constexpr int Q = 19;
__device__ inline unsigned nodeMajor(unsigned n, unsigned q) { return n * Q + q; }
__device__ inline unsigned dirMajor(unsigned n, unsigned q, unsigned N) { return q * N + n; }
__global__ void density(const float* fa, const float* fs, float* rho, unsigned N) {
    unsigned n = blockIdx.x * blockDim.x + threadIdx.x;
    float s = 0.f;
    for (unsigned q = 0; q < Q; ++q) {
        s += fa[nodeMajor(n, q)];   //= global load strided 32..32
        s += fs[dirMajor(n, q, N)];   //= global load fine 4..4
    }
    rho[n] = s;   //= global store fine 4..4
}
//launch *: grid=32x1x1 block=128x1x1 N=4096
