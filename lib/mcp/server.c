/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/** The protocol: JSON-RPC 2.0, a message a line (Model Context Protocol, "stdio transport"). */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif

#include "commands.h"
#include "lsp/loop.h"
#include "lsp/rpc.h"
#include "report/json_util.h"
#include "report/report.h"
#include "tools.h"
#include "util/alloc.h"
#include "util/nearest.h"

/** Lines above LINE_MAX_BYTES are refused without being held in memory. */
enum { LINE_MAX_BYTES = 64 << 20, RUNNING_MAX = 2, BATCH_MAX = 1000 };

/** Newest first. With a version that the server does not know it answers with the newest. */
static const char *const versions[] = {"2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"};

/** An array of messages: one array of answers. */
typedef struct mcp_batch {
  json_t *replies;
  size_t pending; /* calls without an answer, and one while the array is being read */
} mcp_batch;

/** One `tools/call`: it waits (pid 0), or a process works at it. */
typedef struct mcp_call {
  json_t *id, *arguments;
  const coal_mcp_tool *tool;
  mcp_batch *batch; /* NULL: a message of its own */
  pid_t pid;
  int fd;
  coal_str result;
} mcp_call;

typedef struct mcp_server {
  const coal_commands *commands;
  coal_channel out;
  coal_str in;
  size_t searched; /* bytes of `in` without a line end */
  bool is_passing; /* the rest of a line that is too long */
  bool at_end;
  COAL_VEC(mcp_call) calls; /* in order of arrival */
} mcp_server;

/* ---- answers ------------------------------------------------------------------------------------------- */

static void write_line(mcp_server *s, json_t *message) {
  char *text = json_dumps(message, JSON_COMPACT | JSON_REAL_PRECISION(10));
  json_decref(message);
  if (!text) coal_out_of_memory();
  coal_channel_write(&s->out, text, strlen(text));
  coal_channel_write(&s->out, "\n", 1);
  free(text);
}

static void batch_release(mcp_server *s, mcp_batch *b) {
  if (--b->pending) return;
  if (json_array_size(b->replies))
    write_line(s, b->replies);
  else
    json_decref(b->replies);
  free(b);
}

static void send_reply(mcp_server *s, mcp_batch *b, json_t *message) {
  if (b)
    json_array_append_new(b->replies, message);
  else
    write_line(s, message);
}

static void refuse(mcp_server *s, mcp_batch *b, json_t *id, int code, const char *text) {
  send_reply(s, b, coal_rpc_error(id, code, text));
}

/* ---- calls --------------------------------------------------------------------------------------------- */

#if defined(__GNUC__)
__attribute__((noreturn))
#endif
static void
work(const mcp_server *s, const mcp_call *c, int out) {
  coal_str problem = {0};
  const int nothing = open("/dev/null", O_RDONLY);
  setpgid(0, 0);
#ifdef __linux__
  prctl(PR_SET_PDEATHSIG, SIGKILL);
#endif
  if (nothing >= 0) dup2(nothing, STDIN_FILENO);
  dup2(STDERR_FILENO, STDOUT_FILENO); /* standard output is the protocol's */
  json_t *answer = c->tool->call(s->commands, c->arguments, &problem);
  json_t *result = json_object();
  if (answer)
    json_object_set_new(result, "answer", answer);
  else
    coal_json_set_text(result, "problem", problem.n ? problem.data : "unknown failure");
  _exit(json_dumpfd(result, out, JSON_COMPACT | JSON_REAL_PRECISION(10)) ? 1 : 0);
}

static void finish(mcp_server *s, size_t i, json_t *reply) {
  mcp_call c = s->calls.items[i];
  if (reply) send_reply(s, c.batch, reply);
  if (c.batch) batch_release(s, c.batch);
  if (c.pid) {
    int status;
    close(c.fd);
    while (waitpid(c.pid, &status, 0) < 0 && errno == EINTR) continue;
  }
  json_decref(c.id);
  json_decref(c.arguments);
  coal_str_free(&c.result);
  s->calls.n--;
  memmove(s->calls.items + i, s->calls.items + i + 1, (s->calls.n - i) * sizeof *s->calls.items);
}

