# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Writes docs/checks/*.md as C text. cmake -DOUT=pages.c -DFOLDER=docs/checks -P pages.cmake
file(GLOB pages ${FOLDER}/[a-z]*.md)
set(text "/* Made by lib/report/pages.cmake. */\n#include \"report/pages.h\"\n\nconst coal_page coal_pages[] = {\n")
foreach(page ${pages})
  get_filename_component(name ${page} NAME_WE)
  file(READ ${page} body)
  string(REGEX REPLACE "!\\[[^\n]*\n\n" "" body "${body}") # pictures are of the repository
  string(REPLACE "\\" "\\\\" body "${body}")
  string(REPLACE "\"" "\\\"" body "${body}")
  string(REPLACE "\n" "\\n\"\n     \"" body "${body}")
  string(APPEND text "    {\"${name}\", \"${body}\"},\n")
endforeach()
string(APPEND text "    {0, 0}};\n")
file(WRITE ${OUT} "${text}")
