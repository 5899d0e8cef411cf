// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Textures, with objects and the references of old; and surfaces.
texture<float, 2, cudaReadModeElementType> reference;
texture<uchar4, 1, cudaReadModeNormalizedFloat> normalized;
surface<void, 2> old_surface;

__global__ void fetch(cudaTextureObject_t object, cudaSurfaceObject_t surface, float *out) {
  int i = threadIdx.x;
  out[i] = tex2D<float>(object, 1.0f, 2.0f) + tex1Dfetch<float4>(object, i).x + tex3D<float>(object, 1, 2, 3);
  out[i] += tex2D(reference, 1.0f, 2.0f) + tex1D(normalized, 1.0f).x;
  surf2Dwrite(1.0f, old_surface, 4, 4);
  float v;
  surf2Dread(&v, surface, i * 4, 2);
  surf2Dwrite(v, surface, i * 4, 2);
}

void setup(float *p) {
  cudaResourceDesc resource = {};
  resource.resType = cudaResourceTypeLinear;
  resource.res.linear.devPtr = p;
  resource.res.linear.desc = cudaCreateChannelDesc<float>();
  cudaTextureDesc description = {};
  description.addressMode[0] = cudaAddressModeClamp;
  description.filterMode = cudaFilterModePoint;
  description.readMode = cudaReadModeElementType;
  cudaTextureObject_t object;
  cudaCreateTextureObject(&object, &resource, &description, NULL);
  cudaArray_t array;
  cudaChannelFormatDesc channel = cudaCreateChannelDesc(32, 0, 0, 0, cudaChannelFormatKindFloat);
  cudaMallocArray(&array, &channel, 64, 64);
  reference.addressMode[0] = cudaAddressModeWrap;
  cudaBindTextureToArray(reference, array, channel);
  cudaBindTexture(0, normalized, p, 64);
  fetch<<<1, 32>>>(object, 0, p);
}
