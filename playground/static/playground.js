// The page of the playground: rules on one side, what becomes of them on the other.
import { ask, start } from "./asking.js";
import { edited, mark, put, take, written } from "./editor.js";
import { packed, unpacked } from "./links.js";

const at = (id) => document.getElementById(id);
const made = (name, text, values = {}) => Object.assign(document.createElement(name), { textContent: text, ...values });
const IDLE = 250; // milliseconds without a key until the rules are looked at
const SHOWN = 15000; // milliseconds for which a notice is there

const KEPT = "playground"; // under which this browser keeps the work
const FIRST = `cardrules: 1
extends: gin_slaughtre
name: My House Rule
change: {options: {refill_to: {default: 5}}}
scenarios:
  five-cards:
    given: {pile: 3C, hand: [4H 8H JC KD TS, 5], stock: 10}
    tests:
      - play: play 4H
        then: {hand: [5, 5]}
`;

// --------------------------------------------------------------------------------------------- the work
let game = {}; // settings, seats and actions of the game that is played
let known = "", gone = ""; // the game that the table plays, and the last one that was left
let before = ""; // the rules with which the page began
let text = ""; // the rules as they were looked at last
let playable = false;
let title = "";

// Looks at the rules: at once with their defaults, then in all variants.
let idle = 0;
let looks = 0;

function changed(written) {
  if (written) tell(""); // what was told last is about the rules before
  clearTimeout(idle);
  idle = setTimeout(look, IDLE);
}

async function look() {
  const turn = ++looks;
  text = view.state.doc.toString();
  try {
    const first = await ask("first", text);
    if (turn !== looks) return;
    ({ playable, title } = first);
    show(first.problems);
    keep();
    age();
    if (playable) { play(); refresh(); test(turn); }
    const all = await ask("diagnostics", text);
    if (turn === looks) { show(all.problems); await checkTask(); }
  } catch (error) {
    if (turn === looks) say(error.message);
  }
}

// Tells what came of something, until the rules are written further, or for some time.
let told = 0;
function tell(sentence) {
  at("notice").textContent = sentence;
  clearTimeout(told);
  told = setTimeout(tell, SHOWN, "");
}
const say = (sentence) => { at("said").textContent = sentence; };

// The browser keeps the work for the next visit.
function keep() {
  try { localStorage.setItem(KEPT, JSON.stringify({ text, ...game })); } catch { /* it keeps nothing for a page */ }
}

// Begins with other rules, and perhaps with a game that was begun under them.
function begin({ text, ...rest }) {
  game = rest;
  gone = known;
  before = text;
  played = "";
  put(view, text);
  changed();
}

// Leads to a place in the rules.
function lead({ from, to }) {
  choose("write");
  view.dispatch({ selection: { anchor: from, head: to }, scrollIntoView: true });
  view.focus();
}

// Lists mistakes; each leads to its place, and has its corrections.
function show(problems) {
  if (view.state.doc.toString() !== text) return; // it is being written further
  mark(view, problems);
  const errors = problems.filter((each) => each.severity === "error").length;
  say(errors ? `${errors} ${errors === 1 ? "mistake" : "mistakes"}` : problems.length ? "These rules can be played." : "No mistakes.");
  at("problems").replaceChildren(...problems.map((each) => {
    const line = made("li", "", { className: each.severity });
    const place = made("button", `Line ${each.line}`, { type: "button" });
    place.addEventListener("click", () => lead(each));
    line.append(place, made("span", ` ${each.message} ${each.help}`));
    for (const { title, edits } of each.actions) {
      const fix = made("button", title, { type: "button", className: "fix" });
      fix.addEventListener("click", () => { take(view, edits); tell(`Corrected: ${title}.`); });
      line.append(fix);
    }
    return line;
  }));
}

// --------------------------------------------------------------------------------------------- the table
const frame = at("table").querySelector("iframe");
let ready = false; // whether the table waits for a game
let playing = false;
let played = ""; // the rules that it plays

// Plays the rules as they are; what has been played before goes on where it can.
function play() {
  if (!ready || playing || !playable || played === text) return;
  playing = true;
  played = text;
  frame.contentWindow.postMessage({ game: { text, ...game } }, location.origin);
}

