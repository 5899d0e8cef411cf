// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The extension against VS Code's API in memory (vscode.js) and the real server.
// usage: node --test-reporter=spec extension_test.js, with the program in $COALCHECK
'use strict';
const assert = require('assert');
const fs = require('fs');
const Module = require('module');
const os = require('os');
const path = require('path');
const { after, before, test } = require('node:test');

const resolve = Module._resolveFilename;
Module._resolveFilename = (name, ...rest) => (name === 'vscode' ? path.join(__dirname, 'vscode.js') : resolve(name, ...rest));
const vscode = require('vscode');
const editor = vscode.test;
const extension = require('../../editors/vscode/extension.js');
const manifest = require('../../editors/vscode/package.json');

const KERNEL = `__global__ void k(const float *in, float *out, int n) {
  out[threadIdx.x] = in[threadIdx.x * 8];
}
__global__ void t(const float *in, float *out) {
  __shared__ float tile[32][32];
  tile[threadIdx.y][threadIdx.x] = in[threadIdx.y * 32 + threadIdx.x];
  __syncthreads();
  out[threadIdx.y * 32 + threadIdx.x] = tile[threadIdx.x][threadIdx.y];
}
`;
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'coalcheck-vscode-'));
const context = { subscriptions: [] };

const until = async (what, message) => {
  for (let i = 0; i < 1200; i++) {
    const value = what();
    if (value) return value;
    await new Promise((done) => setTimeout(done, 25));
  }
  return assert.fail(`${message}; log: ${editor.log.join('\n')}`);
};
const write = (name, text) => {
  fs.writeFileSync(path.join(folder, name), text);
  return new vscode.TextDocument(path.join(folder, name), 'cuda-cpp');
};
const found = (document) => editor.diagnostics.get(document.uri.toString());
const at = (document, text) => {
  const line = document.text.split('\n').findIndex((l) => l.includes(text));
  return new vscode.Position(line, document.text.split('\n')[line].indexOf(text));
};

let document;
before(async () => {
  editor.settings.path = process.env.COALCHECK;
  await extension.activate(context);
  document = write('k.cu', KERNEL);
  await editor.show(document);
  await until(() => found(document)?.length === 2, 'two findings');
});
after(async () => {
  await extension.deactivate();
  fs.rmSync(folder, { recursive: true });
});

test('findings are diagnostics', () => {
  const strided = found(document).find((d) => d.message.startsWith("uncoalesced load of 'in'"));
  assert.strictEqual(strided.severity, 1); // vscode.DiagnosticSeverity.Warning
  assert.strictEqual(strided.source, 'coalcheck');
  assert.strictEqual(strided.code.value, 'coalcheck-strided');
  assert.match(strided.code.target.toString(), /strided\.md$/);
  assert.strictEqual(strided.range.start.line, 1);
  assert.ok(strided.relatedInformation.length > 0);
});

