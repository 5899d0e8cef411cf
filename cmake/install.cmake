# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# `cmake --install`: besides the programs, the plugins, the C headers, the man page, shell completion, a CMake package.
include(CMakePackageConfigHelpers)

install(DIRECTORY include/coalcheck DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(FILES docs/limits.md docs/json.md docs/coalcheck.schema.json LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR})

# As in the build folder: lib/libcoalcheck.so for the newest Clang, lib/llvm-N/libcoalcheck.so for the others.
foreach(version ${COAL_LLVM_FOUND})
  if(NOT TARGET coalcheck_plugin_${version})
    continue()
  endif()
  get_target_property(folder coalcheck_plugin_${version} LIBRARY_OUTPUT_DIRECTORY)
  file(RELATIVE_PATH folder ${CMAKE_LIBRARY_OUTPUT_DIRECTORY} ${folder}/.)
  install(TARGETS coalcheck_plugin_${version} LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}/${folder})
endforeach()

# The library for other programs: pkg-config's coalcheck-core, CMake's coalcheck::core.
if(TARGET coalcheck-core)
  install(TARGETS coalcheck-core EXPORT coalcheckTargets LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR})
  install(EXPORT coalcheckTargets NAMESPACE coalcheck:: DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/coalcheck)
  configure_file(cmake/coalcheck-core.pc.in ${CMAKE_BINARY_DIR}/coalcheck-core.pc @ONLY)
  install(FILES ${CMAKE_BINARY_DIR}/coalcheck-core.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
endif()

if(NOT TARGET coalcheck)
  return()
endif()

# The program knows its options best.
set(texts "")
foreach(text "manual:coalcheck.1" "completion bash:coalcheck.bash" "completion zsh:_coalcheck")
  string(REGEX MATCH "^(.*):(.*)$" text "${text}")
  set(file ${CMAKE_BINARY_DIR}/${CMAKE_MATCH_2})
  separate_arguments(command NATIVE_COMMAND "${CMAKE_MATCH_1}")
  add_custom_command(OUTPUT ${file} COMMAND coalcheck ${command} > ${file} DEPENDS coalcheck VERBATIM)
  list(APPEND texts ${file})
endforeach()
add_custom_target(coalcheck_texts ALL DEPENDS ${texts})
install(FILES ${CMAKE_BINARY_DIR}/coalcheck.1 DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
install(FILES ${CMAKE_BINARY_DIR}/coalcheck.bash DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions
  RENAME coalcheck)
install(FILES ${CMAKE_BINARY_DIR}/_coalcheck DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/site-functions)

# find_package(coalcheck)
set(package ${CMAKE_INSTALL_LIBDIR}/cmake/coalcheck)
configure_package_config_file(cmake/coalcheckConfig.cmake.in ${CMAKE_BINARY_DIR}/coalcheckConfig.cmake
  INSTALL_DESTINATION ${package} PATH_VARS CMAKE_INSTALL_BINDIR CMAKE_INSTALL_LIBDIR)
write_basic_package_version_file(${CMAKE_BINARY_DIR}/coalcheckConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${CMAKE_BINARY_DIR}/coalcheckConfig.cmake ${CMAKE_BINARY_DIR}/coalcheckConfigVersion.cmake
  DESTINATION ${package})
