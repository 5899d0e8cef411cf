// Worked answers; see facts.md. Launch: block = (256, 1, 1).

struct Particle { float x, y, z, w; };
struct Body { float x, y, z, vx, vy, vz; };
__global__ void one_field(const Particle *p, const Body *b, const float *px, float *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float s = p[i].x;   //= global load aos-field 16..16
  float t = b[i].vx;   //= global load aos-field 24..24
  float u = px[i];   //= global load fine 4..4
  out[i] = s + t + u;   //= global store fine 4..4
}
//launch *: grid=16x16x1 block=256x1x1
