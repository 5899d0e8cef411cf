// Worked answers; see facts.md. Launch: block = (256, 1, 1).

struct Particle { float x, y, z, w; };
__global__ void all_fields(const Particle *p, float *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = p[i].x   //= global load fine-group 16..16
         + p[i].y   //= global load fine-group 16..16
         + p[i].z   //= global load fine-group 16..16
         + p[i].w;   //= global load fine-group 16..16
}
//launch *: grid=16x16x1 block=256x1x1
