// Worked answers; see facts.md. Launch: block = (256, 1, 1).

__global__ void strides(const float *data, const float *late, float *out, int n) {
  int i = threadIdx.x;
  float a = data[i];   //= global load fine 4..4
  float b = data[i * 1024];   //= global load strided 32..32
  float c = data[threadIdx.x * 8];   //= global load strided 32..32
  float d = late[i + 4];   //= global load misaligned 5..5
  float e = data[n];   //= global load fine 1..1
  out[i] = a + b + c + d + e;   //= global store fine 4..4
}
//launch *: grid=16x16x1 block=256x1x1 n=1048576
