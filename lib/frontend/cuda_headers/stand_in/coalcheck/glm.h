/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/** GLM's vectors, matrices (column by column) and quaternions with the layout of the real ones. */
#ifndef COALCHECK_STAND_IN_GLM_H
#define COALCHECK_STAND_IN_GLM_H

#include <cmath>
#include <cstddef>
#include <limits>

#define COAL_GLM __host__ __device__ inline

namespace glm {
typedef int length_t;
enum qualifier { packed_highp, highp = packed_highp, defaultp = packed_highp };

template <length_t L, class T, qualifier Q = defaultp> struct vec;
#define COAL_GLM_MEMBERS(N)                                                                       \
  typedef T value_type;                                                                           \
  vec() = default;                                                                                \
  template <class U, qualifier P> COAL_GLM vec(const vec<N, U, P> &v) {                           \
    for (int i = 0; i < N; i++) (*this)[i] = T(v[i]);                                             \
  }                                                                                               \
  COAL_GLM T &operator[](length_t i) { return (&x)[i]; }                                          \
  COAL_GLM const T &operator[](length_t i) const { return (&x)[i]; }                              \
  static constexpr __host__ __device__ length_t length() { return N; }
template <class T, qualifier Q> struct vec<1, T, Q> {
  T x;
  COAL_GLM explicit vec(T s) : x(s) {}
  COAL_GLM_MEMBERS(1)
};
template <class T, qualifier Q> struct vec<2, T, Q> {
  T x, y;
  template <class A> COAL_GLM explicit vec(A s) : x(T(s)), y(T(s)) {}
  template <class A, class B> COAL_GLM vec(A a, B b) : x(T(a)), y(T(b)) {}
  template <class U, qualifier P> COAL_GLM explicit vec(const vec<3, U, P> &v) : x(T(v.x)), y(T(v.y)) {}
  template <class U, qualifier P> COAL_GLM explicit vec(const vec<4, U, P> &v) : x(T(v.x)), y(T(v.y)) {}
  COAL_GLM_MEMBERS(2)
};
template <class T, qualifier Q> struct vec<3, T, Q> {
  T x, y, z;
  template <class A> COAL_GLM explicit vec(A s) : x(T(s)), y(T(s)), z(T(s)) {}
  template <class A, class B, class C> COAL_GLM vec(A a, B b, C c) : x(T(a)), y(T(b)), z(T(c)) {}
  template <class U, qualifier P, class C> COAL_GLM vec(const vec<2, U, P> &v, C c) : x(T(v.x)), y(T(v.y)), z(T(c)) {}
  template <class U, qualifier P> COAL_GLM explicit vec(const vec<4, U, P> &v) : x(T(v.x)), y(T(v.y)), z(T(v.z)) {}
  COAL_GLM_MEMBERS(3)
};
template <class T, qualifier Q> struct vec<4, T, Q> {
  T x, y, z, w;
  template <class A> COAL_GLM explicit vec(A s) : x(T(s)), y(T(s)), z(T(s)), w(T(s)) {}
  template <class A, class B, class C, class D> COAL_GLM vec(A a, B b, C c, D d) : x(T(a)), y(T(b)), z(T(c)), w(T(d)) {}
  template <class U, qualifier P, class D>
  COAL_GLM vec(const vec<3, U, P> &v, D d) : x(T(v.x)), y(T(v.y)), z(T(v.z)), w(T(d)) {}
  COAL_GLM_MEMBERS(4)
};
#undef COAL_GLM_MEMBERS

#define COAL_GLM_OPERATOR(OP)                                                                                    \
  template <length_t L, class T, qualifier Q> COAL_GLM vec<L, T, Q> operator OP(const vec<L, T, Q> &a, const vec<L, T, Q> &b) { \
    vec<L, T, Q> r;                                                                                              \
    for (int i = 0; i < L; i++) r[i] = a[i] OP b[i];                                                             \
    return r;                                                                                                    \
  }                                                                                                              \
  template <length_t L, class T, qualifier Q> COAL_GLM vec<L, T, Q> operator OP(const vec<L, T, Q> &a, T b) {    \
    vec<L, T, Q> r;                                                                                              \
    for (int i = 0; i < L; i++) r[i] = a[i] OP b;                                                                \
    return r;                                                                                                    \
  }                                                                                                              \
  template <length_t L, class T, qualifier Q> COAL_GLM vec<L, T, Q> operator OP(T a, const vec<L, T, Q> &b) {    \
    vec<L, T, Q> r;                                                                                              \
    for (int i = 0; i < L; i++) r[i] = a OP b[i];                                                                \
    return r;                                                                                                    \
  }                                                                                                              \
  template <length_t L, class T, qualifier Q, class B> COAL_GLM vec<L, T, Q> &operator OP##=(vec<L, T, Q> &a, const B &b) { \
    return a = a OP b;                                                                                           \
  }
