// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// coalcheck in VS Code: starts `coalcheck lsp`, hands it the CUDA documents, and shows what it finds as diagnostics, hovers, quick
// fixes and inlay hints, in the view "Worst Accesses of This File" and in the status bar.
'use strict';
const vscode = require('vscode');
const { Server } = require('./server');

const SELECTOR = [{ language: 'cuda-cpp' }, { language: 'cuda' }, { pattern: '**/*.{cu,cuh}' }];
const CRASHES_MAX = 4; // within CRASHES_MS; then the server is not started again by itself
const CRASHES_MS = 3 * 60 * 1000;

const toRange = (r) => new vscode.Range(r.start.line, r.start.character, r.end.line, r.end.character);
const fromPosition = (p) => ({ line: p.line, character: p.character });
const fromRange = (r) => ({ start: fromPosition(r.start), end: fromPosition(r.end) });
const isOurs = (document) => vscode.languages.match(SELECTOR, document) > 0;
const firstLine = (text) => text.split('\n', 1)[0];

/** What the server takes from the settings, as docs/editors.md lists it. */
function serverSettings() {
  const settings = vscode.workspace.getConfiguration('coalcheck');
  const out = { remarks: settings.get('remarks'), images: settings.get('images'), inlayHints: settings.get('inlayHints') };
  for (const name of ['target', 'launch', 'checks']) if (settings.get(name)?.length) out[name] = settings.get(name);
  return out;
}

function toWorkspaceEdit(edit) {
  const out = new vscode.WorkspaceEdit();
  const changes = edit.documentChanges ?? Object.entries(edit.changes ?? {}).map(([uri, edits]) => ({ textDocument: { uri }, edits }));
  for (const { textDocument, edits } of changes)
    for (const e of edits) out.replace(vscode.Uri.parse(textDocument.uri), toRange(e.range), e.newText);
  return out;
}

/** Findings of one document, the costliest first: share of its kernel's time, then as the server sent them. */
class WorstAccesses {
  constructor(findingsOf) {
    this.findingsOf = findingsOf;
    this.changed = new vscode.EventEmitter();
    this.onDidChangeTreeData = this.changed.event;
  }

  getChildren(parent) {
    const editor = vscode.window.activeTextEditor;
    if (parent || !editor) return [];
    const cost = (finding) => finding.data?.gain?.percent ?? -1;
    return [...this.findingsOf(editor.document.uri)].sort((a, b) => a.severity - b.severity || cost(b) - cost(a));
  }

  getTreeItem(finding) {
    const item = new vscode.TreeItem(firstLine(finding.message), vscode.TreeItemCollapsibleState.None);
    const percent = finding.data?.gain?.percent;
    const share = percent === undefined ? '' : ` · ${Math.round(percent)} % of its kernel's time`;
    item.description = `line ${finding.range.start.line + 1}${share}`;
    item.tooltip = finding.message;
    item.iconPath = new vscode.ThemeIcon(finding.severity <= 2 ? 'warning' : 'info');
    const document = vscode.window.activeTextEditor.document;
    item.command = { command: 'vscode.open', title: 'Open', arguments: [document.uri, { selection: toRange(finding.range) }] };
    return item;
  }
}

class Client {
  constructor(context) {
    this.log = vscode.window.createOutputChannel('coalcheck');
    this.diagnostics = vscode.languages.createDiagnosticCollection('coalcheck');
    this.findings = new Map(); // uri -> the server's diagnostics
    this.worst = new WorstAccesses((uri) => this.findings.get(uri.toString()) ?? []);
    this.view = vscode.window.createTreeView('coalcheck.worst', { treeDataProvider: this.worst });
    this.status = vscode.window.createStatusBarItem(vscode.StatusBarAlignment.Right, 50);
    this.status.name = 'coalcheck';
    this.status.command = 'coalcheck.showWorst';
    this.hints = new vscode.EventEmitter();
    this.crashes = [];
    context.subscriptions.push(this.log, this.diagnostics, this.view, this.status, this.hints);
  }

  /* ---- the server --------------------------------------------------------------------------------------- */

