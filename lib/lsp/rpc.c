/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "rpc.h"

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

#include "util/alloc.h"

enum { HEADER_MAX_BYTES = 4096 };

/** The longest message; a header with a larger length is invalid. */
#define DECLARED_MAX_BYTES ((uint64_t)1 << 32)

static const char length_name[] = "Content-Length:";

/* ---- reading ------------------------------------------------------------------------------------------- */

void coal_rpc_feed(coal_rpc_reader *r, const char *bytes, size_t n) {
  if (r->at > 0) {
    memmove(r->in.data, r->in.data + r->at, r->in.n - r->at);
    r->in.n -= r->at;
    r->at = 0;
  }
  coal_str_add_n(&r->in, bytes, n);
}

void coal_rpc_reader_free(coal_rpc_reader *r) {
  coal_str_free(&r->in);
  r->at = 0;
  r->passing = 0;
}

/** Hands out the next n bytes. */
static bool take(coal_rpc_reader *r, coal_rpc_kind kind, size_t n, coal_rpc_event *event) {
  *event = (coal_rpc_event){.kind = kind, .raw = r->in.data + r->at, .n_raw = n};
  r->at += n;
  return true;
}

/** The number after the name; false if there is none or more than blanks after it. */
static bool read_length(const char *value, size_t n, uint64_t *out) {
  size_t i = 0, digits = 0;
  uint64_t v = 0;
  while (i < n && (value[i] == ' ' || value[i] == '\t')) i++;
  for (; i < n && value[i] >= '0' && value[i] <= '9'; i++, digits++) {
    if (v > DECLARED_MAX_BYTES) return false;
    v = v * 10 + (uint64_t)(value[i] - '0');
  }
  while (i < n && (value[i] == ' ' || value[i] == '\t' || value[i] == '\r')) i++;
  *out = v;
  return digits > 0 && i == n && v <= DECLARED_MAX_BYTES;
}

/** Where the name begins in the line, any case; n if it does not. */
static size_t find_length_name(const char *line, size_t n) {
  const size_t name = sizeof length_name - 1;
  for (size_t i = 0; i + name <= n; i++)
    if (strncasecmp(line + i, length_name, name) == 0) return i;
  return n;
}

/** True for "Name: value". */
static bool is_field(const char *line, size_t n) {
  size_t i = 0;
  while (i < n && (isalnum((unsigned char)line[i]) || line[i] == '-')) i++;
  return i > 0 && i < n && line[i] == ':';
}

/** A header as far as it was read. */
typedef struct header {
  bool has_length;
  uint64_t length;
  size_t n; /* bytes of the lines read */
} header;

typedef enum header_state { HEADER_MORE, HEADER_END, HEADER_NOISE } header_state;

/** Reads one line of the header; for NOISE h->n is what to drop. */
static header_state read_line(const char *text, size_t n, header *h) {
  const char *line = text + h->n, *newline = memchr(line, '\n', n - h->n);
  const size_t line_bytes = newline ? (size_t)(newline - line) : n - h->n;
  const size_t with_end = h->n + line_bytes + (newline ? 1 : 0);
  const size_t name = find_length_name(line, line_bytes);
  const bool is_blank = line_bytes == 0 || (line_bytes == 1 && *line == '\r');
  if (name > 0 && name < line_bytes) { /* garbage, then a header */
    h->n += name;
    return HEADER_NOISE;
  }
  if (newline && is_blank && h->has_length) {
    h->n = with_end;
    return HEADER_END;
  }
  if (name == 0 && line_bytes > 0) {
    const size_t skip = sizeof length_name - 1;
    h->has_length = read_length(line + skip, line_bytes - skip, &h->length);
    h->n = with_end;
    return h->has_length ? HEADER_MORE : HEADER_NOISE;
  }
  h->n = with_end;
  return !is_blank && is_field(line, line_bytes) ? HEADER_MORE : HEADER_NOISE;
}

/** Without a whole line: what can be no header any more is noise, but for the start of a name at its end. */
static bool drop_long_line(coal_rpc_reader *r, size_t header_bytes, coal_rpc_event *event) {
  const size_t n = r->in.n - r->at;
  if (n <= HEADER_MAX_BYTES) return false;
  const char *line = r->in.data + r->at + header_bytes;
  size_t name = find_length_name(line, n - header_bytes);
  size_t keep = name < n - header_bytes && header_bytes + name > 0 ? n - header_bytes - name : sizeof length_name;
  return take(r, COAL_RPC_NOISE, n - keep, event);
}

/** The body after a whole header of h->n bytes. */
static bool take_body(coal_rpc_reader *r, const header *h, coal_rpc_event *event) {
  if (h->length > r->limit_bytes) {
    r->passing = h->length;
    take(r, COAL_RPC_TOO_BIG, h->n, event);
    event->declared = h->length;
    return true;
  }
  const size_t length = (size_t)h->length;
  if (r->in.n - r->at - h->n < length) return false;
  take(r, COAL_RPC_MESSAGE, h->n + length, event);
  event->body = event->raw + h->n;
  event->n_body = length;
  return true;
}