COAL_GLM_OPERATOR(+) COAL_GLM_OPERATOR(-) COAL_GLM_OPERATOR(*) COAL_GLM_OPERATOR(/)
#undef COAL_GLM_OPERATOR
template <length_t L, class T, qualifier Q> COAL_GLM vec<L, T, Q> operator-(const vec<L, T, Q> &a) { return a * T(-1); }
template <length_t L, class T, qualifier Q> COAL_GLM bool operator==(const vec<L, T, Q> &a, const vec<L, T, Q> &b) {
  bool same = true;
  for (int i = 0; i < L; i++) same = same && a[i] == b[i];
  return same;
}

template <length_t C, length_t R, class T, qualifier Q = defaultp> struct mat {
  typedef vec<R, T, Q> col_type;
  col_type value[C];
  mat() = default;
  COAL_GLM explicit mat(T s) {
    for (int c = 0; c < C; c++)
      for (int r = 0; r < R; r++) value[c][r] = c == r ? s : T(0);
  }
  template <class... A, class = decltype(sizeof(char[sizeof...(A) == C - 1 ? 1 : -1]))>
  COAL_GLM mat(const col_type &first, const A &...rest) : value{first, rest...} {}
  template <class... A, class = decltype(sizeof(char[sizeof...(A) == C * R - 2 ? 1 : -1]))>
  COAL_GLM mat(T a, T b, const A &...rest) {
    const T list[] = {a, b, T(rest)...};
    for (int i = 0; i < C * R; i++) value[i / R][i % R] = list[i];
  }
  template <length_t C2, length_t R2> COAL_GLM explicit mat(const mat<C2, R2, T, Q> &m) {
    for (int c = 0; c < C; c++)
      for (int r = 0; r < R; r++) value[c][r] = c < C2 && r < R2 ? m[c][r] : c == r ? T(1) : T(0);
  }
  COAL_GLM col_type &operator[](length_t i) { return value[i]; }
  COAL_GLM const col_type &operator[](length_t i) const { return value[i]; }
  static constexpr __host__ __device__ length_t length() { return C; }
};
#define COAL_GLM_MAT template <length_t C, length_t R, class T, qualifier Q>
COAL_GLM_MAT COAL_GLM mat<C, R, T, Q> operator+(mat<C, R, T, Q> a, const mat<C, R, T, Q> &b) {
  for (int c = 0; c < C; c++) a[c] = a[c] + b[c];
  return a;
}
COAL_GLM_MAT COAL_GLM mat<C, R, T, Q> operator-(mat<C, R, T, Q> a, const mat<C, R, T, Q> &b) {
  for (int c = 0; c < C; c++) a[c] = a[c] - b[c];
  return a;
}
COAL_GLM_MAT COAL_GLM mat<C, R, T, Q> operator*(mat<C, R, T, Q> a, T s) {
  for (int c = 0; c < C; c++) a[c] = a[c] * s;
  return a;
}
COAL_GLM_MAT COAL_GLM mat<C, R, T, Q> operator*(T s, const mat<C, R, T, Q> &a) { return a * s; }
COAL_GLM_MAT COAL_GLM mat<C, R, T, Q> operator/(const mat<C, R, T, Q> &a, T s) { return a * (T(1) / s); }
COAL_GLM_MAT COAL_GLM mat<C, R, T, Q> operator-(const mat<C, R, T, Q> &a) { return a * T(-1); }
COAL_GLM_MAT COAL_GLM mat<C, R, T, Q> &operator+=(mat<C, R, T, Q> &a, const mat<C, R, T, Q> &b) { return a = a + b; }
COAL_GLM_MAT COAL_GLM mat<C, R, T, Q> &operator-=(mat<C, R, T, Q> &a, const mat<C, R, T, Q> &b) { return a = a - b; }
COAL_GLM_MAT COAL_GLM mat<C, R, T, Q> &operator*=(mat<C, R, T, Q> &a, T s) { return a = a * s; }
COAL_GLM_MAT COAL_GLM vec<R, T, Q> operator*(const mat<C, R, T, Q> &m, const vec<C, T, Q> &v) {
  vec<R, T, Q> r(T(0));
  for (int c = 0; c < C; c++) r = r + m[c] * v[c];
  return r;
}
COAL_GLM_MAT COAL_GLM vec<C, T, Q> operator*(const vec<R, T, Q> &v, const mat<C, R, T, Q> &m) {
  vec<C, T, Q> r;
  for (int c = 0; c < C; c++) r[c] = dot(v, m[c]);
  return r;
}
template <length_t K, length_t R, length_t C, class T, qualifier Q>
COAL_GLM mat<C, R, T, Q> operator*(const mat<K, R, T, Q> &a, const mat<C, K, T, Q> &b) {
  mat<C, R, T, Q> r;
  for (int c = 0; c < C; c++) r[c] = a * b[c];
  return r;
}
#undef COAL_GLM_MAT