static json_t *call_reply(const mcp_call *c) {
  json_t *result = c->result.n ? json_loadb(c->result.data, c->result.n, 0, NULL) : NULL;
  json_t *answer = json_object_get(result, "answer"), *reply = json_object();
  const char *problem = json_string_value(json_object_get(result, "problem"));
  char *text = answer ? json_dumps(answer, JSON_COMPACT | JSON_REAL_PRECISION(10)) : NULL;
  if (!answer && !problem) problem = "the analysis crashed";
  json_object_set_new(reply, "content",
                      json_pack("[{s:s, s:o}]", "type", "text", "text", coal_json_text(answer ? text : problem)));
  if (answer) json_object_set(reply, "structuredContent", answer);
  json_object_set_new(reply, "isError", json_boolean(!answer));
  free(text);
  json_decref(result);
  return coal_rpc_reply(c->id, reply);
}

static void start_waiting(mcp_server *s) {
  size_t running = 0;
  for (size_t i = 0; i < s->calls.n; i++) running += s->calls.items[i].pid != 0;
  for (size_t i = 0; i < s->calls.n && running < RUNNING_MAX; i++) {
    mcp_call *c = &s->calls.items[i];
    int ends[2];
    if (c->pid) continue;
    if (pipe(ends)) return;
    fcntl(ends[0], F_SETFD, FD_CLOEXEC);
    const pid_t pid = fork();
    if (pid == 0) work(s, c, ends[1]);
    close(ends[1]);
    if (pid < 0) {
      close(ends[0]);
      refuse(s, c->batch, c->id, COAL_RPC_INTERNAL_ERROR, "no process can be started");
      finish(s, i, NULL);
      return;
    }
    setpgid(pid, pid);
    c->pid = pid;
    c->fd = ends[0];
    running++;
  }
}

static void stop(mcp_call *c) {
  if (c->pid) kill(-c->pid, SIGKILL);
}

static void cancel(mcp_server *s, json_t *params) {
  const json_t *id = json_object_get(params, "requestId");
  for (size_t i = 0; id && i < s->calls.n; i++) {
    if (!json_equal(s->calls.items[i].id, id)) continue;
    stop(&s->calls.items[i]);
    finish(s, i, NULL);
    return;
  }
}

static void read_results(mcp_server *s, const coal_poll_set *set) {
  for (size_t i = s->calls.n; i-- > 0;) {
    mcp_call *c = &s->calls.items[i];
    char buffer[65536];
    if (!c->pid || !coal_poll_is_readable(set, c->fd)) continue;
    const long n = coal_read_some(c->fd, buffer, sizeof buffer);
    if (n > 0) coal_str_add_n(&c->result, buffer, (size_t)n);
    if (n == 0) finish(s, i, call_reply(c));
  }
}

/* ---- methods ------------------------------------------------------------------------------------------- */

static const char instructions[] =
    "coalcheck predicts, without a GPU, what memory accesses of CUDA kernels cost. Call `analyse` on a kernel that was written "
    "or changed, give real sizes with `launch`, apply proved fixes, then `compare` the versions.";

static json_t *initialize(json_t *params) {
  const char *wanted = coal_rpc_text_at(params, "protocolVersion"), *version = versions[0];
  for (size_t i = 0; wanted && i < sizeof versions / sizeof *versions; i++)
    if (strcmp(versions[i], wanted) == 0) version = versions[i];
  return json_pack("{s:s, s:{s:{s:b}}, s:{s:s, s:s, s:s}, s:s}", "protocolVersion", version, "capabilities", "tools",
                   "listChanged", 0, "serverInfo", "name", "coalcheck", "title", "coalcheck", "version", coal_version(),
                   "instructions", instructions);
}

static json_t *list_tools(void) {
  size_t n;
  const coal_mcp_tool *tools = coal_mcp_tools(&n);
  json_t *list = json_array();
  for (size_t i = 0; i < n; i++) json_array_append_new(list, coal_mcp_tool_json(&tools[i]));
  return json_pack("{s:o}", "tools", list);
}

