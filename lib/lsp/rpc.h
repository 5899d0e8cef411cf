/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/**
 * JSON-RPC as the Language Server Protocol frames it: "Content-Length: N", an empty line, N bytes.
 *
 * The reader is fed whatever arrives and finds messages in it again after garbage; the channel writes without
 * blocking. Both are used from one thread.
 */
#ifndef COAL_LSP_RPC_H
#define COAL_LSP_RPC_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "util/str.h"

/** Error codes of JSON-RPC 2.0 and of the protocol (Language Server Protocol 3.17, "ErrorCodes"). */
enum {
  COAL_RPC_PARSE_ERROR = -32700,
  COAL_RPC_INVALID_REQUEST = -32600,
  COAL_RPC_METHOD_NOT_FOUND = -32601,
  COAL_RPC_INVALID_PARAMS = -32602,
  COAL_RPC_INTERNAL_ERROR = -32603,
  COAL_RPC_NOT_INITIALIZED = -32002,
  COAL_RPC_REQUEST_CANCELLED = -32800,
  COAL_RPC_CONTENT_MODIFIED = -32801
};

/* ---- reading ------------------------------------------------------------------------------------------- */

typedef enum coal_rpc_kind {
  COAL_RPC_MESSAGE, /* `body` is the JSON text, `raw` the same with its header */
  COAL_RPC_NOISE,   /* `raw` belongs to no message */
  COAL_RPC_TOO_BIG, /* `raw` is the header of a message above the limit of `declared` bytes; its body follows as CHUNKs
                     */
  COAL_RPC_CHUNK    /* `raw` is a part of that body */
} coal_rpc_kind;

/** One step of the stream. The raw parts, put together, are the stream. Pointers die with the next call of the reader.
 */
typedef struct coal_rpc_event {
  coal_rpc_kind kind;
  const char *raw, *body;
  size_t n_raw, n_body;
  uint64_t declared; /* TOO_BIG: what the header says */
} coal_rpc_event;

/** Zero-initialise and set `limit_bytes`; free with coal_rpc_reader_free. */
typedef struct coal_rpc_reader {
  size_t limit_bytes; /* bodies above it are not held in memory */
  coal_str in;
  size_t at;        /* bytes of `in` that were returned */
  uint64_t passing; /* bytes of a too big body that are still to come */
} coal_rpc_reader;

void coal_rpc_feed(coal_rpc_reader *r, const char *bytes, size_t n);
/** The next event; false when more bytes are needed. */
bool coal_rpc_next(coal_rpc_reader *r, coal_rpc_event *event);
void coal_rpc_reader_free(coal_rpc_reader *r);
/** The JSON text as a value (yours to free), or NULL when it is not JSON. NULs and repeated keys are accepted. */
json_t *coal_rpc_parse(const char *body, size_t n);
/** True if the bytes hold the word. */
bool coal_rpc_mentions(const char *bytes, size_t n, const char *word);

/* ---- writing ------------------------------------------------------------------------------------------- */

/** A descriptor that never blocks: bytes that it does not accept are queued here. */
typedef struct coal_channel {
  int fd; /* −1: closed for writing */
  coal_str out;
  size_t sent;
} coal_channel;

/** Takes the descriptor (it becomes non-blocking). */
void coal_channel_open(coal_channel *c, int fd);
void coal_channel_write(coal_channel *c, const char *bytes, size_t n);
/** Frames the value and frees it. */
void coal_channel_send(coal_channel *c, json_t *message);
/** True if the queue is not empty: poll for POLLOUT and flush. */
bool coal_channel_waits(const coal_channel *c);
void coal_channel_flush(coal_channel *c);
/** Drops the queue and the descriptor, which is not closed. */
void coal_channel_drop(coal_channel *c);

/* ---- messages ------------------------------------------------------------------------------------------ */

/** New messages; `params`, `result` and the like are taken, `id` is borrowed (NULL: null). */
json_t *coal_rpc_notification(const char *method, json_t *params);
json_t *coal_rpc_request(json_t *id, const char *method, json_t *params);
json_t *coal_rpc_reply(json_t *id, json_t *result);
json_t *coal_rpc_error(json_t *id, int code, const char *text);
/** The value at a path of object keys ("a.b.c"), or NULL. Borrowed. */
json_t *coal_rpc_at(json_t *object, const char *path);
/** The text of that value, or NULL when it is no string. */
const char *coal_rpc_text_at(json_t *object, const char *path);

#endif
