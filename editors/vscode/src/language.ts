/** A YAML file that begins as a ruleset or a suite gets the language of rulesets, unless somebody chose another one. */

import * as vscode from "vscode";

const RULESET = /^cardrules(_suite)?[ ]*:/m;
const LINES = 50;

export function recognise(language: string): vscode.Disposable[] {
  let leaving: string | undefined; // a document whose language is being changed by hand

  const look = (document: vscode.TextDocument): void => {
    if (document.languageId !== "yaml" || document.uri.toString() === leaving) return;
    const beginning = document.getText(new vscode.Range(0, 0, LINES, 0));
    if (RULESET.test(beginning)) void vscode.languages.setTextDocumentLanguage(document, language);
  };

  vscode.workspace.textDocuments.forEach(look);
  return [
    vscode.workspace.onDidOpenTextDocument(look),
    vscode.workspace.onDidSaveTextDocument(look),
    vscode.workspace.onDidCloseTextDocument((document) => {
      if (document.languageId !== language) return;
      leaving = document.uri.toString(); // it is opened again at once, with its other language
      setTimeout(() => (leaving = undefined));
    }),
  ];
}
