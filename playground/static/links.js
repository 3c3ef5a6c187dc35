// A link carries the whole work in its fragment, packed; nothing is sent anywhere. What a stranger has put into one is
// taken as text and numbers alone.
const LONGEST = 200000; // characters of a link
const LARGEST = 500000; // characters of what it holds
const MOVES = 10000;

const letters = (bytes) => {
  let found = "";
  for (const byte of bytes) found += String.fromCharCode(byte);
  return btoa(found).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
};

// Returns the fragment of a link.
export async function packed(work) {
  const stream = new Blob([JSON.stringify(work)]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  const found = `#${letters(new Uint8Array(await new Response(stream).arrayBuffer()))}`;
  if (found.length > LONGEST) throw new Error("These rules are too long for a link. Save them as a file, and pass that on.");
  return found;
}

// Returns what a fragment holds.
export async function unpacked(fragment) {
  if (fragment.length > LONGEST) throw new Error("This link is too long to be one of the playground.");
  let text = "";
  try {
    const bytes = Uint8Array.from(atob(fragment.slice(1).replace(/-/g, "+").replace(/_/g, "/")), (letter) => letter.charCodeAt(0));
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw")).pipeThrough(new TextDecoderStream());
    for (const reader = stream.getReader(); text.length <= LARGEST;) {
      const { done, value } = await reader.read();
      if (done) break;
      text += value;
    }
  } catch { throw new Error("This link is damaged: perhaps its end is missing."); }
  if (text.length > LARGEST) throw new Error("This link holds more than the playground takes.");
  let work;
  try { work = sound(JSON.parse(text)); } catch { work = null; }
  if (!work) throw new Error("This link was not made by the playground.");
  return work;
}

const isText = (value) => typeof value === "string";
const texts = (value, most) => Array.isArray(value) && value.length <= most && value.every(isText);

// Returns what a link may hold of what it does; null if it holds no rules.
function sound(given) {
  if (!isText(given?.text)) return null;
  const work = { text: given.text };
  const { settings, seats, actions } = given;
  const whole = settings && Number.isSafeInteger(settings.seed) && settings.seed >= 0 && texts(settings.options, 500)
    && Array.isArray(seats) && seats.length < 100 && seats.every((seat) => isText(seat?.kind) && isText(seat.name)) && texts(actions, MOVES);
  if (whole) {
    const { seed, options } = settings;
    work.settings = { seed, options, variant: isText(settings.variant) ? settings.variant : null };
    work.seats = seats.map(({ kind, name }) => ({ kind, name }));
    work.actions = actions;
  }
  return work;
}
