// Classes: bases, member initialisers, copies, operators, bit-fields, unions, anonymous members.
// RUN: %coalcheck --dump-ir %s | FileCheck %s
struct Base {
  int b = 3;
  __device__ int get() const { return b; }
};
struct Other { float o; };
struct Derived : Base, Other {
  float f;
  int &r;
  __device__ Derived(float x, int &y) : f(x), r(y) {}
  __device__ Derived(int &y) : Derived(1.0f, y) {}
  __device__ float sum() const { return f + get() + o + r; }
  __device__ Derived operator+(const Derived &d) const { Derived out(*this); out.f += d.f; return out; }
};
struct Bits { unsigned a : 3; unsigned : 2; unsigned c : 9; unsigned char d : 7; };
union U { float f; int i; struct { short lo, hi; }; };
template <class T, int N> struct Vec {
  T v[N];
  __host__ __device__ T &operator[](int i) { return v[i]; }
  __host__ __device__ const T &operator[](int i) const { return v[i]; }
};
struct Defaults { int n = 4; float w; Vec<int, 2> v; };
struct Fields { Defaults d; int last; static constexpr int size = 7; };
__global__ void k(float *out, int n) {
  Derived d(2.0f, n), e(n);
  Derived s = d + e;
  Derived *p = &s;
  Bits bits{1, 5, 2};
  U u;
  u.f = 3.0f;
  u.hi = 2;
  Vec<float, 4> v = {{1, 2}};
  v[2] = out[threadIdx.x];
  const Vec<float, 4> w = v;
  Fields fields, set{{}, 6}, zero = Fields();
  fields = set;
  out[threadIdx.x * 2] = p->sum() + bits.c + bits.d + u.lo + w[1] + fields.d.w + zero.last + Fields::size + s.Base::get();
  Base &base = s;
  base.b = static_cast<Derived &>(base).f;
}
// CHECK-LABEL: function k(float*, int) : kernel -> void
// CHECK: decl local d Derived = (construct Derived Derived::Derived 2:f32 (addr ptr(i32) n))
// CHECK: decl local bits Bits = (aggregate Bits 1:u32 - 5:u32 2:u8)
// CHECK: expr (assign (member .hi (member .(anonymous) u)) 2:i16)
// CHECK: decl local fields Fields = (aggregate Fields (aggregate Defaults 4))
// CHECK: expr (assign fields (load set))
// CHECK-LABEL: function Derived::Derived(float, int&) : device method constructor -> void
// CHECK: (assign (member .Base (deref Derived (load this))) (aggregate Base 3))
// CHECK: (assign (member .f (deref Derived (load this))) (load x))
// CHECK: (assign (member .r (deref Derived (load this))) (load y))
// CHECK-LABEL: function Derived::Derived(int&)
// CHECK: expr (assign (deref Derived (load this)) (construct Derived Derived::Derived 1:f32 (load y)))
// CHECK-LABEL: record Bits size 4 align 4
// CHECK-NEXT: 0 bits 0 3 a u32
// CHECK-NEXT: 0 bits 3 2 (anonymous) u32
// CHECK-NEXT: 0 bits 5 9 c u32
// CHECK-NEXT: 2 bits 0 7 d u8