static void unknown_tool(mcp_server *s, mcp_batch *b, json_t *id, const char *name) {
  size_t n;
  const coal_mcp_tool *tools = coal_mcp_tools(&n);
  coal_nearest near = {0};
  coal_str text = {0};
  for (size_t i = 0; i < n; i++) coal_nearest_add(&near, name, tools[i].name);
  coal_str_addf(&text, "unknown tool '%s'; %s", name, near.best ? "did you mean '" : "tools are ");
  for (size_t i = 0; i < n && !near.best; i++) coal_str_addf(&text, "%s%s", i ? ", " : "", tools[i].name);
  if (near.best) coal_str_addf(&text, "%s'?", near.best);
  refuse(s, b, id, COAL_RPC_INVALID_PARAMS, text.data);
  coal_str_free(&text);
}

static void call_tool(mcp_server *s, mcp_batch *b, json_t *id, json_t *params) {
  const char *name = coal_rpc_text_at(params, "name");
  json_t *arguments = json_object_get(params, "arguments");
  const coal_mcp_tool *tool = name ? coal_mcp_tool_find(name) : NULL;
  coal_str problem = {0};
  if (!name) {
    refuse(s, b, id, COAL_RPC_INVALID_PARAMS, "the name of the tool is missing");
    return;
  }
  if (!tool) {
    unknown_tool(s, b, id, name);
    return;
  }
  arguments = arguments ? json_incref(arguments) : json_object();
  if (!json_is_object(arguments)) coal_str_add(&problem, "'arguments' must be an object");
  if (problem.n || !coal_mcp_tool_accepts(tool, arguments, &problem)) {
    refuse(s, b, id, COAL_RPC_INVALID_PARAMS, problem.data);
    json_decref(arguments);
  } else {
    mcp_call c = {.id = json_incref(id), .arguments = arguments, .tool = tool, .batch = b};
    if (b) b->pending++;
    coal_vec_push(&s->calls, c);
  }
  coal_str_free(&problem);
}

static void unknown_method(mcp_server *s, mcp_batch *b, json_t *id, const char *method) {
  coal_str text = {0};
  coal_str_addf(&text, "unknown method '%s'", method);
  refuse(s, b, id, COAL_RPC_METHOD_NOT_FOUND, text.data);
  coal_str_free(&text);
}

static void answer_request(mcp_server *s, mcp_batch *b, json_t *id, const char *method, json_t *params) {
  if (params && !json_is_object(params))
    refuse(s, b, id, COAL_RPC_INVALID_PARAMS, "'params' must be an object");
  else if (strcmp(method, "initialize") == 0)
    send_reply(s, b, coal_rpc_reply(id, initialize(params)));
  else if (strcmp(method, "ping") == 0)
    send_reply(s, b, coal_rpc_reply(id, json_object()));
  else if (strcmp(method, "tools/list") == 0)
    send_reply(s, b, coal_rpc_reply(id, list_tools()));
  else if (strcmp(method, "tools/call") == 0)
    call_tool(s, b, id, params);
  else
    unknown_method(s, b, id, method);
}

static void take_message(mcp_server *s, mcp_batch *b, json_t *message) {
  json_t *id = json_object_get(message, "id"), *params = json_object_get(message, "params");
  const char *method = coal_rpc_text_at(message, "method"), *version = coal_rpc_text_at(message, "jsonrpc");
  const bool has_id = json_is_string(id) || json_is_integer(id);
  const bool is_response = !method && (json_object_get(message, "result") || json_object_get(message, "error"));
  if (is_response) return; /* the server asks nothing */
  if (!method || !version || strcmp(version, "2.0") != 0 || (id && !has_id))
    refuse(s, b, has_id ? id : NULL, COAL_RPC_INVALID_REQUEST, "not a JSON-RPC 2.0 request");
  else if (has_id)
    answer_request(s, b, id, method, params);
  else if (strcmp(method, "notifications/cancelled") == 0)
    cancel(s, params);
}

