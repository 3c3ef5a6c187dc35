// How a page reaches its table without a server: a worker answers, and this shows the pages that it answers with.
// The page may carry all files itself (`carried`, by name); else they lie beside this one.
import { opened, read, remembering } from "./python.js";

const carried = globalThis.carried;
const { parts: names, version, first, tried, ...settings } = JSON.parse(document.documentElement.dataset.table);
const fresh = (part, type) => URL.createObjectURL(new Blob([part], { type }));
const links = new Map(); // addresses of carried files
const types = { js: "text/javascript", css: "text/css", svg: "image/svg+xml" };

// Returns the address of a file of the table.
function place(name) {
  if (!carried) return new URL(name, import.meta.url).href;
  if (!links.has(name)) links.set(name, fresh(carried[name], types[name.split(".").pop()]));
  return links.get(name);
}

// Returns the address of the script of a table, a new one for each page: it looks at its page when it begins.
function script() {
  if (!carried) return `${place("table.js")}?page=${++pages}`;
  const text = new TextDecoder().decode(carried["table.js"]);
  return fresh(text.replace(/from "\.\/([\w.-]+)"/g, (_, name) => `from "${name === "host.js" ? import.meta.url : place(name)}"`), types.js);
}

// ---------------------------------------------------------------------------------------------- workers
const parts = Object.fromEntries(names.map((name) => [name, carried?.[name] ?? place(name)]));
const waiting = new Map(); // what takes the answers, by number
let count = 0, pages = 0;
let worker = null; // answers as a server does
let bots = null; // bots think in a worker of their own, which begins when the first page is there
let python = null; // what begins workers

async function beginTable() {
  worker?.terminate();
  for (const { failed } of waiting.values()) failed(null);
  waiting.clear();
  News.open.clear();
  python ??= await remembering(parts, version, carried && place("worker.js"));
  worker = python.begun({ kind: "table", ...settings, kept: await kept() }, heard);
  worker.onerror = (event) => fail(event.message || "its worker does not start");
}

function heard(data) {
  if (missed > BEATS) document.getElementById("again")?.remove(); // it was only slow
  missed = 0;
  if (data.keep) keep(data.keep, data.text);
  else if (data.memory) python.remember(data.memory);
  else if (data.late) letBotsThink();
  else if (data.failed && !waiting.has(data.number)) fail(data.failed);
  else if (data.failed) waiting.get(data.number).failed(new Error(data.failed));
  else if (data.event) waiting.get(data.number)?.event?.(data.event);
  else if (data.number) waiting.get(data.number)?.done(data);
  if (data.number && !data.event) waiting.delete(data.number);
}

function letBotsThink() {
  if (bots?.starts) return;
  bots?.terminate();
  const { port1, port2 } = new MessageChannel();
  bots = python.begun({ kind: "bots", port: port1 }, ({ ready }) => {
    bots.starts = false; // it is ready, or failed
    if (!ready) return;
    worker.postMessage({ bots: port2 }, [port2]);
  }, [port1]);
  bots.starts = true;
}

function request(message) {
  return new Promise((done, failed) => {
    waiting.set(++count, { done, failed });
    worker.postMessage({ ...message, number: count });
  });
}

function fail(text) {
  const line = document.querySelector(".wait");
  if (line) line.textContent = `The table cannot begin here: ${text}. Load the page again; an old browser may not do.`;
  else alarm(`The table cannot go on: ${text}.`);
}

// Says what is wrong, and lets the table begin again where it was.
function alarm(text) {
  if (document.getElementById("again")) return;
  const line = document.createElement("p");
  const button = document.createElement("button");
  Object.assign(line, { id: "again", role: "alert", textContent: `${text} ` });
  Object.assign(button, { type: "button", textContent: "Start it again" });
  button.addEventListener("click", async () => {
    button.disabled = true;
    await beginTable();
    bots?.terminate();
    bots = null;
    await arrive();
  });
  line.append(button);
  document.body.append(line);
}

// A table that says nothing for so long hangs; it may be busy for as long as a rule may go on.
const BEAT = 10000; // milliseconds
const BEATS = 3;
let missed = 0;
setInterval(() => {
  if (document.hidden || document.querySelector(".wait")) missed = 0;
  else if (++missed > BEATS) alarm("The table does not answer any more; its games go on where they were.");
  worker?.postMessage({ beats: true });
}, BEAT);

// ------------------------------------------------------------------------------------------ what is kept
const games = opened("games", location.pathname);

async function keep(game, text) {
  if (tried) parent.postMessage({ kept: text }, location.origin);
  else (await games)?.("readwrite").put(text, game);
}

async function kept() {
  if (tried) return [];
  const store = (await games)?.("readonly");
  return store ? await read(store.getAll()) ?? [] : [];
}

// ------------------------------------------------------------- what the script of the table asks (host.js)
export async function ask(address, { method = "GET", body = "", headers = {} } = {}) {
  const found = await request({ method, address, body: String(body), accept: headers.accept ?? "" });
  const answer = new Response(found.text, { status: found.status });
  return Object.defineProperties(answer, { url: { value: found.url }, redirected: { value: found.url !== address } });
}

