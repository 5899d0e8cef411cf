# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# `cpack --config build/release/CPackConfig.cmake`: a .deb and a .tar.gz of what `cmake --install` installs.
set(CPACK_PACKAGE_NAME coalcheck)
set(CPACK_PACKAGE_VENDOR "the coalcheck authors")
set(CPACK_PACKAGE_CONTACT "the coalcheck authors <coalcheck@users.noreply.example>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "finds uncoalesced memory accesses and bank conflicts in CUDA kernels")
set(CPACK_PACKAGE_DESCRIPTION "coalcheck reads CUDA source as the compiler does, works out which bytes each lane of a warp touches, and reports at the line what moves more memory than it must. Neither a GPU nor a CUDA toolkit is needed.")
set(CPACK_PACKAGE_VERSION ${PROJECT_VERSION})
set(CPACK_RESOURCE_FILE_LICENSE ${PROJECT_SOURCE_DIR}/LICENSE)
set(CPACK_PACKAGE_DIRECTORY ${CMAKE_BINARY_DIR})
set(CPACK_GENERATOR DEB TGZ)
set(CPACK_STRIP_FILES ON)
# One package of all components.
set(CPACK_COMPONENTS_GROUPING ALL_COMPONENTS_IN_ONE)

set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION devel)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
# libclang is loaded at run time: any from 17 on, the newest first.
set(alternatives "")
foreach(version RANGE 24 17 -1)
  list(APPEND alternatives "libclang1-${version}")
endforeach()
list(JOIN alternatives " | " CPACK_DEBIAN_PACKAGE_DEPENDS)
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS "clangd")
include(CPack)