static void take_batch(mcp_server *s, json_t *list) {
  if (!json_array_size(list) || json_array_size(list) > BATCH_MAX) {
    refuse(s, NULL, NULL, COAL_RPC_INVALID_REQUEST, "a batch holds from 1 to 1000 messages");
    return;
  }
  mcp_batch *b = coal_alloc(sizeof *b);
  *b = (mcp_batch){json_array(), 1};
  for (size_t i = 0; i < json_array_size(list); i++) take_message(s, b, json_array_get(list, i));
  batch_release(s, b);
}

/* ---- lines --------------------------------------------------------------------------------------------- */

static void take_line(mcp_server *s, const char *line, size_t n) {
  while (n > 0 && strchr(" \t\r", line[n - 1])) n--;
  while (n > 0 && strchr(" \t\r", *line)) line++, n--;
  if (!n) return;
  json_t *message = coal_rpc_parse(line, n);
  if (!message)
    refuse(s, NULL, NULL, COAL_RPC_PARSE_ERROR, "not JSON");
  else if (json_is_array(message))
    take_batch(s, message);
  else
    take_message(s, NULL, message);
  json_decref(message);
}

static void refuse_long_line(mcp_server *s) {
  if (!s->is_passing) refuse(s, NULL, NULL, COAL_RPC_INVALID_REQUEST, "the message is longer than 64 MiB");
  s->is_passing = true;
  s->in.n = s->searched = 0;
}

/** Messages that are whole; at the end of the input the last may lack its line end. */
static void take_lines(mcp_server *s) {
  size_t begin = 0;
  char *end;
  while (s->in.n > s->searched && (end = memchr(s->in.data + s->searched, '\n', s->in.n - s->searched))) {
    const size_t n = (size_t)(end - s->in.data) - begin;
    if (!s->is_passing) take_line(s, s->in.data + begin, n);
    s->is_passing = false;
    begin = s->searched = begin + n + 1;
  }
  if (begin) {
    memmove(s->in.data, s->in.data + begin, s->in.n - begin);
    s->in.n -= begin;
  }
  s->searched = s->in.n;
  if (s->in.n > LINE_MAX_BYTES) refuse_long_line(s);
  if (s->at_end && s->in.n && !s->is_passing) take_line(s, s->in.data, s->in.n);
}

static void read_input(mcp_server *s) {
  char buffer[65536];
  const long n = coal_read_some(STDIN_FILENO, buffer, sizeof buffer);
  if (n < 0) return;
  if (n > 0) coal_str_add_n(&s->in, buffer, (size_t)n);
  s->at_end = n == 0;
  take_lines(s);
}

/** One round; false when there is nothing left to do: the input is at its end and all was answered, or nobody reads. */
static bool step(mcp_server *s) {
  coal_poll_set set = {0};
  start_waiting(s);
  if (s->out.fd < 0 || (s->at_end && !s->calls.n && !coal_channel_waits(&s->out))) return false;
  if (!s->at_end) coal_poll_add(&set, STDIN_FILENO, POLLIN);
  if (coal_channel_waits(&s->out)) coal_poll_add(&set, s->out.fd, POLLOUT);
  for (size_t i = 0; i < s->calls.n; i++)
    if (s->calls.items[i].pid) coal_poll_add(&set, s->calls.items[i].fd, POLLIN);
  coal_poll_wait(&set, -1);
  coal_channel_flush(&s->out);
  read_results(s, &set);
  if (!s->at_end && coal_poll_is_readable(&set, STDIN_FILENO)) read_input(s);
  coal_vec_free(&set);
  return true;
}

int coal_mcp_main(const coal_commands *commands, int argc, char **argv) {
  if (argc > 1) return coal_fail("'mcp' takes no argument, but got '%s'", argv[1]);
  mcp_server s = {.commands = commands};
  coal_channel_open(&s.out, STDOUT_FILENO);
  while (step(&s)) continue;
  while (s.calls.n) {
    stop(&s.calls.items[0]);
    finish(&s, 0, NULL);
  }
  coal_channel_drop(&s.out);
  coal_str_free(&s.in);
  coal_vec_free(&s.calls);
  return COAL_EXIT_CLEAN;
}