template <class T, qualifier Q = defaultp> struct qua {
  T x, y, z, w;
  qua() = default;
  COAL_GLM qua(T w_, T x_, T y_, T z_) : x(x_), y(y_), z(z_), w(w_) {}
  COAL_GLM qua(T w_, const vec<3, T, Q> &v) : x(v.x), y(v.y), z(v.z), w(w_) {}
  COAL_GLM T &operator[](length_t i) { return (&x)[i]; }
  COAL_GLM const T &operator[](length_t i) const { return (&x)[i]; }
};

#define COAL_GLM_VEC template <length_t L, class T, qualifier Q>
COAL_GLM_VEC COAL_GLM T dot(const vec<L, T, Q> &a, const vec<L, T, Q> &b) {
  T s = T(0);
  for (int i = 0; i < L; i++) s += a[i] * b[i];
  return s;
}
COAL_GLM_VEC COAL_GLM T length(const vec<L, T, Q> &a) { return std::sqrt(dot(a, a)); }
COAL_GLM_VEC COAL_GLM T distance(const vec<L, T, Q> &a, const vec<L, T, Q> &b) { return length(a - b); }
COAL_GLM_VEC COAL_GLM vec<L, T, Q> normalize(const vec<L, T, Q> &a) { return a * (T(1) / length(a)); }
template <class T, qualifier Q> COAL_GLM vec<3, T, Q> cross(const vec<3, T, Q> &a, const vec<3, T, Q> &b) {
  return vec<3, T, Q>(a.y * b.z - b.y * a.z, a.z * b.x - b.z * a.x, a.x * b.y - b.x * a.y);
}
template <class T> COAL_GLM T max(T a, T b) { return a < b ? b : a; }
template <class T> COAL_GLM T min(T a, T b) { return b < a ? b : a; }
COAL_GLM_VEC COAL_GLM vec<L, T, Q> max(vec<L, T, Q> a, const vec<L, T, Q> &b) {
  for (int i = 0; i < L; i++) a[i] = a[i] < b[i] ? b[i] : a[i];
  return a;
}
COAL_GLM_VEC COAL_GLM vec<L, T, Q> min(vec<L, T, Q> a, const vec<L, T, Q> &b) {
  for (int i = 0; i < L; i++) a[i] = b[i] < a[i] ? b[i] : a[i];
  return a;
}
COAL_GLM_VEC COAL_GLM vec<L, T, Q> max(vec<L, T, Q> a, T b) {
  for (int i = 0; i < L; i++) a[i] = a[i] < b ? b : a[i];
  return a;
}
COAL_GLM_VEC COAL_GLM vec<L, T, Q> min(vec<L, T, Q> a, T b) {
  for (int i = 0; i < L; i++) a[i] = b < a[i] ? b : a[i];
  return a;
}
template <class T> COAL_GLM T clamp(T v, T low, T high) { return min(max(v, low), high); }
COAL_GLM_VEC COAL_GLM vec<L, T, Q> clamp(const vec<L, T, Q> &v, T low, T high) { return min(max(v, low), high); }
template <class V, class T> COAL_GLM V mix(const V &a, const V &b, T t) { return a * (T(1) - t) + b * t; }
template <class V, class T> COAL_GLM V lerp(const V &a, const V &b, T t) { return mix(a, b, t); }
template <class T> COAL_GLM T epsilon() { return std::numeric_limits<T>::epsilon(); }
template <class T> COAL_GLM T pi() { return T(3.14159265358979323846); }
template <class T> COAL_GLM T radians(T degrees) { return degrees * pi<T>() / T(180); }
#define COAL_GLM_FUNCTION(F)                                              \
  COAL_GLM float F(float v) { return ::F(v); }                            \
  COAL_GLM double F(double v) { return ::F(v); }                          \
  COAL_GLM_VEC COAL_GLM vec<L, T, Q> F(vec<L, T, Q> a) {                  \
    for (int i = 0; i < L; i++) a[i] = ::F(a[i]);                         \
    return a;                                                             \
  }
