// Keeps a table up to date without loading the page again. Without it every form works as well.
import { ask, go, News, show } from "./host.js";
import { calmed, chips, hurry, kept, outline, pace, pay, places, shorten, sweep, travel, wait } from "./motion.js";
import { play } from "./sounds.js";

const board = document.getElementById("board");
const away = document.getElementById("away");
const calm = matchMedia("(prefers-reduced-motion: reduce)");
let version = -1; // what the page shows, or will when the changes that have come are put on it
let queue = Promise.resolve();
let changes = []; // what has come and is not on the page yet

// Puts a change on the page: the parts that are new, or the whole table.
function put(change) {
  if (change.anew) return location.reload(); // other rules hold: another page
  note();
  const focus = document.activeElement?.dataset?.key;
  const open = [...board.querySelectorAll("details[open]")].map((each) => each.className);
  const sheet = board.querySelector(":popover-open");
  const height = sheet?.scrollTop;
  if (change.board !== undefined) {
    board.innerHTML = change.board;
    board.className = "";
  }
  for (const [name, html] of Object.entries(change.parts ?? {})) {
    board.querySelector(`[data-part="${CSS.escape(name)}"]`).innerHTML = html;
  }
  board.querySelector("form").dataset.version = change.version;
  for (const each of board.querySelectorAll("details")) {
    if (open.includes(each.className)) each.open = true;
    else if (each.name) each.open = false; // one of several that close each other
  }
  shorten(board);
  if (sheet && !sheet.isConnected) {
    const same = document.getElementById(sheet.id);
    same?.showPopover();
    same?.scrollTo(0, height);
  }
  if (focus && document.activeElement?.dataset?.key !== focus) {
    const same = board.querySelector(`[data-key="${CSS.escape(focus)}"]`);
    (same ?? board.querySelector(".hand .card.fits, .card.fits, .choice .main"))?.focus({ preventScroll: true });
  }
}

let showing = false;
let until = 0; // when the next move of somebody else may be shown
let flown = null; // a card that was let go, until it is known where it goes

// Shows one change: a trick is swept, and cards travel. Returns whether something has moved, and where cards lay before.
async function step(change, settled = () => {}) {
  const [before, paid] = [places(board), chips(board)];
  if (flown) before.set(flown.card.dataset.key, flown.ghost.getBoundingClientRect());
  const swept = await sweep(board, change, before);
  const mine = board.querySelector(".choice.mine") !== null;
  put(change);
  settled();
  const moved = travel(board, before, change.parts?.moves !== undefined || change.board !== undefined);
  pay(board, paid);
  return { before, mine, moved, swept };
}

// Shows what has come, one change after the other.
async function present() {
  if (showing) return;
  showing = true;
  while (changes.length) {
    await wait(Math.max(until - Date.now(), 0));
    const change = changes.shift();
    const summary = board.querySelector(".summary") !== null;
    const { mine, moved, swept } = await step(change, () => {
      remember(change);
      board.dispatchEvent(new Event("changed"));
      back();
      release();
    });
    if (moved || swept) until = mine ? 0 : Date.now() + 500;
    if (board.querySelector(".summary") && !summary) play("over");
    else if (board.querySelector(".choice.mine") && !mine) play("turn");
    else if (moved) play("card");
  }
  showing = false;
  calmed();
}

// What has come since one's own last move, and the table before it. A table that was drawn whole begins anew, for
// somebody else may sit at it now.
let scene = { since: "", from: 0, now: 0, table: "", changes: [] };
let drawn = ""; // the table without what is on its way

function remember(change) {
  const before = drawn;
  drawn = board.innerHTML;
  const { moves, since } = board.querySelector("[name=at]").dataset;
  const [from, now] = [scene.now, Number(moves)];
  const more = now > from && now > Number(since) + 1; // one's own move came together with others
  if (change.board !== undefined || now < from) scene = { since, from: now, table: drawn, changes: [] };
  else if (since === scene.since && scene.changes.length < 99) scene.changes.push(change);
  else scene = more ? { since, from, table: before, changes: [change] } : { since, from: now, table: drawn, changes: [] };
  scene.now = now;
  for (const each of board.querySelectorAll("[data-again]")) each.disabled = now === scene.from;
}

