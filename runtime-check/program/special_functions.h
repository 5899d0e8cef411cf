/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/** Functions of CUDA's device library that C's library does not have, within a few units in the last place over their
 *  whole range (CUDA C++ Programming Guide, "Mathematical Functions"). */
#ifndef COAL_RUN_SPECIAL_FUNCTIONS_H
#define COAL_RUN_SPECIAL_FUNCTIONS_H

double coal_vm_math_sinpi(double x);
double coal_vm_math_cospi(double x);
double coal_vm_math_erfcx(double x);
double coal_vm_math_erfinv(double x);
double coal_vm_math_erfcinv(double x);
double coal_vm_math_normcdf(double x);
double coal_vm_math_normcdfinv(double x);

#endif
