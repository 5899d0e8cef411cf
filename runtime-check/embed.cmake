# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# cmake -DIN=header -DOUT=c -P embed.cmake: the text of cudart_shim.h as a C string.
file(READ ${IN} hex HEX)
string(REGEX REPLACE "([0-9a-f][0-9a-f])" "0x\\1," bytes "${hex}")
file(WRITE ${OUT} "/* Made by embed.cmake. */\nextern const char coal_cudart_shim[];\nconst char coal_cudart_shim[] = {${bytes}0};\n")
