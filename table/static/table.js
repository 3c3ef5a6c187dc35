// Keeps a table up to date without loading the page again. Without it every form works as well.
const board = document.getElementById("board");
const away = document.getElementById("away");
const calm = matchMedia("(prefers-reduced-motion: reduce)");
let version = -1; // what the page shows, or will when the changes that have come are put on it
let queue = Promise.resolve();
let changes = []; // what has come and is not on the page yet
let moving = null;

// Puts what has come on the page: the parts that have changed, or the whole table.
function put() {
  const focus = document.activeElement?.dataset?.key;
  const open = [...board.querySelectorAll("details[open]")].map((each) => each.className);
  for (const change of changes) {
    if (change.board !== undefined) board.innerHTML = change.board;
    for (const [name, html] of Object.entries(change.parts ?? {})) {
      board.querySelector(`[data-part="${CSS.escape(name)}"]`).innerHTML = html;
    }
    board.querySelector("form").dataset.version = change.version;
  }
  changes = [];
  for (const each of board.querySelectorAll("details")) {
    if (open.includes(each.className)) each.open = true;
  }
  if (focus && document.activeElement?.dataset?.key !== focus) {
    const again = board.querySelector(`[data-key="${CSS.escape(focus)}"]`);
    (again ?? board.querySelector(".card.fits, .choice .main"))?.focus({ preventScroll: true });
  }
  board.dispatchEvent(new Event("changed"));
}

// Cards that are on both pages move from one place to the other.
function named() {
  for (const card of board.querySelectorAll(".card[data-key^='card-']")) {
    card.style.viewTransitionName = CSS.escape(card.dataset.key);
  }
}

function take(change) {
  if (change.said !== undefined) say(change.said);
  if (change.version <= version) return; // another answer has brought it already
  version = change.version;
  changes.push(change);
  if (!document.startViewTransition || calm.matches || document.hidden) {
    put();
    return;
  }
  moving?.skipTransition();
  named();
  moving = document.startViewTransition(() => { put(); named(); });
  for (const each of [moving.ready, moving.finished]) each.catch(() => {});
}

// Sends what a person does; one after the other, so that nothing of it is lost.
function send(data) {
  queue = queue.then(async () => {
    data.set("version", version);
    try {
      const answer = await fetch(`/s/${board.dataset.key}`, {
        method: "POST", body: data, headers: { accept: "application/json" },
      });
      if (answer.redirected) location.assign(answer.url);
      else if (answer.ok) take(await answer.json());
      else say(await answer.text());
    } catch {
      say("The server does not answer. What you see may be out of date.");
    }
  });
}

// Waits for changes. While the server is away, refuses or says nothing, the page tells so and tries
// again, after longer and longer pauses; then it takes the whole table anew.
function listen(since, pause) {
  const news = new EventSource(`/s/${board.dataset.key}/changes?since=${since}`);
  let silence = 0;
  const lost = () => {
    clearTimeout(silence);
    news.close();
    away.hidden = false;
    setTimeout(() => again(Math.min(2 * pause, 30000)), pause);
  };
  const heard = () => {
    clearTimeout(silence);
    silence = setTimeout(lost, 40000); // the server says every 15 seconds that it is there
  };
  heard();
  news.addEventListener("open", () => { heard(); away.hidden = true; pause = 1000; });
  news.addEventListener("here", heard);
  news.addEventListener("message", (event) => { heard(); take(JSON.parse(event.data)); });
  news.addEventListener("error", lost);
}

async function again(pause) {
  const answer = await fetch(`/s/${board.dataset.key}`, {
    headers: { accept: "application/json" }, signal: AbortSignal.timeout(20000),
  }).catch(() => null);
  if (answer?.status === 409) location.reload(); // the rules have changed meanwhile
  else listen(-1, pause);
}

function say(text) {
  const line = board.querySelector(".said");
  if (line) line.textContent = text.slice(0, 300);
}

if (board) {
  version = Number(board.querySelector("form").dataset.version);
  board.addEventListener("submit", (event) => {
    event.preventDefault();
    send(new URLSearchParams(new FormData(event.target, event.submitter)));
  });
  listen(version, 1000);
  // Arrow keys go from card to card and from button to button.
  board.addEventListener("keydown", (event) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    const group = event.target.closest?.(".piles, .buttons");
    if (!step || !group) return;
    const all = [...group.querySelectorAll("button")];
    all[(all.indexOf(event.target) + step + all.length) % all.length]?.focus();
    event.preventDefault();
  });
}