// Shows it once more, and then the table as it was.
async function again() {
  if (showing) return;
  showing = true;
  const [nodes, look] = [[...board.childNodes], board.className];
  note();
  board.innerHTML = scene.table;
  board.className = "replays";
  await wait(300);
  for (const change of scene.changes) {
    const count = movesSoFar();
    const { before } = await step(change);
    if (calm.matches) outline(board, before);
    if (movesSoFar() !== count) await wait(900);
  }
  note();
  board.replaceChildren(...nodes);
  board.className = look;
  board.querySelector("[data-again]").focus({ preventScroll: true });
  showing = false;
  calmed();
  present();
}

// Lets go of a card that was dragged; one that has not moved goes back.
function release(back) {
  if (!flown) return;
  const { ghost, card } = flown;
  flown = null;
  const [from, to] = [ghost.getBoundingClientRect(), card.getBoundingClientRect()];
  const done = () => { ghost.remove(); card.classList.remove("dragged"); };
  if (!back || !to.width || calm.matches) { done(); return; }
  const going = ghost.animate(
    [{ translate: "0 0" }, { translate: `${to.x - from.x}px ${to.y - from.y}px` }],
    { duration: 200, easing: "cubic-bezier(.2,.8,.2,1)", fill: "forwards" },
  );
  going.finished.then(done, done);
}

function take(change) {
  if (change.said !== undefined) say(change.said);
  if (change.version <= version) { release(true); return; } // another answer has brought it already
  version = change.version;
  changes.push(change);
  present();
}

// Sends what a person does; one after the other, so that nothing of it is lost.
function send(data) {
  queue = queue.then(async () => {
    data.set("version", version);
    try {
      const answer = await ask(`/s/${board.dataset.key}`, {
        method: "POST", body: data, headers: { accept: "application/json" },
      });
      if (answer.redirected) go(answer.url);
      else if (answer.ok) take(await answer.json());
      else { release(true); say(await answer.text()); }
    } catch {
      release(true);
      say("The server does not answer. What you see may be out of date.");
    }
  });
}

let lostAt = null; // how many moves there were when the server was lost
const movesSoFar = () => Number(board.querySelector("[name=at]")?.dataset.moves ?? 0);

// Marks whether the page hears of changes. While the server is away the buttons stay where they are, but do nothing.
function hears(on) {
  board.toggleAttribute("data-live", on);
  for (const bar of board.querySelectorAll("[data-part=choice]")) bar.inert = !on;
}

// Says how many moves were made while the server was away.
function back() {
  if (lostAt === null || !away.hidden) return;
  const count = movesSoFar() - lostAt;
  lostAt = null;
  if (count < 1) return;
  const text = document.createElement("strong");
  text.textContent = `You are back: ${count} ${count === 1 ? "move" : "moves"}. `;
  board.querySelector(".news-line > span > span")?.prepend(text);
}

// Waits for changes. While the server is away, refuses or says nothing, the page tells so and tries
// again, after longer and longer pauses; then it takes the whole table anew.
function listen(since, pause) {
  const news = new News(`/s/${board.dataset.key}/changes?since=${since}`);
  let silence = 0;
  const lost = () => {
    clearTimeout(silence);
    news.close();
    if (!board.isConnected) return; // without a server another page may stand here now
    lostAt ??= movesSoFar();
    away.hidden = false;
    hears(false);
    setTimeout(() => reconnect(Math.min(2 * pause, 30000)), pause);
  };
  const heard = () => {
    clearTimeout(silence);
    silence = setTimeout(lost, 40000); // the server says every 15 seconds that it is there
  };
  heard();
  news.addEventListener("open", () => { heard(); away.hidden = true; hears(true); pause = 1000; });
  news.addEventListener("here", heard);
  news.addEventListener("message", (event) => { heard(); take(JSON.parse(event.data)); });
  news.addEventListener("error", lost);
}

async function reconnect(pause) {
  const answer = await ask(`/s/${board.dataset.key}`, {
    headers: { accept: "application/json" }, signal: AbortSignal.timeout(20000),
  }).catch(() => null);
  if (!board.isConnected) return;
  if (answer?.status === 409) go(`/s/${board.dataset.key}`); // the rules have changed meanwhile
  else listen(-1, pause);
}

let saying = 0;

