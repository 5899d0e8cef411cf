/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "tools.h"

#include <string.h>

#include "util/alloc.h"
#include "util/nearest.h"

/* ---- the table ----------------------------------------------------------------------------------------- */

#define SOURCE                                                             \
  "\"source\":{\"type\":\"string\",\"description\":\"CUDA source text\"}," \
  "\"path\":{\"type\":\"string\",\"description\":\"file to read instead of source\"}"
#define STRINGS(name, text) \
  "\"" name "\":{\"type\":\"array\",\"items\":{\"type\":\"string\"},\"description\":\"" text "\"}"
#define SETTINGS                                                                                                                                   \
  STRINGS("flags", "compiler flags: -I, -D, -std=")                                                                                                \
  "," STRINGS("launch", "launches and values, 'KERNEL: grid=X[xY[xZ]] block=X[xY[xZ]] [smem=BYTES] [name=value …]'; KERNEL may be *") "," STRINGS( \
      "assume",                                                                                                                                    \
      "facts about parameters: n=5, n%32==0, n>=8, n<=8") ",\"target\":{\"type\":\"string\",\"description\":\"sm_80 (default), sm_90, a GPU's name such as a100\"}"
#define LIMIT \
  "\"limit\":{\"type\":\"integer\",\"minimum\":1,\"maximum\":500,\"description\":\"entries a list, default 20\"}"
#define OBJECT(required, properties) \
  "{\"type\":\"object\",\"additionalProperties\":false,\"required\":[" required "],\"properties\":{" properties "}}"
#define VERSION(name) "\"" name "\":" OBJECT("", SOURCE)

static const coal_mcp_tool tools[] = {
    {"analyse", "Find wasted memory traffic",
     "Finds uncoalesced global memory accesses and shared memory bank conflicts in CUDA kernels, without a GPU. Give `source` "
     "or `path`. Findings come worst first, with what they cost and a proved fix where there is one; `unknown` lists accesses "
     "that could not be judged, with the fact for `assume` that would decide. Sizes and launches make answers exact: give them "
     "with `launch`.",
     OBJECT("", SOURCE "," SETTINGS "," LIMIT), false, coal_mcp_analyse},
    {"explain", "Explain one memory access",
     "Shows the accesses of one line: the affine index, which lane touches which 32-byte sector (global) or bank (shared) in the "
     "costliest request, and what the answer assumes.",
     OBJECT(
         "\"line\"", SOURCE
         ",\"line\":{\"type\":\"integer\",\"minimum\":1},\"column\":{\"type\":\"integer\",\"minimum\":1},"
         "\"file\":{\"type\":\"string\",\"description\":\"a header that the source includes; default: the source\"}," SETTINGS),
     false, coal_mcp_explain},
    {"compare", "Compare two versions",
     "Analyses two versions of a source with the same settings: findings that are worse, new, better, gone, or no longer judged, "
     "and kernels whose predicted time or traffic changed.",
     OBJECT("\"before\",\"after\"", VERSION("before") "," VERSION("after") "," SETTINGS "," LIMIT), false,
     coal_mcp_compare},
    {"confirm", "Run the kernels on the CPU",
     "Executes the kernels on the CPU, lane by lane, counts sectors and wavefronts, and compares them with the prediction. "
     "Arguments are made up unless `launch` gives them (n=1024, in=float[4096]:random). Runs the given code: use it with code "
     "that may be run.",
     OBJECT("", SOURCE
            "," SETTINGS "," LIMIT
            ",\"timeout\":{\"type\":\"number\",\"minimum\":1,\"maximum\":600,\"description\":\"seconds, default 60\"}"),
     true, coal_mcp_confirm},
};

const coal_mcp_tool *coal_mcp_tools(size_t *n) {
  *n = sizeof tools / sizeof *tools;
  return tools;
}

const coal_mcp_tool *coal_mcp_tool_find(const char *name) {
  for (size_t i = 0; i < sizeof tools / sizeof *tools; i++)
    if (strcmp(tools[i].name, name) == 0) return &tools[i];
  return NULL;
}

static json_t *schema_of(const coal_mcp_tool *tool) {
  json_t *schema = json_loads(tool->schema, 0, NULL);
  if (!schema) coal_out_of_memory(); /* the table is right: a test reads it */
  return schema;
}