// The rulebook or the log, beside the table where there is room, else above it.
const beside = document.getElementById("beside");
const wide = matchMedia("(min-width: 75rem)");
let shown = ""; // "rules" or "log", while one is open
let address = ""; // what the frame shows

function look(what) {
  const open = what !== "" && (what !== shown || !beside.open);
  beside.close();
  shown = open ? what : "";
  if (wide.matches) localStorage.setItem("beside", shown || "nothing");
  for (const button of document.querySelectorAll("[data-shows]")) {
    button.setAttribute("aria-expanded", String(button.dataset.shows === shown));
  }
  if (!open) return;
  const name = what === "log" ? "Log" : "Rules";
  beside.setAttribute("aria-label", name);
  beside.querySelector("strong").textContent = name;
  beside.querySelector("iframe").title = name;
  if (wide.matches) beside.setAttribute("open", ""); // the focus stays where it is
  else beside.showModal();
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
  beside.querySelector("iframe").contentWindow.location.replace(`/s/${board.dataset.key}/${now}`);
}

if (beside) {
  for (const button of document.querySelectorAll("[data-shows]")) {
    button.addEventListener("click", () => look(button.dataset.shows));
  }
  beside.querySelector("[data-closes]").addEventListener("click", () => look(""));
  beside.addEventListener("cancel", () => { shown = ""; });
  board.addEventListener("changed", refresh);
  // To name the place in the address would scroll this page, too.
  beside.querySelector("iframe").addEventListener("load", (event) => {
    const inside = event.target.contentWindow;
    const place = inside.document.getElementById(shown === "log" ? "end" : "now");
    if (place) inside.scrollTo(0, place.offsetTop - 8);
  });
  const last = localStorage.getItem("beside") ?? "rules";
  if (wide.matches && last !== "nothing") look(last);
}

// Cards can be dragged to a pile, or anywhere on the table to play them. A tap does the same.
let drag = null;

function drop() {
  drag?.ghost?.remove();
  drag?.card.classList.remove("dragged");
  board?.querySelector(".under")?.classList.remove("under");
  drag = null;
}

function under(event) {
  const place = document.elementFromPoint(event.clientX, event.clientY)?.closest(".pile, .felt");
  return place && !place.contains(drag.card) || place?.matches(".felt") ? place : null;
}

board?.addEventListener("pointerdown", (event) => {
  const card = event.target.closest?.("button.card.fits, button.card.picked");
  if (card && event.isPrimary && event.button === 0) {
    drag = { card, value: card.value, x: event.clientX, y: event.clientY, ghost: null };
  }
});
document.addEventListener("pointermove", (event) => {
  if (!drag || !event.isPrimary) return;
  const [x, y] = [event.clientX - drag.x, event.clientY - drag.y];
  if (!drag.ghost) {
    if (Math.hypot(x, y) < 9) return;
    const box = drag.card.getBoundingClientRect();
    drag.ghost = drag.card.cloneNode(true);
    drag.ghost.className = "card ghost";
    drag.ghost.removeAttribute("data-key");
    Object.assign(drag.ghost.style, {
      viewTransitionName: "", left: `${box.left}px`, top: `${box.top}px`,
      width: `${box.width}px`, height: `${box.height}px`,
    });
    document.body.append(drag.ghost);
    drag.card.classList.add("dragged");
  }
  drag.ghost.style.transform = `translate(${x}px, ${y}px)`;
  const place = under(event);
  board.querySelector(".under")?.classList.remove("under");
  place?.classList.add("under");
});
document.addEventListener("pointerup", (event) => {
  if (drag?.ghost) {
    const place = under(event);
    if (place) {
      const at = board.querySelector("[name=at]").value;
      const picked = drag.card.matches(".picked") ? "yes" : "";
      send(new URLSearchParams({ at, drop: drag.value, onto: place.dataset.pile ?? "", picked }));
    }
    const stop = (click) => { click.preventDefault(); click.stopPropagation(); };
    addEventListener("click", stop, { capture: true, once: true });
    setTimeout(() => removeEventListener("click", stop, { capture: true }));
  }
  drop();
});
document.addEventListener("pointercancel", drop);

for (const button of document.querySelectorAll("[data-toggles]")) {
  const name = button.dataset.toggles;
  const set = (on) => {
    document.documentElement.classList.toggle(name, on);
    button.setAttribute("aria-pressed", String(on));
  };
  set(localStorage.getItem(name) === "yes");
  button.addEventListener("click", () => {
    const on = !document.documentElement.classList.contains(name);
    localStorage.setItem(name, on ? "yes" : "no");
    set(on);
  });
}
for (const form of document.querySelectorAll("form[data-at-once]")) {
  form.addEventListener("change", () => form.requestSubmit());
}