test('a hover has the picture', async () => {
  const hover = await editor.providers.hover.provideHover(document, at(document, 'in[threadIdx.x * 8]'));
  assert.match(hover.contents.value, /!\[32 sectors where 4 would do.*\]\(data:image\/svg\+xml;base64,/);
  assert.strictEqual(await editor.providers.hover.provideHover(document, new vscode.Position(2, 0)), null);
});

test('a proved fix is a quick fix', async () => {
  const place = at(document, 'tile[threadIdx.x][threadIdx.y]');
  const [fix] = await editor.providers.actions.provideCodeActions(document, new vscode.Range(place.line, place.character, place.line, place.character), {});
  assert.match(fix.title, /pad/);
  assert.deepStrictEqual(fix.edit.edits.map((e) => [e.range.start.line, e.text]), [[4, '33']]);
  assert.deepStrictEqual(await editor.providers.actions.provideCodeActions(document, new vscode.Range(0, 0, 0, 0), {}), []);
});

test('the view ranks the accesses of the file', () => {
  const tree = editor.trees['coalcheck.worst'];
  const items = tree.getChildren().map((finding) => tree.getTreeItem(finding));
  assert.strictEqual(items.length, 2);
  assert.ok(items.every((item) => /^line \d+/.test(item.description) && item.command.arguments[0] === document.uri));
  assert.deepStrictEqual(tree.getChildren(tree.getChildren()[0]), []);
  assert.match(editor.status.text, /2 uncoalesced/);
  assert.ok(editor.status.isShown);
});

test('the costliest comes first', async () => {
  const sized = write('sized.cu', `__global__ void few(const float *in, float *out) { out[threadIdx.x] = in[threadIdx.x * 2]; }
__global__ void many(const float *in, float *out) { int i = blockIdx.x * 256 + threadIdx.x; out[i] = in[i * 32]; }
int main() { float *a, *b; cudaMalloc(&a, 1 << 30); cudaMalloc(&b, 1 << 30); few<<<1, 32>>>(a, b); many<<<16384, 256>>>(a, b); }
`);
  await editor.show(sized);
  const tree = editor.trees['coalcheck.worst'];
  await until(() => tree.getChildren().length, 'findings');
  const first = tree.getTreeItem(tree.getChildren()[0]);
  assert.match(first.description, /^line 2 · \d+ % of its kernel's time$/);
  await editor.show(document);
});

test('an edit is analysed, unsaved', async () => {
  const place = at(document, ' * 8');
  await editor.edit(document, new vscode.Range(place.line, place.character, place.line, place.character + 4), '');
  await until(() => found(document).length === 1, 'one finding left');
  assert.match(editor.status.text, /1 uncoalesced/);
  await editor.edit(document, new vscode.Range(place.line, place.character, place.line, place.character), ' * 8');
  await until(() => found(document).length === 2, 'both again');
});

test('a file without a warning is not called coalesced, one without an answer neither', async () => {
  const gather = write('gather.cu', '__global__ void g(const float *a, const int *i, float *o) { o[threadIdx.x] = a[i[threadIdx.x]]; }\n');
  await editor.show(gather);
  await until(() => found(gather), 'an answer');
  assert.deepStrictEqual(found(gather), []);
  assert.strictEqual(editor.status.text, '$(check) coalcheck');
  assert.match(editor.status.tooltip, /no warning/);
  extension.client().findings.delete(gather.uri.toString()); // as before the answer
  extension.client().show();
  assert.match(editor.status.text, /sync/);
  await editor.show(document);
});

test('settings reach the server', async () => {
  const whole = new vscode.Range(0, 0, 99, 0);
  assert.deepStrictEqual(await editor.providers.hints.provideInlayHints(document, whole), []);
  await editor.configure('inlayHints', true);
  const ask = async () => (await editor.providers.hints.provideInlayHints(document, whole)).map((h) => h.label);
  for (let i = 0; i < 400 && !(await ask()).includes('32 sectors'); i++) await new Promise((done) => setTimeout(done, 25));
  assert.ok((await ask()).includes('32 sectors'));
  await editor.configure('checks', '-strided');
  await until(() => found(document)?.length === 1, 'the check is off');
  await editor.configure('checks', '');
  await until(() => found(document)?.length === 2, 'the check is on');
});

test('documents of other languages are left alone', async () => {
  fs.writeFileSync(path.join(folder, 'a.py'), 'print()\n');
  await editor.show(new vscode.TextDocument(path.join(folder, 'a.py'), 'python'));
  assert.ok(!editor.status.isShown);
  assert.deepStrictEqual(editor.executed.filter(([c]) => c === 'setContext').at(-1), ['setContext', 'coalcheck.isActive', false]);
  await editor.show(document);
});

test('a server that crashes is started again', async () => {
  const server = extension.client().server;
  server.child.kill('SIGKILL');
  await until(() => editor.log.some((line) => line === 'the server has ended: SIGKILL'), 'a line in the log');
  await until(() => found(document)?.length === 2, 'findings after the crash');
  assert.notStrictEqual(extension.client().server, server);
});

test('a program that is not there is said, with what to do', async () => {
  editor.answer = 'Open Settings';
  await editor.configure('path', path.join(folder, 'nothing'));
  await until(() => editor.errors.length, 'a message');
  assert.match(editor.errors[0], /could not be started \(ENOENT\)/);
  assert.ok(editor.executed.some(([command, id]) => command === 'workbench.action.openSettings' && id === 'coalcheck.path'));
  assert.strictEqual(found(document), undefined);
  assert.match(editor.status.text, /error/);
  await editor.configure('path', process.env.COALCHECK);
  await until(() => found(document)?.length === 2, 'findings after the path was mended');
});

test('a workspace cannot choose what is run', () => {
  const settings = manifest.contributes.configuration.properties;
  for (const name of ['coalcheck.path', 'coalcheck.arguments']) assert.strictEqual(settings[name].scope, 'machine');
  const text = fs.readFileSync(path.join(__dirname, '../../editors/vscode/extension.js'), 'utf8');
  for (const [, name] of text.matchAll(/get\('(\w+)'\)/g)) assert.ok(settings[`coalcheck.${name}`], name);
});
