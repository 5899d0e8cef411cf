// case 056 csr-scalar-gather
// source: A Novel CSR-Based SpMV on GPUs / Bell & Garland: CSR-scalar
//         https://www.hindawi.com/journals/mpe/2016/8471283/
// original reproduction written for this corpus (pattern only; no code taken from the thread)
// launch: grid=(32,1,1) block=(128,1,1) rows=4096
// assume: pointers 256-byte aligned, shared arrays 128-byte aligned, full warps

__global__ void spmvRow(const int* ptr, const int* col, const float* val, const float* x, float* y, int rows) {
    int r = blockIdx.x * blockDim.x + threadIdx.x;
    if (r >= rows) return;
    float s = 0.f;
    int e = ptr[r + 1];   //= global load fine-group 5..5
    for (int k = ptr[r]; k < e; ++k)   //= global load fine 4..4
        s += val[k]   //= global load unknown
           * x[col[k]];                    // @D @E //= global load unknown //= global load unknown
    y[r] = s;   //= global store fine 4..4
}
//launch *: grid=32x1x1 block=128x1x1 rows=4096
