// How cards travel. Only cards move, and never over the buttons; whoever wants no motion sees none.

// A browser's settings; a frame of another site's page may have to keep them for itself.
function settings() {
  try {
    return localStorage;
  } catch {
    const here = new Map();
    return { getItem: (name) => here.get(name) ?? null, setItem: (name, value) => here.set(name, value) };
  }
}

export const kept = settings();
const calm = matchMedia("(prefers-reduced-motion: reduce)");
const out = "cubic-bezier(.2,.8,.2,1)";
export const pace = Number(kept.getItem("pace") ?? 1); // 0 shows all at once
const still = () => calm.matches || document.hidden || pace === 0;
const chip = Symbol("chip"); // what flies, if it is no card
let skip = () => {}; // ends the pause that is on
let hurried = false; // whether what is on its way is shown at once

export function wait(time) {
  if (hurried || pace === 0) return Promise.resolve();
  return new Promise((done) => { setTimeout(done, time * pace); skip = done; });
}

// Shows what is on its way at once, until `calmed` is called.
export function hurry() { hurried = true; skip(); }
export function calmed() { hurried = false; }

// Where cards lie, by key.
export function places(board) {
  const found = new Map();
  for (const card of board.querySelectorAll(".felt [data-key^='card-'], .own [data-key^='card-']")) {
    const box = card.getBoundingClientRect();
    if (box.width) found.set(card.dataset.key, box);
  }
  return found;
}

const plate = (board, at) => board.querySelector(`section[data-at="${at === "own" ? -1 : at}"] .plate`);

// Returns the box of a place as moves name it: `zone stock`, `seat 2`; of the own seat that of the hand.
function place(board, name) {
  const [kind, which] = name.split(" ");
  if (kind === "zone") return box(board.querySelector(`.felt [data-zone="${CSS.escape(which)}"] .pile`));
  return box(which === "own" ? board.querySelector(".own .hand") ?? plate(board, which) : plate(board, which));
}

const box = (each) => { const found = each?.getBoundingClientRect(); return found?.width ? found : null; };
const middle = (found) => [found.x + found.width / 2, found.y + found.height / 2];

// Lets a card come from another box, perhaps face down until half way.
function come(card, from, delay, time, turns) {
  const now = card.getBoundingClientRect();
  const [[x, y], [left, top]] = [middle(from), middle(now)];
  const own = getComputedStyle(card).transform.replace("none", "");
  // Within the box that it comes from. That of a card that is turned is larger than the card.
  const fits = Math.min(from.width / now.width, from.height / now.height, 1.6);
  const size = fits > 1 && fits < 1.25 ? 1 : fits;
  const start = `translate(${x - left}px, ${y - top}px) scale(${size})`;
  const half = `translate(${(x - left) / 2}px, ${(y - top) / 2}px) scale(0, ${(size + 1) / 2})`;
  const steps = [{ transform: `${start} ${own}` }, { transform: own || "none" }];
  if (turns) steps.splice(1, 0, { transform: `${half} ${own}` });
  card.animate(steps, { duration: time * pace, easing: out, delay: delay * pace, fill: "backwards" });
  if (turns) {
    const reverse = back();
    card.append(reverse);
    setTimeout(() => reverse.remove(), (delay + time / 5) * pace); // easing out, it is half way soon
  }
}

// Returns the drawing of a card, or of a back.
function back(symbol) {
  const name = "http://www.w3.org/2000/svg";
  const [drawing, use] = [document.createElementNS(name, "svg"), document.createElementNS(name, "use")];
  drawing.setAttribute("viewBox", "0 0 100 140");
  drawing.setAttribute("aria-hidden", "true");
  use.setAttribute("href", `#${symbol || "card-back"}`);
  drawing.append(use);
  return drawing;
}

// A card that is not seen where it has gone flies there and is gone, and so does a chip.
function fly(board, from, to, what, delay) {
  const ghost = document.createElement("span");
  ghost.className = `${what === chip ? "chip" : "card"} flying`;
  if (what !== chip) ghost.append(back(what));
  const felt = board.querySelector(".felt");
  felt.append(ghost);
  const here = ghost.getBoundingClientRect();
  const move = ([x, y], size) => `translate(${x - here.x - here.width / 2}px, ${y - here.y - here.height / 2}px) scale(${size})`;
  const small = Math.min(to.width / here.width, 1);
  const going = ghost.animate(
    [{ transform: move(middle(from), 1), opacity: 1 }, { transform: move(middle(to), small), opacity: 1, offset: 0.8 }, { transform: move(middle(to), small), opacity: 0 }],
    { duration: 260 * pace, easing: out, delay: delay * pace, fill: "both" },
  );
  going.finished.then(() => ghost.remove(), () => ghost.remove());
}

