// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A language server as a child process: JSON-RPC over its standard input and output.
'use strict';
const { spawn } = require('child_process');

class Server {
  /** `on`: { notification(method, params), request(method, params) -> result, log(text), exit(code, signal), error(error) } */
  constructor(command, args, on) {
    this.on = on;
    this.waiting = new Map(); // id -> { resolve, reject }
    this.nextId = 1;
    this.rest = Buffer.alloc(0);
    this.isOver = false;
    this.child = spawn(command, args, { stdio: ['pipe', 'pipe', 'pipe'] });
    this.child.stdout.on('data', (data) => this.receive(data));
    this.child.stderr.on('data', (data) => this.on.log(data.toString().trimEnd()));
    this.child.stdin.on('error', () => {}); // 'exit' tells
    this.child.on('error', (error) => this.end(() => this.on.error(error)));
    this.child.on('exit', (code, signal) => this.end(() => this.on.exit(code, signal)));
  }

  end(tell) {
    if (this.isOver) return;
    this.isOver = true;
    for (const { reject } of this.waiting.values()) reject(new Error('the server has ended'));
    this.waiting.clear();
    tell();
  }

  send(message) {
    if (this.isOver) return;
    const body = Buffer.from(JSON.stringify({ jsonrpc: '2.0', ...message }));
    this.child.stdin.write(`Content-Length: ${body.length}\r\n\r\n`);
    this.child.stdin.write(body);
  }

  notify(method, params) {
    this.send({ method, params });
  }

  /** The result. A token that is cancelled ends the request on the server's side. */
  request(method, params, token) {
    if (this.isOver) return Promise.reject(new Error('the server has ended'));
    const id = this.nextId++;
    const answer = new Promise((resolve, reject) => this.waiting.set(id, { resolve, reject }));
    if (token) token.onCancellationRequested(() => this.notify('$/cancelRequest', { id }));
    this.send({ id, method, params });
    return answer;
  }

  receive(data) {
    this.rest = Buffer.concat([this.rest, data]);
    for (;;) {
      const end = this.rest.indexOf('\r\n\r\n');
      if (end < 0) return;
      const length = /content-length:\s*(\d+)/i.exec(this.rest.subarray(0, end).toString('ascii'));
      const from = end + 4;
      if (!length || this.rest.length < from + Number(length[1])) return;
      const body = this.rest.subarray(from, from + Number(length[1]));
      this.rest = this.rest.subarray(from + Number(length[1]));
      this.take(JSON.parse(body.toString('utf8')));
    }
  }

  take(message) {
    if (message.method && message.id !== undefined) {
      this.send({ id: message.id, result: this.on.request(message.method, message.params) ?? null });
    } else if (message.method) {
      this.on.notification(message.method, message.params);
    } else {
      const waiting = this.waiting.get(message.id);
      this.waiting.delete(message.id);
      if (waiting && message.error) waiting.reject(new Error(message.error.message));
      else if (waiting) waiting.resolve(message.result);
    }
  }

  /** Ends the server in order; kills it where it does not answer. */
  async stop() {
    if (this.isOver) return;
    this.on = { ...this.on, exit() {}, error() {} };
    const late = setTimeout(() => this.child.kill(), 2000);
    try {
      await this.request('shutdown');
      this.notify('exit');
    } catch {
      this.child.kill();
    }
    if (!this.isOver) await new Promise((resolve) => this.child.once('exit', resolve));
    clearTimeout(late);
  }
}

module.exports = { Server };