function say(text) {
  const line = board.querySelector(".said");
  if (line) line.textContent = text.slice(0, 300);
  clearTimeout(saying);
  if (text) saying = setTimeout(() => say(""), 6000);
}

// Links are copied, or given to the programs of a phone.
document.documentElement.classList.add("scripts", ...(navigator.share ? ["can-share"] : []));

async function copy(button) {
  const link = button.closest(".invitation").querySelector(".link");
  getSelection().selectAllChildren(link);
  // Without encryption browsers have no clipboard but the old way.
  const done = await (navigator.clipboard?.writeText(button.dataset.copies).then(() => true, () => false) ?? document.execCommand("copy"));
  button.textContent = done ? "Copied" : "Copy the marked text";
}

if (board) {
  version = Number(board.querySelector("form").dataset.version);
  board.addEventListener("submit", (event) => {
    event.preventDefault();
    const data = new URLSearchParams(new FormData(event.target, event.submitter));
    if (event.submitter?.matches("button.card") && !touched(event.submitter, data)) return;
    send(data);
  });
  remember({ board: "" });
  shorten(board);
  listen(version, 1000);
  addEventListener("resize", () => shorten(board));
  board.querySelector("[data-waits]")?.showPopover();
  board.addEventListener("pointerdown", () => { if (showing) hurry(); });
  board.addEventListener("click", (event) => {
    if (event.target.closest("[data-again]")) again();
    const { copies, shares } = event.target.dataset;
    if (copies) copy(event.target);
    if (shares) navigator.share({ url: shares, title: document.title }).catch(() => {}); // or the person thinks better of it
    slide(event);
    const opens = event.target.closest("[data-opens]");
    if (opens) opens.ariaExpanded = String(opens.ariaExpanded !== "true");
    const more = event.target.closest("[data-more]");
    if (more) more.setAttribute("aria-expanded", String(more.parentElement.classList.toggle("all")));
    if (event.target.closest(".grid button")) event.target.closest(".sheet-over").hidePopover();
    const hides = event.target.closest("[data-hides]");
    if (hides) hides.setAttribute("aria-pressed", String(board.classList.toggle(`without-${hides.dataset.hides}`)));
  });
  board.addEventListener("pointerdown", (event) => {
    const node = keyed(event);
    tap = { node, key: node?.dataset.key, moment: moment(), time: Date.now() };
  }, { capture: true });
  board.addEventListener("click", aim, { capture: true });
  board.addEventListener("input", slide);
  // Arrow keys go from card to card and from button to button.
  board.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && !document.querySelector(":popover-open")) board.querySelector("[data-key=clear]")?.click();
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    const group = event.target.closest?.(".piles, .buttons, .hand");
    if (!step || !group) return;
    const all = [...group.querySelectorAll("button")];
    all[(all.indexOf(event.target) + step + all.length) % all.length]?.focus();
    event.preventDefault();
  });
}

// A slider, its field and its steps show one number, and so does the button that takes it.
function slide(event) {
  const slider = event.target.closest?.(".slider");
  const button = event.target.closest?.("button");
  if (!slider || (event.type === "click" && !button)) return;
  const [field, range] = [slider.querySelector("[type=number]"), slider.querySelector("[type=range]")];
  let value = Number(event.target.value);
  if (button) value = button.dataset.value ? Number(button.dataset.value) : Number(field.value) + Number(button.dataset.step);
  value = Math.min(Math.max(value, Number(field.min)), Number(field.max));
  if (event.target !== field) field.value = value;
  range.value = value;
  const main = board.querySelector(`[name=amount][value="${CSS.escape(slider.dataset.verb)}"]`);
  if (main) main.textContent = `${main.dataset.text} ${value}`;
}

// A tap means what lay under the finger when it came down, although the page may change meanwhile. It does nothing where
// something else lay until lately, and a card that was touched before the turn changed is lifted, but not played.
const LATELY = 400 * pace;
const moment = () => board.querySelector("[name=at]")?.value;
const keyed = (event) => event.target.closest("#board [data-key]");
let tap = null; // on what the finger came down, and when
let lay = []; // what has lain where until lately
let late = false; // whether the turn has changed since the finger came down
let second = false; // whether a click was the second one of a double click
let slid = false; // whether a finger has found the card along the hand