// What lies before whom, in the pot and with whom: how much, and where.
export function chips(board) {
  const found = new Map();
  const note = (name, each) => {
    const amount = Number(/[\d.]+/.exec(each?.textContent ?? "")?.[0] ?? 0);
    found.set(name, { amount, box: box(each?.querySelector(".chip") ?? each) });
  };
  note("pot", board.querySelector(".pot"));
  for (const seat of board.querySelectorAll("section[data-at]")) {
    note(`stake ${seat.dataset.at}`, seat.querySelector(".stake"));
    note(`seat ${seat.dataset.at}`, seat.querySelector(".pts"));
  }
  return found;
}

// Chips go where there are more of them now: from a player to the stake, from stakes to the pot, and to who wins it.
export function pay(board, before) {
  if (still()) return;
  const after = chips(board);
  const change = (name) => (after.get(name)?.amount ?? 0) - (before.get(name)?.amount ?? 0);
  const go = (from, to) => { if (from && to) fly(board, from, to, chip, 0); };
  const pot = [before.get("pot"), after.get("pot")];
  for (const [name, now] of after) {
    const [kind, at] = name.split(" ");
    const was = before.get(name);
    if (kind === "stake" && change(name) > 0) go(after.get(`seat ${at}`).box, now.box);
    if (kind === "stake" && change(name) < 0 && change("pot") >= 0) go(was?.box, pot[1].box);
    if (kind === "seat" && change(name) > 0 && change("pot") < 0) go(pot[0].box, now.box);
  }
}

// The moves of the last step, as the page tells them: from where, to where, and which card if it is seen.
function moves(board) {
  const list = board.querySelector("template.moves");
  return list ? [...list.content.querySelectorAll("i")].map((each) => ({ ...each.dataset })) : [];
}

// Cards that lie elsewhere than before go there. Returns how many cards have moved.
export function travel(board, before, moved) {
  if (still()) return moved ? moves(board).length : 0;
  const told = moved ? moves(board) : [];
  const dealt = moved && board.querySelector("template.moves")?.hasAttribute("data-dealt");
  const pack = dealt ? place(board, "zone stock") ?? box(board.querySelector(".stock .pile, .sign.d")) ?? heart(board) : null;
  const fresh = [];
  let count = 0;
  for (const card of board.querySelectorAll(".felt .card[data-key^='card-'], .own .hand .card[data-key^='card-']")) {
    const now = card.getBoundingClientRect();
    if (!now.width) continue;
    const symbol = card.dataset.key.replace(/-\d+$/, "");
    const told_at = told.findIndex((each) => each.card === symbol);
    const move = told_at < 0 ? null : told.splice(told_at, 1)[0];
    let from = before.get(card.dataset.key);
    if (!from && move) from = place(board, move.from);
    if (!from && pack) { fresh.push(card); continue; }
    if (!from || Math.hypot(from.x - now.x, from.y - now.y) < 3) continue;
    come(card, from, Math.min(count, 12) * 15, 260, !before.has(card.dataset.key) && /^zone/.test(move?.from ?? "") && move.hidden !== undefined);
    count += 1;
  }
  if (pack) {
    const backs = [...board.querySelectorAll(".backs > .card")].filter((each) => each.offsetParent);
    const step = Math.min(60, 980 / Math.max(fresh.length, 1));
    fresh.forEach((card, each) => come(card, pack, each * step, 220, true));
    backs.forEach((card, each) => come(card, pack, (each % 8) * step, 220, false));
    return fresh.length + count;
  }
  for (const { from, to, card } of told.slice(0, 12)) {
    const [start, goal] = [place(board, from), place(board, to)];
    if (!start || !goal || from === to) continue;
    fly(board, start, goal, card, Math.min(count, 12) * 60);
    count += 1;
  }
  return count;
}

function heart(board) {
  const felt = box(board.querySelector(".felt"));
  return felt && new DOMRect(felt.x + felt.width / 2 - 20, felt.y + felt.height / 2 - 28, 40, 56);
}