bool coal_rpc_next(coal_rpc_reader *r, coal_rpc_event *event) {
  size_t n = r->in.n - r->at;
  if (n == 0) return false;
  if (r->passing > 0) {
    if (n > r->passing) n = (size_t)r->passing;
    r->passing -= n;
    return take(r, COAL_RPC_CHUNK, n, event);
  }
  header h = {0};
  const char *text = r->in.data + r->at;
  for (;;) {
    if (h.n >= n || !memchr(text + h.n, '\n', n - h.n)) return drop_long_line(r, h.n, event);
    header_state state = read_line(text, n, &h);
    if (state == HEADER_NOISE || h.n > HEADER_MAX_BYTES) return take(r, COAL_RPC_NOISE, h.n, event);
    if (state == HEADER_END) return take_body(r, &h, event);
  }
}

json_t *coal_rpc_parse(const char *body, size_t n) {
  return json_loadb(body, n, JSON_ALLOW_NUL | JSON_DECODE_ANY, NULL);
}

bool coal_rpc_mentions(const char *bytes, size_t n, const char *word) {
  const size_t word_bytes = strlen(word);
  const char *end = bytes + n;
  while ((size_t)(end - bytes) >= word_bytes) {
    bytes = memchr(bytes, word[0], (size_t)(end - bytes) - word_bytes + 1);
    if (!bytes) return false;
    if (memcmp(bytes, word, word_bytes) == 0) return true;
    bytes++;
  }
  return false;
}

/* ---- writing ------------------------------------------------------------------------------------------- */

void coal_channel_open(coal_channel *c, int fd) {
  *c = (coal_channel){.fd = fd};
  int flags = fcntl(fd, F_GETFL);
  if (flags >= 0) fcntl(fd, F_SETFL, flags | O_NONBLOCK);
}

void coal_channel_drop(coal_channel *c) {
  c->fd = -1;
  c->sent = 0;
  coal_str_free(&c->out);
}

bool coal_channel_waits(const coal_channel *c) { return c->fd >= 0 && c->sent < c->out.n; }

/** Writes as much as the descriptor accepts and returns the number of bytes. Drops the channel if its reader is
 *  gone. */
static size_t try_write(coal_channel *c, const char *bytes, size_t n) {
  size_t done = 0;
  while (done < n) {
    ssize_t got = write(c->fd, bytes + done, n - done);
    if (got >= 0) {
      done += (size_t)got;
    } else if (errno == EAGAIN || errno == EWOULDBLOCK) {
      return done;
    } else if (errno != EINTR) {
      c->fd = -1;
      return done;
    }
  }
  return done;
}

void coal_channel_flush(coal_channel *c) {
  if (!coal_channel_waits(c)) return;
  c->sent += try_write(c, c->out.data + c->sent, c->out.n - c->sent);
  if (c->fd < 0) {
    coal_channel_drop(c);
  } else if (c->sent == c->out.n) {
    coal_str_free(&c->out);
    c->sent = 0;
  } else if (c->sent > c->out.n / 2) {
    memmove(c->out.data, c->out.data + c->sent, c->out.n - c->sent);
    c->out.n -= c->sent;
    c->sent = 0;
  }
}

void coal_channel_write(coal_channel *c, const char *bytes, size_t n) {
  if (c->fd < 0) return;
  size_t done = coal_channel_waits(c) ? 0 : try_write(c, bytes, n);
  if (c->fd < 0)
    coal_channel_drop(c);
  else if (done < n)
    coal_str_add_n(&c->out, bytes + done, n - done);
}

void coal_channel_send(coal_channel *c, json_t *message) {
  char *text = json_dumps(message, JSON_COMPACT | JSON_ENCODE_ANY);
  json_decref(message);
  if (!text) coal_out_of_memory();
  coal_str framed = {0};
  coal_str_addf(&framed, "Content-Length: %zu\r\n\r\n", strlen(text));
  coal_str_add(&framed, text);
  coal_channel_write(c, framed.data, framed.n);
  coal_str_free(&framed);
  free(text);
}

/* ---- messages ------------------------------------------------------------------------------------------ */

static json_t *message(json_t *id, bool with_id) {
  json_t *m = json_object();
  json_object_set_new(m, "jsonrpc", json_string("2.0"));
  if (with_id) json_object_set(m, "id", id ? id : json_null());
  return m;
}

json_t *coal_rpc_notification(const char *method, json_t *params) {
  json_t *m = message(NULL, false);
  json_object_set_new(m, "method", json_string(method));
  json_object_set_new(m, "params", params);
  return m;
}

json_t *coal_rpc_request(json_t *id, const char *method, json_t *params) {
  json_t *m = message(id, true);
  json_object_set_new(m, "method", json_string(method));
  if (params) json_object_set_new(m, "params", params);
  return m;
}

json_t *coal_rpc_reply(json_t *id, json_t *result) {
  json_t *m = message(id, true);
  json_object_set_new(m, "result", result ? result : json_null());
  return m;
}

json_t *coal_rpc_error(json_t *id, int code, const char *text) {
  json_t *m = message(id, true), *error = json_object();
  json_object_set_new(error, "code", json_integer(code));
  json_object_set_new(error, "message", json_string(text));
  json_object_set_new(m, "error", error);
  return m;
}

json_t *coal_rpc_at(json_t *object, const char *path) {
  while (object && *path) {
    const size_t n = strcspn(path, ".");
    char key[64];
    if (n >= sizeof key) return NULL;
    memcpy(key, path, n);
    key[n] = '\0';
    object = json_object_get(object, key);
    path += n + (path[n] == '.');
  }
  return object;
}

const char *coal_rpc_text_at(json_t *object, const char *path) { return json_string_value(coal_rpc_at(object, path)); }
