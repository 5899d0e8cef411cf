// case 021 vector-odd-sample-fault
// source: apache/mahout PR 1108: misaligned vector loads for odd-length samples
//         https://github.com/apache/mahout/pull/1108
// original reproduction written for this corpus (pattern only; no code taken from the thread)
// launch: grid=(2,8,1) block=(64,1,1) len=513 doubles per sample, 8 samples
// assume: pointers 256-byte aligned, shared arrays 128-byte aligned, full warps

__global__ void halfNorm(const double* batch, double* part, int len) {
    const double* mine = batch + (size_t)blockIdx.y * len;
    const double2* v = reinterpret_cast<const double2*>(mine);
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    double2 d = v[i];   //= global load misaligned 16..17
    part[(blockIdx.y * gridDim.x + blockIdx.x) * 64 + threadIdx.x] = d.x * d.x + d.y * d.y;   //= global store fine 8..8
}
//launch *: grid=2x8x1 block=64x1x1 len=513
