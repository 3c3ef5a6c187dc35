// Keeps a table up to date without loading the page again. Without it every form works as well.
const board = document.getElementById("board");
const calm = matchMedia("(prefers-reduced-motion: reduce)");
let version = -1;
let newest = -1; // the version that the server has told of
let queue = Promise.resolve();
let waiting = false; // whether a request to look again is in the queue
let moving = null;

function put(html) {
  const focus = document.activeElement?.dataset?.key;
  const open = [...board.querySelectorAll("details[open]")].map((each) => each.className);
  board.innerHTML = html;
  version = Number(board.querySelector("form").dataset.version);
  for (const name of open) {
    for (const each of board.querySelectorAll("details")) if (each.className === name) each.open = true;
  }
  if (focus) {
    const again = board.querySelector(`[data-key="${CSS.escape(focus)}"]`);
    (again ?? board.querySelector(".card.fits, .choice .main"))?.focus({ preventScroll: true });
  }
}

// Cards that are on both pages move from one place to the other.
function named() {
  for (const card of board.querySelectorAll(".card[data-key^='card-']")) {
    card.style.viewTransitionName = CSS.escape(card.dataset.key);
  }
}

function swap(html) {
  if (!document.startViewTransition || calm.matches || document.hidden) {
    put(html);
    return;
  }
  moving?.skipTransition();
  named();
  moving = document.startViewTransition(() => { put(html); named(); });
  for (const each of [moving.ready, moving.finished]) each.catch(() => {});
}

// Requests go one after the other: what a person does is never lost, and to look again is asked
// for only once.
function ask(options) {
  if (!options.method) {
    if (waiting) return;
    waiting = true;
  }
  queue = queue.then(() => send(options));
}

async function send(options) {
  if (!options.method) {
    waiting = false;
    if (newest === version) return; // an answer has brought the change already
  }
  try {
    const answer = await fetch(`/s/${board.dataset.key}`, {
      headers: { accept: "text/x-part" }, ...options,
    });
    if (answer.redirected) location.assign(answer.url);
    else if (answer.ok) swap(await answer.text());
    else say(await answer.text());
  } catch {
    say("The server does not answer. What you see may be out of date.");
  }
}

function say(text) {
  const line = board.querySelector(".said");
  if (line) line.textContent = text.slice(0, 300);
}

if (board) {
  version = Number(board.querySelector("form").dataset.version);
  board.addEventListener("submit", (event) => {
    event.preventDefault();
    const data = new URLSearchParams(new FormData(event.target, event.submitter));
    ask({ method: "POST", body: data });
  });
  const changes = new EventSource(`/s/${board.dataset.key}/changes?since=${version}`);
  changes.addEventListener("message", (event) => {
    newest = Number(event.data);
    if (newest !== version) ask({});
  });
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