addEventListener("message", ({ source, data }) => {
  if (source !== frame.contentWindow) return;
  if (data.ready) { ready = true; playing = false; played = ""; }
  else if (data.kept) {
    const { id, settings, seats, actions } = JSON.parse(data.kept);
    if (id === gone) return; // a late move of a game that was left
    known = id;
    game = { settings, seats: seats.map(({ kind, name }) => ({ kind, name })), actions };
    keep();
  } else if (data.said !== undefined) {
    playing = false;
    at("gone-on").textContent = data.said;
  }
  play();
});

// ---------------------------------------------------------------------------------------------- the tabs
const tabs = [...document.querySelectorAll("[role=tab]")];
const wide = matchMedia("(min-width: 60rem)");

function choose(name) {
  if (name === "write" && wide.matches) return;
  document.body.dataset.shows = name;
  for (const tab of tabs) {
    const chosen = tab.id === `tab-${name}`;
    tab.setAttribute("aria-selected", String(chosen));
    tab.tabIndex = chosen ? 0 : -1;
    const panel = at(tab.getAttribute("aria-controls"));
    panel.hidden = !chosen && !(panel.id === "write" && wide.matches);
  }
  refresh();
}

for (const tab of tabs) {
  tab.addEventListener("click", () => choose(tab.id.slice(4)));
  tab.addEventListener("keydown", ({ key }) => {
    const shown = tabs.filter((each) => each.offsetParent);
    const step = { ArrowRight: 1, ArrowLeft: -1 }[key];
    if (!step) return;
    const next = shown[(shown.indexOf(tab) + step + shown.length) % shown.length];
    choose(next.id.slice(4));
    next.focus();
  });
}
wide.addEventListener("change", () => choose(wide.matches && document.body.dataset.shows === "write" ? "table" : document.body.dataset.shows));

// A link to a chapter would load the playground itself, which gives the page of the rulebook its address.
function within(page) {
  page.addEventListener("click", (event) => {
    const link = event.target.closest?.("a[href^='#']");
    if (!link) return;
    event.preventDefault();
    page.getElementById(decodeURIComponent(link.hash.slice(1)))?.scrollIntoView();
  });
}

// Brings what is shown up to date with the rules.
const shown = {}; // the rules that a panel shows, by its name
const panels = {
  async rulebook() {
    const page = await ask("rulebook", text);
    if (!page) return;
    const frame = at("rulebook").querySelector("iframe");
    frame.addEventListener("load", () => within(frame.contentDocument), { once: true });
    frame.srcdoc = page;
  },
};

async function refresh() {
  const name = document.body.dataset.shows;
  if (!panels[name] || !playable || shown[name] === text) return;
  shown[name] = text;
  await panels[name]().catch((error) => { delete shown[name]; say(error.message); });
}

// ------------------------------------------------------------------------------------------- the tests
const signs = { true: "\u2713", false: "\u2717" };

function outcome(failed, all) {
  if (all === 1) return failed ? "The scenario fails." : "The scenario passes.";
  if (!failed) return `All ${all} scenarios pass.`;
  if (failed === all) return `All ${all} scenarios fail.`;
  return `${failed} of ${all} scenarios ${failed === 1 ? "fails" : "fail"}.`;
}

// Says of results that are shown if they are of the rules as they were before.
function age() {
  if (!playable && at("tests").querySelector("li")) at("tests").querySelector("p").textContent = "The rules have a mistake now. These are the results before it.";
  if (at("compare").textContent !== "Stop" && compared && compared !== text) at("games").textContent = "The rules have changed since. These are games by the rules before.";
}

// Plays the scenarios of the rules, one after the other.
async function test(turn) {
  const lines = [];
  for (let number = 0, count = 1; number < count; number += 1) {
    const found = await ask("test", text, { number }).catch((error) => ({ name: `Scenario ${number + 1}`, count: 0, passed: false, tests: [], wrong: [error.message] }));
    if (turn !== looks) return;
    count = found.count;
    if (found.name === undefined) break;
    const line = made("li", "", { className: found.passed ? "passed" : "failed" });
    const place = made("button", `${signs[found.passed]} ${found.name}`, { type: "button" });
    if (found.from !== undefined) place.addEventListener("click", () => lead(found));
    line.append(place, made("p", found.help ?? ""));
    for (const told of [...found.wrong, ...found.tests.flatMap((each) => each.told)]) line.append(made("p", told));
    lines.push(line);
  }
  const failed = lines.filter((line) => line.className === "failed").length;
  at("colour").textContent = lines.length ? (failed ? `${signs.false} ${failed}` : signs.true) : "";
  at("colour").className = failed ? "failed" : "passed";
  const list = document.createElement("ul");
  list.append(...lines);
  const none = "These rules have no scenarios. A scenario gives a position, the moves that are played, and what is expected.";
  at("tests").replaceChildren(made("p", lines.length ? outcome(failed, lines.length) : none, { role: "status" }), list);
}

