# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Writes page.css and page.js as C text. cmake -DOUT=page.c -DFOLDER=lib/report/page -P embed.cmake
set(text "/* Made by lib/report/page/embed.cmake. */\n#include \"report/html.h\"\n\n")
foreach(part css js)
  file(READ ${FOLDER}/page.${part} body)
  string(REPLACE "\\" "\\\\" body "${body}")
  string(REPLACE "\"" "\\\"" body "${body}")
  string(REPLACE "\n" "\\n\"\n    \"" body "${body}")
  string(APPEND text "const char coal_html_${part}[] =\n    \"${body}\";\n")
endforeach()
file(WRITE ${OUT} "${text}")
