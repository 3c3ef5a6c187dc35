// Sounds, made by the browser itself: a card that is laid, one's turn, the end of a deal. Off at first.
let audio = null;
const on = () => document.documentElement.matches(".sounds");
const notes = { turn: [[523, 0], [784, 0.12]], over: [[523, 0], [659, 0.13], [784, 0.26], [1047, 0.39]] };

function tone(pitch, after) {
  const [source, level] = [audio.createOscillator(), audio.createGain()];
  const at = audio.currentTime + after;
  source.type = "triangle";
  source.frequency.value = pitch;
  level.gain.setValueAtTime(0.0001, at);
  level.gain.exponentialRampToValueAtTime(0.12, at + 0.015);
  level.gain.exponentialRampToValueAtTime(0.0001, at + 0.35);
  source.connect(level).connect(audio.destination);
  source.start(at);
  source.stop(at + 0.4);
}

// A short rustle: noise that fades.
function rustle() {
  const length = Math.round(audio.sampleRate * 0.07);
  const noise = audio.createBuffer(1, length, audio.sampleRate);
  const values = noise.getChannelData(0);
  for (let at = 0; at < length; at += 1) values[at] = (Math.random() * 2 - 1) * (1 - at / length) ** 3;
  const [source, filter, level] = [audio.createBufferSource(), audio.createBiquadFilter(), audio.createGain()];
  source.buffer = noise;
  Object.assign(filter, { type: "bandpass" });
  filter.frequency.value = 2600;
  level.gain.value = 0.35;
  source.connect(filter).connect(level).connect(audio.destination);
  source.start();
}

// Plays `card`, `turn` or `over`, if sounds are on. A browser allows it once its person has touched the page.
export function play(name) {
  if (!on() || document.hidden) return;
  audio ??= new AudioContext();
  if (audio.state === "suspended") audio.resume().catch(() => {});
  if (name === "card") rustle();
  else for (const [pitch, after] of notes[name]) tone(pitch, after);
}
