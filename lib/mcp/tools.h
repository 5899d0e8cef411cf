/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/** The tools of `coalcheck mcp`. */
#ifndef COAL_MCP_TOOLS_H
#define COAL_MCP_TOOLS_H

#include <jansson.h>

#include "driver/driver.h"
#include "util/str.h"

typedef struct coal_mcp_tool {
  const char *name, *title, *description;
  const char *schema; /* of the arguments: JSON Schema */
  bool runs_code;     /* the kernels of the source are executed */
  /** The answer as a JSON object, yours; or NULL with a message in `problem`. */
  json_t *(*call)(const coal_commands *commands, const json_t *arguments, coal_str *problem);
} coal_mcp_tool;

/** All tools, static. */
const coal_mcp_tool *coal_mcp_tools(size_t *n);
const coal_mcp_tool *coal_mcp_tool_find(const char *name);
/** The tool as `tools/list` has it; yours. */
json_t *coal_mcp_tool_json(const coal_mcp_tool *tool);
/** False and a message if the arguments do not fit the tool's schema. */
bool coal_mcp_tool_accepts(const coal_mcp_tool *tool, const json_t *arguments, coal_str *problem);

/* answer.c: the calls */
json_t *coal_mcp_analyse(const coal_commands *commands, const json_t *arguments, coal_str *problem);
json_t *coal_mcp_explain(const coal_commands *commands, const json_t *arguments, coal_str *problem);
json_t *coal_mcp_compare(const coal_commands *commands, const json_t *arguments, coal_str *problem);
json_t *coal_mcp_confirm(const coal_commands *commands, const json_t *arguments, coal_str *problem);

#endif