// ------------------------------------------------------------------------------------- what a rule does
const GAMES = 10000;
const TIME = 15000; // milliseconds
let trial = 0;
let compared = ""; // the rules whose games are shown

async function compare() {
  const own = ++trial;
  const [rules, bar] = [text, at("effect").querySelector("progress")];
  compared = rules;
  let until = 0; // what it takes to prepare the games does not count
  at("compare").textContent = "Stop";
  at("games").textContent = "The games are being prepared …";
  bar.hidden = false;
  bar.value = 0;
  try {
    for (let anew = true; ; anew = false) {
      const found = await ask("compare", rules, { before, anew });
      if (own !== trial) break;
      until ||= Date.now() + TIME;
      bar.value = Math.max(found.games / GAMES, 1 - (until - Date.now()) / TIME);
      at("games").textContent = `${found.games.toLocaleString("en")} pairs of games`;
      at("sentences").replaceChildren(...found.sentences.map((each) => made("li", each)));
      at("figures").replaceChildren(tabled(found));
      if (found.games >= GAMES || Date.now() > until || rules !== text) break;
    }
  } catch (error) { at("games").textContent = error.message; }
  if (own === trial) trial += 1;
  bar.hidden = true;
  at("compare").textContent = "Play the games";
  age();
}

function tabled({ columns, rows }) {
  const found = document.createElement("table");
  const row = (cells, name) => {
    const line = document.createElement("tr");
    line.append(...cells.map((each) => made(name, each)));
    return line;
  };
  found.append(row(columns, "th"), ...rows.map((each) => row(each, "td")));
  return found;
}

at("compare").addEventListener("click", () => {
  if (at("compare").textContent === "Stop") trial += 1;
  else compare();
});

// ------------------------------------------------------------------------------------------- other rules
const fetched = async (name) => (await fetch(new URL(name, import.meta.url))).json();

at("open").addEventListener("click", async () => {
  at("gallery").showModal();
  if (at("shelf").childElementCount) return;
  const all = await fetched("gallery.json");
  for (const group of new Set(all.map((each) => each.group))) {
    const list = document.createElement("ul");
    for (const { title, summary, text, name } of all.filter((each) => each.group === group)) {
      const line = document.createElement("li");
      const opens = (label, rules) => {
        const button = made("button", label, { type: "button" });
        button.addEventListener("click", () => { at("gallery").close(); closeTask(); begin({ text: rules }); choose("write"); });
        line.append(button, " ");
      };
      opens(title, text);
      opens("House rule", `cardrules: 1\nextends: ${name}\nname: My ${title}\n`);
      line.append(made("span", ` ${summary}`));
      list.append(line);
    }
    at("shelf").append(made("h3", group), list);
  }
});

// ------------------------------------------------------------------------------------------ the tutorial
let steps = null;
let mine = null; // the work that was in the editor before the tutorial
let step = Number(localStorage.getItem("step")) || 0; // the one that is on, from 0

function closeTask() {
  at("task").hidden = true;
  at("learn").setAttribute("aria-expanded", "false");
}

// Goes to a step, and begins with its text.
function learn(number) {
  step = Math.min(Math.max(number, 0), steps.length - 1);
  localStorage.setItem("step", String(step));
  const { title, text: lesson, task, conditions, begin: first } = steps[step];
  at("task").querySelector("h2").textContent = `${step + 1}. ${title}`;
  const words = written(lesson);
  words.append(...written(`**Your task:** ${task}`).childNodes);
  at("lesson").replaceChildren(words);
  at("conditions").replaceChildren(...conditions.map(({ says }) => made("li", `\u25cb ${says}`)));
  at("back").disabled = step === 0;
  at("next").disabled = step === steps.length - 1;
  begin({ text: first });
}

