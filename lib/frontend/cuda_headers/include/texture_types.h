/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/** Texture and surface references and fetches: accesses through the texture unit, which are not judged. */
#ifndef COALCHECK_CUDA_TEXTURE_TYPES_H
#define COALCHECK_CUDA_TEXTURE_TYPES_H
#define __TEXTURE_TYPES_H__

#include <cuda_runtime_api.h>

#define cudaTextureType1D 1
#define cudaTextureType2D 2
#define cudaTextureType3D 3
#define cudaTextureTypeCubemap 12
#define cudaTextureType1DLayered 0xf1
#define cudaTextureType2DLayered 0xf2
#define cudaTextureTypeCubemapLayered 0xfc
#define cudaSurfaceType1D 1
#define cudaSurfaceType2D 2
#define cudaSurfaceType3D 3

struct textureReference {
  int normalized;
  cudaTextureFilterMode filterMode;
  cudaTextureAddressMode addressMode[3];
  cudaChannelFormatDesc channelDesc;
  int sRGB;
  unsigned int maxAnisotropy;
};
struct surfaceReference {
  cudaChannelFormatDesc channelDesc;
};
template <class __T, int dim = 1, cudaTextureReadMode mode = cudaReadModeElementType>
struct __device_builtin_texture_type__ texture : textureReference {
  texture(int = 0, cudaTextureFilterMode = cudaFilterModePoint, cudaTextureAddressMode = cudaAddressModeClamp);
  texture(int, cudaTextureFilterMode, cudaTextureAddressMode, cudaChannelFormatDesc);
};
template <class __T, int dim = 1> struct __device_builtin_surface_type__ surface : surfaceReference {
  surface();
};

/* what a fetch returns: the element, or floats of as many components */
template <class __T, cudaTextureReadMode mode> struct __coal_texel {
  typedef __T type;
};
#define COAL_TEXEL(__N)                                                                                       \
  template <> struct __coal_texel<__N##1, cudaReadModeNormalizedFloat> { typedef float1 type; };              \
  template <> struct __coal_texel<__N##2, cudaReadModeNormalizedFloat> { typedef float2 type; };              \
  template <> struct __coal_texel<__N##4, cudaReadModeNormalizedFloat> { typedef float4 type; };
COAL_TEXEL(char)
COAL_TEXEL(uchar)
COAL_TEXEL(short)
COAL_TEXEL(ushort)
#undef COAL_TEXEL
template <> struct __coal_texel<char, cudaReadModeNormalizedFloat> { typedef float type; };
template <> struct __coal_texel<signed char, cudaReadModeNormalizedFloat> { typedef float type; };
template <> struct __coal_texel<unsigned char, cudaReadModeNormalizedFloat> { typedef float type; };
template <> struct __coal_texel<short, cudaReadModeNormalizedFloat> { typedef float type; };
template <> struct __coal_texel<unsigned short, cudaReadModeNormalizedFloat> { typedef float type; };

/* F(texture reference, coordinates), F<T>(object, coordinates), F(T *, object, coordinates) */
#define COAL_TEX(__F, ...)                                                                                    \
  template <class __T, int d, cudaTextureReadMode m>                                                          \
  COAL_D typename __coal_texel<__T, m>::type __F(texture<__T, d, m>, __VA_ARGS__);                                \
  template <class __T> COAL_D __T __F(cudaTextureObject_t, __VA_ARGS__);                                          \
  template <class __T> COAL_D void __F(__T *, cudaTextureObject_t, __VA_ARGS__);
