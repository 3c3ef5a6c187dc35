// Asks Python about the rules, in a worker of its own. A worker that says nothing for too long is replaced.
import { remembering } from "./python.js";

const { parts: names, version } = JSON.parse(document.documentElement.dataset.playground);
const parts = Object.fromEntries(names.map((name) => [name, new URL(name, import.meta.url).href]));
const PATIENCE = 30000; // milliseconds; a rule may go on for a while
const LONG = 120000; // the first start of Python on a slow line, or what reads and writes many files

let python = null;
let worker = null;
let waiting = new Map(); // what takes the answers, by number
let count = 0;
let silence = 0;
let patience = LONG;

function begin() {
  worker?.terminate();
  const asked = waiting;
  waiting = new Map();
  for (const { failed } of asked.values()) failed(new Error("The rules take too long to be looked through."));
  worker = python.begun({ kind: "answers", module: "cardrules.playground.answering" }, heard);
  worker.onerror = (event) => { for (const { failed } of waiting.values()) failed(new Error(event.message)); };
  patience = LONG;
  wait();
}

function wait() {
  clearTimeout(silence);
  const long = [...waiting.values()].some(({ needs }) => needs);
  silence = setTimeout(() => { if (waiting.size) begin(); }, long ? LONG : patience);
}

function heard(data) {
  if (data.ready) patience = PATIENCE;
  wait();
  if (data.memory) python.remember(data.memory);
  if (data.number === undefined) return;
  const asked = waiting.get(data.number);
  waiting.delete(data.number);
  if (data.failed) asked?.failed(new Error(data.failed));
  else {
    const { answer, refused } = JSON.parse(data.answer);
    if (refused) asked?.failed(new Error(refused));
    else asked?.done(answer);
  }
}

// Starts Python; the first time it is fetched.
export async function start() {
  python = await remembering(parts, version);
  begin();
}

// Returns the answer to a question about a text. `needs` says that it needs the files of the table.
export function ask(method, text, more = {}, needs = false) {
  return new Promise((done, failed) => {
    const first = !waiting.size;
    waiting.set(++count, { done, failed, needs });
    if (first || needs) wait();
    worker.postMessage({ number: count, needs, asks: JSON.stringify({ method, text, ...more }) });
  });
}