// Notes what lies where before that changes.
function note() {
  lay = [...lay.slice(-9), { until: Date.now(), things: lying() }];
}

// All things and their boxes, those above others last.
function lying() {
  return [...board.querySelectorAll("[data-key]")].map((each) => [each.dataset.key, each.getBoundingClientRect()]);
}

const inside = ({ left, right, top, bottom }, x, y) => x >= left && x < right && y >= top && y < bottom;
const uppermost = (things, x, y) => things.findLast(([, box]) => inside(box, x, y))?.[0];

// Whether something else has lain here until shortly before the tap.
function changed(x, y, time) {
  const lately = lay.filter(({ until }) => until > time - LATELY);
  const now = lately.length ? uppermost(lying(), x, y) : "";
  return lately.some(({ things }) => ![now, undefined].includes(uppermost(things, x, y)));
}

// Whether a tap that began on a thing means it still.
function means(goal, { key, moment: then, time }, { clientX: x, clientY: y }) {
  late = then !== moment();
  return goal?.dataset.key === key && inside(goal.getBoundingClientRect(), x, y) && !changed(x, y, time);
}

function aim(event) {
  const [found, began] = [keyed(event), tap];
  [second, late, tap] = [event.detail > 1, false, null];
  if (event.detail === 0 || !began || !(found ?? began.node)) return; // by a key; or on what never changes
  if (!began.done && means(found, began, event)) return;
  event.preventDefault();
  event.stopPropagation();
}

// What was drawn anew beneath a finger gets no click from the browser, or another thing gets it.
function regain(event) {
  if (!tap?.node || tap.node.isConnected) return;
  const goal = board.querySelector(`button:not([type])[data-key="${CSS.escape(tap.key)}"]`);
  second = false;
  tap.done = true;
  if (goal && means(goal, tap, event)) goal.form.requestSubmit(goal);
}

let tapped = { name: "", time: 0, played: false }; // the card that was touched last

// Says with a tap whether it is meant to play the card, or was the second one. Returns false for the second half of a
// double click of which the first one has played.
function touched(card, data) {
  const [now, name] = [Date.now(), card.value];
  const soon = now - tapped.time < 400;
  if (second && tapped.played) return false;
  const once = card.dataset.whole !== undefined && !slid && !late && !document.documentElement.matches(".taps-two");
  if (once) data.set("once", "yes");
  if (soon && tapped.name === name) data.set("twice", "yes");
  tapped = { name, time: now, played: once && !card.matches(".picked") };
  return true;
}

// A touch outside an open sheet closes it (the browser does that), and does nothing else. Only the buttons beside a sheet
// of bids are other answers to the same question.
let dismisses = false;

document.addEventListener("pointerdown", (event) => {
  const sheet = document.querySelector(":popover-open");
  const answers = sheet?.closest(".buttons")?.contains(event.target.closest?.("button"));
  dismisses = sheet !== null && !sheet.contains(event.target) && !answers && !event.target.closest?.("[popovertarget], [data-shows]");
  if (dismisses) event.stopPropagation();
}, { capture: true });
document.addEventListener("click", (event) => {
  if (!dismisses || !event.detail) return;
  dismisses = false;
  event.preventDefault();
  event.stopPropagation();
}, { capture: true });

// The rulebook or the log, beside the table where there is room, else above it.
const beside = document.getElementById("beside");
const wide = matchMedia("(min-width: 75rem)");
let shown = ""; // "rules" or "log", while one is open
let pressed = null; // what was open when a button was pressed: the browser closes it before the click
let address = ""; // what the frame shows

function tell() {
  for (const button of document.querySelectorAll("[data-shows]")) {
    button.setAttribute("aria-expanded", String(button.dataset.shows === shown));
  }
}

function look(what, before = shown) {
  shown = what === before ? "" : what;
  beside.close();
  if (beside.matches(":popover-open")) beside.hidePopover();
  if (wide.matches) kept.setItem("beside", shown || "nothing");
  tell();
  if (!shown) return;
  const name = shown === "log" ? "Log" : "Rules";
  beside.setAttribute("aria-label", name);
  beside.querySelector("h2").textContent = name;
  beside.querySelector("iframe").title = name;
  if (wide.matches) beside.setAttribute("open", ""); // the focus stays where it is
  else beside.showPopover();
  address = "";
  refresh();
}