COAL_TEX(tex1Dfetch, int)
COAL_TEX(tex1D, float)
COAL_TEX(tex2D, float, float)
COAL_TEX(tex3D, float, float, float)
COAL_TEX(texCubemap, float, float, float)
COAL_TEX(tex1DLayered, float, int)
COAL_TEX(tex2DLayered, float, float, int)
COAL_TEX(texCubemapLayered, float, float, float, int)
COAL_TEX(tex1DLod, float, float)
COAL_TEX(tex2DLod, float, float, float)
COAL_TEX(tex3DLod, float, float, float, float)
COAL_TEX(tex1DLayeredLod, float, int, float)
COAL_TEX(tex2DLayeredLod, float, float, int, float)
COAL_TEX(tex1DGrad, float, float, float)
COAL_TEX(tex2DGrad, float, float, float2, float2)
COAL_TEX(tex3DGrad, float, float, float, float4, float4)
COAL_TEX(tex2Dgather, float, float, int)
#undef COAL_TEX
template <class __T> COAL_D __T tex2Dgather(cudaTextureObject_t, float, float);

#define COAL_SURF(__N, ...)                                                                                          \
  template <class __T, int d> COAL_D __T surf##__N##read(surface<void, d>, __VA_ARGS__, cudaSurfaceBoundaryMode = cudaBoundaryModeTrap); \
  template <class __T> COAL_D __T surf##__N##read(cudaSurfaceObject_t, __VA_ARGS__, cudaSurfaceBoundaryMode = cudaBoundaryModeTrap);     \
  template <class __T, int d> COAL_D void surf##__N##read(__T *, surface<void, d>, __VA_ARGS__, cudaSurfaceBoundaryMode = cudaBoundaryModeTrap); \
  template <class __T> COAL_D void surf##__N##read(__T *, cudaSurfaceObject_t, __VA_ARGS__, cudaSurfaceBoundaryMode = cudaBoundaryModeTrap);     \
  template <class __T, int d> COAL_D void surf##__N##write(__T, surface<void, d>, __VA_ARGS__, cudaSurfaceBoundaryMode = cudaBoundaryModeTrap); \
  template <class __T> COAL_D void surf##__N##write(__T, cudaSurfaceObject_t, __VA_ARGS__, cudaSurfaceBoundaryMode = cudaBoundaryModeTrap);
COAL_SURF(1D, int)
COAL_SURF(2D, int, int)
COAL_SURF(3D, int, int, int)
COAL_SURF(1DLayered, int, int)
COAL_SURF(2DLayered, int, int, int)
COAL_SURF(Cubemap, int, int, int)
COAL_SURF(CubemapLayered, int, int, int)
#undef COAL_SURF

template <class __T, int d, cudaTextureReadMode m>
cudaError_t cudaBindTexture(size_t *, const texture<__T, d, m> &, const void *, size_t = 0xffffffffu);
template <class __T, int d, cudaTextureReadMode m>
cudaError_t cudaBindTexture(size_t *, const texture<__T, d, m> &, const void *, const cudaChannelFormatDesc &, size_t = 0xffffffffu);
template <class __T, int d, cudaTextureReadMode m>
cudaError_t cudaBindTexture2D(size_t *, const texture<__T, d, m> &, const void *, size_t, size_t, size_t);
template <class __T, int d, cudaTextureReadMode m>
cudaError_t cudaBindTexture2D(size_t *, const texture<__T, d, m> &, const void *, const cudaChannelFormatDesc &, size_t, size_t, size_t);
template <class __T, int d, cudaTextureReadMode m> cudaError_t cudaBindTextureToArray(const texture<__T, d, m> &, cudaArray_const_t);
template <class __T, int d, cudaTextureReadMode m>
cudaError_t cudaBindTextureToArray(const texture<__T, d, m> &, cudaArray_const_t, const cudaChannelFormatDesc &);
template <class __T, int d, cudaTextureReadMode m> cudaError_t cudaUnbindTexture(const texture<__T, d, m> &);
template <class __T, int d, cudaTextureReadMode m> cudaError_t cudaGetTextureAlignmentOffset(size_t *, const texture<__T, d, m> &);
cudaError_t cudaGetTextureReference(const textureReference **, const void *);
template <class __T, int d> cudaError_t cudaBindSurfaceToArray(const surface<__T, d> &, cudaArray_const_t);
template <class __T, int d> cudaError_t cudaBindSurfaceToArray(const surface<__T, d> &, cudaArray_const_t, const cudaChannelFormatDesc &);

#endif
