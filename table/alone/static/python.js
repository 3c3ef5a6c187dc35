// Begins workers with Python. The memory of its first start is kept, so that later ones are short.

// Opens a store; null if the browser keeps nothing for a page.
export function opened(kind, where) {
  return new Promise((done) => {
    try {
      const opening = indexedDB.open(`cardrules ${kind}${where}`, 1);
      opening.onupgradeneeded = () => opening.result.createObjectStore(kind);
      opening.onsuccess = () => done((mode) => opening.result.transaction(kind, mode).objectStore(kind));
      opening.onerror = () => done(null);
    } catch { done(null); }
  });
}
export const read = (asked) => new Promise((done) => {
  asked.onsuccess = () => done(asked.result);
  asked.onerror = () => done(undefined);
});

// Returns what begins workers. `parts` has the files of a table: addresses by name, or their bytes in a page that
// carries all of them, together with the address of the script of its workers.
export async function remembering(parts, version, script) {
  // All pages of a folder begin in the same way.
  const starts = await opened("starts", script ? location.pathname : new URL("..", import.meta.url).pathname);
  const same = `${version} ${navigator.userAgent}`; // a memory is of use for the same files in the same browser
  const last = starts && await read(starts("readonly").get("last"));
  let memory = last?.same === same ? last.found : null; // all workers but the first begin from it
  return {
    remember(found) {
      memory = found;
      starts?.("readwrite").put({ same, found }, "last");
    },
    begun(message, heard, transfer = []) {
      const worker = script ? new Worker(script) : new Worker(new URL("worker.js", import.meta.url), { type: "module" });
      worker.onmessage = ({ data }) => heard(data);
      worker.postMessage({ ...message, parts, memory }, transfer);
      return worker;
    },
  };
}
