// A small image pipeline: threshold a picture, transpose it twice (once without care, once through shared memory),
// blur it with a three-point stencil, sum its rows, and let a cloud of particles move over it.
//
// Build and run it with:  nvcc -o image_pipeline image_pipeline.cu && ./image_pipeline
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>
#include <vector>

#define CHECK(call)                                                                          \
  do {                                                                                       \
    cudaError_t status = (call);                                                             \
    if (status != cudaSuccess) {                                                             \
      std::fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, cudaGetErrorString(status));   \
      std::exit(1);                                                                          \
    }                                                                                        \
  } while (0)

constexpr int kTile = 32;
constexpr int kRows = 8;  // rows of threads that serve one tile

struct Particle {
  float x, y, z;
  float vx, vy, vz;
};

// One thread a pixel, neighbours side by side.
__global__ void threshold(const float *in, float *out, int n, float level) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = in[i] > level ? 1.0f : 0.0f;
}

// Reads rows, writes columns: neighbouring lanes store a whole row apart.
__global__ void transpose_naive(const float *in, float *out, int width, int height) {
  int x = blockIdx.x * kTile + threadIdx.x;
  int y = blockIdx.y * kTile + threadIdx.y;
  for (int j = 0; j < kTile; j += kRows)
    if (x < width && y + j < height) out[x * height + y + j] = in[(y + j) * width + x];
}

// Goes through shared memory, so that both sides are rows; but a column of the tile lies in a single bank.
__global__ void transpose_tiled(const float *in, float *out, int width, int height) {
  __shared__ float tile[kTile][kTile];
  int x = blockIdx.x * kTile + threadIdx.x;
  int y = blockIdx.y * kTile + threadIdx.y;
  for (int j = 0; j < kTile; j += kRows)
    if (x < width && y + j < height) tile[threadIdx.y + j][threadIdx.x] = in[(y + j) * width + x];
  __syncthreads();
  x = blockIdx.y * kTile + threadIdx.x;
  y = blockIdx.x * kTile + threadIdx.y;
  for (int j = 0; j < kTile; j += kRows)
    if (x < height && y + j < width) out[(y + j) * height + x] = tile[threadIdx.x][threadIdx.y + j];
}

// A stencil: the shifted loads stay within what the neighbouring warps fetch anyway.
__global__ void blur(const float *in, float *out, int width, int height) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < 1 || x >= width - 1 || y >= height) return;
  const float *row = in + y * width;
  out[y * width + x] = 0.25f * row[x - 1] + 0.5f * row[x] + 0.25f * row[x + 1];
}

// One block a row.
__global__ void row_sums(const float *in, float *sums, int width) {
  __shared__ float partial[256];
  float sum = 0.0f;
  for (int x = threadIdx.x; x < width; x += blockDim.x) sum += in[blockIdx.x * width + x];
  partial[threadIdx.x] = sum;
  __syncthreads();
  for (int s = blockDim.x / 2; s > 0; s /= 2) {
    if (threadIdx.x < s) partial[threadIdx.x] += partial[threadIdx.x + s];
    __syncthreads();
  }
  if (threadIdx.x == 0) sums[blockIdx.x] = partial[0];
}

// An array of structures of which a kernel needs one member.
__global__ void lift(Particle *particles, int n, float amount) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) particles[i].z += amount;
}

static int ceil_div(int a, int b) { return (a + b - 1) / b; }

int main() {
  const int width = 2048, height = 1024, n = width * height, n_particles = 1 << 16;
  std::vector<float> host(n);
  for (int i = 0; i < n; i++) host[i] = (float)(i % 251) / 251.0f;

  float *image, *scratch, *sums;
  Particle *particles;
  CHECK(cudaMalloc(&image, n * sizeof(float)));
  CHECK(cudaMalloc(&scratch, n * sizeof(float)));
  CHECK(cudaMalloc(&sums, height * sizeof(float)));
  CHECK(cudaMalloc(&particles, n_particles * sizeof(Particle)));
  CHECK(cudaMemset(particles, 0, n_particles * sizeof(Particle)));
  CHECK(cudaMemcpy(image, host.data(), n * sizeof(float), cudaMemcpyHostToDevice));

  threshold<<<ceil_div(n, 256), 256>>>(image, scratch, n, 0.5f);

  dim3 block(kTile, kRows);
  dim3 grid(ceil_div(width, kTile), ceil_div(height, kTile));
  transpose_naive<<<grid, block>>>(scratch, image, width, height);
  transpose_tiled<<<dim3(grid.y, grid.x), block>>>(image, scratch, height, width);

  dim3 blur_block(64, 4);
  blur<<<dim3(ceil_div(width, 64), ceil_div(height, 4)), blur_block>>>(scratch, image, width, height);
  row_sums<<<height, 256>>>(image, sums, width);
  lift<<<ceil_div(n_particles, 128), 128>>>(particles, n_particles, 0.1f);
  CHECK(cudaGetLastError());

  std::vector<float> result(height);
  CHECK(cudaMemcpy(result.data(), sums, height * sizeof(float), cudaMemcpyDeviceToHost));
  double total = 0.0;
  for (float s : result) total += s;
  std::printf("%.0f bright pixels\n", total);

  CHECK(cudaFree(particles));
  CHECK(cudaFree(sums));
  CHECK(cudaFree(scratch));
  CHECK(cudaFree(image));
  return 0;
}