// Shows the rule that applies now. While others move, the moves that were possible stay marked.
function refresh() {
  if (!shown) return;
  const rule = board.querySelector("[data-rule]")?.dataset.rule ?? "rules";
  const now = shown === "log" ? `log?${version}` : rule;
  const same = /step=([^&]*)&moves=$/.exec(now);
  if (now === address || (same && address.includes(`step=${same[1]}&`))) return;
  address = now;
  show(beside.querySelector("iframe"), `/s/${board.dataset.key}/${now}`);
}

if (beside) {
  const shows = (event) => event.target.closest?.("[data-shows]")?.dataset.shows;
  document.addEventListener("pointerdown", (event) => { if (shows(event)) pressed = shown; });
  document.addEventListener("click", (event) => {
    if (!shows(event)) return;
    look(shows(event), pressed ?? shown);
    pressed = null;
  });
  beside.querySelector("[data-closes]").addEventListener("click", () => look(""));
  beside.addEventListener("toggle", () => {
    if (!beside.checkVisibility()) shown = "";
    tell();
  });
  board.addEventListener("changed", refresh);
  // To name the place in the address would scroll this page, too.
  beside.querySelector("iframe").addEventListener("load", (event) => {
    const inside = event.target.contentWindow;
    const place = inside.document.getElementById(shown === "log" ? "end" : "now");
    if (place) inside.scrollTo(0, place.offsetTop - 8);
  });
  const last = kept.getItem("beside") ?? "nothing";
  if (wide.matches && last !== "nothing") look(last);
}

// Cards can be dragged to a pile, or out of the hand to play them. A finger that slides along a hand lifts the card
// under it. A tap does the same.
let drag = null;

function drop() {
  drag?.ghost?.remove();
  drag?.card.classList.remove("dragged");
  drag?.over?.classList.remove("over");
  board?.querySelector(".under")?.classList.remove("under");
  drag = null;
}

// Returns where a card would go that is let go here; above the hand that is the felt.
function under(event) {
  const found = document.elementFromPoint(event.clientX, event.clientY)?.closest("[data-pile], [data-zone], .felt");
  const hand = drag.card.closest(".hand");
  const place = found ?? (hand && event.clientY < hand.getBoundingClientRect().top ? board.querySelector(".felt") : null);
  return place && (place.matches(".felt") || !place.contains(drag.card)) ? place : null;
}

const movable = (card) => card?.matches("button.card.fits, button.card.picked");

function lift(card, x, y) {
  const box = card.getBoundingClientRect();
  const ghost = card.cloneNode(true);
  ghost.className = "card ghost";
  ghost.removeAttribute("data-key");
  Object.assign(ghost.style, { left: `${box.left}px`, top: `${box.top}px`, width: `${box.width}px`, height: `${box.height}px` });
  document.body.append(ghost);
  card.classList.add("dragged");
  drag = { card, x, y, ghost };
}

// A finger is on a hand: the card under it is lifted; upwards out of the hand it comes along.
function slideAlong(event) {
  const hand = drag.hand.getBoundingClientRect();
  const over = document.elementFromPoint(event.clientX, event.clientY)?.closest(".hand .card");
  const inside = drag.hand.contains(over) ? over : null;
  if (event.clientY < hand.top && movable(drag.over)) {
    const card = drag.over;
    card.classList.remove("over");
    lift(card, event.clientX, event.clientY);
    return;
  }
  if (inside === drag.over || (!inside && event.clientY < hand.top + 4)) return;
  drag.over?.classList.remove("over");
  inside?.classList.add("over");
  drag.over = inside;
}

