// The editor: CodeMirror, with what Python knows about the rules.
import { autocompletion, closeBrackets, closeBracketsKeymap, completionKeymap, snippet } from "./codemirror-autocomplete.js";
import { defaultKeymap, history, historyKeymap } from "./codemirror-commands.js";
import { yaml } from "./codemirror-lang-yaml.js";
import { bracketMatching, foldGutter, foldKeymap, HighlightStyle, indentOnInput, indentUnit, syntaxHighlighting } from "./codemirror-language.js";
import { lintGutter, lintKeymap, setDiagnostics } from "./codemirror-lint.js";
import { EditorState, Transaction } from "./codemirror-state.js";
import { drawSelection, EditorView, highlightActiveLine, hoverTooltip, keymap, lineNumbers } from "./codemirror-view.js";
import { tags } from "./lezer-highlight.js";
import { ask } from "./asking.js";

// Returns what a text in Markdown says, as far as the service writes any: paragraphs, bold words and code.
export function written(text) {
  const found = document.createElement("div");
  found.className = "help";
  for (const each of text.split(/\n{2,}/)) {
    const line = found.appendChild(document.createElement("p"));
    each.split(/(\*\*.+?\*\*|\*[^\s*][^*]*\*|`[^`]+`)/).forEach((part, at) => {
      if (at % 2 === 0) { line.append(part); return; }
      const marks = part.startsWith("**") ? 2 : 1;
      const name = marks === 2 ? "strong" : part.startsWith("*") ? "em" : "code";
      line.appendChild(document.createElement(name)).textContent = part.slice(marks, -marks);
    });
  }
  return found;
}

async function completions(context) {
  const begun = context.matchBefore(/[\w.]+/);
  if (!begun && !context.explicit && !/[ :({[,]$/.test(context.state.sliceDoc(Math.max(context.pos - 1, 0), context.pos))) return null;
  const found = await ask("complete", context.state.doc.toString(), { offset: context.pos }).catch(() => []);
  const whole = (each) => context.state.sliceDoc(each.from, context.pos).trimEnd() === each.insert.trimEnd();
  if (context.aborted || !found.length || (!context.explicit && found.some(whole))) return null; // nothing is missing
  const from = Math.min(...found.map((each) => each.from), context.pos);
  const options = found.map((each) => ({
    label: each.label,
    detail: each.detail,
    type: each.kind,
    boost: -each.rank,
    info: each.help ? () => written(each.help) : undefined,
    apply: (view, completion, start, end) => {
      const to = Math.max(each.to, end);
      if (each.snippet) snippet(each.insert)(view, completion, each.from, to);
      else view.dispatch({ changes: { from: each.from, to, insert: each.insert }, selection: { anchor: each.from + each.insert.length }, userEvent: "input.complete" });
    },
  }));
  return { from, options, validFor: /^\w*$/ };
}

const hovers = hoverTooltip(async (view, offset) => {
  const found = await ask("hover", view.state.doc.toString(), { offset }).catch(() => null);
  return found && { pos: found.from, end: found.to, above: true, create: () => ({ dom: written(found.text) }) };
}, { hideOnChange: true });

const colours = HighlightStyle.define([
  { tag: [tags.propertyName, tags.definition(tags.propertyName)], color: "var(--key)" },
  { tag: [tags.string, tags.content], color: "var(--ink)" },
  { tag: [tags.comment, tags.lineComment], color: "var(--dim)", fontStyle: "italic" },
  { tag: [tags.number, tags.bool, tags.keyword, tags.labelName, tags.typeName], color: "var(--mark)" },
]);

const look = EditorView.theme({
  "&": { height: "100%", color: "var(--ink)", backgroundColor: "var(--surface)", fontSize: "14px" },
  ".cm-scroller": { fontFamily: "ui-monospace, 'Liberation Mono', monospace", lineHeight: "1.5" },
  ".cm-content": { caretColor: "var(--ink)" },
  ".cm-cursor": { borderLeftColor: "var(--ink)" },
  ".cm-gutters": { backgroundColor: "var(--paper)", color: "var(--dim)", borderRight: "1px solid var(--rule)" },
  ".cm-activeLine, .cm-activeLineGutter": { backgroundColor: "color-mix(in srgb, var(--mark) 8%, transparent)" },
  "&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground": { backgroundColor: "color-mix(in srgb, var(--mark) 30%, transparent)" },
  ".cm-tooltip": { backgroundColor: "var(--surface)", color: "var(--ink)", border: "1px solid var(--rule)", borderRadius: "8px", maxWidth: "min(36rem, 90vw)" },
  ".cm-tooltip-autocomplete ul li[aria-selected]": { backgroundColor: "var(--main)", color: "var(--on-main)" },
  ".cm-completionDetail": { opacity: ".8" },
  ".help": { padding: "4px 10px", font: "14px/1.4 ui-sans-serif, sans-serif" },
  ".help p": { margin: "4px 0" },
  ".cm-diagnostic": { font: "14px/1.4 ui-sans-serif, sans-serif" },
  ".cm-diagnosticAction": { backgroundColor: "var(--main)", color: "var(--on-main)", fontSize: "14px", padding: "4px 10px" },
  ".cm-foldPlaceholder": { color: "var(--dim)", backgroundColor: "var(--paper)" },
});

// Takes a change that Python suggests.
export const take = (view, edits) => {
  view.dispatch({ changes: edits, userEvent: "input.fix", scrollIntoView: true });
  view.focus();
};

// Shows an editor; `changed` hears of each change, and whether a person has made it. Its styles are in a tree of their own: the policy of the page allows no others.
export function edited(place, changed) {
  const root = place.attachShadow({ mode: "open" });
  const parent = root.appendChild(document.createElement("div"));
  parent.style.height = "100%";
  const extensions = [
    lineNumbers(), foldGutter(), lintGutter(), history(), drawSelection(), indentOnInput(), bracketMatching(), closeBrackets(),
    highlightActiveLine(), indentUnit.of("  "), EditorState.tabSize.of(2), yaml(), syntaxHighlighting(colours), look,
    EditorView.lineWrapping, autocompletion({ override: [completions] }), hovers,
    EditorView.contentAttributes.of({ "aria-label": "Rules", spellcheck: "false", autocapitalize: "off" }),
    keymap.of([...closeBracketsKeymap, ...defaultKeymap, ...historyKeymap, ...foldKeymap, ...completionKeymap, ...lintKeymap]),
    EditorView.updateListener.of(({ docChanged, transactions }) => {
      if (docChanged) changed(transactions.some((each) => each.annotation(Transaction.userEvent)));
    }),
  ];
  return new EditorView({ parent, root, extensions });
}

// Puts another text into the editor.
export function put(view, text) {
  view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: text }, selection: { anchor: 0 }, scrollIntoView: true });
}

// Marks the mistakes of a text, if it is still that of the editor.
export function mark(view, problems) {
  const length = view.state.doc.length;
  view.dispatch(setDiagnostics(view.state, problems.map((each) => ({
    from: Math.min(each.from, length),
    to: Math.min(each.to, length),
    severity: each.severity === "error" ? "error" : "warning",
    message: each.help ? `${each.message} ${each.help}` : each.message,
    actions: each.actions.map(({ title, edits }) => ({ name: title, apply: () => take(view, edits) })),
  }))));
}
