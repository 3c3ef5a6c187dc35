/** The panels beside a ruleset: a table to play at, and its rulebook. */

import type { ChildProcess } from "node:child_process";
import * as path from "node:path";
import * as vscode from "vscode";

import { Failure, started, written } from "./command.js";

const COLOURS = `<style>:root { color-scheme: normal; --ink: var(--vscode-editor-foreground);
  --paper: var(--vscode-editor-background); --mark: var(--vscode-textLink-foreground);
  --faint: var(--vscode-editorWidget-border); --face: var(--vscode-editorWidget-background) }</style>`;
const LOCAL = /^https?:\/\/(localhost|127\.0\.0\.1)(:\d+)?\/?$/;
const ADDRESS = /http:\/\/localhost:(\d+)\//;

/** A server of a table. */
interface Server {
  process: ChildProcess;
  address: string;
  port: string;
}

/** A panel for a file, which shows it anew after a save. */
interface Panel {
  view: vscode.WebviewPanel;
  refresh(): Promise<void>;
}

export class Panels implements vscode.Disposable {
  private readonly open = new Map<string, Panel>();
  private readonly listening: vscode.Disposable;

  constructor(private readonly context: vscode.ExtensionContext) {
    this.listening = vscode.workspace.onDidSaveTextDocument((document) => {
      if (document.languageId !== "cardrules") return;
      for (const panel of this.open.values()) void panel.refresh(); // it may be the parent of what they show
    });
  }

  dispose(): void {
    this.listening.dispose();
    for (const panel of [...this.open.values()]) panel.view.dispose();
  }

  /** Show the rulebook of a ruleset. */
  async rulebook(file: vscode.Uri): Promise<void> {
    await this.show("Rulebook", file, {}, (view) => {
      let asked = 0;
      let good = false; // a rulebook is shown; it stays while there are mistakes
      view.onDidDispose(() => (asked = -1));
      return async () => {
        const number = ++asked;
        let page: string;
        try {
          page = (await written(["rules", file.fsPath, "--format", "html"])).replace("</head>", `${COLOURS}</head>`);
          good = true;
        } catch (error) {
          if (good) return;
          page = message(error);
        }
        if (number === asked) view.webview.html = page;
      };
    });
  }

  /** Show a table at which a ruleset is played; after a save another server goes on with its games. */
  async play(file: vscode.Uri): Promise<void> {
    const options = { enableScripts: true, retainContextWhenHidden: true };
    await this.show("Play", file, options, (view) => {
      let server: Server | undefined;
      let shown = ""; // the address in the panel
      let last: Promise<void> = Promise.resolve();
      let closed = false;
      view.onDidDispose(() => {
        closed = true;
        server?.process.kill();
      });
      const again = async (): Promise<void> => {
        if (closed || (server && wrong(file))) return; // the table stays under the rules before the mistake
        let page: string;
        try {
          const port = server && (await ended(server));
          server = await this.serve(file, port);
          if (server.address === shown) return; // its page finds the new server, and says that the rules have changed
          shown = server.address;
          page = frame(await reachable(shown));
        } catch (error) {
          shown = "";
          page = message(error);
        }
        if (closed) server?.process.kill();
        else view.webview.html = page;
      };
      return () => (last = last.then(again));
    });
  }

  /** Start a server for a ruleset. */
  private async serve(file: vscode.Uri, port = "0"): Promise<Server> {
    const folder = this.context.globalStorageUri;
    await vscode.workspace.fs.createDirectory(folder);
    const store = path.join(folder.fsPath, "tables.sqlite");
    const process = await started(["serve", "--embedded", "--port", port, "--store", store, file.fsPath]);
    return new Promise((resolve, reject) => {
      let text = "";
      let said = "";
      process.stderr?.on("data", (part) => (said += part));
      process.stdout?.on("data", (part) => {
        text += part;
        const found = ADDRESS.exec(text);
        if (found?.[1]) resolve({ process, address: found[0], port: found[1] });
      });
      process.once("close", () => reject(new Failure(said.trim())));
    });
  }

  /** Show a panel beside the editor; one for each file and kind. */
  private async show(
    kind: string,
    file: vscode.Uri,
    options: vscode.WebviewOptions & vscode.WebviewPanelOptions,
    refreshing: (view: vscode.WebviewPanel) => () => Promise<void>,
  ): Promise<vscode.WebviewPanel> {
    const key = `${kind} ${file.toString()}`;
    const known = this.open.get(key);
    if (known) {
      known.view.reveal(undefined, true);
      await known.refresh();
      return known.view;
    }
    const where = { viewColumn: vscode.ViewColumn.Beside, preserveFocus: true };
    const title = `${kind}: ${path.basename(file.path)}`;
    const view = vscode.window.createWebviewPanel(`cardrules.${kind}`, title, where, { ...options, localResourceRoots: [] });
    const panel = { view, refresh: refreshing(view) };
    this.open.set(key, panel);
    view.onDidDispose(() => this.open.delete(key));
    await panel.refresh();
    return view;
  }
}

/** End a server; return its port. */
async function ended(server: Server): Promise<string> {
  const { process, port } = server;
  if (process.exitCode === null && process.signalCode === null) {
    const closed = new Promise((resolve) => process.once("close", resolve));
    process.kill();
    await closed;
  }
  return port;
}

/** Return whether the language server has found mistakes in a file. */
function wrong(file: vscode.Uri): boolean {
  return vscode.languages.getDiagnostics(file).some((each) => each.severity === vscode.DiagnosticSeverity.Error);
}

/** Return where the window of the editor finds a server of this machine, such as at a port that is forwarded. */
async function reachable(address: string): Promise<vscode.Uri> {
  const here = vscode.Uri.parse(address);
  const there = await vscode.env.asExternalUri(here);
  return LOCAL.test(there.toString(true)) ? there : here; // a table cannot stand in a folder of another server
}

/** Return a page that shows another one. */
function frame(address: vscode.Uri): string {
  const source = escaped(address.toString(true));
  const origin = escaped(`${address.scheme}://${address.authority}`);
  return page(
    `frame-src ${origin};`,
    "body { margin: 0; padding: 0 } iframe { position: fixed; inset: 0; width: 100%; height: 100%; border: 0 }",
    `<iframe src="${source}" title="The table"></iframe>`,
  );
}

/** Return a page that says why there is nothing to show. */
function message(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return page("", "pre { white-space: pre-wrap; font-family: var(--vscode-editor-font-family) }", `<pre>${escaped(text)}</pre>`);
}

function page(policy: string, style: string, body: string): string {
  const all = `default-src 'none'; style-src 'unsafe-inline'; ${policy}`;
  return `<!doctype html><html lang="en"><head><meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${all}"><style>${style}</style></head><body>${body}</body></html>`;
}

function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