COAL_GLM_FUNCTION(sin) COAL_GLM_FUNCTION(cos) COAL_GLM_FUNCTION(tan) COAL_GLM_FUNCTION(acos) COAL_GLM_FUNCTION(asin)
COAL_GLM_FUNCTION(exp) COAL_GLM_FUNCTION(log) COAL_GLM_FUNCTION(sqrt) COAL_GLM_FUNCTION(floor) COAL_GLM_FUNCTION(ceil)
#undef COAL_GLM_FUNCTION
COAL_GLM float abs(float v) { return v < 0 ? -v : v; }
COAL_GLM_VEC COAL_GLM vec<L, T, Q> abs(vec<L, T, Q> a) {
  for (int i = 0; i < L; i++) a[i] = a[i] < T(0) ? -a[i] : a[i];
  return a;
}
template <class T> COAL_GLM T atan(T y, T x) { return ::atan2(y, x); }
template <class T> COAL_GLM T pow(T a, T b) { return ::pow(a, b); }

template <length_t C, length_t R, class T, qualifier Q> COAL_GLM mat<R, C, T, Q> transpose(const mat<C, R, T, Q> &m) {
  mat<R, C, T, Q> r;
  for (int c = 0; c < C; c++)
    for (int k = 0; k < R; k++) r[k][c] = m[c][k];
  return r;
}
template <length_t C, length_t R, class T, qualifier Q>
COAL_GLM mat<C, R, T, Q> outerProduct(const vec<R, T, Q> &a, const vec<C, T, Q> &b) {
  mat<C, R, T, Q> m;
  for (int c = 0; c < C; c++) m[c] = a * b[c];
  return m;
}
template <length_t C, length_t R, class T, qualifier Q>
COAL_GLM mat<C, R, T, Q> matrixCompMult(const mat<C, R, T, Q> &a, const mat<C, R, T, Q> &b) {
  mat<C, R, T, Q> m;
  for (int c = 0; c < C; c++) m[c] = a[c] * b[c];
  return m;
}
template <length_t N, class T, qualifier Q> __host__ __device__ mat<N, N, T, Q> inverse(const mat<N, N, T, Q> &);
template <length_t N, class T, qualifier Q> __host__ __device__ T determinant(const mat<N, N, T, Q> &);

template <class T, qualifier Q> COAL_GLM qua<T, Q> conjugate(const qua<T, Q> &q) { return qua<T, Q>(q.w, -q.x, -q.y, -q.z); }
template <class T, qualifier Q> COAL_GLM T dot(const qua<T, Q> &a, const qua<T, Q> &b) {
  return a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w;
}
template <class T, qualifier Q> COAL_GLM qua<T, Q> operator*(const qua<T, Q> &q, T s) {
  return qua<T, Q>(q.w * s, q.x * s, q.y * s, q.z * s);
}
template <class T, qualifier Q> COAL_GLM qua<T, Q> operator*(T s, const qua<T, Q> &q) { return q * s; }
template <class T, qualifier Q> COAL_GLM qua<T, Q> operator/(const qua<T, Q> &q, T s) { return q * (T(1) / s); }
template <class T, qualifier Q> COAL_GLM qua<T, Q> operator-(const qua<T, Q> &q) { return q * T(-1); }
template <class T, qualifier Q> COAL_GLM qua<T, Q> operator+(const qua<T, Q> &a, const qua<T, Q> &b) {
  return qua<T, Q>(a.w + b.w, a.x + b.x, a.y + b.y, a.z + b.z);
}
template <class T, qualifier Q> COAL_GLM T length(const qua<T, Q> &q) { return std::sqrt(dot(q, q)); }
template <class T, qualifier Q> COAL_GLM qua<T, Q> normalize(const qua<T, Q> &q) { return q * (T(1) / length(q)); }
template <class T, qualifier Q> COAL_GLM qua<T, Q> inverse(const qua<T, Q> &q) { return conjugate(q) / dot(q, q); }
template <class T, qualifier Q> COAL_GLM qua<T, Q> slerp(const qua<T, Q> &a, const qua<T, Q> &b, T t) {
  return a * (T(1) - t) + b * t;
}
template <class T, qualifier Q> COAL_GLM vec<3, T, Q> rotate(const qua<T, Q> &q, const vec<3, T, Q> &v) {
  const vec<3, T, Q> u(q.x, q.y, q.z), uv = cross(u, v);
  return v + (uv * q.w + cross(u, uv)) * T(2);
}
template <class T, qualifier Q> COAL_GLM vec<3, T, Q> operator*(const qua<T, Q> &q, const vec<3, T, Q> &v) { return rotate(q, v); }
template <class T, qualifier Q> COAL_GLM mat<3, 3, T, Q> mat3_cast(const qua<T, Q> &q) {
  return mat<3, 3, T, Q>(rotate(q, vec<3, T, Q>(T(1), T(0), T(0))), rotate(q, vec<3, T, Q>(T(0), T(1), T(0))),
                         rotate(q, vec<3, T, Q>(T(0), T(0), T(1))));
}
template <class T, qualifier Q> __host__ __device__ qua<T, Q> quat_cast(const mat<3, 3, T, Q> &);

