/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/**
 * libclang shows that a function has launch bounds, but not which; it shows the arguments of an annotation. So the
 * qualifiers whose arguments matter carry an annotation with the same arguments, which Clang evaluates, instance by
 * instance. Read after the toolkit's headers, or by those that take their place.
 */
#undef __launch_bounds__
#define __launch_bounds__(...)                 \
  __attribute__((launch_bounds(__VA_ARGS__))) \
  __attribute__((annotate("coalcheck_launch_bounds", __VA_ARGS__)))
#undef __managed__
#define __managed__ __attribute__((device)) __attribute__((annotate("coalcheck_managed")))
