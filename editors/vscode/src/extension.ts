/** Rulesets of cardrules in VS Code: its language server, a table to play at, and the rulebook. */

import * as vscode from "vscode";
import { CloseAction, ErrorAction, LanguageClient, type LanguageClientOptions, type ServerOptions } from "vscode-languageclient/node";

import { arguments_of, explain, Failure, started } from "./command.js";
import { recognise } from "./language.js";
import { Panels } from "./panels.js";

const LANGUAGE = "cardrules";
const LONG_ENOUGH = 10_000; // milliseconds; a server that ends earlier is not started again
let client: LanguageClient | undefined;
let last: Promise<void> = Promise.resolve(); // one start or stop after the other

export function activate(context: vscode.ExtensionContext): void {
  const panels = new Panels(context);
  context.subscriptions.push(
    ...recognise(LANGUAGE),
    panels,
    vscode.commands.registerCommand("cardrules.play", () => withFile((file) => panels.play(file))),
    vscode.commands.registerCommand("cardrules.rulebook", () => withFile((file) => panels.rulebook(file))),
    vscode.commands.registerCommand("cardrules.test", () => withFile(test)),
    vscode.commands.registerCommand("cardrules.restart", restart),
    vscode.workspace.onDidOpenTextDocument((document) => document.languageId === LANGUAGE && start()),
    vscode.workspace.onDidChangeConfiguration((change) => change.affectsConfiguration("cardrules.path") && restart()),
  );
  if (vscode.workspace.textDocuments.some((document) => document.languageId === LANGUAGE)) void start();
}

export function deactivate(): Promise<void> {
  return (last = last.then(stop));
}

function start(): Promise<void> {
  return (last = last.then(begin));
}

function restart(): Promise<void> {
  void deactivate();
  return start();
}

/** Start the language server, unless it runs or could not be started. */
async function begin(): Promise<void> {
  if (client) return;
  let since = 0;
  const server: ServerOptions = () => {
    since = Date.now();
    return started(["lsp"]);
  };
  const options: LanguageClientOptions = {
    documentSelector: [{ language: LANGUAGE }],
    initializationFailedHandler: () => false, // `started` says what the server said
    errorHandler: {
      error: () => ({ action: ErrorAction.Continue, handled: true }),
      closed: () => {
        const soon = Date.now() - since < LONG_ENOUGH;
        return { action: soon ? CloseAction.DoNotRestart : CloseAction.Restart, handled: true };
      },
    },
  };
  client = new LanguageClient(LANGUAGE, "Cardrules", server, options);
  try {
    await client.start();
  } catch (error) {
    if (error instanceof Failure) void explain(error);
  }
}

async function stop(): Promise<void> {
  const running = client;
  client = undefined;
  if (running?.isRunning()) await running.stop();
}

/** Call something with the file of the active editor, which is saved first. */
async function withFile(work: (file: vscode.Uri) => unknown): Promise<void> {
  const document = vscode.window.activeTextEditor?.document;
  if (document?.languageId !== LANGUAGE) {
    void vscode.window.showInformationMessage("Open a ruleset first.");
  } else if (!(await document.save()) || document.uri.scheme !== "file") {
    void vscode.window.showInformationMessage("Save the ruleset first: it must be a file on a disk.");
  } else {
    await work(document.uri);
  }
}

/** Run the scenarios of a file in a terminal. */
async function test(file: vscode.Uri): Promise<void> {
  const [command, ...rest] = arguments_of(["test", file.fsPath]);
  const task = new vscode.Task(
    { type: "cardrules" },
    vscode.workspace.getWorkspaceFolder(file) ?? vscode.TaskScope.Workspace,
    "Run scenarios",
    "cardrules",
    new vscode.ProcessExecution(command, rest),
  );
  task.presentationOptions = { clear: true, showReuseMessage: false };
  await vscode.tasks.executeTask(task);
}
