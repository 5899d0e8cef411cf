/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/**
 * Copies from global to shared memory that run beside the kernel, cut into pieces as the toolkit's headers cut them: of
 * the type's alignment (at most 16 bytes), piece k by thread k of the group.
 */
#ifndef COALCHECK_CUDA_ASYNC_COPY_H
#define COALCHECK_CUDA_ASYNC_COPY_H

#include <coalcheck/cuda_builtin.h>

/* The evaluation knows this one by its name; the body is for running it. */
COAL_DI void __pipeline_memcpy_async(void *destination, const void *source, size_t bytes, size_t zfill = 0) {
  struct alignas(8) two { unsigned int a, b; };
  struct alignas(16) four { unsigned int a, b, c, d; };
  if (bytes == 16) {
    four v = {};
    if (zfill < bytes) v = *(const four *)source;
    *(four *)destination = v;
  } else if (bytes == 8) {
    two v = {};
    if (zfill < bytes) v = *(const two *)source;
    *(two *)destination = v;
  } else if (bytes == 4) {
    *(unsigned int *)destination = zfill < bytes ? *(const unsigned int *)source : 0;
  }
}

namespace coal_detail {
template <size_t piece> struct async_piece {
  static COAL_DI void copy(char *destination, const char *source) { __pipeline_memcpy_async(destination, source, piece); }
};
template <> struct async_piece<1> {
  static COAL_DI void copy(char *destination, const char *source) { *destination = *source; }
};
template <> struct async_piece<2> {
  static COAL_DI void copy(char *destination, const char *source) { *(short *)destination = *(const short *)source; }
};

template <class __N> struct known_alignment { static constexpr size_t value = 1; };

template <class __T> struct alignment_of { static constexpr size_t value = alignof(__T); };
template <> struct alignment_of<void> { static constexpr size_t value = 1; };

/** The type's alignment or the one that the size's type promises, up to 16. */
template <class __T, class __N> constexpr size_t async_alignment() {
  size_t a = alignment_of<__T>::value > known_alignment<__N>::value ? alignment_of<__T>::value : known_alignment<__N>::value;
  return a > 16 ? 16 : a;
}

template <size_t piece> COAL_DI void async_copy(void *destination, const void *source, size_t bytes, size_t rank, size_t threads) {
  for (size_t at = rank * piece; at < bytes; at += threads * piece)
    async_piece<piece>::copy((char *)destination + at, (const char *)source + at);
}
}  // namespace coal_detail

#endif
