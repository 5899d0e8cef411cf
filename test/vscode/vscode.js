// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// As much of VS Code's API as the extension uses, in memory. `test` is what a test drives and looks at.
'use strict';
const fs = require('fs');
const url = require('url');

class Position {
  constructor(line, character) { Object.assign(this, { line, character }); }
  isAfter(p) { return this.line > p.line || (this.line === p.line && this.character > p.character); }
}
class Range {
  constructor(a, b, c, d) {
    this.start = new Position(a, b);
    this.end = new Position(c, d);
  }
  intersection(r) { return this.start.isAfter(r.end) || r.start.isAfter(this.end) ? undefined : this; }
}
class Uri {
  constructor(text) { this.text = text; }
  static parse(text) { return new Uri(text); }
  static file(path) { return new Uri(url.pathToFileURL(path).toString()); }
  toString() { return this.text; }
}
class EventEmitter {
  constructor() {
    this.listeners = [];
    this.event = (listener) => { this.listeners.push(listener); return { dispose() {} }; };
  }
  fire(value) { return Promise.all(this.listeners.map((listener) => listener(value))); }
  dispose() {}
}
class TextDocument {
  constructor(path, languageId) {
    Object.assign(this, { uri: Uri.file(path), languageId, version: 1, text: fs.readFileSync(path, 'utf8') });
  }
  getText() { return this.text; }
  offset({ line, character }) { return this.text.split('\n').slice(0, line).reduce((n, l) => n + l.length + 1, 0) + character; }
}
class WorkspaceEdit {
  constructor() { this.edits = []; }
  replace(uri, range, text) { this.edits.push({ uri, range, text }); }
}
class Diagnostic { constructor(range, message, severity) { Object.assign(this, { range, message, severity }); } }
class TreeItem { constructor(label, state) { Object.assign(this, { label, state }); } }
class MarkdownString { constructor(value) { this.value = value; } }
class Hover { constructor(contents, range) { Object.assign(this, { contents, range }); } }
class CodeAction { constructor(title, kind) { Object.assign(this, { title, kind }); } }
class InlayHint { constructor(position, label) { Object.assign(this, { position, label }); } }
class Location { constructor(uri, range) { Object.assign(this, { uri, range }); } }
class DiagnosticRelatedInformation { constructor(location, message) { Object.assign(this, { location, message }); } }
class ThemeIcon { constructor(id) { this.id = id; } }

const events = { open: new EventEmitter(), change: new EventEmitter(), save: new EventEmitter(), close: new EventEmitter(),
  settings: new EventEmitter(), editor: new EventEmitter() };
const test = { settings: {}, log: [], errors: [], diagnostics: new Map(), providers: {}, commands: {}, executed: [], trees: {}, status: null,
  answer: undefined, opened: [] };

test.show = async (document) => {
  vscode.window.activeTextEditor = document && { document };
  if (document && !vscode.workspace.textDocuments.includes(document)) {
    vscode.workspace.textDocuments.push(document);
    await events.open.fire(document);
  }
  await events.editor.fire(vscode.window.activeTextEditor);
};
test.edit = async (document, range, text) => {
  const [from, to] = [document.offset(range.start), document.offset(range.end)];
  document.text = document.text.slice(0, from) + text + document.text.slice(to);
  document.version++;
  await events.change.fire({ document, contentChanges: [{ range, text }] });
};
test.configure = async (name, value) => {
  test.settings[name] = value;
  await events.settings.fire({ affectsConfiguration: (section) => `coalcheck.${name}`.startsWith(section) });
};

const defaults = Object.fromEntries(Object.entries(require('../../editors/vscode/package.json').contributes.configuration.properties)
  .map(([name, { default: value }]) => [name.replace('coalcheck.', ''), value]));

const vscode = {
  Position, Range, Uri, EventEmitter, WorkspaceEdit, Diagnostic, TreeItem, MarkdownString, Hover, CodeAction, InlayHint, Location,
  DiagnosticRelatedInformation, ThemeIcon,
  CodeActionKind: { QuickFix: 'quickfix' },
  StatusBarAlignment: { Right: 2 },
  TreeItemCollapsibleState: { None: 0 },
  workspace: {
    textDocuments: [],
    workspaceFolders: undefined,
    getConfiguration: (section) => ({ get: (name) => (section === 'coalcheck' ? test.settings[name] ?? defaults[name] : undefined) }),
    onDidOpenTextDocument: events.open.event, onDidChangeTextDocument: events.change.event, onDidSaveTextDocument: events.save.event,
    onDidCloseTextDocument: events.close.event, onDidChangeConfiguration: events.settings.event,
  },
  window: {
    activeTextEditor: undefined,
    onDidChangeActiveTextEditor: events.editor.event,
    createOutputChannel: () => ({ appendLine: (line) => test.log.push(line), show() {}, dispose() {} }),
    createTreeView: (id, { treeDataProvider }) => { test.trees[id] = treeDataProvider; return { dispose() {} }; },
    createStatusBarItem: () => (test.status = { isShown: false, show() { this.isShown = true; }, hide() { this.isShown = false; }, dispose() {} }),
    showErrorMessage: async (text) => { test.errors.push(text); return test.answer; },
    showWarningMessage: async (text) => { test.errors.push(text); },
  },
  languages: {
    createDiagnosticCollection: () => ({ set: (uri, list) => test.diagnostics.set(uri.toString(), list), clear: () => test.diagnostics.clear(), dispose() {} }),
    match: (selector, document) => (selector.some((s) => s.language === document.languageId || (s.pattern && /\.cuh?$/.test(document.uri.toString()))) ? 10 : 0),
    registerHoverProvider: (_, provider) => { test.providers.hover = provider; return { dispose() {} }; },
    registerCodeActionsProvider: (_, provider) => { test.providers.actions = provider; return { dispose() {} }; },
    registerInlayHintsProvider: (_, provider) => { test.providers.hints = provider; return { dispose() {} }; },
  },
  commands: {
    registerCommand: (name, run) => { test.commands[name] = run; return { dispose() {} }; },
    executeCommand: async (...what) => { test.executed.push(what); },
  },
  env: { openExternal: (uri) => test.opened.push(uri.toString()) },
};

module.exports = Object.assign(vscode, { test, TextDocument });
