/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/** pybind11: the names with which a module is defined. Nothing of it reaches a kernel. */
#ifndef COALCHECK_STAND_IN_PYBIND_H
#define COALCHECK_STAND_IN_PYBIND_H

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace pybind11 {
struct object {
  template <class... A> object operator()(A &&...) const;
  object attr(const char *) const;
  template <class T> T cast() const;
};
typedef object handle;
struct none : object {};
struct dict : object {};
struct list : object {};
struct tuple : object {};
struct str : object {};
struct bytes : object {};
struct buffer_info {
  void *ptr;
  std::vector<ptrdiff_t> shape, strides;
  ptrdiff_t ndim, size;
};
template <class T, int = 0> struct array_t : object {
  buffer_info request() const;
  T *mutable_data() const;
  const T *data() const;
};
struct arg {
  arg(const char *);
  template <class T> arg &operator=(T &&);
};
namespace literals {
inline arg operator""_a(const char *name, size_t) { return arg(name); }
}  // namespace literals
struct kw_only {};
struct gil_scoped_release {
  gil_scoped_release();
};
struct gil_scoped_acquire {
  gil_scoped_acquire();
};
template <class... A> struct call_guard {};
template <class... A> struct init_tag {};
template <class... A> init_tag<A...> init();
template <class F> init_tag<F> init(F &&);
struct module_ {
  template <class... A> module_ &def(A &&...);
  module_ def_submodule(const char *, const char * = nullptr);
  object attr(const char *) const;
  const char *doc();
};
typedef module_ module;
template <class... C> struct class_ {
  template <class... A> class_(A &&...);
  template <class... A> class_ &def(A &&...);
  template <class... A> class_ &def_readwrite(A &&...);
  template <class... A> class_ &def_readonly(A &&...);
  template <class... A> class_ &def_property(A &&...);
  template <class... A> class_ &def_property_readonly(A &&...);
  template <class... A> class_ &def_static(A &&...);
};
template <class C> struct enum_ {
  template <class... A> enum_(A &&...);
  template <class... A> enum_ &value(A &&...);
  enum_ &export_values();
};
}  // namespace pybind11
namespace py = pybind11;

#define PYBIND11_MODULE(name, m) static void coal_python_module(pybind11::module_ &m)

#endif
