/** The command `cardrules`: where it is, how it is started, and what to do where it is missing. */

import { type ChildProcess, spawn } from "node:child_process";
import * as path from "node:path";
import * as vscode from "vscode";

const SETTING = "cardrules.path";
const MOST = 4000; // characters of what a command says of its failure

/** What a command said when it failed. */
export class Failure extends Error {}

/** Return a command line: the command of the setting with arguments. */
export function arguments_of(rest: string[]): [string, ...string[]] {
  const named = vscode.workspace.getConfiguration().get<string>(SETTING) || "cardrules";
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri.fsPath;
  const local = named !== path.basename(named) && !path.isAbsolute(named) && folder !== undefined;
  return [local ? path.join(folder, named) : named, ...rest];
}

/** Start the command; fail if there is none. */
export function started(rest: string[]): Promise<ChildProcess> {
  const [command, ...others] = arguments_of(rest);
  return new Promise((resolve, reject) => {
    const child = spawn(command, others, { env: { ...process.env, PYTHONUTF8: "1" }, windowsHide: true });
    let said = "";
    child.stderr.setEncoding("utf8");
    child.stderr.on("data", (part) => (said = (said + part).slice(-MOST)));
    child.once("spawn", () => resolve(child));
    child.once("error", (error) => {
      const missing = (error as NodeJS.ErrnoException).code === "ENOENT";
      reject(new Failure(missing ? `There is no command '${command}'. Install cardrules, ` +
        `or write the path of its command into the setting ${SETTING}.` : `'${command}' cannot be started: ${error.message}`));
    });
    child.once("close", (code) => {
      if (code && rest[0] === "lsp") void explain(new Failure(said.trim() || `'${command} lsp' ended with ${code}.`));
    });
  });
}

/** Run the command to its end, and return what it writes. */
export async function written(rest: string[]): Promise<string> {
  const child = await started(rest);
  let text = "";
  let said = "";
  child.stdout?.setEncoding("utf8");
  child.stdout?.on("data", (part) => (text += part));
  child.stderr?.on("data", (part) => (said += part));
  const code = await new Promise((resolve) => child.once("close", resolve));
  if (code !== 0) throw new Failure(said.trim());
  return text;
}

/** Show why the command cannot be started, with the way to its setting. */
export async function explain(error: unknown): Promise<void> {
  const text = error instanceof Error ? error.message : String(error);
  const choice = await vscode.window.showErrorMessage(text, "Open the setting");
  if (choice) await vscode.commands.executeCommand("workbench.action.openSettings", SETTING);
}
