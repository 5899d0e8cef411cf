# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# cmake -DROOT=… -DOUT=table.c -P embed.cmake: writes the headers under ROOT as C arrays (table.h).
file(GLOB_RECURSE files RELATIVE ${ROOT} ${ROOT}/include/* ${ROOT}/std/* ${ROOT}/builtin/*)
list(SORT files)
set(arrays "")
set(rows "")
set(i 0)
foreach(path ${files})
  file(READ ${ROOT}/${path} hex HEX)
  string(REGEX REPLACE "([0-9a-f][0-9a-f])" "0x\\1," bytes "${hex}")
  string(APPEND arrays "static const unsigned char text_${i}[] = {${bytes}0};\n")
  string(APPEND rows "  {\"${path}\", (const char *)text_${i}, sizeof text_${i} - 1},\n")
  math(EXPR i "${i} + 1")
endforeach()
file(WRITE ${OUT}.new "/* Made by embed.cmake. */\n#include \"table.h\"\n\n${arrays}
const coal_cuda_header coal_cuda_headers[] = {\n${rows}};
const size_t coal_cuda_headers_count = ${i};\n")
file(RENAME ${OUT}.new ${OUT})