  async start() {
    const settings = vscode.workspace.getConfiguration('coalcheck');
    const program = settings.get('path') || 'coalcheck';
    const server = new Server(program, ['lsp', ...(settings.get('arguments') ?? [])], {
      notification: (method, params) => this.onNotification(method, params),
      request: (method) => this.onRequest(method),
      log: (text) => this.log.appendLine(text),
      exit: (code, signal) => this.onExit(code, signal),
      error: (error) => this.onMissing(program, error),
    });
    this.server = server;
    this.show();
    const folder = vscode.workspace.workspaceFolders?.[0];
    try {
      await server.request('initialize', {
        processId: process.pid,
        rootUri: folder ? folder.uri.toString() : null,
        capabilities: {
          general: { positionEncodings: ['utf-16'] },
          textDocument: {
            publishDiagnostics: { relatedInformation: true, codeDescriptionSupport: true, versionSupport: true },
            hover: { contentFormat: ['markdown'] },
          },
          workspace: { inlayHint: { refreshSupport: true } },
        },
        initializationOptions: serverSettings(),
      });
    } catch {
      return; // onExit and onMissing tell
    }
    server.notify('initialized', {});
    for (const document of vscode.workspace.textDocuments) this.open(document);
  }

  async restart() {
    this.crashes = [];
    await this.server?.stop();
    this.clear();
    await this.start();
  }

  clear() {
    this.findings.clear();
    this.diagnostics.clear();
    this.show();
  }

  async onMissing(program, error) {
    this.clear();
    this.log.appendLine(`${program}: ${error.message}`);
    const settings = 'Open Settings';
    const text = `coalcheck: '${program}' could not be started (${error.code ?? error.message}). Install it, or set coalcheck.path.`;
    const chosen = await vscode.window.showErrorMessage(text, settings);
    if (chosen === settings) vscode.commands.executeCommand('workbench.action.openSettings', 'coalcheck.path');
  }

  onExit(code, signal) {
    this.clear();
    this.log.appendLine(`the server has ended: ${signal ?? `status ${code}`}`);
    const now = Date.now();
    this.crashes = [...this.crashes.filter((t) => now - t < CRASHES_MS), now];
    if (this.crashes.length <= CRASHES_MAX) return this.start();
    return vscode.window.showErrorMessage('coalcheck: the server has ended five times in three minutes; "coalcheck: Restart the Server" tries again.');
  }

  onRequest(method) {
    if (method === 'workspace/inlayHint/refresh') this.hints.fire();
    if (method === 'workspace/configuration') return [serverSettings()];
    return null;
  }

  onNotification(method, params) {
    if (method === 'textDocument/publishDiagnostics') this.publish(params);
    if (method === 'window/logMessage') this.log.appendLine(params.message);
    if (method === 'window/showMessage') vscode.window.showWarningMessage(params.message);
  }

  /* ---- documents ---------------------------------------------------------------------------------------- */

  open(document) {
    if (!isOurs(document)) return;
    const { languageId, version } = document;
    this.server?.notify('textDocument/didOpen', {
      textDocument: { uri: document.uri.toString(), languageId, version, text: document.getText() },
    });
  }

  change({ document, contentChanges }) {
    if (!isOurs(document) || !contentChanges.length) return;
    this.server?.notify('textDocument/didChange', {
      textDocument: { uri: document.uri.toString(), version: document.version },
      contentChanges: contentChanges.map(({ range, text }) => ({ range: fromRange(range), text })),
    });
  }

  tell(method, document) {
    if (isOurs(document)) this.server?.notify(method, { textDocument: { uri: document.uri.toString() } });
  }

  /* ---- what it found ------------------------------------------------------------------------------------ */

  publish({ uri, version, diagnostics }) {
    const document = vscode.workspace.textDocuments.find((d) => d.uri.toString() === uri);
    if (document && version !== undefined && version !== null && version < document.version) return; // a newer one follows
    this.findings.set(uri, diagnostics);
    this.diagnostics.set(vscode.Uri.parse(uri), diagnostics.map((d) => this.toDiagnostic(d)));
    this.show();
  }

  toDiagnostic(d) {
    const out = new vscode.Diagnostic(toRange(d.range), d.message, d.severity - 1); // LSP counts from 1
    out.source = d.source;
    out.code = d.codeDescription ? { value: d.code, target: vscode.Uri.parse(d.codeDescription.href) } : d.code;
    out.relatedInformation = (d.relatedInformation ?? []).map(
      (r) => new vscode.DiagnosticRelatedInformation(new vscode.Location(vscode.Uri.parse(r.location.uri), toRange(r.location.range)), r.message));
    return out;
  }