// Events as an EventSource has them.
export class News extends EventTarget {
  static open = new Set();
  constructor(address) {
    super();
    News.open.add(this);
    this.ended = request({ listens: true, address }).then(
      ({ closed }) => { if (closed !== 200) this.dispatchEvent(new Event("error")); }, () => {},
    );
    this.number = count;
    waiting.get(count).event = (text) => {
      const kind = /^event: (.*)$/m.exec(text)?.[1] ?? "message";
      this.dispatchEvent(new MessageEvent(kind, { data: /^data: ?(.*)$/m.exec(text)?.[1] ?? "" }));
    };
    setTimeout(() => this.dispatchEvent(new Event("open")));
  }
  close() {
    News.open.delete(this);
    worker.postMessage({ closes: true, number: this.number });
  }
}

export function go(address) {
  if (location.hash === `#${address}`) visit(address);
  else location.hash = address;
}

export async function show(frame, address) {
  const answer = await ask(address);
  frame.addEventListener("load", () => follow(frame.contentDocument), { once: true });
  frame.srcdoc = local(await answer.text()).replace(/<script[^>]*><\/script>/g, ""); // which is for whole pages
}

// --------------------------------------------------------------------------------------------- the pages
const local = (html) => html.replace(/"\/static\/([\w.-]+)"/g, (_, name) => `"${place(name)}"`);

// Lets the links and forms of a page lead on within the table.
function follow(page) {
  page.addEventListener("click", (event) => {
    const link = event.target.closest?.("a[href]");
    const address = link?.getAttribute("href") ?? "";
    if (address.startsWith("#") && page !== document) page.querySelector(address)?.scrollIntoView();
    else if (link?.hasAttribute("download")) visit(address);
    else if (/^[/?]/.test(address)) go(address.startsWith("?") ? `${here()}${address}` : address);
    else return;
    event.preventDefault();
  });
  page.addEventListener("submit", (event) => {
    if (event.defaultPrevented) return;
    event.preventDefault();
    const form = event.target;
    const address = form.getAttribute("action") ?? here();
    const fields = new URLSearchParams(new FormData(form, event.submitter));
    if (form.method === "post") visit(address, "POST", fields);
    else go(`${address}?${fields}`);
  });
}

const here = () => location.hash.slice(1).split("?")[0];

async function visit(address, method = "GET", fields = "", note = "pushState") {
  const asked = request({ method, address, body: String(fields), accept: "text/html" });
  const { url, type, name, text } = await asked.catch((error) => {
    if (error) fail(error.message); // else the table begins again
    return {};
  });
  if (url === undefined) return;
  if (name) {
    const link = document.createElement("a");
    Object.assign(link, { href: fresh(text, type), download: name });
    link.click();
    return;
  }
  for (const news of News.open) news.close();
  if (`#${url}` !== location.hash) history[note](null, "", `#${url}`);
  const page = new DOMParser().parseFromString(local(text), "text/html");
  document.title = page.title;
  document.body.replaceChildren(...page.body.childNodes);
  scrollTo(0, 0);
  await import(script());
}

// An address that ends in `!` asks for a game as its form is at first.
async function route() {
  const address = location.hash.slice(1) || first;
  const now = address.endsWith("!");
  await visit(now ? address.slice(0, -1) : address, now ? "POST" : "GET", "", "replaceState");
}

const SOON = 5000; // milliseconds that another version has to take over

// Lets another version take over that was fetched at an earlier visit: then the page is loaded again.
async function renewed() {
  const kept = carried ? undefined : navigator.serviceWorker;
  const waiting = (await kept?.getRegistration().catch(() => undefined))?.waiting;
  if (kept?.controller) kept.addEventListener("controllerchange", () => location.reload());
  if (!waiting) return;
  waiting.addEventListener("statechange", () => { if (/^activat/.test(waiting.state)) location.reload(); });
  waiting.postMessage({ takesOver: true });
  await new Promise((done) => setTimeout(done, SOON)); // then this version begins
}

// Shows the first page. In the playground the page around this one says what is played.
async function arrive() {
  if (tried) parent.postMessage({ ready: true }, location.origin);
  else await route();
  letBotsThink();
}

// Plays a game as the page around this one has it now, and says where that may not go on.
async function plays({ source, data }) {
  if (source !== parent || !data.game) return;
  const { url, said } = await request({ plays: JSON.stringify(data.game) }).catch((error) => ({ said: error?.message ?? "" }));
  if (url) await visit(url, "GET", "", "replaceState");
  parent.postMessage({ said, plays: Boolean(url) }, location.origin);
}

// The script of a table waits until this one has been read; so nothing here may wait for it.
async function start() {
  if (!tried) await renewed();
  await beginTable();
  follow(document);
  addEventListener("hashchange", route);
  if (tried) addEventListener("message", plays);
  await arrive();
  if (!carried && !tried) navigator.serviceWorker?.register(new URL("../offline.js", import.meta.url)).catch(() => {});
}
start();