template <class T> COAL_GLM vec<2, T> make_vec2(const T *p) { return vec<2, T>(p[0], p[1]); }
template <class T> COAL_GLM vec<3, T> make_vec3(const T *p) { return vec<3, T>(p[0], p[1], p[2]); }
template <class T> COAL_GLM vec<4, T> make_vec4(const T *p) { return vec<4, T>(p[0], p[1], p[2], p[3]); }
#define COAL_GLM_MAKE(NAME, N)                              \
  template <class T> COAL_GLM mat<N, N, T> NAME(const T *p) { \
    mat<N, N, T> m;                                         \
    for (int c = 0; c < N; c++)                             \
      for (int r = 0; r < N; r++) m[c][r] = p[c * N + r];   \
    return m;                                               \
  }
COAL_GLM_MAKE(make_mat2, 2) COAL_GLM_MAKE(make_mat3, 3) COAL_GLM_MAKE(make_mat4, 4)
#undef COAL_GLM_MAKE
COAL_GLM_VEC COAL_GLM T *value_ptr(vec<L, T, Q> &v) { return &v.x; }
COAL_GLM_VEC COAL_GLM const T *value_ptr(const vec<L, T, Q> &v) { return &v.x; }
template <length_t C, length_t R, class T, qualifier Q> COAL_GLM T *value_ptr(mat<C, R, T, Q> &m) { return &m[0].x; }
template <length_t C, length_t R, class T, qualifier Q> COAL_GLM const T *value_ptr(const mat<C, R, T, Q> &m) { return &m[0].x; }
#undef COAL_GLM_VEC

#define COAL_GLM_NAMES(P, T)                                                                   \
  typedef vec<1, T> P##vec1;                                                                   \
  typedef vec<2, T> P##vec2;                                                                   \
  typedef vec<3, T> P##vec3;                                                                   \
  typedef vec<4, T> P##vec4;
COAL_GLM_NAMES(, float) COAL_GLM_NAMES(f, float) COAL_GLM_NAMES(d, double) COAL_GLM_NAMES(i, int)
COAL_GLM_NAMES(u, unsigned int) COAL_GLM_NAMES(b, bool)
#undef COAL_GLM_NAMES
#define COAL_GLM_NAMES(P, T)                                                                   \
  typedef mat<2, 2, T> P##mat2;                                                                \
  typedef mat<3, 3, T> P##mat3;                                                                \
  typedef mat<4, 4, T> P##mat4;                                                                \
  typedef mat<2, 2, T> P##mat2x2;                                                              \
  typedef mat<2, 3, T> P##mat2x3;                                                              \
  typedef mat<3, 2, T> P##mat3x2;                                                              \
  typedef mat<3, 3, T> P##mat3x3;                                                              \
  typedef mat<3, 4, T> P##mat3x4;                                                              \
  typedef mat<4, 3, T> P##mat4x3;                                                              \
  typedef mat<4, 4, T> P##mat4x4;                                                              \
  typedef qua<T> P##quat;
COAL_GLM_NAMES(, float) COAL_GLM_NAMES(f, float) COAL_GLM_NAMES(d, double)
#undef COAL_GLM_NAMES
}  // namespace glm
#undef COAL_GLM

#endif