  /** The view and the status bar, for the document that is looked at. */
  show() {
    const document = vscode.window.activeTextEditor?.document;
    const active = document !== undefined && isOurs(document);
    vscode.commands.executeCommand('setContext', 'coalcheck.isActive', active);
    this.worst.changed.fire();
    if (!active) return this.status.hide();
    const warnings = this.worst.getChildren().filter((f) => f.severity <= 2);
    const answered = this.findings.has(document.uri.toString());
    if (this.server?.isOver !== false) {
      this.status.text = '$(error) coalcheck';
      this.status.tooltip = 'coalcheck: the server does not run; the log says why';
    } else if (!answered) {
      this.status.text = '$(sync) coalcheck';
      this.status.tooltip = 'coalcheck: the file is being analysed';
    } else if (warnings.length) {
      this.status.text = `$(warning) ${warnings.length} uncoalesced`;
      this.status.tooltip = `coalcheck, the worst: ${firstLine(warnings[0].message)}`;
    } else {
      this.status.text = '$(check) coalcheck';
      this.status.tooltip = 'coalcheck: no warning; a hover over an access says how it was judged, or why it was not';
    }
    return this.status.show();
  }

  /* ---- what the editor asks ----------------------------------------------------------------------------- */

  async ask(method, document, params, token) {
    try {
      return await this.server?.request(method, { textDocument: { uri: document.uri.toString() }, ...params }, token);
    } catch {
      return null; // cancelled, or the server has ended
    }
  }

  async provideHover(document, position, token) {
    const hover = await this.ask('textDocument/hover', document, { position: fromPosition(position) }, token);
    return hover ? new vscode.Hover(new vscode.MarkdownString(hover.contents.value), toRange(hover.range)) : null;
  }

  async provideCodeActions(document, range, context, token) {
    const diagnostics = (this.findings.get(document.uri.toString()) ?? []).filter((d) => toRange(d.range).intersection(range));
    if (!diagnostics.length) return [];
    const actions = await this.ask('textDocument/codeAction', document, { range: fromRange(range), context: { diagnostics } }, token);
    return (actions ?? []).map((a) => {
      const out = new vscode.CodeAction(a.title, vscode.CodeActionKind.QuickFix);
      out.edit = toWorkspaceEdit(a.edit);
      out.isPreferred = a.isPreferred;
      out.diagnostics = (a.diagnostics ?? []).map((d) => this.toDiagnostic(d));
      return out;
    });
  }

  get onDidChangeInlayHints() {
    return this.hints.event;
  }

  async provideInlayHints(document, range, token) {
    const hints = await this.ask('textDocument/inlayHint', document, { range: fromRange(range) }, token);
    return (hints ?? []).map((h) => {
      const out = new vscode.InlayHint(new vscode.Position(h.position.line, h.position.character), h.label);
      out.paddingLeft = h.paddingLeft;
      out.tooltip = h.tooltip;
      return out;
    });
  }

  async configure(event) {
    const isOfStart = (name) => event.affectsConfiguration(`coalcheck.${name}`); // the server forgets no option
    if (['path', 'arguments', 'target', 'launch', 'checks'].some(isOfStart)) await this.restart();
    else if (event.affectsConfiguration('coalcheck')) this.server?.notify('workspace/didChangeConfiguration', { settings: { coalcheck: serverSettings() } });
  }
}

let client;

async function activate(context) {
  client = new Client(context);
  const { workspace, window, languages, commands } = vscode;
  context.subscriptions.push(
    workspace.onDidOpenTextDocument((document) => client.open(document)),
    workspace.onDidChangeTextDocument((event) => client.change(event)),
    workspace.onDidSaveTextDocument((document) => client.tell('textDocument/didSave', document)),
    workspace.onDidCloseTextDocument((document) => client.tell('textDocument/didClose', document)),
    workspace.onDidChangeConfiguration((event) => client.configure(event)),
    window.onDidChangeActiveTextEditor(() => client.show()),
    languages.registerHoverProvider(SELECTOR, client),
    languages.registerCodeActionsProvider(SELECTOR, client, { providedCodeActionKinds: [vscode.CodeActionKind.QuickFix] }),
    languages.registerInlayHintsProvider(SELECTOR, client),
    commands.registerCommand('coalcheck.restart', () => client.restart()),
    commands.registerCommand('coalcheck.showLog', () => client.log.show()),
    commands.registerCommand('coalcheck.showWorst', () => commands.executeCommand('coalcheck.worst.focus')));
  client.show();
  await client.start();
}

async function deactivate() {
  await client?.server?.stop();
}

module.exports = { activate, deactivate, client: () => client };
