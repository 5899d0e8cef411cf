// Conversions, operators, literals, calls.
// RUN: %coalcheck --dump-ir %s | FileCheck %s
enum Plain { zero, one };
enum class Color : unsigned char { Red, Green = 7 };
__constant__ float table[4] = {1, 2.5f};
__device__ int counter;
constexpr int kSize = 3 * 4;
__device__ int add(int a, int b = kSize, const float &c = 2) { return a + b + c; }
__device__ int &slot(int *p, int i) { return p[i]; }
template <float (*F)(float)> __device__ float apply(float x) { return F(x); }
__device__ float half_of(float x) { return x / 2; }
template <class... A> __device__ int pack(A... a) { return (a + ... + 0) + static_cast<int>(sizeof...(a)); }
namespace outer { inline namespace v1 { template <class T> struct Box { T t; __device__ T take(T x) const { return t + x; } }; } }
__global__ void k(float *out, const float4 *in, int *list, unsigned u, short h, char c, bool b, Color color) {
  unsigned char byte = h + c;
  long long wide = u * h;
  float f = in[u].x + 'a' + 1e-3 + 0x10u + (b ? 1 : 2.0f);
  slot(list, 3) += slot(list, h)++;
  *(reinterpret_cast<float4 *>(out) + 1) = in[threadIdx.x];
  out[(u << h) >> 2] = !f ? -f : +h;
  list[add(1)] = add(h, c) + (color == Color::Green) + one + warpSize + sizeof(float4) + alignof(double);
  atomicAdd(&out[threadIdx.x], 1.0f);
  atomicAdd(&counter, 1);
  (b ? list[0] : list[1]) = u, list[2] = ~u % 3 ^ 5 & 1 | 2;
  b = list && u || !b;
  b |= (const int &)f == 3;
  list += 2;
  wide = &list[4] - list;
  dim3 whole = blockDim;
  uint3 index = threadIdx;
  out[4] = apply<half_of>(f) + pack(1, 2, 3) + table[u] + __ldg(out + h) + outer::Box<float>{1}.take(2) + whole.y + index.x;
  float4 made = make_float4(1, 2, 3, 4), braces = {1, 2};
  float square[2][2] = {1, 2, 3}, text[] = {f, f};
  char name[] = "abc", empty[4] = {};
  out[5] = made.w + braces.y + square[1][0] + text[1] + name[1] + empty[0] + byte + wide + float(u) + (float)h + __popc(u);
}
// CHECK-LABEL: function k(float*, const float4*, int*, unsigned int, short, char, bool, Color) : kernel -> void
// CHECK: decl local byte u8 = (cast u8 (add i32 (cast i32 (load h)) (cast i32 (load c))))
// CHECK: decl local wide i64 = (cast i64 (mul u32 (load u) (cast u32 (load h))))
// CHECK: expr (assign-op i32 add i32 (deref i32 (call ptr(i32) slot (load list) 3)) (post add (deref i32 (call ptr(i32) slot (load list) (cast i32 (load h))))))
// CHECK: (call i32 add 1 (load kSize) (addr ptr(f32) (temp 2:f32)))
// CHECK: decl local whole dim3 = (aggregate dim3 blockDim.x blockDim.y blockDim.z)
// CHECK: (call f32 apply<half_of> (load f))
// CHECK: decl local square [2][2]f32 = (aggregate [2][2]f32 (aggregate [2]f32 1:f32 2:f32) (aggregate [2]f32 3:f32))
// CHECK-LABEL: global constant table [4]f32 = (aggregate [4]f32 1:f32 2.5:f32)
// CHECK: global device counter i32
// CHECK: global host kSize i32 const = 12
