// Keeps a table up to date without loading the page again. Without it every form works as well.
const board = document.getElementById("board");
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
  const news = new EventSource(`/s/${board.dataset.key}/changes?since=${version}`);
  news.addEventListener("message", (event) => take(JSON.parse(event.data)));
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

for (const button of document.querySelectorAll("[data-opens]")) {
  button.addEventListener("click", () => {
    const dialog = document.getElementById(button.dataset.opens);
    const frame = dialog.querySelector("iframe");
    frame.src = frame.dataset.src;
    dialog.showModal();
  });
}
for (const button of document.querySelectorAll("[data-closes]")) {
  button.addEventListener("click", () => document.getElementById(button.dataset.closes).close());
}
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