async function checkTask() {
  if (at("task").hidden) return;
  const { conditions } = steps[step];
  const asked = conditions.map(({ says, ...condition }) => condition);
  const [own, rules] = [step, text];
  const holds = await ask("check", rules, { conditions: asked });
  if (own !== step || rules !== text) return;
  const lines = conditions.map(({ says }, number) => made("li", `${holds[number] ? signs.true : "\u25cb"} ${says}`, { className: holds[number] ? "passed" : "" }));
  if (holds.every(Boolean)) lines.push(made("li", step + 1 < steps.length ? "Done. Go on with the next step." : "Done. You know all of it now.", { className: "passed" }));
  at("conditions").replaceChildren(...lines);
}

at("learn").addEventListener("click", async () => {
  if (!at("task").hidden) {
    closeTask();
    if (mine) begin(mine);
    return;
  }
  mine = { text: view.state.doc.toString(), ...game };
  steps ??= await fetched("tutorial.json");
  at("task").hidden = false;
  at("learn").setAttribute("aria-expanded", "true");
  learn(step);
  choose("write");
});
at("back").addEventListener("click", () => learn(step - 1));
at("next").addEventListener("click", () => learn(step + 1));
at("anew").addEventListener("click", () => learn(step));
at("solve").addEventListener("click", () => { put(view, steps[step].solution); });

// ---------------------------------------------------------------------------------------------- passing on
at("share").addEventListener("click", async () => {
  try {
    const link = await packed({ text: view.state.doc.toString(), ...game });
    history.replaceState(null, "", link);
    const copied = await navigator.clipboard?.writeText(location.href).then(() => true, () => false);
    tell(`The address of this page ${copied ? "is copied, and" : "now"} holds the rules and the game. Nothing was sent anywhere.`);
  } catch (error) { tell(error.message); }
});

function download(content, type, name) {
  const link = made("a", "", { href: URL.createObjectURL(new Blob([content], { type })), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60000);
}
const fileName = () => title.toLowerCase().replace(/[^a-z0-9]+/g, "_").replace(/^_+|_+$/g, "") || "game";
at("save").addEventListener("click", async () => {
  const rules = view.state.doc.toString();
  const name = `${fileName()}.yaml`;
  const parents = await ask("parents", rules).catch(() => []);
  download(rules, "application/yaml", name);
  for (const each of parents) download(each.text, "application/yaml", each.name);
  tell(parents.length ? `${name} is saved, and beside it what it extends: ${parents.map((each) => each.name).join(", ")}.` : `${name} is saved.`);
});

// One page that plays the rules from the disk.
at("publish").addEventListener("click", async () => {
  at("publish").disabled = true;
  tell("The page is being written; this takes some seconds.");
  try {
    const page = await ask("publish", view.state.doc.toString(), {}, true);
    download(page, "text/html", `${fileName()}.html`);
    tell("The page is saved. It plays your rules without a network: open it, or pass it on.");
  } catch (error) { tell(error.message); }
  at("publish").disabled = false;
});

async function linked() {
  if (location.hash.length < 2) return null;
  try { return await unpacked(location.hash); } catch (error) { tell(error.message); }
  return null;
}
addEventListener("hashchange", async () => {
  const work = await linked();
  if (work) begin(work);
});

at("format").addEventListener("click", async () => {
  const now = view.state.doc.toString();
  const edit = await ask("format", now).catch(() => null);
  if (edit && view.state.doc.toString() === now) take(view, [edit]);
});

// ---------------------------------------------------------------------------------------------- the start
const root = document.documentElement.classList;
const light = localStorage.getItem("light") ?? "";
if (/^\w+$/.test(light)) root.add(`light-${light}`);
const view = edited(at("editor"), changed);
let own = null;
try { own = JSON.parse(localStorage.getItem(KEPT)); } catch { /* the browser keeps nothing for a page */ }
begin(await linked() ?? (typeof own?.text === "string" ? own : { text: FIRST }));
choose(wide.matches ? "table" : "write");
await start();
await look();
frame.src = "tried.html"; // its worker begins from the memory of this one
