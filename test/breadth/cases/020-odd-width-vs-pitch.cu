// case 020 odd-width-vs-pitch
// source: cudaMallocPitch and cudaMemcpy2D
//         https://stackoverflow.com/questions/35771430
// original reproduction written for this corpus (pattern only; no code taken from the thread)
// launch: grid=(31,32,1) block=(32,8,1) w=1001, pitch=4096 bytes
// assume: pointers 256-byte aligned, shared arrays 128-byte aligned, full warps

__global__ void scaleRows(float* packed, char* pitched, int w, size_t pitch) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= w) return;
    packed[y * w + x] *= 2.f;   //= global load+store misaligned 4..5 mean 4.875
    float* row = reinterpret_cast<float*>(pitched + y * pitch);
    row[x] *= 2.f;   //= global load+store fine 4..4
}
//launch *: grid=31x32x1 block=32x8x1 w=1001 pitch=4096