json_t *coal_mcp_tool_json(const coal_mcp_tool *tool) {
  return json_pack("{s:s, s:s, s:s, s:o, s:{s:b, s:b, s:b, s:b}}", "name", tool->name, "title", tool->title,
                   "description", tool->description, "inputSchema", schema_of(tool), "annotations", "readOnlyHint",
                   !tool->runs_code, "destructiveHint", tool->runs_code, "idempotentHint", 1, "openWorldHint", 0);
}

/* ---- arguments against the schema ---------------------------------------------------------------------- */

static bool has_type(const json_t *value, const char *type) {
  return strcmp(type, "object") == 0    ? json_is_object(value)
         : strcmp(type, "array") == 0   ? json_is_array(value)
         : strcmp(type, "string") == 0  ? json_is_string(value)
         : strcmp(type, "integer") == 0 ? json_is_integer(value)
                                        : json_is_number(value);
}

static bool fits(const json_t *schema, const json_t *value, const char *name, coal_str *problem);

static bool has_required(const json_t *schema, const json_t *value, const char *name, coal_str *problem) {
  const json_t *required = json_object_get(schema, "required");
  for (size_t i = 0; i < json_array_size(required); i++) {
    const char *key = json_string_value(json_array_get(required, i));
    if (json_object_get(value, key)) continue;
    coal_str_addf(problem, "'%s' is missing%s%s", key, *name ? " in " : "", name);
    return false;
  }
  return true;
}

static bool members_fit(const json_t *schema, const json_t *value, const char *name, coal_str *problem) {
  json_t *properties = json_object_get(schema, "properties"), *member, *known;
  const char *key, *other;
  if (!has_required(schema, value, name, problem)) return false;
  json_object_foreach((json_t *)value, key, member) {
    coal_nearest near = {0};
    const json_t *of_member = json_object_get(properties, key);
    if (of_member) {
      if (!fits(of_member, member, key, problem)) return false;
      continue;
    }
    json_object_foreach(properties, other, known) coal_nearest_add(&near, key, other);
    coal_str_addf(problem, "unknown argument '%s'%s%s%s", key, near.best ? "; did you mean '" : "",
                  near.best ? near.best : "", near.best ? "'?" : "");
    return false;
  }
  return true;
}

/** What the schemas above use of JSON Schema: type, properties, required, items, minimum, maximum. Strings hold no NUL but
 *  in `source`. */
static bool fits(const json_t *schema, const json_t *value, const char *name, coal_str *problem) {
  const char *type = json_string_value(json_object_get(schema, "type"));
  const json_t *least = json_object_get(schema, "minimum"), *most = json_object_get(schema, "maximum");
  if (!has_type(value, type)) {
    coal_str_addf(problem, "'%s' must be %s %s", name, strchr("aeio", type[0]) ? "an" : "a", type);
    return false;
  }
  if ((least && json_number_value(value) < json_number_value(least)) ||
      (most && json_number_value(value) > json_number_value(most))) {
    coal_str_addf(problem, "'%s' must be at least %g", name, json_number_value(least));
    if (most) coal_str_addf(problem, " and at most %g", json_number_value(most));
    return false;
  }
  if (json_is_string(value) && strcmp(name, "source") != 0 &&
      strlen(json_string_value(value)) != json_string_length(value)) {
    coal_str_addf(problem, "'%s' holds a NUL", name);
    return false;
  }
  for (size_t i = 0; i < json_array_size(value); i++)
    if (!fits(json_object_get(schema, "items"), json_array_get(value, i), name, problem)) return false;
  return !json_is_object(value) || members_fit(schema, value, name, problem);
}

/** Of `source` and `path` exactly one. */
static bool has_one_source(const json_t *object, const char *where, coal_str *problem) {
  const bool text = json_object_get(object, "source") != NULL, path = json_object_get(object, "path") != NULL;
  if (text != path) return true;
  coal_str_addf(problem, text ? "give 'source' or 'path'%s%s, not both" : "'source' or 'path' is missing%s%s",
                *where ? " in " : "", where);
  return false;
}

bool coal_mcp_tool_accepts(const coal_mcp_tool *tool, const json_t *arguments, coal_str *problem) {
  json_t *schema = schema_of(tool);
  bool good = fits(schema, arguments, "", problem);
  json_decref(schema);
  if (!good) return false;
  if (tool->call != coal_mcp_compare) return has_one_source(arguments, "", problem);
  return has_one_source(json_object_get(arguments, "before"), "before", problem) &&
         has_one_source(json_object_get(arguments, "after"), "after", problem);
}
