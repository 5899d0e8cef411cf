/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/**
 * What kernels and launches need of PyTorch (torch, ATen, c10), declared anew: read where a source includes one of its headers and
 * the real one is in none of the include folders.
 */
#ifndef COALCHECK_STAND_IN_TORCH_H
#define COALCHECK_STAND_IN_TORCH_H

#include <coalcheck/torch_macros.h>
#include <coalcheck/torch_cuda.h>


namespace torch {
class Library {
public:
  template <class... A> Library &def(A &&...);
  template <class... A> Library &impl(A &&...);
  template <class C> Library &class_(const char *);
};
template <class... A> c10::ScalarType dispatch(A &&...);
template <class F> F *coal_same(F *);
}  // namespace torch
#define TORCH_FN(f) (&f)
#define TORCH_BOX(f) (f)
#define TORCH_LIBRARY(ns, m) static void coal_torch_library_##ns(torch::Library &m)
#define COAL_TORCH_JOIN(a, b) a##b
#define COAL_TORCH_UNIQUE(a, b) COAL_TORCH_JOIN(a, b)
#define TORCH_LIBRARY_FRAGMENT(ns, m) static void COAL_TORCH_UNIQUE(coal_torch_fragment_, __LINE__)(torch::Library & m)
#define TORCH_LIBRARY_IMPL(ns, key, m) static void COAL_TORCH_UNIQUE(coal_torch_impl_, __LINE__)(torch::Library & m)
#define STABLE_TORCH_LIBRARY(ns, m) TORCH_LIBRARY(ns, m)

#endif
