# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# cmake -DIN=text -DOUT=c -DNAME=variable -P embed.cmake: the text as a C string.
file(READ ${IN} hex HEX)
string(REGEX REPLACE "([0-9a-f][0-9a-f])" "0x\\1," bytes "${hex}")
file(WRITE ${OUT} "/* Made by embed.cmake. */\nextern const char ${NAME}[];\nconst char ${NAME}[] = {${bytes}0};\n")