board?.addEventListener("pointerdown", (event) => {
  const card = event.target.closest?.(".hand .card, button.card.fits, button.card.picked");
  if (card && event.isPrimary && event.button === 0) drag = { card, x: event.clientX, y: event.clientY, ghost: null };
});
document.addEventListener("pointermove", (event) => {
  if (!drag || !event.isPrimary) return;
  if (drag.hand) { slideAlong(event); if (!drag.ghost) return; }
  const [x, y] = [event.clientX - drag.x, event.clientY - drag.y];
  if (!drag.ghost) {
    if (Math.hypot(x, y) < 9) return;
    const hand = drag.card.closest(".hand");
    if (event.pointerType !== "mouse" && hand && Math.abs(x) > Math.abs(y)) {
      drag.hand = hand;
      slideAlong(event);
      return;
    }
    if (!movable(drag.card)) { drop(); return; }
    lift(drag.card, drag.x, drag.y);
  }
  drag.ghost.style.translate = `${x}px ${y}px`;
  const place = under(event);
  board.querySelector(".under")?.classList.remove("under");
  place?.classList.add("under");
});
document.addEventListener("pointerup", (event) => {
  if (drag?.hand && !drag.ghost) {
    const over = drag.over;
    slid = true;
    if (over?.matches("button")) over.click();
    slid = false;
    quiet();
  } else if (drag?.ghost) {
    const place = under(event);
    const { card, ghost } = drag;
    if (place) {
      flown = { card, ghost };
      const at = board.querySelector("[name=at]").value;
      const picked = card.matches(".picked") ? "yes" : "";
      send(new URLSearchParams({ at, drop: card.value, onto: place.dataset.pile ?? "", zone: place.dataset.zone ?? "", picked }));
      place.classList.remove("under");
      drag = null;
    }
    quiet();
  } else regain(event);
  drop();
});
document.addEventListener("pointercancel", () => { drop(); tap = null; });

// What was dragged is not clicked as well.
function quiet() {
  const stop = (click) => { click.preventDefault(); click.stopPropagation(); };
  addEventListener("click", stop, { capture: true, once: true });
  setTimeout(() => removeEventListener("click", stop, { capture: true }));
}

for (const each of document.querySelectorAll("[data-toggles]")) {
  const name = each.dataset.toggles;
  const set = () => document.documentElement.classList.toggle(name, each.checked);
  each.checked = kept.getItem(name) === "yes";
  set();
  each.addEventListener("change", () => {
    kept.setItem(name, each.checked ? "yes" : "no");
    set();
  });
}
// Felt, backs, light or dark, how many taps play a card: a class each, on every page. A mouse hits what it aims at.
const usual = { taps: matchMedia("(pointer: coarse)").matches ? "two" : "one" };
for (const name of ["felt", "back", "light", "taps"]) {
  const root = document.documentElement.classList;
  const set = (value) => {
    for (const each of [...root]) if (each.startsWith(`${name}-`)) root.remove(each);
    if (/^\w+$/.test(value)) root.add(`${name}-${value}`);
  };
  const chosen = kept.getItem(name) ?? usual[name] ?? "";
  set(chosen);
  const choice = document.querySelector(`[data-chooses="${name}"]`);
  if (choice) choice.value = chosen;
  choice?.addEventListener("change", () => {
    kept.setItem(name, choice.value);
    set(choice.value);
  });
}
// Tells whether a control has another value than its page gave it.
function altered(control) {
  if (!control.options) return control.defaultValue !== undefined && control.value !== control.defaultValue;
  return control.selectedIndex !== Math.max(0, [...control.options].findIndex((option) => option.defaultSelected));
}
for (const form of document.querySelectorAll("form[data-at-once]")) {
  form.addEventListener("change", () => form.requestSubmit());
  if ([...form.elements].some(altered)) form.requestSubmit(); // somebody chose before this script was read
}

// The first page: a search, and what one can choose from.
const search = document.querySelector("[data-searches]");
let tag = "";

function sift() {
  const words = search.value.toLowerCase().split(/\s+/);
  let all = 0;
  for (const section of document.querySelectorAll(".family")) {
    let count = 0;
    for (const tile of section.querySelectorAll(".tile")) {
      const { tags, words: text } = tile.dataset;
      tile.hidden = !words.every((word) => text.includes(word)) || (tag !== "" && !tags.split(",").includes(tag));
      count += tile.hidden ? 0 : 1;
    }
    section.hidden = count === 0;
    all += count;
  }
  document.querySelector(".nothing").hidden = all > 0;
}

search?.addEventListener("input", sift);
if (search?.value) sift(); // somebody typed before this script was read, or came back
for (const button of document.querySelectorAll("[data-tag]")) {
  button.addEventListener("click", () => {
    tag = button.dataset.tag;
    for (const each of document.querySelectorAll("[data-tag]")) each.setAttribute("aria-pressed", String(each === button));
    sift();
  });
}
