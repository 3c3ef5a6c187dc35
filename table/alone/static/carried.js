// Begins a page that carries all files: unpacks them, and goes on in host.js.
const unpacked = async (each) => {
  const packed = Uint8Array.from(atob(each.textContent), (letter) => letter.charCodeAt(0));
  const content = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"));
  return [each.id, new Uint8Array(await new Response(content).arrayBuffer())];
};
const all = [...document.querySelectorAll("script[type='text/plain']")];
globalThis.carried = Object.fromEntries(await Promise.all(all.map(unpacked)));
for (const each of all) each.remove();
const script = (text) => URL.createObjectURL(new Blob([text], { type: "text/javascript" }));
const host = new TextDecoder().decode(globalThis.carried["host.js"]);
await import(script(host.replace('"./python.js"', `"${script(globalThis.carried["python.js"])}"`)));