// A trick that is complete lies for a moment, its best card marked, and goes to whoever has taken it.
export async function sweep(board, change, before) {
  const html = change.parts?.middle ?? change.board;
  const trick = board.querySelector(".trick");
  if (html === undefined || !trick || pace === 0) return 0;
  const page = new DOMParser().parseFromString(html, "text/html");
  const after = page.querySelector(".trick");
  const taken = after?.querySelector("template");
  const whole = taken?.content.cloneNode(true);
  if (!whole || Number(after.dataset.taken) !== Number(trick.dataset.taken) + 1) return 0;
  const ask = tell(board, change.parts?.news ?? page.querySelector("[data-part=news]")?.innerHTML, taken.dataset.says);
  trick.replaceChildren(whole, ...trick.querySelectorAll("template"));
  for (const card of trick.querySelectorAll(".slot .card")) {
    const key = `${card.querySelector("use").getAttribute("href").slice(1)}-0`;
    card.dataset.key = key;
    const at = /\bat-(\w+)/.exec(card.closest(".slot").className)[1];
    const from = before.get(key) ?? box(plate(board, at));
    const now = card.getBoundingClientRect();
    if (!still() && from && Math.hypot(from.x - now.x, from.y - now.y) > 3) come(card, from, 0, 260, false);
  }
  const hand = board.querySelector(".own .hand");
  for (const card of trick.querySelectorAll(".at-own .card")) {
    hand?.querySelector(`[data-key="${CSS.escape(card.dataset.key)}"]`)?.classList.add("gone");
  }
  const turns = [...board.querySelectorAll(".turn")];
  for (const each of turns) each.classList.remove("turn"); // it is nobody's while a trick is looked at
  const taker = after.dataset.taker === "-1" ? "own" : after.dataset.taker;
  await wait(300);
  trick.querySelector(`.slot.at-${taker}`)?.classList.add("won");
  await wait(600);
  const to = box(plate(board, taker));
  if (to && !still() && !hurried) await gather(trick, to);
  ask?.removeAttribute("data-says");
  for (const each of turns) each.classList.add("turn");
  return 1;
}

// While a trick lies there, the page says what has happened, and not yet who is next.
function tell(board, news, says) {
  const line = board.querySelector("[data-part=news]");
  if (line && news !== undefined && line.innerHTML !== news) line.innerHTML = news;
  shorten(board);
  const ask = board.querySelector(".choice .ask");
  ask?.setAttribute("data-says", says);
  return ask;
}

// Of news that are too long the beginning is left out, clause by clause, and of a last sentence that is too long its end.
export function shorten(board) {
  const line = board.querySelector(".news-line > span");
  const told = [...line?.querySelectorAll(".one") ?? []];
  const fits = () => line.firstElementChild.offsetHeight <= line.clientHeight + 1;
  for (const each of told) each.textContent = each.dataset.whole ??= each.textContent;
  line?.classList.remove("begun", "long");
  for (const each of told.slice(0, -1)) {
    const clauses = each.textContent.split(/(?<=[,;–]) /);
    while (clauses.length && !fits()) {
      clauses.shift();
      each.textContent = clauses.join(" ");
      line.classList.add("begun"); // what stands there is not the beginning
    }
  }
  line?.classList.toggle("long", told.length > 0 && !fits());
}

// The cards of a trick go to whoever has taken it.
async function gather(trick, to) {
  const [x, y] = middle(trick.getBoundingClientRect());
  for (const card of trick.querySelectorAll(".slot .card")) {
    const [left, top] = middle(card.getBoundingClientRect());
    const goal = `translate(${middle(to)[0] - left}px, ${middle(to)[1] - top}px) scale(.4)`;
    card.animate(
      [
        { transform: "none", easing: out },
        { transform: `translate(${(x - left) * 0.7}px, ${(y - top) * 0.7}px)`, offset: 0.25, easing: "cubic-bezier(.5,0,.2,1)" },
        { transform: goal, opacity: 1, offset: 0.82 },
        { transform: goal, opacity: 0 },
      ],
      { duration: 560 * pace, fill: "forwards" },
    );
  }
  await wait(560);
}

// Outlines the cards that lie elsewhere than before, for whoever sees none travel.
export function outline(board, before) {
  for (const card of board.querySelectorAll(".felt .card[data-key^='card-']")) {
    const from = before.get(card.dataset.key);
    const now = card.getBoundingClientRect();
    if (!from || Math.hypot(from.x - now.x, from.y - now.y) >= 3) card.classList.add("moved");
  }
}
